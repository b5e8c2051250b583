"""Structures as data: the editor, templates, the validator, forecasts; and the conditions of an event."""

"""Hands at the tables of an event: dealt by the hold'em round, and hand for hand."""

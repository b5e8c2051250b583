"""Worked cases of tournaments."""

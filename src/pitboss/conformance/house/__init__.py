"""Worked cases of the games against the house."""

"""The format of worked cases: reading them, their words, and matching outcomes."""

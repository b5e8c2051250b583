"""Hands of hold'em written down and read back: PHH, the format of the field, and plain text."""

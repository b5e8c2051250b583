"""Worked cases of hold'em."""

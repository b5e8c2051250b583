"""Tournaments from the first entry to the last prize, pure: time and entropy come in as values."""

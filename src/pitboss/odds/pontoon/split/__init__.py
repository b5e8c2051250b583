"""Boxes with several hands: what splitting is worth, and each hand of it."""

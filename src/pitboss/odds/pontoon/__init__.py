"""Pontoon: best play on the player's own cards, what every wager is worth, and play against it."""

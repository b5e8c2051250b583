"""Rulings, penalties, the clock on a player, absence, suspension and removals."""

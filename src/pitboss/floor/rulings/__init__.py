"""Rulings on irregularities: what happened, the questions that decide it, and what follows by its clause."""

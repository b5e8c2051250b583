"""Hands to train on, and the drills of each game: what a person is asked, and what each answer is worth."""

"""A table as players see it: one frame for all games, and a felt for each."""

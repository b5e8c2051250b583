"""Players that are programs, and their rules of thumb. Nothing here is a rule of a game."""

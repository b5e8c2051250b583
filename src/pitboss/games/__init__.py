"""Rounds of play, exact to the rule: pure state machines, one folder a game."""

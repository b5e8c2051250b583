"""Chips that go out of play: the schedule, the race of each table with its cards, late chips."""

"""Tables where players play against each other with what they have brought: chairs, stakes and a pot."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardRoom:
    """What the house asks a table of Poker Hold-em for, beside what it asks every table."""

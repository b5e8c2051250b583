"""A house on each engine."""

from tests.floor.house_fixtures import clock, house

__all__ = ["clock", "house"]

"""A house on each engine, as for the tests of the floor."""

from tests.floor.house_fixtures import clock, house

__all__ = ["clock", "house"]

"""A house on each engine."""

from house_fixtures import clock, house

__all__ = ["clock", "house"]

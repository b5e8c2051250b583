"""A house on each engine: every test with the fixture `house` runs on SQLite and on PostgreSQL."""

from tests.floor.house_fixtures import clock, house

__all__ = ["clock", "house"]

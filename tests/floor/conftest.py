"""A house on each engine: every test with the fixture `house` runs on SQLite and on PostgreSQL, with seeded shoes."""

from tests.floor.house_fixtures import clock, house
from tests.floor.tables.table_floor_scene import seeded_shoes

__all__ = ["clock", "house", "seeded_shoes"]

"""What choices are worth at practice tables, and the score against best play."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import table_floor_scene as scene
from house_fixtures import clock, house  # noqa: F401
from maths_scene import PATIENCE_SECONDS, computed
from pitboss.floor.house import Floor
from pitboss.floor.play import Deal
from pitboss.screens.maths import jobs, score, worth
from pitboss.screens.maths.score import Score
from pitboss.screens.maths.worker import Worker
from table_floor_scene import P1, P2, done, give, open_table, record_of, say, seeded_shoes, stack  # noqa: F401

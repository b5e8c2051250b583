"""STAR 3-a[s2]: payout scales that come with the program. Appendix a is missing, so they are labelled house defaults."""

from collections.abc import Mapping

from pitboss.games.frozen import Frozen
from pitboss.tournaments.conditions import Scale

SCALES: Mapping[str, Scale] = Frozen({})

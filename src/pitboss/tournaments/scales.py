"""STAR 3-a[s2]: payout scales of the house. The operator's own, Appendix a, is missing in our copy."""

from collections.abc import Mapping

from pitboss.games.frozen import Frozen
from pitboss.tournaments.conditions import Scale

SCALES: Mapping[str, Scale] = Frozen({})

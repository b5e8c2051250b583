"""What the director does with the clock: pauses, breaks, levels, hand for hand, suspension."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

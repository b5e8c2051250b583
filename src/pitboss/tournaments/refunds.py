"""Money back: cancelled entries, prevented persons, and the whole event cancelled."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

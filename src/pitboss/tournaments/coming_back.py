"""Coming back: re-entries, the forfeit at the end of the period, re-buys and add-ons."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

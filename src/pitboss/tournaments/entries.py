"""Taking entries: who may enter, when, for how much, and what becomes of an entry before play."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

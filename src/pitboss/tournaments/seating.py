"""Who sits where: draws from recorded entropy, seats from the queue, moves, tables added and held."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

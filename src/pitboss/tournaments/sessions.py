"""Sessions of house-game tournaments: heats, extra rounds, repechage and the final."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

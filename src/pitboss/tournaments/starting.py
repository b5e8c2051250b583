"""The start of play: enough entrants, everybody drawn a seat, stacks placed, the clock set going."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

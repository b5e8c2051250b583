"""Chips of a denomination that is no longer needed: coloured up, and the odd ones raced."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

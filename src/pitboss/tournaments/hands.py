"""Hands at a tournament table: dealt by the hold'em round as it is, with the level of the cut."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

"""Warnings, hands and orbits to miss, disqualification, removal for safer gambling."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

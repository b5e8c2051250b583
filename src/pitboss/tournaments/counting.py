"""Chips counted: stacks told to the desk, late chips, and the count at the end."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

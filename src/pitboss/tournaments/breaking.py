"""Fewer tables: when one is to be broken, which, and where its players go."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

"""Prizes: added value, deals, places confirmed, and every cent paid."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

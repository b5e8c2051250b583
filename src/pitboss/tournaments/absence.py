"""Entrants who are not at the table: blinded off, taken out of play, back again."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

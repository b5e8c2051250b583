"""Those who are not there: no-shows, reserves and substitutes, by each document."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

"""Time at the tables: twelve hours of gaming in twenty-four, and twelve hours of an event."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

"""Before entries open: conditions written, published, notified or approved, and a director named."""

from pitboss.tournaments.contract import Appliers, Verbs

VERBS: Verbs = {}
APPLIERS: Appliers = {}

"""Tables of house-game tournaments in a case: who can play the round, who wagers when, and out of order."""

from collections.abc import Callable, Mapping

from pitboss.conformance.tournament.scene import Answer, Scene
from pitboss.conformance.tournament.setup import by_player
from pitboss.tournaments.sessions import house_tables


def round_start(scene: Scene) -> Answer:
    told = scene.particulars
    return {"eliminated": list(house_tables.round_start(by_player(told), told["table_minimum"]))}


def wager_order(scene: Scene) -> Answer:
    told = scene.particulars
    return {"order": list(house_tables.wager_order(told["seats"], told["starting_marker"]))}


def wager_out_of_order(scene: Scene) -> Answer:
    found = house_tables.out_of_order(scene.particulars["times"])
    return {"wager_stands": found.wager_stands, "warned": found.warned, "may_void": found.may_void}


VERBS: Mapping[str, Callable[[Scene], Answer]] = {
    "round_start": round_start,
    "wager_order": wager_order,
    "wager_out_of_order": wager_out_of_order,
}

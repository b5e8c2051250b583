"""Checks of the state at some moment of a round: the words of a case, and the table's answers."""

from collections.abc import Callable, Mapping

from pitboss.games.holdem.betting.out_of_turn import out_of_turn_ruling
from pitboss.games.holdem.betting.sizes import options
from pitboss.games.holdem.settings import settings_of
from pitboss.games.holdem.showdown.pots import pot_now
from pitboss.games.holdem.showdown.settlement import may_settle
from pitboss.games.holdem.showdown.showdown import first_to_show
from pitboss.games.holdem.situations.moves import HoldemTable
from pitboss.games.holdem.state import hands_in

State = Mapping[str, object]


def checked_value(table: HoldemTable, name: str) -> State:
    """Return the state of the table in the words of a check."""
    return _CHECKS[name](table)


def _actor(table: HoldemTable) -> State:
    """The seat whose decision is awaited, if anybody's is."""
    return {"seat": next(iter(table.game.due(table.state)), None)}


def _legal(table: HoldemTable) -> State:
    """Return what the seat in turn may pay, and the totals offered to it for a bet or a raise."""
    actor = _actor(table)
    if actor["seat"] is None:
        return actor
    now = table.state.play.round
    owes = options(settings_of(table.state), now, now.turn).owes
    raises = next((choice for choice in table.choices() if choice.do in ("bet", "raise")), None)
    found = {**actor, "call": owes, "may_raise": raises is not None}
    if raises is None:
        return found
    # One amount alone is offered to a hand that is bound by what it did out of turn.
    least, most = (raises.amounts[0], raises.amounts[0]) if raises.amounts else (raises.least, raises.most)
    return {**found, "min_to": least, "max_to": most}


def _first_to_show(table: HoldemTable) -> State:
    """Return the first to show at the showdown that is next, or has just been."""
    now = table.state.play.round
    if now.settlement is not None:
        return {"seat": next(iter(now.settlement.shown), None)}
    hands = hands_in(now)
    if not may_settle(table.state) or len(hands) < 2:
        return {"seat": None}
    return {"seat": now.seats[first_to_show(now, hands)]}


def _out_of_turn(table: HoldemTable) -> State:
    """The paragraph that holds for the seat whose turn has come, after it acted too early."""
    return {**_actor(table), "ruling": out_of_turn_ruling(table.state)}


_CHECKS: Mapping[str, Callable[[HoldemTable], State]] = {
    "legal": _legal,
    "pot": lambda table: {"amount": pot_now(table.state.play.round)},
    "actor": _actor,
    "first_to_show": _first_to_show,
    "out_of_turn": _out_of_turn,
}

"""What changes at a table between rounds: each event, and the house after it."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.games.house.felt import AnyState
from pitboss.games.house.limits import STAY
from pitboss.games.play import Appliers, Cents, Hold, HouseSettings, Limit, Role

CHECK_DECK = "check_cards"


class TableOpened(NamedTuple):
    """The table may be played on once its cards have been checked."""

    clause: str


class TableClosed(NamedTuple):
    """The table closes: at once between rounds, else after the round that is running."""

    clause: str
    notice: str


class CardsChecked(NamedTuple):
    """Somebody has gone through the cards one by one and found them all there."""

    by: Role
    clause: str


class CardsChanged(NamedTuple):
    """Other cards are on the table: supervisor and dealer both check them before they are used."""

    clause: str


class ShoeReplaced(NamedTuple):
    """Another shoe, with new cards in it."""

    shoe: str
    clause: str


class LimitsAnnounced(NamedTuple):
    """Other limits from the next round."""

    limits: Mapping[str, Limit]
    clause: str


class MarkerPlaced(NamedTuple):
    """A higher maximum at one box; an amount of nothing lifts the marker."""

    seat: int
    amount: Cents
    clause: str


class Seated(NamedTuple):
    """A player sits down at a box, or leaves it."""

    seat: int
    player: str | None
    clause: str


class ShutOut(NamedTuple):
    """A player is excluded from the game, or let in again."""

    player: str
    out: bool
    clause: str


class Held(NamedTuple):
    """No further deal until this has been done."""

    hold: Hold
    clause: str


def _apply_opened(state: AnyState, event: TableOpened) -> AnyState:
    # Gaming begins anew with every opening, and the cards are checked before it.
    to_check = state.house.cards_to_check_by | {Role.DEALER}
    nobody: frozenset[str] = frozenset()
    house = state.house._replace(is_open=True, cards_to_check_by=to_check, warned=nobody, closing_check_is_due=False)
    return state._replace(house=house)


def _apply_closed(state: AnyState, event: TableClosed) -> AnyState:
    """UTH 2.4, PON 2.2, HLD 2.4, CAN 2.2: cards that were checked for gaming are checked again at its end."""
    in_use = Role.DEALER not in state.house.cards_to_check_by
    return state._replace(house=state.house._replace(is_open=False, closing_check_is_due=in_use))


def _cards_checked(state: AnyState, event: CardsChecked) -> AnyState:
    house = state.house
    holds = tuple(hold for hold in house.holds if hold.lifted_by != CHECK_DECK)
    to_check, due = house.cards_to_check_by - {event.by}, house.closing_check_is_due and event.by is not Role.DEALER
    return state._replace(house=house._replace(cards_to_check_by=to_check, holds=holds, closing_check_is_due=due))


def _cards_changed(state: AnyState, event: CardsChanged) -> AnyState:
    both = frozenset((Role.DEALER, Role.SUPERVISOR))
    house = state.house._replace(cards_to_check_by=both)
    return state._replace(house=house, felt=state.felt._replace(shuffled=False))


def _marker_placed(state: AnyState, event: MarkerPlaced) -> AnyState:
    markers = {**state.house.markers, event.seat: event.amount}
    left = {seat: amount for seat, amount in markers.items() if amount}
    return state._replace(house=state.house._replace(markers=Frozen(left)))


def _apply_seated(state: AnyState, event: Seated) -> AnyState:
    seated = {seat: player for seat, player in state.house.seated.items() if seat != event.seat}
    if event.player is not None:
        seated[event.seat] = event.player
    idle = {player: rounds for player, rounds in state.house.idle_rounds.items() if player in seated.values()}
    # U-A4: the advice on short wagers holds for the stay at the table, unless it is set to hold longer.
    settings = state.settings
    stays = isinstance(settings, HouseSettings) and settings.advice_holds_for != STAY
    left = None if stays or event.player is not None else state.house.seated.get(event.seat)
    house = state.house._replace(seated=Frozen(seated), idle_rounds=Frozen(idle), warned=state.house.warned - {left})
    return state._replace(house=house)


def _shut_out(state: AnyState, event: ShutOut) -> AnyState:
    out = state.house.shut_out
    out = out | {event.player} if event.out else out - {event.player}
    return state._replace(house=state.house._replace(shut_out=out))


APPLIERS: Appliers = {
    TableOpened: _apply_opened,
    TableClosed: _apply_closed,
    CardsChecked: _cards_checked,
    CardsChanged: _cards_changed,
    ShoeReplaced: lambda state, event: state._replace(house=state.house._replace(shoe=event.shoe)),
    LimitsAnnounced: lambda state, event: state._replace(house=state.house._replace(coming_limits=event.limits)),
    MarkerPlaced: _marker_placed,
    Seated: _apply_seated,
    ShutOut: _shut_out,
    Held: lambda state, event: state._replace(house=state.house._replace(holds=(*state.house.holds, event.hold))),
}


def deck_must_be_checked(clause: str) -> Held:
    """After a wrong or missing card no further round until the cards have been gone through."""
    hold = Hold(clause, "The cards must be checked before another round.", CHECK_DECK)
    return Held(hold, clause)

"""What the operator changes at a table: announced at any time, in force from the next round."""

from dataclasses import fields, replace
from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.games.holdem.seats.room_events import SettingsAnnounced
from pitboss.games.holdem.settings import HoldemSettings, settings_error, settings_of
from pitboss.games.holdem.state import Holdem, Play
from pitboss.games.play import Appliers, Command, Decision, Events, Role, Stage, State, Verb
from pitboss.rulebook.refusal import Refusal

_NAMES = frozenset(each.name for each in fields(HoldemSettings))
_CARDS = frozenset(("deck", "joker"))
_HANDS = frozenset(("ace_low_straights", "game", "low_qualifier"))
_SIGN = frozenset(("min_table_stake", "min_bet"))


class SettingsInForce(NamedTuple):
    """What was announced holds from this round on."""

    clause: str


def settings_coming(state: Holdem) -> HoldemSettings:
    """The settings of the next round: those in force, with what has been announced since."""
    settings, coming = settings_of(state), state.play.room.coming_settings
    # What was announced has been checked when it was.
    return replace(settings, **coming) if coming else settings  # type: ignore[arg-type]


def settings_events(state: Holdem) -> Events:
    """HLD 4.1, HLD 4.2: what was announced comes into force when no round is under way."""
    return (SettingsInForce("HLD 4.1"),) if state.play.room.coming_settings else ()


def announce_settings(state: Holdem, command: Command) -> Decision:
    """HLD 4.1, HLD 4.2, HLD 2.2, HLD 3.5: the operator's choices for the rounds to come, with notice to the players.

    A round that is under way is played to its end as it began. HLD 20.1: a cash game stays one, and a tournament too.
    """
    changes = dict(command.settings or {})
    unknown = next((name for name in changes if name not in _NAMES), None)
    if unknown is not None:
        return Refusal("HLD 4.2", f"The operator chooses nothing called {unknown!r} for a table.")
    settings = settings_coming(state)
    if changes.get("mode", settings.mode) != settings.mode:
        return Refusal("HLD 20.1", "Cash games and tournaments are not changed into each other.")
    wrong = settings_error(replace(settings, **changes))  # type: ignore[arg-type]
    if wrong:
        return wrong
    boxes = changes.get("boxes", settings.boxes)
    outside = next((seat for seat in state.play.room.chairs if seat > boxes), None)  # type: ignore[operator]
    if outside is not None:
        name = state.play.room.chairs[outside].player
        return Refusal("HLD 8.2[s1]", f"{name} sits at seat {outside}, so the table keeps it.")
    clause = _clause(frozenset(changes))
    announced = SettingsAnnounced(Frozen(changes), command.reason or "", clause)
    if state.felt.stage in (Stage.IDLE, Stage.OVER):
        return announced, SettingsInForce(clause)
    return (announced,)


def _clause(names: frozenset[str]) -> str:
    """The clause under which these choices are the operator's."""
    if names & _CARDS:
        return "HLD 2.2"
    if names & _HANDS:
        return "HLD 3.5"
    return "HLD 4.1" if names & _SIGN else "HLD 4.2"


def _in_force(state: Holdem, event: SettingsInForce) -> Holdem:
    """HLD 2.4: other cards than those in use are checked before they are dealt."""
    before, settings = settings_of(state), settings_coming(state)
    house = state.house
    if (before.deck, before.joker) != (settings.deck, settings.joker):
        house = house._replace(cards_to_check_by=house.cards_to_check_by | {Role.DEALER})
    room = state.play.room._replace(coming_settings=Frozen({}))
    return State(settings, house, state.felt, Play(room, state.play.round))


VERBS = {
    "announce_settings": Verb(
        announce_settings, "HLD 4.1", (Role.OPERATOR, Role.SUPERVISOR), ("settings", "reason"), of_round=False
    ),
}
APPLIERS: Appliers = {SettingsInForce: _in_force}

"""Who sits, who decides and who is limited at a Pontoon table, and the last three rounds of the day."""

from typing import NamedTuple

from pitboss.games.house.between_rounds import house_verbs, is_running
from pitboss.games.house.dealing import AUTOMATED
from pitboss.games.house.events import APPLIERS as HOUSE_APPLIERS
from pitboss.games.house.events import Seated, TableOpened
from pitboss.games.play import Appliers, Command, Decision, Stage
from pitboss.games.pontoon.layout import CLAUSES, MAIN, decks_of, is_latecomer
from pitboss.games.pontoon.round import Pontoon
from pitboss.rulebook.refusal import Refusal

LAST_ROUNDS = 3
_START_ROUND = house_verbs(CLAUSES, decks_of)["start_round"].decide


class Restricted(NamedTuple):
    """PON 4.8[s1]: a player is limited to one box and the minimum, or no longer."""

    player: str
    on: bool
    reason: str
    clause: str


class HeldToMinimum(NamedTuple):
    """PON 4.7: a latecomer wagers the minimum until a new shoe."""

    player: str
    clause: str


class ControlEntered(NamedTuple):
    """PON 4.5(b): whose wager lies nearest the dealer, as the dealer sees it."""

    seat: int
    player: str
    clause: str


class LastRoundsAnnounced(NamedTuple):
    """PON 5.5 note: three rounds are still to come."""

    rounds: int
    clause: str


def restrict_player(state: Pontoon, command: Command) -> Decision:
    """PON 4.8[s1], PON 4.8[s2], PON 4.9: one box and the minimum, on grounds that are kept for the regulator.

    Who has been tracked and restricted before needs no new tracking.
    """
    people, player = state.play.people, command.player or ""
    if player in people.restricted:
        return Refusal("PON 4.8[s1]", f"{player} is restricted already.")
    if command.reason is None and player not in people.restricted_before:
        reason = f"{player} has not been tracked and restricted before: the grounds must be given for the record."
        return Refusal("PON 4.8[s2]", reason)
    clause = "PON 4.8[s1]" if command.reason else "PON 4.9"
    return (Restricted(player, True, command.reason or "restricted before", clause),)


def lift_restriction(state: Pontoon, command: Command) -> Decision:
    player = command.player or ""
    if player not in state.play.people.restricted:
        return Refusal("PON 4.8[s1]", f"{player} is not restricted.")
    return (Restricted(player, False, command.reason or "lifted", "PON 4.8[s1]"),)


def require_minimum(state: Pontoon, command: Command) -> Decision:
    """PON 4.7, PON 4.7(a), PON 4.7(b): only for somebody who missed a round of this shoe, and not with a device."""
    player = command.player or ""
    if state.house.shoe == AUTOMATED:
        return Refusal("PON 19.1", "With a shuffling shoe nobody is a latecomer.")
    if not is_latecomer(state, player):
        return Refusal("PON 4.7", f"{player} has not missed a round of this shoe.")
    return (HeldToMinimum(player, "PON 4.7"),)


def players_by_box(state: Pontoon) -> dict[int, str]:
    """Who decides at which box: in this round, or by the wagers laid for it."""
    there = {box.seat: box.player for box in state.play.boxes}
    for wager in state.felt.wagers:
        if wager.kind == MAIN:
            there.setdefault(wager.seat, wager.player)
    return there | dict(state.house.seated)


def release_box(state: Pontoon, command: Command) -> Decision:
    """PON 4.4[s2]: between rounds, when boxes run short, a player of several hands one over to somebody who waits."""
    seat, player = command.seat or 0, command.player or ""
    if is_running(state):
        return Refusal("PON 4.4[s2]", "A box is given up between rounds; this round has begun.")
    there = players_by_box(state)
    holder = there.get(seat)
    if len(there) < state.settings.boxes:
        return Refusal("PON 4.4[s2]", "There are vacant boxes: nobody has to give one up.")
    if holder is None or list(there.values()).count(holder) < 2:
        return Refusal("PON 4.4[s2]", f"{holder} decides on one box only and keeps it.")
    if player in there.values():
        return Refusal("PON 4.4[s2]", f"{player} has a box.")
    if state.house.seated.get(seat) is not None:
        return Refusal("PON 4.4[s2]", f"{holder} sits at box {seat} and gives up another one.")
    return (Seated(seat, player, "PON 4.4[s2]"),)


def enter_control(state: Pontoon, command: Command) -> Decision:
    """PON 4.5(a), PON 4.5(b): the dealer may say whose wager lies nearest, before the deal (ruling P-31)."""
    seat, player = command.seat or 0, command.player or ""
    if state.felt.stage is not Stage.BETTING:
        return Refusal("PON 4.5(b)", "Who decides on a box is settled before the first card.")
    players = [wager.player for wager in state.felt.wagers if wager.seat == seat and wager.kind == MAIN]
    if player not in players:
        return Refusal("PON 4.5(b)", f"{player} has no wager on box {seat}.")
    seated = state.house.seated.get(seat)
    if seated in players and seated != player:
        return Refusal("PON 4.5(a)", f"{seated} sits at box {seat} and decides on it.")
    return (ControlEntered(seat, player, "PON 4.5(b)"),)


def announce_last_rounds(state: Pontoon, command: Command) -> Decision:
    """PON 5.5 note: before the hours end, or the table is closed, three more rounds are announced."""
    if is_running(state):
        return Refusal("PON 5.5 note", "The last three rounds are announced between rounds.")
    if state.play.people.last_rounds is not None:
        return Refusal("PON 5.5 note", "The last rounds have been announced.")
    return (LastRoundsAnnounced(LAST_ROUNDS, "PON 5.5 note"),)


def start_round(state: Pontoon, command: Command) -> Decision:
    """PON 5.5 note, PON 16.1, PON 2.2: betting opens, unless the last of the three announced rounds is over."""
    if state.play.people.last_rounds == 0:
        return Refusal("PON 5.5 note", "The last three rounds have been played: the table closes.")
    return _START_ROUND(state, command)


def _apply_restricted(state: Pontoon, event: Restricted) -> Pontoon:
    people = state.play.people
    now = people.restricted | {event.player} if event.on else people.restricted - {event.player}
    people = people._replace(restricted=now, restricted_before=people.restricted_before | {event.player})
    return state._replace(play=state.play._replace(people=people))


def _held_to_minimum(state: Pontoon, event: HeldToMinimum) -> Pontoon:
    people = state.play.people
    people = people._replace(to_minimum=people.to_minimum | {event.player})
    return state._replace(play=state.play._replace(people=people))


def _control_entered(state: Pontoon, event: ControlEntered) -> Pontoon:
    others = tuple(row for row in state.play.control if row[0] != event.seat)
    return state._replace(play=state.play._replace(control=(*others, (event.seat, event.player))))


def _last_rounds_announced(state: Pontoon, event: LastRoundsAnnounced) -> Pontoon:
    people = state.play.people._replace(last_rounds=event.rounds)
    return state._replace(play=state.play._replace(people=people))


def _apply_seated(state: Pontoon, event: Seated) -> Pontoon:
    """PON 5.2(a): the order in which players come to the table is kept; who leaves and comes back comes last."""
    after: Pontoon = HOUSE_APPLIERS[Seated](state, event)
    people = after.play.people
    gone = state.house.seated.get(event.seat)
    arrivals = tuple(name for name in people.arrivals if name != gone)
    if event.player is not None and event.player not in arrivals:
        arrivals = (*arrivals, event.player)
    return after._replace(play=after.play._replace(people=people._replace(arrivals=arrivals)))


def _apply_opened(state: Pontoon, event: TableOpened) -> Pontoon:
    after: Pontoon = HOUSE_APPLIERS[TableOpened](state, event)
    return after._replace(play=after.play._replace(people=after.play.people._replace(last_rounds=None)))


APPLIERS: Appliers = {
    TableOpened: _apply_opened,
    Restricted: _apply_restricted,
    HeldToMinimum: _held_to_minimum,
    ControlEntered: _control_entered,
    LastRoundsAnnounced: _last_rounds_announced,
    Seated: _apply_seated,
}

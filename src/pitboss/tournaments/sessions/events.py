"""What happens in the sessions of a house-game tournament, and where a session stands."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.cards.card import Card
from pitboss.tournaments.event import events as common
from pitboss.tournaments.event.contract import Appliers, Events, with_events
from pitboss.tournaments.event.state import (
    Hand,
    Player,
    Session,
    Status,
    Table,
    Tournament,
    in_play,
    with_entrants,
    with_table,
)
from pitboss.tournaments.prizes import placing
from pitboss.tournaments.prizes.standings import awaiting_place
from pitboss.tournaments.seating import tables
from pitboss.tournaments.sessions.house_tables import sessions_of
from pitboss.tournaments.sessions.result import ROUNDS, Marks

# Why chips go out of play where the bank of the game has won them.
LOST_TO_BANK = "lost to the bank"


class SessionBegun(NamedTuple):
    """A session begins at these tables; `final` decides the places."""

    number: int
    final: bool
    seed: int
    clause: str


class HouseRoundStarted(NamedTuple):
    """A round begins at a table, with the starting marker at this seat."""

    table: int
    marker: int
    hand: Hand
    clause: str


class HouseRoundEnded(NamedTuple):
    """A round is over at a table; one that counted moves the starting marker on."""

    table: int
    marker: int | None
    counts: bool
    clause: str


class ExtraRound(NamedTuple):
    """Players with equal chips are given an additional round."""

    players: tuple[Player, ...]
    marks: Marks
    clause: str


class CardsDrawn(NamedTuple):
    """Players with equal chips have drawn cards: the best first."""

    order: tuple[Player, ...]
    cards: Mapping[Player, tuple[Card, ...]]
    seed: int
    clause: str


class SessionEnded(NamedTuple):
    """The session is over: these go on, or the places are decided."""

    number: int
    advance: tuple[Player, ...]
    marks: Marks
    clause: str


def equal_rule(state: Tournament) -> str:
    """PON 20.21, CAN 17.22: equal chips are played off; UTH 16.3(a)(iii)(E)(III): as the conditions say."""
    return ROUNDS if state.rules.plays_off else sessions_of(state.conditions).equal


def is_final(state: Tournament, number: int) -> bool:
    """UTH 16.3(a)(iii)(A), UTH 16.3(a)(iii)(B)[s1]: the last session, or one that fits one table, is the final."""
    return number >= len(sessions_of(state.conditions).rounds) or len(in_play(state)) <= state.conditions.seats


def rounds_due(state: Tournament) -> int:
    """UTH 16.3(a)(iii)(A), PON 20.4(b), PON D-Session, CAN D-Session: the rounds each table plays in this session.

    The final has the last number, also when it comes early because one table holds everybody who is left; an extra
    round is one more.
    """
    rounds = sessions_of(state.conditions).rounds
    usual = rounds[-1] if state.session.final else rounds[min(state.session.number, len(rounds)) - 1]
    return usual + state.session.extra_rounds


def goes_on(state: Tournament) -> int:
    """UTH 16.3(a)(iii)(D), UTH 16.3(a)(viii)(B): how many of each table go on from this session."""
    advance = sessions_of(state.conditions).advance
    return advance[min(state.session.number, len(advance)) - 1] if advance else 1


def playing_at(state: Tournament, table: Table) -> Mapping[int, Player]:
    """Who plays the next round at a table, by seat: everybody there, or those who are given an extra round."""
    only, out = state.session.playing_off, awaiting_place(state)
    return {
        seat: player
        for seat, player in sorted(table.seats.items())
        if (not only or player in only) and player not in out
    }


def is_done(state: Tournament, table: Table) -> bool:
    """Whether a table has played its rounds, or has no more players than go on anyway."""
    players = playing_at(state, table)
    if not players or table.rounds >= rounds_due(state):
        return True
    if state.session.playing_off:
        return False
    return len(in_play(state)) < 2 if state.session.final else len(players) <= goes_on(state)


def passed_over(state: Tournament) -> tuple[Player, ...]:
    """UTH 16.3(a)(iii)(F): who did not go on and may still get a seat by the repechage."""
    out = {each.player for each in state.exits}
    return tuple(
        player
        for player, entrant in state.entrants.items()
        if entrant.status is Status.NOT_ADVANCED and player not in out
    )


def after(state: Tournament, found: Events) -> Tournament:
    """The event after these, for a command that has more to decide."""
    return with_events(state, found, _ALL)


def _apply_begun(state: Tournament, event: SessionBegun) -> Tournament:
    for table in state.tables.values():
        marker = min(table.seats, default=None)
        state = with_table(state, table._replace(marker=marker, rounds=0, hand=None))
    return state._replace(session=Session(event.number, True, final=event.final))


def _round_started(state: Tournament, event: HouseRoundStarted) -> Tournament:
    table = state.tables[event.table]
    state = with_table(state, table._replace(marker=event.marker, hand=event.hand))
    players = {player: state.entrants[player]._replace(has_played=True) for player in event.hand.stacks}
    return with_entrants(state, players)


def _round_ended(state: Tournament, event: HouseRoundEnded) -> Tournament:
    table = state.tables[event.table]
    rounds = table.rounds + 1 if event.counts else table.rounds
    return with_table(state, table._replace(hand=None, rounds=rounds, marker=event.marker))


def _extra_round(state: Tournament, event: ExtraRound) -> Tournament:
    session = state.session
    more = session._replace(extra_rounds=session.extra_rounds + 1, playing_off=event.players, marks=event.marks)
    return state._replace(session=more)


def _apply_ended(state: Tournament, event: SessionEnded) -> Tournament:
    return state._replace(session=state.session._replace(playing=False, playing_off=(), marks=event.marks))


APPLIERS: Appliers = {
    SessionBegun: _apply_begun,
    HouseRoundStarted: _round_started,
    HouseRoundEnded: _round_ended,
    ExtraRound: _extra_round,
    CardsDrawn: lambda state, event: state,
    SessionEnded: _apply_ended,
}
_ALL: Appliers = {**common.APPLIERS, **placing.APPLIERS, **tables.APPLIERS, **APPLIERS}

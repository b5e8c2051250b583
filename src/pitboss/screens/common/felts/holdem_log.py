"""The log of a round of hold'em, street by street: who did what, for how much. Everything in it was said at the table.

It is read from the journal up to a position, so that the live table and a recalled step have the same log. Events with
hidden cards are not read at all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from django.db import connection

from pitboss.cards.card import face
from pitboss.floor.reading.outcomes import STARTED
from pitboss.floor.tables.practice_record import DecisionKept, DecisionTakenBack
from pitboss.floor.tables.record import stream_of
from pitboss.games.holdem.betting.betting import Bet, Folded
from pitboss.games.holdem.betting.out_of_turn import ShownEarly
from pitboss.games.holdem.dealing import BoardDealt, HandsTabled
from pitboss.games.holdem.irregular.conduct import HandRevealed
from pitboss.games.holdem.irregular.irregularities import HandDead, HandFouled
from pitboss.games.holdem.irregular.rulings import ClockCalled
from pitboss.games.holdem.seats import posting
from pitboss.games.holdem.showdown.settlement import ChipsBack, Settled
from pitboss.games.play import Cents
from pitboss.journal import codec, kinds

_FOLDS = "Folded."
_STREETS = {3: "Flop", 4: "Turn", 5: "River"}
_BLINDS = {1: ("big blind",), 2: ("small blind", "big blind"), 3: ("small blind", "big blind", "third blind")}
_POSTS = {
    posting.ANTE_PAID: "ante",
    posting.BIG_BLIND_ANTE: "big blind ante",
    posting.POST: "posts",
    posting.DEAD_POST: "posts, dead",
}
# What somebody does, as it is said of others and of oneself.
_DOES = {
    "check": ("checks", "check"),
    "stand": ("stands", "stand"),
    "call": ("calls", "call"),
    "bet": ("bets", "bet"),
    "raise": ("raises to", "raise to"),
    "tap_out": ("taps out", "tap out"),
    "fold": ("folds", "fold"),
}


class ActionLine(NamedTuple):
    """An action in words, as said of others and of oneself. A bet is its total in the betting round."""

    seat: int
    words: str
    own_words: str
    amount: Cents | None = None
    clause: str = ""
    note: str = ""


class Street(NamedTuple):
    """A part of the round, with the cards that it began with."""

    title: str
    cards: tuple[str, ...]
    lines: tuple[ActionLine, ...]


def log_of(table: str, position: int) -> list[Street]:
    """The round that a table was in at this position of its stream."""
    stream, told = stream_of(table), _kinds()
    with connection.cursor() as cursor:
        marks = ", ".join(["%s"] * len(told))
        cursor.execute(_OF_ROUND.format(marks=marks), (*told, stream, position, stream, position, STARTED))
        return _streets_told(tuple(cursor.fetchall()))


# The events of the round that a stream was in at a position: those after the last round was started.
_OF_ROUND = (
    "SELECT kind, version, body FROM journal_event WHERE kind IN ({marks}) AND stream = %s AND position <= %s "
    "AND position > (SELECT position FROM journal_event WHERE stream = %s AND position <= %s AND kind = %s "
    "ORDER BY position DESC LIMIT 1) ORDER BY position"
)


# Everybody at the table reads the same, one after the other.
@lru_cache(200)
def _streets_told(rows: tuple[tuple[str, int, str], ...]) -> list[Street]:
    return streets_of(row[0] if row[0] == _HOLE_DEALT else codec.decode(*row) for row in rows)


def streets_of(events: Iterable[Any]) -> list[Street]:
    """The log of these events; what was taken back at a practice table never happened."""
    streets: list[Street] = []
    kept: list[list[Street]] = []
    for event in events:
        if isinstance(event, DecisionKept):
            kept.append(list(streets))
        elif isinstance(event, DecisionTakenBack):
            streets = kept.pop() if kept else []
        else:
            _tell(streets, event)
    return streets


def _tell(streets: list[Street], event: Any) -> None:
    """Adds what an event says to the last street, or begins the next one with it."""
    if event == _HOLE_DEALT:
        if not any(street.title == _FIRST for street in streets):
            streets.append(Street(_FIRST, (), ()))
        return
    if isinstance(event, BoardDealt):
        there = sum(len(street.cards) for street in streets)
        cards = tuple(face(card) for card in event.cards)
        streets.append(Street(_STREETS.get(there + len(cards), "Board"), cards, ()))
        return
    title = _title(event)
    if title:
        streets.append(Street(title, (), ()))
    lines = tuple(_LINES[type(event)](event))
    if streets:
        last = streets[-1]
        streets[-1] = last._replace(lines=last.lines + lines)


def _title(event: Any) -> str:
    if isinstance(event, posting.Posted):
        return "Blinds" if any(kind == posting.BLIND for _, _, kind, _ in event.rows) else "Antes"
    if isinstance(event, Settled):
        return "Showdown" if event.settlement.hands else "The pot"
    return "Chips back" if isinstance(event, ChipsBack) else ""


def _tell_posted(event: posting.Posted) -> Iterator[ActionLine]:
    blinds = [row for row in event.rows if row[2] == posting.BLIND]
    names = dict(zip(blinds, _BLINDS.get(len(blinds), ()), strict=False))
    for row in event.rows:
        seat, _, kind, amount = row
        words = names.get(row) or _POSTS.get(kind, kind)
        yield ActionLine(seat, words, words.replace("posts", "post"), amount)


def _tell_bet(event: Bet) -> Iterator[ActionLine]:
    yield ActionLine(event.seat, *_DOES["tap_out" if event.tapped else event.do], event.to if event.added else None)


def _tell_folded(event: Folded) -> Iterator[ActionLine]:
    note = "" if event.why == _FOLDS else event.why
    yield ActionLine(event.seat, *_DOES["fold"], note=note, clause=event.clause if note else "")


def _tell_settled(event: Settled) -> Iterator[ActionLine]:
    done = event.settlement
    words = {hand.seat: hand.words for hand in done.hands}
    for seat, amount in done.returned.items():
        yield ActionLine(seat, "takes back", "take back", amount, "HLD 15.2(b)")
    for seat in done.shown:
        yield ActionLine(seat, f"shows {words.get(seat, '')}", f"show {words.get(seat, '')}")
    for seat in done.mucked:
        yield ActionLine(seat, "mucks", "muck")
    for award in done.awards:
        yield ActionLine(award.seat, "wins", "win", award.amount, award.clause)


def _back(event: ChipsBack) -> Iterator[ActionLine]:
    for place, (seat, _, amount) in enumerate(event.chips):
        told = (event.clause, event.reason) if place == 0 else ("", "")
        yield ActionLine(seat, "takes back", "take back", amount, *told)


def _dead(event: HandDead | HandFouled) -> Iterator[ActionLine]:
    returned = event.returned if isinstance(event, HandDead) else 0
    yield ActionLine(event.seat, "has a dead hand", "have a dead hand", returned or None, event.clause)


_FIRST = "First betting round"
_LINES: Mapping[type, Callable[[Any], Iterator[ActionLine]]] = {
    posting.Posted: _tell_posted,
    posting.OverBlindPosted: lambda event: iter([ActionLine(event.seat, "over-blind", "over-blind", event.to)]),
    Bet: _tell_bet,
    Folded: _tell_folded,
    HandDead: _dead,
    HandFouled: _dead,
    ShownEarly: lambda event: iter(
        [ActionLine(event.seat, "acts out of turn", "act out of turn", clause=event.clause)]
    ),
    ClockCalled: lambda event: iter(
        [ActionLine(event.seat, f"has {event.seconds} seconds", f"have {event.seconds} seconds", clause=event.clause)]
    ),
    HandsTabled: lambda event: (ActionLine(seat, "turns up the cards", "turn up your cards") for seat in event.seats),
    HandRevealed: lambda event: iter([ActionLine(event.seat, "shows the cards", "show your cards")]),
    Settled: _tell_settled,
    ChipsBack: _back,
}
# Told by its kind alone: its cards are nobody's to know.
_HOLE_DEALT = "holdem.HoleDealt"


@cache
def _kinds() -> tuple[str, ...]:
    """The names that the events of a log have in the journal."""
    told = (*_LINES, BoardDealt, DecisionKept, DecisionTakenBack)
    return (_HOLE_DEALT, *(name for name in map(kinds.kind_of, told) if name is not None))

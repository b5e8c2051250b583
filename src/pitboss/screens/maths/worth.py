"""The value of every legal choice at a practice table, from what its player sees.

Against the house it is the exact expected net result of the round. In hold'em that depends on how the others play,
which nobody knows; what can be told is the hand's part of the pot against hands that may be anything, and the part that
a call needs.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards.card import Card, cards
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.reading.table_view import choices_of
from pitboss.floor.tables.dealing import waited_for
from pitboss.floor.tables.record import TableRecord, seats_of
from pitboss.games.holdem.betting.sizes import options as bet_sizes
from pitboss.games.holdem.settings import HIGH, settings_of
from pitboss.games.holdem.state import Holdem
from pitboss.games.holdem.view import HoldemView
from pitboss.games.play import RUNNING, Audience, Cents, Stage, Viewer
from pitboss.games.views import HIDDEN
from pitboss.screens.common.computing import jobs
from pitboss.screens.common.computing.worker import PendingAnswer, Worker

# Letting insurance, surrender or rescue pass: no verb of the game, but something that is chosen.
PASS = "pass"
RANDOM_HAND = "random"


class Option(NamedTuple):
    """A choice, and the expected net result of the round in cents if best play follows it."""

    do: str
    hand: int
    amount: Cents | None
    value: Fraction
    clause: str


class Decision(NamedTuple):
    """The choices of a player at a place, with their values once they are computed."""

    seat: int
    answer: PendingAnswer[jobs.Choices]


class PotOdds(NamedTuple):
    """A hand of hold'em: its part of the pot once that is computed, and what a call costs and can win."""

    seat: int
    opponents: int
    call: Cents
    pot: Cents
    answer: PendingAnswer[jobs.Share]

    @property
    def share_needed(self) -> Fraction:
        """The part of the pot from which on a call loses nothing, if nobody bets any more."""
        return Fraction(self.call, self.pot + self.call)


def not_at(record: TableRecord) -> No | None:
    """UTH 15.1, CAN 16.1, HLD 19.5(a): at a table for money nobody is advised how to play."""
    if record.is_practice:
        return None
    clause = record.kit.no_advice
    return No("What a choice is worth is told at practice tables only.", clause=clause, word="no_advice", status=403)


def decisions(worker: Worker, record: TableRecord, actor: Actor) -> list[Decision]:
    """The places of a player at a game against the house where there is something to decide now."""
    if record.state.felt.stage not in RUNNING or record.room:
        return []
    seats = {choice.seat for choice in choices_of(record, actor) if choice.seat is not None}
    own = [seat for seat in seats_of(record, actor.id) if seat in seats]
    return [Decision(seat, ask_worker(worker, record, seat, actor.id)) for seat in own]


def ask_worker(worker: Worker, record: TableRecord, seat: int, player: str) -> PendingAnswer[jobs.Choices]:
    """The question what a player can do at a place of a table, put to the worker."""
    passes = record.kit.may_pass and player in waited_for(record)
    return worker.ask(jobs.choices, record.state, seat, player, passes)


def options(found: jobs.Choices) -> list[Option]:
    """All that can be chosen, in the order of the rules."""
    listed = [
        Option(each.choice.do, each.choice.hand, each.amount, each.value, each.choice.clause) for each in found.values
    ]
    if found.passing is not None and listed:
        listed.append(Option(PASS, 1, None, found.passing, ""))
    return listed


def best(listed: list[Option]) -> Fraction:
    return max(option.value for option in listed)


def pot_odds(worker: Worker, record: TableRecord, actor: Actor) -> PotOdds | None:
    """The hand of a player of hold'em whose turn it is, where the high hand wins the pot."""
    state = record.state
    if state.felt.stage is not Stage.PLAYING or record.room is None:
        return None
    now, settings = state.play.round, settings_of(state)
    if now.turn < 0 or now.names[now.turn] != actor.id or settings.game != HIGH or settings.hole_cards not in (2, 4):
        return None
    seat = now.seats[now.turn]
    view = record.rules.view(state, Viewer(Audience.SEAT, seat, actor.id))
    assert isinstance(view, HoldemView)
    dealt = {row.seat: row.cards for row in view.seats if row.cards is not None}
    others = [row.seat for row in view.seats if row.seat in dealt and row.seat != seat and not row.folded]
    hands = (" ".join(dealt[seat]), *(_hand_text(dealt[other]) for other in others))
    dead = tuple(_cards_seen(cards for other, cards in dealt.items() if other not in others and other != seat))
    answer = worker.ask(jobs.share, hands, now.board, dead, settings)
    call = min(bet_sizes(settings, now, now.turn).owes, now.stacks[now.turn])
    return PotOdds(seat, len(others), call, _to_win(state, call), answer)


def _hand_text(faces: list[str]) -> str:
    """A hand that lies open, or any hand: of one that only a part was seen of, that part is not looked at."""
    return RANDOM_HAND if HIDDEN in faces else " ".join(faces)


def _cards_seen(hands: Iterator[list[str]]) -> Iterator[Card]:
    """The cards of folded hands that everybody has seen."""
    for faces in hands:
        yield from cards(" ".join(face for face in faces if face != HIDDEN))


def _to_win(state: Holdem, call: Cents) -> Cents:
    """HLD 14.2: the chips in the pots that a hand has a part in after a call."""
    now = state.play.round
    own = now.paid[now.turn] + call
    return (
        sum(min(paid, own) for hand, paid in enumerate(now.paid) if hand != now.turn)
        + now.paid[now.turn]
        + sum(now.dead)
    )

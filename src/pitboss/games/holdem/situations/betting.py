"""Actions out of turn, chips and amounts: what they come to."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.games.holdem.betting.betting import Bet, Folded
from pitboss.games.holdem.betting.early import early_of, is_substantial
from pitboss.games.holdem.betting.out_of_turn import out_of_turn_ruling
from pitboss.games.holdem.settings import settings_of
from pitboss.games.holdem.situations.moves import HoldemTable, choose, copy_of, put_right
from pitboss.games.holdem.situations.scenes import (
    AFTER_FLOP,
    ANY_LEVEL,
    BEFORE_FLOP,
    DEEP,
    Done,
    Level,
    act,
    facing_bet,
    give,
    on_street,
    raised_by,
    table_with,
)
from pitboss.games.holdem.state import hands_in
from pitboss.games.play import Cents, Choice, Command, Role
from pitboss.rulebook.refusal import Refusal

_GIVES_UP = ("fold", "call_and_fold")


class Early(NamedTuple):
    """What has become of an action out of turn when its turn has come: it stands, or it goes back and these are open.

    `stands` is the action by the name it has in the round. `left_by_fold` stays in the pot if the player folds now.
    """

    clause: str
    stands: Done | None = None
    returned: Cents = 0
    call: Cents = 0
    choices: tuple[Choice, ...] = ()
    left_by_fold: Cents = 0


def out_of_turn(
    document: str, level: Level, street: str, facing: Cents, raise_size: Cents, early: Done, since: Sequence[Done]
) -> Early | None:
    """What an action before its turn comes to, once the skipped have done what `since` says; None where all is over.

    After the flop seat 1 has bet or checked, the skipped sit after it and the early one last. Before the flop the
    blinds are at 1 and 2; somebody has raised from seat 3 where more is faced than the big blind. Who checks too early
    there is the big blind.
    """
    before, order, seat = _places(level, street, facing, early, len(since))
    seats = range(1, max(seat, *before, *order, 3 if street == BEFORE_FLOP else 0) + 1)
    table = on_street(document, seats, street, level, {seat: early.to or 0} if early.do == "all_in" else {})
    for each in before:
        act(table, each, _opening(level, street, facing))
    if raise_size:
        raised_by(table, raise_size)
    act(table, seat, Done("tap_out") if early.do == "all_in" else early, out_of_turn=True)
    for each, done in zip(order, since, strict=True):
        act(table, each, done)
        put_right(table)
    return early_settled(table, seat, _as_the_round_has_it(table, seat, street, early))


def _places(level: Level, street: str, facing: Cents, early: Done, skipped: int) -> tuple[list[int], list[int], int]:
    """The seats that have acted before, those that were skipped, and the one that acted too early."""
    if street != BEFORE_FLOP:
        return [1], list(range(2, skipped + 2)), skipped + 2
    if early.do == "check":
        in_turn = [*range(3, max(3, skipped + 1) + 1), 1]
        return in_turn[:-skipped], in_turn[-skipped:], 2
    opener = [3] if facing > level.big else []
    first = 3 + len(opener)
    return opener, list(range(first, first + skipped)), first + skipped


def _opening(level: Level, street: str, facing: Cents) -> Done:
    """What was done before, so that so much is faced."""
    if street == BEFORE_FLOP:
        return Done("raise", facing) if facing > level.big else Done("fold")
    return Done("bet", facing) if facing else Done("check")


def _as_the_round_has_it(table: HoldemTable, seat: int, street: str, early: Done) -> Done:
    """An action by the name it has in the round: before the flop one stands, and an all-in is a call or a raise."""
    if early.do == "all_in":
        now = table.state.play.round
        kept = early_of(now, now.seats.index(seat))
        return Done(early.do) if kept is None else Done(kept.do, kept.to)
    return Done("stand", early.to) if early.do == "check" and street == BEFORE_FLOP else early


def early_settled(table: HoldemTable, seat: int, early: Done) -> Early | None:
    """What has become of an action out of turn, once everybody who was skipped has acted; None before its turn."""
    now = table.state.play.round
    if early.do == "fold" and seat not in {now.seats[hand] for hand in hands_in(now)}:
        return Early(_fold_clause(settings_of(table.state).procedures), Done("fold"))
    if table.game.due(table.state) != (seat,):
        return None
    clause = out_of_turn_ruling(table.state) or ""
    choices = tuple(table.choices())
    # An all-in is offered by this name too, beside the call or the raise that it is.
    offered = {choice.do: choice for choice in choices if choice.do != "tap_out"}
    kept = early_of(now, now.turn)
    shown = early.to if early.to is not None else kept.to if kept is not None else 0
    if set(offered) == {early.do} and offered[early.do].amounts in ((), (shown,)):
        return Early(clause, Done(early.do, shown or None))
    return Early(clause, None, shown, now.call, choices, _left_by_fold(table))


def _fold_clause(document: str) -> str:
    """A fold out of turn binds; the round names the clause when it is shown."""
    events = act(on_street(document, (1, 2, 3), AFTER_FLOP), 3, Done("fold"), out_of_turn=True)
    return next(event.clause for event in events if isinstance(event, Folded))


def _left_by_fold(table: HoldemTable) -> Cents:
    """What stays in the pot of whoever folds now; nothing where no fold is offered."""
    if not any(choice.do in _GIVES_UP for choice in table.choices()):
        return 0
    other = copy_of(table)
    now = other.state.play.round
    hand, before = now.turn, now.paid[now.turn]
    choose(other, *_GIVES_UP)
    return other.state.play.round.paid[hand] - before


def is_substantial_action(actions: Iterable[str]) -> bool:
    """An all-in is a bet, a call or a raise, and puts chips in as they do."""
    return is_substantial(tuple("bet" if do == "all_in" else do for do in actions))


class ChipsRead(NamedTuple):
    """What chips amount to: `short` of the amount to call, or a bet, a call, or a raise to so much."""

    action: str
    amount: Cents
    clause: str


def chips_in(
    document: str,
    facing: Cents,
    chips: Sequence[Cents],
    said: str | None,
    least_raise: Cents = 0,
    stack: Cents = DEEP,
    level: Level = ANY_LEVEL,
) -> ChipsRead:
    """What chips put in against a bet amount to: with nothing said, with `raise` or `call`, or after a wrong count."""
    least = least_raise or facing + max(facing, level.big)
    return _read_chips(facing_bet(document, facing, least - facing, level, stack), chips, said)


def _read_chips(table: HoldemTable, chips: Sequence[Cents], said: str | None) -> ChipsRead:
    """The same for the player whose turn it is."""
    (seat,) = table.game.due(table.state)
    if said == "call":
        events = give(table, Command(Role.PLAYER, "call", seat))
    else:
        counted = {str(value): chips.count(value) for value in sorted(set(chips))}
        events = give(table, Command(Role.PLAYER, "push", seat, amounts=counted, reason=said))
    first = events[0]
    if not isinstance(first, Bet):
        return ChipsRead("short", sum(chips), first.clause)
    return ChipsRead({"raise": "raise_to"}.get(first.do, first.do), first.to, first.clause)


class Sized(NamedTuple):
    """A bet or a raise to some amount: the least there is, why it may not be, and what such a raise comes to."""

    wager: str
    least: Cents | None
    clause: str
    refusal: Refusal | None = None
    made: ChipsRead | None = None


def raise_to(
    document: str, facing: Cents, raise_size: Cents, wanted: Cents, stack: Cents = DEEP, level: Level = ANY_LEVEL
) -> Sized:
    """Whether a raise may be to so much; without an amount, what the least is."""
    increment = raise_size or max(facing, level.big)
    table = facing_bet(document, facing, increment, level, stack)
    (seat,) = table.game.due(table.state)
    wager = "raise" if facing else "bet"
    offered = next((choice for choice in table.choices() if choice.do == wager), None)
    least = None if offered is None else offered.least
    if offered is not None and not wanted:
        return Sized(wager, least, offered.clause)
    answer = table.do(Command(Role.PLAYER, wager, seat, amount=wanted or facing + increment))
    if not isinstance(answer, Refusal):
        return Sized(wager, least, answer[0].clause)
    made = _read_chips(table, [wanted], "raise") if facing and wanted else None
    return Sized(wager, least, answer.clause, answer, made)


class AllIn(NamedTuple):
    """An all-in: what the others call, the least raise of the next, and why who has acted may not raise again."""

    clause: str
    call: Cents
    least_raise: Cents | None
    closed: Refusal | None = None


def all_in(document: str, facing: Cents, raise_size: Cents, total: Cents, level: Level = ANY_LEVEL) -> AllIn:
    """What an all-in is after a bet or a check, with somebody still to act."""
    table = on_street(document, (1, 2, 3), AFTER_FLOP, level, {2: total})
    act(table, 1, Done("bet", facing) if facing else Done("check"))
    if facing:
        raised_by(table, raise_size or max(facing, level.big))
    events = act(table, 2, Done("tap_out"))
    now = table.state.play.round
    least = next((choice.least for choice in table.choices() if choice.do in ("bet", "raise")), None)
    closed = None
    if total > facing:
        act(table, 3, Done("call"))
        again = table.do(Command(Role.PLAYER, "raise", 1, amount=now.call + now.increment))
        closed = again if isinstance(again, Refusal) else None
    return AllIn(events[0].clause, now.call, least, closed)


class BigBlind(NamedTuple):
    """What was posted as big blind and ante, what is left, and what the others have to call then."""

    blind: Cents
    ante: Cents
    left: Cents
    call: Cents


def big_blind(document: str, level: Level, stack: Cents) -> BigBlind:
    """What a short stack posts as big blind and ante."""
    table = table_with(document, {1: DEEP, 2: DEEP, 3: stack, 4: DEEP}, level, button=1)
    now = table.state.play.round
    hand = now.seats.index(3)
    return BigBlind(now.paid[hand], now.dead[hand], now.stacks[hand], now.call)

"""Before the first card: who is dealt in, and the blinds, antes and posts the dealer collects (HLD 8.4, HLD 8.5)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.games.copies import new
from pitboss.games.holdem.betting.sizes import amount_words
from pitboss.games.holdem.seats.lineup import Lineup, lineup, room_after
from pitboss.games.holdem.seats.room_events import APPLIERS as ROOM_EVENTS
from pitboss.games.holdem.seats.seating import departures
from pitboss.games.holdem.settings import ANTE, CLAUSES, HoldemSettings, deck_of, in_round, settings_of
from pitboss.games.holdem.state import NOBODY, PREFLOP, Chair, Holdem, Play, Round, put, with_round
from pitboss.games.house.between_rounds import house_verbs
from pitboss.games.house.events import APPLIERS as HOUSE_EVENTS
from pitboss.games.house.felt import RoundStarted
from pitboss.games.play import Appliers, Cents, Choice, Command, Decision, Role, Stage, State, Verb
from pitboss.rulebook.refusal import Refusal

BLIND, ANTE_PAID, BIG_BLIND_ANTE, POST, DEAD_POST = "blind", "ante", "big_blind_ante", "post", "dead_post"
# Chips that go into the pot without being part of the seat's bet.
_DEAD = (BIG_BLIND_ANTE, DEAD_POST)
MISDEAL = "misdeal"
_LEAVING: Appliers = {**ROOM_EVENTS, **HOUSE_EVENTS}
_BEFORE_POSTING = Round()
_start = house_verbs(CLAUSES, deck_of)["start_round"].decide


class Positions(NamedTuple):
    """Who is dealt in, clockwise from the button's left, where the button and the blinds are, and who stands how."""

    line: Lineup
    clause: str


class Posted(NamedTuple):
    """Chips collected before the round: seat, player, kind and amount, and the amount that is then to be called."""

    rows: tuple[tuple[int, str, str, Cents], ...]
    call: Cents
    last_blind: int | None
    clause: str


class OverBlindPosted(NamedTuple):
    """HLD D-Over-Blind: an optional blind on top of the last one."""

    seat: int
    player: str
    to: Cents
    added: Cents
    clause: str


def start_round(state: Holdem, command: Command) -> Decision:
    """HLD 8.5, HLD 8.5(a), HLD 8.5(b), HLD 8.4[s3]: positions, and blinds or antes that nobody can refuse.

    HLD 14.3[s4]: who is broke and declared, or has left, goes first. HLD 17.3[s2]: a misdeal was no round, so the next
    deal has its number.
    """
    leaving = departures(state)
    for event in leaving:
        state = _LEAVING[type(event)](state, event)
    started = _start(state, command)
    if isinstance(started, Refusal):
        return started
    settings, room = settings_of(state), state.play.room
    line = lineup(settings, room, command.minute, excluded=state.house.shut_out)
    if isinstance(line, Refusal):
        return line
    number = state.house.round + (state.felt.result != MISDEAL)
    rows = tuple(_collect_antes(settings, line, {**room.chairs, **line.chairs} if line.chairs else room.chairs))
    blinds = line.blinds
    call, last = (blinds[-1][1], blinds[-1][0]) if blinds else (0, None)
    clause = "HLD 8.5(b)" if settings.structure == ANTE else "HLD 8.5(a)"
    positions = Positions(line, "HLD 8.4[s2]")
    return *leaving, RoundStarted(number, clause), positions, Posted(rows, call, last, clause)


def _collect_antes(
    settings: HoldemSettings, line: Lineup, chairs: Mapping[int, Chair]
) -> Iterator[tuple[int, str, str, Cents]]:
    """HLD 8.5, HLD D-Ante, R-29, STAR 7.27[s1]: each pays as far as the stake goes.

    STAR 7.27[s2]: the big blind comes before its ante.
    """
    left = {seat: chairs[seat].stake for seat in line.seats}
    due: list[tuple[int, str, Cents]] = []
    if settings.ante:
        due += [(seat, ANTE_PAID, settings.ante) for seat in line.seats]
    due += [(seat, BLIND, level) for seat, level in line.blinds]
    for seat, live, dead in line.posts:
        due += (seat, POST, live), (seat, DEAD_POST, dead)
    if settings.big_blind_ante and line.blinds:
        # STAR 7.14[s3]: posted by the big blind, after it, also where the first blind is on the button.
        first_two = line.blinds[:2]
        big = first_two[-1][0] if line.big is None else line.big
        due.insert(0 if settings.ante_first else len(due), (big, BIG_BLIND_ANTE, settings.big_blind_ante))
    for seat, kind, amount in due:
        taken = min(amount, left[seat])
        left[seat] -= taken
        if taken:
            yield seat, chairs[seat].player, kind, taken


def _positions(state: Holdem, event: Positions) -> Holdem:
    settings, house, felt, play = state
    line = event.line
    room = room_after(play.room, line)
    chairs, nothing = room.chairs, (0,) * len(line.seats)
    sitters = [chairs[seat] for seat in line.seats]
    now = _BEFORE_POSTING._replace(
        seats=line.seats,
        names=tuple([sitter.player for sitter in sitters]),
        button=line.button,
        stacks=tuple([sitter.stake for sitter in sitters]),
        bets=nothing,
        paid=nothing,
        forced=nothing,
        dead=nothing,
        hole=((),) * len(line.seats),
        absent=sum([1 << hand for hand, sitter in enumerate(sitters) if sitter.absent]),
    )
    return new(State, (settings, house, felt, new(Play, (room, now))))


def _apply_posted(state: Holdem, event: Posted) -> Holdem:
    """HLD D-Post, HLD D-Blind: blinds and live posts are live bets; a short one leaves the call at its level (R-29)."""
    now, settings = state.play.round, settings_of(state)
    stacks, bets, paid = list(now.stacks), list(now.bets), list(now.paid)
    forced, dead = list(now.forced), list(now.dead)
    for seat, _, kind, amount in event.rows:
        hand = now.seats.index(seat)
        stacks[hand] -= amount
        if kind in _DEAD:
            dead[hand] += amount
            continue
        paid[hand] += amount
        forced[hand] += amount
        if kind != ANTE_PAID:
            bets[hand] += amount
    minimum = in_round(settings.min_bet, PREFLOP)
    now = now._replace(
        stacks=tuple(stacks),
        bets=tuple(bets),
        paid=tuple(paid),
        forced=tuple(forced),
        dead=tuple(dead),
        tapped=sum([1 << hand for hand, stack in enumerate(stacks) if not stack]),
        call=event.call,
        level=event.call,
        increment=max(minimum, event.call),
        last_blind=NOBODY if event.last_blind is None else now.seats.index(event.last_blind),
    )
    return with_round(state, now)


def over_blind_hand(state: Holdem) -> int:
    """HLD 4.2(e), R-28: the hand that may make an over-blind now, or nobody: the next after the last blind."""
    settings, now = settings_of(state), state.play.round
    level = settings.over_blind
    if state.felt.stage is not Stage.BETTING or level is None or now.over_blind != NOBODY or not now.call:
        return NOBODY
    hand = now.last_blind if settings.over_blind_by == "last_blind" else (now.last_blind + 1) % len(now.seats)
    posted = now.bets[hand] and settings.over_blind_by == "next"
    short = now.stacks[hand] < level - now.bets[hand]
    return NOBODY if posted or short or now.absent >> hand & 1 else hand


def over_blind(state: Holdem, command: Command) -> Decision:
    """HLD D-Over-Blind, HLD 4.2(e), HLD 4.2(f): optional, before the first card; it becomes the last blind."""
    settings, now = settings_of(state), state.play.round
    level = settings.over_blind
    if level is None:
        return Refusal("HLD 4.2(e)", "There are no over-blinds at this table.")
    if state.felt.stage is not Stage.BETTING:
        return Refusal("HLD D-Over-Blind", "An over-blind is made before the first card of the round.")
    hand = over_blind_hand(state)
    if hand == NOBODY or now.seats[hand] != command.seat:
        who = "nobody now" if hand == NOBODY else f"seat {now.seats[hand]}"
        return Refusal("HLD 4.2(e)", f"The over-blind is open to {who}.")
    if command.player not in (None, now.names[hand]):
        return Refusal("HLD 14.4", f"The hand at seat {command.seat} is played by {now.names[hand]} alone.")
    if command.amount not in (None, level):
        return Refusal("HLD 4.2(f)", f"The over-blind is {amount_words(settings, level)} here.")
    return (OverBlindPosted(now.seats[hand], now.names[hand], level, level - now.bets[hand], "HLD 4.2(e)"),)


def over_blind_choices(state: Holdem) -> Iterator[Choice]:
    hand = over_blind_hand(state)
    if hand != NOBODY:
        now, level = state.play.round, settings_of(state).over_blind or 0
        seat, player = now.seats[hand], now.names[hand]
        yield Choice(Role.PLAYER, "over_blind", "HLD 4.2(e)", seat, player, amounts=(level,))


def _over_blind_posted(state: Holdem, event: OverBlindPosted) -> Holdem:
    now = state.play.round
    hand = now.seats.index(event.seat)
    left = now.stacks[hand] - event.added
    now = now._replace(
        stacks=put(now.stacks, hand, left),
        bets=put(now.bets, hand, event.to),
        paid=put(now.paid, hand, now.paid[hand] + event.added),
        forced=put(now.forced, hand, now.forced[hand] + event.added),
        tapped=now.tapped if left else now.tapped | 1 << hand,
        call=event.to,
        level=event.to,
        increment=max(now.increment, event.to),
        last_blind=hand,
        over_blind=hand,
    )
    return with_round(state, now)


VERBS = {
    "start_round": Verb(
        start_round, CLAUSES.place, (Role.DEALER,), (), ("minute",), (Stage.IDLE, Stage.OVER), of_round=False
    ),
    "over_blind": Verb(over_blind, "HLD 4.2(e)", (Role.PLAYER,), ("seat",), ("player", "amount")),
}
APPLIERS: Appliers = {Positions: _positions, Posted: _apply_posted, OverBlindPosted: _over_blind_posted}

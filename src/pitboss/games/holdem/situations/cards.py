"""The clock on a player, absence, exposed and mucked hands, misdeals and disputes: what follows."""

from typing import NamedTuple

from pitboss.games.holdem.betting.betting import Folded
from pitboss.games.holdem.irregular.irregularities import HandDead
from pitboss.games.holdem.irregular.rulings import STAR_COUNTDOWN, ClockCalled
from pitboss.games.holdem.settings import STAR
from pitboss.games.holdem.situations.moves import (
    STAYS,
    HoldemTable,
    choose,
    complete_betting,
    deal_hole_cards,
    draw,
    goes_on,
    play_out,
    put_right,
    what_if,
)
from pitboss.games.holdem.situations.scenes import (
    AFTER_FLOP,
    ANY_LEVEL,
    DEEP,
    Done,
    Level,
    act,
    give,
    on_street,
    table_with,
)
from pitboss.games.house.felt import Recorded, RoundOver
from pitboss.games.play import Cents, Command, Events, Role
from pitboss.rulebook.refusal import Refusal

_SEATS = (1, 2, 3)
_FIRST_BET = ("call", "bet", "raise", "tap_out")


class ClockRun(NamedTuple):
    """The clock on a player: its seconds, those counted aloud, what it led to, and what stays in the pot with that.

    `result` is `action_stands`, `check`, or by document `dead_hand` or `folded`.
    """

    seconds: int
    aloud: int
    result: str
    left_in_pot: Cents | None = None


def call_clock(
    document: str, *, facing: bool, in_pot: Cents, by_seated: bool = True, acted_at: int | None = None
) -> ClockRun:
    """The clock on a player who has a bet in the pot or none, and faces one or none."""
    # Without a bet to face, what is in the pot was put there before.
    table = on_street(document, _SEATS, AFTER_FLOP, ANY_LEVEL if facing or not in_pot else Level(in_pot, in_pot))
    if facing:
        act(table, 1, Done("bet", in_pot or 100))
    if facing and in_pot:
        act(table, 2, Done("raise", 2 * in_pot))
        act(table, 3, Done("fold"))
    (seat,) = table.game.due(table.state)
    asked = (
        Command(Role.OPERATOR, "call_clock")
        if by_seated
        else Command(Role.PLAYER, "call_clock", player="somebody who is not there")
    )
    called = next(event for event in give(table, asked) if isinstance(event, ClockCalled))
    aloud, dead = (STAR_COUNTDOWN, "dead_hand") if document == STAR else (0, "folded")
    if acted_at is not None and acted_at <= called.seconds:
        return ClockRun(called.seconds, aloud, "action_stands")
    events = give(table, Command(Role.OPERATOR, "no_decision", seat, seconds=called.seconds))
    is_dead = any(isinstance(event, Folded) for event in events)
    return ClockRun(called.seconds, aloud, dead if is_dead else "check", in_pot)


def absent_hand(document: str, back: str) -> str | None:
    """The clause by which the hand of an entrant who was away is played; None where it is folded.

    `back` is when they came: `in_the_deal`, `after_the_deal`, or not at all.
    """
    table = table_with(document, dict.fromkeys(_SEATS, DEEP), absent=(2,))
    draw(table, 3 if back == "in_the_deal" else 6)
    if back != "in_the_deal":
        put_right(table)
    events = give(table, Command(Role.DEALER, "mark_present", 2)) if back else ()
    if back == "in_the_deal":
        draw(table, 3)
    put_right(table)
    for _ in _SEATS:
        due = table.game.due(table.state)
        if not due or due == (2,):
            break
        choose(table, *STAYS)
        goes_on(table, ("fold_absent",))
    now = table.state.play.round
    return None if now.folded >> now.seats.index(2) & 1 else events[0].clause


def exposed_hand(document: str) -> Events | Refusal:
    """A hand turned up by its player while others are still to act."""
    return on_street(document, _SEATS, AFTER_FLOP).do(Command(Role.PLAYER, "show", 1))


def mucked_hand(document: str, before: Cents, put_in: Cents, called: bool, level: Level = ANY_LEVEL) -> HandDead:
    """An unprotected hand that got into the discards. `before` was to call, `put_in` is the player's total."""
    table = on_street(document, _SEATS, AFTER_FLOP, level)
    act(table, 1, Done("bet", before) if before else Done("check"))
    if put_in > before:
        act(table, 2, Done("raise" if before else "bet", put_in))
    else:
        act(table, 2, Done("call" if before else "check"))
    if called and put_in:
        act(table, 3, Done("call"))
    events = give(table, Command(Role.SUPERVISOR, "hand_in_discards", 2))
    return next(event for event in events if isinstance(event, HandDead))


class Found(NamedTuple):
    """What the rules have made of an irregularity, and by which clause."""

    result: str | None
    clause: str


def irregular_deal(
    table: HoldemTable, irregularity: str, found: str | None, looked_at: bool | None = None
) -> Found | Refusal:
    """HLD 17.1, HLD 17.2: found at some moment of the deal or the first betting round of a fresh table, or now."""
    if found == "initial_deal":
        # Everybody has one card.
        draw(table, len(table.state.play.round.seats))
    elif found is not None:
        deal_hole_cards(table)
    if found == "after_first_bet":
        first_bet(table)
    elif found == "after_first_betting_round":
        complete_betting(table)
    answer = table.do(Command(Role.SUPERVISOR, "deal_irregularity", reason=irregularity, looked_at=looked_at))
    return answer if isinstance(answer, Refusal) else Found(result_of(answer), answer[0].clause)


def first_bet(table: HoldemTable) -> None:
    """Whoever opens puts chips in, if anybody can."""
    put_right(table)
    if table.game.due(table.state):
        choose(table, *_FIRST_BET)


def result_of(events: Events) -> str | None:
    """What the rules have made of an irregularity: the round's result, or what is written down of it."""
    over = next((event.result for event in events if isinstance(event, RoundOver)), None)
    return over or next((event.what for event in events if isinstance(event, Recorded)), None)


def dispute(table: HoldemTable, about: str, *, next_card_out: bool) -> Events | Refusal:
    """HLD 17.14: the round is played to its end and then disputed, before or after the first card of the next one."""
    other = what_if(table)
    play_out(other)
    if next_card_out:
        give(other, Command(Role.DEALER, "start_round"))
        other.shuffle_if_due()
        other.do(Command(Role.DEALER, "deal", cards=other.game.deck(other.state).cards[:1]))
    return other.do(Command(Role.SUPERVISOR, "review_previous_round", reason=about))

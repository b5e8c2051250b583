"""The end of a round: what goes back, the pots, the commission, the showdown, and every chip to its owner."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.games.copies import new
from pitboss.games.frozen import Frozen
from pitboss.games.holdem.betting.sizes import amount_words
from pitboss.games.holdem.fast.mutable_round import AnyRound, MutableRound
from pitboss.games.holdem.seats.notices import settings_events
from pitboss.games.holdem.settings import STAR, HoldemSettings, settings_of
from pitboss.games.holdem.showdown.commission import BY_SCALE, commission, waive
from pitboss.games.holdem.showdown.pots import Layer, layers, uncalled_bet
from pitboss.games.holdem.showdown.showdown import SOLE, Strength, awards, hand_shown, showing, strengths, unread_hand
from pitboss.games.holdem.state import (
    IN_PLAY,
    NOBODY,
    PREFLOP,
    RIVER,
    Award,
    Chair,
    Charge,
    HandShown,
    Holdem,
    Play,
    Pot,
    Room,
    Round,
    Settlement,
    hands_but,
    hands_in,
)
from pitboss.games.house.felt import RoundOver
from pitboss.games.play import Appliers, Cents, Command, Decision, Events, Outcome, Result, State, Wager
from pitboss.rulebook.refusal import Refusal

# Named once, because to name a member of an enumeration takes longer than to compare with it.
WIN, LOSE, PUSH, RETURNED = Result.WIN, Result.LOSE, Result.PUSH, Result.RETURNED
_NOTHING: Mapping[int, Cents] = Frozen({})
_FOLDED = "Folded: what was bet stays in the pot."
_TIMED_OUT = "Time ran out, so the hand was folded: what was bet stays in the pot."
WAITS = "Hand for hand, the cards of an all-in stay face down until the other tables have finished."


class Settled(NamedTuple):
    """Every chip of the round has found its owner."""

    settlement: Settlement
    outcomes: tuple[Outcome, ...]
    clause: str


class ChipsBack(NamedTuple):
    """The round is void or misdealt: nobody wins, and every chip goes back to who put it in (HLD D-Void)."""

    chips: tuple[tuple[int, str, Cents], ...]
    clause: str
    reason: str


def may_settle(state: Holdem) -> bool:
    """Whether a round is being played, and decided."""
    return state.felt.stage is IN_PLAY and is_decided(state.play.round)


def is_decided(now: AnyRound) -> bool:
    """HLD 9.6: the pot has been won, or the final betting round is complete."""
    if now.turn != NOBODY:
        return False
    return len(now.seats) - now.folded.bit_count() < 2 or (now.street == RIVER and len(now.board) == 5)


def all_in_face_down(state: Holdem) -> tuple[int, ...]:
    """STAR 7.28: the hands still face down although somebody is all-in and no betting is to come.

    So it is on the river too, where others have bet on beside the all-in: nobody mucks.
    """
    now = state.play.round
    if settings_of(state).procedures != STAR or now.turn != NOBODY or state.felt.stage is not IN_PLAY:
        return ()
    in_hand = hands_in(now)
    able = [hand for hand in in_hand if not now.tapped >> hand & 1]
    to_come = len(able) > 1 and now.street < RIVER
    if len(in_hand) < 2 or len(able) == len(in_hand) or to_come:
        return ()
    return tuple(hand for hand in in_hand if not now.shown >> hand & 1)


def waits_for_tables(state: Holdem) -> bool:
    """STAR 7.30: hand for hand, an all-in that was called stays face down until the other tables have finished."""
    return state.play.room.hand_for_hand and bool(all_in_face_down(state))


def not_tabled(state: Holdem) -> Refusal | None:
    """STAR 7.28, STAR 7.30: nothing goes on while hands are face down that must be turned up, or that have to wait."""
    if not all_in_face_down(state):
        return None
    if state.play.room.hand_for_hand:
        return Refusal("STAR 7.30", WAITS)
    return Refusal("STAR 7.28", "Somebody is all-in and no betting is to come: all hands are turned up first.")


def settle(state: Holdem, command: Command) -> Decision:
    """HLD 10.4(a), HLD 12.4(a), HLD 13.1, HLD 13.2: return what was not called, charge, show, and award the pots."""
    done = chips_given_out(state)
    return done if isinstance(done, Refusal) else (done, *round_over(state, "settled", done.clause))


def chips_given_out(state: Holdem) -> Settled | Refusal:
    """HLD 13.3: the end of the round as it stands, or why it has not come yet; players do not agree on another."""
    if not may_settle(state):
        return Refusal("HLD 9.6", "The round is played until one player is left or the final betting is done.")
    face_down = not_tabled(state)
    if face_down:
        return face_down
    return given_out(settings_of(state), state.play.round)


def given_out(settings: HoldemSettings, now: AnyRound) -> Settled | Refusal:
    """Every chip of a round that is decided, to its owner, and what is said to each of them."""
    done = settlement_of(settings, now)
    return done if isinstance(done, Refusal) else settled_by(settings, now, *done)


def settled_by(settings: HoldemSettings, now: AnyRound, settlement: Settlement, clause: str) -> Settled:
    """The end of a round with its outcomes in words; nothing that it looks at changes when the chips are given out."""
    return new(Settled, (settlement, _outcomes(settings, now, settlement), clause))


def settlement_of(settings: HoldemSettings, now: AnyRound) -> tuple[Settlement, str] | Refusal:
    """How every chip of a round that is decided finds its owner, and by which clause."""
    back, paid, hands = uncalled_bet(settings, now), [*now.paid], hands_but(now.folded, len(now.seats))
    returned: Mapping[int, Cents] = _NOTHING
    if back is not None:
        hand, amount = back
        paid[hand] -= amount
        returned = Frozen({now.seats[hand]: amount})
    mucked: tuple[int, ...] = ()
    if len(hands) > 1:
        unread = unread_hand(now, hands)
        if unread != NOBODY:
            return Refusal("HLD 13.1[s1]", f"The hand at seat {now.seats[unread]} is shown or mucked first.")
        pots, charge, given, shown_hands, shown = _showdown(settings, now, paid, hands)
        mucked = tuple([seat for hand in hands if (seat := now.seats[hand]) not in shown])
        clause = "HLD 13.1[s3]"
    else:
        winner, clause = _last_hand(now, hands)
        if winner == NOBODY:
            return Refusal(clause, "No hand is left that could win: the operator may make the round void.")
        pots, charge, given, shown_hands, shown = _sole(settings, now, paid, winner, clause)
    owned = charge.total + sum([award.amount for award in given])
    assert sum(paid) + sum(now.dead) == owned, "Every chip of the round has one owner."
    return new(Settlement, (pots, returned, charge, given, shown_hands, shown, mucked)), clause


def round_over(state: Holdem, result: str, clause: str) -> Events:
    """The end of a round; what was announced while it was played is in force from here on (HLD 4.1)."""
    return new(RoundOver, (result, clause)), *settings_events(state)


_Made = tuple[tuple[Pot, ...], Charge, tuple[Award, ...], tuple[HandShown, ...], tuple[int, ...]]


def _last_hand(now: AnyRound, hands: tuple[int, ...]) -> tuple[int, str]:
    """The only hand left. HLD 17.9[s3], R-24: if none has the right number of cards, the last to fold wins all."""
    if hands:
        return hands[0], "HLD 10.4(a)" if now.street == PREFLOP else "HLD 12.4(a)"
    correct = [hand for hand in now.fold_order if not now.fouled >> hand & 1]
    return (correct[-1], "HLD 17.9[s3]") if correct else (NOBODY, "HLD 19.3")


def _sole(settings: HoldemSettings, now: AnyRound, paid: Sequence[Cents], winner: int, clause: str) -> _Made:
    amount, seat = sum(paid) + sum(now.dead), now.seats[winner]
    charge = commission(settings, now, paid, (new(Layer, (amount, (winner,))),))
    if not amount:
        # All there was has gone back.
        return (), Charge(0, (), charge.clause), (), (), ()
    given = new(Award, (0, SOLE, seat, amount - charge.total, clause))
    return (new(Pot, (amount, (seat,))),), charge, (given,), (), ()


def _showdown(settings: HoldemSettings, now: AnyRound, paid: Sequence[Cents], hands: tuple[int, ...]) -> _Made:
    """HLD D-Showdown, HLD 14.2: the pots with their hands, the charge on them, and who takes what."""
    pots = layers(paid, sum(now.dead), hands, now.tapped)
    strength = strengths(settings, now, hands)
    charge = commission(settings, now, paid, pots)
    if charge.clause in BY_SCALE and _all_tie(now, paid, hands, strength):
        charge = waive(charge)
    given = awards(settings, now, pots, charge.by_pot, strength)
    seen = showing(now, hands, pots, strength)
    seats = now.seats
    named = tuple([new(Pot, (amount, tuple(sorted([seats[hand] for hand in able])))) for amount, able in pots])
    rows = tuple([hand_shown(settings, seats[hand], strength[hand]) for hand in seen])
    return named, charge, given, rows, tuple([seats[hand] for hand in seen])


def _all_tie(now: AnyRound, paid: Sequence[Cents], hands: tuple[int, ...], strength: Mapping[int, Strength]) -> bool:
    """HLD 15.2(c), R-15: whether everybody who put in a chip, dead money included, holds an equal hand to the end."""
    put_in = [hand for hand in range(len(paid)) if paid[hand] or now.dead[hand]]
    if any(hand not in hands for hand in put_in):
        return False
    return len({strength[hand][:2] for hand in put_in}) == 1


def _outcomes(settings: HoldemSettings, now: AnyRound, done: Settlement) -> tuple[Outcome, ...]:
    """What became of the chips of every hand that put some in, in a sentence."""
    won: dict[int, tuple[Cents, str]] = {}
    for _, _, seat, amount, clause in done.awards:
        # Of several pots the clause of the first.
        before, clause = won.get(seat, (0, clause))
        won[seat] = before + amount, clause
    words = {hand.seat: hand.words for hand in done.hands} if done.hands else {}
    returned, folded = done.returned, now.folded
    beaten: dict[int, str] = {}
    rows: list[Outcome] = []
    bit = 1
    for seat, name, paid, dead in zip(now.seats, now.names, now.paid, now.dead, strict=True):
        stake, is_folded = paid + dead, folded & bit
        bit <<= 1
        if seat in won:
            at_risk = stake - returned.get(seat, 0)
            amount, clause = won[seat]
            held = f" with {words[seat]}" if seat in words else ""
            why = f"Wins {amount_words(settings, amount)}{held}."
            net = amount - at_risk
            result = WIN if net > 0 else LOSE if net < 0 else PUSH
        elif not stake:
            continue
        elif is_folded:
            # Nothing goes back to a hand that was folded.
            why = _TIMED_OUT if now.timed_out & is_folded else _FOLDED
            rows.append(new(Outcome, (seat, name, "pot", stake, stake, LOSE, -stake, "HLD D-Fold", why, None)))
            continue
        elif at_risk := stake - returned.get(seat, 0):
            # A hand has a part in the first pots, up to one of them; those that reach as far lose to the same hands.
            reach = sum([seat in pot.eligible for pot in done.pots])
            if reach not in beaten:
                beaten[reach] = f"Beaten at the showdown by {_winners_of(done, reach, words)}."
            net, result, clause, why = -at_risk, LOSE, "HLD 13.1[s3]", beaten[reach]
        else:
            net, result, clause, why = 0, RETURNED, "HLD 15.2(b)", "Nobody matched it: all of it goes back."
        rows.append(new(Outcome, (seat, name, "pot", stake, at_risk, result, net, clause, why, None)))
    return tuple(rows)


def _winners_of(done: Settlement, pots: int, words: Mapping[int, str]) -> str:
    """Those who won one of the first pots."""
    seats = dict.fromkeys([award.seat for award in done.awards if award.pot < pots])
    return " and ".join([f"seat {each} ({words[each]})" if each in words else f"seat {each}" for each in seats])


def _apply_settled(state: Holdem, event: Settled) -> Holdem:
    settings, house, felt, (room, now) = state
    motion = MutableRound(now, settings_of(state))
    motion.give_out(event.settlement)
    felt = felt._replace(wagers=wagers_of(event), clause=event.clause)
    play = Play(with_stakes(room, motion.seats, motion.stacks, moves_on=True), motion.round())
    return State(settings, house, felt, play)


def wagers_of(event: Settled) -> tuple[Wager, ...]:
    """What each has put in, with what became of it."""
    wagers: list[Wager] = []
    for row in event.outcomes:
        decided = None, row, None
        wagers.append(new(Wager, row[:5] + decided))
    return tuple(wagers)


def with_stakes(room: Room, seats: tuple[int, ...], stacks: list[Cents], *, moves_on: bool) -> Room:
    """The stakes as they are after a round. HLD 8.4[s2]: if it counted, the button moves on before the next one."""
    chairs = {**room.chairs}
    for seat, stake in zip(seats, stacks, strict=True):
        chair = chairs[seat]
        if chair.stake != stake:
            counted = chair.player, stake
            chairs[seat] = new(Chair, counted + chair[2:])
    seated = Frozen(chairs), room.button, moves_on
    return new(Room, seated + room[3:])


def chips_in(now: Round) -> tuple[tuple[int, str, Cents], ...]:
    """What each seat has in the round, dead money included."""
    rows = zip(now.seats, now.names, now.paid, now.dead, strict=True)
    return tuple((seat, name, paid + dead) for seat, name, paid, dead in rows if paid + dead)


def _chips_back(state: Holdem, event: ChipsBack) -> Holdem:
    """HLD D-Void, HLD D-Misdeal, R-25: stakes as before the round, and the button stays."""
    play = state.play
    now = play.round
    back = {seat: amount for seat, _, amount in event.chips}
    stacks = [stack + back.get(seat, 0) for seat, stack in zip(now.seats, now.stacks, strict=True)]
    rows = tuple(
        Wager(seat, player, "pot", amount, amount, None, _void(seat, player, amount, event))
        for seat, player, amount in event.chips
    )
    nothing = (0,) * len(now.seats)
    after = now._replace(stacks=tuple(stacks), bets=nothing, paid=nothing, forced=nothing, dead=nothing, turn=NOBODY)
    felt = state.felt._replace(wagers=rows, clause=event.clause)
    room = with_stakes(play.room, now.seats, stacks, moves_on=False)
    return State(state.settings, state.house, felt, Play(room, after))


def _void(seat: int, player: str, amount: Cents, event: ChipsBack) -> Outcome:
    return Outcome(seat, player, "pot", amount, amount, Result.VOID, 0, event.clause, event.reason)


APPLIERS: Appliers = {Settled: _apply_settled, ChipsBack: _chips_back}

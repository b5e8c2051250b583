"""The end of a round: what goes back, the pots, the commission, the showdown, and every chip to its owner."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.games.felt import RoundOver
from pitboss.games.frozen import Frozen
from pitboss.games.holdem.commission import BY_SCALE, commission, waived
from pitboss.games.holdem.notices import settings_events
from pitboss.games.holdem.pots import Layer, layers, uncalled
from pitboss.games.holdem.settings import STAR, HoldemSettings, settings_of
from pitboss.games.holdem.showdown import SOLE, Strength, awards, hand_shown, showing, strengths
from pitboss.games.holdem.sizes import amount_words
from pitboss.games.holdem.state import (
    IN_PLAY,
    NOBODY,
    PREFLOP,
    RIVER,
    Award,
    Charge,
    HandShown,
    Holdem,
    Play,
    Pot,
    Room,
    Round,
    Settlement,
    hands_in,
    put,
)
from pitboss.games.play import Appliers, Cents, Command, Decision, Events, Outcome, Result, State, Wager
from pitboss.rulebook.refusal import Refusal

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
    """HLD 9.6: the pot has been won, or the final betting round is complete."""
    now = state.play.round
    if state.felt.stage is not IN_PLAY or now.turn != NOBODY:
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
    if not may_settle(state):
        return Refusal("HLD 9.6", "The round is played until one player is left or the final betting is done.")
    face_down = not_tabled(state)
    if face_down:
        return face_down
    settings, now = settings_of(state), state.play.round
    back = uncalled(settings, now)
    paid = now.paid if back is None else put(now.paid, back[0], now.paid[back[0]] - back[1])
    returned = {} if back is None else {now.seats[back[0]]: back[1]}
    hands = hands_in(now)
    if len(hands) > 1:
        made = _showdown(settings, now, paid, hands)
        clause = "HLD 13.1[s3]"
    else:
        winner, clause = _last_hand(now, hands)
        if winner == NOBODY:
            return Refusal(clause, "No hand is left that could win: the operator may make the round void.")
        made = _sole(settings, now, paid, winner, clause)
    pots, charge, given, shown_hands, shown = made
    mucked = tuple([now.seats[hand] for hand in hands if len(hands) > 1 and now.seats[hand] not in shown])
    settlement = Settlement(pots, Frozen(returned), charge, given, shown_hands, shown, mucked)
    outcomes = tuple(_outcomes(settings, now, settlement))
    return Settled(settlement, outcomes, clause), *round_over(state, "settled", clause)


def round_over(state: Holdem, result: str, clause: str) -> Events:
    """The end of a round; what was announced while it was played is in force from here on (HLD 4.1)."""
    return RoundOver(result, clause), *settings_events(state)


_Made = tuple[tuple[Pot, ...], Charge, tuple[Award, ...], tuple[HandShown, ...], tuple[int, ...]]


def _last_hand(now: Round, hands: tuple[int, ...]) -> tuple[int, str]:
    """The only hand left. HLD 17.9[s3], R-24: if none has the right number of cards, the last to fold wins all."""
    if hands:
        return hands[0], "HLD 10.4(a)" if now.street == PREFLOP else "HLD 12.4(a)"
    correct = [hand for hand in now.fold_order if not now.fouled >> hand & 1]
    return (correct[-1], "HLD 17.9[s3]") if correct else (NOBODY, "HLD 19.3")


def _sole(settings: HoldemSettings, now: Round, paid: tuple[Cents, ...], winner: int, clause: str) -> _Made:
    pot = Layer(sum(paid) + sum(now.dead), (winner,))
    charge = commission(settings, now, paid, (pot,))
    seat = now.seats[winner]
    if not pot.amount:
        # All there was has gone back.
        return (), Charge(0, (), charge.clause), (), (), ()
    given = Award(0, SOLE, seat, pot.amount - charge.total, clause)
    return (Pot(pot.amount, (seat,)),), charge, (given,), (), ()


def _showdown(settings: HoldemSettings, now: Round, paid: tuple[Cents, ...], hands: tuple[int, ...]) -> _Made:
    """HLD D-Showdown, HLD 14.2: the pots with their hands, the charge on them, and who takes what."""
    pots = layers(paid, sum(now.dead), hands, now.tapped)
    strength = strengths(settings, now, hands)
    charge = commission(settings, now, paid, pots)
    if charge.clause in BY_SCALE and _all_tie(now, paid, hands, strength):
        charge = waived(charge)
    given = awards(settings, now, pots, charge.by_pot, strength)
    seen = showing(now, hands, pots, strength)
    seats = now.seats
    named = tuple([Pot(pot.amount, tuple(sorted([seats[hand] for hand in pot.hands]))) for pot in pots])
    rows = tuple([hand_shown(settings, seats[hand], strength[hand]) for hand in seen])
    return named, charge, given, rows, tuple([seats[hand] for hand in seen])


def _all_tie(now: Round, paid: tuple[Cents, ...], hands: tuple[int, ...], strength: Mapping[int, Strength]) -> bool:
    """HLD 15.2(c), R-15: whether everybody who put in a chip, dead money included, holds an equal hand to the end."""
    put_in = [hand for hand in range(len(paid)) if paid[hand] or now.dead[hand]]
    if any(hand not in hands for hand in put_in):
        return False
    return len({strength[hand][:2] for hand in put_in}) == 1


def _outcomes(settings: HoldemSettings, now: Round, done: Settlement) -> Iterator[Outcome]:
    """What became of the chips of every hand that put some in, in a sentence."""
    won: dict[int, Cents] = {}
    for award in done.awards:
        won[award.seat] = won.get(award.seat, 0) + award.amount
    words = {hand.seat: hand.words for hand in done.hands}
    beaten: dict[int, str] = {}
    for hand, seat in enumerate(now.seats):
        stake = now.paid[hand] + now.dead[hand]
        mine = won.get(seat, 0)
        if not stake and not mine:
            continue
        at_risk = stake - done.returned.get(seat, 0)
        net = mine - at_risk
        result = Result.WIN if net > 0 else Result.LOSE if net < 0 else Result.PUSH
        if mine:
            clause = next(award.clause for award in done.awards if award.seat == seat)
            held = f" with {words[seat]}" if seat in words else ""
            why = f"Wins {amount_words(settings, mine)}{held}."
        elif not at_risk:
            clause, why, result = "HLD 15.2(b)", "Nobody matched it: all of it goes back.", Result.RETURNED
        elif now.folded >> hand & 1:
            clause, why = "HLD D-Fold", "Folded: what was bet stays in the pot."
        else:
            # A hand has a part in the first pots, up to one of them; those that reach as far lose to the same hands.
            reach = sum([seat in pot.eligible for pot in done.pots])
            if reach not in beaten:
                beaten[reach] = f"Beaten at the showdown by {_winners_of(done, reach, words)}."
            clause, why = "HLD 13.1[s3]", beaten[reach]
        yield Outcome(seat, now.names[hand], "pot", stake, at_risk, result, net, clause, why)


def _winners_of(done: Settlement, pots: int, words: Mapping[int, str]) -> str:
    """Those who won one of the first pots."""
    seats = dict.fromkeys([award.seat for award in done.awards if award.pot < pots])
    return " and ".join([f"seat {each} ({words[each]})" if each in words else f"seat {each}" for each in seats])


def _settled(state: Holdem, event: Settled) -> Holdem:
    """HLD 8.4[s2]: the stakes as they are now; the button moves on before the next round."""
    play, done = state.play, event.settlement
    now = play.round
    stacks = list(now.stacks)
    for seat, amount in done.returned.items():
        stacks[now.seats.index(seat)] += amount
    for award in done.awards:
        stacks[now.seats.index(award.seat)] += award.amount
    rows = tuple([Wager(row.seat, row.player, row.wager, row.stake, row.at_risk, None, row) for row in event.outcomes])
    after = Play(_with_stakes(play, stacks, moves_on=True), now._replace(stacks=tuple(stacks), settlement=done))
    return State(state.settings, state.house, state.felt._replace(wagers=rows, clause=event.clause), after)


def _with_stakes(play: Play, stacks: list[Cents], *, moves_on: bool) -> Room:
    chairs = dict(play.room.chairs)
    for seat, stake in zip(play.round.seats, stacks, strict=True):
        if chairs[seat].stake != stake:
            chairs[seat] = chairs[seat]._replace(stake=stake)
    return play.room._replace(chairs=Frozen(chairs), moves_on=moves_on)


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
    return State(state.settings, state.house, felt, Play(_with_stakes(play, stacks, moves_on=False), after))


def _void(seat: int, player: str, amount: Cents, event: ChipsBack) -> Outcome:
    return Outcome(seat, player, "pot", amount, amount, Result.VOID, 0, event.clause, event.reason)


APPLIERS: Appliers = {Settled: _settled, ChipsBack: _chips_back}

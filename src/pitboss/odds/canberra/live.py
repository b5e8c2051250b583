"""What bet and fold are worth to a player who sits at a practice table and sees the own cards and the dealer's upcard.

CAN 16.1 keeps it away from any other table.
"""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards.card import Card
from pitboss.cards.compiled import compile_kernel
from pitboss.games.canberra import GAME
from pitboss.games.canberra.jackpot import Winner, pay
from pitboss.games.canberra.layout import ANTE, ANTE_PAYS, BET, cap_of, settings_of
from pitboss.games.canberra.round import BetPlaced, Box, Canberra, open_jackpots
from pitboss.games.canberra.settlement import dealer_hand, hand_of, settle_ante, settle_bet
from pitboss.games.house.boxes import box_at
from pitboss.games.house.felt import wager_at
from pitboss.games.play import Cents, Choice, Command, Role, Wager
from pitboss.odds.canberra.places import least_in, place_of, place_of_strength, places
from pitboss.odds.canberra.rounds import LOST, NOT_IN, TIED, WON
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.live import ChoiceValue
from pitboss.rulebook.refusal import Refusal


class _Ends(NamedTuple):
    """Of all hands the dealer may have, how many end the round in which way for a hand that has bet."""

    not_in: int
    won: int
    tied: int
    lost: int


def choice_values(state: Canberra, seat: int, *, rules: CanberraRules | None = None) -> tuple[ChoiceValue, ...]:
    """The expected net cents of the round for each choice of a seat, its jackpot wager included, in exact fractions.

    Other boxes may hold any cards that are not seen. Where several boxes may share in a jackpot or in a maximum payout
    of the table, this one is taken to have it alone. Before the deal there is nothing to know, and so no value.
    """
    if rules is not None:
        state = state._replace(settings=rules.settings)
    found = []
    for choice in GAME.choices(state):
        box = box_at(state.play, choice.seat)
        if choice.seat != seat or box is None:
            continue
        if choice.do == "fold":
            found.append(ChoiceValue(choice, None, Fraction(-_ante(state, box).at_risk - _jackpot_stake(state, box))))
        elif choice.do == "bet":
            found.append(ChoiceValue(choice, choice.amounts[0], _bet_value(state, box, choice)))
        elif choice.do == "claim_jackpot":
            found.append(ChoiceValue(choice, None, Fraction(_settlement_net(state, box) + _jackpot_net(state, box))))
    return tuple(found)


def _ante(state: Canberra, box: Box) -> Wager:
    ante = wager_at(state.felt.wagers, box.seat, ANTE)
    assert ante is not None, "a hand that decides has an ante"
    return ante


def _bet_value(state: Canberra, box: Box, choice: Choice) -> Fraction:
    """CAN 9.3, CAN 9.4, CAN 9.5: over all hands that the dealer may have."""
    amount, risked = choice.amounts[0], _bet_at_risk(state, choice)
    wager, cap = Wager(box.seat, box.player, BET, amount, risked), cap_of(settings_of(state))
    left = cap.room_left(wager, state.felt.wagers)
    odds = settings_of(state).bet_pays[hand_of(box).category]
    paid = odds.on(risked) if left is None else min(odds.on(risked), left)
    ante = _ante(state, box).at_risk
    ends = _ends(state, box)
    total = (ends.not_in + ends.won) * ANTE_PAYS.on(ante) + ends.won * paid - ends.lost * (ante + risked)
    return Fraction(total, sum(ends)) + _jackpot_net(state, box)


def _bet_at_risk(state: Canberra, choice: Choice) -> Cents:
    """What of the bet would be live, as the table itself decides it."""
    decided = GAME.decide(state, Command(Role.PLAYER, BET, choice.seat, choice.player, amount=choice.amounts[0]))
    assert not isinstance(decided, Refusal), f"offered and refused: {decided}"
    [placed] = decided
    assert isinstance(placed, BetPlaced)
    return placed.at_risk


def _ends(state: Canberra, box: Box) -> _Ends:
    """The dealer's cards that the player knows are the upcard and any that was shown wrongly, CAN 14.1[s2].

    Cards of others that were shown are not among those the dealer may have.
    """
    play = state.play
    assert play.up is not None, "the dealer has all five cards"
    known = [card for card in play.dealer if card == play.dealer[play.up] or card in play.seen]
    gone = {*box.cards, *known, *play.seen}
    unseen = [Card(card) for card in range(52) if card not in gone]
    mine = place_of_strength(hand_of(box).strength)
    counted = np.zeros(LOST + 1, np.int64)
    _count_ends(mine, np.array(known), np.array(unseen), least_in(), places(), counted)
    return _Ends(*(int(counted[end]) for end in (NOT_IN, WON, TIED, LOST)))


@compile_kernel
def _count_ends(mine: Any, known: Any, unseen: Any, least: Any, lookup: Any, counted: Any) -> None:
    """Every way to fill up the dealer's hand from the unseen cards, in order."""
    hand = np.empty(5, np.int64)
    for number in range(known.size):
        hand[number] = known[number]
    missing = 5 - known.size
    chosen = np.arange(missing)
    while True:
        for number in range(missing):
            hand[known.size + number] = unseen[chosen[number]]
        place = place_of(hand[0], hand[1], hand[2], hand[3], hand[4], lookup)
        if place < least:
            counted[NOT_IN] += 1
        elif place == mine:
            counted[TIED] += 1
        else:
            counted[WON if mine > place else LOST] += 1
        last = missing - 1
        while last >= 0 and chosen[last] == unseen.size - missing + last:
            last -= 1
        if last < 0:
            return
        chosen[last] += 1
        for later in range(last + 1, missing):
            chosen[later] = chosen[later - 1] + 1


def _jackpot_stake(state: Canberra, box: Box) -> Cents:
    return sum(wager.at_risk for wager in open_jackpots(state) if wager.seat == box.seat)


def _jackpot_net(state: Canberra, box: Box) -> Cents:
    """CAN 10.5, CAN 11.1: the prize of the hand at the meter as it is, for a hand that has bet; the stake is gone."""
    stake, settings, meter = _jackpot_stake(state, box), settings_of(state), state.play.jackpot
    category = hand_of(box).category
    if not stake or category not in settings.prizes:
        return -stake
    assert settings.jackpot is not None
    assert meter is not None
    [payout], _ = pay(meter, [Winner(box.seat, box.player, category)], settings.jackpot, settings.prizes)
    return payout.amount - stake


def _settlement_net(state: Canberra, box: Box) -> Cents:
    """What ante and bet are about to bring, once the dealer's hand is up."""
    player, dealer, settings = hand_of(box), dealer_hand(state), settings_of(state)
    bet = wager_at(state.felt.wagers, box.seat, BET)
    assert bet is not None, "who may claim has bet"
    cap = cap_of(settings)
    most = (cap, cap.room_left(bet, state.felt.wagers))
    ante = settle_ante(_ante(state, box), player, dealer)
    return ante.net + settle_bet(bet, player, dealer, settings.bet_pays, most).net

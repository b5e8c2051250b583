"""Rounds of Canberra Poker in compiled code: millions a second from a seed, or given orders of cards one by one."""

from collections import Counter

import numpy as np
import numpy.typing as npt

from pitboss.cards.order import Category
from pitboss.games.canberra import GAME
from pitboss.games.canberra.jackpot import Meter, Winner, contributions_of, pay
from pitboss.games.canberra.layout import ANTE_PAYS, DEAL, FIRST_CARD, HAND_SIZE, JACKPOT
from pitboss.games.house.dealing import AUTOMATED
from pitboss.games.play import DEALER, Cents, Wager
from pitboss.odds.canberra.places import categories, least_in, places
from pitboss.odds.canberra.plan import plan
from pitboss.odds.canberra.rounds import FOLDED, LOST, NOT_IN, WON, play_each, play_many
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.canberra.stakes import bet_at_risk
from pitboss.odds.tally import Tally

_ENDS = 5
_CATEGORIES = max(Category) + 1
_BOX, _PLAYER = 1, "P1"
_WORD = (1 << 64) - 1

Nets = npt.NDArray[np.int64]


def simulate(rules: CanberraRules, strategy: str, rounds: int, seed: int) -> Tally:
    """So many rounds from fresh shuffles, the same for the same seed.

    The jackpot wager is made where the table offers it, and every round finds the meter of the settings.
    """
    decisions = plan(rules, strategy)
    ends = np.zeros((_ENDS, _CATEGORIES), np.int64)
    play_many(rounds, np.uint64(seed & _WORD), decisions, places(), categories(), least_in(), ends)
    results = {wager: _count_nets(nets, ends) for wager, nets in nets_by_end(rules).items()}
    folds = int(ends[FOLDED].sum())
    return Tally(rounds, results, Counter({"bet": rounds - folds, "fold": folds}))


def play_deals(rules: CanberraRules, strategy: str, decks: npt.NDArray[np.uint8]) -> dict[str, Nets]:
    """Net cents by wager for each row of cards in the order they leave the shoe, with one box in play."""
    hands, up = _where_cards_go(rules)
    ends = np.empty((2, len(decks)), np.int64)
    play_each(decks, hands, up, plan(rules, strategy), places(), categories(), least_in(), ends)
    return {wager: nets[ends[0], ends[1]] for wager, nets in nets_by_end(rules).items()}


def nets_by_end(rules: CanberraRules) -> dict[str, Nets]:
    """The net cents of each wager by how the round ends and by the class of the player's hand, as the table pays."""
    ante, bet = rules.stake, bet_at_risk(rules)
    main = np.zeros((_ENDS, _CATEGORIES), np.int64)
    main[FOLDED] = -ante
    main[NOT_IN] = ANTE_PAYS.on(ante)
    for category, odds in rules.settings.bet_pays.items():
        main[WON, category] = ANTE_PAYS.on(ante) + min(odds.on(bet), rules.settings.max_payout)
    main[LOST] = -ante - bet
    return {"main": main} if rules.settings.jackpot is None else {"main": main, JACKPOT: _jackpot_nets(rules)}


def _jackpot_nets(rules: CanberraRules) -> Nets:
    """CAN 11.1, CAN 7.3: the prize whatever becomes of the bet, none for a fold; the wager is gone (C-A26)."""
    wager = rules.settings.jackpot.wager if rules.settings.jackpot else 0
    nets = np.full((_ENDS, _CATEGORIES), -wager, np.int64)
    for category in rules.settings.prizes:
        nets[NOT_IN:, category] += prize_alone(rules, Category(category))
    return nets


def prize_alone(rules: CanberraRules, category: Category) -> Cents:
    """What the table pays for a hand at the pools of its settings, when nobody else is at it."""
    settings, jackpot = rules.settings, rules.settings.jackpot
    assert jackpot is not None
    chip = Wager(_BOX, _PLAYER, JACKPOT, jackpot.wager, jackpot.wager)
    [added] = contributions_of((chip,), jackpot)
    meter = Meter(jackpot.pool + added.to_pool, jackpot.reserve + added.to_reserve, jackpot.pool, (added,))
    [payout], _ = pay(meter, [Winner(_BOX, _PLAYER, category)], jackpot, settings.prizes)
    return payout.amount


def _count_nets(nets: Nets, ends: npt.NDArray[np.int64]) -> Counter[Cents]:
    counted: Counter[Cents] = Counter()
    for net, count in zip(nets.ravel().tolist(), ends.ravel().tolist(), strict=True):
        if count:
            counted[net] += count
    return counted


def _where_cards_go(rules: CanberraRules) -> tuple[npt.NDArray[np.int64], int]:
    """The places of the player's five cards and of the dealer's in the shoe, and which of the dealer's faces up.

    CAN 6.2, CAN 12.4[s2]: the last, or with the automated shoe the top one (C-A7).
    """
    seats = DEAL.plan(GAME.opened(rules.settings), (_BOX,))
    hands = [[place for place, seat in enumerate(seats) if seat == whose] for whose in (_BOX, DEALER)]
    first = rules.settings.shoe == AUTOMATED and rules.settings.up_card == FIRST_CARD
    return np.array(hands, np.int64), 0 if first else HAND_SIZE - 1

"""What each choice is worth at a live table of Ultimate Texas Hold-em, on what the player sees.

Before the flop the answer comes from the solver; from the flop on, and wherever a communal card or a dealer's card was
shown early (UTH 13.4(b), UTH 13.5), every deal that is still possible is played out. What others at the table hold or
are paid is left out of account.
"""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import Card
from pitboss.cards.compiled import compile_kernel
from pitboss.games.house.boxes import box_at
from pitboss.games.house.felt import wager_at
from pitboss.games.play import COMMUNAL, DEALER, Cents, Choice
from pitboss.games.ultimate.layout import ANTE, BLIND, PLAY, TRIPS, UltimateSettings
from pitboss.games.ultimate.round import Box, Phase, Ultimate, player_choices
from pitboss.odds.live import ChoiceValue
from pitboss.odds.ultimate.boards import NO_FLUSH, board_class, kind_of, pair_of
from pitboss.odds.ultimate.money import CHECK, FOLD, Money, money_at, values_before_flop
from pitboss.odds.ultimate.outcomes import ENDS, showdown_ends
from pitboss.odds.ultimate.plan import hand_class
from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.odds.ultimate.showdown import NONE_SHOWN, Showdowns, ranker_tables, showdowns
from pitboss.odds.ultimate.simulation import board_of, end_of, place_of

_UNKNOWN = -1


class Sight(NamedTuple):
    """What a player sees: two cards, the five communal places, and what was shown of the dealer's cards."""

    hole: tuple[Card, ...]
    board: tuple[int, ...]
    dealer: tuple[Card, ...]

    @property
    def is_plain(self) -> bool:
        return not self.dealer and set(self.board) == {_UNKNOWN}


def choice_values(state: Ultimate, seat: int, *, rules: UltimateRules | None = None) -> tuple[ChoiceValue, ...]:
    """The expected net cents of the round for each legal choice of a hand, all its wagers included.

    Best play follows the choice.
    `rules` may bring other settings than those of the table; its stake is not looked at, the wagers are those made.
    """
    choices = [choice for choice in player_choices(state) if choice.seat == seat]
    box = box_at(state.play, seat)
    if not choices or box is None:
        return ()
    settings = rules.settings if rules else state.settings
    assert isinstance(settings, UltimateSettings)
    money = money_of(state, seat, settings, lost_on_fold=rules.trips_lost_on_fold if rules else True)
    if state.play.phase is Phase.DECLARED:
        return tuple(ChoiceValue(choice, None, Fraction(_all_lost(state, seat))) for choice in choices)
    sight = _sight(state, box)
    before_flop = state.play.phase is Phase.BEFORE_FLOP
    if before_flop and sight.is_plain:
        values = values_before_flop(money, int(hand_class(*sight.hole)), with_trips=True)
    else:
        values = played_out(money, sight, before_flop=before_flop)
    ante = wager_at(state.felt.wagers, seat, ANTE)
    assert ante is not None
    return tuple(found for choice in choices for found in _choice_values(choice, values, ante.stake))


def _choice_values(choice: Choice, values: dict[int, Fraction], ante: Cents) -> list[ChoiceValue]:
    if choice.do == "play":
        return [ChoiceValue(choice, amount, values[amount // ante]) for amount in choice.amounts]
    return [ChoiceValue(choice, None, values[CHECK if choice.do == "check" else FOLD])]


def money_of(state: Ultimate, seat: int, settings: UltimateSettings, *, lost_on_fold: bool = True) -> Money:
    """The wagers of a hand as they are live."""
    wagers = [wager_at(state.felt.wagers, seat, kind) for kind in (ANTE, BLIND, TRIPS)]
    ante, blind, trips = (wager.at_risk if wager else 0 for wager in wagers)
    return money_at(settings, (ante, blind, trips), state.house.limits, trips_lost_on_fold=lost_on_fold)


def _all_lost(state: Ultimate, seat: int) -> Cents:
    """UTH 9.1[s2]: who concedes loses every wager."""
    wagers = [wager_at(state.felt.wagers, seat, kind) for kind in (ANTE, BLIND, TRIPS, PLAY)]
    return -sum(wager.at_risk for wager in wagers if wager)


def _sight(state: Ultimate, box: Box) -> Sight:
    play = state.play
    board = tuple(
        int(card) if place < play.shown or (COMMUNAL, card) in play.seen else _UNKNOWN
        for place, card in enumerate(play.communal)
    )
    return Sight(box.cards, board, tuple(card for card in play.dealer if (DEALER, card) in play.seen))


def played_out(money: Money, sight: Sight, *, before_flop: bool) -> dict[int, Fraction]:
    """The same by playing out every deal that is still possible.

    Before the flop these are many: where no card of the dealer is known, the showdowns are counted beforehand.
    """
    seen = {*sight.hole, *sight.board, *sight.dealer}
    deck = np.array([card for card in range(52) if card not in seen], np.int64)
    sums = np.zeros(CHECK + 2, np.int64)
    counted = showdowns() if before_flop and not sight.dealer else NONE_SHOWN
    hands = (np.array(sight.hole, np.int64), np.array(sight.dealer, np.int64))
    rules = (money.main() + money.side(), ranker_tables(), _of_hand(counted, sight.hole))
    _play_out(before_flop, hands, np.array(sight.board, np.int64), deck, rules, sums)
    deals = int(sums[-1])
    return {choice: Fraction(int(sums[choice]), deals) for choice in range(CHECK + 1)}


def _of_hand(counted: Showdowns, hole: tuple[Card, ...]) -> tuple[npt.NDArray[Any], ...]:
    """The showdowns of one hand, by flush suit and class of boards: little enough to be quickly at hand."""
    pairs = [pair_of(*(kind_of(card, suit) for card in hole)) for suit in range(NO_FLUSH + 1)]
    return tuple(np.ascontiguousarray(counts[:, pairs].T) for counts in counted.arrays())


@compile_kernel
def _play_out(before_flop: Any, hands: Any, board: Any, deck: Any, rules: Any, sums: Any) -> None:
    """Sums over all deals, by choice now; the last place counts the deals.

    At most 50 over 3 flops, 47 over 2 turns and rivers and 990 dealer hands, of some million cents each.
    """
    flop_places, last_places = np.flatnonzero(board[:3] < 0), 3 + np.flatnonzero(board[3:] < 0)
    flop_draw, last_draw = np.arange(len(flop_places)), np.arange(len(last_places))
    of_flop = np.zeros(CHECK + 2, np.int64)
    going = True
    while going:
        for at in range(len(flop_draw)):
            board[flop_places[at]] = deck[flop_draw[at]]
        left = _without(deck, flop_draw)
        of_flop[:] = 0
        for at in range(len(last_draw)):
            last_draw[at] = at
        more = True
        while more:
            for at in range(len(last_draw)):
                board[last_places[at]] = left[last_draw[at]]
            _show_down(hands, board, left, last_draw, rules, of_flop)
            more = _next_draw(last_draw, len(left))
        # After the flop: twice the ante, or what the river brings.
        if before_flop:
            of_flop[CHECK] = max(of_flop[2], of_flop[CHECK])
        for choice in range(len(sums)):
            sums[choice] += of_flop[choice]
        going = _next_draw(flop_draw, len(deck))


@compile_kernel
def _show_down(hands: Any, board: Any, left: Any, last_draw: Any, rules: Any, sums: Any) -> None:
    """One board against every dealer hand; to check is worth the better of playing and folding on the river."""
    nets, ranker, counted = rules
    if counted[0].size:
        category, ends = _counted_ends(board, counted)
    else:
        category, ends = _played_ends(hands, board, _without(left, last_draw), ranker)
    for choice in range(CHECK):
        value = 0
        for end in range(ENDS):
            value += ends[end] * nets[choice, category, end]
        sums[choice] += value
        if choice == 0:
            folding = value
        elif choice == 1:
            sums[CHECK] += max(value, folding)
    for end in range(ENDS):
        sums[CHECK + 1] += ends[end]


@compile_kernel
def _counted_ends(board: Any, counted: Any) -> Any:
    """The category of a hand, and its ends against all dealer hands, from the showdowns of its class of boards."""
    wins, ties, unqualified, categories = counted
    number, suit = board_class(board)
    category = np.int64(categories[suit, number])
    return category, showdown_ends(
        np.int64(wins[suit, number]), np.int64(ties[suit, number]), np.int64(unqualified[suit, number]), category
    )


@compile_kernel
def _played_ends(hands: Any, board: Any, deck: Any, ranker: Any) -> Any:
    """The same by ranking every hand that the dealer can have."""
    hole, dealer = hands
    ends = np.zeros(ENDS, np.int64)
    common = board_of(board)
    player = place_of(common, hole[0], hole[1], ranker)
    for first in range(len(deck)):
        if len(dealer) == 2:
            ends[end_of(player, place_of(common, dealer[0], dealer[1], ranker), ranker)] += 1
            break
        if len(dealer) == 1:
            ends[end_of(player, place_of(common, dealer[0], deck[first], ranker), ranker)] += 1
            continue
        for second in range(first):
            ends[end_of(player, place_of(common, deck[first], deck[second], ranker), ranker)] += 1
    return np.int64(ranker[3][player]), (ends[0], ends[1], ends[2], ends[3], ends[4])


@compile_kernel
def _without(deck: Any, drawn: Any) -> Any:
    left = np.ones(len(deck), np.bool_)
    left[drawn] = False
    return deck[left]


@compile_kernel
def _next_draw(drawn: Any, cards: Any) -> Any:
    """The next choice of places in ascending order, in place; False after the last one."""
    size = len(drawn)
    for at in range(size - 1, -1, -1):
        if drawn[at] < cards - size + at:
            drawn[at] += 1
            for after in range(at + 1, size):
                drawn[after] = drawn[after - 1] + 1
            return True
    return False

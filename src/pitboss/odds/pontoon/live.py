"""What each choice of a player is worth at a live table of Pontoon, in cents, with best play after it.

The player sees every card on the table (PON 6.1); these are out of the decks, which are taken as full otherwise. The
values count the whole round: what has been decided, insurance and Perfect Pairs as well. Of a box with several players
the one who chooses is taken to be alone on it. An amount is always the most that is allowed.

On a box that has not been split every value but that of splitting is exact, beside the rounding of float64. Splitting
is worth what `splits` computes for hands that are then played on their own cards.

On a box that has been split each hand counts by itself with the cards seen now: what stands against the dealer and the
hand that is played exactly, a hand that waits for its second card as if nothing more were seen before it. That a
dealer's Pontoon takes one wager of all open hands (P-09) is exact while a hand stands or no hand waits; otherwise the
chances that the waiting hands end before the dealer draws are multiplied.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache

from pitboss.games.play import Cents, Choice, Role, Wager
from pitboss.games.pontoon import GAME
from pitboss.games.pontoon.hands import is_pontoon
from pitboss.games.pontoon.layout import INSURANCE, MAIN, PERFECT_PAIRS, settings_of
from pitboss.games.pontoon.round import Phase, Pontoon, Standing, box_at, on_table
from pitboss.games.pontoon.settlement import settle_pair
from pitboss.odds.live import ChoiceValue
from pitboss.odds.pontoon.against import Against, Decks, full_decks, setup_of, solve_against
from pitboss.odds.pontoon.cells import ACE, CELLS, KIND_OF_CARD, TEN, value_of
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.split.live import SplitTable

# Values are computed in float64 and given to the millionth of a cent, far above what rounding can change.
MILLION = 10**6

_setup = lru_cache(maxsize=8)(setup_of)


def choice_values(state: Pontoon, seat: int, *, rules: PontoonRules | None = None) -> tuple[ChoiceValue, ...]:
    """Each choice that a seat has now, with the mean of the round in cents if best play follows it."""
    if rules is not None:
        state = state._replace(settings=rules.settings)
    found = []
    seats: dict[str, _Seat] = {}
    for choice in GAME.choices(state):
        if choice.by is Role.PLAYER and choice.seat == seat and choice.player and box_at(state.play, seat):
            table = seats.setdefault(choice.player, _Seat(state, seat, choice.player, rules))
            amount = choice.amounts[0] if choice.amounts else choice.most
            found.append(ChoiceValue(choice, amount, table.value(choice, amount or 0)))
    return tuple(found)


def passing_value(state: Pontoon, seat: int, player: str, *, rules: PontoonRules | None = None) -> Fraction:
    """The mean of the round if a player lets insurance, surrender or rescue pass and plays best from there on."""
    if rules is not None:
        state = state._replace(settings=rules.settings)
    return _Seat(state, seat, player, rules).passing()


class _Seat:
    """A player's box as it stands."""

    def __init__(self, state: Pontoon, seat: int, player: str, rules: PontoonRules | None) -> None:
        box = box_at(state.play, seat)
        assert box is not None, "a choice belongs to a box"
        self.state, self.box, self.player = state, box, player
        self.stake: Cents = box.original(player)
        known = rules or PontoonRules(settings_of(state))
        self.setup = _setup(replace(known, settings=settings_of(state), stake=self.stake))
        self.dealer = value_of(state.play.dealer[0])
        self.left = _cards_left(state)
        self.wagers = [wager for wager in state.felt.wagers if (wager.seat, wager.player) == (seat, player)]

    def value(self, choice: Choice, amount: Cents) -> Fraction:
        """The mean of the round in cents after this choice."""
        if choice.do == "insure":
            return self.passing() + self._insurance_value(amount)
        several = self.box.is_split or choice.do == "forfeit"
        return self._cents(self._hands().value(choice) if several else self._first_hand(choice.do))

    def passing(self) -> Fraction:
        """The mean of the round with best play, but without the offers that are open now."""
        hand = self.box.hands[0]
        if not any(wager.kind == MAIN and wager.outcome is None for wager in self.wagers):
            return self._cents(0.0)
        if self.box.is_split or hand.doubled:
            return self._cents(self._hands().best())
        cell = CELLS.number(hand.cards)
        if is_pontoon(hand.cards):
            return self._cents(float(self.setup.pays.of_21[cell, self.dealer]))
        solved = self.solution
        if hand.standing is Standing.SURRENDERED:
            return self._cents(float(solved.surrender[cell]))
        if hand.standing is Standing.STOOD:
            return self._cents(float(solved.stand[cell]))
        if self.state.play.phase in (Phase.SUBSEQUENT_DEAL, Phase.DEALER):
            choices = (solved.stand, solved.draw, solved.double, solved.split)
            return self._cents(max(float(choice[cell]) for choice in choices))
        return self._cents(float(solved.best[cell]))

    def _hands(self) -> SplitTable:
        return SplitTable(self.setup, self.box, self.wagers, self.dealer, self.left)

    @cached_property
    def solution(self) -> Against:
        """Every choice on a box that has not been split."""
        own = self.box.hands[0].cards
        cell = CELLS.number(own)
        pair = own if CELLS.pair[cell] >= 0 else ()
        return solve_against(self.setup, self.left.with_cards(own), self.dealer, pair=pair)

    def _first_hand(self, do: str) -> float:
        """PON 10.1, PON 9.1: a choice on a box that has not been split."""
        solved, cell = self.solution, CELLS.number(self.box.hands[0].cards)
        by_name = {
            "stand": solved.stand,
            "hit": solved.draw,
            "double": solved.double,
            "split": solved.split,
            "surrender": solved.surrender,
        }
        return float(by_name[do][cell])

    def _cents(self, units: float) -> Fraction:
        """With all that is decided or does not depend on the play."""
        beside = sum(map(self._beside, self.wagers), Fraction(0)) + self._bonus()
        return Fraction(round(units * self.stake * MILLION), MILLION) + beside

    def _bonus(self) -> Cents:
        """PON 14.3, P-08: a Super Bonus that has been won in this round and is paid at its end."""
        pays = settings_of(self.state).super_bonus
        won = sum(hand.bonus for hand in self.box.hands)
        if won:
            return won * pays.on(self.stake)
        others = (box for box in self.state.play.boxes if box.seat != self.box.seat)
        return pays.others if any(hand.bonus for box in others for hand in box.hands) else 0

    def _beside(self, wager: Wager) -> Fraction:
        if wager.outcome is not None:
            return Fraction(wager.outcome.net)
        if wager.kind == INSURANCE:
            return self._insurance_value(wager.stake)
        if wager.kind == PERFECT_PAIRS:
            return Fraction(settle_pair(wager, self.box.hands[0].cards, settings_of(self.state).pairs_pay).net)
        return Fraction(0)

    def _insurance_value(self, amount: Cents) -> Fraction:
        """PON 7.4, PON 7.5: the dealer's second card is any card that has not been seen."""
        tens, cards = int(self.left.values[TEN]), int(self.left.values.sum())
        wins = Fraction(tens, cards) if self.dealer == ACE else Fraction(0)
        return wins * settings_of(self.state).insurance_pays.on(amount) - (1 - wins) * amount


def _cards_left(state: Pontoon) -> Decks:
    """The cards that nobody has seen in this round."""
    full = full_decks(settings_of(state).decks)
    kinds, values = full.kinds.copy(), full.values.copy()
    for card, count in Counter(on_table(state)).items():
        kinds[KIND_OF_CARD[card]] -= count
        values[value_of(card)] -= count
    return Decks(kinds, values)

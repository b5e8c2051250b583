"""A box with several hands, or one that was doubled, at a live table: what its choices are worth with the cards seen.

`live` says what of it is exact.
"""

from collections.abc import Iterator

import numpy as np

from pitboss.games.play import Choice, Wager
from pitboss.games.pontoon.layout import ALL_LIVE, MAIN, MOST_HANDS, ORIGINAL_ONLY
from pitboss.games.pontoon.round import Box, Hand, Standing
from pitboss.games.pontoon.settlement import rescue
from pitboss.odds.pontoon.against import Decks, Setup
from pitboss.odds.pontoon.cells import ACE, CELLS, KIND_COUNT, KIND_OF_CARD, KIND_VALUE, TEN, value_of
from pitboss.odds.pontoon.dealer import dealer_groups, dealer_results
from pitboss.odds.pontoon.decisions import Choices, decide, margins, no_choices, results_by_cell
from pitboss.odds.pontoon.payouts import Floats
from pitboss.odds.pontoon.split.hands import FINAL, SplitPlay
from pitboss.odds.pontoon.split.worth import Begin, SplitBox, case_grid, hand_figures


class SplitTable:
    """One player's hands, each with its wager, and the cards that are left. Values are in initial wagers."""

    def __init__(self, setup: Setup, box: Box, wagers: list[Wager], dealer: int, left: Decks) -> None:
        self.setup, self.box, self.wagers, self.dealer, self.left = setup, box, wagers, dealer, left
        mine = [wager for wager in wagers if wager.kind == MAIN]
        self.live = {wager.hand for wager in mine if wager.outcome is None}
        lost = any(wager.outcome is not None and wager.outcome.net < 0 for wager in mine)
        self.results = dealer_results(setup.trees[dealer], left.values[None])[0]
        # P-09: whether hands pay for a dealer's Pontoon together, each by itself, or no longer at all.
        collects = setup.rules.settings.dealer_pontoon_collects
        self.waived = collects == ORIGINAL_ONLY and lost
        self.tied = not self.waived and collects != ALL_LIVE and len(self.live) > 1
        self.own_part = 0.0 if self.waived or self.tied else 1.0

    def value(self, choice: Choice) -> float:
        """What the box brings from here on after this choice."""
        if choice.do == "forfeit":
            return self._without(choice.hand).best() - 1.0
        hand, part = self.box.hands[choice.hand - 1], self._part(choice.hand)
        if choice.do == "split":
            one = hand._replace(cards=hand.cards[:1])
            others = self._others(choice.hand) - self._pontoon_take(part * self._final(one) ** 2)
            return 2.0 * self._waiting(one, len(self.box.hands) + 1) + others
        choices, cell = self._hand_choices(hand, part), CELLS.number(hand.cards)
        worth = {"stand": choices.stand, "hit": choices.draw, "double": choices.double}[choice.do][cell]
        return float(worth) + self._others(choice.hand) - self._pontoon_take(part)

    def best(self) -> float:
        """With best play from here on, and nothing rescued at once that may be rescued later."""
        playing = next((n for n, hand in self._hands() if hand.standing is Standing.OPEN and len(hand.cards) > 1), 0)
        part = self._part(playing)
        worth = self._others(playing) - self._pontoon_take(part)
        if playing:
            hand = self.box.hands[playing - 1]
            worth += float(self._hand_choices(hand, part).best[CELLS.number(hand.cards)])
        return worth

    def _without(self, number: int) -> "SplitTable":
        """PON 12.6: the box once this hand is given up for its original wager."""
        wagers = [
            wager._replace(outcome=rescue(wager, self.setup.rules.stake))
            if wager.kind == MAIN and wager.hand == number
            else wager
            for wager in self.wagers
        ]
        return SplitTable(self.setup, self.box, wagers, self.dealer, self.left)

    def _hands(self) -> Iterator[tuple[int, Hand]]:
        return ((n, hand) for n, hand in enumerate(self.box.hands, start=1) if n in self.live)

    def _others(self, playing: int) -> float:
        """What all hands but the one being played bring, without what a dealer's Pontoon takes of them together."""
        worth = 0.0
        for number, hand in self._hands():
            if number != playing:
                stands = hand.standing is not Standing.OPEN
                worth += self._standing(hand) if stands else self._waiting(hand, len(self.box.hands))
        return worth

    def _standing(self, hand: Hand) -> float:
        """A hand that waits for the dealer; a double is given up later if that is better."""
        pays = self.setup.pays
        won, lost = margins(self.results, hand.total.points)
        pontoon = self.own_part * self.results[6]
        if not hand.doubled:
            return float(pays.win * won - lost - pontoon)
        worth = float(pays.doubled_win * won - 2.0 * lost - pays.doubled_pontoon * pontoon)
        return max(worth, -1.0) if pays.rescue else worth

    def _part(self, playing: int) -> float:
        """The part of a dealer's Pontoon that the hand being played pays for if it is open then.

        Where hands pay together it is nothing if another is open, so it is the chance that none will be.
        """
        if not self.tied:
            return self.own_part
        others = [hand for number, hand in self._hands() if number != playing]
        if any(hand.standing is Standing.STOOD and self._standing(hand) > -1.0 for hand in others):
            return 0.0
        return float(np.prod([self._final(hand) for hand in others if hand.standing is Standing.OPEN]))

    def _pontoon_take(self, part: float) -> float:
        """What a dealer's Pontoon takes of the hands together beside that part."""
        return float(self.results[6] * (1.0 - part)) if self.tied else 0.0

    def _of_21(self) -> Floats:
        """PON 11.6, PON 11.7, PON 11.10, PON 12.8: what a 21 of this box is paid."""
        pays = self.setup.pays
        by_table = pays.of_21_split_lost
        bonus = 0.0 if self.box.bonus_lost else pays.of_21_split - by_table
        by_box = self.setup.rules.settings.double_odds_scope == "box"
        if by_box and any(hand.doubled for hand in self.box.hands):
            by_table = np.full_like(by_table, pays.doubled_win / 2.0)
        paid: Floats = (by_table + bonus)[:, self.dealer].copy()
        return paid

    def _hand_choices(self, hand: Hand, share: float) -> Choices:
        """Every choice of a hand from its own cards on."""
        decks = self.left.with_cards(hand.cards)
        results, choices = results_by_cell(self.setup.trees[self.dealer], decks.values), no_choices()
        decide(self.setup.hands, results, decks.values, decks.kinds, self.setup.pays, self._of_21(), share, choices)
        return choices

    def _waiting(self, hand: Hand, hands: int) -> float:
        """PON 11.4, P-15: a hand of one card that gets its second and is then played, or split again."""
        choices = self._hand_choices(hand, self.own_part)
        of_21 = self._of_21()
        chances = self.left.kinds / self.left.kinds.sum()
        start = int(KIND_OF_CARD[hand.cards[0]])
        worth = again = pair = 0.0
        for kind in range(KIND_COUNT):
            cell = int(CELLS.next_cell[CELLS.one_card[start], kind])
            paid = CELLS.points[cell] == 21
            mine = of_21[cell] if paid else choices.stand[cell] if hand.split_ace else choices.best[cell]
            if KIND_VALUE[kind] == KIND_VALUE[start] and not hand.split_ace:
                again += float(chances[kind])
                pair += float(chances[kind] * mine)
            else:
                worth += float(chances[kind] * mine)
        whole = worth + pair
        for _ in range(MOST_HANDS - hands):
            whole = worth + max(pair, again * 2.0 * whole)
        return whole

    def _final(self, hand: Hand) -> float:
        """The chance that a waiting hand is over before the dealer draws."""
        if self.dealer not in (ACE, TEN):
            return 0.0
        if hand.split_ace:
            return float(self.left.values[TEN] / self.left.values.sum())
        choices, value = self._hand_choices(hand, 0.0), value_of(hand.cards[0])
        setup, of_21 = self.setup, self._of_21()
        groups = dealer_groups(self.dealer, value, stands_on_soft_17=setup.rules.dealer_stands_on_soft_17)
        tree, way = setup.trees[self.dealer], (choices.action, choices.rescue)
        play = SplitPlay(setup.hands, tree, groups, self.dealer, *way, setup.pays, of_21, of_21, False)
        others = tuple(0.0 if each == value else float(count) for each, count in enumerate(self.left.values))
        box = SplitBox(play, value, others, int(self.left.values[value]), ALL_LIVE, False)
        chances = self.left.kinds / self.left.kinds.sum()
        second = CELLS.next_cell[CELLS.one_card[KIND_OF_CARD[hand.cards[0]]]]
        cells, of_kind = np.unique(second, return_inverse=True)
        likely = np.bincount(of_kind, chances).astype(np.float64)
        [figures] = hand_figures(box, Begin(cells, likely, 1, case_grid(range(1))))
        return float(figures[0, FINAL])

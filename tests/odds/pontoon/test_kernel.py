"""The kernel of Pontoon against the rules engine, deal by deal, by many readings, pay tables and strategies."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.cards.card import ACE, Card, CardError, faces, rank_of
from pitboss.cards.deck import pontoon_decks
from pitboss.games.frozen import Frozen
from pitboss.games.pays import Odds
from pitboss.games.pontoon.hands import FACES, SEVEN, Pair, Row, is_pontoon
from pitboss.games.pontoon.layout import TABLE_1, PontoonSettings, SuperBonus
from pitboss.games.pontoon.round import Standing
from pitboss.games.table import StackedShoe, Table
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.simulation import play_deals
from pitboss.odds.simulation.engine import net_by_wager, open_table, play_round, player_of

DEALS = 420
STRATEGIES = ("by_chance", "basic", "mimic")
OTHER_PAYS: dict[str, Any] = {
    "table_1": Frozen({row: Odds(5 + place, 3 + place % 4, TABLE_1[row].clause) for place, row in enumerate(Row)}),
    "pairs_pay": Frozen({pair: Odds(19, 2 + place, "PON 18.14") for place, pair in enumerate(Pair)}),
    "insurance_pays": Odds(7, 3, "PON 7.4"),
    "super_bonus": SuperBonus(below=77_700, from_threshold=99_900, threshold=1010, others=100),
}


def rules_with(stake: int = 1000, **settings: Any) -> PontoonRules:
    return PontoonRules(replace(PontoonSettings(), **settings), stake)


RULES = {
    "as ruled": rules_with(),
    "held aces one, one wager in all": rules_with(
        decks=3, double_aces="all_held_one", dealer_pontoon_collects="original_only"
    ),
    "all aces one, every wager, chips": rules_with(
        1250, decks=6, double_aces="all_one", dealer_pontoon_collects="all_live", rounding="down_to_chip"
    ),
    "soft doubles, no bonus after a split": rules_with(
        2500, decks=8, double_aces="soft", split_bonus="off", super_bonus_after_mixed_split="lost"
    ),
    "doubles cut the box, cards burnt, no pairs": rules_with(
        1550, decks=5, double_odds_scope="box", burn_on_new_shoe=3, perfect_pairs=False
    ),
    "odd cents, other pays": rules_with(1015, wager_step=5, smallest_float_chip=25, **OTHER_PAYS),
    "odd cents, other pays, chips": rules_with(
        1015, wager_step=5, smallest_float_chip=30, rounding="down_to_chip", double_odds_scope="box", **OTHER_PAYS
    ),
}
# Clauses by which wagers are decided at every one of these tables, and what else must have been seen there.
ALWAYS_SEEN = {
    *("PON 8.1", "PON 9.3", "PON 9.4", "PON 7.4", "PON 7.5(a)", "PON 11.7", "PON 11.8", "PON 11.9", "PON 12.6"),
    *("PON 12.7", "PON 14.1(a)", "PON 14.1(b)", "PON 14.1(d)", "PON 14.1(e)", "PON 14.1(f)", "PON 14.1(g)"),
    *("PON 14.1(h)", "PON 14.2 Table 1 five cards", "PON 14.2 Table 1 six cards", "PON 14.2 Table 1 7-7-7 suited"),
    *("PON 14.3 Table 2 bonus", "2 hands", "3 hands", "4 hands", "split aces", "bonus lost", "dealer's Pontoon"),
    *("ace of the first two doubled", "later ace doubled", "ace drawn to a double", "four cards doubled"),
    "open hands after a split at a dealer's Pontoon",
}

ALSO_SEEN = {
    "doubles cut the box, cards burnt, no pairs": {"PON 12.8"},
    "odd cents, other pays, chips": {"PON 12.8"},
}


def decks_of(rules: PontoonRules, random: Random) -> list[list[Card]]:
    """Whole shoes: by chance, or with cards in front that make splits, bonuses, Pontoons and long hands."""
    every = list(pontoon_decks(rules.settings.decks).cards)
    decks = []
    for number in range(DEALS):
        random.shuffle(every)
        some = {SEVEN, *random.sample(range(SEVEN + 1), 2)}
        low = set(random.sample((ACE, 0, 1, 2, 3), 4))
        pair = {rank_of(every[0]), ACE, *FACES}
        in_front: set[int] = (set(), some, low, pair, {ACE, *FACES}, {SEVEN})[number % 6]
        mixed = random.random() < 0.7
        decks.append(sorted(every, key=lambda card: rank_of(card) not in in_front or (mixed and random.random() < 0.3)))
    return decks


def by_engine(rules: PontoonRules, strategy: str, decks: Sequence[Sequence[Card]]) -> Iterator[Table[Any]]:
    """The table after a round from each of these shoes."""
    table, player = open_table(rules, StackedShoe(())), player_of(rules, strategy)
    nothing_played = table.state
    for deck in decks:
        table.state, table.shoe = nothing_played, StackedShoe(deck)
        play_round(table, rules, player)
        yield table


def seen(table: Table[Any]) -> Iterator[str]:
    """What a round had in it."""
    yield from (outcome.clause for outcome in table.outcomes)
    play = table.state.play
    [box] = play.boxes
    yield f"{len(box.hands)} hands"
    if box.hands[0].split_ace:
        yield "split aces"
    if box.bonus_lost:
        yield "bonus lost"
    for hand in (hand for hand in box.hands if hand.doubled):
        ranks = [rank_of(card) for card in hand.cards]
        yield from ["four cards doubled"] * (len(ranks) > 4)
        yield from ["ace of the first two doubled"] * (ACE in ranks[:2])
        yield from ["later ace doubled"] * (ACE in ranks[2:-1])
        yield from ["ace drawn to a double"] * (ranks[-1] == ACE)
    if is_pontoon(play.dealer):
        standing = [hand for hand in box.hands if hand.standing is Standing.STOOD]
        yield "dealer's Pontoon"
        yield from ["open hands after a split at a dealer's Pontoon"] * (len(standing) > 1)


@pytest.mark.parametrize("name", RULES)
def test_equal_cards_bring_equal_money(name: str) -> None:
    rules = RULES[name]
    found: set[str] = set()
    for strategy in STRATEGIES:
        decks = decks_of(rules, Random(f"{name}/{strategy}"))
        kernel = play_deals(rules, strategy, np.array(decks, np.uint8))
        for number, table in enumerate(by_engine(rules, strategy, decks)):
            engine = net_by_wager(table)
            brought = {wager: int(nets[number]) for wager, nets in kernel.items()}
            assert brought == {wager: engine.get(wager, 0) for wager in brought}, faces(decks[number][:20])
            assert engine.keys() <= brought.keys()
            found.update(seen(table))
    assert sorted((ALWAYS_SEEN | ALSO_SEEN.get(name, set())) - found) == []


def test_best_play_brings_the_same_money() -> None:
    rules = RULES["as ruled"]
    decks = decks_of(rules, Random(5))
    kernel = play_deals(rules, "best", np.array(decks, np.uint8))
    engine = [net_by_wager(table) for table in by_engine(rules, "best", decks)]
    for wager in ("main", "super_bonus"):
        assert kernel[wager].tolist() == [nets[wager] for nets in engine]


@pytest.mark.parametrize(
    "deals",
    [
        np.zeros((1, 192), np.uint8),
        np.array([pontoon_decks(3).cards], np.uint8),
        np.array(pontoon_decks(4).cards, np.uint8),
        np.array([pontoon_decks(4).cards]) + 100,
    ],
)
def test_only_whole_shoes_are_dealt(deals: Any) -> None:
    with pytest.raises(CardError, match="all 192 cards of 4 decks"):
        play_deals(RULES["as ruled"], "mimic", deals)

"""Rounds that chance hardly ever deals, worked out by hand: the kernel and the rules engine both bring that money."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest

from pitboss.cards.card import Card, cards
from pitboss.cards.deck import pontoon_decks
from pitboss.games.frozen import Frozen
from pitboss.games.pays import Odds
from pitboss.games.pontoon.hands import Row
from pitboss.games.pontoon.layout import PontoonSettings
from pitboss.games.table import StackedShoe
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.simulation import play_deals
from pitboss.odds.simulation.engine import net_by_wager, open_table, play_round, player_of


class Deal(NamedTuple):
    """The first cards of a shoe: one to the box, one to the dealer, one to the box, then as they are asked for."""

    first: str
    net: int
    strategy: str = "basic"
    stake: int = 1000
    settings: Mapping[str, Any] = Frozen({})


# Hand 1 is 8-3, doubled to 20; hand 2 is 8-J. The dealer's king becomes Pontoon.
SPLIT_AND_DOUBLE = "8c Kd 8h 3d 9c Js Ad"
# 5-6, doubled to 20.
DOUBLE = "5c Kd 6h 9s Ad"
# Hand 1 is 8-6 and busts with a jack; hand 2 is 8-9.
SPLIT_AND_BUST = "8c Kd 8h 6c Jd 9s Ad"
# Hand 1 is 7-4, doubled to 21. Hand 2 is 7-6-8 of mixed suits. Hand 3 is 7-K against a dealer who busts.
DOUBLE_THEN_678 = "7c 7d 7h 7s 4c Kc 6h 8h Kd 9s Qd"
# Mixed sevens are split to four hands. Hand 1 is then 7-7 of clubs and draws a third; the others are 7-K. The dealer
# busts.
SEVENS = "7c 7d 7h 7h 7s 7c 7c Kd Kh Ks 9s Qd"
# The same, but that the first pair to be split was suited.
SUITED_FIRST = "7c 7d 7c 7h 7s 7c 7c Kd Kh Ks 9s Qd"

OTHERS_PAY_HALF = Frozen({**PontoonSettings().table_1, Row.OTHER: Odds(1, 2, "PON 14.2")})

FIVE_TO_ONE = Odds(5, 1, "PON 7.4")

DEALS = {
    "7-7-7 in spades": Deal("7s 7h 7s 7s", 3000 + 100_000, "mimic"),
    "7-7-7 suited, from $25": Deal("7d 7h 7d 7d", 5000 + 500_000, "mimic", 2500),
    "7-7-7 suited against another card": Deal("7d 8h 7d 7d", 2000, "mimic"),
    "7-7-7 mixed": Deal("7d 7h 7d 7s", 1500, "mimic"),
    "four hands and a fifth pair": Deal("8c 6d 8h 8s 8d 8c Kc Jc Qc Kh 9h", 4000),
    "split aces": Deal("Ac 6d Ah Kc 5h Js Qs", 1000 + 1000),
    "split aces do not split again": Deal("Ac 6d Ah As 5h Kc Js", 2000),
    "dealer's Pontoon": Deal(SPLIT_AND_DOUBLE, -1000),
    "dealer's Pontoon, every wager": Deal(SPLIT_AND_DOUBLE, -3000, settings={"dealer_pontoon_collects": "all_live"}),
    "dealer's Pontoon, one beside the bust": Deal(SPLIT_AND_BUST, -2000),
    "dealer's Pontoon, one in all": Deal(SPLIT_AND_BUST, -1000, settings={"dealer_pontoon_collects": "original_only"}),
    "a double, then 6-7-8": Deal(DOUBLE_THEN_678, 2000 + 1500 + 1000),
    "a double cuts the box": Deal(DOUBLE_THEN_678, 2000 + 1000 + 1000, settings={"double_odds_scope": "box"}),
    "a double makes 6-7-8 even where others pay less": Deal(
        DOUBLE_THEN_678, 2000 + 1000 + 500, settings={"double_odds_scope": "box", "table_1": OTHERS_PAY_HALF}
    ),
    "insurance, then a dealer's Pontoon": Deal("Kc Ad 9h Kd", -1000, "best", settings={"insurance_pays": FIVE_TO_ONE}),
    "no bonus after a split": Deal(DOUBLE_THEN_678, 2000 + 1000 + 1000, settings={"split_bonus": "off"}),
    "Super Bonus after a split": Deal(SEVENS, 2000 + 100_000 + 3000),
    "Super Bonus lost by any split": Deal(SEVENS, 2000 + 3000, settings={"super_bonus_after_mixed_split": "lost"}),
    "Super Bonus lost by a suited split": Deal(SUITED_FIRST, 2000 + 3000),
    "dealer's Pontoon against a double": Deal(DOUBLE, -1000),
    "dealer's Pontoon, all of a double": Deal(DOUBLE, -2000, settings={"dealer_pontoon_collects": "all_live"}),
}


def rules_of(deal: Deal) -> PontoonRules:
    return PontoonRules(replace(PontoonSettings(), **deal.settings), deal.stake)


def shoe_with(rules: PontoonRules, first: str) -> list[Card]:
    """A whole shoe that begins with these cards."""
    wanted, rest = list(cards(first)), list(pontoon_decks(rules.settings.decks).cards)
    for card in wanted:
        rest.remove(card)
    return wanted + rest


@pytest.mark.parametrize("name", DEALS)
def test_the_money_is_as_worked_out(name: str) -> None:
    deal = DEALS[name]
    rules = rules_of(deal)
    shoe = shoe_with(rules, deal.first)
    nets = play_deals(rules, deal.strategy, np.array([shoe]))
    assert (nets["main"] + nets["super_bonus"]).tolist() == [deal.net]
    table = open_table(rules, StackedShoe(shoe))
    play_round(table, rules, player_of(rules, deal.strategy))
    at_table = net_by_wager(table)
    assert {wager: at_table.get(wager, 0) for wager in nets} == {wager: net[0] for wager, net in nets.items()}
    assert len(table.state.felt.dealt) == len(cards(deal.first))


def test_a_dealer_who_stands_on_soft_17() -> None:
    """P-01 is no setting of a table: this is for study, and the engine does not play it."""
    drawing = PontoonRules()
    shoe = np.array([shoe_with(drawing, "Kc Ah Qc 6d 4s")])
    assert play_deals(drawing, "basic", shoe)["main"].tolist() == [-1000]
    standing = replace(drawing, dealer_stands_on_soft_17=True)
    assert play_deals(standing, "basic", shoe)["main"].tolist() == [1000]


def test_play_without_rescue() -> None:
    """P-10: 5-6 is doubled against a king and becomes 13, which loses all of it to the dealer's 20."""
    rescuing = PontoonRules()
    shoe = np.array([shoe_with(rescuing, "5c Kd 6h 2s Kh")])
    assert play_deals(rescuing, "basic", shoe)["main"].tolist() == [-1000]
    assert play_deals(replace(rescuing, rescue=False), "basic", shoe)["main"].tolist() == [-2000]

"""Rounds at the rules engine's table, with small players and cards that are known."""

from collections import Counter
from typing import Any

import pytest

from pitboss.cards.card import cards
from pitboss.cards.order import Category
from pitboss.cards.ranking import CANBERRA
from pitboss.games.play import Command, Role, RoutineStep
from pitboss.games.table import Shoe, StackedShoe, Table
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.rules import Rules, read_rules
from pitboss.odds.simulation.engine import net_by_wager, open_table, play_round, play_rounds, unplayable
from pitboss.odds.simulation.wagers import decisions, unit, wagers_placed
from pitboss.odds.ultimate.rules import UltimateRules


def folds_or_bets(table: Table[Any]) -> Command:
    """Canberra Poker: bets with a pair or better."""
    hand = table.state.play.boxes[0].cards
    if CANBERRA.hand(hand).category >= Category.ONE_PAIR:
        return Command(Role.PLAYER, "bet", 1, "P1", amount=2 * table.state.felt.wagers[0].stake)
    return Command(Role.PLAYER, "fold", 1, "P1")


def plays_four_times(table: Table[Any]) -> Command:
    """Ultimate: four times the ante with every hand."""
    return Command(Role.PLAYER, "play", 1, "P1", amount=4 * table.state.felt.wagers[0].stake)


def stands_on_12(table: Table[Any]) -> Command | None:
    """Pontoon: draws to hard 12 and passes over every offer."""
    verbs = {choice.do: choice for choice in table.choices()}
    verb = verbs.get("stand") or verbs.get("hit")
    return verb and Command(Role.PLAYER, verb.do, 1, "P1", verb.hand)


def splits_and_doubles(table: Table[Any]) -> Command | None:
    """Pontoon: splits what it can and doubles everything else, for the whole wager."""
    for choice in table.choices():
        if choice.do == "split":
            return Command(Role.PLAYER, "split", 1, "P1", choice.hand, choice.amounts[0])
        if choice.do == "double":
            return Command(Role.PLAYER, "double", 1, hand=choice.hand, amounts={"P1": choice.most or 0})
    return None


def test_ultimate_counts_ante_blind_and_play_as_one_and_trips_apart() -> None:
    rules = UltimateRules(stake=2000)
    # A flush in hearts on the board and in hand, against kings: 3 to 2 on the blind and 7 to 1 on trips.
    table = open_table(rules, StackedShoe(cards("2h 7h 9h Kd 3c Ah Th Ks Kc")))
    commands = play_round(table, rules, plays_four_times)
    assert net_by_wager(table) == {"main": 2000 + 3000 + 8000, "trips": 14000}
    assert decisions(rules, commands, table) == Counter({"play_4x": 1})


def test_canberra_counts_ante_and_bet_as_one_and_the_jackpot_apart() -> None:
    rules = read_rules("canberra", sets=("jackpot.pool=25000", "jackpot.reserve=5000", "jackpot.wager=5"))
    # Five hearts against ace and king, one card in turn to the box and to the dealer: 5 to 1, and a prize of $100.
    table = open_table(rules, StackedShoe(cards("2h Ac 4h Kd 6h 3s 8h 5d Th 9c")))
    commands = play_round(table, rules, folds_or_bets)
    assert net_by_wager(table) == {"main": 1000 + 10_000, "jackpot": 10_000 - 500}
    assert decisions(rules, commands, table) == Counter({"bet": 1})
    assert wagers_placed(rules) == {"ante": 1000, "jackpot": 500}


def test_every_round_with_a_jackpot_begins_with_the_meter_of_the_settings() -> None:
    rules = read_rules("canberra", sets=("jackpot.pool=25000", "jackpot.reserve=5000"))
    pools: set[int] = set()

    def looks_at_the_meter(table: Table[Any]) -> Command:
        pools.add(table.state.play.jackpot.pool)
        return folds_or_bets(table)

    play_rounds(rules, looks_at_the_meter, 5, 1)
    assert len(pools) == 1


def test_pontoon_counts_the_super_bonus_and_pairs_apart() -> None:
    rules = PontoonRules()
    # Three sevens of spades against a seven: 3 to 1 and the bonus; two equal cards are a perfect pair at 25 to 1.
    table = open_table(rules, StackedShoe(cards("7s 7d 7s 7s Kc")))
    commands = play_round(table, rules, lambda table: Command(Role.PLAYER, "hit", 1, "P1"))
    assert net_by_wager(table) == {"main": 3000, "super_bonus": 100_000, "perfect_pairs": 25_000}
    assert decisions(rules, commands, table) == Counter({"draw": 1, "super bonus": 1})


def test_decisions_of_pontoon_are_the_first_and_all_that_followed() -> None:
    rules = read_rules("pontoon", sets=("perfect_pairs=off",))
    # Eights are split, and each of the two hands is doubled: 18 and 19 against 17.
    table = open_table(rules, StackedShoe(cards("8s 9d 8h 2c 8d 3c 8c 8h Ks")))
    commands = play_round(table, rules, splits_and_doubles)
    assert decisions(rules, commands, table) == Counter({"split": 1, "all splits": 1, "all doubles": 2})
    assert set(net_by_wager(table)) == {"main", "super_bonus"}
    dealt = open_table(rules, StackedShoe(cards("As 9d Kh 8c")))
    assert decisions(rules, play_round(dealt, rules, stands_on_12), dealt) == Counter({"pontoon": 1})
    assert net_by_wager(dealt) == {"main": 1500, "super_bonus": 0}


class CountingShoe(Shoe):
    """A shoe that counts how often it is shuffled."""

    loads = 0

    def load(self, step: RoutineStep) -> tuple[int | None, int | None]:
        type(self).loads += 1
        return super().load(step)


@pytest.mark.parametrize(("shoe", "fresh"), [("card", False), ("automated", True)])
def test_a_shoe_of_pontoon_runs_on_and_a_device_shuffles_every_round(
    shoe: str, fresh: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CountingShoe, "loads", 0)
    monkeypatch.setattr("pitboss.odds.simulation.engine.Shoe", CountingShoe)
    rules = read_rules("pontoon", sets=(f"shoe={shoe}",))
    assert play_rounds(rules, stands_on_12, 40, 1).rounds == 40
    assert CountingShoe.loads == 40 if fresh else 2 <= CountingShoe.loads <= 6


@pytest.mark.parametrize(
    ("rules", "player"),
    [(CanberraRules(), folds_or_bets), (UltimateRules(), plays_four_times), (PontoonRules(), stands_on_12)],
)
def test_the_same_seed_plays_the_same_rounds(rules: Rules, player: Any) -> None:
    once, again, other = (play_rounds(rules, player, 60, seed) for seed in (5, 5, 6))
    assert once == again
    assert once.results != other.results
    assert once.rounds == once.results["main"].total() == 60


@pytest.mark.parametrize(("stake", "trips"), [(100, 100), (1000, 1000), (10_000_000, 10_000)])
def test_the_sign_of_a_simulated_table_has_room_for_any_stake(stake: int, trips: int) -> None:
    rules = UltimateRules(stake=stake)
    tally = play_rounds(rules, plays_four_times, 20, 1)
    assert min(tally.results["main"]) <= -4 * stake
    assert min(tally.results["trips"]) == -trips
    assert (unit(rules, "main"), unit(rules, "trips")) == (stake, trips)


def test_units_are_what_is_staked() -> None:
    assert unit(PontoonRules(stake=2500), "insurance") == 1250
    assert unit(read_rules("pontoon", sets=("smallest_float_chip=25",), stake=1000), "insurance") == 0
    assert unit(read_rules("canberra", sets=("jackpot.wager=5",)), "jackpot") == 500


def test_variants_for_study_have_no_table() -> None:
    assert unplayable(UltimateRules()) is None
    assert unplayable(PontoonRules(rescue=False)) is None
    with pytest.raises(ValueError, match="U-A2"):
        open_table(UltimateRules(trips_lost_on_fold=False), Shoe())
    with pytest.raises(ValueError, match="P-01"):
        open_table(PontoonRules(dealer_stands_on_soft_17=True), Shoe())

"""Deals over prizes: against every order of finish, against PokerKit, and in whole cents."""

from fractions import Fraction
from itertools import permutations
from random import Random

import pokerkit.analysis
import pytest

from pitboss.tournaments.prizes import deals as module
from pitboss.tournaments.prizes.deals import (
    DealShares,
    PrizeError,
    by_chips,
    chip_chop,
    even_chop,
    icm,
    no_chop,
    objections,
    payouts,
)


def by_every_order(stacks: list[int], prizes: list[int]) -> list[Fraction]:
    """The chip model as it is told: every order of finish with its chance."""
    worth = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks)), len(prizes)):
        chance, left = Fraction(1), sum(stacks)
        for player in order:
            chance *= Fraction(stacks[player], left)
            left -= stacks[player]
        for player, prize in zip(order, prizes, strict=True):
            worth[player] += prize * chance
    return worth


def whole(*amounts: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, amounts))


def some_deal(random: Random, most_players: int) -> tuple[list[int], list[int]]:
    players = random.randint(2, most_players)
    stacks = [random.randint(1, 50_000) for _ in range(players)]
    return stacks, sorted((random.randint(0, 9_999) for _ in range(random.randint(1, players))), reverse=True)


@pytest.mark.parametrize(
    ("stacks", "prizes", "worth"),
    [
        ([5000, 3000, 2000], [50, 30, 20], ["38.3929", "32.7500", "28.8571"]),
        ([50, 30, 20], [70, 30], ["45.1786", "32.2500", "22.5714"]),
        ([5000, 3000, 1500, 500], [500, 300, 200], ["377.78", "312.89", "225.60", "83.73"]),
        ([400, 300, 200, 100], [1600, 1000, 600, 400], ["1110.79", "997.38", "848.25", "643.57"]),
        ([1000, 1], [100, 50], ["99.95", "50.05"]),
        ([1_200_000, 800_000, 500_000], [6000, 4000, 2500], ["4698.82", "4183.08", "3618.10"]),
    ],
)
def test_the_chip_model_of_known_deals(stacks: list[int], prizes: list[int], worth: list[str]) -> None:
    places = len(worth[0].partition(".")[2])
    assert [f"{float(share):.{places}f}" for share in icm(stacks, prizes).shares] == worth


def test_the_chip_model_is_the_sum_over_every_order_of_finish() -> None:
    random = Random(5)
    for _ in range(60):
        stacks, prizes = some_deal(random, 6)
        assert list(icm(stacks, prizes).shares) == by_every_order(stacks, prizes)


def test_the_chip_model_agrees_with_pokerkit() -> None:
    random = Random(6)
    for _ in range(10):
        stacks, prizes = some_deal(random, 7)
        theirs = pokerkit.analysis.calculate_icm(prizes, stacks)
        assert list(map(float, icm(stacks, prizes).shares)) == pytest.approx(theirs, abs=1e-6)


def test_players_without_chips_share_the_last_prizes() -> None:
    assert icm([0, 6, 4, 0], [100, 50, 20, 10]).shares == whole(15, 80, 70, 15)
    assert icm([5, 0, 0], [100, 50]).shares == whole(100, 25, 25)
    assert icm([7, 0], [100]).shares == whole(100, 0)


def test_a_fraction_that_is_too_long_is_cut_with_a_stated_error(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(7)
    deals = [some_deal(random, 8) for _ in range(20)]
    exact = [icm(*deal).shares for deal in deals]
    monkeypatch.setattr(module, "_MOST_BITS", 0)
    for deal, shares in zip(deals, exact, strict=True):
        cut = icm(*deal)
        assert 0 < cut.error < Fraction(1, 10**18)
        assert all(abs(one - other) <= cut.error for one, other in zip(cut.shares, shares, strict=True))
        assert cut.shares != shares


def test_twenty_players_are_computed() -> None:
    random = Random(8)
    stacks = [random.randint(1, 10**6) for _ in range(20)]
    prizes = [500_000, 300_000, 200_000]
    deal = icm(stacks, prizes)
    assert (deal.error, sum(deal.shares)) == (Fraction(0), Fraction(1_000_000))
    assert sum(payouts(deal, prizes)) == 1_000_000


def test_many_prizes_for_many_players_are_cut_and_still_paid_in_full() -> None:
    random = Random(8)
    stacks = [random.randint(1, 10**6) for _ in range(15)]
    prizes = sorted((random.randint(100, 10**6) for _ in range(12)), reverse=True)
    deal = icm(stacks, prizes)
    assert abs(sum(deal.shares, Fraction(-sum(prizes)))) <= 15 * deal.error < Fraction(1, 10**15)
    assert sum(payouts(deal, prizes)) == sum(prizes)


def test_the_other_deals() -> None:
    stacks, prizes = [400, 300, 200, 100], [1600, 1000, 600, 400]
    assert chip_chop(stacks, prizes).shares == whole(1200, 1000, 800, 600)
    assert by_chips(stacks, prizes).shares == whole(1440, 1080, 720, 360)
    assert even_chop(stacks, prizes).shares == whole(900, 900, 900, 900)
    # With fewer prizes than players nothing is certain yet.
    assert chip_chop([3, 1, 0], [60, 40]).shares == whole(75, 25, 0)
    heads_up = [10_000, 5_000], [7000, 3000]
    assert icm(*heads_up).shares == chip_chop(*heads_up).shares == (Fraction(17_000, 3), Fraction(13_000, 3))


def test_payouts_are_whole_and_add_up() -> None:
    assert payouts(icm([5000, 3000, 2000], [5000, 3000, 2000]), [5000, 3000, 2000]) == (3839, 3275, 2886)
    assert payouts(even_chop([1, 1, 1], [100]), [100]) == (34, 33, 33)
    random = Random(9)
    for _ in range(100):
        stacks, prizes = some_deal(random, 9)
        for divide in (icm, chip_chop, by_chips, even_chop):
            deal = divide(stacks, prizes)
            paid = payouts(deal, prizes)
            assert sum(paid) == sum(prizes)
            assert all(abs(share - whole) < 1 for share, whole in zip(deal.shares, paid, strict=True))


def test_between_equal_remainders_the_larger_share_comes_first() -> None:
    halves = DealShares((Fraction(5, 2), Fraction(7, 2), Fraction(9, 2), Fraction(9, 2)))
    assert payouts(halves, [15]) == (2, 3, 5, 5)
    assert payouts(halves, [14]) == (2, 3, 5, 4)


def test_odd_deals_are_told() -> None:
    prizes = [1600, 1000, 600, 400]
    assert objections(icm([400, 300, 200, 100], prizes), prizes) == ()
    assert objections(by_chips([9700, 100, 100, 100], prizes), prizes) == (
        "player 1 would get more than the first prize",
        "player 2 would get less than the lowest prize, which is certain",
        "player 3 would get less than the lowest prize, which is certain",
        "player 4 would get less than the lowest prize, which is certain",
    )
    assert objections(by_chips([97, 2, 1], [500, 300]), [500, 300]) == ("player 1 would get more than the first prize",)


@pytest.mark.parametrize("divide", [icm, chip_chop, by_chips, even_chop])
@pytest.mark.parametrize(
    ("stacks", "prizes", "sentence"),
    [
        ([5000], [50], "A deal is between two players or more."),
        ([5000, -1], [50], "A stack cannot be -1 chips."),
        ([0, 0], [50], "Somebody must have chips."),
        ([5, 3], [], "There is no prize to divide."),
        ([5, 3], [50, 30, 20], "There are 3 prizes for 2 players."),
        ([5, 3], [50, -1], "A prize cannot be below nothing."),
        ([5, 3], [30, 50], "Prizes are written from the first place down."),
    ],
)
def test_what_cannot_be_divided(divide: object, stacks: list[int], prizes: list[int], sentence: str) -> None:
    assert callable(divide)
    with pytest.raises(PrizeError) as refused:
        divide(stacks, prizes)
    assert str(refused.value) == sentence


def test_too_many_players_for_the_chip_model() -> None:
    with pytest.raises(PrizeError, match="up to 20 players, not for 21"):
        icm([1] * 21, [50])
    assert icm([*[1] * 20, 0], [50]).shares == (*[Fraction(5, 2)] * 20, 0)


@pytest.mark.clause("STAR D-Chop")
def test_the_chip_model_in_whole_cents() -> None:
    """By largest remainders: nobody is a whole cent off, and nothing is lost."""
    for stacks, prizes, equities in (
        ([5000, 3000, 2000], [5000, 3000, 2000], (3839, 3275, 2886)),
        ([5000, 3000, 1500, 500], [50_000, 30_000, 20_000], (37_778, 31_289, 22_560, 8373)),
        ([400, 300, 200, 100], [160_000, 100_000, 60_000, 40_000], (111_079, 99_738, 84_825, 64_358)),
    ):
        deal = icm(stacks, prizes)
        cents = payouts(deal, prizes)
        assert sum(cents) == sum(prizes)
        assert all(abs(one - share) < 1 for one, share in zip(cents, deal.shares, strict=True))
        assert cents == pytest.approx(equities, abs=1)


@pytest.mark.clause("STAR 1-c[s1]")
def test_a_chop_waits_until_everybody_left_is_in_the_money() -> None:
    refusal = no_chop(10, 10, 9)
    assert refusal is not None
    assert (refusal.clause, refusal.word) == ("STAR 1-c[s1]", "not_all_in_the_money")
    assert no_chop(9, 9, 9) is None


@pytest.mark.clause("STAR 1-c[s2]", "STAR D-Chop")
@pytest.mark.parametrize(
    ("agree", "amounts", "word"),
    [
        (3, None, "not_unanimous"),
        (4, [120_000, 100_000, 80_000, 59_999], "does_not_sum"),
        (4, [120_000, 100_000, 80_000, 60_001], "does_not_sum"),
        (4, [180_000, 180_000], "does_not_sum"),
        (4, [120_000, 100_000, 80_000, 60_000], None),
    ],
)
def test_a_chop_needs_everybody_and_every_cent(agree: int, amounts: list[int] | None, word: str | None) -> None:
    refusal = no_chop(4, agree, 9, 360_000, amounts)
    assert (refusal.word if refusal else None) == word
    assert refusal is None or refusal.clause == "STAR 1-c[s2]"


def test_odd_deals_are_told_by_name() -> None:
    deal = by_chips([400, 300, 200, 100], [1600, 1000, 600, 400])
    (objection,) = objections(deal, [1600, 1000, 600, 400], ["Ann", "Ben", "Cid", "Dot"])
    assert objection == "Dot would get less than the lowest prize, which is certain"

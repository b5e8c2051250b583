"""Exact equities: against every deal gone through slowly, against sums over single hands, and known counts."""

import os
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import prod
from random import Random
from threading import Event

import pytest

from pitboss.cards.card import Card, CardError, cards, faces
from pitboss.cards.deck import holdem_deck
from pitboss.games.holdem.settings import HILO, HoldemSettings, ranking_of
from pitboss.odds.equity import TooMuchWork, counting, equities
from pitboss.odds.equity.boards import suit_changes
from pitboss.odds.equity.exact import Work, work_of
from pitboss.odds.equity.question import question
from pitboss.odds.equity.ranges import range_of

Holes = tuple[tuple[Card, ...], ...]
OMAHA = HoldemSettings(hole_cards=4)


def strength(hole: tuple[Card, ...], board: tuple[Card, ...], settings: HoldemSettings) -> int:
    """Two hole cards with the board; of four exactly two, with exactly three of the board."""
    ranking = ranking_of(settings)
    if settings.hole_cards == 2:
        return ranking.strength((*hole, *board))
    fives = ((*pair, *three) for pair in combinations(hole, 2) for three in combinations(board, 3))
    return max(map(ranking.strength, fives))


def slowly(
    hands: list[str], board: str, dead: str, settings: HoldemSettings
) -> tuple[list[Fraction], list[Fraction], list[Fraction]]:
    """Win, tie and equity by dealing every choice of hands and every board, one at a time."""
    deck = holdem_deck(settings.deck, joker=settings.joker)
    lying, gone = cards(board), cards(dead)
    win, tie, equity = ([Fraction(0)] * len(hands) for _ in range(3))
    total = Fraction(0)
    # How often some players win with hands that count so much.
    ends: Counter[tuple[Fraction, tuple[int, ...]]] = Counter()
    for choice in product(*(range_of(text, deck, settings.hole_cards).hands for text in hands)):
        used = [*lying, *gone, *(card for hole, _ in choice for card in hole)]
        if len(set(used)) < len(used):
            continue
        weight = prod((weight for _, weight in choice), start=Fraction(1))
        left = [card for card in deck.cards if card not in used]
        for coming in combinations(left, 5 - len(lying)):
            held = [strength(hole, (*lying, *coming), settings) for hole, _ in choice]
            most = max(held)
            ends[weight, tuple(player for player, each in enumerate(held) if each == most)] += 1
    for (weight, winners), times in ends.items():
        total += weight * times
        for player in winners:
            (win if len(winners) == 1 else tie)[player] += weight * times
            equity[player] += weight * times / len(winners)
    return tuple([part / total for part in each] for each in (win, tie, equity))  # type: ignore[return-value]


def check(hands: list[str], board: str, dead: str = "", settings: HoldemSettings | None = None) -> None:
    found = equities(hands, board, dead, settings=settings).hands
    expected = slowly(hands, board, dead, settings or HoldemSettings())
    assert [each.win for each in found] == expected[0]
    assert [each.tie for each in found] == expected[1]
    assert [each.equity for each in found] == expected[2]
    assert sum(each.equity for each in found) == 1


def some_range(random: Random, ranks: str) -> str:
    one, other, third = random.sample(ranks, 3)
    weight = random.choice(["", "@0.25", "@0.999"])
    return random.choice([f"{one}{one}{weight}", f"{one}{other}s", f"{one}{other}o{weight},{third}{third}"])


@pytest.mark.parametrize("seed", range(12))
def test_single_hands_on_random_boards(seed: int) -> None:
    random = Random(seed)
    size, joker, players, on_board = random.choice([52, 44, 36, 32]), seed % 2 == 0, 2 + seed % 4, 3 + seed % 3
    settings = HoldemSettings(deck=size, joker=joker, ace_low_straights=seed % 3 > 0)
    dealt = random.sample(holdem_deck(size, joker=joker).cards, 2 * players + on_board + 2)
    hands = [faces(dealt[2 * player : 2 * player + 2]) for player in range(players)]
    rest = dealt[2 * players :]
    check(hands, faces(rest[:on_board]), faces(rest[on_board:]), settings)


@pytest.mark.parametrize("seed", range(24))
def test_ranges_on_random_boards(seed: int) -> None:
    """Two ranges, three and four, one of them sometimes random, on the turn and the river."""
    random = Random(seed)
    settings = HoldemSettings(deck=32, joker=seed % 2 == 0)
    players, on_board = 2 + seed % 3, 4 + (seed % 3 > 0)
    board = random.sample(holdem_deck(32).cards, on_board)
    hands = [some_range(random, "789TJQKA") for _ in range(players)]
    if seed % 4 == 0:
        hands[random.randrange(players)] = "random" if players == 2 else "88+,A7s+"
    check(hands, faces(board), settings=settings)


@pytest.mark.parametrize("board", ["Ah Kh 7c 7d 2s", "As Kd Qh Jc 9c", "2c 3c 4c 5c 9d"])
def test_a_hand_and_a_range_against_a_random_hand(board: str) -> None:
    check(["AcKc", "random"], board.replace("9c", "8d").replace("Kc", "Kd"))
    check(["JJ,AQs@0.2", "random"], board)


@pytest.mark.parametrize("seed", range(6))
def test_omaha_on_random_boards(seed: int) -> None:
    random = Random(seed)
    settings = HoldemSettings(deck=36, joker=seed % 2 == 0, hole_cards=4)
    dealt = random.sample(holdem_deck(36, joker=seed % 2 == 0).cards, 16)
    two = f"{faces(dealt[4:8]).replace(' ', '')}@0.3, {faces(dealt[5:9]).replace(' ', '')}"
    check([faces(dealt[:4]), two], faces(dealt[10:14]), settings=settings)


@pytest.mark.parametrize(
    ("hands", "counts"),
    [
        # As phevaluator counts them, board by board.
        (["AsAh", "KsKh"], [(1_410_336, 9_308), (292_660, 9_308)]),
        (["AhKh", "QcQd"], [(787_966, 6_732), (917_606, 6_732)]),
    ],
)
def test_before_the_flop(hands: list[str], counts: list[tuple[int, ...]]) -> None:
    found = equities(hands)
    assert [each.counts for each in found.hands] == counts
    assert (found.deals, found.exact) == (1_712_304, True)


def test_a_range_is_the_sum_of_its_hands() -> None:
    """Another loop, and another use of the suits, than for single hands."""
    deck = holdem_deck()
    queens, tens = (range_of(text, deck).hands for text in ("QQ", "JTs"))
    single = [equities([one, other]).hands for (one, _), (other, _) in product(queens[:1], tens)]
    whole = equities(["QQ", "JTs"])
    assert [each.counts for each in whole.hands] == [
        tuple(6 * sum(pair[player].counts[winners] for pair in single) for winners in (0, 1)) for player in (0, 1)
    ]


def test_three_ranges_are_the_sum_of_their_hands() -> None:
    deck, board = holdem_deck(), "Ts 9s 2d"
    choices = product(*(range_of(text, deck).hands for text in ("QQ", "J8s", "A9")))
    holes = [[hole for hole, _ in choice] for choice in choices]
    apart = [each for each in holes if not set(cards(board)) & {card for hole in each for card in hole}]
    single = [equities(each, board).hands for each in apart]
    whole = equities(["QQ", "J8s", "A9"], board)
    assert [each.counts for each in whole.hands] == [
        tuple(sum(three[player].counts[winners] for three in single) for winners in range(3)) for player in range(3)
    ]


def test_two_random_hands_are_alike() -> None:
    one, other = equities(["random", "random"], "As Kd 7h").hands
    assert one.counts == other.counts
    assert one.equity == other.equity == Fraction(1, 2)


def test_all_cards_of_the_deck() -> None:
    dealt = list(holdem_deck().cards)
    hands = [faces(dealt[place : place + 2]) for place in range(0, 46, 2)]
    found = equities(hands)
    assert found.deals == 6
    assert sum(each.equity for each in found.hands) == 1
    check(hands, faces(dealt[46:50]))


def test_large_weights_are_counted_exactly() -> None:
    """The counts of these need more than 32 bits on one board."""
    two = ["AA@0.987654,KK@0.123457", "QQ@0.999983,JTs@0.000007"]
    check(two, "Qd Kd 9h 2c 3s")
    check([*two, "99@0.991,98s@0.003"], "Qd Kd 9h 2c 3s")
    with pytest.raises(CardError, match="too many digits"):
        equities(["AA@0.9876543217,KK", "QQ@0.9999999967,JJ"], "Ad Kd 7h 2c 3s")


def test_a_range_that_comes_down_to_one_hand() -> None:
    """Ac Ad are gone, so the aces are Ah As, and nobody else can hold those."""
    found = equities(["AK,77", "AA", "random"], "Ac 7h 2d", "Ad").hands
    same = equities(["77", "AhAs", "random"], "Ac 7h 2d", "Ad").hands
    assert [each.counts for each in found] == [each.counts for each in same]
    check(["A9,77", "AA"], "Ac 7h 2d 9s", "Ad")


def test_neither_threads_nor_chunks_change_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["TT+", "AK@0.5", "76s-54s"], "9h 8h 2c"
    found = equities(*asked)
    monkeypatch.setattr(counting, "_CHUNK", 7)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert equities(*asked) == found


def test_progress_is_told_to_the_end() -> None:
    told: list[float] = []
    equities(["AA", "KK"], progress=told.append)
    assert len(told) > 10
    assert all(one < other for one, other in pairwise(told))
    assert told[-1] == 1


def test_too_much_work_is_refused_before_it_is_begun() -> None:
    with pytest.raises(TooMuchWork, match=r"^To go through all of it would take about \d hours\.$"):
        equities(["random", "random", "random"])
    with pytest.raises(TooMuchWork, match=r"would take forever\.$"):
        equities(["random"] * 9)
    with pytest.raises(TooMuchWork, match=r"would take about \d seconds\.$"):
        equities(["AA", "random"], most_seconds=0.001)
    with pytest.raises(TooMuchWork, match="A random hand of four cards"):
        equities(["AsAhKsKh", "random"], "2c 3c 4c 5d 6d", settings=OMAHA)
    assert _work("AA", "KK").seconds < _work("AA", "KK", "QQ").seconds < _work("AA", "KK", "random").seconds < 60
    assert _work("AhKh", "QcQd", board="2c 3d 4h").boards < _work("AhKh", "QcQd").boards


def _work(*hands: str, board: str = "") -> Work:
    asked = question(hands, board)
    return work_of(asked, suit_changes(asked))


@pytest.mark.parametrize("tasks", [1, 3, 1000])
def test_tasks_are_handed_out_a_few_at_a_time_and_counted_once_each(tasks: int) -> None:
    begun: list[int] = []
    ahead: list[int] = []
    done: list[float] = []

    def count(task: int) -> int:
        begun.append(task)
        return task

    def progress(part: float) -> None:
        done.append(part)
        ahead.append(len(begun) - len(done))

    assert counting.in_threads(count, range(tasks), progress) == sum(range(tasks))
    assert sorted(begun) == list(range(tasks))
    assert done == [each / tasks for each in range(1, tasks + 1)]
    assert max(ahead) <= 2 * (os.cpu_count() or 1)


def test_whoever_stops_waits_neither_for_what_is_begun_nor_for_what_is_not() -> None:
    begun: list[int] = []
    may_end = Event()

    def count(task: int) -> int:
        begun.append(task)
        if task:
            may_end.wait(60)
        return task

    def stop(part: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        counting.in_threads(count, range(10**15), stop)
    # The other threads are still at work, and nothing more is begun when they are done.
    assert not may_end.is_set()
    may_end.set()
    assert len(begun) <= 2 * (os.cpu_count() or 1) + 1


def test_few_boards_are_shared_by_all_threads() -> None:
    steps: list[float] = []
    equities(["QQ+", "AK", "random"], "2c 3d 4h", progress=steps.append)
    assert len(steps) >= 64
    assert steps[-1] == 1


@pytest.mark.parametrize(
    ("hands", "board", "dead", "sentence"),
    [
        (["AhKh"], "", "", "Equity is between two hands or more; an unknown hand is written random."),
        (["AhKh", "AhQd"], "", "", "Ah is there twice."),
        (["AhKh", "QcQd"], "Kh 2c 3d", "", "Kh is there twice."),
        (["AhKh", "QcQd"], "2c 3d 4h", "2c", "2c is there twice."),
        (["AhKh", "QcQd"], "2c 3d 4h 5h 6h 7h", "", "A board has at most five cards, not 6."),
        (["AA", "QcQd"], "", "As Ah Ad", "Nobody can hold AA: its cards lie elsewhere."),
        (["AA", "AA", "AA"], "", "", "These hands cannot be held together: they need the same cards."),
        (["random"] * 24, "", "", "24 hands and a board need 53 cards, and the deck has 52."),
        (["random"] * 23, "", "2c 3c", "23 hands, 2 dead and a board need 53 cards, and the deck has 52."),
    ],
)
def test_what_cannot_be_asked(hands: list[str], board: str, dead: str, sentence: str) -> None:
    with pytest.raises(CardError) as refused:
        equities(hands, board, dead, most_seconds=float("inf"))
    assert str(refused.value) == sentence


def test_decks_and_games_that_are_not_computed() -> None:
    with pytest.raises(CardError, match="JK is not in the deck of 52 cards"):
        equities([cards("As JK"), "QcQd"])
    with pytest.raises(CardError, match="not in low and high/low split games"):
        equities(["AhKh", "QcQd"], settings=HoldemSettings(game=HILO))
    with pytest.raises(CardError, match="not 3"):
        equities(["AhKh", "QcQd"], settings=HoldemSettings(hole_cards=3))
    with pytest.raises(CardError, match="There is no deck of 50 cards"):
        equities(["AhKh", "QcQd"], settings=HoldemSettings(deck=50))

"""The batch evaluator gives the answers of the ranking it was made for, and refuses what is no hand."""

import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.cards import tables
from pitboss.cards.batch import BatchRanker
from pitboss.cards.card import Card, CardError, cards, mask_of
from pitboss.cards.deck import HOLDEM_SIZES, holdem_deck
from pitboss.cards.keys import RANK_KEYS
from pitboss.cards.order import Category
from pitboss.cards.ranking import CANBERRA, ULTIMATE, Ranking, holdem_ranking
from pitboss.cards.tables import Tables
from tests.cards.counting import rank_choices


def random_hands(ranking: Ranking, size: int, count: int, seed: int = 1) -> npt.NDArray[np.uint8]:
    order = np.random.default_rng(seed).random((count, len(ranking.deck))).argsort(axis=1)[:, :size]
    return np.array(ranking.deck.cards, np.uint8)[order]


def as_masks(hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
    masks: npt.NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return masks


@pytest.mark.parametrize("size", [5, 6, 7])
def test_sums_of_rank_keys_are_unique(size: int) -> None:
    sums = Counter(
        sum(count * RANK_KEYS[rank] for rank, count in held.items()) for held in rank_choices([*range(13)], size)
    )
    assert set(sums.values()) == {1}
    assert len(sums) == {5: 6175, 6: 18395, 7: 49205}[size]
    assert max(sums) < 1 << 23


@pytest.mark.parametrize("joker", [False, True], ids=["no joker", "joker"])
@pytest.mark.parametrize("cards", [52, 36])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_batch_and_single_hands_agree(size: int, cards: int, joker: bool) -> None:
    ranking = holdem_ranking(holdem_deck(cards, joker=joker))
    hands = random_hands(ranking, size, 20_000)
    ranker = BatchRanker(ranking, size)
    places = ranker.rank(hands)
    one_by_one = [ranking.strength([Card(one) for one in hand]) for hand in hands.tolist()]
    assert ranker.strengths[places].tolist() == one_by_one
    assert [Category(category) for category in ranker.category[places]] == [
        ranking.unpack(strength)[0] for strength in one_by_one
    ]
    assert (ranker.rank_masks(as_masks(hands)) == places).all()


def test_places_are_the_same_for_hands_of_every_size() -> None:
    hand = cards("Kd Kc 9h 9s Jd 2c 3c")
    places = {int(BatchRanker(ULTIMATE, size).rank(np.array([hand[:size]], np.uint8))[0]) for size in (5, 6, 7)}
    assert len(places) == 1


def test_a_full_deck_has_7462_strengths() -> None:
    ranker = BatchRanker(CANBERRA, 5)
    hands = np.array(list(combinations(range(52), 5)), np.uint8)
    places = ranker.rank(hands)
    assert len(np.unique(places)) == len(ranker.strengths) == 7462
    assert (np.diff(ranker.strengths) > 0).all()


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("2c 3c 4c 5c 6c 7c 7c", "7c is there twice"),
        ("2c 3c 4c 5c 6c 7c JK", "JK is not in the deck of 52 cards"),
    ],
)
def test_a_wrong_hand_is_named(row: str, wrong: str) -> None:
    hands = np.array([cards("2c 3c 4c 5c 6c 7c 8c"), cards(row)], np.uint8)
    with pytest.raises(CardError, match=f"Hand 1: {wrong}"):
        BatchRanker(ULTIMATE, 7).rank(hands)


@pytest.mark.parametrize("byte", [53, 64, 128, 255])
def test_what_is_no_card_at_all_is_named(byte: int) -> None:
    hands = np.array([[0, 1, 2, 3, 4, 5, byte]], np.uint8)
    with pytest.raises(CardError, match=f"Hand 0: {byte} is not a card"):
        BatchRanker(ULTIMATE, 7).rank(hands)


def test_cards_outside_a_reduced_deck_are_refused() -> None:
    with pytest.raises(CardError, match="Hand 0: 5c is not in the deck of 36 cards"):
        BatchRanker(holdem_ranking(holdem_deck(36)), 5).rank(np.array([cards("5c 6c 7c 8c 9c")], np.uint8))


@pytest.mark.parametrize("mask", [0, 0b1111111, mask_of(cards("2c 3c 4c 5c JK")), 1 << 60 | 0b1111])
def test_a_wrong_mask_is_named(mask: int) -> None:
    masks = np.array([0b11111, mask], np.uint64)
    with pytest.raises(CardError, match=f"Mask 1 is not 5 cards of the deck: {mask:#x}"):
        BatchRanker(ULTIMATE, 5).rank_masks(masks)


def test_arrays_of_another_shape_or_kind_are_refused() -> None:
    ranker = BatchRanker(ULTIMATE, 7)
    for wrong in (np.zeros((3, 5), np.uint8), np.zeros(7, np.uint8), np.zeros((3, 7), np.int64)):
        with pytest.raises(CardError, match=r"Hands must be an array uint8\[n, 7\]"):
            ranker.rank(wrong)
    with pytest.raises(CardError, match=r"Masks must be an array uint64\[n\]"):
        ranker.rank_masks(np.zeros(3, np.int64))
    with pytest.raises(CardError, match="5, 6 or 7 cards, not 4"):
        BatchRanker(ULTIMATE, 4)


def test_no_hands_and_hands_in_another_memory_order() -> None:
    ranker = BatchRanker(ULTIMATE, 7)
    assert len(ranker.rank(np.zeros((0, 7), np.uint8))) == 0
    hands = random_hands(ULTIMATE, 7, 1000)
    assert (ranker.rank(np.asfortranarray(hands)) == ranker.rank(hands)).all()


def test_all_cores_answer_as_one_does_and_name_the_first_wrong_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    ranker, hands = BatchRanker(ULTIMATE, 7), random_hands(ULTIMATE, 7, 1000)
    assert (ranker.rank(hands, all_cores=True) == ranker.rank(hands)).all()
    assert (ranker.rank_masks(as_masks(hands), all_cores=True) == ranker.rank(hands)).all()
    assert len(ranker.rank(hands[:2], all_cores=True)) == 2
    masks = as_masks(hands)
    for wrong in (999, 500):
        hands[wrong, 0], masks[wrong] = hands[wrong, 1], 0
        with pytest.raises(CardError, match=f"Hand {wrong}: .* is there twice"):
            ranker.rank(hands, all_cores=True)
        with pytest.raises(CardError, match=f"Mask {wrong} is not 7 cards"):
            ranker.rank_masks(masks, all_cores=True)


def same(one: Tables, other: Tables) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in Tables.__slots__)


def test_tables_are_kept_and_a_spoilt_file_is_built_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    fresh = tables.tables.__wrapped__
    ranking = holdem_ranking(holdem_deck(32))
    built = fresh(ranking, 5)
    (kept,) = (tmp_path / "pitboss").iterdir()
    whole = kept.read_bytes()
    assert same(fresh(ranking, 5), built)
    flipped = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(0, len(whole), 997)]
    for spoilt in (b"", whole[:1000], whole[:-1], *flipped):
        kept.write_bytes(spoilt)
        assert tables._read(kept) is None
    assert same(fresh(ranking, 5), built)
    assert kept.read_bytes()[:32] == whole[:32]


def test_tables_of_an_earlier_program_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = tables._kept_file(ULTIMATE, 5)
    assert kept is not None
    kept.parent.mkdir()
    earlier = kept.with_name(kept.name.rpartition("-")[0] + "-0000")
    earlier.touch()
    tables.tables.__wrapped__(ULTIMATE, 5)
    assert list(kept.parent.iterdir()) == [kept]


def test_tables_work_where_nothing_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert len(tables.tables.__wrapped__(holdem_ranking(holdem_deck(32)), 5).strengths) == 840


def test_tables_work_for_somebody_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert len(tables.tables.__wrapped__(holdem_ranking(holdem_deck(32)), 5).strengths) == 840


def test_every_ranking_has_its_own_kept_file() -> None:
    rankings = [
        holdem_ranking(holdem_deck(size, joker=joker), ace_low_straights=ace_low)
        for size in HOLDEM_SIZES
        for joker in (False, True)
        for ace_low in (False, True)
    ]
    names = {tables._kept_file(ranking, size) for ranking in rankings for size in (5, 6, 7)}
    assert len(names) == len(rankings) * 3


def test_the_batch_evaluator_works_where_compiled_code_cannot_be_kept() -> None:
    """As with a package in a folder that cannot be written, and no home."""
    program = (
        "from numba.core import caching\n"
        "def refuse(*arguments): raise OSError('read-only')\n"
        "caching._CacheLocator.ensure_cache_path = refuse\n"
        "import numpy as np\n"
        "from pitboss.cards.batch import BatchRanker\n"
        "from pitboss.cards.ranking import ULTIMATE\n"
        "print(BatchRanker(ULTIMATE, 5).rank(np.array([[8, 9, 10, 11, 12]], np.uint8)))"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (said.stdout, said.stderr) == ("[7461]\n", "")


def test_ranking_one_hand_loads_nothing_heavy() -> None:
    program = (
        "import sys, pitboss.cli.app;"
        "from pitboss.cards.card import cards; from pitboss.cards.ranking import holdem_ranking;"
        "holdem_ranking().hand(cards('As Ks Qs Js Ts'));"
        "print(sorted({'numpy', 'numba', 'altair', 'distributed', 'typst'} & set(sys.modules)))"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"

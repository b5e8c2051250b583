"""Hands in PHH played through the engine: the stacks that come out, and what is said of those that do not."""

from decimal import Decimal
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.games.play import Command, Role, Stage
from pitboss.histories.history import BrokenHistory
from pitboss.histories.phh import read, read_all
from pitboss.histories.replay import Replayed, hand_text, replay, replayed_table
from tests.histories.phh_hands import ODD_CHIP, THREE_WAY, phh

# Hands of a public collection beside a checkout. Where there is none, the hands in these tests are all there are.
COLLECTION = Path(__file__).resolve().parents[3] / "shared" / "phh"

HOLE = ("d dh p1 AcKd", "d dh p2 8h8d", "d dh p3 7h6h")
TO_THE_FLOP = (*HOLE, "p3 cc", "p1 cc", "p2 cc")
TO_THE_RIVER = ("d db QhJsTc", "p1 cc", "p2 cc", "p3 cc", "d db 4h", "p1 cc", "p2 cc", "p3 cc", "d db 5d")
HEADS_UP = {"antes": "[0, 0]", "blinds": "[1, 2]", "stacks": "[100, 100]"}


def result(text: str) -> Replayed:
    return replay(read(text, "x.phh"))


def fault(text: str) -> str:
    with pytest.raises(BrokenHistory) as broken:
        result(text)
    return str(broken.value)


def test_a_hand_with_antes_an_all_in_and_unknown_cards() -> None:
    done = result(THREE_WAY)
    assert (done.stacks, done.scale, done.unfinished, done.differences) == ((500, 1975, 1025), 1, None, ())


@pytest.mark.parametrize(
    ("text", "stacks"),
    [
        pytest.param(
            phh(*TO_THE_FLOP, *TO_THE_RIVER, "p1 cbr 10", "p2 f", "p3 cc", "p1 sm -", "p3 sm"),
            (114, 98, 88),
            id="a straight is called on the river",
        ),
        pytest.param(
            phh(*HOLE, "p3 cbr 6", "p1 f", "p2 f", "p3 sm 7h6h"), (99, 98, 103), id="who is alone may show the hand"
        ),
        pytest.param(
            phh("d dh p1 AcKd", "d dh p2 8h8d", "p2 f", **HEADS_UP),
            (101, 99),
            id="between two the first player is the big blind",
        ),
        pytest.param(
            phh("d dh p1 AcKd", "d dh p2 8h8d", "p1 f", **HEADS_UP | {"blinds": "[2, 1]"}),
            (99, 101),
            id="between two in the order of a cash game the button is the big blind",
        ),
        pytest.param(
            phh("d dh p1 AcKd", "d dh p2 8h8d", "p2 cbr 6", "p1 f", **HEADS_UP | {"antes": "[0, 4]"}),
            (94, 106),
            id="a big blind ante between two",
        ),
        pytest.param(
            phh(*HOLE, "p3 cbr 6", "p1 f", "p2 f", antes="[0, 5, 0]"), (99, 93, 108), id="a big blind ante is won"
        ),
        pytest.param(
            phh(*HOLE, "p2 f", "p3 cbr 6", "p1 f", blinds="[2, 0, 0]"), (98, 100, 102), id="one blind from the first"
        ),
        pytest.param(
            phh(
                *HOLE,
                "d dh p4 AhAd",
                "p4 f",
                "p1 f",
                "p2 f",
                antes="[0, 0, 0, 0]",
                blinds="[1, 2, 4, 0]",
                stacks="[100, 100, 100, 100]",
            ),
            (99, 98, 103, 100),
            id="a straddle acts last",
        ),
        pytest.param(
            phh(
                *(*HOLE, "p1 cbr 16", "p2 f", "p3 f", "p4 f"),
                antes="[0, 0, 0, 0]",
                blinds="[1, 2, 4, 8]",
                stacks="[100, 100, 100, 100]",
            ),
            (114, 98, 96, 92),
            id="two straddles",
        ),
        pytest.param(
            phh(
                *(*HOLE, "p1 f", "p2 cc", "p3 cbr 10", "p2 f"),
                variant="NS",
                blinds="[0, 0, 3]",
                antes="[1, 1, 1]",
                bets="min_bet = 3",
            ),
            (99, 96, 105),
            id="short deck with the blind on the button",
        ),
        pytest.param(
            phh(*HOLE, "p1 cbr 6", "p2 f", "p3 f", blinds="[0, 0, 0]", antes="[3, 3, 3]"),
            (106, 97, 97),
            id="antes alone",
        ),
        pytest.param(
            phh(
                *(*HOLE, "p3 cbr 4", "p1 cbr 6", "p2 f", "p3 cc", "d db QhJsTc", "p1 cbr 2", "p3 cc", "d db 4h"),
                *("p1 cbr 4", "p3 cbr 8", "p1 cc", "d db 5d", "p1 cc", "p3 cbr 4", "p1 cbr 8", "p3 cc"),
                variant="FT",
                bets="small_bet = 2\nbig_bet = 4",
            ),
            (126, 98, 76),
            id="fixed limit, with big bets from the turn",
        ),
        pytest.param(
            phh(
                *("d dh p1 AhAsKhKs", "d dh p2 2c3c4d5d", "p2 cbr 6", "p1 cbr 18", "p2 cc"),
                *("d db 2h7s9c", "p1 cbr 36", "p2 f"),
                variant="PO",
                **HEADS_UP | {"stacks": "[100, 100.5]"},
            ),
            (118, Decimal("82.5")),
            id="pot limit, with half a chip",
        ),
    ],
)
def test_what_comes_out(text: str, stacks: tuple[object, ...]) -> None:
    done = result(text)
    assert done.unfinished is None
    assert done.stacks == stacks


def test_somebody_comes_in_with_a_live_and_a_dead_post() -> None:
    deal = ("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????")
    four = {"blinds": "[1, 2, -2, 0]", "stacks": "[100, 100, 100, 100]"}
    betting = ("p3 cc", "p4 f", "p1 f", "p2 cbr 6", "p3 f")
    assert result(phh(*deal, *betting, antes="[0, 0, 0, 0]", **four)).stacks == (99, 103, 98, 100)
    assert result(phh(*deal, *betting, antes="[0, 0, 1, 0]", **four)).stacks == (99, 104, 97, 100)


def test_a_fraction_makes_chips_of_it() -> None:
    done = result(phh(*HOLE, "p3 cbr 6.25", "p1 f", "p2 f", stacks="[100, 100, 100.5]"))
    assert done.scale == 100
    assert done.stacks == (99, 98, Decimal("103.5"))


def test_cards_that_are_known_only_from_the_showdown() -> None:
    deal = ("d dh p1 ????", "d dh p2 ??8d", "d dh p3 7h6h")
    showdown = ("p1 cc", "p2 cc", "p3 cc", "p1 sm AcKd", "p2 sm 8d8h", "p3 sm")
    done = result(phh(*deal, *TO_THE_FLOP[3:], *TO_THE_RIVER, *showdown))
    assert (done.stacks, done.unfinished) == ((104, 98, 98), None)


ROYAL = ("d db AhKhQh", *TO_THE_RIVER[1:4], "d db Jh", *TO_THE_RIVER[5:8], "d db Th")


@pytest.mark.parametrize("board", [TO_THE_RIVER, ROYAL])
def test_a_hand_mucked_unseen_does_not_win(board: tuple[str, ...]) -> None:
    """Not even where the board alone would divide the pot."""
    deal = ("d dh p1 2c3d", "d dh p2 ????", "d dh p3 4s4d")
    showdown = ("p1 cc", "p2 cc", "p3 cc", "p1 sm", "p3 sm 4s4d", "p2 sm")
    done = result(phh(*deal, *TO_THE_FLOP[3:], *board, *showdown))
    assert (done.stacks, done.unfinished) == ((98, 98, 104), None)


def test_a_winning_hand_in_the_discards_is_dead() -> None:
    showdown = ("p1 cc", "p2 cc", "p3 cc", "p1 sm", "p2 sm 8h8d", "p3 sm 7h6h")
    assert result(phh(*TO_THE_FLOP, *TO_THE_RIVER, *showdown)).stacks == (98, 104, 98)


@pytest.mark.parametrize(
    ("actions", "why", "stacks"),
    [
        ((), "The hole cards have not been dealt.", (99, 98, 100)),
        (HOLE, "p3 has yet to act.", (99, 98, 100)),
        (TO_THE_FLOP, "The flop has not been dealt.", (98, 98, 98)),
        ((*TO_THE_FLOP, "d db QhJsTc", "p1 cbr 10", "p2 f"), "p3 has yet to act.", (88, 98, 98)),
        (
            ("d dh p1 AcKd", "d dh p2 ??8d", *TO_THE_FLOP[2:], *TO_THE_RIVER, "p1 cc", "p2 cc", "p3 cc"),
            "The cards of p2 are needed for the showdown and are not known.",
            (98, 98, 98),
        ),
    ],
)
def test_a_hand_without_its_end(actions: tuple[str, ...], why: str, stacks: tuple[int, ...]) -> None:
    done = result(phh(*actions))
    assert (done.unfinished, done.stacks) == (why, stacks)


@pytest.mark.clause("HLD 13.2[s2]")
def test_an_odd_chip_goes_whole_to_one_and_the_difference_is_explained() -> None:
    done = result(ODD_CHIP)
    assert done.stacks == (99, 101, 100)
    assert done.is_explained
    assert [(row.player, row.expected, row.got) for row in done.differences] == [
        (2, Decimal("100.5"), 101),
        (3, Decimal("100.5"), 100),
    ]
    assert {row.why for row in done.differences} == {
        "p2 and p3 divide 5 with one odd chip left over: here p2, nearest clockwise of the button, takes all that is "
        "left, and in the file it is shared (HLD 13.2[s2], R-19)."
    }


@pytest.mark.parametrize(
    ("finishing", "explained"),
    [
        ("[99, 100, 101]", True),  # The odd chip to the other of the two.
        ("[99, 102, 99]", False),  # More than the odd chip.
        ("[99.5, 100.5, 100]", False),  # The odd chip to somebody who did not win.
        ("[99, 100.5, 100.5]", True),
        ("[99, 101, 99.75]", True),  # A twentieth of the pot is missing: a rake.
        ("[99, 101, 99]", False),  # A fifth of it is not.
        ("[98.75, 101, 100]", False),  # Missing from one who won nothing.
    ],
)
def test_which_differences_are_explained(finishing: str, explained: bool) -> None:
    done = result(ODD_CHIP.replace("[99, 100.5, 100.5]", finishing))
    assert done.differences
    assert done.is_explained is explained


def test_a_rake_that_the_file_took_is_told() -> None:
    done = result(ODD_CHIP.replace("[99, 100.5, 100.5]", "[99, 100.75, 100]"))
    assert [row.why for row in done.differences] == [
        "The stacks of the file are 0.25 short of those it began with: a rake, which no field tells of."
    ]


def test_who_cannot_pay_the_ante_wins_the_like_of_it() -> None:
    short = phh(
        *("d dh p1 AcKd", "d dh p2 8h8d", "d dh p3 7s7c", "p1 cbr 6", "p2 f"),
        *("d db AhKhQh", "d db Jh", "d db 2d", "p1 sm -", "p3 sm -"),
        antes="[5, 5, 5]",
        blinds="[0, 0, 0]",
        stacks="[100, 100, 3]",
        more="finishing_stacks = [90, 95, 18]",
    )
    done = result(short)
    assert (done.stacks, done.is_explained) == ((108, 95, 0), False)
    won = short.replace("7s7c", "Th9h").replace("[90, 95, 18]", "[95, 95, 13]")
    done = result(won)
    assert done.stacks == (99, 95, 9)
    assert {row.why for row in done.differences} == {
        "A player could not pay the whole ante: here only the like of it can be won with it, in the file every ante."
    }


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            phh(*HOLE, "p3 cbr 3"),
            "line 10: 'p3 cbr 3' is refused: Here a raise is to a total between 4 and 100, not to 3 (HLD 5.1[s2]).",
        ),
        (
            phh(*HOLE, "p3 cbr 3.5 # little"),
            "line 10: 'p3 cbr 3.5' is refused: Here a raise is to a total between 40 and 1,000, not to 35 "
            "(HLD 5.1[s2], counted in chips of 0.1).",
        ),
        (
            phh(*HOLE, "p3 cbr 101"),
            "line 10: 'p3 cbr 101' is refused: The stake reaches to 100. Here a raise is to a total between 4 and 100, "
            "not to 101 (HLD 4.4).",
        ),
        (phh(*HOLE, "p1 f"), "line 10: 'p1 f' is refused: It is the turn of seat 3, not of seat 1 (HLD 10.3)."),
        (
            phh(*HOLE, "p3 cc", "d db QhJsTc"),
            "line 11: 'd db QhJsTc' is refused: The bets are not met: seat 1 has yet to act (HLD 9.4).",
        ),
        (
            phh(*HOLE, "p3 f", "p1 f", "p2 cc"),
            "line 12: 'p2 cc' is refused: No decision is awaited from anybody (HLD 9.3).",
        ),
        (
            phh(*HOLE, "p1 cc", blinds="[0, 0, 0]", antes="[3, 3, 3]"),
            "line 10: 'p1 cc' is refused: There is no check in the first betting round (HLD 11.1).",
        ),
        (phh("d dh p1 AcKdQd"), "line 7: 'd dh p1 AcKdQd' deals more than 2 hole cards."),
        (phh(*HOLE, "p3 f", "d dh p1 2c2d"), "line 11: 'd dh p1 2c2d' comes after the first betting has begun."),
        (phh(*TO_THE_FLOP, "d db QhJsTc9h"), "line 13: 'd db QhJsTc9h' deals more communal cards than are due."),
        (phh(*TO_THE_FLOP, "d db QhJs??"), "line 13: 'd db QhJs??' leaves a communal card unknown."),
        (phh(*HOLE, "p3 sm 7h7d"), "line 10: 'p3 sm 7h7d' shows other cards than the 7h6h dealt."),
        (phh(*HOLE, "p3 sm"), "line 10: 'p3 sm' comes before the betting is over."),
        (
            phh("d dh p1 ????", *HOLE[1:], "p3 f", "p1 sm AcQc", "d db Ac2c3c"),
            "line 11: 'p1 sm AcQc' shows Ac, which was dealt elsewhere.",
        ),
        (
            phh(blinds="[1, 2, 0, 4]", antes="[0, 0, 0, 0]", stacks="[9, 9, 9, 9]"),
            "line 3: blinds are posted by one to four players from p1 on, or by the button alone; who comes in posts "
            "as much as the big blind, written below 0, and dead as much as the small one.",
        ),
        (
            phh(blinds="[2, 1, 0]"),
            "line 3: Each blind must be above nothing and at least the one before it (HLD 4.2(f)).",
        ),
        (
            phh(antes="[0, 0, 7]", blinds="[2, 0, 0]"),
            "line 2: antes are the same for everybody, or the big blind pays one alone.",
        ),
        (phh(blinds="[0, 0, 0]"), "line 3: In an ante game the ante must be above nothing (HLD 4.2(f))."),
        (
            phh(stacks="[100, inf, 100]"),
            "line 5: the starting stack of p2 is not known, and no hand is replayed without.",
        ),
        (
            phh(stacks="[1e14, 1e14, 9.00001]"),
            "line 5: there are more chips in this hand than can be counted.",
        ),
        (
            phh(more="_pitboss = 7"),
            "line 8: _pitboss must be a table of mode, chip_unit, ace_low_straights, "
            "short_all_in_reopen, short_open_tap_out, uncalled_bet, commission.",
        ),
        (
            phh(more="_pitboss = {burn = false}"),
            "line 8: _pitboss cannot say burn so; it is a table of mode, chip_unit, "
            "ace_low_straights, short_all_in_reopen, short_open_tap_out, uncalled_bet, commission.",
        ),
        (
            phh(more="_pitboss = {mode = 'freeroll'}"),
            "line 8: The setting mode is cash or tournament, not 'freeroll' (HLD 20.1).",
        ),
    ],
)
def test_what_the_rules_refuse_gets_one_sentence_with_its_line(text: str, sentence: str) -> None:
    assert fault(text) == f"x.phh, {sentence}"


def test_a_hand_that_was_never_a_file_has_no_line() -> None:
    history = read(phh(*HOLE, "p1 f"), "x")
    made = type(history)(
        history.variant,
        history.antes,
        history.blinds_or_straddles,
        history.bets,
        history.starting_stacks,
        history.actions,
    )
    with pytest.raises(BrokenHistory, match=r"^the hand: 'p1 f' is refused"):
        replay(made)


def test_the_table_can_be_looked_at_and_played_on() -> None:
    table = replayed_table(read(THREE_WAY, "x"))
    assert table.state.felt.stage is Stage.OVER
    assert [chair.player for chair in table.state.play.room.chairs.values()] == ["Ada", "Grace", "Joan"]
    assert [command.do for command in table.commands][:4] == ["start_round", "shuffle", "deal", "raise"]
    done = table.state.play.round.settlement
    assert done is not None
    assert set(done.shown) == {1, 3}
    table.do(Command(Role.DEALER, "start_round"))
    assert table.state.play.room.button == 1


def test_names_that_no_table_can_use_are_numbers() -> None:
    text = phh(*HOLE, more='players = ["\\u001b", "Bob", "Bob"]')
    table = replayed_table(read(text, "x"))
    assert table.state.play.round.names == ("p1", "p2", "p3")
    table = replayed_table(read(phh(*HOLE, more='players = ["", "Bob", "p1"]'), "x"))
    assert table.state.play.round.names == ("p1", "Bob", "p3")


def test_a_collection_of_real_hands_comes_out_as_it_was_written() -> None:
    """1,061 hands where the collection is at hand; otherwise the two that follow are what it looks at."""
    files = sorted(COLLECTION.rglob("*.phh"))
    texts = [file.read_text(encoding="utf-8") for file in files] or [THREE_WAY, ODD_CHIP]
    done = [result(text) for text in texts]
    assert [each.unfinished for each in done] == [None] * len(texts)
    assert all(each.is_explained for each in done)
    assert sum(bool(each.differences) for each in done) <= 2


PIECES = ("p1", "p9", " cbr ", "????", "AcKd", "0", "-1", "1e99", "inf", "nan", *"[]{}=#\n\x00\"'")


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_whatever_is_done_to_a_file_it_is_played_or_refused_in_one_sentence(seed: int) -> None:
    random = Random(seed)
    text = random.choice((THREE_WAY, ODD_CHIP))
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(text))
        text = text[:at] + random.choice(("", *PIECES)) + text[at + random.randint(0, 9) :]
    fault = "x.phh, line 1: nothing."
    try:
        for history in read_all(text, "x.phh"):
            replay(history)
            assert hand_text(history)
    except BrokenHistory as broken:
        fault = str(broken)
    assert fault.startswith("x.phh, line ")
    assert fault.endswith(".")
    assert "\n" not in fault

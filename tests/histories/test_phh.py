"""PHH read and written: what is kept, and the sentence with its line for what is broken."""

from collections.abc import Iterator
from datetime import time
from decimal import Decimal

import pytest

from pitboss.cards.card import cards
from pitboss.histories import source
from pitboss.histories.history import UNKNOWN, Action, BrokenHistory, Do
from pitboss.histories.phh import read, read_all, write, write_all
from tests.histories.phh_hands import THREE_WAY

FIELDS = {
    "variant": '"NT"',
    "antes": "[0, 0]",
    "blinds_or_straddles": "[1, 2]",
    "min_bet": "2",
    "starting_stacks": "[100, 100.25]",
    "actions": "[]",
}


def hand(**changed: str | None) -> str:
    """A hand between two players with some of its fields changed, added or, with None, left out."""
    fields = {**FIELDS, **changed}
    return "".join(f"{key} = {value}\n" for key, value in fields.items() if value is not None)


def fault(text: str) -> str:
    with pytest.raises(BrokenHistory) as broken:
        read(text, "x.phh")
    return str(broken.value)


def test_a_hand_is_read() -> None:
    history = read(THREE_WAY, "three.phh")
    assert history.variant == "NT"
    assert history.antes == (5, 5, 5)
    assert history.forced_bets == ((5, 5, 5), (10, 20, 0))
    assert dict(history.bets) == {"min_bet": 20}
    assert history.starting_stacks == (1000, 2000, 500)
    assert history.actions[:5] == (
        Action(Do.DEAL_HOLE, 1, cards("AcKd")),
        Action(Do.DEAL_HOLE, 2, (UNKNOWN, UNKNOWN)),
        Action(Do.DEAL_HOLE, 3, cards("7h6h")),
        Action(Do.BET_RAISE, 3, amount=60, comment="a small raise"),
        Action(Do.BET_RAISE, 1, amount=200),
    )
    assert history.actions[-5] == Action(Do.NOTHING, comment="the cards are turned up")
    assert history.actions[-3] == Action(Do.SHOW_DEALT, 3)
    assert history.finishing_stacks == (500, 1975, 1025)
    assert history.more["_sponsors"] == ("", "None", "")
    assert history.name == "three.phh"


def test_amounts_are_exact() -> None:
    history = read(hand(actions='["p1 cbr 0.10"]', finishing_stacks="[0.1, 200.15]"), "x")
    assert history.starting_stacks == (100, Decimal("100.25"))
    assert history.actions[0].amount == Decimal("0.10")
    assert history.finishing_stacks == (Decimal("0.1"), Decimal("200.15"))


def test_between_two_players_forced_bets_are_written_in_reverse() -> None:
    history = read(hand(antes="[0, 3]"), "x")
    assert history.blinds_or_straddles == (1, 2)
    assert history.forced_bets == ((3, 0), (2, 1))


@pytest.mark.parametrize(
    "text",
    [
        THREE_WAY,
        hand(time="10:30:00", hand='"final"', table="7", _user='{a = [1, 2.50], "b c" = \'d"e\'}', future="true"),
        hand(starting_stacks="[inf, 1e3]", actions="[' p1  sm ', '', '# only words', 'p2 sm ??Ad', 'p2 cbr 12.50']"),
        hand(players='["", "\\u001b\\u007f\\\\ \\"quoted\\" é\\n"]', time_banks="[1, 2.5]", time_limit="inf"),
        hand(variant='"FT"', min_bet=None, small_bet="2", big_bet="4.5"),
        hand(variant='"PO"', actions='["d dh p1 AhAs2c2d", "d db 3c4c5c", "d db ??"]'),
        hand(variant='"NS"', actions='["d dh p1 AhAs"]'),
    ],
)
def test_what_is_written_reads_the_same(text: str) -> None:
    history = read(text, "x")
    again = read(write(history), "y")
    assert again == history
    assert write(again) == write(history)


def test_optional_fields_keep_their_kind() -> None:
    more = read(hand(time="10:30:00", year="2024", level="3", currency='"AUD"'), "x").more
    assert dict(more) == {"time": time(10, 30), "year": 2024, "level": 3, "currency": "AUD"}


def test_several_hands_in_one_file() -> None:
    both = read_all(f"[1]\n{hand()}\n[2]\n{THREE_WAY}", "two.phhs")
    assert both == (read(hand(), "x"), read(THREE_WAY, "x"))
    assert both[1].name == "two.phhs, hand 2"
    assert read_all(write_all(both), "again") == both
    assert fault(write_all(both)) == "x.phh, line 1: the file holds 2 hands, and one is asked for."


PLAYED = (
    "is not a game of hold'em that can be replayed: those are NT (no-limit hold'em), FT (fixed-limit hold'em), "
    "NS (no-limit short-deck hold'em), PO (pot-limit Omaha)."
)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("variant = 'NT'\nantes = [0, 0\nmin_bet = 2\n", "line 3: this is not TOML: unclosed array."),
        ("variant = 'NT'\nvariant = 'NT'\n", "line 2: this is not TOML: cannot overwrite a value."),
        ("variant = 'NT'\n\nantes = [", "line 3: this is not TOML: invalid value."),
        (f"a = {'[' * 5000}", "line 1: the file is nested too deeply to be a hand."),
        (f"a = {'9' * 5000}", "line 1: the file holds a number that is too long to be read."),
        ("", "line 1: the field variant is missing."),
        ("\n\nantes = [1]\n", "line 3: the field variant is missing."),
        (hand(variant='"F7S"'), f"line 1: F7S is fixed-limit seven card stud, which {PLAYED}"),
        (hand(variant='"PT"'), f"line 1: variant 'PT' {PLAYED}"),
        (hand(variant="7"), f"line 1: variant 7 {PLAYED}"),
        (hand(antes=None), "line 1: no-limit hold'em (NT) needs the field antes, which is missing."),
        (
            hand(variant='"FT"', min_bet=None),
            "line 1: fixed-limit hold'em (FT) needs the field small_bet, which is missing.",
        ),
        (hand(bring_in="1"), "line 7: bring_in has no place in no-limit hold'em (NT)."),
        (hand(small_bet="1"), "line 7: small_bet has no place in no-limit hold'em (NT)."),
        (hand(min_bet="0"), "line 4: min_bet must be an amount above 0, not 0."),
        (hand(min_bet="nan"), "line 4: min_bet must be an amount above 0, not NaN."),
        (hand(min_bet="1e999999999"), "line 4: min_bet must be an amount above 0, not 1E+999999999."),
        (hand(min_bet="true"), "line 4: min_bet must be an amount above 0, not True."),
        (
            hand(starting_stacks="[100]"),
            "line 5: starting_stacks must be a list with the stacks of two or more players.",
        ),
        (hand(starting_stacks="[100, 0]"), "line 5: starting_stacks must be a list of amounts above 0, or inf."),
        (hand(antes="[0, -1]"), "line 2: antes must be a list of amounts."),
        (
            hand(blinds_or_straddles="[1, 2, 4]"),
            "line 3: blinds_or_straddles must be as many as the starting stacks, 2, not 3.",
        ),
        (hand(finishing_stacks="[1]"), "line 7: finishing_stacks must be as many as the starting stacks, 2, not 1."),
        (hand(players='["a", 7]'), "line 7: players must be a list of names."),
        (hand(year='"last"'), "line 7: year must be a whole number, not 'last'."),
        (hand(actions="[1]"), "line 6: actions must be a list of strings."),
    ],
)
def test_a_broken_file_gets_one_sentence_with_its_line(text: str, sentence: str) -> None:
    assert fault(text) == f"x.phh, {sentence}"


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        ("p1 sd", "'p1 sd' is for draw games"),
        ("p1 pb", "'p1 pb' is for stud games"),
        (
            "p1 g",
            "'p1 g' is no action, like 'd dh p1 AcKd', 'd db 7h7s2c', 'p1 f', 'p1 cc', 'p1 cbr 700' or 'p1 sm AcKd'",
        ),
        ("q1 f", "'q1 f' names no player: 'q1' should be p1, p2 and so on"),
        ("p0 f", "'p0 f' names no player: 'p0' should be p1, p2 and so on"),
        ("p3 f", "'p3 f' names a player beyond the 2 with a starting stack"),
        ("p1 cbr x", "'p1 cbr x' has 'x' where an amount above 0 should be, like 700 or 12.50"),
        ("p1 cbr 0.0", "'p1 cbr 0.0' has '0.0' where an amount above 0 should be, like 700 or 12.50"),
        ("d db AcK", "'d db AcK' has 'K' where a card should be, like As, Td, 7h or ??"),
        ("d db ac", "'d db ac' has 'ac' where a card should be, like As, Td, 7h or ??"),
        ("d db As", "'d db As' deals As, which has been dealt before"),
    ],
)
def test_a_wrong_action_is_found_at_its_line(action: str, wrong: str) -> None:
    actions = f'[\n  # "no action"\n  "d dh p1 AsKd",\n\n  "", \'{action}\', # said\n]'
    assert fault(hand(actions=actions)) == f"x.phh, line 10: {wrong}."


def test_a_card_outside_a_short_deck() -> None:
    text = hand(variant='"NS"', actions='["d dh p1 5s6s"]')
    assert fault(text) == "x.phh, line 6: 'd dh p1 5s6s' has 5s, which is not in the deck of 36 cards."


def test_the_line_in_a_file_of_several_hands() -> None:
    broken = hand(actions='[\n"""p1 f""",\n"p9 f"]')
    with pytest.raises(BrokenHistory) as found:
        read_all(f"['1']\n{hand()}\n\n[ 2 ] # second\n{broken}", "two.phhs")
    assert (found.value.name, found.value.line) == ("two.phhs", 18)
    assert found.value.fault == "'p9 f' names a player beyond the 2 with a starting stack."


def test_a_file_is_read_through_once_for_all_the_lines_that_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    statements = source._statements

    def counted(text: str) -> Iterator[object]:
        read.append(text)
        return statements(text)

    monkeypatch.setattr(source, "_statements", counted)
    hands = read_all("\n".join(f"[{number}]\n{hand()}" for number in range(1, 31)), "thirty.phhs")
    lines = [each.source.line_of_action(0) for each in hands if each.source]
    assert (len(set(lines)), len(read)) == (30, 1)

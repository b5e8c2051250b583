"""Pontoon with real cards: a face that was entered wrongly is put right, and the round is what it would have been."""

import json
from pathlib import Path

import pytest

from pitboss.cards.card import cards
from pitboss.conformance.format.document import load
from pitboss.conformance.runner import run_case
from pitboss.games.play import Command, Role
from pitboss.games.writing.house_rounds import export_file, export_round
from pitboss.rulebook.refusal import Refusal
from tests.games.pontoon.scene import PontoonTable, dealt, table
from tests.refusals import refused

# One box, the dealer's first card, then the box's second: 8 + 7 against a 6.
FIRST, DRAWN, DEALERS = "8h 6d 7c", "4s", "Kc 5h"


def corrected(at: PontoonTable, told: str, by: Role = Role.DEALER, seat: int | None = None) -> None:
    answer = at.do(Command(by, "correct_card", seat, cards=cards(told)))
    assert not isinstance(answer, Refusal), answer


def played(at: PontoonTable) -> PontoonTable:
    at.script("1 hit", "1 stand")
    at.finish()
    return at


@pytest.mark.clause("PON 17.5(c)")
def test_a_card_of_the_deal_is_put_right_while_nothing_rests_on_it() -> None:
    right = played(dealt(f"{FIRST} {DRAWN} {DEALERS}"))
    at = table(f"{FIRST} {DRAWN} {DEALERS}")
    at.place(1, "A", main=10000)
    at.dealer("deal", cards=cards("9h"))
    corrected(at, "9h 8h", seat=1)
    at.shoe.draw(1)
    at.dealer("deal", cards=at.shoe.draw(2))
    at.run()
    corrected(at, "6d 6c")
    corrected(at, "6c 6d")
    played(at)
    assert at.outcomes == right.outcomes
    at.check_balance()


@pytest.mark.clause("PON 17.5(c)", "PON D-Casino Supervisor")
def test_a_hand_that_was_called_bust_by_a_misread_card_goes_on_and_a_supervisor_says_so(tmp_path: Path) -> None:
    two = {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}}
    at, right = (dealt(f"8h 9c 6d 7c 9d {drawn} {DEALERS}", two) for drawn in ("Ks", "4s"))
    at.player(1, "hit")
    assert at.row().result == "lose"
    told = at.dealer("correct_card", cards=cards("Ks 4s"), seat=1)
    refused(told, clause="PON D-Casino Supervisor")
    corrected(at, "Ks 4s", Role.SUPERVISOR, seat=1)
    assert at.hand().standing == "open"
    right.player(1, "hit")
    for each in (at, right):
        each.script("1 stand", "2 stand")
        each.finish()
        each.check_balance()
    assert at.outcomes == right.outcomes
    # Written down, the round is misread and put right once more.
    file = tmp_path / "round.json"
    file.write_text(json.dumps(export_file("pontoon", [export_round(at, "PON-X", "A misread card")])))
    (case,) = load(file).cases
    assert run_case("pontoon", case).passed


@pytest.mark.clause("PON 17.5(c)")
def test_a_drawn_card_that_decides_nothing_is_put_right_by_the_dealer() -> None:
    right = played(dealt(f"{FIRST} {DRAWN} {DEALERS}"))
    at = dealt(f"{FIRST} 2s {DEALERS}").script("1 hit")
    corrected(at, "2s 4s")
    at.player(1, "stand")
    at.finish()
    assert at.outcomes == right.outcomes
    assert cards("2s")[0] not in at.state.play.cards.rack


@pytest.mark.clause("PON 17.5(c)", "PON D-Round of play")
def test_what_cannot_be_a_correction_is_refused() -> None:
    at = dealt("8h 8h 6d 7c 7d 4s Kc 5h", {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}})
    refused(at.dealer("correct_card", cards=cards("8h")), clause="PON 17.5(c)")
    refused(at.dealer("correct_card", cards=cards("2c 3c")), clause="PON 17.5(c)")
    refused(at.dealer("correct_card", cards=cards("8h 9h")), reason="Several hands hold 8h: say which.")
    assert refused(at.dealer("correct_card", cards=cards("8h JK"), seat=1)).clause.startswith("PON")
    refused(at.dealer("correct_card", cards=cards("6d 9h"), seat=1), clause="PON 17.5(c)")
    corrected(at, "8h 9h", seat=2)
    assert (at.hand(1).cards, at.hand(2).cards) == (cards("8h 7c"), cards("9h 7d"))
    over = played(dealt(f"{FIRST} {DRAWN} {DEALERS}"))
    refused(over.dealer("correct_card", cards=cards("8h 9h")), clause="PON D-Round of play")

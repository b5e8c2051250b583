"""A hold'em case of the wrong shape is refused with one sentence; one that cannot be played fails with one."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.conformance.format.document import load
from pitboss.conformance.holdem.vocabulary import arguments
from pitboss.conformance.runner import run_case
from tests.conformance.case_scene import changed, complaint, file_of, of

FORMS = ("do", "event", "check", "ask")
HOLDEM: dict[str, Any] = {
    "id": "H-1",
    "table": {
        "button": 1,
        "blinds": [500, 1000],
        "commission": {"basis": "pot", "scale": "ii", "cap": 1000},
        "low_qualifier": None,
        "min_bet": [1000, 1000, 2000, 2000],
        "over_blind": {"seat": 4, "amount": 2000},
    },
    "seats": [{"seat": 1, "stack": 20000, "player": "Ann", "post_live": 1000}, {"seat": 2}],
    "cards": {"hole": {"1": ["As", "Ks"]}, "board": ["2h", "7c", "9d"]},
    "script": [
        {"seat": 1, "do": "raise", "to": 3000, "out_of_turn": True},
        {"event": "deal", "street": "flop"},
        {"check": "legal", "seat": 1, "call": 500, "may_raise": True},
        {"ask": "enter", "ref": "a", "player": "new", "seat": 3, "request": "play_now"},
        {"ask": "settings", "ref": "b", "set": {"players": 13, "commission": None}},
        {"ask": "conduct", "ref": "c", "situation": "unlisted_irregularity", "players_agree": [1]},
        {"event": "retract", "seat": 1, "do": "bet", "to": 6000, "cause": "dealer_direction"},
        {"seat": 2, "do": "push", "amount": 700, "ruling": "HLD 17.8"},
    ],
    "expect": {"round": "settled"},
}


def wrong(folder: Path, path: str, new: object) -> str:
    """What is wrong with the case with another value at a path, without the file and its id."""
    return complaint(file_of(folder, "holdem", changed(HOLDEM, path, new))).partition("case H-1, ")[2]


def test_the_case_itself_is_well_formed(tmp_path: Path) -> None:
    (case,) = load(file_of(tmp_path, "holdem", HOLDEM)).cases
    assert case.table == HOLDEM["table"]


CENTS = "must be a whole number of cents, not"


@pytest.mark.parametrize(
    ("field", "new", "said"),
    [
        ("given", {}, "is not known here."),
        ("table", [], "must be an object, not []."),
        ("table.limmit", "fixed", "is not known here (did you mean limit?)."),
        ("table.deck", "52", f'{CENTS} "52".'),
        ("table.joker", 1, "must be true or false, not 1."),
        ("table.game", 7, "must be a word, not 7."),
        ("table.blinds", 500, "must be a list, not 500."),
        ("table.blinds[1]", -1, "must be at least 0, not -1."),
        ("table.min_bet", "10", f'{CENTS} "10".'),
        ("table.min_bet[2]", None, f"{CENTS} null."),
        ("table.max_raises", "3", 'must be a whole number, not "3".'),
        ("table.commission.bais", "pot", "is not known here (did you mean basis?)."),
        ("table.commission", "time", 'must be an object, not "time".'),
        ("table.over_blind", 2000, "must be an object, not 2000."),
        ("table.over_blind.seat", ..., "is missing."),
        ("table.button", 0, "must be at least 1, not 0."),
        ("table.button_revolution_complete", 1, "must be true or false, not 1."),
        ("table.hours", [0, 60], "is not known here."),
        ("seats[0].seat", ..., "is missing."),
        ("seats[0].stack", "all", f'{CENTS} "all".'),
        ("seats[0].wagers", {}, "is not known here."),
        ("seats[0].post_life", 1000, "is not known here (did you mean post_live?)."),
        ("cards.bord", [], "is not known here (did you mean board?)."),
        ("cards.hole", [], "must be an object, not []."),
        ("cards.hole.1[0]", "Xx", "'Xx' is not a card: write rank and suit like As, Td, 7h, or JK for the joker."),
        ("cards.board", "2h", 'must be a list, not "2h".'),
        ("script[0].to", ..., "is missing."),
        ("script[0].seat", ..., "is missing."),
        ("script[0].amount", 3000, "is not known here."),
        ("script[0].out_of_turn", "yes", 'must be true or false, not "yes".'),
        ("script[0].refused", "10.3", 'must be a clause with the prefix of its document, not "10.3".'),
        ("script[1].street", "flopp", 'must be one of hole, flop, turn, river, not "flopp".'),
        ("script[1].street", ..., "is missing."),
        ("script[2].call", True, f"{CENTS} true."),
        ("script[2].min_too", 5, "is not known here (did you mean min_to?)."),
        ("script[3].request", "now", 'must be one of play_now, wait_for_big_blind, not "now".'),
        (
            "script[3].player",
            "P1",
            'must be one of new, missed_both, moved_away_from_blinds, not "P1".',
        ),
        ("script[3].ref", ..., "is missing."),
        ("script[4].set", [], "must be an object, not []."),
        ("script[4].set.decks", 4, "is not known here (did you mean deck?)."),
        ("script[4].set.players", "13", 'must be a whole number, not "13".'),
        ("script[5].players_agree", ..., "is missing."),
        ("script[5].players_agree[0]", "P1", 'must be the number of a seat, not "P1".'),
        ("script[5].situation", ..., "is missing."),
        ("script[5].seat", 1, "is not known here."),
        ("script[6].cause", "mistake", 'must be one of dealer_direction, not "mistake".'),
        ("script[7].ruling", "17.8", 'must be a clause with the prefix of its document, not "17.8".'),
    ],
)
def test_a_fault_is_named_with_its_field(tmp_path: Path, field: str, new: object, said: str) -> None:
    assert wrong(tmp_path, field, new) == f"{field}: {said}"


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"seat": 1, "do": "rais", "to": 5}, 'do: "rais" is nothing that holdem knows as do (did you mean raise?).'),
        ({"event": "deel", "street": "flop"}, 'event: "deel" is nothing that holdem knows as event (did you mean '),
        ({"check": "stacks"}, 'check: "stacks" is nothing that holdem knows as check; it knows legal, pot, actor, '),
        ({"ask": "entry", "ref": "a"}, 'ask: "entry" is nothing that holdem knows as ask (did you mean enter?).'),
        ({"ask": "conduct", "ref": "a", "situation": "x"}, 'situation: "x" is nothing that holdem knows as situation'),
        ({"event": "betting_complete", "refused": "HLD 9.4"}, "refused: is not known here"),
        ({"seat": 1, "do": "settle"}, 'do: "settle" is nothing that holdem knows as do'),
        ({"event": "fold", "seat": 1}, 'event: "fold" is nothing that holdem knows as event'),
    ],
)
def test_a_step_is_one_that_hold_em_knows(tmp_path: Path, step: dict[str, Any], said: str) -> None:
    sentence = wrong(tmp_path, "script", [step])
    assert sentence.startswith(f"script[0].{said}")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"deck": 50}, "A deck has 52, 48, 44, 40, 36 or 32 cards, not 50. (HLD 2.2)."),
        ({"commission": None}, "A commission must be charged: from the pots or for time. (HLD 15.1)."),
        ({"mode": "tournament", "commission": {}}, "No commission is charged on the rounds of a tournament. "),
        ({"limit": "pot"}, "The setting limit is "),
        ({"players": 30}, "30 players need 68 cards"),
    ],
)
def test_settings_that_cannot_be_are_told_with_their_clause(
    tmp_path: Path, table: dict[str, object], said: str
) -> None:
    assert wrong(tmp_path, "table", table).startswith(f"table: {said}")


@pytest.mark.parametrize("form", FORMS)
def test_every_argument_of_every_step_has_a_kind(tmp_path: Path, form: str) -> None:
    """A flag that stands where a number or a word must, or the other way round, is told and nothing breaks."""
    for name, words in arguments(form).items():
        if name == "conduct":
            continue
        step = {form: name, **{word.rstrip("?"): {"no": "such"} for word in (words or "kind").split()}}
        assert wrong(tmp_path, "script", [step]).startswith("script[0].")


def rows(*seats: int, **more: object) -> list[dict[str, object]]:
    return [{"seat": seat, "stack": 20000, **more} for seat in seats]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"seats": rows(1, 2, 1)}, "seats[2].seat: seat 1 is taken already."),
        ({"seats": rows(1, 2, player="Ann")}, "seats: Ann sits at two of them."),
        ({"seats": rows(1, 2), "table": {"button": 3}}, "table.button: goes to seat 1, because nobody at seat 3 is"),
        (
            {"seats": rows(1, 2, 3), "table": {"over_blind": {"seat": 3, "amount": 2000}, "button": 1}},
            "table.over_blind: The over-blind is open to seat 1. (HLD 4.2(e))",
        ),
        ({"seats": [{"seat": 1, "stack": 0}, {"seat": 2}]}, "seats: A round needs two players, and "),
        (
            {"seats": [*rows(1, 2, 3), {"seat": 4, "post_live": 700}], "table": {"button": 1}},
            "seats[3]: no blinds that can be missed here make 700 live and 0 dead.",
        ),
        (
            {
                "seats": [*rows(1, 2), {"seat": 3, "post_live": 1000, "post_dead": 500}, *rows(4)],
                "table": {"button": 1},
            },
            "seats[2]: posts 1000 live and 0 dead here, not 1000 and 500.",
        ),
        ({"seats": rows(1, 2), "cards": {"hole": {"3": ["As", "Ad"]}}}, "cards.hole.3: nobody at that seat is dealt"),
        ({"seats": rows(1, 2), "cards": {"hole": {"x": ["As"]}}}, "cards.hole.x: is not the number of a seat."),
        ({"seats": rows(1, 2), "cards": {"hole": {"1": ["As", "Ad", "Ac"]}}}, "cards.hole.1: a hand has 2 cards, not"),
        ({"seats": rows(1, 2), "cards": {"board": ["As", "Ad"]}}, "cards.board: there is no board of 2 cards."),
        (
            {"seats": rows(1, 2), "cards": {"hole": {"1": ["As", "Ad"]}, "board": ["As", "2d", "3d"]}},
            "cards: As is written twice.",
        ),
        ({"seats": rows(1, 2), "shoe": ["As"], "cards": {"board": []}}, "cards: cannot stand beside a shoe, which"),
        ({"seats": rows(1, 2), "shoe": ["As", "2d", "3d"]}, "shoe: ends before the round does."),
        ({"seats": rows(1, 25), "table": {"deck": 32}}, "table: 25 players need 58 cards"),
    ],
)
def test_a_round_that_cannot_be_is_one_sentence(parts: dict[str, object], said: str) -> None:
    verdict = run_case("holdem", of(**parts))
    assert not verdict.passed
    assert verdict.failure is not None
    assert verdict.failure.startswith(said)


def test_a_board_that_is_written_ends_where_it_does() -> None:
    steps = [{"seat": 2, "do": "call"}, {"seat": 1, "do": "stand"}, {"event": "deal", "street": "flop"}]
    case = of(table={"button": 1}, seats=rows(1, 2), cards={"board": []}, script=steps, expect={"round": "settled"})
    assert run_case("holdem", case).failure == "cards.board: ends before the round does."

"""A file of worked cases is read whole, or refused with one sentence that says where and what."""

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.conformance.format.document import CaseFile, load
from tests.conformance.case_scene import changed, complaint, file_of

# Cases of the house are read with the floor: tests/conformance/floor.
CASES = sorted(
    path for path in (Path(__file__).parents[1] / "cases").glob("*.json") if not path.stem.startswith("house")
)

ULTIMATE: dict[str, Any] = {
    "id": "U-1",
    "title": "One seat",
    "clauses": ["UTH 9.5(a)"],
    "table": {"shoe": "card", "limits": {"ante": {"min": 500, "max": 50000}}},
    "seats": [{"seat": 1, "player": "P1", "wagers": {"ante": 1000, "blind": 1000}, "warned": True}],
    "shoe": ["Kh", "9d", "JK"],
    "script": [
        {"event": "deal", "cards": 3},
        {"event": "card_exposed", "cards": ["7c"], "seat": 1},
        {"seat": 1, "do": "play", "amount": 4000, "refused": "UTH 8.1"},
        {"seat": 1, "do": "place", "player": "P1", "wagers": {"trips": 500}},
        {"ask": "play", "ref": "q", "seat": 1, "amount": 4000},
    ],
    "expect": {"round": "settled", "odd": {"$range": [1, 2]}},
}
PONTOON: dict[str, Any] = {
    "id": "P-1",
    "seats": [{"seat": 1, "player": "A", "wagers": {"main": 1000}}],
    "script": [{"seat": 1, "do": "double", "amounts": {"A": 1000}}, {"seat": 1, "do": "split", "joined_by": ["B"]}],
    "expect": {},
}
HOLDEM: dict[str, Any] = {
    "id": "H-1",
    "seats": [{"seat": 1, "stack": 20000, "post_live": 1000}],
    "cards": {"hole": {"1": ["As", "Ks"]}},
    "script": [
        {"event": "retract", "seat": 1, "do": "bet", "to": 6000, "cause": "dealer_direction"},
        {"check": "legal", "seat": 1, "call": 500, "may_raise": True},
    ],
    "expect": {"stacks": {"1": 20000}},
}
TOURNAMENT: dict[str, Any] = {
    "id": "T-1",
    "given": {"players_left": 9},
    "script": [{"ask": "clock_at", "t_s": 15, "ref": "a"}],
    "expect": {"answers": {}},
}
OF_GAME = {"ultimate": ULTIMATE, "pontoon": PONTOON, "holdem": HOLDEM, "tournament": TOURNAMENT}


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.json"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_worked_cases_are_well_formed(path: Path) -> None:
    file = load(path)
    assert path.stem.startswith(file.game)
    least = 25 if path.stem == file.game else 1
    assert len(file.cases) == len(json.loads(path.read_text(encoding="utf-8"))["cases"]) >= least


@pytest.mark.parametrize("game", OF_GAME)
def test_a_case_keeps_what_the_file_says(tmp_path: Path, game: str) -> None:
    written_case = OF_GAME[game]
    path = file_of(tmp_path, game, written_case)
    file = load(path)
    (case,) = file.cases
    assert file == CaseFile(path, game, (case,))
    assert {key: getattr(case, key) for key in written_case} == {
        key: tuple(value) if key == "clauses" else value for key, value in written_case.items()
    }


def test_what_a_case_leaves_out_is_empty(tmp_path: Path) -> None:
    (case,) = load(file_of(tmp_path, "canberra", {"id": "C-1", "script": [], "expect": {}})).cases
    assert (case.title, case.clauses, case.note) == ("", (), "")
    assert (case.table, case.given, case.cards, case.seats, case.shoe) == ({}, {}, {}, [], [])


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert complaint(tmp_path / "mine.json") == "mine.json: cannot be read: No such file or directory."


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "mine.json").mkdir()
    assert complaint(tmp_path / "mine.json") == "mine.json: cannot be read: Is a directory."


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_bytes(b'{"format": "\xff"}')
    assert complaint(tmp_path / "mine.json") == "mine.json: is not a text in UTF-8."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{\n"format":\n}', "mine.json, line 3: is not JSON: Expecting value."),
        ("", "mine.json, line 1: is not JSON: Expecting value."),
        ("[]", "mine.json: must be an object, not []."),
        ('{"game": NaN}', "mine.json: is not JSON that can be used: NaN is not a number."),
        (
            '{"game": "x", "game": "y"}',
            'mine.json: is not JSON that can be used: an object has the key "game" twice.',
        ),
        ('{"note": "\\ud800"}', "mine.json: is not a text in UTF-8."),
        ('{"cases": ' + "[" * 100_000, "mine.json: is nested too deeply to be a list of cases."),
        ('{"game": "ultimate", "cases": []}', "mine.json, format: is missing."),
        (
            '{"format": "pitboss-case/2", "game": "ultimate", "cases": []}',
            'mine.json, format: must be one of pitboss-case/1, not "pitboss-case/2".',
        ),
        (
            '{"format": "pitboss-case/1", "game": "baccarat", "cases": []}',
            'mine.json, game: must be one of ultimate, canberra, pontoon, holdem, tournament, not "baccarat".',
        ),
        (
            '{"format": "pitboss-case/1", "game": ["ultimate"], "cases": []}',
            'mine.json, game: must be one of ultimate, canberra, pontoon, holdem, tournament, not ["ultimate"].',
        ),
        (
            '{"format": "pitboss-case/1", "game": "ultimate", "cases": {}}',
            "mine.json, cases: must be a list, not {}.",
        ),
    ],
)
def test_a_file_of_the_wrong_outer_shape(tmp_path: Path, text: str, sentence: str) -> None:
    assert complaint(written(tmp_path, text)) == sentence


def test_an_id_is_used_once(tmp_path: Path) -> None:
    path = file_of(tmp_path, "ultimate", ULTIMATE, {**ULTIMATE, "id": "U-2"}, ULTIMATE)
    assert complaint(path) == "mine.json, case U-1, id: is the id of case number 1 and again of case number 3."


@pytest.mark.parametrize(("row", "said"), [(7, "must be an object, not 7."), (None, "must be an object, not null.")])
def test_a_case_that_is_no_object_is_named_by_its_place(tmp_path: Path, row: object, said: str) -> None:
    assert complaint(file_of(tmp_path, "ultimate", ULTIMATE, row)) == f"mine.json, case number 2: {said}"


@pytest.mark.parametrize(
    ("new", "said"),
    [(..., "is missing."), (5, "must be a word, not 5."), ("", 'must be a word, not "".')],
)
def test_a_case_without_an_id_is_named_by_its_place(tmp_path: Path, new: object, said: str) -> None:
    path = file_of(tmp_path, "ultimate", {**ULTIMATE, "id": "U-0"}, changed(ULTIMATE, "id", new))
    assert complaint(path) == f"mine.json, case number 2, id: {said}"


CENTS = "must be a whole number of cents, not"


@pytest.mark.parametrize(
    ("field", "new", "said"),
    [
        ("script", ..., "is missing."),
        ("expect", ..., "is missing."),
        ("expect", [], "must be an object, not []."),
        ("tittle", "x", "is not known here (did you mean title?)."),
        ("given", {}, "is not known here."),
        ("clauses", "UTH 1.1", 'must be a list, not "UTH 1.1".'),
        ("clauses[0]", 1, "must be a word, not 1."),
        ("table", None, "must be an object, not null."),
        ("table.shoe", 7, "must be a word, not 7."),
        ("table.shoo", "card", "is not known here (did you mean shoe?)."),
        ("table.decks", 4, "is not known here."),
        ("table.limits.ante.min", "5", f'{CENTS} "5".'),
        ("table.limits.ante.max", ..., "is missing."),
        ("table.limits.main", {"min": 1, "max": 2}, "is not known here."),
        ("seats", {}, "must be a list, not {}."),
        ("seats[0]", "P1", 'must be an object, not "P1".'),
        ("seats[0].seat", 0, "must be at least 1, not 0."),
        ("seats[0].seat", True, "must be the number of a seat, not true."),
        ("seats[0].seat", 1.0, "must be the number of a seat, not 1.0."),
        ("seats[0].player", "", 'must be a word, not "".'),
        ("seats[0].player", ..., "is missing."),
        ("seats[0].wagers", [], "must be an object, not []."),
        ("seats[0].wagers.ante", "ten", f'{CENTS} "ten".'),
        ("seats[0].wagers.ante", 10.5, f"{CENTS} 10.5."),
        ("seats[0].wagers.ante", False, f"{CENTS} false."),
        ("seats[0].wagers.ante", 0, "must be at least 1, not 0."),
        ("seats[0].wagers.antes", 5, "is not known here (did you mean ante?)."),
        ("seats[0].warned", 1, "must be true or false, not 1."),
        ("seats[0].marker", -5, "must be at least 1, not -5."),
        ("seats[0].previous_net", "lost", f'{CENTS} "lost".'),
        ("seats[0].colour", "red", "is not known here."),
        ("shoe[1]", "1x", "'1x' is not a card: write rank and suit like As, Td, 7h, or JK for the joker."),
        ("shoe[2]", 9, "must be a card such as As, not 9."),
        ("script", {}, "must be a list, not {}."),
        ("script[0]", "deal", 'must be an object, not "deal".'),
        ("script[2].event", "deal", "must have exactly one of do, event, check and ask, not do and event."),
        ("script[0].event", ..., "must have exactly one of do, event, check and ask, not none of them."),
        ("script[0].cards", ["As"], 'must be how many cards are dealt now, not ["As"].'),
        ("script[0].cards", 0, "must be at least 1, not 0."),
        ("script[1].cards", 1, "must be a list, not 1."),
        ("script[0].settled", -5, "must be a list, not -5."),
        ("script[1].cards[0]", "7x", "'7x' is not a card: write rank and suit like As, Td, 7h, or JK for the joker."),
        ("script[2].amount", "4000", f'{CENTS} "4000".'),
        ("script[2].amount", ..., "is missing."),
        ("script[2].seat", ..., "is missing."),
        ("script[2].amuont", 4000, "is not known here (did you mean amount?)."),
        ("script[2].to", 4000, "is not known here."),
        ("script[2].refused", True, "must be a clause with the prefix of its document, not true."),
        ("script[2].refused", "8.1", 'must be a clause with the prefix of its document, not "8.1".'),
        ("script[3].wagers.trips", None, f"{CENTS} null."),
        ("script[3].wagers.insurance", 500, "is not known here."),
        ("script[4].ref", ..., "is missing."),
        ("expect.odd", {"$range": [1]}, None),
        ("expect.odd", {"$range": [1, 2], "and": 3}, "must have nothing beside the matcher, not $range, and."),
    ],
)
def test_a_fault_in_a_case_is_named_with_its_field(tmp_path: Path, field: str, new: object, said: str | None) -> None:
    sentence = complaint(file_of(tmp_path, "ultimate", changed(ULTIMATE, field, new)))
    if said is None:
        field, said = f"{field}.$range", "must be the lowest and the highest number, not [1]."
    elif "exactly one of" in said:
        field = field.partition(".")[0]
    assert sentence == f"mine.json, case U-1, {field}: {said}"


@pytest.mark.parametrize(
    ("matcher", "said"),
    [
        ({"$set": 3}, "$set: must be a list, not 3."),
        (
            {"$approx_list": [[1, "2"], 1]},
            '$approx_list: must be a list of numbers and a tolerance, not [[1, "2"], 1].',
        ),
        ({"$approx_list": [1, 2, 3]}, "$approx_list: must be a list of numbers and a tolerance, not [1, 2, 3]."),
        ({"$rang": [1, 2]}, "$rang: is no matcher; there are $range, $set, $approx_list and $has."),
    ],
)
def test_a_matcher_says_what_it_matches(tmp_path: Path, matcher: object, said: str) -> None:
    case = changed(ULTIMATE, "expect", {"wagers": [{"net": matcher}]})
    assert complaint(file_of(tmp_path, "ultimate", case)) == f"mine.json, case U-1, expect.wagers[0].net.{said}"


@pytest.mark.parametrize(
    ("game", "step", "said"),
    [
        (
            "ultimate",
            {"seat": 1, "do": "chek"},
            'do: "chek" is nothing that ultimate knows as do (did you mean check?).',
        ),
        ("canberra", {"event": "xyz"}, 'event: "xyz" is nothing that canberra knows as event; it knows open_table, '),
        (
            "canberra",
            {"event": ["deal"]},
            'event: ["deal"] is nothing that canberra knows as event (did you mean deal?).',
        ),
        ("pontoon", {"check": "pot"}, 'check: "pot" is nothing that pontoon knows as check; it has none.'),
        ("pontoon", {"seat": 1, "do": "double", "amounts": {"A": -1}}, "amounts.A: must be at least 0, not -1."),
        ("pontoon", {"seat": 1, "do": "split", "joined_by": "B"}, 'joined_by: must be a list, not "B".'),
        ("holdem", {"seat": 1, "do": "bet", "to": "all"}, f'to: {CENTS} "all".'),
        ("holdem", {"seat": 1, "do": "bet", "to": 5, "too": 5}, "too: is not known here (did you mean to?)."),
        (
            "tournament",
            {"do": "bust", "refused": 7},
            "refused: must be a clause with the prefix of its document, not 7.",
        ),
    ],
)
def test_a_step_is_one_that_its_game_knows(tmp_path: Path, game: str, step: object, said: str) -> None:
    sentence = complaint(file_of(tmp_path, game, {"id": "X", "script": [step], "expect": {}}))
    assert sentence.startswith(f"mine.json, case X, script[0].{said}")


@pytest.mark.parametrize(
    ("game", "table", "said"),
    [
        ("ultimate", {"shoe": "hand"}, "The setting shoe is card or automated, not 'hand'. (UTH 11.2)."),
        ("pontoon", {"decks": 2}, "(PON 2.1[s1])."),
        ("canberra", {"jackpot": {"to_pool_pct": 80, "to_reserve_pct": 10}}, "(CAN 10.6[s1])."),
    ],
)
def test_settings_that_cannot_be_are_told_with_their_clause(
    tmp_path: Path, game: str, table: dict[str, object], said: str
) -> None:
    path = file_of(tmp_path, game, {"id": "X", "table": table, "script": [], "expect": {}})
    assert complaint(path).startswith("mine.json, case X, table: ")
    assert complaint(path).endswith(said)


def test_only_a_retraction_names_two_forms(tmp_path: Path) -> None:
    load(file_of(tmp_path, "holdem", HOLDEM))
    path = file_of(tmp_path, "holdem", changed(HOLDEM, "script[0].event", "deal"))
    assert complaint(path).endswith("script[0]: must have exactly one of do, event, check and ask, not do and event.")


def test_a_long_value_is_cut(tmp_path: Path) -> None:
    sentence = complaint(file_of(tmp_path, "ultimate", changed(ULTIMATE, "title", ["x" * 500])))
    assert len(sentence) < 130
    assert sentence.endswith("xxx....")

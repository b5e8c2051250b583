"""What is wrong with a file of cases of the house is told in one sentence with the case and the field."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.conformance.floor.vocabulary import fields
from pitboss.conformance.format.document import MalformedCase, load
from tests.conformance.case_scene import file_of

STEP = {"command": "buy_in", "by": "cashier", "patron": "Ann", "amount": 1000}


def wrong(folder: Path, **parts: Any) -> str:
    case = {"id": "HSE-1", "given": {"people": {"Ann": {}}}, "script": [STEP], "expect": {}, **parts}
    path = file_of(folder, "house", case)
    try:
        load(path, {"house": fields})
    except MalformedCase as error:
        return str(error).removeprefix(f"{path}, ")
    return ""


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({}, ""),
        (
            {"script": [{**STEP, "command": "by_in"}]},
            'script[0].command: "by_in" is nothing that the house knows as command (did you mean buy_in?).',
        ),
        ({"script": [{**STEP, "amount": "1000"}]}, "script[0].amount: This must be a whole number, not text."),
        ({"script": [{**STEP, "amout": 1000}]}, "script[0].amout: The command has no such field."),
        (
            {"script": [{"command": "buy_in", "by": "cashier", "patron": "Ann"}]},
            "script[0].amount: This field is missing.",
        ),
        ({"script": [{**STEP, "by": 7}]}, "script[0].by: must be a word, not 7."),
        ({"script": [{key: value for key, value in STEP.items() if key != "by"}]}, "script[0].by: is missing."),
        ({"script": [{**STEP, "by": "staff:maria"}]}, "script[0].as: is missing."),
        ({"script": [{**STEP, "as": "boss"}]}, "script[0].as: must be one of player, dealer"),
        (
            {"script": [{**STEP, "at": "2026-11-20T20:00"}]},
            "script[0]: must have exactly one of command, at, wall and check, not command and at.",
        ),
        ({"script": [{}]}, "script[0]: must have exactly one of command, at, wall and check, not none of them."),
        ({"script": [7]}, "script[0]: must be an object, not 7."),
        ({"script": [{"at": "tomorrow"}]}, 'script[0].at: must be a moment such as 2026-11-20T21:30, not "tomorrow".'),
        ({"script": [{"check": {"money": {}}}]}, "script[0].check.money: is not known here."),
        (
            {"script": [{"command": "desk", "by": "director", "tournament": "x", "do": "registr"}]},
            "script[0].do: There is no such command at the desk.",
        ),
        (
            {
                "script": [
                    {"command": "desk", "by": "cashier", "tournament": "x", "do": "register", "given": {"persn": "Ann"}}
                ]
            },
            "script[0].given.persn: There is no such particular.",
        ),
        (
            {"given": {"people": {"Ann": {"born": "1990"}}}},
            'given.people.Ann.born: must be a day such as 1990-12-31, not "1990".',
        ),
        ({"given": {"people": {"Ann": {"roles": ["king"]}}}}, "given.people.Ann.roles[0]: must be one of dealer"),
        ({"given": {"people": {"Ann": {"money": -1}}}}, "given.people.Ann.money: must be at least 0, not -1."),
        ({"given": {"tables": {"uth-1": {}}}}, "given.tables.uth-1.game: is missing."),
        ({"given": {"tables": {"uth-1": {"game": "chess"}}}}, "given.tables.uth-1.game: must be one of ultimate"),
        ({"given": {"events": {"x": {"structure": "sunday"}}}}, "given.events.x.structure: There is no event 'sunday'"),
        (
            {"given": {"events": {"x": {"structure": {"like": "friday_freezeout", "stak": 1}}}}},
            "given.events.x.structure: ",
        ),
        ({"given": {"shoes": {"uth-1": [["Xx"]]}}}, "given.shoes.uth-1[0][0]: "),
        ({"given": {"at": "2026-11-20"}}, "given.at: must be a moment"),
        ({"given": {"house": {"time_zone": "Mars"}}}, "given.house.time_zone: must be a time zone such as"),
        (
            {"given": {"earlier": [], "people": {}}},
            "given.people: has no place in a house that has its past in earlier.",
        ),
        ({"script": [{**STEP, "seed": 7}]}, "script[0].seed: must be a hexadecimal number, not 7."),
        ({"expect": {"balance": {}}}, "expect.balance: is not known here (did you mean balances?)."),
        ({"expect": {"balances": {"Ann": {"$about": 1}}}}, "expect.balances.Ann.$about: is no matcher"),
    ],
)
def test_one_sentence_with_the_case_and_the_field(tmp_path: Path, parts: dict[str, Any], said: str) -> None:
    told = wrong(tmp_path, **parts)
    assert told.startswith(f"case HSE-1, {said}" if said else "")
    assert bool(told) is bool(said)
    assert "\n" not in told

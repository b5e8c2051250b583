"""What people write in forms, as commands take it."""

import pytest

from pitboss.screens.common.forms import fields_from
from pitboss.screens.director.prizes.giving import gather_fields
from tests.refusals import refused


@pytest.mark.parametrize(
    ("written", "cents"), [("25", 2500), ("$25", 2500), ("25.5", 2550), ("1,250", 125_000), (" $ 1,250.05 ", 125_005)]
)
def test_an_amount_is_written_in_dollars(written: str, cents: int) -> None:
    assert fields_from({"amount:money": written}) == {"amount": cents}


@pytest.mark.parametrize("written", ["-5", "5.005", "1,25", "a lot", "$", "1e3", "٢", "5 5"])
def test_what_is_no_amount_is_told_with_its_field(written: str) -> None:
    assert refused(fields_from({"amount:money": written}), field="amount").reason.count(".") <= 2


def test_every_kind_of_field() -> None:
    posted = {
        "key": "abc",
        "then": "/cage/",
        "reason": " spilt drink ",
        "password:secret": " a b ",
        "seat:whole": "3",
        "seats:wholes": "1, 2 5",
        "cards:cards": "Ah 10s jk",
        "joined_by:names": "p1, p2",
        "rebuilt:yes": "on",
        "wagers.ante:money": "10",
        "wagers.trips:money": "",
        "limits:json": '{"ante": {"min": 1}}',
    }
    assert fields_from(posted) == {
        "reason": "spilt drink",
        "password": " a b ",
        "seat": 3,
        "seats": [1, 2, 5],
        "cards": ["Ah", "Ts", "JK"],
        "joined_by": ["p1", "p2"],
        "rebuilt": True,
        "wagers": {"ante": 1000},
        "limits": {"ante": {"min": 1}},
    }


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("seat:whole", "three"),
        ("cards:cards", "Ah Xx"),
        ("limits:json", "{"),
        ("seats:wholes", "1 b"),
        ("x:magic", "1"),
    ],
)
def test_what_cannot_be_meant_names_its_field(name: str, text: str) -> None:
    refused(fields_from({name: text}), field=name.partition(":")[0])


def test_a_name_inside_what_is_no_mapping_harms_nothing() -> None:
    assert fields_from({"a:whole": "1", "a.b:whole": "2"}) == {"a": 1}


def test_ticked_players_are_a_list_and_numbered_ones_an_order() -> None:
    assert gather_fields({"agreed_by": {"p1": True, "p2": False}}) == {"agreed_by": ["p1"]}
    assert gather_fields({"order": {"10": "p3", "2": "p2", "1": "p1"}}) == {"order": ["p1", "p2", "p3"]}
    assert gather_fields(None) == {}

"""The worked cases of Pontoon, each played through the engine and compared whole."""

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards.card import face
from pitboss.games.play import Command, Role
from pitboss.rulebook.refusal import Refusal
from tests.games.pontoon.scene import PontoonTable, table
from tests.refusals import refused

CASES = json.loads((Path(__file__).parents[2] / "conformance/cases/pontoon.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_worked_case(case: dict[str, Any]) -> None:
    at = table(" ".join(case["shoe"]), **case.get("table", {}))
    for row in case["seats"]:
        placed = at.place(row["seat"], row["player"], **row["wagers"])
        assert not isinstance(placed, Refusal)
    at.deal()
    for step in case["script"]:
        _take(at, dict(step))
    at.finish()
    expected = case["expect"]
    assert at.state.felt.result == expected["round"]
    assert [face(card) for card in at.state.play.dealer] == expected["dealer"]["cards"]
    rows = [
        {
            "seat": row.seat,
            "player": row.player,
            "wager": row.wager,
            "stake": row.stake,
            "result": row.result.value,
            "net": row.net,
            **({} if row.hand is None else {"hand": row.hand}),
        }
        for row in at.outcomes
    ]
    key = json.dumps
    assert sorted(key(row, sort_keys=True) for row in rows) == sorted(
        key(row, sort_keys=True) for row in expected["wagers"]
    )
    assert at.net == expected["net"]
    assert not at.shoe.cards
    at.check_balance()


def _take(at: PontoonTable, step: dict[str, Any]) -> None:
    seat, do, clause = step.pop("seat"), step.pop("do"), step.pop("refused", None)
    if "joined_by" in step:
        step["joined_by"] = tuple(step["joined_by"])
    if clause is not None:
        before = at.state
        answer = refused(at.do(Command(Role.PLAYER, do, seat=seat, **step)))
        assert answer.clause.startswith(clause)
        assert at.state is before
    else:
        assert not isinstance(at.player(seat, do, **step), Refusal)

"""Any night in the journal is a case that plays and passes, and tells no card that nobody was shown."""

import json
import lzma
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.conformance.floor import export
from pitboss.conformance.floor.export import as_text, night
from pitboss.conformance.floor.player import play_in_memory
from pitboss.conformance.floor.vocabulary import fields
from pitboss.conformance.format.document import Case, load
from pitboss.conformance.runner import run_case
from pitboss.floor.cage.counter import BuyIn
from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.kernel.approvals import Approve, Decline
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.credentials import ResetPassword
from pitboss.floor.people.staff import AddStaff, ChangeRoles
from pitboss.floor.reading.recall import rounds, steps, view_of
from pitboss.floor.reading.round_export import faces_in
from pitboss.floor.upkeep import demo as demo_house
from pitboss.floor.upkeep.export import ANYBODY, NothingThere
from pitboss.journal import store
from pitboss.server.settings import database
from tests.floor import house_scene
from tests.floor.house_scene import ON_SQLITE, Clock
from tests.floor.tables import table_floor_scene as tables
from tests.floor.tables.table_floor_scene import seeded_shoes
from tests.floor.tournaments.tournament_floor_scene import PATRONS, Both, quick, simulated, with_patrons

__all__ = ["seeded_shoes"]
ALICE, BEN, CHLOE = (Actor(f"patron:p{number}", Role.PLAYER) for number in (1001, 1002, 1003))
KEPT_HOUSES = sorted((Path(__file__).parents[2] / "floor" / "upkeep" / "kept_houses").glob("*.sqlite3.xz"))
MANAGER = Actor("staff:maria", Role.MANAGER)
CASHIER = Actor("staff:carla", Role.CASHIER)


@pytest.fixture
def demo(house: Floor, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Floor:
    """The demo house on its first night, after rounds of every game for money and one for practice.

    Nobody signs in, so that nobody need wait for passwords.
    """
    monkeypatch.setattr(demo_house, "_password", lambda _floor, _person: "")
    demo_house.open_demo_house(house)
    monkeypatch.setattr(tables, "PLAYERS", (ALICE, BEN, CHLOE))
    random = Random(7)
    for table in ("uth-1", "can-1", "pon-1", "uth-p"):
        for _ in range(3):
            clock.pass_seconds(61.5)
            tables.play_round(lambda: house, table, random)
    for seat, actor in enumerate((ALICE, BEN, CHLOE), 1):
        tables.done(tables.say(house, actor, "hld-1", "join", seat=seat, amount=40_000))
    clock.pass_seconds(30)
    tables.play_round(lambda: house, "hld-1", random)
    return house


def today(clock: Clock) -> date:
    return GamingClock().day(clock())


def written(floor: Floor, day: date, folder: Path) -> Case:
    """The night as conform reads it from a file."""
    path = folder / "night.json"
    path.write_text(as_text(night(floor, day)), encoding="utf-8")
    (case,) = load(path, {"house": fields}).cases
    return case


def passes(case: Case) -> None:
    verdict = run_case("house", case, play=play_in_memory)
    assert verdict.passed, (verdict.failure, verdict.differences)


def test_a_night_of_the_demo_house_plays_and_passes(demo: Floor, clock: Clock, tmp_path: Path) -> None:
    case = written(demo, today(clock), tmp_path)
    passes(case)
    assert {step["command"] for step in case.script if "command" in step} > {"add_patron", "desk", "play", "deal"}
    # What it expects is what the house has come to, so that a wrong night fails.
    wrong = {**case.expect["balances"], "patron:p1001": case.expect["balances"]["patron:p1001"] + 1}
    assert not run_case("house", replace(case, expect={"balances": wrong}), play=play_in_memory).passed


@ON_SQLITE
def test_a_later_night_has_its_past_and_ends_when_it_ended(demo: Floor, clock: Clock, tmp_path: Path) -> None:
    first = today(clock)
    clock.pass_seconds(24 * 3600)
    tables.give(demo, CASHIER, BuyIn(patron="p1004", amount=12_300))
    clock.pass_seconds(24 * 3600)
    tables.give(demo, CASHIER, BuyIn(patron="p1004", amount=1))
    case = written(demo, first + timedelta(days=1), tmp_path)
    passes(case)
    assert [step["command"] for step in case.script if "command" in step] == ["buy_in"]
    assert case.expect["balances"]["patron:p1004"] == 200_000 + 12_300
    with pytest.raises(NothingThere, match="Nothing happened in this house on 2031-01-01"):
        night(demo, date(2031, 1, 1))


@ON_SQLITE
def test_what_waited_for_a_second_person_waits_again(demo: Floor, clock: Clock, tmp_path: Path) -> None:
    tables.refused(demo.execute(CASHIER, BuyIn(patron="p1004", amount=6_000_000)), word="second_person")
    tables.give(demo, MANAGER, Approve(number=1))
    case = written(demo, today(clock), tmp_path)
    passes(case)
    assert [step.get("refused") for step in case.script[-2:]] == ["second_person", None]


@ON_SQLITE
def test_no_card_is_told_that_nobody_was_shown(demo: Floor, clock: Clock) -> None:
    """Often enough, other cards stand where hidden ones lay: those that stay the same do so by chance."""
    told = [night(demo, today(clock))["cases"][0]["given"]["shoes"] for _ in range(4)]
    for table in ("uth-1", "can-1", "hld-1"):
        for number, past in enumerate(rounds(table)):
            shown = {
                each for step in steps(table, past.number) for each in faces_in(view_of(step.record, ANYBODY).as_json())
            }
            shoes = [each[table][number]["cards"] for each in told]
            fixed = [set(cards) for cards in zip(*shoes, strict=True)]
            assert all(len(faces) == 1 for faces in fixed if faces & shown)
            hidden = [faces for faces in fixed if not faces & shown]
            assert not hidden or any(len(faces) > 1 for faces in hidden)


@ON_SQLITE
@pytest.mark.parametrize(("structure", "seed"), [("monday_triple_shot", 2), ("midweek_jam", 3)])
def test_an_event_with_late_entries_and_all_its_draws(
    house: Floor, clock: Clock, tmp_path: Path, structure: str, seed: int
) -> None:
    """Also where a single seat was drawn, whose entropy is nowhere recorded."""
    with_patrons(house)
    both = Both(house, clock, quick(structure))
    for command in simulated(both.conditions, PATRONS, seed):
        both.do(command)
    passes(written(house, today(clock), tmp_path))


@pytest.mark.parametrize("kept", KEPT_HOUSES, ids=lambda path: path.name.partition(".")[0])
def test_nights_of_earlier_programs_are_told_and_played(kept: Path, tmp_path: Path) -> None:
    """Where the house would rule otherwise today, the verdict says at which steps."""
    (tmp_path / "house.sqlite3").write_bytes(lzma.decompress(kept.read_bytes()))
    house_scene.use(database("", tmp_path))
    floor = Floor(Clock())
    days = {GamingClock().day(row.at) for row in store.tail(0)}
    for day in sorted(days):
        verdict = run_case("house", written(floor, day, tmp_path), play=play_in_memory)
        assert verdict.failure is None
        assert all(each.path.startswith(("script", "given.earlier")) for each in verdict.differences[:1])


@ON_SQLITE
def test_a_command_of_another_version_is_named(demo: Floor, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "COMMANDS", {})
    with pytest.raises(NothingThere, match="does not know the command 'add_staff' of this journal"):
        night(demo, today(clock))


@ON_SQLITE
def test_passwords_sessions_and_practice_are_no_part_of_a_night(demo: Floor, clock: Clock) -> None:
    tables.give(demo, MANAGER, ResetPassword(person="patron:p1001"))
    text = json.dumps(night(demo, today(clock)))
    assert "uth-p" not in text
    assert "reset_password" not in text
    assert "require_second_factor" not in text


@ON_SQLITE
def test_what_waited_for_a_second_person_waits_and_is_approved_again(demo: Floor, clock: Clock, tmp_path: Path) -> None:
    """Requests about passwords are left out, and those after them are counted without them."""
    other = Actor("staff:martin", Role.MANAGER)
    for command, answer in (
        (ResetPassword(person="staff:susan"), Decline(number=1, reason="she has one")),
        (AddStaff(id="nora", name="Nora", roles=(Role.SUPERVISOR,)), Approve(number=2)),
        (ChangeRoles(staff="nora", roles=(Role.MANAGER,)), Decline(number=3, reason="not yet")),
    ):
        assert tables.refused(demo.execute(MANAGER, command)).request == answer.number
        tables.give(demo, other, answer)
    case = written(demo, today(clock), tmp_path)
    told = [step for step in case.script if step.get("command") in ("approve", "decline", "add_staff", "change_roles")]
    assert [(step["command"], step.get("number"), step.get("refused")) for step in told[-4:]] == [
        ("add_staff", None, "second_person"),
        ("approve", 1, None),
        ("change_roles", None, "second_person"),
        ("decline", 2, None),
    ]
    passes(case)


def test_a_document_is_written_for_people() -> None:
    step: dict[str, Any] = {"command": "play", "wagers": {"ante": 1}}
    wide = {"script": [step] * 5}
    assert json.loads(as_text(wide)) == wide
    assert as_text(wide).count("\n") == 8
    assert as_text(["As"] * 100) == json.dumps(["As"] * 100)

"""What was written by an older program: versions of events, snapshots, and the shapes on file."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitboss.games.house.felt import Placed
from pitboss.journal import codec
from pitboss.journal.codec import Unreadable, decode, decode_state, encode, encode_state, register
from pitboss.journal.shapes import SHAPES, WHAT_TO_DO, ShapeChanged, changed_kinds, shapes, shapes_after
from tests.journal.samples import steps


class Seat(NamedTuple):
    """The third version of an event of which there never was a first."""

    number: int
    player: str
    clause: str = "X 1"


register("versioned", (Seat,))


@pytest.fixture
def three_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    """First the seat was a word, then a number; the player was called a name until the third."""

    def with_number(body: dict[str, Any]) -> dict[str, Any]:
        return {**body, "number": int(body["number"])}

    def with_player(body: dict[str, Any]) -> dict[str, Any]:
        return {"number": body["number"], "player": body["name"]}

    monkeypatch.setitem(codec.VERSIONS, "versioned.Seat", 3)
    monkeypatch.setitem(codec.UPCASTERS, ("versioned.Seat", 1), with_number)
    monkeypatch.setitem(codec.UPCASTERS, ("versioned.Seat", 2), with_player)


@pytest.mark.usefixtures("three_versions")
def test_old_bodies_are_lifted_one_version_after_the_other() -> None:
    now = Seat(4, "Ann")
    assert encode(now).version == 3
    assert decode("versioned.Seat", 1, '{"name":"Ann","number":"4"}') == now
    assert decode("versioned.Seat", 2, '{"name":"Ann","number":4}') == now
    assert decode("versioned.Seat", 3, '{"number":4,"player":"Ann"}') == now


@pytest.mark.usefixtures("three_versions")
@pytest.mark.parametrize(
    ("version", "body"),
    [
        (4, '{"number":4,"player":"Ann"}'),
        (0, '{"number":4,"player":"Ann"}'),
        (True, '{"name":"Ann","number":"4"}'),
        (1, '{"name":"Ann"}'),
        (1, '{"name":"Ann","number":"four"}'),
        (1, '{"name":"Ann","number":[]}'),
        (1, "[]"),
        (2, '{"name":"Ann","number":"4"}'),
        (3, '{"name":"Ann","number":4}'),
    ],
)
def test_a_version_that_is_none_and_a_body_of_another_version_are_refused(version: int, body: str) -> None:
    with pytest.raises(Unreadable, match=r"versioned\.Seat"):
        decode("versioned.Seat", version, body)


def test_a_version_without_its_upcaster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(codec.VERSIONS, "versioned.Seat", 2)
    with pytest.raises(Unreadable, match="Nothing lifts"):
        decode("versioned.Seat", 1, '{"number":4,"player":"Ann"}')


def test_every_version_there_ever_was_can_be_lifted() -> None:
    needed = {(kind, step) for kind, version in codec.VERSIONS.items() for step in range(1, version)}
    assert needed == set(codec.UPCASTERS)


def test_a_name_belongs_to_one_kind() -> None:
    with pytest.raises(ValueError, match=r"versioned\.Seat"):
        register("versioned", (type("Seat", (Seat,), {}),))
    with pytest.raises(ValueError, match=r"elsewhere\.Seat"):
        register("elsewhere", (Seat,))
    register("versioned", (Seat,))


# Snapshots.


def test_a_snapshot_of_another_shape_or_game_is_refused() -> None:
    step = steps("ultimate")[40]
    body = json.loads(encode_state(step.after))
    bodies: list[Any] = [
        {**body, "shape": "0" * 16},
        {"state": body["state"]},
        {**body, "state": {**body["state"], "play": {}, "extra": 1}},
        {**body, "state": {**body["state"], "house": {**body["state"]["house"], "round": "1"}}},
        {**body, "state": []},
        [],
    ]
    for bad in bodies:
        with pytest.raises(Unreadable):
            decode_state("ultimate", json.dumps(bad))
    for kind in ("canberra", "tournament", "roulette"):
        with pytest.raises(Unreadable):
            decode_state(kind, encode_state(step.after))
    with pytest.raises(TypeError):
        encode_state(Placed(3, "Ann", "ante", 1000, "UTH 7.1"))


# Shapes.


def test_the_shapes_on_file_are_those_of_the_program() -> None:
    on_file, now = SHAPES.read_text(encoding="utf-8"), shapes()
    assert changed_kinds(on_file, now) == (), WHAT_TO_DO
    assert on_file == now, "run ./pit docs"


def shaped(**kinds: Any) -> str:
    types = {
        "games.Role": ["dealer", "player"],
        "a.Inner": {"by": "games.Role", "n": "int"},
        "a.Outer": {"x": "a.Inner"},
    }
    return json.dumps({"kinds": {f"a.{name}": each for name, each in kinds.items()}, "types": types})


OLD = shaped(
    K={"version": 1, "fields": {"deep": "map of str to [int, a.Outer]"}}, L={"version": 1, "fields": {"n": "int"}}
)


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ('"n": "int"}', '"n": "int"}', ()),
        ('"n": "int"}', '"n": "int", "m": "int = 0"}', ()),
        ('"n": "int"}', '"n": "int", "m": "int"}', ("a.K", "a.L")),
        ('"n": "int"}', '"n": "str"}', ("a.K", "a.L")),
        ('"by": "games.Role", ', "", ("a.K",)),
        ('"dealer", ', "", ("a.K",)),
        ('"dealer", ', '"dealer", "guest", ', ()),
        ('"version": 1, "fields": {"n": "int"}', '"version": 2, "fields": {"m": "str"}', ()),
        ('"a.L"', '"a.M"', ("a.L",)),
    ],
)
def test_a_change_of_a_stored_shape_is_found(before: str, after: str, found: tuple[str, ...]) -> None:
    assert before in OLD
    assert changed_kinds(OLD, OLD.replace(before, after)) == found


def test_a_changed_shape_is_not_written_over_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "shapes.json"
    path.write_text(shapes_after(path, ("versioned",)), encoding="utf-8")
    assert json.loads(path.read_text()) == {
        "kinds": {
            "versioned.Seat": {"version": 1, "fields": {"number": "int", "player": "str", "clause": 'str = "X 1"'}}
        },
        "types": {},
    }
    path.write_text(path.read_text().replace('"number"', '"seat"'))
    with pytest.raises(ShapeChanged, match=WHAT_TO_DO):
        shapes_after(path, ("versioned",))
    monkeypatch.setitem(codec.VERSIONS, "versioned.Seat", 2)
    path.write_text(shapes_after(path, ("versioned",)), encoding="utf-8")
    assert '"number"' in path.read_text()

"""The one table of who may give which command: every pair of a role and a command is tried on a real house."""

import dataclasses
import types
import typing
from collections.abc import Mapping
from enum import Enum
from typing import Any

import pytest

from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.permissions import document, may, permissions
from pitboss.floor.kernel.registry import COMMANDS, VERBS
from pitboss.floor.kernel.roles import STAFF, Actor, Role
from pitboss.floor.tables.play import Play
from pitboss.floor.tables.record import LIVE
from pitboss.floor.tables.setup import AddTable
from pitboss.journal import store
from pitboss.kits import games
from pitboss.ledger import books
from tests.floor import house_scene
from tests.floor.people.people_scene import MINUTE, OWNER, OnSqlite, give, kinds_after

# Somebody in each role; a visitor is nobody yet.
ACTORS = {
    Role.PLAYER: Actor("patron:p1", Role.PLAYER),
    Role.DISPLAY: Actor("device:wall", Role.DISPLAY),
    Role.CROUPIER: Actor("house:croupier", Role.CROUPIER),
    Role.VISITOR: Actor("visitor:", Role.VISITOR),
    **{role: Actor(f"staff:{role}", role) for role in STAFF},
}


def sample(kind: type[Command]) -> Command:
    """A command of a kind with something in every field, though nothing that the house knows."""
    hints = typing.get_type_hints(kind)
    return kind(**{each.name: _something(hints[each.name]) for each in dataclasses.fields(kind)})


def _something(hint: Any) -> Any:
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _something(typing.get_args(hint)[0])
    if origin is tuple:
        return ()
    if origin is not None and issubclass(origin, Mapping):
        return {}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    return {str: "nothing-known", int: 1, bool: True}[hint]


def answer_of(house: Floor, actor: Actor, command: Command) -> No | None:
    answer = house.execute(actor, command)
    return answer if isinstance(answer, No) else None


@pytest.mark.parametrize("role", list(Role))
class TestEveryPair:
    def test_what_is_not_for_the_role_changes_nothing_but_what_security_knows(
        self, house: Floor, clock: house_scene.Clock, role: Role
    ) -> None:
        expected = (401, "sign_in") if role is Role.VISITOR else (403, "role")
        recorded = [] if role is Role.VISITOR else ["Denied"]
        for name, kind in COMMANDS.items():
            if may(role, name):
                continue
            before, money = store.last_seq(), books.balances()
            answer = answer_of(house, ACTORS[role], sample(kind))
            assert answer is not None, name
            assert (answer.status, answer.word) == expected, name
            assert (kinds_after(before), books.balances()) == (recorded, money), name
            clock.pass_seconds(MINUTE)

    def test_what_is_for_the_role_gets_past_its_check(self, house: Floor, role: Role) -> None:
        for name, kind in COMMANDS.items():
            if may(role, name):
                answer = answer_of(house, ACTORS[role], sample(kind))
                assert answer is None or answer.word not in ("role", "sign_in"), name


class TestGames(OnSqlite):
    @pytest.mark.parametrize("mode", ["house", LIVE])
    @pytest.mark.parametrize("game", games())
    def test_a_verb_that_is_not_for_the_role_changes_nothing(self, house: Floor, game: str, mode: str) -> None:
        give(house, OWNER, AddTable(table="t-1", game=game, title="Table 1", mode=mode))
        for actor in ACTORS.values():
            # Security records it once a minute, so that the next ones leave no trace at all.
            house.execute(actor, Play(table="t-1", do=_verbs(game)[0]))
        table = house.record("table:t-1")
        for (role, name), is_allowed in permissions(mode).items():
            if not name.startswith(f"{game}.") or is_allowed:
                continue
            answer = answer_of(house, ACTORS[role], Play(table="t-1", do=name.partition(".")[2]))
            assert answer is not None, (role, name)
            assert answer.status == (401 if role is Role.VISITOR else 403), (role, name)
        assert house.record("table:t-1") == table


def _verbs(game: str) -> list[str]:
    return sorted({name.partition(".")[2] for _, name in permissions() if name.startswith(f"{game}.")})


def test_every_pair_is_in_the_table() -> None:
    table = permissions()
    assert {(role, name) for role in Role for name in COMMANDS} <= table.keys()
    for game in games():
        assert _verbs(game)
    assert may(Role.PLAYER, "ultimate.fold")
    assert not may(Role.DEALER, "ultimate.fold")
    assert may(Role.DEALER, "ultimate.fold", LIVE)


def test_nobody_may_what_there_is_not() -> None:
    assert not any(may(role, "open_sesame") for role in Role)


def test_those_who_only_look_change_nothing() -> None:
    """Auditors look after their own session and nothing else; a display does nothing at all."""
    own = {"set_password", "sign_out", "stay_signed_in", "enrol_second_factor", "confirm_second_factor"}
    assert {name for (role, name), is_allowed in permissions().items() if is_allowed and role is Role.AUDITOR} == own
    assert not any(is_allowed for (role, _), is_allowed in permissions().items() if role is Role.DISPLAY)


def test_visitors_sign_in_and_nothing_else() -> None:
    found = {name for (role, name), is_allowed in permissions().items() if is_allowed and role is Role.VISITOR}
    assert found == {"sign_in", "enter_demo", "enrol_second_factor", "confirm_second_factor"}


def test_every_command_says_what_it_does() -> None:
    assert [kind.__name__ for kind in VERBS if not (kind.__doc__ or "").rstrip().endswith(".")] == []


def test_the_document_has_every_command() -> None:
    lines = document().splitlines()
    rows = {line.split("`")[1] for line in lines if line.startswith("| `")}
    assert rows == {name for _, name in permissions()}
    assert max(len(line) for line in lines if not line.startswith("|")) <= 120
    heading = next(line for line in lines if line.startswith("| command"))
    place = [cell.strip() for cell in heading.split("|")].index("manager")
    row = next(line for line in lines if line.startswith("| `open_house`"))
    assert row.split("|")[place].strip() == "x"

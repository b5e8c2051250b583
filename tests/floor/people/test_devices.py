"""Devices: what acts for whom, where, and until when."""

import json

import pytest

from pitboss.floor.cage.counter import BuyIn
from pitboss.floor.kernel.approvals import Approve
from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP, SetHouse, premises_of
from pitboss.floor.kernel.preview import preview
from pitboss.floor.kernel.roles import CROUPIER, Actor, Role
from pitboss.floor.people.credentials import ResetPassword, SetPassword
from pitboss.floor.people.devices import (
    MOST_DAYS,
    USUAL_DAYS,
    AddDevice,
    ConfirmDevice,
    Device,
    DeviceAdded,
    NoteDeviceUse,
    RenewDevice,
    RevokeDevice,
    not_at,
)
from pitboss.floor.people.notice import NOTICE_DAYS, GiveNotice, notice_lines
from pitboss.floor.people.patrons import Exclude, SetPlayTime
from pitboss.floor.people.sessions import who_is
from pitboss.floor.people.staff import AddStaff
from pitboss.floor.people.tokens import new_token
from pitboss.floor.tables.play import Play
from pitboss.floor.tables.setup import CallSupervisor
from pitboss.floor.tournaments.commands import Desk
from pitboss.journal import codec, store
from tests.floor.house_scene import Clock
from tests.floor.people import people_scene
from tests.floor.people.people_scene import HOUR, OTHER_MANAGER, OWNER, add_patron, give, password_of, player, refuses
from tests.floor.tables import table_floor_scene as scene
from tests.refusals import refused

DAY = 24 * HOUR
ANN = player("p1")


def device(house: Floor, name: str) -> Device:
    record: Device = house.record(f"device:{name}")
    return record


def two_managers(house: Floor) -> None:
    """Maria and Miguel have nothing to do with each other's accounts."""
    for actor in (OWNER, OTHER_MANAGER):
        give(house, SETTING_UP, AddStaff(id=actor.id, name=actor.id.capitalize(), roles=(Role.MANAGER,)))


def bot(house: Floor, name: str = "bot-1", days: int = USUAL_DAYS) -> str:
    """A bot that plays for Ann, with her word: its token."""
    give(house, OWNER, AddDevice(id=name, name="Bot", role=Role.PLAYER, patron="p1", days=days))
    return confirmed(house, name)


def confirmed(house: Floor, name: str = "bot-1") -> str:
    password = password_of(house, ANN.person)
    token: str = give(house, ANN, ConfirmDevice(device=name, password=password)).secret["token"]
    return token


def old_device(house: Floor, name: str, role: Role, patron: str = "") -> str:
    """A device as earlier programs let it in: its token."""
    token, digest = new_token(f"device:{name}")
    added = DeviceAdded(name, name.capitalize(), role, patron, digest, OWNER.person)
    store.append(f"device:{name}", 0, [codec.encode(added)], at=house.clock())
    return token


def acting(house: Floor, token: str) -> Actor:
    found = who_is(house, token)
    assert found is not None
    return found


@pytest.fixture
def tables(house: Floor) -> None:
    """Two tables for money and one to practise at."""
    for table, mode in (("uth-1", "house"), ("uth-2", "house"), ("uth-p", "practice")):
        scene.open_table(house, "ultimate", table, mode=mode)


class TestBots:
    def test_a_manager_is_told_no_token_that_plays_for_a_patron(self, house: Floor) -> None:
        add_patron(house, "p1")
        added = give(house, OWNER, AddDevice(id="bot-1", name="Bot", role=Role.PLAYER, patron="p1"))
        assert (added.secret, device(house, "bot-1").token) == ({}, "")
        for of_the_staff in (OWNER, OTHER_MANAGER, people_scene.CASHIER):
            command = ConfirmDevice(device="bot-1", password="whatever it is")
            refuses(house, of_the_staff, command, word="role", status=403)
        refuses(house, OWNER, RenewDevice(device="bot-1"), word="patrons_own")

    def test_it_plays_with_the_word_of_its_patron_who_alone_is_told_its_token(self, house: Floor) -> None:
        add_patron(house, "p1")
        token = bot(house)
        assert who_is(house, token) == Actor("patron:p1", Role.PLAYER, "device:bot-1")
        assert token not in people_scene.everything_stored()

    def test_its_patron_needs_the_own_password_and_is_locked_out_like_anybody(self, house: Floor) -> None:
        add_patron(house, "p1")
        refuses_without = ConfirmDevice(device="bot-1", password="not-the-password")
        give(house, OWNER, AddDevice(id="bot-1", name="Bot", role=Role.PLAYER, patron="p1"))
        refuses(house, ANN, refuses_without, word="no_password", field="password")
        password = password_of(house, ANN.person)
        for _ in range(4):
            refused(house.execute(ANN, refuses_without), word="wrong", field="password")
        refused(house.execute(ANN, refuses_without), word="locked")
        refuses(house, ANN, ConfirmDevice(device="bot-1", password=password), word="locked")

    def test_a_manager_who_has_given_the_patron_a_password_cannot_confirm_in_their_name(self, house: Floor) -> None:
        add_patron(house, "p1")
        give(house, OWNER, AddDevice(id="bot-1", name="Bot", role=Role.PLAYER, patron="p1"))
        given = give(house, OWNER, ResetPassword(person=ANN.person)).secret["password"]
        give(house, ANN, SetPassword(old_password=given, new_password="chosen by the manager"))
        own = ConfirmDevice(device="bot-1", password="chosen by the manager")
        refuses(house, ANN, own, word="second_person", field="device")
        give(house, OTHER_MANAGER, AddDevice(id="bot-2", name="Bot", role=Role.PLAYER, patron="p1"))
        give(house, ANN, ConfirmDevice(device="bot-2", password="chosen by the manager"))

    def test_nobody_finds_the_devices_of_another_patron(self, house: Floor) -> None:
        add_patron(house, "p1")
        add_patron(house, "p2")
        token = bot(house)
        for command in (ConfirmDevice(device="bot-1", password="x"), RevokeDevice(device="bot-1", reason="No")):
            refuses(house, player("p2"), command, word="unknown_device", status=404)
        give(house, ANN, RevokeDevice(device="bot-1", reason="No more"))
        assert who_is(house, token) is None
        refuses(house, ANN, ConfirmDevice(device="bot-1", password="x"), word="revoked")

    def test_confirmed_again_it_has_a_new_token_that_ends_later(self, house: Floor, clock: Clock) -> None:
        add_patron(house, "p1")
        first = bot(house, days=10)
        clock.pass_seconds(9 * DAY)
        second = confirmed(house)
        assert who_is(house, first) is None
        clock.pass_seconds(9 * DAY)
        assert who_is(house, second)
        clock.pass_seconds(1 * DAY)
        assert who_is(house, second) is None

    @pytest.mark.usefixtures("tables")
    def test_it_plays_at_practice_tables_and_is_nobody_at_those_for_money(self, house: Floor) -> None:
        through = acting(house, bot(house))
        wager = {"seat": 1, "wagers": scene.WAGERS["ultimate"]}
        scene.done(scene.say(house, through, "uth-p", "place", **wager))
        refuses(house, through, Play(table="uth-1", do="place", **wager), word="device", status=403)
        refused(preview(house, through, Play(table="uth-1", do="place", **wager)), word="device")
        scene.done(scene.say(house, ANN, "uth-1", "place", **wager))
        assert not_at(house, ANN, "table:uth-1") is None
        assert not_at(house, through, "table:uth-1") is not None
        assert not_at(house, through, "table:uth-p") is None

    @pytest.mark.usefixtures("tables")
    def test_it_does_nothing_else_in_the_name_of_its_patron(self, house: Floor) -> None:
        through = acting(house, bot(house))
        commands: tuple[Command, ...] = (
            Exclude(patron="p1", reason="own", self_requested=True),
            SetPlayTime(patron="p1", minutes=1),
            SetPassword(old_password="x" * 10, new_password="y" * 10),
            ConfirmDevice(device="bot-1", password="x"),
            RevokeDevice(device="bot-1", reason="none"),
        )
        for command in commands:
            refuses(house, through, command, word="device", status=403)

    @pytest.mark.usefixtures("tables")
    def test_the_journal_tells_what_a_device_did_from_what_its_patron_did(self, house: Floor) -> None:
        through = acting(house, bot(house))
        scene.done(scene.wager(house, "uth-p", ANN, 1))
        for actor, causes in ((through, "device:bot-1"), (ANN, None)):
            before = store.last_seq()
            scene.done(scene.say(house, actor, "uth-p", "increase", seat=1, wagers={"trips": 500}))
            cause = json.loads(store.tail(before)[0].cause)
            assert (cause["who"], cause.get("device")) == (ANN.person, causes)

    @pytest.mark.usefixtures("tables")
    def test_two_managers_let_devices_play_for_money_and_one_takes_it_back(self, house: Floor) -> None:
        through = acting(house, bot(house))
        allowed = SetHouse(devices_play_for_money=True)
        alone = refused(house.execute(OWNER, allowed), word="second_person")
        assert "nobody here is one yet" in alone.reason
        assert not premises_of(house).devices_play_for_money
        two_managers(house)
        assert "Miguel (manager)" in refused(house.execute(OWNER, allowed), word="second_person").reason
        refuses(house, OWNER, Approve(number=1), word="second_person")
        give(house, OTHER_MANAGER, Approve(number=1))
        assert not_at(house, through, "table:uth-1") is None
        give(house, OTHER_MANAGER, SetHouse(devices_play_for_money=False))
        assert not_at(house, through, "table:uth-1")


class TestDealers:
    @pytest.mark.usefixtures("tables")
    def test_a_device_of_a_dealer_is_for_the_tables_that_are_named(self, house: Floor) -> None:
        reader = AddDevice(id="shoe-1", name="Shoe", role=Role.DEALER, tables=("uth-2", "uth-p", "uth-2"))
        actor = acting(house, give(house, OWNER, reader).secret["token"])
        assert device(house, "shoe-1").tables == ("uth-2", "uth-p")
        give(house, actor, CallSupervisor(table="uth-2", reason="Spilt"))
        commands: tuple[Command, ...] = (
            CallSupervisor(table="uth-1", reason="Spilt"),
            Play(table="uth-1", do="void_round"),
            BuyIn(patron="p1", amount=100),
            BuyIn(patron="p1", amount=100, table="uth-1"),
            Desk(tournament="saturday", do="count_hand", given={"table": 1}),
        )
        for command in commands:
            refuses(house, actor, command, word="device", status=403)
        assert [bool(not_at(house, actor, f"table:{table}")) for table in ("uth-1", "uth-2")] == [True, False]
        assert not_at(house, actor, "tournament:saturday")

    @pytest.mark.usefixtures("tables")
    def test_renewed_it_has_a_new_token_and_other_tables_if_they_are_named(self, house: Floor) -> None:
        reader = AddDevice(id="shoe-1", name="Shoe", role=Role.DEALER, tables=("uth-1",))
        first = give(house, OWNER, reader).secret["token"]
        second = give(house, OWNER, RenewDevice(device="shoe-1")).secret["token"]
        assert (who_is(house, first), acting(house, second).role) == (None, Role.DEALER)
        assert device(house, "shoe-1").tables == ("uth-1",)
        give(house, OWNER, RenewDevice(device="shoe-1", tables=("uth-2",), days=1))
        assert device(house, "shoe-1").tables == ("uth-2",)


class TestTokens:
    def test_every_token_ends(self, house: Floor, clock: Clock) -> None:
        for days in (1, USUAL_DAYS, MOST_DAYS):
            wall = AddDevice(id=f"wall-{days}", name="Wall", role=Role.DISPLAY, days=days)
            done = give(house, OWNER, wall)
            assert done.answer["ends"] == clock.now + days * DAY * 1_000_000
            clock.pass_seconds(days * DAY - 1)
            assert who_is(house, done.secret["token"])
            clock.pass_seconds(1)
            assert who_is(house, done.secret["token"]) is None
            assert give(house, OWNER, RenewDevice(device=f"wall-{days}")).secret["token"]

    def test_a_device_acts_in_its_role_until_its_token_is_revoked(self, house: Floor) -> None:
        token = give(house, OWNER, AddDevice(id="wall", name="Wall", role=Role.DISPLAY)).secret["token"]
        assert who_is(house, token) == Actor("device:wall", Role.DISPLAY)
        assert token not in people_scene.everything_stored()
        give(house, OWNER, RevokeDevice(device="wall", reason="Stolen"))
        assert who_is(house, token) is None
        for command in (RevokeDevice(device="wall", reason="Stolen"), RenewDevice(device="wall")):
            refuses(house, OWNER, command, word="revoked")

    def test_a_token_of_one_device_opens_nothing_of_another(self, house: Floor) -> None:
        tokens = [
            give(house, OWNER, AddDevice(id=name, name=name, role=Role.DISPLAY)).secret["token"]
            for name in ("wall-1", "wall-2")
        ]
        crossed = tokens[0].replace("wall-1", "wall-2")
        assert who_is(house, crossed) is None

    @pytest.mark.parametrize("role", [Role.CASHIER, Role.AUDITOR])
    def test_what_moves_money_or_sees_everything_takes_two_managers(self, house: Floor, role: Role) -> None:
        two_managers(house)
        desk = AddDevice(id="desk-1", name="Desk", role=role)
        asked = refused(house.execute(OWNER, desk), word="second_person")
        assert asked.reason == (
            f"A device that acts as {role} takes two managers. It waits as request 1 for Miguel (manager)."
        )
        assert house.record("device:desk-1") is None
        done = give(house, OTHER_MANAGER, Approve(number=1))
        assert who_is(house, done.secret["token"]) == Actor("device:desk-1", role)
        refused(house.execute(OWNER, RenewDevice(device="desk-1")), word="second_person")

    def test_that_it_is_in_use_is_recorded_every_hour_at_most(self, house: Floor, clock: Clock) -> None:
        token = give(house, OWNER, AddDevice(id="wall", name="Wall", role=Role.DISPLAY)).secret["token"]
        before = store.last_seq()
        for _ in range(10):
            clock.pass_seconds(HOUR / 4)
            assert who_is(house, token, is_use=False)
            assert who_is(house, token)
        assert people_scene.kinds_after(before) == ["DeviceSeen"] * 3
        assert device(house, "wall").seen == clock.now - HOUR * 250_000
        refuses(house, CROUPIER, NoteDeviceUse(device="wall"), word="seen")


class TestOfEarlierPrograms:
    """A house of earlier days has devices without an end, without tables and without their patrons' word."""

    @pytest.mark.usefixtures("tables")
    def test_they_work_as_they_did_until_the_day_that_the_house_names(self, house: Floor, clock: Clock) -> None:
        tokens = [
            old_device(house, "shoe-1", Role.DEALER),
            old_device(house, "bot-1", Role.PLAYER, "p1"),
            old_device(house, "wall", Role.DISPLAY),
        ]
        clock.pass_seconds(DAY)
        lines = notice_lines(house)
        assert lines == (
            "Devices without an end work until 16 December 2025: Bot-1, Shoe-1, Wall. Renew them at /pit/devices.",
        )
        for token in tokens:
            assert not_at(house, acting(house, token), "table:uth-1") is None
        clock.pass_seconds(NOTICE_DAYS * DAY - 1)
        assert all(who_is(house, token) for token in tokens)
        assert notice_lines(house) == lines
        clock.pass_seconds(1)
        assert [who_is(house, token) for token in tokens] == [None] * 3
        assert notice_lines(house) == ()

    @pytest.mark.usefixtures("tables")
    def test_they_are_brought_under_the_rules_one_by_one(self, house: Floor, clock: Clock) -> None:
        old_device(house, "shoe-1", Role.DEALER)
        old_device(house, "bot-1", Role.PLAYER, "p1")
        notice_lines(house)
        refuses(house, OWNER, RenewDevice(device="shoe-1"), field="tables")
        shoe = give(house, OWNER, RenewDevice(device="shoe-1", tables=("uth-1",))).secret["token"]
        playing = confirmed(house)
        assert not_at(house, acting(house, playing), "table:uth-1")
        assert notice_lines(house) == ()
        clock.pass_seconds((NOTICE_DAYS + 1) * DAY)
        assert who_is(house, shoe)
        assert who_is(house, playing)

    def test_a_new_house_gives_none_the_time_of_an_old_one(self, house: Floor, clock: Clock) -> None:
        """Nobody wins thirty days by starting the house again."""
        assert notice_lines(house) == ()
        refuses(house, CROUPIER, GiveNotice(), word="given")
        token = old_device(house, "wall", Role.DISPLAY)
        assert notice_lines(house) == ()
        assert who_is(house, token) is None


def test_bad_input(house: Floor) -> None:
    scene.open_table(house, "ultimate", "uth-1")
    give(house, OWNER, AddDevice(id="wall", name="Wall", role=Role.DISPLAY))
    commands: tuple[tuple[Command, str, int], ...] = (
        (AddDevice(id="wall", name="Wall", role=Role.DISPLAY), "id", 409),
        (AddDevice(id="Wall 2", name="Wall", role=Role.DISPLAY), "id", 422),
        (AddDevice(id="wall-2", name="", role=Role.DISPLAY), "name", 422),
        (AddDevice(id="wall-2", name="Wall", role=Role.MANAGER), "role", 422),
        (AddDevice(id="wall-2", name="Wall", role=Role.CROUPIER), "role", 422),
        (AddDevice(id="wall-2", name="Wall", role=Role.VISITOR), "role", 422),
        (AddDevice(id="wall-2", name="Wall", role=Role.DISPLAY, patron="p1"), "patron", 422),
        (AddDevice(id="wall-2", name="Wall", role=Role.DISPLAY, tables=("uth-1",)), "tables", 422),
        (AddDevice(id="wall-2", name="Wall", role=Role.DISPLAY, days=0), "days", 422),
        (AddDevice(id="wall-2", name="Wall", role=Role.DISPLAY, days=MOST_DAYS + 1), "days", 422),
        (AddDevice(id="shoe", name="Shoe", role=Role.DEALER), "tables", 422),
        (AddDevice(id="shoe", name="Shoe", role=Role.DEALER, tables=("uth-1", "uth-9")), "tables", 404),
        (AddDevice(id="shoe", name="Shoe", role=Role.DEALER, tables=("\x00",)), "tables", 404),
        (AddDevice(id="bot", name="Bot", role=Role.PLAYER), "patron", 404),
        (AddDevice(id="bot", name="Bot", role=Role.PLAYER, patron="p\x00"), "patron", 404),
        (RenewDevice(device="wall-9"), "device", 404),
        (RenewDevice(device="wall", days=-1), "days", 422),
        (RenewDevice(device="wall", tables=("uth-1",)), "tables", 422),
        (RevokeDevice(device="wall-9", reason="Lost"), "device", 404),
        (RevokeDevice(device="\x00", reason="Lost"), "device", 404),
        (RevokeDevice(device="wall", reason=""), "reason", 422),
    )
    for command, field, status in commands:
        refuses(house, OWNER, command, field=field, status=status)
    refuses(house, ANN, ConfirmDevice(device="\x00", password="x"), field="device", status=404)

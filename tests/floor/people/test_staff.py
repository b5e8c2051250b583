"""Staff and devices: who works here, in which roles, and what acts for whom."""

from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.devices import AddDevice, RevokeDevice
from pitboss.floor.people.sessions import who_is
from pitboss.floor.people.staff import AddStaff, ChangeRoles, Reinstate, StaffMember, SuspendStaff
from tests.floor.people import people_scene
from tests.floor.people.people_scene import (
    OTHER_MANAGER,
    OWNER,
    add_patron,
    add_staff,
    give,
    no_second_factor,
    refuses,
    sign_in,
)

MARIA = Actor("staff:maria", Role.MANAGER)


def member(house: Floor, name: str) -> StaffMember:
    record: StaffMember = house.record(f"staff:{name}")
    return record


class TestStaff:
    def test_a_person_may_hold_several_roles(self, house: Floor) -> None:
        give(house, OWNER, AddStaff(id="dora", name=" Dora ", roles=(Role.DEALER, Role.SUPERVISOR)))
        assert member(house, "dora")[:3] == ("dora", "Dora", frozenset({Role.DEALER, Role.SUPERVISOR}))

    def test_nobody_works_here_twice(self, house: Floor) -> None:
        add_staff(house, "dora", Role.DEALER)
        again = AddStaff(id="dora", name="Dora", roles=(Role.MANAGER,))
        refuses(house, OWNER, again, field="id", word="already_known")

    def test_nobody_changes_or_suspends_themselves(self, house: Floor) -> None:
        add_staff(house, "maria", Role.MANAGER)
        for command in (
            ChangeRoles(staff="maria", roles=(Role.MANAGER, Role.AUDITOR)),
            SuspendStaff(staff="maria", reason="Holiday"),
            Reinstate(staff="maria", reason="Back"),
        ):
            refuses(house, MARIA, command, word="own_roles", field="staff")
        give(house, OTHER_MANAGER, ChangeRoles(staff="maria", roles=(Role.AUDITOR,)))
        assert member(house, "maria").roles == {Role.AUDITOR}

    def test_a_suspension_ends_all_sessions_and_holds_until_it_is_lifted(self, house: Floor) -> None:
        no_second_factor(house)
        password = add_staff(house, "dora", Role.DEALER)
        token = sign_in(house, "dora", password, Role.DEALER)
        give(house, OWNER, SuspendStaff(staff="dora", reason="Inquiry"))
        assert who_is(house, token) is None
        refuses(house, OWNER, SuspendStaff(staff="dora", reason="Inquiry"), word="suspended")
        give(house, OWNER, Reinstate(staff="dora", reason="Cleared"))
        assert who_is(house, token) is None
        assert who_is(house, sign_in(house, "dora", password, Role.DEALER)) == Actor("staff:dora", Role.DEALER)
        refuses(house, OWNER, Reinstate(staff="dora", reason="Cleared"), word="not_suspended")

    def test_a_role_that_is_taken_away_ends_at_once(self, house: Floor) -> None:
        no_second_factor(house)
        password = add_staff(house, "dora", Role.DEALER, Role.SUPERVISOR)
        as_dealer = sign_in(house, "dora", password, Role.DEALER)
        as_supervisor = sign_in(house, "dora", password, Role.SUPERVISOR)
        give(house, OWNER, ChangeRoles(staff="dora", roles=(Role.DEALER,)))
        assert who_is(house, as_supervisor) is None
        assert who_is(house, as_dealer) == Actor("staff:dora", Role.DEALER)
        give(house, OWNER, ChangeRoles(staff="dora", roles=(Role.DEALER, Role.SUPERVISOR)))
        assert who_is(house, as_supervisor) is None

    def test_bad_input(self, house: Floor) -> None:
        add_staff(house, "dora", Role.DEALER)
        commands: tuple[tuple[Command, str, int], ...] = (
            (AddStaff(id="", name="Ed", roles=(Role.DEALER,)), "id", 422),
            (AddStaff(id="Ed", name="Ed", roles=(Role.DEALER,)), "id", 422),
            (AddStaff(id="e\x00", name="Ed", roles=(Role.DEALER,)), "id", 422),
            (AddStaff(id="x" * 300, name="Ed", roles=(Role.DEALER,)), "id", 422),
            (AddStaff(id="ed", name="", roles=(Role.DEALER,)), "name", 422),
            (AddStaff(id="ed", name="\x1b", roles=(Role.DEALER,)), "name", 422),
            (AddStaff(id="ed", name="Ed", roles=()), "roles", 422),
            (AddStaff(id="ed", name="Ed", roles=(Role.PLAYER,)), "roles", 422),
            (AddStaff(id="ed", name="Ed", roles=(Role.DEALER, Role.CROUPIER)), "roles", 422),
            (ChangeRoles(staff="dora", roles=()), "roles", 422),
            (ChangeRoles(staff="dora", roles=(Role.VISITOR,)), "roles", 422),
            (ChangeRoles(staff="dora", roles=(Role.DEALER,)), "roles", 422),
            (ChangeRoles(staff="ed", roles=(Role.DEALER,)), "staff", 404),
            (ChangeRoles(staff="d\x00", roles=(Role.DEALER,)), "staff", 404),
            (SuspendStaff(staff="dora", reason=" "), "reason", 422),
            (SuspendStaff(staff="x" * 300, reason="Inquiry"), "staff", 404),
            (Reinstate(staff="", reason="Cleared"), "staff", 404),
        )
        for command, field, status in commands:
            refuses(house, OWNER, command, field=field, status=status)


class TestDevices:
    def test_a_device_acts_in_its_role_until_its_token_is_revoked(self, house: Floor) -> None:
        shoe = give(house, OWNER, AddDevice(id="shoe-1", name="Shoe at UTH 1", role=Role.DEALER))
        token = shoe.secret["token"]
        assert who_is(house, token) == Actor("device:shoe-1", Role.DEALER)
        assert token not in people_scene.everything_stored()
        give(house, OWNER, RevokeDevice(device="shoe-1", reason="Stolen"))
        assert who_is(house, token) is None
        refuses(house, OWNER, RevokeDevice(device="shoe-1", reason="Stolen"), word="revoked")

    def test_a_bot_plays_for_a_patron(self, house: Floor) -> None:
        add_patron(house, "p7")
        bot = give(house, OWNER, AddDevice(id="bot-1", name="Bot", role=Role.PLAYER, patron="p7"))
        assert who_is(house, bot.secret["token"]) == Actor("patron:p7", Role.PLAYER)

    def test_a_token_of_one_device_opens_nothing_of_another(self, house: Floor) -> None:
        tokens = [
            give(house, OWNER, AddDevice(id=name, name=name, role=Role.DISPLAY)).secret["token"]
            for name in ("wall-1", "wall-2")
        ]
        crossed = tokens[0].replace("wall-1", "wall-2")
        assert who_is(house, crossed) is None

    def test_bad_input(self, house: Floor) -> None:
        add_patron(house, "p7")
        give(house, OWNER, AddDevice(id="wall", name="Wall", role=Role.DISPLAY))
        commands: tuple[tuple[Command, str, int], ...] = (
            (AddDevice(id="wall", name="Wall", role=Role.DISPLAY), "id", 409),
            (AddDevice(id="Wall 2", name="Wall", role=Role.DISPLAY), "id", 422),
            (AddDevice(id="wall-2", name="", role=Role.DISPLAY), "name", 422),
            (AddDevice(id="wall-2", name="Wall", role=Role.MANAGER), "role", 422),
            (AddDevice(id="wall-2", name="Wall", role=Role.CROUPIER), "role", 422),
            (AddDevice(id="wall-2", name="Wall", role=Role.VISITOR), "role", 422),
            (AddDevice(id="wall-2", name="Wall", role=Role.DISPLAY, patron="p7"), "patron", 422),
            (AddDevice(id="bot", name="Bot", role=Role.PLAYER), "patron", 404),
            (AddDevice(id="bot", name="Bot", role=Role.PLAYER, patron="p\x00"), "patron", 404),
            (RevokeDevice(device="wall-9", reason="Lost"), "device", 404),
            (RevokeDevice(device="\x00", reason="Lost"), "device", 404),
            (RevokeDevice(device="wall", reason=""), "reason", 422),
        )
        for command, field, status in commands:
            refuses(house, OWNER, command, field=field, status=status)

"""Staff: who works here, and in which roles."""

from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.sessions import who_is
from pitboss.floor.people.staff import AddStaff, ChangeRoles, Reinstate, StaffMember, SuspendStaff
from tests.floor.people.people_scene import OTHER_MANAGER, OWNER, add_staff, give, no_second_factor, refuses, sign_in

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
        give(house, OTHER_MANAGER, ChangeRoles(staff="maria", roles=(Role.CASHIER,)))
        assert member(house, "maria").roles == {Role.CASHIER}

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

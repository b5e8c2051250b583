"""One manager is one person, however many accounts they make, reset or change."""

import pytest

from pitboss.floor.cage.adjustments import ApproveAdjustment, RejectAdjustment, RequestAdjustment
from pitboss.floor.cage.counter import BuyIn, CashOut, OpenTill, VoidVoucher
from pitboss.floor.cage.events import Method
from pitboss.floor.cage.floats import OpeningCount, RequestFill, SendFill
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.approvals import Approve, Decline
from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP, NoticeGiven, OpenHouse, SetHouse
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.people.access import CredentialSet
from pitboss.floor.people.credentials import ResetPassword, ResetSecondFactor, SetPassword
from pitboss.floor.people.notice import NOTICE_DAYS, notice_lines
from pitboss.floor.people.patrons import AddPatron, Exclude, LiftExclusion
from pitboss.floor.people.sessions import SignIn, who_is
from pitboss.floor.people.staff import (
    AddStaff,
    ChangeRoles,
    Reinstate,
    StaffMember,
    SuspendStaff,
    VouchForStaff,
    other_people,
)
from pitboss.floor.tables.setup import AddTable
from pitboss.journal import codec, store
from pitboss.ledger import books
from tests.floor.house_scene import Clock
from tests.floor.people.people_scene import (
    HOUR,
    add_patron,
    add_staff,
    enrol,
    give,
    no_second_factor,
    now,
    password_of,
    refuses,
)
from tests.refusals import refused

MARIA, MIGUEL = Actor("staff:maria", Role.MANAGER), Actor("staff:miguel", Role.MANAGER)
# People of their own, whom the house has taken in.
SUSAN, CARLA = Actor("staff:susan", Role.SUPERVISOR), Actor("staff:carla", Role.CASHIER)
DAY = 24 * HOUR


@pytest.fixture(autouse=True)
def people(house: Floor) -> None:
    """Two managers, a supervisor and a cashier who have nothing to do with each other's accounts; a table; a patron."""
    no_second_factor(house)
    for actor in (MARIA, MIGUEL, SUSAN, CARLA):
        give(house, SETTING_UP, AddStaff(id=actor.id, name=actor.id.capitalize(), roles=(actor.role,)))
    give(house, MARIA, OpenHouse())
    give(house, MARIA, AddTable(table="uth-1", game="ultimate", title="One"))
    give(house, CARLA, AddPatron(name="Patron p1", date_of_birth="1980-02-29", id="p1"))
    give(house, CARLA, OpenTill(counted=0))
    give(house, CARLA, BuyIn(patron="p1", amount=100_000))


def alone(house: Floor) -> None:
    """Maria is the only manager, so that nobody can be asked."""
    give(house, MARIA, ChangeRoles(staff="miguel", roles=(Role.DIRECTOR,)))


def puppet(house: Floor, by: Actor, role: Role, name: str = "puppet") -> Actor:
    """An account that a manager has made alone, and whose password they have."""
    give(house, by, AddStaff(id=name, name=name.capitalize(), roles=(role,)))
    given = give(house, by, ResetPassword(person=f"staff:{name}")).secret["password"]
    command = SignIn(name=name, password=given, role=role, new_password="known to the manager")
    found = who_is(house, give(house, VISITOR, command).secret["token"])
    assert found is not None
    return found


def fill(house: Floor, supervisor: Actor) -> SendFill:
    asked: int = give(house, supervisor, RequestFill(table="uth-1", amount=50_000)).answer["number"]
    return SendFill(number=asked)


def adjustment(house: Floor, by: Actor) -> int:
    ends = {"debit": accounts.FUNDS, "credit": accounts.patron("p1")}
    asked: int = give(house, by, RequestAdjustment(**ends, amount=700, reason="Paid too little")).answer["number"]
    return asked


def member(house: Floor, actor: Actor) -> StaffMember:
    record: StaffMember = house.record(actor.person)
    return record


class TestPuppets:
    def test_the_only_manager_makes_a_supervisor_who_approves_nothing_of_theirs(self, house: Floor) -> None:
        alone(house)
        supervisor = puppet(house, MARIA, Role.SUPERVISOR)
        number, before = adjustment(house, MARIA), books.balances()
        for command in (ApproveAdjustment(number=number), RejectAdjustment(number=number, reason="No")):
            no = refuses(house, supervisor, command, word="second_person")
            assert no.reason == "An adjustment takes a second person: Susan (supervisor)."
        assert books.balances() == before
        give(house, SUSAN, ApproveAdjustment(number=number))

    def test_a_cashier_and_a_supervisor_of_one_manager_move_no_chips(self, house: Floor) -> None:
        alone(house)
        supervisor, cashier = (puppet(house, MARIA, role, role.value) for role in (Role.SUPERVISOR, Role.CASHIER))
        no = refuses(house, cashier, fill(house, supervisor), word="second_person")
        assert no.reason == "A fill takes a second person: Carla (cashier)."
        give(house, CARLA, fill(house, supervisor))
        give(house, cashier, fill(house, SUSAN))

    def test_a_difference_that_a_puppet_has_counted_is_not_approved_by_whoever_made_it(self, house: Floor) -> None:
        dealer = puppet(house, MARIA, Role.DEALER)
        give(house, dealer, OpeningCount(table="uth-1", counted=300_000))
        refuses(house, MARIA, ApproveAdjustment(number=1), word="second_person")
        give(house, MIGUEL, ApproveAdjustment(number=1))

    def test_a_voucher_of_a_puppet_is_not_void_by_whoever_made_it(self, house: Floor) -> None:
        cashier = puppet(house, MARIA, Role.CASHIER)
        paid = give(house, cashier, CashOut(patron="p1", amount=5_000, method=Method.VOUCHER))
        void = VoidVoucher(voucher=paid.answer["voucher"], reason="Torn")
        no = refuses(house, MARIA, void, word="second_person")
        assert no.reason == "Voiding a voucher takes a second person: Miguel (manager) or Susan (supervisor)."
        give(house, MIGUEL, void)

    def test_an_exclusion_is_not_lifted_by_one_manager_twice(self, house: Floor) -> None:
        alone(house)
        supervisor, lift = puppet(house, MARIA, Role.SUPERVISOR), LiftExclusion(patron="p1", reason="Sorry")
        give(house, SUSAN, Exclude(patron="p1", reason="Shouting"))
        assert give(house, MARIA, lift).answer["lifted"] is False
        no = refuses(house, supervisor, lift, word="second_person")
        assert no.reason == "A second person has to agree: Susan (supervisor)."
        assert give(house, SUSAN, lift).answer["lifted"] is True

    def test_a_puppet_of_a_puppet_is_one_too(self, house: Floor) -> None:
        alone(house)
        second = puppet(house, MARIA, Role.MANAGER, "second")
        third = puppet(house, second, Role.MANAGER, "third")
        supervisor = puppet(house, third, Role.SUPERVISOR, "fourth")
        number = adjustment(house, MARIA)
        for each in (second, third, supervisor):
            assert not other_people(now(house), MARIA.person, each.person)
            refuses(house, each, ApproveAdjustment(number=number), word="second_person")
        refuses(house, third, VouchForStaff(staff="fourth"), word="second_person")
        refuses(house, MARIA, VouchForStaff(staff="fourth"), word="second_person")

    def test_of_many_who_could_be_the_second_one_some_are_named(self, house: Floor) -> None:
        for number in range(8):
            give(house, SETTING_UP, AddStaff(id=f"sue-{number}", name=f"Sue {number}", roles=(Role.SUPERVISOR,)))
        no = refuses(house, MARIA, ApproveAdjustment(number=adjustment(house, MARIA)), word="second_person")
        named = "Miguel (manager), Sue 0 (supervisor), Sue 1 (supervisor), Sue 2 (supervisor), Sue 3 (supervisor)"
        assert no.reason == f"An adjustment takes a second person: {named} or 5 others."

    def test_nothing_that_takes_two_managers_is_agreed_to_by_a_puppet(self, house: Floor) -> None:
        alone(house)
        second = puppet(house, MARIA, Role.MANAGER, "second")
        asked = refused(house.execute(MARIA, SetHouse(devices_play_for_money=True)), word="second_person")
        assert asked.reason.endswith("It waits as request 1 for another manager, and nobody here is one yet.")
        for command in (Approve(number=1), Decline(number=1, reason="No")):
            refuses(house, second, command, word="second_person")


class TestOfOthers:
    def test_roles_that_agree_to_what_others_do_take_two_managers(self, house: Floor) -> None:
        for role in (Role.SUPERVISOR, Role.MANAGER, Role.AUDITOR):
            for number, command in enumerate(
                (AddStaff(id=f"new-{role}", name="New", roles=(role,)), ChangeRoles(staff="carla", roles=(role,)))
            ):
                no = refused(house.execute(MARIA, command), word="second_person")
                assert "Miguel (manager)" in no.reason, number
        assert member(house, CARLA).roles == {Role.CASHIER}
        assert house.record("staff:new-manager") is None

    def test_what_two_managers_have_made_is_in_no_hand_until_one_is_told_its_password(self, house: Floor) -> None:
        refused(house.execute(MARIA, AddStaff(id="new", name="New", roles=(Role.SUPERVISOR,))), word="second_person")
        give(house, MIGUEL, Approve(number=1))
        new = Actor("staff:new", Role.SUPERVISOR)
        assert member(house, new).access.in_hands_of == frozenset()
        refused(house.execute(MARIA, ResetPassword(person=new.person)), word="second_person")
        assert give(house, MIGUEL, Approve(number=2)).secret["password"]
        # Whoever has agreed was told the password, and could be the new one; whoever asked could not.
        assert [other_people(now(house), each.person, new.person) for each in (MARIA, MIGUEL)] == [True, False]
        give(house, MARIA, VouchForStaff(staff="new"))
        assert other_people(now(house), MIGUEL.person, new.person)

    def test_whoever_resets_a_password_is_that_person_until_another_manager_vouches(self, house: Floor) -> None:
        given = give(house, MARIA, ResetPassword(person=CARLA.person)).secret["password"]
        signing_in = {"name": "carla", "password": given, "role": Role.CASHIER}
        needed = refused(house.execute(VISITOR, SignIn(**signing_in)), word="new_password_needed", status=403)
        assert needed.field == "new_password"
        give(house, VISITOR, SignIn(**signing_in, new_password="chosen by Maria"))
        refused(house.execute(VISITOR, SignIn(**signing_in)), word="wrong")
        # A new password of one's own proves nothing: whoever had the old one may have chosen it.
        give(house, CARLA, SetPassword(old_password="chosen by Maria", new_password="chosen by Maria again"))
        number = adjustment(house, CARLA)
        refuses(house, MARIA, ApproveAdjustment(number=number), word="second_person")
        no = refuses(house, MARIA, VouchForStaff(staff="carla"), word="second_person")
        assert no.reason.endswith("so that somebody else vouches for it: Miguel (manager).")
        give(house, MIGUEL, VouchForStaff(staff="carla"))
        give(house, MARIA, ApproveAdjustment(number=number))

    def test_whoever_takes_a_second_factor_away_is_that_person(self, house: Floor) -> None:
        enrol(house, "carla", password_of(house, CARLA.person), Role.CASHIER)
        give(house, MARIA, ResetSecondFactor(person=CARLA.person))
        refuses(house, MARIA, ApproveAdjustment(number=adjustment(house, CARLA)), word="second_person")

    def test_whoever_gives_somebody_roles_is_that_person(self, house: Floor) -> None:
        give(house, MARIA, ChangeRoles(staff="carla", roles=(Role.CASHIER, Role.DEALER)))
        refuses(house, MARIA, ApproveAdjustment(number=adjustment(house, CARLA)), word="second_person")

    def test_nobody_resets_alone_who_could_agree_to_what_they_do(self, house: Floor) -> None:
        enrol(house, "susan", password_of(house, SUSAN.person), Role.SUPERVISOR)
        commands: tuple[Command, ...] = (
            ResetPassword(person=SUSAN.person),
            ResetSecondFactor(person=SUSAN.person),
            ResetPassword(person=MIGUEL.person),
        )
        for command in commands:
            no = refused(house.execute(MARIA, command), word="second_person")
            assert "takes two managers" in no.reason
        give(house, MARIA, Decline(number=1, reason="Found it"))

    def test_suspending_and_reinstating_leave_an_account_in_no_hand(self, house: Floor) -> None:
        give(house, MARIA, SuspendStaff(staff="carla", reason="Inquiry"))
        give(house, MARIA, Reinstate(staff="carla", reason="Cleared"))
        give(house, MARIA, ApproveAdjustment(number=adjustment(house, CARLA)))

    def test_vouching_takes_an_account_that_somebody_has_in_hand(self, house: Floor) -> None:
        refuses(house, MARIA, VouchForStaff(staff="carla"), word="vouched_for", field="staff")
        refuses(house, MARIA, VouchForStaff(staff="maria"), field="staff")
        refuses(house, MARIA, VouchForStaff(staff="nobody"), field="staff", status=404)
        # The house itself can, where whoever runs its machine says so.
        puppet(house, MARIA, Role.DEALER)
        give(house, SETTING_UP, VouchForStaff(staff="puppet"))
        assert other_people(now(house), MARIA.person, "staff:puppet")


class TestFirstSignIn:
    def test_a_password_that_somebody_else_gave_is_changed_before_anything_else(self, house: Floor) -> None:
        patron = add_patron(house, "p2")
        given = give(house, MARIA, ResetPassword(person=patron.person)).secret["password"]
        command = SignIn(name="p2", password=given, role=Role.PLAYER)
        for new, word in (("", "new_password_needed"), ("short", "invalid"), (given, "invalid")):
            answer = SignIn(name="p2", password=given, role=Role.PLAYER, new_password=new)
            refuses(house, VISITOR, answer, word=word, field="new_password")
        give(house, VISITOR, SignIn(name="p2", password=given, role=Role.PLAYER, new_password="one of my own"))
        refused(house.execute(VISITOR, command), word="wrong")
        give(house, VISITOR, SignIn(name="p2", password="one of my own", role=Role.PLAYER))

    def test_a_wrong_password_is_wrong_whatever_new_one_comes_with_it(self, house: Floor) -> None:
        give(house, MARIA, ResetPassword(person=CARLA.person))
        command = SignIn(name="carla", password="not-the-password", new_password="one of my own")
        refused(house.execute(VISITOR, command), word="wrong")
        assert member(house, CARLA).access.password_is_for_once

    def test_what_the_house_gave_when_it_was_set_up_holds(self, house: Floor) -> None:
        give(house, VISITOR, SignIn(name="carla", password=password_of(house, CARLA.person)))

    @pytest.mark.parametrize("new", ["aaaaaaaaaaaa", "abababababab", "AaAaAaAaAaAa", "aaaaaaaaaabc"])
    def test_a_password_is_more_than_a_letter_or_three(self, house: Floor, new: str) -> None:
        old = password_of(house, CARLA.person)
        for actor, command in (
            (CARLA, SetPassword(old_password=old, new_password=new)),
            (VISITOR, SignIn(name="carla", password=self._for_once(house), new_password=new)),
        ):
            refuses(house, actor, command, field="new_password", status=422)

    @staticmethod
    def _for_once(house: Floor) -> str:
        given: str = give(house, MARIA, ResetPassword(person=CARLA.person)).secret["password"]
        return given


class TestOfEarlierPrograms:
    """A house of earlier days knows accounts that one manager has made alone."""

    def _old_account(self, house: Floor) -> None:
        credential = CredentialSet("of old", MARIA.person)
        position = store.heads([CARLA.person])[CARLA.person].position
        store.append(CARLA.person, position, [codec.encode(credential)], at=house.clock())

    def test_they_are_people_of_their_own_until_the_day_that_the_house_names(self, house: Floor, clock: Clock) -> None:
        self._old_account(house)
        clock.pass_seconds(HOUR)
        lines = notice_lines(house)
        assert lines == (
            "From 15 December 2025 on, whoever made an account alone is no second person to it: Carla. "
            "Another manager vouches for them at /pit/staff.",
        )
        give(house, MARIA, ApproveAdjustment(number=adjustment(house, CARLA)))
        clock.pass_seconds(NOTICE_DAYS * DAY)
        refuses(house, MARIA, ApproveAdjustment(number=adjustment(house, CARLA)), word="second_person")
        give(house, MIGUEL, VouchForStaff(staff="carla"))
        give(house, MARIA, ApproveAdjustment(number=2))

    def test_an_account_that_is_taken_in_hand_after_that_is_in_hand_at_once(self, house: Floor, clock: Clock) -> None:
        self._old_account(house)
        clock.pass_seconds(HOUR)
        notice_lines(house)
        give(house, MARIA, ResetPassword(person=CARLA.person))
        refuses(house, MARIA, ApproveAdjustment(number=adjustment(house, CARLA)), word="second_person")

    def test_notice_is_given_once(self, house: Floor, clock: Clock) -> None:
        self._old_account(house)
        clock.pass_seconds(HOUR)
        for _ in range(3):
            notice_lines(house)
        given = [row for row in store.read("house:house") if row.kind == "floor.NoticeGiven"]
        assert len(given) == 1
        assert codec.decode(given[0].kind, given[0].version, given[0].body) == NoticeGiven(
            clock.now + NOTICE_DAYS * DAY * 1_000_000
        )


def test_whoever_works_for_one_manager_alone_still_works(house: Floor) -> None:
    """Being in somebody's hands takes nothing away but to be a second person to them, and to each other."""
    password = add_staff(house, "dora", Role.DEALER)
    give(house, VISITOR, SignIn(name="dora", password=password))
    give(house, Actor("staff:dora", Role.DEALER), OpeningCount(table="uth-1", counted=0))

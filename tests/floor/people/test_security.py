"""Security: who is turned away is recorded, but nobody fills the disk by knocking."""

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import CloseHouse, OpenHouse, SetHouse
from pitboss.floor.kernel.registry import GIVEN
from pitboss.floor.kernel.roles import CROUPIER, VISITOR, Actor, Role
from pitboss.floor.people.patrons import AddPatron, Exclude, SetPlayTime
from pitboss.floor.people.security import (
    DENIALS_A_MINUTE,
    DOORS,
    UNKNOWN_A_MINUTE,
    Denied,
    FloodTurnedAway,
    NoteDenial,
    NoteFlood,
    RequireSecondFactor,
)
from pitboss.floor.people.sessions import SignIn
from pitboss.journal import codec, store
from tests.floor import house_scene
from tests.floor.people.people_scene import (
    CASHIER,
    MINUTE,
    OWNER,
    SUPERVISOR,
    OnSqlite,
    add_patron,
    give,
    kinds_after,
    refuses,
)
from tests.refusals import refused

DEALER = Actor("staff:dora", Role.DEALER)


def denials(house: Floor) -> list[Denied]:
    events = [codec.decode(row.kind, row.version, row.body) for row in store.read(DOORS)]
    return [event for event in events if isinstance(event, Denied)]


class TestDenials:
    def test_a_command_that_is_not_for_the_role_is_refused_and_recorded(self, house: Floor) -> None:
        answer = house.execute(DEALER, OpenHouse())
        assert answer == No("Open house is not for the dealer.", word="role", status=403)
        assert denials(house) == [Denied("staff:dora", Role.DEALER, "open_house")]
        assert house.record("house:house") is None

    def test_once_a_minute_for_each_person_and_command(self, house: Floor, clock: house_scene.Clock) -> None:
        for _ in range(3):
            house.execute(DEALER, OpenHouse())
        house.execute(DEALER, CloseHouse())
        house.execute(CASHIER, OpenHouse())
        assert [(each.person, each.command) for each in denials(house)] == [
            ("staff:dora", "open_house"),
            ("staff:dora", "close_house"),
            ("staff:carol", "open_house"),
        ]
        clock.pass_seconds(MINUTE - 1)
        house.execute(DEALER, OpenHouse())
        assert len(denials(house)) == 3
        clock.pass_seconds(1)
        house.execute(DEALER, OpenHouse())
        assert len(denials(house)) == 4

    def test_somebody_who_acts_for_another_is_recorded_too(self, house: Floor) -> None:
        me = add_patron(house, "p1")
        add_patron(house, "p2")
        house.execute(me, SetPlayTime(patron="p2", minutes=60))
        assert denials(house) == [Denied("patron:p1", Role.PLAYER, "set_play_time")]

    def test_a_visitor_is_asked_to_sign_in_and_leaves_no_trace(self, house: Floor) -> None:
        refuses(house, VISITOR, OpenHouse(), status=401, word="sign_in")

    def test_nobody_records_a_denial_of_another(self, house: Floor) -> None:
        house.execute(OWNER, NoteDenial(person="staff:dora", role=Role.DEALER, command="open_house"))
        assert [each.person for each in denials(house)] == [OWNER.person]


class TestFloods:
    def test_a_flood_is_told_of_once_a_minute_for_each_kind(self, house: Floor, clock: house_scene.Clock) -> None:
        give(house, CROUPIER, NoteFlood(what="sign-ins", times=500))
        refuses(house, CROUPIER, NoteFlood(what="sign-ins", times=1), word="noted")
        give(house, CROUPIER, NoteFlood(what="streams", times=30))
        clock.pass_seconds(MINUTE)
        give(house, CROUPIER, NoteFlood(what="sign-ins", times=501))
        events = [codec.decode(row.kind, row.version, row.body) for row in store.read(DOORS)]
        assert events == [
            FloodTurnedAway("sign-ins", 500),
            FloodTurnedAway("streams", 30),
            FloodTurnedAway("sign-ins", 501),
        ]

    def test_only_the_house_tells_of_it(self, house: Floor) -> None:
        refuses(house, VISITOR, NoteFlood(what="sign-ins", times=1), status=401)
        assert "note_flood" not in GIVEN


class TestLimits(OnSqlite):
    def test_one_person_leaves_only_so_many_denials_a_minute(self, house: Floor) -> None:
        for number in range(3 * DENIALS_A_MINUTE):
            house.execute(CROUPIER, NoteDenial(person="staff:dora", role=Role.DEALER, command=f"command_{number}"))
        assert len(denials(house)) == DENIALS_A_MINUTE

    def test_names_that_nobody_has_leave_only_so_many_events_a_minute(
        self, house: Floor, clock: house_scene.Clock
    ) -> None:
        def knock(number: int) -> No:
            return refused(house.execute(VISITOR, SignIn(name=f"n{number}", password="x" * 12, role=Role.DEALER)))

        answers = [knock(number) for number in range(UNKNOWN_A_MINUTE + 10)]
        assert {answer.status for answer in answers[:UNKNOWN_A_MINUTE]} == {401}
        assert len(kinds_after(0)) == UNKNOWN_A_MINUTE
        clock.pass_seconds(MINUTE)
        knock(0)
        assert len(kinds_after(0)) == UNKNOWN_A_MINUTE + 1

    def test_what_security_remembers_does_not_grow(self, house: Floor, clock: house_scene.Clock) -> None:
        for number in range(20):
            house.execute(DEALER, SetHouse(first_hour=number))
            house.execute(VISITOR, SignIn(name="nobody", password="x" * 12, role=Role.DEALER))
            clock.pass_seconds(31 * MINUTE)
        record = house.record(DOORS)
        assert (len(record.denied), len(record.unknown)) == (1, 1)


def test_the_refusal_does_not_wait_for_what_is_wrong_besides(house: Floor) -> None:
    """Somebody whose role may not give a command learns nothing else from it."""
    refused(house.execute(DEALER, AddPatron(name="", date_of_birth="never")), status=403, field="")
    refused(house.execute(DEALER, Exclude(patron="p9", reason="?")), status=403)


def test_a_setting_that_is_already_so(house: Floor) -> None:
    refuses(house, OWNER, RequireSecondFactor(required=True), field="required", status=422)
    give(house, OWNER, RequireSecondFactor(required=False))
    refused(house.execute(SUPERVISOR, RequireSecondFactor(required=True)), status=403)

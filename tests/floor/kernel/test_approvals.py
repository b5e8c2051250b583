"""Commands that take two people: they wait, and are carried out by a second person or not at all."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pitboss.floor.kernel import approvals
from pitboss.floor.kernel.approvals import Approve, Decline, waiting_at
from pitboss.floor.kernel.command_words import _WORDS
from pitboss.floor.kernel.contract import Command, No, SecondPerson, TwoPeople, name_of
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.permissions import APART, duty_of
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.preview import Preview, preview
from pitboss.floor.kernel.registry import COMMANDS, VERBS
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.kernel.waiting import count_for, decided_lately, waiting_for
from pitboss.floor.people.credentials import ResetPassword
from pitboss.floor.people.staff import AddStaff, StaffAdded, SuspendStaff, VouchForStaff, stream_of
from pitboss.floor.reading.journal_search import JournalQuery, search
from pitboss.floor.upkeep.verify import verify
from pitboss.journal import codec, store
from tests.floor import every_command_scene as scene
from tests.floor.answers import at_once, done, give, given
from tests.floor.house_scene import Clock
from tests.floor.people.people_scene import HOUR, OnSqlite, kinds_after
from tests.refusals import refused

MARIA, MIGUEL, MARTA = (Actor(f"staff:{name}", Role.MANAGER) for name in ("maria", "miguel", "marta"))
SAM = Actor("staff:sam", Role.SUPERVISOR)
NINA = AddStaff(id="nina", name="Nina Frost", roles=(Role.MANAGER,))


@pytest.fixture
def staffed(house: Floor) -> Floor:
    """Three managers and a supervisor, of whom nobody has had the account of another in hand."""
    for actor in (MARIA, MIGUEL, MARTA, SAM):
        give(house, SETTING_UP, AddStaff(id=actor.id, name=actor.id.title(), roles=(actor.role,)))
    return house


def ask(house: Floor, actor: Actor = MARIA, command: Command = NINA, key: str | None = None) -> No:
    """The command waits: all that is recorded is that it was asked for."""
    before = store.last_seq()
    answer = refused(house.execute(actor, command, key), word="second_person", status=409)
    assert answer.request
    assert kinds_after(before) in ([], ["ApprovalAsked"])
    return answer


class TestAsking:
    def test_it_is_said_why_and_who_could_agree_and_the_request_waits_for_them(self, staffed: Floor) -> None:
        answer = ask(staffed)
        why, waits = "To make somebody manager takes two managers.", "It waits as request 1 for"
        assert answer.reason == f"{why} {waits} Marta (manager) or Miguel (manager)."
        assert staffed.record("staff:nina") is None
        (row,) = waiting_for(staffed, MIGUEL)
        assert (row.number, row.by, row.may_agree, row.is_own) == (1, MARIA.person, True, False)
        assert row.words == "Take Nina Frost into the staff as manager."
        assert (row.since, row.until) == (staffed.clock(), staffed.clock() + 24 * HOUR * 1_000_000)
        assert [step.words for step in row.follows] == ["Nina Frost works here as manager."]
        assert (count_for(staffed, MIGUEL), count_for(staffed, MARIA)) == (1, 0)
        (own,) = waiting_for(staffed, MARIA)
        assert (own.is_own, own.may_agree, own.could_agree) == (True, False, ("Marta (manager)", "Miguel (manager)"))
        assert waiting_for(staffed, SAM) == ()

    def test_the_same_asked_for_twice_is_one_request_and_something_else_another(self, staffed: Floor) -> None:
        first, again = ask(staffed), ask(staffed)
        assert (first.request, again) == (1, first)
        assert ask(staffed, MARIA, replace(NINA, id="nora")).request == 2
        assert ask(staffed, MIGUEL).request == 3
        assert len(waiting_at(staffed, staffed.clock())) == 3

    def test_under_its_key_it_is_answered_the_same_again(self, staffed: Floor) -> None:
        first = ask(staffed, key="k")
        before = store.last_seq()
        assert staffed.execute(MARIA, NINA, "k") == first
        assert refused(staffed.execute(MARIA, replace(NINA, id="nora"), "k")).word == "key_used"
        assert store.last_seq() == before

    def test_what_the_rules_would_refuse_is_refused_and_does_not_wait(self, staffed: Floor) -> None:
        before = store.last_seq()
        refused(staffed.execute(MARIA, replace(NINA, id="sam")), word="already_known")
        assert store.last_seq() == before

    def test_a_device_is_no_person_and_the_house_needs_nobody(self, staffed: Floor) -> None:
        before = store.last_seq()
        device = Actor("device:reader", Role.MANAGER)
        answer = refused(staffed.execute(device, NINA), word="second_person")
        assert (answer.request, store.last_seq()) == (0, before)
        give(staffed, SETTING_UP, NINA)


class TestAgreeing:
    def test_a_second_person_has_it_done_as_the_givers(self, staffed: Floor) -> None:
        number = ask(staffed).request
        answer = give(staffed, MIGUEL, Approve(number=number), "k")
        assert [type(event).__name__ for _, event in answer.facts] == ["StaffAdded", "Approved"]
        assert (answer.facts[0].event.by, answer.facts[0].event.second) == (MARIA.person, MIGUEL.person)
        assert staffed.record("staff:nina").access.in_hands_of == frozenset()
        (entry,) = search(JournalQuery(stream="staff:nina")).rows
        assert (entry.who, entry.asked, entry.second) == (MARIA.person, "add_staff", MIGUEL.person)
        assert [row.seq for row in search(JournalQuery(who=MIGUEL.person)).rows] == [entry.seq + 1, entry.seq]
        assert done(staffed.execute(MIGUEL, Approve(number=number), "k")).repeated
        refused(staffed.execute(MIGUEL, Approve(number=number + 1), "k"), word="key_used")
        assert verify().is_good

    def test_it_is_agreed_to_once(self, staffed: Floor) -> None:
        number = ask(staffed).request
        give(staffed, MIGUEL, Approve(number=number))
        refused(staffed.execute(MARTA, Approve(number=number)), word="not_waiting", status=404)
        assert waiting_at(staffed, staffed.clock()) == ()
        (row,) = decided_lately(staffed, MARTA)
        assert (row.number, row.result, row.decided_by, row.by) == (number, "approved", MIGUEL.person, MARIA.person)

    def test_of_two_who_agree_at_once_one_wins(self, staffed: Floor) -> None:
        number = ask(staffed).request
        others = Floor(staffed.clock), Floor(staffed.clock)
        jobs = [given(floor, who, Approve(number=number)) for floor, who in zip(others, (MIGUEL, MARTA), strict=True)]
        answers = at_once(jobs)
        assert sorted(type(each).__name__ for each in answers) == ["Done", "No"]
        assert sum(row.kind == "floor.StaffAdded" for row in store.read("staff:nina")) == 1
        assert verify().is_good

    @pytest.mark.parametrize("second", [MARIA, Actor("staff:maria", Role.SUPERVISOR), Actor("device:x", Role.MANAGER)])
    def test_not_by_the_giver_nor_by_a_device(self, staffed: Floor, second: Actor) -> None:
        number = ask(staffed).request
        refused(staffed.execute(second, Approve(number=number)))
        assert staffed.record("staff:nina") is None

    def test_not_by_an_account_that_the_giver_has_in_hand_until_somebody_vouches_for_it(self, house: Floor) -> None:
        """One manager is not two people: who makes an account alone does not agree with it to what they do."""
        give(house, SETTING_UP, AddStaff(id="maria", name="Maria", roles=(Role.MANAGER,)))
        give(house, MARIA, AddStaff(id="miguel", name="Miguel", roles=(Role.MANAGER,)))
        give(house, SETTING_UP, AddStaff(id="marta", name="Marta", roles=(Role.MANAGER,)))
        asked = ask(house)
        assert asked.reason.endswith("It waits as request 1 for Marta (manager).")
        answer = refused(house.execute(MIGUEL, Approve(number=1)), word="second_person")
        assert "You are no other person here: it waits for Marta (manager)." in answer.reason
        assert [row.may_agree for row in waiting_for(house, MIGUEL)] == [False]
        refused(house.execute(MARIA, VouchForStaff(staff="miguel")), word="second_person")
        give(house, MARTA, VouchForStaff(staff="miguel"))
        give(house, MIGUEL, Approve(number=1))

    def test_who_has_the_only_managers_account_in_hand_is_not_asked(self, house: Floor) -> None:
        """A house with one manager goes on; but whoever they make alone stays no second person to them."""
        give(house, SETTING_UP, AddStaff(id="maria", name="Maria", roles=(Role.MANAGER,)))
        give(house, MARIA, NINA)
        assert house.record("staff:nina").access.in_hands_of == {MARIA.person}

    def test_it_lapses_after_a_day_and_is_asked_for_again(self, staffed: Floor, clock: Clock) -> None:
        number = ask(staffed).request
        clock.pass_seconds(24 * HOUR)
        answer = refused(staffed.execute(MIGUEL, Approve(number=number)), word="not_waiting", status=404)
        assert answer.reason == "Request 1 has lapsed: ask again."
        assert count_for(staffed, MIGUEL) == 0
        assert [(row.number, row.result) for row in decided_lately(staffed, MIGUEL)] == [(1, "lapsed")]
        assert ask(staffed).request == number + 1

    def test_not_for_a_giver_who_does_not_work_here_any_more(self, staffed: Floor) -> None:
        number = ask(staffed).request
        give(staffed, MARTA, SuspendStaff(staff="maria", reason="on leave"))
        refused(staffed.execute(MIGUEL, Approve(number=number)), word="giver_gone")
        (row,) = waiting_for(staffed, MIGUEL)
        assert row.hindrance == "Maria does not work here as manager any more."
        assert staffed.record("staff:nina") is None

    def test_not_when_the_rules_refuse_it_by_then(self, staffed: Floor) -> None:
        number = ask(staffed).request
        give(staffed, SETTING_UP, NINA)
        refused(staffed.execute(MIGUEL, Approve(number=number)), word="already_known")
        assert waiting_at(staffed, staffed.clock())

    def test_not_when_it_was_asked_for_something_that_is_over(self, staffed: Floor) -> None:
        """A ruling on a round is not one on the next round."""
        number = ask(staffed).request

        def verbs(about: str) -> Any:
            rule = SecondPerson((Role.MANAGER,), "always", lambda *_: TwoPeople("It takes two.", about=about))
            return {AddStaff: replace(VERBS[AddStaff], second=rule)}

        def agree(about: str) -> Any:
            return approvals.approve(
                verbs(about), {"add_staff": AddStaff}, staffed.now(), MIGUEL, Approve(number=number)
            )

        refused(agree("round 2"), word="gone_on")
        assert not isinstance(agree(""), No)

    def test_a_new_password_is_told_to_who_agrees_and_to_nobody_else(self, staffed: Floor) -> None:
        number = ask(staffed, MARIA, ResetPassword(person=SAM.person)).request
        answer = give(staffed, MIGUEL, Approve(number=number), "k")
        assert answer.secret["password"]
        assert done(staffed.execute(MIGUEL, Approve(number=number), "k")).secret == {}


class TestDeclining:
    def test_a_second_person_declines_with_a_reason(self, staffed: Floor) -> None:
        number = ask(staffed).request
        refused(staffed.execute(MIGUEL, Decline(number=number, reason="")), field="reason")
        give(staffed, MIGUEL, Decline(number=number, reason="Not needed"))
        refused(staffed.execute(MARTA, Approve(number=number)), word="not_waiting")
        (row,) = decided_lately(staffed, MARIA)
        assert (row.result, row.decided_by, row.reason) == ("declined", MIGUEL.person, "Not needed")

    def test_its_giver_takes_it_back(self, staffed: Floor) -> None:
        number = ask(staffed).request
        give(staffed, MARIA, Decline(number=number, reason="A mistake"))
        assert [row.result for row in decided_lately(staffed, MARIA)] == ["taken back"]

    def test_who_is_no_second_person_does_not_decline_it_either(self, staffed: Floor) -> None:
        give(staffed, MARIA, AddStaff(id="dora", name="Dora", roles=(Role.DEALER,)))
        number = ask(staffed).request
        puppet = in_hands_of(staffed, MARIA, Role.MANAGER)
        refused(staffed.execute(puppet, Decline(number=number, reason="No")), word="second_person")
        refused(staffed.execute(MIGUEL, Decline(number=99, reason="No")), word="not_waiting", status=404)


def test_a_preview_tells_what_would_follow_and_does_nothing(staffed: Floor) -> None:
    number, before = ask(staffed).request, store.last_seq()
    found = preview(staffed, MIGUEL, Approve(number=number))
    assert isinstance(found, Preview)
    assert [step.kind for step in found.steps] == ["floor.StaffAdded", "floor.Approved"]
    refused(preview(staffed, MARIA, Approve(number=number)), word="second_person")
    assert store.last_seq() == before


# The table of duties, tried for every command of the registry that takes a second person.


def in_hands_of(floor: Floor, giver: Actor, role: Role) -> Actor:
    """An account that somebody has made alone, whether or not they may."""
    puppet = Actor(stream_of(f"puppet-{store.last_seq()}"), role)
    added = StaffAdded(puppet.id, "Puppet", frozenset((role,)), giver.person)
    store.append(puppet.person, 0, [codec.encode(added)], at=floor.clock())
    return puppet


class WatchedFloor(Floor):
    """A house in which whatever has to wait is tried by everybody who is no second person."""

    def __init__(self, clock: Callable[[], int]) -> None:
        super().__init__(clock)
        self.asked: dict[int, str] = {}
        self.agreed: set[str] = set()

    def execute(self, actor: Actor, command: Command, key: str | None = None) -> Done | No:
        before = store.last_seq()
        answer = super().execute(actor, command, key)
        if isinstance(answer, No) and answer.request and answer.request not in self.asked:
            assert kinds_after(before) == ["ApprovalAsked"], command
            self.asked[answer.request] = name_of(type(command))
            self._try_everybody_else(actor, command, answer.request)
        elif isinstance(answer, Done) and isinstance(command, Approve):
            self.agreed.add(self.asked[command.number])
        return answer

    def _try_everybody_else(self, giver: Actor, command: Command, number: int) -> None:
        second = VERBS[type(command)].second
        assert second is not None
        heads = {stream: store.heads([stream]) for stream in VERBS[type(command)].streams(giver, command)}
        again = refused(super().execute(giver, command), word="second_person")
        assert again.request == number
        for role in second.roles:
            for nobody in (giver, Actor(giver.person, role), in_hands_of(self, giver, role), Actor("device:x", role)):
                refused(super().execute(nobody, Approve(number=number)))
        assert {stream: store.heads([stream]) for stream in heads} == heads, f"{command} was done by one person"


class TestDuties(OnSqlite):
    @pytest.mark.usefixtures("house")
    def test_every_command_that_takes_two_is_done_by_two_people_and_not_by_one(self, clock: Clock) -> None:
        """In the story of all commands each of these is asked for, tried by everybody else, and agreed to."""
        floor = WatchedFloor(clock)
        scene.tell(floor, clock, scene.keyed(floor))
        assert floor.agreed == {name_of(kind) for kind, verb in VERBS.items() if verb.second}

    def test_every_command_that_can_wait_has_words_of_its_own(self) -> None:
        assert {name_of(kind) for kind, verb in VERBS.items() if verb.second} <= _WORDS.keys()

    def test_the_table_of_duties_says_it_of_every_command(self) -> None:
        for name, kind in COMMANDS.items():
            second = VERBS[kind].second
            assert (second is None) or name not in APART
            duty = duty_of(name)
            assert bool(duty) == (second is not None or name in APART)
            assert all(role in duty for role in (second.roles if second else ()))
        assert APART.keys() <= COMMANDS.keys()

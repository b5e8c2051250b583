"""Patrons: taken in, kept out, and told when their play time is over."""

from datetime import date
from typing import Any

import pytest
from django.db import connection

from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.people import patrons
from pitboss.floor.people.directory import Directory
from pitboss.floor.people.patron_record import CameToTable, LeftTable, eligibility, refusal_to_play
from pitboss.floor.people.patrons import (
    AddPatron,
    ChangePatron,
    EndPrevention,
    Exclude,
    LiftExclusion,
    PreventTemporarily,
    SetPlayTime,
    WithdrawLicence,
)
from tests.floor import house_scene
from tests.floor.answers import at_once, given
from tests.floor.people.people_scene import (
    CASHIER,
    HOUR,
    MANAGER,
    OTHER_MANAGER,
    SUPERVISOR,
    OnSqlite,
    add_patron,
    give,
    happens,
    now,
    patron,
    refuses,
    why_barred,
)
from tests.known import known


class TestTakingIn:
    def test_the_house_numbers_its_patrons(self, house: Floor) -> None:
        told = [give(house, CASHIER, AddPatron(name="Ann", date_of_birth="1990-01-01")).answer for _ in range(3)]
        assert [each["patron"] for each in told] == ["p1001", "p1002", "p1003"]

    def test_a_number_that_was_taken_by_hand_is_not_given_again(self, house: Floor) -> None:
        add_patron(house, "p1002")
        assert give(house, CASHIER, AddPatron(name="Ann", date_of_birth="1990-01-01")).answer == {"patron": "p1003"}

    def test_numbers_given_at_the_same_moment_are_different(self, house: Floor) -> None:
        answers = at_once([given(house, CASHIER, AddPatron(name="Ann", date_of_birth="1990-01-01"))] * 6)
        numbers = sorted(answer.answer["patron"] for answer in answers if isinstance(answer, Done))
        assert numbers == [f"p{number}" for number in range(1001, 1007)]

    def test_a_number_that_was_taken_meanwhile_is_not_asked_for_again(
        self, house: Floor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        give(house, CASHIER, AddPatron(name="Ann", date_of_birth="1990-01-01"))
        seen = iter((1001, 1002))
        monkeypatch.setattr(patrons, "_next_number", lambda: next(seen))
        assert give(house, CASHIER, AddPatron(name="Ben", date_of_birth="1990-01-01")).answer == {"patron": "p1002"}
        # Where one command is decided at a time nobody takes a number meanwhile, and none is asked for beforehand.
        assert [*seen] == ([1001, 1002] if connection.vendor == house_scene.SQLITE else [])

    def test_what_is_known_of_a_patron(self, house: Floor) -> None:
        add_patron(house, name=" Zoë O'Brien ", membership="STAR-77", publicity=True)
        record = patron(house)
        assert record[:5] == ("p1", "Zoë O'Brien", date(1980, 2, 29), "STAR-77", True)

    def test_an_id_belongs_to_one_patron(self, house: Floor) -> None:
        add_patron(house)
        again = AddPatron(name="Ben", date_of_birth="1990-01-01", id="p1")
        refuses(house, CASHIER, again, word="already_known", field="id", status=409)

    def test_a_membership_belongs_to_one_patron(self, house: Floor) -> None:
        add_patron(house, "p1", membership="A1")
        add_patron(house, "p2")
        taken = ChangePatron(patron="p2", membership="a1")
        refuses(house, CASHIER, taken, word="membership_taken", field="membership")
        give(house, CASHIER, ChangePatron(patron="p1", membership=""))
        give(house, CASHIER, taken)
        refuses(house, CASHIER, ChangePatron(patron="p1", membership="A1"), word="membership_taken")

    def test_what_is_left_out_of_a_change_stays(self, house: Floor) -> None:
        add_patron(house, membership="A1", publicity=True)
        give(house, CASHIER, ChangePatron(patron="p1", name="Ann Lee"))
        assert patron(house)[:5] == ("p1", "Ann Lee", date(1980, 2, 29), "A1", True)

    def test_a_change_that_changes_nothing_is_refused(self, house: Floor) -> None:
        add_patron(house)
        refuses(house, CASHIER, ChangePatron(patron="p1"), status=422)


WRONG_NAMES = ("", "   ", "a\x00b", "line\nbreak", "\x1b[31m", "\ud800", "\u202eback", "x" * 101)
WRONG_DAYS = (
    "",
    "1990-02-30",
    "2001-02-29",
    "yesterday",
    "1990-1-1",
    "19900101",
    "1990-01-01T00:00",
    "1990-W01-1",
    "0000-01-01",
)
WRONG_IDS = ("P1", "-a", "a-", "a b", "a:b", "é", "x" * 41, "a\n", "p1\x00", "*", "%")


class TestBadInput:
    def test_names_that_cannot_be(self, house: Floor) -> None:
        for name in WRONG_NAMES:
            refuses(house, CASHIER, AddPatron(name=name, date_of_birth="1990-01-01"), field="name", status=422)

    def test_days_of_birth_that_cannot_be(self, house: Floor) -> None:
        add_patron(house)
        for day in (*WRONG_DAYS, "2025-11-16", "1880-01-01"):
            refuses(house, CASHIER, AddPatron(name="Ann", date_of_birth=day), field="date_of_birth", status=422)
            refuses(house, CASHIER, ChangePatron(patron="p1", date_of_birth=day), field="date_of_birth", status=422)

    def test_ids_and_memberships_that_cannot_be(self, house: Floor) -> None:
        for wrong_id in WRONG_IDS:
            add = AddPatron(name="Ann", date_of_birth="1990-01-01", id=wrong_id)
            refuses(house, CASHIER, add, field="id", status=422)
        for number in ("a b", "-1", "x" * 21, "a\x00", "é"):
            member = AddPatron(name="Ann", date_of_birth="1990-01-01", membership=number)
            refuses(house, CASHIER, member, field="membership", status=422)

    def test_patrons_that_nobody_knows(self, house: Floor) -> None:
        add_patron(house)
        for nobody in ("p2", "", "P1", "p1 ", "p1\x00", "x" * 5000, "\ud800"):
            commands: tuple[Command, ...] = (
                ChangePatron(patron=nobody, name="Ann"),
                Exclude(patron=nobody, reason="Cheating"),
                LiftExclusion(patron=nobody, reason="Mistaken"),
                PreventTemporarily(patron=nobody, until="2025-12-01", reason="Harm"),
                EndPrevention(patron=nobody, reason="Over"),
                WithdrawLicence(patron=nobody, casino="Sydney"),
                SetPlayTime(patron=nobody, minutes=60),
            )
            for command in commands:
                refuses(house, MANAGER, command, field="patron", status=404)
            assert why_barred(house, nobody) == "unknown_patron"

    def test_particulars_that_cannot_be(self, house: Floor) -> None:
        add_patron(house)
        commands: tuple[tuple[Command, str], ...] = (
            (Exclude(patron="p1", reason=""), "reason"),
            (Exclude(patron="p1", reason="a\x07b"), "reason"),
            (Exclude(patron="p1", reason="x" * 501), "reason"),
            (Exclude(patron="p1", until="2025-02-30", reason="Cheating"), "until"),
            (Exclude(patron="p1", until="2025-11-14", reason="Cheating"), "until"),
            (PreventTemporarily(patron="p1", until="", reason="Harm"), "until"),
            (PreventTemporarily(patron="p1", until="2025-11-15", reason=""), "reason"),
            (WithdrawLicence(patron="p1", casino="\x00"), "casino"),
            (WithdrawLicence(patron="p1", casino=""), "casino"),
            (SetPlayTime(patron="p1", minutes=0), "minutes"),
            (SetPlayTime(patron="p1", minutes=-5), "minutes"),
            (SetPlayTime(patron="p1", minutes=1441), "minutes"),
            (SetPlayTime(patron="p1", minutes=None), "minutes"),
        )
        for command, field in commands:
            refuses(house, MANAGER, command, field=field, status=422)


class TestWhoMayPlay(OnSqlite):
    def test_a_patron_of_age_may(self, house: Floor) -> None:
        add_patron(house)
        assert refusal_to_play(now(house), "p1") is None

    def test_eighteen_is_reached_on_the_birthday(self, house: Floor, clock: house_scene.Clock) -> None:
        add_patron(house, date_of_birth="2007-11-16")
        answer = known(refusal_to_play(now(house), "p1"))
        assert (answer.word, answer.clause) == ("under_18", "STAR 6.16(1)")
        clock.pass_seconds(12 * HOUR)
        assert why_barred(house) == ""

    def test_an_exclusion_holds_up_to_and_with_its_last_day(self, house: Floor, clock: house_scene.Clock) -> None:
        add_patron(house)
        give(house, SUPERVISOR, Exclude(patron="p1", until="2025-11-16", reason="Abuse"))
        answer = known(refusal_to_play(now(house), "p1"))
        assert (answer.reason, answer.clause) == ("p1 is excluded until 2025-11-16.", "STAR 6.16(2)")
        clock.pass_seconds(36 * HOUR - 1)
        assert why_barred(house) == "excluded"
        clock.pass_seconds(1)
        assert why_barred(house) == ""

    def test_without_a_last_day_it_is_for_ever(self, house: Floor, clock: house_scene.Clock) -> None:
        add_patron(house)
        give(house, SUPERVISOR, Exclude(patron="p1", reason="Cheating"))
        clock.pass_seconds(50 * 365 * 24 * HOUR)
        assert why_barred(house) == "excluded"

    def test_a_prevention_holds_until_its_day_is_over_or_it_is_ended(self, house: Floor) -> None:
        add_patron(house)
        refuses(house, MANAGER, EndPrevention(patron="p1", reason="Over"), word="not_prevented")
        give(house, SUPERVISOR, PreventTemporarily(patron="p1", until="2025-11-15", reason="Harm"))
        answer = known(refusal_to_play(now(house), "p1"))
        assert (answer.word, answer.clause) == ("tpoe", "STAR 6.17[s1]")
        give(house, MANAGER, EndPrevention(patron="p1", reason="Talked to"))
        assert why_barred(house) == ""

    def test_a_prevention_is_only_made_longer(self, house: Floor) -> None:
        """A supervisor may begin one and not end it: so neither by a new one that is shorter."""
        add_patron(house)
        give(house, MANAGER, PreventTemporarily(patron="p1", until="2025-12-15", reason="Harm"))
        for day in ("2025-11-15", "2025-12-15"):
            shorter = PreventTemporarily(patron="p1", until=day, reason="Harm")
            refuses(house, SUPERVISOR, shorter, field="until", word="already_prevented")
        give(house, SUPERVISOR, PreventTemporarily(patron="p1", until="2026-01-15", reason="Harm"))


class TestExclusions(OnSqlite):
    def test_a_second_person_lifts_an_exclusion(self, house: Floor) -> None:
        add_patron(house)
        give(house, SUPERVISOR, Exclude(patron="p1", reason="Abuse"))
        lift = LiftExclusion(patron="p1", reason="Appeal upheld")
        assert give(house, MANAGER, lift).answer["lifted"] is False
        assert why_barred(house) == "excluded"
        refuses(house, MANAGER, lift, word="second_person")
        assert give(house, OTHER_MANAGER, lift).answer["lifted"] is True
        assert why_barred(house) == ""
        refuses(house, MANAGER, lift, word="not_excluded")

    def test_one_of_the_two_is_a_manager(self, house: Floor) -> None:
        add_patron(house)
        give(house, SUPERVISOR, Exclude(patron="p1", reason="Abuse"))
        lift = LiftExclusion(patron="p1", reason="Appeal upheld")
        give(house, SUPERVISOR, lift)
        assert give(house, SUPERVISOR._replace(person="staff:sue"), lift).answer["lifted"] is False
        assert why_barred(house) == "excluded"
        assert give(house, MANAGER, lift).answer["lifted"] is True

    def test_an_asking_does_not_outlive_a_new_exclusion(self, house: Floor) -> None:
        add_patron(house)
        give(house, SUPERVISOR, Exclude(patron="p1", until="2025-12-01", reason="Abuse"))
        give(house, MANAGER, LiftExclusion(patron="p1", reason="Appeal upheld"))
        give(house, SUPERVISOR, Exclude(patron="p1", reason="Worse"))
        answer = give(house, OTHER_MANAGER, LiftExclusion(patron="p1", reason="Appeal upheld")).answer
        assert answer["lifted"] is False

    def test_nobody_lifts_an_own_order_before_its_end(self, house: Floor, clock: house_scene.Clock) -> None:
        me = add_patron(house)
        give(house, me, Exclude(patron="p1", until="2025-11-15", reason="Too much", self_requested=True))
        refuses(house, MANAGER, LiftExclusion(patron="p1", reason="Asked to"), word="own_order", status=409)
        clock.pass_seconds(12 * HOUR)
        assert why_barred(house) == ""
        refuses(house, MANAGER, LiftExclusion(patron="p1", reason="Asked to"), word="not_excluded")

    def test_an_exclusion_is_only_made_longer(self, house: Floor) -> None:
        add_patron(house)
        give(house, MANAGER, Exclude(patron="p1", until="2026-06-01", reason="Abuse"))
        shorter = Exclude(patron="p1", until="2026-05-31", reason="Abuse")
        refuses(house, MANAGER, shorter, word="already_excluded", field="until")
        give(house, MANAGER, Exclude(patron="p1", reason="Worse"))
        refuses(house, MANAGER, Exclude(patron="p1", reason="Worse"), word="already_excluded")

    def test_an_own_order_and_a_direction_stand_beside_each_other(self, house: Floor, clock: house_scene.Clock) -> None:
        me = add_patron(house)
        give(house, me, Exclude(patron="p1", until="2025-11-16", reason="Too much", self_requested=True))
        give(house, MANAGER, Exclude(patron="p1", until="2025-11-20", reason="Abuse"))
        clock.pass_seconds(3 * 24 * HOUR)
        assert why_barred(house) == "excluded"

    def test_a_player_excludes_only_themselves(self, house: Floor) -> None:
        me = add_patron(house)
        add_patron(house, "p2")
        house.execute(me, Exclude(patron="p2", reason="Rival", self_requested=True))
        refuses(house, me, Exclude(patron="p2", reason="Rival", self_requested=True), status=403)
        refuses(house, me, Exclude(patron="p1", reason="Me"), field="self_requested")
        assert why_barred(house, "p2") == ""


class TestForTournaments(OnSqlite):
    def test_what_the_desk_of_a_tournament_asks(self, house: Floor, clock: house_scene.Clock) -> None:
        add_patron(house, membership="A1", publicity=True)
        give(house, MANAGER, WithdrawLicence(patron="p1", casino="Sydney"))
        give(house, MANAGER, PreventTemporarily(patron="p1", until="2025-11-15", reason="Harm"))
        give(house, MANAGER, Exclude(patron="p1", until="2025-11-15", reason="Abuse"))
        happens(house, CameToTable("uth-1"))
        clock.pass_seconds(60)
        happens(house, LeftTable("uth-1"))
        happens(house, CameToTable("uth-1"))
        person = eligibility(patron(house), clock())
        assert (person.name, person.born, person.member, person.publicity) == ("p1", date(1980, 2, 29), True, True)
        assert (person.withdrawal_of_licence, person.prevented, person.excluded) == ("The Star Sydney", True, True)
        began, ended = person.gaming[0]
        assert ended is not None
        # Noon on the wall of Brisbane.
        assert (began % (24 * HOUR), ended - began) == (12 * HOUR, 60)
        assert person.gaming[1] == (ended, None)
        clock.pass_seconds(12 * HOUR)
        later = eligibility(patron(house), clock())
        assert (later.prevented, later.excluded) == (False, False)

    def test_a_withdrawal_that_is_over(self, house: Floor, clock: house_scene.Clock) -> None:
        add_patron(house)
        give(house, MANAGER, WithdrawLicence(patron="p1", casino="Sydney"))
        give(house, MANAGER, WithdrawLicence(patron="p1", casino=""))
        assert eligibility(patron(house), clock()).withdrawal_of_licence is None


class TestDirectory:
    def test_patrons_are_found_by_name_membership_and_id(self, house: Floor) -> None:
        directory = Directory()
        add_patron(house, "p1", name="Ann Lee", membership="A-77")
        add_patron(house, "p2", name="Bob Leeds")

        def found(words: str) -> list[str]:
            return [each.id for each in directory.search(words)]

        assert (found("lee"), found("LEE ann"), found("a-7"), found("p2")) == (["p1", "p2"], ["p1"], ["p1"], ["p2"])
        assert found("nobody") == []
        give(house, CASHIER, ChangePatron(patron="p1", name="Ann Wood", membership=""))
        assert (found("lee"), found("a-7"), found("wood")) == (["p2"], [], ["p1"])
        assert len(directory.search("", most=1)) == 1


def test_what_is_in_memory_is_what_the_journal_folds_to(house: Floor, clock: house_scene.Clock) -> None:
    me: Any = add_patron(house, membership="A1")
    give(house, me, SetPlayTime(patron="p1", minutes=60))
    give(house, me, SetPlayTime(patron="p1", minutes=90))
    give(house, MANAGER, Exclude(patron="p1", until="2025-12-01", reason="Abuse"))
    give(house, MANAGER, LiftExclusion(patron="p1", reason="Appeal"))
    happens(house, CameToTable("uth-1"))
    clock.pass_seconds(90)
    happens(house, LeftTable("uth-1"))
    assert Floor(clock).record("patron:p1") == patron(house)

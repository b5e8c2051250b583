"""Signing in, lock-out and sessions."""

from dataclasses import replace

import argon2
import pytest

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.registry import FAMILIES
from pitboss.floor.kernel.roles import VISITOR, Actor, Role, visitor_from
from pitboss.floor.people import hashing, security
from pitboss.floor.people.access import ATTEMPTS_IN_ALL, MOST_SESSIONS, LockedOut
from pitboss.floor.people.credentials import LOCKED, WRONG
from pitboss.floor.people.patrons import ChangePatron, Exclude, LiftExclusion, SetPlayTime
from pitboss.floor.people.sessions import EndSessions, SignIn, SignOut, StaySignedIn, who_is
from pitboss.floor.people.staff import ChangeRoles, SuspendStaff
from pitboss.journal import codec, snapshots, store
from tests.floor import house_scene
from tests.floor.people import people_scene
from tests.floor.people.people_scene import (
    DORA,
    HOUR,
    MINUTE,
    OWNER,
    WRONG_PASSWORD,
    OnSqlite,
    add_patron,
    add_staff,
    attempt,
    code_now,
    enrol,
    give,
    kinds_after,
    password_of,
    refuses,
    sign_in,
)
from tests.refusals import refused

password = people_scene.password


class TestSigningIn:
    def test_a_session_acts_in_one_role(self, house: Floor, password: str) -> None:
        give(house, OWNER, ChangeRoles(staff="dora", roles=(Role.DEALER, Role.SUPERVISOR)))
        token = sign_in(house, "dora", password, Role.SUPERVISOR)
        assert who_is(house, token) == Actor("staff:dora", Role.SUPERVISOR)

    def test_a_role_that_somebody_does_not_have(self, house: Floor, password: str) -> None:
        command = SignIn(name="dora", password=password, role=Role.MANAGER)
        refuses(house, VISITOR, command, status=403, field="role")
        for role in (Role.CROUPIER, Role.VISITOR, Role.DISPLAY):
            refuses(house, VISITOR, SignIn(name="dora", password=password, role=role), status=403)

    def test_whoever_has_one_role_need_not_say_it(self, house: Floor, password: str) -> None:
        me = add_patron(house, "p1", membership="STAR-77")
        mine = password_of(house, me.person)
        for name, secret, actor in (
            *((name, password, DORA) for name in ("dora", "Dora", " dora ")),
            *((name, mine, me) for name in ("p1", "P1", "STAR-77")),
        ):
            begun = give(house, VISITOR, SignIn(name=name, password=secret))
            assert who_is(house, begun.secret["token"]) == actor
        assert house.execute(VISITOR, SignIn(name="dora", password=WRONG_PASSWORD)) == WRONG

    def test_whoever_has_several_roles_is_asked_which(self, house: Floor, password: str) -> None:
        give(house, OWNER, ChangeRoles(staff="dora", roles=(Role.SUPERVISOR, Role.DEALER)))
        asked = refuses(house, VISITOR, SignIn(name="dora", password=password), field="role", status=422)
        assert asked.reason == "Say as whom you come: dealer or supervisor."
        assert house.execute(VISITOR, SignIn(name="dora", password=WRONG_PASSWORD)) == WRONG

    def test_somebody_who_is_suspended(self, house: Floor, password: str) -> None:
        give(house, OWNER, SuspendStaff(staff="dora", reason="Inquiry"))
        refuses(house, VISITOR, SignIn(name="dora", password=password, role=Role.DEALER), status=403)

    def test_a_player_by_id_or_membership(self, house: Floor) -> None:
        me = add_patron(house, "p1", membership="STAR-77")
        mine = password_of(house, me.person)
        for name in ("p1", "STAR-77", "star-77"):
            assert who_is(house, sign_in(house, name, mine, Role.PLAYER)) == me
        give(house, people_scene.CASHIER, ChangePatron(patron="p1", membership=""))
        assert attempt(house, mine, "STAR-77", Role.PLAYER) == WRONG

    def test_a_player_is_no_staff_and_staff_no_player(self, house: Floor, password: str) -> None:
        add_patron(house, "p1")
        mine = password_of(house, "patron:p1")
        assert attempt(house, mine, "p1", Role.DEALER) == WRONG
        assert attempt(house, password, "dora", Role.PLAYER) == WRONG

    def test_tokens_that_are_nobodys(self, house: Floor, password: str) -> None:
        token = sign_in(house, "dora", password, Role.DEALER)
        others = (
            "",
            "x",
            "staff.dora",
            "staff.dora.",
            f"{token}x",
            token[:-1],
            token.replace("dora", "sam"),
            "é" * 300,
        )
        for other in (*others, "staff.d\x00ra.x", "house.house.x", "\ud800", token.upper(), f" {token}"):
            assert who_is(house, other) is None

    def test_somebody_without_a_password_cannot_sign_in(self, house: Floor) -> None:
        add_patron(house, "p1")
        assert attempt(house, "", "p1", Role.PLAYER) == WRONG

    def test_only_so_many_sessions_at_once(self, house: Floor, password: str) -> None:
        tokens = [sign_in(house, "dora", password, Role.DEALER) for _ in range(MOST_SESSIONS + 1)]
        assert who_is(house, tokens[0]) is None
        assert all(who_is(house, token) == DORA for token in tokens[1:])


class TestLockOut:
    def test_five_wrong_attempts_lock_for_fifteen_minutes(
        self, house: Floor, password: str, clock: house_scene.Clock
    ) -> None:
        before = store.last_seq()
        answers = [attempt(house, WRONG_PASSWORD) for _ in range(5)]
        assert answers == [WRONG] * 4 + [LOCKED]
        assert (WRONG.status, LOCKED.status) == (401, 423)
        assert kinds_after(before) == ["SignInFailed"] * 5 + ["LockedOut"]
        refuses(house, VISITOR, SignIn(name="dora", password=password, role=Role.DEALER), status=423)
        clock.pass_seconds(15 * MINUTE - 1)
        assert attempt(house, password) == LOCKED
        clock.pass_seconds(1)
        assert who_is(house, sign_in(house, "dora", password, Role.DEALER)) == DORA

    def test_attempts_count_for_fifteen_minutes(self, house: Floor, password: str, clock: house_scene.Clock) -> None:
        for _ in range(4):
            attempt(house, WRONG_PASSWORD)
        clock.pass_seconds(15 * MINUTE)
        assert attempt(house, WRONG_PASSWORD) == WRONG
        assert attempt(house, WRONG_PASSWORD) == WRONG

    def test_a_sign_in_begins_the_count_anew(self, house: Floor, password: str) -> None:
        for _ in range(2):
            assert [attempt(house, WRONG_PASSWORD) for _ in range(4)] == [WRONG] * 4
            sign_in(house, "dora", password, Role.DEALER)

    def test_a_running_session_is_not_ended_by_somebody_who_guesses(self, house: Floor, password: str) -> None:
        token = sign_in(house, "dora", password, Role.DEALER)
        for _ in range(5):
            attempt(house, WRONG_PASSWORD)
        assert who_is(house, token) == DORA

    def test_a_name_that_nobody_has_is_answered_in_the_same_way(
        self, house: Floor, password: str, clock: house_scene.Clock
    ) -> None:
        def said(name: str) -> list[No]:
            return [attempt(house, WRONG_PASSWORD, name) for _ in range(7)]

        assert said("nobody") == said("dora")
        for minutes in (15, 10, 5, 14):
            clock.pass_seconds(minutes * MINUTE)
            assert said("nobody") == said("dora")
        for name in ("", "no\x00body", "\ud800", "x" * 5000):
            assert attempt(house, WRONG_PASSWORD, name) == WRONG

    def test_a_name_that_nobody_has_takes_as_much_work(
        self, house: Floor, password: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        checked = []
        real = hashing.matches

        def counted(stored: str, given: str) -> bool:
            checked.append(argon2.extract_parameters(stored))
            return real(stored, given)

        monkeypatch.setattr(hashing, "matches", counted)
        attempt(house, WRONG_PASSWORD, "dora")
        attempt(house, WRONG_PASSWORD, "nobody")
        known, unknown = checked
        assert known == unknown

    def test_a_repeated_key_is_answered_as_the_first_time(self, house: Floor, password: str) -> None:
        wrong = SignIn(name="dora", password=WRONG_PASSWORD, role=Role.DEALER)
        first = house.execute(VISITOR, wrong, key="k1")
        before = store.last_seq()
        assert house.execute(VISITOR, wrong, key="k1") == first == WRONG
        assert store.last_seq() == before

    def test_a_new_password_from_a_manager_ends_it(self, house: Floor, password: str) -> None:
        for _ in range(5):
            attempt(house, WRONG_PASSWORD)
        assert who_is(house, sign_in(house, "dora", password_of(house, "staff:dora"), Role.DEALER)) == DORA


class TestPlaces:
    """Nobody is kept out by somebody who guesses elsewhere."""

    def test_wrong_attempts_from_one_place_lock_nobody_out_anywhere_else(self, house: Floor, password: str) -> None:
        for _ in range(20):
            attempt(house, WRONG_PASSWORD, by=visitor_from("one"))
        assert attempt(house, password, by=visitor_from("one")) == LOCKED
        assert isinstance(attempt(house, password, by=visitor_from("other")), Done)
        assert attempt(house, password, by=visitor_from("one")) == LOCKED

    def test_many_more_from_everywhere_do(self, house: Floor, password: str, clock: house_scene.Clock) -> None:
        places = [visitor_from(f"place {number}") for number in range(ATTEMPTS_IN_ALL // 4)]
        answers = [attempt(house, WRONG_PASSWORD, by=place) for place in places for _ in range(4)]
        assert answers == [WRONG] * (ATTEMPTS_IN_ALL - 1) + [LOCKED]
        assert attempt(house, password, by=visitor_from("other")) == LOCKED
        clock.pass_seconds(15 * MINUTE)
        assert isinstance(attempt(house, password, by=visitor_from("other")), Done)

    def test_a_name_that_nobody_has_is_answered_in_the_same_way_from_everywhere(
        self, house: Floor, password: str
    ) -> None:
        def said(name: str) -> list[No]:
            places = [visitor_from(f"place {number}") for number in range(ATTEMPTS_IN_ALL // 3)]
            return [attempt(house, WRONG_PASSWORD, name, by=place) for place in places for _ in range(6)]

        assert said("nobody") == said("dora")

    def test_nor_while_so_many_come_that_unknown_names_are_counted_no_more(
        self, house: Floor, password: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """On several processes a crowd can fill the doors, and try then who can still be locked out."""
        monkeypatch.setattr(security, "UNKNOWN_A_MINUTE", 20)
        for number in range(20):
            attempt(house, WRONG_PASSWORD, f"n{number}", by=visitor_from(f"place {number}"))

        def said(name: str) -> list[No]:
            return [attempt(house, WRONG_PASSWORD, name, by=visitor_from("here")) for _ in range(7)]

        assert said("nobody") == said("dora") == [hashing.BUSY] * 7
        # Whoever has the right password gets in, and what was wrong has counted all the same.
        give(house, visitor_from("elsewhere"), SignIn(name="dora", password=password, role=Role.DEALER))
        locked = SignIn(name="dora", password=password, role=Role.DEALER)
        assert refused(house.execute(visitor_from("here"), locked)) == hashing.BUSY

    @pytest.mark.parametrize("name", ["dora", "p1", "nobody"])
    def test_a_name_is_counted_in_whichever_role_somebody_comes(self, house: Floor, password: str, name: str) -> None:
        """Otherwise five attempts in several roles would tell what a name is."""
        add_patron(house, "p1")
        password_of(house, "patron:p1")
        roles = (Role.PLAYER, None, Role.DEALER, Role.PLAYER, Role.MANAGER, None, Role.PLAYER)
        answers = [attempt(house, WRONG_PASSWORD, name, role) for role in roles]
        assert answers == [WRONG] * 4 + [LOCKED] * 3

    def test_who_signs_in_does_not_give_others_more_attempts(self, house: Floor, password: str) -> None:
        for _ in range(4):
            attempt(house, WRONG_PASSWORD, by=visitor_from("one"))
        attempt(house, password, by=visitor_from("other"))
        assert attempt(house, WRONG_PASSWORD, by=visitor_from("one")) == LOCKED

    def test_a_lock_out_of_an_earlier_program_was_from_everywhere(
        self, house: Floor, password: str, clock: house_scene.Clock
    ) -> None:
        position = store.heads([DORA.person])[DORA.person].position
        locked = LockedOut(house.clock() + 15 * MINUTE * 1_000_000)
        store.append(DORA.person, position, [codec.encode(locked)], at=house.clock())
        assert attempt(house, password, by=visitor_from("one")) == LOCKED
        clock.pass_seconds(15 * MINUTE)
        assert isinstance(attempt(house, password, by=visitor_from("one")), Done)


class TestSessions:
    def test_staff_are_signed_out_after_half_an_hour_without_anything(
        self, house: Floor, password: str, clock: house_scene.Clock
    ) -> None:
        token = sign_in(house, "dora", password, Role.DEALER)
        clock.pass_seconds(30 * MINUTE - 1)
        assert who_is(house, token) == DORA
        clock.pass_seconds(30 * MINUTE - 1)
        assert who_is(house, token) == DORA
        clock.pass_seconds(30 * MINUTE)
        assert who_is(house, token) is None

    def test_and_after_twelve_hours_in_any_case(self, house: Floor, password: str, clock: house_scene.Clock) -> None:
        token = sign_in(house, "dora", password, Role.DEALER)
        for _ in range(12 * 4 - 1):
            clock.pass_seconds(15 * MINUTE)
            assert who_is(house, token) == DORA
        clock.pass_seconds(15 * MINUTE - 1)
        assert who_is(house, token) == DORA
        clock.pass_seconds(1)
        assert who_is(house, token) is None

    def test_players_have_two_hours_and_a_day(self, house: Floor, clock: house_scene.Clock) -> None:
        me = add_patron(house, "p1")
        token = sign_in(house, "p1", password_of(house, "patron:p1"), Role.PLAYER)
        for _ in range(23):
            clock.pass_seconds(HOUR)
            assert who_is(house, token) == me
        clock.pass_seconds(HOUR)
        assert who_is(house, token) is None
        token = sign_in(house, "p1", password_of(house, "patron:p1"), Role.PLAYER)
        clock.pass_seconds(2 * HOUR)
        assert who_is(house, token) is None

    def test_being_used_is_recorded_every_five_minutes_at_most(
        self, house: Floor, password: str, clock: house_scene.Clock
    ) -> None:
        token = sign_in(house, "dora", password, Role.DEALER)
        before = store.last_seq()
        for _ in range(10):
            clock.pass_seconds(MINUTE)
            assert who_is(house, token) == DORA
        assert kinds_after(before) == ["SessionSeen", "SessionSeen"]
        assert give(house, OWNER, EndSessions(person="staff:dora"))
        refuses(house, DORA, StaySignedIn(token=token), field="token", status=422)

    def test_a_screen_that_only_stands_there_does_not_use_its_session(
        self, house: Floor, password: str, clock: house_scene.Clock
    ) -> None:
        token = sign_in(house, "dora", password, Role.DEALER)
        before = store.last_seq()
        for _ in range(29):
            clock.pass_seconds(MINUTE)
            assert who_is(house, token, is_use=False) == DORA
        assert kinds_after(before) == []
        clock.pass_seconds(MINUTE)
        assert who_is(house, token, is_use=False) is None

    def test_signing_out_ends_that_session_only(self, house: Floor, password: str) -> None:
        first, second = (sign_in(house, "dora", password, Role.DEALER) for _ in range(2))
        give(house, DORA, SignOut(token=first))
        assert (who_is(house, first), who_is(house, second)) == (None, DORA)
        refuses(house, DORA, SignOut(token=first), field="token", status=422)

    def test_nobody_signs_another_out(self, house: Floor, password: str) -> None:
        me = add_patron(house, "p1")
        token = sign_in(house, "dora", password, Role.DEALER)
        refuses(house, me, SignOut(token=token), field="token", status=422)
        assert who_is(house, token) == DORA

    def test_a_manager_ends_all_sessions_of_a_person(self, house: Floor, password: str) -> None:
        tokens = [sign_in(house, "dora", password, Role.DEALER) for _ in range(3)]
        give(house, OWNER, EndSessions(person="staff:dora"))
        assert [who_is(house, token) for token in tokens] == [None] * 3
        refuses(house, OWNER, EndSessions(person="staff:dora"), word="no_session")

    def test_what_another_process_has_done_is_noticed(
        self, house: Floor, password: str, clock: house_scene.Clock
    ) -> None:
        other = Floor(clock)
        token = sign_in(other, "dora", password, Role.DEALER)
        assert who_is(house, token) == DORA
        give(other, DORA, SignOut(token=token))
        assert who_is(house, token) is None
        again = sign_in(house, "dora", password, Role.DEALER)
        assert who_is(other, again) == DORA
        give(house, OWNER, SuspendStaff(staff="dora", reason="Inquiry"))
        assert who_is(other, again) is None

    def test_a_repeated_sign_in_does_not_tell_the_token_again(self, house: Floor, password: str) -> None:
        command = SignIn(name="dora", password=password, role=Role.DEALER)
        first = give(house, VISITOR, command, key="k1")
        assert first.secret.keys() == {"token"}
        for password_now in (password, "another one"):
            refused(house.execute(VISITOR, replace(command, password=password_now), "k1"), word="key_used")


class TestSnapshots(OnSqlite):
    def test_people_and_security_are_kept_exactly(self, house: Floor, clock: house_scene.Clock) -> None:
        password = add_staff(house, "dora", Role.DEALER, Role.MANAGER)
        totp = enrol(house, "dora", password, Role.DEALER)
        sign_in(house, "dora", password, Role.DEALER, code_now(house, totp, steps=1))
        attempt(house, WRONG_PASSWORD)
        attempt(house, WRONG_PASSWORD, "nobody")
        add_patron(house, "p1", membership="A1")
        give(house, OWNER, SetPlayTime(patron="p1", minutes=60))
        give(house, OWNER, SetPlayTime(patron="p1", minutes=90))
        give(house, OWNER, Exclude(patron="p1", until="2025-12-01", reason="Abuse"))
        give(house, OWNER, LiftExclusion(patron="p1", reason="Appeal"))
        house.execute(DORA, EndSessions(person="staff:dora"))
        for stream in ("staff:dora", "patron:p1", "security:doors"):
            family, record = FAMILIES[store.family_of(stream)], house.record(stream)
            assert family.to_text is not None
            assert family.from_text is not None
            assert family.from_text(family.to_text(record)) == record

    def test_a_snapshot_of_another_version_is_passed_over(self, house: Floor, clock: house_scene.Clock) -> None:
        add_patron(house, "p1")
        snapshots.keep("patron:p1", 1, '{"shape":"of old","record":{}}')
        assert Floor(clock).record("patron:p1").name == "Patron p1"

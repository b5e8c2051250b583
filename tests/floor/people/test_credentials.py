"""Passwords and the second factor: how people prove who they are."""

from typing import Any

import argon2
import pyotp
import pytest

from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.models import Credential
from pitboss.floor.people import credentials, hashing
from pitboss.floor.people.credentials import (
    LOCKED,
    WRONG,
    ConfirmSecondFactor,
    EnrolSecondFactor,
    ResetPassword,
    ResetSecondFactor,
    SetPassword,
)
from pitboss.floor.people.devices import AddDevice
from pitboss.floor.people.sessions import EndSessions, SignIn, who_is
from tests.floor import house_scene
from tests.floor.people import people_scene
from tests.floor.people.people_scene import (
    DORA,
    OWNER,
    WRONG_PASSWORD,
    OnSqlite,
    add_patron,
    add_staff,
    attempt,
    code_now,
    enrol,
    everything_stored,
    give,
    no_second_factor,
    password_of,
    refuses,
    sign_in,
)
from tests.refusals import refused

password = people_scene.password


class TestPasswords:
    def test_one_changes_ones_own_with_the_old_one(self, house: Floor, password: str) -> None:
        token = sign_in(house, "dora", password, Role.DEALER)
        give(house, DORA, SetPassword(old_password=password, new_password="correct horse"))
        assert who_is(house, token) is None
        assert attempt(house, password) == WRONG
        sign_in(house, "dora", "correct horse", Role.DEALER)

    def test_another_one_under_the_same_key_is_not_said_to_be_set(self, house: Floor, password: str) -> None:
        assert isinstance(
            house.execute(DORA, SetPassword(old_password=password, new_password="correct horse"), "k"), Done
        )
        refused(
            house.execute(DORA, SetPassword(old_password="correct horse", new_password="battery staple"), "k"),
            word="key_used",
        )
        sign_in(house, "dora", "correct horse", Role.DEALER)

    def test_a_wrong_old_one_counts_as_an_attempt(self, house: Floor, password: str) -> None:
        wrong = SetPassword(old_password=WRONG_PASSWORD, new_password="correct horse")
        answers = [house.execute(DORA, wrong) for _ in range(5)]
        assert [answer.status for answer in answers if isinstance(answer, No)] == [422] * 4 + [423]
        right = SetPassword(old_password=password, new_password="correct horse")
        refuses(house, DORA, right, status=423)
        # Whoever guesses in a session that they found open does not keep its owner out.
        sign_in(house, "dora", password, Role.DEALER)

    def test_passwords_that_cannot_be(self, house: Floor, password: str) -> None:
        for new in (
            "",
            "short",
            "x" * 9,
            "x" * 201,
            "tab\tinside it",
            "nul\x00 inside",
            "\ud800" * 12,
            " " * 12,
            password,
        ):
            refuses(house, DORA, SetPassword(old_password=password, new_password=new), field="new_password", status=422)
        sentence = refuses(house, DORA, SetPassword(old_password=password, new_password="short")).reason
        assert sentence == "A password has at least 10 characters."
        give(house, DORA, SetPassword(old_password=password, new_password="ten char's"))

    def test_somebody_without_a_password_has_none_to_change(self, house: Floor) -> None:
        me = add_patron(house, "p1")
        for actor in (me, Actor("device:shoe-1", Role.DEALER)):
            refuses(house, actor, SetPassword(old_password="x" * 12, new_password="correct horse"), word="no_password")

    def test_a_manager_resets_those_of_others_only(self, house: Floor) -> None:
        add_staff(house, "maria", Role.MANAGER)
        maria = Actor("staff:maria", Role.MANAGER)
        for own in (ResetPassword(person="staff:maria"), ResetSecondFactor(person="staff:maria")):
            refuses(house, maria, own, field="person", word="own_credentials")
        for person in (
            "staff:nobody",
            "nobody",
            "",
            "device:x",
            "house:house",
            "staff:\x00",
            "*",
            f"staff:{'x' * 200}",
        ):
            unknown: tuple[Command, ...] = (
                ResetPassword(person=person),
                ResetSecondFactor(person=person),
                EndSessions(person=person),
            )
            for command in unknown:
                refuses(house, maria, command, field="person", status=404)

    def test_the_stored_hash_is_argon2id_at_the_cost_of_the_house(
        self, house: Floor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(hashing, "COST", people_scene.COST)
        add_staff(house, "dora", Role.DEALER)
        stored = Credential.objects.get(person="staff:dora").password
        found = argon2.extract_parameters(stored)
        assert stored.startswith("$argon2id$v=19$m=32768,t=3,p=1$")
        assert (found.memory_cost, found.time_cost, found.parallelism) == (32 * 1024, 3, 1)
        assert (found.hash_len, found.salt_len) == (32, 16)

    def test_a_row_that_was_changed_outside_the_house_opens_nothing(self, house: Floor, password: str) -> None:
        add_staff(house, "eve", Role.DEALER)
        known = "a password that Eve knows"
        Credential.objects.filter(person="staff:dora").update(password=hashing.hash_password(known))
        assert attempt(house, known) == WRONG

    def test_somebody_elses_row_opens_nothing(self, house: Floor, password: str) -> None:
        eves = add_staff(house, "eve", Role.DEALER)
        row = Credential.objects.get(person="staff:eve")
        Credential.objects.filter(person="staff:dora").update(password=row.password)
        assert attempt(house, eves) == WRONG

    def test_a_reset_takes_over_nothing_that_somebody_else_has_written(
        self, house: Floor, clock: house_scene.Clock
    ) -> None:
        enrol(house, "dora", add_staff(house, "dora", Role.DEALER), Role.DEALER)
        eves = pyotp.random_base32()
        Credential.objects.filter(person="staff:dora").update(second_factor=eves)
        refuses(house, OWNER, ResetSecondFactor(person="staff:dora"), word="changed_outside")
        password = password_of(house, "staff:dora")
        assert Credential.objects.get(person="staff:dora").second_factor == ""
        clock.pass_seconds(60)
        for code in (code_now(house, pyotp.TOTP(eves)), code_now(house, pyotp.TOTP(""))):
            assert attempt(house, password, code=code).word == "second_factor_needed"

    def test_a_row_that_somebody_has_put_there_opens_nothing(self, house: Floor) -> None:
        add_patron(house, "p1")
        Credential.objects.create(person="patron:p1", password=hashing.hash_password("a password"), second_factor="")
        assert attempt(house, "a password", "p1", Role.PLAYER) == WRONG


class TestSecondFactor(OnSqlite):
    def test_staff_need_one(self, house: Floor) -> None:
        password = add_staff(house, "dora", Role.DEALER)
        needed = refuses(house, VISITOR, SignIn(name="dora", password=password, role=Role.DEALER), status=403)
        assert needed.word == "second_factor_needed"
        totp = enrol(house, "dora", password, Role.DEALER)
        code = code_now(house, totp, steps=1)
        assert who_is(house, sign_in(house, "dora", password, Role.DEALER, code)) == DORA

    def test_players_may_have_one_and_are_asked_then(self, house: Floor, clock: house_scene.Clock) -> None:
        me = add_patron(house, "p1")
        password = password_of(house, "patron:p1")
        assert who_is(house, sign_in(house, "p1", password, Role.PLAYER)) == me
        totp = enrol(house, "p1", password, Role.PLAYER)
        assert attempt(house, password, "p1", Role.PLAYER) == WRONG
        clock.pass_seconds(30)
        assert who_is(house, sign_in(house, "p1", password, Role.PLAYER, code_now(house, totp))) == me

    def test_a_code_is_used_once(self, house: Floor, clock: house_scene.Clock) -> None:
        password = add_staff(house, "dora", Role.DEALER)
        totp = enrol(house, "dora", password, Role.DEALER)
        assert attempt(house, password, code=code_now(house, totp)) == WRONG
        clock.pass_seconds(30)
        code = code_now(house, totp)
        sign_in(house, "dora", password, Role.DEALER, code)
        assert attempt(house, password, code=code) == WRONG
        # Nor one from before the last one.
        assert attempt(house, password, code=code_now(house, totp, steps=-1)) == WRONG

    @pytest.mark.parametrize(("steps", "is_taken"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
    def test_clocks_may_differ_by_half_a_minute(self, steps: int, is_taken: bool) -> None:
        totp, at = pyotp.TOTP(pyotp.random_base32()), 1_763_172_000_000_000
        step = at // credentials.STEP + steps
        found = credentials.step_of(at, totp.secret, totp.generate_otp(step), 0)
        assert found == (step if is_taken else None)

    def test_without_a_secret_no_code_is_right(self) -> None:
        at = 1_763_172_000_000_000
        assert credentials.step_of(at, "", pyotp.TOTP("").generate_otp(at // credentials.STEP), 0) is None

    def test_codes_that_are_none(self, house: Floor, clock: house_scene.Clock) -> None:
        password = add_staff(house, "dora", Role.DEALER)
        totp = enrol(house, "dora", password, Role.DEALER)
        clock.pass_seconds(60)
        right = code_now(house, totp)
        for code in ("", right[:-1], f"{right}0", "\ud800"):
            assert attempt(house, password, code=code) == WRONG
        assert attempt(house, password, code="٣" * 6) == LOCKED

    def test_it_is_on_only_after_a_first_code(self, house: Floor, clock: house_scene.Clock) -> None:
        no_second_factor(house)
        password = add_staff(house, "dora", Role.DEALER)
        who: dict[str, Any] = {"name": "dora", "role": Role.DEALER, "password": password}
        refuses(house, VISITOR, ConfirmSecondFactor(**who, code="123456"), word="not_offered")
        told = give(house, VISITOR, EnrolSecondFactor(**who)).secret
        assert told["uri"].startswith("otpauth://totp/Pitboss:dora?secret=" + told["secret"])
        totp = pyotp.TOTP(told["secret"])
        sign_in(house, "dora", password, Role.DEALER)
        wrong = f"{(int(code_now(house, totp)) + 1) % 10**6:06d}"
        assert house.execute(VISITOR, ConfirmSecondFactor(**who, code=wrong)) == WRONG
        give(house, VISITOR, ConfirmSecondFactor(**who, code=code_now(house, totp)))
        assert attempt(house, password) == WRONG

    def test_a_new_one_takes_the_code_of_the_old_one(self, house: Floor, clock: house_scene.Clock) -> None:
        password = add_staff(house, "dora", Role.DEALER)
        totp = enrol(house, "dora", password, Role.DEALER)
        clock.pass_seconds(30)
        who: dict[str, Any] = {"name": "dora", "role": Role.DEALER, "password": password}
        assert house.execute(VISITOR, EnrolSecondFactor(**who)) == WRONG
        give(house, VISITOR, EnrolSecondFactor(**who, code=code_now(house, totp)))

    def test_the_old_one_holds_until_the_first_code_of_the_new_one(
        self, house: Floor, clock: house_scene.Clock
    ) -> None:
        """Else whoever knows the password alone could sign in, or begin one of their own, in between."""
        no_second_factor(house)
        password = add_staff(house, "dora", Role.DEALER)
        old = enrol(house, "dora", password, Role.DEALER)
        who: dict[str, Any] = {"name": "dora", "role": Role.DEALER, "password": password}
        for _ in range(2):
            clock.pass_seconds(60)
            new = pyotp.TOTP(give(house, VISITOR, EnrolSecondFactor(**who, code=code_now(house, old))).secret["secret"])
            assert attempt(house, password) == WRONG
            assert house.execute(VISITOR, EnrolSecondFactor(**who)) == WRONG
            assert attempt(house, password, code=code_now(house, new)) == WRONG
            sign_in(house, "dora", password, Role.DEALER, code_now(house, old))
            clock.pass_seconds(60)
            assert house.execute(VISITOR, ConfirmSecondFactor(**who, code=code_now(house, old))) == WRONG
            give(house, VISITOR, ConfirmSecondFactor(**who, code=code_now(house, new)))
            clock.pass_seconds(60)
            assert attempt(house, password, code=code_now(house, old)) == WRONG
            sign_in(house, "dora", password, Role.DEALER, code_now(house, new))
            old = new

    def test_a_manager_takes_a_lost_one_away(self, house: Floor) -> None:
        password = add_staff(house, "dora", Role.DEALER)
        refuses(house, OWNER, ResetSecondFactor(person="staff:dora"), word="no_second_factor")
        totp = enrol(house, "dora", password, Role.DEALER)
        token = sign_in(house, "dora", password, Role.DEALER, code_now(house, totp, steps=1))
        give(house, OWNER, ResetSecondFactor(person="staff:dora"))
        assert who_is(house, token) is None
        answer = refuses(house, VISITOR, SignIn(name="dora", password=password, role=Role.DEALER))
        assert answer.word == "second_factor_needed"

    def test_a_wrong_password_cannot_enrol(self, house: Floor) -> None:
        add_staff(house, "dora", Role.DEALER)
        command = EnrolSecondFactor(name="dora", role=Role.DEALER, password=WRONG_PASSWORD)
        assert [house.execute(VISITOR, command) for _ in range(5)] == [WRONG] * 4 + [LOCKED]


def test_no_secret_is_in_any_row_of_the_journal(house: Floor, clock: house_scene.Clock) -> None:
    first = add_staff(house, "dora", Role.DEALER)
    totp = enrol(house, "dora", first, Role.DEALER)
    clock.pass_seconds(30)
    code = code_now(house, totp)
    token = give(house, VISITOR, SignIn(name="dora", password=first, role=Role.DEALER, code=code), "k1").secret["token"]
    attempt(house, "a-mistyped-password")
    attempt(house, "typed", name="my-password-in-the-wrong-field")
    give(house, DORA, SetPassword(old_password=first, new_password="correct horse"))
    house.execute(DORA, SetPassword(old_password="an-older-password", new_password="another battery"))
    device = give(house, OWNER, AddDevice(id="wall-1", name="Wall", role=Role.DISPLAY)).secret["token"]
    stored = everything_stored()
    secrets: tuple[str, ...] = (
        first,
        totp.secret,
        token,
        token.rpartition(".")[2],
        "a-mistyped-password",
        "correct horse",
        device,
    )
    secrets += ("my-password-in-the-wrong-field", "an-older-password", "another battery", "$argon2", f'"{code}"')
    assert [secret for secret in secrets if secret in stored] == []
    assert "staff:dora" in stored

"""Signing in: with a password of one's own, under a name that the house knows, and never longer than a demo."""

import socket
from typing import Any

import pytest
from django.conf import settings

from pitboss.floor.kernel.contract import HOUSE
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP, CloseHouse, DemoBegan
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.credentials import ResetPassword
from pitboss.floor.people.devices import AddDevice
from pitboss.floor.people.security import RequireSecondFactor
from pitboss.floor.people.staff import AddStaff
from pitboss.journal import codec, store
from tests.floor.house_scene import ON_SQLITE
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import P1, PEOPLE, Api, refused, session_of, source_of, text_of, told, told_no
from tests.screens.live.live_scene import Screen, served

MANAGER, CASHIER, SUPERVISOR = PEOPLE[Role.MANAGER], PEOPLE[Role.CASHIER], PEOPLE[Role.SUPERVISOR]


def given_password(house: Floor, person: str) -> str:
    """A password that a manager has given somebody, for one sign-in."""
    password: str = scene.give(house, MANAGER, ResetPassword(person=person)).secret["password"]
    return password


class TestNewPassword:
    def test_a_program_is_told_that_it_needs_one_and_sends_it(self, api: Api, house: Floor) -> None:
        given = {"name": "p1", "password": given_password(house, P1.person), "role": "player"}
        no = refused(api.post("sign_in", given), 403)
        assert (no["word"], no["field"]) == ("new_password_needed", "new_password")
        bad = refused(api.post("sign_in", {**given, "new_password": "aaaaaaaaaaaa"}), 422)
        assert bad["reason"] == "A password has at least 4 different characters."
        token = told(api.post("sign_in", {**given, "new_password": "one of my own"}))["secret"]["token"]
        assert told(api.get("/api/me", Authorization=f"Bearer {token}"))["person"] == P1.person
        refused(api.post("sign_in", given), 401)
        told(api.post("sign_in", {**given, "password": "one of my own"}))

    def test_a_page_asks_for_it_where_it_is_needed_and_nowhere_else(self, api: Api, house: Floor) -> None:
        scene.give(house, MANAGER, RequireSecondFactor(required=False))
        assert "new_password" not in source_of(api.get("/sign-in"))
        fields = {"name": "carol", "password:secret": given_password(house, CASHIER.person)}
        asked = api.form("/sign-in/begin", fields)
        sentence, place = told_no(asked)
        assert sentence.startswith("This password was given to you for one sign-in: choose one of your own.")
        assert place == "new_password"
        assert 'id="new-password" hx-swap-oob="true"' in source_of(asked)
        # What has been typed into the new field stays there.
        again = api.form("/sign-in/begin", fields | {"new_password:secret": "short"})
        assert told_no(again) == ("A password has at least 10 characters.", "new_password")
        assert "hx-swap-oob" not in source_of(again)
        done = api.form("/sign-in/begin", fields | {"new_password:secret": "one of my own"})
        assert (done.status_code, done["HX-Redirect"]) == (204, "/cage/")
        assert done.cookies["pitboss"].value

    @ON_SQLITE
    def test_a_new_password_under_a_used_key_is_not_set(self, api: Api, house: Floor) -> None:
        old = str(scene.give(house, SETTING_UP, ResetPassword(person=P1.person)).secret["password"])
        first = {"old_password": old, "new_password": "one of my own"}
        told(api.post("set_password", first, P1, Idempotency_Key="k1"))
        signed: dict[str, Any] = {"Authorization": f"Bearer {session_of(house, P1)}", "Idempotency_Key": "k1"}
        for second in (first, {"old_password": "one of my own", "new_password": "another of mine"}):
            assert refused(api.post("set_password", second, **signed), 422)["word"] == "key_used"
        told(api.post("sign_in", {"name": "p1", "password": "one of my own"}))


class TestHands:
    def test_the_staff_page_tells_in_whose_hands_an_account_is_and_another_manager_vouches(
        self, api: Api, house: Floor
    ) -> None:
        scene.give(house, SETTING_UP, AddStaff(id="miguel", name="Miguel", roles=(Role.MANAGER,)))
        miguel = MANAGER._replace(person="staff:miguel")
        assert "In the hands of others" not in text_of(api.get("/pit/staff/carol", MANAGER))
        given_password(house, CASHIER.person)
        assert "Carol carol cashier Maria" in text_of(api.get("/pit/staff", MANAGER))
        assert "A manager who had no part in it vouches for it." in text_of(api.get("/pit/staff/carol", MANAGER))
        assert "Vouch for Carol" in text_of(api.get("/pit/staff/carol", miguel))
        fields = {"staff": "carol"}
        assert told_no(api.form("/cage/give/vouch_for_staff", fields, MANAGER))[1] == "staff"
        assert "vouched for" in text_of(api.form("/cage/give/vouch_for_staff", fields, miguel))
        assert "Carol carol cashier nobody else" in text_of(api.get("/pit/staff", MANAGER))

    @ON_SQLITE
    def test_where_a_second_manager_is_needed_the_page_says_who(self, api: Api, house: Floor) -> None:
        scene.give(house, SETTING_UP, AddStaff(id="miguel", name="Miguel", roles=(Role.MANAGER,)))
        fields = {"staff": "carol", "roles.auditor:yes": "yes"}
        sentence = text_of(api.form("/cage/give/change_roles", fields, MANAGER), 202)
        waits = "To make somebody auditor takes two managers. It waits as request 1 for Miguel (manager)."
        assert sentence == f"{waits} To the approvals"


class TestDemo:
    @pytest.fixture(autouse=True)
    def demo(self, house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
        """A house becomes a demo only before it opens: here it is as if it had been one since then."""
        monkeypatch.setattr(settings, "LISTENS_AT", "192.168.7.7")
        position = store.heads([HOUSE])[HOUSE].position
        store.append(HOUSE, position, [codec.encode(DemoBegan(SETTING_UP.person))], at=house.clock())

    KNOWN = ("127.0.0.1:8000", "localhost:8000", "LOCALHOST", "[::1]:8000", "pit.localhost", "127.9.9.9", "192.168.7.7")
    UNKNOWN = ("rebound.example", "localhost.rebound.example:8000", "192.168.7.8", "", "\xff", "a b", "localhost:x")

    def test_a_demo_house_answers_under_the_names_of_its_machine_alone(self, api: Api) -> None:
        for host in self.KNOWN:
            told(api.get("/api/house", Host=host))
        for host in self.UNKNOWN:
            for answer in (
                api.get("/api/house", Host=host),
                api.get("/health", Host=host),
                api.post("enter_demo", {"name": "p1", "role": "player"}, Host=host),
                api.form("/demo/enter", {"name": "p1", "role": "player"}, Host=host),
            ):
                assert refused(answer, 421)["word"] == "host", host
        page = api.get("/", Accept="text/html", Host="rebound.example")
        assert (page.status_code, page["Content-Type"]) == (421, "text/html; charset=utf-8")
        assert "This is a demo house: it answers under the names of its own machine" in page.content.decode()

    def test_its_live_streams_do_so_too(self, house: Floor, api: Api) -> None:
        with served(house) as address:
            with Screen(address, "/live/house", Host="rebound.example") as screen:
                assert (screen.status, screen.refusal()["word"]) == (421, "host")
            with Screen(address, "/live/house") as screen:
                assert screen.status == 200

    @ON_SQLITE
    def test_where_it_listens_at_all_addresses_each_of_them_is_its_own(
        self, api: Api, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for told_to in ("0.0.0.0", "::"):
            monkeypatch.setattr(settings, "LISTENS_AT", told_to)
            for host in ("10.1.2.3:8000", "[fe80::1]", "localhost", socket.gethostname()):
                told(api.get("/api/house", Host=host))
            refused(api.get("/api/house", Host="rebound.example"), 421)

    @ON_SQLITE
    def test_when_the_demo_has_ended_any_name_leads_to_the_house(self, api: Api) -> None:
        refused(api.get("/api/house", Host="casino.example"), 421)
        told(api.post("end_demo", {}, MANAGER, Host="localhost"))
        told(api.get("/api/house", Host="casino.example"))

    def test_when_the_demo_has_ended_nobody_who_came_in_is_in(self, api: Api, house: Floor) -> None:
        local: dict[str, Any] = {"Host": "localhost"}
        entered = [
            told(api.post("enter_demo", {"name": name, "role": role}, **local))["secret"]["token"]
            for name, role in (("p1", "player"), ("maria", "manager"), ("sam", "supervisor"))
        ]
        entered.append(scene.give(house, MANAGER, AddDevice(id="wall", name="W", role=Role.DISPLAY)).secret["token"])
        entered.append(session_of(house, SUPERVISOR))
        for token in entered:
            told(api.get("/api/me", Authorization=f"Bearer {token}", **local))
        with served(house) as address, Screen(address, "/live/tables/ultimate-1", entered[0]) as screen:
            screen.next()
            told(api.post("end_demo", {}, Authorization=f"Bearer {entered[1]}", **local))
            screen.rest()
            assert "this session is over" in screen.comments
        for token in entered:
            assert refused(api.get("/api/me", Authorization=f"Bearer {token}", **local), 401)["word"] == "session_over"
        refused(api.post("enter_demo", {"name": "p1", "role": "player"}, **local), 403)


@ON_SQLITE
def test_a_real_house_takes_any_name_that_a_proxy_gives_it(api: Api, house: Floor) -> None:
    scene.give(house, MANAGER, CloseHouse())
    for host in ("casino.example", "10.1.2.3", "rebound.example:8000"):
        told(api.get("/api/house", Host=host))

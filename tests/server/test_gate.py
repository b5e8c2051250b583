"""The gate: who is served first under a flood, who is turned away with one sentence, and where somebody comes from."""

import asyncio
import json
import logging
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import AsyncMock, Mock

import httpx
import pytest
from django.db import OperationalError

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.people import hashing
from pitboss.floor.people.access import SignInFailed
from pitboss.floor.people.credentials import ResetPassword
from pitboss.floor.people.security import DOORS, FloodTurnedAway
from pitboss.journal import codec, store
from pitboss.screens.common import authentication, floods, pages
from pitboss.screens.common.answers import BROKEN, NOT_ANSWERING
from pitboss.screens.common.middleware import NOT_READ
from pitboss.screens.common.reading import LARGEST_BODY, TOO_LARGE
from pitboss.screens.lobby import views as lobby
from pitboss.server import gate
from pitboss.server.gate import PROVING
from tests.floor.tables import table_floor_scene as scene
from tests.screens import api_scene
from tests.screens.live.live_scene import PATIENCE_SECONDS, Screen, served
from tests.server.flood_scene import at_once, limits, until

GUESS = {"name": "p1", "password": "a guess of twelve", "role": "player"}
FORM = {"X-Requested-With": "pitboss", "HX-Request": "true"}


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Passwords are not looked at until the event is set."""
    may_go_on = threading.Event()

    def matches(_stored: str, _password: str) -> bool:
        assert may_go_on.wait(PATIENCE_SECONDS)
        return False

    monkeypatch.setattr(hashing, "matches", matches)
    yield may_go_on
    may_go_on.set()


def guess(address: str, **headers: str) -> httpx.Response:
    return httpx.post(f"{address}/api/commands/sign_in", json=GUESS, headers=headers, timeout=PATIENCE_SECONDS)


def get(address: str, path: str, token: str = "", **headers: str) -> httpx.Response:
    signed = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.get(f"{address}{path}", headers={**signed, **headers}, timeout=PATIENCE_SECONDS)


def refused(answer: httpx.Response, status: int) -> str:
    assert (answer.status_code, answer.headers["Retry-After"]) == (status, "1"), answer.text
    reason: str = answer.json()["refused"]["reason"]
    assert reason.endswith(".")
    return reason


def told_in_place(answer: httpx.Response, status: int) -> str:
    """The sentence of a refusal that the script of a page can put where something was pressed."""
    assert answer.status_code == status, answer.text
    assert json.loads(answer.headers["HX-Trigger-After-Swap"]) == {"refused": {"place": ""}}
    found = re.fullmatch(r'<p class="refusal" role="alert">(.*)</p>', answer.text)
    assert found, answer.text
    return found[1]


class TestSignIns:
    def test_a_full_queue_answers_at_once_and_people_are_not_behind_it(
        self, house: Floor, stuck: threading.Event, monkeypatch: pytest.MonkeyPatch, counts: floods.Floods
    ) -> None:
        monkeypatch.setattr(gate, "MOST_SIGN_INS", 6)
        token = api_scene.session_of(house, scene.P1)
        with served(house, limits()) as address, ThreadPoolExecutor(30) as threads:
            asked = [threads.submit(guess, address) for _ in range(25)]
            # Those who find the queue full are answered although nobody who is in it is.
            until(lambda: sum(each.done() for each in asked) == 19)
            said = {refused(each.result(), 503) for each in asked if each.done()}
            assert said == {"Too many people sign in at the moment: try again in a few seconds."}
            assert get(address, "/api/me", token).json()["id"] == "p1"
            assert get(address, "/sign-in").status_code == 200
            assert get(address, "/health").status_code == 200
            stuck.set()
            assert {each.result().status_code for each in asked} == {401, 423, 503}
        assert counts._counts[floods.SIGN_INS] == 19

    def test_one_place_tries_only_so_often(self, house: Floor) -> None:
        with served(house, limits(sign_ins=at_once(3))) as address:
            assert [guess(address).status_code for _ in range(3)] == [401] * 3
            said = refused(guess(address), 429)
            assert said == "Too many sign-ins come from where you are: try again in a minute."
            # Whoever is signed in has no more attempts.
            token = api_scene.session_of(house, scene.P2)
            refused(guess(address, Authorization=f"Bearer {token}"), 429)

    def test_all_together_try_only_so_often(self, house: Floor) -> None:
        with served(house, limits(sign_ins_in_all=at_once(1)), ["127.0.0.1"]) as address:
            answers = [guess(address, **{"X-Forwarded-For": f"192.0.2.{number}"}) for number in range(2)]
        assert [answer.status_code for answer in answers] == [401, 503]

    def test_a_form_is_told_beside_itself(self, house: Floor) -> None:
        fields = {"name": "p1", "password:secret": "a guess of twelve"}
        with served(house, limits(sign_ins=at_once(0))) as address:
            answer = httpx.post(f"{address}/sign-in/begin", data=fields, headers=FORM, timeout=PATIENCE_SECONDS)
        assert told_in_place(answer, 429) == "Too many sign-ins come from where you are: try again in a minute."

    def test_a_form_is_told_each_refusal_with_its_own_status(
        self, house: Floor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What cannot be read, what finds the queue full, and what meets a fault, all of them where it was sent."""
        begin = "/sign-in/begin"

        def posted(**fields: str) -> httpx.Response:
            return httpx.post(f"{address}{begin}", data=fields, headers=FORM, timeout=PATIENCE_SECONDS)

        with served(house, limits()) as address:
            assert told_in_place(posted(**{f"name{number}": "p1" for number in range(1001)}), 400) == NOT_READ.reason
            assert TOO_LARGE.reason in posted(name="x" * LARGEST_BODY).text
            for fault, no in ((OperationalError(), NOT_ANSWERING), (ZeroDivisionError(), BROKEN)):
                monkeypatch.setattr(authentication, "from_own_page", Mock(side_effect=fault))
                assert told_in_place(posted(name="p1"), no.status) == no.reason
            monkeypatch.setattr(gate, "MOST_SIGN_INS", 0)
        with served(house, limits()) as address:
            assert told_in_place(posted(name="p1"), 503) == gate.DOORS_FULL.reason

    @pytest.mark.parametrize("method", ["GET", "POST"])
    @pytest.mark.parametrize("no", [NOT_READ, gate.TOO_MANY, gate.FULL])
    def test_what_the_gate_says_itself_comes_with_its_own_status(self, method: str, no: No) -> None:
        send = AsyncMock()
        asked = {"type": "http", "method": method, "headers": [(b"hx-request", b"true")]}
        asyncio.run(gate._answer(asked, send, no))
        start, body = (call.args[0] for call in send.await_args_list)
        assert start["status"] == no.status
        assert no.reason in body["body"].decode()

    def test_every_command_that_looks_at_a_password_is_one(self) -> None:
        assert {"/sign-in/begin", "/act/confirm_second_factor", "/api/commands/set_password"} < PROVING
        assert not {path for path in PROVING if path.endswith(("/play", "/sign_out"))}

    def test_one_address_cannot_lock_a_name_from_another(self, house: Floor) -> None:
        password = scene.give(house, scene.MANAGER, ResetPassword(person=scene.P1.person)).secret["password"]
        right = {**GUESS, "password": password, "new_password": "correct horse"}
        with served(house, limits(), ["127.0.0.1"]) as address:
            here = {"X-Forwarded-For": "192.0.2.1"}
            assert [guess(address, **here).status_code for _ in range(6)] == [401] * 4 + [423] * 2
            path = f"{address}/api/commands/sign_in"
            for forwarded, status in (("192.0.2.1", 423), ("192.0.2.2", 200)):
                elsewhere = {"X-Forwarded-For": forwarded}
                answer = httpx.post(path, json=right, headers=elsewhere, timeout=PATIENCE_SECONDS)
                assert answer.status_code == status, answer.text
        failed = [codec.decode(row.kind, row.version, row.body) for row in store.read(scene.P1.person)]
        sources = {each.source for each in failed if isinstance(each, SignInFailed)}
        assert len(sources) == 1
        assert "192.0.2" not in str(failed)


class TestVisitors:
    def test_one_place_asks_only_so_often_and_people_there_as_they_like(
        self, house: Floor, counts: floods.Floods
    ) -> None:
        token = api_scene.session_of(house, scene.P1)
        with served(house, limits(requests=at_once(2))) as address:
            assert [get(address, "/rules/").status_code for _ in range(4)] == [200, 200, 429, 429]
            assert {get(address, "/api/me", token).status_code for _ in range(4)} == {200}
            assert get(address, "/health").status_code == 200
            # A page is told as a page, and its script what to say in place of a part.
            assert "try again" in get(address, "/", Accept="text/html").text
            assert told_in_place(get(address, "/lobby/offers", **FORM), 429) == gate.TOO_MANY.reason
        assert counts._counts[floods.REQUESTS] == 4

    def test_they_have_their_own_threads_and_a_short_queue(self, house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(gate, "MOST_OF_VISITORS", 3)
        may_go_on = threading.Event()
        real = pages.draw

        def draw(*given: Any, **shown: Any) -> Any:
            assert may_go_on.wait(PATIENCE_SECONDS)
            return real(*given, **shown)

        monkeypatch.setattr(lobby, "draw", draw)
        token = api_scene.session_of(house, scene.P1)
        with served(house, limits()) as address, ThreadPoolExecutor(10) as threads:
            asked = [threads.submit(get, address, "/") for _ in range(10)]
            until(lambda: sum(each.done() for each in asked) == 7)
            assert {refused(each.result(), 503) for each in asked if each.done()} == {gate.FULL.reason}
            assert get(address, "/api/me", token).status_code == 200
            assert get(address, "/health").status_code == 200
            may_go_on.set()
            assert sorted(each.result().status_code for each in asked) == [200] * 3 + [503] * 7

    def test_live_streams_of_visitors_are_few_and_those_of_people_are_not_among_them(
        self, house: Floor, counts: floods.Floods
    ) -> None:
        token = api_scene.session_of(house, scene.P1)
        with served(house, limits(streams=3, streams_of_one=2), ["127.0.0.1"]) as address:

            def follow(place: str, token: str = "") -> Screen:
                return Screen(address, "/live/house", token, X_Forwarded_For=place)

            with follow("192.0.2.1") as first, follow("192.0.2.1"), follow("192.0.2.1") as third:
                assert third.status == 503
                assert third.refusal()["reason"] == gate.NO_STREAM.reason
                with follow("192.0.2.2"), follow("192.0.2.3") as fifth, follow("192.0.2.3", token) as known:
                    assert (fifth.status, known.status) == (503, 200)
                first.__exit__()
                until(lambda: _is_open(follow("192.0.2.1")))
        assert counts._counts[floods.STREAMS] >= 2

    def test_tokens_that_are_nobodys_are_looked_up_only_so_often(
        self, house: Floor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        looked = []

        def look_up(floor: Floor, token: authentication.Token, *, is_use: bool) -> Any:
            looked.append(token)
            return authentication.actor_of(floor, token, is_use=is_use)

        monkeypatch.setattr(gate, "actor_of", look_up)
        with served(house, limits(unchecked_tokens=at_once(2))) as address:
            tokens = [f"patron.p1.{number:043}" for number in range(4)]
            assert {get(address, "/api/me", token).status_code for token in tokens} == {401}
            assert len(looked) == 2
            # Somebody who signed in meanwhile is served all the same, and from then on first.
            token = api_scene.session_of(house, scene.P1)
            assert get(address, "/api/me", token).status_code == 200
            assert authentication.familiar_person(authentication.Token(token, from_cookie=False)) == "patron:p1"


def _is_open(screen: Screen) -> bool:
    with screen:
        return screen.status == 200


class TestPlaces:
    def lines(self, caplog: pytest.LogCaptureFixture) -> list[str]:
        return [vars(each)["told"]["address"] for each in caplog.records if each.message == "request"]

    @pytest.mark.parametrize(
        ("proxies", "forwarded", "address"),
        [
            ([], "192.0.2.7", "127.0.0.1"),
            (["10.0.0.1"], "192.0.2.7", "127.0.0.1"),
            (["127.0.0.1"], "192.0.2.7", "192.0.2.7"),
            (["127.0.0.0/8"], "192.0.2.7", "192.0.2.7"),
            (["127.0.0.1"], "203.0.113.9, 192.0.2.7", "192.0.2.7"),
            (["127.0.0.1", "10.0.0.0/24"], "192.0.2.7, 10.0.0.3, 10.0.0.4", "192.0.2.7"),
            (["127.0.0.1"], "nonsense", "127.0.0.1"),
            (["127.0.0.1"], "", "127.0.0.1"),
            (["127.0.0.1"], "2001:db8::1", "2001:db8::1"),
        ],
    )
    def test_a_proxy_is_believed_where_it_was_named(
        self, house: Floor, caplog: pytest.LogCaptureFixture, proxies: list[str], forwarded: str, address: str
    ) -> None:
        caplog.set_level(logging.INFO, "pitboss")
        with served(house, limits(), proxies) as served_at:
            get(served_at, "/api/house", **{"X-Forwarded-For": forwarded})
            with Screen(served_at, "/live/house", X_Forwarded_For=forwarded) as screen:
                screen.listening()
        assert self.lines(caplog) == [address, address]

    @pytest.mark.parametrize(
        ("address", "place"),
        [
            ("192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("", ""),
            ("nonsense", "nonsense"),
        ],
    )
    def test_a_place_is_what_one_house_has(self, address: str, place: str) -> None:
        assert authentication.place_of(address) == place

    @pytest.mark.parametrize(
        ("proxies", "loopback_counts", "is_secure"),
        [([], True, True), ([], False, False), (["127.0.0.1"], False, True)],
    )
    def test_who_comes_over_tls_is_told_so_by_a_proxy_or_by_this_machine(
        self,
        house: Floor,
        monkeypatch: pytest.MonkeyPatch,
        proxies: list[str],
        loopback_counts: bool,
        is_secure: bool,
    ) -> None:
        if not loopback_counts:
            monkeypatch.setattr(gate, "is_this_machine", lambda _address: False)
        password = scene.give(house, scene.MANAGER, ResetPassword(person=scene.P1.person)).secret["password"]
        given = {**GUESS, "password": password, "new_password": "correct horse"}
        with served(house, limits(), proxies) as address:
            headers = {"X-Forwarded-Proto": "https", "X-Requested-With": "pitboss"}
            path = f"{address}/api/commands/sign_in"
            answer = httpx.post(path, json=given, headers=headers, timeout=PATIENCE_SECONDS)
            plain = get(address, "/", **{"X-Forwarded-Proto": "http"})
        assert answer.status_code == 200, answer.text
        assert ("Secure" in answer.headers["Set-Cookie"]) == is_secure
        assert ("Strict-Transport-Security" in answer.headers) == is_secure
        assert "Strict-Transport-Security" not in plain.headers


class TestFloods:
    def test_a_flood_that_was_turned_away_is_recorded(self, house: Floor, counts: floods.Floods) -> None:
        with served(house, limits(requests=at_once(0))) as address:
            for _ in range(floods.FEWEST):
                get(address, "/")
            until(lambda: house.record(DOORS) is not None and house.record(DOORS).floods)
        (row,) = store.read(DOORS)
        assert codec.decode(row.kind, row.version, row.body) == FloodTurnedAway(floods.REQUESTS, floods.FEWEST)
        assert json.loads(row.cause)["who"] == "house:croupier"

    def test_it_is_told_together_and_once_a_minute(self, house: Floor) -> None:
        seconds = [0.0]
        counted = floods.Floods(lambda: seconds[0])

        def told() -> list[int]:
            counted.tell(house)
            return [codec.decode(row.kind, row.version, row.body).times for row in store.read(DOORS)]

        for _ in range(floods.FEWEST - 1):
            counted.add(floods.STREAMS)
        assert told() == []
        counted.add(floods.STREAMS)
        assert told() == [20]
        for _ in range(100):
            counted.add(floods.STREAMS)
        assert told() == [20]
        seconds[0] += floods.EVERY_SECONDS
        # Another process has told of it in this minute: the count waits for the next.
        assert told() == [20]
        assert counted._counts[floods.STREAMS] == 100

"""Connections: those who only hold them keep nobody out, and nothing of them is kept that never ends."""

import gc
import logging
import socket
import threading
from asyncio.selector_events import _SelectorSocketTransport  # type: ignore[attr-defined]
from contextlib import suppress

import httpx
import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.screens.common import floods
from pitboss.screens.common.authentication import Token
from pitboss.server import connections, gate
from tests.floor.tables import table_floor_scene as scene
from tests.screens import api_scene
from tests.screens.live.live_scene import PATIENCE_SECONDS, Screen, served
from tests.server.flood_scene import limits, line_to, lines, many_files, status_on, until, whole_answer_on

HALF = b"GET / HTTP/1.1\r\nHost: house\r\nX-Slow: "
WHOLE = b"GET /health HTTP/1.1\r\nHost: house\r\n\r\n"


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SWEEP_SECONDS", 0.02)
    monkeypatch.setattr(connections, "LINGER_SECONDS", 0.2)


def gone(line: socket.socket) -> bool:
    """Whether the other end has cut a line on which nothing was answered."""
    line.settimeout(PATIENCE_SECONDS)
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def me(address: str, token: str) -> int:
    """What somebody is answered who comes anew and shows who they are."""
    signed = {"Authorization": f"Bearer {token}"}
    return httpx.get(f"{address}/api/me", headers=signed, timeout=PATIENCE_SECONDS).status_code


def test_half_sent_requests_keep_out_neither_health_nor_who_comes_signed_in(house: Floor) -> None:
    token = api_scene.session_of(house, scene.P1)
    with many_files(), served(house) as address, Screen(address, "/live/tables/ultimate-1", token) as screen:
        screen.next()
        with lines(address, 1_101, HALF) as held:
            assert gone(held[0])
            assert httpx.get(f"{address}/health", timeout=PATIENCE_SECONDS).status_code == 200
            assert me(address, token) == 200
            # Who was there before goes on.
            scene.done(scene.say(house, scene.P2, "ultimate-1", "sit", seat=2))
            assert screen.next()["view"]["seated"]["2"] == "p2"


def test_one_place_and_all_together_hold_only_so_many(house: Floor, counts: floods.Floods) -> None:
    with served(house, limits(of_one=5, strangers=8)) as address, lines(address, 20, HALF) as held:
        assert [gone(line) for line in held[:15]] == [True] * 15
        held[-1].sendall(b"\r\n\r\n")
        assert status_on(held[-1]) == "200"
    assert counts._counts[floods.CONNECTIONS] >= 15


def test_somebody_whom_the_house_knows_is_no_stranger(house: Floor) -> None:
    token = api_scene.session_of(house, scene.P1)
    asked = b"GET /api/me HTTP/1.1\r\nHost: house\r\nAuthorization: Bearer %s\r\n\r\n" % token.encode()
    with served(house, limits(of_one=5, strangers=8)) as address, line_to(address) as known:
        known.sendall(asked)
        assert whole_answer_on(known) == 200
        with lines(address, 20, HALF):
            known.sendall(asked)
            assert whole_answer_on(known) == 200


def test_one_person_holds_only_so_many_too(house: Floor) -> None:
    token = api_scene.session_of(house, scene.P1)
    asked = b"GET /live/tables/ultimate-1 HTTP/1.1\r\nHost: house\r\nAuthorization: Bearer %s\r\n\r\n" % token.encode()
    with served(house, limits(of_one=3)) as address, lines(address, 3, asked) as streams:
        assert [status_on(line) for line in streams] == ["200"] * 3
        with line_to(address) as another:
            for _ in range(2):
                another.sendall(asked)
                assert whole_answer_on(another) == 429
        assert httpx.get(f"{address}/health", timeout=PATIENCE_SECONDS).status_code == 200


def test_a_connection_that_was_lost_is_nobodys_and_does_not_wait_for_the_collector_of_garbage(house: Floor) -> None:
    """Under a flood the collector would come every few seconds, and stop everybody for as long as it works."""

    def made() -> int:
        kinds = (connections.Connection, _SelectorSocketTransport)
        return sum(isinstance(each, kinds) for each in gc.get_objects())

    with served(house, limits()) as address:
        httpx.get(f"{address}/health", timeout=PATIENCE_SECONDS)
        gc.collect()
        gc.disable()
        try:
            before = made()
            with lines(address, 10, WHOLE) as answered, lines(address, 10, HALF):
                assert {status_on(line) for line in answered} == {"200"}
                assert made() > before
            until(lambda: made() <= before)
        finally:
            gc.enable()


def test_somebody_who_is_gone_before_it_is_known_who_they_are_holds_nothing(
    house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, may_go_on, found = threading.Event(), threading.Event(), list[connections.OpenConnections]()
    look_up = gate.Gate._look_up

    def look_up_slowly(self: gate.Gate, token: Token) -> str | None:
        found.append(self.open_connections)
        looked.set()
        assert may_go_on.wait(PATIENCE_SECONDS)
        return look_up(self, token)

    monkeypatch.setattr(gate.Gate, "_look_up", look_up_slowly)
    token = api_scene.session_of(house, scene.P1)
    with served(house, limits()) as address:
        with lines(address, 1, b"GET /api/me HTTP/1.1\r\nAuthorization: Bearer %s\r\n\r\n" % token.encode()):
            assert looked.wait(PATIENCE_SECONDS)
        until(lambda: len(found[0]) == 0)
        may_go_on.set()
        assert me(address, token) == 200
        until(lambda: len(found[0]) == 0)


def test_a_head_without_end_is_refused_and_not_kept(house: Floor, counts: floods.Floods) -> None:
    with served(house, limits()) as address, line_to(address) as line:
        line.sendall(b"GET / HTTP/1.1\r\nX: ")
        line.setblocking(False)
        sent = 0
        while not sent or sent < 64 * 1024 * 1024:
            try:
                sent += line.send(b"x" * 65536)
            except (BlockingIOError, ConnectionError):
                break
        line.setblocking(True)
        assert status_on(line) == "431"
        assert sent < 64 * 1024 * 1024
    assert counts._counts[floods.ENDLESS] == 1


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: house\r\nX: %s\r\n\r\n" % (b"x" * 20_000),
        b"GET /%s HTTP/1.1\r\nHost: house\r\n\r\n" % (b"x" * 20_000),
        b"GET / HTTP/1.1\r\nHost: house\r\n%s\r\n" % (b"X: x\r\n" * 10_000),
        b"GET / HTTP/1.1\r\nHost: house\r\nX: %s" % (b"x" * 20_000),
    ],
)
def test_a_head_that_is_too_long_is_refused_in_whichever_way_it_is(house: Floor, head: bytes) -> None:
    with served(house, limits()) as address, line_to(address) as line:
        line.sendall(head)
        assert status_on(line) == "431"


def test_a_body_and_the_next_request_are_no_head(house: Floor) -> None:
    body = b"x" * 30_000
    post = b"POST /api/commands/sign_out HTTP/1.1\r\nHost: house\r\nContent-Length: %d\r\n\r\n" % len(body)
    with served(house, limits()) as address, line_to(address) as line:
        line.sendall(post + body + WHOLE[:20])
        line.sendall(WHOLE[20:])
        said = b""
        while said.count(b"HTTP/1.1") < 2:
            said += line.recv(65536)
        assert [said.count(b"HTTP/1.1 %d" % status) for status in (401, 200)] == [1, 1]


def test_nobody_sends_many_requests_before_the_first_is_answered(
    house: Floor, caplog: pytest.LogCaptureFixture
) -> None:
    with served(house, limits()) as address, line_to(address) as line:
        line.sendall(WHOLE * 1000)
        said = b""
        with suppress(ConnectionError):
            while part := line.recv(65536):
                said += part
        assert said.count(b"HTTP/1.1 200") <= connections.MOST_AT_ONCE + 1
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.WARNING] == []


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", ""),
        (HALF, "408"),
        (b"POST /api/commands/sign_in HTTP/1.1\r\nHost: house\r\nContent-Length: 100\r\n\r\n{", "408"),
        (b"POST /nowhere HTTP/1.1\r\nHost: house\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello", "408"),
    ],
)
def test_what_does_not_come_whole_in_time_is_cut_off(house: Floor, sent: bytes, status: str) -> None:
    with served(house, limits(receiving_seconds=0.1)) as address, line_to(address) as line:
        line.sendall(sent)
        assert status_on(line) == status


def test_a_connection_is_kept_for_the_next_request_only_so_long(house: Floor) -> None:
    token = api_scene.session_of(house, scene.P1)
    signed = b"GET /api/me HTTP/1.1\r\nHost: house\r\nAuthorization: Bearer %s\r\n\r\n" % token.encode()
    short = limits(idle_seconds=0.0)
    with served(house, short) as address, line_to(address) as stranger, line_to(address) as known:
        known.sendall(signed)
        assert whole_answer_on(known) == 200
        stranger.sendall(WHOLE)
        assert whole_answer_on(stranger) == 200
        assert gone(stranger)
        known.sendall(signed)
        assert whole_answer_on(known) == 200


def test_an_answer_that_nobody_takes_is_not_kept(house: Floor) -> None:
    """Pages are asked for and never read: what is not taken stays with the house until the line is cut."""
    with served(house, limits(unread_seconds=0.1)) as address:
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect((address.removeprefix("http://").split(":")[0], int(address.rpartition(":")[2])))
        with line:

            def is_cut() -> bool:
                try:
                    line.send(b"GET /maths/sheets/ultimate HTTP/1.1\r\nHost: house\r\n\r\n")
                except ConnectionError:
                    return True
                return False

            until(is_cut)

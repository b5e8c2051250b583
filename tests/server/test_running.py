"""The running server: commands under way are finished when it stops, and a database that comes back is used again."""

import logging
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from django.db import connections

from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.house_clock import wall_clock
from pitboss.floor.kernel.premises import CloseHouse, OpenHouse
from pitboss.floor.tables import croupier
from pitboss.journal import store
from pitboss.screens.common import process
from pitboss.server import ticker
from pitboss.server.run import bind_socket
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.postgres_server import PostgresServer
from tests.screens import api_scene
from tests.screens.live.live_scene import PATIENCE_SECONDS, Screen, served

MANAGER = scene.MANAGER


def close_house(address: str, token: str) -> httpx.Response:
    signed = {"Authorization": f"Bearer {token}"}
    return httpx.post(f"{address}/api/commands/close_house", json={}, headers=signed, timeout=PATIENCE_SECONDS)


def test_a_command_that_is_under_way_is_finished_and_answered_when_the_house_stops(
    house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_go_on = threading.Event(), threading.Event()
    execute_all = house.execute_all

    def slowly(*given: Any) -> Any:
        begun.set()
        assert may_go_on.wait(PATIENCE_SECONDS)
        return execute_all(*given)

    token = api_scene.session_of(house, MANAGER)
    with ThreadPoolExecutor(2) as threads:
        with served(house) as address:
            monkeypatch.setattr(house, "execute_all", slowly)
            answer = threads.submit(close_house, address, token)
            assert begun.wait(PATIENCE_SECONDS)
            # The house is told to stop at the end of this block, while the command waits.
            threads.submit(may_go_on.set)
        assert answer.result().json()["seq"] == store.last_seq()


def test_many_commands_at_once_are_each_answered_once(house: Floor) -> None:
    token = api_scene.session_of(house, MANAGER)
    with served(house) as address, ThreadPoolExecutor(20) as threads:
        answers = [each.result() for each in [threads.submit(close_house, address, token) for _ in range(20)]]
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 19


STRANGE = (
    (b"GET /api/house HTTP/1.1\r\nHost: \xff\r\nConnection: close\r\n\r\n", b"200"),
    (b"GET /api/tables/%ff%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", b"401"),
    (b"GET /api/journal?%ff=%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", b"401"),
    (b"GET /api/house?\xff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", b"400"),
    (b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n", b"400"),
    (b"nonsense\r\n\r\n", b"400"),
    (b"POST /api/commands/sign_in HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n{", b"413"),
    (b"POST /api/commands/sign_in HTTP/1.1\r\nHost: x\r\nContent-Length: nine\r\n\r\n{", b"400"),
    (b"HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", b"200"),
)


def test_a_body_in_pieces_is_read_whole_and_no_further_than_a_body_may_be(house: Floor) -> None:
    signed = {"Authorization": f"Bearer {api_scene.session_of(house, MANAGER)}"}
    with served(house) as address:
        path = f"{address}/api/commands/disable_house"
        too_large = httpx.post(
            path, content=(b"[" * 1000 for _ in range(100)), headers=signed, timeout=PATIENCE_SECONDS
        )
        assert too_large.status_code == 413
        content = iter([b'{"reason":', b' "a flood"}'])
        assert httpx.post(path, content=content, headers=signed, timeout=PATIENCE_SECONDS).status_code == 200
    assert house.record("house:house").disabled == "a flood"


def test_strange_requests_get_an_answer_and_are_no_fault(house: Floor, caplog: pytest.LogCaptureFixture) -> None:
    with served(house) as address:
        host, _, port = address.removeprefix("http://").partition(":")
        for sent, status in STRANGE:
            with socket.create_connection((host, int(port)), PATIENCE_SECONDS) as line:
                line.sendall(sent)
                assert line.recv(100).split()[1] == status, sent
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.ERROR] == []


def test_the_croupier_looks_after_the_tables_and_a_fault_does_not_stop_it(
    house: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ticks, twice = [0], threading.Event()

    def tick(floor: Floor, began: int) -> list[Done]:
        ticks[0] += 1
        if ticks[0] == 1:
            raise RuntimeError("a fault")
        twice.set()
        return []

    monkeypatch.setattr(croupier, "tick", tick)
    monkeypatch.setattr(ticker, "TICK_SECONDS", 0.01)
    with served(house):
        assert twice.wait(PATIENCE_SECONDS)
    assert "a fault of the program" in caplog.messages


@pytest.mark.needs("postgresql")
def test_a_database_that_was_away_is_used_again_and_its_streams_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    with PostgresServer() as server, house_scene.postgresql_house(server, wall_clock) as house:
        monkeypatch.setattr(process, "floor", lambda: house)
        scene.give(house, MANAGER, OpenHouse())
        with served(house) as address, Screen(address, "/live/house") as screen:
            assert screen.next()["view"]["is_open"] is True
            server.kill()
            answer = httpx.get(f"{address}/health", timeout=PATIENCE_SECONDS)
            assert (answer.status_code, answer.json()["status"]) == (503, "database not answering")
            refused = httpx.get(f"{address}/api/house", timeout=PATIENCE_SECONDS)
            assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
            server.start()
            connections.close_all()
            assert httpx.get(f"{address}/health", timeout=PATIENCE_SECONDS).status_code == 200
            scene.give(Floor(), MANAGER, CloseHouse())
            assert screen.next()["view"]["is_open"] is False


def test_answers_are_sent_at_once() -> None:
    """asyncio turns off the waiting for more only on sockets whose protocol is named."""
    with bind_socket("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP

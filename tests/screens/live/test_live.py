"""Live streams: every step once and in order, to everybody who may see it and nobody else."""

import json
from typing import Any

import pytest

from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import CloseHouse, OpenHouse
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.people.devices import RevokeDevice
from pitboss.floor.people.sessions import EndSessions
from pitboss.floor.reading.table_view import view_of
from pitboss.journal import store
from pitboss.screens.live import hub
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import DISPLAY, P1, P2, P4, PEOPLE, Api
from tests.screens.live.live_scene import Screen, served
from tests.server.flood_scene import line_to

TABLE = "/live/tables/ultimate-1"
# What does not depend on the database.
on_sqlite = pytest.mark.parametrize("house", [house_scene.SQLITE], indirect=True)
STREAM = "table:ultimate-1"
MANAGER = scene.MANAGER


@pytest.fixture(autouse=True)
def _never_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this machine is, no steps are told together."""
    monkeypatch.setattr("pitboss.screens.live.stream.LATE_SECONDS", 3600.0)


def sit(house: Floor, actor: Actor, seat: int) -> int:
    """The `seq` of the table's last event after it."""
    scene.done(scene.say(house, actor, "ultimate-1", "sit", seat=seat))
    return last_of_table()


def last_of_table() -> int:
    return store.read(STREAM)[-1].seq


def dealt(house: Floor) -> None:
    """p1 and p2 have two cards each that nobody else may see."""
    for seat, actor in ((1, P1), (2, P2)):
        sit(house, actor, seat)
        scene.done(scene.say(house, actor, "ultimate-1", "place", seat=seat, wagers={"ante": 1000, "blind": 1000}))
    scene.deal(house, "ultimate-1", P1, P2)


def test_the_present_comes_at_once_and_then_every_step(api: Api, house: Floor) -> None:
    with served(house) as address, Screen(address, TABLE, api.token(P1)) as screen:
        first = screen.next()
        assert first["stream"] == STREAM
        assert first["view"]["table"] == "ultimate-1"
        seqs = [sit(house, P1, 1), sit(house, P2, 2)]
        steps = [screen.next(), screen.next()]
    assert [step["id"] for step in steps] == [step["seq"] for step in steps] == seqs
    assert [list(step["view"]["seated"]) for step in steps] == [["1"], ["1", "2"]]
    assert all(event.keys() <= {"kind", "clause"} for step in steps for event in step["events"])


def test_a_screen_that_comes_back_is_shown_each_step_once_and_in_order(api: Api, house: Floor) -> None:
    token = api.token(P1)
    with served(house) as address:
        with Screen(address, TABLE, token) as screen:
            seen_last = screen.next()["id"]
        missed = [sit(house, actor, seat) for seat, actor in enumerate((P1, P2, scene.P3), 1)]
        with Screen(address, TABLE, token, Last_Event_ID=str(seen_last)) as screen:
            steps = [screen.next() for _ in missed]
            later = sit(house, P4, 4)
            steps.append(screen.next())
        with Screen(address, f"{TABLE}?after={missed[1]}", token) as screen:
            assert [screen.next()["id"], screen.next()["id"]] == [missed[2], later]
    assert [step["id"] for step in steps] == [*missed, later]
    assert [len(step["view"]["seated"]) for step in steps] == [1, 2, 3, 4]


def test_a_screen_that_has_seen_all_waits_for_the_next_step(api: Api, house: Floor) -> None:
    last = sit(house, P1, 1)
    with served(house) as address, Screen(address, TABLE, api.token(P1), Last_Event_ID=str(last)) as screen:
        screen.listening()
        later = sit(house, P2, 2)
        assert screen.next()["id"] == later


@on_sqlite
def test_whoever_was_away_too_long_is_shown_the_present(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_STEPS", 2)
    for seat, actor in enumerate((P1, P2, scene.P3), 1):
        last = sit(house, actor, seat)
    with served(house) as address:
        for seen_last in ("1", str(last + 1000)):
            with Screen(address, TABLE, api.token(P1), Last_Event_ID=seen_last) as screen:
                assert screen.next()["id"] == last


@on_sqlite
def test_a_late_screen_is_shown_the_present_with_all_events_on_the_way(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.screens.live.stream.LATE_SECONDS", -1.0)
    call, told = hub._call, list[Any]()

    def call_at_the_second_step(calls: Any) -> None:
        told.extend(calls)
        if len(told) >= 2:
            call(told)

    with served(house) as address, Screen(address, TABLE, api.token(DISPLAY)) as screen:
        screen.next()
        monkeypatch.setattr(hub, "_call", call_at_the_second_step)
        sit(house, P1, 1)
        last = sit(house, P2, 2)
        step = screen.next()
    assert step["id"] == last
    assert [event["kind"] for event in step["events"]].count("games.Seated") == 2


def test_everybody_sees_exactly_what_is_theirs_to_see(api: Api, house: Floor) -> None:
    watchers = (P1, P2, scene.P3, DISPLAY, *PEOPLE.values())
    with served(house) as address:
        screens = [Screen(address, TABLE, api.token(actor)) for actor in watchers]
        for screen in screens:
            screen.next()
        dealt(house)
        last = last_of_table()
        for actor, screen in zip(watchers, screens, strict=True):
            shown = next(step for step in screen.messages() if step["id"] == last)
            assert shown["view"] == json.loads(json.dumps(view_of(house.record(STREAM), actor).as_json())), actor
            screen.__exit__()


@on_sqlite
def test_no_stream_of_somebody_else_holds_a_hole_card(api: Api, house: Floor) -> None:
    with served(house) as address, Screen(address, TABLE, api.token(scene.P3)) as watching:
        watching.next()
        dealt(house)
        last = last_of_table()
        told = []
        for step in watching.messages():
            told.append(json.dumps(step))
            if step["id"] == last:
                break
    own = view_of(house.record(STREAM), P1).as_json()
    cards = [card for box in own["boxes"] if box["seat"] == 1 for card in box["cards"]]
    assert len(cards) == 2
    assert "??" not in cards
    assert not any(f'"{card}"' in text for card in cards for text in told)


@on_sqlite
@pytest.mark.parametrize(
    ("who", "ended"),
    [(P1, EndSessions(person=P1.person)), (DISPLAY, RevokeDevice(device=DISPLAY.id, reason="stolen"))],
)
def test_a_stream_ends_with_its_session_or_the_token_of_its_device(
    api: Api, house: Floor, who: Actor, ended: Command
) -> None:
    with served(house) as address, Screen(address, TABLE, api.token(who)) as screen:
        screen.next()
        scene.give(house, MANAGER, ended)
        assert screen.rest() == []
        assert screen.comments[-1] == "this session is over"


@on_sqlite
def test_a_session_that_runs_out_ends_its_stream_at_the_next_heartbeat(
    api: Api, house: Floor, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.screens.live.stream.HEARTBEAT_SECONDS", 0.05)
    with served(house) as address, Screen(address, TABLE, api.token(P1)) as screen:
        screen.next()
        clock.pass_seconds(25 * 3600)
        assert screen.rest() == []
    assert "the house is still here" in screen.comments


def test_when_the_house_stops_its_streams_are_closed_with_a_word(api: Api, house: Floor) -> None:
    with served(house) as address:
        screen = Screen(address, TABLE, api.token(P1))
        screen.next()
    with screen:
        assert screen.rest() == []
        assert screen.comments[-1] == "the house closes this stream"


@on_sqlite
def test_anybody_may_watch_the_house_itself(house: Floor) -> None:
    with served(house) as address, Screen(address, "/live/house") as screen:
        assert screen.next()["view"]["is_open"] is True
        scene.give(house, MANAGER, CloseHouse())
        assert screen.next()["view"]["is_open"] is False


def test_what_another_floor_of_the_same_house_records_is_seen_too(house: Floor, clock: Any) -> None:
    other = Floor(clock)
    with served(house) as address, Screen(address, "/live/house") as screen:
        screen.next()
        scene.give(other, MANAGER, CloseHouse())
        scene.give(other, MANAGER, OpenHouse())
        assert [screen.next()["view"]["is_open"] for _ in range(2)] == [False, True]


@on_sqlite
def test_bad_requests_are_refused_like_everywhere(api: Api, house: Floor) -> None:
    cases: tuple[tuple[str, str, dict[str, str], int], ...] = (
        (TABLE, "", {}, 401),
        (TABLE, "nonsense", {}, 401),
        (TABLE, api.token(P1), {"Last_Event_ID": "minus one"}, 422),
        ("/live/tables/nowhere", api.token(P1), {}, 404),
        ("/live/tables/No%20Table", api.token(P1), {}, 404),
        ("/live/patrons/p1", api.token(MANAGER), {}, 404),
        ("/live/", "", {}, 404),
    )
    with served(house) as address:
        for path, token, headers, status in cases:
            with Screen(address, path, token, **headers) as screen:
                assert screen.status == status, path
                assert screen.refusal()["reason"].endswith(".")


@on_sqlite
def test_a_stream_that_cannot_be_followed_stops_no_other(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = hub.apply_step

    def broken(known: Any, rows: Any) -> Any:
        if rows[0].stream == STREAM:
            raise RuntimeError("a fault")
        return real(known, rows)

    token = api.token(P1)
    with served(house) as at, Screen(at, TABLE, token) as screen, Screen(at, "/live/house") as other:
        screen.next()
        other.next()
        monkeypatch.setattr(hub, "apply_step", broken)
        # What another process records is read and applied here.
        elsewhere = Floor(house.clock)
        sit(elsewhere, P1, 1)
        scene.give(elsewhere, MANAGER, CloseHouse())
        assert screen.rest() == []
        assert other.next()["view"]["is_open"] is False
    assert "a stream cannot be followed" in caplog.messages


@on_sqlite
@pytest.mark.parametrize("most", [1, 2, 3, 4, 5])
def test_however_much_of_the_journal_is_read_at_once_a_command_is_one_step(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(hub, "MOST_ROWS", most)
    with served(house) as address, Screen(address, TABLE, api.token(DISPLAY)) as screen:
        screen.next()
        elsewhere = Floor(house.clock)
        seqs = [sit(elsewhere, actor, seat) for seat, actor in enumerate((P1, P2, scene.P3), 1)]
        steps = [screen.next() for _ in seqs]
    assert [step["id"] for step in steps] == seqs
    assert len({len(step["events"]) for step in steps}) == 1


@on_sqlite
def test_visitors_are_told_at_once_and_then_not_at_every_step(
    api: Api, house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many of them stare at the floor, and however fast things happen there."""
    monkeypatch.setattr("pitboss.screens.live.stream.GATHERED_SECONDS", 3600.0)
    with served(house) as address, Screen(address, TABLE, api.token(P1)) as known, line_to(address) as visitor:
        known.next()
        visitor.sendall(b"GET /live/floor HTTP/1.1\r\nHost: house\r\n\r\n")
        said = b""
        while b"event: step" not in said:
            said += visitor.recv(65536)
        seqs = [sit(house, actor, seat) for seat, actor in enumerate((P1, P2, scene.P3), 1)]
        assert [known.next()["seq"] for _ in seqs] == seqs
        visitor.setblocking(False)
        with pytest.raises(BlockingIOError):
            visitor.recv(1)

"""The journal on the database: appended in order, read from anywhere, and never changed."""

import sqlite3
from functools import partial
from itertools import product
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.floor.kernel.floor import Floor
from pitboss.journal import store
from pitboss.journal.chain import BEGINNING, fold, link
from pitboss.journal.codec import Stored
from pitboss.journal.store import Conflict, Head, StoredEvent
from tests.floor.answers import at_once

SAID = "never changed or deleted"
pytestmark = pytest.mark.usefixtures("house")


def event(body: str = "{}") -> Stored:
    return Stored("floor.HouseOpened", 1, body)


def append(stream: str, expected: int, count: int = 1, at: int = 1) -> list[StoredEvent]:
    return store.append(stream, expected, [event(f'{{"n":{number}}}') for number in range(count)], at=at)


def run(statement: str, given: list[Any] | None = None) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, given or [])


def rows() -> list[StoredEvent]:
    return store.tail(0)


def test_events_get_the_next_positions_of_their_stream_and_of_the_house() -> None:
    append("table:a", 0, 2)
    append("table:b", 0)
    append("table:a", 2)
    assert [(row.seq, row.stream, row.position) for row in rows()] == [
        (1, "table:a", 1),
        (2, "table:a", 2),
        (3, "table:b", 1),
        (4, "table:a", 3),
    ]
    assert store.last_seq() == 4


def test_another_position_than_the_expected_one_is_a_conflict() -> None:
    append("table:a", 0, 2)
    before = rows(), store.heads(["table:a", store.HOUSE_CHAIN])
    for expected in (-1, 0, 1, 3):
        with pytest.raises(Conflict, match="table:a"):
            append("table:a", expected)
    assert (rows(), store.heads(["table:a", store.HOUSE_CHAIN])) == before
    append("table:a", 2)


def test_a_command_writes_to_several_streams_or_to_none() -> None:
    append("table:b", 0)
    with pytest.raises(Conflict), store.writing(["table:a", "table:b"]) as begun:
        begun.append([("table:a", 0, [event()]), ("table:b", 0, [event()])], at=2)
    assert store.last_seq() == 1
    with store.writing(["table:a", "table:b"]) as begun:
        begun.append([("table:a", 0, [event()]), ("table:b", 1, [event()]), ("table:a", 1, [event()])], at=2)
    assert [(row.stream, row.position) for row in rows()[1:]] == [("table:a", 1), ("table:b", 2), ("table:a", 2)]


def test_nothing_stays_of_a_transaction_that_failed() -> None:
    def fail_after_an_event() -> None:
        with store.writing(["table:a"]) as begun:
            begun.append([("table:a", 0, [event()])], at=1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_after_an_event()
    assert rows() == []
    append("table:a", 0)
    assert store.last_seq() == 1


def test_the_first_event_of_a_command_carries_its_cause_and_key_and_all_its_number() -> None:
    append("table:a", 0)
    with store.writing(["table:a"]) as begun:
        begun.append([("table:a", 1, [event(), event()])], at=7, cause="why", key="k")
    assert [(row.command, row.cause, row.key, row.at) for row in rows()[1:]] == [(2, "why", "k", 7), (2, "", None, 7)]
    assert [row.seq for row in store.of_command("k")] == [2, 3]
    assert store.of_command("other") == []


def test_a_command_recorded_while_another_is_looked_up_does_not_become_part_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with store.writing(["table:a"]) as begun:
        begun.append([("table:a", 0, [event(), event()])], at=1, key="k")
    read = store._rows

    def overtaken(where: str, told: list[str | int]) -> list[StoredEvent]:
        append("table:b", 0)
        return read(where, told)

    monkeypatch.setattr(store, "_rows", overtaken)
    assert [row.seq for row in store.of_command("k")] == [1, 2]


def test_a_key_is_used_once() -> None:
    with store.writing(["table:a"]) as begun:
        begun.append([("table:a", 0, [event()])], at=1, key="k")
    with pytest.raises(IntegrityError), store.writing(["table:b"]) as begun:
        begun.append([("table:b", 0, [event()])], at=1, key="k")
    assert store.last_seq() == 1


def test_a_stream_is_read_from_any_position_to_any_other() -> None:
    append("table:a", 0, 5)
    append("table:b", 0, 2)

    def positions(*given: int) -> list[int]:
        return [row.position for row in store.read("table:a", *given)]

    assert (positions(), positions(3), positions(1, 3), positions(5), positions(0, 0)) == (
        [1, 2, 3, 4, 5],
        [4, 5],
        [2, 3],
        [],
        [],
    )
    assert store.read("table:nobody") == []


def test_the_tail_goes_on_from_any_number() -> None:
    append("table:a", 0, 2)
    append("patron:p1", 0)
    append("table:b", 0)
    assert [row.seq for row in store.tail(1)] == [2, 3, 4]
    assert [row.seq for row in store.tail(0, most=2)] == [1, 2]
    assert store.tail(4) == []


def test_heads_tell_how_far_streams_have_got() -> None:
    (*_, last) = append("table:a", 0, 3)
    found = store.heads(["table:a", "table:b"])
    assert found == {"table:a": Head(3, last.digest)}
    assert store.heads([]) == {}
    assert store.heads([store.HOUSE_CHAIN]) == {store.HOUSE_CHAIN: Head(3, last.house_digest)}


def test_the_streams_of_a_family_are_those_with_an_event() -> None:
    append("table:b", 0)
    append("table:a", 0)
    append("tablecloth:c", 0)
    with store.writing(["table:empty"]):
        pass
    assert store.streams("table") == ("table:a", "table:b")
    assert store.streams("patron") == ()


STREAMS = ("table:a", "table:b", "patron:p1")


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.sampled_from(STREAMS), min_size=1, max_size=4), max_size=6))
def test_numbers_have_no_gap_and_every_digest_follows_from_those_before(commands: list[list[str]]) -> None:
    for command in commands:
        with store.writing(command) as begun:
            positions = {stream: begun.heads[stream].position for stream in command}
            batches = []
            for stream in command:
                batches.append((stream, positions[stream], [event()]))
                positions[stream] += 1
            begun.append(batches, at=1)
    digests, house_digest, found = dict.fromkeys(STREAMS, BEGINNING), BEGINNING, rows()
    assert [row.seq for row in found] == list(range(1, len(found) + 1))
    for stream in STREAMS:
        mine = [row.position for row in found if row.stream == stream]
        assert mine == list(range(1, len(mine) + 1))
    for row in found:
        digests[row.stream] = link(digests[row.stream], row.entry)
        house_digest = fold(house_digest, digests[row.stream])
        assert (row.digest, row.house_digest) == (digests[row.stream], house_digest)


def test_threads_that_append_at_once_leave_no_gap(house: Floor) -> None:
    def work(stream: str) -> None:
        for position in range(5):
            append(stream, position)

    at_once([partial(work, f"table:{name}") for name in "abcd"])
    assert [row.seq for row in rows()] == list(range(1, 21))


# The database refuses.


def test_the_database_refuses_to_change_or_delete_an_event() -> None:
    append("table:a", 0, 2)
    before = rows()
    for statement in (
        "UPDATE journal_event SET body = '{}'",
        "UPDATE journal_event SET digest = 'x' WHERE seq = 1",
        "UPDATE journal_event SET at = at + 1 WHERE seq = 2",
        "DELETE FROM journal_event",
        "DELETE FROM journal_event WHERE seq = 2",
    ):
        with pytest.raises(DatabaseError, match=SAID):
            run(statement)
        assert rows() == before


def test_the_database_refuses_to_truncate_events() -> None:
    append("table:a", 0, 2)
    if connection.vendor == "postgresql":
        with pytest.raises(DatabaseError, match=SAID):
            run("TRUNCATE journal_event CASCADE")
    assert len(rows()) == 2


# Rows with something in common with the second one: its number, its position, its key; and another's position.
FORGERIES: tuple[dict[str, Any], ...] = (
    {},
    {"seq": 3},
    {"seq": 3, "position": 3, "key": "k"},
    {"seq": 3, "position": 1, "key": "other"},
)


def forged(changed: dict[str, Any]) -> dict[str, Any]:
    return {**rows()[1]._asdict(), "body": '{"forged":1}', **changed}


@pytest.fixture
def two_events(house: Floor) -> list[StoredEvent]:
    append("table:a", 0)
    with store.writing(["table:a"]) as begun:
        begun.append([("table:a", 1, [event()])], at=1, key="k")
    return rows()


def test_the_database_refuses_to_put_another_event_in_the_place_of_one(two_events: list[StoredEvent]) -> None:
    verbs = ("INSERT", "INSERT OR REPLACE") if connection.vendor == "sqlite" else ("INSERT",)
    for changed, verb in product(FORGERIES, verbs):
        row = forged(changed)
        into = f"INTO journal_event ({', '.join(row)}) VALUES ({', '.join(['%s'] * len(row))})"
        with pytest.raises(DatabaseError):
            run(f"{verb} {into}", [*row.values()])
        assert rows() == two_events


def test_a_stranger_with_the_file_cannot_replace_an_event_either(two_events: list[StoredEvent]) -> None:
    """Another program need not have switched on what makes SQLite ask the triggers when it replaces a row."""
    if connection.vendor != "sqlite":
        return
    rows_to_try = [forged(changed) for changed in FORGERIES]
    stranger = sqlite3.connect(connection.settings_dict["NAME"])
    for row in rows_to_try:
        statement = f"INSERT OR REPLACE INTO journal_event ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})"
        with pytest.raises(sqlite3.DatabaseError, match=SAID):
            stranger.execute(statement, [*row.values()])
        stranger.rollback()
    stranger.close()
    assert rows() == two_events

"""The journal as an auditor searches it: every filter beside a plain look through all of it, and no card."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from pitboss.cards.card import Card, face
from pitboss.floor.kernel.contract import first_cause
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.patrons import ChangePatron
from pitboss.floor.people.staff import AddStaff
from pitboss.floor.reading.journal_search import JournalEntry, JournalQuery, kinds, search, streams
from pitboss.floor.reading.journal_words import read_filters
from pitboss.journal import store
from tests.floor.house_scene import Clock, once
from tests.floor.tables.table_floor_scene import (
    JACKPOT,
    MANAGER,
    SUPERVISOR,
    give,
    open_table,
    play_round,
    rule,
    say,
    sit_down_to_holdem,
)
from tests.refusals import refused


@pytest.fixture
def busy(house: Floor) -> Floor:
    play(house)
    return house


@once
def play(house: Floor) -> None:
    assert isinstance(house.clock.wall, Clock)
    tables = [open_table(house, game) for game in ("ultimate", "pontoon", "holdem")]
    tables.append(open_table(house, "canberra", jackpot=JACKPOT))
    sit_down_to_holdem(house, "holdem-1")
    for number, table in enumerate(tables):
        house.clock.wall.pass_seconds(60)
        play_round(lambda: house, table, Random(number))
    rule(house, SUPERVISOR, "ultimate-1", "record_dispute", reason='"who":"staff:ghost"', ruling="clause UTH 1")


def everything() -> list[tuple[store.StoredEvent, Mapping[str, Any]]]:
    """All rows, each with the cause of its command: where somebody agreed to one, that of the command itself."""
    rows = store.tail(0)
    causes = {row.seq: first_cause(json.loads(row.cause)) for row in rows if row.cause}
    return [(row, causes[row.command]) for row in rows]


def test_all_of_it_newest_and_oldest_first(busy: Floor) -> None:
    rows = search(most=10_000).rows
    assert [row.seq for row in rows] == list(range(store.last_seq(), 0, -1))
    assert search(newest_first=False, most=10_000).rows == rows[::-1]
    for entry, (row, cause) in zip(rows[::-1], everything(), strict=True):
        assert entry[:4] == (row.seq, row.stream, row.position, row.at)
        assert (entry.who, entry.role, entry.asked) == (cause["who"], cause["role"], cause["command"])
        assert (entry.kind, entry.command, entry.digest) == (row.kind, row.command, row.digest[:12])
        assert entry.clause == json.loads(row.body).get("clause", "")


def test_no_card_is_told_and_no_digest_whole(busy: Floor) -> None:
    faces = {face(Card(number)) for number in range(53)}
    for row in search(most=10_000).rows:
        assert not faces & set(row.words.replace(",", " ").replace(".", " ").split())
        assert len(row.digest) == 12
    dealt = search(JournalQuery(kind="holdem.HoleDealt")).rows
    assert [row.words for row in dealt] == ["6 cards face down."]


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        (JournalQuery(stream="table:holdem-1"), lambda row, cause: row.stream == "table:holdem-1"),
        (JournalQuery(family="patron"), lambda row, cause: row.family == "patron"),
        (JournalQuery(kind="games.Placed"), lambda row, cause: row.kind == "games.Placed"),
        (JournalQuery(who="patron:p2"), lambda row, cause: cause["who"] == "patron:p2"),
        (JournalQuery(role="supervisor"), lambda row, cause: cause["role"] == "supervisor"),
        (JournalQuery(clause="PON 4"), lambda row, cause: json.loads(row.body).get("clause", "").startswith("PON 4")),
        (JournalQuery(from_seq=20, to_seq=25), lambda row, cause: 20 <= row.seq <= 25),
        (
            JournalQuery(from_at=Clock().now + 60_000_000, to_at=Clock().now + 120_000_000),
            lambda row, cause: 60_000_000 <= row.at - Clock().now <= 120_000_000,
        ),
        (
            JournalQuery(family="table", who="patron:p1", clause="UTH 4.1"),
            lambda row, cause: (
                (row.family, cause["who"], json.loads(row.body).get("clause")) == ("table", "patron:p1", "UTH 4.1")
            ),
        ),
        (JournalQuery(who="staff:ghost"), lambda row, cause: False),
        (JournalQuery(stream="table:none"), lambda row, cause: False),
        (JournalQuery(clause="100%"), lambda row, cause: False),
    ],
)
def test_filters(busy: Floor, wanted: JournalQuery, fits: Any) -> None:
    found = [row.seq for row in search(wanted, newest_first=False, most=10_000).rows]
    assert found == [row.seq for row, cause in everything() if fits(row, cause)]


# What people write, and what it is to the journal.
CALLED = {"sam vale": ["staff:sam"], "one": ["patron:p1"]}


WRITTEN: tuple[tuple[dict[str, str], JournalQuery], ...] = (
    ({"kind": "LargeCash"}, JournalQuery(kind="floor.LargeCash")),
    ({"kind": "large cash"}, JournalQuery(kind="floor.LargeCash")),
    ({"kind": "FLOOR.largecash"}, JournalQuery(kind="floor.LargeCash")),
    ({"kind": "HandSettled"}, JournalQuery(kind=("canberra.HandSettled", "ultimate.HandSettled"))),
    ({"who": "sam"}, JournalQuery(who="staff:sam")),
    ({"who": "Sam Vale"}, JournalQuery(who="staff:sam")),
    ({"who": "staff:sam"}, JournalQuery(who="staff:sam")),
    ({"who": "P2"}, JournalQuery(who="patron:p2")),
    ({"who": "croupier"}, JournalQuery(who="house:croupier")),
    ({"stream": "ultimate-1"}, JournalQuery(stream="table:ultimate-1")),
    ({"stream": "ultimate"}, JournalQuery(stream="table:ultimate-1")),
    ({"stream": "one"}, JournalQuery(stream="patron:p1")),
    ({"stream": "table:"}, JournalQuery(family="table")),
    ({"clause": "uth 4"}, JournalQuery(clause="UTH 4")),
    ({"clause": "4.1"}, JournalQuery(clause=("UTH 4.1", "PON 4.1", "HLD 4.1", "CAN 4.1", "STAR 4.1"))),
    ({"family": "table", "role": "player"}, JournalQuery(family="table", role="player")),
)
UNKNOWN: tuple[tuple[dict[str, str], dict[str, int], str], ...] = (
    ({"kind": "LargeCahs"}, {}, "The house knows no event called 'LargeCahs'."),
    ({"who": "susana"}, {}, "The house knows no person called 'susana'."),
    ({"stream": "uth-77"}, {}, "The house knows no stream called 'uth-77'."),
    ({"clause": "UTH 99"}, {}, "The house knows no clause called 'UTH 99'."),
    ({"family": "tables"}, {}, "The house knows no family called 'tables'."),
    ({"role": "king"}, {}, "The house knows no role called 'king'."),
    ({}, {"from_seq": 10**6}, "The journal ends with position "),
    ({}, {"from_seq": 5, "to_seq": 4}, "This ends before it begins."),
    ({"kind": "e"}, {}, " have 'e' in their names: write more of it."),
)


def test_what_people_write_is_found_and_what_cannot_be_is_said_to_be_unknown(busy: Floor) -> None:
    give(busy, MANAGER, AddStaff(id="sam", name="Sam Vale", roles=(Role.SUPERVISOR,)))
    say(busy, SUPERVISOR, "ultimate-1", "record_dispute", reason="a glass", ruling="nobody's")
    for written, wanted in WRITTEN:
        meaning = read_filters(written, {}, lambda words: CALLED.get(words.lower(), []))
        assert isinstance(meaning, JournalQuery), meaning
        assert search(meaning, most=10_000) == search(wanted, most=10_000)
        found = search(meaning, most=3)
        assert found.rows == search(wanted, most=3).rows
        assert found.rows or written == {"who": "croupier"}, written
    for written, numbers, said in UNKNOWN:
        no = refused(read_filters(written, numbers, lambda _: []))
        assert said in no.reason
        assert no.field in {*written, *numbers}


@pytest.mark.parametrize("newest_first", [True, False])
@pytest.mark.parametrize(
    "wanted",
    [
        JournalQuery(),
        JournalQuery(family="table", who="patron:p2"),
        JournalQuery(clause="UTH 4"),
        JournalQuery(stream="table:holdem-1"),
    ],
)
def test_pages_follow_each_other_without_a_gap(busy: Floor, wanted: JournalQuery, newest_first: bool) -> None:
    found, after = list[JournalEntry](), None
    while True:
        rows, after = search(wanted, newest_first=newest_first, after=after, most=7)
        assert len(rows) <= 7
        found += rows
        if after is None:
            break
    assert tuple(found) == search(wanted, newest_first=newest_first, most=10_000).rows


@pytest.mark.parametrize("newest_first", [True, False])
def test_a_page_may_begin_after_any_row_of_the_house(busy: Floor, newest_first: bool) -> None:
    wanted = JournalQuery(stream="table:pontoon-1")
    everything = search(wanted, newest_first=newest_first, most=10_000).rows
    for after in range(0, store.last_seq() + 2, 5):
        rows = search(wanted, newest_first=newest_first, after=after, most=10_000).rows
        assert rows == tuple(row for row in everything if (row.seq < after if newest_first else row.seq > after))


def test_the_streams_and_kinds_to_choose_from(busy: Floor) -> None:
    found = {row.stream: row for row in streams()}
    assert {"house:house", "patron:p1", "table:canberra-1"} <= set(found)
    assert store.HOUSE_CHAIN not in found
    head = store.heads(["table:canberra-1"])["table:canberra-1"]
    assert found["table:canberra-1"] == ("table:canberra-1", "table", head.position, head.digest[:12])
    assert [row.stream for row in streams("table")] == sorted(row for row in found if row.startswith("table:"))
    assert {row.kind for row in search(most=10_000).rows} <= set(kinds())


def test_what_is_known_of_people_is_told_in_words(busy: Floor) -> None:
    give(busy, SUPERVISOR, ChangePatron(patron="p1", name="Patron One"))
    (row, *_) = search(JournalQuery(stream="patron:p1")).rows
    assert row.words.startswith("The patron's particulars are changed: Patron One, born 29 February 1980")

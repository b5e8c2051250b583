"""An old house, made fast: some rounds are played through the floor, and their rows are written again and again.

Each copy has positions, seqs, moments, keys, shoes and digests of its own, so that the house verifies: it is what the
floor would have recorded, had the same cards come up again. Tables of Ultimate and Canberra Poker are copied, because
each of their rounds begins with a new shoe; the others have a few rounds that were played.
"""

import json
import sqlite3
import sys
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.server import setup

TABLES, PLAYED = 40, 10
COPIED = ("ultimate", "canberra")
# A round begins somewhere in the house every 5.4 seconds: 16,000 in a day.
PACE, STEP = 5_400_000, 100_000
_AT_ONCE = 400


class Line(NamedTuple):
    """An event as it is copied: what it says but for the number in it, and the transfers that it causes."""

    kind: str
    version: int
    body: str
    transfers: tuple[tuple[str, str, int], ...]


class Said(NamedTuple):
    """A command as it is copied, so long after the beginning of its round."""

    cause: str
    who: str
    after: int
    lines: tuple[Line, ...]


class Round(NamedTuple):
    """A round as it is copied: its commands, the plain text of its shoe, and the table when it was over."""

    said: tuple[Said, ...]
    shoe: str
    record: Any
    began: int


class OldTable:
    """A table that is copied: its rounds, and how far it has got."""

    def __init__(self, name: str, rounds: list[Round], head: tuple[int, str]) -> None:
        self.name = name
        self.rounds: list[Round] = rounds
        self.position, self.digest = head
        last = rounds[-1].record
        self.number, self.shoe, self._results = last.state.house.round, last.shoe, dict(last.state.house.results)
        self._gained = [_gained(before, after) for before, after in pairwise(rounds)]

    def begin(self) -> Round:
        """The next round: the rows are those of a round that was played, but never the first, where people come."""
        index: int = self.number % (len(self.rounds) - 1)
        self.number, self.shoe = self.number + 1, self.shoe + 1
        for player, cents in self._gained[index].items():
            self._results[player] = self._results.get(player, 0) + cents
        return self.rounds[1 + index]

    def snapshot(self, played: Round, began: int) -> str:
        from pitboss.floor.tables.record import to_text

        record = played.record
        house = record.state.house._replace(round=self.number, results=type(record.state.house.results)(self._results))
        since = record.moment_since and record.moment_since - played.began + began
        return to_text(record._replace(state=record.state._replace(house=house), shoe=self.shoe, moment_since=since))


def _gained(before: Round, after: Round) -> dict[str, int]:
    had, has = before.record.state.house.results, after.record.state.house.results
    return {player: cents - had.get(player, 0) for player, cents in has.items()}


def make(folder: Path, rounds: int, tables: int = TABLES) -> None:
    """A house of so many rounds, the last of which was just now."""
    setup.set_up(folder)
    setup.bring_up_to_date()
    from django.db import connections

    from pitboss.floor.kernel.house_clock import wall_clock

    moment = wall_clock() - rounds * PACE - 3600_000_000
    old, moment = _played(moment, tables)
    connections.close_all()
    _copy(folder / "house.sqlite3", old, rounds, moment)


def _played(moment: int, tables: int) -> tuple[list[OldTable], int]:
    """Rounds through the floor at every table; those that will be copied, and the moment after them."""
    from floor_house import BOUGHT_IN, OVER, open_house
    from floor_load import Seats
    from pitboss.floor.cage.counter import BuyIn
    from pitboss.floor.kernel.floor import Done, Floor
    from pitboss.floor.kernel.premises import SETTING_UP
    from pitboss.floor.kernel.roles import Actor, Role

    clock, cashier = [moment], Actor(SETTING_UP.person, Role.CASHIER)
    floor, old = Floor(lambda: clock[0]), []
    for place in open_house(floor, tables):
        seats, records = Seats(place), list[Any]()
        for player in place.players:
            # Enough for whatever they lose, again and again.
            patron = player.actor.person.partition(":")[2]
            assert isinstance(floor.execute(cashier, BuyIn(patron=patron, amount=9 * BOUGHT_IN)), Done)
        while len(records) <= PLAYED:
            clock[0] += STEP
            given = seats.next
            done = floor.execute(given.by.actor, given.command, seats.key())
            assert isinstance(done, Done) or place.game not in COPIED, done
            stage = str(done.answer["stage"]) if isinstance(done, Done) else "refused"
            seats.answered(stage)
            if stage == OVER:
                records.append(floor.record(f"table:{place.table}"))
        if place.game in COPIED:
            old.append(_as_played(place.table, records))
    return old, clock[0]


def _as_played(table: str, records: list[Any]) -> OldTable:
    from pitboss.floor.models import Shoe
    from pitboss.floor.tables import sealing
    from pitboss.journal import store
    from pitboss.ledger.models import Transfer

    stream = f"table:{table}"
    moved: dict[int, list[tuple[str, str, int]]] = {}
    for cause, debit, credit, cents in (
        Transfer.objects.filter(cause__stream=stream).order_by("id").values_list("cause", "debit", "credit", "cents")
    ):
        moved.setdefault(cause, []).append((debit, credit, cents))
    commands = [list(rows) for _, rows in groupby(store.read(stream), key=lambda row: row.command)]
    starts = [n for n, rows in enumerate(commands) if any(row.kind == "games.RoundStarted" for row in rows)]
    rounds = []
    for record, first, end in zip(records, starts, [*starts[1:], len(commands)], strict=True):
        number, shoe = record.state.house.round, record.shoe
        began, said = commands[first][0].at, []
        for rows in commands[first:end]:
            cause, first_row = json.loads(rows[0].cause), rows[0]
            cause["wall"], cause["answer"]["round"] = "@wall", "@round"
            text = json.dumps(cause, sort_keys=True, separators=(",", ":"))
            lines = tuple(
                Line(row.kind, row.version, _without(row.kind, row.body, number, shoe), tuple(moved.get(row.seq, ())))
                for row in rows
            )
            said.append(Said(text, cause["who"], first_row.at - began, lines))
        sealed = Shoe.objects.get(table=table, number=shoe).order
        rounds.append(Round(tuple(said), sealing.open_seal(f"{table} {shoe}", sealed), record, began))
    return OldTable(table, rounds, store.heads([stream])[stream])


def _without(kind: str, body: str, number: int, shoe: int) -> str:
    """The text of an event with the numbers left out that are another round's own."""
    given = {"games.RoundStarted": (number, "@round"), "floor.ShoeCommitted": (shoe, "@shoe")}.get(kind)
    return body if given is None else body.replace(f'"number":{given[0]}', f'"number":{given[1]}')


def _copy(file: Path, old: list[OldTable], rounds: int, moment: int) -> None:
    """Writes the rounds straight into the file, with the guards of the house put aside and back again."""
    database = sqlite3.connect(file, isolation_level=None)
    for pragma in ("synchronous=OFF", "cache_size=-600000", "wal_autocheckpoint=100000"):
        database.execute(f"PRAGMA {pragma}")
    guards = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    indexes = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql <> ''").fetchall()
    for kind, each in (("TRIGGER", guards), ("INDEX", indexes)):
        for name, _ in each:
            database.execute(f'DROP {kind} "{name}"')
    seq, house = database.execute("SELECT position, digest FROM journal_stream WHERE name = '*'").fetchone()
    writing = _Writing(database, seq, house)
    for done in range(0, rounds, _AT_ONCE):
        database.execute("BEGIN")
        for number in range(done, min(done + _AT_ONCE, rounds)):
            moment += PACE
            writing.add(old[number % len(old)], moment)
        writing.flush()
        database.execute("COMMIT")
    database.execute("BEGIN")
    writing.end(old)
    for _, sql in (*indexes, *guards):
        database.execute(sql)
    database.execute("COMMIT")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


class _Writing:
    """Rows on their way into the file, and the heads of the house's chain and the ledger."""

    def __init__(self, database: sqlite3.Connection, seq: int, house: str) -> None:
        self._database, self._seq, self._house = database, seq, house
        self._transfer = database.execute("SELECT MAX(id) FROM ledger_transfer").fetchone()[0]
        self._balances: dict[str, int] = {}
        self._events: list[tuple[Any, ...]] = []
        self._transfers: list[tuple[Any, ...]] = []
        self._shoes: list[tuple[Any, ...]] = []
        self._snapshots: list[tuple[Any, ...]] = []

    def add(self, table: OldTable, moment: int) -> None:
        from pitboss.floor.kernel.floor import SNAPSHOT_EVERY
        from pitboss.floor.tables import sealing
        from pitboss.journal.chain import ChainEntry, fold, link

        played, stream, began = table.begin(), f"table:{table.name}", table.position
        number, shoe = str(table.number), str(table.shoe)
        for said in played.said:
            command, at = self._seq + 1, moment + said.after
            cause = said.cause.replace('"@wall"', str(at)).replace('"@round"', number)
            key: str | None = f"{said.who} {table.name} {command}"
            for kind, version, body, transfers in said.lines:
                self._seq, table.position = self._seq + 1, table.position + 1
                body = body.replace("@round", number).replace("@shoe", shoe) if "@" in body else body
                entry = ChainEntry(
                    self._seq, stream, table.position, "table", kind, version, body, at, command, cause, key
                )
                table.digest = link(table.digest, entry)
                self._house = fold(self._house, table.digest)
                self._events.append((*entry, table.digest, self._house))
                for debit, credit, cents in transfers:
                    self._transfer += 1
                    self._transfers.append((self._transfer, debit, credit, cents, self._seq))
                    self._balances[debit] = self._balances.get(debit, 0) - cents
                    self._balances[credit] = self._balances.get(credit, 0) + cents
                cause, key = "", None
        sealed = sealing.close_seal(f"{table.name} {shoe}", played.shoe)
        self._shoes.append((table.name, table.shoe, sealed, "", 0))
        if table.position // SNAPSHOT_EVERY > began // SNAPSHOT_EVERY:
            self._snapshots.append((stream, table.position, table.snapshot(played, moment)))

    def flush(self) -> None:
        for name, columns, rows in self._waiting():
            marks = ", ".join(["?"] * (columns.count(",") + 1))
            self._database.executemany(f"INSERT INTO {name} ({columns}) VALUES ({marks})", rows)
            rows.clear()

    def _waiting(self) -> Iterator[tuple[str, str, list[tuple[Any, ...]]]]:
        from pitboss.journal.store import StoredEvent

        yield "journal_event", ", ".join(StoredEvent._fields), self._events
        yield "ledger_transfer", "id, debit, credit, cents, cause", self._transfers
        yield "floor_shoe", '"table", number, "order", nonce, cut', self._shoes
        yield "journal_snapshot", "stream, position, body", self._snapshots

    def end(self, old: list[OldTable]) -> None:
        """The heads and the balances after all of it."""
        heads = [(table.position, table.digest, f"table:{table.name}") for table in old]
        self._database.executemany(
            "UPDATE journal_stream SET position = ?, digest = ? WHERE name = ?", [*heads, (self._seq, self._house, "*")]
        )
        self._database.executemany(
            "UPDATE ledger_account SET balance = balance + ? WHERE name = ?",
            [(cents, name) for name, cents in self._balances.items()],
        )


if __name__ == "__main__":
    make(Path(sys.argv[1]), int(sys.argv[2]), *map(int, sys.argv[3:]))

"""Somebody of every role who listens at every address, and what must not be heard there.

`Listener` asks for everything that each viewer can ask for, at any moment of an evening, and raises where a text has a
card that is not theirs to see, a secret of the house, or something about another patron.
"""

import io
import json
import logging
from collections.abc import Iterable, Iterator
from typing import Any, cast

import msgspec

from pitboss.cards.card import Card, face
from pitboss.floor.kernel.contract import Command, No, name_of
from pitboss.floor.kernel.floor import Done, Floor, Known, fold
from pitboss.floor.kernel.registry import FAMILIES
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.models import Credential, Shoe
from pitboss.floor.people.patron_record import Patron
from pitboss.floor.reading import recall
from pitboss.floor.tables.record import TableRecord
from pitboss.floor.tables.shoes import shuffle_in
from pitboss.journal import store
from pitboss.ledger import books
from pitboss.screens.api.reads import Read
from pitboss.screens.api.urls import READS
from pitboss.screens.common.formatting import card_in_signs, card_in_words, money
from pitboss.server.logs import OneLine
from tests.floor.reading.privacy_scene import OUTSIDERS, VIEWERS, cards_in, may_see, numbers_in, words_in
from tests.screens.api_scene import Api

PATRONS = ("p1", "p2", "p3", "p4")
TOURNAMENT, DAY = "saturday", "2025-11-15"
# What may change with every step of a round.
OF_TABLES = tuple(read for read in READS if read.path in ("/api/tables/{table}", "/api/journal"))
ADVICE = {"odds", "ev", "expected_value", "worth", "equity", "strategy", "best", "recommended", "hint"}
_ALWAYS_THE_SAME = ("/api/openapi.json", "/api/permissions")
# Of a patron nobody outside the staff hears these.
_PRIVATE_WORDS = {"born", "membership", "direction", "own_order", "prevented_until", "play_time"}
_SAID = {
    (named := face(Card(number))): (f"#{named}", f'-{named}"', card_in_words(named), card_in_signs(named))
    for number in range(52)
}


class Listener:
    """Everybody's ears. `secrets` are texts that nobody may ever be told."""

    def __init__(self, api: Api) -> None:
        self.api, self.floor = api, api.floor
        self.secrets: set[str] = set()
        self.heard = 0
        self.asked: set[tuple[Actor, str]] = set()
        # What is private of each patron, and the money they have now.
        self._private: dict[str, tuple[str, ...]] = {}
        self._money: dict[str, int] = {}

    def everywhere(self, table: str) -> None:
        """All that can be asked for about the house and about a table, by everybody."""
        self.at_the_table(table, READS)
        for viewer in VIEWERS:
            for path in ("/", "/health", "/api/nowhere", f"/api/tables/{table}?cards=1"):
                self.hears(viewer, path, self._get(path, viewer), set())

    def at_the_table(self, table: str, reads: Iterable[Read] = OF_TABLES) -> None:
        """What can be asked for about a table, by everybody, and what happens in the journal."""
        self._learn()
        record: TableRecord = self.floor.record(f"table:{table}")
        for viewer in VIEWERS:
            for read in reads:
                if read.path in _ALWAYS_THE_SAME and (viewer, read.path) in self.asked:
                    continue
                self.asked.add((viewer, read.path))
                for path in _paths(read.path, table, record):
                    may = may_see(record, viewer) if "{table}" in read.path else set()
                    self.hears(viewer, path, self._get(path, viewer), may)

    def recalled(self, table: str) -> None:
        """Every step of every round of a table, as everybody is shown it."""
        for past in recall.rounds(table):
            for number, step in enumerate(recall.steps(table, past.number), 1):
                record = table_at(table, step.seq)
                for viewer in VIEWERS:
                    path = f"/api/tables/{table}/rounds/{past.number}?step={number}"
                    self.hears(viewer, path, self._get(path, viewer), may_see(record, viewer))

    def hears(self, viewer: Actor, where: str, text: str, may: set[str]) -> None:
        """A text has come to somebody, who may see these cards in it and no others."""
        self.heard += 1
        for secret in self.secrets:
            assert secret not in text, f"{viewer} was told a secret at {where}"
        if not text.startswith(("{", "[")):
            return
        told = json.loads(text)
        unseen = cards_in(told) - may
        assert not unseen or "openapi" in where, f"{viewer} was told {unseen} at {where}"
        assert not words_in(told) & ADVICE or "openapi" in where, f"{where} advises"
        if viewer in OUTSIDERS and "openapi" not in where:
            self._keeps_others_private(viewer, where, told, text)

    def sees(self, viewer: Actor, where: str, text: str, may: set[str]) -> None:
        """Something was drawn for somebody, with these cards face up and no others, and with nobody else's affairs."""
        self.heard += 1
        unseen = cards_drawn(text) - may
        assert not unseen, f"{viewer} was shown {unseen} at {where}"
        for secret in self.secrets:
            assert secret not in text, f"{viewer} was shown a secret at {where}"
        for patron in PATRONS if viewer in OUTSIDERS else ():
            if viewer.person != f"patron:{patron}":
                for private in (*self._private[patron], money(self._money[patron])):
                    assert private not in text, f"{viewer} was shown {private!r} at {where}"

    def _keeps_others_private(self, viewer: Actor, where: str, told: Any, text: str) -> None:
        numbers = numbers_in(told)
        for patron in PATRONS:
            if viewer.person == f"patron:{patron}":
                continue
            for private in self._private[patron]:
                assert private not in text, f"{viewer} was told {private!r} at {where}"
            assert self._money[patron] not in numbers, f"{viewer} was told {patron}'s money at {where}"
        if viewer.role is not Role.PLAYER:
            assert not words_in(told) & _PRIVATE_WORDS, f"{viewer} at {where}"

    def _get(self, path: str, viewer: Actor) -> str:
        answer = self.api.get(path, None if viewer is VISITOR else viewer)
        assert answer.status_code < 500, (path, answer.content)
        return answer.content.decode()

    def _learn(self) -> None:
        """The order of every shoe, whatever proves who somebody is, and what is private now."""
        for patron in PATRONS:
            record: Patron = self.floor.record(f"patron:{patron}")
            why = () if record.direction is None else (record.direction.reason,)
            self._private[patron] = (record.name, record.born.isoformat(), record.membership, *why)
            self._money[patron] = books.balance(f"patron:{patron}")
        for row in Shoe.objects.all():
            made = shuffle_in(row)
            assert made is not None
            cards, cut = [face(each) for each in made.order], made.cut_at
            self.secrets |= {made.nonce.hex(), row.order, " ".join(cards)}
            self.secrets |= {"".join(cards[:6]), json.dumps(cards[:6])[1:-1]}
            self.secrets.add(",".join(f'"{each}"' for each in cards[cut : cut + 12]))
        for credential in Credential.objects.all():
            self.secrets |= {each for each in (credential.password, credential.second_factor) if each}
        self.secrets |= set(self.api._tokens.values())


def cards_drawn(text: str) -> set[str]:
    """The cards that a page shows: drawn, in words for those who do not see them, or in signs."""
    return {named for named, said in _SAID.items() if any(each in text for each in said)}


def _paths(pattern: str, table: str, record: TableRecord) -> Iterator[str]:
    """An address for everything that can be put into it."""
    round_number = max(record.state.house.round, 1)
    if "{patron}" in pattern:
        yield from (pattern.format(patron=patron) for patron in PATRONS)
        return
    path = pattern.format(table=table, tournament=TOURNAMENT, day=DAY, round=round_number)
    if path == "/api/journal":
        yield f"{path}?after={max(store.last_seq() - 40, 0)}"
        yield f"{path}?stream=table:{table}&most=500&after={max(store.last_seq() - 200, 0)}"
        return
    yield f"{path}?search=p" if path == "/api/patrons" else path
    if "{round}" in pattern:
        taken = recall.steps(table, round_number) if record.state.house.round else []
        yield f"{path}?step={max(len(taken), 1)}"


def table_at(table: str, seq: int) -> TableRecord:
    """A table as its first events up to a `seq` make it."""
    rows = [row for row in store.read(f"table:{table}") if row.seq <= seq]
    found: TableRecord = fold(FAMILIES["table"], Known(0, None), rows).record
    return found


class ByWire:
    """A floor whose commands go over the API, so that what is answered is heard too."""

    def __init__(self, listener: Listener) -> None:
        self._listener, self._floor = listener, listener.floor
        self._number = 0

    def record(self, stream: str) -> Any:
        return self._floor.record(stream)

    def execute(self, actor: Actor, command: Command, key: str | None = None) -> Done | No:
        if actor.role is Role.CROUPIER:
            return self._floor.execute(actor, command, key)
        self._number += 1
        body, name = msgspec.to_builtins(command), name_of(type(command))
        given: dict[str, Any] = {"by": actor, "Idempotency_Key": key or f"key {self._number}"}
        answer = self._listener.api.post(name, body, **given)
        self._listener.hears(actor, f"the answer to {name}", answer.content.decode(), set())
        again = self._listener.api.post(name, body, **given)
        self._listener.hears(actor, f"the answer to {name} once more", again.content.decode(), set())
        told = json.loads(answer.content)
        if answer.status_code != 200:
            return No(told["refused"]["reason"], status=answer.status_code)
        return Done(told["seq"], (), told["answer"], {})


class LogKept:
    """What the house writes to its log meanwhile."""

    def __init__(self) -> None:
        self._text = io.StringIO()
        self._handler = logging.StreamHandler(self._text)
        self._handler.setFormatter(OneLine())

    def __enter__(self) -> "LogKept":
        logger = logging.getLogger("pitboss")
        self._level = logger.level
        logger.addHandler(self._handler)
        logger.setLevel(logging.INFO)
        return self

    def __exit__(self, *_: object) -> None:
        logger = logging.getLogger("pitboss")
        logger.removeHandler(self._handler)
        logger.setLevel(self._level)

    def lines(self) -> list[str]:
        return self._text.getvalue().splitlines()


def floor_of(by_wire: ByWire) -> Floor:
    """For those who want a floor: it takes the same commands."""
    return cast(Floor, by_wire)

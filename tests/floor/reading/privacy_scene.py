"""Who may see which card, written down once more from the rules, and houses on paper that differ in hidden cards only.

`may_see` says which cards of a table somebody may know at a moment. A `PaperHouse` decides commands and applies what
follows, without a database, so that the same evening can be played twice: once with the shoe as it is, and once with
the cards that somebody has not seen in other places. Whatever that person is told must then be the same.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

from pitboss.cards.card import Card, face
from pitboss.cards.shuffle import NONCE_BYTES, Shuffle, permute
from pitboss.floor.kernel.contract import Command, Decision, Fact, No, Now, Yes, event_told
from pitboss.floor.kernel.premises import HouseOpened
from pitboss.floor.kernel.registry import FAMILIES, VERBS
from pitboss.floor.kernel.roles import CROUPIER, VISITOR, Actor, Role
from pitboss.floor.people.patron_record import PatronAdded
from pitboss.floor.reading.views import view_of
from pitboss.floor.tables import shoes
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.record import TableAdded, TableRecord, seats_of
from pitboss.floor.tables.setup import settings_from
from pitboss.games.play import Stage
from pitboss.journal.store import family_of
from pitboss.kits import game_named
from tests.floor.house_scene import Clock
from tests.floor.tables.table_floor_scene import (
    AUDITOR,
    CASHIER,
    DEALER,
    DISPLAY,
    MANAGER,
    P1,
    P2,
    P3,
    P4,
    PLAYERS,
    SUPERVISOR,
    WAGERS,
    command_of,
)

DIRECTOR = Actor("staff:dirk", Role.DIRECTOR)
VIEWERS = (P1, P2, P3, P4, DEALER, SUPERVISOR, CASHIER, DIRECTOR, AUDITOR, MANAGER, DISPLAY, VISITOR)
# Those who are not of the house: they know nothing of other patrons but what is said at the tables.
OUTSIDERS = (P1, P2, P3, P4, DISPLAY, VISITOR)
_NO_DECISIONS = ("place", "increase", "take_back", "sit", "join", "leave", "change_seat", "top_up", "sit_out")
_FACES = "|".join(face(Card(number)) for number in range(53))
_ONLY_CARDS = re.compile(rf"(?:{_FACES})(?:[ ,]*(?:{_FACES}))*")
_ONE_CARD = re.compile(_FACES)


# Who may see what.


def may_see(record: TableRecord, actor: Actor) -> set[str]:
    """The cards of the round on a table that somebody may know: those that lie face up, and one's own."""
    state = record.state
    if actor.role is Role.AUDITOR and state.felt.stage is Stage.OVER:
        return set(map(face, state.felt.dealt))
    known = {"ultimate": _in_ultimate, "canberra": _in_canberra, "pontoon": _in_pontoon, "holdem": _in_holdem}
    own = actor.id if actor.role is Role.PLAYER else ""
    return set(map(face, known[record.game](state, own)))


def _in_ultimate(state: Any, own: str) -> Iterator[Card]:
    play = state.play
    yield from (each for _, each in play.seen)
    yield from play.communal[: play.shown]
    if play.phase in ("declared", "settling"):
        yield from play.dealer
    yield from _in_boxes(state, own, is_looked_at=True)


def _in_canberra(state: Any, own: str) -> Iterator[Card]:
    play = state.play
    yield from play.seen
    if play.phase == "revealed":
        yield from play.dealer
    elif play.up is not None:
        yield from play.dealer[play.up : play.up + 1]
    yield from _in_boxes(state, own, is_looked_at=play.may_look)


def _in_boxes(state: Any, own: str, *, is_looked_at: bool) -> Iterator[Card]:
    after_the_deal = state.felt.stage in (Stage.PLAYING, Stage.OVER) and is_looked_at
    for box in state.play.boxes:
        is_own = box.player == own and box.entitled and after_the_deal and box.standing in ("deciding", "in_play")
        if is_own or box.standing == "settled":
            yield from box.cards


def _in_pontoon(state: Any, _own: str) -> Iterator[Card]:
    yield from state.play.dealer
    for box in state.play.boxes:
        for hand in box.hands:
            yield from hand.cards


def _in_holdem(state: Any, own: str) -> Iterator[Card]:
    now = state.play.round
    yield from now.board
    yield from now.exposed
    for hand, cards in enumerate(now.hole):
        turned_up = now.settlement is not None and now.seats[hand] in now.settlement.shown
        if now.names[hand] == own or turned_up or now.shown >> hand & 1:
            yield from cards


def cards_in(value: Any) -> set[str]:
    """Every card that is written in a document: as a word of its own, or in a row of nothing but cards."""
    if isinstance(value, str):
        return set(_ONE_CARD.findall(value)) if _ONLY_CARDS.fullmatch(value) else set()
    if isinstance(value, dict):
        return {found for pair in value.items() for part in pair for found in cards_in(part)}
    return {found for part in value for found in cards_in(part)} if isinstance(value, list | tuple) else set()


def words_in(value: Any) -> set[str]:
    """The names of everything that is told in a document."""
    if isinstance(value, dict):
        return {*value, *(found for part in value.values() for found in words_in(part))}
    return {found for part in value for found in words_in(part)} if isinstance(value, list | tuple) else set()


def numbers_in(value: Any) -> set[int]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return {found for part in value for found in numbers_in(part)}
    return {value} if type(value) is int else set()


# A house on paper.


class Told(NamedTuple):
    """What somebody is told of a command: whether it was done, the kinds and clauses of its events, and the view."""

    answer: Any
    events: tuple[Any, ...] = ()
    view: Any = None
    # Whether it has brought cards to light, or decided about them.
    is_revealing: bool = False


class PaperHouse(Now):
    """An open house with four patrons and one virtual table, in memory only; the shoe is dealt in a given order."""

    def __init__(self, game: str, order: Sequence[Card] | None, seed: int, **settings: Any) -> None:
        super().__init__(Clock().now, lambda _stream: None)
        self._rows: dict[tuple[str, int], Any] = {}
        self._random, self._order = Random(seed), order
        self._happened("house:house", HouseOpened("staff:maria"))
        for actor in (*PLAYERS, P4):
            born = date(1980, 2, 29)
            self._happened(actor.person, PatronAdded(actor.id, f"Patron {actor.id}", born, "", False, "staff:maria"))
        chosen = settings_from(game_named(game), settings, is_virtual=True)
        assert not isinstance(chosen, No), chosen
        self.stream = "table:one"
        self._happened(self.stream, TableAdded("staff:maria", "one", game, "One", "house", chosen, 30))
        self.give(MANAGER, Play(table="one", do="open_table"))

    @property
    def table(self) -> TableRecord:
        found: TableRecord = self._records[self.stream]
        return found

    def record(self, stream: str) -> Any:
        return self._records.get(stream)

    def streams(self, family: str) -> tuple[str, ...]:
        return tuple(sorted(stream for stream in self._records if family_of(stream) == family))

    def balance(self, _account: str) -> int:
        return 10**9

    # What is done.

    def decided(self, actor: Actor, command: Command) -> Decision:
        verb = VERBS[type(command)]
        if actor.role not in verb.roles:
            return No("This is not for them.", status=403)
        with self._paper_shoes():
            return verb.decide(self, actor, command)

    def give(self, actor: Actor, command: Command) -> tuple[Fact, ...]:
        decision = self.decided(actor, command)
        assert isinstance(decision, Yes), (command, decision)
        with self._paper_shoes():
            for write in decision.writes:
                write()
        for stream, event in decision.facts:
            self._happened(stream, event)
        return decision.facts

    def tried(self, actor: Actor, command: Command, viewer: Actor) -> Told:
        """What a viewer would be told if somebody gave this command; it is not given."""
        decision = self.decided(actor, command)
        if isinstance(decision, No):
            return Told(str(decision))
        record = self.table
        for stream, event in decision.facts:
            if stream == self.stream:
                record = FAMILIES["table"].apply(record, event, self.at)
        view = self.shown(viewer, record)
        assert cards_in(view) <= may_see(record, viewer), (viewer, command)
        revealed = may_see(record, viewer) - may_see(self.table, viewer) or record.drawn != self.table.drawn
        return Told(decision.answer, kinds_of(decision.facts), view, bool(revealed))

    def shown(self, viewer: Actor, record: TableRecord | None = None) -> Any:
        """What a viewer sees of the table, but for the promise of the shoe, which is another one for every shoe."""
        view = view_of(self.stream, record or self.table, viewer, self.at)
        view["shoe"] = {name: value for name, value in view["shoe"].items() if name != "commitment"}
        return json.loads(json.dumps(view))

    def cards(self) -> tuple[Card, ...]:
        """The shoe in use, as its cards leave it."""
        with self._paper_shoes():
            return shoes.cards_of(self.table)

    def with_hidden_elsewhere(self, hidden: Sequence[int], random: Random) -> tuple[Card, ...]:
        """The shoe before it was cut, with the cards at the hidden places in other ones of these places."""
        made = shoes.shuffle_in(self._rows["one", self.table.shoe])
        assert made is not None
        order = list(made.order)
        places = [(made.cut_at + place) % len(order) for place in hidden]
        for place, other in zip(places, [order[each] for each in random.sample(places, len(places))], strict=True):
            order[place] = other
        return tuple(order)

    def _happened(self, stream: str, event: Any) -> None:
        before = self._records.get(stream)
        self._records[stream] = FAMILIES[family_of(stream)].apply(before, event, self.at)

    @contextmanager
    def _paper_shoes(self) -> Iterator[None]:
        objects = SimpleNamespace(create=self._keep, filter=self._found)
        with ExitStack() as stack:
            stack.enter_context(patch.object(shoes, "Shoe", SimpleNamespace(objects=objects)))
            stack.enter_context(patch.object(shoes, "shuffle", self._shuffle))
            stack.enter_context(patch.object(shoes, "below", lambda limit: limit // 2))
            yield

    def _keep(self, **row: Any) -> None:
        self._rows[row["table"], row["number"]] = SimpleNamespace(**row)

    def _found(self, table: str, number: int) -> Any:
        return SimpleNamespace(first=lambda: self._rows.get((table, number)))

    def _shuffle(self, deck: Sequence[Card]) -> Shuffle:
        bits = self._random.getrandbits
        order = permute(deck, bits) if self._order is None or len(self._order) != len(deck) else self._order
        return Shuffle(tuple(order), bits(8 * NONCE_BYTES).to_bytes(NONCE_BYTES))


def kinds_of(facts: Iterable[Fact]) -> tuple[Any, ...]:
    return tuple((stream, tuple(sorted(event_told(event).items()))) for stream, event in facts)


# An evening: what three players do at a table, by dice, until a round is over.


def evening(house: PaperHouse, dice: Random) -> Iterator[tuple[Actor, Command]]:
    """One command after the other, each as the table then is."""
    game = house.table.game
    for seat, actor in enumerate(PLAYERS, 1):
        if game == "holdem":
            yield actor, Play(table="one", do="join", seat=seat, amount=50_000)
        else:
            wagers = dict(WAGERS[game])
            if getattr(house.table.state.play, "jackpot", None) is not None:
                wagers["jackpot"] = 200
            yield actor, Play(table="one", do="place", seat=seat, wagers=wagers)
    yield CROUPIER, Deal(table="one")
    for _ in range(200):
        if house.table.state.felt.stage is Stage.OVER:
            return
        yield _next(house, dice)
    raise AssertionError("the round does not end")


def _next(house: PaperHouse, dice: Random) -> tuple[Actor, Command]:
    due = house.table.rules.due(house.table.state)
    for actor in dice.sample(PLAYERS, len(PLAYERS)):
        view = view_of(house.stream, house.table, actor, house.at)
        choices = [each for each in view["choices"] if each["do"] not in _NO_DECISIONS and each.get("seat") in due]
        if choices:
            return actor, command_of("one", actor, dice.choice(choices), dice)
    return CROUPIER, Deal(table="one")


def hidden_places(records: Sequence[TableRecord], cards: Sequence[Card], viewer: Actor) -> list[int]:
    """The places in the shoe whose cards a viewer has never seen, and which no result has told them anything about."""
    record = records[-1]
    if record.game == "pontoon":
        return list(range(record.drawn, len(cards)))
    told = {each for past in records for each in may_see(past, viewer)}
    if record.game == "holdem" and record.state.play.round.settlement is not None:
        # At a showdown a hand that was mucked has lost, and so everybody knows something about it.
        now = record.state.play.round
        mucked = [now.hole[now.seats.index(seat)] for seat in now.settlement.mucked]
        told |= {face(each) for hand in mucked for each in hand}
    return [place for place, each in enumerate(cards) if face(each) not in told]


def tries(record: TableRecord, actor: Actor) -> Iterator[Command]:
    """Everything that somebody could ask at the table with nothing but a place and an amount."""
    yield Deal(table="one")
    own = seats_of(record, actor.id)
    for do in record.rules.verbs:
        for seat in {None, 1, 2, *own}:
            yield Play(table="one", do=do, seat=seat)
            yield Play(
                table="one", do=do, seat=seat, player="p2", amount=1000, reason="disturbance", ruling="void_round"
            )

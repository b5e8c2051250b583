"""A hold'em table as a case describes it: settings, chairs, the button, and the cards in the order they will come."""

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from pitboss.cards.card import JOKER, Card, card, face
from pitboss.conformance.format.document import Case, MalformedCase
from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME
from pitboss.games.holdem.seats.entry import entry_dues
from pitboss.games.holdem.seats.posting import Positions
from pitboss.games.holdem.settings import ANTE, HoldemSettings, settings_of
from pitboss.games.holdem.situations.moves import HoldemTable
from pitboss.games.holdem.state import MISSED, MOVED, WAITING, Chair, Holdem, Room, with_room
from pitboss.games.play import Command, Events, Role
from pitboss.games.table import StackedShoe, Table
from pitboss.games.writing.settings import settings_from
from pitboss.rulebook.refusal import Refusal

USUAL_SEATS = 10
# More blinds than anybody has ever missed.
_MOST_MISSED = 20
_STREET_SIZES = (3, 1, 1)
_BOARD_SIZES = (0, 3, 4, 5)


def table_of(case: Case) -> HoldemTable:
    """An open table with everybody in the chair and with the stake that the case says, between two rounds."""
    highest = max((row["seat"] for row in case.seats), default=0)
    settings = settings_from(GAME, {"boxes": max(USUAL_SEATS, highest), **case.table})
    if isinstance(settings, Refusal):
        raise MalformedCase(f"table: {settings}")
    assert isinstance(settings, HoldemSettings)
    table: HoldemTable = Table(GAME, settings, StackedShoe(()))
    table.open()
    table.state = with_room(table.state, _room(case, settings))
    return table


def _room(case: Case, settings: HoldemSettings) -> Room:
    """Return the room as the case describes it; stakes are not checked."""
    button: int | None = case.table.get("button")
    chairs: dict[int, Chair] = {}
    for number, row in enumerate(case.seats):
        if row["seat"] in chairs:
            raise MalformedCase(f"seats[{number}].seat: seat {row['seat']} is taken already.")
        chairs[row["seat"]] = _chair(row, settings, f"seats[{number}]", on_button=row["seat"] == button)
    names = [chair.player for chair in chairs.values()]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise MalformedCase(f"seats: {twice} sits at two of them.")
    return Room(
        chairs=Frozen(dict(sorted(chairs.items()))),
        button=button,
        small=case.table.get("small_blind"),
        big=case.table.get("big_blind"),
        passed=frozenset() if button is None else frozenset((button,)),
        revolution_complete=case.table.get("button_revolution_complete", False),
    )


def _chair(row: Mapping[str, Any], settings: HoldemSettings, path: str, *, on_button: bool) -> Chair:
    """A chair of a case; a stake that is not written is as large as can be brought to the table."""
    stake = row.get("stack", settings.max_buy_in)
    chair = Chair(row.get("player", f"P{row['seat']}"), stake, absent=row.get("absent", False))
    posts = row.get("post_live", 0), row.get("post_dead", 0)
    if posts == (0, 0):
        return chair
    waits = chair._replace(standing=WAITING, waits_as=MISSED, posts=True)
    # HLD 17.13 alone lets somebody who posts come in on the button.
    moved = waits._replace(waits_as=MOVED)
    if on_button and settings.structure != ANTE and posts == entry_dues(settings, moved):
        return moved
    for smalls, bigs in product(range(_MOST_MISSED), repeat=2):
        missed = waits._replace(missed_small=smalls, missed_big=bigs)
        if settings.structure != ANTE and entry_dues(settings, missed) == posts:
            return missed
    raise MalformedCase(f"{path}: no blinds that can be missed here make {posts[0]} live and {posts[1]} dead.")


def begin(table: HoldemTable, case: Case) -> None:
    """The round begins: places, blinds and posts, any over-blind, and the cards of the case in the shoe."""
    events = table.do(Command(Role.DEALER, "start_round"))
    if isinstance(events, Refusal):
        raise MalformedCase(f"seats: {events}")
    _as_written(case, events)
    over_blind = case.table.get("over_blind")
    if over_blind is not None:
        command = Command(Role.PLAYER, "over_blind", over_blind["seat"], amount=over_blind["amount"])
        answer = table.do(command)
        if isinstance(answer, Refusal):
            raise MalformedCase(f"table.over_blind: {answer}")
    table.shoe.cards = list(_stack_shoe(case, table.state))[::-1]
    table.shuffle_if_due()


def _as_written(case: Case, events: Events) -> None:
    """Whether the rules have come to the button and the posts that the case tells of."""
    line = next(event.line for event in events if isinstance(event, Positions))
    button = case.table.get("button", line.button)
    if button != line.button:
        raise MalformedCase(f"table.button: goes to seat {line.button}, because nobody at seat {button} is dealt in.")
    for number, row in enumerate(case.seats):
        posts = row.get("post_live", 0), row.get("post_dead", 0)
        if posts == (0, 0):
            continue
        entry = line.entries.get(row["seat"])
        posted = (0, 0) if entry is None or not entry.dealt_in else (entry.live, entry.dead)
        if posted != posts:
            got = f"{posted[0]} live and {posted[1]} dead"
            raise MalformedCase(f"seats[{number}]: posts {got} here, not {posts[0]} and {posts[1]}.")


def _stack_shoe(case: Case, state: Holdem) -> Iterator[Card]:
    """The shoe as it is written, or the hands and the board that are, with other cards in the places between.

    A hand that does not matter may be missing, and burned cards always are. A board that is written ends where it
    does; without one, no card of it matters.
    """
    if case.shoe:
        if case.cards:
            raise MalformedCase("cards: cannot stand beside a shoe, which has every card in its order.")
        yield from map(card, case.shoe)
        return
    settings, now = settings_of(state), state.play.round
    hands = _hands(case)
    for seat, hand in hands.items():
        if seat not in now.seats:
            raise MalformedCase(f"cards.hole.{seat}: nobody at that seat is dealt in.")
        if len(hand) > settings.hole_cards:
            raise MalformedCase(f"cards.hole.{seat}: a hand has {settings.hole_cards} cards, not {len(hand)}.")
    named = _named_cards(case)
    # A joker that nobody has written would change hands that were.
    others = [each for each in GAME.deck(state).cards if each not in named]
    spare = iter(sorted(others, key=lambda each: each == JOKER))
    for place in range(settings.hole_cards):
        for seat in now.seats:
            hand = hands.get(seat, ())
            yield from hand[place : place + 1] or islice(spare, 1)
    written = case.cards.get("board")
    if written is not None and len(written) not in _BOARD_SIZES:
        raise MalformedCase(f"cards.board: there is no board of {len(written)} cards.")
    board = iter(map(card, written)) if written is not None else spare
    for count in _STREET_SIZES:
        dealt = list(islice(board, count))
        if dealt and settings.burn:
            yield from islice(spare, 1)
        yield from dealt


def _hands(case: Case) -> dict[int, tuple[Card, ...]]:
    """The hole cards by seat; a card that will be shown in the deal belongs to a hand that is not written."""
    shown = {
        step["seat"]: tuple(map(card, step["cards"])) for step in case.script if step.get("event") == "card_exposed"
    }
    written: Mapping[str, list[str]] = case.cards.get("hole", {})
    for seat in written:
        if not seat.isdecimal():
            raise MalformedCase(f"cards.hole.{seat}: is not the number of a seat.")
    return shown | {int(seat): tuple(map(card, cards)) for seat, cards in written.items()}


def _named_cards(case: Case) -> set[Card]:
    """Every card that the case speaks of; none of its cards is written in two places."""
    hole = [each for cards in case.cards.get("hole", {}).values() for each in cards]
    written = [card(text) for text in (*hole, *case.cards.get("board", ()))]
    twice = next((each for each in written if written.count(each) > 1), None)
    if twice is not None:
        raise MalformedCase(f"cards: {face(twice)} is written twice.")
    in_steps = [card(text) for step in case.script if isinstance(step.get("cards"), list) for text in step["cards"]]
    return {*written, *in_steps}

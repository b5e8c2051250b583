"""The table from the dealer's side: the cards that lie open, the boxes from the left, and the cards of the deck."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.cards.card import JOKER, RANKS, Card, card
from pitboss.floor.tables.record import TableRecord
from pitboss.floor.tables.stake_record import open_limit
from pitboss.games.play import Stage
from pitboss.games.views import HIDDEN, PlaceView, WagerView
from pitboss.kits import game_named, kit_of
from pitboss.screens.dealer.consoles import View
from pitboss.screens.dealer.hands import dealer_standing
from pitboss.screens.dealer.settlement import is_void

_OF_ROUND = (Stage.DEALING, Stage.PLAYING)
_STANDINGS = {
    "deciding": "decides",
    "in_play": "in",
    "folded": "folded",
    "conceded": "conceded",
    "void": "void",
    "settled": "settled",
    "open": "plays",
    "stood": "stands",
    "paid": "paid",
    "bust": "bust",
    "surrendered": "surrendered",
}


class Pile(NamedTuple):
    """Cards of one place, with its words."""

    title: str
    cards: list[str]
    is_now: bool = False


class StripBox(NamedTuple):
    """A place in the strip; `limit` is what a dealer may still stake for whoever sits there, at a live table."""

    seat: int
    player: str
    stake: int
    words: str
    is_open: bool
    limit: int | None = None


def piles_of(view: View, seat: int | None) -> list[Pile]:
    """Return the piles before the dealer: the own hand, the board, and the box that is being dealt with."""
    found = [
        Pile(f"Dealer {dealer_standing(view)}".strip(), list(view.felt.dealer)),
        Pile("Board", list(view.felt.board)),
    ]
    for box in view.felt.places:
        if box.seat == seat:
            found += _hands(view, box)
    return [pile for pile in found if pile.cards]


def _hands(view: View, box: PlaceView) -> Iterator[Pile]:
    title = f"{game_named(view.game).place.capitalize()} {box.seat}"
    for number, hand in enumerate(box.hands, 1):
        which = f" hand {number}" if len(box.hands) > 1 else ""
        total = f" · {hand.total}" if hand.total else ""
        yield Pile(f"{title}{which}{total}", hand.cards or [], is_now=True)


def boxes_of(record: TableRecord, view: View, at: int) -> list[StripBox]:
    """All places of the layout; a dealer has box 1 at the left."""
    boxes = (_box(view, seat) for seat in range(1, record.state.settings.boxes + 1))
    return [box._replace(limit=_limit_left(record, box, at)) for box in boxes]


def _limit_left(record: TableRecord, box: StripBox, at: int) -> int | None:
    if record.is_virtual or box.is_open:
        return None
    found = open_limit(record.stake_limits, box.player, at)
    return 0 if found is None else max(found.left, 0)


def _box(view: View, seat: int) -> StripBox:
    rows = [row for row in view.felt.wagers if row.seat == seat]
    box = next((each for each in view.felt.places if each.seat == seat), None)
    player = (box and box.player) or view.seated.get(str(seat)) or (rows[0].player if rows else "")
    if kit_of(view.game).card_room is not None:
        stake, words = (box and box.bet) or 0, _seat_words(box) if box else ""
    else:
        stake = sum(row.stake for row in rows if row.result is None)
        words = _box_words(box, rows)
    return StripBox(seat, player, stake, words, is_open=not player)


def _box_words(box: PlaceView | None, rows: list[WagerView]) -> str:
    if is_void(rows):
        return "void"
    if rows and all(row.result is not None for row in rows):
        return "settled" if box is None else _STANDINGS.get(box.standing, "settled")
    if box is None:
        return "wagered" if rows else ""
    return " · ".join(f"{hand.total or ''} {_STANDINGS.get(hand.standing, '')}".strip() for hand in box.hands)


def _seat_words(seat: PlaceView) -> str:
    if seat.folded:
        return "folded"
    if seat.tapped_out:
        return "tapped out"
    return "" if seat.standing == "playing" else seat.standing


class Cell(NamedTuple):
    """A card of the deck: how many of it may still come, and how many lie open."""

    face: str
    rank: str
    left: int
    seen: int = 0


class LayoutRow(NamedTuple):
    suit: str
    cells: list[Cell]


def grid_of(record: TableRecord, view: View) -> list[LayoutRow]:
    """Every card, with how many may still come as far as is to be seen on the table."""
    deck = Counter(record.rules.deck(record.state).cards)
    out = Counter(open_cards(view)) if record.state.felt.stage in _OF_ROUND else Counter()
    return [
        LayoutRow(suit, [_cell(deck, out, rank, suit) for rank in reversed(RANKS)]) for suit in ("s", "h", "d", "c")
    ]


def _cell(deck: Mapping[Card, int], out: Mapping[str, int], rank: str, suit: str) -> Cell:
    face = rank + suit
    seen = out.get(face, 0)
    return Cell(face, "10" if rank == "T" else rank, max(deck.get(card(face), 0) - seen, 0), seen)


def jokers_left(record: TableRecord, view: View) -> int | None:
    """None where the deck has no joker."""
    count = record.rules.deck(record.state).cards.count(JOKER)
    return max(count - open_cards(view).count("JK"), 0) if count else None


def open_cards(view: View) -> list[str]:
    """The cards that the dealer may see on the table."""
    found = [*view.felt.dealer, *view.felt.board]
    for box in view.felt.places:
        for hand in box.hands:
            found += hand.cards or ()
    return [face for face in found if face != HIDDEN]

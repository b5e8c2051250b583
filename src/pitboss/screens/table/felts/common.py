"""What the felts of several games share: hands in words, pay tables, boxes and what came of their wagers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.cards.card import card, face
from pitboss.cards.hand import Hand
from pitboss.cards.order import Category
from pitboss.cards.ranking import Ranking
from pitboss.games.pays import PayTable
from pitboss.games.views import HIDDEN


class PayRow(NamedTuple):
    hand: str
    pays: str
    is_paid: bool


def best_five(ranking: Ranking, faces: Sequence[str]) -> Hand | None:
    """The best hand of cards that all lie open; None where one does not, or there are too few."""
    if HIDDEN in faces or not 5 <= len(faces) <= 7:
        return None
    return ranking.hand([card(each) for each in faces])


def five_of(hand: Hand | None) -> list[str]:
    return [face(each) for each in hand.cards] if hand else []


def pay_rows(table: PayTable, paid: Category | None = None) -> list[PayRow]:
    """A pay table from the best hand down; the row that has paid is marked."""
    return [
        PayRow(category.name.replace("_", " ").capitalize(), str(odds), category is paid)
        for category, odds in sorted(table.items(), reverse=True)
    ]


def wagers_at(view: Mapping[str, Any], seat: int) -> list[dict[str, Any]]:
    return [row for row in view["wagers"] if row["seat"] == seat]


def net_of(rows: Iterable[Mapping[str, Any]]) -> int | None:
    """What wagers came to together; None while one is undecided."""
    nets = [row.get("net") for row in rows]
    return None if not nets or None in nets else sum(net for net in nets if net is not None)


def settled_by(view: Mapping[str, Any], player: str) -> list[dict[str, Any]]:
    """Somebody's wagers that have been decided, in the order they lie."""
    return [row for row in view["wagers"] if row["player"] == player and "result" in row]

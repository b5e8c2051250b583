"""The felt of Ultimate Texas Hold-em."""

from collections.abc import Mapping
from typing import Any

from pitboss.cards.order import Category
from pitboss.cards.ranking import ULTIMATE
from pitboss.games.play import Settings
from pitboss.games.ultimate.layout import ANTE, BLIND, PLAY, TRIPS, UltimateSettings
from pitboss.screens.table.buttons import Words
from pitboss.screens.table.felts import Spot
from pitboss.screens.table.felts.common import best_five, five_of, net_of, pay_rows, wagers_at

WORDS: Mapping[str, Words] = {
    "fold": Words("Fold", "F", "gives up your wagers"),
    "check": Words("Check", "C", "decide after the next cards"),
    "play": Words("Play"),
    "concede": Words("Concede", "K", "before the cards are turned up"),
}
SPOTS = (Spot(TRIPS, "Trips"), Spot(ANTE, "Ante", (BLIND,)), Spot(BLIND, "Blind", (ANTE,)))
_TITLES = {TRIPS: "Trips", ANTE: "Ante", BLIND: "Blind", PLAY: "Play"}
_STANDINGS = {"deciding": "to act", "in_play": "waits", "folded": "folded", "conceded": "conceded"}


def drawn(view: Mapping[str, Any], settings: Settings, player: str) -> dict[str, Any]:
    """Everything on the felt, as the player with this name sees it."""
    assert isinstance(settings, UltimateSettings)
    own_seat = next(iter(view["your_seats"]), None)
    own = next((box for box in view["boxes"] if box["seat"] == own_seat), None)
    dealer_hand = best_five(ULTIMATE, [*view["dealer"], *view["communal"]])
    own_hand = best_five(ULTIMATE, [*own["cards"], *view["communal"]]) if own else None
    ante = next((row["stake"] for row in wagers_at(view, own_seat or 0) if row["wager"] == ANTE), 0)
    return {
        "own_seat": own_seat,
        "own_cards": own["cards"] if own else [],
        "own_five": five_of(own_hand),
        "own_words": own_hand.name if own_hand else "",
        "dealer_five": five_of(dealer_hand),
        "dealer_words": _dealer_words(view, dealer_hand and dealer_hand.name),
        "boxes": [_box(view, seat, player) for seat in _other_seats(view, settings, own_seat)],
        "spots": [_spot(view, own_seat, kind, ante) for kind in (TRIPS, ANTE, BLIND, PLAY)],
        "pays": _pays(view, settings, own_seat, own_hand.category if own_hand else None),
    }


def _dealer_words(view: Mapping[str, Any], words: str | None) -> str:
    if not words:
        return ""
    antes = [row for row in view["wagers"] if row["wager"] == ANTE and "clause" in row]
    is_back = any(row["clause"].startswith("UTH 9.5(c)(ii)") for row in antes)
    return f"{words} · {'does not qualify' if is_back else 'qualifies'}" if antes else words


def _other_seats(view: Mapping[str, Any], settings: UltimateSettings, own_seat: int | None) -> list[int]:
    """Every box but one's own, as many as there are on the layout; a player sees box 1 at the right."""
    return [seat for seat in range(settings.boxes, 0, -1) if seat != own_seat]


def _box(view: Mapping[str, Any], seat: int, player: str) -> dict[str, Any]:
    box = next((each for each in view["boxes"] if each["seat"] == seat), None)
    rows = wagers_at(view, seat)
    who = (box or {}).get("player") or view["seated"].get(str(seat)) or (rows[0]["player"] if rows else None)
    return {
        "seat": seat,
        "player": who,
        "cards": (box or {}).get("cards", []),
        "standing": _STANDINGS.get((box or {}).get("standing", ""), ""),
        "stake": sum(row["stake"] for row in rows),
        "net": net_of(rows),
        "rows": [(_TITLES[row["wager"]], row.get("net"), row.get("result"), row["stake"]) for row in rows],
        "is_open": who is None,
    }


def _spot(view: Mapping[str, Any], seat: int | None, kind: str, ante: int) -> dict[str, Any]:
    row = next((each for each in wagers_at(view, seat or 0) if each["wager"] == kind), None)
    title = _TITLES[kind]
    if kind == PLAY and row and ante:
        title = f"Play {row['stake'] // ante}×"
    return {"kind": kind, "title": title, "row": row, "stake": row["stake"] if row else 0}


def _pays(
    view: Mapping[str, Any], settings: UltimateSettings, seat: int | None, held: Category | None
) -> list[dict[str, Any]]:
    """Both pay tables, each with the row that has paid one's own wager."""
    won = {row["wager"] for row in wagers_at(view, seat or 0) if row.get("result") == "win"}
    tables = (
        (BLIND, "Blind pays", settings.blind_pays, "Must beat the dealer"),
        (TRIPS, "Trips pays", settings.trips_pays, "Whatever the dealer has"),
    )
    return [
        {"title": title, "rows": pay_rows(pays, held if kind in won else None), "note": note, "clause": "UTH 10.1"}
        for kind, title, pays, note in tables
    ]

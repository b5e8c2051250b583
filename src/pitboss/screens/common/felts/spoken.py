"""A table in words: headings and lists for those who do not look at the felt, from the same view that is drawn."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.screens.common.felts.common import pot_name
from pitboss.screens.common.formatting import cards_in_words, first_name, money, signed_money

_STAGES = {
    "idle": "No round is running.",
    "betting": "Wagers are open.",
    "playing": "The round is being played.",
    "over": "The round is over.",
}


class Part(NamedTuple):
    """A heading with what belongs under it."""

    title: str
    lines: tuple[str, ...]


def parts_of(view: Mapping[str, Any], player: str) -> list[Part]:
    """The whole table, from what concerns the reader most."""
    seats = view.get("boxes") or view.get("seats") or []
    own = [row for row in seats if row["seat"] in view["your_seats"]]
    others = [row for row in seats if row["seat"] not in view["your_seats"]]
    return [
        Part("Now", tuple(_now(view))),
        *(Part(f"Your hand, place {row['seat']}", tuple(_place(view, row))) for row in own),
        *_shared_parts(view),
        *([Part("Others", tuple(_other(view, row) for row in others))] if others else []),
        *_wagers(view, player),
    ]


def _now(view: Mapping[str, Any]) -> Iterator[str]:
    yield _STAGES.get(view["stage"], "")
    if view.get("street"):
        yield f"Street: {'before the flop' if view['street'] == 'hole' else view['street']}."
    if view.get("turn"):
        yield f"To act: place {view['turn']['seat']}."
    if view.get("pot"):
        yield f"All bets together: {money(view['pot'])}."
    for number, pot in enumerate(view.get("pots", ())):
        seats = ", ".join(map(str, pot["eligible"]))
        yield f"{pot_name(number, len(view['pots']))}: {money(pot['amount'])}, for seats {seats}."
    jackpot = view.get("jackpot")
    if jackpot:
        yield f"Jackpot: {money(jackpot['meter'])}."
    yield from (advice["advice"] for advice in view.get("advised", ()))


def _shared_parts(view: Mapping[str, Any]) -> Iterator[Part]:
    if view.get("dealer"):
        total = f", {view['dealer_total']}" if view.get("dealer_total") else ""
        yield Part("Dealer", (f"{cards_in_words(view['dealer'])}{total}.",))
    board: Sequence[str] = view.get("communal") or view.get("board") or ()
    if board:
        yield Part("Board", (f"{cards_in_words(board)}.",))


def _place(view: Mapping[str, Any], row: Mapping[str, Any]) -> Iterator[str]:
    for hand in row.get("hands") or [row]:
        if hand.get("cards"):
            total = f", {hand['total']}" if hand.get("total") else ""
            yield f"{cards_in_words(hand['cards'])}{total}."
        if hand.get("standing"):
            yield f"{str(hand['standing']).replace('_', ' ').capitalize()}."
    if "stake" in row:
        yield f"In front of you: {money(row['stake'])}."
    if row.get("bet"):
        yield f"Your bet: {money(row['bet'])}."


def _other(view: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    about = " ".join(_place(view, row)).replace("In front of you", "Stake").replace("Your bet", "Bet")
    return f"Place {row['seat']}, {first_name(row['player']) if row.get('player') else 'open'}: {about}"


def _wagers(view: Mapping[str, Any], player: str) -> Iterator[Part]:
    rows = [row for row in view["wagers"] if row["player"] == player]
    if rows:
        yield Part("Your wagers", tuple(_wager(row) for row in rows))


def _wager(row: Mapping[str, Any]) -> str:
    said = f"{row['wager'].replace('_', ' ').capitalize()}, {money(row['stake'])}"
    if "result" not in row:
        return f"{said}."
    came = signed_money(row["net"]) if row["net"] else row["result"]
    return f"{said}: {came}. {row['why']} Rule {row['clause']}."


def said_politely(view: Mapping[str, Any], player: str) -> str:
    """The present in a few sentences, for the live region: it is spoken when it has changed."""
    parts = parts_of(view, player)
    return " ".join(line for part in parts if part.title != "Others" for line in part.lines if line)

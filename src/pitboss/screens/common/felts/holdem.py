"""The felt of Poker Hold-em: the seats around an oval as the viewer sees them, the board, and the pots."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import cos, pi, sin
from typing import Any, NamedTuple

from pitboss.cards.card import Card, card, face
from pitboss.games.holdem.settings import ANTE, HIGH, POT, Commission, HoldemSettings, ranking_of
from pitboss.games.holdem.showdown.commission import rate_of
from pitboss.games.play import Settings
from pitboss.games.views import HIDDEN
from pitboss.screens.common.felts import Felt
from pitboss.screens.common.felts.buttons import Words
from pitboss.screens.common.felts.common import pot_name
from pitboss.screens.common.felts.holdem_log import log_of
from pitboss.screens.common.formatting import first_name, money, percent, round_money

View = Mapping[str, Any]
Row = Mapping[str, Any]
Names = Mapping[int, str]
_STREETS = {
    "hole": "Betting round 1 of 4",
    "flop": "Flop · betting round 2 of 4",
    "turn": "Turn · betting round 3 of 4",
    "river": "River · betting round 4 of 4",
}
_LIMITS = {
    "no_limit": "no limit",
    "half_pot": "half the pot",
    "full_pot": "the pot",
    "straddle": "straddle",
    "fixed": "fixed",
}
_BOARD = 5
# Where the seats are, in hundredths of the felt: its middle, and how far the ring reaches from there.
_MIDDLE, _ACROSS, _DOWN = (50, 53), 40, 41
# How far out from the middle bets lie, of the way to their seats: below it, cards lie above the seats, and one's own
# are large. Those of the seats at the sides stand upright beside the board.
_BETS_ACROSS, _BETS_UP, _BETS_DOWN, _OWN_BET = 0.65, 0.76, 0.55, 0.35
_AT_THE_SIDE = 25


def _own_row(view: View) -> dict[str, Any]:
    return next((row for row in view["seats"] if row["seat"] in view["your_seats"]), {})


def _stays_in(view: View, choice: Row, player: str) -> str:
    paid = _own_row(view).get("paid", 0)
    return f"your {money(paid)} stays in" if paid else "you have put in nothing"


def _leaves(view: View, choice: Row, player: str) -> str:
    left = _own_row(view).get("stake", 0) - choice["amounts"][0]
    return f"leaves {money(left)}" if left > 0 else "all your stake"


WORDS: Mapping[str, Words] = {
    "fold": Words("Fold", "F", _stays_in),
    "check": Words("Check", "C", "nothing to put in"),
    "stand": Words("Stand", "C", "takes no raise, nothing to put in"),
    "call": Words("Call", "C", _leaves),
    "call_and_fold": Words("Call and fold", "A", "pays the call and gives up the hand"),
    "bet": Words("Bet", "R"),
    "raise": Words("Raise to", "R"),
    "tap_out": Words("Tap out", "T", "all your stake"),
    "over_blind": Words("Over-blind", "O", "before the cards, if you want to"),
}


class Note(NamedTuple):
    """A fact about the round, never advice: what is so, why, and the clause."""

    fact: str
    why: str
    clause: str


class Room(NamedTuple):
    """Something to be done around the round, with what follows."""

    do: str
    title: str
    follows: str
    clause: str


def sign_of(settings: Settings) -> list[tuple[str, str]]:
    """The sign of the table: what is posted, how it is bet, the stakes, and what the house takes."""
    assert isinstance(settings, HoldemSettings)
    if settings.structure == ANTE:
        told = [("Ante", round_money(settings.ante))]
    else:
        told = [("Blinds", " / ".join(round_money(blind) for blind in settings.blinds))]
    told.append(("Limit", _LIMITS.get(settings.limit, settings.limit)))
    told.append(("Stake", f"{round_money(settings.min_table_stake)}–{round_money(settings.max_buy_in)}"))
    if settings.commission is not None:
        told.append(("Commission", _commission_words(settings.commission)))
    return told


def _commission_words(charge: Commission) -> str:
    if charge.basis == POT:
        return f"{percent(rate_of(charge), 0)}, at most {round_money(charge.cap)}"
    return f"{round_money(charge.rate)} for {charge.minutes} minutes" if charge.rate else "none"


def draw_felt(view: View, settings: Settings, player: str) -> dict[str, Any]:
    """Everything on the felt, as the player with this name sees it."""
    assert isinstance(settings, HoldemSettings)
    own = _own_row(view)
    fives = _fives(view, settings)
    names = {row["seat"]: row["player"] for row in view["seats"]}
    won = _winnings(view)
    best = [seat for seat in won if seat in fives]
    others = {each for seat in best if seat != own.get("seat") for each in fives[seat]}
    mine = set(fives.get(own.get("seat", 0), ()))
    return {
        "own": own,
        "own_cards": own.get("cards", []),
        "seats": [_seat(view, settings, seat, won, names) for seat in range(1, settings.boxes + 1)],
        "names": names,
        "board": [_card_use(each, mine, others) for each in _with_places(view["board"])],
        "mine": mine,
        "fives": fives,
        "headline": _headline(view),
        "clause": _clause(view),
        "pots": _pots(view, names),
        "notes": list(_notes(view, settings, names)),
        "room": list(_room(view, own)),
        "may": {choice["do"]: choice for choice in view["choices"]},
        "moves_to": [choice["seat"] for choice in view["choices"] if choice["do"] == "change_seat"],
        "free": [seat for seat in range(1, settings.boxes + 1) if seat not in names],
        "buy_in": (settings.min_table_stake, settings.max_buy_in),
    }


def _headline(view: View) -> str:
    """How far the round is, in a few words."""
    if not view["open"]:
        return "The table is closed"
    if view["stage"] == "over":
        if "settlement" not in view:
            return "Misdeal" if view["result"] == "misdeal" else "Void round"
        return "Showdown" if view["settlement"]["hands"] else "Won without a showdown"
    if view["stage"] == "playing":
        return _STREETS[view["street"]]
    if view["stage"] == "idle":
        return "No hand yet" if view["seats"] else "Nobody has sat down yet"
    return "The blinds are in" if view["pot"] else "The hand begins"


def _clause(view: View) -> str:
    """The rule that the round is at."""
    if view["stage"] == "playing":
        return "HLD 10.3" if view["street"] == "hole" else "HLD 12.3"
    return (view["clause"] or "") if view["stage"] == "over" else ""


# The seats.


def _seat(view: View, settings: HoldemSettings, seat: int, won: Mapping[int, int], names: Names) -> dict[str, Any]:
    """One place at the table: who sits there, how they stand in the round, and where it is on the felt."""
    row: Row = next((each for each in view["seats"] if each["seat"] == seat), {})
    own_seat = next(iter(view["your_seats"]), None)
    x, y = place_of(seat, own_seat, settings.boxes)
    words, state = _standing(view, row, won) if row else ("open", "open")
    result: Row = next((each for each in view["wagers"] if each["seat"] == seat), {})
    down = _OWN_BET if seat == own_seat else _BETS_DOWN if y > _MIDDLE[1] else _BETS_UP
    return {
        **row,
        "seat": seat,
        "player": row.get("player"),
        "is_open": not row,
        "is_own": seat == own_seat,
        "words": words,
        "state": state,
        "until": view["clock"]["decisions_end"].get(str(seat)),
        "net": result.get("net") if view["stage"] == "over" else None,
        "holds": bool(row) and _holds_cards(view, row),
        # The auditor knows a hand also where it was folded.
        "is_known": bool(row.get("cards")) and HIDDEN not in row["cards"],
        "is_at_the_side": abs(x - _MIDDLE[0]) > _AT_THE_SIDE,
        "x": round(x, 1),
        "y": round(y, 1),
        "bet_x": round((x - _MIDDLE[0]) * (_BETS_ACROSS - 1), 1),
        "bet_y": round((y - _MIDDLE[1]) * (down - 1), 1),
    }


def place_of(seat: int, own_seat: int | None, seats: int) -> tuple[float, float]:
    """Where a seat is: clockwise, one's own at the bottom; for who has none, seat 1 first at the left of the bottom."""
    steps = seat - own_seat if own_seat is not None else seat - 0.5
    angle = pi / 2 + 2 * pi * steps / seats
    return _MIDDLE[0] + _ACROSS * cos(angle), _MIDDLE[1] + _DOWN * sin(angle)


def _holds_cards(view: View, row: Row) -> bool:
    """Whether cards lie in front of a seat: folded and mucked hands are gone."""
    return bool(row.get("cards")) and not row.get("folded") and row["seat"] not in _mucked_seats(view)


def _mucked_seats(view: View) -> Sequence[int]:
    return list(view.get("settlement", {}).get("mucked", ()))


def _standing(view: View, row: Row, won: Mapping[int, int]) -> tuple[str, str]:
    """How a player stands, in words and by the name of its look."""
    seat, stage, turn = row["seat"], view["stage"], view["turn"]
    if stage == "over" and "cards" in row:
        return _end_words(view, row, won)
    if stage not in ("idle", "over") and "bet" in row:
        if row["folded"]:
            return "Folded", "folded"
        if turn and turn["seat"] == seat:
            return "To act", "to-act"
        return ("Tapped out", "tapped-out") if row["tapped_out"] else ("", "")
    return _between(view, row)


def _end_words(view: View, row: Row, won: Mapping[int, int]) -> tuple[str, str]:
    seat = row["seat"]
    if "settlement" not in view:
        return "Void, bets go back", "void"
    if seat in won:
        return f"Wins {money(won[seat])}", "winner"
    if row["folded"]:
        return "Folded", "folded"
    return ("Mucked", "folded") if seat in _mucked_seats(view) else ("", "")


def _between(view: View, row: Row) -> tuple[str, str]:
    """How a player stands to the next hand."""
    if row["standing"] == "away":
        return "Sits out", "away"
    if row["standing"] == "waiting":
        return ("Posts the blind", "") if row["posts"] else ("Waits for the blind", "")
    return ("Ready", "") if row["player"] in view["ready"] else ("", "")


def _winnings(view: View) -> dict[int, int]:
    """Return the winnings of each seat from all pots."""
    found: dict[int, int] = {}
    for award in view.get("settlement", {}).get("awards", ()):
        found[award["seat"]] = found.get(award["seat"], 0) + award["amount"]
    return found


# The cards.


def _with_places(board: Sequence[str]) -> list[str]:
    return [*board, *[""] * (_BOARD - len(board))]


def _card_use(each: str, mine: set[str], others: set[str]) -> tuple[str, str]:
    """A card of the board, and whose five it belongs to."""
    marks = ["mine"] if each in mine else []
    return each, " ".join([*marks, *(["theirs"] if each and each in others else [])])


def _fives(view: View, settings: HoldemSettings) -> dict[int, list[str]]:
    """The five cards that played of each hand that was shown at the end, where high hands win."""
    if "settlement" not in view or settings.game != HIGH or len(view["board"]) < _BOARD:
        return {}
    shown, board = view["settlement"]["shown"], view["board"]
    hands = {row["seat"]: row["cards"] for row in view["seats"] if row["seat"] in shown}
    return {seat: best_five(settings, cards, board) for seat, cards in hands.items() if HIDDEN not in cards}


def best_five(settings: HoldemSettings, hole: Sequence[str], board: Sequence[str]) -> list[str]:
    """The five that play: any of the seven, or with four hole cards exactly two of them."""
    ranking = ranking_of(settings)
    own, shared = tuple(map(card, hole)), tuple(map(card, board))
    pools: list[tuple[Card, ...]] = [own + shared]
    if settings.hole_cards != 2:
        pools = [two + three for two in combinations(own, 2) for three in combinations(shared, 3)]
    return [face(each) for each in ranking.hand(max(pools, key=ranking.strength)).cards]


# The pots.


def _pots(view: View, names: Names) -> list[dict[str, Any]]:
    """The pots with a dot for each seat of the round; the bets that are not collected belong to the last of them."""
    settlement = view.get("settlement")
    rows = settlement["pots"] if settlement else view["pots"]
    seats = [row["seat"] for row in view["seats"] if "bet" in row]
    found = []
    for number, pot in enumerate(rows):
        is_last = number == len(rows) - 1
        found.append(
            {
                "name": pot_name(number, len(rows)),
                "amount": pot["amount"],
                "eligible": list(pot["eligible"]),
                "dots": [(seat, seat in pot["eligible"]) for seat in seats],
                "bets": 0 if settlement or not is_last else view["uncollected"],
                "bets_made": sum(bool(row.get("bet")) for row in view["seats"]),
                "awards": _awards(settlement, number, names) if settlement else [],
                "commission": settlement["commission_by_pot"][number] if settlement else 0,
            }
        )
    return found


def _awards(settlement: Row, number: int, names: Names) -> list[dict[str, Any]]:
    words = {hand["seat"]: hand["words"] for hand in settlement["hands"]}
    return [
        {**award, "player": names.get(award["seat"], ""), "words": words.get(award["seat"], "")}
        for award in settlement["awards"]
        if award["pot"] == number
    ]


# Facts about the round.


def _notes(view: View, settings: HoldemSettings, names: Names) -> Iterator[Note]:
    """Yield the limits of the next bet, and who cannot win all of it. HLD 19.5(a): facts, the same for everybody."""
    turn = view["turn"]
    if turn:
        yield from _sizes(view, settings, turn)
        if turn["clock"]:
            why = "Then the hand is folded."
            yield Note(f"{_name(names, turn['seat'])} has {turn['clock']} seconds to act.", why, "HLD 4.8[s2]")
    yield from _tapped_out(view, names)
    back = view["going_back"]
    if back:
        fact = f"{money(back['amount'])} goes back to {_name(names, back['seat'])}."
        yield Note(fact, "Nobody has matched it.", "HLD 15.2(b)")


def _sizes(view: View, settings: HoldemSettings, turn: Row) -> Iterator[Note]:
    row = next(row for row in view["seats"] if row["seat"] == turn["seat"])
    least, call = turn["min_to"], row["bet"] + turn["call"]
    if not turn["may_raise"] or least >= row["bet"] + row["stake"]:
        # With no more than this there is one size only, which the choices name.
        return
    by_antes = settings.structure == ANTE
    if call:
        why = f"A raise is at least as much as the bet or raise before it, {money(least - call)}."
        yield Note(f"Smallest raise is to {money(least)}.", why, "HLD 6.2" if by_antes else "HLD 5.1[s2]")
    else:
        yield Note(f"Smallest bet is {money(least)}.", "", "HLD 6.1" if by_antes else "HLD 5.2")


def _tapped_out(view: View, names: Names) -> Iterator[Note]:
    pots = view["pots"]
    for row in view["seats"]:
        wins = sum(row["seat"] in pot["eligible"] for pot in pots)
        if row.get("tapped_out") and 0 < wins < len(pots):
            which = "the main pot only" if wins == 1 else f"the first {wins} pots only"
            paid = f"Tapped out for {money(row['paid'])}."
            yield Note(f"{_name(names, row['seat'])} can win {which}.", paid, "HLD 14.2[s1]")


def _name(names: Names, seat: int) -> str:
    return first_name(names[seat])


# Around the round.


def _room(view: View, own: Row) -> Iterator[Room]:
    """Yield the useful choices of a player about their seat and the hands to come."""
    offered = {choice["do"]: choice["clause"] for choice in view["choices"]}
    for do, title, follows in _of_use(view, own):
        if do in offered:
            yield Room(do, title, follows, offered[do])


def _of_use(view: View, own: Row) -> Iterator[tuple[str, str, str]]:
    if not own:
        return
    is_over = view["stage"] == "over"
    if is_over and own.get("cards") and not own["shown"]:
        yield "show", "Show my cards", ""
    if own["standing"] == "away":
        yield "sit_in", "Sit in", "from the next hand"
    else:
        if own["standing"] == "waiting":
            if own["posts"]:
                yield "wait_for_blind", "Wait for the big blind", ""
            else:
                yield "post_blinds", "Post the blind", "cards with the next hand"
        yield "sit_out", "Sit out", "from the next hand"
    yield "leave", "Leave the table", f"takes {money(own['stake'])}"


FELT = Felt(
    name="holdem", words=WORDS, spots=(), drawn=draw_felt, sign=sign_of, log=log_of, scripts=("table/raise.js",)
)

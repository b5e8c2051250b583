"""The felt of Poker Hold-em: the seats around an oval as the viewer sees them, the board, and the pots."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import cos, pi, sin
from typing import NamedTuple

from pitboss.cards.card import Card, card, face
from pitboss.floor.reading.table_view import TableView
from pitboss.games.holdem.settings import ANTE, HIGH, POT, Commission, HoldemSettings, ranking_of
from pitboss.games.holdem.showdown.commission import rate_of
from pitboss.games.holdem.state import Settlement
from pitboss.games.holdem.view import HoldemView, SeatView, TurnView
from pitboss.games.play import Choice, Settings
from pitboss.games.views import HIDDEN
from pitboss.screens.common.felts import Felt
from pitboss.screens.common.felts.buttons import Words
from pitboss.screens.common.felts.common import pot_name
from pitboss.screens.common.felts.holdem_log import log_of
from pitboss.screens.common.formatting import first_name, money, percent, round_money
from pitboss.screens.common.pages import Context

View = TableView[HoldemView]
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


def _own_row(view: View) -> SeatView | None:
    return next((row for row in view.felt.seats if row.seat in view.your_seats), None)


def _stays_in(view: View, choice: Choice, player: str) -> str:
    own = _own_row(view)
    paid = own.paid if own else 0
    return f"your {money(paid)} stays in" if paid else "you have put in nothing"


def _leaves(view: View, choice: Choice, player: str) -> str:
    own = _own_row(view)
    left = (own.stake if own else 0) - choice.amounts[0]
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


def draw_felt(view: View, settings: Settings, player: str) -> Context:
    """Everything on the felt, as the player with this name sees it."""
    assert isinstance(settings, HoldemSettings)
    own = _own_row(view)
    fives = _fives(view, settings)
    names = {row.seat: row.player for row in view.felt.seats}
    won = _winnings(view)
    best = [seat for seat in won if seat in fives]
    own_seat = own.seat if own else None
    others = {each for seat in best if seat != own_seat for each in fives[seat]}
    mine = set(fives.get(own_seat or 0, ()))
    return {
        "own": own,
        "own_cards": (own and own.cards) or [],
        "seats": [_seat(view, settings, seat, won) for seat in range(1, settings.boxes + 1)],
        "names": names,
        "board": [_card_use(each, mine, others) for each in _with_places(view.felt.board)],
        "mine": mine,
        "fives": fives,
        "headline": _headline(view),
        "clause": _clause(view),
        "pots": _pots(view, names),
        "notes": list(_notes(view, settings, names)),
        "room": list(_room(view, own)),
        "may": {choice.do: choice for choice in view.choices},
        "moves_to": [choice.seat for choice in view.choices if choice.do == "change_seat"],
        "free": [seat for seat in range(1, settings.boxes + 1) if seat not in names],
        "buy_in": (settings.min_table_stake, settings.max_buy_in),
    }


def _headline(view: View) -> str:
    """How far the round is, in a few words."""
    if not view.open:
        return "The table is closed"
    if view.felt.stage == "over":
        if view.felt.settlement is None:
            return "Misdeal" if view.felt.result == "misdeal" else "Void round"
        return "Showdown" if view.felt.settlement.hands else "Won without a showdown"
    if view.felt.stage == "playing":
        return _STREETS[view.felt.street or "hole"]
    if view.felt.stage == "idle":
        return "No hand yet" if view.felt.seats else "Nobody has sat down yet"
    return "The blinds are in" if view.felt.pot else "The hand begins"


def _clause(view: View) -> str:
    """The rule that the round is at."""
    if view.felt.stage == "playing":
        return "HLD 10.3" if view.felt.street == "hole" else "HLD 12.3"
    return (view.felt.clause or "") if view.felt.stage == "over" else ""


# The seats.


class SeatDrawn(NamedTuple):
    """One place at the table: who sits there, how they stand in the round, and where it is on the felt."""

    row: SeatView | None
    seat: int
    player: str | None
    is_open: bool
    is_own: bool
    words: str
    state: str
    until: int | None
    net: int | None
    holds: bool
    is_known: bool
    is_at_the_side: bool
    x: float
    y: float
    bet_x: float
    bet_y: float


def _seat(view: View, settings: HoldemSettings, seat: int, won: Mapping[int, int]) -> SeatDrawn:
    row = next((each for each in view.felt.seats if each.seat == seat), None)
    own_seat = next(iter(view.your_seats), None)
    x, y = place_of(seat, own_seat, settings.boxes)
    words, state = _standing(view, row, won) if row else ("open", "open")
    net = next((each.net for each in view.felt.wagers if each.seat == seat), None)
    down = _OWN_BET if seat == own_seat else _BETS_DOWN if y > _MIDDLE[1] else _BETS_UP
    return SeatDrawn(
        row=row,
        seat=seat,
        player=row.player if row else None,
        is_open=row is None,
        is_own=seat == own_seat,
        words=words,
        state=state,
        until=view.clock.decisions_end.get(str(seat)),
        net=net if view.felt.stage == "over" else None,
        holds=row is not None and _holds_cards(view, row),
        # The auditor knows a hand also where it was folded.
        is_known=row is not None and bool(row.cards) and HIDDEN not in (row.cards or ()),
        is_at_the_side=abs(x - _MIDDLE[0]) > _AT_THE_SIDE,
        x=round(x, 1),
        y=round(y, 1),
        bet_x=round((x - _MIDDLE[0]) * (_BETS_ACROSS - 1), 1),
        bet_y=round((y - _MIDDLE[1]) * (down - 1), 1),
    )


def place_of(seat: int, own_seat: int | None, seats: int) -> tuple[float, float]:
    """Where a seat is: clockwise, one's own at the bottom; for who has none, seat 1 first at the left of the bottom."""
    steps = seat - own_seat if own_seat is not None else seat - 0.5
    angle = pi / 2 + 2 * pi * steps / seats
    return _MIDDLE[0] + _ACROSS * cos(angle), _MIDDLE[1] + _DOWN * sin(angle)


def _holds_cards(view: View, row: SeatView) -> bool:
    """Whether cards lie in front of a seat: folded and mucked hands are gone."""
    return bool(row.cards) and not row.folded and row.seat not in _mucked_seats(view)


def _mucked_seats(view: View) -> Sequence[int]:
    return view.felt.settlement.mucked if view.felt.settlement else ()


def _standing(view: View, row: SeatView, won: Mapping[int, int]) -> tuple[str, str]:
    """How a player stands, in words and by the name of its look."""
    seat, stage, turn = row.seat, view.felt.stage, view.felt.turn
    if stage == "over" and row.cards is not None:
        return _end_words(view, row, won)
    if stage not in ("idle", "over") and row.bet is not None:
        if row.folded:
            return "Folded", "folded"
        if turn and turn.seat == seat:
            return "To act", "to-act"
        return ("Tapped out", "tapped-out") if row.tapped_out else ("", "")
    return _between(view, row)


def _end_words(view: View, row: SeatView, won: Mapping[int, int]) -> tuple[str, str]:
    seat = row.seat
    if view.felt.settlement is None:
        return "Void, bets go back", "void"
    if seat in won:
        return f"Wins {money(won[seat])}", "winner"
    if row.folded:
        return "Folded", "folded"
    return ("Mucked", "folded") if seat in _mucked_seats(view) else ("", "")


def _between(view: View, row: SeatView) -> tuple[str, str]:
    """How a player stands to the next hand."""
    if row.standing == "away":
        return "Sits out", "away"
    if row.standing == "waiting":
        return ("Posts the blind", "") if row.posts else ("Waits for the blind", "")
    return ("Ready", "") if row.player in view.ready else ("", "")


def _winnings(view: View) -> dict[int, int]:
    """Return the winnings of each seat from all pots."""
    found: dict[int, int] = {}
    for award in view.felt.settlement.awards if view.felt.settlement else ():
        found[award.seat] = found.get(award.seat, 0) + award.amount
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
    if view.felt.settlement is None or settings.game != HIGH or len(view.felt.board) < _BOARD:
        return {}
    shown, board = view.felt.settlement.shown, view.felt.board
    hands = {row.seat: row.cards or [] for row in view.felt.seats if row.seat in shown}
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


class AwardDrawn(NamedTuple):
    """A share of a pot, whose it is, and the hand it was won with."""

    seat: int
    side: str
    amount: int
    clause: str
    player: str
    words: str


class PotDrawn(NamedTuple):
    name: str
    amount: int
    eligible: tuple[int, ...]
    dots: list[tuple[int, bool]]
    bets: int
    bets_made: int
    awards: list[AwardDrawn]
    commission: int


def _pots(view: View, names: Names) -> list[PotDrawn]:
    """The pots with a dot for each seat of the round; the bets that are not collected belong to the last of them."""
    settlement = view.felt.settlement
    rows = settlement.pots if settlement else view.felt.pots
    seats = [row.seat for row in view.felt.seats if row.bet is not None]
    found = []
    for number, pot in enumerate(rows):
        is_last = number == len(rows) - 1
        found.append(
            PotDrawn(
                name=pot_name(number, len(rows)),
                amount=pot.amount,
                eligible=pot.eligible,
                dots=[(seat, seat in pot.eligible) for seat in seats],
                bets=0 if settlement or not is_last else view.felt.uncollected,
                bets_made=sum(bool(row.bet) for row in view.felt.seats),
                awards=_awards(settlement, number, names) if settlement else [],
                commission=settlement.charge.by_pot[number] if settlement else 0,
            )
        )
    return found


def _awards(settlement: Settlement, number: int, names: Names) -> list[AwardDrawn]:
    words = {hand.seat: hand.words for hand in settlement.hands}
    return [
        AwardDrawn(seat, side, amount, clause, names.get(seat, ""), words.get(seat, ""))
        for pot, side, seat, amount, clause in settlement.awards
        if pot == number
    ]


# Facts about the round.


def _notes(view: View, settings: HoldemSettings, names: Names) -> Iterator[Note]:
    """Yield the limits of the next bet, and who cannot win all of it. HLD 19.5(a): facts, the same for everybody."""
    turn = view.felt.turn
    if turn:
        yield from _sizes(view, settings, turn)
        if turn.clock:
            why = "Then the hand is folded."
            yield Note(f"{_name(names, turn.seat)} has {turn.clock} seconds to act.", why, "HLD 4.8[s2]")
    yield from _tapped_out(view, names)
    back = view.felt.going_back
    if back:
        fact = f"{money(back[1])} goes back to {_name(names, back[0])}."
        yield Note(fact, "Nobody has matched it.", "HLD 15.2(b)")


def _sizes(view: View, settings: HoldemSettings, turn: TurnView) -> Iterator[Note]:
    row = next(row for row in view.felt.seats if row.seat == turn.seat)
    least, bet = turn.min_to, row.bet or 0
    call = bet + turn.call
    if not turn.may_raise or least >= bet + row.stake:
        # With no more than this there is one size only, which the choices name.
        return
    by_antes = settings.structure == ANTE
    if call:
        why = f"A raise is at least as much as the bet or raise before it, {money(least - call)}."
        yield Note(f"Smallest raise is to {money(least)}.", why, "HLD 6.2" if by_antes else "HLD 5.1[s2]")
    else:
        yield Note(f"Smallest bet is {money(least)}.", "", "HLD 6.1" if by_antes else "HLD 5.2")


def _tapped_out(view: View, names: Names) -> Iterator[Note]:
    pots = view.felt.pots
    for row in view.felt.seats:
        wins = sum(row.seat in pot.eligible for pot in pots)
        if row.tapped_out and 0 < wins < len(pots):
            which = "the main pot only" if wins == 1 else f"the first {wins} pots only"
            paid = f"Tapped out for {money(row.paid or 0)}."
            yield Note(f"{_name(names, row.seat)} can win {which}.", paid, "HLD 14.2[s1]")


def _name(names: Names, seat: int) -> str:
    return first_name(names[seat])


# Around the round.


def _room(view: View, own: SeatView | None) -> Iterator[Room]:
    """Yield the useful choices of a player about their seat and the hands to come."""
    offered = {choice.do: choice.clause for choice in view.choices}
    for do, title, follows in _of_use(view, own):
        if do in offered:
            yield Room(do, title, follows, offered[do])


def _of_use(view: View, own: SeatView | None) -> Iterator[tuple[str, str, str]]:
    if own is None:
        return
    is_over = view.felt.stage == "over"
    if is_over and own.cards and not own.shown:
        yield "show", "Show my cards", ""
    if own.standing == "away":
        yield "sit_in", "Sit in", "from the next hand"
    else:
        if own.standing == "waiting":
            if own.posts:
                yield "wait_for_blind", "Wait for the big blind", ""
            else:
                yield "post_blinds", "Post the blind", "cards with the next hand"
        yield "sit_out", "Sit out", "from the next hand"
    yield "leave", "Leave the table", f"takes {money(own.stake)}"


FELT = Felt(
    name="holdem",
    words=WORDS,
    spots=(),
    drawn=draw_felt,
    sign=sign_of,
    log=log_of,
    scripts=("table/raise.js",),
    folder="table/holdem",
)

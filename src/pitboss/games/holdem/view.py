"""What each of those at a hold'em table may see: every stake and bet, and no hole card but one's own (HLD 16.4)."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pitboss.cards.card import Card, face
from pitboss.games.holdem.betting.early import early_of, ruling_on
from pitboss.games.holdem.betting.sizes import options
from pitboss.games.holdem.settings import HoldemSettings, settings_of
from pitboss.games.holdem.showdown.pots import on_the_table, pot_now
from pitboss.games.holdem.state import NOBODY, STREETS, Holdem, Pot, Round, Settlement
from pitboss.games.play import Audience, Stage, Viewer, once_a_moment
from pitboss.games.views import HIDDEN, GameView, PlaceView, outcome_view, owns

_ON_THE_SIGN = (
    *("min_table_stake", "max_buy_in", "min_bet", "max_bet", "limit", "structure", "blinds", "ante", "big_blind_ante"),
    *("over_blind", "opening_option", "game", "low_qualifier", "low_ace", "ace_low_straights", "deck", "joker", "burn"),
    "mode",
)


class SeatView(PlaceView, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """HLD D-Table Stake, HLD D-Declared, HLD D-Dealer Button: one place at the table, and how it stands in the round.

    Who has not been dealt in has no bet.
    """

    stake: int
    declared: bool
    posts: bool
    button: bool
    bet: int | None = None
    paid: int | None = None
    folded: bool | None = None
    tapped_out: bool | None = None
    shown: bool | None = None


class TurnView(Struct, frozen=True, gc=False):
    """HLD D-Call: whose turn it is, what a call costs, and the totals that can be raised to."""

    seat: int
    call: int
    may_raise: bool
    min_to: int
    max_to: int
    clock: int | None
    ruling: str | None


class HoldemView(GameView, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A round of hold'em. `pots` are those of a round being played, with the seats that may win each (HLD 14.2[s1])."""

    sign: dict[str, Any]
    button: int | None
    seats: list[SeatView]
    waiting: list[str]
    # Who wants another seat, and which, if it must be that one.
    seat_changes: tuple[tuple[str, int | None], ...]
    street: str | None
    board: list[str]
    pot: int
    pots: list[Pot]
    uncollected: int
    # A bet that nobody has matched: whose, by seat, and how much of it.
    going_back: tuple[int, int] | None
    hand_for_hand: bool
    turn: TurnView | None
    # Actions out of turn: the seat, what was done, and the total that was shown.
    early: list[tuple[int, str, int]]
    settlement: Settlement | None = None
    burned: list[str] | None = None
    discarded: list[str] | None = None
    place_field = "seats"

    def as_json(self) -> dict[str, Any]:
        # What follows is of rules, and is written by its names.
        told, back = to_builtins(replace(self, settlement=None)), self.going_back
        return {
            **told,
            "seat_changes": [{"player": player, "seat": seat} for player, seat in self.seat_changes],
            "pots": _pots_as_json(self.pots),
            "going_back": back and {"seat": back[0], "amount": back[1]},
            "early": [{"seat": seat, "do": do, "to": to} for seat, do, to in self.early],
            **({"settlement": _settlement(self.settlement)} if self.settlement else {}),
        }


def view(state: Holdem, viewer: Viewer) -> HoldemView:
    """HLD 4.1, HLD 4.3[s2], HLD 16.4, HLD 16.7, HLD 19.5(b): stakes, bets, the board, one's own cards.

    Undealt, burned and mucked cards are nobody's to see but the auditor's, once the round is over. STAR 7.45[s3],
    STAR 7.41: no odds, no charts and no advice come with a live hand.
    """
    if viewer.audience is Audience.AUDITOR and state.felt.stage is Stage.OVER:
        return _view(state, audits=True)
    public, now = _public(state), state.play.round
    if viewer.seat not in now.seats:
        return public
    hand = now.seats.index(viewer.seat)
    if not owns(state, viewer, viewer.seat, now.names[hand]):
        return public
    own = [face(card) for card in _hole(now, hand)]
    return replace(public, seats=[row if row.seat != viewer.seat else replace(row, cards=own) for row in public.seats])


@once_a_moment
def _public(state: Holdem) -> HoldemView:
    return _view(state, audits=False)


def _view(state: Holdem, *, audits: bool) -> HoldemView:
    """The table as everybody may see it, or as the auditor may."""
    settings, now, room, felt = settings_of(state), state.play.round, state.play.room, state.felt
    pots, uncollected, going_back = _pots(state)
    return HoldemView(
        round=state.house.round,
        stage=felt.stage,
        sign=sign(settings),
        button=room.button,
        seats=[_seat(state, seat, audits=audits) for seat in sorted({*room.chairs, *now.seats})],
        waiting=list(room.waiting),
        seat_changes=room.changes,
        street=STREETS[now.street] if felt.stage in (Stage.PLAYING, Stage.OVER) else None,
        board=[face(card) for card in now.board],
        pot=0 if now.settlement else pot_now(now),
        pots=pots,
        uncollected=uncollected,
        going_back=going_back,
        hand_for_hand=room.hand_for_hand,
        result=felt.result,
        clause=felt.clause,
        turn=_turn(state),
        early=[(now.seats[early.hand], early.do, early.to) for early in now.early],
        wagers=[outcome_view(wager.outcome) for wager in felt.wagers if wager.outcome is not None],
        settlement=now.settlement,
        burned=[face(card) for card in now.burned] if audits else None,
        discarded=[face(card) for card in now.discarded] if audits else None,
    )


def sign(settings: HoldemSettings) -> dict[str, Any]:
    """HLD 4.1, HLD 4.2, HLD 15.3[s2]: what the players are told before a round, by the names of the settings."""
    commission = settings.commission
    of_charge = ("basis", "scale", "cap", "rate", "minutes")
    charge = None if commission is None else {name: getattr(commission, name) for name in of_charge}
    told = {name: getattr(settings, name) for name in _ON_THE_SIGN}
    return told | {"blinds": list(settings.blinds), "commission": charge}


def _turn(state: Holdem) -> TurnView | None:
    now, settings = state.play.round, settings_of(state)
    if now.turn == NOBODY or state.felt.stage is not Stage.PLAYING:
        return None
    money = options(settings, now, now.turn)
    early = early_of(now, now.turn)
    clock, ruling = now.clock and now.clock.seconds, None if early is None else ruling_on(settings, now, early)
    return TurnView(now.seats[now.turn], money.owes, money.may_raise, money.min_to, money.max_to, clock, ruling)


def _pots(state: Holdem) -> tuple[list[Pot], int, tuple[int, int] | None]:
    """HLD 14.2[s1]: the pots of a round being played with the seats that may win each, and the bets beside them."""
    now = state.play.round
    stage = state.felt.stage
    if stage in (Stage.IDLE, Stage.OVER):
        return [], 0, None
    betting_is_over = stage is Stage.PLAYING and now.turn == NOBODY
    pots, bets, back = on_the_table(settings_of(state), now, betting_is_over=betting_is_over)
    found = [Pot(pot.amount, tuple(sorted(now.seats[hand] for hand in pot.hands))) for pot in pots]
    return found, bets, None if back is None else (now.seats[back[0]], back[1])


def _seat(state: Holdem, seat: int, *, audits: bool) -> SeatView:
    room, now = state.play.room, state.play.round
    chair = room.chairs.get(seat)
    running = state.felt.stage is not Stage.OVER and seat in now.seats
    row = SeatView(
        seat=seat,
        player=chair.player if chair else now.names[now.seats.index(seat)],
        stake=chair.stake if chair else 0,
        standing=chair.standing if chair else "left",
        declared=chair.declared if chair else False,
        posts=chair.posts if chair else False,
        button=seat == room.button,
    )
    if seat not in now.seats:
        return row
    hand = now.seats.index(seat)
    return replace(
        row,
        stake=now.stacks[hand] if running else row.stake,
        bet=now.bets[hand],
        paid=now.paid[hand] + now.dead[hand],
        folded=bool(now.folded >> hand & 1),
        tapped_out=bool(now.tapped >> hand & 1),
        cards=_cards(now, hand, audits=audits),
        shown=is_shown(now, hand),
    )


def _cards(now: Round, hand: int, *, audits: bool) -> list[str]:
    """HLD D-Hole Card, HLD 16.4[s1]: a hand as everybody sees it, once it has been shown; its owner always sees it."""
    cards = _hole(now, hand)
    if audits or is_shown(now, hand):
        return [face(card) for card in cards]
    return [face(card) if card in now.exposed else HIDDEN for card in cards]


def _hole(now: Round, hand: int) -> tuple[Card, ...]:
    return now.hole[hand] if hand < len(now.hole) else ()


def is_shown(now: Round, hand: int) -> bool:
    """Whether everybody has seen the hand: tabled, or shown at the showdown."""
    done = now.settlement
    return bool(now.shown >> hand & 1) or (done is not None and now.seats[hand] in done.shown)


def _settlement(done: Settlement) -> dict[str, object]:
    return {
        "pots": _pots_as_json(done.pots),
        "returned": dict(done.returned),
        "commission": done.charge.total,
        "commission_by_pot": list(done.charge.by_pot),
        "commission_clause": done.charge.clause,
        "awards": [each._asdict() for each in done.awards],
        "hands": [{**each._asdict(), "low": each.low and list(each.low)} for each in done.hands],
        "shown": list(done.shown),
        "mucked": list(done.mucked),
    }


def _pots_as_json(pots: Iterable[Pot]) -> list[dict[str, Any]]:
    return [{"amount": pot.amount, "eligible": list(pot.eligible)} for pot in pots]

"""What each of those at a hold'em table may see: every stake and bet, and no hole card but one's own (HLD 16.4)."""

from pitboss.cards.card import Card, face
from pitboss.games.holdem.betting.early import early_of, ruling_on
from pitboss.games.holdem.betting.sizes import options
from pitboss.games.holdem.settings import HoldemSettings, settings_of
from pitboss.games.holdem.showdown.pots import on_the_table, pot_now
from pitboss.games.holdem.state import NOBODY, STREETS, Holdem, Round, Settlement
from pitboss.games.play import Audience, Stage, Viewer
from pitboss.games.views import HIDDEN, outcome_row, owns


def view(state: Holdem, viewer: Viewer) -> dict[str, object]:
    """HLD 4.1, HLD 4.3[s2], HLD 16.4, HLD 16.7, HLD 19.5(b): stakes, bets, the board, one's own cards.

    Undealt, burned and mucked cards are nobody's to see but the auditor's, once the round is over.
    """
    settings, now, room, felt = settings_of(state), state.play.round, state.play.room, state.felt
    audits = viewer.audience is Audience.AUDITOR and felt.stage is Stage.OVER
    shown: dict[str, object] = {
        "round": state.house.round,
        "stage": felt.stage,
        "sign": sign(settings),
        "button": room.button,
        "seats": [_seat(state, viewer, seat, audits=audits) for seat in sorted({*room.chairs, *now.seats})],
        "waiting": list(room.waiting),
        "seat_changes": [{"player": player, "seat": seat} for player, seat in room.changes],
        "street": STREETS[now.street] if felt.stage in (Stage.PLAYING, Stage.OVER) else None,
        "board": [face(card) for card in now.board],
        "pot": 0 if now.settlement else pot_now(now),
        **_pots(state),
        "hand_for_hand": room.hand_for_hand,
        "result": felt.result,
        "clause": felt.clause,
        "turn": _turn(state),
        "early": [{"seat": now.seats[early.hand], "do": early.do, "to": early.to} for early in now.early],
        "wagers": [outcome_row(wager.outcome) for wager in felt.wagers if wager.outcome is not None],
    }
    if now.settlement is not None:
        shown["settlement"] = _settlement(now.settlement)
    if audits:
        shown["burned"] = [face(card) for card in now.burned]
        shown["discarded"] = [face(card) for card in now.discarded]
    return shown


def sign(settings: HoldemSettings) -> dict[str, object]:
    """HLD 4.1, HLD 4.2, HLD 15.3[s2]: what the players are told before a round."""
    commission = settings.commission
    told = ("basis", "scale", "cap", "rate", "minutes")
    charge = None if commission is None else {name: getattr(commission, name) for name in told}
    return {
        "min_table_stake": settings.min_table_stake,
        "max_buy_in": settings.max_buy_in,
        "min_bet": settings.min_bet,
        "max_bet": settings.max_bet,
        "limit": settings.limit,
        "structure": settings.structure,
        "blinds": list(settings.blinds),
        "ante": settings.ante,
        "big_blind_ante": settings.big_blind_ante,
        "over_blind": settings.over_blind,
        "opening_option": settings.opening_option,
        "game": settings.game,
        "low_qualifier": settings.low_qualifier,
        "low_ace": settings.low_ace,
        "ace_low_straights": settings.ace_low_straights,
        "deck": settings.deck,
        "joker": settings.joker,
        "burn": settings.burn,
        "commission": charge,
        "mode": settings.mode,
    }


def _turn(state: Holdem) -> dict[str, object] | None:
    """HLD D-Call: whose turn it is, what a call costs, and the totals that can be raised to."""
    now, settings = state.play.round, settings_of(state)
    if now.turn == NOBODY or state.felt.stage is not Stage.PLAYING:
        return None
    money = options(settings, now, now.turn)
    early = early_of(now, now.turn)
    return {
        "seat": now.seats[now.turn],
        "call": money.owes,
        "may_raise": money.may_raise,
        "min_to": money.min_to,
        "max_to": money.max_to,
        "clock": None if now.clock is None else now.clock.seconds,
        "ruling": None if early is None else ruling_on(settings, now, early),
    }


def _pots(state: Holdem) -> dict[str, object]:
    """HLD 14.2[s1]: the pots of a round being played with the seats that may win each, and the bets beside them."""
    now = state.play.round
    stage = state.felt.stage
    if stage in (Stage.IDLE, Stage.OVER):
        return {"pots": [], "uncollected": 0, "going_back": None}
    betting_is_over = stage is Stage.PLAYING and now.turn == NOBODY
    pots, bets, back = on_the_table(settings_of(state), now, betting_is_over=betting_is_over)
    rows = [{"amount": pot.amount, "eligible": sorted(now.seats[hand] for hand in pot.hands)} for pot in pots]
    return {
        "pots": rows,
        "uncollected": bets,
        "going_back": None if back is None else {"seat": now.seats[back[0]], "amount": back[1]},
    }


def _seat(state: Holdem, viewer: Viewer, seat: int, *, audits: bool) -> dict[str, object]:
    """HLD D-Table Stake, HLD D-Declared, HLD D-Dealer Button: one place at the table."""
    room, now = state.play.room, state.play.round
    chair = room.chairs.get(seat)
    running = state.felt.stage is not Stage.OVER and seat in now.seats
    row: dict[str, object] = {
        "seat": seat,
        "player": chair.player if chair else now.names[now.seats.index(seat)],
        "stake": chair.stake if chair else 0,
        "standing": chair.standing if chair else "left",
        "declared": chair.declared if chair else False,
        "posts": chair.posts if chair else False,
        "button": seat == room.button,
    }
    if seat in now.seats:
        hand = now.seats.index(seat)
        row |= {
            "stake": now.stacks[hand] if running else row["stake"],
            "bet": now.bets[hand],
            "paid": now.paid[hand] + now.dead[hand],
            "folded": bool(now.folded >> hand & 1),
            "tapped_out": bool(now.tapped >> hand & 1),
            "cards": _cards(state, viewer, hand, audits=audits),
            "shown": is_shown(now, hand),
        }
    return row


def _cards(state: Holdem, viewer: Viewer, hand: int, *, audits: bool) -> list[str]:
    """HLD D-Hole Card, HLD 16.4[s1]: to the owner, folded or not; to everybody once it has been shown."""
    now = state.play.round
    cards: tuple[Card, ...] = now.hole[hand] if hand < len(now.hole) else ()
    own = owns(state, viewer, now.seats[hand], now.names[hand])
    if own or audits or is_shown(now, hand):
        return [face(card) for card in cards]
    return [face(card) if card in now.exposed else HIDDEN for card in cards]


def is_shown(now: Round, hand: int) -> bool:
    """Whether everybody has seen the hand: tabled, or shown at the showdown."""
    done = now.settlement
    return bool(now.shown >> hand & 1) or (done is not None and now.seats[hand] in done.shown)


def _settlement(done: Settlement) -> dict[str, object]:
    return {
        "pots": [{"amount": pot.amount, "eligible": list(pot.eligible)} for pot in done.pots],
        "returned": dict(done.returned),
        "commission": done.charge.total,
        "commission_by_pot": list(done.charge.by_pot),
        "commission_clause": done.charge.clause,
        "awards": [
            {"pot": each.pot, "side": each.side, "seat": each.seat, "amount": each.amount, "clause": each.clause}
            for each in done.awards
        ],
        "hands": [
            {"seat": each.seat, "rank": each.rank, "low": each.low and list(each.low), "words": each.words}
            for each in done.hands
        ],
        "shown": list(done.shown),
        "mucked": list(done.mucked),
    }

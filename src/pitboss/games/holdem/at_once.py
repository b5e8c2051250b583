"""Ordinary commands, decided and applied in one step: most of a round is nothing else.

A decision is ordinary when it comes in turn and says no more than it must, and when nothing at the table is out of
turn, pushed, absent or to be put right; a deal, when no irregularity changes it. Sizes, clauses and the round
afterwards are those of the modules that hold the rules, and so is every refusal: whatever is not ordinary, or would be
refused, is answered with None and goes the long way.
"""

from collections.abc import Callable, Mapping

from pitboss.games.command import NOTHING_BUT_CARDS, NOTHING_MORE
from pitboss.games.copies import new
from pitboss.games.dealing import not_ready
from pitboss.games.felt import RoundOver, round_over
from pitboss.games.holdem.betting import Bet, Folded, bet_applied, next_turn_of
from pitboss.games.holdem.dealing import BETTING, BoardDealt, HoleDealt, are_left, board_dealt, hole_dealt
from pitboss.games.holdem.opening import clauses_now
from pitboss.games.holdem.settings import CLAUSES, MIN_BET_UNITS, STAR, HoldemSettings, settings_of
from pitboss.games.holdem.settlement import chips_given_out, settled
from pitboss.games.holdem.sizes import options
from pitboss.games.holdem.state import IN_PLAY, NOBODY, PREFLOP, RIVER, Holdem, Play, Round, moved
from pitboss.games.play import Cents, Command, Events, Role, State
from pitboss.rulebook.refusal import Refusal

Done = tuple[Holdem, Events] | None
_PLAYER, _DEALER = Role.PLAYER, Role.DEALER
_NUMBERS = {int}


def _decide(state: Holdem, command: Command) -> Done:
    """To fold, check, call, bet or raise: one function for all, because every call of another counts here."""
    _, house, felt, play = state
    settings, now = settings_of(state), play.round
    hand, acted, early, _, short_push, folded, fold_order, tapped, stacks, bets, _, call = now[:12]
    by, do, seat, player, number, amount = command[:6]
    if (
        hand == NOBODY
        or seat != now.seats[hand]
        or by is not _PLAYER
        or felt.stage is not IN_PLAY
        or early
        or short_push
        or now.absent
        or now.to_replace is not None
        or type(seat) is not int
        or type(number) is not int
        or (amount is not None and type(amount) is not int)
        or (player is not None and (type(player) is not str or player != now.names[hand]))
        or command[6:] != NOTHING_MORE
    ):
        return None
    event: Folded | Bet
    # What `fold_applied` and `bet_applied` come to where the hand whose turn it is puts nothing in is written out.
    if do == "fold":
        clause = clauses_now(settings, now).get("fold")
        if clause is None or amount is not None:
            return None
        event = new(Folded, (seat, clause, "Folded.", 0))
        acted, folded = acted | 1 << hand, folded | 1 << hand
        turn = next_turn_of(folded, tapped, acted, bets, call, hand)
        gone = turn, acted, (), None, 0, folded, (*fold_order, hand)
        now = moved(now, gone)
    elif do == "check":
        if amount is not None or now.street == PREFLOP or call > bets[hand]:
            return None
        clause = clauses_now(settings, now)["check"]
        event = new(Bet, (seat, now.names[hand], "check", bets[hand], 0, clause, False))
        acted |= 1 << hand
        passed = next_turn_of(folded, tapped, acted, bets, call, hand), acted, (), None
        now = moved(now, passed)
    else:
        to = _total(settings, now, do, amount)
        if to is None:
            return None
        added = to - bets[hand]
        tapped_out = added == stacks[hand]
        clause = "HLD 14.1[s1]" if tapped_out else clauses_now(settings, now).get(do)
        if clause is None:
            return None
        event = new(Bet, (seat, now.names[hand], do, to, added, clause, tapped_out))
        now = bet_applied(now, event, settings, goes_on=True)
    return new(State, (settings, house, felt, new(Play, (play.room, now)))), (event,)


def _total(settings: HoldemSettings, now: Round, do: str, amount: Cents | None) -> Cents | None:
    """What the hand has in the betting round after a call, bet or raise, if that is as it should be.

    In whole minimum bets (R-13) a tap-out is no matter of course.
    """
    if settings.tap_out_units == MIN_BET_UNITS:
        return None
    hand, call = now.turn, now.call
    if do == "call":
        bet, stack = now.bets[hand], now.stacks[hand]
        price = call - bet if call - bet < stack else stack
        return None if price <= 0 or (amount is not None and amount != price) else bet + price
    if amount is None or (do == "bet") is (call > 0):
        return None
    _, _, may_raise, least, most, _ = options(settings, now, hand)
    fits = may_raise and least <= amount <= most and (not amount % settings.chip_unit or amount in (least, most))
    return amount if fits else None


def _is_step(command: Command) -> bool:
    """Whether it is a step of the dealer that says nothing more than its cards, if it has any."""
    by, _, seat, player, number, amount, cards = command[:7]
    return (
        by is _DEALER
        and seat is None
        and player is None
        and amount is None
        and type(number) is int
        and type(cards) is tuple
        and (not cards or {*map(type, cards)} == _NUMBERS)
        and command[7:] == NOTHING_BUT_CARDS
    )


def _deal(state: Holdem, command: Command) -> Done:
    """All hole cards at once, or the next street, where no irregularity changes the deal."""
    stage, now, settings = state.felt.stage, state.play.round, settings_of(state)
    if not _is_step(command):
        return None
    cards, count = command.cards, len(now.seats)
    if stage is IN_PLAY:
        put_right = now.burn_taken or now.skip_burn or now.to_reshuffle or now.top_card is not None
        is_over = now.street == RIVER or count - now.folded.bit_count() < 2
        if now.turn != NOBODY or put_right or is_over or settings.procedures == STAR:
            return None
        burn = int(settings.burn)
        if len(cards) != burn + (3 if now.street == PREFLOP else 1) or not are_left(state, cards):
            return None
        street = new(BoardDealt, (cards[:burn], cards[burn:], "HLD 9.4"))
        return board_dealt(state, street), (street,)
    if stage is not BETTING or not state.felt.shuffled or len(cards) != count * settings.hole_cards:
        return None
    if not_ready(CLAUSES, state) or not are_left(state, cards):
        return None
    hole = new(HoleDealt, (cards, "HLD 9.2"))
    return hole_dealt(state, hole), (hole,)


def _settle(state: Holdem, command: Command) -> Done:
    """The end of a round, unless what was announced while it was played comes into force with it."""
    if command.cards or state.play.room.coming_settings or not _is_step(command):
        return None
    done = chips_given_out(state)
    if isinstance(done, Refusal):
        return None
    over = new(RoundOver, ("settled", done.clause))
    return round_over(settled(state, done), over), (done, over)


AT_ONCE: Mapping[str, Callable[[Holdem, Command], Done]] = {
    **dict.fromkeys(("fold", "check", "call", "bet", "raise"), _decide),
    "deal": _deal,
    "settle": _settle,
}

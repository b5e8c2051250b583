"""Ordinary commands, decided and applied in one step: most of a round is nothing else.

A decision is ordinary when it comes in turn and says no more than it must, and when nothing at the table is out of
turn, pushed, absent or to be put right; a deal, when no irregularity changes it. Sizes, clauses and the round
afterwards are those of the modules that hold the rules, and so is every refusal: whatever is not ordinary, or would be
refused, is answered with None and goes the long way.
"""

from collections.abc import Callable, Mapping

from pitboss.cards.card import Card
from pitboss.games.command import NOTHING_BUT_CARDS, NOTHING_MORE
from pitboss.games.copies import new
from pitboss.games.holdem.betting.betting import Bet, Folded
from pitboss.games.holdem.betting.opening import clauses_now, is_opener
from pitboss.games.holdem.betting.sizes import options
from pitboss.games.holdem.dealing import BETTING, BoardDealt, HoleDealt, are_left, with_dealt
from pitboss.games.holdem.fast.mutable_round import AnyRound, MutableRound, next_turn
from pitboss.games.holdem.settings import CLAUSES, MIN_BET_UNITS, STAR, deck_by, settings_of
from pitboss.games.holdem.showdown.settlement import (
    Settled,
    is_decided,
    settled_by,
    settlement_of,
    wagers_of,
    with_stakes,
)
from pitboss.games.holdem.state import IN_PLAY, NOBODY, PREFLOP, RIVER, Holdem, Play, Room, Round, with_round
from pitboss.games.house.dealing import not_ready
from pitboss.games.house.felt import RoundOver, house_after
from pitboss.games.play import OVER, Cents, Command, Events, Felt, Role, State
from pitboss.rulebook.refusal import Refusal

Done = tuple[Holdem, Events] | None
_PLAYER, _DEALER = Role.PLAYER, Role.DEALER
_NUMBERS = {int}
_STAND, _SETTLED = "HLD 10.2 tail", "settled"


def in_motion(state: Holdem) -> MutableRound | None:
    """The round in the form that decisions change, if nothing makes a decision in turn extraordinary."""
    if state.felt.stage is not IN_PLAY:
        return None
    motion = MutableRound(state.play.round, settings_of(state))
    return motion if motion.is_ordinary else None


def _decide(state: Holdem, command: Command) -> Done:
    do, seat, amount = command.do, command.seat, command.amount
    if not is_decision(command, state.play.round):
        return None
    if amount is None and (do == "fold" or do == "check"):
        return _pass_turn(state, do, seat or 0)
    motion = in_motion(state)
    event = None if motion is None else decide_at_once(motion, do, seat or 0, amount)
    return None if motion is None or event is None else (with_round(state, motion.round()), (event,))


def is_decision(command: Command, now: AnyRound) -> bool:
    """Whether it is said by whoever's turn it is, and says no more than a decision with its amount."""
    by, _, seat, player, number, _ = command[:6]
    return (
        by is _PLAYER
        and type(seat) is int
        and type(number) is int
        and command[6:] == NOTHING_MORE
        and now.turn != NOBODY
        and (player is None or (type(player) is str and player == now.names[now.turn]))
    )


def _pass_turn(state: Holdem, do: str, seat: int) -> Done:
    """A single fold or check: what `decide_at_once` comes to, in the few fields that it changes.

    To put the round in motion and back would take longer than all the rest.
    """
    now = state.play.round
    hand, acted, early, _, short_push, folded, fold_order, tapped, _, bets, _, call = now[:12]
    if seat != now.seats[hand] or state.felt.stage is not IN_PLAY:
        return None
    if early or short_push or now.absent or now.to_replace is not None:
        return None
    clause = clauses_now(settings_of(state), now).get(do)
    if clause is None or (do == "check" and (now.street == PREFLOP or call > bets[hand] or not now.stacks[hand])):
        return None
    event: Folded | Bet
    acted |= 1 << hand
    if do == "fold":
        folded |= 1 << hand
        fold_order = (*fold_order, hand)
        event = new(Folded, (seat, clause, "Folded.", 0))
    else:
        event = new(Bet, (seat, now.names[hand], do, bets[hand], 0, clause, False))
    changed = next_turn(folded, tapped, acted, bets, call, hand), acted, (), None, 0, folded, fold_order
    return with_round(state, new(Round, changed + now[7:])), (event,)


def decide_at_once(motion: MutableRound, do: str, seat: int, amount: Cents | None) -> Bet | Folded | None:
    """To fold, check, stand, call, bet or raise in turn; None if it must go the long way, and nothing has changed."""
    hand, settings = motion.turn, motion.settings
    if hand == NOBODY or seat != motion.seats[hand] or type(seat) is not int:
        return None
    if do == "fold":
        clause = clauses_now(settings, motion).get("fold")
        if clause is None or amount is not None:
            return None
        motion.fold(hand)
        return new(Folded, (seat, clause, "Folded.", 0))
    if amount is not None and type(amount) is not int:
        return None
    to = _total(motion, do, amount)
    if to is None:
        return None
    added = to - motion.bets[hand]
    tapped = added == motion.stacks[hand]
    clause = _STAND if do == "stand" else "HLD 14.1[s1]" if tapped else clauses_now(settings, motion).get(do)
    if clause is None:
        return None
    motion.bet(hand, to, added, tapped)
    motion.go_on()
    return new(Bet, (seat, motion.names[hand], do, to, added, clause, tapped))


def _total(now: MutableRound, do: str, amount: Cents | None) -> Cents | None:
    """What the hand has in the betting round after its decision, if that is as it should be.

    In whole minimum bets (R-13) a tap-out is no matter of course. The last blind stands (HLD 10.2 tail) where it is
    not the opener, whom a betting option binds.
    """
    settings, hand, call = now.settings, now.turn, now.call
    bet, stack = now.bets[hand], now.stacks[hand]
    if do == "check":
        return None if amount is not None or now.street == PREFLOP or call > bet or not stack else bet
    if do == "stand":
        is_usual = hand == now.last_blind and now.street == PREFLOP and call == bet > 0 and not is_opener(now)
        return bet if is_usual and amount is None and stack else None
    if settings.tap_out_units == MIN_BET_UNITS:
        return None
    if do == "call":
        price = call - bet if call - bet < stack else stack
        return None if price <= 0 or (amount is not None and amount != price) else bet + price
    if amount is None or do != ("raise" if call else "bet"):
        return None
    _, _, may_raise, least, most, _ = options(settings, now, hand)
    fits = may_raise and least <= amount <= most and (not amount % settings.chip_unit or amount in (least, most))
    return amount if fits else None


def is_step(command: Command) -> bool:
    """Whether it is a step of the dealer that says nothing more than its cards, if it has any."""
    by, _, seat, player, number, amount, cards = command[:7]
    return (
        by is _DEALER
        and seat is None
        and player is None
        and amount is None
        and type(number) is int
        and type(cards) is tuple
        and (not cards or are_numbers(cards))
        and command[7:] == NOTHING_BUT_CARDS
    )


def are_numbers(cards: tuple[Card, ...]) -> bool:
    """Whether these can be cards at all."""
    return type(cards) is tuple and {*map(type, cards)} == _NUMBERS


def _deal(state: Holdem, command: Command) -> Done:
    """All hole cards at once, or the next street, where no irregularity changes the deal."""
    if not is_step(command):
        return None
    felt, cards, motion = state.felt, command.cards, MutableRound(state.play.round, settings_of(state))
    in_play = felt.stage is IN_PLAY
    event = next_street(motion, felt.dealt, cards) if in_play else hole_cards(motion, state, cards)
    return None if event is None else (with_dealt(state, IN_PLAY, cards, motion.round()), (event,))


def hole_cards(motion: MutableRound, state: Holdem, cards: tuple[Card, ...]) -> HoleDealt | None:
    """All hole cards; None if it must go the long way, and nothing has changed."""
    felt, settings = state.felt, motion.settings
    if felt.stage is not BETTING or not felt.shuffled or len(cards) != len(motion.seats) * settings.hole_cards:
        return None
    if not are_left(deck_by(settings), felt.dealt, cards) or not_ready(CLAUSES, state):
        return None
    motion.deal(cards)
    return new(HoleDealt, (cards, "HLD 9.2"))


def street_cards(motion: MutableRound) -> int:
    """How many cards the next street takes, a burn card with it; none if it has not come or must go the long way."""
    settings, street = motion.settings, motion.street
    put_right = motion.burn_taken or motion.skip_burn or motion.to_reshuffle or motion.top_card is not None
    is_over = street == RIVER or len(motion.seats) - motion.folded.bit_count() < 2
    if motion.turn != NOBODY or put_right or motion.passive or is_over or settings.procedures == STAR:
        return 0
    return int(settings.burn) + (3 if street == PREFLOP else 1)


def next_street(motion: MutableRound, dealt: tuple[Card, ...], cards: tuple[Card, ...]) -> BoardDealt | None:
    """A card to burn and those of the next street; None if it must go the long way, and nothing has changed."""
    settings = motion.settings
    if not cards or len(cards) != street_cards(motion) or not are_left(deck_by(settings), dealt, cards):
        return None
    burn = int(settings.burn)
    event = new(BoardDealt, (cards[:burn], cards[burn:], "HLD 9.4"))
    motion.next_street(event.burned, event.cards)
    return event


def _settle(state: Holdem, command: Command) -> Done:
    if command.cards or not is_step(command) or state.felt.stage is not IN_PLAY:
        return None
    motion = MutableRound(state.play.round, settings_of(state))
    clause = settle_at_once(motion, state.play.room)
    if clause is None:
        return None
    events = end_events(motion, clause)
    return conclude_round(state, motion, state.felt.dealt, events[0]), events


def end_events(motion: MutableRound, clause: str) -> tuple[Settled, RoundOver]:
    """What is told of a round in motion that has been settled by a clause."""
    assert motion.settlement is not None
    return settled_by(motion.settings, motion, motion.settlement, clause), new(RoundOver, (_SETTLED, clause))


def settle_at_once(motion: MutableRound, room: Room) -> str | None:
    """Ends a round, and answers with the clause; None if it must go the long way, and nothing has changed.

    So it must where what was announced while the round was played comes into force with its end.
    """
    settings = motion.settings
    if room.coming_settings or settings.procedures == STAR or motion.settlement is not None or not is_decided(motion):
        return None
    done = settlement_of(settings, motion)
    if isinstance(done, Refusal):
        return None
    settlement, clause = done
    motion.give_out(settlement)
    return clause


def conclude_round(state: Holdem, motion: MutableRound, dealt: tuple[Card, ...], done: Settled) -> Holdem:
    """The table once a round is over: after both its events, between which nobody can look."""
    settings, _, felt, (room, _) = state
    felt = new(Felt, (OVER, wagers_of(done), (), dealt, felt.advised, felt.shuffled, _SETTLED, done.clause))
    play = new(Play, (with_stakes(room, motion.seats, motion.stacks, moves_on=True), motion.round()))
    return new(State, (settings, house_after(state, done.outcomes), felt, play))


AT_ONCE: Mapping[str, Callable[[Holdem, Command], Done]] = {
    **dict.fromkeys(("fold", "check", "stand", "call", "bet", "raise"), _decide),
    "deal": _deal,
    "settle": _settle,
}

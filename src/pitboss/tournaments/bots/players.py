"""Simple players of tournaments, in three temperaments: quick, because whole events are played with them.

A decision is made from the seat's own two (or four) cards and from what everybody at the table sees. Worth is told in
hundredths. With few big blinds left a hand is played for the whole stack or not at all.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple

from pitboss.cards.card import Card
from pitboss.cards.shuffle import HOLDEM_CUT, Bits, below, permute
from pitboss.games.bots.hand_worth import chance_to_improve, made_worth
from pitboss.games.bots.holdem import BOLD, CAUTIOUS, STEADY, Temperament, place_among_hands
from pitboss.games.command import Command, Role, dealer_step, decision
from pitboss.games.holdem import GAME
from pitboss.games.holdem.betting.sizes import options
from pitboss.games.holdem.fast.mutable_round import AnyRound
from pitboss.games.holdem.fast.running import Run
from pitboss.games.holdem.settings import HoldemSettings, ranking_of, settings_of
from pitboss.games.holdem.showdown.pots import pot_now
from pitboss.games.holdem.state import NOBODY, PREFLOP, RIVER, Holdem
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import Chips

# More careful players than bold ones come to a tournament.
FIELD: tuple[Temperament, ...] = (CAUTIOUS, STEADY, BOLD, STEADY)

# With so few big blinds it is all or nothing, and with fewer still nearly any hand will do.
_SHORT, _DESPERATE = 10, 4
# Draws of chance are of so many equally likely numbers: 7 bits.
_CHANCES = 128
# What a hand is worth less against a bet of a quarter of the stack.
_WARY = 15
_DEALER = Role.DEALER
_CUT = HOLDEM_CUT.from_each_end


class Seen(NamedTuple):
    """What a player sees: the own hand, and what is public. Nobody else's cards are in it."""

    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    street: int
    pot: Chips
    owes: Chips
    bet: Chips
    stack: Chips
    call: Chips
    big: Chips
    players: int
    rivals: int
    # The most that can be lost to anybody still in.
    at_stake: Chips
    # Players still in who have yet to act before the betting comes back.
    behind: int
    may_raise: bool
    min_to: Chips
    max_to: Chips
    unit: Chips


def seen_by(settings: HoldemSettings, now: AnyRound, hand: int) -> Seen:
    """The table as the player of a hand sees it."""
    choice = options(settings, now, hand)
    out = now.folded | 1 << hand
    others = [each for each in range(len(now.seats)) if not out >> each & 1]
    reach = [now.stacks[each] + now.bets[each] for each in others]
    own = now.stacks[hand] + now.bets[hand]
    able = [each for each in others if not now.tapped >> each & 1]
    return Seen(
        now.hole[hand],
        now.board,
        now.street,
        pot_now(now),
        choice.owes,
        now.bets[hand],
        now.stacks[hand],
        now.call,
        settings.blinds[-1],
        len(now.seats),
        len(others),
        min(own, max(reach, default=0)),
        sum(not now.acted >> each & 1 for each in able),
        choice.may_raise,
        choice.min_to,
        choice.max_to,
        settings.chip_unit,
    )


def decide(settings: HoldemSettings, now: AnyRound, mood: Temperament, bits: Bits) -> Command:
    """What the player whose turn it is does."""
    hand = now.turn
    seen = seen_by(settings, now, hand)
    to = _before_flop(seen, mood, bits) if seen.street == PREFLOP else _after_flop(settings, seen, mood, bits)
    return _command(now.seats[hand], seen, to)


# A wish is the total to bet or raise to; these two are for passing or giving up, and for staying in.
_GIVE_UP, _STAY = -2, -1


def _before_flop(seen: Seen, mood: Temperament, bits: Bits) -> int:
    """By the place of the cards among all starting hands, which must be the higher the more has been raised."""
    place = _place(seen.hole)
    whole = seen.bet + seen.stack
    if seen.at_stake <= _SHORT * seen.big:
        return _all_or_nothing(seen, mood, place, whole)
    raised = seen.call > seen.big
    shrink = 100 + (50 * (seen.call - seen.big) // seen.big if raised else 0)
    # Against few players a hand need not be as good.
    wide = 1100 // (5 + min(seen.players, 6))
    raises = max(wide * mood.raises // shrink, 2)
    if place >= 100 - raises and bits(7) * 100 < mood.presses * _CHANCES:
        return 2 * seen.call + seen.pot * mood.size // 100
    if not raised and place >= 100 - 2 * mood.plays and bits(7) * 300 < mood.bluffs * _CHANCES:
        return 3 * seen.big
    cheap = max(0, 25 - 100 * seen.owes // (seen.pot + seen.owes)) if seen.owes else 100
    plays = max(wide * mood.plays // shrink, 3) + cheap
    return _STAY if place >= 100 - plays else _GIVE_UP


def _all_or_nothing(seen: Seen, mood: Temperament, place: int, whole: Chips) -> int:
    """A short stack: the fewer blinds and the fewer players behind, the more hands are good enough."""
    blinds = max(seen.at_stake // seen.big, 1)
    raised = seen.call > seen.big
    if raised:
        # To call for what there is takes a hand, but a good price takes less of one.
        price = 100 * seen.owes // (seen.pot + seen.owes)
        good = mood.plays // 3 + 40 // blinds + max(0, 38 - price)
        if seen.rivals > 1:
            good -= 4
    else:
        good = mood.plays // 4 + (90 if blinds <= _DESPERATE else 45) // (1 + seen.behind) + 30 // blinds
    if place >= 100 - good:
        return whole
    return _GIVE_UP


def _after_flop(settings: HoldemSettings, seen: Seen, mood: Temperament, bits: Bits) -> int:
    """By the hand made and what it may become, against the price of going on."""
    ranking = ranking_of(settings)
    made = made_worth(ranking, seen.hole, seen.board)
    if made < 85:
        # Of several rivals one will have something, and so has who bets against one's own bet or bets a lot.
        made -= 3 * (seen.rivals - 1) + (12 if seen.bet and seen.owes else 0)
        if 4 * seen.owes > seen.stack:
            made -= _WARY
    drawing = chance_to_improve(ranking, seen.hole, seen.board) if seen.street < RIVER else 0
    target = seen.call + (seen.pot + seen.owes) * mood.size // 100
    if made >= mood.bets_from + (15 if seen.owes else 0) and bits(7) * 100 < mood.presses * _CHANCES:
        return target
    bluffs = mood.bluffs * (2 if drawing >= 30 else 1) // (4 if seen.owes else seen.rivals)
    if made < mood.bets_from and bits(7) * 100 < bluffs * _CHANCES:
        return target
    price = 100 * seen.owes // (seen.pot + seen.owes) if seen.owes else 0
    chance = max(made, drawing) + min(max(made, 0), drawing) // 3
    return _STAY if chance >= price + mood.caution else _GIVE_UP


def _command(seat: int, seen: Seen, to: int) -> Command:
    """The wish as a command that the rules allow, or the one nearest to it; for nothing nobody gives up a hand."""
    if to >= 0 and seen.may_raise:
        # A bet of most of the stack is made with all of it, and all others in round figures, as people bet.
        amount = seen.max_to if 3 * to >= 2 * (seen.bet + seen.stack) else to - to % seen.unit
        amount = min(max(amount, seen.min_to), seen.max_to)
        return decision("raise" if seen.call else "bet", seat, amount)
    if not seen.owes:
        return decision("stand" if seen.street == PREFLOP else "check", seat)
    return decision("fold" if to == _GIVE_UP else "call", seat)


def _place(hole: tuple[Card, ...]) -> int:
    """Two hole cards among all starting hands; of four the third best two, for four always hold two that look good."""
    return _place_of_two(hole) if len(hole) == 2 else sorted(map(_place_of_two, combinations(hole, 2)))[-3]


_place_of_two = cache(place_among_hands)


class HandInPlay(NamedTuple):
    """A hand so far: the table, the cards still in the shoe, and how many decisions there were.

    It is over, or hand for hand a called all-in waits for the other tables (STAR 7.30).
    """

    table: Holdem
    shoe: tuple[Card, ...]
    decisions: int


def play_hand(table: Holdem, moods: Mapping[str, Temperament], bits: Bits) -> HandInPlay:
    """A whole hand from the cut on, by the rules, with a fresh shuffle."""
    deck = GAME.deck(table).cards
    cut = _CUT + below(len(deck) - 2 * _CUT + 1, bits)
    order = permute(deck, bits)
    run = Run(table)
    _must(run, dealer_step("start_round"))
    _must(run, Command(_DEALER, "shuffle", position=cut))
    return go_on(HandInPlay(run.state, order[cut:] + order[:cut], 0), moods, bits)


def go_on(played: HandInPlay, moods: Mapping[str, Temperament], bits: Bits) -> HandInPlay:
    """The hand from where it stands, until it is over or has to wait."""
    table, shoe, decisions = played
    run, settings = Run(table), settings_of(table)
    while not run.is_over:
        step = run.routine()
        if step is not None:
            cards, shoe = shoe[: step.cards], shoe[step.cards :]
            if step.do != "settle" or not run.settle_in_motion():
                _must(run, dealer_step(step.do, cards))
            continue
        now = run.now
        if now.turn == NOBODY:
            # Nobody's decision and no step of the dealer: the table waits for the others.
            break
        decisions += 1
        _must(run, decide(settings, now, moods[now.names[now.turn]], bits))
    return HandInPlay(run.state, shoe, decisions)


def turn_up(played: HandInPlay, moods: Mapping[str, Temperament], bits: Bits) -> HandInPlay:
    """STAR 7.30: the other tables have finished their action, so that the cards of the all-in are turned up."""
    run = Run(played.table)
    _must(run, Command(Role.SUPERVISOR, "hand_for_hand", ruling="off"))
    return go_on(played._replace(table=run.state), moods, bits)


def _must(run: Run, command: Command) -> None:
    done = run.give(command) or run.act(command)
    if isinstance(done, Refusal):
        raise RuntimeError(f"{command.do} at seat {command.seat}: {done}")

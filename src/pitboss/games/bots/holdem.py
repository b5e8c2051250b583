"""Simple players of hold'em in three temperaments: what they do from what their seat may see, and from nothing else.

A decision is a function of the view of a seat, the choices offered to it, and the random numbers handed in. Worth is
told in hundredths, from 0 for nothing to 100 for a hand that cannot be beaten.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from pitboss.cards.card import ACE, Card, card, rank_of, suit_of
from pitboss.cards.deck import holdem_deck
from pitboss.cards.ranking import LowAce, Ranking, holdem_ranking
from pitboss.games.bots.hand_worth import chance_to_improve, made_worth
from pitboss.games.holdem.view import HoldemView
from pitboss.games.play import Cents, Choice, Command

# Hands that are never laid down before the flop, whatever the price: so many of 100.
_BEST_HANDS = 3
# From so many players on, a table is a full one.
_FULL_TABLE = 6
# With so few last blinds in front of it, a hand is played for all of them or not at all.
_SHORT_STAKE = 8
# A bet of more than this part of what is left is made with all of it.
_COMMITTED = (2, 3)
_SURE = 85


@dataclass(frozen=True, slots=True)
class Temperament:
    """How somebody plays, in hundredths.

    Of 100 hands so many are worth a call before the flop, and so many a raise; of 100 good hands so many are bet, and
    of 100 bad ones so many. After the flop a hand is bet from a worth of `bets_from`, and called with if it is worth
    the price and `caution` on top of it. Bets are `size` hundredths of the pot.
    """

    name: str
    words: str
    plays: int
    raises: int
    presses: int
    bluffs: int
    bets_from: int
    caution: int
    size: int


CAUTIOUS = Temperament(
    "cautious", "plays few hands, seldom raises", 20, 4, presses=30, bluffs=1, bets_from=68, caution=10, size=50
)
STEADY = Temperament(
    "steady", "plays good hands, and raises with them", 27, 16, presses=85, bluffs=10, bets_from=58, caution=4, size=65
)
BOLD = Temperament(
    "bold", "plays many hands, raises often", 50, 30, presses=85, bluffs=30, bets_from=46, caution=-6, size=85
)
TEMPERAMENTS = (CAUTIOUS, STEADY, BOLD)


class Wish(Enum):
    """What somebody would do if nothing were forbidden."""

    GIVE_UP = auto()
    STAY = auto()
    PUSH = auto()


class DecisionView(NamedTuple):
    """A decision as its player sees it. `bet` is one's own in this betting round, `whole` that and all that is left.

    `players` have been dealt in, and `rivals` are still in beside the player.
    """

    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    pot: Cents
    call: Cents
    bet: Cents
    whole: Cents
    players: int
    rivals: int
    unit: Cents
    ranking: Ranking

    @property
    def price(self) -> int:
        """What a call costs, in hundredths of the pot it makes."""
        return 100 * self.call // (self.pot + self.call) if self.call else 0


def decide(view: HoldemView, choices: Sequence[Choice], temperament: Temperament, random: Random) -> Command:
    """One of the choices offered to the seat whose turn it is, as this temperament makes it."""
    spot = _spot(view, choices[0].seat)
    think = _after_flop if spot.board else _before_flop
    wish, to = think(spot, temperament, random)
    return _command(spot, choices, wish, to)


def _spot(view: HoldemView, seat: int | None) -> DecisionView:
    """What matters of a view; nothing else of the table is looked at."""
    sign = view.sign
    own = next(row for row in view.seats if row.seat == seat)
    dealt_in = [row for row in view.seats if row.cards is not None]
    rivals = [row for row in dealt_in if row.seat != seat and not row.folded]
    assert view.turn is not None
    assert own.bet is not None
    blinds, least = sign["blinds"], sign["min_bet"]
    unit = blinds[-1] if blinds else least if isinstance(least, int) else least[0]
    ranking = holdem_ranking(
        holdem_deck(sign["deck"], joker=sign["joker"]),
        ace_low_straights=sign["ace_low_straights"],
        low_ace=LowAce(sign["low_ace"]),
    )
    return DecisionView(
        tuple(map(card, own.cards or ())),
        tuple(map(card, view.board)),
        view.pot,
        view.turn.call,
        own.bet,
        own.bet + own.stake,
        len(dealt_in),
        len(rivals),
        unit,
        ranking,
    )


def _before_flop(spot: DecisionView, mood: Temperament, random: Random) -> tuple[Wish, Cents]:
    """By the place of the two cards among all, which must be the higher the more has been raised."""
    place = max(map(place_among_hands, combinations(spot.hole, 2)))
    asked = spot.bet + spot.call
    raised = asked > spot.unit
    # A raise to three times the blind leaves a little more than half of the hands worth a call.
    shrink = 100 + (40 * (asked - spot.unit) // spot.unit if raised else 0)
    cheap = max(0, 25 - spot.price)
    # Against few players a hand need not be as good: against one, half as good will do.
    wide = 800 // (2 + min(spot.players, _FULL_TABLE))
    plays = max(wide * mood.plays // shrink, _BEST_HANDS) + cheap
    raises = max(wide * mood.raises // shrink, _BEST_HANDS - 1)
    if spot.whole <= _SHORT_STAKE * spot.unit and place >= 100 - mood.plays // 2:
        return Wish.PUSH, spot.whole
    steals = not raised and place >= 100 - 2 * mood.plays and random.randrange(100) < mood.bluffs // 3
    if steals or (place >= 100 - raises and random.randrange(100) < mood.presses):
        return Wish.PUSH, 2 * max(asked, spot.unit) + spot.pot * mood.size // 100
    return (Wish.STAY if place >= 100 - plays else Wish.GIVE_UP), 0


def _after_flop(spot: DecisionView, mood: Temperament, random: Random) -> tuple[Wish, Cents]:
    """By the hand made and what it may become, against the price of going on."""
    made = made_worth(spot.ranking, spot.hole, spot.board)
    if made < _SURE:
        # Of several rivals one will have something; and who bets against one's own bet has it.
        made -= 3 * (spot.rivals - 1) + (12 if spot.bet and spot.call else 0)
        if 3 * spot.call > spot.whole - spot.bet:
            made -= 8
    drawing = chance_to_improve(spot.ranking, spot.hole, spot.board)
    target = spot.bet + spot.call + (spot.pot + spot.call) * mood.size // 100
    worth_betting = made >= mood.bets_from + (15 if spot.call else 0)
    if worth_betting and random.randrange(100) < mood.presses:
        return Wish.PUSH, target
    bluffing = mood.bluffs * (2 if drawing >= 30 else 1) // (4 if spot.call else spot.rivals)
    if made < mood.bets_from and random.randrange(100) < bluffing:
        return Wish.PUSH, target
    chance = max(made, drawing) + min(max(made, 0), drawing) // 3
    return (Wish.STAY if chance >= spot.price + mood.caution else Wish.GIVE_UP), 0


def _command(spot: DecisionView, choices: Sequence[Choice], wish: Wish, to: Cents) -> Command:
    """The wish as a choice that was offered, or the one nearest to it; for nothing nobody gives up a hand."""
    offers = {choice.do: choice for choice in choices}
    if wish is Wish.PUSH:
        # In round figures, as people bet.
        to -= to % max(spot.unit // 2, 1)
        part, of = _COMMITTED
        if "tap_out" in offers and of * to >= part * spot.whole:
            return _as_command(offers["tap_out"], to)
        order = ["raise", "bet", "tap_out", "check", "stand", "call"]
    elif wish is Wish.STAY:
        order = ["check", "stand", "call", "raise", "bet"]
    else:
        order = ["check", "stand", "fold", "call_and_fold", "bet"]
    do = next((do for do in order if do in offers), choices[0].do)
    return _as_command(offers[do], to if wish is Wish.PUSH else 0)


def _as_command(choice: Choice, to: Cents) -> Command:
    """A choice with its amount: of a range the one nearest to what is wished, in whole steps."""
    amount: Cents | None = None
    if choice.least is not None:
        most = choice.least if choice.most is None else choice.most
        amount = min(max(to - to % choice.step, choice.least), most)
    elif choice.amounts:
        amount = choice.amounts[0]
    return Command(choice.by, choice.do, choice.seat, choice.player, choice.hand, amount)


def place_among_hands(two: tuple[Card, ...]) -> int:
    """How many of 100 starting hands this one is better than, by its ranks and whether it is suited."""
    first, second = two
    high, low = sorted((rank_of(first), rank_of(second)), reverse=True)
    return _places()[_points(high, low, suited=suit_of(first) == suit_of(second))]


@cache
def _places() -> Mapping[int, int]:
    """For the points of a starting hand, the share of all 1,326 that have less."""
    count: dict[int, int] = {}
    for high in range(ACE + 1):
        for low in range(high + 1):
            for suited, ways in ((True, 4), (False, 12)) if high > low else ((False, 6),):
                points = _points(high, low, suited=suited)
                count[points] = count.get(points, 0) + ways
    places, below = {}, 0
    for points in sorted(count):
        places[points] = 100 * below // sum(count.values())
        below += count[points]
    return places


def _points(high: int, low: int, *, suited: bool) -> int:
    """A starting hand in points: its high card, doubled for a pair, more if suited, less for each gap."""
    points = {12: 20, 11: 16, 10: 14, 9: 12}.get(high, high + 2)
    if high == low:
        return max(2 * points, 10)
    gap = high - low - 1
    points += 4 * suited - (0, 2, 4, 8, 10)[min(gap, 4)]
    # Two cards that touch make more straights where both are below a queen.
    return points + 2 * (gap < 2 and high < 10)

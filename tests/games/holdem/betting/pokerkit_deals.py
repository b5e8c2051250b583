"""Hands to be played at one of our tables and in PokerKit: both set up with the same stacks, cards and rules."""

from copy import copy
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

import phevaluator
from pokerkit import Automation, BettingStructure, Mode, OmahaHoldemHand, Opening, StandardHighHand, State, Street
from pokerkit import Card as TheirCard

from pitboss.cards.card import Card, face
from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.settings import COMPLETABLE, CUMULATIVE, FIXED, FULL_POT, NO_LIMIT, TOURNAMENT, in_round
from pitboss.games.holdem.state import PREFLOP, Chair, Room, with_room
from pitboss.games.table import StackedShoe, Table

SEATS = 9
BOARD = 5


class OnlyCard(TheirCard):
    """A card that is there once, so that no other is equal to it; theirs compare rank and suit again and again."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @classmethod
    def of(cls, card: Card) -> "OnlyCard":
        theirs = next(TheirCard.parse(face(card)))
        return cls(theirs.rank, theirs.suit)


THEIR_CARDS = [OnlyCard.of(Card(number)) for number in range(52)]
STRUCTURES = {
    NO_LIMIT: BettingStructure.NO_LIMIT,
    FULL_POT: BettingStructure.POT_LIMIT,
    FIXED: BettingStructure.FIXED_LIMIT,
}
# Everything that is no decision and no card; hands are shown by us, so that the pots can be read before.
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class PheHand:
    """A hand for PokerKit, ranked by phevaluator: PokerKit's own ranking takes four fifths of its time."""

    def __init__(self, rank: int) -> None:
        self.rank = rank

    @classmethod
    def from_game(cls, hole: Any, board: Any = ()) -> "PheHand":
        return _ranked_by_phevaluator(tuple(hole), tuple(board))

    @classmethod
    def from_game_or_none(cls, hole: Any, board: Any = ()) -> "PheHand | None":
        hole, board = tuple(hole), tuple(board)
        return _ranked_by_phevaluator(hole, board) if len(board) == BOARD and hole else None

    # phevaluator counts from 1, the best.
    def __eq__(self, other: object) -> bool:
        return isinstance(other, PheHand) and self.rank == other.rank

    def __lt__(self, other: "PheHand") -> bool:
        return self.rank > other.rank

    def __le__(self, other: "PheHand") -> bool:
        return self.rank >= other.rank

    def __hash__(self) -> int:
        return hash(self.rank)


class TheirHand(StandardHighHand):
    """A hand that PokerKit ranks itself."""

    @classmethod
    def from_game(cls, hole: Any, board: Any = ()) -> Any:
        return _ranked_by_pokerkit(StandardHighHand, tuple(hole), tuple(board))


class TheirOmahaHand(OmahaHoldemHand):
    """Another hand that PokerKit ranks itself."""

    @classmethod
    def from_game(cls, hole: Any, board: Any = ()) -> Any:
        return _ranked_by_pokerkit(OmahaHoldemHand, tuple(hole), tuple(board))


# PokerKit asks for the rank of a hand again for every pot and for every hand that is shown.
@lru_cache(maxsize=1000)
def _ranked_by_phevaluator(hole: tuple[TheirCard, ...], board: tuple[TheirCard, ...]) -> PheHand:
    if len(hole) == 2:
        return PheHand(phevaluator.evaluate_cards(*map(repr, hole + board)))
    return PheHand(phevaluator.evaluate_omaha_cards(*map(repr, board + hole)))


@lru_cache(maxsize=1000)
def _ranked_by_pokerkit(kind: Any, hole: tuple[TheirCard, ...], board: tuple[TheirCard, ...]) -> Any:
    return kind.from_game(hole, board)


class Deal(NamedTuple):
    """A hand to be played: hand 0 is the first clockwise of the button and the button is the last, in both programs."""

    settings: HoldemSettings
    stacks: tuple[int, ...]
    cards: tuple[Card, ...]
    # Whether PokerKit ranks the hands itself.
    ranked_by_them: bool = False

    @property
    def blinds(self) -> tuple[int, ...]:
        """R-29: of three blinds two players post the first two."""
        return self.settings.blinds[: len(self.stacks)]


@cache
def opened(settings: HoldemSettings) -> Table[Any]:
    return Table(GAME, settings, StackedShoe(())).open()


def our_table(deal: Deal) -> Table[Any]:
    table = copy(opened(deal.settings))
    table.shoe = StackedShoe(deal.cards)
    chairs = {seat: Chair(f"P{seat}", stack) for seat, stack in enumerate(deal.stacks, start=1)}
    table.state = with_room(table.state, Room(chairs=Frozen(chairs), button=len(deal.stacks)))
    # From here on its commands are those of the round.
    step = table.new_round().shuffle_if_due()
    assert step is not None
    table.take(step)
    return table


def their_state(deal: Deal) -> Any:
    settings, count = deal.settings, len(deal.stacks)
    used = count * settings.hole_cards + BOARD
    ranking: Any = PheHand
    if deal.ranked_by_them:
        ranking = TheirHand if settings.hole_cards == 2 else TheirOmahaHand
    deck: Any = tuple(THEIR_CARDS[card] for card in deal.cards[:used])
    antes: Any = (settings.ante,) * count
    if settings.big_blind_ante:
        # Theirs counts two players the other way round when it reads blinds and antes.
        antes = {1: settings.big_blind_ante}
    state = State(
        AUTOMATIC,
        deck,
        (ranking,),
        their_streets(settings),
        STRUCTURES[settings.limit],
        not settings.big_blind_ante,
        antes,
        deal.blinds,
        0,
        deal.stacks,
        count,
        mode=Mode.CASH_GAME,
        # Nothing, as by default, where it is worked out with floats.
        rake=lambda amount, _: (0, amount),
    )
    for hand in range(count):
        state.deal_hole(tuple(THEIR_CARDS[card] for card in deal.cards[hand : count * settings.hole_cards : count]))
    return state


@cache
def their_streets(settings: HoldemSettings) -> tuple[Any, ...]:
    """No burns, and the minimum bet of each betting round; theirs counts the opening bet among the raises."""
    streets = []
    for number, cards in enumerate((0, 3, 1, 1)):
        hole = (False,) * settings.hole_cards if number == PREFLOP else ()
        most = None if settings.max_raises is None else settings.max_raises + (number != PREFLOP)
        minimum = in_round(settings.min_bet, number)
        streets.append(Street(False, hole, cards, False, Opening.POSITION, minimum, most))
    return tuple(streets)


def some_deal(random: Random, settings: HoldemSettings, *, ranked_by_them: bool = False) -> Deal:
    """Players with odd stacks, many of them short; the last blind can be posted but for one hand in twelve."""
    count = random.randint(2, SEATS)
    unit = settings.blinds[-1]
    stacks = [random.randint(1, random.choice((2, 4, 12, 60)) * unit) for _ in range(count)]
    if random.random() < 0.3:
        # Close to each other, so that one tap-out after the other is short of a raise.
        common = random.randint(2, 8) * unit
        stacks = [common + random.randint(0, 2 * unit) for _ in range(count)]
    if random.random() > 1 / 12:
        posted = len(settings.blinds[:count])
        last = {2: 0}.get(count, posted - 1)
        stacks[last] += unit + settings.ante
    if settings.big_blind_ante:
        # STAR 7.27: theirs takes the ante first, so it is compared where there is enough for both.
        stacks[0 if count == 2 else 1] += unit + settings.big_blind_ante
    cards = random.sample(range(52), count * settings.hole_cards + BOARD)
    return Deal(settings, tuple(stacks), tuple(map(Card, cards)), ranked_by_them)


def table_settings(**chosen: Any) -> HoldemSettings:
    """Where both programs have the rule: chips without value, no burn, PokerKit's reading of short tap-outs."""
    usual: dict[str, Any] = {
        "mode": TOURNAMENT,
        "boxes": SEATS,
        "chip_unit": 1,
        "burn": False,
        "blinds": (5, 10),
        "min_bet": 10,
        "short_all_in_reopen": CUMULATIVE,
        "short_open_tap_out": COMPLETABLE,
    }
    return HoldemSettings(**{**usual, **chosen})

"""What the operator chooses for a hold'em table, and what cannot be chosen (HLD 2 to HLD 15)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from itertools import pairwise
from operator import attrgetter

from pitboss.cards.card import RANKS
from pitboss.cards.deck import Deck, holdem_deck
from pitboss.cards.ranking import LowAce, Ranking, holdem_ranking
from pitboss.games.command import is_whole
from pitboss.games.house.felt import AnyState
from pitboss.games.play import MOST_CENTS, Cents, CommonClauses, Settings
from pitboss.games.settings import unknown_reading
from pitboss.rulebook.refusal import Refusal, in_words

CASH, TOURNAMENT = "cash", "tournament"
HLD, STAR = "HLD", "STAR"
HIGH, LOW, HILO = "high", "low", "hilo"
BLINDS, ANTE = "blinds", "ante"
NO_LIMIT, HALF_POT, FULL_POT, STRADDLE, FIXED = "no_limit", "half_pot", "full_pot", "straddle", "fixed"
POT, TIME = "pot", "time"
SCALE_I, SCALE_II = "i", "ii"
PROPORTIONAL, MAIN_FIRST = "proportional", "main_first"
EXACT, MIN_BET_UNITS = "exact", "min_bet_units"
SINGLE, CUMULATIVE = "single", "cumulative"
LOCKED, COMPLETABLE = "locked", "completable"
LEFT_OF_BUTTON, ON_BUTTON = "left_of_button", "button"

BETTING_ROUNDS = 4
COMMUNAL_CARDS = 5
BURNS = 3
MOST_BLINDS = 3
EIGHT = RANKS.index("8")
# HLD 15.2(e): only up to this required stake may the scale of 10% be used.
MOST_STAKE_FOR_SCALE_II: Cents = 10_000


@dataclass(frozen=True, slots=True)
class Commission:
    """HLD 15.2, HLD 15.3: what the house takes for conducting the game, from the pots or for the time at the table.

    `cap` is the approved maximum of a round; `rate` is paid in advance for every `minutes` at the table.
    """

    basis: str = TIME
    scale: str = SCALE_I
    cap: Cents = 0
    allocation: str = PROPORTIONAL
    rate: Cents = 0
    minutes: int = 30


# A charge for time, where nothing is said of it but that none comes from the pots.
BY_TIME = Commission(TIME, rate=500)


@dataclass(frozen=True, slots=True)
class HoldemSettings(Settings):
    """HLD 4.2, HLD 3.5: every choice the operator has, each with the reading that its ruling makes the default.

    Amounts are cents in a cash game and chips in a tournament. `boxes` is the number of seats.
    """

    boxes: int = 10
    mode: str = CASH
    # Whose procedures hold for a hand in a tournament where the two documents differ (T-15): HLD or STAR.
    procedures: str = HLD
    deck: int = 52
    joker: bool = False
    ace_low_straights: bool = True
    game: str = HIGH
    low_ace: str = "high"
    low_qualifier: int | None = None
    # STAR 7.14[s4], STAR 7.29: four hole cards of which exactly two play, in tournaments.
    hole_cards: int = 2
    structure: str = BLINDS
    blinds: tuple[Cents, ...] = (500, 1000)
    ante: Cents = 0
    big_blind_ante: Cents = 0
    first_blind: str = LEFT_OF_BUTTON
    # HLD 4.2(e), R-28: the level of the over-blind where one is offered, and who may make it.
    over_blind: Cents | None = None
    over_blind_by: str = "next"
    opening_option: str = "B"
    limit: str = NO_LIMIT
    # One amount, or one for each of the four betting rounds (HLD 4.2(g), HLD 5.2). Where a fixed limit names no
    # maximum, the minimum bet is the only size.
    min_bet: Cents | tuple[Cents, ...] = 1000
    max_bet: Cents | tuple[Cents, ...] | None = None
    max_raises: int | None = None
    straddle_open_max: Cents | None = None
    chip_unit: Cents = 100
    burn: bool = True
    commission: Commission | None = None
    min_table_stake: Cents = 10_000
    max_buy_in: Cents = 100_000
    tap_out_units: str = EXACT
    short_all_in_reopen: str = SINGLE
    short_open_tap_out: str = LOCKED
    hilo_odd_chip: str = "high"
    # whether only what nobody matched is outside the pot, or the whole of a bet that nobody called.
    uncalled_bet: str = "excess"
    # whether a missed small blind is dead, and whether one set of blinds is owed or every one that was missed.
    missed_small_blind: str = "dead"
    missed_sets: str = "one"
    declared_until: str = "at_minimum"
    # Section 7 of the tournament rules: the older practice, in which a short stack pays the ante before the big blind.
    ante_first: bool = False
    # T-14: whether a check and a fold are substantial action in a Star tournament.
    sa_check_fold: bool = False
    # HLD 8.1: the names of those for whom the game is held; nobody named means everybody.
    players: tuple[str, ...] = ()

    @property
    def needs_cards(self) -> int:
        """The most cards one round can take from the shoe."""
        return self.hole_cards * self.boxes + COMMUNAL_CARDS + BURNS * self.burn


CLAUSES = CommonClauses(
    place="HLD 8.5",
    spot="HLD 8.2[s1]",
    lock="HLD 4.4",
    limits="HLD 4.1",
    marker="HLD 4.1",
    multiples="HLD 4.7",
    below_minimum="HLD 4.3[s1]",
    above_maximum="HLD 4.2(i)",
    card_check="HLD 2.4",
    change_cards="HLD 2.5[s1]",
    replacement_check="HLD 2.5[s2]",
    count_cards="HLD 2.6",
    shuffle="HLD 7.1",
    no_more_bets="HLD 9.2",
    deck="HLD 2.2",
    dealer="HLD D-Dealer",
    supervisor="HLD D-Casino Supervisor",
    operator="HLD D-Casino Operator",
    hours="HLD 18.1",
    closure="HLD 18.2",
    disturbance="HLD 19.1",
    impractical="HLD 19.3",
    void_wagers="HLD 19.2(a)",
    shut_out="HLD 19.2(b)",
    dispute="HLD 19.5",
    procedures="HLD 19.5(c)",
    idle_seat="HLD 19.6",
    replace_shoe="HLD D-Shoe",
    round_of_play="HLD D-Round of Play",
)


# The settings of a hold'em table, which are never those of another game; every decision asks for them.
settings_of: Callable[[AnyState], HoldemSettings] = attrgetter("settings")


def deck_of(state: AnyState) -> Deck:
    """HLD 2.1[s1], HLD 2.2, HLD 2.3: one deck of the chosen size, with the joker where it is included."""
    return deck_by(settings_of(state))


def deck_by(settings: HoldemSettings) -> Deck:
    return _deck(settings.deck, settings.joker)


@cache
def _deck(cards: int, joker: bool) -> Deck:
    return holdem_deck(cards, joker=joker)


def ranking_of(settings: HoldemSettings) -> Ranking:
    """HLD 3.3, HLD 3.4, HLD 3.5(a): the order of hands of the table."""
    return _ranking(settings.deck, settings.joker, settings.ace_low_straights, settings.low_ace)


@cache
def _ranking(cards: int, joker: bool, ace_low_straights: bool, low_ace: str) -> Ranking:
    deck = holdem_deck(cards, joker=joker)
    return holdem_ranking(deck, ace_low_straights=ace_low_straights, low_ace=LowAce(low_ace))


def in_round(amount: Cents | tuple[Cents, ...], street: int) -> Cents:
    """An amount of the settings as it is in one betting round."""
    return amount if isinstance(amount, int) else amount[street]


def settings_error(settings: Settings) -> Refusal | None:
    """HLD 4.2: what cannot be chosen for a table, the first thing wrong with it."""
    assert isinstance(settings, HoldemSettings)
    wrong = _misshapen(settings) or unknown_reading(_readings(settings))
    return wrong or next(_impossible(settings), None)


def _readings(s: HoldemSettings) -> dict[str, tuple[str, tuple[str, ...], str]]:
    return {
        "mode": (s.mode, (CASH, TOURNAMENT), "HLD 20.1"),
        "procedures": (s.procedures, (HLD, STAR), "HLD 20.5"),
        "game": (s.game, (HIGH, LOW, HILO), "HLD 3.5"),
        "low_ace": (s.low_ace, ("high", "low"), "HLD 3.1"),
        "structure": (s.structure, (BLINDS, ANTE), "HLD 4.2(b)"),
        "first_blind": (s.first_blind, (LEFT_OF_BUTTON, ON_BUTTON), "HLD 8.5(a)"),
        "over_blind_by": (s.over_blind_by, ("next", "last_blind"), "HLD 4.2(e)"),
        "opening_option": (s.opening_option, ("A", "B", "C"), "HLD 10.2"),
        "limit": (s.limit, (NO_LIMIT, HALF_POT, FULL_POT, STRADDLE, FIXED), "HLD 4.2(d)"),
        "tap_out_units": (s.tap_out_units, (EXACT, MIN_BET_UNITS), "HLD 14.1[s1]"),
        "short_all_in_reopen": (s.short_all_in_reopen, (SINGLE, CUMULATIVE), "HLD 14.5"),
        "short_open_tap_out": (s.short_open_tap_out, (LOCKED, COMPLETABLE), "HLD 14.5"),
        "hilo_odd_chip": (s.hilo_odd_chip, ("high", "button"), "HLD 13.2[s2]"),
        "uncalled_bet": (s.uncalled_bet, ("excess", "all"), "HLD 15.2(b)"),
        "missed_small_blind": (s.missed_small_blind, ("dead", "live"), "HLD 17.4[s1]"),
        "missed_sets": (s.missed_sets, ("one", "all"), "HLD 17.4[s1]"),
        "declared_until": (s.declared_until, ("at_minimum", "leaves"), "HLD 14.3[s3]"),
    }


_ONE_OR_FOUR = ("min_bet", "max_bet")
_WORDS = {int: "a whole number", str: "a word", bool: "true or false"}


def _misshapen(s: HoldemSettings) -> Refusal | None:
    """A setting of another kind than it can be."""
    for each in fields(s):
        value = getattr(s, each.name)
        if each.name == "commission":
            fine = value is None or isinstance(value, Commission)
        elif each.name == "players":
            fine = type(value) is tuple and all(isinstance(name, str) for name in value)
        elif each.name == "hours":
            fine = value is None or (type(value) is tuple and len(value) == 2 and all(map(is_whole, value)))
        elif each.name == "blinds":
            fine = type(value) is tuple and all(map(_is_amount, value))
        elif each.name in _ONE_OR_FOUR and type(value) is tuple:
            fine = len(value) == BETTING_ROUNDS and all(map(_is_amount, value))
        elif each.default is None:
            fine = value is None or _is_amount(value)
        elif type(each.default) is int:
            fine = _is_amount(value)
        else:
            fine = type(value) is type(each.default)
        if not fine:
            kind = _WORDS.get(type(each.default), "as it usually is")
            return Refusal(CLAUSES.procedures, f"The setting {in_words(each.name)} must be {kind}.")
    return None if s.commission is None else _misshapen_commission(s.commission)


def _misshapen_commission(commission: Commission) -> Refusal | None:
    for each in fields(commission):
        value = getattr(commission, each.name)
        if type(value) is not type(each.default) or (is_whole(value) and not _is_amount(value)):
            return Refusal("HLD 15.2", f"The {each.name} of the commission must be {_WORDS[type(each.default)]}.")
    return None


def _is_amount(value: object) -> bool:
    return is_whole(value) and 0 <= value <= MOST_CENTS


def _impossible(s: HoldemSettings) -> Iterator[Refusal]:
    """Settings that no table can have together, one sentence each."""
    yield from _impossible_cards(s)
    yield from _impossible_forced_bets(s)
    yield from _impossible_betting(s)
    yield from _impossible_stakes(s)
    yield from _impossible_commission(s)
    yield from _only_in_tournaments(s)


def _impossible_cards(s: HoldemSettings) -> Iterator[Refusal]:
    if s.deck not in (52, 48, 44, 40, 36, 32):
        yield Refusal("HLD 2.2", f"A deck has 52, 48, 44, 40, 36 or 32 cards, not {s.deck}.")
        return
    if s.boxes < 2:
        yield Refusal("HLD 9.4", f"A table has at least two seats, not {s.boxes}.")
    deck = holdem_deck(s.deck, joker=s.joker)
    if s.needs_cards > len(deck):
        needs = f"{s.boxes} players need {s.needs_cards} cards"
        yield Refusal("HLD 2.2", f"{needs} ({s.hole_cards} each, 5 communal, burns), and the deck has {len(deck)}.")
    if s.hole_cards not in (2, 4):
        yield Refusal("HLD 9.2", f"Two hole cards are dealt, or four in Omaha, not {s.hole_cards}.")
    if s.low_qualifier is None:
        return
    if s.low_qualifier != 8:
        yield Refusal("HLD 3.5(d)", f"The low hand qualifies with eight or less, not with {s.low_qualifier}.")
    if s.game != HILO:
        yield Refusal("HLD 3.5(d)", "A low hand has to qualify in high/low split games only.")
    low = [rank for rank in deck.ranks if rank <= EIGHT]
    if len(low) + (s.low_ace == "low") < 5:
        yield Refusal("HLD 3.5(d)", f"A deck of {s.deck} cards cannot make five different cards of eight or less.")


def _impossible_forced_bets(s: HoldemSettings) -> Iterator[Refusal]:
    if s.structure == ANTE:
        if s.blinds:
            yield Refusal("HLD 4.2(b)", "A table uses blinds or antes, not both.")
        if s.ante < 1:
            yield Refusal("HLD 4.2(f)", "In an ante game the ante must be above nothing.")
        if s.over_blind is not None:
            yield Refusal("HLD 4.2(e)", "There is no over-blind where there are no blinds.")
        return
    if not 1 <= len(s.blinds) <= MOST_BLINDS:
        yield Refusal("HLD 4.2(c)", f"One, two or three players post blinds, not {len(s.blinds)}.")
        return
    if s.blinds[0] < 1 or any(later < earlier for earlier, later in pairwise(s.blinds)):
        yield Refusal("HLD 4.2(f)", "Each blind must be above nothing and at least the one before it.")
    if s.over_blind is not None and s.over_blind < 2 * s.blinds[-1]:
        yield Refusal("HLD 4.2(f)", "The over-blind is at least twice the last blind.")


def _impossible_betting(s: HoldemSettings) -> Iterator[Refusal]:
    most = s.max_bet
    bets = [
        (in_round(s.min_bet, each), None if most is None else in_round(most, each)) for each in range(BETTING_ROUNDS)
    ]
    if min(least for least, _ in bets) < 1:
        yield Refusal("HLD 4.2(g)", "The minimum bet must be above nothing.")
    if s.limit != FIXED and s.max_bet is not None:
        yield Refusal("HLD 4.2(g)", f"The limit {s.limit} has no fixed maximum bet.")
    if any(highest is not None and highest < least for least, highest in bets):
        yield Refusal("HLD 4.2(g)", "The maximum bet must be at least the minimum bet.")
    if s.straddle_open_max is not None and (s.limit != STRADDLE or s.straddle_open_max < bets[0][0]):
        yield Refusal(
            "HLD D-Straddle", "The most to open with belongs to the straddle limit and is at least the minimum."
        )
    if s.max_raises is None:
        return
    if s.structure == BLINDS and s.limit in (HALF_POT, FULL_POT, NO_LIMIT):
        yield Refusal(
            "HLD 5.1[s1]", f"In a blind game at {s.limit.replace('_', ' ')} the number of raises is unlimited."
        )
    if s.max_raises < 1:
        yield Refusal("HLD D-Betting Round", "The maximum number of raises must be above nothing.")


def _impossible_stakes(s: HoldemSettings) -> Iterator[Refusal]:
    if s.chip_unit < 1:
        yield Refusal("HLD 13.2[s1]", "The smallest chip in play must be above nothing.")
    if s.min_table_stake < 1:
        yield Refusal("HLD 4.2(a)", "The minimum table stake must be above nothing.")
    if s.max_buy_in < s.min_table_stake:
        yield Refusal("HLD 4.2(i)", "The maximum buy-in must be at least the minimum table stake.")
    elif s.chip_unit and s.max_buy_in - s.max_buy_in % s.chip_unit < s.min_table_stake:
        yield Refusal("HLD 4.7", "No stake in whole chips lies between the minimum table stake and the maximum buy-in.")
    hours = s.hours
    if hours is not None and not (all(0 <= minute <= 24 * 60 for minute in hours) and hours[0] != hours[1]):
        yield Refusal("HLD 18.1", "The hours of gaming run from one minute of the day to another one.")


def _impossible_commission(s: HoldemSettings) -> Iterator[Refusal]:
    """HLD 15.1, HLD 15.2(e)[s1]: among others a charge of nothing, or one that does not go with the table stake."""
    if s.mode == TOURNAMENT:
        if s.commission is not None:
            yield Refusal("STAR 7.38", "No commission is charged on the rounds of a tournament.")
        return
    if s.commission is None:
        yield Refusal("HLD 15.1", "A commission must be charged: from the pots or for time.")
        return
    c = s.commission
    readings = {
        "commission basis": (c.basis, (POT, TIME), "HLD 15.2"),
        "commission scale": (c.scale, (SCALE_I, SCALE_II), "HLD 15.2(a)"),
        "commission allocation": (c.allocation, (PROPORTIONAL, MAIN_FIRST), "HLD 15.2"),
    }
    unknown = unknown_reading(readings)
    if unknown:
        yield unknown
    if c.basis == TIME and c.rate < 1:
        yield Refusal("HLD 15.1", "A commission must be charged, and a time charge of $0 is none.")
    if c.basis == TIME and c.minutes < 1:
        yield Refusal("HLD 15.3[s1]", "A time charge is for at least one minute.")
    if c.basis != POT:
        return
    if c.cap < 1:
        yield Refusal("HLD 15.2(a)", "The commission from the pots needs its approved maximum.")
    if c.scale == SCALE_II and s.min_table_stake > MOST_STAKE_FOR_SCALE_II:
        yield Refusal("HLD 15.2(e)[s2]", "Only a table stake of $100 or less qualifies for the scale of 10%.")


def _only_in_tournaments(s: HoldemSettings) -> Iterator[Refusal]:
    """HLD 20.4(g), HLD 20.5: what only the approved conditions of a tournament can bring."""
    if s.mode == TOURNAMENT:
        if s.ante_first and s.procedures == STAR:
            yield Refusal("STAR 7.27[s2]", "The big blind is posted before its ante.")
        if s.big_blind_ante and s.structure != BLINDS:
            yield Refusal("STAR 7.14[s3]", "A big blind ante is posted by the big blind, so there must be one.")
        return
    if s.procedures == STAR:
        yield Refusal("HLD 20.5", "The procedures of the Star are for tournaments.")
    if s.hole_cards != 2:
        yield Refusal("HLD 9.2", "Two hole cards are dealt; four are for tournaments of Omaha.")
    if s.big_blind_ante or (s.structure == BLINDS and s.ante):
        yield Refusal("HLD 4.2(b)", "A table uses blinds or antes, not both.")
    if s.first_blind == ON_BUTTON:
        yield Refusal("HLD 8.5(a)", "The first blind is posted by the first player clockwise from the button.")

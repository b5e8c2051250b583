"""Pontoon as data: clauses, spots, limits, readings and pay tables."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field

from pitboss.cards.deck import Deck, pontoon_decks
from pitboss.games.command import is_whole
from pitboss.games.frozen import Frozen
from pitboss.games.house.dealing import AUTOMATED, CARD_SHOE
from pitboss.games.house.felt import AnyState
from pitboss.games.house.limits import Companion, Layout
from pitboss.games.pays import Odds, even, not_odds
from pitboss.games.play import Cents, CommonClauses, HouseSettings, Limit, Result, Settings, dollars
from pitboss.games.pontoon.hands import Pair, Row
from pitboss.games.settings import common_error, misshapen, unknown_reading
from pitboss.rulebook.refusal import Refusal

MAIN, PERFECT_PAIRS, INSURANCE, SUPER_BONUS = "main", "perfect_pairs", "insurance", "super_bonus"

CLAUSES = CommonClauses(
    place="PON 4.1",
    spot="PON 4.2",
    lock="PON 4.3",
    limits="PON 3.1",
    marker="PON 3.2",
    multiples="PON 3.3",
    below_minimum="PON 3.4",
    above_maximum="PON 3.5",
    card_check="PON 2.2",
    change_cards="PON 2.4[s1]",
    replacement_check="PON 2.4[s2]",
    count_cards="PON 2.2",
    shuffle="PON 5.1",
    no_more_bets="PON 6.2",
    deck="PON 2.1[s1]",
    dealer="PON D-Dealer",
    supervisor="PON D-Casino Supervisor",
    operator="PON D-Casino Operator",
    hours="PON 16.1",
    closure="PON 16.2",
    disturbance="PON 17.1",
    impractical="PON 17.3",
    void_wagers="PON 17.2(a)",
    shut_out="PON 17.2(b)",
    dispute="PON 17.4",
    procedures="PON 17.5(c)",
    idle_seat="PON 17.6",
    replace_shoe="PON 19.3(b)[s1]",
    round_of_play="PON D-Round of play",
)

ONE_DECK = 48
MOST_HANDS = 4
MOST_PLAYERS = 3
# The deck behind the cutting card still holds two cards for each box and one for the dealer.
MOST_BOXES = 23

FIRST_TWO_ONE, ALL_HELD_ONE, ALL_ONE, SOFT = "first_two_one", "all_held_one", "all_one", "soft"
BB_PLUS_1, ORIGINAL_ONLY, ALL_LIVE = "bb_plus_1", "original_only", "all_live"
EXACT, DOWN_TO_CHIP = "exact", "down_to_chip"

_LIMITS: Mapping[str, Limit] = Frozen({MAIN: Limit(1000, 50000), PERFECT_PAIRS: Limit(500, 10000)})

# Each reading with the values a table may choose, the ruled one first, and the clause it reads.
READINGS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "double_aces": ((FIRST_TWO_ONE, ALL_HELD_ONE, ALL_ONE, SOFT), "PON 2.5(a)"),
    "double_odds_scope": (("hand", "box"), "PON 12.8"),
    "split_bonus": (("on", "off"), "PON 11.6"),
    "super_bonus_after_mixed_split": (("open", "lost"), "PON 11.10"),
    "dealer_pontoon_collects": ((BB_PLUS_1, ORIGINAL_ONLY, ALL_LIVE), "PON 11.9"),
    "box_max_scope": (("total", "each"), "PON 4.6"),
    "rounding": ((EXACT, DOWN_TO_CHIP), "PON 8.1"),
}


# PON 14.2, Table 1: what a winning hand pays that was not doubled.
TABLE_1: Mapping[Row, Odds] = Frozen(
    {
        Row.PONTOON: Odds(3, 2, "PON 14.2 Table 1 Pontoon"),
        Row.FIVE_CARDS: Odds(3, 2, "PON 14.2 Table 1 five cards"),
        Row.MIXED_678: Odds(3, 2, "PON 14.2 Table 1 6-7-8 mixed"),
        Row.MIXED_777: Odds(3, 2, "PON 14.2 Table 1 7-7-7 mixed"),
        Row.SIX_CARDS: Odds(2, 1, "PON 14.2 Table 1 six cards"),
        Row.SUITED_678: Odds(2, 1, "PON 14.2 Table 1 6-7-8 suited"),
        Row.SUITED_777: Odds(2, 1, "PON 14.2 Table 1 7-7-7 suited"),
        Row.SEVEN_OR_MORE: Odds(3, 1, "PON 14.2 Table 1 seven or more"),
        Row.SPADES_678: Odds(3, 1, "PON 14.2 Table 1 6-7-8 spades"),
        Row.SPADES_777: Odds(3, 1, "PON 14.2 Table 1 7-7-7 spades"),
        Row.OTHER: Odds(1, 1, "PON 14.2 Table 1 other"),
    }
)
# PON 7.4: insurance.
INSURANCE_PAYS = Odds(2, 1, "PON 7.4")
# PON 18.14: Perfect Pairs.
PAIRS_PAY: Mapping[Pair, Odds] = Frozen(
    {
        Pair.MIXED: Odds(6, 1, "PON 18.14(a)"),
        Pair.COLOURED: Odds(12, 1, "PON 18.14(b)"),
        Pair.PERFECT: Odds(25, 1, "PON 18.14(c)"),
    }
)


PAIR_WINS: Mapping[Pair, str] = {
    Pair.MIXED: "PON 18.11(a)",
    Pair.COLOURED: "PON 18.11(b)",
    Pair.PERFECT: "PON 18.11(c)",
}


@dataclass(frozen=True, slots=True)
class SuperBonus:
    """PON 14.3 Table 2 bonus, PON 14.3 Table 2 others: fixed amounts, by the size of the wager (ruling P-08)."""

    below: Cents
    from_threshold: Cents
    threshold: Cents
    others: Cents

    def on(self, wager: Cents) -> Cents:
        return self.from_threshold if wager >= self.threshold else self.below


TABLE_2 = SuperBonus(below=100_000, from_threshold=500_000, threshold=2500, others=5000)


@dataclass(frozen=True, slots=True)
class PontoonSettings(HouseSettings):
    """The settings of a table, each with the reading that its ruling makes the default."""

    limits: Mapping[str, Limit] = field(default_factory=lambda: _LIMITS)
    shoe: str = CARD_SHOE
    # Pontoon knows no maximum payout: nothing is ever cut to this.
    max_payout: Cents = 100_000_000
    decks: int = 4
    # How many cards lie behind the cutting card; None leaves it to the dealer within PON 5.3[s3].
    cutting_card_depth: int | None = None
    boxes_per_player: int = 1
    wagers_per_box: int = MOST_PLAYERS
    mid_shoe_minimum: bool = False
    smallest_float_chip: Cents = 100
    perfect_pairs: bool = True
    # P-02: which aces of a doubled hand count one.
    double_aces: str = FIRST_TWO_ONE
    # P-06: whether a double cuts the odds of its hand or of the whole box.
    double_odds_scope: str = "hand"
    # P-07: Table 1 on split hands, and the Super Bonus where sevens of different suits were split.
    split_bonus: str = "on"
    super_bonus_after_mixed_split: str = "open"
    # P-09: what a dealer's Pontoon takes of split and doubled wagers.
    dealer_pontoon_collects: str = BB_PLUS_1
    # P-20: whether the maximum binds the box or each wager on it.
    box_max_scope: str = "total"
    # P-24: cards burnt when a new shoe begins.
    burn_on_new_shoe: int = 0
    # P-26: exact cents, or what a player is handed rounded down to chips of the float.
    rounding: str = EXACT
    table_1: Mapping[Row, Odds] = TABLE_1
    insurance_pays: Odds = INSURANCE_PAYS
    pairs_pay: Mapping[Pair, Odds] = PAIRS_PAY
    super_bonus: SuperBonus = TABLE_2


def settings_of(state: AnyState) -> PontoonSettings:
    """The settings of the table."""
    settings = state.settings
    assert isinstance(settings, PontoonSettings)
    return settings


def decks_of(state: AnyState) -> Deck:
    """PON 2.1[s1], PON 2.3(a): the decks in play, as many as the operator chose, without tens and jokers."""
    return pontoon_decks(settings_of(state).decks)


def settings_error(settings: Settings) -> Refusal | None:
    """PON 2.1[s1], PON 3.1, PON 4.4[s1], PON 4.5[s1], PON 5.3[s3]: what cannot be chosen for a table."""
    assert isinstance(settings, PontoonSettings)
    if isinstance(settings.limits, Mapping) and PERFECT_PAIRS not in settings.limits:
        return Refusal("PON 18.9", "The sign has no limits for Perfect Pairs.")
    wrong = misshapen(settings, PontoonSettings(), CLAUSES)
    if wrong:
        return wrong
    if not 3 <= settings.decks <= 8:
        return Refusal("PON 2.1[s1]", f"Pontoon is played with 3 to 8 decks, not {settings.decks}.")
    depth, half = settings.cutting_card_depth, ONE_DECK * settings.decks // 2
    if depth is not None and not ONE_DECK <= depth <= half:
        reason = f"The cutting card goes in with {ONE_DECK} to {half} cards behind it, not {depth}."
        return Refusal("PON 5.3[s3]", reason)
    if not 1 <= settings.boxes_per_player <= settings.boxes:
        reason = f"A player has 1 box up to all {settings.boxes} of the table, not {settings.boxes_per_player}."
        return Refusal("PON 4.4[s1]", reason)
    if not 1 <= settings.wagers_per_box <= MOST_PLAYERS:
        return Refusal("PON 4.5[s1]", f"1 to 3 players wager on a box, not {settings.wagers_per_box}.")
    if settings.smallest_float_chip < 1:
        return Refusal("PON 7.3", "The smallest chip of the float must be worth something.")
    if not 0 <= settings.burn_on_new_shoe < ONE_DECK:
        reason = f"Less than a deck is burnt when a shoe begins, not {settings.burn_on_new_shoe} cards."
        return Refusal("PON D-Burn", reason)
    readings = {name: (getattr(settings, name), values, clause) for name, (values, clause) in READINGS.items()}
    return common_error(settings, CLAUSES, MOST_BOXES) or unknown_reading(readings) or _pays_error(settings)


def _pays_error(settings: PontoonSettings) -> Refusal | None:
    """PON 7.4, PON 14.2, PON 14.3, PON 18.14: every row of every table pays something that can be paid."""
    bonus = settings.super_bonus
    if not all(is_whole(amount) and amount >= 0 for amount in astuple(bonus)):
        return Refusal("PON 14.3", "The Super Bonus and its threshold are $0 or more, in whole cents.")
    return (
        not_odds({"table_1": settings.table_1}, Row, "PON 14.2", always=Row)
        or not_odds({"pairs_pay": settings.pairs_pay}, Pair, "PON 18.14", always=Pair)
        or not_odds({"insurance_pays": {"insurance": settings.insurance_pays}}, ("insurance",), "PON 7.4")
    )


# PON 12.7, PON 12.8: a doubled hand is paid one to one, whatever it is.
DOUBLED_PAYS = even("PON 12.7")


def held_to_minimum(state: AnyState, player: str) -> str | None:
    """PON 4.8[s1], PON 4.7 tail: the clause by which a player may wager no more than the minimum, if any does.

    PON 4.7(a), PON 4.7(b): who was not in every round of this shoe so far. A new shoe ends it, and a shuffling device
    knows none of it (PON 19.1).
    """
    people = state.play.people
    if player in people.restricted:
        return "PON 4.8[s1]"
    if state.house.shoe == AUTOMATED:
        return None
    if player in people.to_minimum or (settings_of(state).mid_shoe_minimum and is_latecomer(state, player)):
        return "PON 4.7 tail"
    return None


def is_latecomer(state: AnyState, player: str) -> bool:
    """PON 4.7(a), PON 4.7(b): no wager in the first round of the shoe, or in a later one after having wagered."""
    people = state.play.people
    return people.rounds > 0 and player not in people.regulars


def _fits(state: AnyState, seat: int, player: str, stakes: Mapping[str, Cents]) -> Refusal | None:
    """PON D-Box, PON 4.4[s1], PON 4.5[s1], PON 4.7 tail, PON 4.8[s1], PON 18.1: who may wager where, and how much.

    Perfect Pairs needs no Pontoon wager to be put down; without one it is void when betting closes (P-19).
    """
    settings = settings_of(state)
    if PERFECT_PAIRS in stakes and not settings.perfect_pairs:
        return Refusal("PON 18.1", "Perfect Pairs is not offered at this table.")
    others = {wager.player for wager in state.felt.wagers if wager.seat == seat and wager.player != player}
    if len(others) >= settings.wagers_per_box:
        names = ", ".join(sorted(others))
        return Refusal("PON 4.5[s1]", f"Box {seat} is full: {names} wager there, and more may not.")
    elsewhere = {wager.seat for wager in state.felt.wagers if wager.player == player and wager.seat != seat}
    if elsewhere and player in state.play.people.restricted:
        return Refusal("PON 4.8[s1]", f"{player} has been limited to one box and wagers at box {min(elsewhere)}.")
    if len(elsewhere) >= settings.boxes_per_player:
        reason = (
            f"{player} wagers at box {min(elsewhere)}; the boxes a player may have are {settings.boxes_per_player}."
        )
        return Refusal("PON 4.4[s1]", reason)
    clause = held_to_minimum(state, player)
    if clause is None or settings.entry_mode == "record":
        return None
    for kind, stake in stakes.items():
        limit = state.house.limits[kind]
        if stake > limit.least:
            return Refusal(clause, f"{player} may wager only the minimum of {dollars(limit.least)} for now.")
    return None


# PON 4.2, PON 18.8[s2]: chips lie on the box, and those of Perfect Pairs on a box of their own.
LAYOUT = Layout(
    clauses=CLAUSES,
    kinds=(MAIN, PERFECT_PAIRS),
    brings_cards=(MAIN,),
    companions={PERFECT_PAIRS: Companion((MAIN,), "PON 18.10", Result.VOID)},
    fits=_fits,
    limits_box_total=lambda state: settings_of(state).box_max_scope == "total",
    only_minimum=held_to_minimum,
    is_on_box=lambda state, kind: kind == MAIN,
)

"""Canberra Poker as data: clauses, spots, limits, pay table, jackpot prizes, and the two orders of dealing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.cards.card import cards
from pitboss.cards.deck import ALL_RANKS, CANBERRA_DECK, Deck
from pitboss.cards.order import Category
from pitboss.cards.ranking import CANBERRA
from pitboss.cards.shuffle import CANBERRA_CUT
from pitboss.games.command import is_whole
from pitboss.games.frozen import Frozen
from pitboss.games.house.dealing import AUTOMATED, CARD_SHOE, DealingRules, DeviceRule, wrong_device
from pitboss.games.house.felt import AnyState
from pitboss.games.house.limits import Companion, Layout, stakes_of
from pitboss.games.pays import HANDS, Cap, Odds, PayTable, even, not_odds
from pitboss.games.play import DEALER, Cents, CommonClauses, HouseSettings, Limit, Settings, dollars, once_a_moment
from pitboss.games.settings import common_error, misshapen, unknown_reading
from pitboss.rulebook.refusal import Refusal

ANTE, BET, JACKPOT = "ante", "bet", "jackpot"
DEVICE = DeviceRule((2,), clause="CAN 12.2[s1]", colour_clause="CAN 12.2[s2]")

CLAUSES = CommonClauses(
    place="CAN 4.1",
    spot="CAN 4.3",
    lock="CAN 4.5",
    limits="CAN 3.1",
    marker="CAN 3.2",
    multiples="CAN 3.3",
    below_minimum="CAN 3.4",
    above_maximum="CAN 3.5",
    card_check="CAN 2.2",
    change_cards="CAN 2.3[s1]",
    replacement_check="CAN 2.3[s2]",
    count_cards="CAN 2.4",
    shuffle="CAN 5.1",
    no_more_bets="CAN 4.5",
    deck="CAN 2.1[s1]",
    dealer="CAN D-Dealer",
    supervisor="CAN D-Casino Supervisor",
    operator="CAN D-Casino Operator",
    hours="CAN 15.1",
    closure="CAN 15.2",
    disturbance="CAN 16.2",
    impractical="CAN 16.4",
    void_wagers="CAN 16.3(a)",
    shut_out="CAN 16.3(b)",
    dispute="CAN 16.5",
    procedures="CAN 16.6(c)",
    idle_seat="CAN 16.7",
    replace_shoe="CAN 12.7[s1]",
    round_of_play="CAN D-Round of Play",
)

AUTOMATIC, PLAYER_MUST_DECLARE = "automatic", "player_must_declare"
FROM_POOL, FROM_RESERVE, FROM_HOUSE, FROM_CASINO = "pool", "reserve", "house", "casino"
SOURCES = (FROM_RESERVE, FROM_POOL, FROM_HOUSE, FROM_CASINO)
TO_POOL, TO_FIRST_PAID = "pool", "first_paid"
FIRST_CARD, FIFTH_CARD = "first", "fifth"


@dataclass(frozen=True, slots=True)
class JackpotSettings:
    """CAN 10.6[s1], CAN 10.6[s2]: a fixed wager, all of it to the jackpot pool or the reserve pool, as approved.

    `pool` and `reserve` are what the pools hold when the table is set up. Figures that the rules leave open are ruled
    by C-A5; a prize beyond its source is paid by the casino.
    """

    pool: Cents = 0
    reserve: Cents = 0
    wager: Cents = 200
    to_pool_pct: int = 75
    to_reserve_pct: int = 25
    fixed_prizes_from: str = FROM_RESERVE
    # C-A13: who pays what a share lacks of the least that is promised.
    guarantee_topup_from: str = FROM_RESERVE
    reseed_from_reserve: Cents = 0
    # C-A14: whether cents that do not divide stay in the pool or go to the first who is paid.
    odd_cents: str = TO_POOL
    approval: str = "none stated"


# CAN 8.1, by ruling C-A3: what the bet pays when it beats a dealer who is in.
BET_PAYS: PayTable = Frozen(
    {
        Category.ROYAL_FLUSH: Odds(250, 1, "CAN 8.1 bet RF"),
        Category.STRAIGHT_FLUSH: Odds(50, 1, "CAN 8.1 bet SF"),
        Category.FOUR_OF_A_KIND: Odds(20, 1, "CAN 8.1 bet 20:1"),
        Category.FULL_HOUSE: Odds(7, 1, "CAN 8.1 bet 7:1"),
        Category.FLUSH: Odds(5, 1, "CAN 8.1 bet 5:1"),
        Category.STRAIGHT: Odds(4, 1, "CAN 8.1 bet 4:1"),
        Category.THREE_OF_A_KIND: Odds(3, 1, "CAN 8.1 bet 3:1"),
        Category.TWO_PAIRS: Odds(2, 1, "CAN 8.1 bet 2:1"),
        Category.ONE_PAIR: Odds(1, 1, "CAN 8.1 bet 1:1"),
        # Who beats ace-king without a pair holds ace-king too.
        Category.HIGH_CARD: Odds(1, 1, "CAN 8.1 bet 1:1"),
    }
)


class Prize(NamedTuple):
    """One row of the jackpot table: the clause that lets the hand qualify, the least it pays, and by which clause."""

    qualifies: str
    least: Cents
    clause: str
    shared: str


Prizes = Mapping[int, Prize]
# CAN 10.7[1] and CAN 11.1, with CAN 11.3 where several hands of a class share in the pool.
PRIZES: Prizes = Frozen(
    {
        Category.ROYAL_FLUSH: Prize("CAN 10.7[1](a)", 1_000_000, "CAN 11.1(a)", "CAN 11.3(a)"),
        Category.STRAIGHT_FLUSH: Prize("CAN 10.7[1](b)", 100_000, "CAN 11.1(b)", "CAN 11.3(b)"),
        Category.FOUR_OF_A_KIND: Prize("CAN 10.7[1](c)", 50_000, "CAN 11.1(c)", "CAN 11.1(c)"),
        Category.FULL_HOUSE: Prize("CAN 10.7[1](d)", 15_000, "CAN 11.1(d)", "CAN 11.1(d)"),
        Category.FLUSH: Prize("CAN 10.7[1](e)", 10_000, "CAN 11.1(e)", "CAN 11.1(e)"),
    }
)

_LIMITS: Mapping[str, Limit] = Frozen({ANTE: Limit(1000, 20000)})


@dataclass(frozen=True, slots=True)
class CanberraSettings(HouseSettings):
    """The settings of a table, each with the reading that its ruling makes the default."""

    limits: Mapping[str, Limit] = field(default_factory=lambda: _LIMITS)
    shoe: str = CARD_SHOE
    max_payout: Cents = 5_000_000
    # C-A6: whether every qualifying hand is declared, or only one that its player claims.
    jackpot_claim: str = AUTOMATIC
    # None where the progressive jackpot is not offered.
    jackpot: JackpotSettings | None = None
    # C-A7: which card of the dealer's packet is the top one, with the automated shoe.
    up_card: str = FIFTH_CARD
    # The colours of the backs of the two packs in an automated shoe.
    deck_colours: str = "red blue"
    # C-A3: the pay table is data.
    bet_pays: PayTable = BET_PAYS
    prizes: Prizes = PRIZES


def settings_error(settings: Settings) -> Refusal | None:
    """CAN 3.1, CAN 10.6[s1], CAN 12.2[s1], CAN 12.2[s2]: what cannot be chosen for a table."""
    assert isinstance(settings, CanberraSettings)
    wrong = misshapen(settings, CanberraSettings(), CLAUSES, after_the_deal=(BET,))
    if wrong:
        return wrong
    readings = {
        "jackpot_claim": (settings.jackpot_claim, (AUTOMATIC, PLAYER_MUST_DECLARE), "CAN 10.4"),
        "up_card": (settings.up_card, (FIRST_CARD, FIFTH_CARD), "CAN 12.4[s2]"),
    }
    wrong = common_error(settings, CLAUSES, MOST_BOXES) or unknown_reading(readings)
    wrong = wrong or not_odds({"bet_pays": settings.bet_pays}, HANDS, "CAN 8.1", always=BET_PAYS)
    wrong = wrong or _prizes_error(settings.prizes)
    wrong = wrong or wrong_device(DEVICE_DECK, settings.deck_colours, DEVICE)
    return wrong or (_jackpot_error(settings.jackpot, settings.wager_step) if settings.jackpot else None)


def _prizes_error(prizes: Prizes) -> Refusal | None:
    """CAN 10.7[1], CAN 11.1: every hand that qualifies has its prize, and no other has one."""
    right = set(prizes) == set(PRIZES) and all(isinstance(prize, Prize) for prize in prizes.values())
    if right and all(is_whole(prize.least) and prize.least >= 0 for prize in prizes.values()):
        return None
    return Refusal("CAN 11.1", "The jackpot has a prize of $0 or more for each hand from a flush to a royal flush.")


def _jackpot_error(rules: JackpotSettings, step: Cents) -> Refusal | None:
    """CAN 10.6[s1]: the whole wager goes to one pool or the other, and no pool begins below nothing."""
    parts = (rules.to_pool_pct, rules.to_reserve_pct)
    if min(parts) < 0 or sum(parts) != 100:
        return Refusal("CAN 10.6[s1]", f"{parts[0]} and {parts[1]} percent are not the whole of a jackpot wager.")
    if rules.wager < 1 or rules.wager % step:
        return Refusal(
            "CAN 3.3", f"The jackpot wager must be a multiple of {dollars(step)}, not {dollars(rules.wager)}."
        )
    if min(rules.pool, rules.reserve, rules.reseed_from_reserve) < 0:
        return Refusal("CAN 10.6[s1]", "No pool begins below $0.")
    return unknown_reading(
        {
            "fixed_prizes_from": (rules.fixed_prizes_from, SOURCES, "CAN 11.1"),
            "guarantee_topup_from": (rules.guarantee_topup_from, SOURCES, "CAN 11.1"),
            "odd_cents": (rules.odd_cents, (TO_POOL, TO_FIRST_PAID), "CAN 11.3"),
        }
    )


# CAN 12.2: each of the two decks in the automated shoe has no jokers, and one deck serves a round.
DEVICE_DECK = Deck(ranks=ALL_RANKS, clause="CAN 12.2[s3]")
# 5(n + 1) cards for n boxes and the dealer.
MOST_BOXES = 9


def deck_of(state: AnyState) -> Deck:
    """CAN 2.1[s1], CAN 12.2[s3]: 52 cards without jokers, by the clause of the shoe in use."""
    return DEVICE_DECK if state.house.shoe == AUTOMATED else CANBERRA_DECK


def settings_of(state: AnyState) -> CanberraSettings:
    settings = state.settings
    assert isinstance(settings, CanberraSettings)
    return settings


ANTE_PAYS = even("CAN 8.1 ante")
BET_TO_ANTE = 2
HAND_SIZE = 5

# C-A19: the least hand with both an ace and a king; whatever is weaker lacks one of them and has no pair.
LEAST_ACE_KING = CANBERRA.strength(cards("Ah Kd 4c 3s 2h"))


@once_a_moment
def cap_of(settings: HouseSettings) -> Cap:
    """CAN 8.2: the maximum payout of the table covers bets, winnings only; ante and jackpot are outside (C-A4)."""
    return Cap(settings.max_payout, settings.max_payout_scope, (BET,), "CAN 8.2")


def _fits(state: AnyState, seat: int, player: str, stakes: Mapping[str, Cents]) -> Refusal | None:
    """CAN 4.4[s1], CAN 4.4[s2], CAN D-Box: one player a box, one box a player; then the rules of the jackpot spot.

    The limits on the sign are for the ante; a bet follows it at twice (C-A34).
    """
    alone = JACKPOT in stakes and ANTE not in stakes
    for wager in state.felt.wagers:
        if alone and (wager.seat == seat) is not (wager.player == player):
            return Refusal("CAN 10.1[s2]", "A jackpot wager is placed only by the player whose ante is in that box.")
        if wager.player == player and wager.seat != seat:
            return Refusal("CAN 4.4[s2]", f"{player} wagers at box {wager.seat} already: one box a player.")
        if wager.seat == seat and wager.player != player:
            return Refusal("CAN 4.4[s1]", f"Box {seat} holds the wagers of {wager.player}: one player a box.")
    return _jackpot_fits(state, seat, player, stakes) if JACKPOT in stakes else None


def _jackpot_fits(state: AnyState, seat: int, player: str, stakes: Mapping[str, Cents]) -> Refusal | None:
    """CAN 4.1(b), CAN 4.2, CAN 10.1[s1]: with an ante, of the approved amount, and only while the equipment works."""
    rules, jackpot = settings_of(state).jackpot, state.play.jackpot
    if rules is None:
        return Refusal("CAN 4.2", "The progressive jackpot is not offered at this table.")
    adds = stakes_of(state.felt.wagers, seat, player).get(JACKPOT) != stakes[JACKPOT]
    if adds and not jackpot.working:
        return Refusal("CAN 4.2", "The jackpot equipment is out of order: no jackpot wagers are taken.")
    if ANTE not in stakes:
        return Refusal("CAN 10.1[s1]", "A jackpot wager needs an ante of the same player in the same round.")
    if stakes[JACKPOT] != rules.wager:
        reason = f"The jackpot wager is {dollars(rules.wager)}, not {dollars(stakes[JACKPOT])}."
        return Refusal("CAN 10.6[s2]", reason)
    return None


# The ante takes part and brings cards; the bet comes later.
LAYOUT = Layout(
    clauses=CLAUSES,
    kinds=(ANTE, JACKPOT),
    brings_cards=(ANTE,),
    companions={JACKPOT: Companion((ANTE,), "CAN 10.1[s1]")},
    fits=_fits,
    unlimited=(JACKPOT,),
)


def _plan(state: AnyState, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Where each card goes, boxes clockwise from the dealer's left, by the shoe in use now.

    CAN 6.3(a), CAN 6.3(b), CAN 6.3(c): one card to each box with an ante, one to the dealer, five times. CAN 12.1,
    CAN 12.4[s1]: with the automated shoe five together to each box and then five to the dealer; with any other shoe in
    its place Rule 12 no longer applies, CAN 12.7[s2].
    """
    if state.house.shoe == AUTOMATED:
        return tuple(seat for seat in (*seats, DEALER) for _ in range(HAND_SIZE))
    return (*seats, DEALER) * HAND_SIZE


def _deal_clause(state: AnyState) -> str:
    """CAN 6.3, CAN 12.4[s1]: by the shoe in use."""
    return "CAN 12.4[s1]" if state.house.shoe == AUTOMATED else "CAN 6.3"


DEAL = DealingRules(
    layout=LAYOUT,
    deck=deck_of,
    cut=CANBERRA_CUT,
    plan=_plan,
    clause=_deal_clause,
    most_boxes=MOST_BOXES,
)

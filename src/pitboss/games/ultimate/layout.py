"""Ultimate Texas Hold-em as data: clauses, spots, limits, pay tables, and the two orders of dealing."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.cards.deck import ULTIMATE_DECK
from pitboss.cards.order import Category
from pitboss.cards.shuffle import ULTIMATE_CUT
from pitboss.games.frozen import Frozen
from pitboss.games.house.dealing import AUTOMATED, DealingRules, DeviceRule, wrong_device
from pitboss.games.house.felt import AnyState
from pitboss.games.house.limits import Companion, Layout
from pitboss.games.pays import HANDS, Cap, Odds, PayTable, even, not_odds
from pitboss.games.play import (
    COMMUNAL,
    DEALER,
    Cents,
    CommonClauses,
    HouseSettings,
    Limit,
    Settings,
    dollars,
    house_settings,
    once_a_moment,
)
from pitboss.games.settings import RECORD, common_error, misshapen, unknown_reading
from pitboss.rulebook.refusal import Refusal

ANTE, BLIND, TRIPS, PLAY = "ante", "blind", "trips", "play"
DEVICE = DeviceRule((1, 2), clause="UTH 6.2(a)", colour_clause="UTH 6.2(b)")

CLAUSES = CommonClauses(
    place="UTH 4.2",
    spot="UTH 4.1",
    lock="UTH 4.6",
    limits="UTH 5.1",
    marker="UTH 5.2",
    multiples="UTH 5.3",
    below_minimum="UTH 5.4",
    above_maximum="UTH 5.5",
    card_check="UTH 2.4",
    change_cards="UTH 2.5[s1]",
    replacement_check="UTH 2.5[s2]",
    count_cards="UTH 2.6",
    shuffle="UTH 6.1(a)",
    no_more_bets="UTH 7.1",
    deck="UTH 2.1",
    dealer="UTH D-Dealer",
    supervisor="UTH D-Casino Supervisor",
    operator="UTH D-Casino Operator",
    hours="UTH 14.1",
    closure="UTH 14.2",
    disturbance="UTH 15.2",
    impractical="UTH 15.4",
    void_wagers="UTH 15.3(a)",
    shut_out="UTH 15.3(b)",
    dispute="UTH 15.5",
    procedures="UTH 15.6(c)",
    idle_seat="UTH 15.7",
    replace_shoe="UTH 11.2",
    round_of_play="UTH D-Round of Play",
)

CONTINUE_IF_ANY_PLAY = "continue_if_any_play"
MISDEAL_UNLESS_PREFLOP_PLAY = "misdeal_unless_preflop_play"
VOID, STAND = "void", "stand"
OFF, ON = "off", "on"
# Five communal cards and two for each box and the dealer, out of 52.
MOST_BOXES = 22

_LIMITS: Mapping[str, Limit] = Frozen({ANTE: Limit(1000, 50000), BLIND: Limit(1000, 50000), TRIPS: Limit(500, 10000)})


# UTH 10.1, first table: what the blind pays when it beats the dealer.
BLIND_PAYS: PayTable = Frozen(
    {
        Category.ROYAL_FLUSH: Odds(500, 1, "UTH 10.1 blind RF"),
        Category.STRAIGHT_FLUSH: Odds(50, 1, "UTH 10.1 blind SF"),
        Category.FOUR_OF_A_KIND: Odds(10, 1, "UTH 10.1 blind quads"),
        Category.FULL_HOUSE: Odds(3, 1, "UTH 10.1 blind FH"),
        Category.FLUSH: Odds(3, 2, "UTH 10.1 blind flush"),
        Category.STRAIGHT: Odds(1, 1, "UTH 10.1 blind straight"),
    }
)
# UTH 10.1 trips table: whatever the dealer holds.
TRIPS_PAYS: PayTable = Frozen(
    {
        Category.ROYAL_FLUSH: Odds(50, 1, "UTH 10.1 trips RF"),
        Category.STRAIGHT_FLUSH: Odds(40, 1, "UTH 10.1 trips SF"),
        Category.FOUR_OF_A_KIND: Odds(30, 1, "UTH 10.1 trips quads"),
        Category.FULL_HOUSE: Odds(8, 1, "UTH 10.1 trips FH"),
        Category.FLUSH: Odds(7, 1, "UTH 10.1 trips flush"),
        Category.STRAIGHT: Odds(4, 1, "UTH 10.1 trips straight"),
        Category.THREE_OF_A_KIND: Odds(3, 1, "UTH 10.1 trips three"),
    }
)


@dataclass(frozen=True, slots=True)
class UltimateSettings(HouseSettings):
    """The settings of a table, each with the reading that its ruling makes the default."""

    limits: Mapping[str, Limit] = field(default_factory=lambda: _LIMITS)
    shoe: str = AUTOMATED
    max_payout: Cents = 2_500_000
    # U-A5: whether a dealer's card shown after the flop is a misdeal when only later play wagers are down.
    dealer_exposed_after_flop: str = CONTINUE_IF_ANY_PLAY
    # U-A10: whether the maximum payout covers trips as well as blinds.
    cap_includes_trips: bool = False
    # U-A25: whether a fault of the shoe leaves a round standing when all its cards were out.
    shoe_fault_after_deal: str = VOID
    # U-A16: whether communal and dealer's cards are turned up for show when everybody has folded.
    show_when_all_fold: bool = False
    # U-A32: whether a marker names trips too, which has a maximum of its own.
    marker_lifts_trips: str = OFF
    # The colours of the backs of the packs in an automated shoe: one, or two that differ.
    deck_colours: str = "red blue"
    blind_pays: PayTable = BLIND_PAYS
    trips_pays: PayTable = TRIPS_PAYS


def settings_error(settings: Settings) -> Refusal | None:
    """UTH 2.2, UTH 5.1, UTH 6.2(b): what cannot be chosen for a table."""
    assert isinstance(settings, UltimateSettings)
    wrong = misshapen(settings, UltimateSettings(), CLAUSES, after_the_deal=(PLAY,))
    if wrong:
        return wrong
    readings = {
        "dealer_exposed_after_flop": (
            settings.dealer_exposed_after_flop,
            (CONTINUE_IF_ANY_PLAY, MISDEAL_UNLESS_PREFLOP_PLAY),
            "UTH 13.4",
        ),
        "shoe_fault_after_deal": (settings.shoe_fault_after_deal, (VOID, STAND), "UTH 11.1"),
        "marker_lifts_trips": (settings.marker_lifts_trips, (OFF, ON), "UTH 5.2"),
    }
    wrong = common_error(settings, CLAUSES, MOST_BOXES) or unknown_reading(readings)
    wrong = wrong or wrong_device(ULTIMATE_DECK, settings.deck_colours, DEVICE)
    tables = {"blind_pays": settings.blind_pays, "trips_pays": settings.trips_pays}
    return wrong or not_odds(tables, HANDS, "UTH 10.1")


ANTE_PAYS = even("UTH 10.1 ante")
PLAY_PAYS = even("UTH 10.1 play")


@once_a_moment
def cap_of(settings: UltimateSettings) -> Cap:
    """UTH 10.1 note **: the maximum payout of the table, on blinds only unless the setting says trips too."""
    kinds = (BLIND, TRIPS) if settings.cap_includes_trips else (BLIND,)
    return Cap(settings.max_payout, settings.max_payout_scope, kinds, "UTH 10.1 note **")


def _fits(state: AnyState, seat: int, player: str, stakes: Mapping[str, Cents]) -> Refusal | None:
    """One hand, one bettor, ante and blind of the same amount, and trips only beside them.

    UTH 4.2(a), UTH 4.2(b), UTH 4.3, UTH 4.4, UTH 4.5, UTH D-Ante, UTH D-Blind.
    """
    for wager in state.felt.wagers:
        if wager.player == player and wager.seat != seat:
            return Refusal("UTH 4.4", f"{player} wagers at box {wager.seat} already: one hand a player in a round.")
        if wager.seat == seat and wager.player != player:
            return Refusal("UTH 4.5", f"Box {seat} holds the wagers of {wager.player}: only one is accepted there.")
    if house_settings(state).entry_mode == RECORD:
        # U-A14: what lies on a live table is written down as it lies, and ruled on when it is noticed.
        return None
    ante, blind = stakes.get(ANTE), stakes.get(BLIND)
    if ante and blind and ante != blind:
        reason = f"The blind must be as much as the ante of {dollars(ante)}, not {dollars(blind)}."
        return Refusal("UTH D-Blind", reason)
    if TRIPS in stakes and not (ante and blind):
        return Refusal("UTH 4.3", "A trips wager needs an ante and a blind in the same round.")
    return None


def _is_on_box(state: AnyState, kind: str) -> bool:
    """UTH 5.2: a marker lifts the maximum of ante and blind, and that of trips only where it names it (U-A32)."""
    settings = state.settings
    assert isinstance(settings, UltimateSettings)
    return kind != TRIPS or settings.marker_lifts_trips == ON


LAYOUT = Layout(
    clauses=CLAUSES,
    kinds=(ANTE, BLIND, TRIPS),
    brings_cards=(ANTE, BLIND),
    companions={
        ANTE: Companion((BLIND,), "UTH D-Blind"),
        BLIND: Companion((ANTE,), "UTH D-Blind"),
        TRIPS: Companion((ANTE, BLIND), "UTH 4.3"),
    },
    fits=_fits,
    taken="UTH 4.5",
    is_on_box=_is_on_box,
)


def _plan(state: AnyState, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Where each card goes; which card of the stacked five lies leftmost is ruling U-A8.

    UTH 7.2(a) to (d): five communal, two together to each box, two to the dealer. UTH 7.2(a), UTH 7.2(b), UTH 7.2(c),
    UTH 7.2(d). UTH 7.3(a), UTH 7.3(b), UTH 7.3(c), UTH 7.3(d), UTH 7.3(e), UTH 7.3(f): five communal, then one card to
    each box and the dealer, twice. Boxes clockwise from the dealer's left (U-A7).
    """
    communal = (COMMUNAL,) * 5
    if state.house.shoe == AUTOMATED:
        return communal + tuple(seat for seat in seats for _ in range(2)) + (DEALER, DEALER)
    return communal + (*seats, DEALER) * 2


def _deal_clause(state: AnyState) -> str:
    """UTH 7.2, UTH 7.3: by the shoe in use."""
    return "UTH 7.2" if state.house.shoe == AUTOMATED else "UTH 7.3"


DEAL = DealingRules(
    layout=LAYOUT,
    deck=lambda state: ULTIMATE_DECK,
    cut=ULTIMATE_CUT,
    plan=_plan,
    clause=_deal_clause,
    most_boxes=MOST_BOXES,
)

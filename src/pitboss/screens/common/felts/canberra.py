"""The felt of Canberra Poker."""

from collections.abc import Mapping

from pitboss.cards.order import Category
from pitboss.cards.ranking import CANBERRA
from pitboss.floor.reading.table_view import TableView
from pitboss.games.canberra.layout import ANTE, BET, CLAUSES, JACKPOT, LEAST_ACE_KING, CanberraSettings
from pitboss.games.canberra.view import CanberraView
from pitboss.games.play import Settings
from pitboss.screens.common.felts import ChipSpot, Felt, common
from pitboss.screens.common.felts.buttons import Words, gives_up
from pitboss.screens.common.formatting import money, round_money
from pitboss.screens.common.pages import Context

View = TableView[CanberraView]
WORDS: Mapping[str, Words] = {
    "fold": Words("Fold", "F", gives_up),
    "bet": Words("Bet", "B", "twice the ante"),
    "claim_jackpot": Words("Declare jackpot hand", "J", "the dealer verifies it"),
}
SPOTS = (ChipSpot(JACKPOT, "Jackpot"), ChipSpot(ANTE, "Ante"))
TITLES = {ANTE: "Ante", BET: "Bet", JACKPOT: "Jackpot"}
_STANDINGS = {"deciding": "to act", "in_play": "bets", "folded": "folded", "void": "void"}
# CAN 11.1(a), CAN 11.1(b): what these hands win of the meter; all others win a fixed prize.
_SHARES = {Category.ROYAL_FLUSH: "100%", Category.STRAIGHT_FLUSH: "10%"}


def draw_felt(view: View, settings: Settings, player: str) -> Context:
    """Everything on the felt, as the player with this name sees it; without a name, as everybody does."""
    assert isinstance(settings, CanberraSettings)
    seat = common.own_seat_of(view)
    own = common.box_at(view, seat)
    dealer_hand = common.best_five(CANBERRA, view.felt.dealer)
    own_hand = common.best_five(CANBERRA, own.cards) if own and own.cards and common.is_shown(view, own) else None
    boxes = [common.poker_box(view, number, TITLES, _STANDINGS) for number in range(1, settings.boxes + 1)]
    takes_part = dealer_hand is not None and dealer_hand.strength >= LEAST_ACE_KING
    bet = common.wager_on(view, seat, BET)
    paid = own_hand.category if own_hand and bet and bet.result == "win" else None
    return {
        "own_seat": seat,
        "own": next((box for box in boxes if box.seat == seat), None),
        "own_cards": own.cards if own else [],
        "own_five": common.five_of(own_hand),
        "own_words": own_hand.name if own_hand else "",
        "own_short": common.in_short(own_hand),
        "dealer_five": common.five_of(dealer_hand),
        "dealer_words": dealer_hand.name if dealer_hand else "",
        "dealer_short": f"{common.in_short(dealer_hand)} · {'takes part' if takes_part else 'takes no part'}"
        if dealer_hand
        else "",
        "back": common.back_of(view),
        "boxes": common.others_of(boxes, settings, seat),
        "spots": [_spot(view, seat, kind) for kind in (JACKPOT, ANTE, BET) if kind != JACKPOT or view.felt.jackpot],
        "pays": common.Pays(
            "Bet pays", common.pay_rows(settings.bet_pays, paid), "Beats a dealer who is in", "CAN 8.1"
        ),
        "jackpot": _jackpot(view, settings, seat),
        "notices": list(common.notices_of(view, player, CLAUSES, TITLES)),
    }


def _spot(view: View, seat: int | None, kind: str) -> Context:
    """CAN 10.2: a jackpot wager is one when its light is lit."""
    row = common.wager_on(view, seat, kind)
    is_lit = kind == JACKPOT and view.felt.jackpot is not None and seat in view.felt.jackpot.lit
    stake = row.stake if row else 0
    return {"kind": kind, "title": TITLES[kind], "badge": common.badge_of(row), "stake": stake, "is_lit": is_lit}


def _jackpot(view: View, settings: CanberraSettings, seat: int | None) -> Context | None:
    """The meter, what is on it for which hand, and what has been won in this round."""
    jackpot = view.felt.jackpot
    if jackpot is None:
        return None
    won = next((each for each in jackpot.payouts if each.seat == seat), None)
    paid = won.rank.upper() if won else ""
    prizes = {Category(category): prize for category, prize in sorted(settings.prizes.items(), reverse=True)}
    rows = tuple(
        common.PayRow(
            common.category_words(category), _SHARES.get(category) or round_money(prize.least), category.name == paid
        )
        for category, prize in prizes.items()
    )
    least = " and ".join(round_money(prizes[category].least) for category in _SHARES)
    return {
        "meter": jackpot.meter,
        "working": jackpot.working,
        "prizes": common.Pays(
            f"Jackpot pays, for {round_money(jackpot.wager or 0)}", rows, f"At least {least}", "CAN 11.1"
        ),
        "payouts": [
            {
                "seat": each.seat,
                "words": f"Box {each.seat}: {each.rank.replace('_', ' ')} wins {money(each.amount)}",
            }
            for each in jackpot.payouts
        ],
    }


FELT = Felt(name="canberra", words=WORDS, spots=SPOTS, drawn=draw_felt)

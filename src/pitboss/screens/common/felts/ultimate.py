"""The felt of Ultimate Texas Hold-em."""

from collections.abc import Mapping

from pitboss.cards.hand import Hand
from pitboss.cards.order import Category
from pitboss.cards.ranking import ULTIMATE
from pitboss.floor.reading.table_view import TableView
from pitboss.games.play import Settings
from pitboss.games.ultimate.layout import ANTE, BLIND, CLAUSES, PLAY, TRIPS, UltimateSettings
from pitboss.games.ultimate.view import UltimateView
from pitboss.screens.common.felts import ChipSpot, Felt, common
from pitboss.screens.common.felts.buttons import Words, gives_up
from pitboss.screens.common.pages import Context

View = TableView[UltimateView]
_NEXT = {"before_flop": "decide after the flop", "after_flop": "decide on the river"}

WORDS: Mapping[str, Words] = {
    "fold": Words("Fold", "F", gives_up),
    "check": Words("Check", "C", lambda view, choice, player: _NEXT.get(view.felt.phase, "")),
    "play": Words("Play"),
    "concede": Words("Concede", "K", gives_up),
}
SPOTS = (ChipSpot(TRIPS, "Trips"), ChipSpot(ANTE, "Ante", (BLIND,)), ChipSpot(BLIND, "Blind", (ANTE,)))
TITLES = {TRIPS: "Trips", ANTE: "Ante", BLIND: "Blind", PLAY: "Play"}
_STANDINGS = {"in_play": "plays", "folded": "folded", "conceded": "conceded", "void": "void"}


def draw_felt(view: View, settings: Settings, player: str) -> Context:
    """Everything on the felt, as the player with this name sees it; without a name, as everybody does."""
    assert isinstance(settings, UltimateSettings)
    seat = common.own_seat_of(view)
    own = common.box_at(view, seat)
    dealer_hand = common.best_five(ULTIMATE, [*view.felt.dealer, *view.felt.communal])
    own_hand = (
        common.best_five(ULTIMATE, [*own.cards, *view.felt.communal])
        if own and own.cards and common.is_shown(view, own)
        else None
    )
    boxes = [_box(view, number) for number in range(1, settings.boxes + 1)]
    return {
        "own_seat": seat,
        "own": next((box for box in boxes if box.seat == seat), None),
        "own_cards": own.cards if own else [],
        "own_five": common.five_of(own_hand),
        "own_words": own_hand.name if own_hand else "",
        "dealer_five": common.five_of(dealer_hand),
        "dealer_words": dealer_hand.name if dealer_hand else "",
        "own_short": common.in_short(own_hand),
        "dealer_short": _declaration(dealer_hand),
        "back": common.back_of(view),
        "boxes": common.others_of(boxes, settings, seat),
        "spots": [_spot(view, seat, kind) for kind in (TRIPS, ANTE, BLIND, PLAY)],
        "pays": _pays(view, settings, seat, own_hand.category if own_hand else None),
        "notices": list(common.notices_of(view, player, CLAUSES, TITLES)),
    }


def _declaration(hand: Hand | None) -> str:
    """UTH 8.8, UTH D-Qualify: what the dealer declares; nothing while a card is down."""
    if hand is None:
        return ""
    return f"{common.in_short(hand)} · {'qualifies' if hand.category >= Category.ONE_PAIR else 'does not qualify'}"


def _box(view: View, seat: int) -> common.PokerBox:
    """Boxes decide one after another from box 1 on (ruling U-A7): who comes before the one to act has checked."""
    box = common.poker_box(view, seat, TITLES, _STANDINGS)
    dealt = common.box_at(view, seat)
    if dealt and dealt.standing == "deciding" and view.felt.stage == "playing":
        due = common.seats_due(view)
        waits = "checked" if due and seat < min(due) else "waits"
        return box._replace(standing="to act" if seat in due else waits)
    return box


def _spot(view: View, seat: int | None, kind: str) -> Context:
    row, ante = common.wager_on(view, seat, kind), common.wager_on(view, seat, ANTE)
    title = TITLES[kind]
    if kind == PLAY and row and ante:
        title = f"Play {row.stake // ante.stake}×"
    return {"kind": kind, "title": title, "badge": common.badge_of(row), "stake": row.stake if row else 0}


def _pays(view: View, settings: UltimateSettings, seat: int | None, held: Category | None) -> list[common.Pays]:
    """Both pay tables, each with the row that has paid one's own wager."""
    won = {row.wager for row in common.wagers_at(view, seat) if row.result == "win"}
    tables = (
        (BLIND, "Blind pays", settings.blind_pays, "Must beat the dealer"),
        (TRIPS, "Trips pays", settings.trips_pays, "Against any dealer's hand"),
    )
    return [
        common.Pays(title, common.pay_rows(pays, held if kind in won else None), note, "UTH 10.1")
        for kind, title, pays, note in tables
    ]


FELT = Felt(name="ultimate", words=WORDS, spots=SPOTS, drawn=draw_felt)

"""The plain felt: the dealer, the boxes and the spots of a game against the house that has no felt of its own."""

from pitboss.games.play import HouseSettings, Settings
from pitboss.kits import game_named
from pitboss.screens.common.felts import Felt, common, plain_spot
from pitboss.screens.common.pages import Context


def draw_felt(view: common.View, settings: Settings, player: str) -> Context:
    """Everything on the felt, as the player with this name sees it; without a name, as everybody does."""
    assert isinstance(settings, HouseSettings)
    seat, titles = common.own_seat_of(view), {kind: plain_spot(kind).title for kind in settings.limits}
    boxes = [common.poker_box(view, number, titles, {}) for number in range(1, settings.boxes + 1)]
    own = next((box for box in boxes if box.seat == seat), None)
    rows = {kind: common.wager_on(view, seat, kind) for kind in titles}
    return {
        "own_seat": seat,
        "own": own,
        "own_cards": own.cards if own else [],
        "back": common.back_of(view),
        "boxes": common.others_of(boxes, settings, seat),
        "spots": [
            {"kind": kind, "title": titles[kind], "badge": common.badge_of(row), "stake": row.stake if row else 0}
            for kind, row in rows.items()
        ],
        "notices": list(common.notices_of(view, player, game_named(view.game).clauses, titles)),
    }


FELT = Felt(name="plain", words={}, spots=(), drawn=draw_felt)

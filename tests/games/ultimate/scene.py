"""A table of Ultimate Texas Hold-em for tests: chips down, cards stacked, one command a line."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pitboss.cards.card import Card, cards, face
from pitboss.games.house.boxes import box_at
from pitboss.games.play import Cents, Events, Limit, Role, Settings
from pitboss.games.table import Shoe, StackedShoe
from pitboss.games.ultimate import GAME, UltimateSettings
from pitboss.games.ultimate.round import Box, Phase, Round
from tests.games.house.scene import HouseScene

PLAYER, DEALER, SUPERVISOR, OPERATOR = Role.PLAYER, Role.DEALER, Role.SUPERVISOR, Role.OPERATOR
NAMES = {1: "Ann", 2: "Bob", 3: "Cat", 4: "Dan", 5: "Eve", 6: "Fay", 7: "Gus"}

# No pair, no three of a suit and no straight on the board; the dealer has king high and does not qualify.
BOARD, DEALER_CARDS = "2c 7d 9h Jc 3s", "Kd 4h"
HANDS: Mapping[int, str] = MappingProxyType({1: "As Ad", 2: "Qs 5d", 3: "8h Th"})
TEN: Mapping[str, Cents] = MappingProxyType({"ante": 1000, "blind": 1000})
MOMENTS = ("dealing", "before_flop", "after_flop", "river", "declared", "settling")


class Scene(HouseScene[Round]):
    """One command a line, and the cards that a test wants."""

    def __init__(self, settings: Settings | None = None, shoe: Shoe | None = None) -> None:
        super().__init__(GAME, settings, shoe)

    def check(self, seat: int) -> Events:
        return self.tell(PLAYER, "check", seat)

    def play(self, seat: int, amount: Cents) -> Events:
        return self.tell(PLAYER, "play", seat, amount=amount)

    def stack(self, text: str) -> None:
        """Cards to come out next."""
        self.shoe.cards = list(cards(text))[::-1]

    def again(self, hands: Mapping[int, str], wagers: Mapping[int, Mapping[str, Cents]] | None = None) -> "Scene":
        """Another round at the same table, dealt up to the first decision."""
        self.new_round()
        place_all(self, hands, wagers or {})
        return self.deal_out(hands)

    def deal_out(self, hands: Mapping[int, str], board: str = BOARD, dealer: str = DEALER_CARDS) -> "Scene":
        self.stack(in_dealing_order(self.state.house.shoe, hands, board, dealer))
        self.tell(DEALER, "deal", cards=self.shoe.draw(len(self.shoe.cards)))
        return self

    @property
    def phase(self) -> Phase:
        return self.state.play.phase

    def box(self, seat: int) -> Box:
        box = box_at(self.state.play, seat)
        assert box is not None
        return box


def opened(dealt_from: Shoe | None = None, /, **settings: Any) -> Scene:
    """An open table, its cards checked."""
    scene = Scene(UltimateSettings(**settings), dealt_from or StackedShoe([]))
    scene.open()
    return scene


def betting(dealt_from: Shoe | None = None, /, **settings: Any) -> Scene:
    """A table with betting open and the cards shuffled."""
    scene = opened(dealt_from, **settings)
    scene.new_round()
    return scene


def place_all(scene: Scene, hands: Mapping[int, str], wagers: Mapping[int, Mapping[str, Cents]]) -> None:
    for seat in hands:
        scene.tell(PLAYER, "place", seat, player=NAMES[seat], wagers=wagers.get(seat, TEN))


def dealt(
    hands: Mapping[int, str] = HANDS,
    *,
    board: str = BOARD,
    dealer: str = DEALER_CARDS,
    wagers: Mapping[int, Mapping[str, Cents]] | None = None,
    **settings: Any,
) -> Scene:
    """A round dealt out with these cards; every box without wagers of its own has ante and blind of ten dollars."""
    scene = betting(**settings)
    place_all(scene, hands, wagers or {})
    return scene.deal_out(hands, board, dealer)


def in_dealing_order(shoe: str, hands: Mapping[int, str], board: str, dealer: str) -> str:
    """The cards as they leave the shoe: UTH 7.2 two at a time, UTH 7.3 one at a time."""
    pairs = [hands[seat].split() for seat in sorted(hands)] + [dealer.split()]
    if shoe == "automated":
        return " ".join([board, *(" ".join(pair) for pair in pairs)])
    return " ".join([board, *(pair[0] for pair in pairs), *(pair[1] for pair in pairs)])


def at(moment: str, **settings: Any) -> Scene:
    """Three hands at one of the MOMENTS of a round: box 1 plays at once, 2 after the flop, 3 on the river."""
    if moment == "dealing":
        scene = betting(**settings)
        place_all(scene, HANDS, {})
        scene.tell(DEALER, "deal", cards=cards(BOARD))
        return scene
    scene = dealt(**settings)
    if moment == "before_flop":
        return scene
    scene.script("1 play 4000", "2 check", "3 check", "show_flop")
    if moment == "after_flop":
        return scene
    scene.script("2 play 2000", "3 check", "show_turn_and_river")
    if moment == "river":
        return scene
    scene.script("3 play 1000", "declare")
    if moment == "settling":
        scene.dealer("settle")
    return scene


def lone(hand: str, board: str, dealer: str, *, trips: Cents = 500, stake: Cents = 1000, **settings: Any) -> Scene:
    """One hand with trips that plays four times before the flop and is settled."""
    wagers = {"ante": stake, "blind": stake} | ({"trips": trips} if trips else {})
    scene = dealt({1: hand}, board=board, dealer=dealer, wagers={1: wagers}, **settings)
    scene.play(1, 4 * stake)
    scene.finish()
    return scene


def limits(ante: tuple[Cents, Cents], trips: tuple[Cents, Cents] = (500, 10000)) -> dict[str, Limit]:
    """The sign of a table; the blind has the limits of the ante."""
    return {"ante": Limit(*ante), "blind": Limit(*ante), "trips": Limit(*trips)}


def faces_of(some: tuple[Card, ...]) -> list[str]:
    return [face(one) for one in some]


def assert_void(scene: Scene, clause: str) -> None:
    """The round is over without a result, and everybody has their money back."""
    assert (scene.state.felt.result, scene.state.felt.clause) == ("void", clause)
    assert {row.result for row in scene.outcomes} == {"void"}
    assert {row.clause for row in scene.outcomes} == {clause}
    assert all(balance == 0 for balance in scene.accounts().values())
    assert set(scene.state.house.results.values()) == {0}


def assert_not_between_rounds(do: str, cited: str = "UTH D-Round of Play", **particulars: Any) -> None:
    """What can only happen in a round is refused before its first card and after its last settlement."""
    scene = betting()
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
    scene.refuses(cited, SUPERVISOR, do, **particulars)
    scene = at("settling")
    scene.finish()
    rows = scene.rows()
    assert "stand" in scene.refuses(cited, SUPERVISOR, do, **particulars)
    assert scene.rows() == rows

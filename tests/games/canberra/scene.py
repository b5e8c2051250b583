"""A table of Canberra Poker for tests: chips down, cards stacked, one command a line."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pitboss.cards.card import Card, cards, face
from pitboss.games.canberra import GAME, CanberraSettings, JackpotSettings
from pitboss.games.canberra.jackpot import Meter
from pitboss.games.canberra.round import Box, Round
from pitboss.games.house.boxes import box_at
from pitboss.games.house.felt import wager_at
from pitboss.games.play import Audience, Cents, Events, Role, Settings, Viewer
from pitboss.games.table import Shoe, StackedShoe
from tests.games.house.scene import HouseScene
from tests.known import known

PLAYER, DEALER, SUPERVISOR, OPERATOR = Role.PLAYER, Role.DEALER, Role.SUPERVISOR, Role.OPERATOR
NAMES = {1: "Ann", 2: "Bob", 3: "Cat", 4: "Dan", 5: "Eve", 6: "Fay", 7: "Gus"}

# A dealer who is in with ace and king, one who is not, and one hand of each class that shares no card with them.
IN, NOT_IN = "Ad Kh 8c 4d 2c", "Ad Qh 8c 4d 2c"
ROYAL, STRAIGHT_FLUSH, FOURS = "As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "9s 9d 9c 9h Jd"
FULL_HOUSE, FLUSH, STRAIGHT = "Tc Th Td 3h 3d", "Kd Jd 9d 7d 5d", "6c 5c 4c 3c 2d"
THREES, TWO_PAIRS, PAIR, ACE_KING, NOTHING = (
    *("Js Jh Jc 6s 5s", "Ts Th 6s 6d Qd", "Jh Jc 9s 7s 3s"),
    *("As Kc 9s 7d 3s", "Qs Jc 9d 7c 5h"),
)
ANTE: Mapping[str, Cents] = MappingProxyType({"ante": 1000})
WITH_JACKPOT: Mapping[str, Cents] = MappingProxyType({"ante": 1000, "jackpot": 200})
POOL, RESERVE = 2_499_850, 500_000


class Scene(HouseScene[Round]):
    """One command a line, and the cards that a test wants."""

    def __init__(self, settings: Settings | None = None, shoe: Shoe | None = None) -> None:
        super().__init__(GAME, settings, shoe)

    def accounts(self) -> dict[str, Cents]:
        """Every account that is not empty after all that has happened at this table."""
        return {account: amount for account, amount in super().accounts().items() if amount}

    def wager(self, seat: int, **wagers: Cents) -> Events:
        return self.tell(PLAYER, "place", seat, player=NAMES[seat], wagers=wagers or dict(ANTE))

    def bet(self, seat: int, amount: Cents = 2000) -> Events:
        return self.tell(PLAYER, "bet", seat, amount=amount)

    def deal_out(self, hands: Mapping[int, str], dealer: str = IN) -> "Scene":
        """The whole deal, these cards to these boxes."""
        out = cards(in_dealing_order(self.state.house.shoe, hands, dealer))
        self.tell(DEALER, "deal", cards=out)
        if self.state.house.shoe == "automated":
            self.dealer("call_bet_or_fold")
        return self

    def settled(self, *bets: int) -> "Scene":
        """These boxes bet, all others fold, and the dealer finishes the round."""
        for seat in self.game.due(self.state):
            ante = known(wager_at(self.state.felt.wagers, seat, "ante"))
            if seat in bets:
                self.bet(seat, 2 * ante.stake)
            else:
                self.fold(seat)
        self.finish()
        return self

    def box(self, seat: int) -> Box:
        return known(box_at(self.state.play, seat))

    @property
    def meter(self) -> Meter:
        assert self.state.play.jackpot is not None
        return self.state.play.jackpot

    @property
    def pools(self) -> tuple[Cents, Cents]:
        return self.meter.pool, self.meter.reserve

    def sees(self, audience: Audience, seat: int | None = None) -> dict[str, Any]:
        told: dict[str, Any] = self.view(Viewer(audience, seat)).as_json()
        return told


def jackpot(pool: Cents = POOL, reserve: Cents = RESERVE, **rules: Any) -> JackpotSettings:
    return JackpotSettings(pool=pool, reserve=reserve, **rules)


def opened(**settings: Any) -> Scene:
    """An open table, its cards checked."""
    scene = Scene(CanberraSettings(**settings), StackedShoe([]))
    scene.open()
    return scene


def betting(**settings: Any) -> Scene:
    """A table with betting open and the cards shuffled."""
    scene = opened(**settings)
    scene.new_round()
    return scene


def dealt(
    hands: Mapping[int, str],
    dealer: str = IN,
    *,
    wagers: Mapping[int, Mapping[str, Cents]] | None = None,
    **settings: Any,
) -> Scene:
    """A round dealt out with these cards; every box without wagers of its own has an ante of ten dollars."""
    scene = betting(**settings)
    for seat in hands:
        scene.wager(seat, **(wagers or {}).get(seat, ANTE))
    return scene.deal_out(hands, dealer)


def lit(hands: Mapping[int, str], dealer: str = IN, **settings: Any) -> Scene:
    """A round dealt out in which every box has a jackpot wager."""
    settings.setdefault("jackpot", jackpot())
    return dealt(hands, dealer, wagers=dict.fromkeys(hands, WITH_JACKPOT), **settings)


def in_dealing_order(shoe: str, hands: Mapping[int, str], dealer: str) -> str:
    """The cards as they leave the shoe: CAN 6.3 one card at a time, CAN 12.4 five together."""
    fives = [hands[seat].split() for seat in sorted(hands)] + [dealer.split()]
    if shoe == "automated":
        return " ".join(" ".join(five) for five in fives)
    return " ".join(five[turn] for turn in range(5) for five in fives)


def faces_of(some: tuple[Card, ...]) -> str:
    return " ".join(face(one) for one in some)

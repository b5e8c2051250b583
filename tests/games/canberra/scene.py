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
from pitboss.games.money import moves
from pitboss.games.play import Audience, Cents, Command, Events, Outcome, Role, Settings, Viewer
from pitboss.games.table import Shoe, StackedShoe, Table
from pitboss.rulebook.book import rulebook
from pitboss.rulebook.refusal import Refusal

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


class Scene(Table[Round]):
    """A table that remembers every event, so that the money can be followed from the first chip."""

    def __init__(self, settings: Settings | None = None, shoe: Shoe | None = None) -> None:
        super().__init__(GAME, settings, shoe)
        self.events: list[Any] = []

    def do(self, command: Command) -> Events | Refusal:
        answer = super().do(command)
        if not isinstance(answer, Refusal):
            self.events.extend(answer)
        return answer

    def tell(self, by: Role, do: str, seat: int | None = None, **particulars: Any) -> Events:
        """A command that must be accepted."""
        answer = self.do(Command(by, do, seat, **_read(particulars)))
        assert not isinstance(answer, Refusal), f"{do}: {answer}"
        return answer

    def refuses(self, clause: str, by: Role, do: str, seat: int | None = None, **particulars: Any) -> str:
        """A command that must be refused by this clause, in a sentence, and change nothing. Answers the sentence."""
        before, commands, shoe = self.state, list(self.commands), list(self.shoe.cards)
        answer = self.do(Command(by, do, seat, **_read(particulars)))
        assert isinstance(answer, Refusal), f"{do} was accepted: {answer}"
        assert answer.clause == clause, str(answer)
        assert answer.reason.endswith((".", "?"))
        assert rulebook().find_cited(answer.clause)
        assert (self.state, self.commands, self.shoe.cards) == (before, commands, shoe)
        return answer.reason

    def wager(self, seat: int, **wagers: Cents) -> Events:
        return self.tell(PLAYER, "place", seat, player=NAMES[seat], wagers=wagers or dict(ANTE))

    def bet(self, seat: int, amount: Cents = 2000) -> Events:
        return self.tell(PLAYER, "bet", seat, amount=amount)

    def fold(self, seat: int) -> Events:
        return self.tell(PLAYER, "fold", seat)

    def dealer(self, do: str) -> Events:
        return self.tell(DEALER, do)

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
            ante = wager_at(self.state.felt.wagers, seat, "ante")
            assert ante is not None
            if seat in bets:
                self.bet(seat, 2 * ante.stake)
            else:
                self.fold(seat)
        self.finish()
        return self

    def box(self, seat: int) -> Box:
        box = box_at(self.state.play, seat)
        assert box is not None
        return box

    @property
    def meter(self) -> Meter:
        assert self.state.play.jackpot is not None
        return self.state.play.jackpot

    @property
    def pools(self) -> tuple[Cents, Cents]:
        return self.meter.pool, self.meter.reserve

    def outcome(self, seat: int, kind: str) -> Outcome:
        wager = wager_at(self.state.felt.wagers, seat, kind)
        assert wager is not None
        assert wager.outcome is not None, f"{kind} of box {seat} is undecided"
        return wager.outcome

    def rows(self) -> dict[tuple[int, str], tuple[str, Cents]]:
        """Result and net of every decided wager by box and kind."""
        return {(row.seat, row.wager): (row.result.value, row.net) for row in self.outcomes}

    def accounts(self) -> dict[str, Cents]:
        """Every account that is not empty after all that has happened at this table."""
        balance: dict[str, Cents] = {}
        for event in self.events:
            for move in moves(event, GAME.movers):
                assert move.amount > 0
                balance[move.source] = balance.get(move.source, 0) - move.amount
                balance[move.target] = balance.get(move.target, 0) + move.amount
        return {account: amount for account, amount in balance.items() if amount}

    def sees(self, audience: Audience, seat: int | None = None) -> dict[str, Any]:
        return self.view(Viewer(audience, seat))


def _read(particulars: dict[str, Any]) -> dict[str, Any]:
    if isinstance(particulars.get("cards"), str):
        particulars["cards"] = cards(particulars["cards"])
    return particulars


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

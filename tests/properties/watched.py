"""A table under watch: after every command what must always hold is looked at, by other means than the rules use."""

import re
from collections import Counter
from copy import copy
from typing import Any, Self

import msgspec

from pitboss.cards.card import Card, face
from pitboss.games.canberra.layout import CanberraSettings
from pitboss.games.money import FELT, POOL, RESERVE, moves, player
from pitboss.games.play import Audience, Command, Events, Game, Settings, Stage, Viewer
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.refusal import Refusal

VIEWERS = (
    Viewer(Audience.DEALER),
    Viewer(Audience.SIGN),
    Viewer(Audience.AUDITOR),
    *(Viewer(Audience.SEAT, seat) for seat in range(1, 8)),
)
# As they stand in what is sent to somebody.
FACES = {f'"{face(Card(card))}"'.encode(): Card(card) for card in range(53)}
ANY_FACE = re.compile(rb'"(?:[2-9TJQKA][shdc]|JK)"')
assert all(map(ANY_FACE.fullmatch, FACES))


def cards_in(text: bytes) -> set[Card]:
    """The cards that can be read in what is sent to somebody."""
    return {FACES[found] for found in ANY_FACE.findall(text)}


class WatchedTable(Table[Any]):
    """Plays like any table; raises as soon as money, cards or secrets are not where they belong."""

    def __init__(self, game: Game[Any], settings: Settings | None, seed: int, *, looks: bool = False) -> None:
        super().__init__(game, settings, Shoe.seeded(seed))
        self.accounts: Counter[str] = Counter()
        self.looks = looks

    def do(self, command: Command) -> Events | Refusal:
        before = self.state
        answer = super().do(command)
        if isinstance(answer, Refusal):
            assert self.state is before, "a refusal changes nothing"
            assert answer.clause.startswith(self.game.prefix), answer
            assert answer.reason.endswith((".", "?")), answer
            return answer
        for event in answer:
            assert event.clause.startswith(self.game.prefix), event
            for source, target, amount in moves(event, self.game.movers):
                assert amount > 0
                self.accounts[source] -= amount
                self.accounts[target] += amount
        self.money_is_where_it_belongs()
        self.cards_are_dealt_once()
        if self.looks:
            self.nobody_sees_too_much()
        return answer

    def fork(self) -> Self:
        """A table that has come as far as this one and goes its own way from here; nobody looks at it."""
        other = copy(self)
        other.accounts, other.commands, other.shoe = self.accounts.copy(), self.commands.copy(), copy(self.shoe)
        other.shoe.cards = self.shoe.cards.copy()
        other.looks = False
        return other

    def money_is_where_it_belongs(self) -> None:
        state = self.state
        assert sum(self.accounts.values()) == 0
        assert self.accounts[FELT] == sum(wager.stake for wager in state.felt.wagers if self._on_felt(wager))
        assert min(self.accounts[FELT], 0) == 0
        if state.felt.stage is Stage.OVER:
            assert self.accounts[FELT] == 0
            for name, net in state.house.results.items():
                assert self.accounts[player(name)] == net, name
        if isinstance(state.settings, CanberraSettings) and state.settings.jackpot is not None:
            opening = state.settings.jackpot
            assert self.accounts[POOL] == state.play.jackpot.pool - opening.pool
            assert self.accounts[RESERVE] == state.play.jackpot.reserve - opening.reserve
            assert state.play.jackpot.pool >= 0 <= state.play.jackpot.reserve

    def _on_felt(self, wager: Any) -> bool:
        """Undecided; a jackpot chip leaves the felt for the pools with the first card."""
        in_pools = wager.kind == "jackpot" and self.state.felt.stage is not Stage.BETTING
        return wager.outcome is None and not in_pools

    def with_stakes_taken_back(self) -> dict[str, int]:
        """The accounts as they would be if every open stake were back with its player."""
        accounts = Counter(self.accounts)
        for wager in self.state.felt.wagers:
            if self._on_felt(wager):
                accounts[player(wager.player)] += wager.stake
                accounts[FELT] -= wager.stake
        return {name: amount for name, amount in accounts.items() if amount}

    def cards_are_dealt_once(self) -> None:
        state = self.state
        seen = Counter(state.felt.dealt)
        holds = self.game.deck(state).copies
        assert not seen or max(seen.values()) <= holds

    def all_cards_are_accounted_for(self) -> None:
        """After a round: a Pontoon shoe and its rack together are the decks, no card more and none less."""
        state = self.state
        if self.game.name != "pontoon" or not state.play.cards.loaded or state.house.cards_to_check_by:
            return
        cards, decks = state.play.cards, Counter(self.game.deck(state).cards)
        there = Counter(cards.rack) + Counter(cards.aside) + Counter(self.shoe.cards)
        assert there <= decks
        assert there.total() + cards.unseen == decks.total()

    def nobody_sees_too_much(self) -> None:
        if self.game.name == "pontoon":
            return  # Every card is dealt face up (PON 6.1); there is nothing to hide.
        unseen = {*self.state.felt.dealt} - face_up(self)
        # Most viewers are given the very same view, which is then read once.
        told: dict[int, tuple[object, set[Card]]] = {}
        for viewer in VIEWERS if unseen else ():
            if hidden := unseen - own_cards(self, viewer):
                view = self.view(viewer)
                if id(view) not in told:
                    told[id(view)] = view, cards_in(msgspec.json.encode(view))
                assert hidden.isdisjoint(told[id(view)][1]), viewer


def face_up(table: Table[Any]) -> set[Card]:
    """What everybody may see, written down once more from the rules: what lies face up, or has done so."""
    play = table.state.play
    if table.game.name == "ultimate":
        see = {*(card for _, card in play.seen), *play.communal[: play.shown]}
        if play.phase in ("declared", "settling"):
            see.update(play.dealer)
    else:
        see = {*play.seen, *canberra_up_cards(table)}
    for box in play.boxes:
        if box.standing == "settled":
            see.update(box.cards)
    return see


def own_cards(table: Table[Any], viewer: Viewer) -> set[Card]:
    """Whose card is whose: a player's own after the deal, and for the auditor the whole deal once the round is over."""
    state = table.state
    if viewer.audience is Audience.AUDITOR:
        return {*state.felt.dealt} if state.felt.stage is Stage.OVER else set()
    if state.felt.stage not in (Stage.PLAYING, Stage.OVER) or not (
        table.game.name == "ultimate" or state.play.may_look
    ):
        return set()
    return {
        card
        for box in state.play.boxes
        if box.seat == viewer.seat and box.standing in ("deciding", "in_play")
        for card in box.cards
    }


def canberra_up_cards(table: Table[Any]) -> set[Card]:
    """The dealer's one card that faces up, or all five once they are revealed."""
    play = table.state.play
    if play.phase == "revealed":
        return set(play.dealer)
    return set() if play.up is None or play.up >= len(play.dealer) else {play.dealer[play.up]}

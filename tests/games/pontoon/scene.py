"""A Pontoon table for tests: stacked cards, wagers in one line, and accounts that must balance."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from pitboss.cards.card import cards
from pitboss.games.money import FELT, moves
from pitboss.games.play import DEALER, Cents, Command, Events, Outcome, Role, RoutineStep
from pitboss.games.pontoon import GAME, PontoonSettings
from pitboss.games.pontoon.dealer import card_due
from pitboss.games.pontoon.round import Round
from pitboss.games.table import Shoe, StackedShoe, Table
from pitboss.rulebook.refusal import Refusal

Answer = Events | Refusal


class PontoonTable(Table[Round]):
    """A table that also keeps the accounts of everybody at it."""

    def __init__(self, settings: PontoonSettings, shoe: Shoe) -> None:
        super().__init__(GAME, settings, shoe)
        self.accounts: Counter[str] = Counter()
        self.events: list[Any] = []

    def do(self, command: Command) -> Answer:
        answer = super().do(command)
        if not isinstance(answer, Refusal):
            for event in answer:
                self.events.append(event)
                for move in moves(event, GAME.movers):
                    self.accounts[move.source] -= move.amount
                    self.accounts[move.target] += move.amount
        return answer

    def dealer(self, do: str, **particulars: Any) -> Answer:
        return self.do(Command(Role.DEALER, do, **particulars))

    def supervisor(self, do: str, **particulars: Any) -> Answer:
        return self.do(Command(Role.SUPERVISOR, do, **particulars))

    def player(self, seat: int, do: str, **particulars: Any) -> Answer:
        """A decision; the dealer first does what is routine, past what players need not do."""
        answer = self.do(Command(Role.PLAYER, do, seat=seat, **particulars))
        while isinstance(answer, Refusal) and answer.clause in ("PON 9.1", "PON 10.1", "PON 11.4"):
            step = None if self.game.due(self.state) else self.game.routine(self.state)
            if step is None or (step.do == "begin_drawing" and do == "surrender"):
                break
            self.take(step)
            answer = self.do(Command(Role.PLAYER, do, seat=seat, **particulars))
        if not isinstance(answer, Refusal):
            while (card := card_due(self.state)) and card[0] != DEALER:
                self.take(self.game.routine(self.state) or RoutineStep("deal", "PON 6.1"))
            self.run()
        return answer

    def script(self, *lines: str) -> Self:
        """Decisions as in "2 hit" and steps of the dealer as in "deal", which must be accepted."""
        for line in lines:
            seat, _, do = line.rpartition(" ")
            answer = self.player(int(seat), do) if seat else self.dealer(do)
            assert not isinstance(answer, Refusal), f"{line}: {answer}"
        return self

    def row(self, seat: int = 1, player: str = "A", wager: str = "main", hand: int | None = None) -> Outcome:
        """What became of one wager; a Pontoon wager is on hand 1 unless said otherwise."""
        hand = 1 if wager == "main" and hand is None else hand
        found = [
            row for row in self.outcomes if (row.seat, row.player, row.wager, row.hand) == (seat, player, wager, hand)
        ]
        assert len(found) == 1, self.outcomes
        return found[0]

    def hand(self, seat: int = 1, number: int = 1) -> Any:
        return next(box for box in self.state.play.boxes if box.seat == seat).hands[number - 1]

    def check_balance(self) -> None:
        """Nothing stays on the felt, and everybody has exactly what the results say."""
        assert self.is_over
        assert self.accounts[FELT] == 0
        for name, net in self.state.house.results.items():
            assert self.accounts[f"player {name}"] == net
        assert sum(self.accounts.values()) == 0


def table(stack: str | Shoe = "", /, **settings: Any) -> PontoonTable:
    """An open table with these cards in the shoe, betting open."""
    stacked = StackedShoe(cards(stack)) if isinstance(stack, str) else stack
    opened = PontoonTable(replace(PontoonSettings(), **settings), stacked)
    opened.open().new_round()
    return opened


def dealt(
    stack: str, bets: Mapping[tuple[int, str], Mapping[str, Cents]] | None = None, /, **settings: Any
) -> PontoonTable:
    """A table after the initial deal; without more said, player A has $100 on box 1."""
    at = table(stack, **settings)
    for (seat, player), wagers in (bets or {(1, "A"): {"main": 10000}}).items():
        placed = at.place(seat, player, **wagers)
        assert not isinstance(placed, Refusal), placed
    at.deal()
    return at


def shared(*amounts: Cents, seat: int = 1, names: Sequence[str] = "ABC") -> dict[tuple[int, str], dict[str, Cents]]:
    """Several players on one box."""
    return {(seat, name): {"main": amount} for name, amount in zip(names, amounts, strict=False)}

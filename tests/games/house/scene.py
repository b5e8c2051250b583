"""A table of a house game for tests, which remembers every event: the money can be followed from the first chip."""

from collections.abc import Iterable
from typing import Any, Self, TypeVar

from pitboss.cards.card import cards
from pitboss.games.house.felt import wager_at
from pitboss.games.money import moves
from pitboss.games.play import Cents, Command, Events, Outcome, Role
from pitboss.games.table import Table
from pitboss.rulebook.refusal import Refusal
from tests.refusals import refused

R = TypeVar("R")


class Remembering(Table[R]):
    """A table that remembers every event, so that the money can be followed from the first chip."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.events: list[Any] = []
        self.booked: dict[str, Cents] = {}

    def do(self, command: Command) -> Events | Refusal:
        answer = super().do(command)
        if not isinstance(answer, Refusal):
            self.events.extend(answer)
            book(self.booked, answer, self.game.movers)
        return answer


class HouseScene(Remembering[R]):
    """A table that must do or refuse what it is told, one command a line."""

    def tell(self, by: Role, do: str, seat: int | None = None, **particulars: Any) -> Events:
        """A command that must be accepted."""
        answer = self.do(Command(by, do, seat, **with_cards(particulars)))
        assert not isinstance(answer, Refusal), f"{do}: {answer}"
        return answer

    def refuses(self, cited: str, /, by: Role, do: str, seat: int | None = None, **particulars: Any) -> str:
        """A command that must be refused by this clause, in a sentence, and change nothing. Answers the sentence."""
        before, commands, shoe = self.state, list(self.commands), list(self.shoe.cards)
        answer = refused(self.do(Command(by, do, seat, **with_cards(particulars))), clause=cited)
        assert (self.state, self.commands, self.shoe.cards) == (before, commands, shoe)
        return answer.reason

    def script(self, *lines: str) -> Self:
        """Decisions as in "2 play 4000" and steps of the dealer as in "show_flop", which must be accepted."""
        for line in lines:
            if line[0].isdigit():
                seat, do, *amount = line.split()
                self.tell(Role.PLAYER, do, int(seat), amount=int(amount[0]) if amount else None)
            else:
                self.dealer(line)
        return self

    def fold(self, seat: int) -> Events:
        return self.tell(Role.PLAYER, "fold", seat)

    def dealer(self, do: str) -> Events:
        return self.tell(Role.DEALER, do)

    def outcome(self, seat: int, kind: str) -> Outcome:
        wager = wager_at(self.state.felt.wagers, seat, kind)
        assert wager is not None
        assert wager.outcome is not None, f"{kind} of box {seat} is undecided"
        return wager.outcome

    def rows(self) -> dict[tuple[int, str], tuple[str, Cents]]:
        """Result and net of every decided wager by box and kind."""
        return {(row.seat, row.wager): (row.result.value, row.net) for row in self.outcomes}

    def accounts(self) -> dict[str, Cents]:
        """Every account after all that has happened at this table."""
        return dict(self.booked)


def with_cards(particulars: dict[str, Any]) -> dict[str, Any]:
    """The particulars of a command, with cards that were written as text."""
    if isinstance(particulars.get("cards"), str):
        particulars["cards"] = cards(particulars["cards"])
    return particulars


def book(balance: dict[str, Cents], events: Iterable[Any], movers: Any) -> dict[str, Cents]:
    """Every account after the money of these events has moved."""
    for event in events:
        for move in moves(event, movers):
            assert move.amount > 0
            balance[move.source] = balance.get(move.source, 0) - move.amount
            balance[move.target] = balance.get(move.target, 0) + move.amount
    return balance

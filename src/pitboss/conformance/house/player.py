"""Plays a case of a house game at a real table: the engines people play on, with a stacked shoe.

A script writes down what people decide and what goes wrong; what a dealer does as a matter of course is not written.
So a step is taken at the first moment it can be: if the table refuses it, the dealer does what is routine and it is
tried again, until it is accepted or somebody's decision is awaited. A step that must be refused is tried once: where
play stands, or, after the deal, when the dealer has come to the next decision of that box. Afterwards play goes on
from where it was.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pitboss.cards.card import Card, card, card_or_back
from pitboss.conformance.format.document import Case, MalformedCase
from pitboss.conformance.result import CaseResult, ScriptRun, command_of, plain_answer
from pitboss.games.frozen import Frozen
from pitboss.games.play import Command, Events, Role, Stage, house_settings
from pitboss.games.settings import RECORD
from pitboss.games.table import NotRoutine, OutOfCards, StackedShoe, Table
from pitboss.games.writing.house_outcomes import open_seats, report
from pitboss.games.writing.settings import limits_from, settings_from
from pitboss.kits import game_named
from pitboss.rulebook.refusal import Refusal

AnyTable = Table[Any]
# What a step carries for its own purposes, beside the particulars of the command.
NOT_PARTICULARS = ("do", "event", "ask", "refused", "ref", "settled", "dealt", "over")


def play(game: str, case: Case) -> CaseResult:
    """The outcome of a case, and the steps that went otherwise than written."""
    table = _set_up(game, case)
    run = _Run(table, case)
    try:
        if not any(step.get("event") == "deal" for step in case.script):
            run.expect(0, "dealt", run.deal({}))
        for number, step in enumerate(case.script):
            run.step(number, step)
        run.to_the_end(len(case.script))
    except OutOfCards:
        raise MalformedCase("shoe: ends before the round does.") from None
    return run.result(report(table))


def _set_up(game: str, case: Case) -> AnyTable:
    """An open table in the state the case begins with, every wager of its seats put down."""
    engine = game_named(game)
    settings = settings_from(engine, case.table)
    if isinstance(settings, Refusal):
        raise MalformedCase(f"table: {settings}")
    table: AnyTable = Table(engine, settings, StackedShoe([card_or_back(text) for text in case.shoe]))
    table.open()
    rows = case.seats
    house = table.state.house._replace(
        warned=frozenset(row["player"] for row in rows if row.get("warned")),
        markers=Frozen({row["seat"]: row["marker"] for row in rows if "marker" in row}),
        results=Frozen({row["player"]: row["previous_net"] for row in rows if "previous_net" in row}),
    )
    table.state = table.state._replace(house=house)
    table.new_round()
    # What a case says of its seats has happened, so the chips are written down as they lie.
    table.state = table.state._replace(settings=replace(house_settings(table.state), entry_mode=RECORD))
    for number, row in enumerate(rows):
        answer = _sit_down(table, row)
        if isinstance(answer, Refusal):
            raise MalformedCase(f"seats[{number}].wagers: {answer}")
    table.state = table.state._replace(settings=settings)
    return table


def _sit_down(table: AnyTable, row: Mapping[str, Any]) -> Events | Refusal:
    """The wagers of a row put down; who has put nothing down sits there all the same."""
    if not row["wagers"]:
        return table.do(Command(Role.DEALER, "sit", row["seat"], row["player"]))
    answer = table.place(row["seat"], row["player"], **row["wagers"])
    if isinstance(answer, Refusal) or row.get("jackpot_lit", True) or "jackpot" not in row["wagers"]:
        return answer
    return table.do(Command(Role.DEALER, "jackpot_unlit", seat=row["seat"]))


class _Run(ScriptRun):
    """One script on its way through a table."""

    def __init__(self, table: AnyTable, case: Case) -> None:
        super().__init__()
        self.table = table
        events = {step["event"] for step in case.script if "event" in step}
        # A hand that is short is dealt to from a shoe that is short of its cards.
        self.may_be_short = "wrong_card_count" in events
        self.unclaimed = {step["seat"] for step in case.script if step.get("event") == "cards_collected_unclaimed"}
        self.shoe_is_open = False

    def step(self, number: int, step: Mapping[str, Any]) -> None:
        """Takes one step, or writes down how it went otherwise."""
        if "ask" in step:
            self.answers[step["ref"]] = plain_answer(self._what_if(self._command(step)))
            return
        self._settled_first(step)
        self._hand_out(step)
        if "refused" in step:
            self._check_refusal(number, step)
            return
        if step.get("event") == "deal":
            answer = self.deal(step)
            self.expect(number, "dealt", answer)
        else:
            answer = self._at_first_moment(self._command(step))
            self.expect(number, "accepted", answer)
        if "ref" in step:
            self.answers[step["ref"]] = plain_answer(answer)
        # The cards beyond a regular deal stand at the end of the shoe and are not drawn.
        self.shoe_is_open |= step.get("event") == "wrong_card_count"

    def deal(self, step: Mapping[str, Any]) -> Events | Refusal:
        """The next cards of the deal, or all that are left of it; the first one closes the betting."""
        answer: Events | Refusal = ()
        stage, left = self.table.state.felt.stage, step.get("cards")
        if stage is Stage.DEALING:
            # A device that has failed in the middle of the deal is replaced first.
            self.table.shuffle_if_due()
        if stage not in (Stage.BETTING, Stage.DEALING):
            command = self._command(step)
            return self._from_shoe(len(command.cards), command.seats)
        if stage is Stage.BETTING:
            answer = self._from_shoe(1, tuple(step.get("seats", ())))
            if isinstance(answer, Refusal):
                return answer
            left = None if left is None else left - 1
        felt = self.table.state.felt
        count = len(felt.plan) - len(felt.dealt) if left is None else left
        if felt.stage is not Stage.DEALING or count == 0:
            return answer
        return self._from_shoe(count)

    def _from_shoe(self, count: int, seats: tuple[int, ...] = ()) -> Events | Refusal:
        """Deals so many cards; where that is refused they stay in the shoe."""
        shoe = self.table.shoe
        if self.may_be_short and count > len(shoe.cards):
            self._stand_in(count - len(shoe.cards))
        before = list(shoe.cards)
        answer = self.table.do(Command(Role.DEALER, "deal", cards=shoe.draw(count), seats=seats))
        if isinstance(answer, Refusal):
            shoe.cards = before
        return answer

    def _stand_in(self, count: int) -> None:
        """Cards in the place of those that a short hand lacks; the round will be void whatever they are."""
        known = {*self.table.state.felt.dealt, *self.table.shoe.cards}
        others = [each for each in self.table.game.deck(self.table.state).cards if each not in known]
        self.table.shoe.cards = [*others[:count], *self.table.shoe.cards]

    def to_the_end(self, number: int) -> None:
        """The dealer finishes the round; nobody may be left with a decision, nor a card in the shoe."""
        table = self.table
        while self._goes_on():
            pass
        waiting = table.game.due(table.state)
        if waiting:
            boxes = ", ".join(map(str, waiting))
            self.fail(number, "the script ends", f"box {boxes} has yet to decide")
        elif table.state.felt.stage in (Stage.DEALING, Stage.PLAYING):
            step = table.game.routine(table.state)
            answer = table.game.decide(table.state, Command(Role.DEALER, step.do)) if step else "nobody can go on"
            self.fail(number, "the round ends", str(answer))
        elif table.shoe.cards and not self.shoe_is_open and table.state.felt.result == "settled":
            left = f"{len(table.shoe.cards)} cards are left in it"
            self.fail(number, "all cards of the shoe are used", left)

    def _command(self, step: Mapping[str, Any]) -> Command:
        """A step as a command."""
        form = next(form for form in ("do", "event", "ask") if form in step)
        do = step[form]
        particulars = {key: _read(key, value) for key, value in step.items() if key not in NOT_PARTICULARS}
        if do == "deal":
            particulars["cards"] = self._next_cards(step.get("cards"))
        return command_of(self.table.game, form, do, **particulars)

    def _next_cards(self, count: int | None) -> tuple[Card, ...]:
        """Return the cards that the next deal would bring, without drawing them."""
        if count is None:
            routine = self.table.game.routine(self.table.state)
            count = routine.cards if routine is not None and routine.do == "deal" else 1
        return tuple(self.table.shoe.cards[::-1][:count])

    def _at_first_moment(self, command: Command) -> Events | Refusal:
        first = answer = self.table.do(command)
        while isinstance(answer, Refusal) and self._goes_on():
            answer = self.table.do(command)
        # If no moment would do, the reason why it was refused at once tells most.
        return first if isinstance(answer, Refusal) else answer

    def _hand_out(self, step: Mapping[str, Any]) -> None:
        """Deal the cards that a hand has asked for, or as many as the step says, before anything else happens."""
        table = self.table
        if step.get("event") in (None, "deal"):
            return
        while True:
            routine = table.game.routine(table.state)
            asked = routine is not None and routine.to is not None
            wanted = asked if "dealt" not in step else len(table.state.felt.dealt) < step["dealt"]
            if not wanted or not self._goes_on():
                return

    def _goes_on(self) -> bool:
        """One routine step of the dealer, unless a decision is awaited, betting is open, or there is none."""
        table = self.table
        if table.state.felt.stage is Stage.BETTING or table.game.due(table.state):
            return False
        step = table.game.routine(table.state)
        if step is None:
            return False
        self._claims()
        try:
            table.take(step)
        except NotRoutine:
            return False
        return True

    def _claims(self) -> None:
        """Prizes are claimed in time: a case writes down only that one was not (CAN 10.4)."""
        for choice in self.table.choices():
            if choice.do == "claim_jackpot" and choice.seat not in self.unclaimed:
                self.table.do(Command(Role.PLAYER, choice.do, choice.seat, choice.player))

    def _what_if(self, command: Command) -> Events | Refusal:
        """Return what would follow at the first moment a command could be given; nothing changes."""
        table = self.table
        before, cards, commands = table.state, list(table.shoe.cards), list(table.commands)
        answer = self._at_first_moment(command)
        table.state, table.shoe.cards, table.commands = before, cards, commands
        return answer

    def _check_refusal(self, number: int, step: Mapping[str, Any]) -> None:
        """A request that must be turned down by this clause, and now; play goes on from where it was."""
        table = self.table
        before, cards, commands = table.state, list(table.shoe.cards), list(table.commands)
        if "do" in step and not self._asked_next(step["seat"]):
            table.state, table.shoe.cards, table.commands = before, list(cards), list(commands)
        answer = table.do(self._command(step))
        table.state, table.shoe.cards, table.commands = before, cards, commands
        self.expect_refusal(number, step["refused"], answer)

    def _asked_next(self, seat: int) -> bool:
        """Deals the cards that come before the next decision of a box; it may have none any more."""
        with suppress(OutOfCards):
            while self.table.state.felt.stage is Stage.PLAYING and self._goes_on():
                pass
        return seat in self.table.game.due(self.table.state)

    def _settled_first(self, step: Mapping[str, Any]) -> None:
        """Goes on until the seats that a step calls settled have been, or the round is over where it says so."""
        seats = set(step.get("settled", ()))
        while step.get("over") or seats & open_seats(self.table.state):
            if not self._goes_on():
                return


def _read(name: str, value: Any) -> Any:
    """A particular of a step as a command has it."""
    if name == "cards" and isinstance(value, list):
        return tuple(map(card, value))
    if name == "limits":
        return limits_from(value)
    if name == "amounts":
        return {player: amount for player, amount in value.items() if amount}
    return tuple(value) if isinstance(value, list) else value

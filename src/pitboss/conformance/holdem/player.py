"""Plays a case of hold'em at a real table: the engine people play on, with a stacked shoe.

A script writes down what players do, what goes wrong, and when the streets are dealt. The blinds, the cards that put
something right, and the end of the round are the dealer's routine: they are not written. In a case without stakes the
betting is none of its business: everybody stays in for as little as can be.
"""

from collections.abc import Mapping
from typing import Any

from pitboss.cards.card import Card, card
from pitboss.conformance.format.document import Case, MalformedCase
from pitboss.conformance.format.matching import ABSENT, clause_meets, differences
from pitboss.conformance.format.vocabulary import value_words
from pitboss.conformance.holdem.checks import checked_value
from pitboss.conformance.holdem.questions import dealt_again, early_card, question
from pitboss.conformance.holdem.setup import begin, table_of
from pitboss.conformance.result import CaseResult, ScriptRun, command_of, plain_answer
from pitboss.games.holdem import GAME
from pitboss.games.holdem.seats.posting import MISDEAL
from pitboss.games.holdem.situations.moves import (
    AT_ONCE,
    HoldemTable,
    bring_to_street,
    complete_betting,
    copy_of,
    draw,
    finish,
    next_cards,
    next_street,
    put_right,
    street_size,
    what_if,
)
from pitboss.games.holdem.state import STREETS
from pitboss.games.play import Command, Events, Role, Stage
from pitboss.games.table import OutOfCards
from pitboss.games.writing.holdem_outcomes import report
from pitboss.games.writing.settings import values_from
from pitboss.rulebook.refusal import Refusal

# What a step carries for its own purposes, beside the particulars of the command.
NOT_PARTICULARS = ("do", "event", "ask", "check", "refused", "ref", "over", "at_once", "out_of_turn", "street")
# Particulars that a command calls otherwise.
_COMMAND_WORDS = {"to": "amount", "cause": "reason", "irregularity": "reason"}
# A case that says one of these of its outcome has to be played to the end.
_OF_THE_MONEY = ("pots", "returned", "commission", "commission_by_pot", "commission_clause", "awards", "stacks")
OF_THE_END = frozenset(("round", *_OF_THE_MONEY, "hands", "button_next"))


def play(game: str, case: Case) -> CaseResult:
    """The outcome of a case, and the steps that went otherwise than written."""
    run = _Run(case)
    try:
        run.open()
        for number, step in enumerate(case.script):
            run.step(number, step)
        run.to_the_end()
    except OutOfCards:
        raise MalformedCase(f"{'shoe' if case.shoe else 'cards.board'}: ends before the round does.") from None
    return run.result(report(run.table.state))


class _Run(ScriptRun):
    """One script on its way through a table."""

    def __init__(self, case: Case) -> None:
        super().__init__()
        self.case = case
        self.table = table_of(case)
        self.opening = copy_of(self.table)
        self.bets_by_itself = not any("stack" in row for row in case.seats)

    def open(self) -> None:
        """The round begins, where two are at the table; the hole cards come first unless the script says when."""
        if len(self.case.seats) < 2:
            return
        begin(self.table, self.case)
        if not any(step.get("event") == "deal" and step["street"] == "hole" for step in self.case.script):
            self.expect(0, "dealt", self._deal(self.table, {"street": STREETS[0]}))

    def fresh(self) -> HoldemTable:
        """The same table once more at the beginning of the round, before its first card."""
        other = copy_of(self.opening)
        begin(other, self.case)
        return other

    def step(self, number: int, step: Mapping[str, Any]) -> None:
        """Takes one step, or writes down how it went otherwise; what is to be put right is, unless it came before."""
        if not step.get("at_once"):
            put_right(self.table)
        if "check" in step:
            self._check(number, step)
        elif "ask" in step:
            self.answers[step["ref"]] = self._ask(step)
        elif "refused" in step:
            self._check_refusal(number, step)
        else:
            self._take(number, step)

    def to_the_end(self) -> None:
        """The dealer finishes the round, if the case says anything of its end; nobody may be left with a decision."""
        table, number = self.table, len(self.case.script)
        put_right(table)
        if not OF_THE_END & self.case.expect.keys() or table.state.felt.stage is Stage.IDLE:
            return
        finish(table)
        if table.state.felt.stage is Stage.OVER:
            return
        waiting, routine = table.game.due(table.state), table.game.routine(table.state)
        got = f"seat {waiting[0]} has yet to decide" if waiting else "nobody can go on"
        if routine is not None and not waiting:
            cards = next_cards(table, routine.cards)
            got = str(table.game.decide(table.state, Command(Role.DEALER, routine.do, cards=cards)))
        self.fail(number, "the round ends", got)

    def _check(self, number: int, step: Mapping[str, Any]) -> None:
        found = checked_value(self.table, step["check"])
        if "ref" in step:
            self.answers[step["ref"]] = found
        wanted = {key: value for key, value in step.items() if key not in ("check", "ref")}
        for difference in differences(wanted, found):
            expected, got = (
                f"{difference.path} {_value_words(value)}" for value in (difference.expected, difference.got)
            )
            self.fail(number, expected, got)

    def _ask(self, step: Mapping[str, Any]) -> dict[str, object]:
        """Return what would follow; nothing changes."""
        answering = question(step["ask"])
        if answering is not None:
            return answering(self.table, self.fresh, step)
        return plain_answer(self._do(what_if(self.table), step))

    def _check_refusal(self, number: int, step: Mapping[str, Any]) -> None:
        """A request that must be turned down by this clause; whatever happens, play goes on from where it was."""
        self.expect_refusal(number, step["refused"], self._do(copy_of(self.table), step))

    def _take(self, number: int, step: Mapping[str, Any]) -> None:
        """Does what a step says, with what brings the table to it."""
        table, event, street = self.table, step.get("event"), step.get("street")
        if event == "betting_complete" or (event == "deal" and street != STREETS[0] and self.bets_by_itself):
            complete_betting(table)
        if event == "betting_complete":
            return
        if event == "communal_card_exposed":
            bring_to_street(table, step["street"])
        if street not in (None, next_street(table)):
            got = f"the next deal is {next_street(table) or 'that of another round'}"
            self.fail(number, f"the next deal is {street}", got)
            return
        answer = self._do(table, step)
        self.expect(number, "accepted", answer)
        if "push" in (step.get("do"), event) and "ruling" in step:
            self._check_push_ruling(number, step["ruling"], answer)
        if "ref" in step:
            self.answers[step["ref"]] = self._led_to(step, answer)

    def _led_to(self, step: Mapping[str, Any], answer: Events | Refusal) -> dict[str, object]:
        """Return the consequences of a step: the deal after a misdeal, or the dealer's action on a card shown early."""
        if isinstance(answer, Refusal):
            return plain_answer(answer)
        if self.table.state.felt.result == MISDEAL:
            return dealt_again(self.table)
        if step.get("event") == "communal_card_exposed":
            return plain_answer(answer) | early_card(self.table, card(step["cards"][0]))
        return plain_answer(answer)

    def _check_push_ruling(self, number: int, wanted: str, answer: Events | Refusal) -> None:
        """HLD 17.7, HLD 17.8: chips pushed without words are ruled by the clause that the case names."""
        if not isinstance(answer, Refusal) and not clause_meets(wanted, answer[0].clause):
            self.fail(number, f"ruled by {wanted}", f"ruled by {answer[0].clause}")

    def _do(self, table: HoldemTable, step: Mapping[str, Any]) -> Events | Refusal:
        """Gives the command of a step, with the cards that come with it."""
        name = step.get("event") or step.get("ask")
        if name == "deal":
            return self._deal(table, step)
        if name in AT_ONCE:
            return _routine(table, name)
        if name == "communal_card_exposed":
            return self._early_card(table, step)
        if name == "top_card_exposed":
            self._on_top(table, card(step["cards"][0]))
        if step.get("over"):
            finish(table)
        return table.do(self._command(table, step))

    def _deal(self, table: HoldemTable, step: Mapping[str, Any]) -> Events | Refusal:
        """The cards of a street, or so many hole cards; after a misdeal they are those of a new deal."""
        if step["street"] == STREETS[0] and table.state.felt.result == MISDEAL:
            table.new_round()
        count = step.get("cards", street_size(table, step["street"]))
        # That not one has been dealt can be written too: something came before them all.
        return draw(table, count) if count else ()

    def _early_card(self, table: HoldemTable, step: Mapping[str, Any]) -> Events | Refusal:
        """HLD 17.17: communal cards shown before the betting has ended; a burn that was taken has left the shoe."""
        shown = tuple(map(card, step["cards"]))
        burned = table.shoe.draw(1) if step["burn_taken"] else ()
        if self.case.shoe and next_cards(table, len(shown)) == shown:
            # A shoe that is written holds what left it in error as well.
            table.shoe.draw(len(shown))
        return table.do(self._command(table, step)._replace(cards=burned + shown))

    def _on_top(self, table: HoldemTable, top: Card) -> None:
        """A card that is seen on top of the shoe lies there, where the case has not written another."""
        shoe = table.shoe
        if not self.case.shoe and shoe.cards and top not in shoe.cards:
            shoe.cards[-1] = top

    def _command(self, table: HoldemTable, step: Mapping[str, Any]) -> Command:
        """A step as a command."""
        # What is withdrawn is named by a `do` beside the form.
        form = next(form for form in ("event", "ask", "do") if form in step)
        do = step[form]
        if step.get("out_of_turn"):
            # The dealer is who notices it.
            return Command(Role.DEALER, "out_of_turn", step["seat"], ruling=do, amount=step.get("to"))
        given = {name: value for name, value in step.items() if name not in NOT_PARTICULARS}
        if do == "retract":
            given["ruling"] = step["do"]
        if do == "push":
            # The clause that it must be ruled by is compared afterwards.
            given.pop("ruling", None)
        particulars = {_COMMAND_WORDS.get(name, name): _read(name, value) for name, value in given.items()}
        return command_of(table.game, form, do, **particulars)


def _routine(table: HoldemTable, do: str) -> Events | Refusal:
    """Carry out the dealer's next routine step where a case writes when it was done."""
    step = table.game.routine(table.state)
    if step is not None and step.do == do:
        return table.take(step)
    return table.do(Command(Role.DEALER, do, cards=next_cards(table, 1)))


def _value_words(value: object) -> str:
    return value if isinstance(value, str) else str(value) if value is ABSENT else value_words(value)


def _read(name: str, value: Any) -> Any:
    """A particular of a step as a command has it."""
    if name == "cards":
        return tuple(map(card, value))
    if name == "settings":
        return values_from(GAME, value)
    return tuple(value) if isinstance(value, list) else value

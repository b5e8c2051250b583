"""A round of hold'em that was played, written down as a worked case: it replays to the same outcome.

What a case holds and where it comes from:

- `table`: the settings that differ from what a case takes for granted, where the button was, in a tournament where the
  blinds were, and an over-blind that was made.
- `seats`: who was dealt in, with the stake before blinds and antes, what was posted to come in, and absent entrants.
- `shoe`: every card that left the shoe, in order, one that went back into it included.
- `script`: what people decided and what went wrong, with the deals between them. Blinds, cards that put something
  right and the end of the round are left out, because a replay does them by itself.

Moments: what the dealer puts right at once, such as the hand of an absent entrant, is put right before the next step.
If something came before that, every step says `at_once`, and what the dealer did is written among them. A round that
was over before its first card deals none: `deal` with no cards.

Where the button goes next is not told: that may depend on people who were not in the round.
"""

from collections.abc import Iterator

from pitboss.cards.card import Card, face
from pitboss.games.holdem.seats.lineup import Lineup
from pitboss.games.holdem.seats.posting import OverBlindPosted, Positions
from pitboss.games.holdem.settings import TOURNAMENT, settings_of
from pitboss.games.holdem.situations.moves import AT_ONCE, HoldemTable
from pitboss.games.holdem.state import STREETS, Holdem
from pitboss.games.house.felt import outcomes_of
from pitboss.games.play import Command, Events, Stage
from pitboss.games.writing.holdem_outcomes import report
from pitboss.games.writing.settings import settings_written
from pitboss.games.writing.steps import Json, act_again, step_of

# Particulars that follow from the rest of the step.
_IMPLIED = ("player", "amount")


def export_round(table: HoldemTable, case_id: str, title: str) -> Json:
    """The round a table is at or has just finished, with everything that became of it as `expect`."""
    walk = _Walk(table)
    script = walk.script()
    outcome = _of_the_round(report(walk.state), walk.seats)
    clauses = {walk.state.felt.clause, *(row.clause for row in outcomes_of(walk.state))}
    return {
        "id": case_id,
        "title": title,
        "clauses": sorted(clause for clause in clauses if clause),
        "table": walk.table,
        "seats": walk.seats,
        "shoe": [face(card) for card in walk.shoe],
        "script": script,
        "expect": outcome,
    }


def _of_the_round(outcome: Json, seats: list[Json]) -> Json:
    """What became of those who were in the round; the others at the table are not in the case."""
    outcome.pop("button_next", None)
    stacks = outcome["stacks"]
    return outcome | {"stacks": {str(row["seat"]): stacks[str(row["seat"])] for row in seats}}


class _Walk:
    """Goes through the commands of a round once more, to see what each of them met."""

    def __init__(self, table: HoldemTable) -> None:
        self.commands = table.commands
        self.game = table.game
        self.state = table.round_began_with
        self.table: Json = {}
        self.seats: list[Json] = []
        self.shoe: list[Card] = []
        self.puts_right_late = False

    def script(self) -> list[Json]:
        """The steps a case writes down, up to the end of the round."""
        steps = list(self._steps())
        if not any(command.do == "deal" for command in self.commands):
            steps.insert(0, {"event": "deal", "street": STREETS[0], "cards": 0})
        if self.puts_right_late:
            return [step | {"at_once": True} for step in steps]
        return [step for step in steps if step.get("event") not in AT_ONCE]

    def _steps(self) -> Iterator[Json]:
        plain_deal = self._deal_is_plain()
        for command in self.commands:
            stage = self.state.felt.stage
            if self.seats and stage is Stage.OVER:
                return
            late = self._is_to_be_put_right() and self.game.verbs[command.do].of_round and command.do not in AT_ONCE
            self.puts_right_late |= late
            events = self._go(command)
            if command.do == "start_round":
                self._line_up(events)
            elif command.do == "over_blind":
                self._over_blind(events)
            elif command.do == "deal":
                yield from self._deal(command, before_betting=stage is not Stage.PLAYING, plain=plain_deal)
            elif command.do in AT_ONCE:
                self.shoe.extend(command.cards)
                yield {"event": command.do}
            elif self.game.verbs[command.do].of_round and command.do not in self.game.routines:
                yield self._step(command)

    def _is_to_be_put_right(self) -> bool:
        step = self.game.routine(self.state)
        return step is not None and step.do in AT_ONCE and not self.game.due(self.state)

    def _go(self, command: Command) -> Events:
        self.state, events = act_again(self.game, self.state, command)
        return events

    def _line_up(self, events: Events) -> None:
        """Who was dealt in, and where the button and the blinds were."""
        line = next(event.line for event in events if isinstance(event, Positions))
        settings = settings_of(self.state)
        self.table = settings_written(self.game, settings) | {"button": line.button}
        # A level that nobody took up changes nothing.
        self.table.pop("over_blind", None)
        if settings.mode == TOURNAMENT:
            places = {"small_blind": line.small, "big_blind": line.big}
            self.table |= {name: seat for name, seat in places.items() if seat is not None}
        self.seats = [_row(self.state, line, seat) for seat in sorted(line.seats)]

    def _over_blind(self, events: Events) -> None:
        made = next(event for event in events if isinstance(event, OverBlindPosted))
        self.table["over_blind"] = {"seat": made.seat, "amount": made.to}

    def _deal(self, command: Command, *, before_betting: bool, plain: bool) -> Iterator[Json]:
        self.shoe.extend(command.cards)
        if not before_betting:
            yield {"event": "deal", "street": STREETS[self.state.play.round.street]}
        elif not plain:
            yield {"event": "deal", "street": STREETS[0], "cards": len(command.cards)}

    def _deal_is_plain(self) -> bool:
        """Whether all hole cards came at once, and nothing that is written came before them."""
        before = [command for command in self.commands if self.game.verbs[command.do].of_round]
        deals = [place for place, command in enumerate(before) if command.do == "deal"]
        if not deals:
            return False
        quiet = all(command.do in (*self.game.routines, "over_blind") for command in before[: deals[0]])
        return quiet and self._all_at_once(before[deals[0]])

    def _all_at_once(self, deal: Command) -> bool:
        state = self.state
        for command in self.commands[: self.commands.index(deal) + 1]:
            state, _ = act_again(self.game, state, command)
        return state.felt.stage is Stage.PLAYING

    def _step(self, command: Command) -> Json:
        """A command in the words of a case."""
        do, seat = command.do, command.seat
        if do == "out_of_turn":
            step: Json = {"seat": seat, "do": command.ruling, "out_of_turn": True}
            return step | {"to": command.amount} if command.ruling in ("bet", "raise") else step
        if do == "retract":
            step = {"event": do, "seat": seat, "do": command.ruling or "bet", "cause": command.reason}
            return step | {"to": command.amount} if command.amount else step
        if do == "communal_card_exposed":
            self.shoe.extend(command.cards)
            shown = command.cards[1:] if command.burn_taken else command.cards
            street = STREETS[self.state.play.round.street + 1]
            cards = [face(card) for card in shown]
            return {"event": do, "street": street, "cards": cards, "burn_taken": bool(command.burn_taken)}
        if do in ("bet", "raise"):
            return {"seat": seat, "do": do, "to": command.amount}
        return self._native_step(command)

    def _native_step(self, command: Command) -> Json:
        """A command with the particulars that its verb needs and takes."""
        step = step_of(self.game, command, () if command.do == "push" else _IMPLIED)
        if command.do != "deal_irregularity":
            return step
        return {"irregularity" if name == "reason" else name: value for name, value in step.items()}


def _row(state: Holdem, line: Lineup, seat: int) -> Json:
    """A seat as it was before the blinds; chips leave a chair when the round is settled."""
    chair = state.play.room.chairs[seat]
    row: Json = {"seat": seat, "stack": chair.stake}
    if chair.player != f"P{seat}":
        row["player"] = chair.player
    if any(seat == poster for poster, _, _ in line.posts):
        entry = line.entries[seat]
        row |= {"post_live": entry.live, "post_dead": entry.dead}
    return row | {"absent": True} if chair.absent else row

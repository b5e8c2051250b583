"""A round that was played, written down as a worked case: it replays to the same outcome.

What a case holds and where it comes from:

- `table`: the settings that differ from the game's defaults, with limits, shoe and pools as they were when the first
  card came. `seats`: the wagers on the felt at that moment, with the marker of the box, who had been warned, whether a
  jackpot wager was lit, and what earlier rounds had brought. How they came to be there is not told.
- `shoe`: every card that was dealt, in order.
- `script`: what people decided and what went wrong. The dealer's routine is left out, because a replay does it by
  itself, and so is what cannot change what becomes of the wagers (`Verb.of_round`).

Conditions: what an earlier round or the betting left behind and neither `table` nor `seats` can say comes first, as
commands that bring it about. In Canberra Poker that is a fault of the jackpot equipment; in Pontoon a player held to
the minimum, a card put aside, and who decides for a shared box.

Moments: a replay takes a step as soon as the table accepts it, which for a decision is right, but for a ruling may be
too soon. So an event says how far the round was:

- `settled`: the boxes that had nothing open any more; a replay settles them first.
- `dealt`, in Pontoon: how many cards had left the shoe; a replay deals so many first. There cards come one by one
  through the whole round, in the other games all at once.
- `over`: the round had ended; a replay ends it first.

A deal that did not follow the betting in one piece is written as `deal` with how many cards came each time, so that
what happened between them keeps its place.
"""

from collections.abc import Iterator
from typing import Any, cast

from pitboss.cards.card import Card, face
from pitboss.games.play import Command, Stage, State
from pitboss.games.table import Table
from pitboss.games.writing.house_outcomes import open_seats, report
from pitboss.games.writing.settings import settings_written
from pitboss.games.writing.steps import FORMAT, Json, act_again, step_of

AnyTable = Table[Any]

# What still changes a round that is over; all else that comes then is about the next one.
AFTER_THE_END = ("void_round", "misplaced_card")


def export_file(game: str, cases: list[Json]) -> Json:
    """Cases as one document."""
    return {"format": FORMAT, "game": game, "cases": cases}


def export_round(table: AnyTable, case_id: str, title: str) -> Json:
    """The round a table is at or has just finished, with everything that became of it as `expect`."""
    export = table.game.writing.export
    if export is not None:
        return export(table, case_id, title)
    walk = _Walk(table)
    script = list(walk.script())
    outcome = report(table)
    clauses = {table.state.felt.clause, *(row.clause for row in table.outcomes)}
    settings = walk.settings()
    return {
        "id": case_id,
        "title": title,
        "clauses": sorted(clause for clause in clauses if clause),
        **({"table": settings} if settings else {}),
        "seats": [_with_previous_net(row, outcome) for row in walk.seats],
        "shoe": [face(card) for card in _out_of_the_shoe(table)],
        "script": script,
        "expect": outcome,
    }


def _out_of_the_shoe(table: AnyTable) -> tuple[Card, ...]:
    """The cards as they turned out to be; at a live table they may have come face down, or been misread at first."""
    entered = tuple(card for command in table.commands if command.do == "deal" for card in command.cards)
    return table.state.felt.dealt if table.game.writing.is_face_down else entered


class _Walk:
    """Goes through the commands of a round once more, to see what each of them met."""

    def __init__(self, table: AnyTable) -> None:
        self.table = table
        self.game = table.game
        self.state = table.round_began_with
        self.first_card = self.state
        self.seats: list[Json] = []
        self.deal_is_plain = True

    def settings(self) -> Json:
        """The table's settings, with the limits, the shoe and the pools as they were when the first card came."""
        return settings_written(self.game, self.game.settings_now(self.first_card))

    def script(self) -> Iterator[Json]:
        """The steps a case writes down: decisions, what went wrong, and the deal where it did not come in one piece."""
        for command in self.table.commands:
            stage = self.state.felt.stage
            if self.seats and stage is Stage.OVER and command.do not in AFTER_THE_END:
                continue
            after, _ = act_again(self.game, self.state, command)
            if command.do == "deal" and stage in (Stage.BETTING, Stage.DEALING):
                yield from self._dealing(command, after)
            elif self._is_written(command):
                yield self._step(command)
            else:
                yield from self._unclaimed_prizes(command, after)
            self.state = after
        if not self.seats:
            self.seats = self._seat_rows()

    def _dealing(self, command: Command, after: State[Any]) -> Iterator[Json]:
        if self.state.felt.stage is Stage.BETTING:
            # What the first card met that table and seats do not say, as commands that bring it about.
            conditions = list(self.game.writing.conditions(self.game, self.state, command))
            if not self.seats:
                # It followed the betting in one piece, to the boxes entitled to it, nothing to say before it.
                in_one_piece = after.felt.stage is not Stage.DEALING
                self.deal_is_plain = in_one_piece and not command.seats and not conditions
            self.first_card = self.state
            self.seats = self._seat_rows()
            yield from conditions
        # Cards that were put aside by mistake are dealt without one from the shoe.
        if command.cards and not self.deal_is_plain:
            step: Json = {"event": "deal", "cards": len(command.cards)}
            yield step | {"seats": list(command.seats)} if command.seats else step

    def _unclaimed_prizes(self, command: Command, after: State[Any]) -> Iterator[Json]:
        """A case takes a prize as claimed in time; that one was not has to be written (CAN 10.4)."""
        if command.do == "settle":
            open_claims = {choice.seat for choice in self.game.choices(self.state) if choice.do == "claim_jackpot"}
            for seat in (open_seats(self.state) - open_seats(after)) & open_claims:
                yield {"event": "cards_collected_unclaimed", "seat": seat}

    def _is_written(self, command: Command) -> bool:
        """From the first card on; what was before it is in seats, table and conditions."""
        return bool(self.seats) and self.game.verbs[command.do].of_round and command.do not in self.game.routines

    def _seat_rows(self) -> list[Json]:
        """Who had put down what when the first card came, in the order it was put down."""
        rows: dict[tuple[int, str], Json] = {}
        house = self.state.house
        for wager in self.state.felt.wagers:
            row = rows.setdefault(
                (wager.seat, wager.player), {"seat": wager.seat, "player": wager.player, "wagers": {}}
            )
            row["wagers"][wager.kind] = wager.stake
        unlit = {command.seat for command in self.table.commands if command.do == "jackpot_unlit"}
        for (seat, player), row in rows.items():
            if player in house.warned:
                row["warned"] = True
            if seat in house.markers:
                row["marker"] = house.markers[seat]
            if seat in unlit and "jackpot" in row["wagers"]:
                row["jackpot_lit"] = False
        return sorted(rows.values(), key=lambda row: cast(int, row["seat"]))

    def _step(self, command: Command) -> Json:
        step = step_of(self.game, command)
        return step | self._moment() if "event" in step else step

    def _moment(self) -> Json:
        """How far the round was when an event came; of the settled boxes the one on the dealer's right first."""
        felt = self.state.felt
        if felt.stage is Stage.OVER:
            return {"over": True}
        moment: Json = {}
        settled = {wager.seat for wager in felt.wagers} - open_seats(self.state)
        if felt.stage is Stage.PLAYING and settled:
            moment["settled"] = sorted(settled, reverse=True)
        if self.game.writing.counts_cards:
            moment["dealt"] = len(felt.dealt)
        return moment


def _with_previous_net(row: Json, outcome: Json) -> Json:
    """Earlier rounds as they stand in the end: one of them may have been made void while this one was played."""
    earlier = outcome["previous_net"]
    return row | {"previous_net": earlier[row["player"]]} if row["player"] in earlier else row

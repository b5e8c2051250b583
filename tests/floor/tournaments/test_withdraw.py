"""A step before the last is taken back alone where nothing rests on it, and nothing else changes."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.preview import Preview, answer_of, preview
from pitboss.floor.kernel.roles import VISITOR
from pitboss.floor.reading.tournaments.views import log_of, view_of
from pitboss.floor.tournaments.commands import AddTournament, Redo, Undo
from pitboss.floor.tournaments.record import (
    StepRedone,
    StepTaken,
    StepUndone,
    StepWithdrawn,
    TournamentAdded,
    apply,
    money_moves,
    stands_alone,
)
from pitboss.floor.tournaments.structures import read_structure
from pitboss.floor.upkeep.verify import verify
from pitboss.journal import store
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.clock import desk as clock_desk
from pitboss.tournaments.entries import absence, penalties
from pitboss.tournaments.entries.entries import Register
from pitboss.tournaments.event import contract, rulings
from pitboss.tournaments.event.conditions import Conditions
from pitboss.tournaments.event.engine import act, decide
from pitboss.tournaments.event.log import KEPT_EVERY, Record, Step, replay
from pitboss.tournaments.event.opening import OpenEntries
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Person, Tournament
from pitboss.tournaments.hands import hands
from pitboss.tournaments.prizes import placing
from pitboss.tournaments.seating import seating, tables
from tests.floor import house_scene
from tests.floor.tournaments.tournament_floor_scene import (
    CASHIER,
    DIRECTOR,
    ID,
    desk,
    give,
    patron,
    quick,
    record_of,
    refuses,
    with_patrons,
)

START = 1_763_200_800
# What rests on what does not depend on the engine; that it is kept, and read again, is tried on both.
on_sqlite = pytest.mark.parametrize("house", [house_scene.SQLITE], indirect=True)


@pytest.fixture
def running(house: Floor, clock: house_scene.Clock) -> Floor:
    """An event that is being played at two tables of four."""
    entered(house)
    clock.pass_seconds(6 * 3600)
    give(house, DIRECTOR, desk("start_event"))
    return house


@house_scene.once
def entered(house: Floor) -> None:
    with_patrons(house, 8)
    structure = quick("friday_freezeout")
    give(house, DIRECTOR, AddTournament(tournament=ID, structure=structure, start="2025-11-15T18:00"))
    give(house, DIRECTOR, desk("open_entries"))
    for number in range(1, 9):
        give(house, CASHIER, desk("register", person=patron(number)))


def line(house: Floor, do: str, **particulars: Any) -> int:
    """Does something at the desk; the line of the log that tells of it."""
    return int(give(house, DIRECTOR, desk(do, **particulars)).answer["line"])


def take_back(house: Floor, number: int) -> None:
    give(house, DIRECTOR, Undo(tournament=ID, line=number))


def stays(house: Floor, number: int) -> No:
    """A step that cannot be taken back alone; nothing changes."""
    before, last = record_of(house), store.last_seq()
    answer = refuses(house, DIRECTOR, Undo(tournament=ID, line=number))
    assert record_of(house) == before
    assert store.last_seq() == last
    assert (answer.field, answer.clause) == ("line", before.state.clause("procedures"))
    return answer


def standing_state(record: Record, began: Tournament) -> Tournament:
    """What the steps that stand come to, from the beginning."""
    return replay(began, (event for run in record.runs for step in run.steps for event in step.events))


@pytest.mark.clause("STAR 6.18")
def test_a_warning_is_taken_back_while_later_steps_stand(running: Floor, clock: house_scene.Clock) -> None:
    warned = line(running, "warn", player=patron(1), reason="phone")
    clock.pass_seconds(30)
    line(running, "bust_out", player=patron(2))
    line(running, "count_hand", table=record_of(running).state.tables[1].number)
    line(running, "warn", player=patron(1), reason="phone again")
    before = record_of(running)
    take_back(running, warned)
    record = record_of(running)
    assert record.state.entrants[patron(1)].warnings == 1
    changed = before.state.entrants[patron(1)]._replace(warnings=1)
    assert record.state == before.state._replace(entrants={**before.state.entrants, patron(1): changed})
    assert record.steps == before.steps - 1
    told = log_of(record)
    assert [(each.how, each.stands) for each in told if each.step == warned] == [
        ("done", False),
        ("undone", False),
    ]
    assert all(each.stands for each in told if each.step != warned)
    give(running, DIRECTOR, Redo(tournament=ID))
    assert record_of(running).state == before.state
    assert all(each.stands for each in log_of(record_of(running)))
    assert Floor(clock).record(f"tournament:{ID}") == record_of(running)
    assert verify().is_good


@on_sqlite
def test_done_again_it_is_the_last_step(running: Floor) -> None:
    told = line(running, "show_message", text="Dinner at eight.")
    line(running, "note_concern", player=patron(1), note="tired")
    take_back(running, told)
    assert record_of(running).state.message == ""
    give(running, DIRECTOR, Redo(tournament=ID))
    record = record_of(running)
    assert record.state.message == "Dinner at eight."
    assert record.last is not None
    assert record.last.number == told
    give(running, DIRECTOR, Undo(tournament=ID))
    assert record_of(running).state.message == ""


@on_sqlite
def test_what_comes_after_it_ends_doing_it_again(running: Floor) -> None:
    told = line(running, "warn", player=patron(1))
    line(running, "warn", player=patron(2))
    take_back(running, told)
    line(running, "warn", player=patron(3))
    assert refuses(running, DIRECTOR, Redo(tournament=ID)).word == "nothing_to_redo"


@on_sqlite
def test_any_line_of_the_log_that_tells_of_the_step_will_do(running: Floor) -> None:
    """Done at one line and done again at a later one: both tell of the same step."""
    line(running, "record_ruling", what="The raise stands.", ground="STAR 7.35")
    take_back(running, len(record_of(running).log))
    again = int(give(running, DIRECTOR, Redo(tournament=ID)).answer["line"])
    line(running, "warn", player=patron(2))
    take_back(running, again)
    assert [each.do for each in log_of(record_of(running)) if not each.stands] == ["record_ruling"] * 4


@on_sqlite
@pytest.mark.parametrize("number", [0, 10**9, -1])
def test_there_is_no_such_line(running: Floor, number: int) -> None:
    assert stays(running, number).word == "not_standing"


@on_sqlite
def test_what_was_taken_back_is_not_taken_back_again(running: Floor) -> None:
    told = line(running, "warn", player=patron(1))
    line(running, "warn", player=patron(2))
    take_back(running, told)
    assert stays(running, told).word == "not_standing"


# What was done, and what came after; a hand is one at the table of the first player.
FIRST, SECOND = {"player": patron(1)}, {"player": patron(2)}
PENALISED = ("penalise", {**FIRST, "hands": 1})
STORIES: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "message": (("show_message", {"text": "Dinner at eight."}), ("show_message", {"text": "Dinner at nine."})),
    "counted_down": (("penalise", {**FIRST, "hands": 3}), ("count_hand", {})),
    "counted_to_the_end": (PENALISED, ("count_hand", {}), PENALISED),
    "in_a_hand": (("penalise", {**FIRST, "hands": 3}), ("start_hand", {})),
    "lifted": (("penalise", {**FIRST, "hands": 3}), ("lift_penalty", FIRST)),
    "there_again": (("mark_absent", FIRST), ("mark_present", FIRST)),
    "gone": (("penalise", {**FIRST, "hands": 3}), ("disqualify", {**FIRST, "reason": "conduct"})),
    "bust_out": (("bust_out", FIRST), ("warn", SECOND)),
    "moved_on": (("pause_clock", {}), ("warn", SECOND)),
    "held": (("hold_table", {"table": 1, "reason": "a spill"}), ("warn", SECOND)),
}


def _table_of(house: Floor, number: int) -> int:
    tables = record_of(house).state.tables
    return next(each.number for each in tables.values() if patron(number) in each.seats.values())


@on_sqlite
@pytest.mark.clause("STAR 6.18")
@pytest.mark.parametrize("story", STORIES)
def test_what_something_rests_on_stays(running: Floor, story: str) -> None:
    hand = {"table": _table_of(running, 1)}
    number, *_ = [line(running, do, **(hand if do.endswith("_hand") else given)) for do, given in STORIES[story]]
    assert stays(running, number).word == "rests_on_it"
    give(running, DIRECTOR, Undo(tournament=ID))
    if not story.endswith("_end"):
        take_back(running, number)


@on_sqlite
def test_a_stake_put_aside_rests_on_its_owner_being_away(running: Floor, clock: house_scene.Clock) -> None:
    """The two would come to the same the other way round; and yet nobody who is there loses the stake."""
    told = line(running, "mark_absent", player=patron(1))
    clock.pass_seconds(4 * 120 + 5)
    line(running, "remove_absent", player=patron(1))
    assert stays(running, told).word == "rests_on_it"


@on_sqlite
def test_a_penalty_is_taken_back_after_hands_at_the_other_table(running: Floor) -> None:
    told = line(running, "penalise", player=patron(1), hands=3)
    line(running, "count_hand", table=3 - _table_of(running, 1))
    line(running, "record_ruling", what="Seen by the floor.", ground="STAR 7.39", player=patron(1))
    take_back(running, told)
    assert record_of(running).state.entrants[patron(1)].penalty is None


@on_sqlite
def test_only_who_may_undo_and_has_seen_the_log(running: Floor) -> None:
    told = line(running, "warn", player=patron(1))
    seen = line(running, "warn", player=patron(2))
    assert refuses(running, CASHIER, Undo(tournament=ID, line=told)).status == 403
    line(running, "warn", player=patron(3))
    assert refuses(running, DIRECTOR, Undo(tournament=ID, line=told, after=seen)).word == "gone_on"
    take_back(running, told)


@on_sqlite
def test_it_is_told_before_it_is_done(running: Floor) -> None:
    told = line(running, "warn", player=patron(1))
    line(running, "warn", player=patron(2))
    before = record_of(running)
    found = preview(running, DIRECTOR, Undo(tournament=ID, line=told))
    assert isinstance(found, Preview)
    assert [step.kind for step in found.steps] == ["floor.StepWithdrawn"]
    assert found.steps[0].words
    assert answer_of(running, DIRECTOR, Undo(tournament=ID, line=told)) == {"line": len(before.log) + 1, "do": "warn"}
    assert record_of(running) == before


# What the desk would answer.


@on_sqlite
def test_an_answer_is_told_as_it_would_be_given(running: Floor) -> None:
    command = desk("warn", player=patron(1), reason="phone")
    last = store.last_seq()
    expected = answer_of(running, DIRECTOR, command)
    assert store.last_seq() == last
    assert not isinstance(expected, No)
    assert expected["told"]
    assert give(running, DIRECTOR, command).answer == expected


@on_sqlite
def test_why_it_would_be_refused_is_told_too(running: Floor) -> None:
    for actor, command in (
        (DIRECTOR, desk("warn", player=patron(1), breach="hat")),
        (DIRECTOR, desk("warn", after=1, player=patron(1))),
        (CASHIER, desk("start_event")),
        (VISITOR, desk("warn", player=patron(1))),
        (CASHIER, Undo(tournament=ID)),
    ):
        last = store.last_seq()
        expected = answer_of(running, actor, command)
        assert store.last_seq() == last
        assert running.execute(actor, command) == expected


@on_sqlite
def test_a_draw_is_not_told_beforehand(running: Floor) -> None:
    """What would be drawn is drawn anew each time, so that nobody tries until they like it."""
    command = desk("redraw_final")
    answers = [answer_of(running, DIRECTOR, command) for _ in range(2)]
    assert all(isinstance(answer, No) for answer in answers) or answers[0] != answers[1]


# Told in sentences.


@on_sqlite
def test_every_line_of_the_log_tells_what_happened(running: Floor) -> None:
    line(running, "bust_out", player=patron(2))
    told = log_of(record_of(running))[-1].told
    assert [(each.text, each.kind) for each in told][-1] == (f"{patron(2)} is out with 7 left.", "out")
    assert all(each.clause for each in told)
    give(running, DIRECTOR, Undo(tournament=ID))
    assert log_of(record_of(running))[-1].told == told
    line(running, "show_message", text="Dinner at eight.")
    for actor in (VISITOR, DIRECTOR):
        assert view_of(record_of(running), actor, 0).message == "Dinner at eight."
    assert "log" not in view_of(record_of(running), VISITOR, 0).as_json()


# Any sequence: the state is that of the steps that stand, and whatever stands would have been decided as it was.


PLAYERS = [patron(number) for number in range(1, 9)]


@cache
def _begun() -> tuple[Conditions, tuple[contract.Command, ...]]:
    conditions = read_structure(quick("friday_freezeout"), "structure")
    assert isinstance(conditions, Conditions)
    conditions = replace(conditions, start=START)
    people = [Person(name, born=date(1980, 1, 1), member=True) for name in PLAYERS]
    entries = [Register(at=START - 60, person=person) for person in people]
    return conditions, (OpenEntries(at=START - 90), *entries, StartEvent(at=START, seed=7))


_SOMEBODY = st.sampled_from(PLAYERS[:4])
_TABLE = st.integers(1, 2)
_COMMANDS: st.SearchStrategy[Callable[[int], contract.Command]] = st.one_of(
    st.builds(lambda who: lambda at: penalties.Warn(at=at, player=who), _SOMEBODY),
    st.builds(lambda who: lambda at: penalties.NoteConcern(at=at, player=who, note="tired"), _SOMEBODY),
    st.builds(lambda who, n: lambda at: penalties.Penalise(at=at, player=who, hands=n), _SOMEBODY, st.integers(1, 3)),
    st.builds(lambda who: lambda at: penalties.LiftPenalty(at=at, player=who), _SOMEBODY),
    st.builds(lambda who: lambda at: penalties.Disqualify(at=at, player=who, reason="x"), _SOMEBODY),
    st.builds(lambda who: lambda at: absence.MarkAbsent(at=at, player=who), _SOMEBODY),
    st.builds(lambda who: lambda at: absence.MarkPresent(at=at, player=who), _SOMEBODY),
    st.builds(lambda who: lambda at: absence.RemoveAbsent(at=at, player=who), _SOMEBODY),
    st.builds(lambda who: lambda at: absence.Arrive(at=at, player=who), _SOMEBODY),
    st.builds(lambda who: lambda at: placing.BustOut(at=at, player=who), _SOMEBODY),
    st.builds(lambda words: lambda at: rulings.ShowMessage(at=at, text=words), st.sampled_from(["", "a", "b"])),
    st.builds(lambda: lambda at: rulings.RecordRuling(at=at, what="x", ground="STAR 7.35")),
    st.builds(lambda table: lambda at: hands.CountHand(at=at, table=table), _TABLE),
    st.builds(lambda table: lambda at: hands.StartHand(at=at, table=table), _TABLE),
    st.builds(lambda table: lambda at: hands.StopHand(at=at, table=table), _TABLE),
    st.builds(lambda table: lambda at: tables.HoldTable(at=at, table=table, reason="x"), _TABLE),
    st.builds(lambda table: lambda at: tables.LetPlayShort(at=at, table=table), _TABLE),
    st.builds(
        lambda who, table, seat: lambda at: seating.MovePlayer(at=at, player=who, table=table, seat=seat, reason="x"),
        *(_SOMEBODY, _TABLE, st.integers(1, 4)),
    ),
    st.builds(lambda: lambda at: clock_desk.NextLevel(at=at)),
    st.builds(lambda: lambda at: clock_desk.BeginHandForHand(at=at)),
)
_BACK = st.tuples(st.sampled_from(["withdraw", "withdraw", "undo", "redo"]), st.integers(0, 10**6))
_PLAN = st.lists(st.tuples(st.one_of(_COMMANDS, _BACK), st.sampled_from([0, 0, 20, 130])), max_size=45)


class Story:
    """An event as its stream, with the command of every step beside it."""

    def __init__(self) -> None:
        conditions, commands = _begun()
        self.began = Tournament(conditions)
        self.commands: dict[int, contract.Command] = {}
        self.record = apply(None, TournamentAdded(ID, conditions, 0, "staff:dora"), 0)
        for command in commands:
            assert self.do(command)

    @property
    def steps(self) -> list[Step]:
        return [step for run in self.record.runs for step in run.steps]

    def do(self, command: contract.Command) -> bool:
        found = act(self.record.state, command)
        if isinstance(found, Refusal):
            return False
        self.commands[len(self.record.log) + 1] = command
        self.happens(StepTaken(contract.name_of(command), command.at, command.by, "", len(found[1])), *found[1])
        return True

    def happens(self, *events: Any) -> None:
        for event in events:
            list(money_moves(self.record, event))
            self.record = apply(self.record, event, 0)

    def go_back(self, how: str, which: int) -> None:
        if how == "redo":
            if self.record.undone:
                self.happens(StepRedone(0, ""))
            return
        # The start of the event stays: what is before it is tried elsewhere.
        steps = self.steps[len(_begun()[1]) :]
        if how == "undo" and steps:
            self.happens(StepUndone(0, ""))
        elif steps[:-1]:
            step = steps[which % (len(steps) - 1)]
            if stands_alone(self.record, step):
                self.withdraws(step)

    def withdraws(self, step: Step) -> None:
        """Whatever came after it is decided again without it, and comes to what it came to."""
        steps, before = self.steps, self.record.state
        place = steps.index(step)
        state = replay(self.began, (event for each in steps[:place] for event in each.events))
        for each in steps[place + 1 :]:
            decided = decide(state, self.commands[each.number])
            assert not isinstance(decided, Refusal), (step, each, decided)
            assert _without_time(decided) == _without_time(each.events), (step, each)
            state = replay(state, each.events)
        assert replay(state, step.events) == before, "doing it again comes to what there was"
        self.happens(StepWithdrawn(step.number, 0, ""))
        assert self.record.state == state
        assert self.record.undone[-1] == step
        assert self.steps == [*steps[:place], *steps[place + 1 :]]

    def is_what_stands(self) -> None:
        record = self.record
        assert record.state == standing_state(record, self.began)
        assert record.steps == len(self.steps)
        assert all(len(run.steps) == KEPT_EVERY for run in record.runs[:-1])
        state = self.began
        for run in record.runs:
            assert run.began == state
            state = replay(state, (event for step in run.steps for event in step.events))


def _without_time(events: contract.Events) -> contract.Events:
    return tuple(event for event in events if not isinstance(event, contract.TimeTold))


@settings(max_examples=60, deadline=None)
@given(_PLAN)
def test_whatever_is_taken_back_alone_nothing_rests_on(plan: list[tuple[Any, int]]) -> None:
    story, at = Story(), START
    for what, seconds in plan:
        at += seconds
        if isinstance(what, tuple):
            story.go_back(*what)
        else:
            story.do(what(at))
        story.is_what_stands()


def test_across_the_states_that_are_kept() -> None:
    """Taken back from the first run of many: the runs after it are what they would have been."""
    story = Story()
    for number in range(3 * KEPT_EVERY):
        assert story.do(penalties.Warn(at=START + number, player=PLAYERS[number % 8]))
    all_steps = story.steps
    for step in (all_steps[12], all_steps[KEPT_EVERY - 1], all_steps[KEPT_EVERY], all_steps[-2]):
        assert stands_alone(story.record, step)
        story.withdraws(step)
        story.is_what_stands()
    for _ in range(4):
        story.go_back("redo", 0)
        story.is_what_stands()
    assert story.record.state.now == START + 3 * KEPT_EVERY - 1
    assert sum(entrant.warnings for entrant in story.record.state.entrants.values()) == 3 * KEPT_EVERY
    while len(story.steps) > len(_begun()[1]):
        story.go_back("undo", 0)
        story.is_what_stands()

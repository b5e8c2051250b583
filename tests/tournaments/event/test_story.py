"""The story has a sentence for every kind of event of the desk, or is silent on purpose."""

import re
from dataclasses import replace
from datetime import date

import pytest

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.chips.counting import CountChips, RecordStacks
from pitboss.tournaments.clock.desk import NextLevel, PreviousLevel
from pitboss.tournaments.clock.suspension import AgreeReturn, DelayStart, Resume, Suspend
from pitboss.tournaments.entries.absence import FreeSeat, MarkAbsent, RemoveAbsent
from pitboss.tournaments.entries.coming_back import Reenter
from pitboss.tournaments.entries.entries import PayFee, Readmit, RefuseEntry, Register, TransferEntry
from pitboss.tournaments.entries.penalties import (
    BlockEntry,
    Disqualify,
    LiftPenalty,
    NoteConcern,
    Penalise,
    PenaltySet,
    Warn,
)
from pitboss.tournaments.entries.refunds import IssuePrevention
from pitboss.tournaments.event import story
from pitboss.tournaments.event.contract import Command
from pitboss.tournaments.event.engine import APPLIERS
from pitboss.tournaments.event.library import event
from pitboss.tournaments.event.log import Desk
from pitboss.tournaments.event.opening import NameDirector, OpenEntries, SignOff, SignOn
from pitboss.tournaments.event.rulings import RecordRuling
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Person, Tournament
from pitboss.tournaments.hands.hands import CountHand, HandPlayed
from pitboss.tournaments.prizes.paying import AddValue
from pitboss.tournaments.prizes.placing import BustOut
from pitboss.tournaments.seating.seating import Connect, Disconnect, FixPlayer
from pitboss.tournaments.seating.tables import HoldTable, LockSeat, ReleaseTable, UnlockSeat

NOON = 1_749_643_200
NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve")
HOUR = 3600


def person(name: str) -> Person:
    return Person(name, born=date(1980, 1, 1), member=True)


class Told:
    """An event, and what the story says of each command."""

    def __init__(self) -> None:
        self.desk = Desk(Tournament(replace(event("saturday"), start=NOON)))
        self.at = NOON - 2 * HOUR

    def do(self, kind: type[Command], seconds: int = 1, **given: object) -> list[str]:
        self.at += seconds
        done = self.desk.do(kind(at=self.at, **given))  # type: ignore[arg-type]
        assert not isinstance(done, Refusal), done
        lines = story.tell_story(self.desk.state, done, self.at)
        assert all(line.text.endswith(".") and line.clause for line in lines), lines
        return [line.text for line in lines]


@pytest.fixture
def told() -> Told:
    found = Told()
    found.do(OpenEntries)
    for name in NAMES:
        found.do(Register, person=person(name))
    return found


@pytest.fixture
def running(told: Told) -> Told:
    told.at = NOON - 1
    told.do(StartEvent, seed=7)
    return told


def test_every_kind_of_event_is_told_or_silent_on_purpose() -> None:
    forgotten = [kind.__name__ for kind in APPLIERS if not story.tells(kind) and kind not in story.SILENT]
    assert not forgotten, f"the story neither tells of {', '.join(forgotten)} nor is it silent on purpose"
    assert not [kind.__name__ for kind in story.SILENT if kind not in APPLIERS or story.tells(kind)]
    assert all(story.SILENT.values())


def test_before_the_start(told: Told) -> None:
    assert told.do(NameDirector, name="Derek Vale") == ["Derek Vale is named as a director of the event."]
    assert told.do(SignOn, name="Derek Vale") == ["Derek Vale is on duty."]
    assert told.do(SignOff, name="Derek Vale") == ["Derek Vale is off duty."]
    assert told.do(RefuseEntry, player="Zoe", reason="abuse") == ["Zoe: Refused: abuse.", "Zoe may not enter."]
    assert told.do(Readmit, player="Zoe") == ["Zoe may enter again."]
    assert told.do(TransferEntry, player="Eve", person=person("Fay")) == ["The entry of Eve goes to Fay."]
    assert told.do(Register, person=person("Gus"), unpaid=True)[0] == "Gus enters (entry 6)."
    assert told.do(PayFee, player="Gus") == ["Gus pays the fees of entry 6."]
    assert told.do(AddValue, what="a watch", place=1) == ["The operator adds a watch to the prizes for place 1."]
    assert told.do(AddValue, cents=50_000) == ["The operator adds $500 to the prizes."]
    later = NOON + HOUR
    assert told.do(DelayStart, reason="storm", starts_at=later) == [
        "The start is put off to Wednesday 11 June 2025 at 13:00: storm."
    ]


def test_people(running: Told) -> None:
    assert running.do(Warn, player="Ann", breach="delay", reason="slow") == ["Ann is warned: slow."]
    assert running.do(Penalise, player="Ann", orbits=1, reason="again") == ["Ann stays away for 5 hands: again."]
    # People write with a full stop, or without.
    assert running.do(Penalise, player="Ben", hands=1, reason="cards.") == ["Ben stays away for 1 hand: cards."]
    assert running.do(LiftPenalty, player="Ann") == ["The penalty of Ann is over."]
    assert running.do(NoteConcern, player="Ann", note="tired") == ["Ann: tired."]
    assert running.do(BlockEntry, player="Zoe", reason="harm")[0] == "Zoe may not enter."
    assert running.do(Connect, player="Ann", other="Ben") == ["Ann and Ben are kept apart."]
    assert running.do(Disconnect, player="Ann", other="Ben") == ["Ann and Ben need not be kept apart any more."]
    assert running.do(FixPlayer, player="Ann") == ["Ann stays in the seat."]
    disqualified = running.do(Disqualify, player="Ann", reason="hid chips", ground="STAR 7.17[s3]")
    assert disqualified == ["25,000 of Ann out of play: hid chips.", "Ann is disqualified."]
    prevented = running.do(IssuePrevention, player="Ben", has_played=True)
    assert prevented[0] == "Ben is under a temporary prevention of entry."
    assert "Ben is disqualified." in prevented


def test_a_hand_that_counts_for_a_penalty_is_not_told_until_it_is_over(running: Told) -> None:
    running.do(Penalise, player="Ann", hands=2)
    assert running.do(CountHand, table=1) == []
    assert {HandPlayed, PenaltySet} <= {type(each) for each in running.desk.log[-1].step.events}
    assert running.do(CountHand, table=1) == ["The penalty of Ann is over."]


def test_tables_and_chips(running: Told) -> None:
    assert running.do(HoldTable, table=1, reason="count") == ["Table 1 waits: count."]
    assert running.do(ReleaseTable, table=1) == ["Table 1 goes on."]
    free = next(seat for seat in range(1, 10) if seat not in running.desk.state.tables[1].seats)
    assert running.do(LockSeat, table=1, seat=free) == [f"Table 1 seat {free} is kept free."]
    assert running.do(UnlockSeat, table=1, seat=free) == [f"Table 1 seat {free} is open again."]
    stacks = {**dict.fromkeys(NAMES, 25_000), "Ann": 26_000, "Ben": 24_000}
    (recorded,) = running.do(RecordStacks, table=1, stacks=stacks)
    assert recorded.startswith("The stacks of table 1 are")
    (counted,) = running.do(CountChips, counted=124_000)
    assert counted == "All chips are counted: 124,000, -1,000 against the book."
    assert running.do(CountChips, counted=125_000) == ["All chips are counted: 125,000, as the book has it."]


def test_a_seat_that_is_freed_is_told_and_one_that_somebody_leaves_is_not(running: Told) -> None:
    running.do(MarkAbsent, player="Ann")
    running.do(RemoveAbsent, seconds=81 * 60, player="Ann")
    (freed,) = running.do(FreeSeat, player="Ann")
    assert re.fullmatch(r"The seat of Ann, table 1 seat \d, is free\.", freed)
    out = running.do(BustOut, player="Ben")
    assert out == ["Ben is out with 3 left."]
    assert running.do(Reenter, player="Ben", seed=3)[0].startswith("Ben re-enters")


def test_a_level_that_is_called_is_told_with_its_blinds(running: Told) -> None:
    assert running.do(NextLevel) == ["Clock: next level, level 2: 100/200, ante 200."]
    assert running.do(PreviousLevel) == ["Clock: previous level, level 1: 100/100, ante 100."]


def test_a_suspension(running: Told) -> None:
    back = NOON + 24 * HOUR
    told = running.do(Suspend, reason="back at The Star.", returns_at=back)
    assert "The event is suspended. Back at The Star." in told
    assert told[-1] == "The players return on Thursday 12 June 2025 at 12:00."
    assert running.do(AgreeReturn, returns_at=back + HOUR) == ["The players return on Thursday 12 June 2025 at 13:00."]
    assert running.do(Resume, seconds=26 * HOUR) == ["Clock: resumed.", "The event is running."]


def test_a_ruling_is_told_with_whom_it_is_about(running: Told) -> None:
    assert running.do(RecordRuling, what="Call, 3,400 back.", ground="STAR 7.32", player="Ann") == [
        "Ann: Call, 3,400 back."
    ]

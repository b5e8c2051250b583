"""The book of the chips: counts at the tables, late chips, and the count at the end."""

from collections.abc import Mapping
from typing import Any

import pytest

from pitboss.games.frozen import Frozen
from pitboss.tournaments.chips import counting, races
from pitboss.tournaments.chips.counting import (
    CountChips,
    LateChips,
    LateExchange,
    LateStack,
    Reconciliation,
    RecordStacks,
    late_in_stacks,
    late_removed_chips,
    ledger,
    ledger_of,
    reconcile,
)
from pitboss.tournaments.chips.races import race_change
from pitboss.tournaments.event.conditions import Level
from pitboss.tournaments.event.contract import Command, Role, name_of
from pitboss.tournaments.event.engine import VERBS, act
from pitboss.tournaments.event.events import ChipsIssued, ChipsRemoved, SeatTaken
from pitboss.tournaments.event.state import Chipbook, Entrant, Hand, Stage, Status, Table, Tournament, chips_in_play
from pitboss.tournaments.prizes.paying import MOVERS
from tests.refusals import refused
from tests.tournaments.scene import NOON, after, conditions, done, refuses

DOCUMENTS = ("STAR", "UTH", "PON", "HLD", "CAN")
NO_TRANSFER = {"STAR": "STAR 7.16", "UTH": "UTH 16.14", "PON": "PON 20.13", "HLD": "HLD 20.14", "CAN": "CAN 17.13"}


def running(stacks: Mapping[str, int], *, loose: int = 0, out: tuple[int, ...] = (), **changed: Any) -> Tournament:
    """One table with these stacks, and chips there that nobody has told the holder of."""
    entrants = {name: Entrant(name, Status.SEATED, stack=stack) for name, stack in stacks.items()}
    table = Table(1, 9, Frozen(dict(enumerate(stacks, start=1))), loose=loose)
    return Tournament(
        conditions(**changed),
        Stage.RUNNING,
        now=NOON,
        entrants=Frozen(entrants),
        tables=Frozen({1: table}),
        chips=Chipbook(issued=sum(stacks.values()) + loose, coloured_up=out),
    )


def mid_hand(state: Tournament) -> Tournament:
    hand = Hand(1, 1, Level(100, 100, 100, 900), NOON, Frozen({}))
    return state._replace(tables=Frozen({1: state.tables[1]._replace(hand=hand)}))


def stacks_of(state: Tournament) -> dict[str, int]:
    return {name: entrant.stack for name, entrant in state.entrants.items()}


# TRN-38.
@pytest.mark.clause("STAR 7.10", "STAR 7.42")
def test_the_book_is_what_a_count_must_find() -> None:
    raced = race_change(100, 500, 1300) + race_change(100, 500, 1200) + 500
    book = Chipbook(issued=87 * 30_000, removed=45_000 + 18_500 + 30_000, race_change=raced)
    state = Tournament(conditions("monday_triple_shot"), chips=book)
    assert ledger_of(book, 20)._asdict() == {
        "issued": 2_610_000,
        "removed": 93_500,
        "race_change": 500,
        "in_play": 2_517_000,
        "variance": 0,
        "players_left": 20,
        "average_stack": 125_850,
    }
    assert reconcile(state, 2_517_000) == Reconciliation(True, 0)
    assert reconcile(state, 2_516_000) == Reconciliation(False, -1000)


def test_the_average_is_over_those_who_have_a_seat() -> None:
    state = running({"Ann": 10_000, "Bob": 15_001})
    waiting = Entrant("Cat", Status.ALTERNATE)
    state = state._replace(entrants=Frozen({**state.entrants, "Cat": waiting}), alternates=("Cat",))
    assert (ledger(state).players_left, ledger(state).average_stack) == (2, 12_500)
    assert ledger(Tournament(conditions())).average_stack == 0


@pytest.mark.clause("STAR 7.10")
def test_stacks_are_told_to_the_desk_and_nothing_is_loose_any_more() -> None:
    state = running({"Ann": 10_000, "Bob": 15_000}, loose=25_000)
    state, _ = done(state, RecordStacks(at=NOON, table=1, stacks={"Ann": 45_000, "Bob": 5_000}, by=Role.DEALER))
    assert stacks_of(state) == {"Ann": 45_000, "Bob": 5_000}
    assert state.tables[1].loose == 0


@pytest.mark.clause("STAR 7.16", "UTH 16.14", "PON 20.13", "HLD 20.14", "CAN 17.13")
@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_table_has_after_a_count_what_it_had_before(document: str) -> None:
    state = running({"Ann": 10_000, "Bob": 15_000}, loose=500, ruleset=document)
    refusal = refuses(state, RecordStacks(at=NOON, table=1, stacks={"Ann": 12_000, "Bob": 13_400}))
    assert (refusal.clause, refusal.word) == (NO_TRANSFER[document], "does_not_sum")
    assert refusal.reason == "Table 1 has 100 in chips too few."
    refusal = refuses(state, RecordStacks(at=NOON, table=1, stacks={"Ann": 12_000, "Bob": 14_000}))
    assert refusal.reason == "Table 1 has 500 in chips too many."


@pytest.mark.clause("STAR 7.10")
def test_the_director_may_let_a_difference_stand_and_the_last_count_shows_it() -> None:
    state = running({"Ann": 10_000, "Bob": 15_000})
    count = RecordStacks(at=NOON, table=1, stacks={"Ann": 12_000, "Bob": 12_900}, director_accepts=True)
    told = RecordStacks(at=NOON, by=Role.DEALER, table=1, stacks=count.stacks, director_accepts=True)
    refuses(state, told, word="does_not_sum")
    state = after(state, count)
    assert state.chips.variance == -100
    assert chips_in_play(state) == 24_900
    assert (ledger(state).in_play, ledger(state).variance) == (25_000, -100)
    # The book still says what was issued, so that the missing chips are not forgotten.
    assert reconcile(state, 24_900) == Reconciliation(False, -100)


@pytest.mark.clause("STAR 7.16", "UTH 16.14", "PON 20.13", "HLD 20.14", "CAN 17.13")
@pytest.mark.parametrize("document", DOCUMENTS)
def test_in_the_middle_of_a_hand_no_stack_is_touched(document: str) -> None:
    state = mid_hand(running({"Ann": 10_000, "Bob": 15_000}, out=(100,), ruleset=document))
    for command in (
        RecordStacks(at=NOON, table=1, stacks={"Ann": 15_000, "Bob": 10_000}),
        LateChips(at=NOON, player="Ann", denomination=100, count=3),
        CountChips(at=NOON, counted=25_000),
    ):
        assert refuses(state, command).word == "mid_hand"
    assert refuses(state, RecordStacks(at=NOON, table=1, stacks={"Ann": 1, "Bob": 2})).clause == NO_TRANSFER[document]


@pytest.mark.clause("STAR 7.16", "UTH 16.14", "PON 20.13", "HLD 20.14", "CAN 17.13")
@pytest.mark.parametrize("document", DOCUMENTS)
def test_chips_cannot_be_lent_borrowed_or_handed_over(document: str) -> None:
    class LendChips(Command):
        player: str
        to: str
        chips: int

    state = running({"Ann": 10_000, "Bob": 15_000}, ruleset=document)
    refused(
        act(state, LendChips(at=NOON, player="Ann", to="Bob", chips=100)),
        reason="There is no such command at the desk.",
    )
    handing_over = ("lend", "borrow", "give", "loan", "swap", "transfer_chips", "share_chips")
    assert not [name_of(kind) for kind in VERBS if any(word in name_of(kind) for word in handing_over)]
    # Nothing with an amount of chips names two entrants.
    for kind in VERBS:
        fields = set(kind.__dataclass_fields__)
        assert not ({"chips", "amount", "count"} & fields and {"to", "other", "from_player"} & fields), kind


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({"table": 2}, "no_such_table"),
        ({"stacks": {"Ann": 25_000}}, "not_the_players"),
        ({"stacks": {"Ann": 10_000, "Cat": 15_000}}, "not_the_players"),
        ({"stacks": {"Ann": 25_000, "Bob": 0}}, "out"),
        ({"stacks": {"Ann": -5_000, "Bob": 30_000}}, "misshapen"),
        ({"stacks": {"Ann": 10**30, "Bob": 1}, "director_accepts": True}, "too_much"),
    ],
)
def test_a_count_that_cannot_be(facts: Mapping[str, Any], word: str) -> None:
    state = running({"Ann": 10_000, "Bob": 15_000})
    command = RecordStacks(**{"at": NOON, "table": 1, "stacks": {"Ann": 10_000, "Bob": 15_000}, **facts})
    assert refuses(state, command).word == word


# TRN-14.
@pytest.mark.clause("STAR 7.42(h)")
def test_late_chips_are_exchanged_at_value_and_the_rest_is_lost() -> None:
    assert late_removed_chips(25, 7, 100) == LateExchange(paid_value=100, removed_unpaid=75)
    assert late_removed_chips(25, 3, 100) == LateExchange(paid_value=0, removed_unpaid=75)
    assert late_removed_chips(25, 4, 100) == LateExchange(paid_value=100, removed_unpaid=0)


@pytest.mark.clause("STAR 7.42(g)", "STAR 7.42(h)")
@pytest.mark.parametrize(
    ("before", "count", "facts", "left", "change"),
    [
        # What does not make a chip is lost; beside the stack they add what they are exchanged for.
        (10_300, 8, {}, 10_000, -300),
        (10_000, 8, {"in_stack": False}, 10_500, 500),
        # Whoever has nothing else keeps one chip.
        (300, 3, {}, 500, 200),
    ],
)
def test_late_chips_change_a_stack(before: int, count: int, facts: dict[str, Any], left: int, change: int) -> None:
    state = running({"Ann": before, "Bob": 15_000}, out=(100,))
    state, events = done(state, LateChips(at=NOON, player="Ann", denomination=100, count=count, **facts))
    assert stacks_of(state) == {"Ann": left, "Bob": 15_000}
    assert (state.chips.race_change, events[-1].clause) == (change, "STAR 7.42(h)")


@pytest.mark.clause("STAR 7.42(h)")
def test_late_chips_are_seen_in_a_stack() -> None:
    stacks = {"Ann": 10_300, "Bob": 15_500, "Cat": 200, "Dan": 8_000}
    assert late_in_stacks(running(stacks)) == ()
    state = running(stacks, out=(100,))
    assert late_in_stacks(state) == (LateStack("Ann", 100, 3), LateStack("Cat", 100, 2))
    for player, chip, count in late_in_stacks(state):
        state = after(state, LateChips(at=NOON, player=player, denomination=chip, count=count))
    assert late_in_stacks(state) == ()
    assert stacks_of(state) == {"Ann": 10_000, "Bob": 15_500, "Cat": 500, "Dan": 8_000}
    assert LateStack("Bob", 100, 5) in late_in_stacks(running(stacks, out=(100, 500)))


@pytest.mark.clause("STAR 7.42(h)")
@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({"player": "Cat"}, "not_seated"),
        ({"denomination": 500}, "not_removed"),
        ({"count": 0}, "no_such_chips"),
        ({"count": 4}, "no_such_chips"),
        ({"count": 10**30, "in_stack": False}, "no_such_chips"),
    ],
)
def test_late_chips_that_cannot_be(facts: Mapping[str, Any], word: str) -> None:
    state = running({"Ann": 300, "Bob": 15_000}, out=(100,))
    command = LateChips(**{"at": NOON, "player": "Ann", "denomination": 100, "count": 3, **facts})
    refuses(state, command, word=word, clause="STAR 7.42(h)")


@pytest.mark.clause("STAR 7.10")
@pytest.mark.parametrize("stage", [Stage.RUNNING, Stage.OVER])
def test_all_chips_are_counted_and_a_difference_is_on_record(stage: Stage) -> None:
    state = running({"Ann": 10_000, "Bob": 15_000})._replace(stage=stage)
    state, (event,) = done(state, CountChips(at=NOON, counted={100: 50, 1000: 20}))
    assert event == counting.ChipsCounted(25_000, {100: 50, 1000: 20}, 0, "STAR 7.10")
    assert state.chips.counted == 25_000
    state, (event,) = done(state, CountChips(at=NOON, counted=24_900))
    assert isinstance(event, counting.ChipsCounted)
    assert event.difference == -100
    assert refuses(state, CountChips(at=NOON, counted={75: 1})).word == "no_such_chip"
    assert refuses(state, CountChips(at=NOON, counted=10**30)).word == "too_much"


def test_nothing_is_counted_before_the_event_has_begun() -> None:
    state = Tournament(conditions())
    assert refuses(state, CountChips(at=NOON, counted=0)).word == "is_planned"


@pytest.mark.clause(
    "STAR D-Tournament Chips",
    "UTH D-Tournament Chips",
    "PON D-Tournament Chips",
    "HLD D-Tournament Chips",
    "CAN D-Tournament Chips",
)
def test_chips_have_no_value_in_money_and_a_book_of_their_own() -> None:
    # What happens to chips moves no money: none of it has a mover.
    of_chips = {ChipsIssued, ChipsRemoved, SeatTaken, *counting.APPLIERS, *races.APPLIERS}
    assert not of_chips & set(MOVERS)
    # And what a book of chips holds is told in chips, apart from all that is told in cents.
    state = running({"Ann": 10_000, "Bob": 15_000})
    counted = after(state, RecordStacks(at=NOON, table=1, stacks={"Ann": 20_000, "Bob": 5_000}))
    assert counted.entries == state.entries == ()
    assert counted.payments == state.payments
    assert counted._replace(entrants=state.entrants) == state

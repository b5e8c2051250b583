"""The house's own structures on a real house: saved, changed, put away, and events that are added by them."""

import tomllib
from dataclasses import replace
from decimal import Decimal

import pytest

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tournaments import record as tournaments
from pitboss.floor.tournaments.commands import AddTournament, Desk
from pitboss.floor.tournaments.structure_shelf import DropStructure, SaveStructure, Structure, stream_of
from pitboss.floor.tournaments.structure_text import text_of
from pitboss.floor.tournaments.structures import LONGEST
from pitboss.journal import store
from pitboss.tournaments.chips.colour_up import chip_set_needed
from pitboss.tournaments.event.conditions import Band, Break, Conditions, Level, Readings, Scale, Ticket
from pitboss.tournaments.event.library import event, names, read_conditions
from tests.floor.house_scene import Clock
from tests.floor.people.people_scene import OWNER, give
from tests.refusals import refused

DIRECTOR, CASHIER = Actor("staff:dirk", Role.DIRECTOR), Actor("staff:carol", Role.CASHIER)
SATURDAY = event("saturday")
DEEP = replace(SATURDAY, event="sunday_deep", title="Sunday Deep", stack=50_000)
ODD = replace(
    event("friday"),
    title='Quotes " and \\ and ü',
    start=1_800_000_000,
    reentries=None,
    tables=7,
    refund_until=None,
    ante_by_all=True,
    levels=(Level(100, 200, 25, 1200), Level(200, 300, 0, 61), Level(300, 600, 25, 1200)),
    breaks=(Break(1, 90), Break(1, 60), Break(40, 60)),
    tickets=(Ticket(2, 5000, "a seat on Sunday"),),
    scale=Scale("own", "of our own", (Band(1, 9, (6650, 3350)), Band(10, None, (10_000,)))),
    readings=Readings(race_tie="suit", tie_rounding=500, cross_table_needs_h4h=False),
)


@pytest.mark.parametrize("conditions", [*map(event, names()), ODD], ids=[*names(), "odd"])
def test_a_text_is_read_as_the_conditions_it_was_written_from(conditions: Conditions) -> None:
    assert read_conditions(tomllib.loads(text_of(conditions), parse_float=Decimal)) == conditions


def save(house: Floor, name: str, text: str, by: Actor = DIRECTOR) -> No | Structure | None:
    answer = house.execute(by, SaveStructure(name=name, text=text))
    if isinstance(answer, No):
        return answer
    kept: Structure | None = house.record(stream_of(name))
    return kept


class TestSaving:
    def test_a_saved_structure_is_what_an_event_is_added_by(self, house: Floor) -> None:
        kept = save(house, "sunday-deep", text_of(DEEP))
        assert isinstance(kept, Structure)
        assert (kept.title, kept.by) == ("Sunday Deep", DIRECTOR.person)
        give(house, DIRECTOR, AddTournament(tournament="first", structure="sunday-deep"))
        assert house.record(tournaments.stream_of("first")).state.conditions == DEEP

    def test_an_event_keeps_its_conditions_when_the_structure_is_changed_or_put_away(self, house: Floor) -> None:
        save(house, "sunday-deep", text_of(DEEP))
        give(house, DIRECTOR, AddTournament(tournament="first", structure="sunday-deep"))
        save(house, "sunday-deep", text_of(replace(DEEP, stack=30_000)), OWNER)
        give(house, DIRECTOR, AddTournament(tournament="second", structure="sunday-deep"))
        give(house, OWNER, DropStructure(name="sunday-deep"))
        stacks = [house.record(tournaments.stream_of(each)).state.conditions.stack for each in ("first", "second")]
        assert stacks == [50_000, 30_000]
        refused(
            house.execute(DIRECTOR, AddTournament(tournament="third", structure="sunday-deep")),
            field="structure",
            word="invalid",
        )

    def test_conditions_are_amended_by_the_name_of_a_saved_structure(self, house: Floor) -> None:
        save(house, "sunday-deep", text_of(DEEP))
        give(house, DIRECTOR, AddTournament(tournament="first", structure="saturday", start="2026-11-21T12:00"))
        given = {"conditions": "sunday-deep", "reason": "more play"}
        give(house, DIRECTOR, Desk(tournament="first", do="amend_conditions", given=given))
        conditions = house.record(tournaments.stream_of("first")).state.conditions
        assert (conditions.stack, conditions.start is None) == (50_000, False)

    def test_an_unfinished_structure_is_kept_and_no_event_is_added_by_it(self, house: Floor) -> None:
        answer = give(house, DIRECTOR, SaveStructure(name="sketch", text=text_of(replace(DEEP, levels=()))))
        assert answer.answer["problems"] > 0
        no = house.execute(DIRECTOR, AddTournament(tournament="first", structure="sketch"))
        assert isinstance(no, No)
        assert no.clause == "STAR 4"

    def test_a_structure_that_was_put_away_can_be_saved_again(self, house: Floor) -> None:
        save(house, "sunday-deep", text_of(DEEP))
        give(house, DIRECTOR, DropStructure(name="sunday-deep"))
        assert isinstance(save(house, "sunday-deep", text_of(DEEP)), Structure)


class TestRefused:
    @pytest.mark.parametrize(
        ("name", "text", "field"),
        [
            ("Sunday Deep", text_of(DEEP), "name"),
            ("", text_of(DEEP), "name"),
            ("friday", text_of(DEEP), "name"),
            ("deep", "saturday_special", "text"),
            ("deep", "", "text"),
            ("deep", "levels = [[[[", "text"),
            ("deep", "a = " + "[" * 5000, "text"),
            ("deep", f"# {'=' * LONGEST}", "text"),
            ("deep", text_of(replace(DEEP, stack=10**16)), "text"),
            ("deep", text_of(replace(DEEP, denominations=tuple(range(1, 40)))), "text"),
            ("deep", text_of(replace(DEEP, levels=DEEP.levels * 10)), "text"),
            ("deep", text_of(replace(DEEP, scale=Scale("own", "", 101 * (Band(1, None, (10_000,)),)))), "text"),
            ("deep", f"start = 1960-01-01T00:00:00\n{text_of(DEEP)}", "text"),
        ],
    )
    def test_nonsense_is_one_sentence_with_its_field_and_changes_nothing(
        self, house: Floor, name: str, text: str, field: str
    ) -> None:
        before = store.last_seq()
        answer = refused(house.execute(DIRECTOR, SaveStructure(name=name, text=text)))
        assert (answer.field, answer.reason[-1]) == (field, ".")
        assert store.last_seq() == before

    def test_what_is_not_there_cannot_be_put_away(self, house: Floor) -> None:
        refused(house.execute(DIRECTOR, DropStructure(name="none")), status=404)

    def test_a_cashier_saves_nothing(self, house: Floor, clock: Clock) -> None:
        refused(save(house, "deep", text_of(DEEP), CASHIER), status=403)


def test_chips_far_apart_in_value_are_counted_at_once() -> None:
    counts = chip_set_needed(replace(DEEP, denominations=(1, 10**12), stack=5 * 10**11), 50)
    assert [each.in_a_stack for each in counts] == [5 * 10**11, 0]


def test_no_event_is_called_what_the_shelf_is_called(house: Floor) -> None:
    refused(house.execute(DIRECTOR, AddTournament(tournament="structures", structure="saturday")), field="tournament")

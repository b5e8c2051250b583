"""Whole tournaments on the floor: the same as at a desk of the rules' own, and every cent in the books."""

import json
from collections import Counter
from typing import Any
from unittest.mock import patch

import pytest

from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.floor import Floor, folded_from_snapshot
from pitboss.floor.kernel.roles import STAFF, VISITOR, Actor, Role
from pitboss.floor.people.patrons import ChangePatron
from pitboss.floor.reading.tournaments.views import accounts_of, log_of, plain, results, view_of
from pitboss.floor.tournaments.commands import AddTournament, Desk, Redo, Undo
from pitboss.floor.tournaments.record import moves_of, standing_events
from pitboss.games.money import Move
from pitboss.journal import store
from pitboss.ledger import books
from pitboss.ledger.models import Transfer
from pitboss.tournaments.chips.counting import reconcile
from pitboss.tournaments.event import contract
from pitboss.tournaments.event.state import Stage
from pitboss.tournaments.prizes import paying
from tests.floor import house_scene
from tests.floor.tournaments.tournament_floor_scene import (
    DIRECTOR,
    ID,
    MANAGER,
    STREAM,
    Both,
    drawing,
    give,
    moment,
    particulars,
    patron,
    quick,
    record_of,
    simulated,
    with_patrons,
)
from tests.known import known
from tests.refusals import refused

START = "2025-11-15T18:00"


def played(house: Floor, clock: house_scene.Clock, structure: str, entries: int = 9, seed: int = 3) -> Both:
    """A whole simulated event on the floor and at a desk of the rules' own."""
    with_patrons(house)
    both = Both(house, clock, structure)
    for command in simulated(both.conditions, entries, seed):
        assert both.do(command)
    return both


class TestAWholeEvent:
    @pytest.mark.parametrize("structure", [quick("monday_triple_shot"), "ultimate_challenge"], ids=["hold'em", "house"])
    def test_ends_as_at_the_desk_of_the_rules_and_with_an_empty_pool(
        self, house: Floor, clock: house_scene.Clock, structure: str
    ) -> None:
        both = played(house, clock, structure)
        both.agree()
        record = record_of(house)
        assert record.state.stage is Stage.OVER
        assert record.state.payments
        _the_books_are_right(both)
        assert folded_from_snapshot(STREAM, store.heads([STREAM])[STREAM].position).record == record
        _results_are_right(both)


def _the_books_are_right(both: Both) -> None:
    """Every transfer is a movement of the rules, the pool is empty, and each account has what the steps brought."""
    record, events = record_of(both.house), list(standing_events(both.own.record, object))
    expected = Counter(accounts.moves_at(ID, moves_of(tuple(events))))
    rows = Transfer.objects.exclude(debit="world:cash").values_list("debit", "credit", "cents")
    posted = Counter(Move(*row) for row in rows)
    assert posted == expected
    assert books.balance(f"prizes:{ID}") == 0
    assert books.trial_balance() == {"money": 0}
    for local, cents in accounts_of(record).items():
        bought_in = 500_000 if local.startswith("player ") else 0
        assert books.balance(accounts.at(ID, local)) == bought_in + cents


def _results_are_right(both: Both) -> None:
    record = record_of(both.house)
    sheet = paying.payout_sheet(record.state)
    assert sum(line.cents for line in sheet) == sum(each.cents for each in record.state.payments)
    assert all(line.payment for line in sheet)
    assert results(record, is_staff=True)[0].places[0] == 1
    assert paying.pool_unpaid(record.state) == 0
    assert reconcile(record.state, known(record.state.chips.counted)).difference == 0


class TestViews:
    """What people see of a tournament in the middle of play."""

    def seen(self, house: Floor, clock: house_scene.Clock, actor: Actor) -> dict[str, Any]:
        view = view_of(record_of(house), actor, clock.now).as_json()
        assert json.loads(json.dumps(view)) == view
        return view

    def at_play(self, house: Floor, clock: house_scene.Clock, steps: int | None = 40) -> None:
        """Nine have entered, of whom p1001 may not be named in public, and so many steps have been taken, or all."""
        with_patrons(house)
        give(house, MANAGER, ChangePatron(patron=patron(1), publicity=False))
        give(house, DIRECTOR, AddTournament(tournament=ID, structure=quick("monday_triple_shot"), start=START))
        for command in simulated(record_of(house).state.conditions, 9, 3)[:steps]:
            clock.now = max(clock.now, moment(command.at))
            with drawing(getattr(command, "seed", None)):
                given = particulars(command)
                give(house, DIRECTOR, Desk(tournament=ID, do=contract.name_of(command), given=given))

    @pytest.mark.clause("STAR 6.20")
    def test_the_public_reads_only_names_with_consent(self, house: Floor, clock: house_scene.Clock) -> None:
        self.at_play(house, clock)
        for actor in (VISITOR, Actor("device:wall", Role.DISPLAY), Actor(f"patron:{patron(2)}", Role.PLAYER)):
            view = self.seen(house, clock, actor)
            told = json.dumps(view)
            assert patron(1) not in told
            assert "Entrant 1" in told
            assert patron(2) in told
            assert {"log", "entry_list", "queue", "money", "barred"}.isdisjoint(view)
        assert view["you"]["name"] == patron(2)
        own = self.seen(house, clock, Actor(f"patron:{patron(1)}", Role.PLAYER))
        assert own["you"]["chips"] == record_of(house).state.entrants[patron(1)].stack
        assert patron(1) not in json.dumps({**own, "you": None})

    @pytest.mark.clause("STAR 6.20")
    def test_results_have_only_names_with_consent(self, house: Floor, clock: house_scene.Clock) -> None:
        self.at_play(house, clock, steps=None)
        public, own = results(record_of(house), is_staff=False), results(record_of(house), is_staff=True)
        assert {line.name for line in own} == {patron(number) for number in range(1, 10)}
        names = {patron(1): "Entrant 1"}
        assert [line.name for line in public] == [names.get(line.name, line.name) for line in own]
        assert patron(1) not in json.dumps(self.seen(house, clock, VISITOR))

    def test_the_staff_sees_the_whole_desk(self, house: Floor, clock: house_scene.Clock) -> None:
        self.at_play(house, clock)
        give(house, DIRECTOR, Undo(tournament=ID))
        give(house, DIRECTOR, Redo(tournament=ID))
        view, state = self.seen(house, clock, DIRECTOR), record_of(house).state
        assert {each["name"] for each in view["players"]} == set(state.entrants)
        assert len(view["entry_list"]) == len(state.entries)
        assert view["money"]["prize_pool_cents"] == books.balance(f"prizes:{ID}")
        assert [line["how"] for line in view["log"]][-3:] == ["done", "undone", "redone"]
        assert (view["lines"], view["can_undo"], view["can_redo"]) == (42, True, False)
        assert view["advice"]["twelve_hours"]["elapsed"] > 0
        assert plain(log_of(record_of(house), after=40)) == view["log"][-2:]
        kept_back: dict[str, Any] = {"log": [], "barred": {}}
        for role in STAFF:
            told_less = role in (Role.DEALER, Role.SUPERVISOR)
            assert self.seen(house, clock, Actor("staff:x", role)) == (view | kept_back if told_less else view)

    @pytest.mark.clause("STAR 6.14(a)")
    def test_what_was_noted_of_somebodys_gambling_is_for_those_who_act_on_it(
        self, house: Floor, clock: house_scene.Clock
    ) -> None:
        self.at_play(house, clock)
        for do, words in (("note_concern", {"note": "seems unwell"}), ("block_entry", {"reason": "seems unwell"})):
            give(house, DIRECTOR, Desk(tournament=ID, do=do, given={"player": patron(3), **words}))
        for role, reads in (
            (Role.DIRECTOR, True),
            (Role.AUDITOR, True),
            (Role.DEALER, False),
            (Role.SUPERVISOR, False),
        ):
            view = json.dumps(self.seen(house, clock, Actor("staff:x", role)))
            assert ("unwell" in view) is reads

    def test_a_screen_can_run_the_clock_by_itself(self, house: Floor, clock: house_scene.Clock) -> None:
        """From the numbers of one moment the screen knows what the clock will show at the next."""
        self.at_play(house, clock)
        shown = self.seen(house, clock, VISITOR)["clock"]
        assert shown["reading"]["runs"]
        left = shown["reading"]["remaining"]
        clock.pass_seconds(left - 1)
        later = self.seen(house, clock, VISITOR)["clock"]
        assert later["reading"]["remaining"] == 1
        assert later["turn"] == shown["turn"]
        clock.pass_seconds(1)
        coming = self.seen(house, clock, VISITOR)["clock"]["reading"]
        assert coming["blinds"] == shown["next_level"]["blinds"]
        assert later["turn"]["gone"] + later["at"] + 1 - later["turn"]["at"] == coming["gone"]

    def test_before_play_and_after_it(self, house: Floor, clock: house_scene.Clock) -> None:
        give(house, DIRECTOR, AddTournament(tournament=ID, structure="pontoon_heats"))
        for actor in (DIRECTOR, VISITOR):
            assert self.seen(house, clock, actor)["clock"]["reading"] is None
        assert self.seen(house, clock, VISITOR)["stage"] == "planned"


@pytest.mark.clause("STAR 6.13[s2]", "STAR 6.21(b)")
def test_an_event_stored_with_figures_of_its_own_is_read_as_it_was_and_opens_by_those_of_the_document(
    house: Floor,
) -> None:
    """T-34: what was recorded before is never read otherwise; what is decided from now on follows the document."""
    text = f"{quick('saturday_special')}\ncancel_below = 6\n[readings]\ntpm_most = 28800\n"
    add = AddTournament(tournament=ID, structure=text, start=START)
    no = refused(house.execute(DIRECTOR, add), clause="STAR 6.21(b)", field="structure")
    assert "ten entrants" in no.reason
    with patch("pitboss.floor.tournaments.commands.problems", return_value=()):
        give(house, DIRECTOR, add)
    conditions = record_of(Floor(house.clock)).state.conditions
    assert (conditions.cancel_below, conditions.readings.tpm_most) == (6, 28800)
    refused(house.execute(DIRECTOR, Desk(tournament=ID, do="open_entries")), clause="STAR 6.21(b)")
    mended = text.replace("cancel_below = 6", "").replace("tpm_most = 28800", "")
    given = {"conditions": mended, "reason": "as the document prints it"}
    give(house, DIRECTOR, Desk(tournament=ID, do="amend_conditions", given=given))
    give(house, DIRECTOR, Desk(tournament=ID, do="open_entries"))

"""The desk on the floor: every command by its name, who may give it, what is refused, and who may enter."""

import dataclasses
import json
from random import Random
from typing import Any

import msgspec
import pytest

from pitboss.floor.cage import counter as cage
from pitboss.floor.cage.events import BoughtIn, Method
from pitboss.floor.kernel import premises
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import patron_record, patrons
from pitboss.floor.tournaments import desk as tournament_desk
from pitboss.floor.tournaments.commands import AddTournament, Desk, Redo, Undo
from pitboss.journal import codec, store
from pitboss.ledger import books
from pitboss.tournaments.event import library
from pitboss.tournaments.event.contract import Role as DeskRole
from pitboss.tournaments.event.engine import VERBS
from tests.floor import house_scene
from tests.floor.tournaments.tournament_floor_scene import (
    CASHIER,
    DEALER,
    DIRECTOR,
    ID,
    MANAGER,
    Both,
    desk,
    give,
    opened,
    patron,
    quick,
    record_of,
    refuses,
    simulated,
    with_patrons,
)
from tests.refusals import refused

MONEY = 500_000
STAR_EVENTS = ("monday_triple_shot", "midweek_jam", "friday_freezeout", "saturday_special")
EVERY_COMMAND = tuple(tournament_desk.COMMANDS)


class TestAdding:
    WRONG: tuple[tuple[dict[str, str], str], ...] = (
        ({"tournament": "No Id"}, "tournament"),
        ({"structure": "tuesday"}, "structure"),
        ({"structure": ""}, "structure"),
        ({"structure": "event = 1"}, "structure"),
        ({"structure": "event = [[[["}, "structure"),
        ({"structure": "a=" + "[" * 5000}, "structure"),
        ({"structure": "x" * 200_000}, "structure"),
        ({"structure": quick("saturday_special").replace("stack = ", "stack = -")}, "structure"),
        ({"structure": f"start = {10**15}\n" + quick("saturday_special")}, "structure"),
        ({"start": "noon"}, "start"),
        ({"start": "2026-11-21T12:00+10:00"}, "start"),
        ({"start": "0001-01-01"}, "start"),
        ({"title": "a\nb"}, "title"),
    )

    def test_every_event_that_comes_with_the_program(self, house: Floor) -> None:
        assert set(library.names()) >= set(STAR_EVENTS)
        for name in library.names():
            own = name.replace("_", "-")
            give(house, DIRECTOR, AddTournament(tournament=own, structure=name, title="Ours", start="2026-11-21T12:00"))
            record = house.record(f"tournament:{own}")
            expected = dataclasses.replace(library.event(name), title="Ours", start=1_795_262_400)
            assert record.state.conditions == expected
            assert record.utc_offset == 10 * 3600

    def test_the_text_of_a_structure(self, house: Floor) -> None:
        give(house, MANAGER, AddTournament(tournament=ID, structure=quick("midweek_jam", seats=5)))
        conditions = record_of(house).state.conditions
        assert (conditions.seats, conditions.start) == (5, None)
        assert {level.seconds for level in conditions.levels} == {120}

    def test_conditions_are_amended_by_another_structure(self, house: Floor) -> None:
        """The start stays where the new text says nothing of it."""
        give(house, DIRECTOR, AddTournament(tournament=ID, structure="midweek", start="2026-11-21T12:00"))
        amend = desk("amend_conditions", conditions=quick("midweek_jam", seats=6), reason="smaller tables")
        give(house, MANAGER, amend)
        assert record_of(house).state.conditions.seats == 6
        assert record_of(house).state.conditions.start == 1_795_262_400
        answer = refuses(house, MANAGER, desk("amend_conditions", conditions="event = 1", reason="x"))
        assert answer.field == "conditions"

    def test_summer_time_does_not_move_the_clock_of_an_event(self, house: Floor) -> None:
        """The offset is that of the start: in Sydney summer time ends on 5 April 2026."""
        give(house, MANAGER, premises.SetHouse(time_zone="Australia/Sydney"))
        for name, start, hours in (("one", "2026-04-04T22:00", 11), ("two", "2026-04-06T22:00", 10)):
            give(house, DIRECTOR, AddTournament(tournament=name, structure="saturday", start=start))
            assert house.record(f"tournament:{name}").utc_offset == hours * 3600

    def test_what_is_wrong_is_said_with_its_field(self, house: Floor) -> None:
        for particulars, field in self.WRONG:
            given = {"tournament": ID, "structure": "saturday", **particulars}
            answer = refuses(house, DIRECTOR, AddTournament(**given))
            assert (answer.field, answer.status) == (field, 422)
        assert store.last_seq() == 0

    def test_an_id_is_used_once(self, house: Floor) -> None:
        give(house, DIRECTOR, AddTournament(tournament=ID, structure="saturday"))
        assert refuses(house, DIRECTOR, AddTournament(tournament=ID, structure="friday")).field == "tournament"

    def test_is_for_the_director_and_the_manager(self, house: Floor) -> None:
        for role in set(Role) - {Role.DIRECTOR, Role.MANAGER}:
            answer = refuses(house, Actor("staff:x", role), AddTournament(tournament=ID, structure="saturday"))
            assert answer.status == (401 if role is Role.VISITOR else 403)


class TestRoles:
    def test_every_command_has_its_roles_by_the_rules(self) -> None:
        sides = {Role.CASHIER: DeskRole.DESK, Role.DEALER: DeskRole.DEALER}
        assert len(EVERY_COMMAND) == 101
        for do, kind in tournament_desk.COMMANDS.items():
            expected = {Role.DIRECTOR, Role.MANAGER} | {
                role for role, side in sides.items() if side in VERBS[kind].roles
            }
            assert set(tournament_desk.roles_for(do)) == expected

    def test_every_role_and_command_on_the_floor(self, house: Floor) -> None:
        """A command that is not for a role is refused as such; one that is for it gets to the rules."""
        opened(house, 1)
        for do in EVERY_COMMAND:
            given = _plausible(do)
            for actor in (CASHIER, DEALER):
                answer = house.execute(actor, Desk(tournament=ID, do=do, given=given))
                is_for_them = actor.role in tournament_desk.roles_for(do)
                assert (isinstance(answer, No) and answer.status == 403) is not is_for_them, f"{do} {actor}: {answer}"
        for role in (Role.PLAYER, Role.AUDITOR, Role.DISPLAY, Role.SUPERVISOR):
            assert refuses(house, Actor(f"staff:{role}", role), desk("open_entries")).status == 403


def _plausible(do: str) -> dict[str, Any]:
    """Particulars of the right kinds for a command, whatever they mean."""
    values = {"person": patron(1), "player": patron(1), "other": patron(1), "reserve": patron(1), "method": "cash"}
    given: dict[str, Any] = {}
    for field in msgspec.structs.fields(tournament_desk.particulars_of(tournament_desk.COMMANDS[do])):
        if field.required:
            given[field.name] = values.get(field.name, _of_kind(field.type, field.name))
    return given


def _of_kind(hint: Any, name: str) -> Any:
    for value in ("words", 1, True, ["words"], [], {}, {"source": "a", "clause": "b", "what": "c"}):
        try:
            msgspec.convert(value, hint)
        except msgspec.ValidationError:
            continue
        return value if name != "conditions" else "saturday"
    raise AssertionError(f"{name}: {hint}")


class TestNonsense:
    ODD: tuple[Any, ...] = (
        None, True, -1, 0, 2**70, 1.5, "", " ", "\x00", "\ud800", "p9999", "x" * 3000, [], [None], ["p1001", 7], {},
        {"": ""}, {"1": -1}, {"p1001": 10**15}, {"1": ["Zz"]}, {"1": {"1": {}}}, [[]],
    )  # fmt: skip

    def test_odd_particulars_of_every_command_are_refused_with_a_sentence(
        self, house: Floor, clock: house_scene.Clock
    ) -> None:
        """In the middle of an event; what happens to be possible is done, and everything else changes nothing."""
        with_patrons(house, cents=MONEY)
        both, random = Both(house, clock, quick("monday_triple_shot")), Random(7)
        for command in simulated(both.conditions, 9, 3)[:60]:
            assert both.do(command)
        refusals = 0
        for do in EVERY_COMMAND:
            fields = msgspec.structs.fields(tournament_desk.particulars_of(tournament_desk.COMMANDS[do]))
            for _ in range(6):
                given = {
                    **_plausible(do),
                    **{each.name: random.choice(self.ODD) for each in fields if random.random() < 0.6},
                }
                refusals += self._is_refused_or_done(house, do, given)
            refusals += self._is_refused_or_done(house, do, {})
            assert self._is_refused_or_done(house, do, {**_plausible(do), "seed": 1})
            assert self._is_refused_or_done(house, do, {**_plausible(do), "at": 1, "by": "director", "who": "x"})
        assert refusals > 5 * len(EVERY_COMMAND)

    def _is_refused_or_done(self, house: Floor, do: str, given: Any) -> bool:
        before, last = record_of(house), store.last_seq()
        answer = house.execute(DIRECTOR, Desk(tournament=ID, do=do, given=given))
        if not isinstance(answer, No):
            return False
        assert answer.reason.endswith("."), answer
        assert "\n" not in answer.reason
        assert answer.status in (404, 409, 422), answer
        assert answer.clause or answer.field, answer
        assert record_of(house) is before
        assert store.last_seq() == last
        return True

    def test_no_such_command_and_no_such_tournament(self, house: Floor) -> None:
        assert refuses(house, DIRECTOR, desk("open_entries")).status == 404
        for name in ("No Id", "", "x" * 5000, "\x00"):
            assert refuses(house, DIRECTOR, Desk(tournament=name, do="open_entries")).status == 404
            assert refuses(house, DIRECTOR, Undo(tournament=name)).status == 404
            assert refuses(house, DIRECTOR, AddTournament(tournament=name, structure="saturday")).status == 422
        give(house, DIRECTOR, AddTournament(tournament=ID, structure="saturday"))
        answer = refuses(house, DIRECTOR, desk("conjure"))
        assert (answer.field, answer.status) == ("do", 422)

    def test_every_command_has_a_schema(self) -> None:
        for do in EVERY_COMMAND:
            schema = msgspec.json.schema(tournament_desk.particulars_of(tournament_desk.COMMANDS[do]))
            assert "seed" not in json.dumps(schema)

    @pytest.mark.parametrize(
        ("do", "given", "field", "reason"),
        [
            ("open_entries", {"x": 1}, "x", "There is no such particular."),
            ("register", {}, "person", "It is missing."),
            ("close_empty_table", {"table": "1"}, "table", "This must be a whole number, not text."),
            (
                "bust_out",
                {"player": "p1", "stack_before": "1"},
                "stack_before",
                "This must be a whole number or null, ",
            ),
            ("bust_out", {"player": "p1", "stack_before": -1}, "stack_before", "This must be at least 0."),
            ("record_stacks", {"table": 1, "stacks": {"p1": -1}}, "stacks", "This must be at least 0."),
            ("race_table", {"table": 1, "old": 1, "new": 5, "odd": {"3": -1}}, "odd", "This must be at least 0."),
            ("record_stacks", {"table": 10**16, "stacks": {}}, "table", "This number is too large."),
            ("bust_round", {"busts": [{"stack_before": 1}]}, "busts[0].player", "It is missing."),
            ("suspend", {"reason": "x" * 501}, "reason", "500 characters at most."),
            ("race_table", {"table": 1, "old": 1, "new": 5, "cards": {"1": [7]}}, "cards", "This must be text, not a "),
        ],
    )
    def test_a_particular_of_the_wrong_shape_is_told_in_plain_words(
        self, do: str, given: dict[str, Any], field: str, reason: str
    ) -> None:
        answer = tournament_desk.read_command(do, given)
        assert isinstance(answer, No)
        assert (answer.field, answer.status) == (field, 422)
        assert answer.reason.startswith(reason)


class TestWhoMayEnter:
    def test_nobody_whom_the_house_does_not_know(self, house: Floor) -> None:
        opened(house)
        answer = refuses(house, CASHIER, desk("register", person="p9999"))
        assert (answer.status, answer.field) == (404, "person")

    def test_the_record_answers_and_not_the_desk(self, house: Floor) -> None:
        opened(house, 1)
        person = {"name": patron(1), "born": "1980-01-01", "member": True}
        assert refuses(house, CASHIER, desk("register", person=person)).field == "person"
        give(house, MANAGER, patrons.AddPatron(id="p1", name="Young", date_of_birth="2009-01-01", membership="M900"))
        assert refuses(house, CASHIER, desk("register", person="p1")).clause == "STAR 6.16(1)"
        give(house, MANAGER, patrons.AddPatron(id="p2", name="No Member", date_of_birth="1980-01-01"))
        assert refuses(house, CASHIER, desk("register", person="p2")).clause == "STAR 6.2"
        give(house, MANAGER, patrons.Exclude(patron=patron(1), reason="own safety"))
        assert refuses(house, CASHIER, desk("register", person=patron(1))).clause == "STAR 6.16(2)"

    def test_who_was_excluded_since_does_not_come_back(self, house: Floor, clock: house_scene.Clock) -> None:
        """The entry is older than the exclusion: a re-entry looks at the record of today."""
        opened(house)
        for number in (1, 2, 3):
            give(house, CASHIER, desk("register", person=patron(number)))
        clock.pass_seconds(6 * 3600)
        give(house, DIRECTOR, desk("start_event"))
        give(house, DIRECTOR, desk("bust_out", player=patron(1)))
        give(house, MANAGER, patrons.PreventTemporarily(patron=patron(1), until="2025-12-01", reason="own safety"))
        assert refuses(house, CASHIER, desk("reenter", player=patron(1))).clause == "STAR 6.17[s1]"
        give(house, MANAGER, patrons.EndPrevention(patron=patron(1), reason="a mistake"))
        give(house, CASHIER, desk("reenter", player=patron(1)))

    def test_nobody_whose_play_time_is_over(self, house: Floor, clock: house_scene.Clock) -> None:
        opened(house, 1)
        give(house, MANAGER, patrons.SetPlayTime(patron=patron(1), minutes=1))
        stream = f"patron:{patron(1)}"
        came = codec.encode(patron_record.CameToTable("uth-1"))
        store.append(stream, store.heads([stream])[stream].position, [came], at=clock.now)
        clock.pass_seconds(59)
        give(house, CASHIER, desk("register", person=patron(1)))
        give(house, DIRECTOR, Undo(tournament=ID))
        clock.pass_seconds(1)
        assert refuses(house, DIRECTOR, Redo(tournament=ID)).word == "play_time"
        assert refuses(house, CASHIER, desk("register", person=patron(1))).word == "play_time"

    def test_nobody_while_the_house_is_disabled(self, house: Floor) -> None:
        opened(house, 2)
        give(house, CASHIER, desk("register", person=patron(2)))
        give(house, MANAGER, premises.DisableHouse(reason="By order."))
        assert refuses(house, CASHIER, desk("register", person=patron(1))).word == "house_disabled"
        give(house, DIRECTOR, Undo(tournament=ID))
        assert refuses(house, DIRECTOR, Redo(tournament=ID)).word == "house_disabled"
        give(house, MANAGER, premises.EnableHouse(reason="Over."))
        give(house, DIRECTOR, Redo(tournament=ID))


class TestPaying:
    def test_an_entry_leaves_the_account_of_the_patron(self, house: Floor) -> None:
        opened(house, 1)
        give(house, CASHIER, desk("register", person=patron(1)))
        conditions = record_of(house).state.conditions
        assert books.balance(f"patron:{patron(1)}") == MONEY - conditions.buy_in
        assert books.balance(f"prizes:{ID}") == conditions.to_pool
        assert books.balance(f"fees:{ID}") == conditions.admin_fee
        entry = record_of(house).state.entries[0]
        assert (entry.method, entry.operator) == ("account", CASHIER.person)

    def test_nobody_enters_without_the_money(self, house: Floor) -> None:
        with_patrons(house, 1, 100)
        give(house, DIRECTOR, AddTournament(tournament=ID, structure="saturday", start="2025-11-15T18:00"))
        give(house, DIRECTOR, desk("open_entries"))
        before = record_of(house)
        assert refuses(house, CASHIER, desk("register", person=patron(1))).word == "not_enough"
        assert record_of(house) == before

    @pytest.mark.parametrize("paid_by", ["cash", "debit_card"])
    def test_paid_at_the_desk_it_is_bought_in_at_the_cage(self, house: Floor, paid_by: str) -> None:
        opened(house, 1)
        before = books.balances(["world:cash", "world:debit_card"])
        register = Desk(tournament=ID, do="register", given={"person": patron(1)}, paid_by=paid_by)
        answer = give(house, CASHIER, register)
        cents = record_of(house).state.conditions.buy_in
        assert isinstance(answer.facts[0].event, BoughtIn)
        assert answer.facts[0].event.amount == cents
        assert record_of(house).state.entries[0].method == paid_by
        assert books.balance(f"patron:{patron(1)}") == MONEY
        assert books.balance(f"world:{paid_by}") == before.get(f"world:{paid_by}", 0) - cents

    @pytest.mark.clause("STAR 6.3[s3]")
    def test_a_chip_purchase_voucher_is_taken_and_worth_nothing_after(self, house: Floor) -> None:
        opened(house, 2)
        cost = record_of(house).state.conditions.buy_in
        written = give(house, CASHIER, cage.CashOut(patron=patron(1), amount=cost + 6_000, method=Method.VOUCHER))
        small = give(house, CASHIER, cage.CashOut(patron=patron(1), amount=cost - 100, method=Method.VOUCHER))
        number = written.answer["voucher"]
        before, outside = books.balance(f"patron:{patron(1)}"), books.balance("world:voucher")
        register = Desk(tournament=ID, do="register", given={"person": patron(1)}, paid_by="voucher", voucher=number)
        for wrong, word in (
            ({"voucher": None}, ""),
            ({"voucher": 99}, "unknown_voucher"),
            ({"voucher": small.answer["voucher"]}, "short"),
            ({"given": {"person": patron(2)}}, "not_theirs"),
            ({"paid_by": ""}, ""),
            ({"paid_by": "cash"}, ""),
        ):
            no = refuses(house, CASHIER, dataclasses.replace(register, **wrong))
            assert no.field == "voucher"
            assert no.word == word or not word
        assert not record_of(house).state.entries
        give(house, CASHIER, register)
        (entry,) = record_of(house).state.entries
        assert entry.method == "chip_purchase_voucher"
        # It is redeemed in full: what it was worth above the cost is in the account.
        assert books.balance(f"patron:{patron(1)}") == before + 6_000
        assert books.balance("world:voucher") == outside - cost - 6_000
        again = dataclasses.replace(register, do="reenter", given={"player": patron(1)})
        assert number not in house.record("cage:main").vouchers
        assert refuses(house, CASHIER, again)

    @pytest.mark.clause("STAR 6.3[s3]")
    def test_a_fee_is_recorded_as_what_it_was_paid_with(self, house: Floor) -> None:
        opened(house, 1)
        given = {"person": patron(1)}
        transfer = Desk(tournament=ID, do="register", given=given, paid_by="eft")
        assert refuses(house, CASHIER, transfer).clause == "STAR 6.3[s3]"
        for method in ("chips", "cash", "debit_card", "chip_purchase_voucher"):
            said = Desk(tournament=ID, do="register", given={**given, "method": method})
            assert refuses(house, CASHIER, said).field == "method"
        assert not record_of(house).state.entries

    def test_cash_for_an_entry_that_is_undone_stays_in_the_account(self, house: Floor) -> None:
        opened(house, 1)
        give(house, CASHIER, Desk(tournament=ID, do="register", given={"person": patron(1)}, paid_by="cash"))
        give(house, DIRECTOR, Undo(tournament=ID))
        assert books.balance(f"patron:{patron(1)}") == MONEY + record_of(house).state.conditions.buy_in
        assert books.balance(f"prizes:{ID}") == books.balance(f"fees:{ID}") == 0

    def test_a_cancelled_event_gives_everything_back(self, house: Floor) -> None:
        """Both fees to the patrons, and what the operator has added to the house."""
        opened(house, 2)
        give(house, MANAGER, desk("add_value", cents=100_000))
        for number in (1, 2):
            give(house, CASHIER, desk("register", person=patron(number)))
        assert books.balance("house:funds") == -100_000
        give(house, MANAGER, desk("cancel_event", reason="No power.", force_majeure=True))
        for account in (f"prizes:{ID}", f"fees:{ID}", f"tournament-commission:{ID}", "house:funds"):
            assert books.balance(account) == 0
        assert {books.balance(f"patron:{patron(number)}") for number in (1, 2)} == {MONEY}
        assert books.trial_balance() == {"money": 0}

    def test_cash_at_the_desk_counts_for_the_large_cash_flag(self, house: Floor) -> None:
        opened(house, 1)
        give(house, CASHIER, cage.BuyIn(patron=patron(1), amount=999_900))
        register = Desk(tournament=ID, do="register", given={"person": patron(1)}, paid_by="cash")
        kinds = [type(fact.event).__name__ for fact in give(house, CASHIER, register).facts]
        assert kinds[:3] == ["BoughtIn", "LargeCash", "StepTaken"]

    def test_only_a_cashier_takes_money_and_only_for_something(self, house: Floor) -> None:
        opened(house, 1)
        given = {"person": patron(1)}
        register = Desk(tournament=ID, do="register", given=given, paid_by="cash")
        assert refuses(house, DIRECTOR, register).status == 403
        assert refuses(house, CASHIER, dataclasses.replace(register, paid_by="shells")).field == "paid_by"
        concern = {"player": patron(1), "note": "tired"}
        assert refuses(house, CASHIER, Desk(tournament=ID, do="note_concern", given=concern, paid_by="cash")).field == (
            "paid_by"
        )
        assert not record_of(house).state.entries


def test_a_repeated_key_is_answered_as_the_first_time(house: Floor) -> None:
    opened(house, 2)
    first = give(house, CASHIER, desk("register", person=patron(1)), key="k1")
    again = give(house, CASHIER, desk("register", person=patron(1)), key="k1")
    assert (again.repeated, again.seq, again.facts, again.answer) == (True, first.seq, first.facts, first.answer)
    assert len(record_of(house).state.entries) == 1
    refused(house.execute(CASHIER, desk("register", person=patron(2)), "k1"), field="key")


def test_draws_come_from_the_house(house: Floor, clock: house_scene.Clock) -> None:
    """Nobody chooses a seed, and two draws have different ones."""
    opened(house, 3)
    for number in (1, 2, 3):
        give(house, CASHIER, desk("register", person=patron(number)))
    clock.pass_seconds(6 * 3600)
    seeds = set()
    for _ in range(2):
        answer = give(house, DIRECTOR, desk("start_event"))
        seeds |= {fact.event.seed for fact in answer.facts if hasattr(fact.event, "seed")}
        give(house, DIRECTOR, Undo(tournament=ID))
    assert len(seeds) == 2
    assert all(seed.bit_length() > 64 for seed in seeds)


def test_a_clock_that_is_a_little_behind_does_not_stop_the_desk(house: Floor, clock: house_scene.Clock) -> None:
    """Clocks of several processes differ; time does not go back in an event."""
    opened(house, 2)
    give(house, CASHIER, desk("register", person=patron(1)))
    before = record_of(house).state.now
    clock.pass_seconds(-5)
    give(house, CASHIER, desk("register", person=patron(2)))
    assert record_of(house).state.now == before

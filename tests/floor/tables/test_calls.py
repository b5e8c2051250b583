"""A dealer calls for a supervisor: the staff see it until somebody has come."""

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.reading.table_view import view_of
from pitboss.floor.tables.record import from_text, to_text
from pitboss.floor.tables.setup import AnswerCall, CallSupervisor
from tests.floor.tables.table_floor_scene import (
    AUDITOR,
    DEALER,
    MANAGER,
    P1,
    SUPERVISOR,
    give,
    house_with_patrons,
    open_table,
    record_of,
    refused,
)


def test_a_call_is_seen_by_the_staff_until_it_is_answered(house: Floor) -> None:
    house_with_patrons(house, cents=0)
    table = open_table(house, "ultimate")
    called = CallSupervisor(table=table, reason="a dispute at box 3")
    assert refused(house.execute(SUPERVISOR, AnswerCall(table=table))).word == "not_called"
    assert refused(house.execute(P1, called)).status == 403
    give(house, DEALER, called)
    record = record_of(house, table)
    assert from_text(to_text(record)) == record
    for actor in (DEALER, SUPERVISOR, MANAGER, AUDITOR):
        assert view_of(record, actor).as_json()["call"]["reason"] == "a dispute at box 3"
    assert view_of(record, P1).as_json()["call"] is None
    assert refused(house.execute(DEALER, called)).word == "called_already"
    give(house, SUPERVISOR, AnswerCall(table=table))
    assert record_of(house, table).call is None


def test_a_reason_is_words_and_a_table_is_known(house: Floor) -> None:
    house_with_patrons(house, cents=0)
    table = open_table(house, "ultimate")
    assert refused(house.execute(DEALER, CallSupervisor(table=table, reason="x" * 501))).field == "reason"
    assert refused(house.execute(DEALER, CallSupervisor(table="nowhere"))).status == 404
    assert refused(house.execute(SUPERVISOR, AnswerCall(table="nowhere"))).status == 404

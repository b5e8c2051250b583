"""A dealer calls for a supervisor, and one of those who may rule answers: a note on the table, for the whole pit."""

from collections.abc import Mapping

from pitboss.floor.kernel.contract import Command, Decision, Fact, Family, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import LONGEST_REASON, wrong_words
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tables.dealing import of_the_table, table_at
from pitboss.floor.tables.record import CallAnswered, SupervisorCalled, stream_of


class CallSupervisor(Command):
    """A dealer needs a supervisor at the table; why may be left open."""

    table: str
    reason: str = ""


class AnswerCall(Command):
    """A supervisor has come to the table that called."""

    table: str


def call_supervisor(now: Now, actor: Actor, command: CallSupervisor) -> Decision:
    record = table_at(now, command.table)
    if isinstance(record, No):
        return record
    if record.call is not None:
        return No("A supervisor has been called already.", field="table", word="called_already")
    bad = wrong_words(command.reason, "reason", LONGEST_REASON, may_be_empty=True)
    return bad or Yes((Fact(stream_of(command.table), SupervisorCalled(actor.person, command.reason)),))


def answer_call(now: Now, actor: Actor, command: AnswerCall) -> Decision:
    record = table_at(now, command.table)
    if isinstance(record, No):
        return record
    if record.call is None:
        return No("Nobody has called from this table.", field="table", word="not_called")
    return Yes((Fact(stream_of(command.table), CallAnswered(actor.person)),))


VERBS: Verbs = {
    CallSupervisor: Verb(call_supervisor, (Role.DEALER,), of_the_table),
    AnswerCall: Verb(answer_call, (Role.SUPERVISOR, Role.MANAGER), of_the_table),
}
# Calls stand on the streams of the tables.
FAMILIES: Mapping[str, Family] = {}

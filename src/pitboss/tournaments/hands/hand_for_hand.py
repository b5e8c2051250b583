"""Hand for hand: every table waits for every other, and a called all-in stays face down until all have acted."""

from typing import NamedTuple

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Role, Verb, Verbs
from pitboss.tournaments.event.state import Stage, Table, Tournament, players_of, with_table


class CallAllIn(Command):
    """At this table an all-in has been called, and no more betting is to come."""

    table: int


class FinishAction(Command):
    """At this table nobody has anything to decide any more in this hand."""

    table: int


class AllInCalled(NamedTuple):
    """STAR 7.30: cards that wait face down for the other tables."""

    table: int
    clause: str


class ActionFinished(NamedTuple):
    """STAR 7.30: a table the others need not wait for."""

    table: int
    clause: str


class RoundFinished(NamedTuple):
    """STAR 7.19: the synchronised hand is over at every table, and the next may begin."""

    clause: str


def call_all_in(state: Tournament, command: CallAllIn) -> Decision:
    """STAR 7.30, STAR 7.28: in hand for hand the table says that an all-in was called, and waits."""
    clause = state.rules.clause_for("STAR 7.30")
    refusal = _no_synchronised_hand(state, command.table, clause)
    if refusal:
        return refusal
    if state.tables[command.table].called:
        return Refusal(clause, f"The all-in at table {command.table} is known already.", "called_already")
    return (AllInCalled(command.table, clause),)


def finish_action(state: Tournament, command: FinishAction) -> Decision:
    """STAR 7.30: a table has finished its action in the synchronised hand."""
    clause = state.rules.clause_for("STAR 7.30")
    refusal = _no_synchronised_hand(state, command.table, clause)
    if refusal:
        return refusal
    if state.tables[command.table].done:
        return Refusal(clause, f"Table {command.table} has finished its action already.", "done_already")
    return (ActionFinished(command.table, clause),)


def _no_synchronised_hand(state: Tournament, number: int, clause: str) -> Refusal | None:
    if not state.clock.hand_for_hand:
        return Refusal(clause, "The tables do not play hand for hand.", "not_hand_for_hand")
    table = state.tables.get(number)
    if table is None or table.hand is None:
        return Refusal(clause, f"No hand is being played at table {number}.", "no_hand")
    return None


def tables_in_round(state: Tournament) -> tuple[Table, ...]:
    """STAR D-Hand For Hand[s1]: the tables that wait for each other: all where a hand is on, is over or could be dealt.

    A table that is held, or where fewer than two have chips, keeps nobody waiting.
    """
    return tuple(
        table
        for table in state.tables.values()
        if table.hand is not None or table.done or (not table.held and len(players_of(table, state)) > 1)
    )


def may_table_cards(state: Tournament, table: int) -> bool:
    """STAR 7.30, STAR 7.28, STAR D-Table Cards: whether the hole cards of an all-in are turned face up now.

    At once, but hand for hand only when every other table has finished its action; one that waits with an all-in of
    its own has.
    """
    if not state.clock.hand_for_hand:
        return True
    others = [each for each in tables_in_round(state) if each.number != table]
    return all(each.done or each.called for each in others)


def round_is_over(state: Tournament) -> bool:
    """STAR 7.19: whether the synchronised hand has been played at every table."""
    return all(each.done and each.hand is None for each in tables_in_round(state))


def _all_in_called(state: Tournament, event: AllInCalled) -> Tournament:
    return with_table(state, state.tables[event.table]._replace(called=True))


def _action_finished(state: Tournament, event: ActionFinished) -> Tournament:
    return with_table(state, state.tables[event.table]._replace(done=True))


def _round_finished(state: Tournament, event: RoundFinished) -> Tournament:
    for table in state.tables.values():
        state = with_table(state, table._replace(done=False, called=False))
    return state


_AT_TABLE = (Role.DEALER, Role.DIRECTOR)
VERBS: Verbs = {
    CallAllIn: Verb(call_all_in, _AT_TABLE, (Stage.RUNNING,)),
    FinishAction: Verb(finish_action, _AT_TABLE, (Stage.RUNNING,)),
}
APPLIERS: Appliers = {AllInCalled: _all_in_called, ActionFinished: _action_finished, RoundFinished: _round_finished}

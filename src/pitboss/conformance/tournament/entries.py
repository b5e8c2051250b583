"""Entries, queues, refunds and the pool in a tournament case."""

from dataclasses import fields, replace

from pitboss.conformance.format.document import MalformedCase
from pitboss.conformance.tournament.scene import Answer, Scene
from pitboss.conformance.tournament.setup import (
    ARRANGED,
    Given,
    arrange,
    conditions_of,
    enter,
    open_event,
    out,
    person,
    running,
    with_stack,
)
from pitboss.games.holdem.situations.scenes import Refused
from pitboss.tournaments.entries.coming_back import ForfeitAndReenter, Reenter
from pitboss.tournaments.entries.coming_back import forfeit_offer as offer
from pitboss.tournaments.entries.entries import Register, TransferEntry
from pitboss.tournaments.entries.refunds import CancelEntry, CancelEvent, IssuePrevention, refund_due
from pitboss.tournaments.entries.refunds import start_check as checked
from pitboss.tournaments.entries.reserves import EnterReserve, MarkNoShow, SeatReserve, position_forfeited
from pitboss.tournaments.event.conditions import Conditions
from pitboss.tournaments.event.opening import AmendConditions
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Moment, Stage, Tournament, chips_in_play, with_table
from pitboss.tournaments.prizes.paying import AddValue
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.seating.seating import SeatFromQueue

_SEED = 7
_SOMEBODY = "somebody"
# How often somebody has re-entered, as a case says it.
_TIMES = ("one", "two", "three", "four", "five", "six")


def enter_numbered(told: Given, count: int) -> Tournament:
    """Entries are open, and so many have entered: P1, P2 and so on."""
    state = open_event(told)
    for number in range(1, count + 1):
        state = enter(state, f"P{number}", told)
    return state


def field(told: Given) -> Tournament:
    """The event before a step about entries: with its players at the tables and its alternates, or before the start."""
    if "seated" in told or "stacks" in told or ("t_s" in told and "entrants" not in told):
        return arrange(told)
    state = enter_numbered(told, told.get("entrants", told.get("entries", 1)))
    return running(state) if "t_s" in told else state


def register(scene: Scene) -> Answer:
    told = scene.particulars
    scene.begin(field)
    name = told.get("player", _SOMEBODY)
    at = _at_the_desk(scene)
    if scene.state.stage is Stage.OPEN and at >= (scene.state.conditions.start or 0):
        _start_event(scene)
    scene.do(Register(at=at, person=person(name, told), method=told.get("method", "cash"), seed=_SEED))
    return {"accepted": True, "status": scene.state.entrants[name].status.value}


def _at_the_desk(scene: Scene) -> Moment:
    """Return the moment of a step: its own, or now, or an hour before the start."""
    if "t_s" in scene.step or "at" in scene.step or scene.state.started is not None:
        return scene.at()
    return max((scene.state.conditions.start or 0) - 3600, scene.state.now or 0)


def _start_event(scene: Scene) -> None:
    scene.do(StartEvent(at=scene.state.conditions.start or 0, seed=_SEED))


def seat_from_queue(scene: Scene) -> None:
    """The desk seats whoever waits for the seat that is free."""
    state = scene.state
    if state.alternates or state.reentries:
        scene.do(SeatFromQueue(at=scene.now, seed=_SEED))


def reenter(scene: Scene) -> Answer:
    """Let a player who is out, with so many entries so far, come back."""
    told = scene.particulars
    name = told.get("player", _SOMEBODY)
    scene.begin(field)
    if name not in scene.state.entrants:
        state = enter(scene.state, name, told, entries=max(told.get("player_entries", 1), 1))
        scene.state = out(state, name)
    scene.do(Reenter(at=scene.at(), player=name, seed=_SEED))
    return {"accepted": True, "status": scene.state.entrants[name].status.value}


def queue(scene: Scene) -> Answer:
    state = scene.state
    return {
        "seated_in_order": list(scene.seated_in_order),
        "waiting": [*state.alternates, *state.reentries],
    }


def transfer_entry(scene: Scene) -> Answer:
    told = scene.particulars
    scene.begin(field)
    other = "P2"
    if told["to_already_entered"] and other not in scene.state.entrants:
        scene.state = enter(scene.state, other, told)
    scene.do(TransferEntry(at=_at_the_desk(scene), player="P1", person=person(other, told)))
    return {"accepted": True}


def cancel_entry(scene: Scene) -> Answer:
    """Cancel an entry and return the refund; who cannot cancel stays entered."""
    scene.begin(field)
    agrees, name = scene.particulars.get("director_discretion", False), scene.particulars.get("player", "P1")
    if name not in scene.state.entrants:
        scene.state = enter(scene.state, name, scene.particulars)
    due = refund_due(scene.state, name, scene.at(), discretion=agrees)
    try:
        scene.do(CancelEntry(at=scene.at(), player=name, discretion=agrees))
    except Refused:
        if due.refund_cents:
            raise
    return {
        "entitled": due.entitled,
        "refund_cents": due.refund_cents,
        "refund_entry_cents": due.entry_cents,
        "refund_admin_cents": due.admin_cents,
        "needs": due.needs,
        "logged_discretion": due.logged_discretion,
    }


def issue_tpoe(scene: Scene) -> Answer:
    """A temporary prevention for somebody who has played or not; the event starts when its time has come."""
    told = scene.particulars
    scene.begin(field)
    name, at = told["player"], scene.at()
    if scene.state.stage is Stage.OPEN and at >= (scene.state.conditions.start or 0):
        _start_event(scene)
    if name not in scene.state.entrants:
        raise MalformedCase(
            f"player: {name} has not entered; with so many entries they are P1 to P{len(scene.state.entries)}."
        )
    if "stack" in told:
        scene.state = with_stack(scene.state, name, told["stack"])
    before, refunded = chips_in_play(scene.state), _amount_refunded(scene.state, name)
    scene.do(IssuePrevention(at=at, player=name, has_played=told["has_played"]))
    after = scene.state
    found = pool(after)
    return {
        "status": after.entrants[name].status.value,
        "refund_entry_cents": _amount_refunded(after, name) - refunded,
        "entries": found.entries,
        "prize_pool_cents": found.prize_pool_cents,
        "chips_removed": before - chips_in_play(after),
    }


def _amount_refunded(state: Tournament, name: str) -> int:
    return sum(entry.refunded for entry in state.entries if entry.player == name)


def reentry_period(told: Given) -> Tournament:
    """The end of the period: those of whom the case speaks, and as many others as its pool and its chips make."""
    state = arrange(told)
    missing = told.get("prize_pool_cents", 0) // state.conditions.to_pool - len(state.entries)
    for number in range(1, missing + 1):
        state = out(enter(state, f"other {number}", told), f"other {number}")
    rest = told.get("chips_in_play", 0) - chips_in_play(state)
    if rest <= 0 or not state.tables:
        return state
    # Whoever has the chips of which the case does not speak: somebody of whom it does not speak either.
    table = min(state.tables)
    return with_table(state, state.tables[table]._replace(loose=rest))._replace(
        chips=state.chips._replace(issued=state.chips.issued + rest)
    )


def forfeit_offer(scene: Scene) -> Answer:
    scene.begin(reentry_period)
    found = offer(scene.state, scene.at())
    asked = scene.particulars["stacks"]
    return {
        "eligible": [name for name in found.eligible if name in asked],
        "ineligible": {name: why for name, why in found.ineligible.items() if name in asked},
    }


def forfeit(scene: Scene) -> Answer:
    scene.begin(reentry_period)
    name = scene.particulars["player"]
    before, paid = chips_in_play(scene.state), _amount_paid(scene.state, name)
    scene.do(ForfeitAndReenter(at=scene.at(), player=name))
    after = scene.state
    return {
        "chips_removed": before - chips_in_play(after),
        "charged_cents": _amount_paid(after, name) - paid,
        "new_stack": after.conditions.stack,
        "status": after.entrants[name].status.value,
    }


def _amount_paid(state: Tournament, name: str) -> int:
    return sum(entry.fee + entry.admin for entry in state.entries if entry.player == name)


def entries_of(told: Given) -> Tournament:
    """The entries of the case: players with one entry, with one re-entry and with two, some paid by the operator."""
    if "unique_entrants" not in told:
        return enter_numbered(told, told.get("entries", told.get("entrants", 0)))
    again = told.get("reentries", {})
    if not again.keys() <= set(_TIMES):
        raise MalformedCase(f"reentries: players are counted by how often they re-entered: {', '.join(_TIMES)}.")
    more = [_TIMES.index(word) + 1 for word, players in again.items() for _ in range(players)]
    if len(more) > told["unique_entrants"]:
        raise MalformedCase("reentries: more players have re-entered than there are.")
    by_operator = told.get("of_which_entries_paid_by_operator", 0)
    state = open_event(told)
    for number in range(1, told["unique_entrants"] + 1):
        entries = 1 + (more[number - 1] if number <= len(more) else 0)
        payer = "operator" if number > told["unique_entrants"] - by_operator else "player"
        state = enter(state, f"P{number}", told, entries=entries, payer=payer)
    return state


def prize_pool(scene: Scene) -> Answer:
    scene.begin(entries_of)
    added = scene.particulars.get("added_value_cents", 0)
    if added and not scene.state.added:
        scene.do(AddValue(at=scene.now, cents=added))
    found = pool(scene.state)
    paid_out = found.gross_fees_cents - found.tournament_commission_cents + added
    return {**found._asdict(), "paid_out_pct": 100 * found.prize_pool_cents // paid_out if paid_out else 0}


def start_check(scene: Scene) -> Answer:
    return checked(enter_numbered(scene.particulars, scene.particulars["entrants"]))._asdict()


def cancel_tournament(scene: Scene) -> Answer:
    told = scene.particulars
    scene.state = enter_numbered(told, told["entrants"])
    start = scene.state.conditions.start or 0
    scene.do(CancelEvent(at=start - 3600, reason="too few entrants"))
    back = [entry.refunded for entry in scene.state.entries]
    return {
        "refunded_cents": sum(back),
        "refund_each_cents": back[0] if len(set(back)) == 1 else back,
        "prize_pool_cents": pool(scene.state).prize_pool_cents,
    }


def start_without(scene: Scene) -> Answer:
    """The start with somebody missing, and a reserve who pays for the seat or none."""
    told = scene.particulars
    scene.begin(entries_of)
    missing, reserve = told.get("no_show", "P1"), told.get("reserve", "R")
    at = scene.state.conditions.start or 0
    if told["reserve_pays"]:
        scene.do(EnterReserve(at=at, person=person(reserve, told)))
        scene.do(SeatReserve(at=at, player=missing, reserve=reserve, seed=_SEED))
        forfeited = position_forfeited(scene.state)
    else:
        forfeited = position_forfeited(scene.state)
        scene.do(MarkNoShow(at=at, player=missing))
    return {
        "prize_pool_cents": pool(scene.state).prize_pool_cents,
        "returned_to_no_show_cents": _amount_refunded(scene.state, missing),
        "position_forfeited": forfeited,
    }


def set_conditions(scene: Scene) -> Answer:
    """Before entries open the conditions say something else at a place: `cancel_below`, `readings.close_at`."""
    scene.begin(lambda told: Tournament(conditions_of(told)))
    conditions = scene.state.conditions
    for place, value in scene.particulars["set"].items():
        conditions = _with(conditions, place, value)
    scene.do(AmendConditions(at=scene.now, conditions=conditions, reason=ARRANGED))
    return {"accepted": True}


def _with(conditions: Conditions, place: str, value: object) -> Conditions:
    table, _, name = place.rpartition(".")
    into = getattr(conditions, table, None) if table in ("readings", "sessions", "rebuys") else conditions
    if into is None or name not in {each.name for each in fields(into)}:
        raise MalformedCase(f"set.{place}: the conditions have no such field.")
    changed = replace(into, **{name: value})
    return changed if isinstance(changed, Conditions) else replace(conditions, **{table: changed})

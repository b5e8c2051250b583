"""Tournaments on the floor: added with their conditions, run by the commands of the desk, undone and done again.

The rules are those of `pitboss.tournaments`. What the house adds is its own clock, its patrons, whose records answer
who may enter, its entropy for draws, and its books: what an entry costs leaves the patron's account, and prizes go
there.
"""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from functools import reduce
from typing import Any
from zoneinfo import ZoneInfo

from pitboss.floor.cage import ceilings
from pitboss.floor.cage import counter as cage
from pitboss.floor.cage.events import Method
from pitboss.floor.cage.record import CAGE
from pitboss.floor.kernel import chance
from pitboss.floor.kernel.contract import Command, Decision, Fact, Family, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.days import local_seconds
from pitboss.floor.kernel.field_checks import is_id, wrong, wrong_id, wrong_words
from pitboss.floor.kernel.premises import gaming_clock, premises_of, refusal_if_disabled
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import gaming, keeping_out
from pitboss.floor.people import patron_record as patrons
from pitboss.floor.tournaments import desk as tournament_desk
from pitboss.floor.tournaments.desk import SEED, DeskRequest
from pitboss.floor.tournaments.record import (
    KINDS,
    StepRedone,
    StepTaken,
    StepUndone,
    StepWithdrawn,
    TournamentAdded,
    apply,
    money_moves,
    moves_of,
    standing,
    stands_alone,
    stream_of,
)
from pitboss.floor.tournaments.structure_shelf import SHELF, structure_of
from pitboss.floor.tournaments.structures import moment_of, utc_offset
from pitboss.games.command import dollars
from pitboss.games.frozen import Frozen
from pitboss.games.money import player as account_of
from pitboss.rulebook.refusal import Refusal, one_of
from pitboss.tournaments.clock.desk import RunClock
from pitboss.tournaments.clock.suspension import Resume
from pitboss.tournaments.entries.coming_back import AddOn, ForfeitAndReenter, Rebuy, Reenter
from pitboss.tournaments.entries.eligibility import ineligible
from pitboss.tournaments.entries.entries import EntryTransferred, PayFee, Register
from pitboss.tournaments.entries.fees import ACCOUNT
from pitboss.tournaments.entries.reinstating import Reinstated
from pitboss.tournaments.entries.reserves import SeatReserve
from pitboss.tournaments.entries.time_limits import RemoveForTime
from pitboss.tournaments.event import engine
from pitboss.tournaments.event.contract import Command as DeskCommand
from pitboss.tournaments.event.contract import Events, name_of
from pitboss.tournaments.event.events import Entered, FeePaid
from pitboss.tournaments.event.log import Record, Step, replay
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Moment, Person, Player, Tournament
from pitboss.tournaments.event.story import tell_story
from pitboss.tournaments.event.validator import problems
from pitboss.tournaments.hands.hands import StartHand
from pitboss.tournaments.prizes.placing import BustOut, BustRound
from pitboss.tournaments.sessions.sessions import BeginSession, StartHouseRound

_SEED_BITS = 128
# What may be paid with on the spot, and how the rules call it (STAR 6.3[s3]).
_METHODS: Mapping[str, str] = {
    Method.CASH.value: "cash",
    Method.DEBIT_CARD.value: "debit_card",
    Method.VOUCHER.value: "chip_purchase_voucher",
    Method.EFT.value: "eft",
}
_RUN_BY = (Role.DIRECTOR, Role.MANAGER)
_ELIMINATES = frozenset(map(name_of, (BustOut, BustRound)))
# What a fee is taken for.
_PAID_FOR = (Register, PayFee, Reenter, ForfeitAndReenter, Rebuy, AddOn, SeatReserve)
# While the house is disabled nobody pays for an entry, and no play begins; what has begun can be ended and put right.
_NOT_WHEN_DISABLED = frozenset(
    name_of(kind)
    for kind in (
        *_PAID_FOR,
        *(StartEvent, Resume, RunClock, StartHand, BeginSession, StartHouseRound),
    )
)


# With these somebody is dealt in who was not before.
_BEGINS_PLAY = frozenset(map(name_of, (StartEvent, Resume, BeginSession)))
# What is decided by how long somebody has been gaming.
_COUNTS_HOURS = (RemoveForTime,)


class AddTournament(Command):
    """The house will hold a tournament.

    `structure` is the name of a structure of the house or of the program, or the text of one in TOML; `start` is local
    time, as in 2026-11-21T12:00. Without a title and a start those of the structure hold.
    """

    tournament: str
    structure: str
    title: str = ""
    start: str = ""


class Desk(Command):
    """A command of the tournament desk by its name, such as `register`, with its particulars.

    What an entry costs leaves the patron's account; with `paid_by`, cash, debit_card, voucher or eft, a cashier takes
    it on the spot. A `voucher` is one of the cage, by its number: it is redeemed in full, and what it is worth above
    the cost stays in the account. `after` is the last line of the log that the giver has seen: where others have
    written since, it is refused.
    """

    tournament: str
    do: str
    given: Mapping[str, Any] = field(default_factory=dict)
    paid_by: str = ""
    voucher: int | None = None
    after: int | None = None


class Undo(Command):
    """The last step at the desk is taken back, with the money it moved. `after`: as for the desk.

    With a `line` of the log it is that step, as long as nothing that came after rests on it.
    """

    tournament: str
    line: int | None = None
    after: int | None = None


class Redo(Command):
    """What was undone last is done again, with the money it moves. `after`: as for the desk."""

    tournament: str
    after: int | None = None


def find(now: Now, tournament: str) -> Record | None:
    """The tournament of an id; None where there is none."""
    record: Record | None = now.record(stream_of(tournament)) if is_id(tournament) else None
    return record


# A tournament is added.


def add_tournament(now: Now, actor: Actor, command: AddTournament) -> Decision:
    no = wrong_id(command.tournament, "tournament") or wrong_words(command.title, "title", may_be_empty=True)
    if no:
        return no
    if command.tournament == SHELF:
        return No("This name is that of the shelf of structures.", field="tournament", word="taken")
    if find(now, command.tournament) is not None:
        return No("There is a tournament of this id already.", field="tournament", word="exists")
    conditions = structure_of(now, command.structure, "structure")
    if isinstance(conditions, No):
        return conditions
    start = moment_of(command.start) if command.start else conditions.start
    if command.start and start is None:
        return wrong("start", "Local time, as in 2026-11-21T12:00.")
    conditions = replace(conditions, title=command.title or conditions.title, start=start)
    found = problems(conditions)
    if found:
        return No(found[0].reason, clause=found[0].clause, field="structure", word=found[0].word, status=422)
    zone = ZoneInfo(premises_of(now).time_zone)
    offset = utc_offset(local_seconds(now.at, zone) if start is None else start, zone)
    added = TournamentAdded(command.tournament, conditions, offset, actor.person)
    return Yes((Fact(stream_of(command.tournament), added),), {"tournament": command.tournament})


# The desk.


def at_the_desk(now: Now, actor: Actor, command: Desk) -> Decision:
    """A step: the particulars are put in order, the rules are asked, and what follows is recorded."""
    record = _find_record(now, command)
    if isinstance(record, No):
        return record
    asked = tournament_desk.read_command(command.do, command.given)
    if isinstance(asked, No):
        return asked
    # Nobody is dealt in whom the house keeps out, whenever it was told.
    record, out = (
        keeping_out.sweep_event(now, record, actor, everybody=True) if command.do in _BEGINS_PLAY else (record, ())
    )
    people = _people(now, record, asked)
    if isinstance(people, No):
        return people
    state = record.state._replace(people=Frozen({**record.state.people, **people}))
    asked, at = _with_method(asked, command), keeping_out.moment_of(record, now.at)
    given = asked if isinstance(asked, No) else _desk_command(now, actor, state, asked, at)
    if isinstance(given, No):
        return given
    if no := keeping_out.not_let_in(now, given):
        return no
    events = keeping_out.decide_desk_command(record, given, engine.decide(state, given))
    if isinstance(events, Refusal):
        return replace(No.by_rule(events), status=403 if events.word == "role" else 409)
    paid = (
        _refuse_if_disabled(now, command.do)
        or _kept_out(now, record, events)
        or _paid_at_the_desk(now, actor, command, events)
    )
    if isinstance(paid, No):
        return paid
    taken = StepTaken(command.do, given.at, given.by, given.who, len(events))
    lines = tell_story(replay(record.state, events), events, given.at)
    answer = {"line": len(record.log) + 1, "told": [[line.text, line.clause] for line in lines]}
    follows = _then_out(now, actor, record, (taken, *events))
    return keeping_out.spread_facts(now, actor, record, given, Yes((*out, *paid, *follows), answer))


def _then_out(
    now: Now, actor: Actor, record: Record, events: Iterable[Any], known: tuple[Fact, ...] = ()
) -> tuple[Fact, ...]:
    """Return the facts of the desk, with the exit of excluded people who could not be taken out before."""
    facts = tuple(Fact(stream_of(record.id), event) for event in events)
    if not keeping_out.told_of(record):
        return (*facts, *known)
    after = reduce(lambda done, fact: apply(done, fact.event, now.at), facts, record)
    return (*facts, *known, *keeping_out.sweep_event(now, after, actor, known=known)[1])


def _find_record(now: Now, command: Desk | Undo | Redo) -> Record | No:
    """The tournament that is meant, unless others have been at its log."""
    record = find(now, command.tournament)
    if record is None:
        return No("There is no such tournament.", field="tournament", word="unknown_tournament", status=404)
    if command.after is not None and command.after != len(record.log):
        return No("Somebody else has been at the desk since: look again.", field="after", word="gone_on")
    return record


def _people(now: Now, record: Record, asked: DeskRequest) -> dict[Player, Person] | No:
    """Everybody whom a command names, as the house knows them at this moment, with all their gaming (STAR 6.13)."""
    found: dict[Player, Person] = {}
    others = gaming.events_of(now) if asked.kind in _COUNTS_HOURS else []
    for name in tournament_desk.people_in(asked):
        patron = patrons.find(now, name)
        if patron is None:
            where = next(each for each, value in asked.particulars.items() if value == name)
            return patrons.unknown(name, where)
        found[name] = gaming.person_at(record, others, patron, now.at, gaming_clock(now))
    return found


def _with_method(asked: DeskRequest, command: Desk) -> DeskRequest | No:
    """STAR 6.3[s3]: how an entry is paid for is how its money really comes: on the spot, or out of the account."""
    if asked.kind not in _PAID_FOR:
        return asked
    method = _METHODS.get(command.paid_by, ACCOUNT)
    if command.given.get("method", method) != method:
        return wrong("method", "How it is paid is recorded by itself: say what is taken on the spot, if anything.")
    return asked._replace(particulars={**asked.particulars, "method": method})


def _desk_command(now: Now, actor: Actor, state: Tournament, asked: DeskRequest, at: Moment) -> DeskCommand | No:
    """The command as the rules take it: with the moment, its giver, whom it is about and what is drawn."""
    kind, particulars = asked.kind, dict(asked.particulars)
    house: dict[str, Any] = {"at": at, "by": tournament_desk.by_of(actor.role, kind), "who": actor.person}
    if tournament_desk.takes_seed(kind) and particulars.get("cards") is None:
        house[SEED] = seed()
    if "person" in particulars:
        house["person"] = state.people[particulars.pop("person")]
    if "conditions" in particulars:
        conditions = structure_of(now, particulars.pop("conditions"), "conditions")
        if isinstance(conditions, No):
            return conditions
        start = state.conditions.start if conditions.start is None else conditions.start
        house["conditions"] = replace(conditions, start=start)
    return tournament_desk.command_of(kind, particulars, house)


def seed() -> int:
    """Entropy for a draw: nobody at the desk chooses it."""
    written = chance.written_down()
    return secrets.randbits(_SEED_BITS) if written is None else written.seed()


def _refuse_if_disabled(now: Now, do: str) -> No | None:
    return refusal_if_disabled(now) if do in _NOT_WHEN_DISABLED else None


def _paid_at_the_desk(now: Now, actor: Actor, command: Desk, events: Events) -> tuple[Fact, ...] | No:
    """Return the facts of a fee paid on the spot: bought in first, counted and flagged like money at the cage."""
    if not command.paid_by:
        return () if command.voucher is None else wrong("voucher", "Only what is paid by voucher has a voucher.")
    if actor.role is not Role.CASHIER:
        return No("Only a cashier takes money at the desk.", field="paid_by", word="role", status=403)
    if command.paid_by not in _METHODS:
        return wrong("paid_by", f"At the desk one pays by {one_of(_METHODS)}.")
    paying = [event.entry.player for event in events if isinstance(event, Entered | FeePaid)]
    cents = sum(move.amount for move in moves_of(events) if paying and move.source == account_of(paying[0]))
    if not cents:
        return wrong("paid_by", "Nothing is paid for by this.")
    worth = cage.worth_of(now, command.voucher) if command.paid_by == Method.VOUCHER else cents
    if isinstance(worth, No):
        return worth
    if worth < cents:
        return No(
            f"The voucher is for {dollars(worth)}, and this costs {dollars(cents)}.", field="voucher", word="short"
        )
    method = Method(command.paid_by)
    paid = cage.BuyIn(patron=paying[0], amount=worth, method=method, voucher=command.voucher)
    bought = cage.buy_in(now, actor, paid)
    return bought if isinstance(bought, No) else bought.facts


def _kept_out(now: Now, record: Record, events: Events) -> No | None:
    """Refuse a payment or return by somebody excluded, or whose play time of the day is over."""
    for event in events:
        name = event.entry.player if isinstance(event, Entered | FeePaid) else None
        patron = patrons.find(now, event.player if isinstance(event, Reinstated) else name or "")
        no = patron and (patrons.no_gaming(now, patron) or keeping_out.excluded_from(now, patron.id, record))
        if no:
            return no
    return None


# Undone and done again.


def undo(now: Now, actor: Actor, command: Undo) -> Decision:
    """STAR 6.18: takes back the last step that stands, or one before it that nothing rests on."""
    record = _find_record(now, command)
    if isinstance(record, No):
        return record
    clause, last, at = record.state.clause("procedures"), record.last, record.moment(now.at)
    if last is None:
        return No("There is nothing to undo.", clause=clause, word="nothing_to_undo")
    step = last if command.line is None else standing(record, command.line)
    if step is None:
        return No("No step of this line stands.", clause=clause, field="line", word="not_standing")
    ended = keeping_out.taken_back(now, actor, record, step)
    if isinstance(ended, No):
        return ended
    if stands_alone(record, step) and step != last:
        turned: tuple[Any, ...] = (StepWithdrawn(step.number, at, actor.person),)
    else:
        above = _above(record, step)
        if above is None:
            instead = ", or reinstate the player" if step.do in _ELIMINATES else ""
            reason = f"What came after rests on it: undo that first{instead}."
            return No(reason, clause=clause, field="line", word="rests_on_it")
        turned = (StepUndone(at, actor.person),) * (above + 1)
    return Yes(_then_out(now, actor, record, turned, ended), {"line": len(record.log) + 1, "do": step.do})


def _above(record: Record, step: Step) -> int | None:
    """Return the number of steps after one, all the house's own; None where others are among them."""
    for above, later in enumerate(reversed([each for run in record.runs[-2:] for each in run.steps])):
        if later.number == step.number:
            return above
        if later.do != keeping_out.KEEP_OUT:
            return None
    return None


def redo(now: Now, actor: Actor, command: Redo) -> Decision:
    """Does again what was undone last, unless somebody who entered by it may not have entered now."""
    record = _find_record(now, command)
    if isinstance(record, No):
        return record
    clause = record.state.clause("procedures")
    if not record.undone:
        return No("There is nothing to do again.", clause=clause, word="nothing_to_redo")
    step, at = record.undone[-1], record.moment(now.at)
    if keeping_out.is_of_the_house(step):
        return No("Whoever is to be kept out is entered anew.", clause=clause, word="of_the_house")
    return (
        _refuse_if_disabled(now, step.do)
        or _no_longer_eligible(now, record, step.events)
        or _kept_out(now, record, step.events)
        or Yes(
            _then_out(now, actor, record, (StepRedone(at, actor.person),)),
            {"line": len(record.log) + 1, "do": step.do},
        )
    )


def _no_longer_eligible(now: Now, record: Record, events: Events) -> No | None:
    """Refuse to redo a step by which somebody enters who may not enter now."""
    for event in events:
        if isinstance(event, Entered | EntryTransferred):
            name = event.entry.player if isinstance(event, Entered) else event.person.name
            patron = patrons.find(now, name)
            person = None if patron is None else patrons.eligibility(patron, now.at, gaming_clock(now))
            refusal = None if person is None else ineligible(record.state, person, record.moment(now.at))
            if refusal:
                return No.by_rule(refusal)
    return None


def _streams(_actor: Actor, command: AddTournament | Desk | Undo | Redo) -> tuple[str, ...]:
    """The tournament; where nothing can be called so, there is nothing to write to."""
    return (stream_of(command.tournament),) if is_id(command.tournament) else ()


def _desk_streams(actor: Actor, command: Desk) -> Iterable[str]:
    """The cage where money is paid, and whomever it is about, so that nobody is excluded in the middle of entering."""
    yield from _streams(actor, command)
    if command.paid_by:
        yield CAGE
    for where in tournament_desk.PEOPLE:
        name = command.given.get(where)
        if isinstance(name, str) and is_id(name):
            yield patrons.stream_of(name)


VERBS: Verbs = {
    AddTournament: Verb(add_tournament, _RUN_BY, _streams),
    Desk: Verb(at_the_desk, tournament_desk.ROLES, _desk_streams, second=ceilings.where_money_is_taken(at_the_desk)),
    Undo: Verb(undo, _RUN_BY, _streams),
    Redo: Verb(redo, _RUN_BY, _streams),
}
FAMILIES: Mapping[str, Family] = {"tournament": Family(apply, money_moves, KINDS)}

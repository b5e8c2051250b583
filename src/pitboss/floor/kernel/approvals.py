"""Approvals: a command that takes two people waits here until the second one agrees, declines, or lets it lapse.

Whoever gives such a command is told who could agree. The command is decided anew when somebody does, as its giver's, on
the house as it is then.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from pitboss.floor.kernel.contract import (
    Command,
    Decision,
    Fact,
    Family,
    No,
    Now,
    Records,
    SecondPerson,
    TwoPeople,
    Verb,
    Verbs,
    Yes,
    name_of,
    particulars_of,
)
from pitboss.floor.kernel.days import HOUR
from pitboss.floor.kernel.field_checks import wrong_reason
from pitboss.floor.kernel.roles import STAFF, Actor, Role
from pitboss.floor.people.staff import StaffMember, is_staff, other_people, others_in_words
from pitboss.games.command import is_whole
from pitboss.games.frozen import Frozen
from pitboss.games.shape_check import fit
from pitboss.journal import codec

APPROVALS = "approvals:house"
# Whoever has not agreed by then has not been asked in time: it is asked for again.
LAPSE_AFTER = 24 * HOUR


class Approve(Command):
    """A second person agrees to a command that waits for one, and it is carried out as its giver's."""

    number: int


class Decline(Command):
    """A second person declines a command that waits for one, or its giver takes it back."""

    number: int
    reason: str


class ApprovalAsked(NamedTuple):
    """A command waits for a second person: its name and particulars, its giver, who may agree and why it takes two."""

    number: int
    command: str
    # The particulars as JSON.
    given: str
    by: str
    role: Role
    roles: tuple[Role, ...]
    reason: str
    clause: str
    about: str


class Approved(NamedTuple):
    number: int
    by: str


class Declined(NamedTuple):
    number: int
    reason: str
    by: str


class WaitingCommand(NamedTuple):
    """A command that waits for a second person, and until when."""

    asked: ApprovalAsked
    until: int

    @property
    def since(self) -> int:
        return self.until - LAPSE_AFTER

    @property
    def giver(self) -> Actor:
        return Actor(self.asked.by, self.asked.role)


class Approvals(NamedTuple):
    """Everything that waits for a second person, by number, and the number of the last request."""

    waiting: Mapping[int, WaitingCommand] = Frozen({})
    last: int = 0


def approvals_of(house: Records) -> Approvals:
    """The commands that wait for a second person now."""
    return house.record(APPROVALS) or Approvals()


def waiting_at(house: Records, at: int) -> tuple[WaitingCommand, ...]:
    """The commands that somebody can still agree to, oldest first."""
    return tuple(each for each in approvals_of(house).waiting.values() if at < each.until)


def ask(now: Now, actor: Actor, command: Command, decision: Yes, rule: SecondPerson, why: TwoPeople) -> Decision:
    """Let a command that could be carried out wait for a second person instead; what the house does itself does not."""
    if decision.but or actor.person.startswith("house:"):
        return decision
    if not is_staff(actor.person):
        return No(f"{why.reason} A device is no person.", clause=why.clause, word="second_person")
    given = json.dumps(particulars_of(command), sort_keys=True)
    asked = ApprovalAsked(0, name_of(type(command)), given, *actor[:2], rule.roles, why.reason, why.clause, why.about)
    before = next((each for each in waiting_at(now, now.at) if each.asked._replace(number=0) == asked), None)
    number = before.asked.number if before else approvals_of(now).last + 1
    told = f"{why.reason} It waits as request {number} for {others_in_words(now, actor.person, rule.roles)}."
    no = No(told, clause=why.clause, word="second_person", request=number)
    return no if before else Yes((Fact(APPROVALS, asked._replace(number=number)),), {"request": number}, but=no)


def _find(now: Now, number: object) -> WaitingCommand | No:
    found = approvals_of(now).waiting.get(number) if is_whole(number) else None
    if found is not None and now.at < found.until:
        return found
    why = "No request with this number is waiting." if found is None else f"Request {number} has lapsed: ask again."
    return No(why, field="number", word="not_waiting", status=404)


def refusal_to_agree(now: Now, found: WaitingCommand, actor: Actor) -> No | None:
    """Return the reason why somebody cannot agree to a command, or decline it for its giver."""
    asked = found.asked
    if actor.role not in asked.roles:
        return No(f"This is for {' or '.join(asked.roles)} to agree to.", field="number", word="role", status=403)
    if other_people(now, asked.by, actor.person):
        return None
    told = f"{asked.reason} You are no other person here: it waits for {others_in_words(now, asked.by, asked.roles)}."
    return No(told, clause=asked.clause, field="number", word="second_person")


def refusal_to_sign(now: Now, signer: Actor) -> No | None:
    """Return the reason why somebody cannot sign on the screen of the person beside them; a device is nobody there."""
    beside = signer.beside
    if not is_staff(beside) or other_people(now, beside, signer.person):
        return None
    return No(f"A second person has to sign: {others_in_words(now, beside, (signer.role,))}.", word="second_person")


def approve(verbs: Verbs, kinds: Mapping[str, type[Command]], now: Now, actor: Actor, command: Approve) -> Decision:
    """Carries out what waits, as its giver's."""
    found = _find(now, command.number)
    if isinstance(found, No):
        return found
    if bad := refusal_to_agree(now, found, actor):
        return bad
    asked, giver = found.asked, found.giver
    member = now.record(giver.person)
    if isinstance(member, StaffMember) and not member.may_act_as(giver.role):
        return No(f"{member.name} does not work here as {giver.role} any more.", field="number", word="giver_gone")
    waiting = read_waiting(kinds, found)
    verb, agreed = verbs[type(waiting)], now.agreed_by(actor.person)
    why = verb.second.why(agreed, giver, waiting) if verb.second else None
    if why is not None and why.about != asked.about:
        return No("What this was asked for is over: it can only be declined.", field="number", word="gone_on")
    decision = verb.decide(agreed, giver, waiting)
    if isinstance(decision, No):
        return decision
    agreed_to = Fact(APPROVALS, Approved(asked.number, actor.person))
    return replace(decision, facts=(*decision.facts, agreed_to), carries_out=(giver, waiting))


def decline(now: Now, actor: Actor, command: Decline) -> Decision:
    found = _find(now, command.number)
    if isinstance(found, No):
        return found
    is_own = actor.person == found.asked.by
    bad = wrong_reason(command.reason) or (None if is_own else refusal_to_agree(now, found, actor))
    return bad or Yes((Fact(APPROVALS, Declined(command.number, command.reason, actor.person)),))


def read_waiting(kinds: Mapping[str, type[Command]], found: WaitingCommand) -> Command:
    """The command that waits."""
    command: Command = fit(json.loads(found.asked.given), kinds[found.asked.command])
    assert isinstance(command, Command), "What was asked for was a command."
    return command


def _look_beforehand(
    verbs: Verbs, kinds: Mapping[str, type[Command]], house: Records, _actor: Actor, command: Approve
) -> Any:
    """What the command that waits has to find out beforehand."""
    found = approvals_of(house).waiting.get(command.number) if is_whole(command.number) else None
    if found is None:
        return None
    waiting = read_waiting(kinds, found)
    look = verbs[type(waiting)].beforehand
    return look(house, found.giver, waiting) if look else None


def _apply(record: Approvals | None, event: object, at: int) -> Approvals:
    record = record or Approvals()
    match event:
        case ApprovalAsked():
            left = {number: each for number, each in record.waiting.items() if at < each.until}
            return Approvals(Frozen({**left, event.number: WaitingCommand(event, at + LAPSE_AFTER)}), event.number)
        case Approved() | Declined():
            left = {number: each for number, each in record.waiting.items() if number != event.number}
            return record._replace(waiting=Frozen(left))
    raise TypeError(f"{type(event).__name__} is no approval.")


def _stream(_actor: Actor, _command: Command) -> tuple[str, ...]:
    return (APPROVALS,)


def verbs_beside(others: Verbs) -> Verbs:
    """The verbs of approvals, which carry out those of all other commands that take two people."""
    two = {kind: verb for kind, verb in others.items() if verb.second}
    kinds = {name_of(kind): kind for kind in two}
    roles = tuple(role for role in STAFF if any(verb.second and role in verb.second.roles for verb in two.values()))
    givers = tuple(role for role in STAFF if role in roles or any(role in verb.roles for verb in two.values()))
    decide: Callable[[Now, Actor, Any], Decision] = partial(approve, two, kinds)
    return {
        Approve: Verb(decide, roles, _stream, partial(_look_beforehand, two, kinds)),
        Decline: Verb(decline, givers, _stream),
    }


FAMILIES: Mapping[str, Family] = {
    "approvals": Family(
        _apply,
        kinds=(ApprovalAsked, Approved, Declined),
        to_text=codec.encode_record,
        from_text=partial(codec.decode_record, Approvals),
    )
}

"""Before entries open: conditions written, published, notified or approved, and a director named."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import DAY, Conditions
from pitboss.tournaments.event.conditions_document import conditions_document as conditions_document
from pitboss.tournaments.event.conditions_document import untold
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Events, Role, Verb, Verbs, name_of
from pitboss.tournaments.event.events import Ruled, StageChanged
from pitboss.tournaments.event.rulesets import ANNOUNCED, APPROVED, CAN, HLD, PON, PUBLISHED_AND_NOTIFIED, STAR, UTH
from pitboss.tournaments.event.state import Moment, Stage, Tournament
from pitboss.tournaments.event.validator import problems

PUBLISHED, NOTIFIED = "published", "notified"
# STAR 6.21(a): conditions that change later than this are not published in time.
NOTICE = 30 * DAY
# What may disagree about a subject: the rules of the game, those of its tournaments, and the conditions of the event.
GAME, TOURNAMENT, CONDITIONS = "rules of the game", "tournament rules", "conditions"

_STAMPS: Mapping[str, Mapping[str, str]] = {
    PUBLISHED: {UTH: "UTH 16.2(b)", CAN: "CAN 17.2(b)"},
    NOTIFIED: {UTH: "UTH 16.2(c)", CAN: "CAN 17.2(c)"},
    ANNOUNCED: {STAR: "STAR 6.5[s2]"},
}
_MUST_TELL: Mapping[str, str] = {UTH: "UTH 16.3(a)", CAN: "CAN 17.3(a)"}


class NameDirector(Command):
    """A person is named as tournament director or assistant."""

    name: str


class SignOn(Command):
    """A director comes on duty."""

    name: str


class SignOff(Command):
    """A director goes off duty."""

    name: str


class PublishConditions(Command):
    """The conditions are available to patrons."""


class NotifyCommission(Command):
    """The Commission has been notified, with a copy."""


class RecordApproval(Command):
    """The conditions have been approved, under this reference."""

    reference: str


class AnnounceConditions(Command):
    """The conditions for re-entry are announced."""


class AmendConditions(Command):
    """The conditions of the event are others from now on."""

    conditions: Conditions
    reason: str


class OpenEntries(Command):
    """From now on entries are taken."""


class Says(NamedTuple):
    """What one source says about a subject: the rules of the game, the tournament rules or the conditions."""

    source: str
    clause: str
    what: str


class RuleOnConflict(Command):
    """Two sources disagree about a subject: which of them holds is decided, and both are kept."""

    subject: str
    first: Says
    second: Says


class DirectorNamed(NamedTuple):
    """Somebody is a director of this event."""

    name: str
    clause: str


class DutyChanged(NamedTuple):
    """A director is on duty, or off."""

    name: str
    on: bool
    clause: str


class Stamped(NamedTuple):
    """Something was done that had to be done before entries, with its moment; `reference` for an approval."""

    what: str
    at: Moment
    reference: str
    clause: str


class ConditionsAmended(NamedTuple):
    """The conditions are others; what was done for the old ones is to be done again."""

    conditions: Conditions
    reason: str
    clause: str


def name_director(state: Tournament, command: NameDirector) -> Decision:
    """UTH 16.4, PON 20.2, HLD 20.2, CAN 17.4: somebody is named as the Tournament Director/Assistant."""
    clause = state.clause("director")
    if not command.name:
        return Refusal(clause, "A director has a name.", "no_name")
    if command.name in state.directors:
        return Refusal(clause, f"{command.name} has been named already.", "already_named")
    return (DirectorNamed(command.name, clause),)


def sign_on(state: Tournament, command: SignOn) -> Decision:
    """STAR D-Tournament Director: a director is present while the event goes on."""
    clause = state.clause("director")
    if command.name not in state.directors:
        return Refusal(clause, f"{command.name or 'Nobody'} has not been named as a director.", "not_named")
    if command.name in state.on_duty:
        return Refusal(clause, f"{command.name} is on duty already.", "on_duty")
    return (DutyChanged(command.name, True, clause),)


def sign_off(state: Tournament, command: SignOff) -> Decision:
    """STAR D-Tournament Director: a director goes; the last one leaves an event with nobody responsible."""
    clause = state.clause("director")
    if command.name not in state.on_duty:
        return Refusal(clause, f"{command.name or 'Nobody'} is not on duty.", "off_duty")
    return (DutyChanged(command.name, False, clause),)


def unattended_warning(state: Tournament) -> str | None:
    """STAR D-Tournament Director: a warning, while the event runs with no director on duty."""
    if state.stage is Stage.RUNNING and not state.on_duty:
        return "No tournament director is on duty."
    return None


def publish_conditions(state: Tournament, command: PublishConditions) -> Decision:
    """UTH 16.2(b), CAN 17.2(b): the conditions, complete, are made available to patrons."""
    return _incomplete(state) or _stamp_conditions(state, PUBLISHED, command.at)


def notify_commission(state: Tournament, command: NotifyCommission) -> Decision:
    """UTH 16.2(c), CAN 17.2(c): the Commission gets the conditions, complete."""
    return _incomplete(state) or _stamp_conditions(state, NOTIFIED, command.at)


def announce_conditions(state: Tournament, command: AnnounceConditions) -> Decision:
    """STAR 6.5[s2]: the conditions for re-entry are announced before the start."""
    return _stamp_conditions(state, ANNOUNCED, command.at)


def _stamp_conditions(state: Tournament, what: str, at: Moment) -> Decision:
    clause = _STAMPS[what].get(state.rules.prefix, state.clause("before_entries"))
    if what in state.stamps:
        return Refusal(clause, f"The conditions have been {what} already.", f"already_{what}")
    return (Stamped(what, at, "", clause),)


def record_approval(state: Tournament, command: RecordApproval) -> Decision:
    """PON 20.3, HLD 20.3: the conditions of entry and play are approved, under a reference."""
    clause = state.clause("before_entries")
    if not command.reference:
        return Refusal(clause, "An approval has a reference.", "no_reference")
    if state.rules.gate != APPROVED:
        return Refusal(clause, f"These conditions are {state.rules.gate}, not approved.", "not_in_these_rules")
    return (Stamped(APPROVED, command.at, command.reference, clause),)


def amend_conditions(state: Tournament, command: AmendConditions) -> Decision:
    """STAR 6.21(a): the operator may amend, with a warning inside 30 days of the start.

    Conditions that were published or approved stand once entries are open; before that, what was done for the old ones
    is done again for the new.
    """
    clause = "STAR 6.21(a)" if state.rules.gate == ANNOUNCED else state.clause("before_entries")
    if command.conditions.ruleset != state.conditions.ruleset:
        return Refusal(clause, "An event stays under its document.", "other_document")
    if not command.reason:
        return Refusal(clause, "An amendment is recorded with its reason.", "no_reason")
    if state.stage is Stage.OPEN and state.rules.gate != ANNOUNCED:
        return Refusal(clause, "Entries have been taken under these conditions.", "entries_open")
    wrong = problems(command.conditions)
    if wrong:
        return wrong[0]
    amended = ConditionsAmended(command.conditions, command.reason, clause)
    start = command.conditions.start
    if start is None or command.at + NOTICE <= start:
        return (amended,)
    warning = "The conditions were changed less than 30 days before the start."
    return amended, Ruled(warning, None, clause)


def open_entries(state: Tournament, command: OpenEntries) -> Decision:
    """UTH 16.2, CAN 17.2, PON 20.3, HLD 20.3: entries open once everything that comes before them is done.

    At the Star opening entries announces the conditions for re-entry, if nobody has before.
    """
    refusal = _incomplete(state) or _missing_stamp(state)
    if refusal:
        return refusal
    wrong = problems(state.conditions)
    if wrong:
        return wrong[0]
    clause = state.clause("before_entries")
    announced: Events = ()
    if state.rules.gate == ANNOUNCED and ANNOUNCED not in state.stamps:
        announced = (Stamped(ANNOUNCED, command.at, "", clause),)
    return *announced, StageChanged(Stage.OPEN, command.at, "entries are open", clause)


def _incomplete(state: Tournament) -> Refusal | None:
    """UTH 16.3, UTH 16.3(a), CAN 17.3, CAN 17.3(a): conditions that leave out an item are not conditions yet."""
    clause = _MUST_TELL.get(state.rules.prefix)
    missing = untold(state.conditions) if clause else ()
    if not missing or clause is None:
        return None
    words = "; ".join(f"{item.what} ({item.number})" for item in missing)
    return Refusal(clause, f"The conditions do not tell: {words}.", "incomplete")


def _missing_stamp(state: Tournament) -> Refusal | None:
    """UTH 16.2, CAN 17.2: published, and the Commission notified. PON 20.3, HLD 20.3: approved, with its reference."""
    clause, gate = state.clause("before_entries"), state.rules.gate
    if gate == APPROVED and not state.approval:
        return Refusal(clause, "The conditions of entry and play have not been approved.", "not_approved")
    needed = (PUBLISHED, NOTIFIED) if gate not in (APPROVED, ANNOUNCED) else ()
    missing = [each for each in needed if each not in state.stamps]
    if missing:
        words = {PUBLISHED: "made available to patrons", NOTIFIED: "sent to the Commission"}
        said = " and not been ".join(words[each] for each in missing)
        return Refusal(clause, f"The conditions have not been {said}.", f"not_{missing[0]}")
    return None


class Before(NamedTuple):
    """Something that must or may be done before entries open: its command, its clause, and when it was done.

    `may` tells whether it can be done at this stage.
    """

    do: str
    what: str
    clause: str
    must: bool
    at: Moment | None
    may: bool
    reference: str = ""


def before_entries(state: Tournament) -> tuple[Before, ...]:
    """STAR 6.5[s2], UTH 16.2, CAN 17.2, PON 20.3, HLD 20.3: what the document wants, in the order it is done."""
    gate = state.rules.gate
    steps = [_before(state, PublishConditions, PUBLISHED, "Made available to patrons", gate == PUBLISHED_AND_NOTIFIED)]
    if gate == PUBLISHED_AND_NOTIFIED:
        steps.append(_before(state, NotifyCommission, NOTIFIED, "The Commission notified, with a copy", True))
    elif gate == APPROVED:
        approved = _before(state, RecordApproval, APPROVED, "Approved", True)
        steps.append(approved._replace(reference=state.approval))
    else:
        steps.append(_before(state, AnnounceConditions, ANNOUNCED, "Conditions for re-entry announced", False))
    return tuple(steps)


def _before(state: Tournament, kind: type[Command], stamp: str, what: str, must: bool) -> Before:
    clause = _STAMPS.get(stamp, {}).get(state.rules.prefix, state.clause("before_entries"))
    at = state.stamps.get(stamp)
    return Before(name_of(kind), what, clause, must, at, at is None and state.stage in VERBS[kind].stages)


def not_open_yet(state: Tournament) -> Refusal | None:
    """Why entries cannot open now, if they cannot: what is missing first."""
    found = open_entries(state, OpenEntries(at=state.now or 0))
    return found if isinstance(found, Refusal) else None


def made_known(state: Tournament) -> bool:
    """UTH 16.2(b), CAN 17.2(b): whether patrons may read the conditions: published, announced, or entries opened."""
    return state.stage is not Stage.PLANNED or PUBLISHED in state.stamps or ANNOUNCED in state.stamps


def untold_items(conditions: Conditions) -> tuple[Refusal, ...]:
    """UTH 16.3(a), CAN 17.3(a): each item that these conditions must tell and do not, with its clause."""
    if conditions.ruleset not in _MUST_TELL:
        return ()
    return tuple(
        Refusal(f"{conditions.ruleset} {each.number}", f"To be told: {each.what}.", "incomplete")
        for each in untold(conditions)
    )


def precedence(state: Tournament) -> tuple[str, ...]:
    """UTH 16.1, CAN 17.1, STAR 7.1: tournament rules beat those of the game, and rules beat conditions.

    PON 20.1, PON 20.5, HLD 20.1, HLD 20.5: there the rules for tournaments add to those of the game, and approved
    conditions beat both while the tournament lasts.
    """
    if state.rules.rules_beat_conditions:
        return TOURNAMENT, GAME, CONDITIONS
    return CONDITIONS, TOURNAMENT, GAME


_PREVAILS: Mapping[str, tuple[str, str]] = {
    STAR: ("STAR 7.1", "STAR 7.1"),
    UTH: ("UTH 16.1", "UTH 16.3(b)"),
    CAN: ("CAN 17.1", "CAN 17.3(b)"),
    PON: ("PON 20.1", "PON 20.5"),
    HLD: ("HLD 20.1", "HLD 20.5"),
}


def prevails(state: Tournament, first: Says, second: Says) -> tuple[Says, Says, str]:
    """Which of two sources holds, which does not, and the clause that says so (see `precedence`)."""
    order = precedence(state)
    winner, loser = sorted((first, second), key=lambda each: order.index(each.source))
    between_rules, with_conditions = _PREVAILS[state.rules.prefix]
    return winner, loser, with_conditions if CONDITIONS in (winner.source, loser.source) else between_rules


def rule_on_conflict(state: Tournament, command: RuleOnConflict) -> Decision:
    """STAR 7.1, UTH 16.1, PON 20.5, CAN 17.1: the ruling names what holds and what it holds against."""
    sources = (command.first.source, command.second.source)
    if not set(sources) <= {GAME, TOURNAMENT, CONDITIONS} or sources[0] == sources[1]:
        sentence = f"Two of {GAME}, {TOURNAMENT} and {CONDITIONS} disagree."
        return Refusal(state.clause("procedures"), sentence, "sources")
    winner, loser, clause = prevails(state, command.first, command.second)
    what = f"{command.subject}: {winner.what} ({winner.source}, {winner.clause}) prevails over "
    return (Ruled(f"{what}{loser.what} ({loser.source}, {loser.clause}).", None, clause),)


def _stamp(state: Tournament, event: Stamped) -> Tournament:
    return state._replace(
        stamps=Frozen({**state.stamps, event.what: event.at}), approval=event.reference or state.approval
    )


def _duty_changed(state: Tournament, event: DutyChanged) -> Tournament:
    return state._replace(on_duty=state.on_duty | {event.name} if event.on else state.on_duty - {event.name})


_BEFORE = (Stage.PLANNED, Stage.OPEN)
_HOUSE = (Role.OPERATOR,)

VERBS: Verbs = {
    NameDirector: Verb(name_director, _HOUSE, subject="director"),
    SignOn: Verb(sign_on, subject="director"),
    SignOff: Verb(sign_off, subject="director"),
    PublishConditions: Verb(publish_conditions, _HOUSE, (Stage.PLANNED,), "before_entries"),
    NotifyCommission: Verb(notify_commission, _HOUSE, (Stage.PLANNED,), "before_entries"),
    RecordApproval: Verb(record_approval, _HOUSE, (Stage.PLANNED,), "before_entries"),
    AnnounceConditions: Verb(announce_conditions, _HOUSE, _BEFORE, "before_entries"),
    AmendConditions: Verb(amend_conditions, _HOUSE, _BEFORE, "before_entries"),
    OpenEntries: Verb(open_entries, _HOUSE, (Stage.PLANNED,), "before_entries"),
    RuleOnConflict: Verb(rule_on_conflict, subject="procedures"),
}
APPLIERS: Appliers = {
    DirectorNamed: lambda state, event: state._replace(directors=(*state.directors, event.name)),
    DutyChanged: _duty_changed,
    Stamped: _stamp,
    ConditionsAmended: lambda state, event: state._replace(conditions=event.conditions, stamps=Frozen({}), approval=""),
}

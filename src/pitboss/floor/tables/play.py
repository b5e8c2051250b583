"""Play: everything that anybody does at a table, as the one command that gives the game one of its verbs.

The floor's roles stand for the games' roles, the clock is the house's own, and with a virtual croupier the routine
follows within the same command.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, field
from typing import Any, get_type_hints

from pitboss.cards.card import card, card_or_back
from pitboss.floor.kernel.contract import Command, Decision, Fact, No, Now, SecondPerson, TwoPeople, Verb, Verbs
from pitboss.floor.kernel.field_checks import is_id, wrong
from pitboss.floor.kernel.game_roles import (
    AT_A_TABLE,
    game_role,
    is_open_while_disabled,
    is_theirs,
    takes_two,
    why_not_there,
)
from pitboss.floor.kernel.premises import minute_of_day, premises_of, refusal_if_disabled
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import patron_record
from pitboss.floor.people.keeping_out import OF_THE_GAME, at_every_table, note_departure
from pitboss.floor.tables import bots_company, dealing
from pitboss.floor.tables.dealing import Proceedings, of_the_table, table_at
from pitboss.floor.tables.practice_record import DecisionKept, is_bot
from pitboss.floor.tables.record import LIVE, CameTo, SaidReady, TableRecord, at_table, seats_of
from pitboss.floor.tables.stake_limits import beyond_limit
from pitboss.floor.tables.typed_cards import cards_from, seen_before, there_twice
from pitboss.games.command import Command as GameCommand
from pitboss.games.command import Role as GameRole
from pitboss.games.frozen import Frozen
from pitboss.games.house.between_rounds import MOST_IDLE_ROUNDS
from pitboss.games.play import RUNNING, Events, Stage
from pitboss.games.writing.settings import limits_from, values_from
from pitboss.rulebook.refusal import Refusal

# What of a command of the games the house says itself, and what is written otherwise: cards by their faces, the rest by
# names.
_OF_THE_HOUSE = ("by", "minute", "seconds")
_WRITTEN: Mapping[str, Any] = {
    "cards": tuple[str, ...],
    "limits": Mapping[str, Mapping[str, int]] | None,
    "settings": Mapping[str, Any] | None,
}
_PARTICULARS = tuple(name for name in GameCommand._fields if name not in _OF_THE_HOUSE)


def _written_fields() -> Iterator[tuple[str, Any]]:
    """Yield the particulars of a command of the games, as fields in the body of a command of the floor."""
    kinds, defaults = get_type_hints(GameCommand), GameCommand._field_defaults
    yield "__annotations__", {"table": str} | {name: _WRITTEN.get(name, kinds[name]) for name in _PARTICULARS}
    for name in _PARTICULARS:
        usual = defaults.get(name, MISSING)
        yield name, field(default_factory=dict) if isinstance(usual, Mapping) else field(default=usual)


_TableCommand: Any = type("_TableCommand", (Command,), dict(_written_fields()))


class Play(_TableCommand):  # type: ignore[misc]
    """Something done at a table: `do` is a verb of its game, and the rest are the particulars that the verb needs.

    A player acts for themself. Cards are written like Ah, Td or JK, and ?? where one is dealt face down at a live table
    and nobody has read it; amounts are cents.
    """


class Deal(Command):
    """No more waiting: the virtual croupier closes the betting, or goes on past what players may still do.

    A player says so for themself, and the croupier goes on when everybody has. Those who run the table need not wait,
    but in a round for money: what players may still do there is cut off by the house's clock alone.
    """

    table: str


class Depart(Command):
    """The house notes that somebody who has no seat and no chips at a table any more has gone from it."""

    table: str
    player: str


# Coming to a table, and what is done at somebody else's or at nobody's place.
_COMING = ("sit", "join", "place")
_AT_ANY_SEAT = (*_COMING, "change_seat", "request_seat_change")
# Coming back to the game after having sat out.
_COMING_BACK = ("sit_in", "post_blinds")
# What a dealer takes from a player's account without a word of theirs.
_CHARGES = ("pay_time",)
# What ends something that a table has kept under a name, whosever it is.
_LETTING_GO = ("readmit_player", "lift_restriction", "leave_waiting_list")


def play(now: Now, actor: Actor, command: Play) -> Decision:
    """One verb of the game, with everything that follows from it at this table."""
    record = table_at(now, command.table)
    if isinstance(record, No):
        return record
    verb = record.rules.verbs.get(command.do)
    if verb is None:
        return wrong("do", f"There is no {command.do!r} in {record.rules.title}.")
    role = game_role(actor.role, verb, record.mode)
    if role is None or not is_theirs(actor.role, record.rules, command.do, record.mode):
        words = command.do.replace("_", " ").capitalize()
        return No(f"{words} is not for the {actor.role}.", clause=verb.clause, word="role", status=403)
    refusal = _refuse_if_stopped(now, record, actor, command.do) or _not_there(record, actor, command.do)
    given = refusal or to_the_rules(now, record, actor, command, role)
    if isinstance(given, No):
        return given
    doing = Proceedings(record, now.at)
    if record.is_practice and given.do in {choice.do for choice in record.rules.choices(record.state)}:
        _keep_for_taking_back(doing, actor)
    if given.do == "start_round":
        dealing.sit_out(doing, _kept_out(now, record))
    done = follow(now, doing, given)
    if isinstance(done, No):
        return done
    dealing.sit_out(doing, _idle(doing.record))
    return _with_its_people(now, actor, doing, given, done)


def _idle(record: TableRecord) -> list[int]:
    """HLD 4.8[s2], HLD 17.4[s1]: seats whose hands the clock has folded so often in a row that nobody plays there.

    They are dealt in again when their players say that they are back. HLD 19.6 is about giving up the seat.
    """
    room = record.room
    if room is None:
        return []
    chairs = sorted(room.chairs(record.state).items())
    idle = [(seat, chair) for seat, chair in chairs if record.timed_out.get(chair.player, 0) >= MOST_IDLE_ROUNDS]
    return [seat for seat, chair in idle if not room.is_away(chair)]


def _keep_for_taking_back(doing: Proceedings, actor: Actor) -> None:
    """A person alone at a practice table decides in a round, and may come back to this."""
    record = doing.record
    is_alone = actor.role is Role.PLAYER and record.persons == {actor.id}
    if record.is_practice and is_alone and record.state.felt.stage in RUNNING:
        doing.tell(DecisionKept(actor.id))


def follow(now: Now, doing: Proceedings, given: GameCommand) -> Events | No:
    """Return the events of a command: what precedes it by itself, the command, and the croupier's routine after it."""
    refusal = _prepare(now, doing, given) or _begin(now, doing, given)
    if refusal:
        return refusal
    before = doing.state.felt.dealt
    done = doing.give(given)
    if isinstance(done, Refusal):
        return No.by_rule(done)
    twice = None if doing.record.is_virtual else there_twice(doing.record, before)
    if twice:
        return twice
    if doing.record.is_virtual and doing.record.disabled is None and refusal_if_disabled(now) is None:
        dealing.run(doing)
    return done


def _with_its_people(now: Now, actor: Actor, doing: Proceedings, given: GameCommand, done: Events) -> Decision:
    """Whether the player may play at all, the money for it, and who has come to the table or gone."""
    record, subject = doing.record, given.player
    is_known = subject is None or (record.is_practice and is_bot(subject)) or patron_record.find(now, subject)
    if not is_known and given.do not in _LETTING_GO:
        return patron_record.unknown(subject or "", field="player")
    paid = list(dealing.account_payments(record, done)) if given.by is GameRole.PLAYER else []
    coming = {subject} if subject and given.do in (*_COMING, *_COMING_BACK) else set()
    for name in sorted(coming | dict(paid).keys()):
        barred = patron_record.refusal_to_play(now, name)
        if barred:
            return barred
    beyond = _beyond_limit(now, actor, doing.before, given, done)
    if beyond:
        return beyond
    for name in sorted(dict(paid)) if record.is_practice else ():
        bots_company.top_up(now, doing, name, sum(cents for who, cents in paid if who == name))
    if record.is_practice:
        bots_company.look_after(now, doing)
    gone = _seen_out(now, doing)
    if subject and is_id(subject):
        _note_presence(doing, subject)
    for name in gone:
        note_departure(doing, name)
    if given.do in OF_THE_GAME and not record.is_practice:
        doing.facts += at_every_table(now, record, given)
    return doing.decision()


def _beyond_limit(now: Now, actor: Actor, record: TableRecord, given: GameCommand, done: Events) -> No | None:
    """Whether a dealer stakes a patron's account, or charges it, beyond what was opened for this table."""
    takes = given.by is GameRole.PLAYER or given.do in _CHARGES
    if record.mode != LIVE or actor.role is Role.PLAYER or not takes:
        return None
    return beyond_limit(now, record, actor, dealing.account_payments(record, done))


def _seen_out(now: Now, doing: Proceedings) -> list[str]:
    """A round for money is over: whoever the house keeps out goes now, and not before."""
    was_over = doing.before.state.felt.stage is Stage.OVER
    if was_over or doing.state.felt.stage is not Stage.OVER or doing.record.is_practice:
        return []
    kept_out = [name for name in sorted(doing.record.persons) if _is_kept_out(now, name)]
    for name in kept_out:
        dealing.see_out(doing, name)
    return kept_out


def _is_kept_out(now: Now, player: str) -> bool:
    record = patron_record.find(now, player)
    return record is not None and patron_record.kept_out(record, patron_record.today(now)) is not None


def _refuse_if_stopped(now: Now, record: TableRecord, actor: Actor, do: str) -> No | None:
    """Return the refusal of a disabled table or house."""
    stopped = refusal_if_disabled(now)
    if stopped is None and record.disabled is not None:
        stopped = _disabled_refusal(record)
    return None if stopped is None or is_open_while_disabled(record, actor, do) else stopped


def _disabled_refusal(record: TableRecord) -> No:
    reason = f"The table is disabled: {record.disabled}"
    return No(reason, clause=record.rules.clauses.closure, word="table_disabled")


def _not_there(record: TableRecord, actor: Actor, do: str) -> No | None:
    reason = why_not_there(actor.role, record.rules, do, record.mode)
    return None if reason is None else No(reason, clause=record.rules.verbs[do].clause, word="virtual", status=403)


def to_the_rules(now: Now, record: TableRecord, actor: Actor, command: Play, role: GameRole) -> GameCommand | No:
    """The command as the game knows it: with the actor's own name, and with the house's clock."""
    read = card_or_back if record.rules.verbs[command.do].face_down else card
    cards = cards_from(command.cards, read) if command.cards else ()
    if isinstance(cards, No):
        return cards
    try:
        limits = None if command.limits is None else Frozen(limits_from(command.limits))
        settings = None if command.settings is None else Frozen(values_from(record.rules, command.settings))
    except (TypeError, ValueError, AttributeError, LookupError):
        return wrong("limits" if command.settings is None else "settings", "They are told by their names.")
    who = actor.id if actor.role is Role.PLAYER else command.player
    not_theirs = _not_theirs(record, actor, command) if actor.role is Role.PLAYER else None
    if not_theirs:
        return not_theirs
    if role is GameRole.PLAYER and not who:
        return wrong("player", "Say which player this is for.")
    since = record.awaited.get(command.seat or 0, now.at)
    told = {name: getattr(command, name) for name in _PARTICULARS}
    told |= {"player": who, "cards": cards, "limits": limits, "settings": settings}
    told |= {name: Frozen(told[name]) for name in ("wagers", "amounts")}
    given = GameCommand(role, **told)
    takes = record.rules.verbs[command.do].needs + record.rules.verbs[command.do].takes
    if "seconds" in takes:
        given = given._replace(seconds=(now.at - since) // 1_000_000)
    if "minute" in takes or command.do == "start_round":
        given = given._replace(minute=minute_of_day(now))
    is_typed = given.do == "deal" and not record.is_virtual
    return (seen_before(record, given) if is_typed else None) or given


def _not_theirs(record: TableRecord, actor: Actor, command: Play) -> No | None:
    """A player decides at their own places, and for their own money."""
    clause, place = record.rules.clauses.spot, record.rules.place.capitalize()
    if command.player not in (None, actor.id):
        return No("Nobody plays for another player.", clause=clause, field="player", word="not_yours")
    if {*command.amounts, *command.joined_by} - {actor.id}:
        return No("Nobody wagers for another player.", clause=clause, word="not_yours")
    if command.seat is None or command.do in _AT_ANY_SEAT:
        return None
    if command.seat in seats_of(record, actor.id):
        return None
    return No(f"{place} {command.seat} is not yours.", clause=clause, word="not_yours")


def _prepare(now: Now, doing: Proceedings, given: GameCommand) -> No | None:
    """With a wager a new round begins by itself at a virtual table, and at any table its player sits down."""
    record, stage = doing.record, doing.state.felt.stage
    if given.do != "place":
        return None
    if record.is_virtual and stage in (Stage.IDLE, Stage.OVER):
        refusal = not_begun(now, record) or _by_rule(dealing.start_round(doing, minute_of_day(now)))
        if refusal:
            return refusal
        dealing.run(doing)
    if given.player not in doing.state.house.seated.values():
        # Where somebody else sits the wager may still be allowed; the rules will say.
        doing.give(GameCommand(GameRole.PLAYER, "sit", given.seat, given.player))
    return None


def _begin(now: Now, doing: Proceedings, given: GameCommand) -> No | None:
    """A round begins only while the house is open. A player who plays the hand waits for nothing before it."""
    if given.do == "start_round":
        return not_begun(now, doing.record)
    record = doing.record
    waited = dealing.waited_for(record) if record.is_virtual else frozenset()
    if not waited:
        return None
    offered = {choice.do for choice in dealing.optional_choices(record)}
    plays = given.by is GameRole.PLAYER and record.rules.verbs[given.do].stages is None and given.do not in offered
    if plays and waited - record.ready <= {given.player}:
        return _by_rule(dealing.go_on(doing, minute_of_day(now)))
    return None


def not_begun(now: Now, record: TableRecord) -> No | None:
    """Return the reason no round begins: the house is closed."""
    if premises_of(now).is_open:
        return None
    return No("The house is closed: no new round begins.", clause=record.rules.clauses.hours, word="house_closed")


def _by_rule(refusal: Refusal | None) -> No | None:
    return None if refusal is None else No.by_rule(refusal)


def _note_presence(doing: Proceedings, subject: str) -> None:
    """Record who has come to the table or left it; play time counts at money tables."""
    record = doing.record
    there, before = subject in at_table(record), subject in record.present
    if before and not there:
        note_departure(doing, subject)
    elif there and not before:
        doing.tell(CameTo(subject))
        if not record.is_practice:
            doing.facts.append(Fact(patron_record.stream_of(subject), patron_record.CameToTable(record.id)))


def deal(now: Now, actor: Actor, command: Deal) -> Decision:
    """The virtual croupier goes on, at once or when everybody who is waited for has said so."""
    record = table_at(now, command.table)
    if isinstance(record, No):
        return record
    refusal = _cannot_deal(now, record)
    if refusal:
        return refusal
    kept_out = _kept_out(now, record)
    doing, waited = Proceedings(record, now.at), dealing.to_be_ready(record) - set(kept_out.values())
    if actor.role is Role.PLAYER:
        if actor.id not in waited:
            return No("The croupier does not wait for you.", clause=_procedures(record), word="not_waited")
        if actor.id in record.ready and waited - record.ready:
            return No("You have said so; others are still waited for.", clause=_procedures(record), word="said_already")
        _keep_for_taking_back(doing, actor)
        doing.tell(SaidReady(actor.id))
        if waited - doing.record.ready:
            return doing.decision({"table": record.id, "waits_for": sorted(waited - doing.record.ready)})
    elif actor.role is not Role.CROUPIER and dealing.is_for_the_clock_alone(record):
        reason = "Players may still do something here: the house's own clock goes on when their time is up."
        return No(reason, clause=_procedures(record), word="players_time")
    dealing.sit_out(doing, kept_out)
    told = dealing.go_on(doing, minute_of_day(now))
    if told is not None:
        return No.by_rule(told)
    if record.is_practice:
        bots_company.look_after(now, doing)
    for name in _seen_out(now, doing):
        note_departure(doing, name)
    return doing.decision()


def _kept_out(now: Now, record: TableRecord) -> dict[int, str]:
    """Between hands of hold'em: the seats of players who may not play any more. They get no cards and post no blind."""
    state, room = record.state, record.room
    if room is None or state.felt.stage not in (Stage.IDLE, Stage.OVER):
        return {}
    chairs = sorted(room.chairs(state).items())
    playing = {seat: chair.player for seat, chair in chairs if not room.is_away(chair) and not chair.leaves}
    return {
        seat: name for seat, name in playing.items() if not is_bot(name) and patron_record.refusal_to_play(now, name)
    }


def _procedures(record: TableRecord) -> str:
    return record.rules.clauses.procedures


def _cannot_deal(now: Now, record: TableRecord) -> No | None:
    stopped = refusal_if_disabled(now)
    if stopped:
        return stopped
    if record.disabled is not None:
        return _disabled_refusal(record)
    if not record.is_virtual:
        reason = "At a live table the dealer deals the cards and enters them."
        return No(reason, clause=record.rules.clauses.dealer, word="live")
    return not_begun(now, record) if record.state.felt.stage in (Stage.IDLE, Stage.OVER) else None


def depart(now: Now, actor: Actor, command: Depart) -> Decision:
    record = table_at(now, command.table)
    if isinstance(record, No):
        return record
    if command.player not in record.present or command.player in at_table(record):
        return No(f"{command.player} has not gone from this table.", field="player", word="still_there")
    doing = Proceedings(record, now.at)
    note_departure(doing, command.player)
    return doing.decision({})


def _streams(actor: Actor, command: Any) -> tuple[str, ...]:
    """The table, and the patron whose play time may begin or end."""
    who = actor.id if actor.role is Role.PLAYER else command.player
    return (*of_the_table(actor, command), *((patron_record.stream_of(who),) if who and is_id(who) else ()))


def _why_two_people(now: Now, actor: Actor, command: Play) -> TwoPeople | None:
    """A ruling at a virtual table for money is nobody's alone, and is agreed to for its own round only."""
    record = table_at(now, command.table)
    if isinstance(record, No) or not takes_two(actor.role, command.do, record.mode):
        return None
    clause, about = record.rules.verbs[command.do].clause, f"{record.id} {record.state.house.round}"
    return TwoPeople("A ruling at a virtual table for money takes two people.", clause, about)


_AT_TABLES = tuple(AT_A_TABLE)
_TWO_PEOPLE = SecondPerson((Role.SUPERVISOR, Role.MANAGER), "for rulings at virtual tables for money", _why_two_people)
VERBS: Verbs = {
    Play: Verb(play, _AT_TABLES, _streams, second=_TWO_PEOPLE),
    Deal: Verb(deal, _AT_TABLES, of_the_table),
    Depart: Verb(depart, (Role.CROUPIER,), _streams),
}

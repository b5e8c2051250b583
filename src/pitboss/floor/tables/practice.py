"""Practice: what a player at a practice table may do that is nowhere else: take back, ask for a hand, play with bots.

At tables for money there is none of it. Taking back and asking for a hand are for a person who is alone at the table,
with bots or without: others would play on cards that somebody knows, or lose what they have decided.
"""

from pitboss.cards.card import CardError, card, face
from pitboss.floor.kernel.accounts import patron, practice
from pitboss.floor.kernel.contract import Command, Decision, Fact, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.kernel.premises import refusal_if_disabled
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tables import bots, bots_company, practice_cards
from pitboss.floor.tables.dealing import Proceedings, of_the_table, table_at
from pitboss.floor.tables.play import not_begun
from pitboss.floor.tables.practice_record import PLACES, DecisionTakenBack, HandAsked
from pitboss.floor.tables.record import PracticeToppedUp, TableRecord, moved_back, stream_of
from pitboss.games.play import RUNNING


class AskForHand(Command):
    """At a practice table: deal these cards in the next round. Those that are not asked for come by chance.

    Cards are written like Ah or Td. Without any card nothing is asked for any more.
    """

    table: str
    hand: tuple[str, ...] = ()
    dealer: tuple[str, ...] = ()
    board: tuple[str, ...] = ()


class TakeBack(Command):
    """At a practice table: the table and the practice money are again as before the player's last decision."""

    table: str


class SeatBots(Command):
    """At a practice table: so many bots more take free seats and play with whoever is there."""

    table: str
    number: int = 1


class SendBotsAway(Command):
    """At a practice table: all bots leave."""

    table: str


def ask_for_hand(now: Now, actor: Actor, command: AskForHand) -> Decision:
    record = _practice_table(now, command.table)
    if isinstance(record, No):
        return record
    refusal = _not_alone(record, actor)
    if refusal:
        return refusal
    if record.state.felt.stage in RUNNING:
        clause = record.rules.clauses.lock
        return No("The cards of this round are out: ask before the next one.", clause=clause, word="cards_out")
    asked = _hand_asked(actor.id, command)
    if isinstance(asked, No):
        return asked
    if not asked.places and record.asked is None:
        return wrong("hand", "Say which cards you want.")
    told = {place: [face(each) for each in cards] for place, cards in asked.places.items()}
    answer = {"table": record.id, "asked_for": told}
    return practice_cards.cannot_be(record, asked) or Yes((Fact(stream_of(record.id), asked),), answer)


def _hand_asked(player: str, command: AskForHand) -> HandAsked | No:
    cards = []
    for place in PLACES:
        try:
            cards.append(tuple(card(each) for each in getattr(command, place)))
        except CardError as error:
            return wrong(place, str(error))
    return HandAsked(player, *cards)


def take_back(now: Now, actor: Actor, command: TakeBack) -> Decision:
    record = _practice_table(now, command.table)
    if isinstance(record, No):
        return record
    refusal = _not_there(record, actor) or _not_alone(record, actor)
    if refusal:
        return refusal
    if not record.kept:
        return No("There is no decision of this round to take back.", word="nothing_to_take_back")
    if record.state.felt.stage not in RUNNING:
        closed = not_begun(now, record)
        if closed:
            return closed
    doing = Proceedings(record, now.at)
    _pay_for_it(now, doing)
    doing.tell(DecisionTakenBack(actor.id))
    return doing.decision()


def _pay_for_it(now: Now, doing: Proceedings) -> None:
    """Give practice money to whoever has spent elsewhere what now goes back."""
    change: dict[str, int] = {}
    for source, target, cents in moved_back(doing.record):
        change[source] = change.get(source, 0) - cents
        change[target] = change.get(target, 0) + cents
    prefix = practice(patron(""))
    for account, cents in sorted(change.items()):
        lacks = -cents - now.balance(account) if account.startswith(prefix) else 0
        if lacks > 0:
            doing.tell(PracticeToppedUp(account.removeprefix(prefix), lacks))


def seat_bots(now: Now, actor: Actor, command: SeatBots) -> Decision:
    record = _practice_table(now, command.table)
    if isinstance(record, No):
        return record
    refusal = _not_there(record, actor)
    if refusal:
        return refusal
    if not record.persons:
        return No("Bots play with somebody, and nobody is at the table.", field="table", word="nobody_there")
    there = bots.bots_at(record.state)
    free = min(len(bots_company.free_seats(record)), len(bots.NAMES) - len(there))
    if not 1 <= command.number <= free:
        return wrong("number", f"There is room for {free} more." if free else "There is no room for a bot.")
    doing = Proceedings(record, now.at)
    bots_company.seat(doing, command.number)
    bots_company.fill_purses(now, doing)
    came = [name for name in bots.bots_at(doing.state).values() if name not in there.values()]
    if len(came) < command.number:
        return No("The bots cannot sit down now.", clause=record.rules.clauses.spot, word="no_seat")
    return doing.decision({"table": record.id, "bots": came})


def send_bots_away(now: Now, actor: Actor, command: SendBotsAway) -> Decision:
    record = _practice_table(now, command.table)
    if isinstance(record, No):
        return record
    refusal = _not_there(record, actor)
    if refusal:
        return refusal
    if not bots.bots_at(record.state):
        return No("There are no bots at this table.", field="table", word="no_bots")
    if not bots_company.may_go(record):
        clause = record.rules.clauses.round_of_play
        return No("The bots play this round to its end first.", clause=clause, word="round_runs")
    doing = Proceedings(record, now.at)
    bots_company.send_away(doing)
    return doing.decision({"table": record.id})


def _practice_table(now: Now, table: str) -> TableRecord | No:
    """The table, where there is practice at it and nothing stops it."""
    record = table_at(now, table)
    if isinstance(record, No):
        return record
    if not record.is_practice:
        reason = "This is for practice tables only: at a table for money nobody is helped and no odds are changed."
        return No(reason, clause=record.kit.no_aids, word="no_practice", status=403)
    if record.disabled is not None:
        reason = f"The table is disabled: {record.disabled}"
        return No(reason, clause=record.rules.clauses.closure, word="table_disabled")
    return refusal_if_disabled(now) or record


def _not_there(record: TableRecord, actor: Actor) -> No | None:
    if actor.role is Role.PLAYER and actor.id not in record.persons:
        return No("You are not at this table.", field="table", word="not_there")
    return None


def _not_alone(record: TableRecord, actor: Actor) -> No | None:
    if record.persons <= {actor.id}:
        return None
    return No("Others are at this table: this is for somebody who practises alone.", field="table", word="not_alone")


_PLAYER = (Role.PLAYER,)
_ANYBODY = (Role.PLAYER, Role.SUPERVISOR, Role.MANAGER)
VERBS: Verbs = {
    AskForHand: Verb(ask_for_hand, _PLAYER, of_the_table),
    TakeBack: Verb(take_back, _PLAYER, of_the_table),
    SeatBots: Verb(seat_bots, _ANYBODY, of_the_table),
    SendBotsAway: Verb(send_bots_away, _ANYBODY, of_the_table),
}

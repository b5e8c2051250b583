"""Describes events in one short sentence each, for readers of the journal; cards are not told.

Every kind of event has its words, and none names a hidden card; what happens at tables is said in `kits.events`.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from pitboss.floor.kernel.command_words import command_words
from pitboss.floor.reading import event_words_desks, event_words_tournament
from pitboss.floor.reading.event_forms import FORM, day, reason
from pitboss.games.command import dollars
from pitboss.journal import codec
from pitboss.kits.events import Words, note_on


def words_of(event: Any) -> str:
    """An event as a sentence without a card in it."""
    kind = codec.kind_name(event)
    known = note_on(kind)
    told = (
        known.words
        if known
        else _WORDS.get(kind) or f"{re.sub('(?<=[a-z])(?=[A-Z])', ' ', kind.partition('.')[2]).capitalize()}."
    )
    return told(event) if callable(told) else FORM.vformat(told, (), event._asdict())


def _day_closed(event: Any) -> str:
    """The day of the report: an earlier version wrote the day on which it was closed beside it."""
    report = event.report
    figures = f"win {dollars(report.win)}, drop {dollars(report.drop)}, commission {dollars(report.commission)}"
    return f"The books of the gaming day {day(report.day)} are closed: {figures}."


def _stake_limit(event: Any) -> str:
    if not event.amount:
        return f"{event.patron} lets dealers stake nothing here any more."
    return f"{event.patron} lets dealers stake up to {dollars(event.amount)} here."


def _approval_asked(event: Any) -> str:
    return f"Request {event.number} waits for a second person: {command_words(event.command, json.loads(event.given))}"


_WORDS: Mapping[str, Words] = {
    "floor.ApprovalAsked": _approval_asked,
    "floor.Approved": "Request {number} is approved.",
    "floor.Declined": "Request {number} is declined: {reason:r}",
    "floor.SupervisorCalled": lambda event: (
        f"A supervisor is called{f': {reason(event.reason)}' if event.reason else '.'}"
    ),
    "floor.CallAnswered": "The call for a supervisor is answered.",
    "floor.DayClosed": _day_closed,
    "floor.TableDisabled": "The table is disabled: {reason:r}",
    "floor.TableEnabled": "The table is enabled again: {reason:r}",
    "floor.TableSet": "The table is set up anew: {title}.",
    "floor.HouseDisabled": "The house is disabled: {reason:r}",
    "floor.HouseEnabled": "The house is enabled again: {reason:r}",
    "floor.ShoeCommitted": "Shoe {number} of {cards} cards is shuffled, and its order promised.",
    "floor.CardsDrawn": "Cards leave the shoe: {number}.",
    "floor.SaidReady": "{player} waits for nothing more.",
    "floor.CameTo": "{player} comes to the table.",
    "floor.WentFrom": "{player} goes from the table.",
    "floor.StructureSaved": "The structure {name} is saved: {title}.",
    "floor.StructureDropped": "The structure {name} is put away.",
    "floor.StakeLimitSet": _stake_limit,
    "floor.StakeLimitRaised": "{patron} has bought in here: dealers may stake {amount:$} more for them.",
    "floor.PracticeToppedUp": "{player} has {cents:$} of practice money more.",
    **event_words_desks.WORDS,
    **event_words_tournament.WORDS,
}

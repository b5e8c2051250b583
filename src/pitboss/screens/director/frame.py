"""The frame of every tournament page: the clock and its keys, the tabs, names of people, previews."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.preview import answer_of
from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading.tournaments.papers import sentences_of
from pitboss.floor.reading.tournaments.views import view_of
from pitboss.floor.tournaments.commands import Desk
from pitboss.floor.tournaments.desk import COMMANDS, roles_for
from pitboss.floor.tournaments.record import moves_of, standing
from pitboss.games.command import dollars
from pitboss.screens.common import formatting
from pitboss.screens.common.acting import answer_refusal, given_by, poster
from pitboss.screens.common.pages import Context, Drawn, Page, Visit, draw, page
from pitboss.screens.common.tournaments import find, wall_day, wall_time
from pitboss.tournaments.chips import races
from pitboss.tournaments.event.conditions import HOUSE_GAMES
from pitboss.tournaments.event.log import Record

RUN_BY = (Role.DIRECTOR, Role.MANAGER)
# Who takes entries and pays prizes, and who reads what has happened.
DESK = (*RUN_BY, Role.CASHIER)
READ_BY = (*RUN_BY, Role.AUDITOR)
# Who tells what came of a round and of a chip race: also whoever deals it.
DEALT_BY = (*RUN_BY, Role.DEALER)


class Tab(NamedTuple):
    """A page of a tournament."""

    title: str
    address: str
    roles: tuple[Role, ...]
    is_for: Callable[[Record], bool] = lambda _record: True


def is_house_game(record: Record) -> bool:
    return record.state.conditions.game in HOUSE_GAMES


def races_chips(record: Record) -> bool:
    return races.races_chips(record.state)


TABS = (
    Tab("Desk", "", RUN_BY),
    Tab("Entries", "entries/", DESK),
    Tab("Rulings", "rulings/", RUN_BY),
    Tab("Sessions", "sessions/", DEALT_BY, is_house_game),
    Tab("Chip race", "races/", DEALT_BY, races_chips),
    Tab("Prizes", "prizes/", DESK),
    Tab("Conditions", "conditions/", RUN_BY),
    Tab("Afterwards", "afterwards/", READ_BY),
)


def tournament_page(*roles: Role) -> Callable[[Callable[..., Drawn]], Page]:
    """A page of a tournament, `view(visit, record, **path)`; where there is none of that name it says so."""

    def decorate(view: Callable[..., Drawn]) -> Page:
        @page(*roles)
        @wraps(view)
        def answer(visit: Visit, tournament: str, **path: Any) -> Drawn:
            record = find(visit, tournament)
            return record if isinstance(record, No) else view(visit, record, **path)

        return answer

    return decorate


def tournament_part(visit: Visit, record: Record, template: str, **more: Any) -> HttpResponse:
    """A page of a tournament or a part of one: `view` is the tournament as this person sees it now."""
    root = f"/director/{record.id}/"
    names = Names(record)
    common: Context = {
        "t": record.id,
        "root": root,
        "view": view_of(record, visit.actor, visit.floor.clock()),
        "state": record.state,
        "offset": record.utc_offset,
        "lines": len(record.log),
        "tabs": pages_of(visit, record),
        "may": lambda do: visit.actor.role in roles_for(do) if do in COMMANDS else visit.actor.role in RUN_BY,
        "who": names.who,
        "surname": names.surname,
        "named": names.with_names,
        "undo_asks": lambda line: _undo_asks(visit, record, names, line),
        "cited": lambda subject: record.state.rules.clauses.get(subject, ""),
        "wall_time": wall_time,
        "wall_day": wall_day,
    }
    return draw(visit, template, **(common | more))


class Names:
    """People of a tournament by name: the desk knows them by their numbers."""

    def __init__(self, record: Record) -> None:
        self._known: dict[str, str] = {}
        self._number = re.compile(r"\b(?:" + "|".join(map(re.escape, record.state.people)) + r")\b")
        self._has_people = bool(record.state.people)

    def who(self, player: str) -> str:
        """`Alice Reed` for p1001."""
        if player not in self._known:
            self._known[player] = formatting.name_of(f"patron:{player}")
        return self._known[player]

    def surname(self, player: str) -> str:
        words = self.who(player).split()
        return words[-1] if words else player

    def with_names(self, sentence: str) -> str:
        """A sentence of the desk with the names of people in it."""
        return self._number.sub(lambda found: self.who(found[0]), sentence) if self._has_people else sentence


def _undo_asks(visit: Visit, record: Record, names: Names, line: int | None) -> str:
    """Return the question before a step is taken back: whose it is, what it was, and the money that goes back.

    One's own step that moves no money is taken back without a question.
    """
    step = record.last if line is None else standing(record, line)
    cents = 0 if step is None else sum(move.amount for move in moves_of(step.events))
    if step is None or (step.who == visit.actor.person and not cents):
        return ""
    whose = "your step" if step.who == visit.actor.person else f"the step of {formatting.name_of(step.who)}"
    told = names.with_names(sentences_of(step)[0][0])
    return f"Undo {whose}? {told}{f' {dollars(cents)} goes back with it.' if cents else ''}"


def pages_of(visit: Visit, record: Record) -> list[Tab]:
    """The pages of a tournament that somebody may see."""
    return [tab for tab in TABS if visit.actor.role in tab.roles and tab.is_for(record)]


@tournament_page(*DESK, Role.DEALER, Role.AUDITOR)
def strip(visit: Visit, record: Record) -> HttpResponse:
    """The clock at the top of every page of a tournament."""
    return tournament_part(visit, record, "director/strip.html")


def would(request: HttpRequest) -> HttpResponse:
    """`POST /director/would`: what a form of the desk would come to, told before it is given. Nothing is recorded."""
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return visit
    given = given_by(request, Desk)
    if isinstance(given, No):
        return answer_refusal(visit, given)
    command = given[0]
    assert isinstance(command, Desk)
    answer = answer_of(visit.floor, visit.actor, command)
    if isinstance(answer, No):
        return answer_refusal(visit, answer)
    record = find(visit, command.tournament)
    assert isinstance(record, Record)
    return tournament_part(visit, record, "director/would.html", told=answer["told"])

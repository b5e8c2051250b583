"""`GET /screen/<tournament>`: the big screen. It stands on a wall and nobody signs in: it shows what is public."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.roles import VISITOR
from pitboss.floor.reading.tournaments.views import TournamentView, view_of
from pitboss.screens.common import formatting, process
from pitboss.screens.common.answers import json_answer, wrong_method
from pitboss.screens.common.pages import ANYBODY, Drawn, Visit, as_one_of_role, draw, page
from pitboss.screens.common.tournaments import find, tournaments_of, wall_day, wall_time
from pitboss.tournaments.chips.races import to_race
from pitboss.tournaments.clock import clock
from pitboss.tournaments.event.conditions import HOUSE_GAMES
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.prizes.prizes import next_pay_jump, paid_places


class Prize(NamedTuple):
    """A line of the prizes: places that win the same, and what they win; who won it, once that is known."""

    places: str
    cents: int
    goods: tuple[str, ...]
    name: str = ""


@page(*ANYBODY)
def screens(visit: Visit) -> HttpResponse:
    """Every tournament of the house, each with its screen."""
    return draw(visit, "big_screen/screens.html", tournaments=tournaments_of(visit), wall_day=wall_day)


def time_of_the_house(request: HttpRequest) -> HttpResponse:
    """`GET /screen/time`: microseconds since 1970, by which all screens set their clocks. Anybody may ask."""
    if request.method != "GET":
        return wrong_method("GET")
    return json_answer({"now": process.floor().clock()})


@page(*ANYBODY, shown_as=as_one_of_role)
def screen(visit: Visit, tournament: str, template: str = "big_screen/screen.html") -> Drawn:
    record = find(visit, tournament)
    if isinstance(record, No):
        return record
    view, state = view_of(record, VISITOR, visit.floor.clock()), record.state
    return draw(
        visit,
        template,
        t=record.id,
        view=view,
        tournament=state,
        paid_places=paid_places(state),
        next_jump=next_pay_jump(state),
        numbers=_numbers(record, view),
        prizes=_results(record, view) if view.stage == "over" else _prizes(view),
        is_house_game=state.conditions.game in HOUSE_GAMES,
        wall_time=wall_time,
        state=_state(view),
        day_ahead=_day_ahead,
    )


def _numbers(record: Record, view: TournamentView) -> dict[str, object]:
    """What the script needs to run the clock by itself, as when levels began and which chips go out in which break."""
    state = record.state
    goes_on = {
        "began": clock.level_beginnings(state, view.clock.at),
        "closes": clock.closing_second(state.conditions),
        "hands": state.clock.hands,
        "races": [{"chip": each.denomination, "after": each.next_break_after} for each in to_race(state)],
    }
    return {
        "clock": view.clock.as_json() | goes_on,
        **{name: getattr(view, name) for name in ("stage", "start", "average_stack", "registration_open")},
        "returns": state.returns,
        "offset": record.utc_offset,
        "start_words": wall_day(view.start) if view.start is not None else "",
        "returns_words": f"play goes on {_day_ahead(state.returns)}" if state.returns else "",
    }


def _state(view: TournamentView) -> str:
    """How the screen is laid out at first; the script goes on from there."""
    if view.stage in ("planned", "open"):
        return "before"
    reading = view.clock.reading
    if view.stage != "running" or reading is None:
        return "session" if view.stage == "running" else view.stage
    return "break" if reading.kind == "break" else "running"


def _day_ahead(moment: int) -> str:
    """`Sunday 12:00`: soon enough that nobody needs the date."""
    return f"{datetime.fromtimestamp(moment, UTC):%A %H:%M}"


def _prizes(view: TournamentView) -> list[Prize]:
    """Prizes from the first place down; places that win the same stand on one line."""
    cash, goods = view.prizes_cents, view.goods
    lines = [(place, cash.get(place, 0), goods.get(place, ())) for place in sorted({*cash, *goods})]
    by_prize = groupby(lines, key=lambda line: line[1:])
    return [Prize(_places([place for place, *_ in same]), *won) for won, same in by_prize]


def _places(places: Sequence[int]) -> str:
    return str(places[0]) if len(places) == 1 else f"{places[0]}–{places[-1]}"


def _results(record: Record, view: TournamentView) -> list[Prize]:
    """STAR 6.20: who has won what, by name only with consent."""
    return [
        Prize(_places(line.places), line.cents, line.goods, _public_name(record, line.name))
        for line in view.results
        if line.cents or line.goods or line.places[0] == 1
    ]


def _public_name(record: Record, public: str) -> str:
    """The name of somebody whom the tournament calls by their number in public; others stay an entrant of a number."""
    return formatting.name_of(f"patron:{public}") if public in record.state.people else public

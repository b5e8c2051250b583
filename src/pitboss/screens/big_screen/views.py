"""`GET /screen/<tournament>`: the big screen. It stands on a wall and nobody signs in: it shows what is public."""

from datetime import UTC, datetime
from itertools import groupby
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import No
from pitboss.floor.reading.tournaments.views import Shown, wall_of
from pitboss.screens.common import formatting, process
from pitboss.screens.common.answers import json_answer, wrong_method
from pitboss.screens.common.pages import ANYBODY, Drawn, Visit, draw, page
from pitboss.screens.common.tournaments import find, tournaments_of, wall_day, wall_time
from pitboss.tournaments.event.conditions import HOUSE_GAMES
from pitboss.tournaments.event.log import Record

# What the script needs to run the clock by itself.
_FOR_THE_CLOCK = ("clock", "stage", "start", "returns", "average_stack", "registration_open")


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


@page(*ANYBODY)
def screen(visit: Visit, tournament: str, template: str = "big_screen/screen.html") -> Drawn:
    record = find(visit, tournament)
    if isinstance(record, No):
        return record
    at = visit.floor.clock()
    view = wall_of(record, at)
    return draw(
        visit,
        template,
        t=record.id,
        view=view,
        numbers={name: view[name] for name in _FOR_THE_CLOCK}
        | {
            "offset": record.utc_offset,
            "start_words": wall_day(view["start"]) if view["start"] is not None else "",
            "returns_words": f"play goes on {_day_ahead(view['returns'])}" if view["returns"] else "",
        },
        prizes=_results(record, view) if view["stage"] == "over" else _prizes(view),
        is_house_game=record.state.conditions.game in HOUSE_GAMES,
        wall_time=wall_time,
        state=_state(view),
        day_ahead=_day_ahead,
    )


def _state(view: Shown) -> str:
    """How the screen is laid out at first; the script goes on from there."""
    if view["stage"] in ("planned", "open"):
        return "before"
    reading = view["clock"]["reading"]
    if view["stage"] != "running" or reading is None:
        return "session" if view["stage"] == "running" else str(view["stage"])
    return "break" if reading["kind"] == "break" else "running"


def _day_ahead(moment: int) -> str:
    """`Sunday 12:00`: soon enough that nobody needs the date."""
    return f"{datetime.fromtimestamp(moment, UTC):%A %H:%M}"


def _prizes(view: Shown) -> list[Prize]:
    """Prizes from the first place down; places that win the same stand on one line."""
    cash, goods = view["prizes_cents"], view["goods"]
    places = sorted({int(place) for place in (*cash, *goods)})
    lines = [(place, cash.get(str(place), 0), tuple(goods.get(str(place), ()))) for place in places]
    return [_line(list(same), *won) for won, same in groupby(lines, key=lambda line: line[1:])]


def _line(same: list[tuple[int, int, tuple[str, ...]]], cents: int, goods: tuple[str, ...]) -> Prize:
    return Prize(_places([line[0] for line in same]), cents, goods)


def _places(places: list[int]) -> str:
    return str(places[0]) if len(places) == 1 else f"{places[0]}–{places[-1]}"


def _results(record: Record, view: Shown) -> list[Prize]:
    """STAR 6.20: who has won what, by name only with consent."""
    lines = [line for line in view["results"] if line["cents"] or line["goods"] or line["places"][0] == 1]
    return [
        Prize(_places(line["places"]), line["cents"], tuple(line["goods"]), _public_name(record, line["name"]))
        for line in lines
    ]


def _public_name(record: Record, public: str) -> str:
    """The name of somebody whom the tournament calls by their number in public; others stay an entrant of a number."""
    return formatting.name_of(f"patron:{public}") if public in record.state.people else public

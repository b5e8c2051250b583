"""Shared parts of the rulings pages: their tabs, the selected person, and everybody to choose from."""

from typing import Any, NamedTuple

from django.http import HttpResponse

from pitboss.floor.rulings.answers import HLD, STAR
from pitboss.floor.rulings.questions import document_of
from pitboss.screens.common.pages import Visit
from pitboss.screens.director.frame import Names, tournament_part
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import Player, in_play, seat_of


class Page(NamedTuple):
    title: str
    address: str


PAGES = (
    Page("Ask the rules", ""),
    Page("Penalties", "penalties/"),
    Page("Player clock", "clock/"),
    Page("Absent and late", "absent/"),
    Page("Stop and return", "stop/"),
)
_CLOCK = "clock/"


class SeatedChoice(NamedTuple):
    """Somebody to choose, under the table they sit at."""

    player: Player
    words: str


def has_player_clock(record: Record) -> bool:
    """STAR 7.25, HLD 4.8: the rules of the other documents have no clock on a player."""
    return document_of(record.state) in (STAR, HLD)


def rulings_page(visit: Visit, record: Record, template: str, address: str, **more: Any) -> HttpResponse:
    """A page about rulings or a part of one, for the person in the address if there is one."""
    root = f"/director/{record.id}/rulings/"
    pages = [page for page in PAGES if page.address != _CLOCK or has_player_clock(record)]
    common = {
        # The tab of all these pages is the same one.
        "path": root,
        "rulings_root": root,
        "rulings_pages": pages,
        "here": address,
        "player": player_chosen(visit, record),
        "choices": everybody(record),
        "is_star": document_of(record.state) == STAR,
    }
    return tournament_part(visit, record, f"director/rulings/{template}", **(common | more))


def player_chosen(visit: Visit, record: Record) -> Player:
    """`?player=p1001`: whom this is about; nobody where there is no such entrant."""
    player = visit.request.GET.get("player", "")
    return player if player in record.state.entrants else ""


def everybody(record: Record) -> list[tuple[str, list[SeatedChoice]]]:
    """Everybody of the event: table by table in the order of the seats, then those without one by surname."""
    state, names = record.state, Names(record)
    found: list[tuple[str, list[SeatedChoice]]] = []
    for number, table in sorted(state.tables.items()):
        if table.seats:
            seats = sorted(table.seats.items())
            sitting = [SeatedChoice(player, f"{number} · {seat}  {names.who(player)}") for seat, player in seats]
            found.append((f"Table {number}", sitting))
    playing = in_play(state)
    standing = [player for player in state.entrants if seat_of(state, player) is None]
    for title, is_in in (("Without a seat", True), ("Out", False)):
        listed = [player for player in standing if (player in playing) is is_in]
        if listed:
            listed.sort(key=names.surname)
            found.append((title, [SeatedChoice(player, names.who(player)) for player in listed]))
    return found

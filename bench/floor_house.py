"""A house with forty tables at play, and what its players do there: always something that the rules allow.

What may be done at these tables hardly depends on the cards, so that whoever plays needs no look at them: in Ultimate
Texas Hold-em they check twice and then play or fold, in Canberra Poker they bet or fold, in Pontoon one player draws a
card and stands, and in Poker Hold-em two players check and call to the river.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.floor.cage.counter import BuyIn, OpenTill
from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import SETTING_UP, BeginDemo, OpenHouse
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.people.sessions import EnterDemo
from pitboss.floor.people.staff import AddStaff
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.setup import AddTable

MANAGER, CASHIER = Actor("staff:manager", Role.MANAGER), Actor("staff:cashier", Role.CASHIER)
GAMES = ("ultimate", "pontoon", "canberra", "holdem")
BOUGHT_IN = 1_000_000_00
STAKE = 500_00
OVER, REFUSED = "over", "refused"


class Device(NamedTuple):
    """Something that acts in the house with a token of its own."""

    actor: Actor
    token: str


class Place(NamedTuple):
    """A table, its dealer and its two players; in Pontoon only the first of them plays."""

    table: str
    game: str
    dealer: Device
    players: tuple[Device, Device]


class Given(NamedTuple):
    """A command and who gives it."""

    by: Device
    command: Command


# What somebody does, one command after the other: told how far the round has got, and whether the last was refused.
Playing = Generator[Given, str, None]


def open_house(floor: Floor, tables: int) -> list[Place]:
    """So many tables, a quarter of them of each game, with people who have money, and sessions to play with.

    It is a demo house, where nobody has to wait for a password.
    """
    _done(floor, SETTING_UP, BeginDemo())
    _done(floor, SETTING_UP, AddStaff(id="croupier", name="Croupier", roles=(Role.DEALER,)))
    _done(floor, MANAGER, OpenHouse())
    _done(floor, CASHIER, OpenTill(counted=0))
    dealer = _session(floor, "croupier", Role.DEALER)
    places = []
    for number in range(tables):
        game = GAMES[number % len(GAMES)]
        table = f"{game}-{number}"
        _done(floor, MANAGER, AddTable(table=table, game=game, title=table))
        _done(floor, MANAGER, Play(table=table, do="open_table"))
        players = _player(floor, f"p{2 * number + 1}"), _player(floor, f"p{2 * number + 2}")
        places.append(Place(table, game, dealer, players))
        if game == "holdem":
            for seat, player in enumerate(players, 1):
                _done(floor, player.actor, Play(table=table, do="join", seat=seat, amount=STAKE))
    return places


def _player(floor: Floor, patron: str) -> Device:
    _done(floor, CASHIER, AddPatron(name=f"Patron {patron}", date_of_birth="1980-02-29", id=patron))
    # Nobody of the staff takes in so much alone.
    _done(floor, Actor(SETTING_UP.person, Role.CASHIER), BuyIn(patron=patron, amount=BOUGHT_IN))
    return _session(floor, patron, Role.PLAYER)


def _session(floor: Floor, name: str, role: Role) -> Device:
    done = _done(floor, VISITOR, EnterDemo(name=name, role=role))
    return Device(Actor(done.answer["person"], role), done.secret["token"])


def _done(floor: Floor, actor: Actor, command: Command) -> Done:
    answer = floor.execute(actor, command)
    assert isinstance(answer, Done), f"{command}: {answer}"
    return answer


def playing(place: Place) -> Playing:
    """Rounds without end at a table."""
    return _PLAYED[place.game](place)


def _said(place: Place, number: int, do: str, **particulars: Any) -> Given:
    """What the first or the second player does, from the box of the same number."""
    return Given(place.players[number - 1], Play(table=place.table, do=do, seat=number, **particulars))


def _dealt(place: Place) -> Given:
    return Given(place.dealer, Deal(table=place.table))


def _ultimate(place: Place) -> Playing:
    for number in _rounds():
        for seat in (1, 2):
            yield _said(place, seat, "place", wagers={"ante": 1000, "blind": 1000})
        yield _dealt(place)
        for seat in (1, 2, 1, 2):
            yield _said(place, seat, "check")
        plays = 1 + number % 2
        for seat in (1, 2):
            yield _said(place, seat, "play", amount=1000) if seat == plays else _said(place, seat, "fold")


def _canberra(place: Place) -> Playing:
    for number in _rounds():
        for seat in (1, 2):
            yield _said(place, seat, "place", wagers={"ante": 1000})
        yield _dealt(place)
        plays = 1 + number % 2
        for seat in (1, 2):
            yield _said(place, seat, "bet", amount=2000) if seat == plays else _said(place, seat, "fold")


def _pontoon(place: Place) -> Playing:
    for _ in _rounds():
        yield _said(place, 1, "place", wagers={"main": 1000})
        stage = yield _dealt(place)
        if stage != OVER:
            stage = yield _said(place, 1, "hit")
        while stage != OVER:
            # A hand that is still too low must draw again, which is rare.
            stage = yield _said(place, 1, "hit" if stage == REFUSED else "stand")


def _holdem(place: Place) -> Playing:
    first = 1
    for _ in _rounds():
        yield _dealt(place)
        if (yield _said(place, first, "call")) == REFUSED:
            first = 3 - first
            yield _said(place, first, "call")
        yield _said(place, 3 - first, "stand")
        for _ in range(3):
            yield _said(place, first, "check")
            yield _said(place, 3 - first, "check")
        # The button moves.
        first = 3 - first


def _rounds() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


_PLAYED: Mapping[str, Callable[[Place], Playing]] = {
    "ultimate": _ultimate,
    "canberra": _canberra,
    "pontoon": _pontoon,
    "holdem": _holdem,
}

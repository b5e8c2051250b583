"""A house with tournaments in the states that matter: planned, on the bubble, with a tie, in a heat, over and paid."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tests.browser.browser_scene import Person
from tests.browser.served_scene import Served
from tests.screens.director.event_scene import FIRST_NAMES, SURNAMES, Event, Give, opened
from tests.screens.director.prize_scene import STACK, five_paid
from tests.screens.director.sessions_scene import structure

# What the tables of an event have: players by seat, by the number of the table.
Tables = Mapping[int, Sequence[str]]
Read = Callable[[str], Tables]
PLANNED, LATE, BUBBLE, TIED, HEAT, OVER = "planned", "late", "bubble", "tied", "heat", "over"
EVENTS = (PLANNED, LATE, BUBBLE, TIED, HEAT, OVER)
FIELD = 20
# What nobody reads but those who look after people.
NOTE = "Has asked strangers for money"
PONTOON = structure("pontoon_heats", rounds="[2, 1, 1]", advance="[4, 2]")


class House(NamedTuple):
    """The events by name, and everybody who may enter them."""

    events: Mapping[str, Event]
    people: Sequence[str]


def usual_name(number: int) -> str:
    return f"{FIRST_NAMES[number % len(FIRST_NAMES)]} {SURNAMES[number]}"


def with_events(
    give: Give,
    tables_of: Read,
    name: Callable[[int], str] = usual_name,
    words: str = "Doors open at noon",
    title: str = "",
) -> House:
    """`tables_of` reads the tables of an event; the names of people, all words and titles may be odd ones."""
    people = [_member(give, number, name(number)) for number in range(FIELD + 1)]
    give("cashier", "buy_in", {"patron": people[FIELD], "amount": 900_000, "method": "eft"})
    events = {
        PLANNED: _planned(give, title),
        LATE: _late(give, people, title),
        BUBBLE: _over_the_bubble(give, tables_of, people, words, title),
        TIED: _tied(give, tables_of, people, title),
        HEAT: _in_a_heat(give, tables_of, people, title),
        OVER: _over(give, people, title, words),
    }
    return House(events, people)


def _member(give: Give, number: int, name: str) -> str:
    told = {"name": name, "date_of_birth": "1980-02-03", "membership": f"E{number:05}", "publicity": number % 5 != 4}
    patron: str = give("cashier", "add_patron", told)["patron"]
    give("cashier", "buy_in", {"patron": patron, "amount": 900_000, "method": "eft"})
    return patron


def _planned(give: Give, title: str) -> Event:
    give("director", "add_tournament", {"tournament": PLANNED, "structure": "ultimate_challenge", "title": title})
    return Event(give, PLANNED)


def _entered(give: Give, name: str, text: str, people: Sequence[str], title: str) -> Event:
    """An event that has begun with these people; entries of the Star's end with the start."""
    event = opened(give, name, text, title=title)
    for each in people:
        event.do("register", "cashier", person=each)
    event.do("start_event")
    return event


def _late(give: Give, people: Sequence[str], title: str) -> Event:
    """Under way, with entries and re-entries still taken; somebody is out and may come back."""
    event = _entered(give, LATE, structure("saturday_special"), people[:4], title)
    event.do("bust_out", player=people[3])
    return event


def _over_the_bubble(give: Give, tables_of: Read, people: Sequence[str], words: str, title: str) -> Event:
    """Twenty entered, one place is left before the prizes, and the tables play hand for hand; somebody is away."""
    event = _entered(give, BUBBLE, five_paid(), people[:FIELD], title)
    event.do("add_value", what="A trophy", place=1)
    first, second, third = (list(seats) for seats in tables_of(BUBBLE).values())
    for player in (*first[3:], *second[2:], *third[1:]):
        event.do("bust_out", player=player)
    event.do("break_table", table=3)
    event.do("warn", player=first[0], reason=words)
    event.do("penalise", player=second[0], orbits=1, reason=words)
    event.do("record_ruling", what=words, ground="STAR 7.22", player=first[0])
    event.do("note_concern", "cashier", player=first[1], note=NOTE)
    event.do("show_message", text=words)
    event.do("mark_absent", player=second[1])
    event.do("begin_hand_for_hand")
    return event


def _tied(give: Give, tables_of: Read, people: Sequence[str], title: str) -> Event:
    """Three of twelve are out in the same round at two tables, and the director is to say who has which place."""
    event = _entered(give, TIED, five_paid(), people[:12], title)
    one, two = (list(seats) for seats in tables_of(TIED).values())
    for player in (*one[3:], *two[3:]):
        event.do("bust_out", player=player)
    rows = ((one[0], 3000), (one[1], 2000), (two[0], 1000))
    event.do("bust_round", busts=[{"player": player, "stack_before": stack} for player, stack in rows])
    return event


def _in_a_heat(give: Give, tables_of: Read, people: Sequence[str], title: str) -> Event:
    """Twelve in the heats of Pontoon: a round is over at a table, and one has begun."""
    event = _entered(give, HEAT, PONTOON, people[:12], title)
    event.do("begin_session")
    event.do("start_house_round", table=1)
    return event


def _over(give: Give, people: Sequence[str], title: str, words: str) -> Event:
    """Five entered, four have made a deal, and some of the prizes are paid."""
    event = _entered(give, OVER, five_paid(), people[:5], title)
    event.do("bust_out", player=people[4])
    stacks = dict(zip(people[:4], (2 * STACK, STACK, STACK, STACK), strict=True))
    event.do("record_stacks", table=1, stacks=stacks)
    event.do("record_ruling", what=words, ground="STAR 1-c[s2]")
    event.do("agree_deal", method="icm", agreed_by=list(people[:4]))
    event.do("count_chips", counted=5 * STACK)
    event.do("confirm_places")
    for player, method in ((people[0], "cash"), (people[4], "cheque")):
        event.do("pay_prize", "cashier", player=player, method=method)
    return event


def of_served(served: Served, people: Mapping[str, Person]) -> Read:
    """Tables as a house behind a server tells them to its director."""
    asked = {"Authorization": f"Bearer {people['derek'].token}"}

    def read(tournament: str) -> Tables:
        view = served.client.get(f"/api/tournaments/{tournament}", headers=asked).json()["view"]
        return {table["number"]: _by_seat(table["seats"]) for table in view["tables"]}

    return read


def _by_seat(seats: Mapping[str, Mapping[str, Any]]) -> list[str]:
    return [seats[seat]["name"] for seat in sorted(seats, key=int)]


def of_floor(floor: Any) -> Read:
    """Tables as a house of the same process has them."""

    def read(tournament: str) -> Tables:
        state = floor.record(f"tournament:{tournament}").state
        return {number: [table.seats[seat] for seat in sorted(table.seats)] for number, table in state.tables.items()}

    return read

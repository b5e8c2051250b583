"""The desk of a tournament: its figures are the engine's, its forms do what they say, and a refusal changes nothing."""

import html
import json
import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
from django.http import HttpResponse

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.reading.tournaments.views import view_of
from pitboss.screens.common import formatting
from pitboss.screens.common.tournaments import wall_time
from pitboss.screens.director.desk.seat_map import place_of, rows_of
from pitboss.tournaments.chips import counting
from pitboss.tournaments.clock.clock import next_break, reading
from pitboss.tournaments.entries import time_limits
from pitboss.tournaments.entries.coming_back import forfeit_offer
from pitboss.tournaments.entries.entries import registration_open
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import Stage, Tournament, chips_in_play, seat_of
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.standings import players_left
from pitboss.tournaments.seating import balancing, breaking
from tests.floor import house_scene
from tests.known import known
from tests.screens.api_scene import PEOPLE, Api, text_of, words_of
from tests.screens.director import event_scene
from tests.screens.director.event_scene import Event

pytestmark = [house_scene.ON_SQLITE, pytest.mark.usefixtures("house")]

DIRECTOR, MANAGER, CASHIER = PEOPLE[Role.DIRECTOR], PEOPLE[Role.MANAGER], PEOPLE[Role.CASHIER]
ENTRIES = 20


class Room:
    """The desk of an event as a director's browser has it: pages are asked for, and what they show is pressed."""

    def __init__(self, api: Api, event: Event, people: list[str]) -> None:
        self.api, self.event, self.people = api, event, people
        self.root = f"/director/{event.id}/"

    @property
    def record(self) -> Record:
        return event_scene.record_of(self.api.floor, self.event.id)

    @property
    def state(self) -> Tournament:
        return self.record.state

    def moment(self) -> int:
        return self.record.moment(self.api.floor.clock())

    def page(self, query: str = "") -> str:
        answer = self.api.get(f"{self.root}room{query}", DIRECTOR)
        assert answer.status_code == 200, answer.content
        return answer.content.decode()

    def press(self, words: str, query: str = "", inside: str = "") -> HttpResponse:
        """The button of these words, as it stands on the page; `inside` is what comes before it."""
        return self.send(button(self.page(query), words, inside))

    def fill(self, form: str, query: str = "", **fields: str) -> HttpResponse:
        """A form of the page with these particulars beside what it has of its own."""
        return self.send(form_of(self.page(query), form) | {f"given.{name}": text for name, text in fields.items()})

    def send(self, sent: Mapping[str, Any]) -> HttpResponse:
        fields = {name: str(value) for name, value in sent.items() if name != "command"}
        return self.api.form(f"/act/{sent.get('command', 'desk')}", fields, DIRECTOR)

    def by_size(self) -> list[int]:
        """Tables from the smallest: which of them is one short is drawn by lot."""
        return sorted(self.state.tables, key=lambda number: (len(self.state.tables[number].seats), number))

    def at(self, table: int) -> list[str]:
        return [player for _, player in sorted(self.state.tables[table].seats.items())]


def tag(page: str, words: str, inside: str = "") -> str:
    """The tag of a button by its words, as it stands on the page."""
    begin = page.index(inside) if inside else 0
    found = re.search(rf"<button[^>]*>{re.escape(words)}[ <,]", page[begin:])
    assert found is not None, f"no button {words!r}"
    return html.unescape(found[0])


def button(page: str, words: str, inside: str = "") -> dict[str, Any]:
    """What a button sends, by its words."""
    begin = page.index(inside) if inside else 0
    found = re.search(
        rf"<button[^>]*hx-post=\"/act/(\w+)\" hx-vals='([^']*)'[^>]*>{re.escape(words)}[ <,]", page[begin:]
    )
    assert found is not None, f"no button {words!r}"
    return {**json.loads(html.unescape(found[2])), "command": found[1]}


def form_of(page: str, form: str) -> dict[str, str]:
    """The fields of a form as they stand on the page."""
    found = re.search(rf'<form id="{form}".*?</form>', page, re.DOTALL)
    assert found is not None, f"no form {form!r}"
    fields = {}
    for tag in re.findall(r"<input[^>]*>", found[0]):
        if 'type="checkbox"' not in tag:
            name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
            assert name is not None
            fields[name[1]] = "" if value is None else html.unescape(value[1])
    return fields


def element(page: str, own: str) -> str:
    """The words of an element by its id; none of them has another of its kind inside."""
    found = re.search(rf'<(\w+)[^>]*\bid="{own}"[^>]*>(.*?)</\1>', page, re.DOTALL)
    assert found is not None, f"no element {own!r}"
    return words_of(found[2])


def done(answer: HttpResponse) -> str:
    assert answer.status_code in (200, 204), answer.content
    return words_of(answer.content.decode())


refused = partial(text_of, status=422)


@pytest.fixture
def room(api: Api, house: Floor) -> Room:
    """A freezeout of twenty at three tables, with a hand behind it at each and its stacks counted."""
    event, people = event_scene.started(event_scene.to_floor(house), "friday", "friday_freezeout", ENTRIES)
    made = Room(api, event, people)
    for number in made.state.tables:
        event.do("count_hand", table=number, button=3)
    return made


@pytest.fixture
def unstarted(api: Api, house: Floor) -> Room:
    start = event_scene.local_start(house.clock() + 3600 * 1_000_000)
    return Room(api, *event_scene.entered(event_scene.to_floor(house), "friday", "friday_freezeout", 10, start))


# Whom it is for, and what it shows.


def test_the_desk_is_for_those_who_run_the_event(room: Room) -> None:
    for address in (room.root, f"{room.root}room", f"{room.root}?table=1", f"{room.root}room?find=sato"):
        for actor in (DIRECTOR, MANAGER):
            assert room.api.get(address, actor).status_code == 200, address
        for role in (Role.CASHIER, Role.DEALER, Role.AUDITOR):
            assert room.api.get(address, PEOPLE[role]).status_code == 403, address
    assert room.api.get("/director/nothing/", DIRECTOR).status_code == 404


def test_every_figure_is_the_engines(room: Room, clock: house_scene.Clock) -> None:
    room.event.do("bust_out", player=room.at(1)[0])
    room.event.do("disqualify", player=room.at(2)[0], reason="Chip dumping.")
    clock.pass_seconds(125)
    page, state, at = room.page(), room.state, room.moment()
    book = counting.ledger(state)
    coming, limit = next_break(state, at), time_limits.twelve_hours(state, at)
    assert coming is not None
    assert element(page, "figure-left") == f"{players_left(state)} of {pool(state).entries}" == "18 of 20"
    assert element(page, "figure-average") == formatting.number(book.average_stack)
    gone = chips_in_play(state) - book.issued
    assert gone < 0
    told = (
        f"{formatting.number(book.issued)} {formatting.number(chips_in_play(state))} in play, {formatting.number(gone)}"
    )
    assert element(page, "figure-chips").startswith(told)
    assert element(page, "figure-pool") == formatting.money(pool(state).prize_pool_cents)
    assert element(page, "figure-break") == wall_time(at + coming.seconds)
    assert element(page, "figure-limit") == wall_time(at + limit.left)


def test_chips_that_are_all_there_are_said_to_be_equal(room: Room) -> None:
    assert element(room.page(), "figure-chips") == f"{formatting.number(room.state.chips.issued)} equal"


def test_the_break_is_told_by_the_clock_that_stands(room: Room) -> None:
    room.event.do("pause_clock")
    coming = known(next_break(room.state, room.moment()))
    assert element(room.page(), "figure-break") == f"in {formatting.duration(coming.seconds)}"


def test_every_seat_has_its_player_chips_and_position(room: Room) -> None:
    room.event.do("bust_out", player=room.at(room.by_size()[-1])[2])
    page, state = room.page(), room.state
    marks = 0
    for table in state.tables.values():
        line = balancing.coming(balancing.seats_of(state, table))
        for seat in range(1, table.size + 1):
            said = element(page, f"seat-{table.number}-{seat}")
            player = table.seats.get(seat)
            if player is None:
                assert said.endswith("empty"), said
            else:
                surname = formatting.name_of(f"patron:{player}").split()[-1]
                assert f"{surname} {formatting.number(state.entrants[player].stack)}" in said
            spot = page[page.index(f'id="seat-{table.number}-{seat}"') :].split('<div class="spot', 1)[0]
            for mark, where in (("D", line.button), ("S", line.small), ("B", line.big)):
                has = re.search(rf'coming hand">{mark}<', spot) is not None
                assert has == (where == seat), (table.number, seat, mark)
                marks += has
    assert marks >= 8


@pytest.mark.parametrize("size", range(2, 11))
def test_no_two_seats_have_one_place_and_the_felt_has_its_own(size: int) -> None:
    places = [place_of(seat, size) for seat in range(1, size + 1)]
    assert len(set(places)) == size
    assert all(1 <= row <= rows_of(size) for _, row in places)
    assert all(column != 2 or row == 1 for column, row in places)
    assert places[0] == (1, rows_of(size)), "seat 1 is at the dealer's left hand"
    assert places[-1] == (3, rows_of(size)), "and the last at the right"


def test_players_are_marked_for_what_the_dealer_must_know(room: Room) -> None:
    away, fixed, missing, out = room.at(1)[:4]
    room.event.do("mark_absent", player=away)
    room.event.do("fix_player", player=fixed)
    room.event.do("penalise", player=missing, hands=3, breach="exposed_hand", reason="Showed cards.")
    free = next(seat for seat in range(1, 10) if seat not in room.state.tables[3].seats)
    room.event.do("lock_seat", table=3, seat=free)
    room.event.do("begin_hand_for_hand")
    room.event.do("bust_out", player=out)
    page = room.page()
    for player, word in ((away, "absent"), (fixed, "fixed"), (missing, "misses 3"), (out, "out")):
        place = known(seat_of(room.state, player))
        assert element(page, f"seat-{place[0]}-{place[1]}").endswith(word)
    assert element(page, f"seat-3-{free}").endswith("locked")
    room.event.do("count_hand", table=1)
    place = known(seat_of(room.state, missing))
    assert element(room.page(), f"seat-{place[0]}-{place[1]}").endswith("misses 2")


def test_no_player_is_called_by_a_number(room: Room) -> None:
    for player in room.at(3)[:2]:
        room.event.do("bust_out", player=player)
    room.event.do("break_table", table=3)
    page = re.sub(r'<span class="hidden-words">.*?</span>', "", room.page())
    assert not re.search(r"\bp1[0-9]{3}\b", words_of(page))


# Advice.


def unbalanced(room: Room) -> balancing.MoveAdvice[int]:
    """One more is out at the smallest table, so that somebody is to move there."""
    room.event.do("bust_out", player=room.at(room.by_size()[0])[0])
    return balancing.advice(room.state)[0]


def test_the_move_is_advised_in_a_dealers_words_and_made_by_one_press(room: Room) -> None:
    move = unbalanced(room)
    page = room.page()
    said = element(page, "ask-move")
    assert f"Table {move.from_table} seat {move.seat} → to Table {move.to_table} seat {move.to_seat}" in said
    duty = move.sentence.split(", ", 1)[1]
    assert f"{duty[0].upper()}{duty[1:]}." in said
    assert "STAR 7.22" in said
    assert f"{move.from_table} has" in said
    leaves = element(page, f"seat-{move.from_table}-{move.seat}")
    assert f"→ {move.to_table} · {move.to_seat}" in leaves
    assert element(page, f"seat-{move.to_table}-{move.to_seat}").endswith("arrives")
    assert "moves from table" in done(room.press("Move and print"))
    assert seat_of(room.state, move.player) == (move.to_table, move.to_seat)
    assert "ask-move" not in room.page()


def test_a_move_may_wait_and_may_go_elsewhere(room: Room) -> None:
    move = unbalanced(room)
    done(room.press("Hold", inside='id="ask-move"'))
    assert room.state.tables[move.to_table].held
    done(room.press("Go on", inside='id="ask-move"'))
    assert not room.state.tables[move.to_table].held
    other = f"?player={move.player}&other=1"
    assert '<details class="move" open' in room.page(other)
    seats = balancing.worst_seats(balancing.seats_of(room.state, room.state.tables[move.to_table]))
    assert seats[0].seat == move.to_seat
    second = seats[1]
    done(room.press(f"Seat {second.seat}", other, inside='class="open-seats"'))
    assert seat_of(room.state, move.player) == (move.to_table, second.seat)


def test_the_breaking_order_tells_which_table_goes_and_when(room: Room) -> None:
    coming = breaking.next_to_break(room.state)
    assert coming == breaking.ComingBreak(3, 18, 2)
    said = words_of(room.page())
    assert "Table 3 breaks at 18 left , to 2 tables. 2 more out." in said
    for player in room.at(3)[:2]:
        room.event.do("bust_out", player=player)
    assert breaking.break_advice(room.state) == 3
    assert "is closed" in done(room.press("Break table 3"))
    assert 3 not in room.state.tables
    assert "The final table of 9 is drawn at 9 left" in words_of(room.page())


def test_the_final_table_is_drawn_when_it_is_due(room: Room) -> None:
    # Entries shut at a level: only then is it known who is left.
    for _ in range(10):
        room.event.do("next_level")
    *others, last = [player for number in (1, 2, 3) for player in room.at(number)[:-3]]
    for player in others:
        room.event.do("bust_out", player=player)
    assert "One more than the final table takes." in element(room.page(), "ask-begin")
    room.event.do("bust_out", player=last)
    done(room.press("Draw the final table"))
    assert room.state.final_table is not None
    assert len(room.state.tables) == 1


def test_nobody_on_duty_is_said_and_put_right(room: Room) -> None:
    room.event.do("sign_off", name="Derek Vale")
    assert "No tournament director is on duty." in words_of(room.page())
    done(room.press("Sign on Derek Vale"))
    assert room.state.on_duty == {"Derek Vale"}
    assert "No tournament director" not in words_of(room.page())


def test_who_waits_is_seated_when_a_seat_is_open(room: Room, house: Floor) -> None:
    for player in room.at(3)[:1]:
        room.event.do("bust_out", player=player)
    give = event_scene.to_floor(house)
    late = event_scene.members(give, 9, series="L")
    for table in room.state.tables.values():
        for seat in range(1, table.size + 1):
            if seat not in table.seats:
                room.event.do("lock_seat", table=table.number, seat=seat)
    room.event.do("register", "cashier", person=late[0])
    assert late[0] in room.state.alternates
    assert "0 seats are open" in element(room.page(), "ask-queue")
    table = room.state.tables[3]
    room.event.do("unlock_seat", table=3, seat=min(table.locked))
    done(room.press("Seat them"))
    assert seat_of(room.state, late[0]) is not None
    assert "ask-queue" not in room.page()


def test_chips_that_are_needed_no_longer_are_raced_at_the_next_break(room: Room, clock: house_scene.Clock) -> None:
    assert "colour-up-100" not in room.page()
    # Ten levels, and the break after the sixth.
    for _ in range(11):
        room.event.do("next_level")
    said = element(room.page(), "colour-up-100")
    coming = known(next_break(room.state, room.moment()))
    assert said.startswith(f"At the {wall_time(room.moment() + coming.seconds)} break race off the 100s for 500s")
    assert "the last level that used them was 10." in said
    assert f'href="{room.root}races/"' in room.page()
    room.event.do("next_level")
    while (shown := reading(room.state, room.moment())) is not None and shown.kind != "break":
        clock.pass_seconds(120)
        room.page()
    assert element(room.page(), "colour-up-100").startswith("In this break")
    room.event.do("colour_up", old=100, new=500)
    assert "colour-up-100" not in room.page()


def test_the_twelve_hours_are_told_before_they_are_over(room: Room, house: Floor, clock: house_scene.Clock) -> None:
    assert "twelve-hours" not in room.page()
    clock.pass_seconds(12 * 3600 - 600)
    later = Room(Api(house), room.event, room.people)
    limit = time_limits.twelve_hours(room.state, room.moment())
    assert limit.alarm
    said = element(later.page(), "twelve-hours")
    assert f"{time_limits.hours_told(limit.left)} to the limit, at {wall_time(room.moment() + limit.left)}." in said
    assert f'href="{room.root}rulings/stop/"' in later.page()
    hours = element(later.page(), "play-time")
    first = time_limits.time_warnings(room.state, room.moment())[0]
    assert f"{formatting.name_of(f'patron:{first.player}')}: {time_limits.hours_told(first.seconds)}" in hours


def test_stacks_may_be_given_up_in_the_last_break_of_the_re_entries(
    api: Api, house: Floor, clock: house_scene.Clock
) -> None:
    event, people = event_scene.started(event_scene.to_floor(house), "saturday", "saturday_special", 10)
    room = Room(api, event, people)
    assert "forfeit-offer" not in room.page()
    for _ in range(5):
        event.do("next_level")
    while not forfeit_offer(room.state, room.moment()).eligible:
        clock.pass_seconds(300)
        shown = known(reading(room.state, room.moment()))
        assert shown.level < 7
        room.page()
    offer = forfeit_offer(room.state, room.moment()).eligible
    said = element(room.page(), "forfeit-offer")
    assert formatting.name_of(f"patron:{offer[0]}") in said
    assert "STAR 7.11" in said
    assert f'href="{room.root}entries/?player={offer[0]}"' in room.page()


def test_an_event_that_stops_or_ends_says_what_comes_next(room: Room) -> None:
    room.event.do("suspend", reason="The house closes.")
    assert "When play goes on is not agreed yet." in words_of(room.page())
    assert "Move and print" not in room.page()
    room.event.do("resume")
    for number in room.by_size():
        for player in room.at(number)[:-1]:
            room.event.do("bust_out", player=player)
    last, *others = [room.at(number)[0] for number in room.by_size()]
    table = known(seat_of(room.state, last))
    for other in others:
        free = next(seat for seat in range(1, 10) if seat not in room.state.tables[table[0]].seats)
        room.event.do("move_player", player=other, table=table[0], seat=free, reason="the last table")
        room.event.do("bust_out", player=other)
    if room.state.stage is not Stage.OVER:
        done(room.press("End the event"))
    page = room.page()
    assert f"{formatting.name_of(f'patron:{last}')} has won." in element(page, "ask-over")
    assert f'href="{room.root}prizes/"' in page


# A player's card.


def test_somebody_is_found_by_name_number_or_place(room: Room) -> None:
    player = room.at(2)[1]
    place = known(seat_of(room.state, player))
    name = formatting.name_of(f"patron:{player}")
    for words in (
        name,
        name.split()[-1].lower(),
        player,
        player[1:],
        f"{place[0]} {place[1]}",
        f"{place[0]}/{place[1]}",
    ):
        assert element(room.page(f"?find={words}"), "card-title") == name, words
    several = room.page("?find=a")
    assert element(several, "card-title") == "Who is meant?"
    assert f"?player={room.people[0]}" in several
    assert element(room.page("?find=nobody-here"), "card-title") == "Nobody of that name"
    assert element(room.page(f"?table={place[0]}&seat={place[1]}"), "card-title") == name
    assert 'id="card"' not in room.page("?player=p9999&table=99")


def test_a_player_is_eliminated_with_what_was_seen(room: Room) -> None:
    player = room.at(2)[1]
    place = seat_of(room.state, player)
    done(
        room.fill("eliminate-form", f"?player={player}", **{"stack_before:whole": "9000", "contributed:whole": "8000"})
    )
    out = room.state.exits[-1]
    assert (out.player, out.table, out.seat, out.stack_before, out.contributed) == (player, *(place or ()), 9000, 8000)
    page = room.page(f"?player={player}")
    assert 'id="eliminate-form"' not in page
    line = f"20 {formatting.name_of(f'patron:{player}')} {wall_time(out.at)} · table {out.table} seat {out.seat}"
    assert line in words_of(page)
    assert f'href="{room.root}entries/?player={player}"' in page


def test_what_is_written_wrong_is_said_at_its_field_and_nothing_changes(room: Room) -> None:
    player = room.at(2)[1]
    before = len(room.record.log)
    for form, fields in (
        ("eliminate-form", {"stack_before:whole": "many"}),
        ("move-form", {"table:whole": "1", "seat:whole": "x"}),
    ):
        answer = room.fill(form, f"?player={player}", **fields)
        assert refused(answer) == "Write a whole number."
        assert "given." in answer["HX-Trigger-After-Swap"]
    taken = next(iter(room.state.tables[1].seats))
    occupied = room.fill("move-form", f"?player={player}", **{"table:whole": "1", "seat:whole": str(taken)})
    assert refused(occupied).endswith("STAR 7.7[s1]")
    reasonless = room.fill(
        "move-form", f"?player={player}", **{"table:whole": "3", "seat:whole": "9", "reason:text": ""}
    )
    assert refused(reasonless)
    assert len(room.record.log) == before


def test_a_player_is_moved_marked_and_fixed_by_a_press(room: Room) -> None:
    player = room.at(2)[1]
    card = f"?player={player}"
    free = next(seat for seat in range(1, 10) if seat not in room.state.tables[3].seats)
    done(room.fill("move-form", card, **{"table:whole": "3", "seat:whole": str(free), "reason:text": "a wheelchair"}))
    assert seat_of(room.state, player) == (3, free)
    done(room.press("Absent", card))
    assert room.state.entrants[player].absent
    done(room.press("Present", card))
    assert not room.state.entrants[player].absent
    done(room.press("Fix the seat", card))
    assert player in room.state.fixed
    fixed = room.fill("move-form", card, **{"table:whole": "1", "seat:whole": "9"})
    assert refused(fixed) == f"{formatting.name_of(f'patron:{player}')} has a fixed seat. STAR 7.22"
    done(room.press("May be moved", card))
    assert player not in room.state.fixed


def test_the_stake_of_who_never_came_goes_out_of_play_after_the_fourth_level(unstarted: Room) -> None:
    done(unstarted.press("Start the event"))
    player = unstarted.people[0]
    card = f"?player={player}"
    done(unstarted.press("Absent", card))
    assert refused(unstarted.press("Stake out of play", card)).endswith("STAR 7.12[s2]")
    assert "Never came" not in unstarted.page()
    for _ in range(4):
        unstarted.event.do("next_level")
    done(unstarted.press("Stake out of play", inside="Never came"))
    assert unstarted.state.entrants[player].set_aside
    done(unstarted.press("Has come after all", card))
    assert not unstarted.state.entrants[player].set_aside


# A table's card.


def test_a_table_is_run_from_its_card(room: Room) -> None:
    card = "?table=2"
    done(room.press("Hold", card, inside='id="card"'))
    assert room.state.tables[2].held
    done(room.press("Go on", card, inside='id="card"'))
    assert not room.state.tables[2].held
    done(room.fill("size-form", card, **{"size:whole": "10"}))
    assert room.state.tables[2].size == 10
    assert refused(room.fill("size-form", card, **{"size:whole": "3"}))
    hands = room.state.tables[2].hands
    done(room.fill("count-form", card, **{"button:whole": "5"}))
    assert (room.state.tables[2].hands, room.state.tables[2].button) == (hands + 1, 5)
    assert refused(room.fill("count-form", card, **{"button:whole": "99"})).startswith("Table 2 has no seat 99.")
    empty = next(seat for seat in range(1, 11) if seat not in room.state.tables[2].seats)
    done(room.press(f"Lock seat {empty}", f"{card}&seat={empty}"))
    assert empty in room.state.tables[2].locked
    done(room.press(f"Open seat {empty}", f"{card}&seat={empty}"))
    assert empty not in room.state.tables[2].locked
    done(room.press("Add a table"))
    assert 4 in room.state.tables
    done(room.press("Close the table", "?table=4"))
    assert 4 not in room.state.tables


def test_stacks_are_recorded_and_must_be_those_of_the_book(room: Room) -> None:
    first, second = room.at(2)[:2]
    stack = room.state.entrants[first].stack
    moved = {f"stacks.{first}:chips": f"{stack + 500:,}", f"stacks.{second}:chips": str(stack - 500)}
    done(room.fill("stacks-form", "?table=2", **moved))
    assert (room.state.entrants[first].stack, room.state.entrants[second].stack) == (stack + 500, stack - 500)
    wrong = {f"stacks.{first}:chips": str(stack + 600)}
    assert "STAR" in refused(room.fill("stacks-form", "?table=2", **wrong))
    assert room.state.entrants[first].stack == stack + 500
    done(room.fill("stacks-form", "?table=2", **wrong, **{"director_accepts:yes": "yes"}))
    assert room.state.entrants[first].stack == stack + 600


def test_a_count_asks_for_nobody_who_is_out_and_waits_for_a_place(room: Room) -> None:
    room.event.do("begin_hand_for_hand")
    loser, winner = room.at(2)[:2]
    stack = room.state.entrants[loser].stack
    room.event.do("bust_out", player=loser)
    assert loser in room.state.tables[2].seats.values()
    done(room.fill("stacks-form", "?table=2", **{f"stacks.{winner}:chips": str(2 * stack)}))
    assert room.state.entrants[winner].stack == 2 * stack


def test_a_hand_is_cut_and_over_with_its_stacks_and_positions(room: Room) -> None:
    table = room.state.tables[2]
    line = balancing.coming(balancing.seats_of(room.state, table))
    done(room.press("Hand begins", "?table=2"))
    loser, winner = room.at(2)[:2]
    stack = room.state.entrants[loser].stack
    page = room.page("?table=2")
    assert 'id="count-form"' not in page
    over = {f"stacks.{loser}:chips": "0", f"stacks.{winner}:chips": str(2 * stack)}
    assert refused(room.fill("hand-form", "?table=2", **{f"stacks.{loser}:chips": "0"}))
    done(room.fill("hand-form", "?table=2", **over))
    after = room.state.tables[2]
    assert (after.button, after.small, after.big) == (line.button, line.small, line.big)
    assert [out.player for out in room.state.exits] == [loser]
    assert room.state.entrants[winner].stack == 2 * stack
    done(room.press("Hand begins", "?table=2"))
    done(room.press("Misdeal: does not count", "?table=2"))
    assert room.state.tables[2].hand is None


# Hand for hand, and places.


def test_hand_for_hand_waits_for_every_table_and_then_places(room: Room) -> None:
    done(room.press("Hand for hand"))
    assert room.state.clock.hand_for_hand
    out = room.at(1)[0]
    done(room.fill("eliminate-form", f"?player={out}"))
    page = room.page()
    assert formatting.name_of(f"patron:{out}") in element(page, "ask-pending")
    done(room.press("Cut", inside='id="ask-hand-for-hand"'))
    done(room.press("All-in called", inside='id="ask-hand-for-hand"'))
    assert "cards stay face down" in element(room.page(), "ask-hand-for-hand")
    for number in (2, 3):
        begin = f"<strong>Table {number}</strong>"
        done(room.press("Hand over", inside=begin))
        assert room.state.tables[number].done
    assert "cards may be turned up" in element(room.page(), "ask-hand-for-hand")
    done(room.fill("hand-form", "?table=1"))
    assert [each.player for each in room.state.exits] == [out]
    assert not room.state.pending
    assert room.state.clock.hands == 1
    done(room.press("End hand for hand"))
    assert not room.state.clock.hand_for_hand


def test_a_tie_is_ruled_on_by_one_of_its_readings(room: Room) -> None:
    *out, last = room.at(3)
    for player in (*room.at(1)[:-3], *room.at(2)[:-1], *out):
        room.event.do("bust_out", player=player)
    free = next(seat for seat in range(1, 10) if seat not in room.state.tables[2].seats)
    room.event.do("move_player", player=last, table=2, seat=free, reason="the table is nearly empty")
    room.event.do("begin_hand_for_hand")
    first, second, third = room.at(1)[0], room.at(1)[1], room.at(2)[0]
    for player, stack in ((first, 25_000), (second, 20_000), (third, 25_000)):
        room.event.do("bust_out", player=player, stack_before=stack)
    assert room.state.tie is not None
    said = element(room.page(), "ask-tie")
    assert "STAR 7.18" in said
    for player in (first, second, third):
        assert formatting.name_of(f"patron:{player}") in said
    assert refused(room.send(button(room.page(), "All share") | {"given.option": "draw"})).endswith("STAR 7.18")
    done(room.press("All share"))
    assert room.state.tie is None
    assert len({out.tier for out in room.state.exits[-3:]}) == 1


# The event, before its start and as a whole.


def test_before_the_start_the_desk_has_the_list_the_draw_and_the_start(unstarted: Room) -> None:
    page = unstarted.page()
    for player in unstarted.people:
        assert formatting.name_of(f"patron:{player}") in words_of(page)
    later = known(re.search(r'<option value="(\d+)">(\d\d:\d\d)', page))
    assert refused(unstarted.fill("delay-form", **{"starts_at:whole": later[1]}))
    done(unstarted.fill("delay-form", **{"starts_at:whole": later[1], "reason:text": "The float is late."}))
    assert unstarted.state.conditions.start == int(later[1])
    assert wall_time(int(later[1])) == later[2]
    done(unstarted.press("Draw seats"))
    first = unstarted.people[0]
    place = known(seat_of(unstarted.state, first))
    assert formatting.name_of(f"patron:{first}").split()[-1] in element(unstarted.page(), f"seat-{place[0]}-{place[1]}")
    done(unstarted.press("Start the event"))
    assert unstarted.state.stage is Stage.RUNNING
    assert "Start the event" not in unstarted.page()


def test_an_event_with_nobody_in_it_cannot_start(api: Api, house: Floor) -> None:
    event = event_scene.opened(event_scene.to_floor(house), "friday", "friday_freezeout")
    empty = Room(api, event, [])
    assert "Nobody has entered yet." in words_of(empty.page())
    assert "STAR" in refused(empty.press("Start the event"))
    assert empty.state.stage is Stage.OPEN


def test_a_break_is_called_and_a_message_shown(room: Room) -> None:
    done(room.fill("break-form", **{"seconds:whole": "900"}))
    shown = known(reading(room.state, room.moment()))
    assert (shown.kind, shown.remaining) == ("break", 900)
    assert element(room.page(), "figure-break") == "now"
    assert refused(room.fill("message-form", **{"text:text": "x" * 201}))
    done(room.fill("message-form", **{"text:text": "Dinner is served."}))
    assert room.state.message == "Dinner is served."
    done(room.press("Take it off"))
    assert room.state.message == ""


def test_the_clock_has_large_buttons_of_its_own_on_a_phone(room: Room) -> None:
    thumb = 'class="thumb"'
    done(room.press("Pause", inside=thumb))
    assert "paused" in str(room.state.clock.turns[-1].running)
    done(room.press("Run", inside=thumb))
    before = reading(room.state, room.moment())
    done(room.press("+1 min", inside=thumb))
    after = reading(room.state, room.moment())
    assert before is not None
    assert after is not None
    assert (after.remaining or 0) - (before.remaining or 0) == 60
    done(room.press("Next level", inside=thumb))
    assert (reading(room.state, room.moment()) or before).level == before.level + 1
    done(room.press("Level back", inside=thumb))
    done(room.press("Undo", inside=thumb))


@pytest.mark.clause("STAR 6.11", "STAR 1-e[s2]")
def test_next_is_the_break_where_one_comes_and_asks_where_entries_close_by_it(room: Room) -> None:
    thumb = 'class="thumb"'
    for _ in range(5):
        room.event.do("next_level")
    page = room.page()
    assert "hx-confirm" not in tag(page, "Next break", inside=thumb)
    stale = button(page, "Next break", inside=thumb)
    assert 'Next<span class="unit"> break' in room.api.get(f"{room.root}strip", DIRECTOR).content.decode()
    done(room.send(stale))
    shown = known(reading(room.state, room.moment()))
    assert (shown.kind, shown.level) == ("break", 6)
    assert registration_open(room.state, room.moment())
    asking = tag(room.page(), "Next level", inside=thumb)
    assert "Entries close with this, before their time." in asking
    done(room.press("Next level", inside=thumb))
    assert not registration_open(room.state, room.moment())


def test_next_does_nothing_else_than_it_said_where_the_clock_has_gone_on(room: Room, clock: house_scene.Clock) -> None:
    for _ in range(5):
        room.event.do("next_level")
    pressed = button(room.page(), "Next break", inside='class="thumb"')
    clock.pass_seconds(20 * 60 + 5)
    assert "The clock has gone on by itself since: look again." in refused(room.send(pressed))
    assert (reading(room.state, room.moment()) or pytest.fail("no clock")).kind == "break"


def test_undo_asks_before_a_step_of_somebody_else_or_one_that_moves_money(room: Room) -> None:
    thumb, strip = 'class="thumb"', f"{room.root}strip"
    done(room.press("+1 min", inside=thumb))
    assert "hx-confirm" not in tag(room.page(), "Undo", inside=thumb)
    room.event.do("count_hand", table=1)
    assert "Undo the step of derek? Hand 2 is over at table 1." in tag(room.page(), "Undo", inside=thumb)
    (late,) = event_scene.members(event_scene.to_floor(room.api.floor), 1, series="late")
    room.event.do("register", "cashier", person=late)
    row, named = len(room.record.log), room.api.floor.record(f"patron:{late}").name
    for page in (room.page(), room.api.get(strip, DIRECTOR).content.decode()):
        asks = tag(page, "Undo", inside=thumb if thumb in page else "")
        assert "Undo the step of carla?" in asks
        assert named in asks
        assert "$200 goes back with it." in asks
    done(room.press("+1 min", inside=thumb))
    assert "hx-confirm" not in tag(room.page(), "Undo", inside=thumb)
    assert "Undo the step of carla?" in tag(room.page(), "Undo", inside=f'id="line-{row}"')


@pytest.mark.clause("STAR 6.18")
def test_a_bust_out_that_was_a_mistake_is_put_right_after_others(room: Room) -> None:
    player, (table, seat) = room.at(1)[0], (1, min(room.state.tables[1].seats))
    stack = room.state.entrants[player].stack
    room.event.do("bust_out", player=player)
    line = len(room.record.log)
    later = room.at(2)[0]
    room.event.do("bust_out", player=later)
    room.event.do("count_hand", table=3)
    assert "undo that first, or reinstate the player." in refused(room.press("Undo", inside=f'id="line-{line}"'))
    assert room.state.entrants[player].status.value == "out"
    card = f"?player={player}"
    assert "It is missing." in refused(room.fill("reinstate-form", card))
    done(room.fill("reinstate-form", card, **{"reason:text": "The hand was misread"}))
    assert seat_of(room.state, player) == (table, seat)
    assert room.state.entrants[player].stack == stack
    assert "is in the event again, at table 1" in words_of(room.page())
    assert "reinstate-form" not in room.page(card)
    assert chips_in_play(room.state) == ENTRIES * room.state.conditions.stack


def test_chips_that_others_have_since_are_taken_from_them(room: Room) -> None:
    player, other, *_ = room.at(1)
    stacks = {each: room.state.entrants[each].stack for each in room.at(1)}
    room.event.do("bust_out", player=player)
    counted = {each: chips for each, chips in stacks.items() if each != player} | {
        other: stacks[other] + stacks[player]
    }
    room.event.do("record_stacks", table=1, stacks=counted)
    card, why = f"?player={player}", {"reason:text": "The wrong seat"}
    assert "say from whose stacks the others come" in refused(room.fill("reinstate-form", card, **why))
    done(room.fill("reinstate-form", card, **why, **{f"taken.{other}:chips": str(stacks[player])}))
    assert {each: room.state.entrants[each].stack for each in stacks} == stacks


# The log.


def test_each_line_of_the_log_is_undone_where_it_stands(room: Room) -> None:
    player = room.at(1)[0]
    room.event.do("mark_absent", player=player)
    marked = len(room.record.log)
    room.event.do("bust_out", player=room.at(2)[0])
    room.event.do("count_hand", table=3)
    page = room.page()
    said = element(page, f"line-{marked}")
    assert f"{formatting.name_of(f'patron:{player}')} is away from the table." in said
    assert "STAR 7.1" in said
    assert "is over at table 3." in element(page, f"line-{marked + 2}")
    rests = refused(room.press("Undo", inside=f'id="line-{marked + 1}"'))
    assert rests == "What came after rests on it: undo that first, or reinstate the player. STAR 6.18"
    done(room.press("Undo", inside=f'id="line-{marked}"'))
    assert not room.state.entrants[player].absent
    struck = room.page()
    assert f'id="line-{marked}" class="undone"' in struck
    assert "Undone" in element(struck, f"line-{marked}")
    done(room.press("Redo", inside=f'id="line-{marked}"'))
    assert room.state.entrants[player].absent
    assert f'id="line-{marked}" class="undone"' not in room.page()


def test_the_log_tells_what_the_record_has(room: Room) -> None:
    page = room.page()
    view = view_of(room.record, Actor("staff:dirk", Role.DIRECTOR), room.api.floor.clock())
    assert view.desk
    assert len(re.findall(r'<li id="line-', page)) == len({line.step for line in view.desk.log})
    assert f'href="{room.root}afterwards/log"' in page


def test_of_two_directors_at_once_the_second_is_told_to_look_again(room: Room) -> None:
    one, other = room.at(1)[:2]
    first, second = (form_of(room.page(f"?player={player}"), "eliminate-form") for player in (one, other))
    done(room.send(first))
    assert refused(room.send(second)) == "Somebody else has been at the desk since: look again."
    assert seat_of(room.state, other) is not None
    assert formatting.name_of(f"patron:{one}") in words_of(room.page().split('class="exits"', 1)[1])
    done(room.fill("eliminate-form", f"?player={other}"))


def test_a_press_that_is_sent_twice_is_done_once(room: Room) -> None:
    sent = form_of(room.page(f"?player={room.at(1)[0]}"), "eliminate-form")
    assert done(room.send(sent)) == done(room.send(sent))
    assert len(room.state.exits) == 1


@pytest.mark.parametrize("structure", ["ultimate_challenge", "pontoon_heats", "canberra_cup", "canberra_holdem"])
def test_events_of_the_house_games_have_the_same_desk(api: Api, house: Floor, structure: str) -> None:
    event, people = event_scene.started(event_scene.to_floor(house), "heats", structure, 12)
    room = Room(api, event, people)
    page = room.page()
    assert element(page, "figure-left") == f"{players_left(room.state)} of 12"
    # What is played in sessions leads there, and has nothing of levels and hands of poker.
    has_levels = bool(room.state.conditions.levels)
    assert ('id="ask-sessions"' in page) is not has_levels
    for words in ("Breaking order", "the bubble is", "Next level"):
        assert (words in page) is has_levels, words
    for player in people:
        room.page(f"?player={player}")
    for table in room.state.tables:
        assert ("Hand dealt" in room.page(f"?table={table}")) is has_levels

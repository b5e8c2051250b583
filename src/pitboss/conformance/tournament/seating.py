"""Draws, balancing, breaking and the final table in a tournament case."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from copy import copy
from random import Random
from typing import Any

from pitboss.conformance.format.document import MalformedCase
from pitboss.conformance.tournament.entries import seat_from_queue
from pitboss.conformance.tournament.scene import Answer, Scene
from pitboss.conformance.tournament.setup import conditions_of, table_numbers
from pitboss.tournaments.event.state import Table, seat_of
from pitboss.tournaments.prizes.placing import BustOut
from pitboss.tournaments.seating.balancing import balancing_moves, seats_of
from pitboss.tournaments.seating.breaking import BreakTable, break_draw, open_elsewhere
from pitboss.tournaments.seating.breaking import break_advice as table_to_break
from pitboss.tournaments.seating.draw import Draw, draw_new, entropy
from pitboss.tournaments.seating.final_table import RedrawFinal, final_draw, finalists

# All draws of a case come from one generator.
_SEED = 2025


def _seeds(count: int) -> Iterator[int]:
    generator = Random(_SEED)
    return (generator.getrandbits(64) for _ in range(count))


def _new_draw(scene: Scene) -> Callable[[int], Draw]:
    """The draw of so many entrants, numbered in the order of registration."""
    told = scene.particulars
    players = [str(number) for number in range(1, told["entrants"] + 1)]
    seats = conditions_of(told).seats
    apart = frozenset(frozenset(map(str, pair)) for pair in told.get("connected", ()))
    return lambda seed: draw_new(players, seats, entropy(seed), connected=apart)


def draw_seats(scene: Scene) -> Answer:
    drawn = _new_draw(scene)(_SEED)
    sizes = Counter(table for table, _ in drawn.places.values())
    return {"tables": len(sizes), "sizes": {str(size): count for size, count in Counter(sizes.values()).items()}}


def _watched_players(watch: Mapping[str, Any], key: str, known: Collection[str]) -> list[str]:
    """Return the one or two players whom a case watches."""
    said = watch.get(key)
    names = [str(each) for each in (said if isinstance(said, list) else [said])]
    if len(names) != (1 if key == "seat_of" else 2) or not set(names) <= set(known):
        raise MalformedCase(f"watch.{key}: must name {'somebody who is' if key == 'seat_of' else 'two who are'} there.")
    return names


def draw_many(scene: Scene) -> Answer:
    """Return how often somebody sits somewhere, or two sit together, in many draws."""
    told, draw = scene.particulars, _new_draw(scene)
    watch, known = told["watch"], {str(number) for number in range(1, told["entrants"] + 1)}
    draws = (draw(seed).places for seed in _seeds(told["draws"]))
    if "same_table" in watch:
        one, other = _watched_players(watch, "same_table", known)
        return {"count": sum(places[one][0] == places[other][0] for places in draws)}
    (somebody,) = _watched_players(watch, "seat_of", known)
    places = Counter(each[somebody] for each in draws)
    seats = conditions_of(told).seats
    tables = range(1, -(-told["entrants"] // seats) + 1)
    return {
        "each_table_count": [sum(places[table, seat] for seat in range(1, seats + 1)) for table in tables],
        "each_table_seat_count": [places[table, seat] for table in tables for seat in range(1, seats + 1)],
    }


def balance_advice(scene: Scene) -> Answer:
    told = scene.particulars
    everything = scene.given.get("tables")
    if not isinstance(everything, dict):
        raise MalformedCase("given.tables: must say who sits where.")
    if not isinstance(told["tables"], list):
        raise MalformedCase("tables: must be a list of tables.")
    asked = {str(name) for name in told["tables"]}
    given = {name: row for name, row in everything.items() if name in asked}
    if len(given) < len(asked):
        raise MalformedCase(f"tables: there is no table {min(asked - given.keys())}.")
    state = Scene({**told, "tables": given}).state
    numbers = table_numbers({"tables": given})
    tables = {name: seats_of(state, state.tables[number]) for name, number in numbers.items()}
    moves = balancing_moves(tables, state.conditions.readings.max_difference, state.connected)
    return {
        "moves": [
            {
                "from": move.from_table,
                "seat": move.seat,
                "to": move.to_table,
                "to_seat": move.to_seat,
                "next_position": move.next_position,
            }
            for move in moves
        ]
    }


def _table(scene: Scene, name: object) -> Table:
    """A table of the case by the name that it has there."""
    number = table_numbers(scene.given).get(str(name))
    if number is None or number not in scene.state.tables:
        raise MalformedCase(f"table: there is no table {name}.")
    return scene.state.tables[number]


def _player_at(scene: Scene, name: object, seat: int) -> str:
    player = _table(scene, name).seats.get(seat)
    if player is None:
        raise MalformedCase(f"seat: nobody sits in seat {seat} at table {name}.")
    return player


def bust(scene: Scene) -> Answer:
    """Put a player out; whoever waits for the seat gets it."""
    told = scene.particulars
    player = told.get("player") or _player_at(scene, told["table"], told["seat"])
    scene.do(BustOut(at=scene.at(), player=player))
    seat_from_queue(scene)
    return {}


def break_advice(scene: Scene) -> Answer:
    table = table_to_break(scene.state)
    return {"break": table is not None, "table": table}


def break_table(scene: Scene) -> Answer:
    before, number = scene.state, _table(scene, scene.particulars["table"]).number
    scene.do(BreakTable(at=scene.now, table=number, seed=_SEED))
    after = scene.state
    moved = {player: seat_of(after, player) for player in before.tables[number].seats.values()}
    return {
        "sizes": {str(each.number): len(each.seats) for each in after.tables.values()},
        "filled": [list(place) for place in moved.values() if place is not None],
        "everyone_reseated": None not in moved.values(),
    }


def break_many(scene: Scene) -> Answer:
    state, number = scene.state, _table(scene, scene.particulars["table"]).number
    found: Counter[tuple[str, tuple[int, int]]] = Counter()
    for seed in _seeds(scene.particulars["draws"]):
        found.update(break_draw(state, number, entropy(seed)).places.items())
    players = state.tables[number].seats.values()
    places = open_elsewhere(state, number)
    return {"each_player_each_seat_count": [found[player, place] for player in players for place in places]}


def redraw_final(scene: Scene) -> Answer:
    before = scene.state
    scene.do(RedrawFinal(at=scene.now, seed=_SEED))
    after = scene.state
    (table,) = after.tables.values()
    stacks = {player: entrant.stack for player, entrant in before.entrants.items()}
    return {
        "seats": sorted(table.seats),
        "stacks_unchanged": stacks == {player: entrant.stack for player, entrant in after.entrants.items()},
        "hand_for_hand": after.clock.hand_for_hand,
    }


def redraw_many(scene: Scene) -> Answer:
    told, state = scene.particulars, scene.state
    watch, size, known = told["watch"], state.conditions.final_table, finalists(state)
    # What would be refused cannot be repeated either.
    copy(scene).do(RedrawFinal(at=scene.now, seed=_SEED))
    draws = [final_draw(state, entropy(seed)).places for seed in _seeds(told["draws"])]
    if "neighbours" in watch:
        one, other = _watched_players(watch, "neighbours", known)
        apart = [abs(places[one][1] - places[other][1]) for places in draws]
        return {"count": sum(distance in (1, size - 1) for distance in apart)}
    (somebody,) = _watched_players(watch, "seat_of", known)
    seats = Counter(places[somebody][1] for places in draws)
    return {"each_seat_count": [seats[seat] for seat in range(1, size + 1)]}

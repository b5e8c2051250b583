"""What a table offers to a player is what it takes from them at that moment."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.kernel.contract import Yes
from pitboss.floor.kernel.roles import CROUPIER, Actor
from pitboss.floor.reading.table_view import view_of
from pitboss.floor.tables.play import Deal, Play
from tests.floor import house_scene
from tests.floor.reading.privacy_scene import PaperHouse
from tests.floor.tables.table_floor_scene import (
    DEALER,
    JACKPOT,
    P1,
    P2,
    P3,
    PLAYERS,
    done,
    house_with_patrons,
    open_table,
    record_of,
    say,
)

FIRST = {
    "ultimate": ({"ante": 1000, "blind": 1000}, ["trips"]),
    "canberra": ({"ante": 1000}, ["jackpot"]),
    "pontoon": ({"main": 1000}, ["perfect_pairs"]),
}


def offered(house: PaperHouse, actor: Actor, do: str) -> list[dict[str, Any]]:
    return [choice for choice in house.shown(actor)["choices"] if choice["do"] == do]


@pytest.mark.parametrize("game", FIRST)
def test_a_spot_with_chips_of_theirs_is_not_offered_again_and_one_beside_it_is(game: str) -> None:
    house = PaperHouse(game, None, 1, **({"jackpot": JACKPOT} if game == "canberra" else {}))
    wagers, left = FIRST[game]
    house.give(P1, Play(table="one", do="place", seat=1, wagers=wagers))
    (choice,) = offered(house, P1, "place")
    assert (choice["seat"], choice["kinds"]) == (1, left)
    more = {left[0]: 200 if left == ["jackpot"] else 500}
    house.give(P1, Play(table="one", do="place", seat=1, wagers=more))
    assert not offered(house, P1, "place")


def test_whoever_enters_what_players_say_is_told_whose_choice_it_is(tmp_path: Path) -> None:
    with house_scene.sqlite_house(tmp_path) as floor:
        house_with_patrons(floor)
        table = open_table(floor, "holdem", mode="live")
        for seat, actor in enumerate(PLAYERS, 1):
            done(say(floor, DEALER, table, "join", seat=seat, player=actor.id, amount=50_000))
        choices = view_of(record_of(floor, table), DEALER).as_json()["choices"]
        moves = {choice["player"] for choice in choices if choice["do"] == "change_seat" and choice["seat"] == 5}
        assert moves == {actor.id for actor in PLAYERS}
        own = view_of(record_of(floor, table), P1).as_json()["choices"]
    assert not any("player" in choice for choice in own)


def test_leaving_is_not_offered_in_the_middle_of_a_hand_of_holdem() -> None:
    house = PaperHouse("holdem", None, 1)
    for seat, actor in enumerate(PLAYERS, 1):
        house.give(actor, Play(table="one", do="join", seat=seat, amount=50_000))
    assert [choice["seat"] for choice in offered(house, P2, "leave")] == [2]
    house.give(CROUPIER, Deal(table="one"))
    for actor in (P1, P2, P3):
        for choice in offered(house, actor, "leave"):
            assert isinstance(house.decided(actor, Play(table="one", do="leave", seat=choice["seat"])), Yes)
    assert not offered(house, P2, "leave")

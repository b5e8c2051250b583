"""What a table offers to a player is what it takes from them at that moment."""

from typing import Any

import pytest

from pitboss.floor.contract import Yes
from pitboss.floor.play import Deal, Play
from pitboss.floor.roles import CROUPIER, Actor
from privacy_scene import PaperHouse
from table_floor_scene import JACKPOT, P1, P2, P3, PLAYERS

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

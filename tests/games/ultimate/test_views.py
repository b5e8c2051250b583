"""Who sees which card when: UTH D-Hole Cards, UTH 8.6, UTH 9.3(a), UTH 12.1."""

import json
import re
from typing import Any

import pytest

from pitboss.games.play import Audience, Limit, Viewer
from tests.games.ultimate.scene import (
    BOARD,
    DEALER,
    DEALER_CARDS,
    HANDS,
    MOMENTS,
    OPERATOR,
    PLAYER,
    SUPERVISOR,
    Scene,
    at,
    betting,
    dealt,
    opened,
)

EVERYTHING = {*BOARD.split(), *DEALER_CARDS.split(), *(card for hand in HANDS.values() for card in hand.split())}
VIEWERS = [
    *(Viewer(Audience.SEAT, seat) for seat in (1, 2, 3, 4)),
    Viewer(Audience.DEALER),
    Viewer(Audience.SIGN),
    Viewer(Audience.AUDITOR),
]
UP: dict[str, set[str]] = {
    "dealing": set(),
    "before_flop": set(),
    "after_flop": set(BOARD.split()[:3]),
    "river": set(BOARD.split()),
    "declared": {*BOARD.split(), *DEALER_CARDS.split()},
    "settling": {*BOARD.split(), *DEALER_CARDS.split(), *HANDS[3].split()},
}


def cards_in(view: dict[str, object]) -> set[str]:
    """Every card whose face stands anywhere in what somebody is shown, words included."""
    text = json.dumps(view, default=str)
    return {card for card in EVERYTHING if re.search(rf"\b{card}\b", text)}


@pytest.mark.clause("UTH D-Hole Cards", "UTH 12.1", "UTH 8.8(b)", "UTH 9.3(a)", "UTH 15.6(b)", "UTH 8.1")
@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
@pytest.mark.parametrize("moment", MOMENTS)
def test_each_sees_the_cards_that_are_up_and_a_player_the_own_hand(moment: str, viewer: Viewer) -> None:
    scene = at(moment)
    own = set(HANDS.get(viewer.seat or 0, "").split()) if moment != "dealing" else set()
    assert cards_in(scene.view(viewer).as_json()) == UP[moment] | own


@pytest.mark.clause("UTH 8.6[s1]", "UTH 9.1[s2]")
@pytest.mark.parametrize("viewer", VIEWERS[:-1], ids=str)
def test_folded_and_conceded_hands_are_never_shown(viewer: Viewer) -> None:
    scene = dealt().script("1 fold")
    never = set(HANDS[1].split())
    assert not cards_in(scene.view(viewer).as_json()) & never
    scene.script("2 play 3000", "3 play 3000")
    scene.run()
    scene.tell(PLAYER, "concede", 2)
    never |= set(HANDS[2].split())
    assert not cards_in(scene.view(viewer).as_json()) & never
    scene.finish()
    assert cards_in(scene.view(viewer).as_json()) == EVERYTHING - never


@pytest.mark.clause("UTH 15.6(b)")
@pytest.mark.parametrize("moment", MOMENTS[1:])
def test_the_auditor_sees_the_whole_deal_once_the_round_is_over(moment: str) -> None:
    """Ruling U-A16."""
    scene = at(moment)
    assert cards_in(scene.view(Viewer(Audience.AUDITOR)).as_json()) == UP[moment]
    scene.tell(OPERATOR, "void_round", reason="disturbance")
    assert cards_in(scene.view(Viewer(Audience.AUDITOR)).as_json()) == EVERYTHING
    assert cards_in(scene.view(Viewer(Audience.SIGN)).as_json()) == UP[moment]


@pytest.mark.clause("UTH 12.1")
def test_a_card_shown_by_accident_is_shown_to_all_and_the_other_one_is_not() -> None:
    scene = at("after_flop")
    scene.tell(SUPERVISOR, "card_exposed", 2, cards="Qs")
    scene.tell(DEALER, "communal_card_exposed", cards="3s")
    assert cards_in(scene.view(Viewer(Audience.SEAT, 1)).as_json()) == UP["after_flop"] | {"As", "Ad", "Qs", "3s"}


@pytest.mark.clause("UTH D-Hole Cards", "UTH 12.1")
def test_nobody_takes_a_seat_in_front_of_somebody_elses_cards() -> None:
    scene = opened()
    scene.tell(PLAYER, "sit", 1, player="Ann")
    scene.again({1: "As Ad"})
    scene.tell(PLAYER, "leave", 1)
    scene.refuses("UTH 4.1", PLAYER, "sit", 1, player="Bob")
    scene.tell(PLAYER, "sit", 1, player="Ann")


@pytest.mark.clause("UTH 13.6(b)", "UTH D-Hole Cards")
@pytest.mark.parametrize("viewer", VIEWERS[:-1], ids=str)
def test_cards_at_a_box_without_wagers_are_nobodys(viewer: Viewer) -> None:
    scene = betting()
    scene.tell(PLAYER, "place", 1, player="Ann", wagers={"ante": 1000, "blind": 1000})
    scene.stack(f"{BOARD} {HANDS[1]} {HANDS[2]} {DEALER_CARDS}")
    scene.tell(DEALER, "deal", cards=scene.shoe.draw(11), seats=(1, 2))
    assert not cards_in(scene.view(viewer).as_json()) & set(HANDS[2].split())


def _sign(scene: Scene) -> dict[str, Any]:
    sign = scene.view(Viewer(Audience.SIGN)).as_json()["sign"]
    assert isinstance(sign, dict)
    return sign


@pytest.mark.clause("UTH 6.2(a)", "UTH 6.2(b)")
@pytest.mark.parametrize(
    ("settings", "colours"),
    [
        ({}, ["red", "blue", "red"]),
        ({"deck_colours": "green black"}, ["green", "black", "green"]),
        ({"deck_colours": "green"}, ["green", "green", "green"]),
        ({"shoe": "card"}, [None, None, None]),
    ],
)
def test_the_packs_of_the_device_take_turns_round_by_round(settings: dict[str, Any], colours: list[str]) -> None:
    scene = opened(**settings)
    seen = []
    for _ in range(3):
        scene.again({1: "As Ad"}, {1: {"ante": 1000, "blind": 1000}})
        seen.append(scene.view(Viewer(Audience.SIGN)).as_json()["deck"])
        scene.fold(1)
    assert seen == colours


@pytest.mark.clause("UTH 5.1", "UTH 5.3", "UTH 10.1 note **")
def test_the_sign_shows_limits_multiples_maximum_payout_and_coming_limits() -> None:
    scene = opened(wager_step=250, max_payout=1_000_000)
    scene.tell(SUPERVISOR, "place_marker", 3, amount=100_000)
    sign = _sign(scene)
    assert sign["limits"]["ante"] == {"min": 1000, "max": 50_000}
    assert (sign["multiples"], sign["max_payout"], sign["markers"]) == (250, 1_000_000, {3: 100_000})
    assert sign["coming_limits"] == {}
    scene.tell(OPERATOR, "announce_limits", limits={"ante": Limit(2000, 3000)})
    sign = _sign(scene)
    assert sign["limits"]["ante"] == {"min": 1000, "max": 50_000}
    assert sign["coming_limits"]["ante"] == {"min": 2000, "max": 3000}
    scene.dealer("start_round")
    assert _sign(scene)["limits"]["ante"] == {"min": 2000, "max": 3000}
    assert _sign(scene)["coming_limits"] == {}


@pytest.mark.clause("UTH 5.4")
def test_advice_reaches_its_player_and_those_who_run_the_game() -> None:
    scene = dealt({1: "As Ad", 2: "Qs 5d"}, wagers={1: {"ante": 500, "blind": 500}})
    told = {viewer: bool(scene.view(viewer).as_json()["advised"]) for viewer in VIEWERS}
    assert [viewer for viewer, is_told in told.items() if is_told] == [
        Viewer(Audience.SEAT, 1),
        Viewer(Audience.DEALER),
        Viewer(Audience.AUDITOR),
    ]


def test_a_settled_wager_is_shown_with_its_clause_and_reason() -> None:
    scene = at("settling")
    wagers = scene.view(Viewer(Audience.SIGN)).as_json()["wagers"]
    assert isinstance(wagers, list)
    (play,) = [row for row in wagers if (row["seat"], row["wager"]) == (3, "play")]
    assert (play["result"], play["net"], play["clause"]) == ("win", 1000, "UTH 9.8(a)")
    assert "straight" in play["why"]
    (waiting,) = [row for row in wagers if (row["seat"], row["wager"]) == (2, "play")]
    assert "result" not in waiting

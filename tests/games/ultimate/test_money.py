"""Every chip is somewhere: folding the movements of a round leaves nothing on the felt and nothing unexplained."""

from random import Random
from typing import Any

import pytest

from pitboss.games.house.limits import stakes_of
from pitboss.games.play import Command, Role
from pitboss.games.table import Shoe
from pitboss.rulebook.refusal import Refusal
from tests.games.ultimate.scene import (
    DEALER,
    HANDS,
    MOMENTS,
    NAMES,
    OPERATOR,
    PLAYER,
    SUPERVISOR,
    TEN,
    Scene,
    at,
    dealt,
    limits,
    opened,
)


def assert_books_are_right(scene: Scene) -> None:
    """The felt holds the open wagers, and the accounts add up to nothing."""
    accounts = scene.accounts()
    assert sum(accounts.values()) == 0
    on_felt = sum(wager.stake for wager in scene.state.felt.wagers if wager.outcome is None)
    assert accounts.get("felt", 0) == on_felt
    if scene.is_over:
        assert on_felt == 0
        for player, net in scene.state.house.results.items():
            assert accounts.get(f"player {player}", 0) == net


@pytest.mark.clause("UTH D-Void", "UTH 13.1", "UTH D-Round of Play")
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_void_round_gives_every_cent_back(moment: str) -> None:
    scene = at(moment)
    assert_books_are_right(scene)
    scene.tell(OPERATOR, "void_round", reason="disturbance")
    assert_books_are_right(scene)
    assert set(scene.net.values()) == {0}


@pytest.mark.clause("UTH 9.9", "UTH 9.10")
@pytest.mark.parametrize("moment", MOMENTS[1:])
def test_the_net_of_each_player_is_what_moved(moment: str) -> None:
    scene = at(moment)
    while scene.game.due(scene.state):
        scene.fold(scene.game.due(scene.state)[0])
    scene.finish()
    assert_books_are_right(scene)
    for seat in HANDS:
        assert scene.accounts()[f"player {NAMES[seat]}"] == scene.net[NAMES[seat]]


def test_a_round_by_the_cent() -> None:
    scene = dealt({1: "As Ad"}, dealer="Kd Kh", wagers={1: {**TEN, "trips": 500}}).script("1 play 4000")
    assert scene.accounts() == {"player Ann": -6500, "felt": 6500}
    scene.finish()
    # Ante and play win, the blind goes back, trips is lost.
    assert scene.accounts() == {"player Ann": 4500, "felt": 0, "bank": -4500}


def _random_command(scene: Scene, random: Random) -> Command:
    """Now and then something goes wrong; otherwise a decision or the dealer's next step."""
    chance = random.random()
    seat = random.choice((1, 2, 3, 4))
    if chance < 0.01:
        return Command(OPERATOR, "void_round", reason=random.choice(("disturbance", "fraud")))
    if chance < 0.03:
        return Command(SUPERVISOR, "collusion_ruling", seat, ruling="exclude_player")
    if chance < 0.05:
        return Command(OPERATOR, "void_wagers", player=NAMES[seat], reason="cheating")
    if chance < 0.06:
        return Command(SUPERVISOR, "void_hand", seat, reason="unequal")
    if chance < 0.08:
        return Command(DEALER, "hand_dealt_without_wager", seat, handled_by=(1,))
    if chance < 0.09:
        return Command(DEALER, "wrong_card_count", seats=(seat,), held=3)
    if chance < 0.10:
        return Command(DEALER, "noncompliant_wager_noticed", seats=(seat,))
    choices = scene.choices()
    if choices and (scene.game.due(scene.state) or chance < 0.2):
        choice = random.choice(choices)
        amount = random.choice((*choice.amounts, 700, 9900)) if choice.amounts else None
        return Command(PLAYER, choice.do, choice.seat, amount=amount)
    step = scene.game.routine(scene.state)
    assert step is not None
    return Command(DEALER, step.do, cards=scene.shoe.draw(step.cards))


def _random_wagers(random: Random) -> dict[str, int]:
    stake = random.choice((500, 1000, 2000, 6000))
    kinds: dict[str, int] = random.choice(
        ({"ante": stake, "blind": stake}, {"ante": stake, "blind": stake, "trips": random.choice((300, 500, 3000))})
    )
    return kinds if random.random() < 0.9 else {"ante": stake}


@pytest.mark.parametrize("shoe", ["automated", "card"])
@pytest.mark.parametrize("scope", ["per_wager", "per_player_round", "per_table_round"])
def test_whatever_happens_the_books_are_right_after_every_command(shoe: str, scope: str) -> None:
    random = Random(20250718)
    settings: dict[str, Any] = {"shoe": shoe, "max_payout_scope": scope, "max_payout": 4000}
    scene = opened(
        Shoe.seeded(1),
        **settings,
        limits=limits((1000, 5000), (500, 2000)),
        entry_mode="record",
        cap_includes_trips=True,
    )
    results: set[str] = set()
    for _ in range(300):
        scene.new_round()
        for seat in random.sample((1, 2, 3, 4), random.choice((1, 2, 3, 4))):
            scene.place(seat, NAMES[seat], **_random_wagers(random))
        seats = tuple(sorted(random.sample((1, 2, 3, 4), 2))) if random.random() < 0.2 else ()
        first = scene.do(Command(DEALER, "deal", cards=scene.shoe.draw(1), seats=seats))
        if isinstance(first, Refusal):
            for seat in {wager.seat for wager in scene.state.felt.wagers}:
                mine = stakes_of(scene.state.felt.wagers, seat, NAMES[seat])
                scene.tell(PLAYER, "take_back", seat, wagers=mine)
            scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
            scene.deal()
        for _ in range(400):
            if scene.is_over:
                break
            scene.do(_random_command(scene, random))
            assert_books_are_right(scene)
        else:
            # Only a supervisor can end a round with something wrong in the deal.
            scene.tell(Role.SUPERVISOR, "declare_misdeal", reason="Wrong deal")
            assert_books_are_right(scene)
        results |= {row.result.value for row in scene.outcomes}
    assert results == {"win", "lose", "push", "void", "returned"}

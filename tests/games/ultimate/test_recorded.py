"""UTH 13.8[1]: play wagers off their multiple, where a live table is recorded."""

from typing import Any

import pytest

from pitboss.games.play import Command, Role
from pitboss.games.table import NotRoutine, Shoe, Table
from pitboss.games.ultimate import GAME, UltimateSettings
from tests.games.ultimate.scene import SUPERVISOR, Scene, dealt, limits


def _recorded(*amounts: int, dealer: str = "Kd Kh", **settings: Any) -> dict[tuple[int, str], tuple[str, int]]:
    scene = dealt({1: "As Ad", 2: "Ah Ac"}, board="2c 7d 9h Jc 3s", dealer=dealer, entry_mode="record", **settings)
    for seat, amount in enumerate(amounts, start=1):
        scene.play(seat, amount)
    scene.finish()
    return scene.rows()


def _on_a_limited_ante(amount: int, **chosen: Any) -> Scene:
    """A play wager on an ante of 150, where the sign says 100 at most."""
    wagers = {1: {"ante": 15_000, "blind": 15_000}}
    scene = dealt({1: "As Ad"}, wagers=wagers, entry_mode="record", limits=limits((1000, 10_000)), **chosen)
    scene.play(1, amount)
    scene.finish()
    return scene


@pytest.mark.clause("UTH 13.8[1]", "UTH 13.8[1](a)", "UTH 13.8[1](b)")
@pytest.mark.parametrize(
    ("amount", "live"),
    [(500, 500), (2950, 2950), (3000, 3000), (3500, 3500), (4000, 4000), (4050, 4000), (9000, 4000)],
    ids=["short", "just short", "three times", "between", "four times", "just long", "long"],
)
@pytest.mark.parametrize("dealer", ["Kd Kh", "Kd 4h"], ids=["qualifies", "antes refunded first"])
def test_a_recorded_play_wager_off_its_multiple(amount: int, live: int, dealer: str) -> None:
    rows = _recorded(amount, amount, dealer=dealer)
    # Box 1 is settled after box 2, when its ante may already have gone back.
    assert rows[2, "play"] == ("win", live)
    assert rows[1, "play"] == ("win", live)


@pytest.mark.clause("UTH 13.8[1](b)")
def test_a_long_play_wager_loses_only_to_the_largest_multiple() -> None:
    scene = dealt({1: "Qs Qd"}, dealer="Kd Kh", entry_mode="record").script("1 play 9000")
    scene.finish()
    assert scene.rows()[1, "play"] == ("lose", -4000)
    assert scene.outcome(1, "play").stake == 9000
    assert scene.accounts() == {"player Ann": -6000, "felt": 0, "bank": 6000}


@pytest.mark.clause("UTH 13.8[1]", "UTH 13.8[1](a)")
def test_the_player_of_a_short_play_wager_is_told_once_and_remembered() -> None:
    scene = dealt({1: "As Ad"}, entry_mode="record").script("1 play 500")
    scene.refuses("UTH 13.8[1]", SUPERVISOR, "noncompliant_wager_noticed", seats=(2,))
    scene.tell(SUPERVISOR, "noncompliant_wager_noticed", seats=(1,))
    assert [advice.clause for advice in scene.state.felt.advised] == ["UTH 13.8[1](a)"]
    scene.finish()
    assert len(scene.state.felt.advised) == 1
    assert scene.state.house.warned == {"Ann"}
    assert scene.rows()[1, "play"] == ("win", 500)


@pytest.mark.clause("UTH 13.8[1]")
def test_a_play_wager_between_the_multiples_needs_no_advice() -> None:
    scene = dealt({1: "As Ad"}, entry_mode="record").script("1 play 3500")
    scene.finish()
    assert scene.state.felt.advised == ()


@pytest.mark.clause("UTH 13.8[1]")
def test_a_play_wager_by_the_rule_has_nothing_to_be_noticed() -> None:
    scene = dealt({1: "As Ad"}, entry_mode="record").script("1 play 3000")
    scene.refuses("UTH 13.8[1]", SUPERVISOR, "noncompliant_wager_noticed", seats=(1,))


@pytest.mark.clause("UTH 13.8[1](b)", "UTH 5.5")
def test_a_long_play_wager_on_a_limited_ante_is_live_to_the_limited_multiple() -> None:
    """Ruling U-A12: the largest multiple is one of the ante as the maximum leaves it."""
    scene = _on_a_limited_ante(70_000, dealer="Kd Kh")
    assert scene.rows()[1, "play"] == ("win", 40_000)


@pytest.mark.clause("UTH 13.8[1](b)")
def test_a_long_play_wager_is_ruled_on_when_it_is_noticed() -> None:
    scene = dealt({1: "As Ad"}, entry_mode="record").script("1 play 9000")
    (ruled,) = scene.tell(SUPERVISOR, "noncompliant_wager_noticed", seats=(1,))
    assert ruled.clause == "UTH 13.8[1](b)"
    assert scene.state.felt.wagers[-1].at_risk == 4000
    scene.refuses("UTH 13.8[1]", SUPERVISOR, "noncompliant_wager_noticed", seats=(1,))


@pytest.mark.clause("UTH 13.8[1]", "UTH D-Round of Play")
def test_in_a_void_round_no_wager_is_left_to_be_noticed() -> None:
    scene = dealt({1: "As Ad"}, entry_mode="record").script("1 play 9000")
    scene.tell(SUPERVISOR, "void_round", reason="disturbance")
    scene.refuses("UTH 13.8[1]", SUPERVISOR, "noncompliant_wager_noticed", seats=(1,))


@pytest.mark.clause("UTH 13.8[1]")
def test_three_times_the_ante_as_limited_is_not_short() -> None:
    scene = _on_a_limited_ante(30_000)
    assert scene.state.felt.advised == ()
    assert scene.rows()[1, "play"] == ("win", 30_000)


@pytest.mark.clause("UTH D-Blind", "UTH 13.6(b)")
def test_an_unequal_blind_of_a_live_table_waits_for_a_ruling() -> None:
    """Ruling U-A14: written down as it lies, and not settled before a supervisor has ruled on it."""
    table = Table(GAME, UltimateSettings(entry_mode="record"), Shoe.seeded(3)).open().new_round()
    table.place(1, "Ann", ante=1000, blind=2000)
    table.place(2, "Bob", ante=1000, blind=1000)
    table.deal().act(1, "play", amount=4000)
    with pytest.raises(NotRoutine, match="ante of \\$10 and a blind of \\$20: a supervisor must rule"):
        table.act(2, "play", amount=4000)
    table.do(Command(Role.SUPERVISOR, "void_hand", 1, reason="ante and blind were unequal"))
    table.finish()
    assert {outcome.result.value for outcome in table.outcomes if outcome.player == "Ann"} == {"void"}
    assert table.is_over


def test_trips_without_a_blind_lie_on_a_live_table_and_go_back_with_the_first_card() -> None:
    table = Table(GAME, UltimateSettings(entry_mode="record"), Shoe.seeded(3)).open().new_round()
    table.place(1, "Ann", ante=1000, trips=500)
    table.place(2, "Bob", ante=1000, blind=1000)
    table.deal()
    assert {outcome.result.value for outcome in table.outcomes} == {"returned"}


def test_folding_a_hand_with_an_unequal_blind_leaves_nothing_to_rule_on() -> None:
    table = Table(GAME, UltimateSettings(entry_mode="record"), Shoe.seeded(3)).open().new_round()
    table.place(1, "Ann", ante=1000, blind=2000)
    table.deal().act(1, "fold")
    assert table.is_over
    assert table.net == {"Ann": -3000}

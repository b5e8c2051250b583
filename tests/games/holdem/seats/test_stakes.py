"""Table stakes: brought, added to, never reduced; leaving; time at the table."""

import pytest

from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME
from pitboss.games.holdem.seats.room import room_choices
from pitboss.games.holdem.seats.seating import departures
from pitboss.games.holdem.settings import Commission
from pitboss.games.holdem.state import NEW, WAITING
from pitboss.games.play import Command
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.seats.scene import (
    DEALER,
    NAMES,
    OPERATOR,
    PLAYER,
    STAKE,
    SUPERVISOR,
    Scene,
    cash,
    chair,
    room_of,
    tournament,
)

TIMED = Commission("time", rate=500, minutes=30)


@pytest.mark.clause("HLD 4.3[s1]", "HLD 8.2[s1]", "HLD D-Table Stake")
def test_a_player_joins_with_a_stake() -> None:
    scene = Scene(cash())
    scene.join(3, 20_000)
    assert scene.chair(3) == chair(3, 20_000, standing=WAITING, waits_as=NEW)
    assert scene.accounts() == {"player Cat": -20_000, "stake Cat": 20_000}


@pytest.mark.clause("HLD 4.3[s1]", "HLD 4.2(a)", "HLD 4.2(i)", "HLD D-Buy-in")
def test_the_stake_on_joining_has_two_bounds() -> None:
    scene = Scene(cash(min_table_stake=10_000, max_buy_in=40_000))
    assert "$100" in scene.refuses("HLD 4.3[s1]", PLAYER, "join", 1, player="Ann", amount=8000)
    scene.refuses("HLD 4.3[s1]", PLAYER, "join", 1, player="Ann", amount=9_900)
    assert "$400" in scene.refuses("HLD 4.2(i)", PLAYER, "join", 1, player="Ann", amount=40_100)
    scene.join(1, 10_000)
    scene.join(2, 40_000)


@pytest.mark.clause("HLD 4.7")
def test_a_stake_is_made_of_chips() -> None:
    scene = Scene(cash(chip_unit=500), room_of(1))
    scene.refuses("HLD 4.7", PLAYER, "join", 2, player="Bob", amount=20_100)
    scene.refuses("HLD 4.7", PLAYER, "top_up", 1, amount=600)
    # A stake that is none, because of a pot divided to the cent, is brought to whole chips no further than it can be.
    scene.set_stake(1, 99_900)
    assert not scene.choices("top_up")
    scene.refuses("HLD 4.5", PLAYER, "top_up", 1, amount=500)
    scene.set_stake(1, 9_100)
    assert [(choice.least, choice.most) for choice in scene.choices("top_up")] == [(1000, 90_500)]
    # The last chip that fits may be added.
    scene.set_stake(1, 99_500)
    scene.tell(PLAYER, "top_up", 1, amount=500)


@pytest.mark.clause("HLD 8.2[s1]", "HLD 16.2", "HLD 8.1", "HLD 19.2(b)")
def test_who_may_join() -> None:
    scene = Scene(cash(players=("Ann", "Bob", "Cat")), room_of(1, 2)).with_house(shut_out=frozenset(("Cat",)))
    assert "Ann" in scene.refuses("HLD 16.2", PLAYER, "join", 4, player="Ann", amount=STAKE)
    scene.refuses("HLD 8.1", PLAYER, "join", 4, player="Dan", amount=STAKE)
    scene.refuses("HLD 19.2(b)", PLAYER, "join", 4, player="Cat", amount=STAKE)
    scene = Scene(cash(), room_of(1, 2))
    assert "Bob" in scene.refuses("HLD 8.2[s1]", PLAYER, "join", 2, player="Cat", amount=STAKE)
    scene.refuses("HLD 8.2[s1]", PLAYER, "join", 7, player="Cat", amount=STAKE)


@pytest.mark.clause("HLD 4.4", "HLD D-Round of Play")
def test_who_joins_during_a_round_plays_in_the_next() -> None:
    scene = Scene(cash(), room_of(1, 2, 3, button=1))
    line = scene.begin()
    scene.join(5)
    assert scene.state.play.round.seats == line.seats
    scene.end()
    scene.tell(PLAYER, "post_blinds", 5)
    assert 5 in scene.begin().seats


@pytest.mark.clause("HLD 4.6", "HLD 4.4")
def test_a_stake_leaves_the_table_with_its_player_only() -> None:
    scene = Scene(cash())
    for seat in (1, 2, 3):
        scene.join(seat)
    scene.refuses("HLD 4.6", PLAYER, "remove_chips", 1, amount=1000)
    line = scene.begin()
    scene.refuses("HLD 4.4", PLAYER, "remove_chips", 1, amount=1000)
    for seat in line.seats:
        assert NAMES[seat] in scene.refuses("HLD 4.4", PLAYER, "leave", seat)
    scene.end()
    scene.tell(PLAYER, "leave", 1, player="Ann")
    scene.tell(DEALER, "leave", 2)
    assert set(scene.room.chairs) == {3}
    assert scene.accounts() == {"player Cat": -STAKE, "stake Cat": STAKE}
    scene.refuses("HLD 8.2[s1]", DEALER, "leave", 2)
    scene.refuses("HLD 8.2[s1]", PLAYER, "leave", 3, player="Ann")


@pytest.mark.clause("HLD 4.4", "HLD 4.6")
def test_who_has_folded_may_go_and_the_stake_follows_when_the_round_is_over() -> None:
    scene = Scene(cash())
    for seat in (1, 2, 3):
        scene.join(seat)
    scene.begin()
    scene.fold(2)
    scene.tell(PLAYER, "leave", 2)
    scene.refuses("HLD 4.6", PLAYER, "leave", 2)
    # The seat and the chips are still in the round, which might yet be void.
    scene.refuses("HLD 8.2[s1]", PLAYER, "join", 2, player="Dan", amount=STAKE)
    scene.refuses("HLD 16.2", PLAYER, "join", 4, player="Bob", amount=STAKE)
    assert departures(scene.state) == ()
    scene.end()
    scene.refuses("HLD 4.6", PLAYER, "top_up", 2, amount=1000)
    assert 2 not in scene.begin().seats
    scene.end()
    scene.join(2, player="Dan")
    assert scene.chair(2).player == "Dan"
    assert scene.accounts()["player Dan"] == -STAKE
    assert "player Bob" not in scene.accounts()


@pytest.mark.clause("HLD 4.6")
def test_who_left_during_the_round_gets_the_stake_without_another_round() -> None:
    scene = Scene(cash())
    scene.join(1)
    scene.join(2)
    scene.begin()
    scene.fold(2)
    scene.tell(PLAYER, "leave", 2)
    scene.end()
    scene.tell(DEALER, "leave", 2)
    assert "player Bob" not in scene.accounts()


@pytest.mark.clause("HLD 4.6")
def test_who_was_not_dealt_in_may_leave_at_any_time() -> None:
    scene = Scene(cash())
    for seat in (1, 2):
        scene.join(seat)
    scene.begin()
    scene.join(3)
    scene.tell(PLAYER, "leave", 3)
    assert set(scene.room.chairs) == {1, 2}


@pytest.mark.clause("HLD 4.5", "HLD 14.3[s1]", "HLD 14.3[s2]")
def test_chips_are_added_to_the_bounds_of_a_stake() -> None:
    """R-36: a stake that would still be below the minimum is not added to."""
    scene = Scene(cash(max_buy_in=40_000), room_of(chair(1, 6000), chair(2, 30_000), chair(3, 40_000), chair(4, 0)))
    said = scene.refuses("HLD 4.5", PLAYER, "top_up", 1, amount=3000)
    assert said == "$60 and $30 make $90: the least that can be added is $40 and the most is $340."
    scene.tell(PLAYER, "top_up", 1, amount=4000)
    assert scene.chair(1).stake == 10_000
    assert "the most is $100" in scene.refuses("HLD 4.5", PLAYER, "top_up", 2, amount=15_000)
    scene.tell(PLAYER, "top_up", 2, amount=10_000)
    assert "$0 is the most" in scene.refuses("HLD 4.5", PLAYER, "top_up", 3, amount=100)
    assert scene.tell(PLAYER, "top_up", 4, amount=10_000)[0].clause == "HLD 14.3[s1]"
    assert scene.tell(PLAYER, "top_up", 4, amount=30_000)[0].clause == "HLD 4.5"
    assert scene.accounts()["stake Dan"] == 40_000
    scene.refuses("HLD 8.2[s1]", PLAYER, "top_up", 5, amount=10_000)


@pytest.mark.clause("HLD 4.4")
def test_nothing_is_added_during_a_round() -> None:
    scene = Scene(cash(), room_of(chair(1, 6000), 2, button=1))
    scene.begin()
    scene.refuses("HLD 4.4", PLAYER, "top_up", 1, amount=10_000)
    scene.end()


@pytest.mark.clause("HLD 14.3[s3]", "HLD 14.3[s4]")
def test_a_declared_player_adds_nothing_and_leaves_when_broke() -> None:
    scene = Scene(cash(), room_of(chair(1, 6000), 2, 3, button=1))
    scene.begin()
    scene.end()
    assert scene.chair(1).declared
    scene.refuses("HLD 14.3[s4]", PLAYER, "top_up", 1, amount=10_000)
    assert "$60" in scene.refuses("HLD 14.3[s4]", DEALER, "dismiss", 1)
    scene.set_stake(1, 0)
    scene.refuses("HLD 14.3[s4]", PLAYER, "top_up", 1, amount=10_000)
    assert [event.clause for event in departures(scene.state)] == ["HLD 14.3[s4]", "HLD 14.3[s4]"]
    scene.tell(DEALER, "dismiss", 1)
    assert set(scene.room.chairs) == {2, 3}


@pytest.mark.clause("HLD 14.3[s4]")
def test_only_a_declared_player_without_chips_is_sent_away() -> None:
    scene = Scene(cash(), room_of(chair(1, 0), 2, 3, button=1))
    assert "may buy" in scene.refuses("HLD 14.3[s4]", DEALER, "dismiss", 1)
    scene.refuses("HLD 8.2[s1]", DEALER, "dismiss", 5)
    assert departures(scene.state) == ()
    scene.set_stake(1, 0, declared=True)
    scene.begin()
    scene.refuses("HLD 14.3[s4]", DEALER, "dismiss", 1)


@pytest.mark.clause("HLD 14.3[s4]")
def test_the_seat_of_a_broke_declared_player_is_free() -> None:
    scene = Scene(cash(), room_of(chair(1, 0, declared=True), 2, 3, chair(4, 0, declared=True), button=2))
    scene.begin()
    scene.refuses("HLD 16.2", PLAYER, "join", 6, player="Ann", amount=STAKE)
    scene.join(1, player="Eve")
    assert (scene.chair(1).player, scene.chair(4).player) == ("Eve", "Dan")


@pytest.mark.clause("HLD 14.3[s3]")
def test_a_player_who_has_won_the_minimum_back_may_add_again() -> None:
    """R-30."""
    scene = Scene(cash(), room_of(chair(1, 12_000, declared=True), 2))
    scene.tell(PLAYER, "top_up", 1, amount=1000)
    scene = Scene(cash(declared_until="leaves"), room_of(chair(1, 12_000, declared=True), 2))
    scene.refuses("HLD 14.3[s4]", PLAYER, "top_up", 1, amount=1000)


@pytest.mark.clause("HLD 19.6")
def test_an_idle_seat_may_be_required_while_the_others_are_in_use() -> None:
    scene = Scene(cash(boxes=3), room_of(1, 2, 3, button=1))
    scene.with_house(idle_rounds=Frozen({"Ann": 2, "Bob": 3}))
    assert "2 rounds" in scene.refuses("HLD 19.6", SUPERVISOR, "vacate_seat", 1)
    assert "0 rounds" in scene.refuses("HLD 19.6", OPERATOR, "vacate_seat", 3)
    scene.tell(SUPERVISOR, "vacate_seat", 2)
    assert set(scene.room.chairs) == {1, 3}
    assert scene.accounts()["player Bob"] == STAKE
    scene.with_house(idle_rounds=Frozen({"Ann": 3}))
    scene.refuses("HLD 19.6", SUPERVISOR, "vacate_seat", 1)
    scene.refuses("HLD 8.2[s1]", SUPERVISOR, "vacate_seat", 2)


@pytest.mark.clause("HLD 15.3[s1]", "HLD 15.3[s2]", "HLD D-Commission")
def test_time_is_paid_in_advance_and_not_given_back() -> None:
    scene = Scene(cash(commission=TIMED))
    scene.join(1)
    scene.tell(DEALER, "pay_time", 1, minute=600)
    assert scene.chair(1).paid_until == 630
    # Paid again before it is up, it is added to.
    scene.tell(DEALER, "pay_time", 1, minute=610)
    assert scene.chair(1).paid_until == 660
    scene.tell(DEALER, "pay_time", 1, minute=700)
    assert scene.chair(1).paid_until == 730
    scene.tell(PLAYER, "leave", 1)
    assert scene.accounts() == {"player Ann": -1500, "commission": 1500}


@pytest.mark.clause("HLD 15.3[s2]")
def test_time_is_paid_past_midnight() -> None:
    scene = Scene(cash(commission=TIMED), room_of(1, 2))
    scene.tell(DEALER, "pay_time", 1, minute=1430)
    scene.tell(DEALER, "pay_time", 2, minute=10)
    assert (scene.chair(1).paid_until, scene.chair(2).paid_until) == (1460, 1480)


@pytest.mark.clause("HLD 15.3[s1]")
@pytest.mark.parametrize("commission", [Commission("pot", cap=1000, rate=500), Commission("time")])
def test_no_time_is_paid_where_none_is_charged(commission: Commission) -> None:
    scene = Scene(cash(commission=commission), room_of(1))
    scene.refuses("HLD 15.3[s1]", DEALER, "pay_time", 1, minute=600)
    scene.refuses("HLD 8.2[s1]", DEALER, "pay_time", 2, minute=600)
    Scene(tournament(), room_of(1)).refuses("HLD 15.3[s1]", DEALER, "pay_time", 1, minute=600)


@pytest.mark.clause("HLD 20.14", "HLD 20.7", "HLD 20.8")
def test_in_a_tournament_chips_and_seats_are_the_directors() -> None:
    scene = Scene(tournament(), room_of(1, 2))
    scene.refuses("HLD 20.7", PLAYER, "join", 3, player="Cat", amount=STAKE)
    scene.refuses("HLD 20.7", SUPERVISOR, "vacate_seat", 1)
    for do in ("leave", "top_up", "remove_chips"):
        scene.refuses("HLD 20.14", PLAYER, do, 1, amount=1000)
    scene.refuses("HLD 20.8", DEALER, "dismiss", 1)


@pytest.mark.clause("HLD 4.5", "HLD 4.4", "HLD 14.3[s4]", "HLD 17.11", "HLD 8.2 tail")
def test_what_is_offered_is_accepted() -> None:
    scene = Scene(
        cash(max_buy_in=40_000, chip_unit=500),
        room_of(
            chair(1, 6000),
            chair(2, 40_000),
            chair(3, 20_000, declared=True),
            chair(4, 6000, declared=True),
            button=2,
            changes=(("Bob", 6),),
        ),
    )
    tops = {choice.seat: (choice.least, choice.most, choice.step) for choice in scene.choices("top_up")}
    # Seat 3 has won the minimum back; seat 4 has not, and seat 2 has all that a player can have.
    assert tops == {1: (4000, 34_000, 500), 3: (500, 20_000, 500)}
    assert {choice.do for choice in scene.choices()} == {
        *("top_up", "sit_out", "leave", "change_seat", "request_seat_change", "withdraw_seat_change")
    }
    for choice in scene.choices():
        for amount in {choice.least, choice.most}:
            command = Command(choice.by, choice.do, choice.seat, choice.player, amount=amount)
            answer = GAME.decide(scene.state, command)
            assert not isinstance(answer, Refusal), f"{command}: {answer}"
    scene.set_stake(2, 39_500)
    assert [(choice.least, choice.most) for choice in scene.choices("top_up") if choice.seat == 2] == [(500, 500)]
    scene.begin()
    assert list(room_choices(scene.state)) == []

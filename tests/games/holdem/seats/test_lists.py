"""Free seats: choosing, drawing for them, who goes first, and what a change of seats costs."""

import pytest

from pitboss.cards.card import cards
from pitboss.games.holdem.seats.room_events import SeatDrawn
from pitboss.games.holdem.state import AWAY, MISSED, MOVED, PLAYING, WAITING
from tests.games.holdem.seats.scene import (
    DEALER,
    PLAYER,
    STAKE,
    SUPERVISOR,
    Scene,
    away,
    cash,
    chair,
    missed,
    new,
    room_of,
    tournament,
)


@pytest.mark.clause("HLD 8.2[s1]")
def test_players_choose_among_free_seats_between_rounds() -> None:
    scene = Scene(cash(), room_of(1, 2, 3))
    scene.tell(PLAYER, "change_seat", 6, player="Ann")
    assert set(scene.room.chairs) == {2, 3, 6}
    assert scene.chair(6) == chair(1)
    assert "Bob" in scene.refuses("HLD 8.2[s1]", PLAYER, "change_seat", 2, player="Ann")
    scene.refuses("HLD 8.2[s1]", PLAYER, "change_seat", 1, player="Zoe")
    scene.begin()
    scene.refuses("HLD 8.2[s1]", PLAYER, "change_seat", 1, player="Ann")
    broke = Scene(cash(), room_of(chair(1, 0, declared=True), 2, 3))
    broke.refuses("HLD 8.2[s1]", PLAYER, "change_seat", 5, player="Ann")
    broke.refuses("HLD 8.2 tail", PLAYER, "request_seat_change", player="Ann")


@pytest.mark.clause("HLD 8.2 tail")
def test_players_at_the_table_go_before_those_who_wait() -> None:
    scene = Scene(cash(), room_of(1, 2, 3, 4, 5, 6, button=1))
    scene.tell(PLAYER, "join_waiting_list", player="Kim")
    scene.tell(PLAYER, "request_seat_change", 3, player="Fay")
    scene.tell(PLAYER, "leave", 3)
    assert "Fay" in scene.refuses("HLD 8.2 tail", PLAYER, "join", 3, player="Kim", amount=STAKE)
    scene.tell(PLAYER, "change_seat", 3, player="Fay")
    assert scene.room.changes == ()
    scene.join(6, player="Kim")
    assert scene.room.waiting == ()


@pytest.mark.clause("HLD 8.2 tail")
def test_a_seat_nobody_asked_for_is_open_to_those_who_wait() -> None:
    scene = Scene(cash(), room_of(1, 2, 3, 4, 5, 6, button=1))
    scene.tell(PLAYER, "request_seat_change", 3, player="Fay")
    scene.tell(PLAYER, "leave", 4)
    scene.join(4, player="Kim")


@pytest.mark.clause("HLD 8.2 tail")
def test_who_asked_for_any_seat_goes_first_everywhere_until_withdrawn() -> None:
    scene = Scene(cash(), room_of(1, 2, 3, button=1))
    scene.tell(PLAYER, "request_seat_change", player="Ann")
    scene.refuses("HLD 8.2 tail", PLAYER, "request_seat_change", player="Ann")
    for seat in (4, 5, 6):
        scene.refuses("HLD 8.2 tail", PLAYER, "join", seat, player="Kim", amount=STAKE)
    scene.tell(DEALER, "withdraw_seat_change", player="Ann")
    scene.refuses("HLD 8.2 tail", PLAYER, "withdraw_seat_change", player="Ann")
    scene.join(4, player="Kim")


@pytest.mark.clause("HLD 8.2 tail")
def test_changes_are_served_in_the_order_they_were_asked_for() -> None:
    scene = Scene(cash(), room_of(1, 2, 3, button=1))
    scene.tell(PLAYER, "request_seat_change", 5, player="Bob")
    scene.tell(PLAYER, "request_seat_change", player="Ann")
    assert "Bob" in scene.refuses("HLD 8.2 tail", PLAYER, "change_seat", 5, player="Ann")
    assert "Ann" in scene.refuses("HLD 8.2 tail", PLAYER, "change_seat", 4, player="Cat")
    scene.tell(PLAYER, "change_seat", 4, player="Ann")
    # A request made anew goes to the end.
    scene.tell(PLAYER, "request_seat_change", 5, player="Ann")
    scene.tell(PLAYER, "request_seat_change", 6, player="Bob")
    assert list(scene.room.changes) == [("Ann", 5), ("Bob", 6)]
    scene.tell(PLAYER, "leave", 4)
    assert list(scene.room.changes) == [("Bob", 6)]


@pytest.mark.clause("HLD 8.2 tail", "HLD 8.2[s1]")
def test_who_may_ask_for_another_seat() -> None:
    scene = Scene(cash(), room_of(1, 2, 3))
    scene.refuses("HLD 8.2 tail", PLAYER, "request_seat_change", 5, player="Kim")
    scene.refuses("HLD 8.2[s1]", PLAYER, "request_seat_change", 1, player="Ann")


@pytest.mark.clause("HLD 8.2 tail")
def test_those_who_wait_are_seated_in_order() -> None:
    scene = Scene(cash(boxes=4), room_of(1, 2, 3, 4))
    for name in ("Kim", "Lee", "Max"):
        scene.tell(DEALER, "join_waiting_list", player=name)
    scene.tell(PLAYER, "leave", 2)
    assert "Kim" in scene.refuses("HLD 8.2 tail", PLAYER, "join", 2, player="Lee", amount=STAKE)
    assert "Kim" in scene.refuses("HLD 8.2 tail", PLAYER, "join", 2, player="Zoe", amount=STAKE)
    # Called and not there.
    scene.tell(DEALER, "leave_waiting_list", player="Kim")
    scene.join(2, player="Lee")
    assert scene.room.waiting == ("Max",)
    # With a seat for everybody ahead there is no need to wait for them.
    scene.tell(PLAYER, "leave", 3)
    scene.tell(PLAYER, "leave", 4)
    scene.join(3, player="Zoe")
    scene.refuses("HLD 8.2 tail", PLAYER, "join", 4, player="Yul", amount=STAKE)
    # Somebody excluded holds nobody up.
    scene.with_house(shut_out=frozenset(("Max",)))
    scene.join(4, player="Yul")


@pytest.mark.clause("HLD 8.2 tail", "HLD 8.1", "HLD 19.2(b)", "HLD 16.2")
def test_who_may_wait_for_a_seat() -> None:
    scene = Scene(cash(players=("Ann", "Kim", "Lee", "Max")), room_of(1)).with_house(shut_out=frozenset(("Lee",)))
    scene.tell(PLAYER, "join_waiting_list", player="Kim")
    scene.refuses("HLD 8.2 tail", PLAYER, "join_waiting_list", player="Kim")
    scene.refuses("HLD 16.2", PLAYER, "join_waiting_list", player="Ann")
    scene.refuses("HLD 19.2(b)", PLAYER, "join_waiting_list", player="Lee")
    scene.refuses("HLD 8.1", PLAYER, "join_waiting_list", player="Zoe")
    scene.refuses("HLD 8.2 tail", PLAYER, "leave_waiting_list", player="Max")


@pytest.mark.clause("HLD 8.2[s2]")
def test_a_contested_seat_is_drawn_for() -> None:
    scene = Scene(cash(), room_of(1, 2))
    (event,) = scene.tell(SUPERVISOR, "draw_for_seat", 4, joined_by=("Kim", "Lee", "Max"), cards="9s Kd 2h")
    assert isinstance(event, SeatDrawn)
    assert (event.player, event.draws) == ("Lee", tuple(zip(("Kim", "Lee", "Max"), cards("9s Kd 2h"), strict=True)))
    assert "Lee" in scene.refuses("HLD 8.2[s2]", PLAYER, "join", 4, player="Kim", amount=STAKE)
    scene.refuses("HLD 8.2[s2]", PLAYER, "change_seat", 4, player="Ann")
    scene.join(4, player="Lee")
    assert scene.room.drawn == {}


@pytest.mark.clause("HLD 8.2[s2]", "HLD 3.1")
def test_no_suit_wins_a_draw() -> None:
    scene = Scene(cash(), room_of(1, 2))
    said = scene.refuses("HLD 3.1", DEALER, "draw_for_seat", 4, joined_by=("Kim", "Lee", "Max"), cards="As Ah 3c")
    assert "Kim and Lee" in said
    scene.tell(DEALER, "draw_for_seat", 4, joined_by=("Kim", "Lee"), cards="2c 3c")
    scene.tell(DEALER, "draw_for_seat", 5, joined_by=("Kim", "Max"), cards="Ac 3c")
    assert scene.room.drawn == {4: "Lee", 5: "Kim"}
    # Nobody has two seats.
    scene.tell(DEALER, "draw_for_seat", 6, joined_by=("Kim", "Max"), cards="Ac 3c")
    assert scene.room.drawn == {4: "Lee", 6: "Kim"}


@pytest.mark.clause("HLD 8.2[s2]", "HLD 8.2 tail", "HLD 8.2[s1]")
def test_what_is_no_draw() -> None:
    scene = Scene(cash(deck=32, boxes=6), room_of(1, 2))

    def refused(clause: str, seat: int, names: tuple[str, ...], drawn: str) -> str:
        return scene.refuses(clause, DEALER, "draw_for_seat", seat, joined_by=names, cards=drawn)

    refused("HLD 8.2[s2]", 4, ("Kim",), "As")
    refused("HLD 8.2[s2]", 4, ("Kim", "Kim"), "As Kd")
    refused("HLD 8.2[s2]", 4, ("Kim", "Lee"), "As Kd Qh")
    refused("HLD 8.2[s2]", 4, ("Kim", "Lee"), "As As")
    refused("HLD 8.2[s2]", 4, ("Kim", "Lee"), "As 2d")
    refused("HLD 8.2[s2]", 4, ("Kim", "Lee"), "As JK")
    refused("HLD 8.2[s1]", 1, ("Kim", "Lee"), "As Kd")
    assert "Ann" in refused("HLD 8.2 tail", 4, ("Kim", "Ann"), "As Kd")
    with_joker = Scene(cash(joker=True), room_of(1, 2))
    with_joker.refuses("HLD 8.2[s2]", DEALER, "draw_for_seat", 4, joined_by=("Kim", "Lee"), cards="As JK")
    scene.tell(DEALER, "draw_for_seat", 4, joined_by=("Ann", "Bob"), cards="As Kd")
    scene.tell(PLAYER, "leave", 1)
    assert scene.room.drawn == {}


@pytest.mark.clause("HLD 17.13[s1]")
def test_moving_away_from_the_blinds_costs_a_big_blind_or_a_wait() -> None:
    """The coming button is at seat 2: seats 3 and 4 post, then it is the turn of 5."""
    scene = Scene(cash(), room_of(2, 3, 4, 5, 6, button=1))
    (event, *_) = scene.tell(PLAYER, "change_seat", 1, player="Eve")
    assert event.clause == "HLD 17.13[s1]"
    assert (scene.chair(1).player, scene.chair(1).standing, scene.chair(1).waits_as) == ("Eve", WAITING, MOVED)
    assert 1 not in scene.begin().seats
    scene.end()
    scene.tell(PLAYER, "post_blinds", 1)
    assert scene.begin().posts == ((1, 1000, 0),)


@pytest.mark.clause("HLD 17.13[s1]")
@pytest.mark.parametrize(
    ("player", "source", "target", "waits"),
    [
        ("Fay", 6, 5, False),  # nearer
        ("Eve", 5, 6, False),  # the same place among the players
        ("Cat", 3, 5, True),  # out of the small blind
        ("Dan", 4, 1, True),  # out of the big blind
        ("Bob", 2, 6, False),  # the button, who has just paid
    ],
)
def test_what_counts_is_how_many_players_the_blinds_come_to_first(
    player: str, source: int, target: int, waits: bool
) -> None:
    scene = Scene(cash(), room_of(*(seat for seat in (2, 3, 4, 5, 6) if seat != target), button=1))
    assert scene.chair(source).player == player
    scene.tell(PLAYER, "change_seat", target, player=player)
    assert (scene.chair(target).waits_as == MOVED) is waits
    assert (scene.chair(target).standing == PLAYING) is not waits


@pytest.mark.clause("HLD 17.13[s1]", "HLD 17.4[s1]")
def test_who_waits_already_waits_for_the_same_thing_at_another_seat() -> None:
    scene = Scene(cash(), room_of(2, 3, missed(4), 5, away(6), button=1))
    scene.tell(PLAYER, "change_seat", 1, player="Dan")
    assert (scene.chair(1).waits_as, scene.chair(1).missed_big) == (MISSED, 1)
    scene.tell(PLAYER, "change_seat", 4, player="Fay")
    assert (scene.chair(4).standing, scene.chair(4).waits_as) == (AWAY, None)
    # Those who sit out or have no chips are not waited for by the blinds.
    among = Scene(cash(), room_of(2, 3, away(4), chair(5, 0), button=1))
    among.tell(PLAYER, "change_seat", 6, player="Cat")
    assert among.chair(6).standing == PLAYING
    # Moving away while sitting out counts when the player comes back.
    scene.tell(PLAYER, "change_seat", 6, player="Fay")
    assert (scene.chair(6).standing, scene.chair(6).waits_as) == (AWAY, MOVED)


@pytest.mark.clause("HLD 17.13[s1]", "HLD 8.5(b)")
def test_without_blinds_or_a_button_a_change_of_seats_costs_nothing() -> None:
    for settings, room, player, target in (
        (cash(structure="ante", blinds=(), ante=100), room_of(2, 3, 6, button=6), "Cat", 1),
        (cash(), room_of(2, 3, 6), "Bob", 5),
        (cash(), room_of(2, button=6), "Bob", 5),
    ):
        scene = Scene(settings, room)
        scene.tell(PLAYER, "change_seat", target, player=player)
        assert scene.chair(target).standing == PLAYING
    scene = Scene(cash(), room_of(2, 3, 6, button=6))
    scene.tell(PLAYER, "change_seat", 1, player="Cat")
    assert scene.chair(1).standing == WAITING


@pytest.mark.clause("HLD 17.13[s2]", "HLD D-Void")
def test_a_post_that_came_back_is_owed_at_another_seat_as_well() -> None:
    scene = Scene(cash(boxes=7), room_of(1, 2, 3, 4, new(6, posts=True), new(7, posts=True), button=1))
    assert scene.begin().posts == ((6, 1000, 0), (7, 1000, 0))
    scene.end(concluded=False)
    scene.tell(PLAYER, "change_seat", 5, player="Fay")
    assert scene.begin().posts == ((5, 1000, 0), (7, 1000, 0))


@pytest.mark.clause("HLD 20.7")
def test_seats_of_a_tournament_are_not_chosen() -> None:
    scene = Scene(tournament(), room_of(1, 2))
    for do in ("change_seat", "request_seat_change"):
        scene.refuses("HLD 20.7", PLAYER, do, 4, player="Ann")
    scene.refuses("HLD 20.7", PLAYER, "join_waiting_list", player="Kim")
    scene.refuses("HLD 20.7", DEALER, "draw_for_seat", 4, joined_by=("Kim", "Lee"), cards="As Kd")

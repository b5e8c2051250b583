"""HLD 8.4 and HLD 8.5: the button, and what everybody owes the pot before the first card."""

from typing import Any

import pytest

from pitboss.games.holdem import HoldemSettings
from pitboss.games.holdem.seats.posting import Posted
from pitboss.games.holdem.settings import settings_error
from pitboss.games.play import Command, Role, Stage
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.scene import DEALER, OPERATOR, PLAYER, Scene

ANTES: dict[str, Any] = {"structure": "ante", "blinds": (), "ante": 500}
TOURNAMENT: dict[str, Any] = {"mode": "tournament"}


def posting(*args: Any, **chosen: Any) -> Scene:
    """A table where the blinds have just been taken and no card is out."""
    scene = Scene(*args, **chosen)
    scene.table.new_round()
    return scene


def posted(scene: Scene) -> list[tuple[int, str, int]]:
    """Seat, kind and amount of everything that was collected, in order."""
    event = next(event for event in scene.table.events if isinstance(event, Posted))
    assert event.clause in ("HLD 8.5(a)", "HLD 8.5(b)")
    return [(seat, kind, amount) for seat, player, kind, amount in event.rows if player == f"P{seat}"]


def by_seat(scene: Scene, amounts: tuple[int, ...]) -> dict[int, int]:
    return dict(sorted(zip(scene.now.seats, amounts, strict=True)))


@pytest.mark.clause("HLD 8.5", "HLD 8.5(a)", "HLD D-Small Blind", "HLD D-Big Blind", "HLD D-Blind")
@pytest.mark.parametrize(("button", "small", "big"), [(1, 2, 3), (2, 3, 4), (3, 4, 1), (4, 1, 2)])
def test_the_first_and_second_player_after_the_button_post_the_blinds(button: int, small: int, big: int) -> None:
    scene = posting((20000,) * 4, button=button)
    assert posted(scene) == [(small, "blind", 500), (big, "blind", 1000)]
    assert by_seat(scene, scene.now.bets) == {1: 0, 2: 0, 3: 0, 4: 0} | {small: 500, big: 1000}
    assert by_seat(scene, scene.now.stacks) == dict.fromkeys(range(1, 5), 20000) | {small: 19500, big: 19000}
    assert scene.table.state.felt.dealt == ()
    assert scene.now.call == 1000


@pytest.mark.clause("HLD 8.5(a)", "HLD 4.2(c)", "HLD 10.1[s1]")
@pytest.mark.parametrize(
    ("blinds", "posters", "opener"),
    [
        ((1000,), [2], 3),
        ((500, 1000), [2, 3], 4),
        ((500, 1000, 2000), [2, 3, 4], 5),
    ],
)
def test_one_two_or_three_blinds_in_sequence(blinds: tuple[int, ...], posters: list[int], opener: int) -> None:
    scene = Scene((20000,) * 5, blinds=blinds).start()
    assert posted(scene) == [(seat, "blind", level) for seat, level in zip(posters, blinds, strict=True)]
    assert scene.turn == opener
    assert scene.now.call == blinds[-1]


@pytest.mark.clause("HLD 8.5(a)", "HLD D-Big Blind")
def test_three_blinds_reach_round_to_the_button_and_with_two_players_two_are_used() -> None:
    three = Scene((20000,) * 3, blinds=(500, 1000, 2000)).start()
    assert posted(three) == [(2, "blind", 500), (3, "blind", 1000), (1, "blind", 2000)]
    assert three.turn == 2
    two = Scene((20000,) * 2, blinds=(500, 1000, 2000)).start()
    assert posted(two) == [(2, "blind", 500), (1, "blind", 1000)]
    assert (two.turn, two.now.call) == (2, 1000)


@pytest.mark.clause("HLD D-Big Blind", "HLD 8.5(a)", "HLD 10.1[s1]", "HLD 10.1[s2]", "HLD 20.19", "STAR 7.37")
@pytest.mark.parametrize(("chosen", "first", "second"), [({}, 2, 1), (TOURNAMENT, 1, 2)])
def test_heads_up_the_button_posts_and_acts_first_in_a_tournament_only(chosen: Any, first: int, second: int) -> None:
    # in a cash game the seat after the button posts first and opens every betting round.
    scene = Scene((10000, 10000), **chosen).start()
    assert posted(scene) == [(first, "blind", 500), (second, "blind", 1000)]
    assert scene.turn == first
    scene.act(f"{first} call", f"{second} stand")
    assert scene.turn == 2, "after the flop the one without the button is first"


@pytest.mark.clause("HLD 8.5(b)", "HLD D-Ante", "HLD 8.5")
def test_every_player_contributes_the_ante_and_it_is_no_bet() -> None:
    scene = posting((20000,) * 4, **ANTES)
    assert posted(scene) == [(2, "ante", 500), (3, "ante", 500), (4, "ante", 500), (1, "ante", 500)]
    assert scene.now.bets == (0, 0, 0, 0)
    assert scene.now.call == 0
    assert sum(scene.now.paid) == 2000
    assert scene.table.state.felt.dealt == ()


@pytest.mark.clause("HLD 8.5(b)", "HLD 14.1[s1]", "HLD 14.1[s2]")
def test_who_cannot_pay_the_ante_in_full_taps_out_with_it() -> None:
    scene = Scene((20000, 300, 500, 20000), **ANTES).start()
    assert posted(scene) == [(2, "ante", 300), (3, "ante", 500), (4, "ante", 500), (1, "ante", 500)]
    assert scene.turn == 4, "seats 2 and 3 have nothing left to bet with"


@pytest.mark.clause("HLD 8.5(a)", "HLD 14.1[s1]", "HLD 4.2(f)", "STAR 7.27[s1]")
@pytest.mark.parametrize("short", [1, 600, 999])
def test_a_short_blind_leaves_the_call_at_the_full_level(short: int) -> None:
    scene = Scene((20000, 20000, short, 20000)).start()
    assert posted(scene) == [(2, "blind", 500), (3, "blind", short)]
    assert scene.turn == 4
    assert (scene.money.owes, scene.money.min_to) == (1000, 2000)
    scene.act("4 call", "1 fold", "2 call")
    assert scene.turn == 2, "the tapped-out blind has no option, and the flop is out"
    assert len(scene.now.board) == 3


@pytest.mark.clause("HLD 14.1[s1]", "HLD 8.5(a)")
def test_a_small_blind_that_is_the_whole_stake_is_a_tap_out() -> None:
    scene = Scene((20000, 500, 20000)).start()
    assert by_seat(scene, scene.now.stacks)[2] == 0
    scene.act("1 call", "3 stand")
    assert scene.turn == 3


@pytest.mark.clause("HLD 8.4[s1]")
@pytest.mark.parametrize("taken", [(1, 2, 3), (2, 5, 7), (1, 10)])
def test_the_first_button_is_at_the_house_dealers_right(taken: tuple[int, ...]) -> None:
    # Seats are numbered clockwise from the dealer's left, so the last one in use is at the dealer's right.
    scene = Scene(dict.fromkeys(taken, 20000), room={"button": None})
    scene.table.new_round()
    assert scene.now.button == taken[-1]


@pytest.mark.clause("HLD 8.4[s2]", "HLD D-Dealer Button")
def test_the_button_moves_to_the_next_player_after_each_round() -> None:
    scene = Scene({1: 20000, 4: 20000, 7: 20000}, button=1)
    buttons = []
    for _ in range(4):
        scene.table.new_round()
        buttons.append(scene.now.button)
        scene.table.shoe.cards = list(scene.table.game.deck(scene.table.state).cards)
        scene.table.deal()
        for _ in range(2):
            scene.act(f"{scene.turn} fold")
    assert buttons == [1, 4, 7, 1], "empty seats are passed over"


@pytest.mark.clause("HLD 8.4[s2]", "HLD D-Void", "HLD D-Misdeal")
@pytest.mark.parametrize(
    ("do", "particulars"),
    [("void_round", {"reason": "fraud"}), ("deal_irregularity", {"reason": "card_exposed_in_cut"})],
)
def test_after_a_void_round_or_a_misdeal_chips_go_back_and_the_button_stays(do: str, particulars: Any) -> None:
    scene = Scene((20000,) * 3).start()
    if do == "void_round":
        scene.act("1 raise 3000", "2 call")
    scene.ruled(do, OPERATOR, **particulars)
    assert scene.stakes == {1: 20000, 2: 20000, 3: 20000}
    scene.table.new_round()
    assert scene.now.button == 1
    assert by_seat(scene, scene.now.bets) == {1: 0, 2: 500, 3: 1000}


@pytest.mark.clause("HLD 8.4[s3]")
def test_nobody_is_asked_for_a_blind_and_nobody_can_refuse_it() -> None:
    scene = posting()
    assert scene.table.choices() == ()
    for line in ("2 fold", "3 fold", "3 stand", "3 check"):
        assert isinstance(scene.refused(line), Refusal)
    for do in ("sit_out", "leave"):
        scene.table.do(Command(PLAYER, do, 3, "P3"))
    scene.start_cards()
    assert by_seat(scene, scene.now.bets) == {1: 0, 2: 500, 3: 1000}
    assert 3 in scene.now.seats


@pytest.mark.clause("HLD 8.5", "HLD D-Dealer")
def test_only_the_dealer_starts_a_round_and_only_once() -> None:
    scene = Scene()
    for by in (PLAYER, OPERATOR, Role.SUPERVISOR):
        assert scene.refuses(Command(by, "start_round")).clause == "HLD D-Dealer"
    scene.ruled("start_round", DEALER)
    assert scene.refuses(Command(DEALER, "start_round")).clause == "HLD 8.5"


@pytest.mark.clause("HLD D-Post", "HLD 17.4[s1]")
def test_posted_blinds_are_a_live_bet_and_a_missed_small_blind_is_dead() -> None:
    # HLD-43: seat 4 comes back, posts a big blind live and the small one dead.
    missed = {"standing": "waiting", "waits_as": "missed", "posts": True, "missed_small": 1, "missed_big": 1}
    scene = Scene((20000,) * 5, chairs={4: missed}, room={"revolution_complete": True}).start()
    assert posted(scene) == [(2, "blind", 500), (3, "blind", 1000), (4, "post", 1000), (4, "dead_post", 500)]
    assert scene.turn == 4
    assert (scene.money.owes, scene.money.may_raise, scene.money.min_to) == (0, True, 2000)
    assert {"stand", "raise", "fold", "tap_out"} == scene.offered
    scene.act("4 stand", "5 raise 4000", "1 fold", "2 fold", "3 fold")
    assert scene.money.owes == 3000, "the live post counts, the dead one does not"
    scene.act("4 call")
    # 5 + 10 + 40 + 40 and 5 dead.
    assert sum(scene.now.paid) + sum(scene.now.dead) == 10000


@pytest.mark.clause("HLD D-Over-Blind", "HLD 4.2(e)", "HLD 4.2(f)", "HLD 10.1[s1]", "HLD 10.2 tail")
def test_the_over_blind_becomes_the_last_blind() -> None:
    # HLD-19: blinds 10 and 20, and seat 4 makes an over-blind of 40.
    scene = posting((100000,) * 5, blinds=(1000, 2000), min_bet=2000, over_blind=4000)
    (offer,) = scene.table.choices()
    assert (offer.do, offer.seat, offer.amounts, offer.clause) == ("over_blind", 4, (4000,), "HLD 4.2(e)")
    scene.act("4 over_blind 4000").start_cards()
    assert scene.turn == 5
    assert (scene.money.owes, scene.money.min_to) == (4000, 8000)
    scene.act("5 call", "1 call", "2 fold", "3 call")
    assert scene.turn == 4
    assert (scene.money.owes, scene.money.min_to, scene.money.may_raise) == (0, 8000, True)
    scene.act("4 raise 20000")
    assert scene.money.min_to == 36000, "the raise was 160, and so must the next be"


@pytest.mark.clause("HLD D-Over-Blind", "HLD 4.2(e)")
def test_the_over_blind_is_optional() -> None:
    scene = posting((20000,) * 4, over_blind=2000)
    scene.start_cards()
    assert (scene.turn, scene.now.call) == (4, 1000)
    late = scene.refused("4 over_blind 2000")
    assert late == Refusal("HLD D-Over-Blind", "An over-blind is made before the first card of the round.")


@pytest.mark.clause("HLD 4.2(e)", "HLD 4.2(f)", "HLD D-Over-Blind", "HLD 14.4")
def test_over_blinds_that_are_refused() -> None:
    assert posting().refused("1 over_blind 2000") == Refusal("HLD 4.2(e)", "There are no over-blinds at this table.")
    scene = posting((20000,) * 4, over_blind=2000)
    assert scene.refused("1 over_blind 2000") == Refusal("HLD 4.2(e)", "The over-blind is open to seat 4.")
    assert scene.refused("4 over_blind 3000") == Refusal("HLD 4.2(f)", "The over-blind is $20 here.")
    stranger = scene.refuses(Command(PLAYER, "over_blind", 4, "P1"))
    assert stranger == Refusal("HLD 14.4", "The hand at seat 4 is played by P4 alone.")
    scene.act("4 over_blind")
    assert scene.refused("4 over_blind") == Refusal("HLD 4.2(e)", "The over-blind is open to nobody now.")


@pytest.mark.clause("HLD 4.2(e)", "HLD 14.1[s1]")
@pytest.mark.parametrize(("stake", "offered"), [(2000, True), (1999, False)])
def test_the_over_blind_is_made_in_full_or_not_at_all(stake: int, offered: bool) -> None:
    scene = posting((20000, 20000, 20000, stake), over_blind=2000)
    assert bool(scene.table.choices()) is offered
    if offered:
        scene.act("4 over_blind").start_cards()
        assert scene.turn == 1
        scene.act("1 call", "2 call", "3 call")
        assert scene.turn == 2, "a blind that was the whole stake has no option left"


@pytest.mark.clause("HLD 4.2(e)", "HLD D-Over-Blind")
def test_the_over_blind_may_belong_to_the_last_blind_itself() -> None:
    # R-28, the other reading: in addition to the own blind.
    scene = posting((20000,) * 4, over_blind=2000, over_blind_by="last_blind")
    assert [choice.seat for choice in scene.table.choices()] == [3]
    scene.act("3 over_blind 2000").start_cards()
    assert by_seat(scene, scene.now.bets) == {1: 0, 2: 500, 3: 2000, 4: 0}
    assert by_seat(scene, scene.now.stacks)[3] == 18000
    assert scene.turn == 4
    scene.act("4 call", "1 call", "2 call")
    assert scene.turn == 3


@pytest.mark.clause("HLD 4.2(e)")
def test_with_two_players_nobody_is_left_for_an_over_blind() -> None:
    assert posting((20000, 20000), over_blind=2000).table.choices() == ()


@pytest.mark.clause("STAR 7.14[s1]", "STAR 7.14[s2]", "STAR 7.14[s3]")
def test_the_big_blind_ante_comes_after_the_big_blind_and_is_no_bet() -> None:
    scene = Scene((30000,) * 4, blinds=(500, 1000), big_blind_ante=1000, **TOURNAMENT).start()
    assert posted(scene) == [(2, "blind", 500), (3, "blind", 1000), (3, "big_blind_ante", 1000)]
    assert by_seat(scene, scene.now.stacks) == {1: 30000, 2: 29500, 3: 28000, 4: 30000}
    assert by_seat(scene, scene.now.bets) == {1: 0, 2: 500, 3: 1000, 4: 0}
    assert scene.money.owes == 1000
    scene.act("4 raise 3000", "1 fold", "2 fold")
    assert scene.money.owes == 2000, "the ante does not count towards the call"


@pytest.mark.clause("STAR 7.27[s1]", "STAR 7.27[s2]", "STAR 7.14[s3]")
@pytest.mark.parametrize(
    ("stake", "blind", "ante"),
    # The register's figures: 1,300 left at 1,000/1,000 make a blind of 1,000 and an ante of 300.
    [(2000, 1000, 1000), (1300, 1000, 300), (1000, 1000, 0), (600, 600, 0)],
)
def test_a_short_big_blind_pays_the_blind_before_the_ante(stake: int, blind: int, ante: int) -> None:
    scene = Scene((30000, 30000, stake, 30000), big_blind_ante=1000, **TOURNAMENT).start()
    rows = [row for row in posted(scene) if row[0] == 3]
    assert rows == [(3, "blind", blind), (3, "big_blind_ante", ante)][: 2 if ante else 1]
    assert scene.money.owes == 1000, "the others call the full blind"
    assert scene.now.tapped.bit_count() == 1


@pytest.mark.clause("HLD 20.4(g)", "STAR 7.27[s2]")
@pytest.mark.parametrize(("stake", "ante", "blind"), [(2000, 1000, 1000), (1300, 1000, 300), (600, 600, 0)])
def test_by_the_older_practice_the_ante_comes_first(stake: int, ante: int, blind: int) -> None:
    scene = Scene((30000, 30000, stake, 30000), big_blind_ante=1000, ante_first=True, **TOURNAMENT).start()
    rows = [row for row in posted(scene) if row[0] == 3]
    assert rows == [(3, "big_blind_ante", ante), (3, "blind", blind)][: 2 if blind else 1]
    at_the_star = HoldemSettings(mode="tournament", procedures="STAR", ante_first=True)
    assert str(settings_error(at_the_star)) == "The big blind is posted before its ante. (STAR 7.27[s2])"


@pytest.mark.clause("HLD 20.4(g)", "HLD 8.5(b)")
def test_antes_of_a_tournament_are_taken_before_its_blinds() -> None:
    scene = Scene((30000, 550, 30000), ante=100, **TOURNAMENT).start()
    assert posted(scene) == [
        (2, "ante", 100),
        (3, "ante", 100),
        (1, "ante", 100),
        (2, "blind", 450),
        (3, "blind", 1000),
    ]


@pytest.mark.clause("HLD 8.5(a)", "HLD 20.4(g)")
def test_a_tournament_may_have_its_single_blind_on_the_button() -> None:
    scene = Scene((30000,) * 3, blinds=(1000,), first_blind="button", **TOURNAMENT).start()
    assert posted(scene) == [(1, "blind", 1000)]
    assert scene.turn == 2


@pytest.mark.clause("HLD 9.4")
def test_a_round_needs_two_players_with_chips() -> None:
    scene = Scene((20000, 0, 0))
    answer = scene.refuses(Command(DEALER, "start_round"))
    assert answer == Refusal("HLD 9.4", "A round needs two players, and only P1 can be dealt in.")


@pytest.mark.clause("HLD D-Round of Play")
def test_posting_comes_before_the_round_and_the_first_card_begins_it() -> None:
    assert posting().table.state.felt.stage is Stage.BETTING
    assert Scene().start().table.state.felt.stage is Stage.PLAYING

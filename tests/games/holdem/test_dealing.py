"""HLD 2, HLD 7, HLD 9 and HLD 18: the cards, the shuffle and the cut, the streets of cards, and the hours."""

from typing import Any

import pytest

from pitboss.cards.card import card, cards, face
from pitboss.cards.deck import holdem_deck
from pitboss.games.holdem import GAME, Commission, HoldemSettings
from pitboss.games.play import Command, Role, Stage
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.scene import DEALER, OPERATOR, PLAYER, SUPERVISOR, Scene
from tests.known import known
from tests.refusals import refused

DECK = holdem_deck(52).cards
BOARD = "2h 7c 9d Js 4h"


def before_cards(*args: Any, **chosen: Any) -> Scene:
    """The blinds are in and the cards have not been shuffled."""
    scene = Scene(*args, **chosen)
    scene.ruled("start_round", DEALER)
    return scene


def refuses(scene: Scene, do: str, by: Role = DEALER, **particulars: Any) -> Refusal:
    return scene.refuses(Command(by, do, **particulars))


@pytest.mark.clause("HLD 7.1", "HLD 7.2[s1]", "HLD 7.2[s2]", "HLD 2.1[s2]")
@pytest.mark.parametrize(("deck", "joker"), [(52, False), (52, True), (32, False), (32, True)])
def test_one_cut_with_two_cards_at_least_on_each_side(deck: int, joker: bool) -> None:
    size = deck + joker
    for position in (2, size - 2):
        before_cards(deck=deck, joker=joker).ruled("shuffle", DEALER, position=position)
    scene = before_cards(deck=deck, joker=joker)
    for position in (0, 1, size - 1, size):
        answer = refuses(scene, "shuffle", position=position)
        said = f"The cut must lie between card 2 and card {size - 2}; it is not at {position}."
        assert answer == Refusal("HLD 7.2[s2]", said)
    assert "it is missing" in refuses(scene, "shuffle").reason


@pytest.mark.clause("HLD 7.1", "HLD 7.2[s1]")
def test_the_cards_are_shuffled_once_for_every_round_and_before_the_first_card() -> None:
    scene = before_cards()
    early = refuses(scene, "deal", cards=DECK[:6])
    assert early == Refusal("HLD 7.1", "The cards have not been shuffled for this round.")
    scene.ruled("shuffle", DEALER, position=20)
    assert refuses(scene, "shuffle", position=20) == Refusal("HLD 7.1", "The cards are shuffled already.")
    scene.start_cards()
    late = Refusal("HLD 7.1", "The cards are shuffled for a round before its first card.")
    assert refuses(scene, "shuffle", position=20) == late
    scene.act("1 fold", "2 fold")
    assert refuses(scene, "shuffle", position=20) == late
    scene.ruled("start_round", DEALER)
    assert refuses(scene, "deal", cards=DECK[:6]).clause == "HLD 7.1", "the next round has its own shuffle"


@pytest.mark.clause("HLD 7.1", "HLD 7.2[s1]", "HLD 7.3", "HLD 2.1[s2]")
def test_the_routine_is_to_shuffle_the_whole_deck_cut_it_and_deal_from_it() -> None:
    table = Table(GAME, Scene().settings, Shoe.seeded(7)).open()
    table.state = Scene().table.state
    table.do(Command(DEALER, "start_round"))
    step = known(GAME.routine(table.state))
    assert (step.do, step.clause, step.cut) == ("shuffle", "HLD 7.1", (2, 50))
    assert sorted(step.shuffles) == sorted(DECK)
    table.take(step)
    order = tuple(table.shoe.cards[::-1])
    assert sorted(order) == sorted(DECK)
    table.deal()
    assert table.state.felt.dealt == order[:6]


@pytest.mark.clause("HLD 9.2", "HLD D-Initial Deal", "HLD D-Dealer Button", "HLD 7.3")
@pytest.mark.parametrize("button", [1, 2, 3])
def test_one_card_at_a_time_clockwise_from_the_buttons_left_two_each(button: int) -> None:
    scene = before_cards(button=button)
    scene.ruled("shuffle", DEALER, position=20)
    scene.ruled("deal", DEALER, cards=DECK[:6])
    first, second, last = (button % 3 + 1, (button + 1) % 3 + 1, button)
    held = dict(zip(scene.now.seats, scene.now.hole, strict=True))
    assert held == {first: (DECK[0], DECK[3]), second: (DECK[1], DECK[4]), last: (DECK[2], DECK[5])}
    assert scene.turn is not None


@pytest.mark.clause("HLD 9.2", "HLD 9.3", "HLD D-Initial Deal")
def test_cards_may_come_one_by_one_and_the_betting_waits_for_the_last() -> None:
    scene = before_cards()
    scene.ruled("shuffle", DEALER, position=20)
    for count in range(1, 6):
        scene.ruled("deal", DEALER, cards=DECK[count - 1 : count])
        assert scene.table.state.felt.stage is Stage.DEALING
        assert scene.turn is None
        assert scene.refused("1 call") == Refusal("HLD 9.3", "No decision is awaited from anybody.")
        step = known(GAME.routine(scene.table.state))
        assert (step.do, step.cards) == ("deal", 6 - count)
    scene.ruled("deal", DEALER, cards=DECK[5:6])
    assert scene.turn == 1
    held = dict(zip(scene.now.seats, scene.now.hole, strict=True))
    assert held == {2: (DECK[0], DECK[3]), 3: (DECK[1], DECK[4]), 1: (DECK[2], DECK[5])}


@pytest.mark.clause("HLD 9.2", "STAR 7.14[s4]", "HLD 20.4(g)")
def test_in_omaha_four_cards_each() -> None:
    scene = before_cards((9000,) * 3, mode="tournament", hole_cards=4)
    scene.ruled("shuffle", DEALER, position=20)
    assert refuses(scene, "deal", cards=DECK[:13]).reason == "12 hole cards are due, not 13."
    scene.ruled("deal", DEALER, cards=DECK[:7])
    scene.ruled("deal", DEALER, cards=DECK[7:12])
    assert scene.now.hole[0] == (DECK[0], DECK[3], DECK[6], DECK[9])


@pytest.mark.clause("HLD 9.2")
def test_no_more_hole_cards_than_are_due() -> None:
    scene = before_cards()
    scene.ruled("shuffle", DEALER, position=20)
    assert refuses(scene, "deal", cards=DECK[:7]) == Refusal("HLD 9.2", "6 hole cards are due, not 7.")
    scene.ruled("deal", DEALER, cards=DECK[:4])
    assert refuses(scene, "deal", cards=DECK[4:7]) == Refusal("HLD 9.2", "2 hole cards are due, not 3.")


@pytest.mark.clause("HLD 2.1[s1]", "HLD 7.3", "HLD 2.2(f)", "HLD 2.3")
def test_a_card_leaves_the_shoe_once_and_only_cards_of_the_deck_do() -> None:
    scene = before_cards(deck=32)
    deck = holdem_deck(32).cards
    scene.ruled("shuffle", DEALER, position=10)
    twice = refuses(scene, "deal", cards=(deck[0], deck[0]))
    assert twice == Refusal("HLD 2.1[s1]", f"{face(deck[0])} has left the shoe already.")
    scene.ruled("deal", DEALER, cards=deck[:2])
    assert refuses(scene, "deal", cards=(deck[1],)).clause == "HLD 2.1[s1]"
    assert refuses(scene, "deal", cards=(card("2s"),)).clause == "HLD 2.2(f)"
    assert refuses(scene, "deal", cards=(card("JK"),)).clause == "HLD 2.2(f)"
    scene.ruled("deal", DEALER, cards=deck[2:6])
    scene.act("1 call", "2 call")
    scene.table.do(Command(PLAYER, "stand", 3))
    assert refuses(scene, "deal", cards=(*deck[6:9], deck[0])).clause == "HLD 2.1[s1]"


@pytest.mark.clause("HLD 9.4", "HLD 9.5", "HLD D-Flop", "HLD D-Communal Cards", "HLD 12.1", "HLD 4.2(h)")
def test_a_flop_of_three_then_one_card_twice_each_after_a_burn_and_a_betting_round_after_each() -> None:
    scene = Scene(board=BOARD, by_hand=True).start()
    assert scene.now.board == ()
    scene.act("1 call", "2 call", "3 stand")
    for count, burned in ((3, 1), (4, 2), (5, 3)):
        assert scene.now.board == cards(BOARD)[:count]
        assert len(scene.now.burned) == burned
        assert scene.turn == 2, "a betting round follows, opened left of the button"
        scene.act("2 check", "3 check", "1 check")
    # Four betting rounds, and no card after the last.
    assert scene.turn is None
    assert refuses(scene, "deal", cards=DECK[30:32]) == Refusal("HLD 9.6", "No further card is due in this round.")
    assert set(scene.now.burned).isdisjoint(scene.now.board)
    dealt = scene.table.state.felt.dealt
    assert dealt[6:10] == (scene.now.burned[0], *cards(BOARD)[:3])
    assert dealt[10:] == (scene.now.burned[1], cards(BOARD)[3], scene.now.burned[2], cards(BOARD)[4])


@pytest.mark.clause("HLD 4.2(h)", "HLD 9.4")
def test_without_burning_the_cards_follow_each_other() -> None:
    scene = Scene(board=BOARD, burn=False, by_hand=True).start().act("1 call", "2 call", "3 stand")
    for _ in range(3):
        scene.act("2 check", "3 check", "1 check")
    assert scene.now.burned == ()
    assert scene.table.state.felt.dealt[6:] == cards(BOARD)


@pytest.mark.clause("HLD 9.4")
@pytest.mark.parametrize(
    ("burn", "count", "said"),
    [
        (True, 3, "The cards due are one to burn and 3 communal, not 3."),
        (True, 5, "The cards due are one to burn and 3 communal, not 5."),
        (False, 4, "The cards due are 3 communal, not 4."),
        (False, 1, "The cards due are 3 communal, not 1."),
    ],
)
def test_exactly_the_cards_of_a_street_are_dealt(burn: bool, count: int, said: str) -> None:
    scene = Scene(burn=burn).start()
    for line in ("call 1", "call 2", "stand 3"):
        do, seat = line.split()
        scene.table.do(Command(PLAYER, do, int(seat)))
    rest = [each for each in DECK if each not in scene.table.state.felt.dealt]
    assert refuses(scene, "deal", cards=tuple(rest[:count])) == Refusal("HLD 9.4", said)
    scene.ruled("deal", DEALER, cards=tuple(rest[: 3 + burn]))


@pytest.mark.clause("HLD 9.4", "HLD 9.3")
def test_no_communal_card_before_all_bets_are_met() -> None:
    scene = Scene().start()
    rest = tuple(each for each in DECK if each not in scene.table.state.felt.dealt)
    for line, waits in (("1 call", 1), ("2 call", 2), ("3 raise 3000", 3), ("1 call", 1)):
        answer = refuses(scene, "deal", cards=rest[:4])
        assert answer == Refusal("HLD 9.4", f"The bets are not met: seat {waits} has yet to act.")
        scene.act(line)
    assert scene.turn == 2
    assert scene.now.board == ()


@pytest.mark.clause("HLD 9.6", "HLD 14.1[s2]")
def test_with_nobody_left_to_bet_the_board_is_dealt_to_its_end() -> None:
    scene = Scene((5000, 5000, 20000), board=BOARD, by_hand=True).start().act("1 tap_out", "2 tap_out", "3 call")
    assert scene.now.board == cards(BOARD)
    assert scene.turn is None


@pytest.mark.clause("HLD 9.6", "HLD 10.4(a)")
def test_once_the_pot_is_won_no_card_is_dealt_and_nothing_is_settled_before() -> None:
    scene = Scene(by_hand=True).start()
    early = refuses(scene, "settle")
    assert early == Refusal("HLD 9.6", "The round is played until one player is left or the final betting is done.")
    scene.act("1 fold", "2 fold")
    rest = tuple(each for each in DECK if each not in scene.table.state.felt.dealt)
    assert refuses(scene, "deal", cards=rest[:4]) == Refusal("HLD 9.6", "No further card is due in this round.")
    scene.settle()
    assert refuses(scene, "deal", cards=rest[:4]) == Refusal("HLD 9.2", "No card is due now.")
    assert refuses(scene, "settle") == early, "nor is anything paid twice"
    scene.ruled("start_round", DEALER)
    assert refuses(scene, "settle") == early


@pytest.mark.clause("HLD 9.6")
def test_betting_that_is_over_on_the_turn_settles_nothing_yet() -> None:
    scene = Scene(board=BOARD).start().act("1 call", "2 call", "3 stand")
    for line in ("2 check", "3 check"):
        scene.act(line)
    scene.table.do(Command(PLAYER, "check", 1))
    assert len(scene.now.board) == 3
    assert scene.turn is None
    assert refuses(scene, "settle").clause == "HLD 9.6"
    scene.go_on().act("2 check", "3 check", "1 check", "2 check", "3 check")
    assert len(scene.now.board) == 5
    assert refuses(scene, "settle").clause == "HLD 9.6", "seat 1 has yet to act on the river"
    scene.act("1 check")
    assert scene.is_over


@pytest.mark.clause("HLD 2.4", "HLD 2.2")
def test_the_dealer_checks_every_card_before_the_first_round() -> None:
    scene = Scene()
    table = Table(GAME, scene.settings)
    table.do(Command(OPERATOR, "open_table"))
    table.state = table.state._replace(play=scene.table.state.play)
    start = Command(DEALER, "start_round")
    assert table.do(start) == Refusal("HLD 2.4", "The cards have not been checked by the dealer.")
    for wrong in (DECK[:51], (*DECK[:51], DECK[0]), (*DECK, card("JK"))):
        refused(table.do(Command(DEALER, "check_cards", cards=wrong)), clause="HLD 2.2")
    assert not isinstance(table.do(Command(DEALER, "check_cards", cards=DECK)), Refusal)
    assert not isinstance(table.do(start), Refusal)


@pytest.mark.clause("HLD 2.2", "HLD 2.2(a)", "HLD 2.2(d)", "HLD 2.3", "HLD 2.1[s1]")
@pytest.mark.parametrize(("deck", "joker", "lowest"), [(52, False, "2"), (40, False, "5"), (40, True, "5")])
def test_the_deck_in_use_is_the_one_that_was_chosen(deck: int, joker: bool, lowest: str) -> None:
    scene = Scene(deck=deck, joker=joker)
    in_use = GAME.deck(scene.table.state)
    assert len(in_use) == deck + joker
    assert (card("JK") in in_use) is joker
    assert card(f"{lowest}s") in in_use
    assert (card("4s") in in_use) is (deck == 52)


@pytest.mark.clause("HLD 2.5[s1]", "HLD 2.5[s2]")
def test_cards_are_changed_between_rounds_and_checked_by_supervisor_and_dealer() -> None:
    scene = Scene().start()
    assert refuses(scene, "change_cards", OPERATOR).clause == "HLD 2.5[s1]"
    scene.act("1 fold", "2 fold")
    scene.ruled("change_cards", OPERATOR)
    scene.ruled("check_cards", DEALER, cards=DECK)
    assert refuses(scene, "start_round").reason == "The cards have not been checked by the supervisor."
    scene.ruled("check_cards", SUPERVISOR, cards=DECK)
    scene.ruled("start_round", DEALER)


@pytest.mark.clause("HLD 2.6", "HLD D-Casino Supervisor")
def test_the_supervisor_may_have_the_cards_counted_at_any_time() -> None:
    scene = Scene()
    for step in (lambda: None, scene.start, lambda: scene.act("1 fold", "2 fold")):
        step()
        scene.ruled("count_cards", SUPERVISOR)
        for by in (PLAYER, DEALER):
            assert refuses(scene, "count_cards", by).clause == "HLD D-Casino Supervisor"


@pytest.mark.clause("HLD D-Dealer", "HLD D-Casino Operator", "HLD D-Casino Supervisor")
@pytest.mark.parametrize(
    ("do", "by", "clause"),
    [
        ("deal", PLAYER, "HLD D-Dealer"),
        ("deal", SUPERVISOR, "HLD D-Dealer"),
        ("shuffle", PLAYER, "HLD D-Dealer"),
        ("settle", OPERATOR, "HLD D-Dealer"),
        ("settle", PLAYER, "HLD D-Dealer"),
        ("open_table", DEALER, "HLD D-Casino Operator"),
        ("void_round", DEALER, "HLD D-Casino Supervisor"),
        ("void_round", PLAYER, "HLD D-Casino Supervisor"),
        ("no_decision", PLAYER, "HLD D-Casino Supervisor"),
    ],
)
def test_everybody_does_what_is_theirs_to_do(do: str, by: Role, clause: str) -> None:
    assert refuses(Scene().start(), do, by, cards=DECK[30:34], seat=1).clause == clause


@pytest.mark.clause("HLD 9.3")
@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, OPERATOR])
def test_only_a_player_decides(by: Role) -> None:
    assert "is for a player" in refuses(Scene().start(), "call", by, seat=1).reason


@pytest.mark.clause("HLD 18.1")
@pytest.mark.parametrize(
    ("hours", "minute", "open_then"),
    [
        ((720, 1200), 720, True),
        ((720, 1200), 1199, True),
        ((720, 1200), 1200, False),
        ((720, 1200), 719, False),
        ((720, 1200), None, False),
        ((1200, 240), 1439, True),
        ((1200, 240), 239, True),
        ((1200, 240), 240, False),
        (None, None, True),
    ],
)
def test_no_round_starts_outside_the_hours_of_gaming(
    hours: tuple[int, int] | None, minute: int | None, open_then: bool
) -> None:
    scene = Scene(hours=hours, commission=Commission("pot", "i", 1000))
    start = Command(DEALER, "start_round", minute=minute)
    if open_then:
        assert not isinstance(scene.table.do(start), Refusal)
    else:
        assert scene.refuses(start) == Refusal("HLD 18.1", "No round is started outside the hours of gaming.")


@pytest.mark.clause("HLD 18.2", "HLD D-Round of Play")
def test_a_table_that_closes_plays_its_round_to_the_end_and_starts_no_other() -> None:
    scene = Scene(board=BOARD).start()
    assert refuses(scene, "close_table", OPERATOR).reason == "Close table needs reason."
    scene.ruled("close_table", OPERATOR, reason="Last rounds were announced.")
    scene.act("1 call", "2 call", "3 stand")
    for _ in range(3):
        scene.act("2 check", "3 check", "1 check")
    assert scene.is_over
    assert refuses(scene, "start_round").clause == "HLD 18.1"


@pytest.mark.clause("HLD 18.2")
def test_a_table_that_closes_before_the_first_card_deals_none() -> None:
    scene = before_cards()
    scene.ruled("shuffle", DEALER, position=20)
    scene.ruled("close_table", OPERATOR, reason="A quiet night.")
    assert refuses(scene, "deal", cards=DECK[:6]).clause == "HLD 18.2"
    assert GAME.routine(scene.table.state) is None
    scene.ruled("void_round", OPERATOR, reason="impractical")
    assert scene.stakes == {1: 20000, 2: 20000, 3: 20000}, "the blinds go back"


def test_a_table_opens_with_the_usual_settings_of_the_game() -> None:
    assert isinstance(GAME.default_settings, HoldemSettings)
    assert GAME.default_settings.commission == Commission("pot", "ii", 1000)
    assert Table(GAME).open().state.house.is_open

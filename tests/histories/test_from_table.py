"""Rounds of our own tables as PHH: written, read and replayed they come out as they were played."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards.card import cards
from pitboss.games.holdem import Commission, HoldemSettings
from pitboss.games.holdem.settings import BY_TIME
from pitboss.games.play import Audience, Role, Viewer
from pitboss.histories.from_table import NotInPhh, history_of
from pitboss.histories.history import UNKNOWN, Do
from pitboss.histories.phh import read, write
from pitboss.histories.replay import replay, replayed_table
from pitboss.histories.text import AUDITOR, EVERYBODY
from tests.games.holdem.scene import Scene
from tests.histories.phh_hands import played, seated

TOURNAMENT: dict[str, Any] = {"mode": "tournament", "chip_unit": 1}
BIG_BETS = (200, 200, 400, 400)


def test_a_tournament_round() -> None:
    scene = Scene(
        {2: 1000, 5: 2000, 6: 500},
        hole={2: "Ac Kd", 5: "8h 8d", 6: "7h 6h"},
        board="2c 3d 9c Jh 7s",
        button=6,
        blinds=(10, 20),
        min_bet=20,
        ante=5,
        **TOURNAMENT,
    )
    scene.start().act("6 fold", "2 raise 60", "5 call", "2 bet 100", "5 fold")
    assert write(history_of(scene.table, AUDITOR)) == (
        'variant = "NT"\n'
        "antes = [5, 5, 5]\n"
        "blinds_or_straddles = [10, 20, 0]\n"
        "min_bet = 20\n"
        "starting_stacks = [1000, 2000, 500]\n"
        "actions = [\n"
        '  "d dh p1 AcKd",\n'
        '  "d dh p2 8h8d",\n'
        '  "d dh p3 7h6h",\n'
        '  "p3 f",\n'
        '  "p1 cbr 60",\n'
        '  "p2 cc",\n'
        '  "d db 2c3d9c",\n'
        '  "p1 cbr 100",\n'
        '  "p2 f",\n'
        "]\n"
        "ante_trimming_status = true\n"
        "hand = 1\n"
        "seats = [2, 5, 6]\n"
        "seat_count = 10\n"
        'players = ["P2", "P5", "P6"]\n'
        "finishing_stacks = [1070, 1935, 495]\n"
    )


def a_cash_round() -> Scene:
    """Two players: the button posts the big blind, shows, and wins with commission taken; the other one mucks."""
    hole = {1: "Kc Qd", 2: "9h 9s"}
    charge = Commission("pot", "ii", 1000)
    board = "2c 3d 9c Jh 7s"
    scene = Scene((20000, 20050), hole=hole, board=board, button=2, blinds=(500, 1000), commission=charge)
    scene.start().act("1 call", "2 raise 4000", "1 call", "1 check", "2 check", "1 check", "2 check")
    return scene.act("1 check", "2 bet 2000", "1 call")


def test_a_cash_game_is_in_dollars_and_its_commission_comes_along() -> None:
    history = history_of(a_cash_round().table)
    text = write(history)
    assert "blinds_or_straddles = [10, 5]\n" in text
    assert "starting_stacks = [200, 200.5]\n" in text
    assert "finishing_stacks = [140, 250.5]\n" in text
    charge = 'commission = {basis = "pot", scale = "ii", allocation = "proportional", cap = 10}'
    assert f'_pitboss = {{mode = "cash", chip_unit = 1, {charge}}}\n' in text
    done = replay(read(text, "x"))
    assert (done.stacks, done.scale, done.differences) == (history.finishing_stacks, 100, ())


@pytest.mark.clause("HLD 16.4[s1]")
@pytest.mark.parametrize(
    ("viewer", "known"),
    [
        (EVERYBODY, ["????", "9h9s"]),
        (Viewer(Audience.SEAT, 1), ["KcQd", "9h9s"]),
        (Viewer(Audience.SEAT, 2), ["????", "9h9s"]),
        (AUDITOR, ["KcQd", "9h9s"]),
    ],
)
def test_cards_that_a_viewer_may_not_know_are_unknown(viewer: Viewer, known: list[str]) -> None:
    history = history_of(a_cash_round().table, viewer)
    dealt = [action.cards for action in history.actions if action.do is Do.DEAL_HOLE]
    assert dealt == [(UNKNOWN, UNKNOWN) if each == "????" else cards(each) for each in known]
    shown = [action[:3] for action in history.actions[-2:]]
    assert shown == [(Do.SHOW, 2, cards("9h9s")), (Do.MUCK, 1, ())]
    assert replay(history).stacks == history.finishing_stacks


def some_settings(random: Random) -> HoldemSettings:
    """A table of any kind that the format knows."""
    small = random.choice((50, 100))
    big = random.choice((2, 3)) * small
    common: dict[str, Any] = {
        "boxes": random.randint(2, 6),
        "blinds": random.choice(((small, big), (small, big), (big,), (small, big, 2 * big))),
        "min_bet": big,
        "chip_unit": random.choice((1, 25)),
        "min_table_stake": 1,
        "max_buy_in": 10**9,
        "short_all_in_reopen": random.choice(("single", "cumulative")),
        "short_open_tap_out": random.choice(("locked", "completable")),
        "uncalled_bet": random.choice(("excess", "all")),
    }
    if random.random() < 0.5:
        allocation = random.choice(("proportional", "main_first"))
        charge = random.choice((BY_TIME, Commission("pot", "i", 300, allocation), Commission("pot", "ii", 1000)))
        common |= {"mode": "cash", "commission": charge, "over_blind": random.choice((None, 4 * big))}
    else:
        common |= {"mode": "tournament", "procedures": random.choice(("HLD", "STAR"))}
        common |= random.choice(({}, {"ante": small // 2}, {"big_blind_ante": big * (len(common["blinds"]) == 2)}))
        common |= random.choice(({}, {"limit": "full_pot", "hole_cards": 4}))
    if "hole_cards" not in common:
        fixed = {"limit": "fixed", "min_bet": BIG_BETS, "max_bet": BIG_BETS, "max_raises": 3}
        common |= random.choice(({}, {"deck": 36}, fixed))
    if random.random() < 0.1:
        common |= {"structure": "ante", "blinds": (), "ante": big, "over_blind": None, "big_blind_ante": 0}
    return HoldemSettings(**common)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_what_is_written_replays_to_the_same_stacks(seed: int) -> None:
    """Three rounds at a table of any kind, as everybody, a player and the auditor may know them."""
    random = Random(seed)
    rules = some_settings(random)
    unit = rules.chip_unit
    table = seated(rules, *(unit * random.choice((3, 8, 50, 400)) for _ in range(rules.boxes)), seed=seed)
    for _ in range(3):
        if sum(chair.stake > 0 for chair in table.state.play.room.chairs.values()) < 2:
            break
        played(table, random)
        for viewer in (EVERYBODY, Viewer(Audience.SEAT, 1), AUDITOR):
            history = history_of(table, viewer)
            read_back = read(write(history), "x")
            assert read_back == history
            done = replay(read_back)
            assert (done.stacks, done.unfinished, done.differences) == (history.finishing_stacks, None, ())


def test_a_replayed_hand_is_written_as_it_was_read() -> None:
    history = history_of(a_cash_round().table, AUDITOR)
    again = history_of(replayed_table(history), AUDITOR)
    assert again.actions[:-2] == history.actions[:-2]
    assert {action[:2] for action in again.actions[-2:]} == {(Do.SHOW, 2), (Do.MUCK, 1)}
    assert again.finishing_stacks == history.finishing_stacks


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"joker": True}, "PHH has no joker."),
        ({"game": "low"}, "PHH has no hold'em in which low hands win."),
        ({"tap_out_units": "min_bet_units"}, "In PHH a tap-out is all of the chips, not whole minimum bets of them."),
        ({"limit": "full_pot"}, "PHH has no code for this game: 2 hole cards of 52, full pot."),
        ({"deck": 40}, "PHH has no code for this game: 2 hole cards of 40, no limit."),
        (
            {"limit": "fixed", "min_bet": 1000, "max_bet": 2000, "max_raises": 3},
            "PHH has no code for this game: 2 hole cards of 52, fixed.",
        ),
    ],
)
def test_a_game_that_the_format_does_not_know(rules: dict[str, Any], sentence: str) -> None:
    scene = Scene(button=1, **rules).start().act("1 fold", "2 fold")
    with pytest.raises(NotInPhh) as refused:
        history_of(scene.table)
    assert str(refused.value) == sentence


def test_rounds_that_the_format_cannot_tell() -> None:
    running = Scene(button=1).start()
    void = Scene(button=1).start()
    void.ruled("void_round", by=Role.OPERATOR, reason="impractical")
    early = Scene(button=1).start()
    early.ruled("out_of_turn", seat=2, ruling="fold")
    early.act("1 fold")
    fouled = Scene(button=1).start()
    fouled.ruled("wrong_card_count", seats=(1,), held=3)
    fouled.go_on().act("2 fold")
    dead = Scene(button=1).start()
    dead.ruled("hand_in_discards", seat=2)
    dead.go_on().act("1 fold")
    said = []
    for scene in (running, void, early, fouled, dead):
        with pytest.raises(NotInPhh) as refused:
            history_of(scene.table)
        said.append(str(refused.value))
    unfinished = "Only a round that has been played to its end can be written as PHH."
    assert said == [
        unfinished,
        unfinished,
        "PHH has no word for out of turn, which happened in the round.",
        "PHH has no word for wrong card count, which happened in the round.",
        "PHH has no word for a hand that is dead while there is betting to come.",
    ]


def test_a_clock_that_ran_out_is_a_fold() -> None:
    scene = Scene(button=1).start()
    scene.ruled("call_clock", seat=1)
    scene.ruled("no_decision", seat=1, seconds=40)
    history = history_of(scene.go_on().act("2 fold").table)
    assert [action.player for action in history.actions if action.do is Do.FOLD] == [3, 1]


def test_who_comes_in_posts_below_nothing() -> None:
    """A live big blind and a dead small one, from a seat that is neither."""
    missed = {"standing": "waiting", "waits_as": "missed", "posts": True, "missed_small": 1, "missed_big": 1}
    scene = Scene((20000,) * 4, button=1, chairs={4: missed}, room={"revolution_complete": True})
    scene.start().act("4 stand", "1 fold", "2 fold", "3 stand", "3 bet 1000", "4 fold")
    history = history_of(scene.table)
    assert history.blinds_or_straddles == (5, 10, -10, 0)
    assert history.antes == (0, 0, 5, 0)
    assert replay(read(write(history), "x")).stacks == history.finishing_stacks

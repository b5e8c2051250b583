"""HLD 17.1 to HLD 17.3 and the dictionary on misdeals: what went wrong in the deal, when it was found, what follows."""

from typing import Any

import pytest

from pitboss.games.play import Command, Stage
from tests.games.holdem.rulings import clause, limp, not_ruled, on_flop
from tests.games.holdem.scene import DEALER, Scene

BEFORE = {1: 20000, 2: 20000, 3: 20000}
# Seat 1 has the button, so that seats 2 and 3 have posted.
POSTED = {1: 20000, 2: 19500, 3: 19000}


def at(moment: str) -> Scene:
    """A table of three at a moment of the first betting round, or of the deal before it."""
    scene = Scene()
    if moment == "posted":
        scene.table.new_round()
        return scene
    if moment == "dealing":
        scene.table.new_round()
        scene.ruled("deal", DEALER, cards=scene.table.shoe.draw(4))
        return scene
    scene.start()
    if moment == "folded":
        scene.act("1 fold")
    if moment == "bet":
        scene.act("1 raise 3000")
    if moment == "called":
        scene.act("1 call", "2 call")
        # The last blind stands, and nothing has been dealt yet.
        scene.table.do(Command(scene.table.choices()[0].by, "stand", 3))
    return limp(scene) if moment == "flop" else scene


def result(scene: Scene, **particulars: Any) -> tuple[str, str]:
    """What an irregularity of the deal leads to, with its clause."""
    events = scene.ruled("deal_irregularity", **particulars)
    what = getattr(events[0], "what", None) or scene.table.state.felt.result
    assert what is not None
    return what, clause(events)


@pytest.mark.clause("HLD 17.1", "HLD 17.1(a)")
@pytest.mark.parametrize("moment", ["posted", "dealing", "dealt", "folded", "bet"])
def test_a_card_seen_in_the_cut_is_a_misdeal(moment: str) -> None:
    assert result(at(moment), reason="card_exposed_in_cut") == ("misdeal", "HLD 17.1(a)")


@pytest.mark.clause("HLD 17.1(b)", "HLD D-Bet")
@pytest.mark.parametrize("moment", ["posted", "dealing", "dealt", "folded"])
def test_cards_that_were_not_cut_are_cut_before_the_first_bet(moment: str) -> None:
    scene = at(moment)
    before = scene.now
    assert result(scene, reason="no_cut") == ("cut_now", "HLD 17.1(b)")
    assert scene.now == before


@pytest.mark.clause("HLD 17.1(b)")
@pytest.mark.parametrize("bet", ["1 call", "1 raise 3000", "1 tap_out"])
def test_cards_that_were_not_cut_are_a_misdeal_once_somebody_has_bet(bet: str) -> None:
    scene = at("dealt").act(bet)
    assert result(scene, reason="no_cut") == ("misdeal", "HLD 17.1(b)")
    assert scene.stakes == BEFORE


@pytest.mark.clause("HLD 17.1(c)", "HLD 17.1(d)")
@pytest.mark.parametrize(
    ("reason", "paragraph"),
    [
        ("hole_card_out_of_turn", "HLD 17.1(c)"),
        ("player_missed", "HLD 17.1(d)"),
        ("extra_position_dealt", "HLD 17.1(d)"),
    ],
)
@pytest.mark.parametrize("moment", ["dealing", "dealt", "bet"])
def test_a_wrong_deal_is_rebuilt_if_nobody_looked(reason: str, paragraph: str, moment: str) -> None:
    scene = at(moment)
    assert not_ruled(scene, "deal_irregularity", reason=reason).clause == paragraph
    before = scene.now
    assert result(scene, reason=reason, looked_at=False) == ("reconstruct", paragraph)
    assert scene.now == before
    assert result(scene, reason=reason, looked_at=True) == ("misdeal", paragraph)
    assert scene.stakes == BEFORE


@pytest.mark.clause("HLD 17.1(e)", "R-22")
@pytest.mark.parametrize("looked_at", [None, False, True])
def test_an_excess_card_to_a_player_is_a_misdeal_whoever_looked(looked_at: bool | None) -> None:
    found = result(at("dealt"), reason="player_has_excess_card", looked_at=looked_at)
    assert found == ("misdeal", "HLD 17.1(e)")


@pytest.mark.clause("HLD 17.1(c)", "HLD 17.1(d)", "HLD 17.1(e)")
@pytest.mark.parametrize("reason", ["hole_card_out_of_turn", "player_missed", "player_has_excess_card"])
def test_no_hole_card_can_be_wrong_before_one_is_dealt(reason: str) -> None:
    refusal = not_ruled(at("posted"), "deal_irregularity", reason=reason, looked_at=True)
    assert refusal.clause.startswith("HLD 17.1(")
    assert refusal.reason == "No hole card has been dealt yet."


@pytest.mark.clause("HLD 17.1")
def test_grounds_that_are_none_are_refused_by_name() -> None:
    refusal = not_ruled(at("dealt"), "deal_irregularity", reason="bad_luck")
    assert refusal.clause == "HLD 17.1"
    assert "player missed" in refusal.reason


@pytest.mark.clause("HLD 17.2[s1]")
@pytest.mark.parametrize("moment", ["called", "flop"])
@pytest.mark.parametrize(
    "reason",
    ["card_exposed_in_cut", "no_cut", "hole_card_out_of_turn", "player_missed", "player_has_excess_card"],
)
def test_found_after_the_first_betting_round_it_is_no_misdeal(reason: str, moment: str) -> None:
    scene = at(moment)
    before = scene.now
    assert result(scene, reason=reason, looked_at=True) == ("play_on", "HLD 17.2[s1]")
    assert scene.now == before
    assert scene.table.state.felt.stage is Stage.PLAYING


@pytest.mark.clause("HLD 17.2[s1]")
def test_a_betting_round_that_still_runs_is_not_complete() -> None:
    scene = at("dealt").act("1 call", "2 call")
    assert scene.turn == 3
    assert result(scene, reason="card_exposed_in_cut")[0] == "misdeal"


@pytest.mark.clause("HLD 17.2[s2]")
def test_a_fouled_hand_that_is_found_late_gets_nothing_back() -> None:
    scene = on_flop(board="2h 7c 9d Js 4h")
    assert result(scene, reason="player_has_excess_card")[0] == "play_on"
    scene.ruled("wrong_card_count", seats=(3,), held=3)
    scene.act("2 bet 2000", "1 fold")
    # 1,000 of each are in the pot; the bet of 2,000 was not called.
    assert scene.stakes == {1: 19000, 2: 22000, 3: 19000}


@pytest.mark.clause("HLD 17.3[s1]", "HLD 17.3[s2]", "HLD 17.3[s3]", "HLD D-Misdeal")
def test_after_a_misdeal_the_same_places_deal_and_post_again() -> None:
    scene = at("bet").act("2 call")
    first = scene.table.state
    assert result(scene, reason="card_exposed_in_cut")[0] == "misdeal"
    assert scene.stakes == BEFORE
    assert scene.table.net == {"P1": 0, "P2": 0, "P3": 0}
    assert scene.table.outcomes[0].result == "void"

    scene.ruled("start_round", DEALER)
    state = scene.table.state
    assert state.house.round == first.house.round == 1
    assert state.play.room.button == first.play.room.button == 1
    assert {**scene.stakes, **dict(zip(scene.now.seats, scene.now.stacks, strict=True))} == POSTED
    # A new shuffle and cut come before the first card, which goes to the left of the button.
    assert not_ruled(scene, "deal", DEALER, cards=first.felt.dealt[:6]).clause == "HLD 7.1"
    scene.ruled("shuffle", DEALER, position=26)
    scene.ruled("deal", DEALER, cards=first.felt.dealt[:1])
    assert [len(cards) for cards in scene.now.hole] == [1, 0, 0]
    assert scene.now.seats == (2, 3, 1)


@pytest.mark.clause("HLD 17.3[s2]", "HLD 8.4[s2]")
def test_misdeals_in_a_row_are_no_rounds_and_the_next_settled_one_moves_the_button() -> None:
    scene = at("dealt")
    for _ in range(3):
        assert scene.table.state.house.round == 1
        scene.ruled("deal_irregularity", reason="card_exposed_in_cut")
        scene.start()
    scene.act("1 fold", "2 fold")
    assert scene.is_over
    assert scene.stakes == {1: 20000, 2: 19500, 3: 20500}
    scene.ruled("start_round", DEALER)
    assert scene.table.state.house.round == 2
    assert scene.table.state.play.room.button == 2


@pytest.mark.clause("HLD 17.3[s2]", "HLD 17.14")
def test_no_deal_is_wrong_between_rounds() -> None:
    scene = at("dealt")
    scene.ruled("deal_irregularity", reason="card_exposed_in_cut")
    assert not_ruled(scene, "deal_irregularity", reason="no_cut").clause == "HLD 17.14"
    assert not_ruled(Scene(), "deal_irregularity", reason="no_cut").clause == "HLD 17.14"


@pytest.mark.clause("HLD 17.3[s1]", "HLD D-Misdeal")
def test_a_misdeal_gives_back_everything_dead_money_included() -> None:
    # Seat 3 pays the big blind and its ante, seat 2 is tapped out by the small blind.
    scene = Scene((5000, 300, 5000), mode="tournament", big_blind_ante=1000).start().act("1 call")
    assert scene.now.stacks == (0, 3000, 4000)
    scene.ruled("deal_irregularity", reason="card_exposed_in_cut")
    assert scene.stakes == {1: 5000, 2: 300, 3: 5000}
    assert [outcome.stake for outcome in scene.table.outcomes] == [300, 2000, 1000]

"""CAN 13, CAN 15 and CAN 16, the roles of the dictionary, and what each person may see."""

import json

import pytest

from pitboss.cards.card import cards
from pitboss.games.play import Audience, Command
from pitboss.games.table import StackedShoe
from pitboss.rulebook.book import rulebook
from pitboss.rulebook.refusal import Refusal
from tests.games.canberra.scene import (
    ANTE,
    DEALER,
    FLUSH,
    IN,
    NAMES,
    PAIR,
    PLAYER,
    POOL,
    STRAIGHT,
    SUPERVISOR,
    TWO_PAIRS,
    Scene,
    betting,
    dealt,
    in_dealing_order,
    jackpot,
    lit,
    opened,
)


@pytest.mark.clause("CAN D-Dealer", "CAN D-Casino Supervisor", "CAN D-Casino Operator")
def test_each_command_is_for_those_whose_part_it_is() -> None:
    scene = lit({1: PAIR})
    for do in ("deal", "shuffle", "reveal", "settle", "collect", "declare_jackpot", "call_bet_or_fold", "start_round"):
        scene.refuses("CAN D-Dealer", PLAYER, do)
    for do in ("supervisor_continues", "hand_in_discards", "collusion_ruling", "void_jackpot_wagers", "no_decision"):
        scene.refuses("CAN D-Casino Supervisor", PLAYER, do)
        scene.refuses("CAN D-Casino Supervisor", DEALER, do)
    for do in ("void_round", "open_table", "close_table"):
        scene.refuses("CAN D-Casino Operator", DEALER, do)
    for do in ("bet", "fold", "place", "claim_jackpot"):
        scene.refuses(scene.game.verbs[do].clause, DEALER, do)


@pytest.mark.clause("CAN 16.6(c)")
def test_what_the_procedures_do_not_know_is_refused() -> None:
    scene = lit({1: PAIR})
    scene.refuses("CAN 16.6(c)", PLAYER, "double", 1)
    scene.refuses("CAN 7.2[s1]", PLAYER, "bet", 1)
    scene.refuses("CAN 14.4", SUPERVISOR, "hand_in_discards", 1)


@pytest.mark.clause("CAN 16.6(a)")
def test_prompts_do_not_depend_on_the_cards() -> None:
    offers = [dealt({1: hand}).choices() for hand in (FLUSH, PAIR, "7s 5c 4s 3d 2h")]
    assert offers[0] == offers[1] == offers[2]
    assert [offer.do for offer in offers[0]] == ["fold", "bet"]


@pytest.mark.clause("CAN 13.1", "CAN 13.2(a)", "CAN 13.2(b)", "CAN 16.1", "CAN 16.9", "CAN 16.10")
@pytest.mark.parametrize(
    ("breach", "clause"),
    [
        ("cards", "CAN 13.1"),
        ("exchange", "CAN 13.2(a)"),
        ("information", "CAN 13.2(b)"),
        ("device", "CAN 16.1"),
        ("harassment", "CAN 16.8"),
        ("influence", "CAN 16.9"),
        ("side_bet", "CAN 16.10"),
    ],
)
@pytest.mark.clause("CAN 16.8")
def test_a_breach_is_noted_with_its_clause(breach: str, clause: str) -> None:
    (event,) = dealt({1: PAIR}).tell(SUPERVISOR, "note_breach", player="Ann", reason=breach)
    assert event.clause == clause


@pytest.mark.clause("CAN 15.1")
def test_no_round_outside_the_hours_of_gaming_or_at_a_closed_table() -> None:
    scene = opened(hours=(600, 1320))
    scene.refuses("CAN 15.1", DEALER, "start_round", minute=599)
    scene.refuses("CAN 15.1", DEALER, "start_round")
    scene.tell(DEALER, "start_round", minute=600)
    Scene().refuses("CAN 15.1", DEALER, "start_round")


@pytest.mark.clause("CAN 16.7")
def test_three_idle_rounds_at_a_full_table_may_cost_the_seat() -> None:
    scene = opened(boxes=2)
    for seat in (1, 2):
        scene.tell(PLAYER, "sit", seat, player=NAMES[seat])
    for idle in range(3):
        assert str(idle) in scene.refuses("CAN 16.7", SUPERVISOR, "vacate_seat", 2)
        scene.new_round()
        scene.wager(1)
        scene.deal_out({1: PAIR}).settled(1)
    scene.refuses("CAN 16.7", SUPERVISOR, "vacate_seat", 1)
    scene.tell(SUPERVISOR, "vacate_seat", 2)
    assert scene.state.house.seated == {1: "Ann"}


VIEWERS = [(Audience.SIGN, None), (Audience.DEALER, None), (Audience.AUDITOR, None), (Audience.SEAT, 3)]


@pytest.mark.clause("CAN 6.2", "CAN 13.1", "CAN 16.6(b)")
@pytest.mark.parametrize(("audience", "seat"), VIEWERS)
def test_a_hand_is_its_owners_alone_until_it_is_settled(audience: Audience, seat: int | None) -> None:
    scene = lit({1: FLUSH, 2: TWO_PAIRS, 3: STRAIGHT})

    def is_hidden(hand: str) -> bool:
        return not any(f'"{face}"' in json.dumps(scene.sees(audience, seat)) for face in hand.split())

    assert is_hidden(FLUSH)
    assert is_hidden(TWO_PAIRS)
    assert scene.sees(Audience.SEAT, 1)["boxes"][0]["cards"] == FLUSH.split()
    assert scene.sees(Audience.SEAT, 1)["boxes"][1]["cards"] == ["??"] * 5
    scene.script("1 bet 2000", "2 fold", "3 bet 2000", "reveal")
    assert is_hidden(FLUSH)
    assert scene.sees(audience, seat)["dealer"] == ["Ad", "Kh", "8c", "4d", "2c"]
    scene.finish()
    assert scene.sees(audience, seat)["boxes"][0]["cards"] == FLUSH.split()
    # What was folded is for the auditor only, and only when the round is over.
    assert is_hidden(TWO_PAIRS) is (audience is not Audience.AUDITOR)
    assert scene.sees(Audience.SEAT, 2)["boxes"][1]["cards"] == ["??"] * 5


@pytest.mark.clause("CAN 13.1")
def test_a_void_hand_and_one_without_an_ante_are_shown_to_nobody() -> None:
    scene = betting()
    scene.wager(1)
    scene.tell(DEALER, "deal", cards="Jh 2h Ad Jc 3h Kh 9s 5h 8c 7s 6h 4d 3s 8h 2c", seats=(1, 2))
    assert scene.sees(Audience.SEAT, 2)["boxes"][1]["cards"] == ["??"] * 5
    scene.tell(SUPERVISOR, "collusion_ruling", 1, ruling="exclude_player")
    assert scene.sees(Audience.SEAT, 1)["boxes"][0]["cards"] == ["??"] * 5


@pytest.mark.clause("CAN 10.2", "CAN 8.1")
def test_meter_lights_and_sign_are_public() -> None:
    scene = lit({1: FLUSH, 2: TWO_PAIRS})
    for audience, seat in VIEWERS:
        seen = scene.sees(audience, seat)
        assert seen["jackpot"] == {"meter": POOL + 300, "wager": 200, "working": True, "lit": [1, 2], "payouts": []}
        assert seen["sign"]["max_payout"] == 5_000_000
    scene.settled(1)
    assert scene.sees(Audience.SIGN)["jackpot"]["payouts"] == [{"seat": 1, "rank": "flush", "amount": 10000}]
    assert dealt({1: PAIR}).sees(Audience.SIGN)["jackpot"] is None


@pytest.mark.clause("CAN 16.6(c)")
@pytest.mark.parametrize("shoe", ["card", "automated"])
def test_the_dealer_follows_one_procedure_step_by_step(shoe: str) -> None:
    scene = betting(jackpot=jackpot(), shoe=shoe)
    scene.wager(1, ante=1000, jackpot=200)
    scene.shoe = StackedShoe(cards(in_dealing_order(shoe, {1: FLUSH}, IN)))
    steps = []
    while not scene.is_over:
        if scene.game.due(scene.state):
            scene.bet(1)
        step = scene.game.routine(scene.state)
        assert step is not None
        for do in scene.game.routines:
            if do != step.do:
                assert isinstance(scene.game.decide(scene.state, Command(DEALER, do, cards=cards("2h"))), Refusal), do
        scene.take(step)
        steps.append(step.do)
    call = ["call_bet_or_fold"] if shoe == "automated" else []
    assert steps == ["deal", *call, "reveal", "settle", "declare_jackpot", "collect"]


def test_every_verb_cites_a_clause_that_exists() -> None:
    scene = opened()
    for do, verb in scene.game.verbs.items():
        assert rulebook().find_cited(verb.clause), do
    assert scene.refuses("CAN 4.1", PLAYER, "place", 1, player="Ann", wagers=ANTE) == "Betting is not open."

"""UTH 8.7, UTH 12, UTH 15 and the dictionary's people: who may do what, and what nobody may do."""

import json
from typing import Any

import pytest

from pitboss.cards.card import Card
from pitboss.games.house.felt import Recorded
from pitboss.games.money import moves
from pitboss.games.play import Audience, Command, Role, Viewer
from pitboss.games.table import Shoe
from pitboss.games.ultimate import GAME
from pitboss.rulebook.refusal import Refusal
from tests.games.ultimate.scene import DEALER, MOMENTS, OPERATOR, PLAYER, SUPERVISOR, TEN, at, betting, opened

D, S, O, P = DEALER, SUPERVISOR, OPERATOR, PLAYER  # noqa: E741

# Whose each command is; everybody else is refused.
_PEOPLE: tuple[tuple[set[Role], str], ...] = (
    ({P}, "place increase take_back check play fold concede"),
    ({P, D}, "sit leave"),
    ({D}, "start_round turn_up shuffle deal show_flop show_turn_and_river declare settle"),
    ({D, S}, "check_cards correct_card"),
    ({S}, "count_cards"),
    ({S, O}, "open_table close_table change_cards replace_shoe announce_limits place_marker lift_marker vacate_seat"),
    ({S, O}, "exclude_player readmit_player void_wagers record_dispute note_breach declare_misdeal order_shuffle"),
    ({S, O}, "void_hand collusion_ruling void_round"),
    ({S, D, O}, "no_decision card_exposed dealer_card_exposed communal_card_exposed wrong_card_count"),
    ({S, D, O}, "hand_dealt_without_wager foreign_card_found card_missing shoe_malfunction noncompliant_wager_noticed"),
)
ALLOWED = {do: roles for roles, commands in _PEOPLE for do in commands.split()}


def test_every_command_of_the_game_has_its_people() -> None:
    assert set(ALLOWED) == set(GAME.verbs)


@pytest.mark.clause("UTH D-Dealer", "UTH D-Casino Supervisor", "UTH D-Casino Operator", "UTH 15.6(c)")
@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("do", ALLOWED)
def test_a_command_is_for_those_whose_it_is(do: str, role: Role) -> None:
    scene = at("before_flop")
    answer = scene.game.decide(scene.state, Command(role, do))
    turned_away = isinstance(answer, Refusal) and f"not the {role}" in answer.reason
    assert turned_away is (role not in ALLOWED[do])


@pytest.mark.clause("UTH D-Dealer", "UTH D-Casino Supervisor", "UTH D-Casino Operator")
@pytest.mark.parametrize(
    ("do", "role", "clause"),
    [
        ("deal", PLAYER, "UTH D-Dealer"),
        ("settle", SUPERVISOR, "UTH D-Dealer"),
        ("declare_misdeal", DEALER, "UTH D-Casino Supervisor"),
        ("void_round", DEALER, "UTH D-Casino Operator"),
        ("exclude_player", PLAYER, "UTH D-Casino Operator"),
        ("fold", DEALER, "UTH 8.1(a)"),
        ("place", OPERATOR, "UTH 4.2"),
    ],
)
def test_the_refusal_names_whose_command_it_is(do: str, role: Role, clause: str) -> None:
    at("before_flop").refuses(clause, role, do)


@pytest.mark.clause("UTH 15.9")
@pytest.mark.parametrize("moment", MOMENTS)
def test_no_money_ever_moves_from_player_to_player(moment: str) -> None:
    scene = at(moment)
    if moment == "dealing":
        scene.stack("As Ad Qs 5d 8h Th Kd 4h")
        scene.deal()
    while scene.game.due(scene.state):
        scene.fold(scene.game.due(scene.state)[0])
    scene.finish()
    for event in scene.events:
        for move in moves(event, GAME.movers):
            assert not (move.source.startswith("player") and move.target.startswith("player"))


@pytest.mark.clause("UTH 12.1", "UTH 12.2(a)", "UTH 12.2(b)", "UTH 8.7", "UTH 15.1[s1]", "UTH 15.8", "UTH 15.9")
@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        ("cards", "UTH 12.1"),
        ("exchange", "UTH 12.2(a)"),
        ("information", "UTH 12.2(b)"),
        ("talk", "UTH 8.7"),
        ("device", "UTH 15.1[s1]"),
        ("influence", "UTH 15.8"),
        ("side_bet", "UTH 15.9"),
    ],
)
def test_a_breach_is_noted_and_changes_nothing_by_itself(reason: str, clause: str) -> None:
    scene = at("before_flop")
    before = scene.state
    (noted,) = scene.tell(SUPERVISOR, "note_breach", 1, player="Ann", reason=reason)
    assert noted == Recorded("breach", clause, SUPERVISOR, 1, "Ann", reason)
    assert scene.state == before
    scene.refuses("UTH 12.1", SUPERVISOR, "note_breach", 1, player="Ann", reason="humming")


@pytest.mark.clause("UTH 15.1[s1]")
@pytest.mark.parametrize("moment", MOMENTS)
def test_what_a_player_sees_holds_no_odds_and_no_advice_on_play(moment: str) -> None:
    view = at(moment).view(Viewer(Audience.SEAT, 1)).as_json()
    assert set(view) == {
        *("round", "stage", "sign", "wagers", "result", "clause", "advised"),
        *("phase", "communal", "dealer", "boxes", "deck", "decks"),
    }
    sign = view["sign"]
    assert isinstance(sign, dict)
    assert set(sign) == {
        *("limits", "coming_limits", "multiples", "max_payout", "markers", "shoe"),
        *("seconds_to_decide", "absence_is_confirmed"),
    }


@pytest.mark.clause("UTH 15.6(a)")
@pytest.mark.parametrize("moment", [None, *MOMENTS])
def test_the_list_of_what_may_be_done_is_the_same_whatever_the_cards(moment: str | None) -> None:
    scene = betting() if moment is None else at(moment)
    play = scene.state.play
    other = play._replace(
        boxes=tuple(box._replace(cards=_mirrored(box.cards)) for box in play.boxes),
        dealer=_mirrored(play.dealer),
        communal=_mirrored(play.communal),
    )
    listed = scene.game.legal(scene.state)
    assert scene.game.legal(scene.state._replace(play=other)) == listed
    assert listed


def _mirrored(some: tuple[Card, ...]) -> tuple[Card, ...]:
    """Other cards: an ace of spades becomes a two of clubs, and so on."""
    return tuple(Card(51 - one) for one in some)


@pytest.mark.clause("UTH 15.6(c)")
def test_no_step_of_the_procedure_can_be_left_out() -> None:
    scene = opened()
    scene.refuses("UTH 4.2", PLAYER, "place", 1, player="Ann", wagers=TEN)
    scene.dealer("start_round")
    scene.refuses("UTH 4.2", DEALER, "start_round")
    scene.tell(PLAYER, "place", 1, player="Ann", wagers=TEN)
    scene.refuses("UTH 6.1(a)", DEALER, "deal", cards="As")
    scene.dealer("shuffle")
    for step, clause in {"show_flop": "UTH 8.2", "declare": "UTH 8.8", "settle": "UTH 9.3"}.items():
        scene.refuses(clause, DEALER, step)
    scene.refuses("UTH 15.6(c)", DEALER, "palm_a_card", cards="As")


@pytest.mark.clause("UTH 15.6(b)")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("audience", [Audience.DEALER, Audience.SIGN, Audience.AUDITOR])
def test_staff_see_no_card_that_is_face_down(moment: str, audience: Audience) -> None:
    scene = at(moment)
    shown = json.dumps(scene.view(Viewer(audience)).as_json(), default=str)
    hidden = [
        card
        for seat, card in ((1, "As"), (1, "Ad"), (2, "Qs"), (2, "5d"), (3, "8h"), (3, "Th"))
        if not (moment == "settling" and seat == 3)
    ]
    hidden += ["Kd", "4h"] if moment not in ("declared", "settling") else []
    for card in hidden:
        assert f'"{card}"' not in shown


@pytest.mark.clause("UTH 15.6(b)", "UTH 6.1(a)")
def test_cards_come_from_a_shuffle_that_nobody_chooses() -> None:
    """Two tables with the kernel's entropy never deal the same 52 cards in the same order."""
    orders: set[tuple[Any, ...]] = set()
    for _ in range(5):
        scene = betting(Shoe())
        orders.add(tuple(scene.shoe.cards))
    assert len(orders) == 5

"""PON 5, PON 15.6, PON 15.8 and PON 19: the shuffle, the cut, the cutting card and the shuffling shoe."""

from collections import Counter

import pytest

from pitboss.cards.card import cards
from pitboss.cards.deck import pontoon_decks
from pitboss.games.play import Command, Role, Stage
from pitboss.games.pontoon import GAME, PontoonSettings
from pitboss.games.pontoon.shoe import cut_order, next_to_cut
from pitboss.games.table import Shoe, StackedShoe
from pitboss.rulebook.refusal import Refusal
from tests.games.pontoon.scene import PontoonTable, dealt, table
from tests.known import known
from tests.refusals import refused

ROUND = "9h Ks 7d Qc"


def before_the_shoe(**settings: object) -> PontoonTable:
    """Betting is open and the shoe is empty."""
    at = PontoonTable(PontoonSettings(**settings), StackedShoe(cards(ROUND * 3)))  # type: ignore[arg-type]
    at.open()
    at.dealer("start_round")
    return at


def with_cutting_card_out(at: PontoonTable, place: int) -> None:
    play = at.state.play
    at.state = at.state._replace(play=play._replace(cards=play.cards._replace(cutting_card_at=place)))


@pytest.mark.clause("PON 5.1", "PON D-New shoe")
def test_a_new_shoe_holds_all_cards_shuffled() -> None:
    at = before_the_shoe()
    step = known(GAME.routine(at.state))
    assert (step.do, Counter(step.shuffles)) == ("new_shoe", Counter(pontoon_decks(4).cards))
    at.place(1, "A", main=1000)
    refused(at.dealer("deal", cards=at.shoe.draw(3)), clause="PON 5.1")
    at.take(step)
    assert at.state.play.cards.cards_left == 192
    refused(at.dealer("new_shoe", position=96, depth=96), clause="PON 5.4")


@pytest.mark.clause("PON 5.3[s1]", "PON 5.3[s3]")
@pytest.mark.parametrize(
    ("decks", "position", "depth", "clause"),
    [
        (4, 47, 96, "PON 5.3[s1]"),
        (4, 145, 96, "PON 5.3[s1]"),
        (4, None, 96, "PON 5.3[s1]"),
        (4, 96, 47, "PON 5.3[s3]"),
        (4, 96, 97, "PON 5.3[s3]"),
        (3, 97, 72, "PON 5.3[s1]"),
        (3, 96, 47, "PON 5.3[s3]"),
        (3, 96, 73, "PON 5.3[s3]"),
        (8, 337, 192, "PON 5.3[s1]"),
        (8, 48, 47, "PON 5.3[s3]"),
        (8, 48, 193, "PON 5.3[s3]"),
        (3, 48, 48, None),
        (3, 96, 72, None),
        (4, 144, 96, None),
        (8, 336, 192, None),
    ],
)
def test_cut_and_cutting_card_keep_their_distance(
    decks: int, position: int | None, depth: int, clause: str | None
) -> None:
    answer = before_the_shoe(decks=decks).dealer("new_shoe", position=position, depth=depth)
    assert (answer.clause if isinstance(answer, Refusal) else None) == clause


@pytest.mark.clause("PON 5.2", "PON 5.2(a)", "PON 5.2(d)")
def test_the_first_to_arrive_is_offered_the_cut_then_clockwise() -> None:
    at = before_the_shoe()
    at.dealer("sit", seat=5, player="E")
    at.dealer("sit", seat=1, player="A")
    at.dealer("sit", seat=6, player="F")
    assert cut_order(at.state) == ("E", "F", "A")
    refused(at.dealer("offer_cut", player="A"), clause="PON 5.2")
    assert not isinstance(at.dealer("offer_cut", player="E"), Refusal)
    refused(at.do(Command(Role.PLAYER, "cut", player="F", position=96)), clause="PON 5.2")
    at.do(Command(Role.PLAYER, "decline_cut", player="E"))
    refused(at.do(Command(Role.PLAYER, "decline_cut", player="A")), clause="PON 5.2(d)")
    refused(at.do(Command(Role.PLAYER, "cut", player="F", position=10)), clause="PON 5.3[s1]")
    at.do(Command(Role.PLAYER, "cut", player="F", position=100))
    step = known(GAME.routine(at.state))
    assert step.cut == (100, 100)
    refused(at.dealer("new_shoe", position=60, depth=96), clause="PON 5.3[s1]")
    (shoe,) = at.take(step)
    assert (shoe.cut_by, shoe.position) == ("F", 100)  # type: ignore[attr-defined]


@pytest.mark.clause("PON 5.2", "PON 5.2(d)", "PON 5.2 tail")
def test_a_supervisor_cuts_when_no_player_will() -> None:
    at = before_the_shoe()
    at.dealer("sit", seat=2, player="B")
    refused(at.supervisor("cut", position=96), clause="PON 5.2 tail")
    at.do(Command(Role.PLAYER, "decline_cut", player="B"))
    assert next_to_cut(at.state) is None
    refused(at.dealer("offer_cut"), clause="PON 5.2 tail")
    assert not isinstance(at.supervisor("cut", position=96), Refusal)


@pytest.mark.clause("PON 5.2(b)", "PON 5.2(c)")
@pytest.mark.parametrize(("place", "order"), [(2, ("B", "D", "A")), (3, ("D", "A", "B")), (0, ("D", "A", "B"))])
def test_the_cut_goes_to_the_box_of_the_cutting_card_or_to_the_far_right(place: int, order: tuple[str, ...]) -> None:
    at = table(ROUND)
    for seat, player in ((1, "A"), (2, "B"), (4, "D")):
        at.dealer("sit", seat=seat, player=player)
    with_cutting_card_out(at, place)
    assert cut_order(at.state) == order


def play_to(at: PontoonTable, drawn: int, *, thrown_out: bool = False) -> None:
    """So many cards have left the shoe, and perhaps the cutting card with them."""
    cards = at.state.play.cards._replace(drawn=drawn)
    cards = cards._replace(cutting_card_after=None) if thrown_out else cards
    at.state = at.state._replace(play=at.state.play._replace(cards=cards))


@pytest.mark.clause("PON 5.4", "PON 5.4(b)", "PON 5.2(b)")
@pytest.mark.parametrize(("drawn", "place"), [(144 - 1, 0), (144 - 2, 1), (144 - 3, 0)])
def test_the_cutting_card_in_a_round_brings_a_shuffle_at_its_end(drawn: int, place: int) -> None:
    at = table(ROUND * 2, cutting_card_depth=48)
    at.place(1, "A", main=1000)
    play_to(at, drawn)
    at.deal()
    at.player(1, "stand")
    at.finish()
    assert at.state.play.cards.cutting_card_at == place
    at.dealer("start_round")
    step = known(GAME.routine(at.state))
    assert (step.do, step.clause, len(step.shuffles)) == ("new_shoe", "PON 5.4(b)", 192)


@pytest.mark.clause("PON 5.4", "PON 5.4(a)")
def test_the_cutting_card_as_first_card_brings_a_shuffle_now_and_wagers_may_change() -> None:
    at = table(ROUND * 2, cutting_card_depth=48)
    at.place(1, "A", main=1000)
    play_to(at, 144)
    step = known(GAME.routine(at.state))
    assert (step.do, step.clause) == ("new_shoe", "PON 5.4(a)")
    refused(at.dealer("deal", cards=at.shoe.draw(3)), clause="PON 5.4(a)")
    assert not isinstance(at.player(1, "increase", player="A", wagers={"main": 500}), Refusal)


@pytest.mark.clause("PON 5.5", "PON 5.5 note")
def test_in_the_last_three_rounds_the_cutting_card_is_thrown_out() -> None:
    at = table(ROUND * 3, cutting_card_depth=48)
    at.supervisor("announce_last_rounds")
    refused(at.supervisor("announce_last_rounds"), clause="PON 5.5 note")
    play_to(at, 144)
    for left in (3, 2, 1):
        assert at.state.play.people.last_rounds == left
        at.place(1, "A", main=1000)
        at.deal()
        at.player(1, "stand")
        at.finish()
        assert at.state.play.cards.cutting_card_at is None
        if left > 1:
            at.new_round()
    assert at.state.play.cards.drawn == 144 + 3 * 4
    refused(at.dealer("start_round"), clause="PON 5.5 note")


@pytest.mark.clause("PON 15.6")
def test_a_shoe_that_runs_out_is_filled_from_the_rack() -> None:
    at = table(ROUND * 2)
    at.place(1, "A", main=1000)
    at.deal()
    at.player(1, "stand")
    at.finish()
    at.new_round()
    at.place(1, "A", main=1000)
    play_to(at, 192 - 2, thrown_out=True)
    at.take(GAME.routine(at.state))  # type: ignore[arg-type]
    assert at.state.felt.stage is Stage.DEALING
    step = known(GAME.routine(at.state))
    assert (step.do, Counter(step.shuffles)) == ("shuffle_discards", Counter(cards(ROUND)))
    refused(at.dealer("deal", cards=cards("Qc")), clause="PON 15.6")
    at.run()
    at.player(1, "stand")
    at.finish()
    assert at.row().net == -1000
    at.dealer("start_round")
    next_step = known(GAME.routine(at.state))
    assert (next_step.do, len(next_step.shuffles)) == ("new_shoe", 192)


@pytest.mark.clause("PON 15.6")
def test_cleared_hands_of_the_round_go_into_the_shoe_too_and_cards_on_the_table_stay() -> None:
    bets = {(1, "A"): {"main": 1000}, (2, "B"): {"main": 1000}}
    at = dealt("9h 9d Ks 7d 8d Qs Qc", bets).script("1 hit")
    play_to(at, 192)
    assert at.dealer("shuffle_discards", position=1)[0].cards == cards("9h 7d Qs")  # type: ignore[union-attr, index]
    assert at.state.play.cards.cards_left == 3


@pytest.mark.clause("PON 15.8")
def test_rounds_past_the_cutting_card_stand_and_a_shuffle_follows() -> None:
    at = dealt(ROUND)
    at.supervisor("dealt_past_cutting_card")
    at.player(1, "stand")
    at.finish()
    assert at.state.felt.result == "settled"
    at.dealer("start_round")
    step = known(GAME.routine(at.state))
    assert step.do == "new_shoe"


@pytest.mark.clause("PON 19.1", "PON 19.2")
def test_a_shuffling_shoe_has_no_cut_no_cutting_card_and_shuffles_for_every_round() -> None:
    at = before_the_shoe(shoe="automated")
    step = known(GAME.routine(at.state))
    assert (step.do, step.clause, step.cut, step.depth) == ("new_shoe", "PON 19.2", None, None)
    refused(at.dealer("new_shoe", position=96, depth=96), clause="PON 19.1")
    at.take(step)
    at.place(1, "A", main=1000)
    at.deal()
    refused(at.supervisor("dealt_past_cutting_card"), clause="PON 19.1")
    refused(at.dealer("shuffle_discards", position=1), clause="PON 19.1")
    at.player(1, "stand")
    at.finish()
    at.dealer("start_round")
    again = known(GAME.routine(at.state))
    assert (again.clause, len(again.shuffles)) == ("PON 19.1", 192)


@pytest.mark.clause("PON 19.3(a)", "PON 19.3(a)(i)", "PON 19.3(a)(ii)", "PON 19.3(a)(iii)")
@pytest.mark.clause("PON 19.4")
def test_a_round_goes_on_from_a_plain_shoe_when_the_device_fails() -> None:
    at = table(ROUND, shoe="automated")
    at.dealer("sit", seat=1, player="A")
    at.dealer("sit", seat=5, player="E")
    at.place(1, "A", main=1000)
    at.deal()
    at.supervisor("shoe_malfunction", reason="jam")
    assert cut_order(at.state) == ("E", "A")
    at.finish()
    at.do(Command(Role.PLAYER, "stand", seat=1))
    refused(at.dealer("deal", cards=cards("Qc")), clause="PON 19.3(a)")
    at.finish()
    (refilled,) = [event for event in at.events if type(event).__name__ == "ShoeRefilled"]
    assert Counter(refilled.cards) + Counter(cards("9h Ks 7d")) == Counter(pontoon_decks(4).cards)
    assert refilled.cut_by == "E"
    assert (at.state.felt.result, at.row().net) == ("settled", -1000)
    at.check_balance()


@pytest.mark.clause("PON 19.3(a)")
def test_only_a_device_malfunctions_and_only_in_a_round() -> None:
    refused(dealt(ROUND).supervisor("shoe_malfunction"), clause="PON 19.3(a)")
    refused(table(ROUND, shoe="automated").supervisor("shoe_malfunction"), clause="PON D-Round of play")


@pytest.mark.clause("PON 19.3(b)[s1]", "PON 19.3(b)[s2]")
@pytest.mark.clause("PON D-Shoe")
def test_a_replaced_shoe_has_new_cards_and_a_plain_one_goes_by_rule_5() -> None:
    at = dealt(ROUND, shoe="automated")
    refused(at.supervisor("replace_shoe", shoe="card"), clause="PON 19.3(b)[s1]")
    at.player(1, "stand")
    at.finish()
    at.supervisor("replace_shoe", shoe="card")
    refused(at.dealer("start_round"), clause="PON 2.2")
    for role in (Role.DEALER, Role.SUPERVISOR):
        at.do(Command(role, "check_cards", cards=pontoon_decks(4).cards))
    at.dealer("start_round")
    step = known(GAME.routine(at.state))
    assert (step.clause, step.cut, step.depth) == ("PON 5.1", (48, 144), (48, 96))


@pytest.mark.clause("PON D-Burn")
@pytest.mark.parametrize("shoe", ["card", "automated"])
def test_cards_burnt_at_the_start_leave_the_shoe_and_are_shown_to_nobody(shoe: str) -> None:
    at = table(Shoe.seeded(3), burn_on_new_shoe=2, shoe=shoe)
    assert at.state.play.cards.cards_left == 190
    assert len(at.state.play.cards.rack) == 2
    assert len(at.shoe.cards) == 190
    real = before_the_shoe(burn_on_new_shoe=2)
    refused(real.dealer("new_shoe", position=96, depth=96, cards=cards("As")), clause="PON D-Burn")
    real.dealer("new_shoe", position=96, depth=96)
    assert (real.state.play.cards.cards_left, real.state.play.cards.unseen) == (190, 2)


@pytest.mark.clause("PON 17.5(b)")
def test_the_shuffle_is_the_only_source_of_the_order_and_differs_by_its_entropy() -> None:
    orders = {tuple(table(Shoe.seeded(seed)).shoe.cards[:20]) for seed in range(20)}
    assert len(orders) == 20

"""PON 7.5, PON 11 to PON 14 and PON 18: what becomes of each wager."""

import pytest

from pitboss.cards.card import faces
from pitboss.games.play import Audience, Command, Result, Role, Viewer
from pitboss.games.pontoon.round import Phase
from tests.games.pontoon.scene import PontoonTable, dealt, shared
from tests.refusals import refused

TWO = {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}}


def stood(shoe: str, **settings: object) -> PontoonTable:
    at = dealt(shoe, **settings).script("1 stand")
    at.finish()
    at.check_balance()
    return at


@pytest.mark.clause("PON 13.1", "PON 13.1(a)")
@pytest.mark.parametrize(
    ("shoe", "dealer"),
    [
        ("9h 9c 9d 7s 4d", "9c 7s 4d"),
        ("9h 9c 9d 8s", "9c 8s"),
        ("9h Ac 9d 6s 4d", "Ac 6s 4d"),
        ("9h Ac 9d 7s", "Ac 7s"),
        ("9h 2c 9d 5s Ah Kd 2s", "2c 5s Ah"),
        ("9h 2c 9d 4s Ah Kd 2s", "2c 4s Ah Kd"),
        ("9h 6c 9d Ks 9s", "6c Ks 9s"),
    ],
)
def test_the_dealer_draws_to_hard_16_and_soft_17(shoe: str, dealer: str) -> None:
    at = dealt(shoe).script("1 stand")
    at.finish()
    assert faces(at.state.play.dealer) == dealer


@pytest.mark.clause("PON 13.1(b)")
def test_no_card_that_could_change_nothing() -> None:
    bust = dealt("9h Ac 7d Kd").script("1 hit")
    bust.finish()
    assert len(bust.state.play.dealer) == 1
    insured = dealt("9h Ac 7d Kd 5s")
    insured.player(1, "insure", amount=1000)
    insured.player(1, "hit")
    insured.finish()
    assert faces(insured.state.play.dealer) == "Ac 5s"
    assert insured.net == {"A": -11000}
    mixed = dealt("9h 9d Kc 7d 8d 5s 2c", TWO).script("1 surrender", "2 stand")
    mixed.finish()
    assert faces(mixed.state.play.dealer) == "Kc 5s 2c"


@pytest.mark.clause("PON 13.1(b)")
def test_the_dealer_takes_none_when_all_doubles_are_rescued() -> None:
    at = dealt("6h 9c 5d 2c", shared(10000, 5000))
    at.player(1, "double", amounts={"A": 10000, "B": 5000})
    at.player(1, "forfeit", player="A")
    at.player(1, "forfeit", player="B")
    at.finish()
    assert (len(at.state.play.dealer), at.net) == (1, {"A": -10000, "B": -5000})


@pytest.mark.clause("PON 14.1", "PON 14.1(a)", "PON 14.1(b)", "PON 14.1(f)", "PON 14.1(h)", "PON D-Stand off")
@pytest.mark.parametrize(
    ("shoe", "result", "clause"),
    [
        ("Kh 6c 2d Kd 9c", Result.WIN, "PON 14.1(a)"),
        ("Kh 9c 9d 9s", Result.WIN, "PON 14.1(b)"),
        ("Kh 9c 7d 9s", Result.LOSE, "PON 14.1(f)"),
        ("Kh 9c 8d 9s", Result.PUSH, "PON 14.1(h)"),
    ],
)
def test_totals_are_compared(shoe: str, result: Result, clause: str) -> None:
    row = stood(shoe).row()
    assert (row.result, row.clause) == (result, clause)
    assert row.net == {Result.WIN: 10000, Result.LOSE: -10000, Result.PUSH: 0}[result]
    assert row.why.endswith(".")


@pytest.mark.clause("PON 14.1")
def test_hands_are_settled_from_the_dealers_right() -> None:
    at = dealt("9h Kh 9c 9d Qd Kc", TWO).script("1 stand", "2 stand")
    (settled,) = [event for event in at.events if event.clause == "PON 14.1"]
    assert [row.seat for row in settled.outcomes] == [2, 1]


@pytest.mark.clause("PON 14.1(c)", "PON 14.1(d)", "PON 14.1(g)")
def test_a_dealers_pontoon_takes_all_but_pontoons_and_21s() -> None:
    bets = TWO | {(3, "C"): {"main": 10000}}
    at = dealt("Ah 9h Kh As Kd 5d Qd 7c Kc", bets).script("2 hit", "3 stand")
    at.finish()
    assert at.net == {"A": 15000, "B": 10000, "C": -10000}
    assert at.row(3, "C").clause == "PON 14.1(g)"


@pytest.mark.clause("PON 14.1(e)")
def test_more_than_21_is_lost_at_once() -> None:
    at = dealt("9h 9d 6c 7d 8d Kd", TWO).script("1 hit")
    row = at.row()
    assert (row.net, row.clause, len(at.state.play.dealer)) == (-10000, "PON 14.1(e)", 1)


@pytest.mark.clause("PON 7.4", "PON 7.5", "PON 7.5(b)")
def test_won_insurance_is_paid_after_everything_else() -> None:
    at = dealt("9h Ac 7d Kd", shared(10000, 6000))
    at.player(1, "insure", player="A", amount=5000)
    at.player(1, "insure", player="B", amount=1000)
    at.player(1, "stand")
    at.finish()
    settled = [event.clause for event in at.events if type(event).__name__ == "Decided"]
    assert settled == ["PON 14.1", "PON 7.5(b)"]
    assert at.net == {"A": 0, "B": -4000}


@pytest.mark.clause("PON 7.5", "PON 7.5(a)")
def test_lost_insurance_is_taken_with_the_dealers_second_card() -> None:
    at = dealt("9h Ac 9d 5d 9s 4s")
    at.player(1, "insure", amount=5000)
    at.player(1, "stand")
    at.finish()
    kinds = [(type(event).__name__, event.clause) for event in at.events]
    assert kinds.index(("Decided", "PON 7.5(a)")) < kinds.index(("Decided", "PON 14.1"))
    assert [name for name, _ in kinds[kinds.index(("Decided", "PON 7.5(a)")) :]].count("CardDrawn") == 2


@pytest.mark.clause("PON 9.3", "PON 9.4")
@pytest.mark.parametrize(("second", "net"), [("Ad", -10000), ("5d", -5000)])
def test_a_dealers_pontoon_annuls_a_surrender(second: str, net: int) -> None:
    at = dealt(f"9h Kc 7d {second}").script("1 surrender")
    at.finish()
    assert (at.row().result, at.row().net) == (Result.LOSE, net)


@pytest.mark.clause("PON 11.8", "PON 11.9")
@pytest.mark.parametrize(
    ("reading", "net"),
    [
        ("bb_plus_1", (-10000, -10000, 0)),
        ("original_only", (-10000, 0, 0)),
        ("all_live", (-10000, -10000, -10000)),
    ],
)
def test_busted_hands_are_gone_and_a_pontoon_takes_one_original_wager(reading: str, net: tuple[int, ...]) -> None:
    at = dealt("8h Ks 8d 5c 9c 8c 9d 9h Ac", dealer_pontoon_collects=reading).script("1 split")
    at.player(1, "hit", hand=1)
    at.player(1, "split", hand=2)
    at.player(1, "stand", hand=2)
    at.player(1, "stand", hand=3)
    at.finish()
    assert tuple(at.row(hand=hand).net for hand in (1, 2, 3)) == net
    assert at.row(hand=1).clause == "PON 11.8"
    at.check_balance()


@pytest.mark.clause("PON 12.5")
def test_a_pontoon_takes_only_the_original_of_a_double() -> None:
    at = dealt("6h Kc 5d 2c Ad", shared(10000, 5000))
    at.player(1, "double", amounts={"A": 7000})
    at.finish()
    assert (at.row().net, at.row().clause) == (-10000, "PON 12.5")
    assert at.row(player="B").net == -5000
    at.check_balance()


@pytest.mark.clause("PON 12.7", "PON 12.8")
def test_a_doubled_hand_pays_even_money_to_everybody_on_it() -> None:
    at = dealt("6s 9c 7s 8s", shared(10000, 5000))
    at.player(1, "double", amounts={"A": 10000})
    assert (at.row().net, at.row().clause) == (20000, "PON 12.7")
    assert (at.row(player="B").net, at.row(player="B").clause) == (5000, "PON 12.8")


@pytest.mark.clause("PON 12.8")
@pytest.mark.parametrize(("scope", "net"), [("hand", 15000), ("box", 10000)])
def test_whether_a_double_cuts_the_odds_of_its_sister_hands_is_a_setting(scope: str, net: int) -> None:
    at = dealt("8h 5c 8d 3c 9c 6s 7h", double_odds_scope=scope).script("1 split")
    at.player(1, "double", hand=1, amounts={"A": 10000})
    at.player(1, "hit", hand=2)
    assert at.row(hand=2).net == net


@pytest.mark.clause("PON 11.6")
@pytest.mark.parametrize(("bonus", "net"), [("on", 15000), ("off", 10000)])
def test_table_1_on_split_hands_is_a_setting(bonus: str, net: int) -> None:
    at = dealt("8h 5c 8d 6s 7h 9c", split_bonus=bonus).script("1 split")
    at.player(1, "hit", hand=1)
    assert at.row(hand=1).net == net


@pytest.mark.clause("PON 2.5(a)")
@pytest.mark.parametrize(
    ("reading", "two", "three", "drawn"),
    [
        ("first_two_one", 11, 21, 21),
        ("all_held_one", 11, 11, 21),
        ("all_one", 11, 11, 11),
        ("soft", 21, 21, 21),
    ],
)
def test_which_aces_of_a_double_count_one_is_a_setting(reading: str, two: int, three: int, drawn: int) -> None:
    first = dealt("As 6d 8h 2c", double_aces=reading)
    first.player(1, "double", amounts={"A": 10000})
    assert first.hand().total.points == two
    third = dealt("4s 6d 3h Ac 3c", double_aces=reading).script("1 hit")
    third.player(1, "double", amounts={"A": 10000})
    assert third.hand().total.points == three
    last = dealt("7s 6d 3h Ac", double_aces=reading)
    last.player(1, "double", amounts={"A": 10000})
    assert last.hand().total.points == drawn


BONUS = {(1, "A"): {"main": 2400}, (1, "B"): {"main": 2500}, (2, "C"): {"main": 1000}}


@pytest.mark.clause("PON 14.3", "PON 14.3 Table 2 bonus", "PON 14.3 Table 2 others")
def test_the_super_bonus_goes_by_each_wager_and_every_other_wager_gets_fifty_dollars() -> None:
    at = dealt("7h Kh 7s 7h 6c 7h Qs", BONUS).script("1 hit")
    assert not any(row.wager == "super_bonus" for row in at.outcomes)
    at.player(2, "hit")
    at.finish()
    assert at.net == {"A": 4800 + 100000, "B": 5000 + 500000, "C": -1000 + 5000}
    assert at.accounts["bank"] == -sum(at.net.values())
    at.check_balance()


@pytest.mark.clause("PON 14.3")
def test_the_cards_stay_until_the_bonus_is_paid() -> None:
    at = dealt("7h 7s 7h 7h")
    at.do(Command(Role.PLAYER, "hit", seat=1))
    at.dealer("deal", cards=at.shoe.draw(1))
    refused(at.dealer("collect"), clause="PON 14.3")
    at.dealer("settle")
    refused(at.dealer("settle"), clause="PON 14.1")
    at.dealer("collect")
    assert at.net == {"A": 20000 + 500000}


@pytest.mark.clause("PON 14.3 Table 2 bonus", "PON 12.7")
@pytest.mark.parametrize("shoe", ["7h 8s 7h 7h", "7h 7s 7d 7h"])
def test_no_bonus_without_a_seven_of_the_dealer_or_with_mixed_sevens(shoe: str) -> None:
    at = dealt(shoe).script("1 hit")
    at.finish()
    assert not any(row.wager == "super_bonus" for row in at.outcomes)


@pytest.mark.clause("PON 12.7", "PON 14.3 Table 2 bonus")
def test_no_bonus_on_a_doubled_hand() -> None:
    at = dealt("7h 7s 7h 7h")
    at.player(1, "double", amounts={"A": 10000})
    at.finish()
    assert at.net == {"A": 20000}


@pytest.mark.clause("PON 11.10")
@pytest.mark.parametrize(
    ("second", "reading", "bonus"),
    [
        ("7h", "open", 0),
        ("7d", "open", 500000),
        ("7d", "lost", 0),
    ],
)
def test_splitting_sevens_and_the_super_bonus(second: str, reading: str, bonus: int) -> None:
    at = dealt(f"7h 7s {second} 7h 7h Kd 9c 2c", super_bonus_after_mixed_split=reading).script("1 split")
    at.player(1, "hit", hand=1)
    at.player(1, "stand", hand=2)
    at.finish()
    assert at.row(hand=1).net == 20000
    assert sum(row.net for row in at.outcomes if row.wager == "super_bonus") == bonus


@pytest.mark.clause("PON 14.3 Table 2 others")
def test_a_co_player_who_is_not_on_the_winning_hand_gets_fifty_dollars() -> None:
    at = dealt("7h 7s 7d 9c 7d 7d Kd", shared(10000, 5000)).script("1 split")
    at.player(1, "stand", hand=1)
    at.player(1, "hit", hand=2)
    at.finish()
    assert at.row(wager="super_bonus").net == 500000
    assert at.row(player="B", wager="super_bonus").net == 5000
    at.check_balance()


PAIRS = {(1, "A"): {"main": 1000, "perfect_pairs": 1000}, (2, "B"): {"main": 1000, "perfect_pairs": 2000}}


@pytest.mark.clause(
    "PON 18.11",
    "PON 18.11(a)",
    "PON 18.11(b)",
    "PON 18.11(c)",
    "PON 18.11(d)",
    "PON 18.12",
    "PON 18.14",
    "PON 18.14(a)",
    "PON 18.14(b)",
    "PON 18.14(c)",
)
@pytest.mark.parametrize(
    ("second", "net", "clause"),
    [
        ("8s", 6000, "PON 18.11(a)"),
        ("8d", 12000, "PON 18.11(b)"),
        ("8h", 25000, "PON 18.11(c)"),
        ("9h", -1000, "PON 18.11(d)"),
    ],
)
def test_the_first_two_cards_decide_perfect_pairs(second: str, net: int, clause: str) -> None:
    at = dealt(f"8h 6c {second}", {(1, "A"): PAIRS[1, "A"]})
    row = at.row(wager="perfect_pairs")
    assert (row.net, row.clause) == (net, clause)


@pytest.mark.clause("PON 18.13", "PON 18.13(a)", "PON 18.13(b)", "PON 18.15")
def test_perfect_pairs_is_settled_between_the_deals_losers_first() -> None:
    at = dealt("8h 9h Kc 8h Qh", PAIRS)
    (settled,) = [event for event in at.events if type(event).__name__ == "PairsSettled"]
    assert [(row.player, row.result) for row in settled.outcomes] == [("B", Result.LOSE), ("A", Result.WIN)]
    assert at.state.play.phase is Phase.SURRENDER
    refused(at.dealer("settle_pairs"), clause="PON 18.13")
    at.finish()
    assert at.view(Viewer(Audience.SIGN)).as_json()["phase"] == Phase.SUBSEQUENT_DEAL


@pytest.mark.clause("PON 18.12")
def test_a_split_does_not_touch_perfect_pairs() -> None:
    at = dealt("8h 6c 8h Kd 9d Qc 5c", {(1, "A"): PAIRS[1, "A"]}).script("1 split")
    at.player(1, "stand", hand=1)
    at.player(1, "stand", hand=2)
    at.finish()
    assert at.row(wager="perfect_pairs").net == 25000


@pytest.mark.clause("PON 8.1", "PON 9.4")
@pytest.mark.parametrize(("rounding", "pontoon", "surrendered"), [("exact", 1575, -525), ("down_to_chip", 1500, -550)])
def test_odd_halves_are_exact_or_rounded_down_to_chips(rounding: str, pontoon: int, surrendered: int) -> None:
    bets = {(1, "A"): {"main": 1050}, (2, "B"): {"main": 1050}}
    at = dealt("Ah 9h Kc Kd 7d 5d", bets, rounding=rounding).script("2 surrender")
    at.finish()
    assert at.net == {"A": pontoon, "B": surrendered}
    at.check_balance()


@pytest.mark.clause("PON 17.3")
def test_a_card_seen_too_often_stops_the_settlement() -> None:
    at = dealt("Kh Kh Kh Kh", decks=3).script("begin_drawing")
    at.do(Command(Role.PLAYER, "stand", seat=1))
    at.dealer("deal", cards=at.shoe.draw(1))
    refused(at.dealer("settle"), clause="PON 17.3")
    at.supervisor("foreign_card_found")
    assert at.row().result is Result.VOID
    refused(at.dealer("start_round"), clause="PON 17.3")

"""Odds, the maximum payout, and the five things that can become of a wager."""

from fractions import Fraction

import pytest

from pitboss.games.pays import Cap, Odds, capped_win, even, hand_back, lose, push, void, whole_cents, win
from pitboss.games.play import Outcome, Result, Wager

BLIND = Wager(1, "Ann", "blind", 1500, 1000)


@pytest.mark.parametrize(
    ("to", "for_each", "at_risk", "won"),
    [(500, 1, 1000, 500_000), (3, 2, 500, 750), (3, 2, 550, 825), (3, 2, 2, 3), (1, 1, 7, 7), (3, 2, 1, 1)],
)
def test_odds_pay_exactly_and_never_more_than_they_say(to: int, for_each: int, at_risk: int, won: int) -> None:
    assert Odds(to, for_each, "UTH 10.1").on(at_risk) == won


def test_rounding_is_down_to_the_cent() -> None:
    assert [whole_cents(Fraction(number, 2)) for number in (0, 1, 2, 3)] == [0, 0, 1, 1]


@pytest.mark.clause("UTH D-Push", "UTH D-Void")
@pytest.mark.parametrize(
    ("outcome", "result", "net"),
    [
        (win(BLIND, even("UTH 10.1 ante"), "UTH 9.5(a)", "Won."), "win", 1000),
        (lose(BLIND, "UTH 9.5(b)", "Lost."), "lose", -1000),
        (push(BLIND, "UTH 9.5(c)", "Equal."), "push", 0),
        (void(BLIND, "UTH 13.1", "Void."), "void", 0),
        (hand_back(BLIND, "UTH 5.4", "Short."), "returned", 0),
    ],
)
def test_what_becomes_of_a_wager(outcome: Outcome, result: str, net: int) -> None:
    assert (outcome.result.value, outcome.net) == (result, net)
    assert (outcome.stake, outcome.at_risk, outcome.player, outcome.wager) == (1500, 1000, "Ann", "blind")


def _won(seat: int, player: str, kind: str, net: int) -> Wager:
    wager = Wager(seat, player, kind, 1000, 1000)
    return wager._replace(outcome=Outcome(seat, player, kind, 1000, 1000, Result.WIN, net, "UTH 9.6(a)", "Won."))


@pytest.mark.clause("UTH 10.1 note **")
@pytest.mark.parametrize(
    ("scope", "left"), [("per_wager", 10_000), ("per_player_round", 7000), ("per_table_round", 3000)]
)
def test_what_the_maximum_payout_leaves(scope: str, left: int) -> None:
    cap = Cap(10_000, scope, ("blind", "trips"), "UTH 10.1 note **")
    paid = (_won(1, "Ann", "trips", 3000), _won(2, "Bob", "blind", 4000), _won(2, "Bob", "play", 9000), BLIND)
    assert cap.room_left(BLIND, paid) == left
    assert cap.room_left(BLIND._replace(kind="ante"), paid) is None
    assert Cap(1000, scope, ("blind", "trips"), "UTH 10.1 note **").room_left(BLIND, paid) == (
        1000 if scope == "per_wager" else 0
    )


@pytest.mark.clause("UTH 10.1 note **")
@pytest.mark.parametrize(("left", "net", "cut"), [(None, 3000, False), (3000, 3000, False), (2999, 2999, True)])
def test_a_capped_win_says_so(left: int | None, net: int, cut: bool) -> None:
    cap = Cap(10_000, "per_wager", ("blind",), "UTH 10.1 note **")
    outcome = capped_win(BLIND, Odds(3, 1, "UTH 10.1 blind FH"), left, cap, ("UTH 9.6(a)", "Won."))
    assert outcome.net == net
    assert ("maximum payout" in outcome.why) is cut

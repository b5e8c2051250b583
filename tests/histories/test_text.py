"""A hand as text: what a player reads, and what a player may not."""

import pytest

from pitboss.cards.card import cards
from pitboss.games.holdem import Commission
from pitboss.games.play import Audience, Role, Viewer
from pitboss.histories.phh import read
from pitboss.histories.replay import hand_text
from pitboss.histories.text import AUDITOR, EVERYBODY, readable
from tests.games.holdem.scene import Scene
from tests.histories.phh_hands import ODD_CHIP, THREE_WAY, phh


def test_a_hand_from_a_file() -> None:
    assert hand_text(read(THREE_WAY, "x")) == (
        "Hold'em, no limit, 52 cards, blinds 10/20, ante 5. Round 1, the button is at seat 3.\n"
        "  Seat 1: Ada, 1,000\n"
        "  Seat 2: Grace, 2,000\n"
        "  Seat 3: Joan, 500\n"
        "\n"
        "Before the deal\n"
        "  Ada pays the ante, 5.\n"
        "  Grace pays the ante, 5.\n"
        "  Joan pays the ante, 5.\n"
        "  Ada posts the small blind, 10.\n"
        "  Grace posts the big blind, 20.\n"
        "\n"
        "Hole cards\n"
        "  Ada: Ac Kd\n"
        "  Grace: ?? ??\n"
        "  Joan: 7h 6h\n"
        "\n"
        "  Joan raises to 60.\n"
        "  Ada raises to 200.\n"
        "  Grace folds.\n"
        "  Joan calls 140.\n"
        "\n"
        "Flop 8h 9h 2c, pot 435\n"
        "  Ada checks.\n"
        "  Joan bets 295 and is tapped out.\n"
        "  Ada calls 295.\n"
        "\n"
        "Turn 8h 9h 2c Th, pot 1,025\n"
        "\n"
        "River 8h 9h 2c Th As, pot 1,025\n"
        "\n"
        "Showdown\n"
        "  Ada shows Ac Kd: one pair, aces, with a king, a ten and a nine.\n"
        "  Joan shows 7h 6h: straight flush, ten high.\n"
        "\n"
        "Pots\n"
        "  The pot of 1,025: Joan wins 1,025 (HLD D-High Ball).\n"
        "\n"
        "Result\n"
        "  Ada -500, now 500. Beaten at the showdown by seat 3 (straight flush, ten high). (HLD 13.1[s3])\n"
        "  Grace -25, now 1,975. Folded: what was bet stays in the pot. (HLD D-Fold)\n"
        "  Joan +525, now 1,025.\n"
    )


def test_a_divided_pot_with_its_clauses() -> None:
    assert "The pot of 5: p2 wins 3 (HLD 13.2[s2]), p3 wins 2 (HLD 13.2[s1])." in hand_text(read(ODD_CHIP, "x"))


def test_amounts_are_those_of_the_file() -> None:
    text = hand_text(read(phh("d dh p1 AcKd", "p3 cbr 6.25", "p1 f", "p2 f", stacks="[100, 100, 100.5]"), "x"))
    assert "Seat 3: p3, 100.5" in text
    assert "p3 raises to 6.25." in text
    assert "4.25 that nobody called goes back to p3." in text


def test_a_game_in_words() -> None:
    two = {"antes": "[0, 2]", "blinds": "[1, 2]", "stacks": "[9, 9]"}
    deal = ("d dh p1 ????", "d dh p2 ????")
    fixed = hand_text(read(phh(*deal, variant="FT", bets="small_bet = 2\nbig_bet = 4", **two), "x"))
    game = "Hold'em, fixed limit, 52 cards, blinds 1/2, big blind ante 2, bets of 2 and 4"
    assert fixed.startswith(f"{game}. Round 1, the button is at seat 2.\n")
    assert "  p1 pays the big blind ante, 2.\n" in fixed
    short = hand_text(read(phh(*deal, "d dh p3 ????", variant="NS", blinds="[0, 0, 3]", antes="[1, 1, 1]"), "x"))
    assert short.startswith("Hold'em, no limit, 36 cards, a blind of 3, ante 1. Round 1")
    assert "  p3 posts the blind, 3.\n" in short


def a_showdown() -> Scene:
    """P1 folds a pair of aces; P3 is called and shows; P2 is beaten and mucks."""
    hole = {1: "Ac Ad", 2: "Kc Qd", 3: "9h 9s"}
    scene = Scene(
        hole=hole, board="2c 3d 9c Jh 7s", button=1, blinds=(500, 1000), commission=Commission("pot", "ii", 1000)
    )
    scene.start().act("1 fold", "2 call", "3 raise 4000", "2 call", "2 check", "3 check", "2 check", "3 check")
    return scene.act("2 check", "3 bet 2000", "2 call")


@pytest.mark.clause("HLD 16.4[s1]")
@pytest.mark.parametrize(
    ("viewer", "seen"),
    [
        (EVERYBODY, ["P2: ?? ??", "P3: 9h 9s", "P1: ?? ??"]),
        (Viewer(Audience.DEALER), ["P2: ?? ??", "P3: 9h 9s", "P1: ?? ??"]),
        (Viewer(Audience.SEAT, 1), ["P2: ?? ??", "P3: 9h 9s", "P1: Ac Ad"]),
        (Viewer(Audience.SEAT, 2), ["P2: Kc Qd", "P3: 9h 9s", "P1: ?? ??"]),
        (AUDITOR, ["P2: Kc Qd", "P3: 9h 9s", "P1: Ac Ad"]),
    ],
)
def test_hole_cards_are_told_to_those_who_may_know_them(viewer: Viewer, seen: list[str]) -> None:
    text = readable(a_showdown().table, viewer)
    lines = text.split("Hole cards\n")[1].split("\n\n")[0].splitlines()
    assert [line.strip() for line in lines] == seen
    for line in seen:
        if "??" in line:
            hidden = {"P1": ("Ac", "Ad"), "P2": ("Kc", "Qd")}[line[:2]]
            assert not any(card in text for card in hidden)


def test_the_end_of_a_cash_game_with_its_commission() -> None:
    assert readable(a_showdown().table).endswith(
        "Showdown\n"
        "  P3 shows 9h 9s: three of a kind, nines, with a jack and a seven.\n"
        "  P2 mucks.\n"
        "\n"
        "Pots\n"
        "  The pot of $120: P3 wins $110 (HLD D-High Ball).\n"
        "  Commission: $10 (HLD 15.2(a)(ii)).\n"
        "\n"
        "Result\n"
        "  P2 -$60, now $140. Beaten at the showdown by seat 3 (three of a kind, nines, with a jack and a seven). "
        "(HLD 13.1[s3])\n"
        "  P3 +$50, now $250.\n"
        "  P1 $0, now $200.\n"
    )


def test_side_pots_and_what_goes_back() -> None:
    hole = {1: "Ac Ad", 2: "Kc Kd", 3: "9h 8s"}
    scene = Scene((5000, 12000, 30000), hole=hole, board="2c 3d 4c Jh 7s", button=1, blinds=(500, 1000))
    text = readable(scene.start().act("1 tap_out", "2 tap_out", "3 call").table)
    assert "P1 raises to $50 and is tapped out." in text
    assert "P2 raises to $120 and is tapped out." in text
    assert "The main pot of $150: P1 wins $150 (HLD D-High Ball)." in text
    assert "Side pot 1 of $140: P2 wins $140 (HLD D-High Ball)." in text


def test_what_went_wrong_is_told_with_its_clause() -> None:
    scene = Scene(button=1, blinds=(500, 1000)).start()
    scene.ruled("call_clock", seat=1)
    scene.ruled("no_decision", seat=1, seconds=40)
    scene.act("2 call", "3 stand", "2 check")
    scene.ruled("communal_card_exposed", cards=cards("2c"))
    scene.ruled("hand_in_discards", seat=2)
    text = readable(scene.settle().table)
    assert "  The supervisor rules, communal card exposed (HLD 17.17).\n" in text
    assert "  P1: " in text
    assert "(HLD 4.8[s2])" in text
    assert "  The hand of P2 goes to the discards and is dead (HLD 17.10).\n" in text
    assert "P3 wins" in text


def test_a_void_round_gives_everything_back() -> None:
    scene = Scene(button=1, blinds=(500, 1000)).start().act("1 call")
    scene.ruled("void_round", by=Role.OPERATOR, reason="impractical")
    text = readable(scene.table)
    assert "(HLD 19.3)\n  $5 goes back to P2.\n" in text
    assert "  P1 $0, now $200.\n" in text


def test_a_round_that_is_not_over_ends_where_it_is() -> None:
    text = readable(Scene(button=1, blinds=(500, 1000)).start().act("1 call").table)
    assert text.endswith("  P1 calls $10.\n")


def test_what_comes_after_the_end_is_no_part_of_the_hand() -> None:
    scene = Scene(hole={3: "9h 9s"}, button=1, blinds=(500, 1000)).start().act("1 fold", "2 fold")
    before = readable(scene.table)
    assert "9h" not in before
    scene.ruled("top_up", by=Role.PLAYER, seat=1, player="P1", amount=1000)
    assert readable(scene.table) == before
    scene.ruled("show", by=Role.PLAYER, seat=3)
    assert "  P3 shows 9h 9s (HLD 17.18).\n" in readable(scene.table)

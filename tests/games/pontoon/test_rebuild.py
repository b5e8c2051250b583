"""A round whose cards are put right is, wager by wager, the round that the right cards would have made."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from pitboss.cards.card import Card, cards, faces
from pitboss.cards.deck import pontoon_decks
from pitboss.games.bots.random_player import decide_at_random
from pitboss.games.house.felt import Dealt
from pitboss.games.play import DEALER, Command, Outcome, Result, Role
from pitboss.games.pontoon.actions import Split
from pitboss.games.pontoon.round import CardDrawn, Standing
from pitboss.games.table import StackedShoe
from pitboss.rulebook.refusal import Refusal
from tests.games.pontoon.scene import PontoonTable, dealt, table
from tests.refusals import refused

Spot = tuple[int, int]
TWO = {(1, "A"): {"main": 10000}, (2, "B"): {"main": 10000}}
# Of these ranks something comes of nearly every exchange: pairs, aces and faces.
RANKS = "5678KA"
ROUNDS = 1000


def _some_cards(chance: Random) -> list[Card]:
    """Every third time box 1 has 7h 7h and a third one comes, mostly against a seven or beside one."""
    deck = [card for card in pontoon_decks(8).cards if faces((card,))[0] in RANKS and faces((card,))[1] in "hs"]
    stack = chance.sample(deck, 45)
    if chance.random() < 1 / 3:
        chosen = chance.choice(("7h 7h 7h 7s 9d", "7h 7h 7h 9d 7s"))
        for place, card in zip((0, 4, 7, 3, 1), cards(chosen), strict=True):
            stack[place] = card
    return stack


def _betting(stack: list[Card]) -> PontoonTable:
    at = table(StackedShoe(stack), decks=8)
    for (seat, player), stakes in (
        ((1, "A"), {"main": 3000, "perfect_pairs": 500}),
        ((2, "B"), {"main": 1000, "perfect_pairs": 500}),
        ((2, "C"), {"main": 4000}),
        ((3, "D"), {"main": 2000}),
    ):
        assert not isinstance(at.place(seat, player, **stakes), Refusal)
    return at


def _where_they_lie(events: list[Any], plan: tuple[int, ...]) -> dict[Spot, list[int]]:
    """By hand, which of the dealt cards it holds, counted from the first card of the round."""
    spots: dict[Spot, list[int]] = {}
    count = 0
    for event in events:
        if isinstance(event, Dealt):
            for seat in plan[: len(event.cards)]:
                spots.setdefault((seat, min(seat, 1)), []).append(count)
                count += 1
        elif isinstance(event, CardDrawn):
            spots.setdefault((event.seat, event.hand), []).append(count)
            count += 1
        elif isinstance(event, Split):
            for number in (3, 2, 1):
                if number > event.hand and (event.seat, number) in spots:
                    spots[event.seat, number + 1] = spots.pop((event.seat, number))
            first, second = spots[event.seat, event.hand]
            spots[event.seat, event.hand], spots[event.seat, event.hand + 1] = [first], [second]
    return spots


def _exchange(at: PontoonTable, spots: dict[Spot, list[int]], chance: Random) -> tuple[Command, tuple[int, int]] | None:
    """Two cards that change places, and which cards of the round they are."""
    here, there = chance.sample(sorted(spots), 2)
    order = at.state.felt.dealt
    i, j = chance.choice(spots[here]), chance.choice(spots[there])
    for at_spot, chosen in ((here, i), (there, j)):
        if next(each for each in spots[at_spot] if order[each] == order[chosen]) != chosen:
            return None
    if DEALER in (here[0], there[0]):
        box, i, j = (there, j, i) if here[0] == DEALER else (here, i, j)
        command = Command(Role.SUPERVISOR, "misplaced_card", seat=box[0], hand=box[1], cards=(order[i], order[j]))
    else:
        command = Command(Role.SUPERVISOR, "misplaced_card", seat=here[0], hand=here[1], cards=(order[i], order[j]))
        command = command._replace(seats=(there[0],), held=there[1])
    return command, (i, j)


def _played_with(stack: list[Card], decisions: list[Command]) -> tuple[PontoonTable, Counter[str]] | None:
    """The round of these cards with the same decisions; None where they cannot all be made.

    Insurance and surrender that are not offered are left out, and the hand stands then (P-32).
    """
    at, left_out = _betting(stack), Counter[str]()
    at.deal()
    free: set[int | None] = set()
    for command in decisions:
        if command.seat in free and command.do in ("stand", "hit"):
            return None
        answer = at.do(command)
        while isinstance(answer, Refusal) and not at.game.due(at.state) and (step := at.game.routine(at.state)):
            if command.do in ("insure", "surrender"):
                break
            at.take(step)
            answer = at.do(command)
        if isinstance(answer, Refusal):
            if command.do not in ("insure", "surrender"):
                return None
            left_out[command.do] += 1
            free |= {command.seat} if command.do == "surrender" else set()
    while not at.is_over:
        due = at.game.due(at.state)
        if due and (due[0] not in free or isinstance(at.do(Command(Role.PLAYER, "stand", due[0])), Refusal)):
            return None
        if not due:
            at.take(at.game.routine(at.state))  # type: ignore[arg-type]
    return at, left_out


def _hands(at: PontoonTable) -> list[str]:
    return [f"{faces(hand.cards)} {hand.standing}" for box in at.state.play.boxes for hand in box.hands]


def _results(rows: tuple[Outcome, ...]) -> Counter[tuple[object, ...]]:
    """Every wager with its result; insurance that was not to be had has none."""
    told = (row for row in rows if (row.wager, row.result) != ("insurance", Result.VOID))
    return Counter((row.seat, row.player, row.wager, row.hand, row.stake, row.result, row.net) for row in told)


@pytest.mark.clause("PON 15.4", "PON 14.3", "PON 18.11", "PON 7.1[s1]", "PON 9.1", "PON 15.3")
def test_a_rebuilt_round_equals_the_one_that_the_right_cards_make() -> None:
    seen: Counter[str] = Counter()
    for seed in range(ROUNDS):
        chance = Random(seed)
        stack = _some_cards(chance)
        at = _betting(list(stack))
        plan = (1, 2, 3, DEALER, 1, 2, 3)
        decide_at_random(at.deal(), chance)
        found = _exchange(at, _where_they_lie(at.events, plan), chance)
        if found is None:
            continue
        command, (i, j) = found
        decisions = [each for each in at.commands if each.by is Role.PLAYER and each.do != "place"]
        before = _results(at.outcomes)
        right = [*at.state.felt.dealt, *stack[len(at.state.felt.dealt) :]]
        right[i], right[j] = right[j], right[i]
        assert not isinstance(at.do(command), Refusal)
        at.run()
        if not at.is_over:
            continue
        at.check_balance()
        fresh = _played_with(right, decisions)
        if fresh is None or _hands(fresh[0]) != _hands(at):
            continue
        played, left_out = fresh
        # Where everything was decided before the dealer's turn, cards that had been drawn by then change nothing.
        assert faces(at.state.play.dealer).startswith(faces(played.state.play.dealer)), seed
        assert _results(at.outcomes) == _results(played.outcomes), seed
        seen += left_out
        seen["rounds"] += 1
        changed = (before - _results(at.outcomes)) + (_results(at.outcomes) - before)
        seen += Counter({str(row[2]) for row in changed})
        seen["split"] += any(each.do == "split" for each in decisions)
    assert seen["rounds"] > ROUNDS / 5
    left_out_or_changed = ("insure", "surrender", "main", "insurance", "perfect_pairs", "super_bonus", "split")
    assert min(seen[what] for what in left_out_or_changed) > 5, seen


@pytest.mark.clause("PON 15.4")
def test_to_exchange_two_cards_and_back_is_to_have_done_nothing() -> None:
    """A supervisor who has erred puts it right again: what was void is not void any more."""
    again = 0
    for seed in range(ROUNDS // 5):
        chance = Random(seed)
        at = _betting(_some_cards(chance))
        decide_at_random(at.deal(), chance)
        found = _exchange(at, _where_they_lie(at.events, (1, 2, 3, DEALER, 1, 2, 3)), chance)
        before, lay = _results(at.outcomes), (_hands(at), at.state.play.dealer)
        if found is None:
            continue
        assert not isinstance(at.do(found[0]), Refusal)
        one, two = found[0].cards
        answer = at.do(found[0]._replace(cards=(two, one)))
        at.run()
        if isinstance(answer, Refusal) or (_hands(at), at.state.play.dealer) != lay:
            # A card has been burnt that the hand would not have drawn, or its player must decide.
            continue
        assert _results(at.outcomes) == before, seed
        at.check_balance()
        again += 1
    assert again > 30


def _three_rounds(**settings: Any) -> PontoonTable:
    """A wins $10 with 19 against 18, then $20 with 20 against 18, and has 20 against a nine in the third."""
    at = table("Jh 9c 9s 9d Jd 9h Qd 9c Js 8h Qs 9d", **settings)
    for stake in (1000, 2000, 4000):
        if stake > 1000:
            at.new_round()
        at.place(1, "A", main=stake)
        at.deal()
        if stake < 4000:
            at.player(1, "stand")
            at.finish()
    return at


@pytest.mark.clause("PON 15.5")
def test_any_past_round_of_the_shoe_can_be_void_and_later_ones_stand() -> None:
    at = _three_rounds()
    refused(at.supervisor("void_past_round", round=3), clause="PON 15.5")
    assert not isinstance(at.supervisor("void_past_round", round=1, reason="a card on the wrong box"), Refusal)
    assert at.state.house.results["A"] == 2000
    refused(at.supervisor("void_past_round", round=1), clause="PON 15.5")
    at.player(1, "stand")
    at.finish()
    assert (at.state.house.results["A"], at.row().net) == (6000, 4000)
    refused(at.supervisor("void_past_round"), clause="PON 15.5")
    assert not isinstance(at.supervisor("void_past_round", round=2), Refusal)
    assert (at.state.house.results["A"], at.row().net) == (4000, 4000)
    at.check_balance()


@pytest.mark.clause("PON 15.5", "PON D-New shoe")
@pytest.mark.parametrize("shoe", ["card", "automated"])
def test_rounds_of_an_earlier_shoe_stand_but_for_the_last(shoe: str) -> None:
    at = _three_rounds(shoe=shoe) if shoe == "automated" else _three_rounds()
    if shoe == "card":
        at.player(1, "stand")
        at.finish()
        at.supervisor("dealt_past_cutting_card")
        at.new_round()
        at.shoe.cards = list(cards("9d 9c 9h"))
        at.place(1, "A", main=1000)
        at.deal()
    rounds = at.state.house.round
    refused(at.supervisor("void_past_round", round=rounds - 2), clause="PON 15.5")
    assert not isinstance(at.supervisor("void_past_round", round=rounds - 1), Refusal)


@pytest.mark.clause("PON 15.4")
@pytest.mark.parametrize("new_shoe", [False, True])
def test_until_the_next_first_card_the_last_round_is_rebuilt(new_shoe: bool) -> None:
    at = dealt("9h Kh 9c 9d 7d 8c 9h 9c 9d 8s", TWO).script("1 stand", "2 stand")
    at.finish()
    assert at.net == {"A": 10000, "B": 0}
    if new_shoe:
        at.supervisor("dealt_past_cutting_card")
    at.new_round()
    at.place(1, "A", main=5000, perfect_pairs=500)
    refused(at.supervisor("void_past_round"), clause="PON 15.5")
    assert not isinstance(at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("9d 7d")), Refusal)
    assert (at.state.house.round, at.accounts["felt"]) == (1, 20000)
    at.finish()
    assert at.net == {"A": -10000, "B": 10000}
    at.check_balance()
    rack = len(at.state.play.cards.rack)
    assert rack == (0 if new_shoe else 6)
    at.new_round()
    assert at.state.house.round == 2
    at.place(1, "A", main=5000)
    at.deal()
    refused(at.supervisor("misplaced_card", seat=1, cards=cards("9h Kd")), clause="PON 15.4")
    at.supervisor("void_past_round")
    at.player(1, "stand")
    at.finish()
    assert at.state.house.results == {"A": 5000, "B": 0}
    at.check_balance()


@pytest.mark.clause("PON 15.4", "PON 17.1")
def test_a_round_that_was_made_void_in_the_betting_after_it_is_not_rebuilt() -> None:
    at = dealt("9h 9c 7d 8s").script("1 stand")
    at.finish()
    at.new_round()
    assert not isinstance(at.supervisor("void_round", reason="disturbance"), Refusal)
    refused(at.supervisor("misplaced_card", seat=1, cards=cards("9h 9c")), clause="PON 15.4")
    refused(at.supervisor("void_past_round"), clause="PON 15.5")


@pytest.mark.clause("PON 15.4", "PON 11.10")
def test_whether_suited_sevens_were_split_is_judged_again() -> None:
    """7h 7h were split and the bonus lost; the second was the 7s of the other box, and 7-7-7 in hearts has it again."""
    bets = {(1, "A"): {"main": 2500}, (2, "B"): {"main": 1000}}
    at = dealt("7h 7s 7d 7h 9s 7h 7h 9d Kd", bets).script("1 split", "1 hit")
    at.player(1, "stand", hand=2)
    at.player(2, "stand")
    at.finish()
    assert faces(at.hand(1).cards) == "7h 7h 7h"
    assert not any(row.wager == "super_bonus" for row in at.outcomes)
    at.supervisor("misplaced_card", seat=1, hand=2, seats=(2,), cards=cards("7h 7s"))
    at.finish()
    assert {(row.player, row.net) for row in at.outcomes if row.wager == "super_bonus"} == {("A", 500000), ("B", 5000)}
    at.check_balance()


@pytest.mark.clause("PON 15.4", "PON 10.2(b)")
def test_a_card_after_21_was_never_due_to_the_hand() -> None:
    """5-6-3-7 made 21 in four cards; with a king for the three it was 21 in three, paid before the seven came."""
    at = dealt("5h Kd 9c 6h 8d 3h 7h 8c", TWO).script("1 hit", "1 hit", "2 stand")
    at.finish()
    at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("3h Kd"))
    assert (faces(at.hand(1).cards), at.hand(1).standing, at.row().net) == ("5h 6h Kd", Standing.PAID, 10000)


@pytest.mark.clause("PON 15.4", "PON 15.7")
def test_an_absent_players_rebuilt_hand_is_drawn_to_again() -> None:
    at = dealt("9h 2d 9c 7d Kd 6h 8c 5s", TWO)
    at.supervisor("no_decision", seat=1)
    at.player(2, "stand")
    at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("9h 2d"))
    at.run()
    assert faces(at.hand(1).cards) == "2d 7d 5s"
    assert at.is_over


@pytest.mark.clause("PON 15.4", "PON 11.9")
def test_what_a_dealers_pontoon_takes_of_a_box_is_judged_for_all_its_hands() -> None:
    """One original wager was taken from hand 1 and hand 2 went back; hand 1 is 21 by right, so hand 2 pays."""
    at = dealt("8h Kd Ac 8d Qd 3d 9h 9d Kc", TWO).script("1 split", "1 hit", "1 stand")
    at.player(1, "stand", hand=2)
    at.player(2, "stand")
    at.finish()
    assert [at.row(hand=hand).net for hand in (1, 2)] == [-10000, 0]
    at.supervisor("misplaced_card", seat=1, seats=(2,), cards=cards("9h Kd"))
    at.finish()
    assert [at.row(hand=hand).net for hand in (1, 2)] == [10000, -10000]
    at.check_balance()

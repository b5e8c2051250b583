"""Thousands of rounds at random, at every kind of table: nothing breaks, and every cent is accounted for."""

from collections import Counter
from random import Random

import pytest

from pitboss.cards.deck import pontoon_decks
from pitboss.games.play import Choice, Command, Role
from pitboss.games.table import Shoe
from pitboss.rulebook.refusal import Refusal
from tests.games.pontoon.scene import PontoonTable, table


def _bet(at: PontoonTable, chance: Random) -> None:
    for seat in range(1, at.state.settings.boxes + 1):
        for player in "xyz"[: chance.randint(0, 3)]:
            stakes = {"main": 50 * chance.randint(10, 1200)}
            if chance.random() < 0.3:
                stakes["perfect_pairs"] = 50 * chance.randint(5, 300)
            assert not isinstance(at.place(seat, f"{player}{seat}", **stakes), Refusal)
    at.place(1, "always", main=1000)


def _answer(choice: Choice, at: PontoonTable, chance: Random) -> Command:
    command = Command(Role.PLAYER, choice.do, seat=choice.seat, player=choice.player, hand=choice.hand)
    box = next(box for box in at.state.play.boxes if box.seat == choice.seat)
    on_hand = [
        wager.player
        for wager in at.state.felt.wagers
        if (wager.seat, wager.hand) == (box.seat, choice.hand) and wager.outcome is None
    ]
    some = [player for player in on_hand if player != box.player and chance.random() < 0.5]
    if choice.do == "insure":
        assert choice.least is not None
        assert choice.most is not None
        return command._replace(amount=chance.randrange(choice.least, choice.most + 1, choice.step))
    if choice.do == "split":
        return command._replace(joined_by=tuple(some))
    if choice.do == "double":
        return command._replace(
            amounts={player: chance.randrange(50, box.original(player) + 1, 50) for player in (box.player, *some)}
        )
    return command


def _play(at: PontoonTable, chance: Random, eager: float) -> None:
    """Every choice that is offered is accepted when it is taken."""
    at.deal()
    while not at.is_over:
        choices = at.choices()
        if not at.game.due(at.state) and chance.random() < 0.5:
            choices = ()
        splits = [choice for choice in choices if choice.do == "split"]
        if splits and chance.random() < eager:
            choices = tuple(splits)
        if choices:
            choice = chance.choice(choices)
            answer = at.do(_answer(choice, at, chance))
            assert not isinstance(answer, Refusal), (choice, answer)
            continue
        step = at.game.routine(at.state)
        assert step is not None
        at.take(step)


@pytest.mark.clause("PON 15.6", "PON D-New shoe", "PON 5.4", "PON 19.1", "PON D-Void")
@pytest.mark.parametrize("shoe", ["card", "automated"])
@pytest.mark.parametrize("decks", range(3, 9))
def test_random_rounds_leave_nothing_on_the_felt(decks: int, shoe: str) -> None:
    seed = decks * 100 + len(shoe)
    chance = Random(seed)
    at = table(Shoe.seeded(seed), decks=decks, shoe=shoe, boxes=16 if decks == 3 else 7, cutting_card_depth=48)
    refilled = 0
    for number in range(90):
        if number:
            at.new_round()
        _bet(at, chance)
        _play(at, chance, eager=0.9)
        refilled += sum(type(event).__name__ == "ShoeRefilled" for event in at.events)
        at.events.clear()
        at.check_balance()
        everything = Counter(at.state.play.cards.rack) + Counter(at.shoe.cards)
        assert everything == Counter(pontoon_decks(decks).cards), f"seed {seed}, round {number}"
    assert bool(refilled) is (shoe == "card" and decks == 3)

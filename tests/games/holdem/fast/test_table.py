"""At a table where nobody looks the same happens as at any other, and whoever looks sees it."""

import os
from random import Random
from typing import Any

import pytest

from pitboss.cards.card import cards
from pitboss.games.bots.random_player import command_of
from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.fast.mutable_round import MutableRound
from pitboss.games.holdem.fast.table import QuickTable
from pitboss.games.play import Command, Role, Stage
from pitboss.games.table import OutOfCards, Shoe, StackedShoe, Table
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.fast.by_chance import CHOSEN, USUAL

# In CI the same hands every time; at a desk others in every run.
SEED = 2015 if os.environ.get("CI") else Random().getrandbits(32)


def two_tables(chosen: dict[str, Any], random: Random) -> tuple[QuickTable, Table[Any]]:
    """Two tables alike, with the same players and the same shoe."""
    settings, seed = HoldemSettings(**USUAL | chosen), random.getrandbits(32)
    stakes = random.choices((6, 40, 200), k=random.choice((2, 3, 6)))
    quick, plain = QuickTable(settings, Shoe.seeded(seed)), Table(GAME, settings, Shoe.seeded(seed))
    for table in (quick, plain):
        table.open()
        for seat, stake in enumerate(stakes, start=1):
            table.do(Command(Role.OPERATOR, "seat_entrant", seat, f"P{seat}", amount=stake))
    return quick, plain


@pytest.mark.parametrize("chosen", CHOSEN, ids=lambda chosen: ", ".join(chosen) or "usual")
@pytest.mark.parametrize("looks", [0, 0.3])
def test_the_same_happens_at_both(chosen: dict[str, Any], looks: float) -> None:
    random, in_motion = Random(SEED), 0
    for _ in range(40):
        quick, plain = two_tables(chosen, random)
        quick.new_round().deal()
        plain.new_round().deal()
        while not plain.is_over:
            assert not quick.is_over
            in_motion += isinstance(quick.now, MutableRound)
            choices = plain.choices()
            assert quick.choices() == choices
            command = command_of(random.choice(choices), random)
            assert quick.do(command) == plain.do(command)
            quick.run()
            plain.run()
            if random.random() < looks:
                assert quick.state == plain.state
        assert quick.is_over
        assert quick.state == plain.state
        assert quick.outcomes == plain.outcomes
        assert quick.commands == plain.commands
        assert quick.shoe.cards == plain.shoe.cards
    # Otherwise nothing has been compared.
    assert in_motion > 50


def test_what_is_refused_changes_nothing() -> None:
    quick, plain = two_tables({}, Random(SEED))
    for table in (quick, plain):
        table.new_round().deal()
    turn = quick.now.seats[quick.now.turn]
    for command in (
        Command(Role.PLAYER, "check", turn),
        Command(Role.PLAYER, "raise", turn, amount=1),
        Command(Role.PLAYER, "call", turn, "somebody else"),
        Command(Role.DEALER, "settle"),
        Command(Role.DEALER, "deal", cards=cards("2c 3c 4c 5c")),
        Command(Role.PLAYER, "fly", turn),
    ):
        answer = quick.do(command)
        assert isinstance(answer, Refusal)
        assert answer == plain.do(command)
        assert quick.state == plain.state


def test_a_shoe_that_ends_is_told_of_and_the_round_stands() -> None:
    quick, _ = two_tables({}, Random(SEED))
    quick.new_round().deal()
    quick.shoe = StackedShoe(())
    with pytest.raises(OutOfCards):
        stay_in(quick)
    assert quick.state.felt.stage is Stage.PLAYING
    assert not quick.state.play.round.board


def stay_in(table: QuickTable) -> None:
    """Everybody stays in to the end, whatever it costs."""
    while not table.is_over:
        stays = [choice for choice in table.choices() if choice.do in ("check", "stand", "call")]
        table.do(command_of(stays[0], Random(SEED)))
        table.run()

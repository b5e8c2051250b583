"""Tables of hold'em by chance, of all kinds that play differently, and what happens at them next."""

from random import Random
from typing import Any

from pitboss.games.bots.random_player import command_of
from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.settings import COMPLETABLE, CUMULATIVE, FIXED, FULL_POT, MIN_BET_UNITS, STAR, TOURNAMENT
from pitboss.games.holdem.state import NOBODY
from pitboss.games.play import Command, Role
from pitboss.games.table import Shoe, Table

USUAL: dict[str, Any] = {"mode": TOURNAMENT, "boxes": 6, "chip_unit": 1, "blinds": (1, 2), "min_bet": 2}
CHOSEN: list[dict[str, Any]] = [
    {},
    {"ante": 1, "procedures": STAR},
    {"big_blind_ante": 2, "opening_option": "A"},
    {"opening_option": "C", "blinds": (1, 2, 4), "burn": False},
    {"structure": "ante", "blinds": (), "ante": 2},
    {"limit": FULL_POT, "hole_cards": 4},
    {"limit": FIXED, "min_bet": (2, 2, 4, 4), "max_bet": (2, 2, 4, 4)},
    {"tap_out_units": MIN_BET_UNITS, "chip_unit": 2},
    {"short_all_in_reopen": CUMULATIVE, "short_open_tap_out": COMPLETABLE, "uncalled_bet": "all"},
]


def table_of(chosen: dict[str, Any], random: Random) -> Table[Any]:
    settings = HoldemSettings(**USUAL | chosen)
    table = Table(GAME, settings, Shoe.seeded(random.getrandbits(32))).open()
    for seat in range(1, random.choice((2, 3, 6)) + 1):
        stake = random.choice((6, 40, 200, 200))
        table.do(Command(Role.OPERATOR, "seat_entrant", seat, f"P{seat}", amount=stake))
    return table


def next_command(table: Table[Any], random: Random) -> Command:
    """A decision by chance, or the dealer's next step with cards from the shoe."""
    if table.state.play.round.turn != NOBODY:
        return command_of(random.choice(table.choices()), random)
    step = GAME.routine(table.state)
    assert step is not None
    return Command(Role.DEALER, step.do, cards=table.shoe.draw(step.cards))

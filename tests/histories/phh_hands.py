"""Hands written for the tests in PHH, and rounds of our own to be written in it."""

from random import Random

from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.settings import CASH
from pitboss.games.holdem.state import Play
from pitboss.games.play import Command, Role, Stage
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.refusal import Refusal

THREE_WAY = """\
# Three players, antes, and a fold whose cards nobody wrote down.
variant = "NT"
ante_trimming_status = true
antes = [5, 5, 5]
blinds_or_straddles = [10, 20, 0]
min_bet = 20
starting_stacks = [1000, 2000, 500]
actions = [
  # Pre-flop

  "d dh p1 AcKd",
  "d dh p2 ????",  # never shown
  "d dh p3 7h6h",

  "p3 cbr 60 # a small raise",
  "p1 cbr 200",
  "p2 f",
  "p3 cc",

  "d db 8h9h2c",
  "p1 cc",
  "p3 cbr 295",
  "p1 cc",
  "# the cards are turned up",
  "p1 sm AcKd",
  "p3 sm -",
  "d db Th",
  "d db As",
]
players = ["Ada", "Grace", "Joan"]
finishing_stacks = [500, 1975, 1025]
_sponsors = ["", "None", ""]
"""

# Two players with the same hand, and a chip between them: the small blind has folded one.
ODD_CHIP = """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 2c3d", "d dh p2 AcKd", "d dh p3 AdKc",
  "p3 cc", "p1 f", "p2 cc",
  "d db QhJsTc", "p2 cc", "p3 cc",
  "d db 4h", "p2 cc", "p3 cc",
  "d db 5h", "p2 cc", "p3 cc",
  "p2 sm AcKd", "p3 sm AdKc",
]
finishing_stacks = [99, 100.5, 100.5]
"""


def phh(
    *actions: str,
    variant: str = "NT",
    antes: str = "[0, 0, 0]",
    blinds: str = "[1, 2, 0]",
    bets: str = "min_bet = 2",
    stacks: str = "[100, 100, 100]",
    more: str = "",
) -> str:
    """A hand with its actions on lines of their own: the first of them is on line 7."""
    listed = "".join(f"  '{action}',\n" for action in actions)
    head = f"variant = '{variant}'\nantes = {antes}\nblinds_or_straddles = {blinds}\n{bets}\n"
    return f"{head}starting_stacks = {stacks}\nactions = [\n{listed}]\n{more}\n"


def seated(settings: HoldemSettings, *stakes: int, seed: int = 1) -> Table[Play]:
    """An open table with Ann, Bob and so on at the first seats."""
    table = Table(GAME, settings, Shoe.seeded(seed)).open()
    for seat, stake in enumerate(stakes, start=1):
        player = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus")[seat - 1]
        by, do = (Role.PLAYER, "join") if settings.mode == CASH else (Role.OPERATOR, "seat_entrant")
        assert not isinstance(table.do(Command(by, do, seat, player, amount=stake)), Refusal)
    return table


def played(table: Table[Play], random: Random) -> Table[Play]:
    """One round at random, but with more calls than folds."""
    table.new_round()
    while not table.is_over:
        choices = table.choices()
        if not choices or (table.state.felt.stage is Stage.BETTING and random.random() < 0.5):
            step = table.game.routine(table.state)
            assert step is not None
            table.take(step)
            continue
        chosen = random.choice(choices)
        if chosen.do == "fold":
            chosen = random.choice(choices)
        least, most = chosen.least or 0, chosen.most or 0
        wanted = [amount for amount in (2 * least, (least + most) // 2) if chosen.allows(amount)]
        amount = random.choice(chosen.amounts or (least, most, *wanted)) or None
        command = Command(chosen.by, chosen.do, chosen.seat, chosen.player, amount=amount)
        assert not isinstance(table.do(command), Refusal)
    return table

"""Short words for what goes wrong at a hold'em table, for the tests of irregularities and of the Star's procedures."""

from collections.abc import Sequence
from typing import Any

from pitboss.cards.card import Card
from pitboss.games.play import Command, Event, Events, Role
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.scene import DEALER, SUPERVISOR, Scene

STAR: dict[str, Any] = {"mode": "tournament", "procedures": "STAR"}
# In a tournament of the printed examples: blinds of 50 and 100, and nothing smaller than 25.
SMALL_BLINDS: dict[str, Any] = {"blinds": (50, 100), "min_bet": 100, "chip_unit": 25}


def limp(scene: Scene) -> Scene:
    """Everybody who must decide stays in for the call, and the flop is dealt."""
    while scene.now.street == 0 and scene.turn is not None:
        scene.act(f"{scene.turn} {'stand' if 'stand' in scene.offered else 'call'}")
    return scene


def on_flop(stakes: Sequence[int] = (20000, 20000, 20000), **particulars: Any) -> Scene:
    """After a first betting round in which everybody called; seat 1 has the button unless it is said otherwise."""
    return limp(Scene(stakes, **particulars).start())


def early(scene: Scene, *lines: str) -> Events:
    """Actions out of turn that the dealer notices: `early(scene, "6 raise 800")`."""
    events: Events = ()
    for line in lines:
        seat, do, *amount = line.split()
        events += scene.ruled(
            "out_of_turn", DEALER, seat=int(seat), ruling=do, amount=int(amount[0]) if amount else None
        )
    return events


def not_ruled(scene: Scene, do: str, by: Role = SUPERVISOR, **particulars: Any) -> Refusal:
    """What a ruling is refused with; it changes nothing."""
    return scene.refuses(Command(by, do, **particulars))


def kinds(events: Events) -> list[str]:
    """What has happened, as the names of events."""
    return [type(event).__name__ for event in events]


def clause(events: Events) -> str:
    """The clause of the last thing that happened."""
    last: Event = events[-1]
    return last.clause


def top_cards(scene: Scene, count: int = 1) -> tuple[Card, ...]:
    """The next cards of the shoe, which stay in it."""
    return tuple(scene.table.shoe.cards[: -count - 1 : -1])


def chips(scene: Scene) -> int:
    """All chips at the table while a round is played."""
    now = scene.now
    return sum(now.stacks) + sum(now.paid) + sum(now.dead)

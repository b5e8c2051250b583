"""A table at one moment, as a value: its settings, what outlives a round, what lies on the felt, and every outcome."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from pitboss.cards.card import Card
from pitboss.games.command import NOTHING, Cents, Limit, Role
from pitboss.games.copies import quick_to_copy
from pitboss.games.frozen import Frozen


class Result(StrEnum):
    """What became of a wager."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"
    RETURNED = "returned"


class Outcome(NamedTuple):
    """A decided wager: `net` is what the player wins or loses, `why` one sentence a player understands."""

    seat: int
    player: str
    wager: str
    stake: Cents
    at_risk: Cents
    result: Result
    net: Cents
    clause: str
    why: str
    hand: int | None = None


@quick_to_copy
class Wager(NamedTuple):
    """Chips on one spot: what was put down, how much of it is live, and what became of it."""

    seat: int
    player: str
    kind: str
    stake: Cents
    at_risk: Cents
    hand: int | None = None
    outcome: Outcome | None = None
    # The clause by which less than the stake is live.
    limited_by: str | None = None

    @property
    def was_accepted(self) -> bool:
        """Whether it was ever in the round; of what went back when betting closed nothing was at risk."""
        outcome = self.outcome
        return outcome is None or outcome.result is not Result.RETURNED or outcome.at_risk > 0


class Advice(NamedTuple):
    """Something a player must be told."""

    seat: int
    player: str
    advice: str
    clause: str


class Stage(StrEnum):
    """How far a table is with a round, in words all games share."""

    IDLE = "idle"
    BETTING = "betting"
    DEALING = "dealing"
    PLAYING = "playing"
    OVER = "over"


# Named once, because to name a member of an enumeration takes longer than to compare with it.
IDLE, BETTING, DEALING, PLAYING, OVER = Stage
RUNNING = (DEALING, PLAYING)
BETWEEN = (IDLE, BETTING, OVER)
DEALER = 0
COMMUNAL = -1


@quick_to_copy
class Felt(NamedTuple):
    """What lies on the table in this round, whatever the game.

    `plan` says where the coming cards go: a seat, DEALER or COMMUNAL. `dealt` holds all that left the shoe, in order.
    """

    stage: Stage = Stage.IDLE
    wagers: tuple[Wager, ...] = ()
    plan: tuple[int, ...] = ()
    dealt: tuple[Card, ...] = ()
    advised: tuple[Advice, ...] = ()
    shuffled: bool = False
    result: str | None = None
    clause: str | None = None


class Hold(NamedTuple):
    """Something that must be done before another card is dealt, by the command that lifts it."""

    clause: str
    reason: str
    lifted_by: str


@quick_to_copy
class House(NamedTuple):
    """What outlives a round: limits, markers, who has been warned or shut out, the cards and the shoe in use."""

    limits: Mapping[str, Limit]
    shoe: str
    round: int = 0
    is_open: bool = False
    cards_to_check_by: frozenset[Role] = frozenset((Role.DEALER,))
    holds: tuple[Hold, ...] = ()
    coming_limits: Mapping[str, Limit] | None = None
    markers: Mapping[int, Cents] = Frozen({})
    warned: frozenset[str] = frozenset()
    shut_out: frozenset[str] = frozenset()
    seated: Mapping[int, str] = Frozen({})
    # The table has closed, and its cards have not been checked since.
    closing_check_is_due: bool = False
    idle_rounds: Mapping[str, int] = Frozen({})
    results: Mapping[str, Cents] = NOTHING
    last_round: tuple[Outcome, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """What the operator chooses for any table beforehand; frozen from the first card to the end of the round.

    UTH 1.1, PON 1.1, HLD 1.1, CAN 1.1, UTH D-Approved, PON D-Approved, HLD D-Approved, CAN D-Approved, HLD D-Shoe,
    PON 2.3(b), PON 18.2, HLD 15.3[s1]: `approval` is the reference of the Commission's written approval of the table
    with its layout, shoe, shuffle and charges.
    """

    boxes: int = 7
    hours: tuple[int, int] | None = None
    approval: str = ""


@dataclass(frozen=True, slots=True)
class HouseSettings(Settings):
    """What the operator chooses for a table where players play against the house."""

    limits: Mapping[str, Limit] = field(default_factory=lambda: Frozen({}))
    shoe: str = "card"
    max_payout: Cents = 0
    max_payout_scope: str = "per_wager"
    entry_mode: str = "direct"
    wager_step: Cents = 50
    # U-A4: for how long the advice on short wagers holds, the stay of a player or until the table next opens.
    advice_holds_for: str = "stay"
    # U-A20, C-A8, P-17: how long a decision may take, and whether somebody confirms that none has come. The rules have
    # no clock: whoever has one gives `no_decision` by these.
    decision_seconds: int = 30
    absence_is_confirmed: bool = True


G = TypeVar("G")
S = TypeVar("S")
T = TypeVar("T")


@quick_to_copy
class State(NamedTuple, Generic[G]):
    """A table at one moment: its settings, what outlives a round, the felt, and the game's own part of the round."""

    settings: Settings
    house: House
    felt: Felt
    play: G


def set_up(settings: Settings, play: G) -> State[G]:
    """A table against the house that is set up and closed."""
    assert isinstance(settings, HouseSettings)
    return State(settings, House(settings.limits, settings.shoe), Felt(), play)


def house_settings(state: State[Any]) -> HouseSettings:
    """The settings of a table where players play against the house."""
    settings = state.settings
    assert isinstance(settings, HouseSettings)
    return settings


def settings_in_force(state: State[Any]) -> Settings:
    """The settings that this round is played by: the limits on the sign and the shoe on the table."""
    return replace(house_settings(state), limits=state.house.limits, shoe=state.house.shoe)


def once_a_moment(tell: Callable[[S], T]) -> Callable[[S], T]:
    """What is told of a state or a part of it, kept until another is asked about: the same moment is asked often."""
    last: tuple[S, T] | None = None

    def tell_once(state: S) -> T:
        nonlocal last
        # Read once: another thread may ask about another table.
        kept = last
        if kept is None or kept[0] is not state:
            kept = last = state, tell(state)
        return kept[1]

    return tell_once


def while_unchanged(rests_on: Callable[[S], object], tell: Callable[[S], T]) -> Callable[[S], T]:
    """What is told of a state, kept until something that it rests on is another."""
    last: tuple[object, T] | None = None

    def tell_again(state: S) -> T:
        nonlocal last
        basis = rests_on(state)
        # Read once: another thread may ask about another table.
        kept = last
        if kept is None or kept[0] != basis:
            kept = last = basis, tell(state)
        return kept[1]

    return tell_again

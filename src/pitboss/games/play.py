"""The contract of every game: who may do what now, what follows from it, and what became of each wager.

A table is a value, `State`. `decide` answers a command with the events that follow from it, or with a `Refusal` that
names the clause and changes nothing; `apply` is the state after an event. The dealer is one of the actors, and cards
arrive only with the dealer's commands: a shuffled shoe, a dealer who types real cards, a replay and a test are all the
same to the rules. There is no clock, no entropy, no input or output and no float here.

States and events are named tuples rather than frozen dataclasses: they are copied at every step of every round, and a
copy of a tuple costs a fifth.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from pitboss.cards.card import JOKER, Card
from pitboss.cards.deck import Deck
from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal

Cents = int
NOTHING: Mapping[str, Cents] = Frozen({})


class Role(StrEnum):
    """Who acts: a player, or one of the people who run the game."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    OPERATOR = "operator"


class Command(NamedTuple):
    """A request by somebody at the table. Which of the particulars it needs is told by its verb in the game."""

    by: Role
    do: str
    seat: int | None = None
    player: str | None = None
    hand: int = 1
    amount: Cents | None = None
    wagers: Mapping[str, Cents] = NOTHING
    amounts: Mapping[str, Cents] = NOTHING
    joined_by: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    seats: tuple[int, ...] = ()
    held: int | None = None
    handled_by: tuple[int, ...] | None = None
    rebuilt: bool | None = None
    ruling: str | None = None
    clause: str | None = None
    reason: str | None = None
    position: int | None = None
    depth: int | None = None
    minute: int | None = None
    limits: Mapping[str, "Limit"] | None = None
    shoe: str | None = None


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


class Wager(NamedTuple):
    """Chips on one spot: what was put down, how much of it is live, and what became of it."""

    seat: int
    player: str
    kind: str
    stake: Cents
    at_risk: Cents
    hand: int | None = None
    outcome: Outcome | None = None

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


class Limit(NamedTuple):
    """The least and the most on one spot, as the sign at the table says."""

    least: Cents
    most: Cents


class Stage(StrEnum):
    """How far a table is with a round, in words all games share."""

    IDLE = "idle"
    BETTING = "betting"
    DEALING = "dealing"
    PLAYING = "playing"
    OVER = "over"


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
    reason: str | None = None


DEALER = 0
COMMUNAL = -1
RUNNING = (Stage.DEALING, Stage.PLAYING)
BETWEEN = (Stage.IDLE, Stage.BETTING, Stage.OVER)


class Hold(NamedTuple):
    """Something that must be done before another card is dealt, by the command that lifts it."""

    clause: str
    reason: str
    lifted_by: str


class House(NamedTuple):
    """What outlives a round: limits, markers, who has been warned or shut out, the cards and the shoe in use."""

    limits: Mapping[str, Limit]
    shoe: str
    round: int = 0
    is_open: bool = False
    closing: bool = False
    cards_to_check_by: frozenset[Role] = frozenset((Role.DEALER,))
    holds: tuple[Hold, ...] = ()
    coming_limits: Mapping[str, Limit] | None = None
    markers: Mapping[int, Cents] = Frozen({})
    warned: frozenset[str] = frozenset()
    shut_out: frozenset[str] = frozenset()
    seated: Mapping[int, str] = Frozen({})
    idle_rounds: Mapping[str, int] = Frozen({})
    results: Mapping[str, Cents] = NOTHING
    last_round: tuple[Outcome, ...] = ()


G = TypeVar("G")


class State(NamedTuple, Generic[G]):
    """A table at one moment: its settings, what outlives a round, the felt, and the game's own part of the round."""

    settings: "Settings"
    house: House
    felt: Felt
    play: G


class Event(Protocol):
    """Something that has happened. Every event names the clause it rests on."""

    @property
    def clause(self) -> str: ...


Events = tuple[Event, ...]
Appliers = Mapping[type, Callable[[Any, Any], Any]]
Decision = Events | Refusal


class Choice(NamedTuple):
    """Something that may be done now and by whom: with exactly one of `amounts`, or any step from `least` to `most`."""

    by: Role
    do: str
    clause: str
    seat: int | None = None
    player: str | None = None
    hand: int = 1
    amounts: tuple[Cents, ...] = ()
    least: Cents | None = None
    most: Cents | None = None
    step: Cents = 1
    kinds: tuple[str, ...] = ()

    def allows(self, amount: Cents) -> bool:
        """Whether an amount is one of those offered."""
        if self.amounts:
            return amount in self.amounts
        if self.least is None or amount < self.least or amount % self.step:
            return False
        return self.most is None or amount <= self.most


class Step(NamedTuple):
    """The dealer's next routine step: the cards it takes from the shoe, or those it shuffles into one and their cut.

    `cut` and `depth` are the first and last place allowed for the cut and for the cutting card, where they are due;
    `to` is the seat whose hand has asked for the card.
    """

    do: str
    clause: str
    cards: int = 0
    shuffles: tuple[Card, ...] = ()
    cut: tuple[int, int] | None = None
    depth: tuple[int, int] | None = None
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What the operator chooses for a table beforehand; frozen from the first card to the end of the round."""

    limits: Mapping[str, Limit]
    shoe: str
    max_payout: Cents
    max_payout_scope: str = "per_wager"
    entry_mode: str = "direct"
    boxes: int = 7
    wager_step: Cents = 50
    hours: tuple[int, int] | None = None
    # U-A4: for how long the advice on short wagers holds, the stay of a player or until the table next opens.
    advice_holds_for: str = "stay"
    # U-A20, C-A8, P-17: how long a decision may take, and whether somebody confirms that none has come. The rules have
    # no clock: whoever has one gives `no_decision` by these.
    decision_seconds: int = 30
    absence_is_confirmed: bool = True
    approval: str = ""


def settings_in_force(state: State[Any]) -> Settings:
    """The settings that this round is played by: the limits on the sign and the shoe on the table."""
    return replace(state.settings, limits=state.house.limits, shoe=state.house.shoe)


@dataclass(frozen=True, slots=True)
class Verb:
    """A command of a game: who may give it, the particulars it cannot do without, and what decides it."""

    decide: Callable[[Any, Command], Decision]
    clause: str
    roles: tuple[Role, ...]
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    # When it can have a place at all. None: at any stage for those who run the game, and for players only as one of
    # their choices, which are listed one by one.
    stages: tuple[Stage, ...] | None = None
    # Whether it can change what becomes of the wagers; a round is written down with these only.
    of_round: bool = True


@dataclass(frozen=True, slots=True)
class CommonClauses:
    """Where one document says what all house games say: the same rule under its own number."""

    place: str
    spot: str
    lock: str
    limits: str
    marker: str
    multiples: str
    below_minimum: str
    above_maximum: str
    card_check: str
    change_cards: str
    replacement_check: str
    count_cards: str
    shuffle: str
    no_more_bets: str
    deck: str
    dealer: str
    supervisor: str
    operator: str
    hours: str
    closure: str
    disturbance: str
    impractical: str
    void: str
    void_wagers: str
    shut_out: str
    dispute: str
    procedures: str
    idle_seat: str
    replace_shoe: str
    round_of_play: str


@dataclass(frozen=True, slots=True)
class Game(Generic[G]):
    """One approved game. Everything anybody can do with it goes through here."""

    name: str
    prefix: str
    title: str
    verbs: Mapping[str, Verb]
    appliers: Appliers
    clauses: CommonClauses
    opened: Callable[[Settings], State[G]]
    deck: Callable[[State[G]], Deck]
    default_settings: Settings
    choices: Callable[[State[G]], tuple[Choice, ...]]
    due: Callable[[State[G]], tuple[int, ...]]
    routine: Callable[[State[G]], Step | None]
    view: Callable[[State[G], "Viewer"], dict[str, object]]
    movers: Mapping[type, Callable[[Any], Any]]
    settings_error: Callable[[Settings], Refusal | None]
    routines: tuple[str, ...]
    settings_now: Callable[[State[G]], Settings] = settings_in_force
    nested_settings: Mapping[str, Callable[..., object]] = field(default_factory=dict)

    def decide(self, state: State[G], command: Command) -> Decision:
        """The events that follow from a command, or the refusal that says why there are none."""
        verb = self.verbs.get(command.do)
        if verb is None:
            return Refusal(self.clauses.procedures, f"There is no {command.do!r} in {self.title}.")
        return self._unfit(state, command, verb) or verb.decide(state, command)

    def apply(self, state: State[G], event: Event) -> State[G]:
        """The state after an event; no rule is asked again."""
        after: State[G] = self.appliers[type(event)](state, event)
        return after

    def act(self, state: State[G], command: Command) -> tuple[State[G], Events] | Refusal:
        """Decides a command and applies what follows."""
        decision = self.decide(state, command)
        if isinstance(decision, Refusal):
            return decision
        for event in decision:
            state = self.appliers[type(event)](state, event)
        return state, decision

    def legal(self, state: State[G], by: Role | None = None) -> tuple[Choice, ...]:
        """UTH 15.6(a), CAN 16.6(a), PON 17.5(a): everything that may be done now, in the order of the rules.

        The order never depends on the cards: a prompt lists what is allowed and recommends nothing. A player's choices
        come with their amounts and the dealer's routine as its next step; of the rest, such as rulings, the kinds that
        have their place at this stage are listed, and their particulars are for `decide` to judge.
        """
        step = self.routine(state)
        routine = () if step is None else (Choice(Role.DEALER, step.do, step.clause),)
        everything = (*self.choices(state), *routine, *self._powers(state))
        return tuple(choice for choice in everything if by is None or choice.by is by)

    def _powers(self, state: State[G]) -> Iterator[Choice]:
        """What may be done at this stage beside decisions and routine."""
        for do, verb in self.verbs.items():
            if do in self.routines or (verb.stages is not None and state.felt.stage not in verb.stages):
                continue
            for role in verb.roles:
                if role is not Role.PLAYER or verb.stages is not None:
                    yield Choice(role, do, verb.clause)

    def _unfit(self, state: State[G], command: Command, verb: Verb) -> Refusal | None:
        """What is wrong with a command before any rule of the game is asked."""
        if command.by not in verb.roles:
            clause = getattr(self.clauses, verb.roles[0].value, verb.clause)
            allowed = " or ".join(f"the {role}" if role is not Role.PLAYER else "a player" for role in verb.roles)
            return Refusal(clause, f"{_words(command.do)} is for {allowed}, not the {command.by}.")
        for name in verb.needs:
            if not getattr(command, name) and getattr(command, name) != 0:
                return Refusal(verb.clause, f"{_words(command.do)} needs {_words(name, capital=False)}.")
        boxes, seat = state.settings.boxes, command.seat
        if command.seats or command.handled_by or not (seat is None or (type(seat) is int and 0 < seat <= boxes)):
            refusal = self._bad_seats(command, boxes)
            if refusal:
                return refusal
        for card in command.cards:
            if not (type(card) is int and 0 <= card <= JOKER):
                return Refusal(self.clauses.deck, f"{card!r} is not a card.")
        if command.amount is None and not command.wagers and not command.amounts:
            return None
        return self._bad_amount(command)

    def _bad_seats(self, command: Command, boxes: int) -> Refusal | None:
        """A box that the layout does not have, or that is named twice."""
        seats = command.seats + (command.handled_by or ())
        for seat in seats if command.seat is None else (command.seat, *seats):
            if not (_whole(seat) and 1 <= seat <= boxes):
                return Refusal(self.clauses.spot, f"There is no box {seat}: the table has boxes 1 to {boxes}.")
        if len(set(command.seats)) < len(command.seats):
            return Refusal(self.clauses.spot, "Each box is named once.")
        return None

    def _bad_amount(self, command: Command) -> Refusal | None:
        for name, amount in (("amount", command.amount), *command.wagers.items(), *command.amounts.items()):
            if amount is not None and not (_whole(amount) and amount > 0):
                return Refusal(self.clauses.spot, f"The {name} must be a whole number of cents above 0, not {amount}.")
        return None


class Audience(StrEnum):
    """Who looks at a table."""

    SEAT = "seat"
    DEALER = "dealer"
    SIGN = "sign"
    AUDITOR = "auditor"


class Viewer(NamedTuple):
    """Somebody looking at the table; a player looks from a seat."""

    audience: Audience
    seat: int | None = None


def dollars(cents: Cents) -> str:
    """An amount as people say it: $10, $7.50."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02}" if rest else f"{sign}${whole:,}"


def _words(name: str, *, capital: bool = True) -> str:
    words = name.replace("_", " ")
    return words[0].upper() + words[1:] if capital else words


def _whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)

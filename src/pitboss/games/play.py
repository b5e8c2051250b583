"""The contract of every game: who may do what now, what follows from it, and what became of each wager.

A table is a value, `State`. `decide` answers a command with the events that follow from it, or with a `Refusal` that
names the clause and changes nothing; `apply` is the state after an event. The dealer is one of the actors, and cards
arrive only with the dealer's commands: a shuffled shoe, a dealer who types real cards, a replay and a test are all the
same to the rules. There is no clock, no entropy, no input or output and no float here.

States and events are named tuples rather than frozen dataclasses: they are copied at every step of every round, and a
copy of a tuple costs a fifth.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from pitboss.cards.card import JOKER, UNSEEN, Card
from pitboss.cards.deck import Deck
from pitboss.games.command import (
    MOST_CENTS,
    NOTHING_BUT_CARDS,
    Cents,
    Command,
    Limit,
    Role,
    dealer_step,
    dollars,
    is_whole,
    is_words,
    shape_fault,
    value_words,
)
from pitboss.games.state import (
    BETTING,
    BETWEEN,
    COMMUNAL,
    DEALER,
    DEALING,
    IDLE,
    OVER,
    PLAYING,
    RUNNING,
    Advice,
    Felt,
    Hold,
    House,
    HouseSettings,
    Outcome,
    Result,
    Settings,
    Stage,
    State,
    Wager,
    house_settings,
    once_a_moment,
    settings_in_force,
    while_unchanged,
)
from pitboss.games.writing.way import WRITING, Writing
from pitboss.rulebook.refusal import Refusal, in_words

# The contract is read here; its values are kept in two modules of their own.
__all__ = [
    "BETTING",
    "BETWEEN",
    "COMMUNAL",
    "DEALER",
    "DEALING",
    "IDLE",
    "MOST_CENTS",
    "OVER",
    "PLAYING",
    "RUNNING",
    "Advice",
    "Appliers",
    "Audience",
    "Cents",
    "Choice",
    "Command",
    "CommonClauses",
    "Decision",
    "Event",
    "Events",
    "Felt",
    "Game",
    "Hold",
    "House",
    "HouseSettings",
    "Limit",
    "Outcome",
    "Result",
    "Role",
    "RoutineStep",
    "Settings",
    "Stage",
    "State",
    "Verb",
    "Viewer",
    "Wager",
    "dollars",
    "house_settings",
    "once_a_moment",
    "settings_in_force",
    "while_unchanged",
]

G = TypeVar("G")
_NUMBERS, _CARDS = {int}, frozenset(range(JOKER + 1))


class Event(Protocol):
    """Something that has happened. Every event names the clause it rests on."""

    @property
    def clause(self) -> str: ...


Events = tuple[Event, ...]
Appliers = Mapping[type, Callable[[Any, Any], Any]]
Decision = Events | Refusal


class Choice(NamedTuple):
    """Something that may be done now and by whom: with exactly one of `amounts`, or any step from `least` to `most`.

    The least and the most are always among them, whatever the step.
    """

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
        if self.least is None or amount < self.least or (self.most is not None and amount > self.most):
            return False
        return amount % self.step == 0 or amount in (self.least, self.most)


class RoutineStep(NamedTuple):
    """The dealer's next routine step: the cards it takes from the shoe, or those it shuffles into one and their cut.

    `cut` and `depth` are the first and last place allowed for the cut and for the cutting card, where they are due;
    `to` is the seat whose hand has asked for the card, or is turned up; `faces` counts the cards that are turned up
    now and that nobody has read yet.
    """

    do: str
    clause: str
    cards: int = 0
    shuffles: tuple[Card, ...] = ()
    cut: tuple[int, int] | None = None
    depth: tuple[int, int] | None = None
    to: int | None = None
    faces: int = 0


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
    # Whether its cards may lie face down, so that nobody has read them yet.
    face_down: bool = False
    # What `decide` and `apply` come to, in one step, for commands so ordinary that nothing about them is in question;
    # None for all others.
    at_once: Callable[[Any, Command], tuple[Any, Events] | None] | None = None
    # Where in a command the particulars stand that it cannot do without.
    places: tuple[int, ...] = field(init=False, repr=False, compare=False)
    # The dealer's step that says nothing more, where that is enough.
    bare: Command | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", tuple(map(Command._fields.index, self.needs)))


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
    void_wagers: str
    shut_out: str
    dispute: str
    procedures: str
    idle_seat: str
    replace_shoe: str
    round_of_play: str


def _check_players_verbs(verbs: Mapping[str, Verb]) -> None:
    """Makes sure that what a player can send is about the own hand and stakes; a game that breaks this cannot start.

    UTH 12.2(a), CAN 13.2(a), HLD 16.8(a): no card goes from a player to anybody. UTH 8.7, UTH 12.2(b), UTH 15.8,
    CAN 13.2(b), CAN 16.9, PON 17.7, HLD 16.8(b), HLD 19.7: nor do words, which only those who rule can write.
    """
    for do, verb in verbs.items():
        if Role.PLAYER in verb.roles:
            carried = {*verb.needs, *verb.takes}
            assert "cards" not in carried, f"{do} would let a player hand over cards."
            assert "reason" not in carried or Role.SUPERVISOR in verb.roles, f"{do} would let a player speak to others."


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
    routine: Callable[[State[G]], RoutineStep | None]
    view: Callable[[State[G], "Viewer"], "GameView"]
    movers: Mapping[type, Callable[[Any], Any]]
    settings_error: Callable[[Settings], Refusal | None]
    routines: tuple[str, ...]
    settings_now: Callable[[State[G]], Settings] = settings_in_force
    nested_settings: Mapping[str, Callable[..., object]] = field(default_factory=dict)
    # What a place at the table is called.
    place: str = "box"
    writing: Writing = WRITING
    _powers: Mapping[Stage, tuple[Choice, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check_players_verbs(self.verbs)
        for do, verb in self.verbs.items():
            if Role.DEALER in verb.roles and not verb.needs:
                object.__setattr__(verb, "bare", dealer_step(do))
        object.__setattr__(self, "_powers", {stage: tuple(self._powers_at(stage)) for stage in Stage})

    def decide(self, state: State[G], command: Command) -> Decision:
        """The events that follow from a command, or the refusal that says why there are none."""
        verb = self.verbs.get(command.do) if type(command.do) is str else None
        if verb is None:
            return self._unknown(command.do)
        return self._unfit(state, command, verb) or verb.decide(state, command)

    def apply(self, state: State[G], event: Event) -> State[G]:
        """The state after an event; no rule is asked again."""
        after: State[G] = self.appliers[type(event)](state, event)
        return after

    def act(self, state: State[G], command: Command) -> tuple[State[G], Events] | Refusal:
        """Decides a command and applies what follows."""
        do = command.do
        verb = self.verbs.get(do) if type(do) is str else None
        if verb is None:
            return self._unknown(do)
        if verb.at_once is not None:
            done = verb.at_once(state, command)
            if done is not None:
                return done
        unfit = None if command is verb.bare else self._unfit(state, command, verb)
        decision = unfit or verb.decide(state, command)
        if isinstance(decision, Refusal):
            return decision
        appliers = self.appliers
        for event in decision:
            state = appliers[type(event)](state, event)
        return state, decision

    def _unknown(self, do: object) -> Refusal:
        what = repr(do) if type(do) is str else "such command"
        return Refusal(self.clauses.procedures, f"There is no {what} in {self.title}.")

    def legal(self, state: State[G], by: Role | None = None) -> tuple[Choice, ...]:
        """UTH 15.6(a), CAN 16.6(a), PON 17.5(a), HLD 19.5(a): what may be done now, in the order of the rules.

        The order never depends on the cards: a prompt lists what is allowed and recommends nothing. A player's choices
        come with their amounts and the dealer's routine as its next step; of the rest, such as rulings, the kinds that
        have their place at this stage are listed, and their particulars are for `decide` to judge.
        """
        step = self.routine(state)
        routine = () if step is None else (Choice(Role.DEALER, step.do, step.clause),)
        everything = (*self.choices(state), *routine, *self._powers[state.felt.stage])
        return everything if by is None else tuple(choice for choice in everything if choice.by is by)

    def _powers_at(self, stage: Stage) -> Iterator[Choice]:
        """What may be done at a stage beside decisions and routine."""
        for do, verb in self.verbs.items():
            if do in self.routines or (verb.stages is not None and stage not in verb.stages):
                continue
            for role in verb.roles:
                if role is not Role.PLAYER or verb.stages is not None:
                    yield Choice(role, do, verb.clause)

    def _unfit(self, state: State[G], command: Command, verb: Verb) -> Refusal | None:
        """What is wrong with a command before any rule of the game is asked."""
        by, _, seat, player, hand, amount, cards = command[:7]
        # So are nearly all commands of a round, and what they do not have need not be looked at.
        is_usual = (
            command[7:] == NOTHING_BUT_CARDS
            and (player is None or is_words(player))
            and type(hand) is int
            and type(cards) is tuple
        )
        wrong = None if is_usual else shape_fault(command)
        if wrong:
            return Refusal(self.clauses.procedures, wrong)
        if by not in verb.roles:
            return self._not_for(by, command.do, verb)
        for place in verb.places:
            if not command[place] and command[place] != 0:
                needs = _words(Command._fields[place], capital=False)
                return Refusal(verb.clause, f"{_words(command.do)} needs {needs}.")
        boxes = state.settings.boxes
        is_box = seat is None or (type(seat) is int and 0 < seat <= boxes)
        if not is_box or not (is_usual or (not command.seats and not command.handled_by)):
            refusal = self._bad_seats(command, boxes)
            if refusal:
                return refusal
        if cards and not ({*map(type, cards)} == _NUMBERS and min(cards) >= 0 and max(cards) <= JOKER):
            refusal = self._bad_card(cards, verb)
            if refusal:
                return refusal
        fits = amount is None or (type(amount) is int and 0 < amount <= MOST_CENTS)
        return None if fits and (is_usual or not (command.wagers or command.amounts)) else self._bad_amount(command)

    def _not_for(self, by: Role, do: str, verb: Verb) -> Refusal:
        clause = getattr(self.clauses, verb.roles[0].value, verb.clause)
        allowed = " or ".join(f"the {role}" if role is not Role.PLAYER else "a player" for role in verb.roles)
        return Refusal(clause, f"{_words(do)} is for {allowed}, not the {by}.")

    def _bad_card(self, cards: tuple[object, ...], verb: Verb) -> Refusal | None:
        for card in cards:
            if not (type(card) is int and (0 <= card <= JOKER or (card == UNSEEN and verb.face_down))):
                return Refusal(self.clauses.deck, f"{value_words(card)} is not a card.")
        return None

    def _bad_seats(self, command: Command, boxes: int) -> Refusal | None:
        """A box that the layout does not have, or that is named twice."""
        seats = command.seats + (command.handled_by or ())
        for seat in seats if command.seat is None else (command.seat, *seats):
            if not (is_whole(seat) and 1 <= seat <= boxes):
                return Refusal(
                    self.clauses.spot, f"There is no {self.place} {value_words(seat)}: they are numbered 1 to {boxes}."
                )
        if len(set(command.seats)) < len(command.seats):
            return Refusal(self.clauses.spot, f"Each {self.place} is named once.")
        return None

    def _bad_amount(self, command: Command) -> Refusal | None:
        for name, amount in (("amount", command.amount), *command.wagers.items(), *command.amounts.items()):
            if amount is not None and not (is_whole(amount) and 0 < amount <= MOST_CENTS):
                reason = f"The {in_words(name)} must be more than $0, in whole cents."
                return Refusal(self.clauses.spot, reason)
        return None


class Audience(StrEnum):
    """Who looks at a table."""

    SEAT = "seat"
    DEALER = "dealer"
    SIGN = "sign"
    AUDITOR = "auditor"


class Viewer(NamedTuple):
    """Somebody looking at the table. A player looks from a seat, and is whoever sits there unless a name is given."""

    audience: Audience
    seat: int | None = None
    player: str | None = None


def _words(name: str, *, capital: bool = True) -> str:
    words = name.replace("_", " ")
    return words[0].upper() + words[1:] if capital else words


if TYPE_CHECKING:
    from pitboss.games.views import GameView

"""Carries out one command at a table step by step, with the virtual croupier's part in it.

The croupier shuffles, deals and settles by the routine of the rules, within the command that made it possible, until
somebody must decide or may still do something before it goes on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pitboss.cards.card import Card
from pitboss.floor.kernel.contract import Fact, No, Now, Yes
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.tables import bots, practice_cards, shoes
from pitboss.floor.tables.practice_record import Given, is_bot
from pitboss.floor.tables.record import FAMILY, MONEY, CardsDrawn, TableRecord, seats_of, stream_of
from pitboss.games.frozen import Frozen
from pitboss.games.house.events import CHECK_DECK
from pitboss.games.money import moves, player
from pitboss.games.play import BETWEEN, RUNNING, Choice, Command, Events, Role, RoutineStep, Stage, State
from pitboss.rulebook.refusal import Refusal

# Nobody waits for a player who might give a hand up that is about to be settled.
_NOT_WAITED_FOR = ("concede",)

Loader = Callable[[TableRecord, RoutineStep], shoes.Loaded]


def of_the_table(_actor: Actor, command: Any) -> tuple[str, ...]:
    """The stream of the table that a command names; none where no table can be called so."""
    return (stream_of(command.table),) if is_id(command.table) else ()


def table_at(now: Now, table: str) -> TableRecord | No:
    """The table of this name as it is now."""
    found: TableRecord | None = now.record(stream_of(table)) if is_id(table) else None
    return found or No(f"There is no table {table!r}.", field="table", word="unknown_table", status=404)


class Proceedings:
    """The facts of a command as they come to be, and the table after each of them. Nothing is recorded by it."""

    def __init__(self, record: TableRecord, at: int, load: Loader = shoes.load) -> None:
        self.before, self.record, self.at, self._load = record, record, at, load
        self.facts: list[Fact] = []
        self.writes: list[Callable[[], None]] = []
        # What was given to the rules, one after the other, for those who write a round down.
        self.given: list[Command] = []
        self._fresh: tuple[Card, ...] | None = None

    @property
    def state(self) -> State[Any]:
        return self.record.state

    def tell(self, event: Any) -> None:
        """Something that has happened at the table."""
        fact = FAMILY.apply_event(stream_of(self.record.id), self.record, event, self.at)
        self.facts.append(fact)
        self.record = fact.change.after

    def decision(self, answer: Mapping[str, Any] | None = None) -> Yes:
        """Return the whole decision, with the moment of the round as the answer where there is no other."""
        state = self.state
        moment = {"table": self.record.id, "round": state.house.round, "stage": state.felt.stage.value}
        return Yes(tuple(self.facts), moment if answer is None else answer, writes=tuple(self.writes))

    def give(self, command: Command) -> Events | Refusal:
        """A command to the rules; a refusal changes nothing."""
        decision = self.record.rules.decide(self.state, command)
        if not isinstance(decision, Refusal):
            self._record_taken(command)
            for event in decision:
                self.tell(event)
        return decision

    def _record_taken(self, command: Command) -> None:
        """The rules have taken a command; at a practice table the journal says so, because not all were asked for."""
        self.given.append(command)
        if self.record.is_practice:
            self.tell(Given(command))

    def take(self, step: RoutineStep) -> Refusal | None:
        """A routine step of the dealer, with the next cards of the shoe or with a new shoe."""
        loaded = self._load(self.record, step) if step.shuffles else None
        try:
            if self.record.asked is not None and step.do == "deal" and self.state.felt.stage is Stage.BETTING:
                self._arrange()
            cards = self._draw_cards(step, loaded)
        except shoes.NoSuchShoe as broken:
            if isinstance(broken, shoes.ShoeOutOfReach) and self.state.felt.stage not in RUNNING:
                return self._take_from_new_shoe()
            return Refusal(self.record.rules.clauses.impractical, f"{broken} A supervisor has to rule on the round.")
        command = Command(Role.DEALER, step.do, cards=cards)
        if loaded:
            command = command._replace(position=loaded.position, depth=loaded.depth)
        decision = self.record.rules.decide(self.state, command)
        if isinstance(decision, Refusal):
            return decision
        self._record_taken(command)
        if loaded:
            self._put_in(loaded)
        if cards:
            self.tell(CardsDrawn(len(cards)))
        for event in decision:
            self.tell(event)
        return None

    def _put_in(self, loaded: shoes.Loaded) -> None:
        self._fresh = loaded.cards
        self.writes.append(loaded.write)
        self.tell(loaded.event)

    def _arrange(self) -> None:
        """Before the first card at a practice table: the hand that was asked for is put into the shoe.

        Where the cards for it are not left, others come to the table first, with a new shoe.
        """
        wanted = practice_cards.wanted_cards(self.record)
        if wanted is None:
            return
        loaded = shoes.arrange(self.record, self._shoe, wanted)
        if loaded is None:
            if self._bring_new_shoe() is not None:
                return
            loaded = shoes.arrange(self.record, self._shoe, wanted)
        if loaded is not None:
            self._put_in(loaded)

    def _bring_new_shoe(self) -> Refusal | None:
        """Other cards come to the table before the first card of a round, and are shuffled."""
        changed = self.give(Command(Role.SUPERVISOR, "change_cards"))
        check_cards(self)
        step = self.record.rules.routine(self.state)
        if isinstance(changed, Refusal) or step is None or not step.shuffles:
            return changed if isinstance(changed, Refusal) else _nothing_to_deal(self)
        return self.take(step)

    def _take_from_new_shoe(self) -> Refusal | None:
        """The shoe in use is sealed with a key that is not here: the same step from a new one."""
        refusal = self._bring_new_shoe()
        step = self.record.rules.routine(self.state)
        if refusal is not None or step is None:
            return refusal or _nothing_to_deal(self)
        return self.take(step)

    @property
    def _shoe(self) -> tuple[Card, ...]:
        return self._fresh or shoes.cards_of(self.record)

    def _draw_cards(self, step: RoutineStep, loaded: shoes.Loaded | None) -> tuple[Card, ...]:
        if not step.cards:
            return ()
        if loaded:
            return loaded.cards[: step.cards]
        shoe, drawn = self._shoe, self.record.drawn
        return shoe[drawn : drawn + step.cards]


def account_payments(record: TableRecord, events: Iterable[Any]) -> Iterator[tuple[str, int]]:
    """Yield the amounts that these events take from each player's account."""
    prefix = player("")
    for event in events:
        for source, _, cents in moves(event, record.rules.movers):
            if source.startswith(prefix):
                yield source.removeprefix(prefix), cents


def start_round(doing: Proceedings, minute: int) -> Refusal | None:
    """Opens the betting, or in hold'em collects the blinds."""
    check_cards(doing)
    started = doing.give(Command(Role.DEALER, "start_round", minute=minute))
    return started if isinstance(started, Refusal) else None


def sit_out(doing: Proceedings, seats: Iterable[int]) -> None:
    """Hold'em goes on without the players at these seats; their chips stay where they are until they leave."""
    for seat in seats:
        doing.give(Command(Role.DEALER, "sit_out", seat))


def see_out(doing: Proceedings, player: str) -> None:
    """Let somebody who may not play any more leave with the chips not at stake; with cards, after the round.

    What was wagered in a round that has begun stays on the felt.
    """
    state = doing.state
    room = doing.record.room
    if state.felt.stage in RUNNING and room is None:
        return
    stakes = stakes_by_seat(state, player) if room is None else {}
    for seat, wagers in stakes.items():
        doing.give(Command(Role.PLAYER, "take_back", seat, player, wagers=Frozen(wagers)))
    for seat in seats_of(doing.record, player):
        doing.give(Command(Role.PLAYER, "leave", seat, player))


def stakes_by_seat(state: State[Any], player: str) -> dict[int, dict[str, int]]:
    """Return a player's wagers at each place before the first card."""
    stakes: dict[int, dict[str, int]] = {}
    for wager in state.felt.wagers if state.felt.stage is Stage.BETTING else ():
        if wager.player == player and wager.stake:
            stakes.setdefault(wager.seat, {})[wager.kind] = wager.stake
    return stakes


def check_cards(doing: Proceedings) -> None:
    """The cards of a virtual shoe are all there: whoever has to check them finds so."""
    house = doing.state.house
    if doing.state.felt.stage not in BETWEEN or not (house.is_open or house.closing_check_is_due):
        return
    ordered = house.closing_check_is_due or any(hold.lifted_by == CHECK_DECK for hold in house.holds)
    for role in sorted(house.cards_to_check_by) or ([Role.DEALER] if ordered else []):
        doing.give(Command(role, "check_cards", cards=doing.record.rules.deck(doing.state).cards))


def run(doing: Proceedings) -> None:
    """The croupier's routine, until a person must decide, may do something, or the betting is open."""
    check_cards(doing)
    game = doing.record.rules
    while let_bots_play(doing) and (step := game.routine(doing.state)) is not None:
        if waited_for(doing.record) or (doing.state.felt.stage is Stage.BETTING and not _goes_on(doing, step)):
            return
        if doing.take(step) is not None:
            # Something at the table needs a person to rule on it.
            return


def let_bots_play(doing: Proceedings) -> bool:
    """Let bots act as far as they have to now; return whether all went well."""
    while doing.record.is_practice and (command := bots.move(doing.record)) is not None:
        if isinstance(doing.give(command), Refusal):
            return False
    return True


def _goes_on(doing: Proceedings, step: RoutineStep) -> bool:
    """While the betting is open the croupier only shuffles; in hold'em nobody bets before the cards."""
    return bool(step.shuffles) or doing.record.room is not None


def optional_choices(record: TableRecord) -> tuple[Choice, ...]:
    """Return the choices that the croupier's next step would close, and that nobody has to take."""
    game, state = record.rules, record.state
    step = game.routine(state)
    if step is None or step.to is not None or step.shuffles or step.do in record.kit.waits_for_nobody:
        return ()
    if state.felt.stage not in RUNNING and record.room is None:
        return ()
    return tuple(choice for choice in game.choices(state) if choice.do not in _NOT_WAITED_FOR)


def waited_for(record: TableRecord) -> frozenset[str]:
    """The players whom the croupier waits for although they need not do anything; bots never let it wait."""
    names = (choice.player for choice in optional_choices(record))
    return frozenset(name for name in names if name is not None and not is_bot(name))


def is_for_the_clock_alone(record: TableRecord) -> bool:
    """Whether going on would cut off what players may still do in a round for money: nobody of the staff does that."""
    return record.mode == MONEY and record.state.felt.stage in RUNNING and bool(waited_for(record))


def to_be_ready(record: TableRecord) -> frozenset[str]:
    """The players who say that the croupier may go on: with a seat or chips, a choice, or a hand to come in hold'em.

    While the betting is open everybody who sits there has their time for a wager, unless they say they want none.
    """
    state, room = record.state, record.room
    if room is not None and state.felt.stage in (Stage.IDLE, Stage.OVER):
        chairs = room.chairs(state).values()
        # At a practice table also a person lets a hand begin who has yet to come in among the bots.
        lets = room.is_awaited_by_bots if record.is_practice else room.is_playing
        return frozenset(
            chair.player for chair in chairs if lets(chair) and not chair.leaves and not is_bot(chair.player)
        )
    if state.felt.stage is Stage.BETTING and room is None:
        return record.persons if state.felt.wagers else frozenset()
    return waited_for(record)


def go_on(doing: Proceedings, minute: int) -> Refusal | None:
    """The croupier's next step, whoever might still do something, and its routine from there."""
    game, state = doing.record.rules, doing.state
    if doing.record.room and state.felt.stage in (Stage.IDLE, Stage.OVER):
        for command in bots.before_a_hand(doing.record, minute):
            doing.give(command)
        refusal = start_round(doing, minute)
        if refusal:
            return refusal
    step = game.routine(doing.state)
    while step is not None and step.shuffles:
        refusal = doing.take(step)
        if refusal:
            return refusal
        step = game.routine(doing.state)
    if step is None:
        return _nothing_to_deal(doing)
    refusal = doing.take(step)
    if refusal is None:
        run(doing)
    return refusal


def _nothing_to_deal(doing: Proceedings) -> Refusal:
    """Return the refusal of the rules when no card can be dealt now."""
    game = doing.record.rules
    told = game.decide(doing.state, Command(Role.DEALER, "deal", cards=game.deck(doing.state).cards[:1]))
    if isinstance(told, Refusal):
        return told
    return Refusal(game.clauses.procedures, "A decision is awaited before the croupier goes on.")

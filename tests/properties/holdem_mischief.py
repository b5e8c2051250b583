"""Hold'em tables where anything may go wrong at any moment, and what must hold whatever happens."""

from collections import Counter
from random import Random
from typing import Any

from pitboss.cards.card import Card
from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.irregular.irregularities import cards_left
from pitboss.games.holdem.seats.room_events import stake_account
from pitboss.games.holdem.settings import BY_TIME
from pitboss.games.holdem.showdown.pots import pot_now
from pitboss.games.holdem.showdown.settlement import waits_for_tables
from pitboss.games.holdem.state import Chair, Holdem, Play, Room, hands_in, with_room
from pitboss.games.money import FELT, moves
from pitboss.games.play import Command, Role, Stage
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.refusal import Refusal

CASH: dict[str, Any] = {"commission": BY_TIME}
TOURNAMENT: dict[str, Any] = {"mode": "tournament"}
STAR: dict[str, Any] = {"mode": "tournament", "procedures": "STAR"}
ANTE: dict[str, Any] = {"structure": "ante", "blinds": (), "ante": 200}
TABLES: tuple[dict[str, Any], ...] = (
    CASH,
    {**CASH, "burn": False, "opening_option": "A"},
    {**CASH, "opening_option": "C", "limit": "half_pot", "chip_unit": 500},
    {**CASH, **ANTE, "limit": "fixed", "max_bet": 4000, "max_raises": 2},
    {**CASH, "limit": "full_pot", "over_blind": 2000, "tap_out_units": "min_bet_units"},
    {**CASH, "short_open_tap_out": "completable", "short_all_in_reopen": "cumulative", "deck": 32},
    {**CASH, "blinds": (300, 500, 1000), "limit": "straddle", "game": "hilo", "low_qualifier": 8, "joker": True},
    TOURNAMENT,
    {**TOURNAMENT, **ANTE},
    STAR,
    {**STAR, **ANTE},
    {**STAR, "big_blind_ante": 1000, "limit": "full_pot", "hole_cards": 4},
)
# What those who run the table say, and what they might say in error.
RULINGS: dict[str, tuple[str | None, ...]] = {
    "out_of_turn": ("check", "stand", "call", "call", "bet", "raise", "tap_out", "fold", "perhaps"),
    "skipped_hand": ("dead", "no_raise", "no_raise", "perhaps"),
    "push": (None,),
    "hand_for_hand": ("on", "off", "HLD 17.7"),
}
REASONS = (
    *("card_exposed_in_cut", "no_cut", "hole_card_out_of_turn", "player_missed", "player_has_excess_card"),
    *("dealer_direction", "disturbance", "fraud", "raise", "asked_for_count", "folded_hand", "live_hand", "delay"),
)
CLAUSES = (None, None, "HLD 19.2(a)", "HLD 20.11", "STAR 7.15", "STAR 7.39", "HLD 19.1", "HLD 1.1")
# Irregularities of the betting come often, and seldom what would end nearly every round at once.
OFTEN = ("out_of_turn", "out_of_turn", "push", "skipped_hand", "retract")
RARE = ("void_round", "deal_irregularity", "card_exposed", "wrong_card_count", "hand_in_discards", "supervisor_fold")
# What the dealer's routine does with the shoe, what comes between rounds, and whatever brings chips or takes them away.
LEFT_OUT = (
    *(*GAME.routines, "start_round", "open_table", "close_table", "change_cards", "check_cards", "exclude_player"),
    *("join", "leave", "top_up", "vacate_seat", "dismiss", "seat_entrant", "remove_entrant", "pay_time"),
)
IN_ROUND = tuple(verb for verb in GAME.verbs if verb not in LEFT_OUT)


class MischiefTable(Table[Play]):
    """After every command chips are counted, and a refusal must have changed nothing."""

    def __init__(self, settings: HoldemSettings, stakes: list[int], random: Random) -> None:
        super().__init__(GAME, settings, Shoe(random.getrandbits))
        self.chips, self.accounts = 0, Counter[str]()
        self.open()
        tournament = settings.mode == "tournament"
        chairs = {
            seat: Chair(f"P{seat}", stake, absent=tournament and random.random() < 0.15)
            for seat, stake in enumerate(stakes, start=1)
        }
        self.state = with_room(self.state, Room(chairs=Frozen(chairs), button=1))
        self.chips = sum(stakes)
        self.accounts = Counter({stake_account(chair.player): chair.stake for chair in chairs.values()})

    def do(self, command: Command) -> Any:
        before = self.state
        answer = super().do(command)
        if isinstance(answer, Refusal):
            assert self.state is before, "a refusal changes nothing"
            assert answer.clause.startswith(("HLD ", "STAR ")), answer
            assert answer.reason.endswith("."), answer
            return answer
        for event in answer:
            assert event.clause.startswith(("HLD ", "STAR ")), event
            for source, target, amount in moves(event, GAME.movers):
                self.accounts[source] -= amount
                self.accounts[target] += amount
        self.money_is_where_it_moved()
        assert chips_of(self.state) == self.chips, f"{command.do} has lost chips"
        return answer

    def money_is_where_it_moved(self) -> None:
        """The movements of money that the events tell of, added up, are the stakes and the pot."""
        now, over = self.state.play.round, self.state.felt.stage in (Stage.IDLE, Stage.OVER)
        assert self.accounts[FELT] == (0 if over else pot_now(now))
        stakes = {chair.player: chair.stake for chair in self.state.play.room.chairs.values()}
        if not over:
            stakes |= dict(zip(now.names, now.stacks, strict=True))
        assert {name: self.accounts[stake_account(name)] for name in stakes} == stakes


def chips_of(state: Holdem) -> int:
    """Every chip at the table, in front of the players and in the pot."""
    chairs, now = state.play.room.chairs, state.play.round
    if state.felt.stage in (Stage.IDLE, Stage.OVER):
        return sum(chair.stake for chair in chairs.values())
    beside = sum(chair.stake for seat, chair in chairs.items() if seat not in now.seats)
    assert min((*now.stacks, *now.bets, *now.paid), default=0) >= 0
    return beside + sum(now.stacks) + sum(now.paid) + sum(now.dead)


def some_table(random: Random) -> MischiefTable:
    settings = HoldemSettings(**random.choice(TABLES))
    seats = random.randint(2, 6)
    stakes = [random.choice((300, 1500, 3100, 8000, 20000, 60000, 60000, 100000)) for _ in range(seats)]
    return MischiefTable(settings, stakes, random)


def some_command(table: MischiefTable, random: Random) -> Command:
    """Any verb of the game with particulars that might fit."""
    now = table.state.play.round
    do = random.choice(IN_ROUND)
    if (do in RARE and random.random() < 0.9) or random.random() < 0.8:
        do = random.choice(OFTEN)
    seats = now.seats or (1,)
    seat = random.choice(seats)
    if do in ("out_of_turn", "skipped_hand"):
        seat = now.seats[random.choice(hands_in(now))] if now.seats and hands_in(now) else 1
    elif now.turn >= 0 and (random.random() < 0.3 or do in ("push", "no_decision")):
        seat = now.seats[now.turn]
    held = now.hole[now.seats.index(seat)] if now.hole and seat in now.seats else ()
    return Command(
        random.choice(GAME.verbs[do].roles),
        do,
        seat=seat,
        player=random.choice((None, f"P{random.choice(seats)}")),
        amount=random.choice((100, 500, now.call or 1000, now.call + now.increment or 1000, 2 * now.call + 300, 20000)),
        amounts=random.choice(({}, {}, {str(random.choice((500, 1000, 5000))): random.randint(1, 3)})),
        cards=cards_for(table, do, held, random),
        seats=tuple(random.sample(seats, random.randint(1, len(seats)))),
        held=random.randint(0, 4),
        ruling=random.choice(RULINGS.get(do, RULINGS["hand_for_hand"])),
        reason=random.choice(REASONS),
        clause=random.choice(CLAUSES),
        seconds=random.choice((None, 25, 30, 40)),
        looked_at=random.choice((None, True, False)),
        burn_taken=random.choice((None, True, False)),
    )


def cards_for(table: MischiefTable, do: str, held: tuple[Card, ...], random: Random) -> tuple[Card, ...]:
    """The cards that something happens to: of a hand, or from the top of the shoe."""
    if do in ("card_exposed", "shown_to_one"):
        return held[: random.randint(1, 2)]
    if do in ("top_card_exposed", "communal_card_exposed"):
        count = 1 if do == "top_card_exposed" else random.randint(1, 4)
        return tuple(table.shoe.cards[: -count - 1 : -1])
    return tuple(random.sample(cards_left(table.state), 1))


def misbehave(table: MischiefTable, random: Random) -> str:
    """One request out of the blue."""
    command = some_command(table, random)
    answer = table.do(command)
    if not isinstance(answer, Refusal) and command.do == "communal_card_exposed" and command.burn_taken:
        # The burn has left the shoe; what was shown goes back into it.
        table.shoe.cards.pop()
    return command.do if isinstance(answer, Refusal) else f"{command.do} accepted"


def legal_is_what_is_accepted(table: MischiefTable) -> None:
    """Whoever must act has a choice, every choice offered is accepted, and no other decision is."""
    state = table.state
    choices = {choice.do: choice for choice in GAME.choices(state)}
    assert choices, "a hand whose turn has come can do nothing"
    (seat,) = GAME.due(state)
    for do in ("fold", "check", "stand", "call", "call_and_fold", "tap_out"):
        accepted = not isinstance(GAME.decide(state, Command(Role.PLAYER, do, seat)), Refusal)
        assert accepted is (do in choices), do
    now = state.play.round
    for do in ("bet", "raise"):
        choice = choices.get(do)
        edges = () if choice is None else (*choice.amounts, choice.least, choice.most)
        for edge in filter(None, edges):
            assert not isinstance(GAME.decide(state, Command(Role.PLAYER, do, seat, amount=edge)), Refusal)
        for to in (now.call + now.increment, now.call, 1000, now.bets[now.turn] + now.stacks[now.turn]):
            accepted = not isinstance(GAME.decide(state, Command(Role.PLAYER, do, seat, amount=to or 1)), Refusal)
            assert accepted is (choice is not None and choice.allows(to or 1)), (do, to)


def some_decision(state: Holdem, random: Random) -> Command:
    """One of the choices, and where it has amounts one of those: seldom what ends a round, so that it goes on."""
    choices = GAME.choices(state)
    ends = ("fold", "tap_out")
    choice = random.choice([each for each in choices if each.do not in ends or random.random() < 0.2] or choices)
    amount = choice.amounts[0] if choice.amounts else None
    if choice.least is not None and choice.most is not None:
        middle = random.randint(choice.least, min(choice.most, 3 * choice.least)) // choice.step * choice.step
        most = choice.most if random.random() < 0.2 else choice.least
        amount = random.choice([each for each in (choice.least, most, middle, middle) if choice.allows(each)])
    return Command(Role.PLAYER, choice.do, choice.seat, choice.player, amount=amount)


def go_on(table: MischiefTable, random: Random) -> None:
    """One legal decision or one routine step, whichever is due: there always is one."""
    state = table.state
    if GAME.due(state):
        legal_is_what_is_accepted(table)
        answer = table.do(some_decision(state, random))
        assert not isinstance(answer, Refusal), f"offered and refused: {answer}"
        return
    step = GAME.routine(state)
    if step is None:
        assert waits_for_tables(state), "nobody can do anything, and the round is not over"
        table.do(Command(Role.OPERATOR, "hand_for_hand", ruling="off"))
        return
    if step.do == "deal" and state.felt.stage is not Stage.PLAYING and random.random() < 0.3:
        step = step._replace(cards=random.randint(1, step.cards))
    table.take(step)


def play_rounds(random: Random, rounds: int, mischief: float, seen: dict[str, int] | None = None) -> None:
    """Rounds at one table until it is broken up, with so much mischief on the way."""
    table = some_table(random)
    for _ in range(rounds):
        if isinstance(table.do(Command(Role.DEALER, "start_round")), Refusal):
            return
        for _ in range(500):
            if table.state.felt.stage is Stage.OVER:
                break
            if random.random() < mischief:
                done = misbehave(table, random)
                if seen is not None:
                    seen[done] = seen.get(done, 0) + 1
            else:
                go_on(table, random)
        assert table.state.felt.stage is Stage.OVER, "the round does not end"

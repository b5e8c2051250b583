"""People at a hold'em table who do anything: legal decisions, wrong requests, irregularities, coming and going."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from pitboss.cards.card import Card
from pitboss.games.bots.random_player import command_of
from pitboss.games.holdem import GAME
from pitboss.games.holdem.irregular import irregularities, rulings
from pitboss.games.holdem.seats.seating import free_seats
from pitboss.games.holdem.settings import settings_of
from pitboss.games.holdem.state import hands_in
from pitboss.games.play import Choice, Command, Role, Stage
from pitboss.games.table import NotRoutine
from pitboss.rulebook.refusal import Refusal
from tests.properties.chaos import one_of
from tests.properties.holdem_watched import WatchedHoldem

PLAYERS = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lee")
RULINGS: dict[str, tuple[str, ...]] = {
    "out_of_turn": ("check", "stand", "call", "bet", "raise", "tap_out", "fold", "perhaps"),
    "skipped_hand": ("dead", "no_raise", "perhaps"),
    "hand_for_hand": ("on", "off"),
}
REASONS = (
    *("card_exposed_in_cut", "no_cut", "hole_card_out_of_turn", "player_missed", "player_has_excess_card", "raise"),
    *("dealer_direction", "disturbance", "fraud", "asked_for_count", "folded_hand", "live_hand", "own_interest"),
)
CLAUSES = (None, None, None, "HLD 19.2(a)", "HLD 20.11", "STAR 7.39", "HLD 19.1", "HLD 1.1")
# What goes wrong with cards, turns and chips, and all that can be asked for beside the dealer's routine.
WRONG = tuple(verb for verb in (*irregularities.VERBS, *rulings.VERBS) if verb not in GAME.routines)
AT_ANY_TIME = tuple(verb for verb in GAME.verbs if verb not in (*GAME.routines, "start_round", "check_cards"))
# What would end most rounds before they have begun comes seldom.
RARE = ("void_round", "deal_irregularity", "card_exposed", "wrong_card_count", "close_table", "exclude_player")
# What players and staff do between rounds.
IN_THE_ROOM = (
    *("join", "leave", "top_up", "sit_out", "sit_in", "post_blinds", "wait_for_blind", "change_seat"),
    *("request_seat_change", "join_waiting_list", "seat_entrant", "remove_entrant", "mark_absent", "mark_present"),
    *("pay_time", "dismiss", "leave_waiting_list", "withdraw_seat_change"),
)
# The particulars of a command that it does not need are left out most of the time.
ROLES = tuple(Role)


def new_round(table: WatchedHoldem, random: Random, *, coming_and_going: bool = True) -> None:
    """A round, after whatever the last one left to be put right, with people who come and go before it."""
    put_right(table)
    if len(table.state.play.room.chairs) <= table.state.settings.boxes // 2:
        bring_people(table, random)
    if coming_and_going:
        for _ in range(random.randint(0, 6)):
            table.do(some_command(table, random, random.choice(IN_THE_ROOM)))
    for _ in range(20):
        if not isinstance(
            table.do(Command(Role.DEALER, "start_round", minute=table.state.house.round % 1440)), Refusal
        ):
            break
        bring_people(table, random)
    assert table.state.felt.stage is Stage.BETTING
    table.shuffle_if_due()


def put_right(table: WatchedHoldem) -> None:
    """What must be done before another round: the table opened, the cards checked, everybody readmitted."""
    if not table.state.house.is_open:
        table.do(Command(Role.OPERATOR, "open_table"))
    for name in table.state.house.shut_out:
        table.do(Command(Role.OPERATOR, "readmit_player", player=name))
    for role in (Role.DEALER, Role.SUPERVISOR):
        table.do(Command(role, "check_cards", cards=GAME.deck(table.state).cards))


def bring_people(table: WatchedHoldem, random: Random) -> None:
    """Somebody more at the table, or back with chips; stakes are odd, and many are short."""
    settings = settings_of(table.state)
    minute = table.state.house.round % 1440
    for seat, chair in list(table.state.play.room.chairs.items()):
        table.do(Command(Role.PLAYER, "sit_in", seat))
        table.do(Command(Role.DEALER, "pay_time", seat, minute=minute))
        if not chair.stake and settings.mode == "tournament":
            table.do(Command(Role.OPERATOR, "remove_entrant", seat))
        elif not chair.stake:
            table.do(Command(Role.PLAYER, "leave", seat))
    for name in table.state.play.room.waiting:
        table.do(Command(Role.DEALER, "leave_waiting_list", player=name))
    for name, _ in table.state.play.room.changes:
        table.do(Command(Role.DEALER, "withdraw_seat_change", player=name))
    # Also a seat that was given up during the last round, though a chair and a stake are still there.
    free = free_seats(table.state)
    for seat in random.sample(free, random.randint(min(2, len(free)), len(free))):
        # Whoever has won a seat by drawing cards goes first.
        name = table.state.play.room.drawn.get(seat) or random.choice(PLAYERS)
        if settings.mode == "tournament":
            table.do(Command(Role.OPERATOR, "seat_entrant", seat, name, amount=some_stake(random)))
        else:
            table.do(Command(Role.PLAYER, "join", seat, name, amount=some_buy_in(table, random)))
            table.do(Command(Role.DEALER, "pay_time", seat, minute=minute))


def some_stake(random: Random) -> int:
    return random.randint(1, random.choice((900, 3000, 9000, 60_000)))


def some_buy_in(table: WatchedHoldem, random: Random) -> int:
    """An amount that brings somebody in: in chips, and nearer to the minimum than to the maximum."""
    settings = settings_of(table.state)
    least, most, unit = settings.min_table_stake, settings.max_buy_in, settings.chip_unit
    return min(most - most % unit, random.randint(least, random.choice((least, least + 3000, most + 1))) // unit * unit)


def play_on(table: WatchedHoldem, random: Random, mischief: float) -> None:
    """To the end of the round, with so much mischief on the way."""
    for _ in range(400):
        if table.is_over:
            return
        if random.random() < mischief:
            anything(table, random)
        else:
            go_on(table, random)
    table.do(Command(Role.OPERATOR, "void_round", reason="impractical"))


def go_on(table: WatchedHoldem, random: Random) -> None:
    """One legal decision or one routine step, whichever is open."""
    choices = table.choices()
    step = None if GAME.due(table.state) else GAME.routine(table.state)
    if step is not None and (not choices or random.random() < 0.7):
        if step.do == "deal" and table.state.felt.stage is not Stage.PLAYING and random.random() < 0.2:
            step = step._replace(cards=random.randint(1, step.cards))
        try:
            table.take(step)
        except NotRoutine:
            put_right(table)
            table.do(Command(Role.OPERATOR, "void_round", reason="impractical"))
    elif choices:
        answer = table.do(some_decision(choices, random))
        assert not isinstance(answer, Refusal), f"offered and refused: {answer}"
    elif table.state.play.room.hand_for_hand:
        table.do(Command(Role.OPERATOR, "hand_for_hand", ruling="off"))
    else:
        # The table has closed before the first card, or its cards are to be checked.
        assert table.state.felt.stage is Stage.BETTING, "nobody can do anything, and the round is not over"
        put_right(table)


def some_decision(choices: tuple[Choice, ...], random: Random) -> Command:
    """One of the choices; hands are folded and stakes put in whole seldom enough that rounds go on."""
    ends = ("fold", "call_and_fold", "tap_out")
    chosen = random.choice([each for each in choices if each.do not in ends or random.random() < 0.25] or choices)
    if chosen.least is not None and random.random() < 0.6:
        return Command(chosen.by, chosen.do, chosen.seat, chosen.player, amount=chosen.least)
    return command_of(chosen, random)


def anything(table: WatchedHoldem, random: Random) -> None:
    """A command that makes some sense, or none; what handles the shoe itself is left to the dealer."""
    do = random.choice(WRONG if random.random() < 0.6 else AT_ANY_TIME)
    if do in RARE and random.random() < 0.7:
        return
    command = some_command(table, random, do)
    answer = table.do(command)
    if not isinstance(answer, Refusal) and do == "communal_card_exposed" and command.burn_taken:
        # The burn has left the shoe; what was shown goes back into it.
        table.shoe.cards.pop()
        table.cards_lie_in_one_place()


def some_command(table: WatchedHoldem, random: Random, do: str) -> Command:
    """A verb with particulars that might fit; those that it neither needs nor takes are mostly left out."""
    verb = GAME.verbs[do]
    spot = Spot(table, random, do, some_seat(table, random, do))
    names = [*verb.needs, *(name for name in verb.takes if random.random() < 0.6)]
    while random.random() < 0.2:
        names.append(one_of(random, ANY_PARTICULAR))
    given: dict[str, Any] = {name: MAKE[name](spot) for name in names if name in MAKE}
    return Command(one_of(random, verb.roles if random.random() < 0.95 else ROLES), do, **given)


class Spot(NamedTuple):
    """Where a command is made up: at a table, for a verb and a seat."""

    table: WatchedHoldem
    random: Random
    do: str
    seat: int

    def any(self, *values: Any) -> Any:
        return one_of(self.random, values)

    @property
    def seats(self) -> tuple[int, ...]:
        play = self.table.state.play
        return play.round.seats or tuple(play.room.chairs) or (1,)


def some_seat(table: WatchedHoldem, random: Random, do: str) -> int:
    state, now = table.state, table.state.play.round
    if do in ("join", "seat_entrant", "change_seat"):
        return random.randint(1, state.settings.boxes)
    if do in ("out_of_turn", "skipped_hand") and (hands := hands_in(now)):
        return now.seats[one_of(random, hands)]
    if now.turn >= 0 and random.random() < 0.4:
        return now.seats[now.turn]
    chairs = tuple(state.play.room.chairs)
    return one_of(random, (*(now.seats or chairs or (1,)), *chairs, 1 + int(11 * random.random())))


def some_amount(spot: Spot) -> int:
    now = spot.table.state.play.round
    whole = now.bets[now.turn] + now.stacks[now.turn] if now.turn >= 0 else 1000
    amount: int = spot.any(1, 300, 1000, now.call or 1000, now.call + now.increment, 2 * now.call + 300, whole)
    return amount or 1


def some_player(spot: Spot) -> str:
    return one_of(spot.random, (*(chair.player for chair in spot.table.state.play.room.chairs.values()), *PLAYERS))


# How each particular is made; a command has a few of them only.
MAKE: dict[str, Callable[[Spot], Any]] = {
    "seat": lambda spot: spot.seat,
    "player": some_player,
    "amount": some_amount,
    "amounts": lambda spot: {str(spot.any(500, 1000, 5000)): spot.any(1, 2, 3)},
    "cards": lambda spot: some_cards(spot),
    "seats": lambda spot: tuple(spot.random.sample(spot.seats, spot.random.randint(1, len(spot.seats)))),
    "joined_by": lambda spot: tuple(spot.random.sample(PLAYERS, 2)),
    "held": lambda spot: spot.any(0, 1, 2, 3, 4, 5),
    "ruling": lambda spot: one_of(spot.random, RULINGS.get(spot.do, ("HLD 17.7", "on", "it stands"))),
    "reason": lambda spot: one_of(spot.random, REASONS),
    "clause": lambda spot: one_of(spot.random, CLAUSES),
    "seconds": lambda spot: spot.any(10, 30, 40),
    "minute": lambda spot: spot.table.state.house.round % 1440,
    "looked_at": lambda spot: spot.any(True, False),
    "burn_taken": lambda spot: spot.any(True, False),
    "position": lambda spot: spot.any(1, 20, 60),
    "settings": lambda spot: spot.any({"burn": spot.any(True, False)}, {"opening_option": spot.any("A", "B", "C")}),
}
ANY_PARTICULAR = tuple(MAKE)


def some_cards(spot: Spot) -> tuple[Card, ...]:
    """The cards that something happens to: of a hand, from the top of the shoe, or any."""
    table, random, do, now = spot.table, spot.random, spot.do, spot.table.state.play.round
    held = now.hole[now.seats.index(spot.seat)] if now.hole and spot.seat in now.seats else ()
    if do in ("card_exposed", "shown_to_one") and held:
        return held[: random.randint(1, 2)]
    if do in ("top_card_exposed", "communal_card_exposed") and table.shoe.cards:
        return tuple(table.shoe.cards[: -random.randint(1, 4) - 1 : -1])
    return tuple(random.sample(GAME.deck(table.state).cards, 2))

"""People at a table who do anything: legal decisions, wrong requests, irregularities, rulings out of the blue."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any, TypeVar

from pitboss.cards.card import Card
from pitboss.games.bots.random_player import command_of
from pitboss.games.play import Choice, Command, Limit, Role, Stage, Wager
from pitboss.games.table import NotRoutine, Table
from pitboss.kits import game_named
from pitboss.rulebook.refusal import Refusal

T = TypeVar("T")
PLAYERS = ("Ann", "Bob", "Cy", "Dee")
REASONS = ("disturbance", "fraud", "impractical", "cards", "information", "talk", "a fault", "nothing")
RULINGS = ("exclude_player", "void_round", "void_hand", "rebuilt", "it stands")
# Wagers a player might put down, from sensible to silly: too little, too much, off the step.
AMOUNTS = (500, 1000, 1000, 1000, 2000, 2500, 5000, 30, 100, 60000)
AMOUNTS_OF_COMMANDS = (*AMOUNTS, 3000, 4000)
ROLES = tuple(Role)
# In the place of those on the felt, where there are none.
NO_WAGERS = tuple(Wager(1, name, "", 0, 0) for name in PLAYERS)
# The number of a hand, how many cards it holds, who has handled them, and whether it was rebuilt.
OF_HANDS = tuple(product((1, 1, 1, 2), range(7), ((), (1,)), (True, False)))
# What happens to the next card of a Pontoon shoe.
FROM_SHOE = ("face_up_card_in_shoe", "card_burnt_in_error", "card_drawn_in_error", "dealer_drew_too_many")
KINDS = {
    "ultimate": ("ante", "blind", "trips"),
    "canberra": ("ante", "jackpot"),
    "pontoon": ("main", "perfect_pairs"),
}


def new_round(table: Table[Any], random: Random) -> None:
    """A round with wagers of some players, after whatever the last one left to be put right."""
    put_right(table)
    table.new_round()
    seats = random.sample(
        range(1, table.state.settings.boxes + 1), random.randint(1, min(4, table.state.settings.boxes))
    )
    for number, seat in enumerate(sorted(seats)):
        table.place(seat, PLAYERS[number], **some_wagers(table, random))
        while random.random() < 0.3:
            anything(table, random)
    step = table.game.routine(table.state)
    if step is None or not step.cards:
        table.do(Command(Role.PLAYER, "place", seats[0], PLAYERS[0], wagers=plain_wagers(table)))


def plain_wagers(table: Table[Any]) -> dict[str, int]:
    return dict.fromkeys(plain_kinds(table.game.name), 1000)


@cache
def plain_kinds(game: str) -> tuple[str, ...]:
    return KINDS[game][: 2 if game == "ultimate" else 1]


def some_wagers(table: Table[Any], random: Random) -> dict[str, int]:
    """Usually what the rules want, sometimes not."""
    wagers = dict.fromkeys(plain_kinds(table.game.name), one_of(random, AMOUNTS))
    side = KINDS[table.game.name][-1]
    if random.random() < 0.4:
        wagers[side] = 200 if side == "jackpot" else one_of(random, AMOUNTS)
    if random.random() < 0.05:
        wagers.pop(one_of(random, tuple(wagers)))
    return wagers


def put_right(table: Table[Any]) -> None:
    """What must be done before another round: the table opened, cards checked, equipment approved."""
    house = table.state.house
    if table.game.name == "pontoon" and table.state.play.people.last_rounds is not None:
        table.do(Command(Role.OPERATOR, "close_table", reason="the last rounds have been played"))
    if not table.state.house.is_open:
        table.do(Command(Role.OPERATOR, "open_table"))
    for role in (Role.DEALER, Role.SUPERVISOR):
        table.do(Command(role, "check_cards", cards=table.game.deck(table.state).cards))
    for name in house.shut_out:
        table.do(Command(Role.OPERATOR, "readmit_player", player=name))
    for hold in table.state.house.holds:
        table.do(Command(Role.SUPERVISOR, hold.lifted_by))


def play_on(
    table: Table[Any], random: Random, mischief: float, look: Callable[[Table[Any], Random], None] | None = None
) -> None:
    """To the end of the round, with so much mischief on the way; before every step somebody may look at the table."""
    for _ in range(400):
        if table.state.felt.stage is Stage.OVER:
            return
        if look is not None:
            look(table, random)
        if random.random() < mischief:
            anything(table, random)
            continue
        go_on(table, random)
    table.do(Command(Role.OPERATOR, "void_round", reason="impractical"))


def go_on(table: Table[Any], random: Random) -> None:
    """One legal decision or one routine step, whichever is open."""
    choices = decisions(table)
    step = None if table.game.due(table.state) else table.game.routine(table.state)
    if step is not None and (not choices or random.random() < 0.5):
        if step.do == "deal" and step.cards > 1 and random.random() < 0.2:
            step = step._replace(cards=random.randint(1, step.cards))
        try:
            table.take(step)
        except NotRoutine:
            # Before the first card something must be put right; after it only a ruling helps.
            put_right(table)
            table.do(Command(Role.OPERATOR, "void_round", reason="impractical"))
    elif choices:
        answer = table.do(command_of(random.choice(choices), random))
        assert not isinstance(answer, Refusal), f"offered and refused: {answer}"
    elif table.state.felt.stage is Stage.BETTING:
        wager_plainly(table)
    else:
        anything(table, random)


def wager_plainly(table: Table[Any]) -> None:
    """Nothing on the felt brings cards: everything is taken back and put down properly."""
    put_right(table)
    for wager in table.state.felt.wagers[::-1]:
        back = {wager.kind: wager.stake}
        table.do(Command(Role.PLAYER, "take_back", wager.seat, wager.player, wagers=back))
    table.do(Command(Role.PLAYER, "place", 1, PLAYERS[0], wagers=plain_wagers(table)))


def decisions(table: Table[Any]) -> tuple[Choice, ...]:
    """What players may decide once the cards are out; wagers are placed elsewhere."""
    return () if table.state.felt.stage is Stage.BETTING else table.choices()


def anything(table: Table[Any], random: Random) -> None:
    """A command that makes some sense, or none; what handles the shoe itself is left to the dealer."""
    command = some_command(table, random)
    if command.do in FROM_SHOE:
        from_shoe(table, command)
    elif command.do not in table.game.routines:
        table.do(command)


def from_shoe(table: Table[Any], command: Command) -> None:
    """A card that leaves the shoe out of turn is the one that would have come next."""
    if table.shoe.cards:
        answer = table.do(command._replace(cards=(table.shoe.cards[-1],)))
        if not isinstance(answer, Refusal):
            table.shoe.cards.pop()


def some_command(table: Table[Any], random: Random) -> Command:
    """Any verb of the game with particulars that might fit."""
    felt, chance = table.state.felt, random.random
    # The cards come from a shoe that knows them, so that none of them was misread.
    do = one_of(random, verbs_of(table.game.name))
    roles = table.game.verbs[do].roles if chance() < 0.9 else ROLES
    wagers, amount = felt.wagers or NO_WAGERS, one_of(random, AMOUNTS_OF_COMMANDS)
    hand, held, handled_by, rebuilt = one_of(random, OF_HANDS)
    return Command._make(
        (
            one_of(random, roles),
            do,
            one_of(random, wagers).seat if chance() < 0.9 else 1 + int(9 * chance()),
            one_of(random, wagers).player if chance() < 0.5 else None,
            hand,
            amount,
            (Card(int(52 * chance())),) if do in ("deal", "check_cards") else some_cards(felt.dealt, random),
            some_wagers(table, random),
            {one_of(random, wagers).player: amount},
            (),
            (one_of(random, wagers).seat,) if do != "deal" else (),
            held,
            handled_by,
            rebuilt,
            *one_of(random, rest_of_commands(table.game.name)),
        )
    )


def some_cards(dealt: tuple[Card, ...], random: Random) -> tuple[Card, ...]:
    """One or two different ones of those that were dealt, if there are any."""
    if not dealt:
        return ()
    first = int(random.random() * len(dealt))
    if len(dealt) == 1 or random.random() < 0.5:
        return (dealt[first],)
    second = int(random.random() * (len(dealt) - 1))
    return dealt[first], dealt[second + (second >= first)]


@cache
def rest_of_commands(game: str) -> tuple[tuple[object, ...], ...]:
    """Everything that can stand in a command from the ruling on: all combinations, so that one of them is soon had."""
    limits = [{KINDS[game][0]: Limit(1000, most)} for most in (20000, 50000)]
    places, depths, shoes = (None, 1, 26, 60), (None, 48, 96), ("card", "automated", "hat")
    rows = product(RULINGS, REASONS, places, depths, limits, shoes)
    commands = (
        Command(
            Role.PLAYER,
            "",
            ruling=ruling,
            reason=reason,
            position=position,
            depth=depth,
            limits=limit,
            shoe=shoe,
        )
        for ruling, reason, position, depth, limit, shoe in rows
    )
    return tuple(command[Command._fields.index("ruling") :] for command in commands)


@cache
def verbs_of(game: str) -> tuple[str, ...]:
    return tuple(verb for verb in game_named(game).verbs if verb != "correct_card")


def one_of(random: Random, values: Sequence[T]) -> T:
    """One of them; three times as quick as `random.choice`, and a command has a dozen such choices."""
    return values[int(random.random() * len(values))]

"""People at a table who do anything: legal decisions, wrong requests, irregularities, rulings out of the blue."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, TypeVar

from pitboss.cards.card import Card
from pitboss.games.bots.random_player import command_of
from pitboss.games.play import Choice, Command, Limit, Role, Stage
from pitboss.games.table import NotRoutine, Table
from pitboss.kits import game_named
from pitboss.rulebook.refusal import Refusal

T = TypeVar("T")
PLAYERS = ("Ann", "Bob", "Cy", "Dee")
REASONS = ("disturbance", "fraud", "impractical", "cards", "information", "talk", "a fault", "nothing")
RULINGS = ("exclude_player", "void_round", "void_hand", "rebuilt", "it stands")
# Wagers a player might put down, from sensible to silly: too little, too much, off the step.
AMOUNTS = (500, 1000, 1000, 1000, 2000, 2500, 5000, 30, 100, 60000)
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
    return dict.fromkeys(KINDS[table.game.name][: 2 if table.game.name == "ultimate" else 1], 1000)


def some_wagers(table: Table[Any], random: Random) -> dict[str, int]:
    """Usually what the rules want, sometimes not."""
    amount = random.choice(AMOUNTS)
    wagers = dict.fromkeys(plain_wagers(table), amount)
    side = KINDS[table.game.name][-1]
    if random.random() < 0.4:
        wagers[side] = 200 if side == "jackpot" else random.choice(AMOUNTS)
    if random.random() < 0.05:
        wagers.pop(random.choice(list(wagers)))
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


def play_on(table: Table[Any], random: Random, mischief: float) -> None:
    """To the end of the round, with so much mischief on the way."""
    for _ in range(400):
        if table.state.felt.stage is Stage.OVER:
            return
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
    state = table.state
    # The cards come from a shoe that knows them, so that none of them was misread.
    do = one_of(random, verbs_of(table.game.name))
    roles = table.game.verbs[do].roles if random.random() < 0.9 else tuple(Role)
    cards = random.sample(state.felt.dealt, min(len(state.felt.dealt), random.randint(1, 2)))
    seats = [wager.seat for wager in state.felt.wagers] or [1]
    names = [wager.player for wager in state.felt.wagers] or list(PLAYERS)
    amount = one_of(random, (*AMOUNTS, 3000, 4000))
    if do in ("deal", "check_cards"):
        cards = [Card(random.randrange(52))]
    return Command(
        one_of(random, roles),
        do,
        seat=one_of(random, seats) if random.random() < 0.9 else random.randint(1, 9),
        player=one_of(random, (None, one_of(random, names))),
        hand=one_of(random, (1, 1, 1, 2)),
        amount=amount,
        wagers=some_wagers(table, random),
        amounts={one_of(random, names): amount},
        joined_by=(),
        cards=tuple(cards),
        seats=(one_of(random, seats),) if do != "deal" else (),
        held=random.randint(0, 6),
        handled_by=one_of(random, ((), (1,))),
        rebuilt=random.random() < 0.5,
        ruling=one_of(random, RULINGS),
        reason=one_of(random, REASONS),
        position=one_of(random, (None, 1, 26, 60)),
        depth=one_of(random, (None, 48, 96)),
        limits={KINDS[table.game.name][0]: Limit(1000, one_of(random, (20000, 50000)))},
        shoe=one_of(random, ("card", "automated", "hat")),
    )


@cache
def verbs_of(game: str) -> tuple[str, ...]:
    return tuple(verb for verb in game_named(game).verbs if verb != "correct_card")


def one_of(random: Random, values: Sequence[T]) -> T:
    """One of them; three times as quick as `random.choice`, and a command has a dozen such choices."""
    return values[int(random.random() * len(values))]

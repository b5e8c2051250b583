"""What people do at the tables of a whole house, by dice: what is offered to them, what is not, and real cards."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from pitboss.cards.card import Card, card, face
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.days import local_day
from pitboss.floor.kernel.floor import Done
from pitboss.floor.kernel.game_roles import game_role
from pitboss.floor.kernel.premises import EnableHouse, OpenHouse
from pitboss.floor.kernel.roles import CROUPIER, Actor, Role
from pitboss.floor.people import patron_record
from pitboss.floor.reading.table_view import view_of
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.record import TableRecord
from pitboss.floor.tables.setup import EnableTable
from pitboss.games.command import Role as GameRole
from pitboss.games.play import RUNNING, RoutineStep, Stage
from tests.properties.floor_machine import DEALER, EVERYBODY, MANAGERS, PATRONS, PLAYERS, SUPERVISORS, WatchedHouse

WAGERS = {
    "ultimate": {"ante": 1000, "blind": 1000, "trips": 500},
    "canberra": {"ante": 1000, "jackpot": 200},
    "pontoon": {"main": 1000, "perfect_pairs": 500},
}
ODD_AMOUNTS = (1, 30, 500, 1000, 2000, 2500, 60_000, 10**9)
BUY_IN = 40_000
REASONS = ("disturbance", "fraud", "impractical", "cards", "a fault", "dealer_direction", "delay", "raise")
RULINGS = ("void_round", "void_hand", "it stands", "on", "off", "call", "fold", "dead", "no_raise")
# For these reasons, which a table cannot know, what it offers may be refused.
OF_THE_HOUSE = ("not_enough", "house_disabled", "house_closed", "excluded", "tpoe", "play_time", "under_18")
# What a choice can tell a player: other particulars are for the rules to judge.
_TOLD = {"seat", "player", "hand", "amount", "amounts", "wagers"}


class RealCards:
    """The cards at the live tables, as they lie there."""

    def __init__(self) -> None:
        self._decks: dict[str, list[Card]] = {}

    def given(self, record: TableRecord, step: RoutineStep, dice: Random) -> dict[str, Any]:
        """What a dealer enters for a step of the routine."""
        if step.shuffles:
            self._decks[record.id] = dice.sample(step.shuffles, len(step.shuffles))
        coming = self._decks.get(record.id, [])[: step.cards]
        cut = None if step.cut is None else dice.randint(*step.cut)
        depth = None if step.depth is None else dice.randint(*step.depth)
        return {"cards": tuple(map(face, coming)), "position": cut, "depth": depth}

    def taken(self, table: str, cards: tuple[str, ...]) -> None:
        deck = self._decks.get(table, [])
        for each in cards:
            with suppress(ValueError):
                deck.remove(card(each))

    def top(self, table: str, most: int) -> tuple[str, ...]:
        return tuple(map(face, self._decks.get(table, [])[:most]))


# What is offered.


def offered(record: TableRecord, actor: Actor) -> list[dict[str, Any]]:
    """The choices of a view that say everything which is needed to take them."""
    found: list[dict[str, Any]] = view_of(record, actor).as_json()["choices"]
    return [choice for choice in found if _says_enough(record, choice)]


def _says_enough(record: TableRecord, choice: dict[str, Any]) -> bool:
    needs = set(record.rules.verbs[choice["do"]].needs)
    told = {"wagers"} if "kinds" in choice else set()
    told |= {"seat"} if "seat" in choice else set()
    told |= {"amount", "amounts"} if "amounts" in choice or "least" in choice else set()
    return "seat" in choice and needs <= told | {"hand", "player"}


def taken(record: TableRecord, actor: Actor, choice: dict[str, Any], dice: Random) -> Play:
    """A choice as the command it stands for. Where a dealer enters what a player says, the player is named."""
    player = actor.id if actor.role is Role.PLAYER else choice.get("player") or player_at(record, choice["seat"], dice)
    named = None if actor.role is Role.PLAYER or GameRole.PLAYER not in _roles(record, choice) else player
    given: dict[str, Any] = {"seat": choice["seat"], "hand": choice.get("hand", 1), "player": named}
    if "kinds" in choice:
        given["wagers"] = _wagers(record, choice, dice)
    elif (amount := _amount(choice, dice)) is not None:
        given |= {"amounts": {player: amount}} if choice["do"] == "double" else {"amount": amount}
    return Play(table=record.id, do=choice["do"], **given)


def _roles(record: TableRecord, choice: dict[str, Any]) -> tuple[GameRole, ...]:
    return record.rules.verbs[choice["do"]].roles


def _amount(choice: dict[str, Any], dice: Random) -> int | None:
    if "amounts" in choice:
        return int(dice.choice(choice["amounts"]))
    if "least" not in choice:
        return None
    least, step = int(choice["least"]), int(choice["step"])
    most = least if choice["most"] is None else int(choice["most"])
    between = step * dice.randint(-(-least // step), max(most // step, -(-least // step)))
    return dice.choice([least, most, *([between] if least <= between <= most else [])])


def _wagers(record: TableRecord, choice: dict[str, Any], dice: Random) -> dict[str, int]:
    usual = {kind: cents for kind, cents in WAGERS[record.game].items() if kind in choice["kinds"]}
    if dice.random() < 0.5 and len(usual) > 1 and not {"trips", "jackpot", "perfect_pairs"}.isdisjoint(usual):
        usual.popitem()
    return usual


def player_at(record: TableRecord, seat: int, dice: Random) -> str:
    """Who plays at a place; anybody where nobody does."""
    state = record.state
    names = [wager.player for wager in state.felt.wagers if wager.seat == seat]
    if record.game == "holdem":
        names = [chair.player for place, chair in state.play.room.chairs.items() if place == seat]
        names += [
            name for place, name in zip(state.play.round.seats, state.play.round.names, strict=True) if place == seat
        ]
    names += [name for place, name in state.house.seated.items() if place == seat]
    return names[0] if names else dice.choice(PATRONS)


def must_be_accepted(house: WatchedHouse, record: TableRecord, actor: Actor, command: Play, answer: Done | No) -> None:
    """What was offered is done at once, unless something beside the table is against it: then that must be so."""
    if isinstance(answer, Done):
        return
    player = command.player or actor.id
    premises = house.floor.record("house:house")
    against = {
        "house_disabled": premises.disabled is not None,
        "house_closed": not premises.is_open,
        "not_enough": not record.is_practice,
    }
    is_against = against.get(answer.word, answer.word in OF_THE_HOUSE and _is_barred(house, player))
    assert is_against, f"offered and refused: {command}: {answer}"
    if answer.word == "not_enough":
        cost = (command.amount or 0) + sum(command.wagers.values()) + sum(command.amounts.values())
        assert cost == 0 or house.balances.get(accounts.patron(player), 0) < max(cost, 60_000), answer


def cannot_go_on(record: TableRecord) -> bool:
    """Whether something at the table needs a person first: its cards, its opening, or in hold'em enough players."""
    house = record.state.house
    return bool(house.holds or house.cards_to_check_by) or not house.is_open or record.game == "holdem"


def _is_barred(house: WatchedHouse, player: str) -> bool:
    record = house.floor.record(patron_record.stream_of(player))
    today, limit = local_day(house.clock()), patron_record.play_limit(record, house.clock())
    return record.exclusion_on(today) is not None or record.is_prevented_on(today) or limit is not None


# How a round goes on.


def next_step(house: WatchedHouse, cards: RealCards, table: str, dice: Random) -> Iterator[tuple[Actor, Any]]:
    """What brings the table further, whatever state it is in; several steps where all of them are needed."""
    record, premises = house.table(table), house.floor.record("house:house")
    if premises.disabled is not None:
        yield dice.choice(MANAGERS), EnableHouse(reason="it goes on")
    elif not premises.is_open:
        yield dice.choice(MANAGERS), OpenHouse()
    elif record.disabled is not None:
        yield dice.choice(SUPERVISORS), EnableTable(table=table, reason="it goes on")
    elif not record.state.house.is_open:
        yield dice.choice(MANAGERS), Play(table=table, do="open_table")
    elif record.is_virtual:
        yield next_of(record, PLAYERS, dice)
    else:
        yield from _at_a_live_table(record, cards, dice)


def next_of(record: TableRecord, players: tuple[Actor, ...], dice: Random) -> tuple[Actor, Any]:
    """What one of these players does next at a virtual table, or the croupier for them."""
    state = record.state
    decisions = list(_decisions(record, players)) if state.felt.stage in RUNNING else []
    if decisions:
        actor, choice = dice.choice(decisions)
        return actor, taken(record, actor, choice, dice)
    if state.felt.stage not in RUNNING and _wants_people(record, dice):
        return _comes(record, dice.choice(players), dice)
    waited = sorted(view_of(record, DEALER).as_json()["waits_for"])
    some = [actor for actor in players if actor.id in waited]
    return dice.choice((*some, *SUPERVISORS, CROUPIER)), Deal(table=record.id)


_NO_DECISIONS = ("place", "increase", "take_back", "sit", "join", "leave", "change_seat", "top_up", "sit_out")


def _decisions(record: TableRecord, actors: tuple[Actor, ...]) -> Iterator[tuple[Actor, dict[str, Any]]]:
    for actor in actors:
        for choice in offered(record, actor):
            if choice["do"] not in _NO_DECISIONS and choice["seat"] in record.rules.due(record.state):
                yield actor, choice


def _wants_people(record: TableRecord, dice: Random) -> bool:
    if record.game == "holdem":
        chairs = record.state.play.room.chairs.values()
        return sum(chair.stake > 0 for chair in chairs) < 2 or dice.random() < 0.2
    betting = record.state.felt.stage is Stage.BETTING and record.state.felt.wagers
    return not betting or (len(record.state.felt.wagers) < 6 and dice.random() < 0.5)


def _comes(record: TableRecord, player: Actor, dice: Random, by: Actor | None = None) -> tuple[Actor, Play]:
    """Somebody puts chips down, or sits down with them; where a dealer enters it, the dealer says so."""
    seat = dice.randint(1, record.state.settings.boxes)
    given: dict[str, Any] = {"seat": seat, "player": None if by is None else player.id}
    if record.game == "holdem":
        empty = [place for place, chair in record.state.play.room.chairs.items() if not chair.stake]
        if empty and dice.random() < 0.5:
            owner = record.state.play.room.chairs[empty[0]].player
            given |= {"seat": empty[0], "player": None if by is None else owner}
            return by or Actor(f"patron:{owner}", Role.PLAYER), Play(
                table=record.id, do="top_up", amount=BUY_IN, **given
            )
        return by or player, Play(table=record.id, do="join", amount=BUY_IN, **given)
    wagers = dict(WAGERS[record.game])
    if dice.random() < 0.5 or (record.game == "canberra" and record.state.play.jackpot is None):
        wagers.popitem()
    return by or player, Play(table=record.id, do="place", wagers=wagers, **given)


def _at_a_live_table(record: TableRecord, cards: RealCards, dice: Random) -> Iterator[tuple[Actor, Any]]:
    state, table = record.state, record.id
    if state.house.cards_to_check_by:
        deck = tuple(map(face, record.rules.deck(state).cards))
        for actor in (DEALER, SUPERVISORS[0]):
            yield actor, Play(table=table, do="check_cards", cards=deck)
        return
    if (
        state.felt.stage not in RUNNING
        and _wants_people(record, dice)
        and (record.game == "holdem" or state.felt.stage is Stage.BETTING)
    ):
        yield _comes(record, dice.choice(PLAYERS), dice, by=DEALER)
        return
    if state.felt.stage in (Stage.IDLE, Stage.OVER):
        yield DEALER, Play(table=table, do="start_round")
        return
    decisions = list(_decisions(record, (DEALER,)))
    step = record.rules.routine(state)
    if decisions and (step is None or record.rules.due(state) or dice.random() < 0.5):
        actor, choice = dice.choice(decisions)
        yield actor, taken(record, actor, choice, dice)
    elif step is not None:
        given = cards.given(record, step, dice)
        yield DEALER, Play(table=table, do=step.do, **given)


# Anything at all.


def anything(house: WatchedHouse, cards: RealCards, table: str, dice: Random) -> tuple[Actor, Play]:
    """Any verb of the game with particulars that might fit, by somebody whom it may be for."""
    record = house.table(table)
    do = dice.choice(sorted(record.rules.verbs))
    verb = record.rules.verbs[do]
    right = [actor for actor in EVERYBODY if game_role(actor.role, verb, record.mode) is not None]
    actor = dice.choice(right if right and dice.random() < 0.9 else EVERYBODY)
    everything = _particulars(record, cards, dice)
    wanted = {*verb.needs, *verb.takes}
    given = {
        name: value
        for name, value in everything.items()
        if name in verb.needs or dice.random() < (0.6 if name in wanted else 0.03)
    }
    if actor.role is Role.PLAYER and dice.random() < 0.9:
        given["player"] = None
    return actor, Play(table=table, do=do, **given)


def _particulars(record: TableRecord, cards: RealCards, dice: Random) -> dict[str, Any]:
    state = record.state
    there = sorted({*state.house.seated, *(wager.seat for wager in state.felt.wagers)})
    if record.game == "holdem":
        there = sorted({*state.play.room.chairs, *state.play.round.seats})
    seat = dice.choice(there) if there and dice.random() < 0.85 else dice.randint(0, 11)
    dealt = tuple(map(face, state.felt.dealt))
    some_cards = dice.sample(dealt, min(len(dealt), 2)) if dice.random() < 0.5 else cards.top(record.id, 2)
    amount = dice.choice(ODD_AMOUNTS)
    return {
        "seat": seat,
        "player": dice.choice((player_at(record, seat, dice), dice.choice(PATRONS), "nobody")),
        "hand": dice.choice((1, 1, 2)),
        "amount": amount,
        "cards": tuple(some_cards),
        "wagers": {kind: dice.choice((cents, amount)) for kind, cents in WAGERS.get(record.game, {}).items()},
        "amounts": {player_at(record, seat, dice): amount},
        "joined_by": (dice.choice(PATRONS),),
        "seats": (seat,),
        "held": dice.randint(0, 6),
        "handled_by": dice.choice(((), (1,))),
        "rebuilt": dice.random() < 0.5,
        "ruling": dice.choice(RULINGS),
        "reason": dice.choice(REASONS),
        "clause": dice.choice((None, "HLD 19.2(a)", "HLD 1.1")),
        "position": dice.choice((None, 1, 26, 60)),
        "depth": dice.choice((None, 48, 96)),
        "limits": dice.choice((None, {next(iter(WAGERS.get(record.game, {"ante": 0}))): {"min": 1000, "max": 50_000}})),
        "shoe": dice.choice(("card", "automated", "hat")),
        "settings": dice.choice((None, {"burn": True}, {"nonsense": 1})),
        "looked_at": dice.random() < 0.5,
        "burn_taken": dice.random() < 0.5,
    }

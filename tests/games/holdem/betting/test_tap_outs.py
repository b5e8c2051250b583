"""Every betting of three players with few chips, against a model of the rule's words and against PokerKit."""

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import product
from typing import Any, NamedTuple

import pytest

from pitboss.cards.card import Card
from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.settings import COMPLETABLE, CUMULATIVE, LOCKED, SINGLE
from pitboss.games.holdem.state import FLOP, NOBODY, PREFLOP, Chair, Room, with_room
from pitboss.games.play import Command, Role, State
from pitboss.games.table import StackedShoe
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.betting.model import CHECK, FOLD, WAGER, Act, BettingModel
from tests.games.holdem.betting.pokerkit_answers import kept_answers
from tests.games.holdem.betting.pokerkit_deals import Deal, opened
from tests.games.holdem.betting.pokerkit_peer import PASS, Decided, Scripted
from tests.known import known

PLAYERS = 3
SMALL, BIG = 1, 3
CARDS = tuple(map(Card, range(52)))
READINGS = [(SINGLE, LOCKED), (SINGLE, COMPLETABLE), (CUMULATIVE, LOCKED), (CUMULATIVE, COMPLETABLE)]


def first_decision(settings: HoldemSettings, stacks: tuple[int, ...]) -> State[Any]:
    """Cards are out and the blinds are posted; seat 3 has the button, so that it is also the one to open."""
    table = copy(opened(settings))
    table.shoe = StackedShoe(CARDS)
    chairs = {seat: Chair(f"P{seat}", stack) for seat, stack in enumerate(stacks, start=1)}
    table.state = with_room(table.state, Room(chairs=Frozen(chairs), button=PLAYERS))
    step = known(table.new_round().shuffle_if_due())
    table.take(step)
    return table.state


def preflop(settings: HoldemSettings, stacks: tuple[int, ...]) -> BettingModel:
    posted = (min(SMALL, stacks[0]), min(BIG, stacks[1]), 0)
    left = tuple(stack - blind for stack, blind in zip(stacks, posted, strict=True))
    return BettingModel(left, posted, frozenset(), BIG, BIG, 2, *readings(settings))


def on_the_flop(settings: HoldemSettings, before: BettingModel) -> BettingModel:
    left = tuple(before.left(player) for player in range(PLAYERS))
    return BettingModel(left, (0,) * PLAYERS, before.folded, BIG, 0, 0, *readings(settings))


def readings(settings: HoldemSettings) -> tuple[bool, bool]:
    return settings.short_all_in_reopen == CUMULATIVE, settings.short_open_tap_out == COMPLETABLE


def essence(state: State[Any], model: BettingModel) -> tuple[object, ...]:
    """All that what comes next can depend on, in the engine and in the model: the same essence is looked at once."""
    now, sizes = state.play.round, model.sizes
    ours = (now.street, now.stacks, now.bets, now.folded, now.tapped, now.acted, now.call, now.increment, now.turn)
    answered = tuple(model.has_answered(player) for player in range(PLAYERS))
    return *ours, now.short_open, sizes.call, sizes.full_raise, sizes.is_short_open, answered, model.turn


def accepted(state: State[Any], do: str, seat: int, amount: int | None = None) -> bool:
    return not isinstance(GAME.decide(state, Command(Role.PLAYER, do, seat, None, 1, amount)), Refusal)


def decisions(state: State[Any], model: BettingModel) -> Iterator[tuple[str, int | None, Act]]:
    """What the model allows the player whose turn it is, as commands and as it writes them down."""
    player = known(model.turn)
    owes, total = model.owes(player), model.total(player)
    street, call = state.play.round.street, model.sizes.call
    yield FOLD, None, Act(player, FOLD)
    if owes:
        yield "call", None, Act(player, WAGER, total + owes)
    else:
        yield "stand" if street == PREFLOP else "check", None, Act(player, CHECK)
    for to in model.raises(player):
        yield "raise" if call else "bet", to, Act(player, WAGER, to)


def agree(state: State[Any], model: BettingModel) -> None:
    """The engine asks the same player, and accepts exactly what the model allows."""
    now, player = state.play.round, model.turn
    assert (None if now.turn == NOBODY else now.turn) == player, now
    if player is None:
        return
    owes, raises, whole = model.owes(player), model.raises(player), model.total(player) + model.left(player)
    choices = {choice.do: choice for choice in GAME.choices(state)}
    seat, is_bet = player + 1, not model.sizes.call
    assert accepted(state, "call", seat) == ("call" in choices) == bool(owes)
    assert not owes or choices["call"].amounts == (owes,)
    wager = choices.get("bet" if is_bet else "raise")
    assert (wager is not None) == bool(raises), (now, model)
    if wager is not None:
        assert (wager.least, wager.most) == (raises[0], raises[-1]), (now, model)
    for to in range(1, whole + 2):
        assert accepted(state, "bet" if is_bet else "raise", seat, to) == (to in raises), (to, now, model)
        assert not accepted(state, "raise" if is_bet else "bet", seat, to)
    assert accepted(state, "check", seat) == (not owes and now.street != PREFLOP)
    assert accepted(state, "stand", seat) == (not owes and now.street == PREFLOP)
    # A tap-out is a call for less or a raise, and is open wherever that is.
    assert accepted(state, "tap_out", seat) == (whole in raises or (whole == model.total(player) + owes and owes > 0))
    assert all(
        not accepted(state, do, other) for do in (FOLD, "call", "tap_out") for other in (1, 2, 3) if other != seat
    )


class Moment(NamedTuple):
    """A state with how it came about: the stacks and the decisions."""

    stacks: tuple[int, ...]
    state: State[Any]
    model: BettingModel
    decided: tuple[Decided, ...] = ()


def explore(settings: HoldemSettings, most_chips: int) -> tuple[int, list[Moment]]:
    """Every state of the first two betting rounds that any stacks and any decisions lead to.

    How many there are, and one way to each from which nothing new was reached: together they go through all of them.
    """
    seen: set[tuple[object, ...]] = set()
    ends: list[Moment] = []
    for stacks in product(range(1, most_chips + 1), repeat=PLAYERS):
        waiting = [Moment(stacks, first_decision(settings, stacks), preflop(settings, stacks))]
        while waiting:
            moment = waiting.pop()
            key = essence(moment.state, moment.model)
            if key in seen:
                ends.append(moment)
                continue
            seen.add(key)
            agree(moment.state, moment.model)
            after = list(what_follows(settings, moment))
            waiting.extend(after)
            if not after:
                ends.append(moment)
    return len(seen), ends


def what_follows(settings: HoldemSettings, moment: Moment) -> Iterator[Moment]:
    stacks, state, model, decided = moment
    if model.turn is None:
        yield from dealt_on(settings, moment)
        return
    for do, amount, act in decisions(state, model):
        done = GAME.act(state, Command(Role.PLAYER, do, act.player + 1, amount=amount))
        assert not isinstance(done, Refusal), done
        also: Decided = amount if amount is not None else FOLD if do == FOLD else PASS
        yield Moment(stacks, done[0], model.after(act), (*decided, also))


def dealt_on(settings: HoldemSettings, moment: Moment) -> Iterator[Moment]:
    """The flop, where there is one to bet on."""
    state = moment.state
    step = GAME.routine(state)
    if step is None or step.do != "deal" or state.play.round.street >= FLOP:
        return
    first = len(state.felt.dealt)
    done = GAME.act(state, Command(Role.DEALER, "deal", cards=CARDS[first : first + step.cards]))
    assert not isinstance(done, Refusal), done
    yield moment._replace(state=done[0], model=on_the_flop(settings, moment.model))


def settings_with(reopen: str, short_open: str) -> HoldemSettings:
    return HoldemSettings(
        mode="tournament",
        boxes=PLAYERS,
        chip_unit=1,
        burn=False,
        blinds=(SMALL, BIG),
        min_bet=BIG,
        short_all_in_reopen=reopen,
        short_open_tap_out=short_open,
    )


@pytest.mark.clause("HLD 5.1[s2]", "HLD 10.3", "HLD 10.4(b)", "HLD 12.3", "HLD 12.4(b)", "HLD 14.1[s1]", "HLD 14.5")
@pytest.mark.parametrize(("reopen", "short_open"), READINGS)
def test_every_betting_of_three_short_stakes_goes_by_the_words_of_the_rule(reopen: str, short_open: str) -> None:
    states, _ = explore(settings_with(reopen, short_open), most_chips=8)
    assert states > 25_000


@pytest.mark.clause("HLD 14.2[s1]", "HLD 14.5")
def test_every_betting_of_three_short_stakes_goes_as_in_pokerkit() -> None:
    """Or otherwise by a ruling; where only one of the two programs allows a raise, the way ends there."""
    settings = settings_with(CUMULATIVE, COMPLETABLE)
    _, ends = explore(settings, most_chips=7)
    met: Counter[str] = Counter()
    with kept_answers("tap_outs") as answers:
        for end in ends:
            both = Scripted(Deal(settings, end.stacks, CARDS), list(end.decided), answers)
            both.play()
            met.update(both.explained)
            met["to the end"] += both.table.is_over
    assert met["to the end"] > 5_000
    assert {"R-29", "R-10 first", "R-11 completion"} <= set(met)

"""What must hold in every round of hold'em, whatever people do: looked for at tables of every kind.

Each example is a table that plays several rounds from one seed, so a failure is repeated by its numbers.
"""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.settings import Commission
from pitboss.games.play import Choice, Command, Role, Stage
from pitboss.rulebook.refusal import Refusal
from tests.properties.chaos import one_of
from tests.properties.holdem_chaos import anything, go_on, new_round, play_on, some_command
from tests.properties.holdem_tables import holdem_tables
from tests.properties.holdem_watched import WatchedHoldem

SEEDS = st.integers(0, 2**32 - 1)
ROUNDS = 8
VERBS = tuple(GAME.verbs)


def many(examples: int) -> settings:
    """So many tables of ROUNDS rounds each."""
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def table_of(chosen: HoldemSettings, seed: int) -> WatchedHoldem:
    table = WatchedHoldem(chosen, seed)
    table.open()
    return table


@pytest.mark.clause("HLD 14.2[s1]", "HLD 15.2(b)", "HLD D-Commission", "HLD 14.5", "HLD 2.1[s1]", "HLD 14.4")
@pytest.mark.clause("HLD D-Void", "HLD 19.3", "HLD 19.1", "HLD D-Hole Card", "HLD 16.4[s1]", "HLD 16.7")
@many(500)
@given(chosen=holdem_tables(), seed=SEEDS)
def test_whatever_people_do(chosen: HoldemSettings, seed: int) -> None:
    """After every command stakes, pot and commission are what has moved there; the table itself watches.

    Every pot has a hand that can win it, nobody raises twice on one full bet, and the commands of a round given once
    more lead to the same state. At three tables of ten every view of everybody holds cards that lie face up and one's
    own, never another's; at every other one a void gives every stake back.
    """
    table, random = table_of(chosen, seed), Random(seed)
    for number in range(ROUNDS):
        table.looks = seed % 10 < 3 and number % 2 == 0
        new_round(table, random)
        if seed % 2:
            a_void_gives_every_stake_back(table.fork(), random)
        play_on(table, random, mischief=random.choice((0, 0, 0.2)))
        assert table.is_over
        table.plays_again_to_the_same()


def a_void_gives_every_stake_back(table: WatchedHoldem, random: Random) -> None:
    before, button = table.stakes_and_pot(), table.state.play.room.button
    for _ in range(random.randint(0, 25)):
        if not table.is_over and random.random() < 0.9:
            go_on(table, random)
    if table.is_over:
        return
    reason = random.choice(("disturbance", "fraud", "impractical"))
    answer = table.do(Command(Role.OPERATOR, "void_round", reason=reason))
    assert not isinstance(answer, Refusal), answer
    assert table.stakes_and_pot() == before
    assert all(outcome.net == 0 for outcome in table.outcomes)
    # the next round has the same button, if nothing else has happened.
    if not isinstance(table.do(Command(Role.DEALER, "start_round", minute=0)), Refusal):
        assert table.state.play.room.button == button


@pytest.mark.clause("HLD 19.5(a)", "HLD 10.2", "HLD 10.3", "HLD 12.2", "HLD 12.3", "HLD 2.1[s1]")
@many(300)
@given(chosen=holdem_tables(), seed=SEEDS)
def test_what_is_offered_is_accepted_and_nothing_else_is(chosen: HoldemSettings, seed: int) -> None:
    table, random = table_of(chosen, seed), Random(seed)
    for _ in range(ROUNDS):
        new_round(table, random, coming_and_going=False)
        while not table.is_over:
            legal = GAME.legal(table.state)
            for choice in table.choices():
                for command in written_out(choice, random):
                    assert not isinstance(GAME.decide(table.state, command), Refusal), command
            decisions_are_those_offered(table, random)
            no_card_comes_twice(table, random)
            for _ in range(3):
                command = some_command(table, random, one_of(random, VERBS))
                if not isinstance(GAME.decide(table.state, command), Refusal):
                    assert any(covers(choice, command) for choice in legal), command
            if random.random() < 0.1:
                anything(table, random)
            else:
                go_on(table, random)


PLAYER = Role.PLAYER
DECISIONS = ("fold", "check", "stand", "call", "call_and_fold", "bet", "raise", "tap_out", "over_blind")


def decisions_are_those_offered(table: WatchedHoldem, random: Random) -> None:
    """Every decision of every seat, with amounts in and around what could be allowed: accepted if it was offered."""
    state, now = table.state, table.state.play.round
    by_seat: dict[int | None, dict[str, list[Choice]]] = {one_of(random, now.seats or (1,)): {}}
    for choice in table.choices():
        if choice.do in DECISIONS:
            by_seat.setdefault(choice.seat, {}).setdefault(choice.do, []).append(choice)
    for seat, by_verb in by_seat.items():
        for do in DECISIONS:
            offered = by_verb.get(do, [])
            for amount in amounts_around(table, offered, random) if do in ("bet", "raise") else (None,):
                accepted = not isinstance(GAME.decide(state, Command(PLAYER, do, seat, None, 1, amount)), Refusal)
                allowed = any(amount is None or choice.allows(amount) for choice in offered)
                assert accepted is allowed, (do, seat, amount, offered)


def no_card_comes_twice(table: WatchedHoldem, random: Random) -> None:
    """The cards that are due are accepted, and not with one among them that lies on the table."""
    state, step = table.state, GAME.routine(table.state)
    if step is None or step.do != "deal":
        return
    coming = tuple(table.shoe.cards[: -step.cards - 1 : -1])
    assert not isinstance(GAME.decide(state, Command(Role.DEALER, "deal", cards=coming)), Refusal)
    again = (random.choice(state.felt.dealt), *coming[1:]) if state.felt.dealt else (*coming[:-1], coming[0])
    assert isinstance(GAME.decide(state, Command(Role.DEALER, "deal", cards=again)), Refusal), again


def amounts_around(table: WatchedHoldem, offered: list[Choice], random: Random) -> set[int]:
    now = table.state.play.round
    edges = [edge for choice in offered for edge in (choice.least, choice.most) if edge is not None]
    near = [edge + more for edge in edges for more in (-1, 0, 1, offered[0].step)]
    return {
        amount
        for amount in (*near, now.call, now.call + now.increment, 1 + int(50_000 * random.random()))
        if amount > 0
    }


def written_out(choice: Choice, random: Random) -> list[Command]:
    """The commands a choice stands for: each of its amounts, or the least, the most and one between."""
    amounts: tuple[int | None, ...] = choice.amounts or (None,)
    if choice.least is not None and choice.most is not None:
        first = -(-choice.least // choice.step)
        steps = choice.most // choice.step - first
        between = (first + random.randint(0, steps)) * choice.step if steps >= 0 else choice.least
        amounts = (choice.least, between, choice.most)
    return [Command(choice.by, choice.do, choice.seat, choice.player, amount=amount) for amount in amounts]


def covers(choice: Choice, command: Command) -> bool:
    """Whether a command is among what was offered."""
    if (choice.by, choice.do) != (command.by, command.do):
        return False
    if choice.seat is None:
        return True
    if choice.seat != command.seat or (choice.player and command.player not in (None, choice.player)):
        return False
    if choice.least is None:
        return not choice.amounts or command.amount is None or command.amount in choice.amounts
    return choice.allows(command.amount or 0)


@pytest.mark.clause("HLD 8.2[s1]", "HLD 4.6", "HLD 9.4")
def test_a_table_of_two_goes_on_when_one_of_them_has_left_during_a_round() -> None:
    """The seat is free for the next round: somebody else takes it, and whoever left has the stake back."""
    table, random = table_of(HoldemSettings(boxes=2, commission=Commission("pot", "i", 500)), 1), Random(1)
    new_round(table, random, coming_and_going=False)
    while not any(choice.do == "fold" for choice in table.choices()):
        go_on(table, random)
    seat = next(choice.seat for choice in table.choices() if choice.do == "fold") or 0
    gone = table.state.play.room.chairs[seat].player
    for do in ("fold", "leave"):
        assert not isinstance(table.do(Command(Role.PLAYER, do, seat)), Refusal)
    play_on(table, random, mischief=0)
    assert table.state.play.room.chairs[seat].leaves
    new_round(table, random, coming_and_going=False)
    assert gone not in {chair.player for chair in table.state.play.room.chairs.values()}


def test_the_random_people_do_reach_everything() -> None:
    """The properties above are worth what the rounds behind them are: settled, void and misdealt, with side pots."""
    results, pots, done = set(), set(), set()
    for seed in range(60):
        chosen = HoldemSettings(mode="tournament", procedures="STAR" if seed % 2 else "HLD")
        table, random = table_of(chosen, seed), Random(seed)
        for _ in range(10):
            new_round(table, random)
            play_on(table, random, mischief=0.5)
            results.add(table.state.felt.result)
            done |= {command.do for command in table.commands}
            settled = table.state.play.round.settlement
            pots.add(0 if settled is None else len(settled.pots))
            assert table.state.felt.stage is Stage.OVER
    assert results == {"settled", "void", "misdeal"}
    assert {1, 2, 3} <= pots
    usual = {"fold", "check", "stand", "call", "bet", "raise", "tap_out", "fold_absent", "table_hands"}
    wrong = {"out_of_turn", "push", "hand_in_discards", "supervisor_fold", "card_exposed", "communal_card_exposed"}
    assert usual | wrong <= done

"""What would follow, told before it happens: the same as what then happens, and nothing of a hidden card."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cards.card import Card
from pitboss.floor.cage.counter import BuyIn
from pitboss.floor.kernel.approvals import APPROVALS
from pitboss.floor.kernel.contract import Command, No, Yes
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.preview import Preview, preview, preview_facts
from pitboss.floor.kernel.roles import CROUPIER, VISITOR, Actor
from pitboss.floor.models import Shoe
from pitboss.floor.tables.play import Deal, Play
from pitboss.games.play import Result, Stage
from pitboss.journal import codec, store
from pitboss.ledger import books
from tests.floor.answers import agreed
from tests.floor.reading.privacy_scene import PaperHouse, evening, hidden_places, tries
from tests.floor.tables.table_floor_scene import (
    AUDITOR,
    CASHIER,
    DEALER,
    JACKPOT,
    MANAGER,
    P1,
    P2,
    P3,
    SUPERVISOR,
    bet_and_deal,
    done,
    house_with_patrons,
    open_table,
    record_of,
    say,
    sit_down_to_holdem,
)
from tests.refusals import refused

GAMES: dict[str, dict[str, Any]] = {"ultimate": {}, "canberra": {"jackpot": JACKPOT}, "pontoon": {}, "holdem": {}}


def seen(house: Floor, actor: Actor, command: Command) -> Preview:
    """A preview, after which everything is as it was."""
    before = store.last_seq(), books.balances(), Shoe.objects.count()
    found = preview(house, actor, command)
    assert (store.last_seq(), books.balances(), Shoe.objects.count()) == before
    assert isinstance(found, Preview), found
    return found


def comes_true(house: Floor, actor: Actor, command: Command) -> Preview:
    """A preview, and then the command itself: as far as it was told, it happens so."""
    found, before = seen(house, actor, command), books.balances()
    facts = agreed(house, actor, command, MANAGER).facts
    kinds = [(stream, codec.kind_name(event)) for stream, event in facts if stream != APPROVALS]
    assert kinds[: len(found.steps)] == [(step.stream, step.kind) for step in found.steps]
    assert found.goes_on == (len(kinds) > len(found.steps))
    if not found.goes_on:
        after, changed = books.balances(), dict[str, int]()
        for source, target, cents in found.moves:
            changed[source] = changed.get(source, 0) - cents
            changed[target] = changed.get(target, 0) + cents
        assert {name: cents for name, cents in changed.items() if cents} == {
            name: after[name] - before.get(name, 0) for name in after if after[name] != before.get(name, 0)
        }
    return found


def in_play(house: Floor, game: str, mode: str = "house") -> str:
    table = open_table(house, game, mode=mode, **GAMES[game])
    if game == "holdem":
        sit_down_to_holdem(house, table)
        done(house.execute(CROUPIER, Deal(table=table)))
    else:
        bet_and_deal(house, table, P1, P2)
    return table


@pytest.mark.parametrize("game", ["ultimate", "canberra", "pontoon"])
def test_a_void_round_is_told_with_the_money_that_goes_back(house: Floor, game: str) -> None:
    table = in_play(house, game)
    stakes = {row.player: 0 for row in record_of(house, table).state.felt.wagers}
    for row in record_of(house, table).state.felt.wagers:
        stakes[row.player] += row.stake
    found = comes_true(house, SUPERVISOR, Play(table=table, do="void_round", reason="fraud"))
    assert found.nets == stakes
    assert {row.result for row in found.outcomes} == {Result.VOID}
    assert {row.player for row in found.outcomes} == {"p1", "p2"}
    assert "Fraud has touched the round" in found.steps[0].words
    assert found.steps[0].clause == record_of(house, table).rules.clauses.impractical


def test_settled_wagers_that_become_void_go_the_other_way(house: Floor) -> None:
    table = in_play(house, "ultimate")
    done(say(house, P1, table, "fold", seat=1))
    found = comes_true(house, SUPERVISOR, Play(table=table, do="void_wagers", player="p1", reason="marked cards"))
    assert found.nets == {"p1": 2500}
    assert ("float:ultimate-1", "patron:p1") in [(source, target) for source, target, _ in found.moves]


def test_what_the_croupier_would_turn_up_next_is_not_told(house: Floor) -> None:
    table = in_play(house, "ultimate")
    done(say(house, P1, table, "fold", seat=1))
    found = comes_true(house, P2, Play(table=table, do="play", seat=2, amount=4000))
    assert found.goes_on
    assert [step.words for step in found.steps] == ["p2 plays $40 at box 2."]
    assert (found.nets, found.outcomes) == ({"p2": -4000}, ())
    assert record_of(house, table).state.felt.stage is Stage.OVER


def test_a_pot_that_nobody_contests_is_told(house: Floor) -> None:
    table = in_play(house, "holdem")
    done(say(house, P3, table, "fold", seat=3))
    found = comes_true(house, SUPERVISOR, Play(table=table, do="supervisor_fold", seat=1, reason="abuse"))
    assert not found.goes_on
    assert found.nets["p2"] > 0
    assert [step.kind for step in found.steps][-2:] == ["holdem.Settled", "games.RoundOver"]


def test_a_misdeal_in_hold_em(house: Floor) -> None:
    table = in_play(house, "holdem", "practice")
    irregular = Play(table=table, do="deal_irregularity", reason="player_has_excess_card")
    assert comes_true(house, DEALER, irregular).nets == {"p1": 500, "p2": 1000}


def test_other_commands_of_the_house(house: Floor) -> None:
    table = open_table(house, "ultimate")
    found = comes_true(house, CASHIER, BuyIn(patron="p1", amount=5000))
    assert found.nets == {"p1": 5000}
    found = comes_true(house, SUPERVISOR, Play(table=table, do="place_marker", seat=2, amount=90_000))
    assert [step.words for step in found.steps] == ["A marker at box 2: up to $900."]


def test_what_would_be_turned_down_is_turned_down(house: Floor) -> None:
    house_with_patrons(house, cents=2000)
    table = open_table(house, "ultimate")
    asked = Play(table=table, do="void_round", reason="fraud")
    for actor, command in (
        (SUPERVISOR, asked),
        (P1, asked),
        (AUDITOR, asked),
        (VISITOR, asked),
        (P1, Play(table=table, do="place", seat=1, wagers={"ante": 5000, "blind": 5000})),
        (P1, Play(table="nowhere", do="sit", seat=1)),
    ):
        said, found = house.execute(actor, command), preview(house, actor, command)
        found = refused(found)
        assert found == said


def test_a_preview_that_was_not_for_its_giver_is_not_noted(house: Floor) -> None:
    house_with_patrons(house)
    before = store.last_seq()
    assert isinstance(preview(house, AUDITOR, BuyIn(patron="p1", amount=5000)), No)
    assert store.last_seq() == before


# Hidden cards.

ASKING = (P1, P2, DEALER, SUPERVISOR, MANAGER)


def house_of(game: str, seed: int, order: tuple[Card, ...] | None = None) -> PaperHouse:
    return PaperHouse(game, order, seed, **GAMES[game])


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32 - 1), at=st.floats(0, 1), asking=st.sampled_from(ASKING))
def test_no_preview_depends_on_a_hidden_card(game: str, seed: int, at: float, asking: Actor) -> None:
    """Every verb is looked at in two houses that differ in hidden cards: the same is told in both."""
    house = house_of(game, seed)
    commands, records = [], []
    for actor, command in evening(house, Random(seed)):
        house.give(actor, command)
        commands.append((actor, command))
        records.append(house.table)
    upto = round(at * (len(commands) - 1)) + 1
    hidden = hidden_places(records[:upto], house.cards(), asking) if records[upto - 1].shoe else []
    order = house.with_hidden_elsewhere(hidden, Random(seed)) if hidden else None
    first, second = house_of(game, seed), house_of(game, seed, order)
    for actor, command in commands[:upto]:
        first.give(actor, command)
        second.give(actor, command)
    for command in tries(first.table, asking):
        assert looked_at(first, asking, command) == looked_at(second, asking, command), command


def looked_at(house: PaperHouse, asking: Actor, command: Command) -> Preview | No:
    decision = house.decided(asking, command)
    return preview_facts(house, decision.facts) if isinstance(decision, Yes) else decision

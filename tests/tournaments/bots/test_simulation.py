"""Whole events with bots: what they do is legal, from their own cards only, and every event comes to its end."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from pitboss.cards.deck import holdem_deck
from pitboss.games.bots.holdem import BOLD, CAUTIOUS, STEADY, Temperament
from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME
from pitboss.games.holdem.settings import settings_of
from pitboss.games.holdem.state import NOBODY, Holdem, with_round
from pitboss.games.play import Command as HandCommand
from pitboss.games.play import Role
from pitboss.games.table import Shoe
from pitboss.games.table import Table as HandTable
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.bots import players as bots
from pitboss.tournaments.bots.simulation import TooManySteps, continue_event, run_event
from pitboss.tournaments.event.conditions import OMAHA, Break, Level
from pitboss.tournaments.event.contract import Command, Events
from pitboss.tournaments.event.library import event
from pitboss.tournaments.event.state import (
    Entrant,
    Hand,
    Moment,
    Stage,
    Status,
    Table,
    Tournament,
    chips_counted,
    chips_in_play,
)
from pitboss.tournaments.hands.hands import StartHand
from pitboss.tournaments.hands.table_play import table_state
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.standings import places
from tests.tournaments.scene import NOON, conditions

STAR_EVENTS = ("monday_triple_shot", "midweek_jam", "friday_freezeout", "saturday_special")


def table_of(stack: int, level: Level, game: str = "holdem") -> Holdem:
    """A hold'em table of six entrants with equal stacks, before a hand."""
    names = {seat: f"P{seat}" for seat in range(1, 7)}
    stacks = Frozen(dict.fromkeys(names.values(), stack))
    table = Table(1, 9, Frozen(names), hand=Hand(1, 1, level, NOON, stacks))
    entrants = Frozen({name: Entrant(name, Status.SEATED, stack=stack) for name in stacks})
    return table_state(Tournament(conditions(game=game), tables=Frozen({1: table}), entrants=entrants), 1)


MOODS = {f"P{seat}": bots.FIELD[seat % len(bots.FIELD)] for seat in range(1, 7)}


def decisions(before: Holdem, seed: int) -> list[Holdem]:
    """The table at every decision of a hand that bots play."""
    table = HandTable(GAME, None, Shoe.seeded(seed))
    table.state = before
    table.new_round().deal()
    bits, found = Random(seed).getrandbits, []
    while not table.is_over:
        now = table.state.play.round
        found.append(table.state)
        command = bots.decide(settings_of(table.state), now, MOODS[now.names[now.turn]], bits)
        assert not isinstance(table.do(command), Refusal)
        table.run()
    return found


def decision_of(state: Holdem, mood: Temperament, seed: int) -> HandCommand:
    return bots.decide(settings_of(state), state.play.round, mood, Random(seed).getrandbits)


@pytest.mark.clause("STAR 7.45[s3]", "STAR 7.41", "CAN 17.17")
@pytest.mark.parametrize("game", ["holdem", OMAHA])
def test_a_bot_decides_from_its_own_cards_and_what_everybody_sees(game: str) -> None:
    """Other hole cards and another order of the shoe make no difference to any decision."""
    random = Random(1)
    seen = 0
    for seed in range(40):
        for state in decisions(table_of(20_000, Level(200, 400, 400, 1200), game), seed):
            now = state.play.round
            mine = now.hole[now.turn]
            others = [card for card in holdem_deck().cards if card not in mine and card not in now.board]
            random.shuffle(others)
            dealt = iter(others)
            hole = tuple(
                cards if hand == now.turn else tuple(next(dealt) for _ in cards) for hand, cards in enumerate(now.hole)
            )
            changed = with_round(state, now._replace(hole=hole, burned=tuple(next(dealt) for _ in now.burned)))
            mood = MOODS[now.names[now.turn]]
            first, second = (decision_of(each, mood, seed) for each in (state, changed))
            assert first == second
            seen += 1
    assert seen > 300


def test_what_a_bot_sees_holds_no_other_cards() -> None:
    for state in decisions(table_of(20_000, Level(200, 400, 400, 1200)), 3):
        now = state.play.round
        seen = bots.seen_by(settings_of(state), now, now.turn)
        hidden = {card for hand, cards in enumerate(now.hole) if hand != now.turn for card in cards}
        assert hidden.isdisjoint(seen.hole + seen.board)


@pytest.mark.parametrize("stack", [300, 1500, 6000, 40_000])
@pytest.mark.parametrize("game", ["holdem", OMAHA])
def test_bots_always_decide_what_the_rules_allow(stack: int, game: str) -> None:
    for seed in range(60):
        played = bots.play_hand(table_of(stack, Level(200, 400, 400, 1200), game), MOODS, Random(seed).getrandbits)
        chairs = played.table.play.room.chairs.values()
        assert sum(chair.stake for chair in chairs) == 6 * stack


def test_with_few_blinds_it_is_all_or_nothing() -> None:
    """Before the flop, unless the big blind may stand for nothing."""
    said: Counter[str] = Counter()
    for seed in range(60):
        for state in decisions(table_of(3000, Level(200, 400, 400, 1200)), seed):
            now = state.play.round
            if now.board:
                continue
            command = decision_of(state, STEADY, seed)
            said[command.do] += 1
            whole = now.stacks[now.turn] + now.bets[now.turn]
            assert command.do in ("fold", "stand") or command.do == "call" or command.amount == whole
            if command.do == "call":
                assert now.call >= whole or now.tapped
    assert said["raise"] > 20
    assert said["fold"] > 100


def test_temperaments_differ() -> None:
    """The bold play more hands than the cautious."""
    counts: Counter[str] = Counter()
    for seed in range(60):
        for state in decisions(table_of(40_000, Level(200, 400, 400, 1200)), seed):
            if not state.play.round.board:
                for mood in (CAUTIOUS, STEADY, BOLD):
                    counts[mood.name] += decision_of(state, mood, seed).do != "fold"
    assert counts["cautious"] < counts["steady"] < counts["bold"]


def test_hand_for_hand_a_hand_waits_and_goes_on() -> None:
    waited = 0
    for seed in range(40):
        table = table_of(3000, Level(200, 400, 400, 1200))
        room = table.play.room._replace(hand_for_hand=True)
        bits = Random(seed).getrandbits
        played = bots.play_hand(table._replace(play=table.play._replace(room=room)), MOODS, bits)
        now = played.table.play.round
        if now.settlement is None:
            waited += 1
            assert now.turn == NOBODY
            on = HandCommand(Role.SUPERVISOR, "hand_for_hand", ruling="on")
            assert isinstance(GAME.act(played.table, on), Refusal)
            played = bots.turn_up(played, MOODS, bits)
        assert played.table.play.round.settlement is not None
    assert waited > 5


@pytest.mark.clause("STAR 4-Monday", "STAR 4-Jam", "STAR 4-Friday", "STAR 4-Saturday", "STAR 1-a")
@pytest.mark.parametrize("name", STAR_EVENTS)
@pytest.mark.parametrize("entries", [2, 3, 9, 10, 11, 28])
def test_every_event_of_every_size_comes_to_its_end(name: str, entries: int) -> None:
    outcome = run_event(event(name), entries, seed=entries)
    state = outcome.state
    assert state.stage is Stage.OVER
    assert state.confirmed
    assert outcome.statistics.entries == entries == sum(entry.in_pool for entry in state.entries)
    allowed = state.conditions.reentries
    assert allowed is None or max(entrant.entries for entrant in state.entrants.values()) <= allowed + 1
    assert 1 in {place for held in places(state).values() for place in held}


@pytest.mark.parametrize("entries", [0, 1, 201])
def test_other_numbers_of_entries_are_refused(entries: int) -> None:
    with pytest.raises(ValueError, match="2 to 200"):
        run_event(event("saturday"), entries, 1)


def test_an_event_that_does_not_end_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.tournaments.bots.simulation._MOST_STEPS", 50)
    with pytest.raises(TooManySteps, match="players were left"):
        run_event(event("saturday"), 20, 1)


def test_the_story_tells_everything_that_matters() -> None:
    """Over a few events every kind of thing has happened, in order of time, with its clause."""
    kinds: Counter[str] = Counter()
    texts = []
    for seed in range(3):
        story = run_event(event("saturday"), 55, seed).story
        assert [line.at for line in story] == sorted(line.at for line in story)
        assert all(line.clause and line.text.endswith(".") for line in story)
        kinds.update(line.kind for line in story)
        texts += [line.text for line in story]
    expected = {"entry", "seat", "table", "level", "clock", "move", "race", "out", "place", "prize", "stage", "ruling"}
    assert set(kinds) >= expected
    for words in (
        "Entries are closed with 55",
        "re-enters",
        "is broken",
        "hand for hand",
        "final table is drawn",
        "go out for chips",
        "is paid",
    ):
        assert any(words in text for text in texts), words


@pytest.mark.clause("STAR 1-b[s1]", "STAR 1-b[s2]", "STAR 1-b[s3]")
def test_an_event_that_takes_too_long_is_suspended_and_goes_on_the_next_day() -> None:
    outcome = run_event(conditions(breaks=(Break(4, 11 * 3600),)), 30, 5)
    assert outcome.statistics.suspended >= 1
    assert outcome.statistics.finished > 24 * 3600
    assert outcome.state.stage is Stage.OVER


def test_a_hand_takes_about_two_minutes() -> None:
    """With nine players; what is measured is from one cut at a table to the next."""
    cuts: list[int] = []

    def watch(before: Tournament, command: Command, events: Events, after: Tournament) -> None:
        if isinstance(command, StartHand) and len(before.tables[command.table].seats) == 9:
            cuts.append(command.at)

    run_event(conditions("friday_freezeout", closes_at_level=None), 9, 2, watch=watch)
    gaps = sorted(later - earlier for earlier, later in pairwise(cuts))
    assert 90 <= gaps[len(gaps) // 2] <= 170


@pytest.mark.parametrize("seed", range(3))
def test_an_event_can_be_played_on_from_any_moment(seed: int) -> None:
    """Whatever the moment, the event comes to its end from there, with every chip and every cent."""
    moments: list[tuple[Moment, Tournament]] = []
    run_event(
        event("friday"), 24, seed, watch=lambda before, command, events, after: moments.append((command.at, after))
    )
    under_way = [(at, state) for at, state in moments if state.stage in (Stage.RUNNING, Stage.SUSPENDED)]
    for at, state in under_way[:: len(under_way) // 9]:
        outcome = continue_event(state, at, seed)
        assert outcome.state.stage is Stage.OVER
        assert chips_in_play(outcome.state) == chips_counted(outcome.state)
        assert outcome.state.entries == state.entries
        assert sum(each.cents for each in outcome.state.payments) == pool(outcome.state).prize_pool_cents
        assert outcome.statistics.finished >= at - (state.started or 0)


def test_only_an_event_under_way_is_played_on() -> None:
    with pytest.raises(ValueError, match="under way"):
        continue_event(Tournament(event("friday")), 0, 1)


def test_the_story_of_an_event_cites_its_own_document() -> None:
    for seed in range(2):
        outcome = run_event(event("canberra_holdem"), 30, seed)
        assert {line.clause.split()[0] for line in outcome.story if line.clause} == {"HLD"}

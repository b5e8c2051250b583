"""The long simulations that are kept: a part of each is played again, and everything else follows from its counts."""

from dataclasses import replace

import pytest

from pitboss import __version__
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.par.sheet import make_sheet
from pitboss.odds.rules import GAMES, digest, read_rules
from pitboss.odds.simulation import record
from pitboss.odds.simulation.run import strategies
from tests.known import known


@pytest.mark.parametrize("game", GAMES)
def test_the_first_batch_can_be_played_again(game: str) -> None:
    """A million rounds from the recorded seed bring just the counts that are kept for them."""
    rules = read_rules(game)
    kept = known(record.find_record(rules))
    assert kept.rules_digest == digest(rules)
    assert kept.first.rounds == kept.batch == 1_000_000
    assert record.replay_first(kept, rules) == kept.first


@pytest.mark.parametrize("game", GAMES)
def test_a_billion_rounds_are_kept(game: str) -> None:
    kept = known(record.find_record(read_rules(game)))
    assert kept.whole.rounds == 1_000_000_000
    assert record.STRATEGY in strategies(read_rules(game))
    for wager, counts in kept.whole.results.items():
        assert counts.total() <= kept.whole.rounds
        first = kept.first.results[wager]
        assert all(counts[net] >= times for net, times in first.items())
        # The first batch is one sample of the same: within five standard errors of the mean of all.
        apart = kept.first.mean(wager) - kept.whole.mean(wager)
        assert abs(apart) < 5 * kept.first.standard_error(wager)
    assert kept.whole.results["main"].total() == kept.whole.rounds


def test_it_is_written_and_read() -> None:
    kept = known(record.find_record(CanberraRules()))
    assert record.parse_record(record.record_text(kept)) == kept


def test_other_rules_have_none() -> None:
    assert record.find_record(replace(CanberraRules(), stake=15_000)) is None


def test_it_is_the_same_whatever_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "BATCH", 20_000)
    told: list[float] = []
    played = record.play(CanberraRules(), rounds=50_000, report=told.append)
    assert told == [0.4, 0.8, 1.0]
    assert (played.first.rounds, played.whole.rounds, played.version) == (20_000, 50_000, __version__)
    assert record.replay_first(played, CanberraRules()) == played.first
    assert record.play(CanberraRules(), rounds=50_000) == played


def test_a_sheet_of_the_approved_rules_tells_it() -> None:
    [check] = make_sheet(CanberraRules(), variations=()).checks
    kept = known(record.find_record(CanberraRules()))
    assert (check.rounds, check.seed, check.batch, check.version) == (10**9, kept.seed, kept.batch, kept.version)
    assert check.mean == kept.whole.mean("main") / 1000
    assert check.standard_error < 1e-4
    assert abs(check.standard_errors) < 3

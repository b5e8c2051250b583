"""Whole tournaments on the floor: the same as at a desk of the rules' own, and every cent in the books."""

import json
from collections import Counter
from dataclasses import replace

import pytest

import house_scene
from pitboss.floor import accounts
from pitboss.floor.house import Floor, folded_from_snapshot
from pitboss.floor.roles import VISITOR, Actor, Role
from pitboss.floor.tournament_record import moves_of
from pitboss.floor.tournament_views import payout_sheet, reconciliation, results, view_of
from pitboss.floor.tournaments import AddTournament, Desk
from pitboss.games.money import Move
from pitboss.journal import store
from pitboss.ledger import books
from pitboss.ledger.models import Transfer
from pitboss.tournaments import contract, library
from pitboss.tournaments.state import Stage
from tournament_floor_scene import (
    CASHIER,
    DEALER,
    DIRECTOR,
    ID,
    MANAGER,
    STREAM,
    Both,
    buy_in,
    desk,
    done,
    patron,
    quick,
    record_of,
    refused,
    simulated,
    with_patrons,
)

STAR_EVENTS = ("monday_triple_shot", "midweek_jam", "friday_freezeout", "saturday_special")


def played(house: Floor, clock: house_scene.Clock, structure: str, entries: int = 9, seed: int = 3) -> Both:
    """A whole simulated event on the floor and at a desk of the rules' own."""
    with_patrons(house)
    both = Both(house, clock, structure)
    for command in simulated(both.conditions, entries, seed):
        assert both.do(command)
    return both


class TestAWholeEvent:
    @pytest.mark.parametrize("structure", [quick("monday_triple_shot"), "ultimate_challenge"], ids=["hold'em", "house"])
    def test_ends_as_at_the_desk_of_the_rules_and_with_an_empty_pool(
        self, house: Floor, clock: house_scene.Clock, structure: str
    ) -> None:
        both = played(house, clock, structure)
        both.agree()
        record = record_of(house)
        assert record.state.stage is Stage.OVER
        assert record.state.payments
        _the_books_are_right(both)
        assert folded_from_snapshot(STREAM, store.heads([STREAM])[STREAM].position).record == record
        _results_are_right(both)


def _the_books_are_right(both: Both) -> None:
    """Every transfer is a movement of the rules, the pool is empty, and each account has what the steps brought."""
    record, events = record_of(both.house), [event for step in both.own.steps for event in step.events]
    expected = Counter(accounts.moves_at(ID, moves_of(tuple(events))))
    rows = Transfer.objects.exclude(debit="world:cash").values_list("debit", "credit", "cents")
    posted = Counter(Move(*row) for row in rows)
    assert posted == expected
    assert books.balance(f"prizes:{ID}") == 0
    assert books.trial_balance() == {"money": 0}
    for local, cents in reconciliation(record)["accounts_cents"].items():
        bought_in = 500_000 if local.startswith("player ") else 0
        assert books.balance(accounts.at(ID, local)) == bought_in + cents


def _results_are_right(both: Both) -> None:
    record = record_of(both.house)
    sheet = payout_sheet(record)
    assert sum(line["cents"] for line in sheet) == sum(each.cents for each in record.state.payments)
    assert all(line["payment"] for line in sheet)
    assert results(record, is_staff=True)[0]["places"][0] == 1
    assert reconciliation(record)["unpaid_cents"] == 0
    assert reconciliation(record)["difference"] == 0

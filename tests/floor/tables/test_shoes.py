"""Shoes of the virtual croupier: promised before the first card, dealt in their order, and seen by nobody."""

from dataclasses import replace
from random import Random

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.models import Shoe
from pitboss.floor.tables import shoes
from pitboss.floor.tables.play import Deal
from pitboss.games.play import Stage
from pitboss.journal import store
from tests.floor.tables.table_floor_scene import (
    P1,
    P2,
    SUPERVISOR,
    bet_and_deal,
    books_are_right,
    deal,
    done,
    house_with_patrons,
    open_table,
    play_round,
    record_of,
    refused,
    rule,
    say,
    seal_anew,
    shuffle_of,
    wager,
)


@pytest.mark.parametrize("shoe", ["automated", "card"])
def test_the_commitment_is_published_before_the_first_wager_and_opens_to_the_cards_that_came(
    house: Floor, shoe: str
) -> None:
    table = open_table(house, "ultimate", shoe=shoe)
    done(wager(house, table, P1, 1))
    kinds = [row.kind for row in store.read(f"table:{table}")]
    assert kinds.index("floor.ShoeCommitted") < kinds.index("games.Placed")
    promised = record_of(house, table).commitment
    deal(house, table, P1)
    done(say(house, P1, table, "fold", seat=1))
    opened = shuffle_of(Shoe.objects.get(table=table, number=1))
    assert opened.accounts_for(record_of(house, table).state.felt.dealt, promised)
    assert (opened.cut_at > 0) is (shoe == "card")
    assert len(opened.nonce) == 32


def test_every_round_of_one_deck_has_a_shoe_of_its_own_and_a_pontoon_shoe_lasts(house: Floor) -> None:
    single, many = open_table(house, "ultimate"), open_table(house, "pontoon", decks=4)
    for number in range(3):
        play_round(lambda: house, single, Random(number))
        play_round(lambda: house, many, Random(number))
    assert [row.number for row in Shoe.objects.filter(table=single).order_by("number")] == [1, 2, 3]
    assert Shoe.objects.filter(table=many).count() == 1
    assert record_of(house, many).drawn > 20


def test_two_shoes_are_never_in_the_same_order(house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the kernel, as in a real house."""
    monkeypatch.undo()
    table = open_table(house, "ultimate")
    for _ in range(2):
        bet_and_deal(house, table, P1)
        done(say(house, P1, table, "fold", seat=1))
    first, second = map(shuffle_of, Shoe.objects.filter(table=table))
    assert first.order != second.order
    assert first.nonce != second.nonce


def test_a_wager_that_is_refused_leaves_no_shoe_behind(house: Floor) -> None:
    house_with_patrons(house, cents=1500)
    table = open_table(house, "ultimate")
    assert refused(wager(house, table, P1, 1)).word == "not_enough"
    assert Shoe.objects.count() == 0
    done(say(house, P1, table, "place", seat=1, wagers={"ante": 700, "blind": 700}))
    deal(house, table, P1)
    assert shoes.cards_of(record_of(house, table))[:9] == record_of(house, table).state.felt.dealt


@pytest.mark.parametrize("change", ["order", "missing", "garbage"])
def test_no_card_comes_from_a_shoe_that_was_not_promised_and_a_ruling_gives_the_stakes_back(
    house: Floor, change: str
) -> None:
    table = open_table(house, "pontoon")
    done(wager(house, table, P1, 1))
    row = Shoe.objects.get()
    if change == "missing":
        row.delete()
    elif change == "order":
        seal_anew(row, replace(shuffle_of(row), order=shuffle_of(row).order[::-1]))
    else:
        row.order = "{"
        row.save()
    shoes._kept.clear()
    answer = refused(house.execute(P1, Deal(table=table)))
    assert "not the one that was promised" in answer.reason
    assert answer.clause == "PON 17.3"
    done(say(house, P1, table, "take_back", seat=1, wagers={"main": 1000}))
    books_are_right(house, table)


def test_the_row_of_a_shoe_in_play_that_is_gone_stops_the_round_and_nothing_else(house: Floor) -> None:
    table = open_table(house, "pontoon", shoe="automated")
    bet_and_deal(house, table, P1, P2)
    Shoe.objects.all().delete()
    shoes._kept.clear()
    if record_of(house, table).state.felt.stage is Stage.PLAYING:
        rule(house, SUPERVISOR, table, "void_round", reason="impractical")
    books_are_right(house, table)
    bet_and_deal(house, table, P1)

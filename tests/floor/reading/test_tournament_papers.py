"""The papers of a tournament: what was undone and done again, vouchers that stand, and the books of a refund."""

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.reading.tournaments import prizes as tournament_prizes
from pitboss.floor.reading.tournaments.papers import (
    as_csv,
    books_of,
    log_lines,
    log_rows,
    log_text,
    map_from,
    map_text,
    vouchers,
)
from pitboss.floor.tournaments.commands import Redo, Undo
from pitboss.ledger import books
from pitboss.tournaments.prizes import deals, prizes
from tests.floor.tournaments.tournament_floor_scene import DIRECTOR, give
from tests.screens.director.event_scene import Event, opened, started, to_floor
from tests.screens.director.prize_scene import counted, record_of, under_way

STACKS = (60_000, 30_000, 25_000, 10_000)


def four_left(house: Floor) -> tuple[Event, list[str]]:
    desk, people = under_way(to_floor(house), "teams")
    desk.do("bust_out", player=people[4])
    counted(desk, 1, people[:4], *STACKS)
    return desk, people


def test_what_was_undone_and_done_again_is_told_line_by_line(house: Floor) -> None:
    desk, _ = under_way(to_floor(house), "teams")
    desk.do("add_value", cents=700)
    give(house, DIRECTOR, Undo(tournament="teams"))
    give(house, DIRECTOR, Redo(tournament="teams"))
    added, undone, redone = log_lines(record_of(house))[-3:]
    assert (added.how, undone.how, redone.how) == ("done", "undone", "redone")
    assert added.undone == (DIRECTOR.person, undone.at)
    assert undone.undone is redone.undone is None
    assert [line.moved[0] for line in (added, undone, redone)] == [
        ("operator", "prize pool", 700),
        ("prize pool", "operator", 700),
        ("operator", "prize pool", 700),
    ]
    assert added.seq < undone.seq < redone.seq
    rows = log_rows([added, undone], str.upper, str.lower)
    assert rows[0][3] == "done"
    assert rows[0][6] == "staff:dora"
    assert rows[1][8] == "$7 from PRIZE POOL to OPERATOR"
    told = log_text("The event", [added, undone], str, str)
    assert "(undone by staff:dora, " in told
    assert "UNDONE" in told


def test_a_voucher_is_worth_something_as_long_as_its_payment_stands(house: Floor) -> None:
    desk, people = four_left(house)
    desk.do("agree_deal", method="even", agreed_by=people[:4])
    desk.do("confirm_places")
    for each in people[:2]:
        desk.do("pay_prize", "cashier", player=each, method="cash")
    assert [(each.number, each.player) for each in vouchers(record_of(house))] == [(1, people[0]), (2, people[1])]
    give(house, DIRECTOR, Undo(tournament="teams"))
    assert [each.number for each in vouchers(record_of(house))] == [1]
    give(house, DIRECTOR, Redo(tournament="teams"))
    again = vouchers(record_of(house))[1]
    assert again.player == people[1]
    assert again.by == DIRECTOR.person
    assert again.cents == prizes.awards(record_of(house).state)[people[1]]


@pytest.mark.parametrize("structure", ["pontoon_heats", "canberra_holdem", "ultimate_challenge", "saturday_special"])
def test_the_books_of_every_kind_of_event_agree(house: Floor, structure: str) -> None:
    desk = started(to_floor(house), "teams", structure, 8)[0]
    found = books_of(house, "teams")
    assert found.equal
    assert found.total == 0
    assert found.pool == books.balance("prizes:teams") > 0
    assert not found.is_over
    assert desk


def test_the_pool_of_a_cancelled_event_is_empty(house: Floor) -> None:
    hand_in = to_floor(house)
    event, people = started(hand_in, "other", "saturday_special", 3)
    assert event
    desk = opened(hand_in, "teams", "saturday_special")
    for each in people:
        desk.do("register", "cashier", person=each)
    desk.do("cancel_event", reason="A flood.")
    found = books_of(house, "teams")
    assert found.equal
    assert found.pool == found.unpaid == 0
    assert found.is_over
    assert books_of(house, "other").pool > 0


def test_a_deal_sheet_asks_the_rules(house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    desk, people = four_left(house)
    record = record_of(house)
    at = record.moment(house.clock())
    sheet = tournament_prizes.deal_sheet(record.state, at)
    to_win = sheet.to_win
    for offer in sheet.offers:
        assert tuple(offer.amounts.values()) == deals.payouts(deals.DEALS[offer.method](STACKS, to_win), to_win)
    monkeypatch.setattr(deals, "MOST_PLAYERS", 3)
    model, *others = tournament_prizes.deal_sheet(record.state, at).offers
    assert model.refusal is not None
    assert "up to 3 players" in model.refusal.reason
    assert all(offer.refusal is None for offer in others)
    desk.do("pause_clock")
    paused = record_of(house)
    assert tournament_prizes.deal_sheet(paused.state, at).mark == sheet.mark
    counted(desk, 1, people[:4], 59_000, 31_000, 25_000, 10_000)
    assert tournament_prizes.deal_sheet(record_of(house).state, at).mark != sheet.mark


def test_a_map_of_columns_goes_into_an_address_and_back() -> None:
    columns = map_from(["prize~Won ~ all", "place~"])
    assert isinstance(columns, tuple)
    assert map_text(columns) == ["prize~Won ~ all", "place~Place"]
    assert map_from(map_text(columns)) == columns
    assert as_csv(["A", "=B"], [[1, 'say "hi"'], [2, "@you"]]) == (
        b'\xef\xbb\xbfA,\'=B\r\n1,"say ""hi"""\r\n2,\'@you\r\n'
    )

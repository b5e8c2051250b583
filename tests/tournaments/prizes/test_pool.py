"""The prize pool."""

from dataclasses import replace

import pytest

from pitboss.games.money import moves
from pitboss.tournaments.entries.coming_back import AddOn, Rebuy, Reenter
from pitboss.tournaments.entries.reserves import EnterReserve, MarkNoShow, SeatReserve
from pitboss.tournaments.event.events import ADMINISTRATION, COMMISSION, MOVERS, OPERATOR, POOL
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Added, Session, Status, Tournament
from pitboss.tournaments.prizes.pool import entry_cost, last_entry, pool
from tests.tournaments.entries.scene import EARLY, enter, of, opened, out, started, with_entries
from tests.tournaments.scene import NOON, after, done, member


def _again(state: Tournament, player: str, at: int) -> Tournament:
    """Out, and back at once."""
    lost = state.entrants[player].stack
    state = state._replace(chips=state.chips._replace(removed=state.chips.removed + lost))
    return after(out(state, player, status=Status.OUT, stack=0), Reenter(at=at, player=player))


@pytest.mark.clause(
    "STAR 2-b", "STAR 3-a[s1]", "STAR 7.3[s1]", "STAR D-Entry Fee", "STAR D-Administration Fee", "STAR D-Buy-In"
)
def test_the_worked_pool_of_a_monday() -> None:
    """TRN-15: 47 entrants, 22 with one and 9 with two re-entries, one entry paid by the operator, $1,000 added."""
    state = with_entries(opened("monday_triple_shot"), 46)
    state = after(state, enter("P47", payer="operator"), StartEvent(at=NOON, seed=1))
    for number in range(1, 32):
        state = _again(state, f"P{number}", NOON + number)
    for number in range(23, 32):
        state = _again(state, f"P{number}", NOON + 100 + number)
    found = pool(state._replace(added=(Added(100_000, "cash"), Added(50_000, "a watch", 1))))
    assert found.entries == 87
    assert found.entry_fee_pool_cents == 1_479_000
    assert found.admin_fees_cents == 261_000
    assert found.added_value_cents == 100_000
    assert found.prize_pool_cents == 1_579_000
    assert found.collected_from_entrants_cents == 1_720_000
    assert found.funded_by_operator_cents == 20_000
    assert found.goods == (Added(50_000, "a watch", 1),)
    assert found.owed_cents == 0


@pytest.mark.clause("STAR 7.3[s1]")
def test_ten_of_forty_with_one_re_entry() -> None:
    state = started(40, "midweek_jam")
    for number in range(1, 11):
        state = _again(state, f"P{number}", NOON + 60)
    assert pool(state).prize_pool_cents == 900_000


@pytest.mark.clause("STAR D-Buy-In")
def test_a_buy_in_is_both_fees() -> None:
    state = with_entries(opened(), 1)
    entry = last_entry(state, "P1")
    assert (entry.fee, entry.admin, entry_cost(entry)) == (20_000, 4_000, 24_000)
    assert entry_cost(entry) == state.conditions.buy_in


@pytest.mark.clause("STAR D-Administration Fee", "STAR 2-b")
def test_every_cent_goes_to_its_account() -> None:
    _, events = done(opened(), enter("A"))
    found = {(each.source, each.target): each.amount for event in events for each in moves(event, MOVERS)}
    assert found == {("player A", POOL): 20_000, ("player A", ADMINISTRATION): 4_000}
    _, events = done(opened(), enter("A", payer="operator"))
    assert {each.source for event in events for each in moves(event, MOVERS)} == {OPERATOR}
    _, events = done(of("HLD", commission=1_500), enter("A"))
    found = {(each.source, each.target): each.amount for event in events for each in moves(event, MOVERS)}
    assert found == {("player A", POOL): 8_500, ("player A", COMMISSION): 1_500}


@pytest.mark.clause("PON 20.23[s2]", "HLD 20.21[s2]", "CAN 17.24[s2]", "UTH 16.21(a)")
@pytest.mark.parametrize("document", ["UTH", "PON", "HLD", "CAN"])
def test_the_balance_of_the_fees_is_prize_money(document: str) -> None:
    found = pool(with_entries(of(document, commission=1_500), 10))
    assert found.gross_fees_cents == 100_000
    assert found.tournament_commission_cents == 15_000
    assert found.prize_pool_cents == found.entry_fee_pool_cents == 85_000
    assert found.admin_fees_cents == 0


@pytest.mark.clause("UTH 16.21(a)", "CAN 17.24[s2]")
def test_re_buys_and_add_ons_are_in_the_pool() -> None:
    state = with_entries(of("UTH", commission=1_000), 6)
    terms = state.conditions.rebuys
    assert terms is not None
    rebuys = replace(terms, add_on_cost=2_000, add_on_chips=5_000)
    state = state._replace(conditions=replace(state.conditions, rebuys=rebuys))
    state = after(state, StartEvent(at=NOON, seed=1))._replace(session=Session(1, playing=True))
    lost = state.entrants["P1"].stack
    state = out(state._replace(chips=state.chips._replace(removed=lost)), "P1", stack=0)
    state = after(state, Rebuy(at=NOON, player="P1"), AddOn(at=NOON, player="P2"))
    found = pool(state)
    assert (found.entries, found.rebuys, found.add_ons) == (6, 1, 1)
    assert found.prize_pool_cents == 6 * 9_000 + terms.cost + 2_000
    assert found.tournament_commission_cents == 6_000


@pytest.mark.clause("HLD 20.21[s2]", "HLD 20.9[s3]", "HLD 20.10[s2]")
@pytest.mark.clause("HLD D-Tournament Commission")
def test_the_worked_pool_after_commission_and_no_shows() -> None:
    """TRN-45: forty entries at $100 with $15 commission, one forfeited, one replaced by a reserve."""
    state = with_entries(of("HLD", commission=1_500), 40)
    state = after(state, MarkNoShow(at=NOON, player="P11"), EnterReserve(at=NOON, person=member("R1")))
    state = after(state, SeatReserve(at=NOON, player="P12", reserve="R1"))
    found = pool(state)
    assert found.gross_fees_cents == 400_000
    assert found.tournament_commission_cents == 60_000
    assert found.prize_pool_cents == 340_000
    assert found.collected_from_entrants_cents == 400_000


@pytest.mark.clause("UTH D-Tournament Commission", "PON D-Tournament Commission", "CAN D-Tournament Commission")
@pytest.mark.clause("UTH 16.21", "PON 20.23[s1]", "CAN 17.24[s1]")
@pytest.mark.parametrize("document", ["UTH", "PON", "CAN"])
def test_the_operator_keeps_the_commission_out_of_every_fee(document: str) -> None:
    found = pool(with_entries(of(document, commission=1_500), 4))
    assert found.gross_fees_cents == 40_000
    assert (found.tournament_commission_cents, found.prize_pool_cents) == (6_000, 34_000)


def test_a_fee_that_is_owed_is_in_no_pool() -> None:
    state = after(opened(), enter("A", unpaid=True), enter("B", at=EARLY + 1))
    found = pool(state)
    assert (found.entries, found.prize_pool_cents, found.admin_fees_cents, found.owed_cents) == (
        1,
        20_000,
        4_000,
        24_000,
    )

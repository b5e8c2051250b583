"""Reports: a table, the cage and the house in a gaming day, worked out from the ledger and the journal alone.

Nothing is kept for them: whoever reads the same books gets the same figures. Practice never reaches one, because its
accounts are in another book.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from pitboss.floor.cage.day_figures import DayReport, MethodDay, PoolDay, TableDay, TillDay
from pitboss.floor.cage.events import BoughtIn, ClosingCounted, DayClosed, LargeCash, Method, OpeningCounted, TillClosed
from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.cage.record import CAGE, float_of
from pitboss.floor.kernel import accounts
from pitboss.floor.reading.outcomes import effect_of
from pitboss.games.command import Cents
from pitboss.journal import codec, store
from pitboss.kits.events import REOPENS_WAGERS
from pitboss.ledger import reading
from pitboss.ledger.reading import ALWAYS, Flow, Period

# Stakes that go back without ever having been in play.
_NOT_ACCEPTED = ("games.TakenBack", "games.BettingClosed")
_VOID = ("games.WagersVoided", "games.RoundVoided")
_JACKPOT = ("jackpot", "reserve")
_POOLS = (*_JACKPOT, "prizes", "fees", "commission", "tournament-commission", "tickets")
# What is the house's own: what these gain, the house gains.
_OWN = ("house", "float", "commission", "tournament-commission", "fees")


def day_report(day: date, clock: GamingClock) -> DayReport:
    """The house in a gaming day."""
    period = Period(*clock.span(day))
    flows, after = reading.flows(None, period), reading.balances_at(period.until)
    changes = reading.changes(flows)
    before = {name: balance - changes.get(name, reading.AccountFlow()).net for name, balance in after.items()}
    told, flows_of = _told_at_cage(day, period), _flows_by_account(flows)
    tables = tuple(
        _table_day(table, period, told, before.get(float_of(table), 0), flows_of) for table in _tables_in(after)
    )
    return DayReport(
        day.isoformat(),
        tables,
        tuple(
            PoolDay(name, before.get(name, 0), *changes.get(name, reading.AccountFlow()), balance)
            for name, balance in sorted(after.items())
            if _kind(name) in _POOLS
        ),
        tuple(_method_day(method, flows_of) for method in Method),
        tuple(TillDay(each.expected, each.counted, each.by) for each in told if isinstance(each, TillClosed)),
        win=sum(table.win for table in tables),
        drop=sum(table.drop for table in tables),
        commission=sum(table.commission for table in tables),
        house_result=sum(change.net for name, change in changes.items() if _kind(name) in _OWN),
        trial_balance=_by_kind(after),
    )


def table_day(table: str, day: date, clock: GamingClock) -> TableDay:
    """One table in a gaming day."""
    period = Period(*clock.span(day))
    opening = reading.balance_at(float_of(table), period.since)
    flows = reading.flows([float_of(table), *(accounts.at(table, kind) for kind in ("felt", "commission"))], period)
    return _table_day(table, period, _told_at_cage(day, period), opening, _flows_by_account(flows))


_FlowsOf = Mapping[str, Sequence[Flow]]


def _flows_by_account(flows: Iterable[Flow]) -> _FlowsOf:
    """The same flows by the accounts that they go from and to."""
    found: dict[str, list[Flow]] = {}
    for flow in flows:
        for account in (flow.debit, flow.credit):
            found.setdefault(account, []).append(flow)
    return found


def _table_day(table: str, period: Period, told: Iterable[object], opening: Cents, flows_of: _FlowsOf) -> TableDay:
    chips, felt = float_of(table), accounts.at(table, "felt")
    moved = tuple(dict.fromkeys((*flows_of.get(chips, ()), *flows_of.get(felt, ()))))
    counted = [each for each in told if isinstance(each, OpeningCounted | ClosingCounted) and each.table == table]
    first = next((each.counted for each in counted if isinstance(each, OpeningCounted)), None)
    last = next((each for each in reversed(counted) if isinstance(each, ClosingCounted)), None)
    drop = [each for each in told if isinstance(each, BoughtIn) and each.table == table]
    return TableDay(
        table,
        opening,
        fills=_sum(moved, debit=accounts.FUNDS, credit=chips, kind="floor.ChipsMoved"),
        credits=_sum(moved, debit=chips, credit=accounts.FUNDS, kind="floor.ChipsMoved"),
        adjustments=_net(chips, (flow for flow in moved if flow.kind == "floor.AdjustmentApproved")),
        win=_net(chips, (flow for flow in moved if _is_play(flow, chips))),
        closing=opening + _net(chips, moved),
        counted_opening=first,
        counted_closing=last.counted if last else None,
        variance=last.counted - last.book if last else 0,
        drop=sum(each.amount for each in drop),
        drop_in_cash=sum(each.amount for each in drop if each.method is Method.CASH),
        turnover=_turnover(table, felt, moved, period),
        commission=_commission(table, flows_of),
    )


def _is_play(flow: Flow, chips: str) -> bool:
    """Between the float and the players: from the felt, or straight to and from their accounts."""
    other = flow.debit if flow.credit == chips else flow.credit
    return _kind(other) in ("felt", "patron") and flow.kind != "floor.AdjustmentApproved"


def _turnover(table: str, felt: str, moved: Iterable[Flow], period: Period) -> Cents:
    """The stakes that were in play against the float: put down, less what was not accepted, void, or for a jackpot."""
    total = 0
    for flow in moved:
        # A settlement that is taken back puts the same stakes on the felt once more.
        is_again = effect_of(flow.kind) == REOPENS_WAGERS
        if flow.credit == felt and _kind(flow.debit) == "patron" and not is_again:
            total += flow.cents
        elif flow.debit == felt and (flow.kind in (*_NOT_ACCEPTED, *_VOID) or _kind(flow.credit) in _JACKPOT):
            total -= flow.cents
    return total - sum(_settled_and_void(table, period))


def _settled_and_void(table: str, period: Period) -> Iterable[Cents]:
    """Stakes of wagers that had been settled before they were made void: no transfer says how high they were."""
    for row in reading.caused_events(f"table:{table}", period, _VOID):
        for wager in codec.decode(row.kind, row.version, row.body).undone:
            if wager.outcome is not None and wager.was_accepted and wager.kind not in _JACKPOT:
                yield wager.stake


def _commission(table: str, flows_of: _FlowsOf) -> Cents:
    account = accounts.at(table, "commission")
    taken = (flow for flow in flows_of.get(account, ()) if not flow.kind.startswith(("floor.", "tournament.")))
    return _net(account, taken)


def _method_day(method: Method, flows_of: _FlowsOf) -> MethodDay:
    account = accounts.world(method)
    moved = flows_of.get(account, ())
    voided = _sum(moved, debit=account, kind="floor.VoucherVoided")
    return MethodDay(
        method.value,
        bought_in=_sum(moved, debit=account, kind="floor.BoughtIn"),
        cashed_out=_sum(moved, credit=account, kind="floor.CashedOut") - voided,
    )


def large_cash(period: Period = ALWAYS) -> list[LargeCash]:
    """The cash that has to be reported, in the order it was taken or paid. Not for players' eyes."""
    return [
        codec.decode(row.kind, row.version, row.body)
        for row in reading.caused_events(CAGE, period, ["floor.LargeCash"])
    ]


def closed_day(day: date) -> DayReport | None:
    """The figures of a gaming day as they were when it was closed."""
    for row in reading.caused_events(CAGE, ALWAYS, ["floor.DayClosed"]):
        closed: DayClosed = codec.decode(row.kind, row.version, row.body)
        if closed.report.day == day.isoformat():
            return closed.report
    return None


def trial_balance(moment: int) -> tuple[tuple[str, Cents], ...]:
    """The balances of the money book just before a moment, by kind of account; together they are nothing."""
    return _by_kind(reading.balances_at(moment))


def _by_kind(balances: Mapping[str, Cents]) -> tuple[tuple[str, Cents], ...]:
    totals: dict[str, Cents] = {}
    for name, balance in balances.items():
        totals[_kind(name)] = totals.get(_kind(name), 0) + balance
    return tuple(sorted(totals.items()))


def _told_at_cage(day: date, period: Period) -> list[object]:
    """Return the cage's events of a day. A count made up later names the day it belongs to."""
    during = reading.caused_events(CAGE, period, ["floor.BoughtIn", "floor.OpeningCounted"])
    later = reading.caused_events(CAGE, Period(period.since), ["floor.ClosingCounted", "floor.TillClosed"])
    found = [codec.decode(row.kind, row.version, row.body) for row in (*during, *later)]
    return [each for each in found if each.day == day.isoformat()]


def tables_with_money() -> tuple[str, ...]:
    """The tables where money is or was: those with a float or a felt in the money book."""
    return _tables_in((*reading.accounts_of("float"), *reading.accounts_of("felt")))


def _tables_in(names: Iterable[str]) -> tuple[str, ...]:
    used = {name.partition(":")[2] for name in names if _kind(name) in ("float", "felt")}
    return tuple(name for stream in store.streams("table") if (name := stream.partition(":")[2]) in used)


def _sum(moved: Iterable[Flow], *, kind: str, debit: str = "", credit: str = "") -> Cents:
    return sum(
        flow.cents for flow in moved if flow.kind == kind and debit in ("", flow.debit) and credit in ("", flow.credit)
    )


def _net(account: str, moved: Iterable[Flow]) -> Cents:
    came = 0
    for flow in moved:
        if flow.credit == account:
            came += flow.cents
        elif flow.debit == account:
            came -= flow.cents
    return came


def _kind(account: str) -> str:
    return account.partition(":")[0]

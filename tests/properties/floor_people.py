"""What people do in a whole house: sensible things, odd things, and things that are not for them. All by dice."""

import dataclasses
from functools import cache
from random import Random
from typing import Any

from pitboss.floor.cage.adjustments import ApproveAdjustment, RejectAdjustment, RequestAdjustment
from pitboss.floor.cage.closing import CloseDay
from pitboss.floor.cage.counter import BuyIn, CashOut, CloseTill, OpenTill, VoidVoucher
from pitboss.floor.cage.events import Method
from pitboss.floor.cage.floats import (
    CancelChips,
    ClosingCount,
    OpeningCount,
    ReceiveCredit,
    RequestCredit,
    RequestFill,
    SendFill,
)
from pitboss.floor.cage.record import CAGE, Cage
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.approvals import Approve, Decline
from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.days import local_day
from pitboss.floor.kernel.premises import CloseHouse, DisableHouse, EnableHouse, OpenHouse, SetHouse
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.people.credentials import EnrolSecondFactor, ResetPassword, ResetSecondFactor
from pitboss.floor.people.devices import AddDevice, ConfirmDevice, RenewDevice, RevokeDevice
from pitboss.floor.people.patrons import (
    AddPatron,
    ChangePatron,
    EndPrevention,
    Exclude,
    LiftExclusion,
    PreventTemporarily,
    SetPlayTime,
    WithdrawLicence,
)
from pitboss.floor.people.security import RequireSecondFactor
from pitboss.floor.people.sessions import EndSessions, SignIn
from pitboss.floor.people.staff import AddStaff, ChangeRoles, Reinstate, SuspendStaff, VouchForStaff
from pitboss.floor.tables.setup import DisableTable, EnableTable, SetTable
from pitboss.floor.tournaments.commands import Desk
from pitboss.floor.tournaments.structures import moment_of, read_structure
from pitboss.tournaments.event import contract
from pitboss.tournaments.event.conditions import Conditions
from tests.floor.tournaments.tournament_floor_scene import ID, particulars, patron, quick, simulated
from tests.properties.floor_machine import (
    CASHIERS,
    DEALER,
    DIRECTOR,
    EVERYBODY,
    MANAGERS,
    PATRONS,
    PLACES,
    STAFF,
    START,
    STRUCTURE,
    SUPERVISORS,
    WatchedHouse,
)

AMOUNTS = (100, 2500, 5000, 20_000, 100_000, 999_900, 1_000_000)
NO_AMOUNTS = (0, -1, 10**15)
REASON = "because"
Asked = tuple[Actor, Command]


def whoever(dice: Random, *right: Actor) -> Actor:
    """Mostly somebody who may, sometimes anybody."""
    return dice.choice(right) if dice.random() < 0.93 else dice.choice(EVERYBODY)


def some_amount(dice: Random) -> int:
    return dice.choice(AMOUNTS if dice.random() < 0.95 else NO_AMOUNTS)


# The cage.


def at_the_cage(house: WatchedHouse, dice: Random) -> Asked:
    """Something asked of the cage, with whatever waits there."""
    cage: Cage = house.floor.record(CAGE) or Cage()
    kind = dice.choice(_CAGE)
    cashier, supervisor = whoever(dice, *CASHIERS), whoever(dice, *SUPERVISORS)
    return kind(cage, dice, cashier, supervisor)


def _bought_in(cage: Cage, dice: Random, cashier: Actor, supervisor: Actor) -> Asked:
    patron, method = dice.choice(PATRONS), dice.choice(tuple(Method))
    if method is Method.VOUCHER and cage.vouchers:
        number, voucher = dice.choice(sorted(cage.vouchers.items()))
        whose = voucher.patron if dice.random() < 0.9 else patron
        return cashier, BuyIn(patron=whose, amount=voucher.amount, method=method, voucher=number)
    table = dice.choice(("", "", *PLACES))
    giver = supervisor if table else cashier
    return giver, BuyIn(patron=patron, amount=some_amount(dice), method=method, table=table)


def _cashed_out(_cage: Cage, dice: Random, cashier: Actor, _supervisor: Actor) -> Asked:
    amount = None if dice.random() < 0.1 else some_amount(dice)
    return cashier, CashOut(patron=dice.choice(PATRONS), amount=amount, method=dice.choice(tuple(Method)))


def _voucher_voided(cage: Cage, dice: Random, _cashier: Actor, supervisor: Actor) -> Asked:
    return supervisor, VoidVoucher(voucher=dice.choice((1, 99, *cage.vouchers)), reason=REASON)


def _till(cage: Cage, dice: Random, cashier: Actor, _supervisor: Actor) -> Asked:
    if not cage.till.is_open:
        return cashier, OpenTill(counted=some_amount(dice))
    expected = cage.till.expected or 0
    counted = max(expected + dice.choice((0, 0, 50, -50)), 0) if dice.random() < 0.9 else some_amount(dice)
    return cashier, CloseTill(counted=counted)


def _count(_cage: Cage, dice: Random, _cashier: Actor, supervisor: Actor) -> Asked:
    kind = dice.choice((OpeningCount, ClosingCount))
    return supervisor, kind(table=dice.choice(tuple(PLACES)), counted=some_amount(dice))


def _chips(cage: Cage, dice: Random, cashier: Actor, supervisor: Actor) -> Asked:
    number = dice.choice((99, *cage.chips)) if dice.random() < 0.9 else 0
    table, amount = dice.choice(tuple(PLACES)), some_amount(dice)
    return dice.choice(
        (
            (supervisor, RequestFill(table=table, amount=amount)),
            (supervisor, RequestCredit(table=table, amount=amount)),
            (cashier, SendFill(number=number)),
            (cashier, ReceiveCredit(number=number)),
            (supervisor, CancelChips(number=number, reason=REASON)),
        )
    )


def _adjustment(cage: Cage, dice: Random, cashier: Actor, supervisor: Actor) -> Asked:
    number = dice.choice((99, *cage.adjustments))
    named = [
        accounts.FUNDS,
        "world:cash",
        "world:eft",
        "float:uth-1",
        f"fees:{ID}",
        "felt:uth-1",
        "practice/world:cash",
    ]
    ends = dice.sample((*named, *(accounts.patron(patron) for patron in PATRONS[:3])), 2)
    return dice.choice(
        (
            (cashier, RequestAdjustment(debit=ends[0], credit=ends[1], amount=some_amount(dice), reason=REASON)),
            (supervisor, ApproveAdjustment(number=number)),
            (whoever(dice, *MANAGERS), ApproveAdjustment(number=number)),
            (supervisor, RejectAdjustment(number=number, reason=REASON)),
        )
    )


_CAGE = (_bought_in, _bought_in, _cashed_out, _voucher_voided, _till, _count, _chips, _chips, _adjustment, _adjustment)


def day_closed(house: WatchedHouse, dice: Random) -> list[Asked]:
    """Every float and the till are counted as the books say, and the day is closed, if nothing else is against it."""
    cage: Cage = house.floor.record(CAGE) or Cage()
    day = dice.choice((*cage.open_days, local_day(house.clock()).isoformat()))
    asked: list[Asked] = []
    for table, place in PLACES.items():
        if place.mode != "practice":
            counted = max(house.balances.get(f"float:{table}", 0), 0)
            asked.append((dice.choice(SUPERVISORS), ClosingCount(table=table, counted=counted, day=day)))
    if cage.till.is_open:
        asked.append((dice.choice(CASHIERS), CloseTill(counted=max(cage.till.expected or 0, 0))))
    return [*asked, (MANAGERS[0], CloseDay(day=day))]


# People.


def about_people(house: WatchedHouse, dice: Random) -> Asked:
    """Something about a patron, somebody of the staff or a device."""
    manager, supervisor = whoever(dice, *MANAGERS), whoever(dice, *SUPERVISORS)
    who, worker = dice.choice(PATRONS), dice.choice(STAFF)
    today = local_day(house.clock()).isoformat()
    until = dice.choice((today, "2025-11-17", "2099-01-01", "2001-01-01", ""))
    owner = Actor(f"patron:{who}", Role.PLAYER)
    added: dict[str, Any] = {"name": "Somebody", "date_of_birth": dice.choice(("1980-02-29", "2015-01-01", "never"))}
    return dice.choice(
        (
            (whoever(dice, *CASHIERS), AddPatron(**added, membership=dice.choice(("", "M1", "X7")))),
            (supervisor, ChangePatron(patron=who, name=dice.choice((None, "Another")), publicity=dice.random() < 0.5)),
            (supervisor, Exclude(patron=who, until=until, reason=REASON)),
            (owner, Exclude(patron=who, until=until, reason=REASON, self_requested=True)),
            (dice.choice((supervisor, manager)), LiftExclusion(patron=who, reason=REASON)),
            (dice.choice((supervisor, manager)), LiftExclusion(patron=who, reason=REASON)),
            (supervisor, PreventTemporarily(patron=who, until=until, reason=REASON)),
            (supervisor, EndPrevention(patron=who, reason=REASON)),
            (manager, WithdrawLicence(patron=who, casino="", other=dice.choice(("", "Another")))),
            (dice.choice((owner, supervisor)), SetPlayTime(patron=who, minutes=dice.choice((None, 1, 60, 1440, 0)))),
            (manager, AddStaff(id=dice.choice(("new", worker.id)), name="New", roles=(Role.DEALER,))),
            (manager, ChangeRoles(staff=worker.id, roles=(worker.role, Role.DEALER))),
            (manager, SuspendStaff(staff=worker.id, reason=REASON)),
            (manager, Reinstate(staff=worker.id, reason=REASON)),
            (manager, ResetPassword(person=dice.choice((worker.person, owner.person)))),
            (manager, ResetSecondFactor(person=worker.person)),
            (manager, EndSessions(person=dice.choice((worker.person, owner.person)))),
            (manager, RequireSecondFactor(required=dice.random() < 0.2)),
            (manager, AddDevice(id=f"bot-{dice.randrange(3)}", name="Bot", role=Role.PLAYER, patron=who)),
            (owner, ConfirmDevice(device=f"bot-{dice.randrange(3)}", password="wrong")),
            (dice.choice((manager, owner)), RevokeDevice(device=f"bot-{dice.randrange(3)}", reason=REASON)),
            (manager, AddDevice(id="reader", name="Reader", role=Role.DEALER, tables=("uth-2",))),
            (manager, RenewDevice(device="reader", days=dice.choice((1, 90, 900)))),
            (manager, VouchForStaff(staff=worker.id)),
            (dice.choice((manager, supervisor)), Approve(number=dice.randrange(1, 6))),
            (manager, Decline(number=dice.randrange(1, 6), reason=REASON)),
            (VISITOR, SignIn(name=dice.choice((worker.id, who, "nobody")), password="wrong", role=worker.role)),
            (VISITOR, EnrolSecondFactor(name=worker.id, password="wrong", role=worker.role)),
        )
    )


# Power.


def power(house: WatchedHouse, dice: Random) -> Asked:
    """The house or a table is opened, closed, disabled or enabled; what was stopped is mostly set going again."""
    manager, supervisor = whoever(dice, *MANAGERS), whoever(dice, *SUPERVISORS, *MANAGERS)
    premises, table = house.floor.record("house:house"), dice.choice(tuple(PLACES))
    if premises.disabled is not None and dice.random() < 0.7:
        return manager, EnableHouse(reason=REASON)
    if not premises.is_open and dice.random() < 0.7:
        return manager, OpenHouse()
    stopped = [name for name in PLACES if house.table(name).disabled is not None]
    if stopped and dice.random() < 0.5:
        return supervisor, EnableTable(table=dice.choice(stopped), reason=REASON)
    settings = dice.choice(({}, {}, PLACES[table].settings, {"nonsense": 1}))
    return dice.choice(
        (
            (manager, DisableHouse(reason=REASON)),
            (manager, CloseHouse(reason=REASON)),
            (manager, SetHouse(first_hour=dice.choice((0, 6, 12, 24)), large_cash=dice.choice((50_000, 1_000_000)))),
            (supervisor, DisableTable(table=table, reason=REASON)),
            (supervisor, EnableTable(table=table, reason=REASON)),
            (manager, SetTable(table=table, title="Set anew", settings=settings, betting_seconds=dice.choice((0, 9)))),
        )
    )


# The tournament.


@cache
def event() -> tuple[contract.Command, ...]:
    """A whole event of bots, as the commands of its desk."""
    conditions = read_structure(quick(STRUCTURE), "structure")
    assert isinstance(conditions, Conditions)
    conditions = dataclasses.replace(conditions, start=moment_of(START))
    return tuple(simulated(conditions, len(PATRONS), 5))


def told_to_desk(command: contract.Command) -> Asked:
    return DIRECTOR, Desk(tournament=ID, do=contract.name_of(command), given=particulars(command))


def _ruling(dice: Random) -> dict[str, Any]:
    """What no simulated event has: the director rules, announces, and counts hands that others deal."""
    about = {"player": patron(dice.randrange(1, 11))}
    do, given = dice.choice(
        (
            ("warn", about),
            ("penalise", {**about, "hands": dice.randint(1, 3)}),
            ("lift_penalty", about),
            ("mark_absent", about),
            ("mark_present", about),
            ("note_concern", {**about, "note": "tired"}),
            ("record_ruling", {"what": "The raise stands.", "ground": dice.choice(("STAR 7.35", "none"))}),
            ("show_message", {"text": dice.choice(("", "Dinner at eight.", "Dinner at nine."))}),
            ("count_hand", {"table": dice.randint(1, 3), "button": dice.choice((None, None, 1, 4))}),
        )
    )
    return {"do": do, "given": given}


def odd_at_the_desk(dice: Random) -> Asked:
    """Something that may or may not have its place at this moment of the event."""
    command = dice.choice(event())
    giver = whoever(dice, DIRECTOR, *MANAGERS, *CASHIERS, DEALER)
    if dice.random() < 0.4:
        return giver, Desk(tournament=ID, **_ruling(dice))
    given: dict[str, Any] = particulars(command)
    paid_by = ""
    if contract.name_of(command) == "register":
        given["person"] = patron(dice.randrange(1, 11))
        given.pop("method")
        paid_by = dice.choice(("", "", "cash", "debit_card", "shells"))
    return giver, Desk(tournament=ID, do=contract.name_of(command), given=given, paid_by=paid_by)

"""A day of a small house in which every command of the floor is given, in an order that makes sense.

Cards and draws are the same every time, and the clock goes on only where the story says so. `tell` hands each command
to whoever wants to carry it out in a way of their own: `keyed` simply does it, under a key.
"""

import itertools
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

import pyotp

from pitboss.cards.card import Card, face
from pitboss.cards.deck import ULTIMATE_DECK
from pitboss.cards.shuffle import NONCE_BYTES, Shuffle
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
from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.approvals import Approve, Decline
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import (
    CAGE_CEILING,
    SETTING_UP,
    BeginDemo,
    CloseHouse,
    DisableHouse,
    EnableHouse,
    OpenHouse,
    SetHouse,
)
from pitboss.floor.kernel.roles import CROUPIER, VISITOR, Actor, Role
from pitboss.floor.people import hashing
from pitboss.floor.people.credentials import (
    ConfirmSecondFactor,
    EnrolSecondFactor,
    ResetPassword,
    ResetSecondFactor,
    SetPassword,
)
from pitboss.floor.people.devices import AddDevice, ConfirmDevice, NoteDeviceUse, RenewDevice, RevokeDevice
from pitboss.floor.people.notice import GiveNotice
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
from pitboss.floor.people.security import NoteClockJump, NoteDenial, NoteFlood, NoteStart, RequireSecondFactor
from pitboss.floor.people.sessions import EndDemo, EndSessions, EnterDemo, SignIn, SignOut, StaySignedIn
from pitboss.floor.people.staff import AddStaff, ChangeRoles, Reinstate, SuspendStaff, VouchForStaff
from pitboss.floor.people.training import DAILY, DAILY_HANDS, NoteHand
from pitboss.floor.reading.table_view import view_of
from pitboss.floor.tables import shoes
from pitboss.floor.tables.play import Deal, Depart, Play
from pitboss.floor.tables.practice import AskForHand, SeatBots, SendBotsAway, TakeBack
from pitboss.floor.tables.setup import AddTable, AnswerCall, CallSupervisor, DisableTable, EnableTable, SetTable
from pitboss.floor.tables.stake_limits import SetStakeLimit
from pitboss.floor.tournaments import commands as tournaments
from pitboss.floor.tournaments.commands import AddTournament, Desk, Redo, Undo
from pitboss.floor.tournaments.structure_shelf import DropStructure, SaveStructure
from pitboss.floor.tournaments.structure_text import text_of
from pitboss.games.play import Stage
from pitboss.ledger import books
from pitboss.tournaments.event.library import event
from tests.floor.house_scene import Clock

Give = Callable[[Actor, Command], Done]

OWNER = Actor("staff:owner", Role.MANAGER)
MANAGER = Actor("staff:maria", Role.MANAGER)
SUPERVISOR = Actor("staff:sam", Role.SUPERVISOR)
CASHIER = Actor("staff:carol", Role.CASHIER)
DEALER = Actor("staff:dora", Role.DEALER)
DIRECTOR = Actor("staff:dirk", Role.DIRECTOR)
STAFF = (MANAGER, SUPERVISOR, CASHIER, DEALER, DIRECTOR)
PLAYERS = tuple(Actor(f"patron:p{number}", Role.PLAYER) for number in range(1001, 1004))
BOUGHT_IN, ABOVE_CEILING = 300_000, 6_000_000
TABLES = {"uth-1": "ultimate", "pon-1": "pontoon", "can-1": "canberra", "hld-1": "holdem"}
LIVE_TABLE = "uth-2"
PRACTICE_TABLE = "uth-p"
SETTINGS: dict[str, dict[str, Any]] = {
    "canberra": {"jackpot": {"pool": 500_000, "reserve": 100_000}},
}
WAGERS = {
    "ultimate": {"ante": 1000, "blind": 1000, "trips": 500},
    "canberra": {"ante": 1000, "jackpot": 200},
    "pontoon": {"main": 1000},
}
TOURNAMENT = "saturday"
DAY = "2025-11-15"
MINUTE, HOUR = 60, 3600
# Commands whose answer tells something once and never again.
TELL_ONCE = (ResetPassword, EnrolSecondFactor, SignIn, AddDevice, ConfirmDevice, RenewDevice)
# What is no decision of a round that runs.
_NO_DECISIONS = ("place", "increase", "take_back", "sit", "join", "leave", "change_seat", "top_up", "sit_out")


def keyed(floor: Floor) -> Give:
    """Carries each command out under a key of its own, and it must succeed."""
    numbers = itertools.count(1)

    def give(actor: Actor, command: Command) -> Done:
        answer = floor.execute(actor, command, f"key {next(numbers)}")
        assert isinstance(answer, Done), f"{command}: {answer}"
        return answer

    return give


def tell(floor: Floor, clock: Clock, give: Give) -> None:
    """The whole day. What each chapter needs to see of the house it reads from `floor`."""
    with same_every_time():
        give(CROUPIER, NoteStart(version="0.1.0"))
        _people_who_work_here(clock, give)
        _two_managers(floor, give)
        _devices(clock, give)
        _doors_open(give)
        _patrons(give)
        _cage(floor, give)
        _tables(give)
        for table in TABLES:
            play_round(floor, give, table)
        _interruptions(floor, give)
        _practice_table(give)
        _live_table(give)
        _tournament(floor, give)
        _end_of_the_day(clock, give)


@contextmanager
def same_every_time() -> Iterator[None]:
    """Every shoe is in the same order, every draw the same, and passwords cost nothing."""
    with (
        patch.object(hashing, "COST", hashing.Cost(rounds=1, memory_kib=8, lanes=1)),
        patch.object(shoes, "shuffle", _known_order),
        patch.object(shoes, "below", lambda limit: limit // 2),
        patch.object(tournaments, "seed", lambda: 7),
    ):
        yield


def _known_order(cards: Sequence[Card]) -> Shuffle:
    # The nonce makes each promise another one, as in any house.
    return Shuffle(tuple(Random(len(cards)).sample(cards, len(cards))), secrets.token_bytes(NONCE_BYTES))


def _people_who_work_here(clock: Clock, give: Give) -> None:
    give(OWNER, RequireSecondFactor(required=False))
    for actor in (OWNER, *STAFF):
        give(SETTING_UP, AddStaff(id=actor.id, name=actor.id.capitalize(), roles=(actor.role,)))
    password = give(OWNER, ResetPassword(person=DEALER.person)).secret["password"]
    who: dict[str, Any] = {"name": DEALER.id, "role": Role.DEALER, "password": password}
    code = pyotp.TOTP(give(VISITOR, EnrolSecondFactor(**who)).secret["secret"])
    give(VISITOR, ConfirmSecondFactor(**who, code=code.generate_otp(clock.now // 30_000_000)))
    clock.pass_seconds(MINUTE)
    own: dict[str, Any] = {"code": code.generate_otp(clock.now // 30_000_000), "new_password": "one of my own"}
    token = give(VISITOR, SignIn(**who, **own)).secret["token"]
    clock.pass_seconds(6 * MINUTE)
    give(DEALER, StaySignedIn(token=token))
    give(DEALER, SignOut(token=token))
    give(DEALER, SetPassword(old_password="one of my own", new_password="something quite new"))
    give(OWNER, ResetSecondFactor(person=DEALER.person))
    give(VISITOR, SignIn(name=DEALER.id, role=Role.DEALER, password="something quite new"))
    give(OWNER, EndSessions(person=DEALER.person))
    give(OWNER, ChangeRoles(staff=DEALER.id, roles=(Role.DEALER, Role.CASHIER)))
    give(OWNER, SuspendStaff(staff=DEALER.id, reason="late"))
    give(OWNER, Reinstate(staff=DEALER.id, reason="on time"))
    give(CROUPIER, NoteClockJump(was=7_200_000_000, now=0))
    give(CROUPIER, NoteDenial(person=DEALER.person, role=Role.DEALER, command="open_house"))
    give(CROUPIER, NoteFlood(what="sign-ins", times=100))


def _two_managers(floor: Floor, give: Give) -> None:
    """One manager asks, and the other one agrees or does not."""
    give(MANAGER, VouchForStaff(staff=DEALER.id))
    give(MANAGER, Approve(number=ask(floor, OWNER, AddStaff(id="nora", name="Nora", roles=(Role.AUDITOR,)))))
    give(MANAGER, Approve(number=ask(floor, OWNER, ResetPassword(person="staff:nora"))))
    password = give(SETTING_UP, ResetPassword(person="staff:nora")).secret["password"]
    give(VISITOR, EnrolSecondFactor(name="nora", role=Role.AUDITOR, password=password))
    for command in (
        ResetSecondFactor(person="staff:nora"),
        ChangeRoles(staff="nora", roles=(Role.AUDITOR, Role.SUPERVISOR)),
        SetHouse(devices_play_for_money=True),
        AddDevice(id="audit", name="An audit", role=Role.AUDITOR),
        RenewDevice(device="audit", days=10),
    ):
        give(MANAGER, Approve(number=ask(floor, OWNER, command)))
    more = ChangeRoles(staff="nora", roles=(Role.AUDITOR, Role.MANAGER))
    give(MANAGER, Decline(number=ask(floor, OWNER, more), reason="not yet"))


def ask(floor: Floor, actor: Actor, command: Command) -> int:
    """The number under which a command waits for a second person."""
    answer = floor.execute(actor, command)
    assert isinstance(answer, No), f"{command}: {answer}"
    assert answer.request, f"{command}: {answer}"
    return answer.request


def _devices(clock: Clock, give: Give) -> None:
    give(CROUPIER, GiveNotice())
    today = str(GamingClock().day(clock()))
    choice = NoteHand(player="p1001", day=today, game="ultimate", drill="line", number=1, do="check", given_away=33_500)
    give(CROUPIER, choice)
    for number in range(1, DAILY_HANDS + 1):
        give(CROUPIER, replace(choice, drill=DAILY, number=number))
    give(MANAGER, AddDevice(id="wall", name="A display", role=Role.DISPLAY))
    clock.pass_seconds(HOUR)
    give(CROUPIER, NoteDeviceUse(device="wall"))
    give(MANAGER, RenewDevice(device="wall", days=10))


def _doors_open(give: Give) -> None:
    give(SETTING_UP, BeginDemo())
    give(VISITOR, EnterDemo(name=SUPERVISOR.id, role=Role.SUPERVISOR))
    give(MANAGER, EndDemo())
    give(MANAGER, SetHouse(large_cash=250_000))
    give(MANAGER, OpenHouse())
    give(MANAGER, DisableHouse(reason="fire drill"))
    give(MANAGER, EnableHouse(reason="over"))


def _patrons(give: Give) -> None:
    for number, actor in enumerate(PLAYERS, 1):
        give(CASHIER, AddPatron(name=f"Patron {actor.id}", date_of_birth="1980-02-29", membership=f"M{number}"))
    first = PLAYERS[0].id
    give(MANAGER, AddDevice(id="bot-1", name="A bot", role=Role.PLAYER, patron=first))
    password = give(SETTING_UP, ResetPassword(person=PLAYERS[0].person)).secret["password"]
    give(PLAYERS[0], ConfirmDevice(device="bot-1", password=password))
    give(MANAGER, RevokeDevice(device="bot-1", reason="lost"))
    give(CASHIER, ChangePatron(patron=first, name="Alice Reed", publicity=True))
    give(SUPERVISOR, Exclude(patron=first, until="2026-01-01", reason="a warning"))
    give(SUPERVISOR, LiftExclusion(patron=first, reason="spoken to"))
    give(MANAGER, LiftExclusion(patron=first, reason="agreed"))
    give(DIRECTOR, PreventTemporarily(patron=first, until="2025-12-01", reason="shouting"))
    give(DIRECTOR, EndPrevention(patron=first, reason="calm again"))
    give(MANAGER, WithdrawLicence(patron=first, casino="other", other="Another"))
    give(MANAGER, WithdrawLicence(patron=first, casino=""))
    give(PLAYERS[0], SetPlayTime(patron=first, minutes=20 * 60))


def _cage(floor: Floor, give: Give) -> None:
    give(CASHIER, OpenTill(counted=500_000))
    for actor in PLAYERS:
        give(CASHIER, BuyIn(patron=actor.id, amount=BOUGHT_IN))
    first = PLAYERS[0].id
    written = give(CASHIER, CashOut(patron=first, amount=5000, method=Method.VOUCHER)).answer["voucher"]
    give(CASHIER, BuyIn(patron=first, amount=5000, method=Method.VOUCHER, voucher=written))
    written = give(CASHIER, CashOut(patron=first, amount=2000, method=Method.VOUCHER)).answer["voucher"]
    give(SUPERVISOR, VoidVoucher(voucher=written, reason="torn"))
    ends = {"debit": accounts.FUNDS, "credit": accounts.patron(first)}
    asked = give(CASHIER, RequestAdjustment(**ends, amount=700, reason="paid too little")).answer["number"]
    give(SUPERVISOR, ApproveAdjustment(number=asked))
    asked = give(CASHIER, RequestAdjustment(**ends, amount=800, reason="once more")).answer["number"]
    give(MANAGER, RejectAdjustment(number=asked, reason="no"))
    for much in (BuyIn(patron=first, amount=ABOVE_CEILING), CashOut(patron=first, amount=ABOVE_CEILING)):
        give(SUPERVISOR, Approve(number=ask(floor, CASHIER, much)))


def _tables(give: Give) -> None:
    """One of each game with the virtual croupier, and one with a dealer; the first has its float counted and filled."""
    for table, game in TABLES.items():
        give(MANAGER, AddTable(table=table, game=game, title=table, settings=SETTINGS.get(game, {})))
    give(MANAGER, SetTable(table="uth-1", title="Ultimate Texas Hold-em", betting_seconds=10))
    give(MANAGER, AddTable(table=LIVE_TABLE, game="ultimate", title="With a dealer", mode="live"))
    give(DEALER, OpeningCount(table="uth-1", counted=0))
    asked = give(SUPERVISOR, RequestFill(table="uth-1", amount=1_000_000)).answer["number"]
    give(CASHIER, SendFill(number=asked))
    asked = give(SUPERVISOR, RequestCredit(table="uth-1", amount=100_000)).answer["number"]
    give(CASHIER, ReceiveCredit(number=asked))
    asked = give(SUPERVISOR, RequestFill(table="pon-1", amount=1_000_000)).answer["number"]
    give(SUPERVISOR, CancelChips(number=asked, reason="a mistake"))
    for table in (*TABLES, LIVE_TABLE):
        give(SUPERVISOR, Play(table=table, do="open_table"))


def play_round(floor: Floor, give: Give, table: str) -> None:
    """A whole round with three players at a virtual table, always the first thing that each of them may do."""
    game = TABLES[table]
    for seat, actor in enumerate(PLAYERS, 1):
        if game == "holdem":
            give(actor, Play(table=table, do="join", seat=seat, amount=50_000))
        else:
            give(actor, Play(table=table, do="place", seat=seat, wagers=WAGERS[game]))
    give(SUPERVISOR, Deal(table=table))
    while floor.record(f"table:{table}").state.felt.stage is not Stage.OVER:
        give(*next_decision(floor, table))


def next_decision(floor: Floor, table: str) -> tuple[Actor, Command]:
    """What somebody may do in the round that runs; where nobody has to, the croupier goes on."""
    for actor in PLAYERS:
        view = view_of(floor.record(f"table:{table}"), actor).as_json()
        for choice in view["choices"]:
            is_theirs = choice.get("seat") in view["your_seats"]
            if is_theirs and choice["do"] not in _NO_DECISIONS and not view["may_deal"]:
                amount = choice["amounts"][0] if "amounts" in choice else choice.get("least")
                paid = {"amounts": {actor.id: amount}} if choice["do"] == "double" else {"amount": amount}
                given: dict[str, Any] = {"seat": choice["seat"], "hand": choice.get("hand", 1), **paid}
                return actor, Play(table=table, do=choice["do"], **given)
    return CROUPIER, Deal(table=table)


def _interruptions(floor: Floor, give: Give) -> None:
    """A round is voided at a table that was disabled, a dispute is recorded, and somebody has gone without a word."""
    for seat, actor in enumerate(PLAYERS, 1):
        give(actor, Play(table="uth-1", do="place", seat=seat, wagers=WAGERS["ultimate"]))
    give(SUPERVISOR, Deal(table="uth-1"))
    give(SUPERVISOR, DisableTable(table="uth-1", reason="spilt drink"))
    void = Play(table="uth-1", do="void_round", reason="disturbance")
    give(MANAGER, Approve(number=ask(floor, SUPERVISOR, void)))
    give(SUPERVISOR, EnableTable(table="uth-1", reason="dry again"))
    dispute = Play(table="uth-1", do="record_dispute", reason="who spilt it", ruling="nobody")
    give(MANAGER, Approve(number=ask(floor, SUPERVISOR, dispute)))
    give(DEALER, Play(table="uth-1", do="leave", seat=1))
    give(CROUPIER, Depart(table="uth-1", player=PLAYERS[0].id))


def _practice_table(give: Give) -> None:
    """Somebody practises with two bots: asks for a hand, folds it, takes that back and plays it."""
    first, table = PLAYERS[0], PRACTICE_TABLE
    give(MANAGER, AddTable(table=table, game="ultimate", title="Practice", mode="practice"))
    give(SUPERVISOR, Play(table=table, do="open_table"))
    give(first, AskForHand(table=table, hand=("Ah", "As")))
    give(first, Play(table=table, do="place", seat=1, wagers=WAGERS["ultimate"]))
    give(first, SeatBots(table=table, number=2))
    give(first, Deal(table=table))
    give(first, Play(table=table, do="fold", seat=1))
    give(first, TakeBack(table=table))
    give(first, Play(table=table, do="play", seat=1, amount=4000))
    give(first, SendBotsAway(table=table))
    give(first, Play(table=table, do="leave", seat=1))


def _live_table(give: Give) -> None:
    """A dealer checks the cards, enters a wager and the first cards, and a misdeal is ruled."""
    cards = tuple(map(face, ULTIMATE_DECK.cards))
    for actor in (DEALER, SUPERVISOR):
        give(actor, Play(table=LIVE_TABLE, do="check_cards", cards=cards))
    give(DEALER, Play(table=LIVE_TABLE, do="start_round"))
    give(PLAYERS[0], SetStakeLimit(table=LIVE_TABLE, amount=50_000))
    wagers = {"ante": 1000, "blind": 1000}
    give(DEALER, Play(table=LIVE_TABLE, do="place", seat=1, player=PLAYERS[0].id, wagers=wagers))
    give(DEALER, Play(table=LIVE_TABLE, do="shuffle"))
    give(DEALER, Play(table=LIVE_TABLE, do="deal", cards=("As", "Kd")))
    give(DEALER, CallSupervisor(table=LIVE_TABLE, reason="a drink over the cards"))
    give(SUPERVISOR, AnswerCall(table=LIVE_TABLE))
    give(SUPERVISOR, Play(table=LIVE_TABLE, do="void_round", reason="disturbance"))


def _tournament(floor: Floor, give: Give) -> None:
    give(DIRECTOR, SaveStructure(name="own", text=text_of(event("friday_freezeout"))))
    give(MANAGER, DropStructure(name="own"))
    structure = {"structure": "saturday_special", "start": "2025-11-15T18:00"}
    give(DIRECTOR, AddTournament(tournament=TOURNAMENT, **structure))
    for do in ("publish_conditions", "open_entries"):
        give(DIRECTOR, Desk(tournament=TOURNAMENT, do=do))
    first, second, third = (actor.id for actor in PLAYERS)
    give(CASHIER, Desk(tournament=TOURNAMENT, do="register", given={"person": first}))
    give(CASHIER, Desk(tournament=TOURNAMENT, do="register", given={"person": second}, paid_by="cash"))
    give(DIRECTOR, Undo(tournament=TOURNAMENT))
    give(DIRECTOR, Redo(tournament=TOURNAMENT))
    give(MANAGER, SetHouse(cage_ceiling=100))
    entry = Desk(tournament=TOURNAMENT, do="register", given={"person": third}, paid_by="cash")
    give(SUPERVISOR, Approve(number=ask(floor, CASHIER, entry)))
    give(MANAGER, Approve(number=ask(floor, OWNER, SetHouse(cage_ceiling=CAGE_CEILING))))


def _end_of_the_day(clock: Clock, give: Give) -> None:
    """The doors close, every float and the till are counted, and the books of the day are closed."""
    give(MANAGER, CloseHouse(reason="late"))
    clock.pass_seconds(12 * HOUR)
    for table in (*TABLES, LIVE_TABLE):
        counted = max(books.balance(f"float:{table}"), 0)
        give(SUPERVISOR, ClosingCount(table=table, counted=counted))
    give(CASHIER, CloseTill(counted=1_000_000))
    clock.pass_seconds(12 * HOUR)
    give(MANAGER, CloseDay(day=DAY))
    give(CASHIER, CashOut(patron=PLAYERS[2].id, amount=None, method=Method.EFT))

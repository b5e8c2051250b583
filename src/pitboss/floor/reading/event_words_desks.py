"""Describes the events of the desks: people, money, counts, doors. Who did it stands beside the sentence."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any

from pitboss.floor.cage.events import METHOD_WORDS
from pitboss.floor.kernel.days import SECOND
from pitboss.floor.people.patron_record import UNTIL_ENDED
from pitboss.floor.reading.event_forms import day, of_account, reason
from pitboss.games.command import dollars
from pitboss.rulebook.refusal import in_words as words


def _bought_in(event: Any) -> str:
    where = f" at {event.table}" if event.table else ""
    how = f"with voucher {event.voucher}" if event.voucher is not None else f"by {METHOD_WORDS[event.method]}"
    return f"{event.patron} buys in for {dollars(event.amount)} {how}{where}."


def _cashed_out(event: Any) -> str:
    how = f"on voucher {event.voucher}" if event.voucher is not None else f"by {METHOD_WORDS[event.method]}"
    return f"{event.patron} is paid {dollars(event.amount)} {how}."


def _large_cash(event: Any) -> str:
    way = "bought in with" if event.direction == "in" else "was paid"
    return (
        f"{event.patron} {way} {dollars(event.amount)} in cash; {dollars(event.total)} in this gaming day has to be"
        f" reported, from {dollars(event.limit)} on."
    )


def _till_opened(event: Any) -> str:
    left = "" if event.left is None else f"; {dollars(event.left)} was left in it"
    return f"The till opens with {dollars(event.counted)}{left}."


def _clock_jumped(event: Any) -> str:
    way = "back" if event.now < event.was else "forward"
    return f"The clock on the wall jumps {way} by {timedelta(seconds=abs(event.now - event.was) // SECOND)}."


def _adjustment(event: Any) -> str:
    ends = f"{dollars(event.amount)} from {of_account(event.debit)} to {of_account(event.credit)}"
    return f"{ends}: {reason(event.reason)}"


def _describe_excluded(event: Any) -> str:
    how = "on the patron's own order" if event.self_requested else "by direction"
    return f"Excluded {how} {_ends(event.until)}: {reason(event.reason)}"


def _ends(last: date | None) -> str:
    if last == UNTIL_ENDED:
        return "until it is ended"
    return "for ever" if last is None else f"until {day(last)}"


def _patron(event: Any) -> str:
    member = f", member {event.membership}" if event.membership else ""
    public = "may be named in public" if event.publicity else "is not to be named in public"
    return f"{event.name}, born {day(event.born)}{member}, {public}."


def _play_time(event: Any) -> str:
    if event.minutes is None:
        return "Play time is not limited any more."
    return f"Play time is limited to {event.minutes} minutes a gaming day."


def _device_added(event: Any) -> str:
    until = f" for {event.days} days" if event.days else ""
    if event.patron:
        return (
            f"The device {event.name} plays for {event.patron}{until}{'' if event.token else ' once they confirm it'}."
        )
    where = f" at {' and '.join(event.tables)}" if event.tables else ""
    return f"The device {event.name} acts as {event.role}{where}{until}."


def _house_set(event: Any) -> str:
    devices = "for money too" if event.devices_play_for_money else "at practice tables"
    return (
        f"The house is set: time zone {event.time_zone}, gaming days from {event.first_hour}:00, large cash from"
        f" {dollars(event.large_cash)}, devices of patrons play {devices}; one person alone at a table up to"
        f" {dollars(event.table_ceiling)} and {dollars(event.table_day_ceiling)} a day, at the cage up to"
        f" {dollars(event.cage_ceiling)} and {dollars(event.cage_day_ceiling)}."
    )


_COUNT = " count of the float of {table}: {counted:$}, by the books {book:$}."
WORDS: Mapping[str, str | Callable[[Any], str]] = {
    "floor.AdjustmentApproved": lambda event: f"Adjustment {event.number} is approved: {_adjustment(event)}",
    "floor.AdjustmentRejected": "Adjustment {number} is turned down: {reason:r}",
    "floor.AdjustmentRequested": lambda event: f"Adjustment {event.number} is asked for: {_adjustment(event)}",
    "floor.BoughtIn": _bought_in,
    "floor.CameToTable": "Comes to table {table}.",
    "floor.CashedOut": _cashed_out,
    "floor.ChipsCancelled": "Request {number} for chips is withdrawn: {reason:r}",
    "floor.ChipsMoved": "The {chips} of {amount:$} for {table} is made.",
    "floor.ChipsRequested": "A {chips} of {amount:$} is asked for at {table}.",
    "floor.ClockJumped": _clock_jumped,
    "floor.ClosingCounted": f"Closing{_COUNT}",
    "floor.CredentialSet": "A new password is set.",
    "floor.DecisionKept": "{player} may come back to this decision.",
    "floor.DecisionTakenBack": "{player} takes the last decision back.",
    "floor.DemoBegan": "The demo begins.",
    "floor.DemoEnded": "The demo is over.",
    "floor.Denied": "{person}, {role}, is turned away: {command:w}.",
    "floor.DeviceAdded": _device_added,
    "floor.DeviceConfirmed": "The patron lets the device play.",
    "floor.DeviceRevoked": "The device may not act any more: {reason:r}",
    "floor.DeviceSeen": "The device is in use.",
    "floor.Excluded": _describe_excluded,
    "floor.ExclusionLifted": "The exclusion is lifted: {reason:r}",
    "floor.FloodTurnedAway": "A flood is turned away: {times} {what} more than the house takes.",
    "floor.Given": "A command is given to the rules.",
    "floor.HandAsked": "{player} asks for a hand.",
    "floor.HouseClosed": lambda event: f"The house closes{f': {reason(event.reason)}' if event.reason else '.'}",
    "floor.HouseOpened": "The house opens.",
    "floor.HouseSet": _house_set,
    "floor.HouseStarted": "The server starts, version {version}.",
    "floor.KeptFromHarm": "Kept from an event to prevent harm: {reason:r}",
    "floor.LargeCash": _large_cash,
    "floor.LeftTable": "Leaves table {table}.",
    "floor.LicenceWithdrawn": lambda event: (
        f"The licence to enter is withdrawn by {event.casino}."
        if event.casino
        else "The licence to enter is no longer withdrawn."
    ),
    "floor.LiftAsked": "Somebody asks to lift the exclusion: {reason:r}",
    "floor.LockedOut": "Locked after too many wrong attempts.",
    "floor.MembershipHeld": "The membership belongs to {patron}.",
    "floor.HandTrained": "A hand of {game} was trained.",
    "floor.DailySetDone": "{player} has done the hands of the day in {game}.",
    "floor.NoticeGiven": "The house gives notice to devices without an end and to accounts in one hand.",
    "floor.Numbered": "The next patron has the number after {number}.",
    "floor.OpeningCounted": f"Opening{_COUNT}",
    "floor.PatronAdded": lambda event: f"A new patron: {_patron(event)}",
    "floor.PatronChanged": lambda event: f"The patron's particulars are changed: {_patron(event)}",
    "floor.PlayTimeSet": _play_time,
    "floor.Prevented": lambda event: f"Temporary prevention of entry {_ends(event.until)}: {reason(event.reason)}",
    "floor.PreventionEnded": "The temporary prevention of entry is over: {reason:r}",
    "floor.RolesChanged": lambda event: f"May act as {' and '.join(sorted(event.roles)) or 'nobody'}.",
    "floor.SecondFactorConfirmed": "The second factor is set up.",
    "floor.SecondFactorOffered": "A second factor waits for its first code.",
    "floor.SecondFactorRemoved": "The second factor is taken away.",
    "floor.SecondFactorRequired": lambda event: (
        f"The staff {'need a second factor' if event.required else 'need no second factor'} to sign in."
    ),
    "floor.SessionSeen": "The session is in use.",
    "floor.SessionsEnded": "All sessions are ended.",
    "floor.ShoeArranged": "Shoe {number} of {cards} cards is arranged as was asked for, and its order promised.",
    "floor.SignInFailed": "A sign-in failed: the {what} was wrong.",
    "floor.SignedIn": "Signs in as {role}.",
    "floor.SignedOut": "Signs out.",
    "floor.StaffAdded": lambda event: f"{event.name} works here as {' and '.join(sorted(event.roles))}.",
    "floor.StaffReinstated": "Works here again: {reason:r}",
    "floor.StaffVouchedFor": "Another manager vouches for the account.",
    "floor.StaffSuspended": "Suspended: {reason:r}",
    "floor.StepRedone": "The step is done again.",
    "floor.StepTaken": lambda event: f"{words(event.do).capitalize()}.",
    "floor.StepUndone": "The last step is undone.",
    "floor.StepWithdrawn": "An earlier step is withdrawn.",
    "floor.TableAdded": lambda event: f"Table {event.table} is added: {event.title}. {event.instrument}.",
    "floor.TillClosed": "The till of {day:d} closes: {counted:$} counted, {expected:$} expected.",
    "floor.TillOpened": _till_opened,
    "floor.TournamentAdded": lambda event: f"The tournament is set up: {event.conditions.title}.",
    "floor.UnknownSignIn": "Somebody tried to sign in with a name that nobody has.",
    "floor.VoucherVoided": "Voucher {voucher} of {patron} for {amount:$} is void: {reason:r}",
}

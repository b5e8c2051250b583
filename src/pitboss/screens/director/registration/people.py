"""Whoever stands at the registration desk: whether they may enter, how they may pay, what else can be done for them.

Every answer is that of the real command, asked beforehand and not given.
"""

from typing import Any, NamedTuple

from pitboss.floor.cage.record import cage_of
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.preview import answer_of, preview
from pitboss.floor.people.patron_record import Patron
from pitboss.floor.reading.tournaments import entries
from pitboss.floor.tournaments.commands import Desk
from pitboss.games.money import Move
from pitboss.ledger import books
from pitboss.screens.common.formatting import money
from pitboss.screens.common.pages import Context, Visit
from pitboss.screens.director.frame import RUN_BY
from pitboss.tournaments.entries.eligibility import PREVENTED, REFUSED
from pitboss.tournaments.entries.entries import agreement_wanted, has_begun
from pitboss.tournaments.entries.refunds import left_of
from pitboss.tournaments.entries.reserves import available
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.rulesets import BLINDED, DAY_BEFORE, RE_ENTRIES
from pitboss.tournaments.event.state import IN_THE_FIELD, WAITING, Entrant, Player, Status

# So much of what the log tells of somebody is shown.
_LINES = 8
_HOLD_AN_ENTRY = (Status.REGISTERED, Status.UNPAID, Status.SEATED, *WAITING)


class Offer(NamedTuple):
    """A way to pay with what it would move: entry fee and administration fee; or why it cannot be."""

    way: entries.Way
    fee: int
    admin: int
    no: No | None


class Grant(NamedTuple):
    """An entry of which the director may give back everything that is left, or (True) the administration fee alone."""

    number: int
    cents: dict[bool, int]


class FeeMatter(NamedTuple):
    """Something a fee is taken for: the command with whom it is about, the ways to pay, or why it cannot be."""

    do: str
    given: dict[str, str]
    no: No | None
    offers: tuple[Offer, ...] = ()
    agreement: str = ""

    @property
    def fees(self) -> tuple[int, int]:
        """Entry fee and administration fee, as the first way that can be gone moves them."""
        return next(((each.fee, each.admin) for each in self.offers if each.fee or each.admin), (0, 0))


def refusal_now(visit: Visit, record: Record, do: str, **given: Any) -> No | None:
    """Why a command of the desk would be turned down now; None where it would be done."""
    answer = answer_of(visit.floor, visit.actor, Desk(tournament=record.id, do=do, given=given))
    return answer if isinstance(answer, No) else None


def shown_person(visit: Visit, record: Record, patron: Patron) -> Context:
    """Everything that the desk shows of somebody."""
    state, at = record.state, visit.floor.clock()
    entrant = state.entrants.get(patron.id)
    is_in = entrant is not None and entrant.status is not Status.DEREGISTERED
    return {
        "patron": patron,
        "may_end_prevention": visit.actor.role in RUN_BY and bool(patron.prevented_until or patron.harm),
        "balance": books.balance(accounts.patron(patron.id)),
        "checks": entries.checks(
            record, patron, at, gaming_clock(visit.floor), list(visit.floor.records("tournament").values())
        ),
        "entrant": entrant if is_in else None,
        "matters": _matters(visit, record, patron, entrant if is_in else None),
        "has_card": bool(entries.seat_cards(state, player=patron.id)),
        "must_wait": not entries.seats_free(state) or bool(state.started and (state.alternates or state.reentries)),
        "own_entries": entries.entries_of(state, patron.id),
        "refundable": _refundable(visit, record, patron.id),
        "about": entries.lines_about(record, patron.id, _LINES),
        **_cancelling(visit, record, entrant, at),
        **_others(visit, record, patron.id, entrant if is_in else None),
    }


def _matters(visit: Visit, record: Record, patron: Patron, entrant: Entrant | None) -> list[FeeMatter]:
    """Return the fees that may be taken: for an entry, one that is owed, or coming back by the document."""
    if entrant is None:
        agreement = agreement_wanted(record.state)
        # What is to be signed is ticked with the entry itself.
        no = refusal_now(visit, record, "register", person=patron.id, agreement=True)
        return [_matter(visit, record, "register", {"person": patron.id}, no, agreement)]
    return [
        _matter(visit, record, do, {"player": patron.id}, refusal_now(visit, record, do, player=patron.id))
        for do in _coming_back(record, entrant)
    ]


def _coming_back(record: Record, entrant: Entrant) -> tuple[str, ...]:
    state = record.state
    has_reentries = state.rules.coming_back == RE_ENTRIES and state.conditions.reentries != 0
    if entrant.status is Status.UNPAID:
        return ("pay_fee",)
    if entrant.status is Status.OUT:
        return ("rebuy",) if state.conditions.rebuys is not None else ("reenter",)
    if entrant.status is not Status.SEATED or state.started is None:
        return ()
    if state.conditions.rebuys is not None:
        return ("add_on",) if entrant.stack else ("rebuy",)
    return ("forfeit_and_reenter",) if has_reentries else ()


def _matter(
    visit: Visit, record: Record, do: str, given: dict[str, str], no: No | None, agreement: str = ""
) -> FeeMatter:
    if no:
        return FeeMatter(do, given, no)
    patron, at_cage = next(iter(given.values())), cage_of(visit.floor)
    outside = [number for number, each in at_cage.vouchers.items() if each.patron == patron]
    found = tuple(
        _offer(visit, record, do, given, way) for way in entries.ways(record.state, visit.actor.role, do, outside)
    )
    return FeeMatter(do, given, None, found, agreement)


def _offer(visit: Visit, record: Record, do: str, given: dict[str, str], way: entries.Way) -> Offer:
    more: Context = {**given, **way.given, **({"agreement": True} if do == "register" else {})}
    command = Desk(tournament=record.id, do=do, given=more, paid_by=way.paid_by, voucher=way.voucher)
    would = preview(visit.floor, visit.actor, command)
    if isinstance(would, No):
        return Offer(way, 0, 0, _in_money(would, next(iter(given.values()))))
    return Offer(way, *_fees(record, would.moves), None)


def _in_money(no: No, player: Player) -> No:
    """An account that is short, by what is in it."""
    if no.word != "not_enough":
        return no
    return No(f"There is {money(books.balance(accounts.patron(player)))} in the account.", word=no.word)


def _fees(record: Record, moves: tuple[Move, ...]) -> tuple[int, int]:
    """Return the amount for pool and commission, and the amount for administration."""
    admin = accounts.at(record.id, "administration fees")
    fee = {accounts.at(record.id, name) for name in ("prize pool", "tournament commission")}
    return sum(each.amount for each in moves if each.target in fee), sum(
        each.amount for each in moves if each.target == admin
    )


def _cancelling(visit: Visit, record: Record, entrant: Entrant | None, at: int) -> Context:
    """Return the refund that the rules give on cancelling, and whether the desk or the director may do it."""
    if entrant is None or entrant.status not in _HOLD_AN_ENTRY:
        return {"back": None}
    back: entries.Back = entries.money_back(record, entrant.player, at)
    may_agree = visit.actor.role in RUN_BY and not back.due.entitled and bool(back.due.needs)
    agreed_no = (
        refusal_now(visit, record, "cancel_entry", player=entrant.player, discretion=True) if may_agree else None
    )
    return {
        "back": back,
        "cancel_no": refusal_now(visit, record, "cancel_entry", player=entrant.player),
        "may_agree": may_agree and agreed_no is None and back.agreed.refund_cents > 0,
    }


def _refundable(visit: Visit, record: Record, player: Player) -> list[Grant]:
    """Entries of which the director may give something back, each with what that would be."""
    if visit.actor.role not in RUN_BY or record.state.rules.refunds != DAY_BEFORE:
        return []
    found = []
    for entry in record.state.entries:
        fee, admin = left_of(entry)
        if entry.player == player and (fee or admin):
            amounts = {False: fee + admin, True: admin}
            may = {
                only: cents
                for only, cents in amounts.items()
                if cents
                and refusal_now(visit, record, "grant_refund", entry=entry.number, reason="-", admin_only=only) is None
            }
            found += [Grant(entry.number, may)] if may else []
    return found


def _others(visit: Visit, record: Record, player: Player, entrant: Entrant | None) -> Context:
    """Who may take over the entry, whom somebody is kept apart from, and whether the director keeps them out."""
    state, runs = record.state, visit.actor.role in RUN_BY
    is_star = state.rules.no_show == BLINDED
    holds = entrant is not None and entrant.status in _HOLD_AN_ENTRY
    why = state.barred.get(player, "")
    is_reserve = player in available(state)
    return {
        "may_transfer": is_star and holds and entrant is not None and not has_begun(state, entrant),
        "may_substitute": runs and not is_star and entrant is not None and entrant.status in IN_THE_FIELD,
        "may_connect": entrant is not None and entrant.status in (*IN_THE_FIELD, Status.UNPAID),
        "apart": sorted(other for pair in state.connected if player in pair for other in pair if other != player),
        "may_refuse": runs and entrant is None and not why,
        "may_readmit": runs and why in (PREVENTED, REFUSED),
        "may_wait_as_reserve": not is_star
        and entrant is None
        and not is_reserve
        and refusal_now(visit, record, "enter_reserve", person=player) is None,
        "is_reserve": is_reserve,
        "no_shows": _no_shows(record) if is_reserve and runs else [],
        "may_mark_no_show": runs
        and not is_star
        and entrant is not None
        and refusal_now(visit, record, "mark_no_show", player=player) is None,
    }


def _no_shows(record: Record) -> list[Player]:
    """Whose seat a reserve might buy: forfeited, or not played for yet."""
    return [
        each.player
        for each in record.state.entrants.values()
        if each.status is Status.FORFEITED or (each.status in IN_THE_FIELD and not each.has_played)
    ]

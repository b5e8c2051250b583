"""API reads of people: oneself, and for the staff the patrons."""

from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.roles import STAFF, Role
from pitboss.floor.people import patron_record
from pitboss.floor.reading.tournaments.views import plain
from pitboss.ledger import books
from pitboss.screens.api.reads import ANYBODY, Answer, Number, Read, ReadRequest, Word
from pitboss.screens.common import process

MOST_FOUND = 100
# How somebody gets in is nobody's business, and play that is over counts in the sums only.
_NOT_TOLD = ("access", "played")


def me(asked: ReadRequest) -> Answer:
    """Who is asking, in which role, and for a player the balances in cents and the play time of this gaming day.

    A device that plays for a patron is told nothing of their money.
    """
    person = {"person": asked.actor.person, "id": asked.actor.id, "role": asked.actor.role, "at": asked.floor.clock()}
    if asked.actor.role is not Role.PLAYER or asked.actor.device:
        return person
    record: patron_record.Patron = asked.floor.record(asked.actor.person)
    return {**person, "name": record.name, **_money(asked.actor.id), "play_time": _play_time(asked, record)}


def patrons(asked: ReadRequest) -> Answer:
    """Patrons whose id, membership or name has the words that are searched for, in the order of their names."""
    found = process.directory().search(asked.query["search"], asked.query["most"])
    return {"patrons": [each._asdict() for each in found]}


def patron(asked: ReadRequest) -> Answer | No:
    """A patron as the staff or the patron may know them: particulars, exclusions, play time, balances in cents.

    Dealers are told neither the date of birth nor the balances.
    """
    name = asked.path["patron"]
    if asked.actor.device:
        return No("A device is told nothing about its patron.", field="patron", word="device", status=403)
    if asked.actor.role is Role.PLAYER and asked.actor.id != name:
        return No("Players can look at themselves only.", field="patron", word="role", status=403)
    record: patron_record.Patron | None = asked.floor.record(f"patron:{name}") if is_id(name) else None
    if record is None:
        return patron_record.unknown(name)
    is_dealer = asked.actor.role is Role.DEALER
    not_told = (*_NOT_TOLD, "born") if is_dealer else _NOT_TOLD
    particulars = {key: plain(value) for key, value in record._asdict().items() if key not in not_told}
    return {**particulars, **({} if is_dealer else _money(name)), "play_time": _play_time(asked, record)}


def _money(name: str) -> dict[str, int]:
    account = accounts.patron(name)
    return {"balance": books.balance(account), "practice_balance": books.balance(accounts.practice(account))}


def _play_time(asked: ReadRequest, record: patron_record.Patron) -> Answer:
    at, clock = asked.floor.clock(), gaming_clock(asked.floor)
    return {
        "seconds": patron_record.played_seconds(record, at, clock),
        "seconds_left": patron_record.play_seconds_left(record, at, clock),
        "limit_minutes": patron_record.play_limit(record, at),
        "warning": patron_record.play_warning(record, at, clock),
    }


READS = (
    Read(path="/api/me", roles=ANYBODY, answer=me),
    Read(
        path="/api/patrons",
        roles=STAFF,
        answer=patrons,
        query={
            "search": Word("Part of an id, a name or a membership."),
            "most": Number(1, MOST_FOUND, 20, "How many patrons at most."),
        },
    ),
    Read(path="/api/patrons/{patron}", roles=(Role.PLAYER, *STAFF), answer=patron),
)

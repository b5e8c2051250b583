"""Recall: any round at any of its steps, as any person saw it then, beside its journal and the money it moved."""

from typing import NamedTuple

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.reading import recall
from pitboss.floor.reading.journal_search import JournalEntry, JournalQuery, search
from pitboss.floor.reading.recall import NoSuchRound, PastStep
from pitboss.floor.reading.sittings import last_rounds
from pitboss.floor.tables.record import TableRecord, stream_of
from pitboss.games.play import Stage
from pitboss.journal.models import Event
from pitboss.ledger.models import Transfer
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.desk_words import account
from pitboss.screens.common.felts.frame import shown_of
from pitboss.screens.common.formatting import first_name
from pitboss.screens.common.forms import whole
from pitboss.screens.common.pages import Context, Drawn, Visit, draw, page

READERS = (Role.AUDITOR, Role.MANAGER, Role.SUPERVISOR)
MOST_EVENTS = 500
# Those who may look without being anybody at the table.
_PUBLIC, _DEALER = Actor("display:recall", Role.DISPLAY), Actor("staff:recall", Role.DEALER)


@page(*READERS)
def choose(visit: Visit) -> Drawn:
    """The rounds of a table to choose from."""
    tables = list(visit.floor.records("table").values())
    chosen = visit.request.GET.get("table", "") or (tables[0].id if tables else "")
    rounds = last_rounds(chosen, None, 50) if is_id(chosen) else ()
    return draw(visit, "audit/rounds.html", tables=tables, chosen=chosen, rounds=rounds)


@page(*READERS)
def recall_round(visit: Visit, table: str, number: str) -> Drawn:
    asked = whole(number)
    if asked is None or not is_id(table):
        return not_found("such round")
    try:
        past, steps = recall.find_round(table, asked), recall.steps(table, asked)
    except NoSuchRound as unknown:
        return No(str(unknown), word="unknown", status=404)
    step = whole(visit.request.GET.get("step", "")) or len(steps)
    if not 1 <= step <= len(steps):
        return No(f"This round has the steps 1 to {len(steps)}.", field="step", word="unknown", status=404)
    viewers = viewers_for(visit, steps[-1].record)
    seen_by = visit.request.GET.get("as", "") or next(iter(viewers))
    if seen_by not in viewers:
        reason = "A hand is its player's alone until the round is over, and afterwards the auditor's too."
        return No(reason, field="as", word="hidden", status=403)
    taken = steps[step - 1]
    shown: Context = shown_of(taken.record, viewers[seen_by][1], taken.position)
    shown |= {"buttons": [], "betting": None, "may_sit": [], "may_leave": None, "waits_until": None}
    shown |= {"number": asked, "step": step, "steps": len(steps), "at": taken.at, "is_live": False}
    events = _events(table, past.first_seq, past.last_seq)
    shown |= {
        "viewers": {key: words for key, (words, _) in viewers.items()},
        "seen_by": seen_by,
        "events": events,
        "step_of": _step_of(events, steps),
        "transfers": _transfers(taken),
        "digests": _digests(taken),
    }
    return draw(visit, "audit/recall.html", **shown, position=taken.seq)


def viewers_for(visit: Visit, last: TableRecord) -> dict[str, tuple[str, Actor]]:
    """As whom somebody may look back: a hand is its player's alone while the round runs, and then the auditor's too."""
    found = {"own": (str(visit.actor.role), visit.actor), "dealer": ("dealer", _DEALER), "public": ("public", _PUBLIC)}
    if visit.actor.role is Role.AUDITOR and last.state.felt.stage is Stage.OVER:
        players = {
            *last.state.house.seated.values(),
            *(wager.player for wager in last.state.felt.wagers),
            *last.present,
        }
        found |= {name: (first_name(name), Actor(f"patron:{name}", Role.PLAYER)) for name in sorted(players)}
    return found


def _events(table: str, first_seq: int, last_seq: int) -> tuple[JournalEntry, ...]:
    wanted = JournalQuery(stream=stream_of(table), from_seq=first_seq, to_seq=last_seq)
    return search(wanted, newest_first=False, most=MOST_EVENTS).rows


def _step_of(events: tuple[JournalEntry, ...], steps: list[PastStep]) -> dict[int, int]:
    """The step that each event belongs to, so that a row of the journal leads to the table after it."""
    ends = [each.seq for each in steps]
    return {row.seq: next((n for n, end in enumerate(ends, 1) if row.seq <= end), len(ends)) for row in events}


class Transferred(NamedTuple):
    """Money that was moved, with the event that moved it."""

    debit: str
    credit: str
    cents: int
    clause: str
    kind: str


def _transfers(taken: PastStep) -> list[Transferred]:
    """The money that a step moved, with the clause of the event that moved it."""
    command = Event.objects.filter(seq=taken.seq).values_list("command", flat=True).first()
    moved = Transfer.objects.filter(cause__command=command).order_by("id")
    columns = moved.values_list("debit", "credit", "cents", "cause")
    rows = search(JournalQuery(from_seq=command, to_seq=taken.seq), newest_first=False, most=MOST_EVENTS).rows
    clauses = {row.seq: (row.clause, row.kind) for row in rows}
    return [
        Transferred(account(debit), account(credit), cents, *clauses.get(cause, ("", "")))
        for debit, credit, cents, cause in columns
    ]


def _digests(taken: PastStep) -> dict[str, str]:
    found = dict(Event.objects.filter(seq__in=(taken.seq - 1, taken.seq)).values_list("seq", "house_digest"))
    return {"before": found.get(taken.seq - 1, ""), "after": found.get(taken.seq, "")}

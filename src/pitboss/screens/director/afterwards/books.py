"""The books of an event: its chips beside the count, its money beside the ledger of the house."""

from django.http import HttpResponse

from pitboss.floor.reading.tournaments import papers as tournament_papers
from pitboss.screens.common.desk_words import account, cause
from pitboss.screens.common.pages import Context, Visit
from pitboss.screens.director.frame import READ_BY, tournament_page, tournament_part
from pitboss.tournaments.chips import counting
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.rulesets import STAR

SECTIONS = (("Reconciliation", ""), ("Results", "results"), ("Log", "log"), ("Rulings", "log?only=rulings"))


@tournament_page(*READ_BY)
def reconciliation(visit: Visit, record: Record, template: str = "director/afterwards/books.html") -> HttpResponse:
    return tournament_part(visit, record, template, **books_of(visit, record))


def books_of(visit: Visit, record: Record) -> Context:
    found, counted = tournament_papers.books_of(visit.floor, record.id), record.state.chips.counted
    patrons = [line for line in found.others if line.account.startswith("patron:")]
    return {
        **common(record, ""),
        "chips": counting.ledger(record.state),
        "difference": None if counted is None else counting.reconcile(record.state, counted).difference,
        "books": found,
        "patrons": patrons,
        "account_lines": [*found.own, *(line for line in found.others if line not in patrons)],
        "denominations": record.state.conditions.denominations,
        "account_words": lambda name: own_account(name, record.id),
        "cause_words": cause,
        "journal": tournament_papers.last_position(record),
    }


# What the accounts of an event are called on its own pages.
_OWN_ACCOUNTS = {
    "prizes": "prize pool",
    "fees": "administration fees",
    "tournament-commission": "commission",
    "tickets": "tickets",
}


def own_account(name: str, tournament: str) -> str:
    kind, _, place = name.partition(":")
    return _OWN_ACCOUNTS[kind] if place == tournament and kind in _OWN_ACCOUNTS else account(name)


def common(record: Record, section: str) -> Context:
    """Return the context shared by every page of this part."""
    return {
        # Who may be named in public is a rule of the Star alone.
        "publicity_clause": "STAR 6.20" if record.state.rules.prefix == STAR else "",
        "sections": SECTIONS,
        "section": section,
    }

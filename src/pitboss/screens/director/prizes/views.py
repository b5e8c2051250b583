"""Prizes: the pool and where it comes from, places as they fall, what is paid, and the papers for it."""

from django.http import HttpResponse

from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading.tournaments import papers as tournament_papers
from pitboss.floor.reading.tournaments import prizes as tournament_prizes
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.desk_words import in_words
from pitboss.screens.common.pages import Context, Drawn, Visit
from pitboss.screens.director.frame import DESK, tournament_page, tournament_part
from pitboss.screens.director.prizes.deals import METHOD_TITLES
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.prizes import paying
from pitboss.tournaments.prizes.same_round import DRAW, SHARE_ALL, TIERED

# Whoever may look at a patron's account at the cage.
_AT_THE_CAGE = (Role.CASHIER, Role.MANAGER)
READ_PAPERS = (*DESK, Role.AUDITOR)
METHOD_WORDS = {
    "cash": "Cash",
    "chips": "Chips",
    "eft": "Electronic transfer",
    "cheque": "Cheque",
    "front_money": "Front money",
}
# A prize is in the account once it is given; how it is to leave the house from there.
PAID_WORDS = {
    "cash": "In the account, for cash at the cage",
    "chips": "In the account, for chips",
    "eft": "In the account, to be transferred",
    "cheque": "In the account, for a cheque",
    "front_money": "In the account",
}
# What the readings of a tie mean (T-02).
READING_WORDS = {
    TIERED: "Table by table: the best of each table share the highest places, the next of each those below",
    SHARE_ALL: "All of them share all of the places",
    DRAW: "A draw of cards decides the order",
}


@tournament_page(*DESK)
def prizes(visit: Visit, record: Record, template: str = "director/prizes/page.html") -> HttpResponse:
    return tournament_part(visit, record, template, **prizes_of(visit, record))


def prizes_of(visit: Visit, record: Record) -> Context:
    state, at = record.state, record.moment(visit.floor.clock())
    rows = tournament_prizes.place_rows(state)
    return {
        "pool": tournament_prizes.pool_sheet(state),
        "prize_rows": tournament_prizes.prize_rows(state),
        "place_rows": rows,
        "left_rows": tournament_prizes.left_rows(state),
        "without_place": tournament_prizes.without_place(state),
        "tie": tournament_prizes.tie_sheet(state, at),
        "deal": tournament_prizes.deal_agreed(record),
        "knows_deals": "deal" in state.rules.clauses,
        "methods": [(word, METHOD_WORDS[word]) for word in paying.METHODS],
        "paid_words": PAID_WORDS,
        "titles": METHOD_TITLES,
        "reading_words": READING_WORDS,
        "at_the_cage": visit.actor.role in _AT_THE_CAGE,
    }


@tournament_page(*READ_PAPERS)
def payout_sheet(visit: Visit, record: Record) -> HttpResponse:
    """STAR 3-b: everybody who has won something, on paper, with room to sign."""
    state = record.state
    return tournament_part(
        visit,
        record,
        "director/prizes/sheet.html",
        sheet=paying.payout_sheet(state),
        pool=tournament_prizes.pool_sheet(state),
        journal=tournament_papers.last_position(record),
        paid_words=PAID_WORDS,
    )


@tournament_page(*READ_PAPERS)
def all_vouchers(visit: Visit, record: Record) -> Drawn:
    found = tournament_papers.vouchers(record)
    return _print_slips(visit, record, found) if found else not_found("prize paid yet")


@tournament_page(*READ_PAPERS)
def one_voucher(visit: Visit, record: Record, number: int) -> Drawn:
    found = [each for each in tournament_papers.vouchers(record) if each.number == number]
    return _print_slips(visit, record, found) if found else not_found("voucher of that number in this event")


def _print_slips(visit: Visit, record: Record, found: list[tournament_papers.Voucher]) -> HttpResponse:
    """80 mm of paper for each."""
    more = {"vouchers": found, "amount_in_words": in_words, "paid_words": PAID_WORDS}
    return tournament_part(visit, record, "director/prizes/vouchers.html", **more)

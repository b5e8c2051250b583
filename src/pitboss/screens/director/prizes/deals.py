"""Deals (STAR 1-c): every method side by side, amounts of the players' own, and the agreement of each of them."""

from collections.abc import Mapping
from fractions import Fraction

from django.http import HttpResponse

from pitboss.floor.kernel.contract import No
from pitboss.floor.reading.tournaments import prizes as tournament_prizes
from pitboss.screens.common.formatting import percent
from pitboss.screens.common.forms import NotSo, cents_from, fields_from
from pitboss.screens.common.pages import Context, Visit
from pitboss.screens.director.frame import RUN_BY, tournament_page, tournament_part
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.prizes import paying

METHOD_TITLES = {
    "icm": "ICM",
    "chip_chop": "Chip chop",
    "by_chips": "By chips",
    "even": "Even",
    paying.PERCENT: "Percentages",
    paying.AGREED: "By hand",
}
METHOD_MEANINGS = {
    "icm": "the independent chip model: each place in proportion to the chips",
    "chip_chop": "everybody has the lowest prize, the rest by chips",
    "by_chips": "everything by chips, even what is certain already",
    "even": "the same for everybody",
    paying.PERCENT: "percentages of their own",
    paying.AGREED: "amounts of their own",
}
# What the players write themselves.
WRITTEN = (paying.PERCENT, paying.AGREED)


@tournament_page(*RUN_BY)
def deal(visit: Visit, record: Record, template: str = "director/prizes/deal.html") -> HttpResponse:
    return tournament_part(visit, record, template, **deal_of(visit, record))


@tournament_page(*RUN_BY)
def check(visit: Visit, record: Record) -> HttpResponse:
    """Draw the result of the amounts that are being written."""
    asked = visit.request.GET
    fields = fields_from({name: str(asked[name]) for name in asked if name.startswith("given.")})
    given = {} if isinstance(fields, No) else fields.get("given", {})
    written = given.get("amounts", {}) if isinstance(given, Mapping) else {}
    written = written if isinstance(written, Mapping) else {}
    amounts = {name: each for name, each in written.items() if type(each) is int and each >= 0}
    held_back, _ = held_back_of(visit)
    method, at = _method(visit), record.moment(visit.floor.clock())
    sheet = tournament_prizes.deal_sheet(record.state, at, held_back)
    return tournament_part(
        visit,
        record,
        "director/prizes/check.html",
        wrong=fields if isinstance(fields, No) else None,
        offer=tournament_prizes.offer(record.state, at, method, held_back, amounts),
        method=method,
        together=sum(amounts.values()),
        wanted=paying.WHOLE_PERCENT if method == paying.PERCENT else sum(sheet.to_win) - held_back,
    )


def deal_of(visit: Visit, record: Record) -> Context:
    state, at = record.state, record.moment(visit.floor.clock())
    held_back, wrong = held_back_of(visit)
    sheet, method = tournament_prizes.deal_sheet(state, at, held_back), _method(visit)
    offers = {offer.method: offer for offer in sheet.offers}
    return {
        "sheet": sheet,
        "offers": offers,
        "method": method,
        "chosen": offers.get(method),
        "held_wrong": wrong,
        "held_said": visit.request.GET.get("held_back", "").strip()[:20],
        "titles": METHOD_TITLES,
        "meanings": METHOD_MEANINGS,
        "written": WRITTEN,
        "icm": offers["icm"].amounts,
        "notice": paying.NOTICE,
        "deal": tournament_prizes.deal_agreed(record),
        "tables": tournament_prizes.tables_to_count(state),
        "share": lambda part, whole: percent(Fraction(part, whole or 1), 2),
    }


def held_back_of(visit: Visit) -> tuple[int, str]:
    """Return the amount held back for the winner as it was written, and what is wrong with it."""
    text = visit.request.GET.get("held_back", "").strip()
    try:
        return (cents_from(text) if text else 0), ""
    except NotSo as fault:
        return 0, str(fault)


def _method(visit: Visit) -> str:
    asked = visit.request.GET.get("method", "")
    return asked if asked in paying.DEALS else paying.DEALS[0]

"""`pitboss verify`: everything a house keeps, checked, and the first bad row of each check named."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.options import AsJson, quote, stop, visible
from pitboss.cli.premises import HOUSE, Data, house_at, watch_progress

if TYPE_CHECKING:
    from pitboss.floor.upkeep.checks import Anchor
    from pitboss.floor.upkeep.verify import CheckResult, Report

AnchorText = Annotated[
    str | None,
    typer.Option("--anchor", metavar="SEQ:DIGEST", help="An anchor from before, which the chain must pass through."),
]


def verify(data: Data = HOUSE, anchor: AnchorText = None, as_json: AsJson = False) -> None:
    """Check a house: the chain of its journal, its books, every round replayed, shoes and credentials.

    The house may go on meanwhile. Each check names the first bad row. Exits with status 1 if there is one, and with 2
    if there is no house. The last line is the anchor: written down elsewhere and given to --anchor later, it shows
    whether the end of the journal has been cut off or all of it written anew.

    With --json: "good", "checks", each with "check", "rows", "done", "fault" (null, or "table", "key" and "problem")
    and "note" (null, or something to know that is no fault), "events" and "anchor" (null unless good).
    """
    with house_at(data):
        from pitboss.floor.upkeep import verify as house

        given = None if anchor is None else _anchor(anchor)
        with watch_progress("Verifying") as watch:
            report = house.verify(given, watch)
    if as_json:
        typer.echo(json.dumps(_data(report), indent=2))
    else:
        _show(report)
    if not report.is_good:
        raise typer.Exit(1)


def _anchor(text: str) -> "Anchor":
    from pitboss.floor.upkeep.verify import anchor_from

    found = anchor_from(text.strip().removeprefix("anchor "))
    if found is None:
        stop(f"{quote(text)} is not an anchor like 1234:ab12..., with all 64 digits of its digest.")
    return found


def _data(report: "Report") -> dict[str, object]:
    return {
        "good": report.is_good,
        "checks": [
            {
                "check": each.title,
                "rows": each.looked_at,
                "done": each.done,
                "fault": each.fault and each.fault._asdict(),
                "note": each.note or None,
            }
            for each in report.checked
        ],
        "events": report.anchor.seq,
        "anchor": str(report.anchor) if report.is_good else None,
    }


def _show(report: "Report") -> None:
    width = max(len(each.title) for each in report.checked)
    for each in report.checked:
        typer.echo(f"{each.title:{width}}  {_verdict(each)}")
    if report.is_good:
        typer.echo("The house is whole.")
        typer.echo(f"anchor {report.anchor}")
    else:
        typer.echo(f"The first bad row: {visible(str(report.faults[0]))}")


def _verdict(checked: "CheckResult") -> str:
    if checked.fault is not None:
        return f"BAD   {visible(str(checked.fault))}"
    if not checked.done:
        return "not checked, because the journal could not be replayed"
    good = f"good  {checked.looked_at:,}" if checked.looked_at else "good"
    return f"{good} ({checked.note})" if checked.note else good

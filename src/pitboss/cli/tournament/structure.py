"""`pitboss tournament events` and `show`: the events there are; of one its structure, what it takes for a field, and
what is wrong with it."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import AsJson, figure_table, least_width, plain_console, print_table
from pitboss.cli.tournament.common import EventName, clock, conditions_of, dollars, entries_of, event_data, likely_said

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.rulebook.refusal import Refusal
    from pitboss.tournaments.event.conditions import Conditions, Scale

ForEntries = Annotated[
    str | None,
    typer.Option("--entries", metavar="N", help="Also the chips, the prizes and the likely end with so many entries."),
]


def events(as_json: AsJson = False) -> None:
    """List the events that come with the program.

    With --json: a list of events, each with "event", "title", "ruleset", "game", "buy_in_cents", "stack", "reentries"
    (null: without limit), "levels" and "sessions".
    """
    from pitboss.tournaments.event.library import event, names

    found = [event(name) for name in names()]
    if as_json:
        typer.echo(json.dumps([event_data(each) for each in found], indent=2))
        return
    headings = ("rules", "game", "buy-in", "stack", "re-entries", "levels")
    table = figure_table("event", *headings)
    narrow = figure_table("event", *headings[:4])
    for each in found:
        back = "any" if each.reentries is None else str(each.reentries)
        row = (each.event, each.ruleset, each.game, dollars(each.buy_in), f"{each.stack:,}")
        table.add_row(*row, back, str(len(each.levels) or "none"))
        narrow.add_row(*row)
    screen = plain_console()
    print_table(screen, table if least_width(screen, table) <= screen.width else narrow)


def show(name: EventName, entries: ForEntries = None, as_json: AsJson = False) -> None:
    """Show an event: levels and breaks or sessions, chips to colour up, payout scale, conditions.

    A file of one's own is checked as the desk checks it, and everything that is wrong with it is told.

    With --json: the event as in `events`, "levels" (number, "starts_s", "small", "big", "ante" and "seconds"),
    "breaks", "entries_close_s", "structure_ends_s", "colour_up", "scale", "sessions", "conditions" (the document) and
    "problems", each with its "clause"; where there are problems, only these. With --entries also "field": "entries",
    "chips" by denomination, "prizes" and "likely_end".
    """
    from pitboss.tournaments.event.validator import problems

    conditions = conditions_of(name, checked=False)
    wrong = problems(conditions)
    if wrong:
        _tell_problems(conditions, wrong, as_json=as_json)
    count = None if entries is None else entries_of(conditions, entries)
    if as_json:
        field = {} if count is None else {"field": field_data(conditions, count)}
        typer.echo(json.dumps({**structure_data(conditions), "problems": [], **field}, indent=2))
        return
    screen = plain_console()
    _show_event(screen, conditions)
    if count is not None:
        _show_field(screen, conditions, count)


def _tell_problems(conditions: "Conditions", wrong: "tuple[Refusal, ...]", *, as_json: bool) -> None:
    """Ends the command: what cannot be played is not shown."""
    if as_json:
        told = [{"clause": each.clause, "field": each.word, "reason": each.reason} for each in wrong]
        typer.echo(json.dumps({**event_data(conditions), "problems": told}, indent=2))
    else:
        for each in wrong:
            typer.echo(str(each), err=True)
    raise typer.Exit(2)


def _show_event(screen: "Console", conditions: "Conditions") -> None:
    from pitboss.tournaments.event.conditions_document import conditions_document

    screen.print(conditions.title, style="bold")
    screen.print(_summary(conditions), style="dim")
    if conditions.levels:
        _show_levels(screen, conditions)
        _show_colour_up(screen, conditions)
    _show_sessions(screen, conditions)
    if conditions.scale is not None:
        _show_scale(screen, conditions.scale)
    if conditions.items:
        # The title stands above already.
        screen.print()
        screen.print("\n".join(conditions_document(conditions).strip().splitlines()[1:]))


def _summary(conditions: "Conditions") -> str:
    parts = [f"{dollars(conditions.to_pool)} to the pool"]
    if conditions.commission:
        parts.append(f"{dollars(conditions.commission)} commission")
    if conditions.admin_fee:
        parts.append(f"{dollars(conditions.admin_fee)} administration")
    back = {None: "any number of re-entries", 0: "no re-entry", 1: "1 re-entry"}
    often = back.get(conditions.reentries, f"{conditions.reentries} re-entries")
    field = f"{conditions.least_entrants} to {conditions.most_entrants} entrants, tables of {conditions.seats}"
    return (
        f"{conditions.ruleset}, {conditions.game}; {dollars(conditions.buy_in)}: {', '.join(parts)};"
        f" {conditions.stack:,} chips; {often}; {field}"
    )


def _show_levels(screen: "Console", conditions: "Conditions") -> None:
    from pitboss.tournaments.clock.clock import closing_second, schedule

    table = figure_table("", "minute", "small", "big", "ante")
    segments, closes = schedule(conditions.levels, conditions.breaks), closing_second(conditions)
    for each in segments:
        if each.begins == closes:
            table.add_row("entries close", str(closes // 60))
        if each.blinds is None:
            table.add_row(f"break, {(each.ends - each.begins) // 60} minutes", str(each.begins // 60))
        else:
            small, big, ante, _ = each.blinds
            table.add_row(f"level {each.level}", str(each.begins // 60), f"{small:,}", f"{big:,}", f"{ante:,}")
    print_table(screen, table)
    screen.print(f"The last level ends {clock(segments[-1].ends)} after the start and then holds.", style="dim")


def _show_colour_up(screen: "Console", conditions: "Conditions") -> None:
    from pitboss.tournaments.chips.colour_up import colour_up_schedule

    table = figure_table("chips", "needed to level", "out in the break after")
    for each in colour_up_schedule(conditions):
        out = "none" if each.next_break_after is None else f"level {each.next_break_after}"
        table.add_row(f"{each.denomination:,}", str(each.last_level_needing or "none"), out)
    print_table(screen, table)


def _show_sessions(screen: "Console", conditions: "Conditions") -> None:
    sessions = conditions.sessions
    if sessions is None:
        return
    table = figure_table("session", "rounds", "of a table go on")
    for number, rounds in enumerate(sessions.rounds, start=1):
        on = str(sessions.advance[number - 1]) if number <= len(sessions.advance) else "final"
        table.add_row(str(number), str(rounds), on)
    print_table(screen, table)
    screen.print(
        f"Wagers of {sessions.least_wager:,} to {sessions.most_wager:,} in multiples of {sessions.wager_step:,};"
        f" side wagers {'open' if sessions.side_wagers else 'closed'};"
        f" {'a' if sessions.marker else 'no'} starting marker; {sessions.repechage or 'no'} repechage;"
        f" {'chips are kept' if sessions.keeps_chips else 'new chips'} in each session."
    )


def _show_scale(screen: "Console", scale: "Scale") -> None:
    table = figure_table("payouts: entries", "places", "first", "second", "last")
    for band in scale.bands:
        field = f"{band.least} and more" if band.most is None else f"{band.least} to {band.most}"
        shares = [_percent(share) for share in (*band.shares[:2], band.shares[-1])]
        second = shares[1] if len(band.shares) > 1 else ""
        table.add_row(field, str(len(band.shares)), shares[0], second, shares[-1])
    print_table(screen, table)
    screen.print(f"Scale {scale.name}: {scale.label}.", style="dim")


def _percent(share: int) -> str:
    """Hundredths of a percent, as they are written down."""
    whole, part = divmod(share, 100)
    return f"{whole}.{part:02}%"


def _show_field(screen: "Console", conditions: "Conditions", entries: int) -> None:
    from pitboss.tournaments.chips.colour_up import chip_set_needed
    from pitboss.tournaments.clock.clock import likely_end

    data = field_data(conditions, entries)
    screen.print()
    screen.print(f"With {entries} entries, {dollars(data['prize_pool_cents'])} in the pool", style="bold")
    table = figure_table("chips", "in a stack", "in all", "to colour up", "total")
    for count in chip_set_needed(conditions, entries):
        figures = (count.in_a_stack, count.in_all_stacks, count.to_colour_up, count.total)
        table.add_row(f"{count.denomination:,}", *(f"{each:,}" for each in figures))
    print_table(screen, table)
    table = figure_table("place", "share", "prize")
    for each in data["prizes"]:
        share = _percent(each["hundredths_of_a_percent"])
        table.add_row(str(each["place"]), share, ", ".join([dollars(each["cents"]), *each["goods"]]))
    print_table(screen, table)
    if conditions.levels:
        screen.print(likely_said(likely_end(conditions, entries * conditions.stack)))


def structure_data(conditions: "Conditions") -> dict[str, Any]:
    """Everything that is fixed before entries open."""
    from dataclasses import asdict

    from pitboss.tournaments.chips.colour_up import colour_up_schedule
    from pitboss.tournaments.clock.clock import closing_second, schedule
    from pitboss.tournaments.event.conditions_document import conditions_document

    segments = schedule(conditions.levels, conditions.breaks)
    return {
        **event_data(conditions),
        "levels": [
            {"level": each.level, "starts_s": each.begins, **each.blinds._asdict()}
            for each in segments
            if each.blinds is not None
        ],
        "breaks": [each._asdict() for each in conditions.breaks],
        "closes_at_level": conditions.closes_at_level,
        "entries_close_s": closing_second(conditions),
        "structure_ends_s": segments[-1].ends if segments else None,
        "colour_up": [each._asdict() for each in colour_up_schedule(conditions)] if segments else [],
        "scale": None if conditions.scale is None else _scale_data(conditions.scale),
        "sessions": None if conditions.sessions is None else asdict(conditions.sessions),
        "conditions": conditions_document(conditions),
    }


def _scale_data(scale: "Scale") -> dict[str, Any]:
    return {
        "name": scale.name,
        "label": scale.label,
        "bands": [
            {"least": band.least, "most": band.most, "percent": [part / 100 for part in band.shares]}
            for band in scale.bands
        ],
    }


def field_data(conditions: "Conditions", entries: int) -> dict[str, Any]:
    """The chips, the prizes and the likely end with so many entries."""
    from pitboss.tournaments.chips.colour_up import chip_set_needed
    from pitboss.tournaments.clock.clock import likely_end
    from pitboss.tournaments.prizes.prizes import pool_of, prospects

    counts = chip_set_needed(conditions, entries)
    return {
        "entries": entries,
        "prize_pool_cents": pool_of(conditions, entries),
        "chips": [{**each._asdict(), "total": each.total} for each in counts],
        "prizes": [
            {
                "place": each.place,
                "hundredths_of_a_percent": each.share,
                "cents": each.cents,
                "goods": list(each.goods),
            }
            for each in prospects(conditions, entries)
        ],
        "likely_end": likely_end(conditions, entries * conditions.stack)._asdict() if conditions.levels else None,
    }

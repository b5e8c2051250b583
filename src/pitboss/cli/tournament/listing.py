"""`pitboss tournament events`: the events that come with the program."""

import json

import typer

from pitboss.cli.options import AsJson, figure_table, least_width, plain_console, print_table
from pitboss.cli.tournament.common import dollars, event_data


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

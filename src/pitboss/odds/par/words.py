"""The sentences and headlines of a sheet: the same on a page, on paper and in a terminal."""

from pitboss.games.play import dollars
from pitboss.odds.par import figures
from pitboss.odds.par.games import Meter
from pitboss.odds.par.sheet import Sheet, Variation
from pitboss.odds.par.volatility import Volatility
from pitboss.odds.worth import Worth

# The house diamond.
MARK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 24" aria-hidden="true">'
    '<path d="M10 1 18.5 12 10 23 1.5 12Z" fill="none" stroke="#7D5200" stroke-width="2.2"/>'
    '<path d="M10 7 13.9 12 10 17 6.1 12Z" fill="#7D5200"/></svg>'
)
WORTH_NOTE = (
    "One change at a time, each solved anew with the play that is best then. Percentage points of the edge: red costs"
    " the player, green helps."
)
# One name for it everywhere.
WINS = "Rounds that win"
METER_CLAUSES = ("CAN 10.6[s1]", "CAN 11.1")


def method(sheet: Sheet) -> str:
    error = sheet.main.error
    return "exact, all deals" if error is None else f"{sheet.game.plays}, {figures.error(error)}"


def program(sheet: Sheet) -> str:
    """Who made the sheet."""
    return f"Pitboss {sheet.version}"


def date_words(sheet: Sheet) -> str:
    """The day of its figures, which is not the day of its print; nothing where nobody has said it."""
    return "" if sheet.made is None else f"{sheet.made.day} {sheet.made:%B %Y}"


def headline(sheet: Sheet) -> tuple[tuple[str, str, str], ...]:
    """The five figures everybody asks for first: name, figure, and what it means."""
    main, unit, units = sheet.main, sheet.game.unit, sheet.game.units
    edge = figures.percent(main.edge)
    sure = "with best play" if main.error is None else f"by the {sheet.game.plays}, {figures.error(main.error)}"
    ends = f"lose {figures.percent(main.loses, 1)}, push {figures.percent(main.pushes, 1)}"
    simulated = "" if main.sampled is None else ", simulated"
    return (
        (f"Return to the player, per {unit}", figures.signed_percent(-main.edge), f"house edge {edge} {sure}"),
        ("Element of risk", figures.percent(main.element_of_risk), f"edge over all money staked{simulated}"),
        ("Mean stake", figures.plain(main.mean_stake, 3), f"{units} a round{simulated}"),
        ("Standard deviation", figures.plain(main.sd, 3), f"{units} a round{simulated}"),
        (WINS, figures.percent(main.wins, 1), ends + simulated),
    )


def headlines(sheet: Sheet) -> tuple[tuple[tuple[str, str, str], ...], ...]:
    """The same in rows: where one edge does not say it all, each of them first, and then the other figures."""
    first, *others = headline(sheet)
    edges = tuple(
        (f"Return per {sheet.game.unit}: {name[0].lower()}{name[1:]}", figures.signed_percent(-edge, 4), play)
        for name, edge, play in sheet.analysis.edges
    )
    return (edges, tuple(others)) if edges else ((first, *others),)


def from_rounds(worth: Worth) -> str:
    """Where figures come from that are not computed; nothing where they are."""
    return "" if worth.sampled is None else f"from {figures.whole(worth.sampled)} simulated rounds"


def headline_note(sheet: Sheet) -> str:
    """Which of the five figures are not computed."""
    if sheet.main.sampled is None:
        return ""
    edges = "Edges are" if sheet.analysis.edges else "The edge is"
    return (
        f"{edges} computed for the {sheet.game.plays}, {figures.error(sheet.main.error or 0.0)}; the figures called"
        f" simulated are of the wager alone, {from_rounds(sheet.main)} of the same play."
    )


def sides_note(sheet: Sheet) -> str:
    said = [f"{sheet.game.wager_said(worth.wager)}: deviation and wins {from_rounds(worth)}." for worth in sheet.sides]
    return " ".join(words for words, worth in zip(said, sheet.sides, strict=True) if worth.sampled is not None)


def by_wager(sheet: Sheet) -> dict[str, tuple[Variation, ...]]:
    """The variations of each wager, the main one first."""
    order = dict.fromkeys(("main", *(each.change.wager for each in sheet.variations)))
    found = {wager: tuple(each for each in sheet.variations if each.change.wager == wager) for wager in order}
    return {wager: rows for wager, rows in found.items() if rows}


def round_note(sheet: Sheet) -> str:
    units = sheet.game.units
    where = f", {from_rounds(sheet.main)}" if sheet.main.sampled is not None else ""
    return f"Net result of a round in {units}, percent of all rounds{where}; narrow bars are not whole {units}."


def meter_note(meter: Meter) -> str:
    return f"Return of a jackpot wager of {dollars(meter.wager)} at what the meter shows before it is made."


def fan_note(sheet: Sheet) -> str:
    return (
        f"Result in {sheet.game.units} after so many rounds: the middle of all runs, the middle half and the middle"
        f" nine tenths. {runs_note(sheet)}"
    )


def runs_note(sheet: Sheet) -> str:
    """What the runs are computed from, and how finely where that is not exact."""
    where = f", which is {from_rounds(sheet.main)}" if sheet.main.sampled is not None else ""
    said = f"Computed from the distribution of one round{where}, not from a bell curve."
    steps = {run.rounded_to for run in sheet.runs if run.rounded_to is not None}
    return f"{said} Results are rounded to {max(steps):g} {sheet.game.units}." if steps else said


def run_note(run: Volatility) -> str:
    return f"{figures.percent(run.ahead, 2)} of runs end ahead"


def check_note(sheet: Sheet) -> str:
    if not sheet.checks:
        return ""
    check = sheet.checks[0]
    return (
        f"Best play in compiled code of Pitboss {check.version}, seed {check.seed} in batches of"
        f" {figures.whole(check.batch)} rounds; per unit of each wager. Two in three lie within one standard error."
        f" {not_simulated(sheet)}"
    ).strip()


def fractions_title(sheet: Sheet) -> str:
    """Of a game that is computed to a bound not every figure is a fraction."""
    return "Every figure as a fraction" if sheet.main.error is None else "Every figure in full"


def fractions_note(sheet: Sheet) -> str:
    if sheet.main.error is None:
        return ""
    return "A fraction is an exact count. A figure with ± is an approximation: it is no fraction, and off by no more."


def not_simulated(sheet: Sheet) -> str:
    """The wagers that best play does not make, or that follow from a table alone: counted, with nothing to check."""
    checked = {check.wager for check in sheet.checks}
    counted = [worth for name, worth in sheet.analysis.wagers.items() if name not in checked and worth.error is None]
    said = ", ".join(sheet.game.wager_said(worth.wager) for worth in counted)
    return f"Not simulated, because exact counts: {said}." if counted else ""


def closing(sheet: Sheet) -> str:
    """What every figure rests on, and of which day and program it is."""
    said = " ".join(filter(None, (program(sheet), date_words(sheet) and f"of {date_words(sheet)}")))
    return f"Figures by {said}, per {sheet.game.unit}, with the {sheet.game.plays}."

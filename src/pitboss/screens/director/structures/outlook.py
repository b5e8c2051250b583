"""The outlook of a structure for a number of entries: schedule, chips, prizes, problems, and its end."""

import dataclasses
import re
from fractions import Fraction
from typing import NamedTuple

from pitboss.odds.forecast import End, Forecast, of_ends
from pitboss.rulebook.refusal import Refusal
from pitboss.screens.common.computing import jobs
from pitboss.screens.common.computing.worker import NotComputed, worker
from pitboss.screens.common.pages import Context
from pitboss.screens.director.structures.form import FormFaults, StructureForm, conditions_of
from pitboss.tournaments.chips.colour_up import ChipCount, Obsolete, chip_set_needed, colour_up_schedule
from pitboss.tournaments.clock.clock import BREAK, LikelyEnd, Segment, closing_second, likely_end, schedule
from pitboss.tournaments.event.conditions import DAY, Conditions, Seconds
from pitboss.tournaments.event.validator import problems
from pitboss.tournaments.prizes.prizes import Prospect, pool_of, prospects

USUAL_ENTRIES, MOST_ENTRIES = 60, 2000
USUAL_BEGIN: Seconds = 12 * 3600
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")

# A forecast is so many events, played a few at a time; its interval holds four fifths of them.
EVENTS, AT_A_TIME = 40, 2
LOW, MEDIAN, HIGH = Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)
# An event whose last big blind is so small a part of all chips would go on for days.
_MOST_BLINDS = 1000
ENDLESS = "An event by this structure came to no end: the blinds are never large enough."


class Problem(NamedTuple):
    """Something wrong, at the place of a field, with its clause where a rule says so."""

    place: str
    reason: str
    clause: str = ""


class Outlook(NamedTuple):
    """The outlook of an edited structure for a number of entries and an hour at which it begins.

    `problems` are of the form where it cannot be read, else the validator's; then there are no figures.
    """

    entries: int
    begins: Seconds
    problems: tuple[Problem, ...]
    conditions: Conditions | None = None


class ScheduleLine(NamedTuple):
    """A line of the schedule: a level or a break with its hour on the wall, and what happens with it."""

    segment: Segment
    wall: str
    closes: bool
    races: tuple[Obsolete, ...]

    @property
    def is_break(self) -> bool:
        return self.segment.kind == BREAK


def outlook(form: StructureForm, entries: str, begins: str) -> Outlook:
    """Read what is written and return its outlook; an impossible number of entries or hour is a problem too."""
    found: list[Problem] = []
    count, hour = USUAL_ENTRIES, _hour(begins)
    if re.fullmatch(r"[0-9]{1,6}", entries.strip()) and 2 <= int(entries) <= MOST_ENTRIES:
        count = int(entries)
    elif entries.strip():
        found.append(Problem("entries", f"Write a number of entries from 2 to {MOST_ENTRIES:,}."))
    if hour is None:
        found.append(Problem("begins", "Write an hour, as in 18:30."))
    conditions = conditions_of(form)
    if isinstance(conditions, FormFaults):
        found.extend(Problem(place, sentence) for place, sentence in conditions.sentences.items())
        return Outlook(count, hour or USUAL_BEGIN, tuple(found))
    began = USUAL_BEGIN if hour is None else hour
    found.extend(Problem(place_of(each), each.reason, each.clause) for each in problems(conditions))
    return Outlook(count, began, tuple(found), conditions)


def _hour(text: str) -> Seconds | None:
    if not text.strip():
        return USUAL_BEGIN
    found = _CLOCK.fullmatch(text.strip())
    return None if found is None else int(found[1]) * 3600 + int(found[2]) * 60


# Words of the validator that are about a field elsewhere on the page; whatever is no field is about the sessions.
_FIELDS = frozenset(field.name for field in dataclasses.fields(Conditions))


def place_of(problem: Refusal) -> str:
    """Where on the page a problem of the validator stands: `levels.3`, `readings.race_tie`, `entry_fee`."""
    return problem.field or problem.word if problem.word in _FIELDS else "sessions"


def wall(seconds: Seconds) -> str:
    """`18:20`; the day after is `+1 02:10`."""
    days, rest = divmod(seconds, DAY)
    shown = f"{rest // 3600:02}:{rest // 60 % 60:02}"
    return f"+{days} {shown}" if days else shown


def lines(conditions: Conditions, begins: Seconds) -> list[ScheduleLine]:
    """The schedule with hours on the wall; denominations are raced in the breaks that the colour-up schedule names."""
    closes, races = closing_second(conditions), colour_up_schedule(conditions)
    return [
        ScheduleLine(
            each,
            wall(begins + each.begins),
            each.begins == closes and each.kind != BREAK,
            tuple(race for race in races if each.kind == BREAK and race.next_break_after == each.level),
        )
        for each in schedule(conditions.levels, conditions.breaks)
    ]


class Figures(NamedTuple):
    """The income and the payments of an event by these conditions with so many entries."""

    schedule: list[ScheduleLine]
    ends: str
    colour_up: tuple[Obsolete, ...]
    chips: tuple[ChipCount, ...]
    pool_cents: int
    prizes: tuple[Prospect, ...]
    likely: LikelyEnd | None
    likely_wall: str


def figures(looked: Outlook) -> Figures | None:
    """The figures of a structure with which nothing is wrong."""
    conditions = looked.conditions
    if conditions is None or looked.problems:
        return None
    shown = lines(conditions, looked.begins)
    likely = likely_end(conditions, looked.entries * conditions.stack) if conditions.levels else None
    return Figures(
        shown,
        wall(looked.begins + shown[-1].segment.ends) if shown else "",
        colour_up_schedule(conditions) if conditions.levels else (),
        chip_set_needed(conditions, looked.entries),
        pool_of(conditions, looked.entries),
        prospects(conditions, looked.entries),
        likely,
        "" if likely is None or likely.second is None else wall(looked.begins + likely.second),
    )


class Foretold(NamedTuple):
    """A forecast as far as it has come: `trouble` says why there will be none."""

    played: int
    forecast: Forecast | None = None
    trouble: str = ""

    @property
    def is_whole(self) -> bool:
        return self.played >= EVENTS


def foretold(conditions: Conditions, entries: int, patience: float) -> Foretold:
    """The events that have been played by now; the next few are asked for, in the process that computes."""
    last = conditions.levels[-1].big if conditions.levels else 0
    if last and entries * conditions.stack > _MOST_BLINDS * last:
        return Foretold(0, trouble="The last big blind is less than a thousandth of all chips: add levels first.")
    if not conditions.least_entrants <= entries <= conditions.most_entrants:
        field = f"{conditions.least_entrants} to {conditions.most_entrants}"
        return Foretold(0, trouble=f"These conditions are for {field} entries.")
    ends: list[End] = []
    try:
        while len(ends) < EVENTS:
            numbers = range(len(ends), len(ends) + AT_A_TIME)
            found = worker().ask(jobs.ends, conditions, entries, numbers).wait(patience)
            if found is None:
                break
            if not found:
                return Foretold(len(ends), trouble=ENDLESS)
            ends.extend(found)
            patience = 0.0
    except NotComputed as broken:
        return Foretold(len(ends), trouble=str(broken))
    return Foretold(len(ends), of_ends(conditions, entries, ends) if ends else None)


def ends_shown(found: Forecast, begins: Seconds) -> Context:
    """The median of a forecast and the interval about it, after so long and by the clock on the wall."""
    parts = {"low": LOW, "median": MEDIAN, "high": HIGH}
    seconds = {name: found.seconds_at(part) for name, part in parts.items()}
    most = max(found.levels.values())
    return {
        "after": {name: f"{each // 3600} h {each // 60 % 60:02} min" for name, each in seconds.items()},
        "wall": {name: wall(begins + each) for name, each in seconds.items()},
        "levels": [(level, count, Fraction(count, most)) for level, count in found.levels.items()],
        "twelve_hours": found.chance_of_twelve_hours,
        "past_the_ladder": found.chance_past_the_ladder,
        "limit_clause": "STAR 1-b[s1]" if found.conditions.ruleset == "STAR" else "",
    }

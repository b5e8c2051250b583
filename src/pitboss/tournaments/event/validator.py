"""What is wrong with the conditions of an event or with a payout scale: all of it at once, for an editor of structures.

Every problem is one sentence with the clause it rests on; its word is the field it is about, and where that has
many rows or settings, `field` says which of them: `levels.9`, `readings.race_tie`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, pairwise
from operator import attrgetter
from typing import NamedTuple

from pitboss.games.command import dollars
from pitboss.games.holdem.settings import FIXED, FULL_POT, HALF_POT, NO_LIMIT
from pitboss.rulebook.refusal import Refusal, in_words, one_of
from pitboss.tournaments.chips.colour_up import payable
from pitboss.tournaments.event.conditions import (
    CANBERRA,
    HOLDEM,
    HOUSE_GAMES,
    OMAHA,
    PONTOON,
    ULTIMATE,
    Band,
    Conditions,
    Level,
    Scale,
    Sessions,
)
from pitboss.tournaments.event.rulesets import (
    AS_CONDITIONS,
    CAN,
    HLD,
    PON,
    RE_ENTRIES,
    REBUYS_IN_CONDITIONS,
    RULESETS,
    STAR,
    UTH,
    RuleSet,
)
from pitboss.tournaments.sessions.house_tables import limits_problem

Problems = Iterator[Refusal]

EVERYTHING = 10_000
# At the first level a stack is worth at least so many big blinds, or there is no play in it.
_LEAST_DEPTH = 10
_FEWEST_SEATS, _MOST_SEATS = 2, 10


class About(NamedTuple):
    """What a document says about conditions: its games, and the clauses for structure, stake, prizes and limits."""

    games: tuple[str, ...]
    game: str
    structure: str
    stake: str
    prizes: str
    limits: str
    fees: str


_ABOUT: Mapping[str, About] = {
    STAR: About((HOLDEM, OMAHA), "STAR 7.1", "STAR 4", "STAR 7.9", "STAR 3-a[s2]", "STAR 1-d", "STAR 2-b"),
    UTH: About(
        (ULTIMATE,),
        "UTH 16.1",
        "UTH 16.3(a)(iii)",
        "UTH 16.3(a)(iv)",
        "UTH 16.3(a)(ix)",
        "UTH 16.3(a)(vii)",
        "UTH 16.3(a)(ii)",
    ),
    PON: About((PONTOON,), "PON 20.1", "PON 20.4(b)", "PON 20.4(d)", "PON 20.4(i)", "PON 20.4(g)", "PON 20.4(c)"),
    HLD: About((HOLDEM,), "HLD 20.1", "HLD 20.4(g)", "HLD 20.4(d)", "HLD 20.4(h)", "HLD 20.4(g)", "HLD 20.4(c)"),
    CAN: About(
        (CANBERRA,),
        "CAN 17.1",
        "CAN 17.3(a)(ii)",
        "CAN 17.3(a)(iv)",
        "CAN 17.3(a)(x)",
        "CAN 17.3(a)(ix)",
        "CAN 17.3(a)(iii)",
    ),
}

# The readings that are words, with what each may be and the clause or ruling it reads.
READING_WORDS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "mixed_tie": (("ask", "tiered", "share_all"), "STAR 7.18"),
    "close_at": (("level_start", "end_of_previous"), "STAR 1-e[s2]"),
    "queue_after_close": (("refund", "keep"), "STAR 1-f[s2]"),
    "h4h_overflow": (("drop", "keep"), "STAR 7.19"),
    "tpoe_gap": (("refund", "stay"), "STAR 6.17[s2]"),
    "after_last_level": (("hold", "extend"), "STAR 4"),
    "race_tie": (("card", "suit"), "STAR 7.42(e)"),
    "button_rule": (("dead", "moving"), "STAR 7.22"),
    "bba_order": (("blind_first", "ante_first"), "STAR 7.27[s2]"),
}


class ScaleCheck(NamedTuple):
    """Whether one can pay by a scale: the field sizes without a row and with two, and the sums of its rows in percent.

    A range is (from, to); None means without end.
    """

    valid: bool
    uncovered: tuple[tuple[int, int | None], ...]
    overlaps: tuple[tuple[int, int | None], ...]
    sum_pct: tuple[Fraction, ...]


def games_of(ruleset: str) -> tuple[str, ...]:
    """The games that a document has tournaments of; none where there is no such document."""
    return _ABOUT[ruleset].games if ruleset in _ABOUT else ()


def problems(conditions: Conditions) -> tuple[Refusal, ...]:
    """STAR 4, UTH 16.3(a), PON 20.4, HLD 20.4, CAN 17.3(a): everything that cannot be in the conditions of an event."""
    rules, about = RULESETS.get(conditions.ruleset), _ABOUT.get(conditions.ruleset)
    if rules is None or about is None:
        known = ", ".join(RULESETS)
        return (Refusal("STAR 7.1", f"The rule set is one of {known}, not {conditions.ruleset!r}.", "ruleset"),)
    checks: tuple[Callable[[Conditions, RuleSet, About], Problems], ...] = (
        _negative,
        _check_fixed,
        _game,
        _fees,
        _field_of_players,
        _coming_back,
        _chips,
        _levels,
        _breaks,
        _sessions,
        _prizes,
        _readings,
    )
    return tuple(chain.from_iterable(check(conditions, rules, about) for check in checks))


def _negative(c: Conditions, rules: RuleSet, about: About) -> Problems:
    for name in ("entry_fee", "admin_fee", "commission", "reentries", "cancel_below", "refund_until"):
        amount = getattr(c, name)
        if amount is not None and amount < 0 and name not in rules.fixed:
            yield Refusal(rules.clause("procedures"), f"The {name.replace('_', ' ')} cannot be below nothing.", name)


def _check_fixed(c: Conditions, rules: RuleSet, about: About) -> Problems:
    """T-34: what the document prints cannot be set otherwise in an event under it.

    STAR 6.13[s2], STAR 7.12[s2], STAR 1-b[s1], STAR 1-e[s1], STAR 1-h, STAR 6.21(b), STAR 7.27[s2], CAN 17.7[s2].
    """
    for place, fixed in rules.fixed.items():
        if attrgetter(place)(c) != fixed.value:
            what = f"{fixed.said} The document fixes this, and an event under it cannot have it otherwise."
            yield Refusal(fixed.clause, what, place.partition(".")[0], field=place)


def _game(c: Conditions, rules: RuleSet, about: About) -> Problems:
    """STAR 1-d, HLD 20.4(g): the game is the document's; hold'em at the Star is no-limit, with no cap on raises."""
    if c.game not in about.games:
        games = " or ".join(about.games)
        yield Refusal(about.game, f"A tournament by these rules is one of {games}, not {c.game!r}.", "game")
    known = (NO_LIMIT, FULL_POT, HALF_POT, FIXED)
    if c.limit not in known:
        yield Refusal(about.limits, f"The limit is {one_of(known)}, not {in_words(c.limit)!r}.", "limit")
    elif rules.prefix == STAR and c.game == HOLDEM and c.limit != NO_LIMIT:
        yield Refusal("STAR 1-d", "Hold'em at the Star is played without a limit: raises have no cap.", "limit")


def _fees(c: Conditions, rules: RuleSet, about: About) -> Problems:
    """STAR 2-b, PON 20.4(c), HLD 20.4(c), CAN 17.3(a)(iii), UTH 16.3(a)(ii): the commission is a part of the fee."""
    if c.commission > c.entry_fee:
        kept, fee = dollars(c.commission), dollars(c.entry_fee)
        yield Refusal(about.fees, f"A commission of {kept} is more than the entry fee of {fee}.", "commission")
    if rules.prefix == STAR and c.commission:
        yield Refusal("STAR 2-b", "Entry fees at the Star are for prizes only: there is no commission.", "commission")
    if c.refund_until is not None and rules.refunds != AS_CONDITIONS:
        yield Refusal(rules.clause("refund"), "By these rules the conditions cannot allow refunds.", "refund_until")


def _field_of_players(c: Conditions, rules: RuleSet, about: About) -> Problems:
    """STAR 1-e[s1], STAR 7.7[s1]: two entrants at least, at the Star 200 at most; tables of two to ten seats."""
    if c.least_entrants < 2 and "least_entrants" not in rules.fixed:
        yield Refusal(rules.clause("fewest"), "It takes two entrants at least.", "least_entrants")
    if c.most_entrants < c.least_entrants:
        yield Refusal(rules.clause("most"), "The most entrants are no fewer than the least.", "most_entrants")
    if rules.prefix == STAR and c.most_entrants > 200:
        yield Refusal("STAR 1-e[s1]", f"The Star takes 200 entrants at most, not {c.most_entrants}.", "most_entrants")
    for name in ("seats", "final_table"):
        if not _FEWEST_SEATS <= getattr(c, name) <= _MOST_SEATS:
            what = "A table has" if name == "seats" else "The final table has"
            yield Refusal(rules.clause("seats"), f"{what} {_FEWEST_SEATS} to {_MOST_SEATS} seats.", name)
    for name in ("tables", "chip_banks"):
        if getattr(c, name) is not None and getattr(c, name) < 1:
            yield Refusal(rules.clause("most"), f"With no {name.replace('_', ' ')} nobody can play.", name)


def _coming_back(c: Conditions, rules: RuleSet, about: About) -> Problems:
    """PON 20.6, HLD 20.6, UTH 16.6, CAN 17.6, T-09: re-entries at the Star, re-buys where the conditions have them."""
    clause = rules.clause("one_entry")
    if rules.coming_back != RE_ENTRIES and c.reentries != 0:
        yield Refusal(clause, "By these rules nobody enters twice.", "reentries")
    rebuys = c.rebuys
    if rebuys is None:
        return
    if rules.coming_back != REBUYS_IN_CONDITIONS:
        yield Refusal(clause, "These rules have no re-buys and no add-ons.", "rebuys")
    if rebuys.most and (rebuys.chips < 1 or rebuys.cost < 0):
        yield Refusal(about.stake, "A re-buy has its chips and its cost.", "rebuys")
    if rebuys.most < 0 or rebuys.add_on_chips < 0 or rebuys.add_on_cost < 0:
        yield Refusal(about.stake, "Re-buys and add-ons cannot be below nothing.", "rebuys")
    if c.sessions is not None and not 1 <= rebuys.until_session <= len(c.sessions.rounds):
        yield Refusal(about.structure, "Re-buys end with one of the sessions.", "rebuys")


def _chips(c: Conditions, rules: RuleSet, about: About) -> Problems:
    """STAR 7.9, UTH 16.3(a)(iv), PON 20.4(d), HLD 20.4(d), CAN 17.3(a)(iv): a stack that can be laid down in chips."""
    chips = c.denominations
    if not chips or chips[0] < 1 or any(later <= earlier for earlier, later in pairwise(chips)):
        yield Refusal(about.stake, "Chips are listed from the smallest to the largest, each once.", "denominations")
        return
    # 25,000 is no whole number of 10,000s, but of the 5,000s below them.
    odd = [chip for at, chip in enumerate(chips[1:], 1) if all(chip % lower for lower in chips[max(at - 2, 0) : at])]
    if odd:
        yield Refusal(about.stake, f"A chip of {odd[0]:,} is no whole number of the chips below it.", "denominations")
        return
    if c.stack < 1 or not payable(c.stack, chips):
        yield Refusal(about.stake, f"A stack of {c.stack:,} cannot be laid down in these chips.", "stack")
    for number, level in enumerate(c.levels, start=1):
        if not all(payable(amount, chips) for amount in (level.small, level.big, level.ante) if amount > 0):
            what = f"Level {number} cannot be paid in chips of {chips[0]:,} and above."
            yield Refusal(about.structure, what, "levels", field=f"levels.{number}")


def _levels(c: Conditions, rules: RuleSet, about: About) -> Problems:
    """STAR 4, STAR D-Ante, STAR D-Big Blind Ante: blinds that never go down, an ante where the structure has one.

    The small blind is whatever it is: 200/300 and 10,000/15,000 are levels, and 100/100 is. STAR 7.14[s3]: an ante that
    the big blind posts for all is as much as the big blind.
    """
    if not c.levels and c.game not in HOUSE_GAMES:
        yield Refusal(about.structure, "A structure has at least one level.", "levels")
    for number, level in enumerate(c.levels, start=1):
        yield from _level(number, level, about)
        if rules.prefix == STAR and not c.ante_by_all and level.ante not in (0, level.big):
            what = f"The ante of level {number} is as much as the big blind."
            yield Refusal("STAR 7.14[s3]", what, "levels", field=f"levels.{number}")
    for number, (before, after) in enumerate(pairwise(c.levels), start=2):
        if after.big < before.big:
            what = f"The big blind of level {number} is below the one before it."
            yield Refusal(about.structure, what, "levels", field=f"levels.{number}")
    if c.levels and 0 < c.stack < _LEAST_DEPTH * c.levels[0].big:
        what = f"A stack of {c.stack:,} is less than {_LEAST_DEPTH} big blinds at level 1."
        yield Refusal(about.stake, what, "stack")
    if c.closes_at_level is not None and not 1 <= c.closes_at_level <= len(c.levels):
        what = f"Registration cannot close with level {c.closes_at_level}: there are {len(c.levels)} levels."
        yield Refusal(about.structure, what, "closes_at_level")


def _level(number: int, level: Level, about: About) -> Problems:
    row = f"levels.{number}"
    if not 0 < level.small <= level.big:
        what = f"The blinds of level {number} are above nothing, the small one no more than the big one."
        yield Refusal(about.structure, what, "levels", field=row)
    if level.ante < 0:
        yield Refusal(about.structure, f"The ante of level {number} cannot be below nothing.", "levels", field=row)
    if level.seconds < 1:
        yield Refusal(about.structure, f"Level {number} takes no time.", "levels", field=row)


def _breaks(c: Conditions, rules: RuleSet, about: About) -> Problems:
    """STAR 4, STAR 6.11, HLD 20.15: breaks of stated length, after levels there are."""
    clause = rules.clause("breaks")
    for after, seconds in c.breaks:
        if not 1 <= after <= len(c.levels):
            yield Refusal(
                clause, f"There is no level {after} for a break to follow.", "breaks", field=f"breaks.{after}"
            )
        if seconds < 1:
            yield Refusal(clause, f"The break after level {after} takes no time.", "breaks", field=f"breaks.{after}")
    for after, count in Counter(each.after for each in c.breaks).items():
        if count > 1:
            yield Refusal(clause, f"Level {after} is followed by {count} breaks.", "breaks", field=f"breaks.{after}")


def _sessions(c: Conditions, rules: RuleSet, about: About) -> Problems:
    """UTH 16.3(a)(iii), PON 20.4(b), CAN 17.3(a)(ii): sessions are what a house-game tournament is made of."""
    if c.sessions is None:
        if c.game in HOUSE_GAMES:
            yield Refusal(about.structure, "A tournament of a house game is played in sessions.", "sessions")
        return
    if c.game not in HOUSE_GAMES:
        yield Refusal(about.structure, "Sessions of rounds are for house games; poker has levels.", "sessions")
        return
    s = c.sessions
    if not s.rounds or min(s.rounds) < 1:
        yield Refusal(about.structure, "Every session has at least one round.", "sessions")
    if len(s.advance) != max(len(s.rounds) - 1, 0) or any(not 1 <= each < c.seats for each in s.advance):
        what = f"After every session but the last, 1 to {c.seats - 1} players of a table go on."
        yield Refusal(about.structure, what, "sessions")
    if s.repechage < 0:
        yield Refusal(about.structure, "The repechage cannot be for fewer than nobody.", "sessions")
    yield from _wagers(c, s, rules, about)


def _wagers(c: Conditions, s: Sessions, rules: RuleSet, about: About) -> Problems:
    """UTH 16.3(a)(vii), PON 20.4(g), CAN 17.3(a)(ix): limits that a stack can play to, and how equals are parted."""
    wrong = limits_problem(c) if c.game in about.games else None
    if wrong is not None:
        yield wrong
    known = ("rounds",) if rules.plays_off else ("rounds", "split", "draw")
    if s.equal not in known:
        what = f"Equal chips at the end are parted by {one_of(known)}, not by {in_words(s.equal)!r}."
        yield Refusal(rules.clause("equal"), what, "sessions")


def _prizes(c: Conditions, rules: RuleSet, about: About) -> Problems:
    """STAR 3-a[s2], UTH 16.3(a)(ix), PON 20.4(i), HLD 20.4(h), CAN 17.3(a)(x): a scale for every field."""
    if c.scale is None:
        yield Refusal(about.prizes, "The conditions name no payout scale.", "scale")
    else:
        yield from scale_problems(c.scale, about.prizes)
    if c.prize_rounding < 1:
        yield Refusal(about.prizes, "Prizes are rounded to a cent or more.", "prize_rounding")
    if any(ticket.place < 1 or ticket.cents < 0 for ticket in c.tickets):
        yield Refusal(about.prizes, "A ticket is for a place, and costs nothing or more.", "tickets")


def _readings(c: Conditions, rules: RuleSet, about: About) -> Problems:
    """The settings of section 5: words that are known, and numbers that can be."""
    r = c.readings
    for name, (known, clause) in READING_WORDS.items():
        if getattr(r, name) not in known:
            what = f"The setting {in_words(name)} is {one_of(known)}, not {in_words(getattr(r, name))!r}."
            yield Refusal(clause, what, "readings", field=f"readings.{name}")
    if r.tie_rounding < 1:
        what = "Shared prizes are divided in steps of a cent or more."
        yield Refusal(rules.clause("same_round"), what, "readings", field="readings.tie_rounding")
    if r.max_difference < 1:
        what = "Tables of odd fields differ by one at least."
        yield Refusal(rules.clause("moves"), what, "readings", field="readings.max_difference")
    for name, limit in (("suspend_alarm", r.suspend_after), ("tpm_most", r.tpm_window)):
        if f"readings.{name}" not in rules.fixed and not 0 < getattr(r, name) <= limit:
            what = "Alarms come before their limits, and limits within their hours."
            yield Refusal("STAR 1-b[s1]", what, "readings", field=f"readings.{name}")


def validate_scale(scale: Scale) -> ScaleCheck:
    """STAR 3-a[s2]: whether every field size has one row, and every row pays all of the pool."""
    rows = sorted((band for band in scale.bands if _fits_some(band)), key=lambda band: band.least)
    sums = tuple(Fraction(sum(band.shares), 100) for band in scale.bands)
    check = ScaleCheck(False, tuple(_gaps(rows)), tuple(_overlaps(rows)), sums)
    return check._replace(valid=not any(True for _ in _wrong_with(scale, check, "STAR 3-a[s2]")))


def scale_problems(scale: Scale, clause: str = "STAR 3-a[s2]") -> tuple[Refusal, ...]:
    """STAR 3-a[s2]: gaps, overlaps, sums other than 100.00%, and shares that rise from one place to the next."""
    return tuple(_wrong_with(scale, validate_scale(scale), clause))


def _gaps(rows: list[Band]) -> Iterator[tuple[int, int | None]]:
    following: int | None = 1
    for band in rows:
        if following is None:
            return
        if band.least > following:
            yield following, band.least - 1
        following = None if band.most is None else max(following, band.most + 1)
    if following is not None:
        yield following, None


def _overlaps(rows: list[Band]) -> Iterator[tuple[int, int | None]]:
    for number, band in enumerate(rows):
        for other in rows[number + 1 :]:
            if band.most is None or other.least <= band.most:
                ends = [each.most for each in (band, other) if each.most is not None]
                yield other.least, min(ends, default=None)


def _wrong_with(scale: Scale, check: ScaleCheck, clause: str) -> Problems:
    for least, most in check.uncovered:
        yield Refusal(clause, f"The scale has no row for {_fields(least, most)}.", "scale")
    for least, most in check.overlaps:
        yield Refusal(clause, f"The scale has two rows for {_fields(least, most)}.", "scale")
    for row, (band, total) in enumerate(zip(scale.bands, check.sum_pct, strict=True), start=1):
        where = f"The row for {_fields(band.least, band.most)}"
        if not _fits_some(band):
            yield Refusal(clause, f"{where} is for no field.", "scale", field=f"scale.{row}")
        if total * 100 != EVERYTHING:
            yield Refusal(clause, f"{where} sums to {_percent(total)}%, not to 100.00%.", "scale", field=f"scale.{row}")
        if any(share < 1 for share in band.shares):
            yield Refusal(clause, f"{where} has a place without a share.", "scale", field=f"scale.{row}")
        if any(later > earlier for earlier, later in pairwise(band.shares)):
            yield Refusal(clause, f"{where} gives a place more than the place above it.", "scale", field=f"scale.{row}")


def _fits_some(band: Band) -> bool:
    return band.least >= 1 and (band.most is None or band.most >= band.least)


def _fields(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} or more entries"
    return f"{least} entries" if least == most else f"{least} to {most} entries"


def _percent(total: Fraction) -> str:
    hundredths = int(total * 100)
    return f"{hundredths // 100}.{hundredths % 100:02}"

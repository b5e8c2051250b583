"""The conditions of an event as a document: every item that its rules ask for, with clause and value, to be printed."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from pitboss.games.command import dollars
from pitboss.tournaments.event.conditions import Conditions
from pitboss.tournaments.event.rulesets import CAN, HLD, PON, STAR, UTH

NOT_APPLICABLE = "not applicable"


class Item(NamedTuple):
    """Something that conditions tell: its number in the document, what it is, and what the program knows of it.

    `within` is the item that it is part of: where that one is not applicable, this one is not either.
    """

    number: str
    what: str
    known: Callable[[Conditions], str]
    within: str = ""


def _nothing(conditions: Conditions) -> str:
    return ""


def _start(conditions: Conditions) -> str:
    """Date and time; who may enter and how is what the desk enforces in any event."""
    if conditions.start is None:
        return ""
    return f"{_when(conditions)}. Entry is at the desk, for persons of 18 years and over who are not excluded."


def _when(conditions: Conditions) -> str:
    return f"{datetime.fromtimestamp(conditions.start or 0, UTC):%A, %d %B %Y, %H:%M}"


def _fee(conditions: Conditions) -> str:
    known = f"Entry fee {dollars(conditions.entry_fee)}, of which {dollars(conditions.commission)} is commission"
    charge = f"; administration fee {dollars(conditions.admin_fee)} on top" if conditions.admin_fee else ""
    return f"{known}{charge}."


def _sessions(conditions: Conditions) -> str:
    sessions = conditions.sessions
    if sessions is not None:
        number = "One session" if len(sessions.rounds) == 1 else f"{len(sessions.rounds)} sessions"
        return f"{number} of {', '.join(map(str, sessions.rounds))} rounds."
    if not conditions.levels:
        return ""
    minutes = ", ".join(str(each) for each in sorted({level.seconds // 60 for level in conditions.levels}))
    return f"One session, until a winner is found: {len(conditions.levels)} levels of {minutes} minutes."


def _tables(conditions: Conditions) -> str:
    number = "As many tables as the entries need" if conditions.tables is None else f"{conditions.tables} tables"
    return f"{number}, with {conditions.seats} seats each."


def _advance(conditions: Conditions) -> str:
    sessions = conditions.sessions
    if sessions is None or not sessions.advance:
        return ""
    onward = ", ".join(map(str, sessions.advance))
    return f"Of each table those with most chips go on: {onward} players, session by session."


def _repechage(conditions: Conditions) -> str:
    sessions = conditions.sessions
    if sessions is None:
        return ""
    return f"{sessions.repechage} further players by their chips." if sessions.repechage else "There is none."


def _equal(conditions: Conditions) -> str:
    sessions = conditions.sessions
    if sessions is None:
        return ""
    words = {"split": "Prizes are combined and divided equally.", "draw": "A draw of cards decides the places."}
    return words.get(sessions.equal, "Further rounds are played until there is a result.")


def _rebuys(conditions: Conditions) -> str:
    rebuys = conditions.rebuys
    if rebuys is None or not rebuys.most:
        return "There are none."
    sold = f"{rebuys.chips:,} chips for {dollars(rebuys.cost)}"
    return f"At most {rebuys.most}, at the table, to the end of session {rebuys.until_session}: {sold}."


def _add_ons(conditions: Conditions) -> str:
    rebuys = conditions.rebuys
    if rebuys is None or not rebuys.add_on_chips:
        return "There are none."
    sold = f"{rebuys.add_on_chips:,} chips for {dollars(rebuys.add_on_cost)}"
    return f"One, at the table, to the end of session {rebuys.until_session}: {sold}."


def _chips(conditions: Conditions) -> str:
    return f"{conditions.stack:,} tournament chips for the entry fee." if conditions.stack else ""


def _players(conditions: Conditions) -> str:
    return f"At least {conditions.least_entrants} and at most {conditions.most_entrants} players."


def _limits(conditions: Conditions) -> str:
    sessions = conditions.sessions
    if sessions is not None:
        return f"Wagers of {sessions.least_wager:,} to {sessions.most_wager:,} in tournament chips."
    if not conditions.levels:
        return ""
    first, last = conditions.levels[0], conditions.levels[-1]
    rise = f"blinds from {first.small:,}/{first.big:,} to {last.small:,}/{last.big:,}"
    return f"{conditions.limit.replace('_', ' ').capitalize()}, {rise}."


def _side_wagers(conditions: Conditions) -> str:
    sessions = conditions.sessions
    if sessions is None:
        return ""
    return "They are open." if sessions.side_wagers else "They are not open in the tournament."


def _prizes(conditions: Conditions) -> str:
    return f"By the scale: {conditions.scale.label or conditions.scale.name}." if conditions.scale else ""


def _reentries(conditions: Conditions) -> str:
    if conditions.reentries == 0:
        return "None: this is a freezeout."
    often = "without limit" if conditions.reentries is None else f"{conditions.reentries} after the first entry"
    return f"Re-entries {often}, until the start of level {conditions.closes_at_level}."


# What PON 20.4 and HLD 20.4 have in common.
_OF_A_HEAT = (
    Item("20.4(a)", "starting date and time", _start),
    Item("20.4(b)", "heat structure", _sessions),
    Item("20.4(c)", "entry fee and tournament commission", _fee),
    Item("20.4(d)", "tournament chips for the entry fee", _chips),
    Item("20.4(e)", "fewest and most players", _players),
    Item("20.4(f)", "restrictions on player groups", _nothing),
)
# The items of each document by its own numbers: UTH 16.3(a) and CAN 17.3(a) must be told, PON 20.4 and HLD 20.4 may be.
ITEMS: Mapping[str, tuple[Item, ...]] = {
    UTH: (
        Item("16.3(a)(i)", "starting date and time, how to enter, who may", _start),
        Item("16.3(a)(ii)", "entry fee and tournament commission", _fee),
        Item("16.3(a)(iii)(A)", "number or length of sessions", _sessions),
        Item("16.3(a)(iii)(B)", "number of tables", _tables),
        Item("16.3(a)(iii)(C)", "other conditions of play, such as balancing, breaking and time limits", _nothing),
        Item("16.3(a)(iii)(D)", "progression from session to session", _advance),
        Item("16.3(a)(iii)(E)", "sessions of this or other games that count together, points and prizes", _nothing),
        Item("16.3(a)(iii)(E)(I)", "how players are eliminated", _nothing, "16.3(a)(iii)(E)"),
        Item("16.3(a)(iii)(E)(II)", "how places in a session are decided", _nothing, "16.3(a)(iii)(E)"),
        Item("16.3(a)(iii)(E)(III)", "equal points", _equal, "16.3(a)(iii)(E)"),
        Item("16.3(a)(iii)(F)", "repechage or catch-up session", _repechage),
        Item("16.3(a)(iii)(G)", "re-buys", _rebuys),
        Item("16.3(a)(iii)(H)", "add-ons", _add_ons),
        Item("16.3(a)(iv)", "tournament chips for the entry fee", _chips),
        Item("16.3(a)(v)", "fewest and most players", _players),
        Item("16.3(a)(vi)", "restrictions on player groups", _nothing),
        Item("16.3(a)(vii)", "betting structure and table limits", _limits),
        Item("16.3(a)(viii)(A)", "how players who compete to go on are eliminated", _advance, "16.3(a)(viii)"),
        Item("16.3(a)(viii)(B)", "how many players go on", _advance, "16.3(a)(viii)"),
        Item("16.3(a)(ix)", "breakdown of the prize pool", _prizes),
        Item("16.3(a)(x)", "how the prize pool is distributed", _nothing),
    ),
    CAN: (
        Item("17.3(a)(i)", "starting date and time", _start),
        Item("17.3(a)(ii)", "heat structure", _sessions),
        Item("17.3(a)(iii)", "entry fee and tournament commission", _fee),
        Item("17.3(a)(iv)", "tournament chips for the entry fee", _chips),
        Item("17.3(a)(v)", "fewest and most players", _players),
        Item("17.3(a)(vi)", "restrictions on player groups", _nothing),
        Item("17.3(a)(vii)", "restrictions on jackpot wagers", _side_wagers),
        Item("17.3(a)(viii)", "chances to buy back in", _rebuys),
        Item("17.3(a)(ix)", "table limits", _limits),
        Item("17.3(a)(x)", "breakdown of the prize pool", _prizes),
    ),
    PON: (
        *_OF_A_HEAT,
        Item("20.4(g)", "table limits", _limits),
        Item("20.4(h)", "restrictions on Perfect Pairs", _side_wagers),
        Item("20.4(i)", "breakdown of the prize pool", _prizes),
    ),
    HLD: (
        *_OF_A_HEAT,
        Item("20.4(g)", "betting structure and table limits", _limits),
        Item("20.4(h)", "breakdown of the prize pool", _prizes),
    ),
    STAR: (
        Item("1-e", "fewest and most entrants", _players),
        Item("2", "fees", _fee),
        Item("3-a", "payout scale", _prizes),
        Item("4", "start and structure", _start),
        Item("6.5", "re-entries", _reentries),
        Item("7.9", "starting stack", _chips),
        Item("7.14", "blinds and antes", _limits),
    ),
}

# UTH 16.3(b), CAN 17.3(b): the statement that the document asks for, word by word in ours.
_STATEMENTS: Mapping[str, str] = {UTH: "16.3(b)", CAN: "17.3(b)"}
STATEMENT = (
    "The tournament is conducted by the Tournament Director/Assistant in accordance with these conditions and the "
    "applicable rules of the game; where the two are inconsistent, the rules prevail."
)


def item_text(conditions: Conditions, item: Item) -> str:
    """What the conditions say to an item: their own words, else what follows from their figures; nothing if neither."""
    words = _words(conditions, item.number)
    if not words and item.within and _words(conditions, item.within).casefold() == NOT_APPLICABLE:
        return NOT_APPLICABLE
    return words or item.known(conditions)


def _words(conditions: Conditions, number: str) -> str:
    return conditions.items.get(number) or conditions.items.get(f"{conditions.ruleset} {number}", "")


def untold(conditions: Conditions) -> tuple[Item, ...]:
    """UTH 16.3(a), CAN 17.3(a): the items that the conditions do not tell; "not applicable" tells one too."""
    return tuple(item for item in ITEMS[conditions.ruleset] if not item_text(conditions, item))


class DocumentLine(NamedTuple):
    """A line of the document: the clause that asks for it, what it is about, and what is told; nothing if not yet."""

    clause: str
    what: str
    told: str


def document_rows(conditions: Conditions) -> tuple[DocumentLine, ...]:
    """UTH 16.2(a), UTH 16.3(b), CAN 17.2(a), CAN 17.3(b): the written conditions, item by item, with the statement.

    The items are those of UTH 16.3(a)(i), UTH 16.3(a)(ii), UTH 16.3(a)(iii), UTH 16.3(a)(iii)(E), UTH 16.3(a)(iv),
    UTH 16.3(a)(vi), UTH 16.3(a)(viii), UTH 16.3(a)(viii)(A), UTH 16.3(a)(viii)(B), UTH 16.3(a)(x), CAN 17.3(a)(i),
    CAN 17.3(a)(ii), CAN 17.3(a)(iii), CAN 17.3(a)(iv), CAN 17.3(a)(vi), PON 20.4(a), PON 20.4(c), PON 20.4(d),
    PON 20.4(f), HLD 20.4(a), HLD 20.4(b), HLD 20.4(c) and HLD 20.4(d), with those beside them.
    """
    prefix = conditions.ruleset
    items, statement = ITEMS[prefix], _STATEMENTS.get(prefix, "")
    ours = {statement, *(each.number for each in items)}
    others = ((subject.removeprefix(f"{prefix} "), words) for subject, words in conditions.items.items())
    return (
        *(DocumentLine(f"{prefix} {each.number}", each.what, item_text(conditions, each)) for each in items),
        *(DocumentLine("", subject, words) for subject, words in others if subject not in ours),
        *((DocumentLine(f"{prefix} {statement}", "", STATEMENT),) if statement else ()),
    )


def starts(conditions: Conditions) -> str:
    """`Saturday, 14 November 2026, 12:00`; nothing while it is not fixed."""
    return "" if conditions.start is None else _when(conditions)


def conditions_document(conditions: Conditions) -> str:
    """UTH 16.2(a), CAN 17.2(a): the written conditions, to be printed as they are."""
    return "\n".join(
        (
            conditions.title,
            f"Conditions of the tournament ({conditions.ruleset})",
            *(("", f"Start: {starts(conditions)}") if conditions.start is not None else ()),
            "",
            *(_line(row) for row in document_rows(conditions)),
            "",
        )
    )


def _line(row: DocumentLine) -> str:
    if not row.what:
        return f"{row.clause}  {row.told}"
    return f"{row.clause}  {row.what}: {row.told or 'to be told'}" if row.clause else f"{row.what}: {row.told}"

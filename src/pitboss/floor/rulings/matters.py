"""Matters that a director is called to a table for: their clauses, their questions, and the answers.

A matter is answered by the rules (`ruling_answers`), or else shows its clauses, and the director writes the ruling.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.rulings import questions as ask
from pitboss.floor.rulings.answers import HLD, STAR, NotAnswered, Ruling
from pitboss.floor.rulings.questions import MOST_ACTIONS, Given, Matter, MatterQuestion, Options, Situation, document_of
from pitboss.games.holdem.situations.scenes import AFTER_FLOP, BEFORE_FLOP, Refused
from pitboss.rulebook.book import rulebook
from pitboss.tournaments.event.conditions import HOUSE_GAMES
from pitboss.tournaments.event.state import Moment, Tournament

BETTING, CHIPS, TIME, CARDS, CONDUCT = "Betting", "Chips put in", "Time and absence", "Cards and pots", "Conduct"
GROUPS = (BETTING, CHIPS, TIME, CARDS, CONDUCT)

# What is asked.

_SMALL, _BIG = (
    MatterQuestion("small", "Small blind", prefill="small"),
    MatterQuestion("big", "Big blind", prefill="big"),
)
_ANTE = MatterQuestion("ante", "Big blind ante", prefill="ante")
_FACED = MatterQuestion("facing", "Bet to face", hint="The total; empty or 0 where there is none.")
_RAISED_BY = MatterQuestion("raised_by", "The last raise was by", hint="Empty: as much as the bet itself.")
_STACK = MatterQuestion("stack", "Chips of the player", hint="Empty: more than enough.")
_DID: Options = (
    *(("raise", "Raised to"), ("bet", "Bet"), ("call", "Called"), ("check", "Checked")),
    *(("all_in", "All-in to"), ("fold", "Folded")),
)
_SINCE: Options = (("", "Has not acted yet"), *_DID[:4], ("fold", "Folded"))
_ACTIONS: Options = (("", "–"), *((word, word.replace("_", "-").capitalize()) for word in ask.DONE_WORDS))
_YES_NO: Options = (("no", "No"), ("yes", "Yes"))
_STREETS: Options = ((AFTER_FLOP, "After the flop"), (BEFORE_FLOP, "Before the flop"))


def _by(star: str, hld: str = "") -> Mapping[str, tuple[str, ...]]:
    """The clauses of a matter: at the Star, and under the rules of the game."""
    found = {STAR: tuple(star.split("; ")), HLD: tuple(hld.split("; "))}
    return {document: clauses for document, clauses in found.items() if clauses != ("",)}


_POKER: tuple[Matter, ...] = (
    Matter(
        "out-of-turn",
        BETTING,
        "Action out of turn",
        _by("STAR 7.35", "HLD 17.6"),
        (
            MatterQuestion("street", "When", "text", _STREETS, value=AFTER_FLOP),
            _FACED,
            MatterQuestion("did", "Done out of turn", "text", _DID, value="raise"),
            MatterQuestion("to", "Total of a bet, raise or all-in"),
            MatterQuestion("then1", "The player due", "text", _SINCE),
            MatterQuestion("then1_to", "To"),
            MatterQuestion("then2", "And the next", "text", _SINCE),
            MatterQuestion("then2_to", "To"),
            _RAISED_BY,
            _SMALL,
            _BIG,
        ),
        ask.out_of_turn,
        "out_of_turn",
    ),
    Matter(
        "skipped",
        BETTING,
        "Skipped, substantial action",
        _by("STAR 7.36; STAR D-Substantial Action"),
        (
            *(
                MatterQuestion(f"action{number}", f"{'First' if number == 1 else 'Then'}", "text", _ACTIONS)
                for number in range(1, MOST_ACTIONS + 1)
            ),
            MatterQuestion(
                "ruling",
                "You rule the skipped hand",
                "text",
                (("", "Not ruled yet"), ("dead", "Dead"), ("no_raise", "May call or fold, not raise")),
            ),
        ),
        ask.answer_skipped,
    ),
    Matter(
        "raise",
        BETTING,
        "Raise too small, least raise",
        _by("STAR 7.32", "HLD 5.1; HLD 17.7"),
        (
            _FACED,
            _RAISED_BY,
            MatterQuestion("wanted", "Raise to", hint="Empty: only the least raise is asked."),
            _STACK,
            _BIG,
        ),
        ask.raise_to,
    ),
    Matter(
        "all-in",
        BETTING,
        "All-in for less",
        _by("STAR D-All-In", "HLD 14.1; HLD 14.5"),
        (_FACED, _RAISED_BY, MatterQuestion("total", "All-in for, in all"), _BIG),
        ask.all_in,
    ),
    Matter(
        "string-bet",
        BETTING,
        "String bet, unclear words",
        _by("STAR 7.34; STAR 6.18", "HLD 17.7; HLD 20.16"),
        proposal="The first motion counts: ",
    ),
    Matter(
        "oversized-chip",
        CHIPS,
        "One oversized chip",
        _by("STAR 7.32", "HLD 17.7"),
        (
            _FACED,
            MatterQuestion("chips", "The chip", "chip_list", hint="Its value, such as 5000."),
            MatterQuestion("said", "Said before it touched the table", "text", ask.SAID),
            MatterQuestion("least_raise", "Least raise to", hint="Empty: twice the bet."),
            _STACK,
            _BIG,
        ),
        ask.chips_in,
    ),
    Matter(
        "several-chips",
        CHIPS,
        "Several chips",
        _by("STAR 7.33; STAR 7.34", "HLD 17.7"),
        (
            _FACED,
            MatterQuestion("chips", "The chips", "chip_list", hint="Each by its value: 500 500."),
            MatterQuestion("said", "Said before they touched the table", "text", ask.SAID),
            MatterQuestion("least_raise", "Least raise to", hint="Empty: twice the bet."),
            _STACK,
            _BIG,
        ),
        ask.chips_in,
    ),
    Matter(
        "short-chips",
        CHIPS,
        "Too few chips, wrong count",
        _by("STAR 7.44", "HLD 17.8"),
        (
            MatterQuestion("facing", "Amount to call"),
            MatterQuestion("chips", "Put in", "chip_list", hint="By value: 500 100."),
            MatterQuestion("said", "Said", "text", ask.SAID),
            _STACK,
            _BIG,
        ),
        ask.chips_in,
    ),
    Matter(
        "short-blind",
        CHIPS,
        "Big blind with a short stack",
        _by("STAR 7.27; STAR 7.14", "HLD 8.5"),
        (MatterQuestion("stack", "Chips of the big blind"), _SMALL, _BIG, _ANTE),
        ask.short_blind,
    ),
    Matter(
        "hidden-chips",
        CHIPS,
        "Chips hidden or lent",
        _by("STAR 7.17; STAR 7.16", "HLD 20.13; HLD 20.14"),
        breach="conduct",
        proposal="Chips are displayed in full, stacked by denomination: ",
    ),
    Matter(
        "clock",
        TIME,
        "Clock called, time over",
        _by("STAR 7.25", "HLD 4.8"),
        (
            MatterQuestion("faces", "The player faces", "text", (("bet", "A bet"), ("nothing", "No bet"))),
            MatterQuestion("in_pot", "Already in the pot this round"),
            MatterQuestion(
                "asked_by",
                "Called by",
                "text",
                (("", "The director, or an entrant at the seat"), ("elsewhere", "Somebody not at the seat")),
            ),
            MatterQuestion("acted_at", "Acted after so many seconds", hint="Empty: not at all."),
        ),
        ask.clock,
        "delay",
    ),
    Matter(
        "absent",
        TIME,
        "Absent at the deal",
        _by("STAR 7.15; STAR 7.13", "HLD 20.11"),
        (
            MatterQuestion(
                "back",
                "Back at the seat",
                "text",
                (("", "Not at all"), ("in_the_deal", "During the deal"), ("after_the_deal", "After the initial deal")),
            ),
        ),
        ask.absent,
        "absence",
    ),
    Matter("delay", TIME, "Slow play", _by("STAR 7.26", "HLD 20.16"), breach="delay", proposal="Directed to play on: "),
    Matter("exposed", CARDS, "Hand exposed", _by("STAR 7.40", "HLD 16.4"), (), ask.answer_exposed, "exposed_hand"),
    Matter(
        "mucked",
        CARDS,
        "Hand mucked by the dealer",
        _by("STAR 7.43", "HLD 17.10"),
        (
            MatterQuestion("facing", "To call before"),
            MatterQuestion("put_in", "Put in by this player", hint="The total of this betting round."),
            MatterQuestion("called", "Called by anybody", "text", _YES_NO),
            _BIG,
        ),
        ask.answer_mucked,
    ),
    Matter(
        "deal",
        CARDS,
        "Misdeal",
        _by("STAR 7.1; HLD 17.1; HLD 17.2", "HLD 17.1; HLD 17.2"),
        (
            MatterQuestion("irregularity", "What went wrong", "text", ask.IRREGULARITIES),
            MatterQuestion("found", "Found", "text", ask.FOUND, value="before_any_bet"),
            MatterQuestion("looked_at", "Somebody has looked at the cards", "text", _YES_NO),
        ),
        ask.deal,
    ),
    Matter(
        "face-up",
        CARDS,
        "All-in: cards face up",
        _by("STAR 7.28; STAR 7.30; STAR 7.29"),
        (MatterQuestion("table", "Table", "whole", (), prefill="table"),),
        ask.face_up,
    ),
    Matter(
        "dispute",
        CARDS,
        "Disputed pot",
        _by("STAR 6.18; HLD 17.14", "HLD 17.14"),
        (MatterQuestion("next_card_out", "First card of the next hand is out", "text", _YES_NO),),
        ask.dispute,
    ),
    Matter(
        "spoken-hand",
        CARDS,
        "What was said of a hand",
        _by("STAR 7.31", "HLD 13.1"),
        proposal="Cards speak: what was said of the hand does not bind.",
    ),
    Matter(
        "advice",
        CONDUCT,
        "Advice, one player to a hand",
        _by("STAR 7.41", "HLD 19.7"),
        breach="advice",
        proposal="No advice is sought or given: ",
    ),
    Matter("device", CONDUCT, "Phone or device", _by("STAR 7.45", "HLD 20.16"), breach="device"),
    Matter("conduct", CONDUCT, "Abuse, disruption", _by("STAR 7.39; STAR 6.8", "HLD 20.16"), breach="conduct"),
)


def _house(**clauses: str) -> Mapping[str, tuple[str, ...]]:
    return {document: tuple(told.split("; ")) for document, told in clauses.items()}


_HOUSE_GAME: tuple[Matter, ...] = (
    Matter(
        "out-of-order",
        BETTING,
        "Wager out of order",
        _house(UTH="UTH 16.16", PON="PON 20.15", CAN="CAN 17.15"),
        breach="out_of_turn",
        proposal="The wager stands, with a warning that a repeated one may be void.",
    ),
    Matter(
        "turn-over",
        BETTING,
        "Wager changed after the turn",
        _house(UTH="UTH 16.17", PON="PON 20.16", CAN="CAN 17.16"),
        proposal="The turn to wager is over: the wager is as it was.",
    ),
    Matter(
        "below-minimum",
        CHIPS,
        "Less than the minimum wager",
        _house(UTH="UTH 16.15", PON="PON 20.14", CAN="CAN 17.14"),
    ),
    Matter(
        "hidden-chips",
        CHIPS,
        "Chips hidden or passed on",
        _house(UTH="UTH 16.13; UTH 16.14", PON="PON 20.12; PON 20.13", CAN="CAN 17.12; CAN 17.13"),
        breach="conduct",
    ),
    Matter("delay", TIME, "Slow play", _house(UTH="UTH 16.19", PON="PON 20.18", CAN="CAN 17.19"), breach="delay"),
    Matter("advice", CONDUCT, "Advice", _house(UTH="UTH 15.8", PON="PON 17.7", CAN="CAN 17.17"), breach="advice"),
    Matter(
        "conduct",
        CONDUCT,
        "Abuse, disruption",
        _house(UTH="UTH 16.19", PON="PON 20.18", CAN="CAN 17.19"),
        breach="conduct",
    ),
)
OTHER = "other"
_OTHER = Matter(OTHER, CONDUCT, "Something else", {})


def matters_of(state: Tournament) -> tuple[Matter, ...]:
    """Return the matters of an event, by its game and its document."""
    document = document_of(state)
    listed = _HOUSE_GAME if state.conditions.game in HOUSE_GAMES else _POKER
    return (*(matter for matter in listed if document in matter.clauses), _OTHER)


def matter_of(state: Tournament, wanted: str) -> Matter | None:
    return next((matter for matter in matters_of(state) if matter.id == wanted), None)


def by_group(matters: tuple[Matter, ...]) -> Iterator[tuple[str, list[Matter]]]:
    for group in GROUPS:
        found = [matter for matter in matters if matter.group == group]
        if found:
            yield group, found


def clauses_of(state: Tournament, matter: Matter) -> tuple[str, ...]:
    """The clauses about a matter in this event; about anything else, the one by which the director decides."""
    return matter.clauses.get(document_of(state), (state.clause("procedures"),))


def clause_words(citation: str) -> str:
    """Return the summary of a clause with the paragraphs under it."""
    sentences = (clause.summary.removeprefix("Lead-in: ").rstrip(".") for clause in rulebook().family(citation))
    return " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences)


class Answered(NamedTuple):
    """The ruling to be recorded if the director agrees: the situation, what follows, and its ground."""

    what: str
    ruling: Ruling


def answer(state: Tournament, at: Moment, matter: Matter, given: Given) -> Answered | No:
    """The answer of the rules to a matter, or what of it cannot have been so."""
    if matter.answer is None:
        return wrong("matter", "The rules leave this to the director.")
    try:
        situation, ruling = matter.answer(Situation(state, at, given))
    except Refused as refused:
        return No(refused.refusal.reason, clause=refused.refusal.clause, word=refused.refusal.word, status=422)
    except NotAnswered as said:
        return No(said.reason, clause=said.clause, field=said.field, word="not_answered", status=422)
    return Answered(f"{situation}: {ruling.sentence[:1].lower()}{ruling.sentence[1:]}", ruling)

"""The fields of a structure as the editor has them: how each is called, written and explained."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.rulebook.book import Ruling, rulebook
from pitboss.tournaments.event.rulesets import RULESETS
from pitboss.tournaments.event.validator import READING_WORDS, games_of
from pitboss.tournaments.prizes.scales import SCALES

Options = tuple[tuple[str, str], ...]
OWN_SCALE = "own"


class StructureField(NamedTuple):
    """A field of a structure; `kind` is how it is written, `may_be_empty` whether it can be left out.

    A field with `options` is chosen, one of the kind "yes" is ticked.
    """

    name: str
    label: str
    kind: str = "whole"
    may_be_empty: bool = False
    hint: str = ""
    options: Options = ()
    type: str = "text"


class Section(NamedTuple):
    """Fields that stand together. A section with a `table` is a table of the data file of that name."""

    title: str
    fields: tuple[StructureField, ...]
    table: str = ""


_RULES: Mapping[str, str] = Frozen(
    {
        "STAR": "The Star's poker tournaments",
        "UTH": "Ultimate Texas Hold-em, section 16",
        "PON": "Pontoon, section 20",
        "HLD": "Hold-em, section 20",
        "CAN": "Canberra Poker, section 17",
    }
)
_GAMES: Mapping[str, str] = Frozen(
    {
        "holdem": "Hold'em",
        "omaha": "Omaha",
        "ultimate": "Ultimate Texas Hold-em",
        "pontoon": "Pontoon",
        "canberra": "Canberra Poker",
    }
)
_LIMITS: Options = (
    ("no_limit", "No limit"),
    ("full_pot", "Pot limit"),
    ("half_pot", "Half pot limit"),
    ("fixed", "Fixed limit"),
)

EVENT = Section(
    "The event",
    (
        StructureField("title", "Title", "words"),
        StructureField("event", "Short name", "words", hint="For programs: letters, digits and underlines"),
        StructureField("ruleset", "Document", "words", options=tuple((name, _RULES[name]) for name in RULESETS)),
        StructureField("game", "Game", "words"),
        StructureField("limit", "Limit", "words", options=_LIMITS),
        StructureField("start", "Start", "moment", True, "May be fixed when an event is added", type="datetime-local"),
        StructureField("ante_by_all", "Everybody posts the ante, not the big blind for all", "yes"),
        StructureField("agreement", "A written agreement is wanted before an entry", "yes"),
    ),
)
ENTRIES = Section(
    "Fees and entries",
    (
        StructureField("entry_fee", "Entry fee, $", "money"),
        StructureField("admin_fee", "Administration fee, $", "money", hint="On top, never in the pool"),
        StructureField("commission", "Commission, $", "money", hint="Of the entry fee; none at the Star"),
        StructureField("reentries", "Re-entries", "often", hint="A number, or unlimited"),
        StructureField("closes_at_level", "Entries close at level", "whole", True, "Empty: with the start"),
        StructureField("least_entrants", "Fewest entries"),
        StructureField("most_entrants", "Most entries"),
        StructureField("cancel_below", "May be cancelled below"),
        StructureField("refund_until", "Refunds until so many hours before", "hours", True, "Empty: by the document"),
    ),
)
CHIPS = Section(
    "Chips and tables",
    (
        StructureField("stack", "Starting stack"),
        StructureField("denominations", "Denominations", "wholes", hint="From the smallest to the largest"),
        StructureField("seats", "Seats at a table"),
        StructureField("final_table", "Seats at the final table"),
        StructureField("tables", "Tables in the room", "whole", True, "Empty: as many as it takes"),
        StructureField("chip_banks", "Starting stacks in the float", "whole", True, "Empty: as many as it takes"),
    ),
)
PRIZES = Section(
    "Prizes",
    (
        StructureField(
            "scale",
            "Payout scale",
            "words",
            True,
            options=(
                *((scale.name, scale.label.partition(":")[0]) for scale in SCALES.values()),
                (OWN_SCALE, "One of this event's own"),
            ),
        ),
        StructureField(
            "prize_rounding", "Prizes are rounded down to, $", "money", hint="The rest goes to the first place"
        ),
    ),
)
SESSIONS = Section(
    "Sessions",
    (
        StructureField("rounds", "Rounds of each session", "wholes", hint="20, 20, 25: heats, semi-finals, final"),
        StructureField("advance", "Players of a table who go on", "wholes", True, "After each session but the last"),
        StructureField("repechage", "Repechage seats"),
        StructureField("least_wager", "Smallest wager"),
        StructureField("most_wager", "Largest wager"),
        StructureField("wager_step", "Wagers in multiples of"),
        StructureField(
            "equal",
            "Equal chips at the end",
            "words",
            options=(("rounds", "Further rounds"), ("split", "Prizes are split"), ("draw", "Cards are drawn")),
        ),
        StructureField("keeps_chips", "Chips are kept from session to session", "yes"),
        StructureField("marker", "A starting marker is used", "yes"),
        StructureField("side_wagers", "Side wagers are open", "yes"),
        StructureField("super_bonus", "Pontoon's Super Bonus is paid in chips", "yes"),
        StructureField(
            "game_rules", "Rules of Pontoon that the conditions change", "words", True, "decks=6 double_aces=soft"
        ),
    ),
    "sessions",
)
REBUYS = Section(
    "Re-buys and add-ons",
    (
        StructureField("most", "Re-buys at most"),
        StructureField("cost", "A re-buy costs, $", "money"),
        StructureField("chips", "Chips of a re-buy"),
        StructureField("until_session", "Until the end of session"),
        StructureField("add_on_cost", "An add-on costs, $", "money"),
        StructureField("add_on_chips", "Chips of an add-on"),
    ),
    "rebuys",
)


class RulingField(NamedTuple):
    """A ruling that is a setting: the field, and the ruling that it reads."""

    field: StructureField
    ruling: str

    @property
    def ruling_words(self) -> tuple[str, str]:
        """Return the question and the ruling, in the words of the rulebook; a clause has its summary alone."""
        cited = rulebook().find_cited(self.ruling)[0]
        return (cited.question, f"{cited.ruling}.") if isinstance(cited, Ruling) else ("", cited.summary)

    @property
    def clause(self) -> str:
        return f"ruling {self.ruling}" if self.ruling.startswith("T-") else self.ruling


def _choice_field(name: str, label: str, *words: str) -> StructureField:
    known, _clause = READING_WORDS[name]
    said = dict(zip(known, words, strict=True))
    return StructureField(name, label, "words", options=tuple((word, said[word]) for word in known))


READINGS = (
    RulingField(
        _choice_field("mixed_tie", "Out in one round at several tables", "Ask the director", "In tiers", "Share all"),
        "T-02",
    ),
    RulingField(StructureField("cross_table_needs_h4h", "Tables tie in hand for hand only", "yes"), "T-03"),
    RulingField(StructureField("tie_rounding", "Shared prizes in steps of, $", "money"), "T-04"),
    RulingField(StructureField("moves_within_session", "Players may be moved inside a session", "yes"), "T-06"),
    RulingField(
        _choice_field(
            "close_at", "Entries shut", "With the first second of the level", "When the level before it ends"
        ),
        "T-10",
    ),
    RulingField(_choice_field("queue_after_close", "Who still waits then", "Is refunded", "Goes on waiting"), "T-11"),
    RulingField(
        _choice_field("h4h_overflow", "Hand for hand beyond the end of a level", "Is dropped", "Is kept"),
        "T-13",
    ),
    RulingField(StructureField("sa_check_fold", "A check and a fold are substantial action", "yes"), "T-14"),
    RulingField(_choice_field("tpoe_gap", "Prevented while being blinded", "Refunded", "Stays"), "T-18"),
    RulingField(StructureField("tpoe_refund_admin", "The administration fee goes back too", "yes"), "T-19"),
    RulingField(StructureField("tpm_window", "Gaming is counted over, hours", "hours"), "T-20"),
    RulingField(StructureField("tpm_most", "At most so many hours of it", "hours"), "T-20"),
    RulingField(StructureField("suspend_after", "Suspended after, hours", "hours"), "T-21"),
    RulingField(StructureField("suspend_alarm", "Alarm after, hours", "hours"), "T-21"),
    RulingField(_choice_field("after_last_level", "After the last level", "It holds", "The ladder goes on"), "T-24"),
    RulingField(_choice_field("race_tie", "Ties of a chip race", "One more card", "By suit"), "T-25"),
    RulingField(_choice_field("button_rule", "The button", "Dead button", "Moving button"), "T-30"),
    RulingField(
        _choice_field("bba_order", "A short stack posts", "The big blind before its ante", "The ante before its blind"),
        "STAR 7.27[s2]",
    ),
    RulingField(StructureField("max_difference", "Tables may differ by so many players"), "STAR 7.22"),
    RulingField(StructureField("absent_until_level", "Absent stakes are out of play after level"), "STAR 7.12[s2]"),
)
READ = Section("Readings", tuple(each.field for each in READINGS), "readings")

# All sections whose fields are single values.
SECTIONS = (EVENT, ENTRIES, CHIPS, PRIZES, SESSIONS, REBUYS, READ)


def game_options(ruleset: str, game: str) -> Options:
    """The games of a document; the one that is written down stays among them, for the validator to speak of."""
    names = dict.fromkeys((*games_of(ruleset), game))
    return tuple((name, _GAMES.get(name, name)) for name in names if name)

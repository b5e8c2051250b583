"""Where the five documents differ about tournaments: one rule set a document, chosen by the conditions and never mixed.

T-01, T-05 to T-09: each difference is a value here, with the clause that makes it so in `clauses`, and what enforces it
asks for the value rather than for the name of the document.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.tournaments.event.conditions import DAY, HOUR

STAR, UTH, PON, HLD, CAN = "STAR", "UTH", "PON", "HLD", "CAN"

# What must be done before entries open.
PUBLISHED_AND_NOTIFIED, APPROVED, ANNOUNCED = "published and notified", "approved", "announced"
# How a player may come back.
RE_ENTRIES, REBUYS_IN_CONDITIONS, ONE_ENTRY = "re-entries", "re-buys in the conditions", "one entry"
# What becomes of an entrant who is not there at the start.
BLINDED, FORFEITED, MAY_BE_FORFEITED = "blinded", "forfeited", "may be forfeited"
# How players who are out in the same round are placed.
BY_TABLE, BY_CONTRIBUTION, SHARED, BY_CONDITIONS = "by table", "by contribution", "shared", "by the conditions"
# When a fee goes back to an entrant who cancels.
DAY_BEFORE, NEVER, AS_CONDITIONS = "24 hours before", "never", "as the conditions say"


class Fixed(NamedTuple):
    """T-34: what a document prints: no event under it has it otherwise. `said` is the rule in one sentence."""

    value: int | str
    clause: str
    said: str


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One document's rules for tournaments; `clauses` names the clause for each subject."""

    prefix: str
    gate: str
    # T-01 and section 3, precedence: whether the rules beat the conditions where the two differ.
    rules_beat_conditions: bool
    coming_back: str
    no_show: str
    # T-07: whether the first player's fee goes back when a reserve buys the seat.
    replaced_fee_returned: bool
    same_round: str
    # T-06: whether players may be moved at any time, or only between sessions unless the conditions say otherwise.
    moves_any_time: bool
    refunds: str
    # Whether equal chips at the end of a session are played off (PON 20.21, CAN 17.22).
    plays_off: bool
    clauses: Mapping[str, str]
    # Whether a starting marker must be used (PON 20.15, CAN 17.15); UTH 16.16 lets it be used.
    marker_required: bool = False
    # T-34: what the conditions cannot say otherwise, by its place in them: `cancel_below`, `readings.tpm_most`.
    fixed: Mapping[str, Fixed] = Frozen({})

    def clause(self, subject: str) -> str:
        return self.clauses[subject]

    def clause_for(self, clause: str) -> str:
        """A clause where it is this document's; else the one by which the director decides such things here."""
        return clause if clause.startswith(f"{self.prefix} ") else self.clauses["procedures"]


# The clause for each subject, in the documents that have one.
_CLAUSES: Mapping[str, tuple[str, ...]] = {
    "procedures": ("STAR 6.18", "UTH 16.19", "PON 20.18", "HLD 20.16", "CAN 17.19"),
    "director": ("STAR D-Tournament Director", "UTH 16.4", "PON 20.2", "HLD 20.2", "CAN 17.4"),
    "before_entries": ("STAR 6.5[s2]", "UTH 16.2", "PON 20.3", "HLD 20.3", "CAN 17.2"),
    "entry": ("STAR 6.1", "UTH 16.6", "PON 20.6", "HLD 20.6", "CAN 17.6"),
    "fee": ("STAR 6.3[s1]", "UTH 16.21", "PON 20.23[s1]", "HLD 20.21[s1]", "CAN 17.24[s1]"),
    "one_entry": ("STAR D-Re-Entry", "UTH 16.6", "PON 20.6", "HLD 20.6", "CAN 17.6"),
    "ballot": ("STAR 7.5", "UTH 16.8", "PON 20.7", "HLD 20.7", "CAN 17.7[s1]"),
    "seats": ("STAR 7.7[s1]", "UTH 16.9[s1]", "PON 20.8", "HLD 20.8", "CAN 17.8"),
    "moves": ("STAR 7.22", "UTH 16.9[s3]", "PON 20.7", "HLD 20.7", "CAN 17.7[s2]"),
    "breaking": ("STAR D-Breaking", "UTH 16.9[s2]", "PON 20.7", "HLD 20.7", "CAN 17.7[s2]"),
    "no_show": ("STAR 7.12[s1]", "UTH 16.10", "PON 20.9[s2]", "HLD 20.9[s2]", "CAN 17.9[s2]"),
    "reserve": ("STAR D-Alternates", "UTH 16.11", "PON 20.10", "HLD 20.10[s1]", "CAN 17.10"),
    "substitute": ("STAR 6.4", "UTH 16.12", "PON 20.11", "HLD 20.12", "CAN 17.11"),
    "out": ("STAR 7.21[s1]", "UTH 16.7", "PON 20.14[s2]", "HLD 20.17", "CAN 17.14[s2]"),
    "chips": ("STAR 7.16", "UTH 16.14", "PON 20.13", "HLD 20.14", "CAN 17.13"),
    "breaks": ("STAR 6.11", "UTH 16.18", "PON 20.17", "HLD 20.15", "CAN 17.18"),
    "pace": ("STAR 7.25[s1]", "UTH 16.19", "PON 20.18", "HLD 20.16", "CAN 17.19"),
    "places": ("STAR 7.18", "UTH 16.20", "PON 20.19", "HLD 20.17", "CAN 17.20"),
    "finish": ("STAR 1-a", "UTH 16.20", "PON 20.19", "HLD 20.17", "CAN 17.20"),
    "pool": ("STAR 3-a[s1]", "UTH 16.21(a)", "PON 20.23[s2]", "HLD 20.21[s2]", "CAN 17.24[s2]"),
    "paid_out": ("STAR 3-a[s2]", "UTH 16.21(b)", "PON 20.20", "HLD 20.18", "CAN 17.21"),
    "added": ("STAR 7.4", "UTH 16.22", "PON 20.5", "HLD 20.5", "CAN 17.24[s2]"),
    "same_round": ("STAR 7.18", "UTH 16.3(a)(iii)(E)(II)", "PON 20.22", "HLD 20.20[s1]", "CAN 17.23"),
    "refund": ("STAR 6.10", "UTH 16.23", "PON 20.24[s1]", "HLD 20.22[s1]", "CAN 17.25[s1]"),
    "cancel": ("STAR 6.21(b)", "UTH 16.24", "PON 20.24[s2]", "HLD 20.22[s2]", "CAN 17.25[s2]"),
    "cancelled": ("STAR 6.22(a)", "UTH 16.24", "PON 20.24[s3]", "HLD 20.22[s3]", "CAN 17.25[s3]"),
    "fewest": ("STAR 1-e[s1]", "UTH 16.3(a)(v)", "PON 20.4(e)", "HLD 20.4(e)", "CAN 17.3(a)(v)"),
    "most": ("STAR 1-e[s1]", "UTH 16.3(a)(v)", "PON 20.4(e)", "HLD 20.4(e)", "CAN 17.3(a)(v)"),
    # Tournaments in house games.
    "minimum": ("UTH 16.15[s1]", "PON 20.14[s1]", "CAN 17.14[s1]"),
    "cannot_cover": ("UTH 16.15[s2]", "PON 20.14[s2]", "CAN 17.14[s2]"),
    "marker": ("UTH 16.16[s1]", "PON 20.15[s1]", "CAN 17.15[s1]"),
    "order": ("UTH 16.16[s2]", "PON 20.15[s2]", "CAN 17.15[s2]"),
    "fixed": ("UTH 16.16[s3]", "PON 20.15[s3]", "CAN 17.15[s3]"),
    "out_of_order": ("UTH 16.16[s4]", "PON 20.15[s4]", "CAN 17.15[s4]"),
    "turn": ("UTH 16.17", "PON 20.16", "CAN 17.16"),
    "equal": ("UTH 16.3(a)(iii)(E)(III)", "PON 20.21", "CAN 17.22"),
    "advice": ("UTH 15.8", "PON 17.7", "CAN 17.17"),
    "limits": ("UTH 16.3(a)(vii)", "PON 20.4(g)", "CAN 17.3(a)(ix)"),
    "side_wagers": ("UTH 16.3(a)(vii)", "PON 20.4(h)", "CAN 17.3(a)(vii)"),
    # Poker tournaments with levels.
    "race": ("STAR 7.42",),
    "late_chips": ("STAR 7.42(h)",),
    "count": ("STAR 7.10",),
    "deal": ("STAR 1-c[s2]",),
    "payment": ("STAR 3-b",),
    "stake": ("STAR 1-g[s1]",),
    "from_queue": ("STAR 1-g[s2]",),
    "back_in": ("STAR 7.21[s2]",),
    "first_hand": ("STAR 7.7[s2]",),
    "final_table": ("STAR 7.24",),
    "apart": ("STAR 7.6",),
    "even_tables": ("STAR 1-f[s1]",),
    "alternates": ("STAR 1-f[s2]",),
}


def _clauses_of(document: str) -> Mapping[str, str]:
    of_document = ((subject, clause) for subject, row in _CLAUSES.items() for clause in row)
    return Frozen({subject: clause for subject, clause in of_document if clause.startswith(f"{document} ")})


RULESETS: Mapping[str, RuleSet] = {
    STAR: RuleSet(
        prefix=STAR,
        gate=ANNOUNCED,
        rules_beat_conditions=True,
        coming_back=RE_ENTRIES,
        no_show=BLINDED,
        replaced_fee_returned=False,
        same_round=BY_TABLE,
        moves_any_time=True,
        refunds=DAY_BEFORE,
        plays_off=False,
        clauses=_clauses_of(STAR),
        fixed=Frozen(
            {
                "least_entrants": Fixed(2, "STAR 1-e[s1]", "Two entrants are enough to start."),
                "cancel_below": Fixed(10, "STAR 6.21(b)", "The operator may cancel below ten entrants."),
                "readings.tpm_window": Fixed(DAY, "STAR 6.13[s2]", "Gaming is counted over 24 hours."),
                "readings.tpm_most": Fixed(12 * HOUR, "STAR 6.13[s2]", "Gaming is for twelve hours at most."),
                "readings.suspend_after": Fixed(12 * HOUR, "STAR 1-b[s1]", "Time is called at twelve hours."),
                "readings.bba_order": Fixed("blind_first", "STAR 7.27[s2]", "The big blind is posted before its ante."),
                "readings.absent_until_level": Fixed(
                    4, "STAR 7.12[s2]", "The stake of an absent entrant stays until level 4 has ended."
                ),
            }
        ),
    ),
    UTH: RuleSet(
        prefix=UTH,
        gate=PUBLISHED_AND_NOTIFIED,
        rules_beat_conditions=True,
        coming_back=REBUYS_IN_CONDITIONS,
        no_show=FORFEITED,
        replaced_fee_returned=False,
        same_round=BY_CONDITIONS,
        moves_any_time=True,
        refunds=AS_CONDITIONS,
        plays_off=False,
        clauses=_clauses_of(UTH),
    ),
    PON: RuleSet(
        prefix=PON,
        gate=APPROVED,
        rules_beat_conditions=False,
        coming_back=ONE_ENTRY,
        no_show=FORFEITED,
        replaced_fee_returned=False,
        same_round=SHARED,
        moves_any_time=False,
        refunds=NEVER,
        plays_off=True,
        clauses=_clauses_of(PON),
        marker_required=True,
    ),
    HLD: RuleSet(
        prefix=HLD,
        gate=APPROVED,
        rules_beat_conditions=False,
        coming_back=ONE_ENTRY,
        no_show=MAY_BE_FORFEITED,
        replaced_fee_returned=True,
        same_round=BY_CONTRIBUTION,
        moves_any_time=False,
        refunds=NEVER,
        plays_off=False,
        clauses=_clauses_of(HLD),
    ),
    CAN: RuleSet(
        prefix=CAN,
        gate=PUBLISHED_AND_NOTIFIED,
        rules_beat_conditions=True,
        coming_back=REBUYS_IN_CONDITIONS,
        no_show=FORFEITED,
        replaced_fee_returned=False,
        same_round=SHARED,
        moves_any_time=False,
        refunds=NEVER,
        plays_off=True,
        clauses=_clauses_of(CAN),
        marker_required=True,
        fixed=Frozen(
            {
                "readings.moves_within_session": Fixed(
                    False, "CAN 17.7[s2]", "Nobody is moved from an assigned seat inside a session."
                )
            }
        ),
    ),
}

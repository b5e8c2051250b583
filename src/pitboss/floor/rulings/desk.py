"""Views for the director's pages about people and pauses: rulings, penalties, absence, suspension, return."""

from pitboss.floor.reading.tournaments.views import Shown, log_of, plain
from pitboss.tournaments.clock import suspension
from pitboss.tournaments.entries import absence, penalties, reserves, time_limits
from pitboss.tournaments.entries.penalties import BREACHES, MOST_ORBITS
from pitboss.tournaments.entries.refunds import start_check
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.rulesets import BLINDED
from pitboss.tournaments.event.state import (
    IN_THE_FIELD,
    Entrant,
    Moment,
    Player,
    Stage,
    Status,
    Tournament,
    in_play,
    seat_of,
)
from pitboss.tournaments.seating.seating import open_seats

# The commands whose lines are rulings: what was decided about somebody, or about the whole event.
RULINGS = frozenset(
    (
        *("record_ruling", "warn", "penalise", "lift_penalty", "disqualify", "rule_on_tie", "rule_on_conflict"),
        *("remove_for_time", "remove_absent", "free_seat", "arrive", "refuse_entry", "readmit", "mark_no_show"),
        *("substitute", "suspend", "agree_return", "resume", "delay_start", "after_start_decision", "cancel_event"),
        *("issue_prevention", "remove_for_harm", "block_entry", "note_concern"),
    )
)
# What the director may decide for an event that cannot go on (STAR 6.22(c)), in words.
COURSES = (
    ("resume_later", "Resume later"),
    ("icm", "Divide by the value of the stacks (ICM)"),
    ("chips", "Divide by chips"),
    ("refund", "Refund"),
)
# What somebody is warned or penalised for, in words.
BREACH_WORDS = {
    "conduct": "Abuse or disruption",
    "delay": "Slow play",
    "exposed_hand": "Exposed hand",
    "out_of_turn": "Action out of turn",
    "advice": "Advice",
    "device": "Phone or device",
    "absence": "Absent to act",
}


def rulings_of(record: Record, most: int) -> list[Shown]:
    """The last rulings, the latest first: each by its first line, and whether it stands."""
    found = [line for line in log_of(record) if line["do"] in RULINGS and line["how"] == "done" and line["told"]]
    return found[::-1][:most]


def breaches_of(state: Tournament) -> list[tuple[str, str, str]]:
    """Return the grounds for a warning or a penalty: the word, its meaning, and the clause that is cited."""
    return [(word, BREACH_WORDS[word], state.rules.clause_for(clause)) for word, clause in BREACHES.items()]


def players_penalised(state: Tournament) -> list[Shown]:
    """STAR 7.39: everybody who stays away, with the hands that are left."""
    return [
        {**_player_row(state, player), "hands": penalties.remaining_hands(entrant), "reason": entrant.penalty.reason}
        for player, entrant in state.entrants.items()
        if entrant.penalty is not None
    ]


def players_warned(state: Tournament) -> list[Shown]:
    """Return everybody in the event who has been warned, and how often."""
    return [
        {**_player_row(state, player), "warnings": entrant.warnings}
        for player, entrant in state.entrants.items()
        if entrant.warnings and player in in_play(state)
    ]


def _player_row(state: Tournament, player: Player) -> Shown:
    table, seat = seat_of(state, player) or (None, None)
    entrant = state.entrants[player]
    return {"player": player, "table": table, "seat": seat, "chips": entrant.stack, "status": entrant.status.value}


def person(state: Tournament, player: Player, at: Moment) -> Shown:
    """An entrant as a director looks at them before a decision: seat, warnings, penalty, hours played."""
    entrant = state.entrants[player]
    orbits = range(1, MOST_ORBITS + 1)
    return {
        **_player_row(state, player),
        "warnings": entrant.warnings,
        "hands": penalties.remaining_hands(entrant),
        "orbits": [(each, hands) for each in orbits if (hands := penalties.hands_of(state, player, each))],
        "time": plain(time_limits.play_time(state, player, at)),
        "grounds": list(penalties.grounds_of(state)),
        "refund_ground": penalties.ABSENT_FROM_TABLE,
    }


# Absent and late.


def absences(state: Tournament, at: Moment) -> Shown:
    """Return who is away from the seat, who never came, and whose stake is out of play."""
    away, aside = [], []
    for player, entrant in state.entrants.items():
        if entrant.set_aside:
            aside.append(_out_of_play(state, player, entrant))
        elif entrant.absent and entrant.status is Status.SEATED:
            away.append(_away(state, player, entrant, at))
    return {
        "away": away,
        "aside": aside,
        "blinded": state.rules.no_show == BLINDED,
        "until_level": state.conditions.readings.absent_until_level,
        "open_seats": list(open_seats(state)),
    }


def _away(state: Tournament, player: Player, entrant: Entrant, at: Moment) -> Shown:
    no = absence.may_not_remove(state, player, at)
    return {
        **_player_row(state, player),
        "came": entrant.has_played,
        "may_remove": no is None,
        "why_not": "" if no is None else no.reason,
        "clause": "STAR 7.12[s2]" if no is None else no.clause,
    }


def _out_of_play(state: Tournament, player: Player, entrant: Entrant) -> Shown:
    stake = {"stake": entrant.set_aside, "missed": entrant.missed, "since": entrant.aside_since}
    return {**_player_row(state, player), **stake}


def no_shows(state: Tournament) -> Shown | None:
    """T-05: who has not taken the seat, and who waits for it; None where the document has the stack blinded off."""
    if state.rules.no_show == BLINDED:
        return None
    return {
        "reserves": list(reserves.available(state)),
        "entered": [
            _player_row(state, player) for player, each in state.entrants.items() if each.status in IN_THE_FIELD
        ],
        "gone": [
            _player_row(state, player) for player, each in state.entrants.items() if each.status is Status.FORFEITED
        ],
        "clause": state.clause("no_show"),
        "substitute_clause": state.clause("substitute"),
    }


# An event that stops.


def stopping(state: Tournament, at: Moment) -> Shown:
    """Return the ways to stop the event at its stage, and what stands in the way of each now."""
    return {
        "stage": state.stage.value,
        "started": state.started is not None,
        "busy": [table.number for table in state.tables.values() if table.hand is not None],
        "returns": state.returns,
        "start": state.conditions.start,
        "hours": plain(time_limits.twelve_hours(state, at)) if state.started is not None else None,
        "entrants": start_check(state).entrants,
        "cancel_below": state.conditions.cancel_below,
        "clauses": {
            "suspend": state.rules.clause_for("STAR 1-b[s1]"),
            "return": state.rules.clause_for("STAR 1-b[s2]"),
            "resume": state.rules.clause_for("STAR 1-b[s3]"),
            "delay": state.rules.clause_for("STAR 6.22(b)"),
            "decide": state.rules.clause_for("STAR 6.22(c)"),
            "cancel": state.clause("cancelled"),
        },
        "over": state.stage in (Stage.OVER, Stage.CANCELLED),
    }


def return_sheet(record: Record, at: Moment) -> Shown:
    """STAR 1-b[s2], STAR 1-b[s4]: what everybody is told who comes back, and where the button of each table is.

    `uncounted` are chips at a table whose holder is not known: its stacks are counted before anybody leaves.
    """
    state = record.state
    sheet = suspension.return_sheet(state, at)
    tables: dict[int, list[Shown]] = {}
    for each in sheet.seats:
        tables.setdefault(each.table, []).append({"seat": each.seat, "player": each.player, "stack": each.stack})
    return {
        "returns": sheet.returns_at,
        "clock": plain(sheet.clock),
        "next_blinds": plain(sheet.next_blinds),
        "schedule": [plain(segment) for segment in sheet.schedule],
        "tables": [
            {
                "number": number,
                "seats": seats,
                "button": state.tables[number].button,
                "uncounted": state.tables[number].loose,
                "total": sum(seat["stack"] for seat in seats) + state.tables[number].loose,
            }
            for number, seats in tables.items()
        ],
        "players": sum(len(seats) for seats in tables.values()),
        "waiting": [*state.alternates, *state.reentries],
        "clauses": [state.rules.clause_for(clause) for clause in ("STAR 1-b[s2]", "STAR 1-b[s3]", "STAR 1-b[s4]")],
    }

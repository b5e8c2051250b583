"""Views for the director's pages about people: rulings, penalties, absence."""

from typing import NamedTuple

from pitboss.floor.reading.tournaments.views import LogLine, log_of
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.entries import absence, penalties, reserves
from pitboss.tournaments.entries.penalties import BREACHES, MOST_ORBITS
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.rulesets import BLINDED
from pitboss.tournaments.event.state import IN_THE_FIELD, Entrant, Moment, Player, Status, Tournament, in_play, seat_of

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


class PlayerRow(NamedTuple):
    """An entrant, and where they sit if they do."""

    player: Player
    table: int | None
    seat: int | None
    entrant: Entrant


def rulings_of(record: Record, most: int) -> list[LogLine]:
    """The last rulings, the latest first: each by its first line, and whether it stands."""
    found = [line for line in log_of(record) if line.do in RULINGS and line.how == "done" and line.told]
    return found[::-1][:most]


def breaches_of(state: Tournament) -> list[tuple[str, str, str]]:
    """Return the grounds for a warning or a penalty: the word, its meaning, and the clause that is cited."""
    return [(word, BREACH_WORDS[word], state.rules.clause_for(clause)) for word, clause in BREACHES.items()]


def player_row(state: Tournament, player: Player) -> PlayerRow:
    table, seat = seat_of(state, player) or (None, None)
    return PlayerRow(player, table, seat, state.entrants[player])


def players_penalised(state: Tournament) -> list[PlayerRow]:
    """STAR 7.39: everybody who stays away, with the hands that are left."""
    return [player_row(state, player) for player, entrant in state.entrants.items() if entrant.penalty is not None]


def players_warned(state: Tournament) -> list[PlayerRow]:
    """Return everybody in the event who has been warned, and how often."""
    return [player_row(state, player) for player in in_play(state) if state.entrants[player].warnings]


def orbits_for(state: Tournament, player: Player) -> list[tuple[int, int]]:
    """The orbits that a penalty may have, each with its hands at the player's table."""
    found = ((each, penalties.hands_of(state, player, each)) for each in range(1, MOST_ORBITS + 1))
    return [(each, hands) for each, hands in found if hands]


# Absent and late.


def players_away(state: Tournament, at: Moment) -> list[tuple[PlayerRow, Refusal | None]]:
    """Who is away from the seat or never came, and why the stake cannot be declared out of play, if it cannot."""
    return [
        (player_row(state, player), absence.may_not_remove(state, player, at))
        for player, entrant in state.entrants.items()
        if entrant.absent and entrant.status is Status.SEATED and not entrant.set_aside
    ]


def stakes_out_of_play(state: Tournament) -> list[PlayerRow]:
    return [player_row(state, player) for player, entrant in state.entrants.items() if entrant.set_aside]


class NoShows(NamedTuple):
    """T-05: who may not have taken the seat, whose seat is to be sold, and who waits for one."""

    entered: list[Entrant]
    gone: list[Entrant]
    reserves: tuple[Player, ...]


def no_shows(state: Tournament) -> NoShows | None:
    """None where the document has the stack blinded off."""
    if state.rules.no_show == BLINDED:
        return None
    entered = [each for each in state.entrants.values() if each.status in IN_THE_FIELD]
    gone = [each for each in state.entrants.values() if each.status is Status.FORFEITED]
    return NoShows(entered, gone, reserves.available(state))

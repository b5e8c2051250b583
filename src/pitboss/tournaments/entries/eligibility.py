"""Who may enter: members of age who are not excluded, prevented, barred or refused."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import DAY
from pitboss.tournaments.event.rulesets import STAR
from pitboss.tournaments.event.state import Moment, Person, Player, Tournament

OF_AGE = 18
# STAR 6.16(3): the casinos whose withdrawal of a licence counts.
SYDNEY, GOLD_COAST, BRISBANE = CASINOS = ("The Star Sydney", "The Star Gold Coast", "The Star Brisbane")
# How people write where these are, without what they may put around it.
_PLACES: Mapping[str, str] = {
    **dict.fromkeys(("sydney", "syd", "city sydney"), SYDNEY),
    **dict.fromkeys(("gold coast", "goldcoast", "gc", "broadbeach"), GOLD_COAST),
    **dict.fromkeys(("brisbane", "bris", "bne", "queens wharf brisbane", "queens wharf"), BRISBANE),
}
# In a word of no more letters than this a slip may make it another word.
_TOO_SHORT = 5
_AROUND = frozenset(("the", "star", "casino", "at", "in", "of", "hotel", "resort", "qld", "nsw"))
# Why somebody may not enter, as `Tournament.barred` keeps it.
PREVENTED, REFUSED, HARM = "tpoe", "refused", "harm"
EXCLUDED, WITHDRAWAL = "excluded", "withdrawal"
# STAR 6.14: what was done to keep somebody from harm, as `Person.harm` says it.
REMOVED, BLOCKED = "removed", "blocked"

# The clauses of a document that says more about who may enter than that there are entries.
_CLAUSES: Mapping[str, Mapping[str, str]] = {
    STAR: {
        "member": "STAR 6.2",
        "age": "STAR 6.16(1)",
        EXCLUDED: "STAR 6.16(2)",
        WITHDRAWAL: "STAR 6.16(3)",
        PREVENTED: "STAR 6.17[s1]",
        REFUSED: "STAR 6.7",
        HARM: "STAR 6.14 tail[s2]",
        BLOCKED: "STAR 6.14(b)(a)",
    }
}


class Requirement(NamedTuple):
    """One thing that is asked of whoever wants to enter, by its clause, and what is against it if anything is."""

    subject: str
    clause: str
    refusal: Refusal | None


class Barred(NamedTuple):
    """Somebody may not enter from now on, and why; nothing as the reason lifts it."""

    player: Player
    why: str
    clause: str


def apply_barred(state: Tournament, event: Barred) -> Tournament:
    barred = {name: why for name, why in state.barred.items() if name != event.player}
    if event.why:
        barred[event.player] = event.why
    return state._replace(barred=Frozen(barred))


def ineligible(state: Tournament, person: Person, at: Moment) -> Refusal | None:
    """STAR 6.16, STAR D-Entrants: why somebody cannot be an entrant, by the first requirement that is not met."""
    return next((refusal for check in _CHECKS.values() for refusal in check(state, person, at)), None)


def requirements(state: Tournament, person: Person, at: Moment) -> tuple[Requirement, ...]:
    """STAR 6.16, STAR D-Entrants: everything that this event asks of an entrant, met or not."""
    asked = (subject for subject in _CHECKS if subject in _OF_EVERYBODY or asks_for(state, subject))
    return tuple(
        Requirement(subject, clause_about(state, subject), next(iter(_CHECKS[subject](state, person, at)), None))
        for subject in asked
    )


def day_asked(state: Tournament, at: Moment) -> date:
    """STAR 6.16(1): the day on which an entrant must be of age: that of the start, or today where none is fixed."""
    return day_of(at if state.conditions.start is None else state.conditions.start)


def day_of(moment: Moment) -> date:
    """The day of a moment, by the clock on the wall."""
    return date(1970, 1, 1) + timedelta(days=moment // DAY)


def clause_about(state: Tournament, subject: str) -> str:
    """The clause about who may enter; a document that has none for the subject is cited for entries as such."""
    return _CLAUSES.get(state.rules.prefix, {}).get(subject, state.clause("entry"))


def asks_for(state: Tournament, subject: str) -> bool:
    """Whether the document itself has a requirement."""
    return subject in _CLAUSES.get(state.rules.prefix, {})


def _check_prevention(state: Tournament, person: Person, at: Moment) -> Iterator[Refusal]:
    """STAR 6.17[s1]: nobody who is under a temporary prevention of entry, of the house or for this event."""
    if person.prevented or state.barred.get(person.name) == PREVENTED:
        yield Refusal(
            clause_about(state, PREVENTED), f"{person.name} is under a temporary prevention of entry.", PREVENTED
        )


def _check_refusal(state: Tournament, person: Person, at: Moment) -> Iterator[Refusal]:
    """STAR 6.7, STAR 6.14(b)(a): nobody whom the director has refused, or who is kept out to prevent harm.

    STAR 6.14 tail[s2], T-33: whichever event somebody was removed from, no other takes them.
    """
    why = state.barred.get(person.name)
    if why == REFUSED:
        yield Refusal(clause_about(state, REFUSED), f"The director has refused {person.name}'s application.", REFUSED)
    elif why not in (None, PREVENTED):
        yield Refusal(clause_about(state, HARM), f"{person.name} may not take part in this event any more.", "barred")
    elif person.harm == REMOVED:
        sentence = f"{person.name} was removed from an event to prevent harm, and takes part in no further one."
        yield Refusal(clause_about(state, HARM), sentence, "barred")
    elif person.harm:
        sentence = f"{person.name} is kept from entering events, on signs of harm."
        yield Refusal(clause_about(state, BLOCKED), sentence, "barred")


def _check_exclusion(state: Tournament, person: Person, at: Moment) -> Iterator[Refusal]:
    """STAR 6.16(2): nobody who is excluded, by a direction or by an own order."""
    if person.excluded:
        yield Refusal(clause_about(state, EXCLUDED), f"{person.name} is excluded from the casino.", "excluded")


def casino_meant(text: str) -> str | None:
    """STAR 6.16(3): which of the three casinos somebody has written down, however; None where it is none of them."""
    words = [word for word in re.findall(r"[^\W_]+", text.casefold().replace("'", "")) if word not in _AROUND]
    place = " ".join(words)
    if place in _PLACES:
        return _PLACES[place]
    near = (casino for name, casino in _PLACES.items() if len(name) > _TOO_SHORT and _misspelt(place) & _misspelt(name))
    return next(near, None)


def _misspelt(word: str) -> set[str]:
    """A word, and what is left of it without one of its letters: two that share one of these differ by a slip."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def _check_licence(state: Tournament, person: Person, at: Moment) -> Iterator[Refusal]:
    """STAR 6.16(3): nobody whose licence to enter was withdrawn at Sydney, the Gold Coast or Brisbane."""
    casino = casino_meant(person.withdrawal_of_licence or "")
    if asks_for(state, WITHDRAWAL) and casino is not None:
        sentence = f"{person.name} is the subject of a withdrawal of licence from {casino}."
        yield Refusal(clause_about(state, WITHDRAWAL), sentence, "withdrawal_of_licence")


def _under_age(state: Tournament, person: Person, at: Moment) -> Iterator[Refusal]:
    """STAR 6.16(1): eighteen or over on the day of the start; the law asks it of every tournament."""
    day, clause = day_asked(state, at), clause_about(state, "age")
    if person.born is None:
        yield Refusal(clause, f"The desk has not seen {person.name}'s date of birth.", "age_unknown")
    elif (person.born.year + OF_AGE, person.born.month, person.born.day) > (day.year, day.month, day.day):
        yield Refusal(clause, f"{person.name} is under {OF_AGE} on the day of the start.", "under_18")


def _no_member(state: Tournament, person: Person, at: Moment) -> Iterator[Refusal]:
    """STAR 6.2: members of the loyalty programme only, where the document asks for it."""
    if asks_for(state, "member") and not person.member:
        yield Refusal(
            clause_about(state, "member"), f"{person.name} is not a member of the loyalty programme.", "not_member"
        )


# What is asked of everybody, whatever document the event has.
_OF_EVERYBODY = (PREVENTED, REFUSED, EXCLUDED, "age")
_CHECKS: Mapping[str, Callable[[Tournament, Person, Moment], Iterator[Refusal]]] = {
    PREVENTED: _check_prevention,
    REFUSED: _check_refusal,
    EXCLUDED: _check_exclusion,
    WITHDRAWAL: _check_licence,
    "age": _under_age,
    "member": _no_member,
}

"""A situation as it was told in a form, put to the rules, and the words in which it is recorded."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pitboss.floor.rulings import answers as rules
from pitboss.floor.rulings import card_answers as cards
from pitboss.floor.rulings.answers import NotAnswered, Ruling
from pitboss.games.command import MOST_CENTS
from pitboss.games.holdem.situations.scenes import AFTER_FLOP, ANY_LEVEL, Done, Level
from pitboss.tournaments.clock.clock import reading
from pitboss.tournaments.event.state import Moment, Tournament
from pitboss.tournaments.hands import hand_for_hand as h4h

# So many actions past a skipped player can be told.
MOST_ACTIONS = 4
_MOST_CHIPS = 40

Options = tuple[tuple[str, str], ...]
Given = Mapping[str, Any]


class MatterQuestion(NamedTuple):
    """Something that is asked about a matter. `kind` is how it is written; `prefill` names an amount of the level."""

    name: str
    label: str
    kind: str = "chips"
    options: Options = ()
    hint: str = ""
    value: str = ""
    prefill: str = ""


class Situation(NamedTuple):
    """Where a question stands: the event, now, and what was told."""

    state: Tournament
    at: Moment
    given: Given

    @property
    def document(self) -> str:
        return document_of(self.state)

    def number(self, name: str, default: int = 0) -> int:
        value = self.given.get(name, default)
        if not isinstance(value, int) or not 0 <= value <= MOST_CENTS:
            raise NotAnswered("Write a number of chips.", field=name)
        return value

    def word(self, name: str) -> str:
        return str(self.given.get(name, ""))

    @property
    def level(self) -> Level:
        return Level(max(self.number("small", 1), 1), max(self.number("big", 1), 1), self.number("ante"))


Answering = Callable[[Situation], tuple[str, Ruling]]


class Matter(NamedTuple):
    """A matter: `clauses` are those of the event's document; `breach` is what a penalty for it would be given for.

    Without `answer` the director writes the ruling; `proposal` is how it may begin.
    """

    id: str
    group: str
    title: str
    clauses: Mapping[str, tuple[str, ...]]
    asked: tuple[MatterQuestion, ...] = ()
    answer: Answering | None = None
    breach: str = ""
    proposal: str = ""


def document_of(state: Tournament) -> str:
    """By whose procedures hands are played in an event (T-15)."""
    return state.rules.prefix


def level_now(state: Tournament, at: Moment) -> Level:
    """The blinds and the ante of the level that is on, or of the last one before a break."""
    shown = reading(state, at)
    levels = state.conditions.levels
    blinds = None if shown is None else shown.blinds
    if blinds is None and shown is not None and 0 < shown.level <= len(levels):
        blinds = levels[shown.level - 1]
    if blinds is None and levels:
        blinds = levels[0]
    return ANY_LEVEL if blinds is None else Level(blinds.small, blinds.big, blinds.ante)


SAID: Options = (
    *(("", "Nothing"), ("raise", "“Raise”, no amount"), ("call", "“Call”")),
    ("asked_for_count", "Asked for a count, and was told this amount"),
)
IRREGULARITIES: Options = (
    *(("player_has_excess_card", "A player has a card too many"), ("player_missed", "A player was missed")),
    *(("extra_position_dealt", "Cards for an empty position"), ("hole_card_out_of_turn", "A card dealt out of turn")),
    *(("card_exposed_in_cut", "A card exposed in the cut"), ("no_cut", "The cards were not cut")),
)
FOUND: Options = (
    *(("initial_deal", "During the deal"), ("before_any_bet", "Before any bet")),
    *(("after_first_bet", "After the first bet"), ("after_first_betting_round", "After the first betting round")),
)


# Words of a situation.


def _chips_words(chips: list[int]) -> str:
    if len(chips) == 1:
        return f"One chip of {chips[0]:,}"
    return f"Chips of {' and '.join(f'{chip:,}' for chip in chips)}"


def _facing(amount: int) -> str:
    return f"facing {amount:,}" if amount else "with no bet to face"


DONE_WORDS: Mapping[str, str] = {
    "check": "check",
    "call": "call",
    "bet": "bet of {:,}",
    "raise": "raise to {:,}",
    "all_in": "all-in to {:,}",
    "fold": "fold",
}


def _done_words(done: Done) -> str:
    return DONE_WORDS[done.do].format(done.to)


# Answers.


def out_of_turn(told: Situation) -> tuple[str, Ruling]:
    early = _action_done(told, "did", "to")
    if early is None:
        raise NotAnswered("Say what was done out of turn.", field="did")
    since = [done for number in (1, 2) if (done := _action_done(told, f"then{number}", f"then{number}_to")) is not None]
    facing, street = told.number("facing"), told.word("street") or AFTER_FLOP
    ruling = rules.out_of_turn(told.document, told.level, street, facing, told.number("raised_by"), early, since)
    shown = f"{_done_words(early).capitalize()} out of turn, {_facing(facing)}"
    then = f"; then {', '.join(map(_done_words, since))}" if since else ""
    return f"{shown}{then}", ruling


def _action_done(told: Situation, name: str, amount: str) -> Done | None:
    """Something that was done; a bet, a raise and an all-in need their total."""
    do = told.word(name)
    if not do:
        return None
    if do not in DONE_WORDS:
        raise NotAnswered("There is no such action.", field=name)
    if do not in ("bet", "raise", "all_in"):
        return Done(do)
    to = told.number(amount)
    if not to:
        raise NotAnswered(f"Write the total of the {do.replace('_', '-')}.", field=amount)
    return Done(do, to)


def answer_skipped(told: Situation) -> tuple[str, Ruling]:
    actions = [word for number in range(1, MOST_ACTIONS + 1) if (word := told.word(f"action{number}"))]
    unknown = next((word for word in actions if word not in DONE_WORDS), None)
    if unknown is not None or not actions:
        raise NotAnswered("Say what was done past the skipped player, in order.", field="action1")
    ruling = rules.skipped_hand(told.document, actions, told.word("ruling"))
    return f"Skipped, and silent while {', '.join(word.replace('_', '-') for word in actions)} followed", ruling


def chips_in(told: Situation) -> tuple[str, Ruling]:
    chips, said = told.given.get("chips", []), told.word("said")
    if not isinstance(chips, list) or not 0 < len(chips) <= _MOST_CHIPS or max(chips) > MOST_CENTS:
        raise NotAnswered("Write the chips by their values, such as 5000, or 500 500.", field="chips")
    if said not in dict(SAID):
        raise NotAnswered("Choose what was said.", field="said")
    facing = told.number("facing")
    ruling = rules.chips_in(
        told.document, facing, chips, said, told.number("least_raise"), told.number("stack"), told.level
    )
    words = {"": "nothing said", "asked_for_count": "a wrong count given"}.get(said, f"“{said}” said")
    return f"{_chips_words(chips)} {_facing(facing)}, {words}", ruling


def raise_to(told: Situation) -> tuple[str, Ruling]:
    facing, wanted = told.number("facing"), told.number("wanted")
    by, stack = told.number("raised_by"), told.number("stack")
    ruling = rules.raise_to(told.document, facing, by, wanted, stack=stack, level=told.level)
    return (f"To {wanted:,} {_facing(facing)}" if wanted else f"A raise {_facing(facing)}"), ruling


def all_in(told: Situation) -> tuple[str, Ruling]:
    facing, total = told.number("facing"), told.number("total")
    return f"All-in {_facing(facing)}", rules.all_in(told.document, facing, told.number("raised_by"), total, told.level)


def short_blind(told: Situation) -> tuple[str, Ruling]:
    level, stack = told.level, told.number("stack")
    words = f"Big blind with {stack:,} at {level.small:,}/{level.big:,}, ante {level.ante:,}"
    return words, rules.short_blind(told.document, level, stack)


def clock(told: Situation) -> tuple[str, Ruling]:
    is_facing = told.word("faces") != "nothing"
    acted = told.number("acted_at") if "acted_at" in told.given else None
    ruling = cards.clock_called(told.document, is_facing, told.number("in_pot"), told.word("asked_by"), acted)
    return f"On the clock, {'facing a bet' if is_facing else 'with no bet to face'}", ruling


def absent(told: Situation) -> tuple[str, Ruling]:
    back = told.word("back")
    words = {"in_the_deal": "Back during the deal", "after_the_deal": "Back after the initial deal"}
    return words.get(back, "Not at the table to act"), cards.absent_at_deal(told.document, back)


def answer_exposed(told: Situation) -> tuple[str, Ruling]:
    return "Hand exposed in a live round", cards.exposed_hand(told.document)


def answer_mucked(told: Situation) -> tuple[str, Ruling]:
    before, put_in = told.number("facing"), told.number("put_in")
    ruling = cards.mucked_hand(told.document, before, put_in, told.word("called") == "yes", told.level)
    return f"Unprotected hand mucked, {put_in:,} put in {_facing(before)}", ruling


def deal(told: Situation) -> tuple[str, Ruling]:
    what, found = told.word("irregularity"), told.word("found")
    if what not in dict(IRREGULARITIES) or found not in dict(FOUND):
        raise NotAnswered("Choose what went wrong, and when it was found.", field="irregularity")
    ruling = cards.deal_went_wrong(told.document, what, found, looked_at=told.word("looked_at") == "yes")
    return f"{dict(IRREGULARITIES)[what]}, found {dict(FOUND)[found].lower()}", ruling


def dispute(told: Situation) -> tuple[str, Ruling]:
    is_out = told.word("next_card_out") == "yes"
    when = "after the first card of the next round" if is_out else "before the next round"
    return f"Pot disputed {when}", cards.disputed_round(told.document, is_out)


def face_up(told: Situation) -> tuple[str, Ruling]:
    """STAR 7.28, STAR 7.30: asked of the event itself, which knows whether it plays hand for hand."""
    table = told.number("table")
    if table not in told.state.tables:
        raise NotAnswered("Choose a table of the event.", field="table")
    now = h4h.may_table_cards(told.state, table)
    sentence = (
        "All hands are turned face up without delay."
        if now
        else "The cards stay face down until every table has acted."
    )
    clauses = ("STAR 7.28",) if now else ("STAR 7.30", "STAR 7.28")
    return f"All-in and called at table {table}, no more betting", Ruling(sentence, clauses)

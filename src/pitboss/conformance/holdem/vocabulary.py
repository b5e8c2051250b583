"""The words of a hold'em case: its table, seats and cards, and the arguments of every step."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pitboss.conformance.format.vocabulary import (
    ARGUMENTS,
    Cards,
    Cents,
    Clause,
    Count,
    Seat,
    Stake,
    Word,
    one_of,
    settings_of,
    step_of,
    table_of,
    unknown,
)
from pitboss.games.holdem import GAME, Commission
from pitboss.games.holdem.settings import HoldemSettings
from pitboss.games.holdem.situations.moves import AT_ONCE
from pitboss.games.holdem.state import STREETS
from pitboss.games.play import Role, Verb
from pitboss.games.shape_check import MISSING, Misfit, record_type

# The words with arguments of their own; a question mark stands after one that may be missing. What is not here is a
# command of the game, with the particulars that its verb needs and takes.
DO: Mapping[str, str] = {
    "fold": "seat out_of_turn?",
    "check": "seat out_of_turn?",
    "call": "seat out_of_turn?",
    "stand": "seat out_of_turn?",
    "tap_out": "seat out_of_turn?",
    "call_and_fold": "seat",
    "bet": "seat to out_of_turn?",
    "raise": "seat to out_of_turn?",
    "push": "seat amount? amounts? reason? ruling?",
}
EVENTS: Mapping[str, str] = {
    "deal": "street cards?",
    "deal_irregularity": "irregularity looked_at? seat?",
    "retract": "seat do to? cause",
    "communal_card_exposed": "street cards burn_taken",
    "betting_complete": "",
    **dict.fromkeys(AT_ONCE, ""),
}
CHECKS: Mapping[str, str] = {
    "legal": "seat call? may_raise? min_to? max_to?",
    "pot": "amount",
    "actor": "seat",
    "first_to_show": "seat",
    "out_of_turn": "ruling seat?",
}
ASKS: Mapping[str, str] = {
    "enter": "player seat from? request button_revolution_complete? button_has_passed_seat?",
    "join": "amount",
    "top_up": "when stack amount declared?",
    "remove_chips": "stack amount when?",
    "start_round_without_top_up": "stack",
    "lost_stake": "declared stack rebuy?",
    "settings": "set",
    "deal_irregularity": "irregularity looked_at? found?",
    "after_misdeal": "",
    "conduct": "situation",
}
SITUATIONS: Mapping[str, str] = {
    "player_shows_neighbour_after_round": "seat to requested_by",
    "dispute_raised": "about first_card_of_next_round_out",
    "unlisted_irregularity": "players_agree",
    "folded_hand_told_to_one_player": "seat",
    "live_hand_told_to_one_player": "seat",
}
_WRITTEN = {"do": DO, "event": EVENTS, "check": CHECKS, "ask": ASKS}
_COMMON = {
    "do": "seat? player? at_once? ref? refused?",
    "event": "over? at_once? ref? refused?",
    "check": "ref?",
    "ask": "ref",
}
# What nobody can refuse, because no command stands behind it.
_NEVER_REFUSED = ("betting_complete",)

_OF_STEP: Mapping[str, Any] = {
    "at_once": bool,
    "street": one_of(*STREETS),
    "cause": one_of("dealer_direction"),
    "request": one_of("play_now", "wait_for_big_blind"),
    "when": one_of("between_rounds", "during_round"),
    "found": one_of("before_any_bet", "after_first_bet", "initial_deal", "after_first_betting_round"),
}
# Some words mean something else in one place.
_IN_PLACE: Mapping[tuple[str, str], Any] = {
    ("do push", "ruling"): Clause,
    ("event deal", "cards"): Count,
    ("check out_of_turn", "ruling"): Clause,
    ("ask push", "ruling"): Clause,
    ("ask deal", "cards"): Count,
    ("ask enter", "player"): one_of("new", "missed_both", "moved_away_from_blinds"),
    ("ask player_shows_neighbour_after_round", "to"): Seat,
}
# An amount, or one for each betting round.
_ONE_OR_FOUR = Cents | list[Cents]
AnySettings = record_type(
    {
        **settings_of(HoldemSettings()),
        "min_bet": _ONE_OR_FOUR,
        "max_bet": _ONE_OR_FOUR | None,
        "commission": record_type(settings_of(Commission())) | None,
        "over_blind": record_type({"seat": Seat, "amount": Stake}, ("seat", "amount")) | None,
        "players": Count,
        **dict.fromkeys(("button", "small_blind", "big_blind"), Seat),
        "button_revolution_complete": bool,
    }
)
Table = table_of(GAME, AnySettings)
Seated = record_type(
    {
        "seat": Seat,
        "player": Word,
        **dict.fromkeys(("stack", "post_live", "post_dead"), Cents),
        "absent": bool,
    },
    ("seat",),
)
CardsOut = record_type({"hole": dict[str, Cards], "board": Cards})


def _content(form: str, written: Mapping[str, Any]) -> Any:
    name, names, situation = written[form], arguments(form), None
    if not isinstance(name, str) or name not in names:
        return unknown("holdem", form, name, names)
    if name == "conduct":
        if "situation" not in written:
            return Misfit(("situation",), MISSING)
        situation = written["situation"]
        if not isinstance(situation, str) or situation not in SITUATIONS:
            return unknown("holdem", "situation", situation, SITUATIONS)
    return _step(form, name, situation)


@cache
def _step(form: str, name: str, situation: str | None) -> Any:
    words = f"{_COMMON[form]} {arguments(form)[name]} {SITUATIONS[situation] if situation else ''}"
    if name in _NEVER_REFUSED:
        words = words.replace("refused?", "")
    place = f"{form} {situation or name}"
    taken = {word.rstrip("?"): _kind(place, word.rstrip("?")) for word in words.split()}
    return record_type({**taken, form: Any}, [word for word in words.split() if not word.endswith("?")])


def _kind(place: str, argument: str) -> Any:
    if argument in ("set", "settings"):
        return AnySettings
    return _IN_PLACE.get((place, argument)) or _OF_STEP.get(argument) or ARGUMENTS[argument]


def arguments(form: str) -> Mapping[str, str]:
    """Every name that can stand in a form, with its arguments: the words of cases first, then the game's commands."""
    if form == "check":
        return CHECKS
    named = {name: _particulars(verb) for name, verb in GAME.verbs.items() if _has_form(verb, form)}
    if form == "ask":
        # Whatever can be done can be asked; a few questions have words of their own.
        named |= {name: words for name, words in {**DO, **EVENTS}.items() if name not in _NEVER_REFUSED}
    return {**named, **_WRITTEN[form]}


def _has_form(verb: Verb, form: str) -> bool:
    if form == "ask":
        return True
    return Role.PLAYER in verb.roles if form == "do" else verb.roles != (Role.PLAYER,)


def _particulars(verb: Verb) -> str:
    return " ".join((*verb.needs, *(f"{argument}?" for argument in verb.takes)))


Step = step_of(_content)


def case_fields(_game: str) -> dict[str, Any]:
    """Return the fields of a round."""
    return {
        "table": Table,
        "seats": list[Seated],  # type: ignore[valid-type]
        "shoe": Cards,
        "cards": CardsOut,
        "script": list[Step],  # type: ignore[valid-type]
    }

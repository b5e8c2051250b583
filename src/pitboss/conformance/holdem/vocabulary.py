"""The words of a hold'em case: its table, seats and cards, and the arguments of every step."""

from collections.abc import Iterator, Mapping
from dataclasses import fields

from pitboss.conformance.format import vocabulary
from pitboss.conformance.format.vocabulary import ARGUMENTS, Check, Fault, list_of, mapping_of, one_of, record
from pitboss.games.holdem import GAME, Commission
from pitboss.games.holdem.settings import HoldemSettings
from pitboss.games.holdem.situations.moves import AT_ONCE
from pitboss.games.holdem.state import STREETS
from pitboss.games.play import Role, Verb
from pitboss.games.writing.settings import settings_from
from pitboss.rulebook.refusal import Refusal

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

_OF_STEP: Mapping[str, Check] = {
    "at_once": vocabulary.flag,
    "street": one_of(*STREETS),
    "cause": one_of("dealer_direction"),
    "request": one_of("play_now", "wait_for_big_blind"),
    "when": one_of("between_rounds", "during_round"),
    "found": one_of("before_any_bet", "after_first_bet", "initial_deal", "after_first_betting_round"),
}
# Some words mean something else in one place.
_IN_PLACE: Mapping[tuple[str, str], Check] = {
    ("do push", "ruling"): vocabulary.clause,
    ("event deal", "cards"): vocabulary.count,
    ("check out_of_turn", "ruling"): vocabulary.clause,
    ("ask push", "ruling"): vocabulary.clause,
    ("ask deal", "cards"): vocabulary.count,
    ("ask enter", "player"): one_of("new", "missed_both", "moved_away_from_blinds"),
    ("ask player_shows_neighbour_after_round", "to"): vocabulary.seat,
}


def _or_null(check: Check) -> Check:
    def check_unless_null(value: object, path: str) -> Iterator[Fault]:
        if value is not None:
            yield from check(value, path)

    return check_unless_null


def _one_or_four(value: object, path: str) -> Iterator[Fault]:
    """An amount, or one for each betting round."""
    yield from (list_of(vocabulary.cents) if isinstance(value, list) else vocabulary.cents)(value, path)


def _kind(value: object) -> Check:
    """A setting is written as its default is: a flag, a number, a word or a list of amounts."""
    if value is None:
        return _or_null(vocabulary.count)
    if isinstance(value, bool):
        return vocabulary.flag
    if isinstance(value, tuple):
        return list_of(vocabulary.cents)
    return vocabulary.cents if isinstance(value, int) else vocabulary.word


def _settings() -> dict[str, Check]:
    kinds = {each.name: _kind(each.default) for each in fields(HoldemSettings)}
    of_commission = {each.name: _kind(each.default) for each in fields(Commission)}
    del kinds["hours"]
    over_blind = record({"seat": vocabulary.seat, "amount": vocabulary.stake}, ("seat", "amount"))
    return {
        **kinds,
        "min_bet": _one_or_four,
        "max_bet": _or_null(_one_or_four),
        "commission": _or_null(record(of_commission)),
        "over_blind": _or_null(over_blind),
        "players": vocabulary.count,
        **dict.fromkeys(("button", "small_blind", "big_blind"), vocabulary.seat),
        "button_revolution_complete": vocabulary.flag,
    }


any_settings = record(_settings())


def table(value: object, path: str) -> Iterator[Fault]:
    """The settings of a table and where the button is; what cannot be chosen is told with its clause."""
    fault = next(any_settings(value, path), None)
    if fault is not None:
        yield fault
    elif isinstance(value, dict):
        settings = settings_from(GAME, value)
        if isinstance(settings, Refusal):
            yield Fault(path, f"{settings}.")


seats = list_of(
    record(
        {
            "seat": vocabulary.seat,
            "player": vocabulary.word,
            **dict.fromkeys(("stack", "post_live", "post_dead"), vocabulary.cents),
            "absent": vocabulary.flag,
        },
        ("seat",),
    )
)
cards = record({"hole": mapping_of(vocabulary.some_cards), "board": vocabulary.some_cards})


def _content(form: str, written: Mapping[str, object], path: str) -> Iterator[Fault]:
    name, names = written[form], arguments(form)
    if not isinstance(name, str) or name not in names:
        yield Fault(f"{path}.{form}", vocabulary.unknown("holdem", form, name, names))
        return
    words = f"{_COMMON[form]} {names[name]}"
    if name in _NEVER_REFUSED:
        words = words.replace("refused?", "")
    if name == "conduct":
        situation = written.get("situation")
        if isinstance(situation, str) and situation in SITUATIONS:
            name, words = situation, f"{words} {SITUATIONS[situation]}"
        elif "situation" in written:
            yield Fault(f"{path}.situation", vocabulary.unknown("holdem", "situation", situation, SITUATIONS))
            return
    taken = {word.rstrip("?"): _check(f"{form} {name}", word.rstrip("?")) for word in words.split()}
    required = [word for word in words.split() if not word.endswith("?")]
    yield from record({**taken, form: vocabulary.anything}, dict.fromkeys(required))(written, path)


def _check(place: str, argument: str) -> Check:
    if argument in ("set", "settings"):
        return any_settings
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


step = vocabulary.step_of(_content)

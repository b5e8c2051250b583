"""The words of a `pitboss-case/1` file and the shape of what stands behind each of them.

A check looks at one JSON value and yields a fault for all that is wrong with it; the first one is told.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import partial

from pitboss.cards.card import CardError, card, card_or_back
from pitboss.games.pay_text import tells_pay
from pitboss.games.play import Role, Verb
from pitboss.games.writing.settings import settings_from
from pitboss.kits import game_named, games
from pitboss.rulebook.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the value at a path such as `script[3].amount`."""

    path: str
    wrong: str


Check = Callable[[object, str], Iterator[Fault]]


def value_words(value: object) -> str:
    """A value as the file has it, cut where it is too long for a sentence."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _kind(wanted: str, accepted: Callable[[object], bool]) -> Check:
    def check(value: object, path: str) -> Iterator[Fault]:
        if not accepted(value):
            yield Fault(path, f"must be {wanted}, not {value_words(value)}.")

    return check


def is_whole(value: object) -> bool:
    """JSON's true and 1.0 are no whole numbers here, although Python would count with them."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    return is_whole(value) or isinstance(value, float)


def _whole(what: str, least: int | None = None) -> Check:
    def check(value: object, path: str) -> Iterator[Fault]:
        if not isinstance(value, int) or isinstance(value, bool):
            yield Fault(path, f"must be {what}, not {value_words(value)}.")
        elif least is not None and value < least:
            yield Fault(path, f"must be at least {least}, not {value}.")

    return check


def anything(value: object, path: str) -> Iterator[Fault]:
    """For what is checked elsewhere, or by the engine."""
    yield from ()


any_object = _kind("an object", lambda value: isinstance(value, dict))
any_list = _kind("a list", lambda value: isinstance(value, list))
text = _kind("text", lambda value: isinstance(value, str))
word = _kind("a word", lambda value: isinstance(value, str) and bool(value.strip()))
flag = _kind("true or false", lambda value: isinstance(value, bool))
# TDA is public convention, and has no numbers.
clause = _kind(
    "a clause with the prefix of its document",
    lambda value: isinstance(value, str) and (value == "TDA" or len(value.split()) > 1),
)
seat = _whole("the number of a seat", least=1)
count = _whole("a whole number", least=0)
stake = _whole("a whole number of cents", least=1)
cents = _whole("a whole number of cents", least=0)
result = _whole("a whole number of cents")


def one_of(*words: str) -> Check:
    return _kind(f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in words)


def list_of(check_item: Check) -> Check:
    def check(value: object, path: str) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield from any_list(value, path)
            return
        for number, item in enumerate(value):
            yield from check_item(item, f"{path}[{number}]")

    return check


def mapping_of(check_item: Check) -> Check:
    """An object whose keys are names, such as player -> cents."""

    def check(value: object, path: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield from any_object(value, path)
            return
        for key, item in value.items():
            yield from check_item(item, f"{path}.{key}")

    return check


def record(fields: Mapping[str, Check], required: Iterable[str] = ()) -> Check:
    """An object with these keys and no others."""

    def check(value: object, path: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield from any_object(value, path)
            return
        start = f"{path}." if path else ""
        for key in required:
            if key not in value:
                yield Fault(f"{start}{key}", "is missing.")
        for key, item in value.items():
            if key in fields:
                yield from fields[key](item, f"{start}{key}")
            else:
                yield Fault(f"{start}{key}", f"is not known here{suggestion(key, fields)}.")

    return check


def suggestion(written: str, known: Iterable[str]) -> str:
    near = get_close_matches(written, list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def _a_card(read: Callable[[str], object]) -> Callable[[object, str], Iterator[Fault]]:
    def check(value: object, path: str) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield Fault(path, f"must be a card such as As, not {value_words(value)}.")
            return
        try:
            read(value)
        except CardError as error:
            yield Fault(path, str(error))

    return check


a_card = _a_card(card)
some_cards = list_of(a_card)
# In a shoe of a live table there may be cards that nobody ever saw.
cards_or_backs = list_of(_a_card(card_or_back))
some_seats = list_of(seat)

# The wagers of each house game. Its key is the game's name in a file.
WAGERS: Mapping[str, tuple[str, ...]] = {
    "ultimate": ("ante", "blind", "trips", "play"),
    "canberra": ("ante", "bet", "jackpot"),
    "pontoon": ("main", "insurance", "perfect_pairs", "super_bonus"),
}
GAMES = (*games(), "tournament")

FORMS = ("do", "event", "check", "ask")

# Taken by every step of the form, whatever it is called; `player` and `hand` say who at a seat, and with which hand.
COMMON: Mapping[str, str] = {
    "do": "seat player? hand? ref? refused?",
    "event": "settled? dealt? over? ref? refused?",
    "check": "ref?",
    "ask": "ref seat? player? hand?",
}


def _each(check: Check, names: str) -> dict[str, Check]:
    return dict.fromkeys(names.split(), check)


_limit = record({"min": cents, "max": cents}, ("min", "max"))

# Every argument of a step in the house games and in hold'em, by name.
ARGUMENTS: Mapping[str, Check] = {
    **_each(clause, "refused clause"),
    **_each(word, "ref player do event check ask ruling reason street cause about request when shoe"),
    **_each(word, "irregularity found situation"),
    **_each(seat, "seat hand from requested_by"),
    **_each(some_seats, "seats settled handled_by players_agree"),
    **_each(count, "held seconds position depth minute dealt round"),
    **_each(cents, "amount to call min_to max_to stack rebuy"),
    **_each(flag, "rebuilt over out_of_turn burn_taken may_raise declared looked_at"),
    **_each(flag, "button_revolution_complete button_has_passed_seat first_card_of_next_round_out"),
    "cards": some_cards,
    "wagers": mapping_of(stake),
    "amounts": mapping_of(cents),
    "joined_by": list_of(word),
    "set": any_object,
    "limits": mapping_of(_limit),
}
# The one argument whose name has two meanings: a deal in a house game counts its cards.
_DEAL_CARDS = _whole("how many cards are dealt now", least=1)

_SEAT_ROW: Mapping[str, Check] = {
    "seat": seat,
    "player": word,
    "wagers": mapping_of(stake),
    **_each(flag, "warned jackpot_lit"),
    "marker": stake,
    "previous_net": result,
}


def _setting(value: object) -> Check:
    """A setting is written as its default is: a flag, a number or a word; what is usually not set is any number."""
    if value is None:
        return count
    if isinstance(value, bool):
        return flag
    return cents if isinstance(value, int) else word


def _fields_of(settings: object) -> dict[str, Check]:
    """The settings of a dataclass by name; the hours of gaming are no part of a round."""
    named = fields(settings)  # type: ignore[arg-type]
    checks = {each.name: _setting(getattr(settings, each.name)) for each in named if each.name != "hours"}
    # What a game pays is judged with the settings as a whole.
    return {name: anything if tells_pay(name, getattr(settings, name)) else check for name, check in checks.items()}


def wagers_at(game: str) -> Check:
    """Wagers by kind."""
    return record(dict.fromkeys(WAGERS[game], stake))


def seats_at(game: str) -> Check:
    """Who sits where, with the wagers."""
    return list_of(record({**_SEAT_ROW, "wagers": wagers_at(game)}, ("seat", "player", "wagers")))


def table_at(game: str) -> Check:
    """The settings of a house game."""
    engine = game_named(game)
    nested = {name: record(_fields_of(make())) for name, make in engine.nested_settings.items()}
    limits = record(dict.fromkeys(WAGERS[game], _limit))
    shape = record({**_fields_of(engine.default_settings), **nested, "limits": limits})

    def check(value: object, path: str) -> Iterator[Fault]:
        fault = next(shape(value, path), None)
        if fault is not None:
            yield fault
        elif isinstance(value, dict):
            settings = settings_from(engine, value)
            if isinstance(settings, Refusal):
                yield Fault(path, f"{settings}.")

    return check


Content = Callable[[str, Mapping[str, object], str], Iterator[Fault]]


def step_of(content: Content) -> Check:
    """A step of the script has one of the forms; what else stands in it is for its game to say."""

    def check(value: object, path: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield from any_object(value, path)
            return
        forms = [form for form in FORMS if form in value]
        if "retract" in (value.get("event"), value.get("ask")):
            # What is withdrawn is named by a `do` of its own.
            forms = [form for form in forms if form != "do"]
        if len(forms) != 1:
            found = " and ".join(forms) or "none of them"
            yield Fault(path, f"must have exactly one of do, event, check and ask, not {found}.")
        else:
            yield from content(forms[0], value, path)

    return check


def step_at(game: str) -> Check:
    """A step of a house game has a name it has in the game, and its arguments."""
    return step_of(partial(_house_step, game))


def unknown(game: str, form: str, name: object, names: Collection[str]) -> str:
    """What is said of a name that a game does not have in this form."""
    known = suggestion(str(name), names) or (f"; it knows {', '.join(names)}" if names else "; it has none")
    return f"{value_words(name)} is nothing that {game} knows as {form}{known}."


def _house_step(game: str, form: str, step: Mapping[str, object], path: str) -> Iterator[Fault]:
    names = _names(game, form)
    name = step[form]
    if not isinstance(name, str) or name not in names:
        yield Fault(f"{path}.{form}", unknown(game, form, name, names))
        return
    verb = names[name]
    optional = f"{COMMON[form]} {' '.join(verb.takes)}".split()
    required = {*verb.needs, *(argument for argument in COMMON[form].split() if not argument.endswith("?"))}
    allowed = {*verb.needs, *(argument.rstrip("?") for argument in optional)}
    taken = {argument: ARGUMENTS[argument] for argument in allowed}
    if name == "deal":
        required.discard("cards")
    taken |= {form: anything}
    if "wagers" in taken:
        taken["wagers"] = wagers_at(game)
    if name == "deal":
        taken["cards"] = _DEAL_CARDS
    yield from record(taken, sorted(required))(step, path)


def _names(game: str, form: str) -> Mapping[str, Verb]:
    """What can be written: what a player may do, what those who run the game may, and any of it asked."""
    verbs = game_named(game).verbs
    if form == "check":
        return {}
    return {
        name: verb
        for name, verb in verbs.items()
        if form == "ask" or (Role.PLAYER in verb.roles if form == "do" else verb.roles != (Role.PLAYER,))
    }


def outcome(value: object, path: str) -> Iterator[Fault]:
    """What is expected may be anything, but a matcher in it must say what it matches."""
    if isinstance(value, dict):
        if any(key.startswith("$") for key in value):
            yield from _matcher(value, path)
            return
        for key, item in value.items():
            yield from outcome(item, f"{path}.{key}")
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from outcome(item, f"{path}[{number}]")


def _matcher(value: dict[str, object], path: str) -> Iterator[Fault]:
    name, argument = next(iter(value.items()))
    if len(value) > 1:
        yield Fault(path, f"must have nothing beside the matcher, not {', '.join(value)}.")
    elif name == "$range":
        if not (isinstance(argument, list) and len(argument) == 2 and all(map(is_number, argument))):
            yield Fault(f"{path}.$range", f"must be the lowest and the highest number, not {value_words(argument)}.")
    elif name in ("$set", "$has"):
        yield from any_list(argument, f"{path}.{name}")
    elif name == "$approx_list":
        pair = argument if isinstance(argument, list) and len(argument) == 2 else (None, None)
        if not (isinstance(pair[0], list) and all(map(is_number, pair[0])) and is_number(pair[1])):
            yield Fault(
                f"{path}.$approx_list", f"must be a list of numbers and a tolerance, not {value_words(argument)}."
            )
    else:
        yield Fault(f"{path}.{name}", "is no matcher; there are $range, $set, $approx_list and $has.")

"""The words of a `pitboss-case/1` file and the type of what stands behind each of them."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, Literal

from pitboss.cards.card import CardError, card, card_or_back
from pitboss.games.pay_text import tells_pay
from pitboss.games.play import Game, HouseSettings, Role, Verb
from pitboss.games.shape_check import (
    UNFIT,
    Misfit,
    Place,
    Wording,
    checked_type,
    fit,
    named_type,
    record_type,
    suggestion,
)
from pitboss.games.writing.settings import settings_from
from pitboss.kits import game_named
from pitboss.rulebook.refusal import Refusal


def value_words(value: object) -> str:
    """A value as the file has it, cut where it is too long for a sentence."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


WORDING = Wording(
    missing="is missing.",
    unknown="is not known here{near}.",
    unfit="must be {wanted}, not {value}.",
    below="must be at least {least}, not {value}.",
    shown=value_words,
)


def is_number(value: object) -> bool:
    """JSON's true is no number here, although Python would count with it."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def a_card_read_by(read: Callable[[str], object]) -> Any:
    """The type of cards by their faces."""

    def faults(value: object) -> Iterator[Misfit]:
        if not isinstance(value, str):
            yield Misfit((), UNFIT, value, named_type("a card such as As", str))
            return
        try:
            read(value)
        except CardError as error:
            yield Misfit((), str(error))

    return checked_type(faults)


Word: Any = named_type("a word", str, pattern=r"\S")
# TDA is public convention, and has no numbers.
Clause: Any = named_type("a clause with the prefix of its document", str, pattern=r"^TDA$|\S\s+\S")
Seat: Any = named_type("the number of a seat", int, ge=1)
Count: Any = named_type("a whole number", int, ge=0)
Stake: Any = named_type("a whole number of cents", int, ge=1)
Cents: Any = named_type("a whole number of cents", int, ge=0)
Result: Any = named_type("a whole number of cents", int)
ACard: Any = a_card_read_by(card)
Cards: Any = list[ACard]
# In a shoe of a live table there may be cards that nobody ever saw.
CardsOrBacks: Any = list[a_card_read_by(card_or_back)]  # type: ignore[misc]


def one_of(*words: str) -> Any:
    """One of these words."""
    return Literal[words]


FORMS = ("do", "event", "check", "ask")

# Taken by every step of the form, whatever it is called; `player` and `hand` say who at a seat, and with which hand.
COMMON: Mapping[str, str] = {
    "do": "seat player? hand? ref? refused?",
    "event": "settled? dealt? over? ref? refused?",
    "check": "ref?",
    "ask": "ref seat? player? hand?",
}


def _each(kind: Any, names: str) -> dict[str, Any]:
    return dict.fromkeys(names.split(), kind)


_LIMIT: Any = record_type({"min": Cents, "max": Cents}, ("min", "max"))

# Every argument of a step in the house games and in hold'em, by name.
ARGUMENTS: Mapping[str, Any] = {
    **_each(Clause, "refused clause"),
    **_each(Word, "ref player do event check ask ruling reason street cause about request when shoe"),
    **_each(Word, "irregularity found situation"),
    **_each(Seat, "seat hand from requested_by"),
    **_each(list[Seat], "seats settled handled_by players_agree"),
    **_each(Count, "held seconds position depth minute dealt round"),
    **_each(Cents, "amount to call min_to max_to stack rebuy"),
    **_each(bool, "rebuilt over out_of_turn burn_taken may_raise declared looked_at"),
    **_each(bool, "button_revolution_complete button_has_passed_seat first_card_of_next_round_out"),
    "cards": Cards,
    "wagers": dict[str, Stake],
    "amounts": dict[str, Cents],
    "joined_by": list[Word],
    "set": dict,
    "limits": dict[str, _LIMIT],
}
# The one argument whose name has two meanings: a deal in a house game counts its cards.
_DEAL_CARDS = named_type("how many cards are dealt now", int, ge=1)


def settings_of(settings: object) -> dict[str, Any]:
    """The types of the settings of a dataclass by name; the hours of gaming are no part of a round."""
    named = {each.name: getattr(settings, each.name) for each in fields(settings) if each.name != "hours"}  # type: ignore[arg-type]
    # What a game pays is judged with the settings as a whole.
    return {name: Any if tells_pay(name, value) else _setting(value) for name, value in named.items()}


def _setting(value: object) -> Any:
    """A setting is written as its default is; what is usually not set is any number."""
    if value is None:
        return Count | None
    if isinstance(value, bool | tuple):
        return bool if isinstance(value, bool) else list[Cents]
    return Cents if isinstance(value, int) else Word


def table_of(engine: Game[Any], shape: Any) -> Any:
    """The settings of a table; what cannot be chosen is told with its clause."""

    def faults(value: Any) -> Iterator[Misfit]:
        found = fit(value, shape)
        settings = found if isinstance(found, Misfit) else settings_from(engine, value)
        if isinstance(settings, Misfit):
            yield settings
        elif isinstance(settings, Refusal):
            yield Misfit((), f"{settings}.")

    return checked_type(faults)


def _wagers(game: str) -> tuple[str, ...]:
    """The kinds of wagers that a case of a house game may name."""
    engine = game_named(game)
    usual = engine.default_settings
    return engine.writing.wagers or tuple(usual.limits if isinstance(usual, HouseSettings) else ())


def case_fields(game: str) -> dict[str, Any]:
    """Return the fields of a round of a house game."""
    step: Any = step_at(game)
    return {
        "table": table_at(game),
        "seats": seats_at(game),
        "shoe": CardsOrBacks if game_named(game).writing.is_face_down else Cards,
        "script": list[step],
    }


def wagers_at(game: str) -> Any:
    """Wagers by kind."""
    return record_type(dict.fromkeys(_wagers(game), Stake))


def seats_at(game: str) -> Any:
    """Return the type of the seats with their wagers."""
    row = {"seat": Seat, "player": Word, "wagers": wagers_at(game), **_each(bool, "warned jackpot_lit")}
    kinds: Any = record_type({**row, "marker": Stake, "previous_net": Result}, ("seat", "player", "wagers"))
    return list[kinds]


def table_at(game: str) -> Any:
    """The settings of a house game."""
    engine = game_named(game)
    nested = {name: record_type(settings_of(make())) for name, make in engine.nested_settings.items()}
    limits = record_type(dict.fromkeys(_wagers(game), _LIMIT))
    return table_of(engine, record_type({**settings_of(engine.default_settings), **nested, "limits": limits}))


# The type of a step of some form and with some content, or what is wrong with its name.
Content = Callable[[str, Mapping[str, Any]], Any]


def step_of(content: Content, known: tuple[str, ...] = FORMS) -> Any:
    """A step of the script has one of the forms; what else stands in it is for its game to say."""

    def faults(value: Any) -> Iterator[Misfit]:
        if not isinstance(value, dict):
            yield Misfit((), UNFIT, value, dict)
            return
        forms = [form for form in known if form in value]
        if "retract" in (value.get("event"), value.get("ask")):
            # What is withdrawn is named by a `do` of its own.
            forms = [form for form in forms if form != "do"]
        if len(forms) != 1:
            found = " and ".join(forms) or "none of them"
            yield Misfit((), f"must have exactly one of {', '.join(known[:-1])} and {known[-1]}, not {found}.")
            return
        kind = content(forms[0], value)
        fault = kind if isinstance(kind, Misfit) else fit(value, kind)
        if isinstance(fault, Misfit):
            yield fault

    return checked_type(faults)


def step_at(game: str) -> Any:
    """A step of a house game has a name it has in the game, and its arguments."""

    def content(form: str, step: Mapping[str, Any]) -> Any:
        names, name = _names(game, form), step[form]
        if not isinstance(name, str) or name not in names:
            return unknown(game, form, name, names)
        return _house_step(game, form, name)

    return step_of(content)


def unknown(game: str, form: str, name: object, names: Collection[str]) -> Misfit:
    """Return the fault of a name that a game does not have in this form."""
    known = suggestion(str(name), names) or (f"; it knows {', '.join(names)}" if names else "; it has none")
    return Misfit((form,), f"{value_words(name)} is nothing that {game} knows as {form}{known}.")


@cache
def _house_step(game: str, form: str, name: str) -> Any:
    verb = _names(game, form)[name]
    optional = f"{COMMON[form]} {' '.join(verb.takes)}".split()
    required = {*verb.needs, *(argument for argument in COMMON[form].split() if not argument.endswith("?"))}
    allowed = {*verb.needs, *(argument.rstrip("?") for argument in optional)}
    taken = {argument: ARGUMENTS[argument] for argument in sorted(allowed)} | {form: Any}
    if "wagers" in taken:
        taken["wagers"] = wagers_at(game)
    if name == "deal":
        taken["cards"] = _DEAL_CARDS
        required.discard("cards")
    return record_type(taken, sorted(required))


def _names(game: str, form: str) -> Mapping[str, Verb]:
    """Return the verbs that can be written: those of players, of the game's staff, and any asked as a question."""
    verbs = game_named(game).verbs
    if form == "check":
        return {}
    return {
        name: verb
        for name, verb in verbs.items()
        if form == "ask" or (Role.PLAYER in verb.roles if form == "do" else verb.roles != (Role.PLAYER,))
    }


def outcome_type(kind: Any = dict) -> Any:
    """Return the type of an expectation: any shape, but matchers in it must say what they match."""

    def faults(value: Any) -> Iterator[Misfit]:
        found = fit(value, kind)
        yield from (found,) if isinstance(found, Misfit) else _outcome(value, ())

    return checked_type(faults)


def _outcome(value: object, place: Place) -> Iterator[Misfit]:
    if isinstance(value, dict):
        if any(key.startswith("$") for key in value):
            yield from _matcher(value, place)
            return
        for key, item in value.items():
            yield from _outcome(item, (*place, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _outcome(item, (*place, number))


def _matcher(value: dict[str, Any], place: Place) -> Iterator[Misfit]:
    name, argument = next(iter(value.items()))
    wanted = _MATCHERS.get(name)
    if len(value) > 1:
        yield Misfit(place, f"must have nothing beside the matcher, not {', '.join(value)}.")
    elif wanted is None:
        yield Misfit((*place, name), "is no matcher; there are $range, $set, $approx_list and $has.")
    elif isinstance(fit(argument, wanted), Misfit):
        yield Misfit((*place, name), UNFIT, argument, wanted)


_NUMBER = int | float
_MATCHERS: Mapping[str, Any] = {
    "$range": named_type("the lowest and the highest number", tuple[_NUMBER, _NUMBER]),
    "$set": list,
    "$has": list,
    "$approx_list": named_type("a list of numbers and a tolerance", tuple[list[_NUMBER], _NUMBER]),
}

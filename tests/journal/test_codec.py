"""Events to text and back, exactly: everything that was played somewhere, everything that could be, and bad text."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import date
from enum import IntEnum, StrEnum
from fractions import Fraction
from itertools import count
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cards.card import Card
from pitboss.cards.order import Category
from pitboss.games.canberra import CanberraSettings
from pitboss.games.frozen import Frozen
from pitboss.games.holdem import HoldemSettings
from pitboss.games.holdem.settings import Commission
from pitboss.games.house.events import LimitsAnnounced
from pitboss.games.house.felt import Dealt, Decided, Placed, Recorded
from pitboss.games.play import Limit, Outcome, Result, Role, Settings, Stage
from pitboss.journal.codec import Stored, Unreadable, decode, decode_state, encode, encode_state, kind_name, register
from pitboss.journal.kinds import OWN_GROUPS, kinds_of
from tests.journal.samples import SOURCES, steps
from tests.journal.values import difference, values

KINDS = kinds_of(OWN_GROUPS)
sources = pytest.mark.parametrize("source", SOURCES)
# So many states of each source are looked at.
STATES = 120
PLACED = Placed(3, "Zoë", "ante", 1000, "UTH 7.1")
WON = Outcome(1, "Ann", "ante", 1000, 1000, Result.WIN, 1000, "UTH 9.5", "A pair beats a high card.")


# What was played comes back.


@sources
def test_every_event_comes_back_as_it_was(source: str) -> None:
    back: dict[Stored, Any] = {}
    for happened in (each for step in steps(source) for each in step.events):
        stored = encode(happened)
        if stored not in back:
            back[stored] = decode(*stored)
            assert difference(back[stored], happened) is None
            assert encode(back[stored]) == stored
        assert back[stored] == happened
    assert len(back) > 100


@sources
def test_every_state_comes_back_and_decoded_events_lead_to_the_same_one(source: str) -> None:
    every = steps(source)
    for step in Random(0).sample(every, min(STATES, len(every))):
        state = decode_state(step.name, encode_state(step.before))
        assert difference(state, step.before) is None
        for happened in step.events:
            state = step.apply(state, decode(*encode(happened)))
        assert state == step.after
        assert difference(decode_state(step.name, encode_state(state)), step.after) is None


@pytest.mark.parametrize("source", ["ultimate", "holdem", "tournament"])
def test_folding_the_decoded_journal_of_a_table_gives_its_last_state(source: str) -> None:
    """From the first state on, by events from text alone, as long as one table or one event goes on."""
    state: Any = None
    runs: Counter[int] = Counter()
    after: Any = None
    for step in steps(source)[:3000]:
        if step.before is not after:
            assert state == after
            state = step.before
            runs[len(runs)] = 0
        for happened in step.events:
            state = step.apply(state, decode(*encode(happened)))
        after = step.after
        runs[len(runs) - 1] += 1
    assert state == after
    assert max(runs.values()) >= 20


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_value_that_the_hints_of_an_event_allow_comes_back(kind: str, data: st.DataObject) -> None:
    """Also of the kinds that no play has met."""
    happened = data.draw(values(KINDS[kind]))
    stored = encode(happened)
    assert stored.kind == kind == kind_name(happened)
    assert difference(decode(*stored), happened) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1,), [1]),
        ((True,), (1,)),
        (Role.DEALER, "dealer"),
        (Frozen({1: 2}), {1: 2}),
        (Limit(1, 2), (1, 2)),
        (Frozen({"a": 1, "b": 2}), Frozen({"b": 2, "a": 1})),
        (Frozen({Category.FLUSH: 1}), Frozen({5: 1})),
        (frozenset((Role.DEALER,)), frozenset(("dealer",))),
        (HoldemSettings(max_bet=1), HoldemSettings(max_bet=True)),
        (PLACED, PLACED._replace(hand=0)),
    ],
)
def test_the_comparison_finds_what_an_equality_overlooks(one: object, other: object) -> None:
    assert difference((one,), (other,))
    assert difference((one,), (deepcopy(one),)) is None


# What is stored.


def test_an_event_is_stored_with_its_fields_by_name_in_one_way_only() -> None:
    assert encode(PLACED) == Stored(
        "games.Placed",
        1,
        r'{"amount":1000,"clause":"UTH 7.1","hand":null,"player":"Zo\u00eb","seat":3,"wager":"ante"}',
    )
    assert encode(Dealt((Card(12), Card(52)), "UTH 8.1")).body == '{"cards":["Ac","JK"],"clause":"UTH 8.1"}'


def test_the_order_of_a_mapping_is_kept_because_the_rules_go_by_it() -> None:
    ascending = LimitsAnnounced(Frozen({"ante": Limit(1, 2), "blind": Limit(3, 4)}), "UTH 6.1")
    other = LimitsAnnounced(Frozen({"blind": Limit(3, 4), "ante": Limit(1, 2)}), "UTH 6.1")
    assert json.loads(encode(ascending).body)["limits"] == {
        "ante": {"least": 1, "most": 2},
        "blind": {"least": 3, "most": 4},
    }
    assert json.loads(encode(other).body)["limits"] == [
        ["blind", {"least": 3, "most": 4}],
        ["ante", {"least": 1, "most": 2}],
    ]
    for each in (ascending, other):
        assert difference(decode(*encode(each)), each) is None


class Colour(IntEnum):
    """Numbers with names."""

    RED = 1
    BLACK = 2


class Word(StrEnum):
    """Words."""

    YES = "yes"


class Sample(NamedTuple):
    """A field of each form that a layer above may use."""

    settings: Settings
    either: Commission | Limit | int | tuple[int, ...] | None
    anything: object
    people: frozenset[frozenset[str]]
    seats: frozenset[int]
    by_seat: Frozen[int, str] = Frozen({9: "Ann", 10: "Bob"})
    share: Fraction = Fraction(1, 3)
    day: date = date(2026, 11, 15)
    colour: Colour = Colour.RED
    row: tuple[int, Word, Card] = (1, Word.YES, Card(0))


register("sample", (Sample,))
PEOPLE = frozenset((frozenset(("Ann", "Bob")), frozenset(("Cy",))))
SAMPLE = Sample(HoldemSettings(min_bet=(1, 2, 3, 4)), (7, 8), Commission(), PEOPLE, frozenset((9, 1, 17)))


@pytest.mark.parametrize(
    "happened",
    [
        SAMPLE,
        SAMPLE._replace(settings=CanberraSettings(), either=Commission(cap=5), anything=None),
        SAMPLE._replace(either=Limit(1, 2), anything=(True, ("a", 1), Frozen({1: "x", 0: Limit(1, 2)}))),
        SAMPLE._replace(either=None, anything=Role.DEALER, share=Fraction(-7, 2), day=date(1, 1, 1)),
        SAMPLE._replace(either=2**200, anything=HoldemSettings(), colour=Colour.BLACK, row=(-1, Word.YES, Card(52))),
    ],
)
def test_every_form_of_a_field_comes_back(happened: Sample) -> None:
    assert difference(decode(*encode(happened)), happened) is None


def test_the_order_in_which_a_set_was_filled_does_not_show() -> None:
    # Numbers that fall into one place of the table lie there in the order they came.
    one, other = frozenset((1, 9, 17, 33)), frozenset((33, 17, 9, 1))
    assert list(one) != list(other)
    assert encode(SAMPLE._replace(seats=one)) == encode(SAMPLE._replace(seats=other))


@pytest.mark.parametrize(
    "happened",
    [
        PLACED._replace(seat=True),
        PLACED._replace(seat="3"),  # type: ignore[arg-type]
        PLACED._replace(player=Role.PLAYER),
        PLACED._replace(hand=1.0),  # type: ignore[arg-type]
        Dealt([Card(1)], "UTH 8.1"),  # type: ignore[arg-type]
        Dealt((Card(53),), "UTH 8.1"),
        Recorded(*["dealer"] * len(Recorded._fields)),  # type: ignore[arg-type]
        Decided((tuple(WON),), "UTH 9.1"),  # type: ignore[arg-type]
        SAMPLE._replace(settings=Settings()),
        SAMPLE._replace(anything=[1]),
        SAMPLE._replace(anything=Colour.RED.real + 0.5),
        SAMPLE._replace(people=frozenset(("Ann",))),  # type: ignore[arg-type]
        SAMPLE._replace(row=(1, Word.YES)),  # type: ignore[arg-type]
        SAMPLE._replace(either="7"),  # type: ignore[arg-type]
        SAMPLE._replace(colour=1),  # type: ignore[arg-type]
        Stage.IDLE,
        Limit(1, 2),
    ],
)
def test_what_could_not_be_read_again_is_not_written(happened: object) -> None:
    with pytest.raises(TypeError):
        encode(happened)


# What cannot be read.


NUMBERS = count()


def one_of_each_kind() -> list[Any]:
    return list({type(each): each for source in SOURCES for step in steps(source) for each in step.events}.values())


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a body, the body itself left out."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield (*path, name)
        yield from places(each, (*path, name))


def changed(body: Any, path: tuple[Any, ...], change: Callable[[Any, Any], None]) -> Any:
    body = deepcopy(body)
    inner = body
    for name in path[:-1]:
        inner = inner[name]
    change(inner, path[-1])
    return body


def put(value: Any) -> Callable[[Any, Any], None]:
    def change(inner: Any, name: Any) -> None:
        inner[name] = value

    return change


def rewritten(kind: str, body: Any) -> Any:
    """What is written of the event that a body is read as; None where it cannot be read."""
    try:
        return json.loads(encode(decode(kind, 1, json.dumps(body))).body)
    except Unreadable:
        return None


STRANGE: tuple[Any, ...] = (None, True, 0, 1, -1, "", "x", "1", [], [1], {}, {"is": "x"}, 1.5)


def test_nothing_is_read_as_something_else_than_it_says() -> None:
    """Every value of every kind put to something strange is refused, or is read as just that."""
    refused: Counter[str] = Counter()
    for happened in (*one_of_each_kind(), SAMPLE):
        kind, _, text = encode(happened)
        body = json.loads(text)
        for path in places(body):
            for strange in STRANGE:
                bad = changed(body, path, put(strange))
                again = rewritten(kind, bad)
                assert again is None or agrees(again, bad), (kind, path, strange)
                refused[kind] += again is None
    # A field holds one kind of value, so that most of these are none for it.
    assert all(count >= 6 for count in refused.values()), refused


def agrees(again: Any, body: Any) -> bool:
    """Whether everything in a body was read as what it is; fields with defaults may have come to it."""
    if type(again) is not type(body):
        return False
    if isinstance(body, dict):
        return body.keys() <= again.keys() and all(agrees(again[name], each) for name, each in body.items())
    if isinstance(body, list):
        return len(again) == len(body) and all(map(agrees, again, body))
    return bool(again == body)


def test_a_field_that_is_missing_is_refused_unless_it_has_a_default() -> None:
    for happened in (*one_of_each_kind(), SAMPLE):
        kind, _, text = encode(happened)
        body = json.loads(text)
        for name in body:
            rest = {each: value for each, value in body.items() if each != name}
            again = rewritten(kind, rest)
            if name in type(happened)._field_defaults:
                usual = happened._replace(**{name: type(happened)._field_defaults[name]})
                assert again == json.loads(encode(usual).body)
            else:
                assert again is None, (kind, name)


def test_a_field_that_nobody_knows_is_refused_however_deep_it_stands() -> None:
    body = json.loads(encode(Decided((WON,), "UTH 9.1")).body)
    assert rewritten("games.Decided", body) == body
    assert rewritten("games.Decided", {**body, "extra": 1}) is None
    assert rewritten("games.Decided", {**body, "outcomes": [{**body["outcomes"][0], "extra": 1}]}) is None


@pytest.mark.parametrize(
    "body",
    [
        "",
        "null",
        "[]",
        '"x"',
        "{",
        "{}",
        "\ud800",
        '{"cards":[],"clause":"a","clause":"a"}',
        '{"cards":[],"clause":NaN}',
        '{"cards":[0.0],"clause":"a"}',
        '{"cards":["10c"],"clause":"a"}',
        '{"cards":["ac"],"clause":"a"}',
        '{"cards":[],"clause":"a"} x',
        '{"cards":' + "[" * 100_000 + "]" * 100_000 + ',"clause":"a"}',
        '{"cards":[' + "9" * 10_000 + '],"clause":"a"}',
        None,
        b"{}",
        7,
    ],
)
def test_text_that_is_no_event_is_refused_in_one_sentence(body: Any) -> None:
    with pytest.raises(Unreadable, match=r"^[^\n]*games\.Dealt[^\n]*\.$"):
        decode("games.Dealt", 1, body)


@settings(deadline=None)
@given(text=st.text(), name=st.sampled_from(sorted(KINDS)))
def test_any_text_at_all_is_refused_and_breaks_nothing(text: str, name: str) -> None:
    with pytest.raises(Unreadable):
        decode(name, 1, text)
    with pytest.raises(Unreadable):
        decode_state("tournament", text)


@pytest.mark.parametrize(
    "kind", ["", ".", "games", "games.", "games.Nothing", "nowhere.Placed", "ultimate.Placed", None, 7]
)
def test_an_unknown_kind_is_refused(kind: Any) -> None:
    with pytest.raises(Unreadable, match="no kind of event"):
        decode(kind, 1, encode(PLACED).body)


@pytest.mark.parametrize(
    ("form", "why"),
    [
        (float, "no form"),
        (list[int], "no form"),
        (tuple[dict[str, int], ...], "no form"),
        (Frozen[tuple[int, int], str], "mapping by"),
    ],
)
def test_a_kind_with_a_field_that_cannot_be_kept_is_refused_before_there_is_one(form: Any, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        register("sample", (kind_with(form),))


@pytest.mark.parametrize(
    "form", [int | Card, tuple[int, ...] | frozenset[int], str | Role, Limit | Settings, object | int]
)
def test_alternatives_that_could_not_be_told_apart_again_are_not_written(form: Any) -> None:
    kind = kind_with(form)
    register("sample", (kind,))
    with pytest.raises(TypeError, match="union"):
        encode(kind(1))


def kind_with(form: Any) -> Any:
    """A new kind of event with one field of a form."""

    class Kind(NamedTuple):
        field: Any

    Kind.__name__ = f"Kind{next(NUMBERS)}"
    Kind.__annotations__["field"] = form
    return Kind


def test_the_codec_loads_neither_arithmetic_engines_nor_what_it_does_not_need_yet() -> None:
    code = """
import sys
import pitboss.journal.codec
early = set(sys.modules)
from pitboss.journal.kinds import OWN_GROUPS, kinds_of
kinds_of(OWN_GROUPS)
print(*early, "|", *sys.modules)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    early, late = (set(part.split()) for part in told.split("|"))
    assert not late & {"numpy", "numba", "django"}
    assert not early & {"cattrs", "pitboss.tournaments.event.engine", "pitboss.games.holdem"}
    assert "pitboss.tournaments.event.engine" in late

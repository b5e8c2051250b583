"""Plain files are read as the standard library reads them, and whatever is not plain is left to it."""

import tomllib
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitboss.histories.toml_text import read_plain
from tests.histories.phh_hands import THREE_WAY

COLLECTION = Path(__file__).resolve().parents[3] / "shared" / "phh"
# What files are made of, and what can go wrong with each of it.
KEYS = ("antes", "actions", "a-b", "7", "_x", "Ä", '"quoted"', "a.b", "", "two words")
VALUES = (
    *("0", "-0", "+7", "100", "007", "1_000", "0x1f", "0.50", "-1.25", "1.", ".5", "1e5", "1.5e-3", "inf", "-nan"),
    *("999999999999999999", "9999999999999999999", "1" * 5000, "0." + "1" * 30),
    *('"NT"', "'NT'", '""', "''", '"a # b"', '"it\'s"', "'say \"no\"'", '"tab\\t"', '"""long"""', "'''long'''"),
    *('"\t"', '"\x00"', "'\x7f'", '"open', "'open", '"two\nlines"', '"ä\ud800"'),
    *("true", "false", "True", "truely", "12:30:00", "2009-11-05", "{a = 1}", "nothing", ""),
    *(
        "[]",
        "[ ]",
        "[\n]",
        "[,]",
        "[1, 2]",
        "[1, 2,]",
        "[1 2]",
        "[1,, 2]",
        "[1, 2",
        "[1, 2]]",
        "[[1], [2]]",
        "[0.5, 1]",
    ),
    *("[1,\n 2, # two\n]", "[1 # one\n, 2]", "[ # 3, 'x'\n 1]", "[1, 'x']", "[inf, 1]", "[1_0]", "[01]"),
    *(
        "['a', \"b\"]",
        "['a', # it's\n 'b',]",
        '["a, b", "c"]',
        '["#", "]"]',
        "['a' 'b']",
        "['a'\n,\n'b']",
        '["\\u0041"]',
    ),
)
COMMENTS = ("", " # said", '# said "so"', "#\x00", "#\x7f", " # tab\t")
ENDS = ("\n", "\n", "\n", "\r\n", "\r", "\n\n", "\n \t\n", "", " ")
TABLES = ("[1]", "[ 1 ]", "[a-b]", "[a.b]", "[[1]]", '["1"]', "[]", "[1] x", "[1] # hand")
assignments = st.builds(
    lambda key, equals, value, comment, end: f"{key}{equals}{value}{comment}{end}",
    st.sampled_from(KEYS),
    st.sampled_from((" = ", "=", "\t=\t", " ", " = = ", "\n=")),
    st.sampled_from(VALUES),
    st.sampled_from(COMMENTS),
    st.sampled_from(ENDS),
)
headers = st.builds(lambda table, end: f"{table}{end}", st.sampled_from(TABLES), st.sampled_from(ENDS))
texts = st.lists(st.one_of(assignments, assignments, headers, st.sampled_from(COMMENTS)), max_size=5).map("".join)


def as_the_library_reads(text: str) -> str | None:
    """What the library makes of a text, decimals and order included; nothing if it is no TOML."""
    try:
        return repr(tomllib.loads(text, parse_float=Decimal))
    except (ValueError, ArithmeticError):
        return None


@given(texts)
@example("")
@example("\n# a comment alone")
@example("a = 1\na = 2\n")
@example("a = 1\n[a]\n")
@example("[1]\n[1]\n")
@example("[1]\na = 1\n[2]\na = 1\n")
@example("a = ['b']['c']\n")
@example('a = """"""\n')
def test_what_is_read_is_what_the_library_reads(text: str) -> None:
    plain = read_plain(text)
    assert plain is None or repr(plain) == as_the_library_reads(text)


@given(st.text(alphabet="ab1.-+_=[],'\"#\\ \t\n\r", max_size=30))
def test_so_it_is_for_any_signs(text: str) -> None:
    plain = read_plain(text)
    assert plain is None or repr(plain) == as_the_library_reads(text)


@pytest.mark.parametrize(
    "text", ["a = 1\n", "a = 'x'", "a = [1.5, 2]\nb = true\n", "[1]\na = ['x', \"y\", # z\n]\n", THREE_WAY]
)
def test_plain_files_are_read_without_the_library(text: str) -> None:
    assert repr(read_plain(text)) == as_the_library_reads(text)


def test_every_file_of_the_collection_is_plain() -> None:
    """As far as the collection lies beside the checkout; the hands of these tests are read in any case."""
    files = sorted(COLLECTION.rglob("*.phh"))
    assert len(files) > 1_000 or not files
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert repr(read_plain(text)) == as_the_library_reads(text), file

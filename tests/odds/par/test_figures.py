"""Figures as they are printed."""

from fractions import Fraction

import pytest

from pitboss.odds.par import figures
from pitboss.odds.par.figures import MINUS


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(-2), "-2"),
        (Fraction(0), "0"),
        (Fraction(5, 2), "+2.5"),
        (Fraction(-1, 3), "-0.333"),
        (Fraction(1505), "+1,505"),
    ],
)
def test_a_net_result(value: Fraction, text: str) -> None:
    assert figures.net(value) == text.replace("-", MINUS)


@pytest.mark.parametrize(
    ("value", "text"),
    [(-0.0212345, "-2.123%"), (0.5, "+50.000%"), (-0.000000001, "0.000%"), (Fraction(1, 3), "+33.333%")],
)
def test_a_signed_percentage(value: Fraction | float, text: str) -> None:
    assert figures.signed_percent(value) == text.replace("-", MINUS)


def test_a_fraction_in_full() -> None:
    assert figures.fraction(Fraction(-233_985, 6_689_228)) == f"{MINUS}233,985 / 6,689,228"
    assert figures.fraction(Fraction(4)) == "4"


def test_a_rare_chance() -> None:
    assert figures.one_in(Fraction(4, 2_598_960)) == "1 in 649,740"
    assert figures.one_in(Fraction(1, 10)) == "1 in 10"
    assert figures.one_in(Fraction(3, 7)) == "1 in 2.3"
    assert figures.one_in(Fraction(5, 6)) == "", "what comes more often than not is not rare"
    assert figures.one_in(Fraction(0)) == "never"


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("999,999", "999,999"),
        ("1,234,567", "1.235M"),
        ("4,785,889,680", "4.786bn"),
        ("19,933,230,517,200", "19.93tn"),
        ("19,933,230,517,200,000", "1.993e+04tn"),
        ("250 to 1", "250 to 1"),
    ],
)
def test_a_count_without_room(text: str, short: str) -> None:
    assert figures.shorten(text) == short

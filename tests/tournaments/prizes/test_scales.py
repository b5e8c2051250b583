"""The payout scales of the house."""

import pytest

from pitboss.tournaments.event.validator import validate_scale
from pitboss.tournaments.prizes.scales import HOUSE_DEFAULT, PUBLISHED, SCALES, shares_for

FIELDS = (1, 2, 8, 9, 25, 26, 27, 28, 40, 41, 45, 46, 50, 51, 65, 66, 100, 101, 150, 151, 200, 201, 300, 301, 5000)


@pytest.mark.clause("STAR 3-a[s2]")
@pytest.mark.parametrize("name", SCALES)
def test_every_shipped_scale_pays_all_of_the_pool_whatever_the_field(name: str) -> None:
    scale = SCALES[name]
    assert validate_scale(scale).valid
    assert all(sum(shares_for(scale, entries)) == 10_000 for entries in FIELDS)
    # Appendix a is missing, and no scale pretends to be it.
    assert scale.label.endswith(HOUSE_DEFAULT)
    assert scale.name == name


def test_the_presets_are_those_of_the_requirements() -> None:
    assert set(SCALES) == {"house", "canberra_thursday", "canberra_teams", "standard_a", "standard_b", "nine_paid"}
    assert shares_for(SCALES["canberra_thursday"], 25) == (5000, 3000, 2000)
    assert shares_for(SCALES["canberra_thursday"], 40) == (4000, 3000, 2000, 1000)
    assert shares_for(SCALES["canberra_thursday"], 41) == (4000, 3000, 2000, 500, 500)
    assert shares_for(SCALES["canberra_teams"], 39) == (4000, 3000, 1500, 1000, 500)
    assert shares_for(SCALES["canberra_teams"], 40) == (3000, 2000, 1500, 1000, 700, 500, 400, 300, 300, 300)
    assert shares_for(SCALES["standard_a"], 28) == (3700, 2200, 1500, 1100, 800, 700)
    assert shares_for(SCALES["standard_b"], 8) == (10_000,)
    assert shares_for(SCALES["standard_b"], 45) == (4000, 2400, 1600, 1200, 800)
    assert shares_for(SCALES["standard_b"], 100) == (3000, 2000, 1200, 1000, 800, 650, 550, 450, 350)
    assert shares_for(SCALES["nine_paid"], 70) == (3000, 2000, 1400, 1000, 800, 600, 500, 400, 300)


@pytest.mark.parametrize(
    ("entries", "paid", "first", "last"),
    [
        (25, 3, 5000, 2000),
        (26, 4, 4000, 1000),
        (41, 5, 4000, 500),
        (50, 5, 4000, 500),
        (51, 9, 3000, 350),
        (100, 9, 3000, 350),
        (101, 18, 3000, 104),
        (150, 18, 3000, 104),
        (151, 27, 2750, 70),
        (200, 27, 2750, 70),
        (201, 45, 2500, 45),
        (1000, 45, 2500, 45),
    ],
)
def test_the_default_goes_from_canberra_thursday_to_standard_a(entries: int, paid: int, first: int, last: int) -> None:
    shares = shares_for(SCALES["house"], entries)
    assert (len(shares), shares[0], shares[-1]) == (paid, first, last)


@pytest.mark.clause("STAR 3-a[s2]")
def test_what_was_published_with_gaps_is_not_shipped_as_it_is() -> None:
    check = validate_scale(PUBLISHED["standard_a"])
    assert not check.valid
    assert check.uncovered == ((1, 2), (66, 100), (301, None))
    assert validate_scale(PUBLISHED["standard_b"]).uncovered == ((101, None),)
    assert shares_for(PUBLISHED["standard_a"], 80) == ()

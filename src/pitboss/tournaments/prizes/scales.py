"""STAR 3-a[s2]: payout scales of the house. The operator's own, Appendix a, is missing in our copy.

Shares stand in hundredths of a percent. What is shipped in `SCALES` covers every field and sums to 100.00% in every
band; `PUBLISHED` keeps the two tables that do not cover every field, as they were published.
"""

from collections.abc import Mapping

from pitboss.games.frozen import Frozen
from pitboss.tournaments.event.conditions import Band, Scale

HOUSE_DEFAULT = "house default, not the operator's appendix"

_THREE = (5000, 3000, 2000)
_FOUR = (4000, 3000, 2000, 1000)
_FIVE = (4000, 3000, 2000, 500, 500)
_NINE = (3000, 2000, 1200, 1000, 800, 650, 550, 450, 350)
_EIGHTEEN = (3000, 2000, 1190, 800, 650, 500, 350, 260, 170, *4 * (140,), *5 * (104,))
_TWENTY_SEVEN = (2750, 1750, 1160, 800, 600, 450, 350, 260, 170, *4 * (140,), *5 * (104,), *9 * (70,))
_FORTY_FIVE = (2500, 1540, 1050, 700, 550, 450, 350, 255, 170, *4 * (130,), *5 * (95,), *9 * (70,), *18 * (45,))

# Fields above 100 are paid alike in Standard A and in the house scale; the last row goes on for larger fields.
_LARGE = (Band(101, 150, _EIGHTEEN), Band(151, 200, _TWENTY_SEVEN), Band(201, None, _FORTY_FIVE))
_A_28_TO_45 = Band(28, 45, (3700, 2200, 1500, 1100, 800, 700))
_B_TO_45 = (Band(1, 8, (10_000,)), Band(9, 27, _THREE), Band(28, 45, (4000, 2400, 1600, 1200, 800)))


def _scale(name: str, title: str, *bands: Band) -> Scale:
    return Scale(name, f"{title}: {HOUSE_DEFAULT}", bands)


def _by_name(*scales: Scale) -> Mapping[str, Scale]:
    return Frozen({scale.name: scale for scale in scales})


# As published: Standard A has no row for 1, 2, 66 to 100 (its column sums to 99.1%) or more than 300 entries, and
# Standard B none for more than 100. The validator says so.
PUBLISHED: Mapping[str, Scale] = _by_name(
    _scale(
        "standard_a",
        "Standard A as published",
        Band(3, 27, _THREE),
        _A_28_TO_45,
        Band(46, 65, _NINE),
        *_LARGE[:2],
        Band(201, 300, _FORTY_FIVE),
    ),
    _scale("standard_b", "Standard B as published", *_B_TO_45, Band(46, 100, _NINE)),
)

SCALES: Mapping[str, Scale] = _by_name(
    _scale(
        "house",
        "Canberra Thursday to 50 entries, Standard B to 100, Standard A above",
        Band(1, 25, _THREE),
        Band(26, 40, _FOUR),
        Band(41, 50, _FIVE),
        Band(51, 100, _NINE),
        *_LARGE,
    ),
    _scale(
        "canberra_thursday",
        "Canberra Thursday (Casino Canberra 2018)",
        Band(1, 25, _THREE),
        Band(26, 40, _FOUR),
        Band(41, None, _FIVE),
    ),
    _scale(
        "canberra_teams",
        "Canberra Teams (Casino Canberra 2010)",
        Band(1, 39, (4000, 3000, 1500, 1000, 500)),
        Band(40, None, (3000, 2000, 1500, 1000, 700, 500, 400, 300, 300, 300)),
    ),
    _scale(
        "standard_a",
        "Standard A, its nine places up to 100 entries and its last row above 300",
        Band(1, 27, _THREE),
        _A_28_TO_45,
        Band(46, 100, _NINE),
        *_LARGE,
    ),
    _scale("standard_b", "Standard B, its last row above 100", *_B_TO_45, Band(46, None, _NINE)),
    _scale("nine_paid", "Nine paid", Band(1, None, (3000, 2000, 1400, 1000, 800, 600, 500, 400, 300))),
)


def shares_for(scale: Scale, entries: int) -> tuple[int, ...]:
    """STAR 3-a[s2], STAR 7.3[s2]: the shares by place for so many entries; none where the scale has no such field."""
    for band in scale.bands:
        if band.least <= entries and (band.most is None or entries <= band.most):
            return band.shares
    return ()

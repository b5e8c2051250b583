"""Hold'em tables of every kind the operator may set up, cash games and tournaments."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from pitboss.games.holdem.settings import Commission, HoldemSettings, settings_error

LAST_BLIND = 1000
# One amount for all betting rounds or one for each, the last blind or less or more.
MINIMA: tuple[Any, ...] = (1000, 1000, 500, 1300, (1000, 1000, 2000, 2000))
READINGS: dict[str, tuple[Any, ...]] = {
    "chip_unit": (1, 25, 100, 500),
    "burn": (True, False),
    "opening_option": ("A", "B", "B", "C"),
    "tap_out_units": ("exact", "exact", "min_bet_units"),
    "short_all_in_reopen": ("single", "cumulative"),
    "short_open_tap_out": ("locked", "completable"),
    "hilo_odd_chip": ("high", "button"),
    "uncalled_bet": ("excess", "all"),
    "missed_small_blind": ("dead", "live"),
    "missed_sets": ("one", "all"),
    "declared_until": ("at_minimum", "leaves"),
    "ace_low_straights": (True, False),
    "low_ace": ("high", "low"),
    "min_bet": MINIMA,
}


KEPT: dict[str, st.SearchStrategy[Any]] = {}


def one_of_these(values: Sequence[Any]) -> st.SearchStrategy[Any]:
    """One of some values. What draws it is kept: to make it takes longer than to draw from it."""
    # By how they are written: 0 and False are the same key otherwise.
    written = repr(values)
    if written not in KEPT:
        KEPT[written] = st.sampled_from(values)
    return KEPT[written]


@st.composite
def holdem_tables(draw: st.DrawFn, /, **fixed: Any) -> HoldemSettings:
    """Settings that a table can have, every one of them drawn from its values."""
    values: dict[str, Any] = {name: draw(one_of_these(known)) for name, known in READINGS.items()}
    values["mode"] = draw(one_of_these(("cash", "cash", "tournament")))
    values |= draw(stakes()) | fixed
    is_cash = values["mode"] == "cash"
    values |= draw(forced_bets(is_cash=is_cash))
    values |= draw(limits(values)) | draw(cards(is_cash=is_cash))
    if is_cash:
        values["commission"] = draw(commissions(values["min_table_stake"]))
    else:
        values["procedures"] = draw(one_of_these(("HLD", "STAR")))
        values["first_blind"] = draw(one_of_these(("left_of_button", "left_of_button", "button")))
    settings = HoldemSettings(**(values | fixed))
    wrong = settings_error(settings)
    assert wrong is None, wrong
    return settings


@st.composite
def stakes(draw: st.DrawFn) -> dict[str, Any]:
    """Bounds that let people in with less than a blind, with many, or with much the same."""
    least = draw(one_of_these((300, 1500, 10_000, 12_000)))
    return {"min_table_stake": least, "max_buy_in": least + draw(one_of_these((500, 2000, 90_000)))}


@st.composite
def forced_bets(draw: st.DrawFn, *, is_cash: bool) -> dict[str, Any]:
    if draw(one_of_these(("blinds", "blinds", "blinds", "ante"))) == "ante":
        return {"structure": "ante", "blinds": (), "ante": draw(one_of_these((50, 200, 1000)))}
    chosen: dict[str, Any] = {
        "blinds": draw(one_of_these(((1000,), (500, 1000), (500, 1000), (1000, 1000), (250, 500, 1000)))),
        "over_blind": draw(one_of_these((None, None, 2000, 3000))),
        "over_blind_by": draw(one_of_these(("next", "last_blind"))),
    }
    if not is_cash:
        chosen["ante"] = draw(one_of_these((0, 0, 100)))
        chosen["big_blind_ante"] = draw(one_of_these((0, 0, 1000)))
    return chosen


@st.composite
def limits(draw: st.DrawFn, values: dict[str, Any]) -> dict[str, Any]:
    limit = draw(one_of_these(("no_limit", "no_limit", "half_pot", "full_pot", "straddle", "fixed")))
    chosen: dict[str, Any] = {"limit": limit}
    if limit == "fixed":
        least = values["min_bet"]
        chosen["max_bet"] = draw(one_of_these((least, 4000)))
    if limit == "straddle":
        chosen["straddle_open_max"] = draw(one_of_these((None, 3000)))
    if limit in ("fixed", "straddle") or values.get("structure") == "ante":
        chosen["max_raises"] = draw(one_of_these((None, 1, 3)))
    return chosen


@st.composite
def cards(draw: st.DrawFn, *, is_cash: bool) -> dict[str, Any]:
    """A deck that serves the seats, and a game that can be played with it."""
    deck = draw(one_of_these((52, 52, 48, 44, 40, 36, 32)))
    game = draw(one_of_these(("high", "high", "low", "hilo")))
    hole = 2 if is_cash else draw(one_of_these((2, 2, 4)))
    qualifies = game == "hilo" and deck in (52, 48, 44)
    return {
        "deck": deck,
        "joker": draw(st.booleans()),
        "game": game,
        "low_qualifier": draw(one_of_these((None, 8))) if qualifies else None,
        "hole_cards": hole,
        "boxes": min(draw(one_of_these((6, 5, 4, 3, 2, 9, 10))), (deck - 8) // hole),
    }


@st.composite
def commissions(draw: st.DrawFn, min_table_stake: int) -> Commission:
    if draw(one_of_these(("pot", "pot", "pot", "time"))) == "time":
        return Commission("time", rate=draw(one_of_these((1, 500))))
    scale = draw(one_of_these(("i", "ii") if min_table_stake <= 10_000 else ("i",)))
    cap = draw(one_of_these((150, 500, 1000, 100_000)))
    return Commission("pot", scale, cap, draw(one_of_these(("proportional", "main_first"))))

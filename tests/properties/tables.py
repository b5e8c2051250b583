"""Tables of every kind the operator may set up."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from pitboss.games.canberra.layout import JackpotSettings
from pitboss.games.play import Settings
from pitboss.kits import game_named
from tests.properties.holdem_tables import one_of_these

# Pools that are rich, small, and empty, so that floors and the house's own money come into it.
JACKPOTS = (
    JackpotSettings(pool=5_000_000, reserve=500_000, reseed_from_reserve=100_000),
    JackpotSettings(pool=8_000, reserve=3_000, to_pool_pct=60, to_reserve_pct=40, odd_cents="first_paid"),
    JackpotSettings(guarantee_topup_from="pool", fixed_prizes_from="house"),
)
SHARED: dict[str, tuple[Any, ...]] = {
    "shoe": ("card", "automated"),
    "max_payout_scope": ("per_wager", "per_player_round", "per_table_round"),
    "max_payout": (20_000, 2_500_000),
    "entry_mode": ("direct", "record"),
    "boxes": (1, 5, 7),
}
OWN: dict[str, dict[str, tuple[Any, ...]]] = {
    "ultimate": {
        "dealer_exposed_after_flop": ("continue_if_any_play", "misdeal_unless_preflop_play"),
        "cap_includes_trips": (False, True),
        "shoe_fault_after_deal": ("void", "stand"),
    },
    "canberra": {
        "jackpot_claim": ("automatic", "player_must_declare"),
        "up_card": ("first", "fifth"),
        "jackpot": (None, *JACKPOTS),
    },
    "pontoon": {
        "decks": (3, 4, 8),
        "boxes_per_player": (1, 2),
        "wagers_per_box": (1, 3),
        "mid_shoe_minimum": (False, True),
        "perfect_pairs": (True, False),
        "double_aces": ("first_two_one", "all_held_one", "all_one", "soft"),
        "double_odds_scope": ("hand", "box"),
        "split_bonus": ("on", "off"),
        "super_bonus_after_mixed_split": ("open", "lost"),
        "dealer_pontoon_collects": ("bb_plus_1", "original_only", "all_live"),
        "box_max_scope": ("total", "each"),
        "burn_on_new_shoe": (0, 1),
        "rounding": ("exact", "down_to_chip"),
    },
}


@st.composite
def tables(draw: st.DrawFn, name: str, entry_mode: str | None = None) -> Settings:
    """Settings of a game, each of them drawn from its values."""
    game = game_named(name)
    values = {key: draw(one_of_these(known)) for key, known in {**SHARED, **OWN[name]}.items()}
    if entry_mode is not None:
        values["entry_mode"] = entry_mode
    if name == "pontoon":
        values["boxes_per_player"] = min(values["boxes_per_player"], values["boxes"])
    settings = replace(game.default_settings, **values)
    assert game.settings_error(settings) is None
    return settings

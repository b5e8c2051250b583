"""What a Pontoon table can be set up with, and what it shows."""

from dataclasses import replace

import pytest

from pitboss.cards.card import faces
from pitboss.games.play import Audience, Limit, Viewer
from pitboss.games.pontoon import GAME, PontoonSettings, settings_error
from tests.games.pontoon.scene import dealt, table


def test_the_proposed_settings_are_in_order() -> None:
    assert settings_error(PontoonSettings()) is None


@pytest.mark.clause("PON 2.1[s1]")
@pytest.mark.parametrize("decks", range(1, 11))
@pytest.mark.clause("PON 2.3(a)")
def test_three_to_eight_decks(decks: int) -> None:
    error = settings_error(PontoonSettings(decks=decks))
    assert (error is None) is (3 <= decks <= 8)
    if error is None:
        assert len(GAME.deck(table(decks=decks).state)) == 48 * decks


@pytest.mark.clause("PON 3.1", "PON 18.9", "PON 4.4[s1]", "PON 4.5[s1]", "PON 5.3[s3]")
@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"cutting_card_depth": 47}, "PON 5.3[s3]"),
        ({"cutting_card_depth": 97}, "PON 5.3[s3]"),
        ({"boxes_per_player": 8}, "PON 4.4[s1]"),
        ({"wagers_per_box": 4}, "PON 4.5[s1]"),
        ({"smallest_float_chip": 0}, "PON 7.3"),
        ({"burn_on_new_shoe": 48}, "PON D-Burn"),
        ({"limits": {"main": Limit(1000, 2000)}}, "PON 18.9"),
        ({"limits": {"main": Limit(3000, 2000), "perfect_pairs": Limit(500, 600)}}, "PON 3.1"),
        ({"double_aces": "none"}, "PON 2.5(a)"),
        ({"double_odds_scope": "table"}, "PON 12.8"),
        ({"split_bonus": "maybe"}, "PON 11.6"),
        ({"super_bonus_after_mixed_split": "half"}, "PON 11.10"),
        ({"dealer_pontoon_collects": "nothing"}, "PON 11.9"),
        ({"box_max_scope": "row"}, "PON 4.6"),
        ({"rounding": "up"}, "PON 8.1"),
        ({"boxes": 24}, "PON 2.1[s1]"),
        ({"shoe": "hat"}, "PON 19.3(b)[s1]"),
    ],
)
def test_what_cannot_be_chosen_is_named_with_its_clause(change: dict[str, object], clause: str) -> None:
    error = settings_error(replace(PontoonSettings(), **change))  # type: ignore[arg-type]
    assert error is not None
    assert error.clause == clause


@pytest.mark.clause("PON 6.1")
@pytest.mark.parametrize("audience", list(Audience))
def test_everybody_sees_every_card_but_burnt_ones(audience: Audience) -> None:
    at = dealt("2c 3d 9h Ks 7d", burn_on_new_shoe=2)
    assert faces(at.state.play.cards.rack) == "2c 3d"
    shown = at.view(Viewer(audience, 1)).as_json()
    assert shown["dealer"] == ["Ks"]
    assert (shown["decks"], shown["turn"]) == (4, {"seat": 1, "hand": 1})
    assert "9h" in str(shown)
    assert "2c" not in str(shown)
    assert "3d" not in str(shown)


def test_the_view_of_a_table_without_cards() -> None:
    shown = table().view(Viewer(Audience.SIGN)).as_json()
    assert (shown["dealer"], shown["turn"], shown["boxes"]) == ([], None, [])

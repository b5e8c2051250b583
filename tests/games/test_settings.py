"""Settings that rulings leave to the operator: each changes what it says and nothing else."""

from dataclasses import replace
from typing import Any

import pytest

from pitboss.games.canberra import GAME as CANBERRA
from pitboss.games.play import Audience, Command, Game, Limit, Role, Viewer
from pitboss.games.table import Shoe, Table
from pitboss.games.ultimate import GAME as ULTIMATE
from pitboss.games.ultimate.layout import UltimateSettings
from pitboss.kits import game_named, house_games


def short_round(table: Table[Any]) -> set[str]:
    """One round with wagers below the minimum, folded at once: the results of its wagers."""
    table.new_round()
    table.place(1, "Ann", ante=500, blind=500)
    table.place(2, "Bob", ante=1000, blind=1000)
    table.deal()
    while not table.is_over:
        table.act(table.game.due(table.state)[0], "fold")
    return {outcome.result.value for outcome in table.outcomes if outcome.player == "Ann"}


@pytest.mark.parametrize(("holds_for", "after_leaving"), [("stay", "lose"), ("day", "returned")])
def test_the_advice_on_short_wagers_holds_for_the_stay_or_the_day(holds_for: str, after_leaving: str) -> None:
    table = Table(ULTIMATE, UltimateSettings(advice_holds_for=holds_for), Shoe.seeded(1)).open()
    table.do(Command(Role.DEALER, "sit", 1, "Ann"))
    assert short_round(table) == {"lose"}
    assert short_round(table) == {"returned"}
    table.do(Command(Role.DEALER, "leave", 1))
    assert short_round(table) == {after_leaving}


def test_the_advice_ends_when_the_table_opens_again() -> None:
    table = Table(ULTIMATE, UltimateSettings(advice_holds_for="day"), Shoe.seeded(1)).open()
    assert short_round(table) == {"lose"}
    table.do(Command(Role.OPERATOR, "close_table", reason="the end of gaming"))
    table.open()
    assert short_round(table) == {"lose"}


@pytest.mark.parametrize(
    ("game", "wagers", "kind", "amount", "most"),
    [(ULTIMATE, {"ante": 1000, "blind": 1000}, "play", 4000, 2500), (CANBERRA, {"ante": 1000}, "bet", 2000, 1500)],
)
def test_a_later_wager_follows_the_ante_unless_the_sign_limits_its_spot(
    game: Game[Any], wagers: dict[str, int], kind: str, amount: int, most: int
) -> None:
    plain: Any = game.default_settings
    limited = replace(plain, limits={**plain.limits, kind: Limit(1000, most)})
    for settings, at_risk in ((plain, amount), (limited, most)):
        table = Table(game, settings, Shoe.seeded(1)).open().new_round()
        table.place(1, "Ann", **wagers)
        table.deal().act(1, kind, amount=amount)
        assert next(wager.at_risk for wager in table.state.felt.wagers if wager.kind == kind) == at_risk


@pytest.mark.parametrize("for_show", [False, True])
def test_nothing_is_turned_up_when_all_have_folded_unless_for_show(for_show: bool) -> None:
    table = Table(ULTIMATE, UltimateSettings(show_when_all_fold=for_show), Shoe.seeded(1)).open().new_round()
    table.place(1, "Ann", ante=1000, blind=1000)
    table.deal().act(1, "fold")
    view: Any = table.view(Viewer(Audience.SIGN)).as_json()
    assert ("??" in view["communal"] + view["dealer"]) is not for_show
    assert view["boxes"][0]["cards"] == ["??", "??"]


@pytest.mark.parametrize("name", house_games())
@pytest.mark.parametrize(
    "wrong",
    [
        {"shoe": "hat"},
        {"max_payout_scope": "per_year"},
        {"entry_mode": "guess"},
        {"advice_holds_for": "ever"},
        {"decision_seconds": 0},
        {"boxes": 0},
        {"boxes": 99},
        {"wager_step": 0},
        {"max_payout": 0},
        {"hours": (600, 600)},
        {"limits": {"ante": Limit(5000, 1000)}},
    ],
)
def test_settings_that_cannot_be_are_refused_with_their_clause(name: str, wrong: dict[str, Any]) -> None:
    game = game_named(name)
    refusal = game.settings_error(replace(game.default_settings, **wrong))
    assert refusal is not None
    assert refusal.clause.startswith(game.prefix)
    assert game.settings_error(game.default_settings) is None

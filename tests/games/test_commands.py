"""A command of any shape at all: answered with a refusal or with events, never with a traceback."""

import json
import pickle
from typing import Any

import pytest
from hypothesis import given, settings

from pitboss.cards.card import cards
from pitboss.games.frozen import Frozen
from pitboss.games.play import MOST_CENTS, Audience, Command, Role, Stage, Viewer
from pitboss.games.table import BadSettings, NotRoutine, Shoe, StackedShoe, Table
from pitboss.games.ultimate import GAME as ULTIMATE
from pitboss.kits import game_named, house_games
from pitboss.rulebook.refusal import Refusal
from tests.games.any_shape import commands_of_any_shape
from tests.refusals import refused

PLAIN = {"ultimate": {"ante": 1000, "blind": 1000}, "canberra": {"ante": 1000}, "pontoon": {"main": 1000}}


def in_stage(name: str, stage: Stage) -> Table[Any]:
    table = Table(game_named(name), shoe=Shoe.seeded(2)).open()
    if stage is Stage.IDLE:
        return table
    table.new_round()
    table.place(1, "Ann", **PLAIN[name])
    if stage is not Stage.BETTING:
        table.deal()
    return table.finish() if stage is Stage.OVER and not table.game.due(table.state) else table


TABLES = [in_stage(name, stage) for name in house_games() for stage in (Stage.IDLE, Stage.BETTING, Stage.PLAYING)]


@settings(max_examples=1500, deadline=None)
@given(commands_of_any_shape(TABLES))
def test_whatever_the_shape_of_a_command_it_is_answered(told: tuple[Table[Any], Command]) -> None:
    table, command = told
    done = table.game.act(table.state, command)
    if isinstance(done, Refusal):
        assert done.clause.startswith(table.game.prefix)
        assert str(done)


@pytest.mark.parametrize("name", house_games())
def test_amounts_are_bounded(name: str) -> None:
    table = in_stage(name, Stage.IDLE).new_round()
    wagers = dict.fromkeys(PLAIN[name], MOST_CENTS * 100)
    assert isinstance(table.place(1, "Ann", **wagers), Refusal)


@pytest.mark.parametrize("name", house_games())
def test_states_commands_and_events_can_be_stored(name: str) -> None:
    table = in_stage(name, Stage.PLAYING)
    assert pickle.loads(pickle.dumps(table.state)) == table.state
    assert hash(table.state) == hash(pickle.loads(pickle.dumps(table.state)))
    for command in table.commands:
        assert Command(**json.loads(json.dumps(command._asdict()))).do == command.do


def test_a_frozen_mapping_cannot_be_changed() -> None:
    mapping = Frozen({"a": 1})
    for change in ("update", "pop", "clear", "popitem", "setdefault", "__setitem__", "__delitem__"):
        with pytest.raises(TypeError):
            getattr(mapping, change)("a", 2)
    assert mapping == {"a": 1}


def test_what_was_asked_stays_as_it_was_asked() -> None:
    table = in_stage("ultimate", Stage.IDLE).new_round()
    wagers = {"ante": 1000, "blind": 1000}
    table.do(Command(Role.PLAYER, "place", 1, "Ann", wagers=wagers))
    wagers["ante"] = 7
    assert table.commands[-1].wagers == {"ante": 1000, "blind": 1000}


@pytest.mark.parametrize("name", house_games())
def test_a_table_that_closes_while_betting_is_open_deals_nothing(name: str) -> None:
    table = in_stage(name, Stage.BETTING)
    closure = table.game.clauses.closure
    table.do(Command(Role.OPERATOR, "close_table", reason="the end of gaming"))
    assert table.game.routine(table.state) is None
    assert table.choices() == ()
    with pytest.raises(NotRoutine, match="closed"):
        table.deal()
    refused(table.place(2, "Bob", **PLAIN[name]), clause=closure)
    back = table.do(Command(Role.PLAYER, "take_back", 1, "Ann", wagers=PLAIN[name]))
    assert not isinstance(back, Refusal)


@pytest.mark.parametrize("name", house_games())
def test_cards_changed_while_betting_is_open_are_checked_before_the_first_card(name: str) -> None:
    table = in_stage(name, Stage.BETTING)
    table.do(Command(Role.OPERATOR, "change_cards"))
    step = table.game.routine(table.state)
    assert step is None or step.shuffles
    with pytest.raises(NotRoutine, match="checked"):
        table.deal()


def test_dealing_without_wagers_says_why() -> None:
    with pytest.raises(NotRoutine, match="No box holds the wagers that bring cards"):
        in_stage("ultimate", Stage.IDLE).new_round().deal()


@pytest.mark.parametrize("name", ["ultimate", "canberra"])
def test_whoever_sits_down_at_somebody_elses_cards_does_not_see_them(name: str) -> None:
    table = in_stage(name, Stage.BETTING)
    table.do(Command(Role.DEALER, "sit", 1, "Eve"))
    table.deal()
    eve: Any = table.view(Viewer(Audience.SEAT, 1)).as_json()
    named: Any = table.view(Viewer(Audience.SEAT, 1, "Eve")).as_json()
    ann: Any = table.view(Viewer(Audience.SEAT, 1, "Ann")).as_json()
    assert set(eve["boxes"][0]["cards"]) == set(named["boxes"][0]["cards"]) == {"??"}
    assert "??" not in ann["boxes"][0]["cards"]


def test_a_card_that_is_there_twice_is_shown_only_where_it_was_shown() -> None:
    shoe = StackedShoe(cards("2c 3c 4c 5c 6c As Kd As Qd Jh Th"))
    table = Table(ULTIMATE, shoe=shoe).open().new_round()
    for seat in (1, 2):
        table.place(seat, f"P{seat}", ante=1000, blind=1000)
    table.deal()
    table.do(Command(Role.SUPERVISOR, "card_exposed", 1, cards=cards("As")))
    view: Any = table.view(Viewer(Audience.SIGN)).as_json()
    assert [box["cards"] for box in view["boxes"]] == [["As", "??"], ["??", "??"]]


@pytest.mark.parametrize("name", house_games())
@pytest.mark.parametrize(
    "wrong",
    [
        {"boxes": "x"},
        {"boxes": True},
        {"wager_step": 0.5},
        {"max_payout": 2.5},
        {"limits": {}},
        {"limits": {"ante": (1, 2)}},
        {"limits": 7},
        {"hours": (1,)},
        {"shoe": 3},
        {"boxes": 99},
    ],
)
def test_a_table_cannot_be_set_up_wrongly(name: str, wrong: dict[str, Any]) -> None:
    game = game_named(name)
    chosen = type(game.default_settings)(**wrong)
    with pytest.raises(BadSettings, match=game.prefix):
        Table(game, chosen)


def test_settings_of_another_game_are_not_for_this_one() -> None:
    with pytest.raises(BadSettings, match="PontoonSettings is not for Ultimate"):
        Table(ULTIMATE, game_named("pontoon").default_settings)


def test_above_the_maximum_is_said_with_its_clause() -> None:
    table = in_stage("ultimate", Stage.IDLE).new_round()
    table.place(1, "Ann", ante=60000, blind=60000)
    table.deal().act(1, "fold")
    assert {outcome.net for outcome in table.outcomes} == {-50000}
    assert all("Only $500 of the $600 was live (UTH 5.5)." in outcome.why for outcome in table.outcomes)


def test_a_seat_is_left_by_whoever_sits_there() -> None:
    table = in_stage("ultimate", Stage.IDLE)
    table.do(Command(Role.DEALER, "sit", 1, "Ann"))
    assert isinstance(table.do(Command(Role.PLAYER, "leave", 1, "Zed")), Refusal)
    assert not isinstance(table.do(Command(Role.PLAYER, "leave", 1, "Ann")), Refusal)


@pytest.mark.parametrize("name", house_games())
def test_what_is_legal_is_listed_in_one_order_whatever_the_cards(name: str) -> None:
    """Players' choices, then the dealer's routine, then the powers of those who run the game."""
    for seed in range(20):
        table = Table(game_named(name), shoe=Shoe.seeded(seed)).open().new_round()
        table.place(1, "Ann", **PLAIN[name])
        table.deal()
        legal = table.game.legal(table.state)
        choices, step = table.choices(), table.game.routine(table.state)
        assert legal[: len(choices)] == choices
        if step is not None:
            assert (legal[len(choices)].by, legal[len(choices)].do) == (Role.DEALER, step.do)
        powers = [choice.do for choice in legal[len(choices) + (step is not None) :]]
        verbs = [do for do in table.game.verbs if do in powers]
        assert list(dict.fromkeys(powers)) == verbs


def test_a_players_choices_stand_in_the_order_of_the_rules() -> None:
    table = in_stage("ultimate", Stage.PLAYING)
    assert [choice.clause for choice in table.choices()] == ["UTH 8.1(a)", "UTH 8.1(b)", "UTH 8.1(c)(ii)"]


def test_a_double_on_more_than_two_cards_rests_on_its_own_clause() -> None:
    shoe = StackedShoe(cards("2h 9d 3d 2c Kd"))
    table = Table(game_named("pontoon"), shoe=shoe).open().new_round()
    table.place(1, "Ann", main=1000)
    table.deal().act(1, "hit")
    answer = table.act(1, "double", amounts={"Ann": 1000})
    assert not isinstance(answer, Refusal)
    assert answer[0].clause == "PON 12.1(b)"

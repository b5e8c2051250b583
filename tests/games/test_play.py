"""The contract of the games: choices, bad input, and what stays as it was."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pitboss.games import money
from pitboss.games.house.felt import TakenBack
from pitboss.games.money import Mover
from pitboss.games.play import Choice, Command, Game, Role, Verb, dollars
from pitboss.games.ultimate import GAME
from pitboss.kits import game_named, games
from pitboss.rulebook.refusal import Refusal
from tests.games.ultimate.scene import DEALER, MOMENTS, OPERATOR, PLAYER, SUPERVISOR, at, betting
from tests.refusals import refused


@pytest.mark.parametrize(
    ("cents", "said"),
    [(0, "$0"), (5, "$0.05"), (750, "$7.50"), (1000, "$10"), (2_500_000, "$25,000"), (-150, "-$1.50")],
)
def test_money_in_words(cents: int, said: str) -> None:
    assert dollars(cents) == said


@pytest.mark.parametrize(
    ("choice", "allowed", "not_allowed"),
    [
        (Choice(PLAYER, "play", "UTH 8.1", amounts=(3000, 4000)), (3000, 4000), (0, 3500, 5000)),
        (Choice(PLAYER, "place", "UTH 4.2", least=100, step=50), (100, 150, 10_000), (50, 125)),
        (Choice(PLAYER, "insure", "UTH 4.2", least=1, most=500), (1, 500), (0, 501)),
        (Choice(PLAYER, "fold", "UTH 8.1"), (), (0, 100)),
    ],
)
def test_a_choice_knows_its_amounts(choice: Choice, allowed: tuple[int, ...], not_allowed: tuple[int, ...]) -> None:
    assert all(choice.allows(amount) for amount in allowed)
    assert not any(choice.allows(amount) for amount in not_allowed)


@pytest.mark.parametrize(
    ("command", "clause", "said"),
    [
        (Command(PLAYER, "dance"), "UTH 15.6(c)", "dance"),
        (Command(PLAYER, "deal", cards=()), "UTH D-Dealer", "for the dealer, not the player"),
        (Command(DEALER, "deal"), "UTH 7.1", "needs cards"),
        (Command(PLAYER, "place", 1, player="Ann"), "UTH 4.2", "needs wagers"),
        (Command(PLAYER, "place", 9, player="Ann", wagers={"ante": 1000}), "UTH 4.1", "numbered 1 to 7"),
        (Command(PLAYER, "place", True, player="Ann", wagers={"ante": 1000}), "UTH 4.1", "no box True"),
        (Command(PLAYER, "place", 1, player="Ann", wagers={"ante": 0}), "UTH 4.1", "must be more than $0"),
        (Command(SUPERVISOR, "place_marker", 1, amount=-5), "UTH 4.1", "must be more than $0"),
        (Command(DEALER, "wrong_card_count", seats=(1, 9), held=3), "UTH 4.1", "no box 9"),
        (Command(DEALER, "wrong_card_count", seats=(1, 1), held=3), "UTH 4.1", "once"),
        (Command(DEALER, "check_cards", cards=(99,)), "UTH 2.1", "not a card"),  # type: ignore[arg-type]
        (Command(OPERATOR, "close_table", reason=""), "UTH 14.2", "needs reason"),
    ],
)
def test_bad_input_gets_one_sentence_with_its_clause(command: Command, clause: str, said: str) -> None:
    scene = betting()
    answer = refused(GAME.decide(scene.state, command))
    assert (answer.clause, said in answer.reason) == (clause, True), str(answer)


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_is_offered_is_accepted_and_every_event_names_its_clause(moment: str) -> None:
    scene = at(moment)
    for choice in scene.choices():
        for amount in choice.amounts or (None,):
            decided = GAME.decide(scene.state, Command(choice.by, choice.do, choice.seat, amount=amount))
            assert not isinstance(decided, Refusal)
            assert all(event.clause.startswith("UTH ") for event in decided)


def test_deciding_changes_nothing_and_applying_gives_what_acting_gives() -> None:
    scene = at("river")
    before = scene.state
    command = Command(Role.PLAYER, "play", 3, amount=1000)
    decided = GAME.decide(before, command)
    assert not isinstance(decided, Refusal)
    assert scene.state == before
    after = before
    for event in decided:
        after = GAME.apply(after, event)
    assert GAME.act(before, command) == (after, decided)


@pytest.mark.parametrize("role", Role)
def test_the_list_for_one_role_is_its_part_of_the_whole(role: Role) -> None:
    state = at("after_flop").state
    assert GAME.legal(state, role) == tuple(choice for choice in GAME.legal(state) if choice.by is role)


def test_the_dealers_next_step_is_listed_when_no_decision_is_due() -> None:
    scene = at("declared")
    assert "settle" in {choice.do for choice in GAME.legal(scene.state, DEALER)}
    scene = at("after_flop")
    assert "settle" not in {choice.do for choice in GAME.legal(scene.state, DEALER)}


GAMES = tuple(game_named(name) for name in games())


@pytest.mark.clause("UTH 12.2(a)", "CAN 13.2(a)", "HLD 16.8(a)", "UTH 8.7", "UTH 12.2(b)", "UTH 15.8")
@pytest.mark.clause("CAN 13.2(b)", "CAN 16.9", "PON 17.7", "HLD 16.8(b)", "HLD 19.7")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("carried", ["cards", "reason"])
def test_no_game_has_a_command_by_which_a_player_hands_cards_or_words_to_another(game: Game[Any], carried: str) -> None:
    for_players = [verb for verb in game.verbs.values() if verb.roles == (PLAYER,)]
    assert for_players
    assert not any(carried in (*verb.needs, *verb.takes) for verb in for_players)
    whisper = Verb(lambda state, command: (), game.clauses.procedures, (PLAYER,), (carried,))
    with pytest.raises(AssertionError):
        replace(game, verbs={**game.verbs, "whisper": whisper})


@pytest.mark.clause("UTH 15.9", "CAN 16.10", "PON 17.8", "HLD 14.4", "HLD 19.8")
def test_money_that_went_from_player_to_player_would_stop_the_program() -> None:
    def moved_to(target: str) -> Mapping[type, Mover]:
        return {TakenBack: lambda event: (money.Move(money.player("Ann"), target, 100),)}

    event = TakenBack(1, "Ann", "ante", 100, "UTH 4.2")
    with pytest.raises(AssertionError):
        money.moves(event, moved_to(money.player("Bob")))
    assert len(money.moves(event, moved_to(money.FELT))) == 1

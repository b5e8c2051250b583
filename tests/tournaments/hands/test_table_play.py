"""A tournament table as a hold'em table: blinds, antes, absent and penalised players, positions, chips back."""

from typing import Any

import pytest

from pitboss.cards.card import cards as card_list
from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME
from pitboss.games.holdem.showdown.settlement import all_in_face_down
from pitboss.games.holdem.state import NOBODY, Holdem
from pitboss.games.holdem.view import view
from pitboss.games.play import Audience, Role, Viewer
from pitboss.games.play import Command as HandCommand
from pitboss.games.table import StackedShoe
from pitboss.games.table import Table as HandTable
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import OMAHA, Chips, Level
from pitboss.tournaments.event.state import (
    Clock,
    Entrant,
    Hand,
    Penalty,
    Running,
    Stage,
    Status,
    Table,
    Tournament,
    Turn,
)
from pitboss.tournaments.hands.table_play import hand_over_command, replaced_by, settings_at, table_state
from tests.refusals import refused
from tests.tournaments.scene import NOON, conditions

LEVEL = Level(500, 1000, 1000, 1200)


def at_table(
    stacks: dict[int, Chips], level: Level = LEVEL, *, changed: dict[str, Any] | None = None, **facts: Any
) -> Tournament:
    """A running event with one table whose hand has begun; players are called by their seats."""
    names = {seat: f"P{seat}" for seat in stacks}
    before = Frozen({names[seat]: stack for seat, stack in stacks.items()})
    table = Table(1, 9, Frozen(names), hand=Hand(1, 8, level, NOON, before))._replace(**facts)
    entrants = {name: Entrant(name, Status.SEATED, stack=before[name], has_played=True) for name in before}
    return Tournament(
        conditions(**(changed or {})),
        stage=Stage.RUNNING,
        now=NOON,
        started=NOON,
        tables=Frozen({1: table}),
        entrants=Frozen(entrants),
        clock=Clock(turns=(Turn(NOON, 0, Running.RUNNING),)),
    )


def away(state: Tournament, name: str, **facts: Any) -> Tournament:
    return state._replace(entrants=Frozen({**state.entrants, name: state.entrants[name]._replace(**facts)}))


def dealt(state: Tournament, cards: str = "") -> HandTable[Any]:
    """The hand at table 1, dealt from a stacked shoe; without cards, from any deck."""
    made = HandTable(GAME, settings_at(state, 1, LEVEL), StackedShoe(card_list(cards)) if cards else None)
    made.state = table_state(state, 1)
    made.new_round()
    return made


def posted(state: Tournament) -> dict[int, tuple[Chips, Chips]]:
    """What lies in front of every seat before the first card: live, and beside the bets."""
    now = dealt(state).state.play.round
    return {seat: (paid, dead) for seat, paid, dead in zip(now.seats, now.paid, now.dead, strict=True) if paid + dead}


@pytest.mark.clause("STAR 7.14[s1]", "STAR 7.2 s25", "STAR D-Big Blind Ante")
def test_blinds_and_one_ante_for_all_by_the_level_and_never_half() -> None:
    state = at_table({1: 20_000, 4: 20_000, 6: 20_000, 9: 20_000}, Level(200, 300, 300, 1200))
    assert posted(state) == {1: (200, 0), 4: (300, 300)}


@pytest.mark.clause("STAR D-Big Blind Ante")
@pytest.mark.parametrize("players", [2, 3, 9])
def test_the_big_blind_ante_is_not_reduced_at_a_short_table(players: int) -> None:
    """T-27."""
    state = at_table(dict.fromkeys(range(1, players + 1), 20000))
    assert sum(dead for _, dead in posted(state).values()) == 1000


@pytest.mark.clause("STAR D-Ante")
def test_where_the_conditions_say_so_everybody_posts_the_ante() -> None:
    level = Level(500, 1000, 100, 1200)
    state = at_table({1: 20_000, 4: 20_000, 9: 20_000}, level, changed={"ante_by_all": True})
    assert posted(state) == {1: (600, 0), 4: (1100, 0), 9: (100, 0)}


@pytest.mark.clause("STAR 7.2 s32", "STAR 7.27[s1]", "STAR 7.27[s2]", "STAR D-All-In[s1]")
@pytest.mark.parametrize(("stack", "blind", "ante"), [(1700, 800, 800), (1000, 800, 200), (500, 500, 0)])
def test_a_short_stack_posts_the_blind_before_the_ante_and_is_all_in(stack: Chips, blind: Chips, ante: Chips) -> None:
    """TRN-23: and the others still call the whole blind."""
    state = at_table({1: 20_000, 2: stack, 3: 20_000}, Level(400, 800, 800, 1200))
    now = dealt(state).state.play.round
    hand = now.seats.index(2)
    assert (now.paid[hand], now.dead[hand], now.stacks[hand]) == (blind, ante, stack - blind - ante)
    assert (now.tapped >> hand & 1 == 1) is (stack == blind + ante)
    assert now.call == 800


@pytest.mark.clause("STAR 7.2 s33", "STAR 7.38", "STAR 1-d")
def test_no_commission_and_no_limit_on_raises() -> None:
    settings = settings_at(at_table({1: 100, 2: 100}), 1, LEVEL)
    assert settings.commission is None
    assert settings.max_raises is None
    assert settings.limit == "no_limit"
    assert GAME.settings_error(settings) is None


@pytest.mark.clause("STAR 7.14[s4]", "STAR D-All-In[s2]")
def test_in_omaha_the_ante_is_outside_the_pot_before_the_flop_and_the_pot_is_the_limit() -> None:
    """STAR 7.14[s4], the worked figure: 500/1,000/1,000, the first to act bets 3,500 in all and not 4,500."""
    state = at_table(dict.fromkeys(range(1, 7), 50000), changed={"game": OMAHA})
    table = dealt(state).deal()
    first = table.choices()[0].seat
    raised = next(choice for choice in table.choices() if choice.do == "raise")
    assert raised.most == 3500
    refused(table.act(first or 0, "raise", amount=4500))
    assert "tap_out" not in [choice.do for choice in table.choices()]
    assert settings_at(state, 1, LEVEL).hole_cards == 4


@pytest.mark.clause("STAR 7.1", "STAR 7.2 s44", "STAR 7.35 example 1", "HLD 17.6")
@pytest.mark.parametrize(("ruleset", "stands"), [("STAR", True), ("HLD", False)])
def test_the_rules_of_the_tournament_beat_those_of_the_game_about_acting_out_of_turn(
    ruleset: str, stands: bool
) -> None:
    """T-15, TRN-35: bet 300, seat 6 raises to 800 out of turn, seat 5 calls."""
    level = Level(50, 100, 0, 1200)
    state = at_table(dict.fromkeys((3, 4, 5, 6), 20000), level, changed={"ruleset": ruleset})
    state = state._replace(tables=Frozen({1: state.tables[1]._replace(button=5, small=6, big=3)}))
    table = _to_the_flop(dealt(state).deal())
    for seat, do, amount in ((3, "bet", 300), (4, "fold", None)):
        assert not isinstance(table.act(seat, do, amount=amount), Refusal)
    early = HandCommand(Role.DEALER, "out_of_turn", seat=6, ruling="raise", amount=800)
    answer = table.do(early)
    assert not isinstance(answer, Refusal), answer
    assert not isinstance(table.act(5, "call"), Refusal)
    assert ("raise" in {choice.do for choice in table.choices()}) is stands


def _to_the_flop(table: HandTable[Any]) -> HandTable[Any]:
    """Everybody calls, the last blind stands, and seat 3 opens the flop: the button is at seat 6."""
    while not table.state.play.round.board:
        choice = next(each for each in table.choices() if each.do in ("call", "stand"))
        table.act(choice.seat or 0, choice.do)
    return table


@pytest.mark.clause("STAR 7.2 s44", "STAR 7.35 example 2")
def test_a_check_out_of_turn_binds_unless_the_right_entrant_bets() -> None:
    level = Level(50, 100, 0, 1200)
    state = at_table(dict.fromkeys((3, 4, 5, 6), 20000), level)
    state = state._replace(tables=Frozen({1: state.tables[1]._replace(button=5, small=6, big=3)}))
    for answer, offered in (("check", {"check"}), ("bet", {"call", "raise", "fold", "tap_out"})):
        table = _to_the_flop(dealt(state).deal())
        for seat in (3, 4):
            table.act(seat, "check")
        assert not isinstance(table.do(HandCommand(Role.DEALER, "out_of_turn", seat=6, ruling="check")), Refusal)
        table.act(5, answer, **({"amount": 300} if answer == "bet" else {}))
        if answer == "check":
            assert not isinstance(table.act(6, "check"), Refusal)
        else:
            raised = next(choice for choice in table.choices() if choice.do == "raise")
            assert {choice.do for choice in table.choices()} >= offered - {"tap_out"}
            assert raised.least == 600


@pytest.mark.clause("STAR 7.2 s3", "STAR 7.34(a)", "STAR 7.33")
def test_saying_call_is_a_call_and_two_chips_short_of_a_raise_are_one() -> None:
    state = at_table(dict.fromkeys((1, 2, 3, 4), 20000), Level(200, 400, 400, 1200))
    table = dealt(state).deal()
    first = table.choices()[0].seat or 0
    assert not isinstance(table.act(first, "call"), Refusal)
    now = table.state.play.round
    assert now.bets[now.seats.index(first)] == 400


@pytest.mark.clause("STAR 7.2", "STAR 7.1")
def test_what_replaces_the_base_rules_is_listed() -> None:
    assert replaced_by(33) == ("STAR 7.38",)
    assert replaced_by(44) == ("STAR 7.35", "STAR 7.36")
    assert replaced_by(1) == ()


@pytest.mark.clause("STAR 7.13", "STAR 7.39[s4]", "HLD 20.11[s1]")
@pytest.mark.parametrize("facts", [{"absent": True}, {"penalty": Penalty(8, "phone")}])
def test_who_is_away_or_serves_a_penalty_is_dealt_in_posts_and_is_folded(facts: dict[str, Any]) -> None:
    state = away(at_table({1: 20_000, 2: 20_000, 3: 20_000}), "P2", **facts)
    table = dealt(state).deal()
    now = table.state.play.round
    hand = now.seats.index(2)
    assert (now.paid[hand], now.dead[hand]) == (1000, 1000)
    assert now.folded >> hand & 1
    assert table.choices()[0].seat == 3


@pytest.mark.clause("STAR 7.23[s2]", "STAR 7.23[s1]")
def test_who_arrives_between_button_and_small_blind_is_not_dealt_that_hand() -> None:
    """TRN-28: button 4, small blind 6, big blind 7; M sits at 5, N at 8."""
    seats = dict.fromkeys((1, 2, 4, 5, 6, 7, 8, 9), 20_000)
    state = at_table(seats, button=2, small=4, big=6, arrived=frozenset((5, 8)))
    table = dealt(state)
    now = table.state.play.round
    assert now.button == 4
    assert set(now.seats) == {1, 2, 4, 6, 7, 8, 9}
    over = played_out(table)
    command = hand_over_command(state, 1, over, NOON + 60)
    assert command.waiting == {5}
    assert (command.button, command.small, command.big) == (4, 6, 7)
    assert command.stacks["P5"] == 20_000


def played_out(table: HandTable[Any]) -> Holdem:
    """Everybody folds to the last blind."""
    table.deal()
    while table.choices():
        offers = {choice.do: choice for choice in table.choices()}
        do = "fold" if "fold" in offers else "check"
        table.act(offers[do].seat or 0, do)
    return table.state


@pytest.mark.clause("STAR D-Heads Up", "STAR 7.37", "HLD 20.19")
@pytest.mark.parametrize(("out", "button", "big"), [(1, 3, 2), (3, 2, 1)])
def test_heads_up_the_button_posts_first_and_acts_first_and_nobody_is_big_blind_twice(
    out: int, button: int, big: int
) -> None:
    """TRN-24: A, B, C at seats 1, 2, 3; the last hand had the button at A."""
    stacks = {seat: 20_000 for seat in (1, 2, 3) if seat != out}
    state = at_table(stacks, Level(600, 1200, 1200, 1200), button=1, small=2, big=3)
    now = dealt(state).deal().state.play.round
    assert (now.button, now.seats[now.last_blind]) == (button, big)
    assert now.seats[now.turn] == button
    assert now.paid[now.seats.index(button)] == 600


@pytest.mark.clause("STAR D-All-In[s1]", "STAR D-All-In[s3]")
def test_an_all_in_wins_only_the_pots_contributed_to() -> None:
    """Seat 2 is all-in for 5,000 with aces; the side pot of the two others goes to the better of them."""
    state = at_table({1: 20_000, 2: 5000, 3: 20_000}, Level(500, 1000, 0, 1200))
    # Dealt from the seat after the button at 3: seats 1, 2, 3.
    table = dealt(state, "Kh As 2c Kd Ad 7d 5s 3c 8h 9s 5c Jd 5d Qs").deal()
    for do, amount in (("raise", 12_000), ("call", None), ("tap_out", None)):
        seat = table.choices()[0].seat or 0
        answer = table.act(seat, do, **({"amount": amount} if amount else {}))
        assert not isinstance(answer, Refusal), answer
    while table.choices():
        table.act(table.choices()[0].seat or 0, "check")
    command = hand_over_command(state, 1, table.state, NOON + 60)
    assert command.stacks == {"P1": 8000 + 14_000, "P2": 15_000, "P3": 8000}
    assert command.contributed == {"P1": 12_000, "P2": 5000, "P3": 12_000}


@pytest.mark.clause("STAR D-Table Cards", "STAR 7.28")
def test_with_an_all_in_and_no_more_betting_all_hole_cards_are_face_up() -> None:
    state = at_table({1: 20_000, 2: 20_000, 3: 20_000})
    table = dealt(state).deal()
    table.act(3, "tap_out")
    table.act(1, "tap_out")
    table.act(2, "fold")
    shown = table.state.play.round
    assert shown.shown == sum(1 << shown.seats.index(seat) for seat in (1, 3))


@pytest.mark.clause("STAR 7.30", "STAR D-Table Cards")
def test_hand_for_hand_the_cards_wait_face_down() -> None:
    state = at_table({1: 20_000, 2: 20_000, 3: 20_000})
    state = state._replace(clock=state.clock._replace(hand_for_hand=True))
    table = dealt(state).deal()
    table.act(3, "tap_out")
    table.act(1, "tap_out")
    table.act(2, "fold")
    assert all_in_face_down(table.state)
    assert table.state.play.round.turn == NOBODY
    assert not table.is_over
    table.do(HandCommand(Role.SUPERVISOR, "hand_for_hand", ruling="off"))
    assert table.run().is_over


@pytest.mark.clause("STAR 7.45[s3]", "CAN 17.17", "STAR 7.41")
def test_a_seated_player_is_shown_no_odds_and_no_advice() -> None:
    """The order of what is offered does not depend on the cards, and nothing but cards, chips and positions is seen."""
    state = at_table({1: 20_000, 2: 20_000, 3: 20_000})
    strong, weak = dealt(state, "As 2c Ah Ad 7d Ac"), dealt(state, "7s 2c 3h 2d 9d 8c")
    for table in (strong, weak):
        table.take(GAME.routine(table.state))  # type: ignore[arg-type]
    offered = [[choice.do for choice in table.choices()] for table in (strong, weak)]
    assert offered[0] == offered[1]
    seen, other = (view(table.state, Viewer(Audience.SEAT, 3)).as_json() for table in (strong, weak))
    assert seen.keys() == other.keys()
    assert seen["seats"] != other["seats"], "the own cards are seen"
    assert not any(word in repr(seen).lower() for word in ("equity", "odds", "chance", "recommend", "outs"))
    assert "2c" not in repr(seen).lower(), "and nobody else's"


@pytest.mark.clause("STAR 7.14[s1]")
def test_a_moving_button_goes_from_player_to_player() -> None:
    """T-30, the other reading: after the small blind at 2 is out the button goes to 3, not to the empty seat."""
    readings = conditions().readings
    stacks = {1: 20_000, 3: 20_000, 4: 20_000}
    for rule, button in (("dead", 2), ("moving", 3)):
        changed = {"readings": type(readings)(button_rule=rule)}
        state = at_table(stacks, button=1, small=2, big=3, changed=changed)
        assert dealt(state).state.play.round.button == button

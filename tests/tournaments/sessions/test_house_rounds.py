"""A round of a house game at a tournament table: order of wagering, the minimum, limits, and chips that run out."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pitboss.cards.card import cards
from pitboss.games.command import Command, Role
from pitboss.games.house.felt import Placed, TakenBack
from pitboss.games.play import Events, RoutineStep, Stage
from pitboss.games.table import NotRoutine, Shoe, StackedShoe
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.bots.house_play import TournamentTable, play_round
from pitboss.tournaments.event.conditions import Conditions
from pitboss.tournaments.event.library import event
from pitboss.tournaments.sessions.house_rounds import begin, decide
from pitboss.tournaments.sessions.house_tables import (
    least_chips,
    limits_problem,
    next_marker,
    out_of_order,
    round_start,
    table_settings,
    wager_order,
)
from pitboss.tournaments.sessions.house_wagers import (
    HouseRound,
    OutOfOrderVoided,
    WagerOutOfOrder,
    WagerRequested,
    chips_in_hand,
    net,
    stacks_after,
)
from tests.known import known
from tests.refusals import refused

EVENTS = ("ultimate_challenge", "pontoon_heats", "canberra_cup")
UTH, PON, CAN = EVENTS
THREE = {1: "P1", 3: "P3", 5: "P5"}
REQUEST = Command(Role.DEALER, "request")
# The wagers that bring cards.
OPENING = {UTH: ("ante", "blind"), PON: ("main",), CAN: ("ante",)}
SIDE = {UTH: "trips", PON: "perfect_pairs", CAN: "jackpot"}


def conditions(name: str, **sessions: Any) -> Conditions:
    found = event(name)
    assert found.sessions is not None
    return replace(found, sessions=replace(found.sessions, **sessions))


def table(
    name: str,
    seats: Mapping[int, str] = THREE,
    stacks: Mapping[str, int] | None = None,
    *,
    marker: int | None = 1,
    shoe: Shoe | None = None,
    **sessions: Any,
) -> TournamentTable:
    """A table where betting is open for a round."""
    found = TournamentTable(conditions(name, **sessions), shoe or Shoe.seeded(7))
    assert found.begin(seats, {**dict.fromkeys(seats.values(), 5000), **(stacks or {})}, marker) is None
    return found


def round_of(at: TournamentTable) -> HouseRound:
    assert at.round is not None
    return at.round


def wager(
    at: TournamentTable, seat: int, amount: int = 100, do: str = "place", more: Mapping[str, int] | None = None
) -> Command:
    wagers = {**dict.fromkeys(OPENING[at.conditions.event], amount), **(more or {})}
    return Command(Role.PLAYER, do, seat, round_of(at).seats[seat], wagers=wagers)


def did(at: TournamentTable, command: Command) -> Events:
    answer = at.do(command)
    assert not isinstance(answer, Refusal), answer
    return answer


def refuses(at: TournamentTable, command: Command, **expected: object) -> Refusal:
    before = at.round
    answer = refused(at.do(command), **expected)
    assert at.round == before
    return answer


def wagered(at: TournamentTable, amounts: Mapping[int, int] | None = None) -> TournamentTable:
    """Everybody asked and everybody wagered."""
    for seat in round_of(at).order:
        did(at, REQUEST)
        did(at, wager(at, seat, (amounts or {}).get(seat, 100)))
    return at


@pytest.mark.clause("UTH 16.14", "UTH 16.15[s1]", "UTH D-Blind")
def test_who_has_put_down_the_ante_is_offered_a_blind_of_the_same_amount() -> None:
    at = table(UTH, stacks={"P1": 250, "P3": 450})
    did(at, REQUEST)
    (both,) = at.choices()
    assert (both.least, both.most, both.kinds) == (100, 100, ("ante", "blind"))
    did(at, Command(Role.PLAYER, "place", 1, "P1", wagers={"ante": 100}))
    (blind,) = at.choices()
    assert (blind.least, blind.most, blind.kinds) == (100, 100, ("blind",))
    did(at, Command(Role.PLAYER, "place", 1, "P1", wagers={"blind": 100}))
    # With an ante that leaves too little for the blind there is nothing to put down before it is taken back.
    did(at, REQUEST)
    ante = {"ante": 300}
    did(at, Command(Role.PLAYER, "place", 3, "P3", wagers=ante))
    assert at.choices() == ()
    did(at, Command(Role.PLAYER, "take_back", 3, "P3", wagers=ante))
    assert [(choice.least, choice.most) for choice in at.choices()] == [(100, 200)]


@pytest.mark.clause("PON D-Starting Marker[s1]", "CAN D-Starting Marker[s1]")
@pytest.mark.clause("UTH 16.16[s2]", "PON 20.15[s2]", "CAN 17.15[s2]")
@pytest.mark.parametrize(
    ("seats", "marker", "order"),
    [
        ((1, 2, 3, 4, 5), 3, (3, 4, 5, 1, 2)),
        ((1, 2, 3, 4, 5), 1, (1, 2, 3, 4, 5)),
        ((5, 2, 7), 7, (7, 2, 5)),
        ((2, 5, 7), 3, (5, 7, 2)),
        ((), 3, ()),
    ],
)
def test_wagers_go_clockwise_from_the_marker(seats: tuple[int, ...], marker: int, order: tuple[int, ...]) -> None:
    assert wager_order(seats, marker) == order


@pytest.mark.clause("PON D-Starting Marker[s2]", "CAN D-Starting Marker[s2]")
def test_the_marker_moves_to_the_next_player() -> None:
    assert next_marker((1, 2, 3, 4, 5), 3) == 4
    assert next_marker((1, 2, 4), 4) == 1
    assert next_marker((1, 5), 1) == 5
    assert next_marker((), 3) == 3


@pytest.mark.clause("PON 20.14[s2]", "CAN 17.14[s2]", "UTH 16.15[s2]")
def test_who_cannot_wager_the_minimum_is_out_before_the_round() -> None:
    assert round_start({"P1": 75, "P2": 100, "P3": 2400}, 100) == ("P1",)
    assert [least_chips(event(name)) for name in EVENTS] == [200, 100, 100]
    at = TournamentTable(conditions(PON), Shoe.seeded(1))
    assert begin(at.conditions, at.state, {1: "P1"}, {"P1": 75}, 1) == Refusal(
        "PON 20.14[s2]", "P1 cannot wager the minimum of 100 and is out before the round.", "cannot_cover"
    )


@pytest.mark.clause("PON 20.15[s4]", "CAN 17.15[s4]", "UTH 16.16[s4]")
def test_out_of_order_stands_with_a_warning_and_then_may_be_void() -> None:
    assert out_of_order(1) == (True, True, False)
    assert out_of_order(2).may_void


@pytest.mark.clause("PON 20.15[s1]", "CAN 17.15[s1]", "UTH 16.16[s1]")
def test_a_starting_marker_is_used_where_the_document_wants_one() -> None:
    for name, clause in ((PON, "PON 20.15[s1]"), (CAN, "CAN 17.15[s1]"), (UTH, "UTH 16.16[s1]")):
        at = TournamentTable(conditions(name), Shoe.seeded(1))
        refused(at.begin(THREE, dict.fromkeys(THREE.values(), 5000), None), clause=clause, word="no_marker")


@pytest.mark.clause("UTH 16.16[s1]")
def test_without_a_marker_all_wager_before_the_first_card() -> None:
    at = TournamentTable(conditions(UTH, marker=False), Shoe.seeded(1))
    assert at.begin(THREE, dict.fromkeys(THREE.values(), 5000), None) is None
    assert refuses(at, REQUEST).word == "no_marker"
    assert {choice.seat for choice in at.choices()} == {1, 3, 5}
    for seat in (5, 1, 3):
        assert not any(isinstance(each, WagerOutOfOrder) for each in did(at, wager(at, seat)))
    assert at.choices() == ()
    at.deal()
    assert at.state.felt.stage is Stage.PLAYING


@pytest.mark.clause("UTH 16.17", "PON 20.16", "CAN 17.16")
@pytest.mark.clause("UTH 16.16[s3]", "PON 20.15[s3]", "CAN 17.15[s3]")
@pytest.mark.parametrize(
    ("name", "turn", "fixed"),
    [
        (UTH, "UTH 16.17", "UTH 16.16[s3]"),
        (PON, "PON 20.16", "PON 20.15[s3]"),
        (CAN, "CAN 17.16", "CAN 17.15[s3]"),
    ],
)
def test_a_wager_is_fixed_when_the_dealer_asks_the_next_player(name: str, turn: str, fixed: str) -> None:
    at = table(name, marker=3)
    assert did(at, REQUEST) == (WagerRequested(3, 1, turn),)
    assert round_of(at).turn == 3
    did(at, wager(at, 3, 200))
    kinds = OPENING[name]
    # In the own turn it may still be changed.
    did(at, Command(Role.PLAYER, "take_back", 3, "P3", wagers=dict.fromkeys(kinds, 200)))
    did(at, wager(at, 3, 300))
    assert did(at, REQUEST) == (WagerRequested(5, 2, turn),)
    for do in ("take_back", "increase"):
        refuses(at, wager(at, 3, 100, do), clause=fixed, word="fixed")
    did(at, wager(at, 5))
    did(at, REQUEST)
    did(at, wager(at, 1))
    assert refuses(at, REQUEST).word == "all_asked"


def test_only_the_dealer_asks_and_only_before_the_deal() -> None:
    at = table(PON)
    assert refuses(at, Command(Role.PLAYER, "request")).word == "role"
    wagered(at).deal()
    assert refuses(at, REQUEST).word == "not_betting"


@pytest.mark.clause("UTH 16.15[s1]", "PON 20.14[s1]", "CAN 17.14[s1]")
@pytest.mark.parametrize(("name", "clause"), [(UTH, "UTH 16.15[s1]"), (PON, "PON 20.14[s1]"), (CAN, "CAN 17.14[s1]")])
def test_everybody_risks_the_minimum_in_each_round(name: str, clause: str) -> None:
    at = table(name)
    did(at, REQUEST)
    assert refuses(at, REQUEST).clause == clause
    # At a cash table the first short wager is let pass.
    refuses(at, wager(at, 1, 50), clause=clause, word="below_minimum")
    did(at, wager(at, 1, 150))
    assert refuses(at, Command(Role.PLAYER, "take_back", 1, "P1", wagers=dict.fromkeys(OPENING[name], 100))).word == (
        "below_minimum"
    )
    did(at, REQUEST)
    step = known(at.game.routine(at.state))
    deal = Command(Role.DEALER, "deal", cards=at.game.deck(at.state).cards[: step.cards])
    refuses(at, deal, clause=clause, word="no_wager")


@pytest.mark.clause("PON 20.4(g)", "UTH 16.3(a)(vii)")
@pytest.mark.parametrize(
    ("name", "clause"), [(UTH, "UTH 16.3(a)(vii)"), (PON, "PON 20.4(g)"), (CAN, "CAN 17.3(a)(ix)")]
)
def test_the_table_limits_are_those_of_the_conditions(name: str, clause: str) -> None:
    at = table(name, most_wager=500)
    did(at, REQUEST)
    refuses(at, wager(at, 1, 550), clause=clause, word="above_maximum")
    assert at.choices()[0][7:10] == (100, 500, 50)
    did(at, wager(at, 1, 500))


@pytest.mark.clause("PON 20.4(h)", "CAN 17.3(a)(vii)", "UTH 16.3(a)(vii)")
@pytest.mark.parametrize(
    ("name", "clause"), [(UTH, "UTH 16.3(a)(vii)"), (PON, "PON 20.4(h)"), (CAN, "CAN 17.3(a)(vii)")]
)
def test_side_wagers_only_where_the_conditions_have_them(name: str, clause: str) -> None:
    at = table(name)
    did(at, REQUEST)
    refuses(at, wager(at, 1, more={SIDE[name]: 50}), clause=clause, word="no_side_wagers")
    assert SIDE[name] not in at.choices()[0].kinds
    open_ = table(name, side_wagers=True)
    did(open_, REQUEST)
    assert SIDE[name] in open_.choices()[0].kinds
    assert len([each for each in did(open_, wager(open_, 1, more={SIDE[name]: 50})) if isinstance(each, Placed)]) == (
        len(OPENING[name]) + 1
    )


@pytest.mark.clause("UTH 16.9[s3]", "PON 20.7", "CAN 17.7[s2]")
@pytest.mark.parametrize(("name", "clause"), [(UTH, "UTH 16.9[s3]"), (PON, "PON 20.7"), (CAN, "CAN 17.7[s2]")])
def test_players_wager_at_the_seat_assigned(name: str, clause: str) -> None:
    at = table(name)
    did(at, REQUEST)
    assert refuses(at, wager(at, 1)._replace(player="P3")).clause == clause
    assert refuses(at, wager(at, 1)._replace(seat=2)).word == "not_your_seat"
    # Without a name the chips are those of whoever sits there.
    assert did(at, wager(at, 1)._replace(player=None))[0] == did_placed(at, 1)


def did_placed(at: TournamentTable, seat: int) -> Placed:
    first = next(each for each in at.state.felt.wagers if each.seat == seat)
    clause = {UTH: "UTH 4.1", PON: "PON 4.2", CAN: "CAN 4.3"}[at.conditions.event]
    return Placed(seat, first.player, first.kind, first.stake, clause)


@pytest.mark.clause("UTH 16.16[s4]", "PON 20.15[s4]", "CAN 17.15[s4]")
@pytest.mark.parametrize(("name", "clause"), [(UTH, "UTH 16.16[s4]"), (PON, "PON 20.15[s4]"), (CAN, "CAN 17.15[s4]")])
def test_a_wager_out_of_order_stands_once_and_then_the_director_may_void_it(name: str, clause: str) -> None:
    at = table(name)
    did(at, REQUEST)
    assert did(at, wager(at, 5))[-1] == WagerOutOfOrder(5, "P5", False, clause)
    assert at.warned == {"P5"}
    # It stands: it is not changed, the director cannot void it, and P5 is not asked again.
    assert refuses(at, wager(at, 5, do="increase")).word == "fixed"
    void = Command(Role.SUPERVISOR, "void_wager", 5)
    assert refuses(at, void).word == "stands"
    did(at, wager(at, 1))
    assert did(at, REQUEST)[0] == WagerRequested(3, 2, round_of(at).rules.clause("turn"))
    did(at, wager(at, 3))
    assert refuses(at, REQUEST).word == "all_asked"
    at.deal()
    finish(at)
    assert at.begin(THREE, dict.fromkeys(THREE.values(), 5000), 1) is None
    assert did(at, wager(at, 5))[-1] == WagerOutOfOrder(5, "P5", True, clause)
    assert refuses(at, void._replace(by=Role.DEALER)).word == "role"
    events = did(at, void)
    assert events[-1] == OutOfOrderVoided(5, "P5", clause)
    assert [each.amount for each in events if isinstance(each, TakenBack)] == [100] * len(OPENING[name])
    assert refuses(at, wager(at, 5)).word == "fixed"
    for seat in (1, 3):
        did(at, REQUEST)
        did(at, wager(at, seat))
    at.deal()
    finish(at)
    assert net(round_of(at))["P5"] == 0


def test_a_repeated_wager_out_of_order_may_be_void_after_the_deal_too() -> None:
    at = table(CAN)
    at.round = round_of(at)._replace(warned=frozenset({"P3"}))
    did(at, wager(at, 3))
    for seat in (1, 5):
        did(at, REQUEST)
        did(at, wager(at, seat))
    at.deal()
    did(at, Command(Role.OPERATOR, "void_wager", 3))
    finish(at)
    assert net(round_of(at))["P3"] == 0


def finish(at: TournamentTable) -> TournamentTable:
    """Everybody takes the first thing that is offered until the round is over."""
    while not at.is_over:
        awaited = at.game.due(at.state)
        if awaited:
            choice = next(each for each in at.choices() if each.seat == awaited[0] and each.do in ("fold", "hit"))
            did(at, Command(Role.PLAYER, choice.do, choice.seat, choice.player, choice.hand))
        else:
            step = known(at.game.routine(at.state))
            at.take(step)
        at.run()
    return at


def test_nobody_wagers_chips_that_are_not_there() -> None:
    at = table(UTH, stacks={"P1": 350})
    did(at, REQUEST)
    said = "P1 has 350 chips left and cannot put down 400."
    refuses(at, wager(at, 1, 200), clause="UTH 16.14", reason=said, word="not_enough_chips")
    # Ante and blind take the same each.
    assert at.choices()[0].most == 150
    did(at, wager(at, 1, 150))
    assert chips_in_hand(round_of(at), "P1") == 50


def test_a_player_who_cannot_cover_the_play_wager_only_checks_or_folds() -> None:
    at = wagered(table(UTH, stacks={"P1": 550}), {1: 150})
    at.deal()
    assert [choice.do for choice in at.choices()] == ["fold", "check"]
    refuses(at, Command(Role.PLAYER, "play", 1, "P1", amount=450), clause="UTH 16.14", word="not_enough_chips")
    richer = wagered(table(UTH, stacks={"P1": 800}), {1: 150})
    richer.deal()
    assert richer.choices()[-1].amounts == (450,)


def test_a_canberra_bet_is_twice_the_ante_or_a_fold() -> None:
    at = wagered(table(CAN, {1: "P1"}, {"P1": 250}))
    at.deal()
    assert [choice.do for choice in at.choices()] == ["fold"]
    assert refuses(at, Command(Role.PLAYER, "bet", 1, "P1", amount=200)).clause == "CAN 17.13"


def test_splits_doubles_and_insurance_need_chips_in_hand() -> None:
    # A pair of eights against an ace, with fifty chips left.
    at = table(PON, {1: "P1"}, {"P1": 150}, shoe=StackedShoe(cards("8h As 8d 2c 3c 4c 5c 6c 7c")))
    wagered(at).deal()
    offered = {choice.do: choice for choice in at.choices()}
    assert offered["insure"].most == 50
    did(at, Command(Role.PLAYER, "insure", 1, "P1", amount=50))
    step = known(at.game.routine(at.state))
    at.take(step)
    assert [choice.do for choice in at.choices()] == ["hit", "stand"]
    for command in (
        Command(Role.PLAYER, "split", 1, "P1"),
        Command(Role.PLAYER, "double", 1, amounts={"P1": 50}),
    ):
        assert refuses(at, command).clause == "PON 20.13"


def test_a_double_for_less_where_the_chips_do_not_cover_all_of_it() -> None:
    at = table(PON, {1: "P1"}, {"P1": 175}, shoe=StackedShoe(cards("5h 9s 6d 9c 3c 4c 5c 6c 7c")))
    wagered(at).deal()
    offered = {choice.do: choice for choice in at.choices()}
    assert "split" not in offered
    assert (offered["double"].least, offered["double"].most) == (50, 50)
    did(at, Command(Role.PLAYER, "double", 1, amounts={"P1": 50}))


def test_a_round_pays_in_whole_chips() -> None:
    # Pontoon: three to two on 150.
    at = table(PON, {1: "P1"}, {"P1": 1000}, shoe=StackedShoe(cards("Ah 9s Kd 9c 3c 4c 5c")))
    wagered(at, {1: 150}).deal()
    assert round_of(at).is_over
    assert net(round_of(at)) == {"P1": 225}
    assert stacks_after(round_of(at)) == {"P1": 1225}


@pytest.mark.clause("CAN 17.17")
def test_nobody_seeks_advice_and_the_table_gives_none() -> None:
    at = wagered(table(CAN))
    at.deal()
    other = wagered(table(CAN, shoe=Shoe.seeded(99)))
    other.deal()
    # The same choices in the same order, whatever the cards are.
    assert at.choices() == other.choices()
    refuses(at, Command(Role.PLAYER, "seek_advice", 1), clause="CAN 17.17", word="advice")


def test_commands_without_a_shape_are_refused() -> None:
    at = table(PON)
    assert refuses(at, Command(Role.PLAYER, "place", 1, "P1", wagers=7)).word == "misshapen"  # type: ignore[arg-type]
    assert isinstance(decide(round_of(at), Command(Role.PLAYER, ["place"])), Refusal)  # type: ignore[arg-type]
    assert isinstance(decide(round_of(at), wager(at, 1, -5)), Refusal)
    assert isinstance(decide(round_of(at), Command(Role.PLAYER, "place", "1", "P1", wagers={"main": 100})), Refusal)  # type: ignore[arg-type]


@pytest.mark.clause("PON 20.4(g)", "UTH 16.3(a)(vii)", "CAN 17.3(a)(ix)")
@pytest.mark.parametrize(
    ("name", "sessions", "word"),
    [
        (PON, {"wager_step": 25}, "odd_step"),
        (UTH, {"wager_step": 25}, "odd_step"),
        (CAN, {"wager_step": 25}, None),
        (PON, {"least_wager": 120}, "limits"),
        (PON, {"most_wager": 90}, "limits"),
        (PON, {"wager_step": 0}, "limits"),
        (CAN, {"least_wager": 6000, "most_wager": 6000}, "stack"),
        (CAN, {"marker": False}, "no_marker"),
        (UTH, {"marker": False}, None),
    ],
)
def test_limits_that_do_not_come_out_in_whole_chips_are_a_problem(
    name: str, sessions: dict[str, Any], word: str | None
) -> None:
    problem = limits_problem(conditions(name, **sessions))
    assert (problem.word if problem else None) == word


def test_limits_need_sessions_and_a_house_game() -> None:
    missing = known(limits_problem(replace(event(PON), sessions=None)))
    assert missing.word == "no_sessions"
    wrong = known(limits_problem(event("saturday_special")))
    assert wrong.word == "game"
    # Canberra Poker has cards for nine boxes.
    assert limits_problem(replace(event(CAN), seats=10)) is not None


@pytest.mark.clause("PON 20.5", "UTH 16.3(b)", "CAN 17.3(b)")
def test_approved_conditions_change_rules_of_pontoon_within_what_a_table_can_be() -> None:
    changed = conditions(PON, game_rules="decks=6, double_aces=soft")
    settings = table_settings(changed)
    assert (settings.decks, settings.double_aces) == (6, "soft")  # type: ignore[attr-defined]
    assert limits_problem(changed) is None
    for rules, clause in (("decks=9", "PON 2.1[s1]"), ("marker=off", "PON 20.5"), ("decks=many", "PON 20.5")):
        wrong = known(limits_problem(conditions(PON, game_rules=rules)))
        assert wrong.clause == clause
    for document, clause in ((UTH, "UTH 16.3(b)"), (CAN, "CAN 17.3(b)")):
        wrong = known(limits_problem(conditions(document, game_rules="decks=6")))
        assert wrong.clause == clause


def test_the_super_bonus_is_off_unless_the_conditions_have_it() -> None:
    off, on = (table_settings(conditions(PON, super_bonus=paid)) for paid in (False, True))
    assert off.super_bonus.on(2500) == 0  # type: ignore[attr-defined]
    assert on.super_bonus.on(2500) == 5000  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("side_wagers", [False, True])
def test_no_stack_ever_falls_below_nothing(name: str, side_wagers: bool) -> None:
    bits = Random(5).getrandbits
    for seed in range(6):
        at = TournamentTable(conditions(name, side_wagers=side_wagers), Shoe.seeded(seed))
        seats = {seat: f"P{seat}" for seat in range(1, at.conditions.seats + 1)}
        stacks = {player: 200 + 150 * seat for seat, player in seats.items()}
        marker = 1
        for _ in range(12):
            gone = round_start(stacks, least_chips(at.conditions))
            seats = {seat: player for seat, player in seats.items() if player not in gone}
            if not seats:
                break
            marker = wager_order(seats, marker)[0]
            stacks = play_round(at, seats, {player: stacks[player] for player in seats.values()}, marker, bits)
            assert min(stacks.values()) >= 0
            assert all(chips % 25 == 0 for chips in stacks.values())
            marker = next_marker(seats, marker)


@pytest.mark.parametrize("name", EVENTS)
def test_whatever_is_asked_for_nobody_plays_with_chips_that_are_not_there(name: str) -> None:
    """Anybody asks for anything at any time: refusals change nothing, and no chips come from nowhere."""
    random = Random(11)
    ends = 0
    for seed in range(40):
        at = table(name, stacks={"P1": 250, "P3": 375}, shoe=Shoe.seeded(seed), side_wagers=seed % 2 == 0)
        for _ in range(150):
            if at.is_over:
                break
            step = at.game.routine(at.state)
            if step is not None and random.random() < 0.3 and not _refuses(at, step):
                continue
            before, answer = at.round, at.do(_anything(at, random))
            assert not isinstance(answer, Refusal) or at.round is before
            assert min(chips_in_hand(round_of(at), player) for player in THREE.values()) >= 0
        if at.is_over:
            ends += 1
            assert min(stacks_after(round_of(at)).values()) >= 0
    assert ends > 5


def _refuses(at: TournamentTable, step: RoutineStep) -> bool:
    try:
        at.take(step)
    except NotRoutine:
        return True
    return False


def _anything(at: TournamentTable, random: Random) -> Command:
    """Something that is offered, or a wager of anybody, or a request, or any command with any particulars."""
    chance, offered = random.random(), at.choices()
    seat = random.choice(tuple(THREE))
    if chance < 0.3:
        return REQUEST
    if chance < 0.6 and offered:
        choice = random.choice(offered)
        amount = choice.amounts[0] if choice.amounts else choice.most
        if choice.do == "place":
            return wager(at, choice.seat or 0, amount or 0)
        amounts = {choice.player or "": amount or 0} if choice.do == "double" else {}
        given = Command(Role.PLAYER, choice.do, choice.seat, choice.player, choice.hand, amount)
        return given._replace(amount=None, amounts=amounts) if amounts else given
    if chance < 0.8:
        return wager(at, seat, random.choice((50, 100, 150, 400)), random.choice(("place", "increase", "take_back")))
    verbs = (*at.game.verbs, "void_wager", "nonsense")
    amount = random.choice((None, 100, 300))
    return Command(random.choice(tuple(Role)), random.choice(verbs), seat, random.choice((None, "P1")), 1, amount)

"""Eliminations: the order of those who are out in one round by each document, rulings on it, the end of the event."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.frozen import Frozen
from pitboss.tournaments.clock.clock import reading
from pitboss.tournaments.entries.rebuys import rebuy_open
from pitboss.tournaments.event.conditions import Band, Rebuys, Scale, Sessions
from pitboss.tournaments.event.contract import Event
from pitboss.tournaments.event.engine import apply
from pitboss.tournaments.event.events import Exited
from pitboss.tournaments.event.rulesets import BY_CONDITIONS, BY_CONTRIBUTION, BY_TABLE, RULESETS, SHARED
from pitboss.tournaments.event.state import (
    Bust,
    Chipbook,
    Clock,
    Entrant,
    Entry,
    Hand,
    Player,
    Running,
    Session,
    Stage,
    Status,
    Table,
    Tournament,
    Turn,
)
from pitboss.tournaments.prizes.placing import (
    BustOut,
    BustRound,
    BustRow,
    BustsWait,
    ChipsLoose,
    EndEvent,
    RuleOnTie,
    bubble,
    bubble_burst,
    finish_events,
    place_busts,
)
from pitboss.tournaments.prizes.same_round import NeedsRuling, RoundResult, round_result, tiers
from pitboss.tournaments.prizes.standings import places, players_left
from tests.tournaments.scene import NOON, after, conditions, done, refuses

HOUR = 3600
# Entries of all events here are closed by then.
LATE = NOON + 4 * HOUR
STACK = 25_000
THREE_PAID = Scale("three", "three paid", (Band(1, None, (5000, 3000, 2000)),))


def field(tables: Mapping[int, str], **changed: Any) -> Tournament:
    """Everybody seated with a stack, by table: names are single letters, seats count from 1. Entries are closed."""
    changed = {"scale": THREE_PAID, "stack": STACK, **changed}
    rules = conditions("friday_freezeout", **changed)
    names = [name for sitting in tables.values() for name in sitting]
    fee, admin = rules.entry_fee, rules.admin_fee
    return Tournament(
        rules,
        stage=Stage.RUNNING,
        now=NOON,
        started=NOON,
        entries=tuple(
            Entry(number, name, "entry", NOON, fee, admin, 0, "cash", "player")
            for number, name in enumerate(names, start=1)
        ),
        entrants=Frozen({name: Entrant(name, Status.SEATED, stack=STACK, since=NOON) for name in names}),
        tables=Frozen({n: Table(n, 9, Frozen(enumerate(sitting, start=1))) for n, sitting in tables.items()}),
        clock=Clock((Turn(NOON, 0, Running.RUNNING),)),
        chips=Chipbook(issued=STACK * len(names)),
    )


def bust(player: str, table: int | None = 1, stack: int = 1000, *, at: int = LATE) -> Bust:
    return Bust(player, table, None, stack, stack, at)


def names(ranked: object) -> list[str]:
    """Tiers as words, from the best: players of one tier together."""
    assert isinstance(ranked, tuple)
    assert not isinstance(ranked, NeedsRuling)
    return ["".join(sorted(each.player for each in tier)) for tier in ranked]


def gone(state: Tournament, *busts: Bust) -> Tournament:
    """After busts, as the hands of the program report them: the chips have gone to the first player left."""
    out = {each.player for each in busts}
    lost = sum(state.entrants[name].stack for name in out)
    winner = next(name for name, each in state.entrants.items() if each.stack and name not in out)
    entrants = dict(state.entrants)
    for name in out:
        entrants[name] = entrants[name]._replace(stack=0)
    entrants[winner] = entrants[winner]._replace(stack=entrants[winner].stack + lost)
    state = state._replace(entrants=Frozen(entrants))
    for each in place_busts(state, busts, busts[0].at):
        state = apply(state, each)
    return state


def with_done(state: Tournament, number: int) -> Tournament:
    table = state.tables[number]._replace(done=True)
    return state._replace(tables=Frozen({**state.tables, number: table}))


def hand_for_hand(state: Tournament) -> Tournament:
    return state._replace(clock=state.clock._replace(hand_for_hand=True))


@pytest.mark.clause("STAR 7.18", "STAR 7.18(a)", "STAR 7.18(b)", "HLD 20.20[s1]", "HLD 20.20[s2]", "HLD 20.20[s3]")
@pytest.mark.clause("PON 20.22", "CAN 17.23")
@pytest.mark.parametrize(
    ("document", "busts", "expected"),
    [
        # From different tables they share; at one table the larger stack is higher, and equal ones share.
        ("STAR", (bust("A", 1, 41_000), bust("B", 2, 9500)), ["AB"]),
        ("STAR", (bust("A", 1), bust("B", 2), bust("C", 3)), ["ABC"]),
        ("STAR", (bust("A", 1, 9500), bust("B", 1, 41_000), bust("C", 1, 10_000)), ["B", "C", "A"]),
        ("STAR", (bust("A"), bust("B"), bust("C", 1, 2000)), ["C", "AB"]),
        # Equal stacks at one table and one at another contradict nothing.
        ("STAR", (bust("A", 1), bust("B", 1), bust("C", 2)), ["ABC"]),
        # By chips contributed, also across tables.
        ("HLD", (bust("A", 1, 9500), bust("B", 2, 41_000)), ["B", "A"]),
        ("HLD", (bust("A", 1, 2500), bust("B", 2, 4000), bust("C", 3, 2500)), ["B", "AC"]),
        # Elsewhere all of a round share.
        ("PON", (bust("A", 1, 9500), bust("B", 1, 41_000), bust("C", 2)), ["ABC"]),
        ("CAN", (bust("A", 1, 9500), bust("B", 1, 41_000), bust("C", 2)), ["ABC"]),
    ],
)
def test_the_order_of_one_round(document: str, busts: tuple[Bust, ...], expected: list[str]) -> None:
    rule = RULESETS[document].same_round
    assert rule == {"STAR": BY_TABLE, "HLD": BY_CONTRIBUTION}.get(document, SHARED)
    assert names(tiers(busts, rule)) == expected


@pytest.mark.clause("STAR 7.18(a)", "STAR 7.18(b)")
def test_two_at_one_table_and_one_at_another_must_be_asked() -> None:
    busts = [bust("A", 1, 20_000), bust("B", 1, 10_000), bust("C", 2, 5000)]
    assert tiers(busts, BY_TABLE) == NeedsRuling(("tiered", "share_all"))
    assert names(tiers(busts, BY_TABLE, "tiered")) == ["AC", "B"]
    assert names(tiers(busts, BY_TABLE, "share_all")) == ["ABC"]
    more = [*busts, bust("D", 3, 9000), bust("E", 3, 8000), bust("F", 3, 7000)]
    assert names(tiers(more, BY_TABLE, "tiered")) == ["ACD", "BE", "F"]


def test_where_the_conditions_decide_they_share_or_cards_are_drawn() -> None:
    busts = [bust("A", 1, 9500), bust("B", 1, 41_000)]
    assert names(tiers(busts, BY_CONDITIONS)) == ["AB"]
    assert names(tiers(busts, BY_CONDITIONS, equal="rounds")) == ["AB"]
    assert tiers(busts, BY_CONDITIONS, equal="draw") == NeedsRuling(("draw",))


def test_one_alone_needs_no_rule() -> None:
    for rule in (BY_TABLE, BY_CONTRIBUTION, SHARED, BY_CONDITIONS):
        assert names(tiers([bust("A")], rule, equal="draw")) == ["A"]
        assert tiers([], rule) == ()


# What a round decides: places, prizes and the bubble (worked cases TRN-06 to TRN-09, TRN-41, TRN-44).

PRIZES = {16: 40_000, 17: 34_000, 18: 34_000}


@pytest.mark.clause("STAR 7.18(a)")
def test_the_bubble_shared_across_tables() -> None:
    result = round_result([bust("A", 1, 41_000), bust("B", 2, 9500)], 19, PRIZES, BY_TABLE)
    assert result == RoundResult({"A": (18, 19), "B": (18, 19)}, {"A": 17_000, "B": 17_000}, 17, True)


@pytest.mark.clause("STAR 7.18(b)")
def test_the_bubble_at_one_table() -> None:
    result = round_result([bust("A", 1, 41_000), bust("B", 1, 9500)], 19, PRIZES, BY_TABLE)
    assert result == RoundResult({"A": (18,), "B": (19,)}, {"A": 34_000, "B": 0}, 17, True)


@pytest.mark.clause("HLD 20.20[s2]", "HLD 20.20[s3]")
def test_a_round_under_the_canberra_holdem_rule() -> None:
    busts = [bust("P2", None, 4000), bust("P5", None, 2500), bust("P7", None, 2500)]
    result = round_result(busts, 5, {3: 60_000, 4: 30_000, 5: 10_000}, BY_CONTRIBUTION, places_paid=5)
    assert result == RoundResult(
        {"P2": (3,), "P5": (4, 5), "P7": (4, 5)}, {"P2": 60_000, "P5": 20_000, "P7": 20_000}, 2, True
    )


@pytest.mark.clause("PON 20.22")
def test_a_round_of_pontoon_combines_and_divides_the_prizes() -> None:
    result = round_result([bust("P5", None), bust("P6", None)], 4, {3: 30_000, 4: 10_000}, SHARED)
    assert isinstance(result, RoundResult)
    assert result.payout_cents == {"P5": 20_000, "P6": 20_000}


def test_a_round_above_the_bubble_leaves_it_whole() -> None:
    result = round_result([bust("A")], 20, PRIZES, BY_TABLE)
    assert isinstance(result, RoundResult)
    assert (result.players_left, result.bubble_burst) == (19, False)


def test_odd_cents_of_a_round_go_by_entry() -> None:
    busts = [bust("A", 1), bust("B", 2), bust("C", 3)]
    result = round_result(busts, 3, {1: 100, 2: 70, 3: 30}, BY_TABLE, entry_order=("C", "A", "B"))
    assert isinstance(result, RoundResult)
    assert result.payout_cents == {"C": 67, "A": 67, "B": 66}


def test_a_round_that_must_be_ruled_on_has_no_places_yet() -> None:
    busts = [bust("A", 1, 20_000), bust("B", 1, 10_000), bust("C", 2, 5000)]
    assert round_result(busts, 18, PRIZES, BY_TABLE) == NeedsRuling(("tiered", "share_all"))


# The event itself.


@pytest.mark.clause("STAR 7.2 s34", "STAR D-Eliminated Entrant")
def test_who_lost_everything_is_out_and_leaves_the_table() -> None:
    state = gone(field({1: "ABCD"}), bust("B"))
    assert state.entrants["B"].status is Status.OUT
    assert "B" not in state.tables[1].seats.values()
    assert places(state) == {"B": (4,)}
    assert players_left(state) == 3
    (out,) = state.exits
    assert (out.entry, out.clause, out.at) == (2, "STAR 7.21[s1]", LATE)


@pytest.mark.clause("STAR 7.18(b)")
def test_later_exits_stand_above_earlier_ones() -> None:
    state = gone(field({1: "ABCDE"}), bust("B"))
    state = gone(state, bust("C", 1, 500), bust("D", 1, 700))
    assert places(state) == {"B": (5,), "C": (4,), "D": (3,)}
    assert [out.clause for out in state.exits] == ["STAR 7.21[s1]", "STAR 7.18(b)", "STAR 7.18(b)"]


@pytest.mark.clause("STAR 7.18(a)")
def test_hand_for_hand_busts_wait_for_the_last_table() -> None:
    state = hand_for_hand(field({1: "AB", 2: "CD", 3: "EF"}))
    state = gone(state, bust("A", 1, 9000))
    assert [each.player for each in state.pending] == ["A"]
    assert places(state) == {}
    state = gone(with_done(state, 1), bust("C", 2, 4000))
    assert len(state.pending) == 2
    state = with_done(with_done(state, 2), 3)
    for event in place_busts(state, (), LATE + 60):
        state = apply(state, event)
    assert state.pending == ()
    assert places(state) == {"A": (5, 6), "C": (5, 6)}
    assert {out.clause for out in state.exits} == {"STAR 7.18(a)"}


def test_the_bust_at_the_last_table_closes_the_round() -> None:
    state = hand_for_hand(field({1: "AB", 2: "CD", 3: "EF"}))
    state = with_done(with_done(gone(state, bust("A", 1)), 1), 3)
    state = gone(state, bust("C", 2, 7000))
    assert state.pending == ()
    assert places(state) == {"A": (5, 6), "C": (5, 6)}


def test_nobody_is_placed_twice_when_they_are_named_again() -> None:
    state = hand_for_hand(field({1: "AB", 2: "CD"}))
    state = with_done(gone(state, bust("A", 1)), 1)
    events = place_busts(state, (*state.pending, bust("C", 2)), LATE)
    assert [event.exit.player for event in events if isinstance(event, Exited)] == ["A", "C"]


@pytest.mark.clause("STAR 7.18(a)")
def test_without_hand_for_hand_other_tables_are_placed_by_time() -> None:
    """T-03: same round has no meaning there."""
    state = field({1: "ABC", 2: "DEF"})
    state = gone(state, bust("A", 1, 9000), bust("D", 2, 9000, at=LATE + 5), bust("B", 1, 100))
    assert places(state) == {"D": (4,), "A": (5,), "B": (6,)}


def test_the_setting_may_tie_whoever_is_out_in_the_same_second() -> None:
    """T-03."""
    rules = conditions().readings
    settings = type(rules)(cross_table_needs_h4h=False)
    state = gone(field({1: "ABC", 2: "DEF"}, readings=settings), bust("A", 1), bust("D", 2))
    assert places(state) == {"A": (5, 6), "D": (5, 6)}


@pytest.mark.clause("STAR 7.18(a)", "STAR 7.18(b)")
def test_the_director_rules_on_a_mixed_round() -> None:
    state = field({1: "ABX", 2: "CY"})
    rows = (BustRow("A", 20_000), BustRow("B", 10_000), BustRow("C", 5000))
    state = after(state, BustRound(at=LATE, busts=rows))
    assert state.tie is not None
    assert state.tie.options == ("tiered", "share_all")
    assert (places(state), players_left(state)) == ({}, 5)
    assert refuses(state, RuleOnTie(at=LATE, option="by age")).word == "no_such_option"
    assert refuses(state, BustOut(at=LATE, player="A")).word == "already_out"
    tiered = after(state, RuleOnTie(at=LATE, option="tiered"))
    assert places(tiered) == {"A": (3, 4), "C": (3, 4), "B": (5,)}
    shared = after(state, RuleOnTie(at=LATE, option="share_all"))
    assert places(shared) == {"A": (3, 4, 5), "B": (3, 4, 5), "C": (3, 4, 5)}
    assert tiered.tie is None
    assert refuses(tiered, RuleOnTie(at=LATE, option="tiered")).word == "no_tie"


def test_rounds_behind_a_ruling_are_placed_after_it() -> None:
    four_paid = Scale("four", "four paid", (Band(1, None, (4000, 3000, 2000, 1000)),))
    state = field({1: "ABX", 2: "CYZ"}, scale=four_paid)
    rows = (BustRow("A", 20_000), BustRow("B", 10_000), BustRow("C", 5000))
    state = after(state, BustRound(at=LATE, busts=rows), BustOut(at=LATE + 9, player="Y"))
    assert places(state) == {}
    state = after(state, RuleOnTie(at=LATE + 20, option="tiered"))
    assert places(state) == {"Y": (3,), "A": (4, 5), "C": (4, 5), "B": (6,)}


def test_where_no_prize_is_at_stake_nobody_is_asked() -> None:
    state = field({1: "ABXW", 2: "CYZV"})
    rows = (BustRow("A", 20_000), BustRow("B", 10_000), BustRow("C", 5000))
    state = after(state, BustRound(at=LATE, busts=rows))
    assert places(state) == {"A": (6, 7), "C": (6, 7), "B": (8,)}


def test_a_draw_of_cards_where_the_conditions_want_one() -> None:
    state = field({1: "ABC"}, ruleset="UTH", sessions=Sessions(equal="draw"))
    state = after(state, BustRound(at=LATE, busts=(BustRow("A"), BustRow("B"))))
    assert state.tie is not None
    assert refuses(state, RuleOnTie(at=LATE, option="draw", order=("A",))).word == "not_the_draw"
    state = after(state, RuleOnTie(at=LATE, option="draw", order=("B", "A")))
    assert places(state) == {"B": (2,), "A": (3,)}


@pytest.mark.clause("UTH 16.7")
def test_who_may_buy_chips_again_is_not_out_yet() -> None:
    rules = {"ruleset": "UTH", "sessions": Sessions(), "rebuys": Rebuys(most=1, cost=5000, chips=STACK)}
    state = field({1: "ABC"}, **rules)._replace(session=Session(1, True))
    assert rebuy_open(state, "A")
    state = gone(state, bust("A"))
    assert (state.entrants["A"].status, places(state)) == (Status.SEATED, {})
    # Declines: the director says so.
    declined = after(state, BustOut(at=LATE, player="A"))
    assert places(declined) == {"A": (3,)}
    assert "A" not in declined.tables[1].seats.values()
    # Has bought once already, or the session is past.
    bought = state.entries[0]._replace(number=9, kind="re-buy")
    for later in (
        state._replace(entries=(*state.entries, bought)),
        state._replace(session=Session(2, True)),
    ):
        assert places(gone(later, bust("A"))) == {"A": (3,)}


@pytest.mark.clause("STAR D-Eliminated Entrant")
def test_a_bust_at_a_table_dealt_by_hand_leaves_the_chips_there() -> None:
    state, events = done(field({1: "ABC"}), BustOut(at=LATE, player="B", stack_before=4000))
    assert [type(event) for event in events[1:]] == [ChipsLoose, Exited]
    assert state.tables[1].loose == STACK
    assert state.entrants["B"].stack == 0
    (out,) = state.exits
    assert (out.stack_before, out.contributed, out.table, out.seat) == (4000, 4000, 1, 2)


def test_a_round_flagged_by_the_director_ties_without_hand_for_hand() -> None:
    """T-03."""
    state = after(field({1: "AB", 2: "CD"}), BustRound(at=LATE, busts=(BustRow("A"), BustRow("C"))))
    assert places(state) == {"A": (3, 4), "C": (3, 4)}


def test_the_director_closes_a_round_that_waits() -> None:
    state, events = done(hand_for_hand(field({1: "ABC", 2: "DE"})), BustOut(at=LATE, player="A"))
    assert isinstance(events[-1], BustsWait)
    state = after(state, BustRound(at=LATE))
    assert (state.pending, places(state)) == ((), {"A": (5,)})
    assert refuses(state, BustRound(at=LATE)).word == "nobody"


@pytest.mark.parametrize(
    ("busts", "word"),
    [
        ((BustRow("Nobody"),), "not_seated"),
        ((BustRow("A"), BustRow("A")), "already_out"),
        ((BustRow("C"),), "mid_hand"),
        ((BustRow("A"), BustRow("B")), "nobody_left"),
        ((BustRow("A", -1),), "misshapen"),
    ],
)
def test_who_cannot_be_out(busts: tuple[BustRow, ...], word: str) -> None:
    state = field({1: "AB", 2: "CD"})
    stacks: Mapping[Player, int] = Frozen({"C": STACK, "D": STACK})
    hand = Hand(1, 1, state.conditions.levels[0], NOON, stacks)
    state = state._replace(tables=Frozen({**state.tables, 2: state.tables[2]._replace(hand=hand)}))
    assert refuses(state, BustRound(at=LATE, busts=busts)).word == word


def test_in_a_house_game_everybody_may_lose_to_the_house() -> None:
    state = field({1: "AB"}, ruleset="PON", sessions=Sessions())
    state, _ = done(state, BustRound(at=LATE, busts=(BustRow("A"), BustRow("B"))))
    assert places(state) == {"A": (1, 2), "B": (1, 2)}
    # The session decides when that event is over.
    assert state.stage is Stage.RUNNING


@pytest.mark.clause("STAR 1-a")
def test_with_one_left_the_event_is_over_and_the_clock_stops() -> None:
    state = after(field({1: "ABC"}), BustOut(at=LATE, player="B"))
    assert state.stage is Stage.RUNNING
    state = after(state, BustOut(at=LATE + 60, player="C"))
    assert state.stage is Stage.OVER
    assert places(state) == {"A": (1,), "C": (2,), "B": (3,)}
    shown = [reading(state, LATE + 60 + seconds) for seconds in (0, 500)]
    assert shown[0] == shown[1]
    assert shown[0] is not None
    assert not shown[0].runs
    assert finish_events(state, LATE + 60) == ()


@pytest.mark.clause("STAR 1-a")
def test_while_entries_are_taken_only_the_director_ends_it() -> None:
    state = field({1: "ABC"})
    state = after(state, BustOut(at=NOON + 60, player="B"))
    assert refuses(state, EndEvent(at=NOON + 60)).word == "players_left"
    state = after(state, BustOut(at=NOON + 90, player="C"))
    assert state.stage is Stage.RUNNING
    assert places(state) == {"C": (2,), "B": (3,)}
    state = after(state, EndEvent(at=NOON + 120))
    assert (state.stage, places(state)["A"]) == (Stage.OVER, (1,))


@pytest.mark.clause("STAR 1-a")
def test_whoever_waits_for_a_seat_keeps_the_event_going() -> None:
    state = field({1: "ABC"})
    waiting = state.entrants["C"]._replace(status=Status.ALTERNATE, stack=0)
    state = gone(state._replace(entrants=Frozen({**state.entrants, "C": waiting})), bust("B"))
    assert finish_events(state, LATE) == ()


def test_who_was_disqualified_has_no_place_and_those_below_move_up() -> None:
    state = gone(field({1: "ABCD"}), bust("B"))
    thrown_out = state.entrants["C"]._replace(status=Status.DISQUALIFIED, stack=0)
    assert places(state._replace(entrants=Frozen({**state.entrants, "C": thrown_out}))) == {"B": (3,)}


def test_the_bubble_is_the_place_before_the_paid_ones() -> None:
    state = field({1: "ABCDE"})
    assert (bubble(state), bubble_burst(state)) == (4, False)
    state = gone(gone(state, bust("B")), bust("C"))
    assert bubble_burst(state)
    assert bubble(field({1: "AB"}, scale=None)) is None


@given(data=st.data(), document=st.sampled_from(sorted(RULESETS)), option=st.sampled_from(("tiered", "share_all")))
def test_every_place_goes_to_somebody_once(data: st.DataObject, document: str, option: str) -> None:
    """Places of those who are out follow each other without a gap, and as many share as there are places to share."""
    state = field({1: "ABCD", 2: "EFGH", 3: "IJKL"}, ruleset=document)
    everybody = list(state.entrants)
    while players_left(state) > 1:
        sitting = [name for name in everybody if state.entrants[name].status is Status.SEATED]
        out = data.draw(st.lists(st.sampled_from(sitting), min_size=1, max_size=len(sitting) - 1, unique=True))
        seats = {name: number for number, each in state.tables.items() for name in each.seats.values()}
        busts = [bust(name, seats[name], data.draw(st.integers(1, 3))) for name in out]
        state = gone(hand_for_hand(state), *busts)
        for event in place_busts(with_done(with_done(with_done(state, 1), 2), 3), (), LATE):
            state = apply(state, event)
        if state.tie is not None:
            state = after(state, RuleOnTie(at=LATE, option=option))
        state = state._replace(pending=())
    held = places(state._replace(stage=Stage.OVER))
    assert sorted({place for each in held.values() for place in each}) == list(range(1, 13))
    assert all(len(each) == sum(other == each for other in held.values()) for each in held.values())


def _clauses(events: tuple[Event, ...]) -> set[str]:
    return {event.clause for event in events}


@pytest.mark.clause("HLD 20.20[s2]", "HLD 20.20[s3]")
def test_the_clause_of_a_place_is_the_one_that_decided_it() -> None:
    state = field({1: "ABCDE"}, ruleset="HLD")
    assert _clauses(place_busts(state, (bust("A", 1, 5), bust("B", 1, 6)), LATE)) == {"HLD 20.20[s2]"}
    assert _clauses(place_busts(state, (bust("A", 1, 5), bust("B", 2, 5)), LATE)) == {"HLD 20.17"}
    assert _clauses(place_busts(state, (bust("A", 1, 5), bust("B", 1, 5)), LATE)) == {"HLD 20.20[s3]"}

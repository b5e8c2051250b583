"""Value added, deals, places confirmed, prizes paid; and the pool stands at nothing when all is paid."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.frozen import Frozen
from pitboss.games.money import moves
from pitboss.tournaments.event.conditions import Band, Readings, Scale, Ticket
from pitboss.tournaments.event.contract import Events, Role
from pitboss.tournaments.event.events import ADMINISTRATION, OPERATOR, POOL, Entered
from pitboss.tournaments.event.state import (
    Added,
    Chipbook,
    Clock,
    Entrant,
    Entry,
    Hand,
    Person,
    Running,
    Stage,
    Status,
    Table,
    Tournament,
    Turn,
)
from pitboss.tournaments.prizes.paying import (
    METHODS,
    MOVERS,
    NOTICE,
    TICKETS,
    AddValue,
    AgreeDeal,
    ConfirmPlaces,
    DealAgreed,
    PayPrize,
    PlacesConfirmed,
    payout_sheet,
    pool_unpaid,
    results,
)
from pitboss.tournaments.prizes.placing import BustOut, BustRound, BustRow
from pitboss.tournaments.prizes.pool import pool
from pitboss.tournaments.prizes.prizes import awards, prizes
from pitboss.tournaments.prizes.standings import places
from tests.tournaments.scene import NOON, after, conditions, done, refuses

LATE = NOON + 4 * 3600
STACKS = {"A": 400_000, "B": 300_000, "C": 200_000, "D": 100_000}
# Of ten entries of $360: 1,600, 1,000, 600 and 400 dollars, as in the requirements.
SHARES = (4445, 2777, 1667, 1111)
FOUR = Scale("four", "four paid", (Band(1, None, SHARES),))


def entries(names: str, fee: int) -> tuple[Entry, ...]:
    return tuple(
        Entry(number, name, "entry", NOON, fee, 3000, 0, "cash", "player") for number, name in enumerate(names, 1)
    )


def table(stacks: Mapping[str, int] = STACKS, out: str = "EFGHIJ", **changed: Any) -> Tournament:
    """The last table with these stacks, and six who were out before; entries are closed."""
    rules = conditions("friday_freezeout", **{"entry_fee": 36_000, "scale": FOUR, **changed})
    state = Tournament(
        rules,
        stage=Stage.RUNNING,
        now=NOON,
        started=NOON,
        entries=entries("".join(stacks) + out, rules.entry_fee),
        entrants=Frozen({name: Entrant(name, Status.SEATED, stack=stacks.get(name, 0)) for name in [*stacks, *out]}),
        tables=Frozen({1: Table(1, 10, Frozen(enumerate([*stacks, *out], start=1)))}),
        clock=Clock((Turn(NOON, 0, Running.RUNNING),)),
        chips=Chipbook(issued=sum(stacks.values())),
    )
    for name in out:
        state = after(state, BustOut(at=LATE, player=name))
    return state


def played_out(state: Tournament, *losers: str) -> Tournament:
    for name in losers:
        state = after(state, BustOut(at=LATE, player=name))
    return state


def deal(method: str, amounts: Mapping[str, int] | None = None, held_back: int = 0, by: str = "ABCD") -> AgreeDeal:
    given = Frozen(amounts or {})
    return AgreeDeal(at=LATE, method=method, agreed_by=tuple(by), amounts=given, held_back=held_back)


def agreed(events: Events) -> DealAgreed:
    return next(event for event in events if isinstance(event, DealAgreed))


EXACT = {"A": 120_000, "B": 100_000, "C": 80_000, "D": 60_000}


# Added value.


@pytest.mark.clause("STAR 7.4")
def test_cash_of_the_operator_goes_to_the_pool() -> None:
    before = table()
    state = after(before, AddValue(at=LATE, by=Role.OPERATOR, cents=40_000))
    assert pool(state).prize_pool_cents == pool(before).prize_pool_cents + 40_000
    assert sum(prizes(state).values()) == 400_000


@pytest.mark.clause("UTH 16.22")
def test_goods_go_to_a_place() -> None:
    state, events = done(table(ruleset="UTH"), AddValue(at=LATE, what="a weekend away", place=1))
    assert state.added == (Added(0, "a weekend away", 1),)
    assert {event.clause for event in events[-1:]} == {"UTH 16.22"}
    assert sum(prizes(state).values()) == 360_000


@pytest.mark.parametrize(
    ("what", "word"),
    [
        ({}, "cash_or_goods"),
        ({"cents": 100, "what": "watch", "place": 1}, "cash_or_goods"),
        ({"what": "watch"}, "place"),
        ({"what": "watch", "place": 0}, "place"),
        ({"cents": 100, "place": 1}, "place"),
        ({"cents": 10**30}, "too_much"),
        ({"cents": -5}, "misshapen"),
        ({"cents": 100, "by": Role.DESK}, "role"),
    ],
)
def test_what_cannot_be_added(what: dict[str, Any], word: str) -> None:
    assert refuses(table(), AddValue(at=LATE, **what)).word == word


# Deals.


@pytest.mark.clause("STAR 1-c[s1]")
def test_no_deal_before_everybody_is_in_the_money() -> None:
    state = table({**STACKS, "K": 100})
    refuses(state, deal("icm", by="ABCDK"), clause="STAR 1-c[s1]", word="not_all_in_the_money")
    # Nor while entries are taken, for then the places that are paid are not known.
    early = table()._replace(clock=Clock((Turn(LATE, 0, Running.RUNNING),)))
    assert refuses(early, deal("icm")).word == "not_all_in_the_money"


@pytest.mark.clause("STAR 1-c[s2]")
def test_a_deal_needs_everybody_left() -> None:
    refuses(table(), deal("icm", by="ABC"), clause="STAR 1-c[s2]", word="not_unanimous")
    assert refuses(table(), deal("icm", by="ABCC")).word == "not_unanimous"
    assert refuses(table(), deal("icm", by="ABCDE")).word == "not_in_the_event"


@pytest.mark.clause("STAR 1-c[s2]", "STAR D-Chop")
@pytest.mark.parametrize(
    ("method", "amounts", "word"),
    [
        ("agreed", {**EXACT, "D": 59_999}, "does_not_sum"),
        ("agreed", {**EXACT, "D": 60_001}, "does_not_sum"),
        ("agreed", {"A": 180_000, "B": 180_000}, "does_not_sum"),
        ("agreed", {**EXACT, "E": 0}, "not_in_the_event"),
        ("agreed", {"A": -1}, "misshapen"),
        ("percent", {"A": 5000, "B": 2000, "C": 2000, "D": 999}, "does_not_sum"),
        ("coin", {}, "method"),
    ],
)
def test_amounts_must_be_what_remains_to_the_cent(method: str, amounts: dict[str, int], word: str) -> None:
    assert refuses(table(), deal(method, amounts)).word == word


@pytest.mark.clause("STAR D-Chop", "STAR 1-a", "STAR 1-c[s2]")
def test_a_deal_on_everything_ends_the_event() -> None:
    state, events = done(table(), deal("agreed", EXACT))
    assert state.stage is Stage.OVER
    assert {name: places(state)[name] for name in EXACT} == dict.fromkeys(EXACT, (1, 2, 3, 4))
    assert {name: awards(state)[name] for name in EXACT} == EXACT
    assert agreed(events).warnings == ()
    state = after(state, ConfirmPlaces(at=LATE))
    assert state.confirmed


@pytest.mark.clause("STAR 1-c[s3]")
def test_the_notice_of_the_house_is_recorded() -> None:
    _, events = done(table(), deal("agreed", EXACT))
    assert (agreed(events).notice, agreed(events).clause) == (NOTICE, "STAR 1-c[s3]")


@pytest.mark.parametrize("method", ["icm", "chip_chop", "by_chips", "even"])
def test_deals_that_are_computed(method: str) -> None:
    state, events = done(table(), deal(method))
    found = agreed(events).deal.amounts
    assert sum(found.values()) == 360_000
    # The prizes are the list of the requirements to a few cents; so are the deals.
    wanted = {
        "icm": [111_079, 99_738, 84_825, 64_357],
        "chip_chop": [120_000, 100_000, 80_000, 60_000],
        "by_chips": [144_000, 108_000, 72_000, 36_000],
        "even": [90_000] * 4,
    }
    assert [found[name] for name in "ABCD"] == pytest.approx(wanted[method], abs=20)
    assert bool(agreed(events).warnings) == (method == "by_chips")
    assert awards(state)["E"] == 0


def test_percentages_of_their_own() -> None:
    _, events = done(table(), deal("percent", {"A": 4000, "B": 3000, "C": 2000, "D": 1000}))
    assert agreed(events).deal.amounts == {"A": 144_000, "B": 108_000, "C": 72_000, "D": 36_000}


def test_odd_amounts_are_flagged_but_the_players_may_agree() -> None:
    _, events = done(table(), deal("agreed", {"A": 170_000, "B": 100_000, "C": 60_000, "D": 30_000}))
    assert agreed(events).warnings == (
        "A would get more than the first prize",
        "D would get less than the lowest prize, which is certain",
    )


def test_something_may_be_held_back_to_play_for() -> None:
    """T-28."""
    assert refuses(table(), deal("agreed", EXACT, held_back=1)).word == "does_not_sum"
    assert refuses(table(), deal("agreed", {}, held_back=360_001)).word == "held_back"
    state = after(table(), deal("agreed", {**EXACT, "A": 100_000}, held_back=20_000))
    assert state.stage is Stage.RUNNING
    state = played_out(state, "A", "C", "D")
    assert state.stage is Stage.OVER
    assert [awards(state)[name] for name in "ABCD"] == [100_000, 120_000, 80_000, 60_000]
    assert [places(state)[name] for name in "BDCA"] == [(1,), (2,), (3,), (4,)]
    held = agreed(done(table(), deal("icm", held_back=10_000))[1]).deal
    assert sum(held.amounts.values()) == 350_000
    assert refuses(table(), deal("icm", held_back=200_000)).word == "no_figures"


def test_when_there_can_be_no_deal() -> None:
    after_deal = after(table(), deal("agreed", {**EXACT, "A": 100_000}, held_back=20_000))
    assert refuses(after_deal, deal("icm")).word == "deal_made"
    assert refuses(after_deal, AddValue(at=LATE, cents=100)).word == "deal_made"
    loose = table()
    loose = loose._replace(tables=Frozen({1: loose.tables[1]._replace(loose=1)}))
    assert refuses(loose, deal("icm")).word == "stacks_unknown"
    assert refuses(table(ruleset="HLD"), deal("icm")).word == "no_deals"
    alone = played_out(table(), "D", "C", "B")._replace(stage=Stage.RUNNING)
    assert refuses(alone, deal("agreed", {"A": 160_020}, by="A")).word == "too_few"
    synchronised = table()
    synchronised = synchronised._replace(clock=synchronised.clock._replace(hand_for_hand=True))
    hand = Hand(1, 1, synchronised.conditions.levels[0], LATE, Frozen(STACKS))
    dealt = Table(2, 9, Frozen({1: "A"}), hand=hand)
    tables = Frozen({1: Table(1, 9, Frozen(enumerate("BCD", start=1))), 2: dealt})
    assert refuses(synchronised._replace(tables=tables), deal("icm")).word == "mid_hand"
    waiting = after(synchronised._replace(tables=tables), BustOut(at=LATE, player="D"))
    assert waiting.pending
    assert refuses(waiting, deal("icm")).word == "places_open"


# Places and payments.


@pytest.mark.clause("UTH 16.20", "PON 20.19", "HLD 20.17", "CAN 17.20")
@pytest.mark.parametrize(
    ("document", "clause"),
    [("UTH", "UTH 16.20"), ("PON", "PON 20.19"), ("HLD", "HLD 20.17"), ("CAN", "CAN 17.20"), ("STAR", "STAR 7.18")],
)
@pytest.mark.clause("STAR D-Session(b)")
def test_the_director_confirms_the_places(document: str, clause: str) -> None:
    state = played_out(table(ruleset=document), "D", "C", "B")
    assert refuses(table(ruleset=document), ConfirmPlaces(at=LATE)).clause == clause
    assert refuses(state, ConfirmPlaces(at=LATE, by=Role.DESK)).word == "role"
    assert refuses(state, PayPrize(at=LATE, player="A", method="cash")).word == "not_confirmed"
    state, events = done(state, ConfirmPlaces(at=LATE))
    (confirmed,) = events
    assert isinstance(confirmed, PlacesConfirmed)
    assert confirmed.clause == clause
    assert [confirmed.places[name] for name in "ABCD"] == [(1,), (2,), (3,), (4,)]
    assert refuses(state, ConfirmPlaces(at=LATE)).word == "confirmed_already"


@pytest.mark.clause("STAR 3-a[s2]", "UTH 16.21(b)", "PON 20.20", "HLD 20.18", "CAN 17.21")
@pytest.mark.parametrize(
    ("document", "clause"),
    [
        ("UTH", "UTH 16.21(b)"),
        ("PON", "PON 20.20"),
        ("HLD", "HLD 20.18"),
        ("CAN", "CAN 17.21"),
        ("STAR", "STAR 3-a[s2]"),
    ],
)
def test_all_of_the_pool_must_be_in_the_prizes(document: str, clause: str) -> None:
    state = played_out(table(ruleset=document, scale=None), "D", "C", "B")
    refuses(state, ConfirmPlaces(at=LATE), clause=clause, word="pool_not_paid")


@pytest.mark.clause("STAR 3-b")
@pytest.mark.parametrize("method", METHODS)
def test_a_prize_is_paid_once_with_a_voucher(method: str) -> None:
    state = after(played_out(table(), "D", "C", "B"), ConfirmPlaces(at=LATE))
    state = after(state, PayPrize(at=LATE, player="B", method="cash"), PayPrize(at=LATE, player="A", method=method))
    assert [(each.player, each.method, each.voucher) for each in state.payments] == [("B", "cash", 1), ("A", method, 2)]
    assert refuses(state, PayPrize(at=LATE, player="A", method=method)).word == "paid_already"


@pytest.mark.clause("STAR 3-b")
def test_what_cannot_be_paid() -> None:
    state = after(played_out(table(), "D", "C", "B"), ConfirmPlaces(at=LATE))
    refuses(state, PayPrize(at=LATE, player="A", method="credit"), clause="STAR 3-b", word="method")
    assert refuses(state, PayPrize(at=LATE, player="E", method="cash")).word == "no_prize"
    assert refuses(state, PayPrize(at=LATE, player="Nobody", method="cash")).word == "no_prize"


def test_the_payout_sheet() -> None:
    state = after(table(), AddValue(at=LATE, what="watch", place=5))
    state = after(played_out(state, "D", "C", "B"), ConfirmPlaces(at=LATE), PayPrize(at=LATE, player="C", method="eft"))
    sheet = payout_sheet(state)
    assert [(line.places, line.player, line.goods) for line in sheet] == [
        ((1,), "A", ()),
        ((2,), "B", ()),
        ((3,), "C", ()),
        ((4,), "D", ()),
        ((5,), "J", ("watch",)),
    ]
    assert [line.payment is not None for line in sheet] == [False, False, True, False, False]
    assert sum(line.cents for line in sheet) == 360_000
    assert pool_unpaid(state) == 360_000 - sheet[2].cents


@pytest.mark.clause("STAR 6.20")
def test_results_for_others_to_read_name_nobody_without_consent() -> None:
    state = played_out(table(), "D", "C", "B")
    people = {name: Person(name, publicity=name == "A") for name in state.entrants}
    found = results(state._replace(people=Frozen(people)))
    assert [line.player for line in found[:2]] == ["A", "B"]
    assert found[0].public == "A"
    assert all(line.public.removeprefix("Entrant ").isdecimal() for line in found[1:])
    assert [line.places for line in found] == [(place,) for place in range(1, len(state.entrants) + 1)]


@pytest.mark.clause("STAR 3-a[s2]", "UTH 16.21(b)", "PON 20.20", "HLD 20.18", "CAN 17.21")
@given(
    fee=st.integers(1, 100_003),
    added=st.integers(0, 5000),
    step=st.sampled_from((1, 100)),
    tickets=st.booleans(),
    together=st.integers(2, 3),
    document=st.sampled_from(("STAR", "UTH", "PON", "HLD", "CAN")),
)
def test_the_pool_stands_at_nothing_when_all_prizes_are_paid(
    fee: int, added: int, step: int, tickets: bool, together: int, document: str
) -> None:
    bought = (Ticket(1, fee), Ticket(2, fee // 2)) if tickets else ()
    readings = Readings(tie_rounding=step)
    began = table(entry_fee=fee, ruleset=document, tickets=bought, readings=readings, prize_rounding=step)
    books: Counter[str] = Counter()
    story: list[Any] = [Entered(each, None, Status.SEATED, "STAR 6.1") for each in began.entries]
    state = began
    last = tuple(BustRow(name) for name in "BCD"[:together])
    commands = (
        *([AddValue(at=LATE, cents=added)] if added else []),
        *(BustOut(at=LATE, player=name) for name in "BCD"[together:]),
        BustRound(at=LATE, busts=last),
        ConfirmPlaces(at=LATE),
    )
    for command in commands:
        state, events = done(state, command)
        story += events
    for line in payout_sheet(state):
        state, events = done(state, PayPrize(at=LATE, player=line.player, method="cash"))
        story += events
    for event in story:
        for move in moves(event, MOVERS):
            books[move.source] -= move.amount
            books[move.target] += move.amount
    assert pool_unpaid(state) == 0
    assert books[POOL] == 0
    assert books[ADMINISTRATION] == 30_000
    assert books[OPERATOR] == -added
    assert books[TICKETS] == sum(ticket.cents for ticket in bought)
    assert sum(books.values()) == 0

"""The log of rulings: one row a command, the newest first, found by table, sort, person and verb."""

from random import Random
from typing import Any

import pytest

from pitboss.floor.cage.counter import BuyIn
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import DisableHouse, EnableHouse
from pitboss.floor.kernel.registry import COMMANDS  # noqa: F401  (makes the kinds of the floor known)
from pitboss.floor.kernel.roles import CROUPIER
from pitboss.floor.reading import rulings_log
from pitboss.floor.reading.rulings_log import Ruled, by_patron, by_staff, kinds_of, ruling_effects, rulings
from pitboss.floor.reading.significant import significant_events
from pitboss.floor.tables.play import Deal
from pitboss.floor.tables.setup import DisableTable, EnableTable
from pitboss.journal.kinds import class_of
from pitboss.journal.models import Event
from pitboss.ledger.reading import Period
from tests.floor.reading.privacy_scene import cards_in
from tests.floor.tables.table_floor_scene import (
    CASHIER,
    DEALER,
    MANAGER,
    P1,
    P2,
    P3,
    SUPERVISOR,
    deal,
    deal_by_hand,
    done,
    give,
    open_live_table,
    open_table,
    play_round,
    rule,
    say,
    sit_down_to_holdem,
    wager,
)


def verbs(rows: tuple[Ruled, ...]) -> list[str]:
    return [row.verb for row in rows]


@pytest.fixture
def ruled(house: Floor) -> Floor:
    """A house where a good deal has been ruled on at two tables."""
    one, two = open_table(house, "ultimate"), open_table(house, "holdem")
    done(say(house, SUPERVISOR, one, "place_marker", seat=2, amount=90_000))
    done(say(house, MANAGER, one, "announce_limits", limits={"ante": {"min": 2000, "max": 60_000}}))
    for seat, actor in enumerate((P1, P2), 1):
        done(wager(house, one, actor, seat))
    deal(house, one, P1, P2)
    rule(house, SUPERVISOR, one, "void_wagers", player="p1", reason="marked cards")
    rule(house, SUPERVISOR, one, "void_round", reason="fraud")
    rule(house, MANAGER, one, "exclude_player", player="p1", reason="marked cards")
    give(house, SUPERVISOR, DisableTable(table=two, reason="The felt is torn."))
    give(house, MANAGER, EnableTable(table=two, reason="It is mended."))
    give(house, CASHIER, BuyIn(patron="p2", amount=5000))
    give(house, MANAGER, DisableHouse(reason="Fire drill."))
    give(house, MANAGER, EnableHouse(reason="It is over."))
    return house


def test_one_row_a_command_the_newest_first(ruled: Floor) -> None:
    rows, before = rulings()
    assert before is None
    assert verbs(rows) == [
        *("enable_house", "disable_house", "enable_table", "disable_table", "exclude_player", "void_round"),
        *("void_wagers", "announce_limits", "place_marker", "open_table", "open_table"),
    ]
    void = rows[5]
    assert (void.table, void.who, void.role, void.sort) == ("ultimate-1", "staff:sam", "supervisor", "void")
    assert (void.clause, void.reason) == ("UTH 15.4", "fraud")
    assert "p2: wagers of $25 are void." in void.words
    assert void.at == Event.objects.get(seq=void.seq).at
    assert rows[0].table == ""
    assert rows[3].words == "The table is disabled: The felt is torn."
    assert rows[7].words.startswith("New limits from the next round: ante $20 to $600")
    assert rows[4].words == "p1 is excluded from the game."


def test_a_wager_and_a_settled_round_are_no_rulings(house: Floor) -> None:
    table = open_table(house, "ultimate")
    play_round(lambda: house, table, Random(1))
    assert verbs(rulings().rows) == ["open_table"]


def test_filters(ruled: Floor) -> None:
    assert verbs(rulings(table="holdem-1").rows) == ["enable_table", "disable_table", "open_table"]
    assert verbs(rulings(sort="void").rows) == ["void_round", "void_wagers"]
    assert verbs(rulings(sort="limit").rows) == ["announce_limits", "place_marker"]
    assert verbs(rulings(who="staff:maria", sort="exclusion").rows) == ["exclude_player"]
    assert verbs(rulings(verb="void_round").rows) == ["void_round"]
    assert verbs(rulings(verb="disable_table").rows) == ["disable_table"]
    assert rulings(who="staff:nobody").rows == rulings(sort="no such sort").rows == ()
    # What somebody has only written down is not what was asked for.
    rule(ruled, SUPERVISOR, "ultimate-1", "record_dispute", reason='"do":"void_round"', ruling="settled")
    assert verbs(rulings(verb="void_round").rows) == ["void_round"]
    assert verbs(rulings().rows)[0] == "record_dispute"


@pytest.mark.parametrize("most", [1, 3, 11])
def test_pages_follow_each_other_without_a_gap(ruled: Floor, most: int) -> None:
    everything, found, before = rulings().rows, list[Ruled](), None
    while True:
        rows, before = rulings(before=before, most=most)
        assert len(rows) <= most
        found += rows
        if before is None:
            break
    assert tuple(found) == everything


def test_irregularities_at_a_live_table_are_told_without_their_cards(house: Floor) -> None:
    table = open_live_table(house, "ultimate")
    done(say(house, DEALER, table, "place", seat=1, player="p1", wagers={"ante": 1000, "blind": 1000}))
    done(say(house, DEALER, table, "shuffle"))
    done(say(house, DEALER, table, "deal", cards=("2c", "7d", "9h", "Js", "Qs", "Ah", "Kd", "3c", "4c")))
    done(say(house, DEALER, table, "play", seat=1, player="p1", amount=4000))
    done(say(house, DEALER, table, "dealer_card_exposed", cards=("3c",)))
    row, *_ = rulings().rows
    assert (row.verb, row.role, row.sort) == ("dealer_card_exposed", "dealer", "irregularity")
    assert row.words == "One card of the dealer's was seen."
    assert not any(face in " ".join(map(str, row)) for face in ("3c", "4c", "Ah"))
    assert not cards_in(list(map(str, row)))
    deal_by_hand(house, table, [])


def test_the_clock_in_hold_em_is_a_ruling_too(house: Floor) -> None:
    table = open_table(house, "holdem")
    sit_down_to_holdem(house, table)
    give(house, CROUPIER, Deal(table=table))
    done(say(house, CROUPIER, table, "call_clock"))
    assert rulings().rows[0].words == "Seat 3 has 40 seconds to act."


def test_every_kind_that_counts_is_one_that_there_is() -> None:
    assert len(kinds_of()) == len(set(kinds_of()))
    assert [kind for kind in kinds_of() if class_of(kind) is None] == []


# For and against whom.


def test_a_ruling_tells_whom_it_concerned_and_what_each_had_more_or_less(ruled: Floor) -> None:
    found = {effect.ruled.verb: effect for effect in ruling_effects(ruled)}
    assert list(found) == ["exclude_player", "void_round", "void_wagers"]
    told = {verb: (sorted(effect.players), dict(effect.nets)) for verb, effect in found.items()}
    assert told == {
        "exclude_player": (["p1"], {}),
        "void_round": (["p1", "p2"], {"p2": 2500}),
        "void_wagers": (["p1"], {"p1": 2500}),
    }
    words = found["void_round"].words_for("p2")
    assert "p2: wagers of $25 are void." in words
    assert "p1" not in words


def test_rulings_are_counted_by_staff_and_by_patron(ruled: Floor) -> None:
    effects = list(ruling_effects(ruled))
    assert [(each.person, each.rulings, each.voids, each.agreed, each.net) for each in by_staff(effects)] == [
        ("staff:sam", 2, 2, 1, 5000),
        ("staff:maria", 1, 0, 2, 0),
    ]
    assert [(each.person, each.rulings, each.voids, each.to_players) for each in by_patron(effects)] == [
        ("p1", 3, 2, 2500),
        ("p2", 1, 1, 2500),
    ]


def test_effects_are_filtered_and_worked_out_once(ruled: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    def verbs_of(**given: Any) -> list[str]:
        return [effect.ruled.verb for effect in ruling_effects(ruled, **given)]

    assert verbs_of(patron="p2") == ["void_round"]
    assert verbs_of(who="staff:maria", sort="exclusion") == ["exclude_player"]
    assert verbs_of(who="staff:maria", sort="void") == ["void_round", "void_wagers"], "she has agreed to them"
    assert verbs_of(sort="void", table="ultimate-1") == ["void_round", "void_wagers"]
    assert verbs_of(table="holdem-1") == []
    assert verbs_of(period=Period(ruled.clock() + 1)) == []
    monkeypatch.setattr(rulings_log, "_work_out", None)
    assert len(verbs_of()) == 3


def test_what_takes_from_players_is_told_so(house: Floor) -> None:
    """A round of Pontoon that is over is made void: what was won goes back."""
    table = open_live_table(house, "pontoon")
    for cards in ("Jh 9c 9s 9d", "Jd 9h Qd 9c"):
        if cards.startswith("Jd"):
            done(say(house, DEALER, table, "start_round"))
        done(say(house, DEALER, table, "place", seat=1, player="p1", wagers={"main": 1000}))
        deal_by_hand(house, table, cards.split())
    rule(house, SUPERVISOR, table, "void_past_round", round=1, reason="a card on the wrong box")
    (effect,) = ruling_effects(house, sort="void")
    assert effect.nets == {"p1": -1000}
    (tally,) = by_staff([effect])
    assert (tally.to_players, tally.from_players, tally.net) == (0, 1000, -1000)


def test_a_ruling_on_a_place_concerns_whoever_has_it(house: Floor) -> None:
    table = open_table(house, "holdem")
    sit_down_to_holdem(house, table)
    done(house.execute(CROUPIER, Deal(table=table)))
    done(say(house, P3, table, "fold", seat=3))
    assert verbs(rulings().rows) == ["open_table"]
    rule(house, SUPERVISOR, table, "supervisor_fold", seat=1, reason="abuse")
    assert verbs(rulings().rows) == ["supervisor_fold", "open_table"]
    (effect,) = ruling_effects(house)
    assert "p1" in effect.players
    assert effect.ruled.sort == "ruling"
    assert [row.kind for row in significant_events(house, group="rulings").rows] == ["holdem.Folded"]


def test_practice_is_no_ones_money_and_in_no_sum(house: Floor) -> None:
    table = open_table(house, "ultimate", mode="practice")
    done(wager(house, table, P1, 1))
    deal(house, table, P1)
    rule(house, SUPERVISOR, table, "void_round", reason="fraud")
    assert verbs(rulings().rows)[0] == "void_round"
    assert list(ruling_effects(house)) == []

"""Whoever the house keeps out is out at every table and every event at once, whatever desk has said so."""

from typing import Any

import pytest

from pitboss.floor.cage.counter import BuyIn
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import OpenHouse
from pitboss.floor.kernel.roles import CROUPIER, Actor, Role
from pitboss.floor.people.patron_record import UNTIL_ENDED
from pitboss.floor.people.patrons import (
    AddPatron,
    EndPrevention,
    Exclude,
    LiftExclusion,
    PreventTemporarily,
    WithdrawLicence,
)
from pitboss.floor.reading.round_export import round_written
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.setup import AddTable
from pitboss.floor.tournaments.commands import AddTournament, Redo, Undo
from pitboss.floor.upkeep.verify import verify
from pitboss.ledger import books
from pitboss.tournaments.event.state import Status, seat_of
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.floor.tournaments.tournament_floor_scene import (
    CASHIER,
    DIRECTOR,
    MANAGER,
    at,
    give,
    patron,
    record_of,
    refuses,
    with_patrons,
)
from tests.refusals import refused

SUPERVISOR = Actor("staff:sam", Role.SUPERVISOR)
DEALER = Actor("staff:dan", Role.DEALER)
ANN, BEN = patron(1), patron(2)
ALL = tuple(map(patron, range(1, 5)))
ONE, TWO, ULTIMATE = "saturday", "sunday", "ultimate"
MONEY = 500_000
GROUNDS: dict[str, tuple[Any, str, str, str]] = {
    "excluded": (Exclude(patron=ANN, reason="Abuse"), "STAR 6.16(2)", "STAR 6.16(2)", "STAR 6.16(2)"),
    "own order": (
        Exclude(patron=ANN, reason="Too much", self_requested=True),
        *("STAR 6.16(2)", "STAR 6.16(2)", "STAR 6.16(2)"),
    ),
    "prevented": (
        PreventTemporarily(patron=ANN, until="2025-12-01", reason="Harm"),
        *("STAR 6.17[s1]", "STAR 6.17[s2]", "STAR 6.17[s3]"),
    ),
    "licence": (
        WithdrawLicence(patron=ANN, casino="The Star Gold Coast"),
        *("STAR 6.16(3)", "STAR 6.16(3)", "STAR 6.16(3)"),
    ),
}


def status(house: Floor, event: str, name: str = ANN) -> Status:
    return record_of(house, event).state.entrants[name].status


def balance(name: str = ANN) -> int:
    return books.balance(f"patron:{name}")


@pytest.fixture
def busy(house: Floor, clock: house_scene.Clock) -> Floor:
    """Four people have entered two events at the Star and one of Ultimate; the first has begun."""
    entered(house)
    clock.pass_seconds(6 * 3600)
    give(house, DIRECTOR, at(ONE, "start_event"))
    return house


@house_scene.once
def entered(house: Floor) -> None:
    with_patrons(house, 4, MONEY)
    give(house, MANAGER, OpenHouse())
    for event, structure in ((ONE, "saturday"), (TWO, "friday"), (ULTIMATE, "ultimate_challenge")):
        give(house, DIRECTOR, AddTournament(tournament=event, structure=structure, start="2025-11-15T18:00"))
    for do in ("publish_conditions", "notify_commission"):
        give(house, DIRECTOR, at(ULTIMATE, do))
    for event in (ONE, TWO, ULTIMATE):
        give(house, DIRECTOR, at(event, "open_entries"))
        for name in ALL:
            give(house, CASHIER, at(event, "register", person=name))


def sits(house: Floor, table: str = "uth-1", game: str = "ultimate", mode: str = "house") -> None:
    """Ann has a wager at a table for money before the first card, beside Ben."""
    give(house, MANAGER, AddTable(table=table, game=game, title=table, mode=mode))
    give(house, SUPERVISOR, Play(table=table, do="open_table"))
    for seat, name in enumerate((ANN, BEN), 1):
        give(house, scene.player(name), Play(table=table, do="place", seat=seat, wagers={"ante": 1000, "blind": 1000}))


class TestEveryEvent:
    @pytest.mark.clause("STAR 6.17[s2]")
    @pytest.mark.clause("STAR 6.17[s3]")
    @pytest.mark.clause("STAR 6.16(2)")
    @pytest.mark.clause("STAR 6.16(3)")
    @pytest.mark.parametrize("ground", GROUNDS)
    def test_who_plays_is_out_and_who_has_not_begun_has_the_fee_back(self, busy: Floor, ground: str) -> None:
        command, entry, before, after = GROUNDS[ground]
        paid, pools = balance(), {event: books.balance(f"prizes:{event}") for event in (ONE, TWO, ULTIMATE)}
        answer = give(busy, MANAGER, command)
        assert status(busy, ONE) is Status.DISQUALIFIED
        assert (status(busy, TWO), status(busy, ULTIMATE)) == (Status.DEREGISTERED, Status.DEREGISTERED)
        fees = [record_of(busy, event).state.conditions.entry_fee for event in (TWO, ULTIMATE)]
        assert balance() == paid + sum(fees)
        assert books.balance(f"prizes:{ONE}") == pools[ONE]
        assert books.balance(f"prizes:{TWO}") == pools[TWO] - fees[0]
        for event, clause in ((ONE, after), (TWO, before), (ULTIMATE, "UTH 16.19")):
            last = record_of(busy, event).log[-1]
            assert (last.step.do, last.who) == ("keep_out", MANAGER.person)
            assert clause in {each.clause for each in last.step.told}
            assert any(each.kind == "ruling" and ANN in each.text for each in last.step.told)
        assert len(answer.answer["reached"]) == 3
        for event in (TWO, ULTIMATE):
            assert refuses(busy, CASHIER, at(event, "register", person=ANN)).clause.startswith(
                entry if event == TWO else ("UTH 16.6", entry)
            )
        assert seat_of(record_of(busy, ONE).state, ANN) is None
        assert status(busy, ONE, BEN) is Status.SEATED

    def test_only_the_three_casinos_of_the_rules_count(self, busy: Floor) -> None:
        give(busy, MANAGER, WithdrawLicence(patron=ANN, casino="other", other="Another, Cairns"))
        assert (status(busy, ONE), status(busy, TWO)) == (Status.SEATED, Status.REGISTERED)

    @pytest.mark.clause("STAR 6.17[s1]")
    def test_a_prevention_issued_at_one_desk_holds_at_every_other(self, busy: Floor) -> None:
        give(busy, CASHIER, at(TWO, "issue_prevention", player=ANN))
        assert status(busy, TWO) is Status.DEREGISTERED
        assert status(busy, ONE) is Status.DISQUALIFIED
        assert status(busy, ULTIMATE) is Status.DEREGISTERED
        assert busy.record(f"patron:{ANN}").prevented_until == UNTIL_ENDED
        for command in (at(TWO, "register", person=ANN), at(ULTIMATE, "register", person=ANN)):
            assert refuses(busy, CASHIER, command).word == "tpoe"
        assert refuses(busy, CASHIER, BuyIn(patron=ANN, amount=100)).word == "tpoe"
        answer = refuses(busy, DIRECTOR, at(TWO, "readmit", player=ANN))
        assert (answer.word, answer.clause) == ("of_the_house", "STAR 6.17[s1]")
        give(busy, DIRECTOR, EndPrevention(patron=ANN, reason="Over"))
        give(busy, CASHIER, at(TWO, "register", person=ANN))
        give(busy, CASHIER, at(ULTIMATE, "register", person=ANN))

    @pytest.mark.clause("STAR 6.14 tail[s2]")
    def test_who_was_removed_for_harm_takes_part_in_no_further_event(self, busy: Floor) -> None:
        pool, paid = books.balance(f"prizes:{ONE}"), balance()
        give(busy, DIRECTOR, at(ONE, "remove_for_harm", player=ANN, reason="Borrowing"))
        assert status(busy, ONE) is Status.REMOVED
        assert books.balance(f"prizes:{ONE}") == pool
        assert (status(busy, TWO), status(busy, ULTIMATE)) == (Status.DEREGISTERED, Status.DEREGISTERED)
        fees = [record_of(busy, event).state.conditions.entry_fee for event in (TWO, ULTIMATE)]
        assert balance() == paid + sum(fees)
        answer = refuses(busy, CASHIER, at(TWO, "register", person=ANN))
        assert (answer.clause, answer.word) == ("STAR 6.14 tail[s2]", "barred")
        give(busy, DIRECTOR, AddTournament(tournament="monday", structure="monday", start="2025-11-17T18:00"))
        give(busy, DIRECTOR, at("monday", "open_entries"))
        assert refuses(busy, CASHIER, at("monday", "register", person=ANN)).clause == "STAR 6.14 tail[s2]"
        assert refuses(busy, CASHIER, BuyIn(patron=ANN, amount=100)).clause == "STAR 6.14 tail[s2]"
        give(busy, CASHIER, at("monday", "register", person=BEN))

    @pytest.mark.clause("STAR 6.14 tail[s1]")
    def test_who_was_removed_from_one_event_is_eliminated_from_another_in_play(self, busy: Floor) -> None:
        give(busy, DIRECTOR, at(TWO, "start_event"))
        stack, pool = record_of(busy, TWO).state.entrants[ANN].stack, books.balance(f"prizes:{TWO}")
        chips = record_of(busy, TWO).state.chips.removed
        give(busy, DIRECTOR, at(ONE, "remove_for_harm", player=ANN, reason="Borrowing"))
        assert status(busy, TWO) is Status.REMOVED
        assert record_of(busy, TWO).state.chips.removed == chips + stack
        assert [each.player for each in record_of(busy, TWO).state.exits] == [ANN]
        assert books.balance(f"prizes:{TWO}") == pool

    @pytest.mark.clause("STAR 6.14(b)(a)")
    def test_who_is_kept_from_entering_one_event_enters_no_other_and_plays_on(self, busy: Floor) -> None:
        give(busy, DIRECTOR, at(ONE, "block_entry", player=ANN, reason="Borrowing"))
        assert (status(busy, ONE), status(busy, TWO)) == (Status.SEATED, Status.REGISTERED)
        give(busy, DIRECTOR, AddTournament(tournament="monday", structure="monday", start="2025-11-17T18:00"))
        give(busy, DIRECTOR, at("monday", "open_entries"))
        assert refuses(busy, CASHIER, at("monday", "register", person=ANN)).clause == "STAR 6.14(b)(a)"

    def test_in_the_middle_of_a_hand_it_waits_for_its_end_whatever_the_desk_does(self, busy: Floor) -> None:
        (table, _) = seat_of(record_of(busy, ONE).state, ANN) or (0, 0)
        give(busy, DEALER, at(ONE, "start_hand", table=table))
        give(busy, MANAGER, Exclude(patron=ANN, reason="Abuse"))
        assert status(busy, ONE) is Status.SEATED
        last = record_of(busy, ONE).log[-1].step
        assert (last.do, "leaves when the hand is over" in last.told[0].text) == ("keep_out", True)
        give(busy, DIRECTOR, at(ONE, "show_message", text="Doors open"))
        assert [line.step.do for line in record_of(busy, ONE).log].count("keep_out") == 1
        stacks = {name: each.stack for name, each in record_of(busy, ONE).state.entrants.items()}
        give(busy, DEALER, at(ONE, "hand_over", table=table, concluded=False, stacks=stacks))
        assert status(busy, ONE) is Status.DISQUALIFIED
        assert status(busy, ONE, BEN) is Status.SEATED

    def test_a_desk_issues_a_prevention_in_a_hand_too(self, busy: Floor) -> None:
        (table, _) = seat_of(record_of(busy, ONE).state, ANN) or (0, 0)
        give(busy, DEALER, at(ONE, "start_hand", table=table))
        give(busy, DIRECTOR, at(ONE, "issue_prevention", player=ANN))
        assert (status(busy, ONE), status(busy, TWO)) == (Status.SEATED, Status.DEREGISTERED)
        stacks = {name: each.stack for name, each in record_of(busy, ONE).state.entrants.items()}
        give(busy, DEALER, at(ONE, "hand_over", table=table, concluded=False, stacks=stacks))
        assert status(busy, ONE) is Status.DISQUALIFIED

    def test_whoever_was_excluded_in_an_older_house_is_not_dealt_in(
        self, busy: Floor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """There the exclusion reached no event: it is found when play begins, and the fee goes back."""
        with monkeypatch.context() as older:
            older.setattr("pitboss.floor.people.keeping_out.kept_out", lambda _record, _day: None)
            give(busy, MANAGER, Exclude(patron=ANN, reason="Abuse"))
        assert status(busy, TWO) is Status.REGISTERED
        paid = balance()
        give(busy, DIRECTOR, at(TWO, "start_event"))
        assert status(busy, TWO) is Status.DEREGISTERED
        assert balance() == paid + record_of(busy, TWO).state.conditions.entry_fee
        assert seat_of(record_of(busy, TWO).state, ANN) is None
        assert status(busy, TWO, BEN) is Status.SEATED


class TestUndo:
    def test_what_the_house_did_is_not_undone_at_a_desk(self, busy: Floor) -> None:
        give(busy, SUPERVISOR, Exclude(patron=ANN, reason="Abuse"))
        answer = refuses(busy, DIRECTOR, Undo(tournament=TWO))
        assert (answer.word, answer.clause) == ("of_the_house", "STAR 6.16(2)")
        assert refuses(busy, DIRECTOR, Undo(tournament=TWO, line=len(record_of(busy, TWO).log))).word == "of_the_house"
        assert status(busy, TWO) is Status.DEREGISTERED

    def test_a_step_beneath_it_is_undone_and_the_person_stays_out(self, busy: Floor) -> None:
        line = len(record_of(busy, TWO).log)
        give(busy, SUPERVISOR, Exclude(patron=ANN, reason="Abuse"))
        paid = balance(patron(4))
        give(busy, DIRECTOR, Undo(tournament=TWO, line=line))
        assert patron(4) not in record_of(busy, TWO).state.entrants
        assert balance(patron(4)) == paid + record_of(busy, TWO).state.conditions.buy_in
        assert status(busy, TWO) is Status.DEREGISTERED
        assert [line.step.do for line in record_of(busy, TWO).log[-4:]] == [
            *("keep_out", "keep_out", "register", "keep_out"),
        ]

    def test_once_nobody_is_kept_out_it_is_undone_like_anything_else(self, busy: Floor) -> None:
        give(busy, SUPERVISOR, Exclude(patron=ANN, reason="Abuse"))
        for actor in (MANAGER, SUPERVISOR):
            give(busy, actor, LiftExclusion(patron=ANN, reason="Mistaken for somebody else"))
        give(busy, DIRECTOR, Undo(tournament=ONE))
        assert status(busy, ONE) is Status.SEATED
        assert refuses(busy, DIRECTOR, Redo(tournament=ONE)).word == "of_the_house"

    @pytest.mark.parametrize("do", ["issue_prevention", "remove_for_harm"])
    def test_the_desk_that_said_so_takes_it_back_for_the_whole_house(self, busy: Floor, do: str) -> None:
        given = {"reason": "Borrowing"} if do == "remove_for_harm" else {}
        give(busy, DIRECTOR, at(ONE, do, player=ANN, **given))
        assert refuses(busy, DIRECTOR, Undo(tournament=TWO)).word == "of_the_house"
        give(busy, DIRECTOR, Undo(tournament=ONE))
        assert status(busy, ONE) is Status.SEATED
        give(busy, CASHIER, at(TWO, "register", person=ANN))

    def test_not_where_others_have_kept_them_out_since(self, busy: Floor) -> None:
        give(busy, DIRECTOR, at(ONE, "remove_for_harm", player=ANN, reason="Borrowing"))
        give(busy, SUPERVISOR, PreventTemporarily(patron=ANN, until="2025-12-01", reason="Harm"))
        assert refuses(busy, DIRECTOR, Undo(tournament=ONE)).clause == "STAR 6.17[s1]"


class TestEveryTable:
    def test_chips_before_the_first_card_go_back_and_the_seat_is_free(self, busy: Floor) -> None:
        sits(busy)
        before = balance()
        answer = give(busy, MANAGER, Exclude(patron=ANN, reason="Abuse"))
        record = scene.record_of(busy, "uth-1")
        assert dict(record.state.house.seated) == {2: BEN}
        assert {wager.player for wager in record.state.felt.wagers} == {BEN}
        fees = sum(record_of(busy, event).state.conditions.entry_fee for event in (TWO, ULTIMATE))
        assert balance() == before + 2000 + fees
        assert record.call is not None
        assert record.call.reason == f"{ANN} is excluded for ever, and has left the table."
        assert answer.answer["reached"][0] == "uth-1: has left the table."
        assert busy.record(f"patron:{ANN}").at_tables == frozenset()
        for table in ("uth-1", "uth-2"):
            if table == "uth-2":
                give(busy, MANAGER, AddTable(table=table, game="pontoon", title=table))
                give(busy, SUPERVISOR, Play(table=table, do="open_table"))
            assert refuses(busy, scene.player(ANN), Play(table=table, do="sit", seat=3)).word == "excluded"

    def test_a_round_that_has_begun_is_played_to_its_end(self, busy: Floor) -> None:
        sits(busy)
        for name in (ANN, BEN):
            give(busy, scene.player(name), Deal(table="uth-1"))
        give(busy, CASHIER, at(TWO, "issue_prevention", player=ANN))
        record = scene.record_of(busy, "uth-1")
        assert record.call is not None
        assert record.call.reason.endswith("leaves the table when the round is over.")
        assert books.balance("felt:uth-1") == 4000
        assert refuses(busy, scene.player(ANN), Play(table="uth-1", do="play", seat=1, amount=4000)).word == "tpoe"
        for do in ("check", "check", "fold"):
            for seat, name in enumerate((ANN, BEN), 1):
                give(busy, scene.player(name), Play(table="uth-1", do=do, seat=seat))
        assert dict(scene.record_of(busy, "uth-1").state.house.seated) == {2: BEN}
        assert busy.record(f"patron:{ANN}").at_tables == frozenset()
        assert round_written("uth-1", 1, Actor("staff:al", Role.AUDITOR))["format"] == "case"  # type: ignore[index]

    def test_a_round_in_which_somebody_was_seen_out_is_written_down(self, busy: Floor) -> None:
        sits(busy)
        give(busy, MANAGER, Exclude(patron=ANN, reason="Abuse"))
        give(busy, scene.player(BEN), Deal(table="uth-1"))
        for do in ("check", "check", "fold"):
            give(busy, scene.player(BEN), Play(table="uth-1", do=do, seat=2))
        assert round_written("uth-1", 1, Actor("staff:al", Role.AUDITOR))["format"] == "case"  # type: ignore[index]

    def test_a_stake_of_holdem_goes_back_between_hands(self, busy: Floor) -> None:
        give(busy, MANAGER, AddTable(table="hld-1", game="holdem", title="Hold'em"))
        give(busy, SUPERVISOR, Play(table="hld-1", do="open_table"))
        for seat, name in enumerate(ALL, 1):
            give(busy, scene.player(name), Play(table="hld-1", do="join", seat=seat, amount=50_000))
        before = balance(BEN)
        give(busy, SUPERVISOR, PreventTemporarily(patron=BEN, until="2025-12-01", reason="Harm"))
        fees = sum(record_of(busy, event).state.conditions.entry_fee for event in (TWO, ULTIMATE))
        assert balance(BEN) == before + 50_000 + fees
        give(busy, CROUPIER, Deal(table="hld-1"))
        assert set(scene.record_of(busy, "hld-1").state.play.round.names) == set(ALL) - {BEN}
        give(busy, SUPERVISOR, Exclude(patron=ANN, reason="Abuse"))
        assert 1 in scene.record_of(busy, "hld-1").state.play.room.chairs
        while (record := scene.record_of(busy, "hld-1")).awaited and 1 in record.state.play.room.chairs:
            (seat,) = record.awaited
            give(busy, scene.player(patron(seat)), Play(table="hld-1", do="fold", seat=seat))
        assert 1 not in scene.record_of(busy, "hld-1").state.play.room.chairs
        assert books.balance(f"stake:hld-1:{ANN}") == 0


class TestOneTransaction:
    def test_it_survives_a_restart_and_is_verified(self, busy: Floor, clock: house_scene.Clock) -> None:
        sits(busy)
        give(busy, MANAGER, Exclude(patron=ANN, reason="Abuse"))
        give(busy, DIRECTOR, at(ONE, "remove_for_harm", player=BEN, reason="Borrowing"))
        again = Floor(clock)
        assert record_of(again, ONE) == record_of(busy, ONE)
        assert again.record(f"patron:{BEN}") == busy.record(f"patron:{BEN}")
        assert verify().is_good

    def test_under_the_same_key_it_is_answered_again(self, busy: Floor) -> None:
        first = give(busy, MANAGER, Exclude(patron=ANN, reason="Abuse"), "k1")
        again = give(busy, MANAGER, Exclude(patron=ANN, reason="Abuse"), "k1")
        assert (again.repeated, again.seq, again.answer) == (True, first.seq, first.answer)

    def test_the_whole_of_it_is_one_command(self, busy: Floor) -> None:
        answer = busy.execute(MANAGER, Exclude(patron=ANN, reason="Abuse"))
        assert isinstance(answer, Done)
        assert {fact.stream for fact in answer.facts} == {
            f"patron:{ANN}",
            *(f"tournament:{event}" for event in (ONE, TWO, ULTIMATE)),
        }

    def test_a_mistyped_casino_is_refused_and_changes_nothing(self, busy: Floor) -> None:
        answer = refused(busy.execute(MANAGER, WithdrawLicence(patron=ANN, casino="The Moon")))
        assert (answer.field, status(busy, ONE)) == ("casino", Status.SEATED)


class TestOneGame:
    """Who breaks the rules of a game is excluded from the game, not from the house."""

    def tables(self, house: Floor) -> None:
        for table, game in (("uth-1", "ultimate"), ("uth-2", "ultimate"), ("pon-1", "pontoon")):
            give(house, MANAGER, AddTable(table=table, game=game, title=table))
            give(house, SUPERVISOR, Play(table=table, do="open_table"))

    @pytest.mark.clause("UTH 15.3(b)")
    def test_at_every_table_and_event_of_it(self, busy: Floor) -> None:
        self.tables(busy)
        give(busy, CASHIER, at(ULTIMATE, "register", person=self.newcomer(busy)))
        give(busy, DIRECTOR, Undo(tournament=ULTIMATE))
        give(busy, scene.player("p9"), Play(table="uth-2", do="place", seat=1, wagers={"ante": 1000, "blind": 1000}))
        before = balance("p9")
        scene.rule(busy, SUPERVISOR, "uth-1", "exclude_player", player="p9", reason="Marked cards")
        assert balance("p9") == before + 2000
        for table in ("uth-1", "uth-2"):
            wager = Play(table=table, do="place", seat=1, wagers={"ante": 1000, "blind": 1000})
            assert refuses(busy, scene.player("p9"), wager).clause == "UTH 15.3(b)"
        assert refuses(busy, CASHIER, at(ULTIMATE, "register", person="p9")).clause == "UTH 15.3(b)"
        give(busy, scene.player("p9"), Play(table="pon-1", do="sit", seat=3))
        give(busy, CASHIER, at(TWO, "register", person="p9"))
        scene.rule(busy, SUPERVISOR, "uth-1", "readmit_player", player="p9")
        give(busy, scene.player("p9"), Play(table="uth-2", do="place", seat=1, wagers={"ante": 1000, "blind": 1000}))
        give(busy, CASHIER, at(ULTIMATE, "register", person="p9"))

    def newcomer(self, house: Floor) -> str:
        give(house, MANAGER, AddPatron(id="p9", name="Nia", date_of_birth="1980-01-01", membership="M9"))
        give(house, CASHIER, BuyIn(patron="p9", amount=MONEY))
        return "p9"


@pytest.mark.parametrize("mode", ["house", "live"])
@pytest.mark.parametrize("game", ["ultimate", "canberra", "pontoon"])
def test_every_wager_before_the_first_card_goes_back(house: Floor, game: str, mode: str) -> None:
    """With side wagers and the jackpot, at tables of the house and of a dealer."""
    scene.house_with_patrons(house)
    settings: dict[str, Any] = {"jackpot": scene.JACKPOT} if game == "canberra" else {}
    if mode == "live":
        table, dealer = scene.open_live_table(house, game, **settings), DEALER
        for seat, name in enumerate(("p1", "p2"), 1):
            wagers = {**scene.WAGERS[game], **({"jackpot": 200} if settings else {})}
            scene.done(scene.say(house, dealer, table, "place", seat=seat, player=name, wagers=wagers))
    else:
        table = scene.open_table(house, game, **settings)
        for seat, actor in enumerate((scene.P1, scene.P2), 1):
            scene.done(scene.wager(house, table, actor, seat))
    give(house, SUPERVISOR, Exclude(patron="p1", reason="Abuse"))
    assert books.balance("patron:p1") == 1_000_000
    assert {wager.player for wager in scene.record_of(house, table).state.felt.wagers} == {"p2"}
    scene.books_are_right(house, table)

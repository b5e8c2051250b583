"""`verify` on houses that nobody has been at: all is good, it is told, and the house goes on meanwhile."""

import json
from pathlib import Path

import pytest

from pitboss.floor.kernel.floor import Floor, folded_from_snapshot
from pitboss.floor.kernel.premises import CloseHouse, HouseOpened, OpenHouse
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.upkeep.checks import Anchor, Chain
from pitboss.floor.upkeep.verify import anchor_from, verify
from pitboss.journal import codec, snapshots, store
from pitboss.journal.chain import BEGINNING
from pitboss.journal.codec import Stored
from pitboss.ledger.models import Account
from tests.floor.answers import at_once
from tests.floor.house_scene import Clock
from tests.floor.upkeep import busy_house_scene

MANAGER = Actor("staff:maria", Role.MANAGER)


def test_a_new_house_is_whole(house: Floor) -> None:
    report = verify()
    assert report.is_good
    assert report.anchor == Anchor(0, BEGINNING)


def test_a_busy_house_is_whole_and_everything_in_it_was_looked_at(tmp_path: Path) -> None:
    with busy_house_scene.busy_sqlite_house(tmp_path):
        report = verify()
        head = store.heads([store.HOUSE_CHAIN])[store.HOUSE_CHAIN]
    assert report.is_good, report.faults
    assert report.anchor == Anchor(*head)
    counted = {each.title: each.looked_at for each in report.checked}
    told_by_rows = ("journal", "streams", "events", "replay and transfers", "accounts", "snapshots", "shoes")
    for title in (*told_by_rows, "credentials", "felts, stakes and jackpots"):
        assert counted[title] > 1, title


def test_snapshots_of_an_older_program_are_passed_over(house: Floor) -> None:
    """They were made of other fields: opening the house folds the events instead, and nothing is wrong with it."""
    house.execute(MANAGER, AddPatron(id="p1", name="Ann", date_of_birth="1980-01-01"))
    older = json.dumps({"record": {"id": "p1"}, "shape": "0123456789abcdef"})
    snapshots.keep("patron:p1", 1, older)
    assert verify().is_good
    assert folded_from_snapshot("patron:p1", 1).record.name == "Ann"
    snapshots.keep("register:patrons", 1, older)
    assert not verify().is_good


def test_what_lies_on_the_felt_and_in_the_jackpot_is_compared_with_the_table(tmp_path: Path) -> None:
    with busy_house_scene.busy_sqlite_house(tmp_path):
        held = dict(Account.objects.values_list("name", "balance"))
    # A wager waits on each of these, and the players of hold'em have chips in front of them.
    assert held["felt:uth-1"] == sum(busy_house_scene.WAGERS["ultimate"].values())
    assert held["felt:uth-2"] == 2000
    assert held["jackpot:can-1"] > 2_500_000
    assert held["stake:hld-1:p1001"] > 0


def test_the_house_goes_on_while_it_is_verified(house: Floor, clock: Clock) -> None:
    """A command given in the middle is carried out at once, and is not part of what is verified."""
    house.execute(MANAGER, OpenHouse())
    house.execute(MANAGER, CloseHouse())
    given: list[object] = []

    def give_a_command(done: int, _of: int) -> None:
        if not given:
            given.extend(at_once([lambda: Floor(clock).execute(MANAGER, OpenHouse())]))

    report = verify(watcher=give_a_command)
    assert [getattr(answer, "seq", answer) for answer in given] == [3]
    assert report.is_good, report.faults
    assert report.anchor.seq == 2
    assert verify().anchor.seq == 3


def test_an_event_without_a_command_is_found(house: Floor) -> None:
    store.append("house:house", 0, [codec.encode(HouseOpened("staff:maria"))], at=1)
    (fault,) = verify().faults
    assert (fault.table, fault.key) == ("journal_event", "1")


def test_an_event_that_cannot_be_read_stops_the_replay_and_says_so(house: Floor) -> None:
    house.execute(MANAGER, OpenHouse())
    store.append("house:house", 1, [Stored("floor.HouseOpened", 1, '{"by":7}')], at=1)
    report = verify()
    assert not report.is_good
    told = {each.title: each for each in report.checked}
    assert told["events"].fault is not None
    assert told["events"].fault.key == "2"
    assert not told["replay and transfers"].done
    assert told["accounts"].done


@pytest.mark.parametrize(
    "text", ["", "12", "12:abc", "x:" + "a" * 64, "0:" + "a" * 64, "1:" + "A" * 64, "-1:" + "a" * 64]
)
def test_what_is_no_anchor(text: str) -> None:
    assert anchor_from(text) is None


def test_an_anchor_reads_as_it_is_written() -> None:
    anchor = Anchor(12, "a1" * 32)
    assert anchor_from(str(anchor)) == anchor
    assert anchor_from(f"0:{BEGINNING}") == Chain().last

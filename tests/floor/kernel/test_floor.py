"""The kernel of the floor: one command is one transaction, a key is answered once, other processes are noticed."""

import json

from pitboss.floor.kernel.floor import Done, Floor, Recorded
from pitboss.floor.kernel.premises import CloseHouse, OpenHouse
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.journal import store
from pitboss.journal.chain import BEGINNING, fold, link
from tests.floor.house_scene import Clock

MANAGER = Actor("staff:maria", Role.MANAGER)


def opened(house: Floor, key: str | None = None) -> Done:
    done = house.execute(MANAGER, OpenHouse(), key)
    assert isinstance(done, Done)
    return done


def test_a_command_is_recorded_with_who_gave_it(house: Floor, clock: Clock) -> None:
    done = opened(house, "a key")
    (row,) = store.tail(0)
    assert (row.seq, row.stream, row.position, row.kind) == (1, "house:house", 1, "floor.HouseOpened")
    assert (row.at, row.key) == (clock.now, "staff:maria a key")
    assert json.loads(row.cause)["who"] == "staff:maria"
    assert done.seq == 1


def test_a_repeated_key_is_answered_as_the_first_time_and_does_nothing(house: Floor) -> None:
    first = opened(house, "k1")
    again = opened(house, "k1")
    assert again.repeated
    assert again._replace(repeated=False) == first
    assert store.last_seq() == 1


def test_a_key_cannot_be_used_for_another_command(house: Floor) -> None:
    opened(house, "k1")
    refused = house.execute(MANAGER, CloseHouse(reason="late"), "k1")
    assert not isinstance(refused, Done)
    assert refused.field == "key"
    assert store.last_seq() == 1


def test_what_another_process_has_recorded_is_noticed(house: Floor, clock: Clock) -> None:
    opened(house)
    other = Floor(clock)
    assert isinstance(other.execute(MANAGER, CloseHouse()), Done)
    refused = house.execute(MANAGER, CloseHouse())
    assert not isinstance(refused, Done)
    assert refused.word == "already_closed"


def test_a_refused_command_records_nothing(house: Floor) -> None:
    refused = house.execute(MANAGER, CloseHouse())
    assert not isinstance(refused, Done)
    assert store.last_seq() == 0


def test_the_chain_of_each_row_follows_from_the_row_before(house: Floor) -> None:
    for _ in range(3):
        opened(house)
        house.execute(MANAGER, CloseHouse())
    digest = house_digest = BEGINNING
    for row in store.tail(0):
        digest = link(digest, row.entry)
        house_digest = fold(house_digest, digest)
        assert (row.digest, row.house_digest) == (digest, house_digest)


def test_a_command_that_was_carried_out_is_answered_so_whatever_its_listeners_do(house: Floor) -> None:
    told: list[Recorded] = []

    def breaks(_done: Recorded) -> None:
        raise RuntimeError("the wall has fallen down")

    house.listeners += [breaks, told.append]
    done = opened(house, "k1")
    assert [each.rows[-1].seq for each in told] == [done.seq]
    assert not done.repeated

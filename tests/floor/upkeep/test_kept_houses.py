"""Houses that earlier programs wrote: each opens, verifies, is folded from its first event, and goes on.

They are kept as they were, in `kept_houses`, and never made anew: what they hold is what the program must still read.
"""

import lzma
from itertools import combinations
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.devices import is_running
from pitboss.floor.people.notice import NOTICE_DAYS, accounts_in_one_hand, endless_devices, notice_lines
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.people.staff import other_people
from pitboss.floor.reading.views import view_of
from pitboss.floor.upkeep.verify import verify
from pitboss.journal import store
from pitboss.server.settings import database
from tests.floor import house_scene

HOUSES = sorted((Path(__file__).parent / "kept_houses").glob("*.sqlite3.xz"))
AUDITOR, CASHIER = Actor("staff:alan", Role.AUDITOR), Actor("staff:susan", Role.CASHIER)


@pytest.mark.parametrize("kept", HOUSES, ids=lambda path: path.name.partition(".")[0])
def test_a_house_of_an_earlier_program_opens_verifies_and_goes_on(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "house.sqlite3").write_bytes(lzma.decompress(kept.read_bytes()))
    house_scene.use(database("", tmp_path))
    try:
        call_command("migrate", verbosity=0, interactive=False)
        report = verify()
        assert report.is_good, report.faults
        clock = house_scene.Clock()
        clock.now = store.read("house:house")[-1].at + 10**12
        floor = Floor(clock)
        for family in ("table", "tournament"):
            for stream, record in floor.records(family).items():
                assert view_of(f"{family}:{stream}", record, AUDITOR, clock.now), stream
        patron = AddPatron(name="Newcomer", date_of_birth="1980-01-01", membership="N-1")
        assert floor.execute(CASHIER, patron).answer["patron"]  # type: ignore[union-attr]
        _keeps_its_people_and_devices(floor, clock)
        assert verify().is_good
    finally:
        connections.close_all()


def _keeps_its_people_and_devices(floor: Floor, clock: house_scene.Clock) -> None:
    """Whoever was somebody of their own, and whatever worked, goes on as it was until the day that it is told."""
    staff, lines = list(floor.records("staff")), notice_lines(floor)
    devices, in_one_hand = endless_devices(floor.now()), accounts_in_one_hand(floor.now())
    assert bool(lines) == bool(devices or in_one_hand)
    names = [each.name for each in devices] + [each.name for each in in_one_hand]
    assert all(name in " ".join(lines) for name in names)
    assert all(other_people(floor.now(), *two) for two in combinations(staff, 2))
    assert all(is_running(floor, each, floor.clock()) for each in devices)
    clock.pass_seconds(NOTICE_DAYS * 24 * 3600)
    assert notice_lines(floor) == ()
    for each in in_one_hand:
        hands = sorted(each.access.in_hands_of)
        assert not any(other_people(floor.now(), f"staff:{each.id}", hand) for hand in hands)
    assert not any(is_running(floor, each, floor.clock()) for each in devices)


def test_there_are_houses_to_open() -> None:
    assert len(HOUSES) >= 3

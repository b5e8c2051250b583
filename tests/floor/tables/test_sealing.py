"""Shoes are sealed at rest: whoever reads the database or its backups does not know the coming cards."""

import json
import stat
import zipfile
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from pitboss.cards.card import face
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import CROUPIER
from pitboss.floor.models import Shoe
from pitboss.floor.tables import sealing, shoes
from pitboss.floor.tables.play import Deal
from pitboss.floor.upkeep.backup import backup
from pitboss.floor.upkeep.verify import verify
from pitboss.games.play import RUNNING, Stage
from pitboss.journal.copying import rows_of
from pitboss.journal.guards import models
from tests.floor.tables.table_floor_scene import (
    P1,
    P2,
    SUPERVISOR,
    bet_and_deal,
    books_are_right,
    deal,
    done,
    open_table,
    record_of,
    refused,
    rule,
    say,
    shuffle_of,
    wager,
)


@pytest.fixture
def seal_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The key of the house is a file of its folder, which is not there yet."""
    monkeypatch.setattr(settings, "SEAL_KEY", "")
    monkeypatch.setattr(settings, "SEAL_FILE", tmp_path / "seal")
    return tmp_path / "seal"


def lose_key(seal_file: Path) -> None:
    """The house is elsewhere, without the key, in a process of its own."""
    seal_file.unlink()
    shoes._kept.clear()


def tells(content: bytes) -> list[str]:
    """What of the shoe stands somewhere to be read: its order, any five cards in a row, its nonce."""
    made = shuffle_of(Shoe.objects.get())
    faces = [face(each) for each in made.order]
    runs = [faces, *(faces[at : at + 5] for at in range(len(faces) - 4))]
    written = [text for run in runs for text in (json.dumps(run)[1:-1], "".join(run), " ".join(run), repr(run)[1:-1])]
    written += [str(bytes(made.order)[:9]), made.nonce.hex()]
    return [text for text in written if text.encode() in content or text.replace('"', '\\"').encode() in content]


@pytest.mark.parametrize("game", ["ultimate", "pontoon"])
def test_whoever_reads_database_and_backup_does_not_find_the_coming_cards(
    house: Floor, tmp_path: Path, seal_file: Path, game: str
) -> None:
    table = open_table(house, game)
    bet_and_deal(house, table, P1, P2)
    backup(tmp_path / "house.zip")
    with zipfile.ZipFile(tmp_path / "house.zip") as archive:
        assert "seal" not in archive.namelist()
        read = b"".join(map(archive.read, archive.namelist()))
    read += b"".join(json.dumps(row).encode() for model in models() for row in rows_of(model))
    if connection.vendor == "sqlite":
        read += b"".join(each.read_bytes() for each in tmp_path.glob("house.sqlite3*"))
    assert tells(read) == []
    assert seal_file.read_text().encode() not in read
    row = Shoe.objects.get()
    assert (row.nonce, row.cut) == ("", 0)


def test_the_key_is_made_once_for_its_owner_and_the_environment_counts_before_it(
    house: Floor, seal_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = sealing.own_mark()
    assert stat.S_IMODE(seal_file.stat().st_mode) == 0o600
    assert sealing.own_mark() == mark
    assert [each.name for each in seal_file.parent.glob("seal*")] == ["seal"]
    monkeypatch.setattr(settings, "SEAL_KEY", "ab" * 32)
    assert sealing.own_mark() != mark
    monkeypatch.setattr(settings, "SEAL_KEY", "a word")
    with pytest.raises(ImproperlyConfigured, match="64 hexadecimal digits"):
        sealing.own_mark()


def test_verify_opens_what_is_sealed_and_finds_a_shoe_that_was_put_elsewhere(house: Floor, seal_file: Path) -> None:
    first, second = open_table(house, "ultimate"), open_table(house, "canberra")
    for table in (first, second):
        bet_and_deal(house, table, P1)
    assert verify().is_good
    one, other = Shoe.objects.get(table=first), Shoe.objects.get(table=second)
    one.order = other.order
    one.save()
    (fault,) = verify().faults
    assert (fault.table, fault.key) == ("floor_shoe", f"{first} 1")
    assert shoes.shuffle_in(one) is None


@pytest.mark.parametrize("form", ["plain", "other key"])
def test_a_shoe_in_another_form_than_the_journal_says_is_found(house: Floor, seal_file: Path, form: str) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, P1)
    row = Shoe.objects.get()
    if form == "plain":
        row.order, row.nonce, row.cut = shoes._columns(shuffle_of(row))
    else:
        row.order = row.order.replace(sealing.own_mark(), "0123456789abcdef")
    row.save()
    assert [fault.problem for fault in verify().faults] == ["it is not sealed as the journal says"]


def test_rows_from_before_shoes_were_sealed_are_read_and_dealt(house: Floor, seal_file: Path) -> None:
    table = open_table(house, "pontoon")
    done(wager(house, table, P1, 1))
    row = Shoe.objects.get()
    cards = shuffle_of(row).cards
    row.order, row.nonce, row.cut = shoes._columns(shuffle_of(row))
    row.save()
    lose_key(seal_file)
    deal(house, table, P1)
    assert cards[: len(record_of(house, table).state.felt.dealt)] == record_of(house, table).state.felt.dealt


def test_without_the_key_a_round_in_play_is_ruled_on_and_the_table_goes_on_with_a_new_shoe(
    house: Floor, seal_file: Path
) -> None:
    table = open_table(house, "pontoon", shoe="card")
    bet_and_deal(house, table, P1)
    assert record_of(house, table).state.felt.stage in RUNNING
    lose_key(seal_file)
    before = record_of(house, table).shoe
    done(say(house, P1, table, "hit", seat=1))
    answer = refused(house.execute(CROUPIER, Deal(table=table)), clause="PON 17.3")
    assert answer.reason == (
        "Shoe 1 of table pontoon-1 is sealed with a key that is not here. A supervisor has to rule on the round."
    )
    rule(house, SUPERVISOR, table, "void_round", reason="impractical")
    bet_and_deal(house, table, P1)
    assert record_of(house, table).shoe == before + 1
    assert record_of(house, table).state.felt.stage is not Stage.BETTING
    books_are_right(house, table)
    report = verify()
    assert report.is_good
    assert [each.note for each in report.checked if each.note] == ["1 sealed with a key that is not here"]


def test_a_key_that_comes_back_opens_the_shoe_in_play(house: Floor, seal_file: Path) -> None:
    table = open_table(house, "pontoon")
    bet_and_deal(house, table, P1)
    key = seal_file.read_text()
    lose_key(seal_file)
    with pytest.raises(shoes.ShoeOutOfReach):
        shoes.cards_of(record_of(house, table))
    seal_file.write_text(key)
    assert shoes.cards_of(record_of(house, table))
    assert not any(each.note for each in verify().checked)


def test_a_shoe_that_was_sealed_in_the_longer_form_of_before_is_dealt_and_verified(house: Floor) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, P1, P2)
    row = Shoe.objects.get()
    made, short = shuffle_of(row), row.order
    row.order = sealing.close_seal(f"{table} {row.number}", json.dumps(shoes._columns(made)))
    assert len(row.order) > 2 * len(short)
    row.save()
    shoes._kept.clear()
    assert shoes.cards_of(record_of(house, table)) == made.cards
    assert verify().is_good


@pytest.mark.parametrize("other", ["{} 0", "{}  {} 0", "{} {} 00", "{} {} 0 ", "{} {}", "", "[]"])
def test_a_text_under_the_seal_that_the_house_would_not_write_is_no_shoe(house: Floor, other: str) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, P1, P2)
    row = Shoe.objects.get()
    made = shuffle_of(row)
    text = other.format("".join(map(face, made.order)), made.nonce.hex())
    row.order = sealing.close_seal(f"{table} {row.number}", text)
    assert shoes.shuffle_in(row) is None

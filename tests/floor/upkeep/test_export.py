"""Exports: what was done can be read elsewhere, and no card that was not shown, and no shoe, is ever in it."""

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from pitboss.cards.card import face
from pitboss.conformance.format.document import load
from pitboss.conformance.runner import run_case
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.models import Credential, Shoe
from pitboss.floor.reading.tournaments.papers import harmless
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.shoes import shuffle_in
from pitboss.floor.upkeep import export
from pitboss.floor.upkeep.export import ExportPeriod, NothingThere
from pitboss.games.play import Stage
from pitboss.histories import phh
from pitboss.histories.replay import replay
from pitboss.journal import store
from pitboss.ledger.models import Transfer
from tests.floor.upkeep import busy_house_scene
from tests.floor.upkeep.busy_house_scene import PLAYERS, SUPERVISOR, WAGERS, do, record_of

ALWAYS = ExportPeriod()
DAY = date(2025, 11, 15)
MONEY_TABLES = ("uth-1", "pon-1", "can-1", "hld-1")


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[Floor]:
    with busy_house_scene.busy_sqlite_house(tmp_path) as floor:
        yield floor


def never(sentence: str) -> None:
    raise AssertionError(sentence)


def everything(floor: Floor) -> str:
    """All exports there are, as one text."""
    parts = [
        *export.as_json_lines(export.journal(ALWAYS)),
        *export.as_csv(export.LEDGER, export.ledger(ALWAYS)),
        *export.as_csv(export.LEDGER, export.ledger(ALWAYS, practice=True)),
        *export.as_csv(export.RESULTS, export.results(floor, "saturday")),
        json.dumps(export.report(floor, DAY)),
    ]
    for stream in store.streams("table"):
        parts += told_rounds(stream.partition(":")[2])
    return "".join(parts)


def told_rounds(table: str) -> list[str]:
    """The rounds of a table in every format that has words for them."""
    parts = list(export.as_json_lines(export.rounds(table, None, ALWAYS)))
    for written in (export.case_document, export.phh):
        try:
            parts.append(written(table, None, ALWAYS, lambda _sentence: None))
        except NothingThere:
            continue
    return parts


def faces_in(text: str) -> set[str]:
    return set(re.findall(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])", text))


def folded_round(floor: Floor) -> set[str]:
    """A round of Ultimate in which the only player folds: the hand goes away without having been shown."""
    player, table = PLAYERS[1], "uth-p"
    do(floor, player, Play(table=table, do="place", seat=2, wagers=WAGERS["ultimate"]))
    do(floor, SUPERVISOR, Deal(table=table))
    for act in ("check", "check", "fold"):
        held = record_of(floor, table).state.play.boxes[0].cards
        do(floor, player, Play(table=table, do=act, seat=2))
    assert record_of(floor, table).state.felt.stage is Stage.OVER
    return set(map(face, held))


def test_a_hand_that_was_never_shown_is_in_no_export(busy: Floor) -> None:
    hidden = folded_round(busy)
    number = record_of(busy, "uth-p").state.house.round
    (told,) = export.rounds("uth-p", number, ALWAYS)
    assert len(faces_in(json.dumps(told))) >= 5, "the board was seen"
    assert not faces_in(json.dumps(told)) & hidden
    left_out: list[str] = []
    with pytest.raises(NothingThere):
        export.case_document("uth-p", number, ALWAYS, left_out.append)
    assert left_out == [f"Round {number} of table 'uth-p' has cards that were never shown: no case tells them."]


def test_mucked_hole_cards_are_unknown_in_phh_and_in_what_was_seen(busy: Floor) -> None:
    table = "hld-1"
    do(busy, SUPERVISOR, Deal(table=table))
    state = record_of(busy, table).state
    hidden = {face(card) for hand in state.play.round.hole for card in hand}
    number = state.house.round
    while record_of(busy, table).state.felt.stage is not Stage.OVER:
        (seat,) = record_of(busy, table).awaited
        do(busy, PLAYERS[seat - 1], Play(table=table, do="fold", seat=seat))
    text = export.phh(table, number, ALWAYS, never)
    assert "????" in text
    assert hidden
    assert not hidden & faces_in(text + json.dumps(list(export.rounds(table, number, ALWAYS))))


def test_no_export_holds_a_shoe_or_a_credential(busy: Floor) -> None:
    folded_round(busy)
    text = everything(busy)
    for row in Shoe.objects.all():
        shoe = shuffle_in(row)
        assert shoe
        assert row.order not in text
        assert json.dumps([face(each) for each in shoe.order]) not in text
        assert shoe.nonce.hex() not in text
    for credential in Credential.objects.all():
        assert credential.password not in text


def test_the_journal_is_told_without_what_its_events_say(busy: Floor) -> None:
    folded_round(busy)
    rows = list(export.journal(ALWAYS))
    assert [row["seq"] for row in rows] == list(range(1, store.last_seq() + 1))
    assert not faces_in(json.dumps(rows))
    wager = next(row for row in rows if row["kind"] == "games.Placed")
    assert (wager["who"], wager["role"], wager["command"]) == ("patron:p1001", "player", "play")
    assert wager["clause"].startswith("UTH ")
    assert wager["time"] == "2025-11-15T02:00:00.000000Z"


def test_a_round_that_is_not_over_is_not_told(busy: Floor) -> None:
    number = record_of(busy, "uth-1").state.house.round
    assert [told["round"] for told in export.rounds("uth-1", None, ALWAYS)] == list(range(1, number))
    with pytest.raises(NothingThere, match=f"Round {number} of table 'uth-1' is not over"):
        list(export.rounds("uth-1", number, ALWAYS))


@pytest.mark.parametrize(("table", "number"), [("uth-9", None), ("uth-1", 99)])
def test_what_there_is_not(busy: Floor, table: str, number: int | None) -> None:
    with pytest.raises(NothingThere, match="There is no"):
        list(export.rounds(table, number, ALWAYS))


def test_a_case_document_plays_again_to_the_same(busy: Floor, tmp_path: Path) -> None:
    """The cards of Pontoon are all face up, so that every round can be told."""
    file = tmp_path / "pon-1.json"
    file.write_text(export.case_document("pon-1", None, ALWAYS, never))
    told = load(file)
    assert told.cases
    for case in told.cases:
        assert run_case(told.game, case).passed


def test_a_phh_hand_replays_to_the_same_stacks(busy: Floor) -> None:
    history = phh.read(export.phh("hld-1", 1, ALWAYS, never), "hld-1")
    assert not replay(history).differences


def test_phh_has_no_words_for_other_games(busy: Floor) -> None:
    with pytest.raises(NothingThere, match="hold'em only"):
        export.phh("pon-1", None, ALWAYS, never)


def test_the_ledger_is_told_by_book(busy: Floor) -> None:
    money, practice = list(export.ledger(ALWAYS)), list(export.ledger(ALWAYS, practice=True))
    assert len(money) + len(practice) == Transfer.objects.count()
    assert all(row["debit"].startswith("practice/") for row in practice)
    assert not any("practice/" in f"{row['debit']}{row['credit']}" for row in money)
    (header, first, *_) = csv.reader(io.StringIO("".join(export.as_csv(export.LEDGER, iter(money)))))
    assert header == list(export.LEDGER)
    assert first[2:6] == ["world:eft", "patron:p1001", "200000", str(money[0]["event"])]


def test_a_gaming_day_is_told_alone(busy: Floor) -> None:
    assert list(export.ledger(export.period_of(busy, DAY)))
    assert not list(export.ledger(export.period_of(busy, date(2025, 11, 16))))


def test_the_report_of_a_day(busy: Floor) -> None:
    told = export.report(busy, DAY)
    assert told["day"] == "2025-11-15"
    assert not told["closed"]
    assert {table["table"] for table in told["tables"]} >= set(MONEY_TABLES)
    assert sum(told["trial_balance"].values()) == 0


def test_the_results_of_a_tournament_need_one(busy: Floor) -> None:
    assert export.results(busy, "saturday") == []
    with pytest.raises(NothingThere, match="There is no tournament 'sunday'"):
        export.results(busy, "sunday")


def test_no_cell_is_taken_for_a_formula() -> None:
    text = "".join(export.as_csv(("a", "b"), [{"a": "=1+1", "b": -3}]))
    assert text == "a,b\n'=1+1,-3\n"


@pytest.mark.parametrize("sign", [*"=+-@|%", *"\uff1d\uff0b\uff0d\uff20", *"\ufe66\ufe62\ufe63\ufe6b", "\u2212"])
@pytest.mark.parametrize("before", ["", "\t", "\r", "\r\n", " ", "\u3000", "\ufeff", "\u200b "])
def test_nor_one_whose_sign_is_wide_or_has_something_unseen_before_it(sign: str, before: str) -> None:
    name = f"{before}{sign}HYPERLINK(1)"
    assert harmless(name) == f"'{name}"
    written = "".join(export.as_csv(("a", "b"), [{"a": name, "b": [name, "x"]}, {"a": f"Ann{name}", "b": 1}]))
    rows = list(csv.reader(io.StringIO(written, newline="")))
    name = re.sub("\r\n?", "\n", name)
    assert rows == [["a", "b"], [f"'{name}", f"'{name} x"], [f"Ann{name}", "1"]]


def test_names_of_any_script_stay_as_they_are() -> None:
    for name in ("Aiko", "愛子", "\uff21\uff2e\uff2e", "Ána", "'t Hooft", "(Ann)", "", " Ann", 7, None):
        assert harmless(name) == name

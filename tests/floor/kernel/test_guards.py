"""The assertions that guard money: each fires where something is wrong, and all of them stay on in production."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.db import transaction

from pitboss.cards.shuffle import Shuffle
from pitboss.floor.kernel.contract import Yes
from pitboss.floor.kernel.floor import Floor, Known, fold
from pitboss.floor.kernel.premises import FAMILIES, HouseOpened, OpenHouse, Premises
from pitboss.floor.kernel.registry import VERBS
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tables import shoes
from pitboss.games.holdem.showdown.showdown import awards
from pitboss.games.house.felt import APPLIERS, RoundOver
from pitboss.games.play import RoutineStep
from pitboss.games.ultimate import GAME as UTH
from pitboss.journal import codec, store
from pitboss.journal.store import StoredEvent
from pitboss.ledger import books
from pitboss.ledger.books import Transfer
from tests.floor import house_scene
from tests.floor.reading.privacy_scene import PaperHouse
from tests.games.holdem.scene import all_in
from tests.games.ultimate.scene import at

MANAGER = Actor("staff:maria", Role.MANAGER)
OPENED = codec.encode(HouseOpened("staff:maria"))
on_sqlite = house_scene.ON_SQLITE


@on_sqlite
@pytest.mark.parametrize(
    ("transfer", "said"),
    [
        (Transfer("patron:p1", "felt:a", 0, 1), "move nothing"),
        (Transfer("patron:p1", "felt:a", -5, 1), "move nothing"),
        (Transfer("patron:p1", "patron:p1", 5, 1), "go nowhere"),
        (Transfer("patron:p1", "practice/felt:a", 5, 1), "different books"),
    ],
)
def test_the_books_take_no_transfer_that_is_none(house: Floor, transfer: Transfer, said: str) -> None:
    with pytest.raises(AssertionError, match=said), transaction.atomic():
        books.post([transfer])


@on_sqlite
def test_what_is_debited_is_credited(house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "_changes", lambda _transfers: {"patron:p1": (-5,), "felt:a": (4,)})
    with pytest.raises(AssertionError, match="not what is credited"), transaction.atomic():
        books.post([Transfer("patron:p1", "felt:a", 5, 1)])


@on_sqlite
def test_the_journal_takes_events_without_a_gap(house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AssertionError, match="has an event"), store.writing(["table:a"]) as begun:
        begun.append([], at=1)
    monkeypatch.setattr(store, "StoredEvent", lambda seq, *rest: StoredEvent(seq + 1, *rest))
    with pytest.raises(AssertionError, match="without a gap"), store.writing(["table:a"]) as begun:
        begun.append([("table:a", 0, [OPENED])], at=1)
    monkeypatch.undo()
    assert store.last_seq() == 0


@on_sqlite
def test_a_stream_is_folded_without_a_gap(house: Floor) -> None:
    rows = store.append("house:house", 0, [OPENED] * 3, at=1)
    with pytest.raises(AssertionError, match="from event 1 to 3"):
        fold(FAMILIES["house"], Known(0, None), [rows[0], rows[2]])


@on_sqlite
def test_what_was_decided_follows_from_what_was_there(house: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision that was made on another past than the one it is recorded after is not recorded."""
    verb = VERBS[OpenHouse]
    other = FAMILIES["house"].apply_event("house:house", Premises(), HouseOpened("staff:maria"), 1)
    monkeypatch.setitem(VERBS, OpenHouse, type(verb)(lambda *_: Yes((other,)), verb.roles, verb.streams))
    with pytest.raises(AssertionError, match="does not follow from what it was"):
        house.execute(MANAGER, OpenHouse())
    assert store.last_seq() == 0


def test_no_round_of_a_house_game_ends_with_a_wager_undecided_or_another_stake() -> None:
    state = at("settling").state
    over = APPLIERS[RoundOver]
    open_ones = tuple(wager._replace(outcome=None) for wager in state.felt.wagers)
    with pytest.raises(AssertionError, match="left on the felt"):
        over(state._replace(felt=state.felt._replace(wagers=open_ones)), RoundOver("settled", "UTH 9.3"))
    more = tuple(wager._replace(stake=wager.stake + 1) for wager in state.felt.wagers)
    with pytest.raises(AssertionError, match="not what was put down"):
        over(state._replace(felt=state.felt._replace(wagers=more)), RoundOver("settled", "UTH 9.3"))


def test_every_chip_of_a_holdem_round_has_one_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = lambda *given: tuple(award._replace(amount=award.amount - 1) for award in awards(*given))  # noqa: E731
    monkeypatch.setattr("pitboss.games.holdem.showdown.settlement.awards", wrong)
    with pytest.raises(AssertionError, match="has one owner"):
        all_in({1: "As Ad", 2: "Kc Kd"}, "2h 7c 9d Js 4h")


def test_a_shuffle_neither_adds_a_card_nor_takes_one_away(monkeypatch: pytest.MonkeyPatch) -> None:
    house = PaperHouse("ultimate", None, 1)
    step = RoutineStep("shuffle", "UTH 5.1", shuffles=UTH.deck(house.table.state).cards)
    monkeypatch.setattr(shoes, "shuffle", lambda cards: Shuffle((*cards[1:], cards[1]), b"nonce" * 4))
    with pytest.raises(AssertionError, match="A shuffle neither adds"):
        shoes.load(house.table, step)
    monkeypatch.setattr(shoes, "shuffle", lambda cards: Shuffle((*cards[1:], cards[1]), b"nonce" * 4))
    with pytest.raises(AssertionError, match="Asking for a hand neither adds"):
        shoes.arrange(house.table, step.shuffles, {})


def test_no_house_is_served_without_its_assertions(tmp_path: Path) -> None:
    words = [sys.executable, "-O", "-m", "pitboss", "serve", "--port", "0", "--data", str(tmp_path / "house")]
    said = subprocess.run(words, capture_output=True, text=True)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == "The house does not run under python -O, which takes away what guards its money.\n"
    assert not (tmp_path / "house").exists()

"""What PokerKit answers about a hand, kept from one run to the next: it depends on nothing but the hand and PokerKit.

Kept are the questions with their answers, in the order they were asked. As soon as something else is asked or done than
before, PokerKit itself plays the hand up to there and answers from then on.
"""

import hashlib
import marshal
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pitboss.cards.cache import cache_folder
from pitboss.cards.card import Card
from pitboss.games.holdem import HoldemSettings
from tests.games.holdem.betting import pokerkit_deals
from tests.games.holdem.betting.pokerkit_deals import THEIR_CARDS, Deal, their_state

# Questions and answers in turn.
Heard = list[Any]


class Peer:
    """A hand in PokerKit. Its attributes are asked for by name; what is done to it are the methods here."""

    def __init__(self, deal: Deal, kept: Heard, heard: Heard) -> None:
        self._deal, self._kept, self._heard = deal, kept, heard
        self._real: Any = None

    def __getattr__(self, name: str) -> Any:
        return self._hear(name)

    def fold(self) -> None:
        self._hear(("fold",))

    def check_or_call(self) -> None:
        self._hear(("check_or_call",))

    def complete_bet_or_raise_to(self, amount: int) -> None:
        self._hear(("complete_bet_or_raise_to", amount))

    def show_or_muck_hole_cards(self, is_shown: bool) -> None:
        self._hear(("show_or_muck_hole_cards", is_shown))

    def deal_board(self, cards: tuple[Card, ...]) -> None:
        self._hear(("deal_board", tuple(map(int, cards))))

    def _hear(self, asked: Any) -> Any:
        at = len(self._heard)
        if self._real is None and at < len(self._kept) and self._kept[at] == asked:
            answer = self._kept[at + 1]
        else:
            answer = _answer_of(self._its_own(), asked)
        self._heard += asked, answer
        return answer

    def _its_own(self) -> Any:
        if self._real is None:
            self._real = their_state(self._deal)
            for before in self._heard[::2]:
                _answer_of(self._real, before)
        return self._real


def _answer_of(state: Any, asked: Any) -> Any:
    if isinstance(asked, str):
        answer = getattr(state, asked)
        if asked == "pots":
            return tuple((pot.unraked_amount, tuple(pot.player_indices)) for pot in answer)
        return tuple(answer) if isinstance(answer, list) else answer
    do, *given = asked
    if do == "deal_board":
        given = [tuple(THEIR_CARDS[card] for card in given[0])]
    getattr(state, do)(*given)
    return None


class Answers:
    """Hands in PokerKit; those that were asked about before have their answers at hand."""

    def __init__(self, kept: dict[Any, Heard]) -> None:
        self._kept = kept
        self.heard: dict[Any, Heard] = {}

    def peer(self, deal: Deal, *decisions: object) -> Peer:
        key = _digest(deal.settings), deal.stacks, tuple(map(int, deal.cards)), deal.ranked_by_them, decisions
        heard = self.heard[key] = []
        return Peer(deal, self._kept.get(key, []), heard)

    @property
    def is_news(self) -> bool:
        return self.heard != self._kept


@cache
def _digest(settings: HoldemSettings) -> str:
    return hashlib.sha256(repr(settings).encode()).hexdigest()


@contextmanager
def kept_answers(name: str) -> Iterator[Answers]:
    """The answers of the last run under this name, and those of this run for the next; without a name none are kept."""
    file = _kept_file(name)
    answers = Answers(_read(file))
    yield answers
    if file is not None and answers.is_news:
        with suppress(OSError):
            _keep(answers.heard, file)


def _kept_file(name: str) -> Path | None:
    """Another PokerKit, another ranking and another program text are other files."""
    folder = cache_folder()
    if not name or folder is None:
        return None
    sources = [Path(str(module)).read_bytes() for module in (__file__, pokerkit_deals.__file__)]
    versions = [version(package).encode() for package in ("pokerkit", "phevaluator")]
    return folder / f"pokerkit-{name}-{hashlib.sha256(b' '.join([*versions, *sources])).hexdigest()[:16]}"


def _read(file: Path | None) -> dict[Any, Heard]:
    """Nothing if the file is not there or not whole."""
    content = b""
    with suppress(OSError):
        content = b"" if file is None else file.read_bytes()
    digest, packed = content[:32], content[32:]
    if hashlib.sha256(packed).digest() != digest:
        return {}
    found: dict[Any, Heard] = marshal.loads(packed)
    return found


def _keep(heard: dict[Any, Heard], file: Path) -> None:
    """In the place of what earlier versions kept under the same name."""
    packed = marshal.dumps(heard)
    file.parent.mkdir(parents=True, exist_ok=True)
    for earlier in file.parent.glob(f"{file.name.rpartition('-')[0]}-*"):
        earlier.unlink(missing_ok=True)
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    beside.write_bytes(hashlib.sha256(packed).digest() + packed)
    beside.replace(file)

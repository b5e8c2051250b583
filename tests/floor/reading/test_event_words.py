"""Events in words: something sensible for every kind, and never a card."""

from random import Random
from string import Formatter
from typing import Any

import pytest

from pitboss.cards.card import Card, face
from pitboss.floor.cage.events import BoughtIn, CashedOut, Method
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.registry import COMMANDS  # noqa: F401  (makes the kinds of the floor known)
from pitboss.floor.reading import event_words
from pitboss.floor.reading.event_words import words_of
from pitboss.games.holdem.irregular.irregularities import CardExposed, CardReplaced
from pitboss.games.pontoon.round import CardDrawn, Standing
from pitboss.games.shape_check import fields_of
from pitboss.journal import codec
from pitboss.journal.kinds import OWN_GROUPS, kinds_of, spell
from pitboss.journal.models import Event
from pitboss.kits.events import kinds_where, note_on
from tests.floor.tables.table_floor_scene import JACKPOT, house_with_patrons, open_table, play_round, sit_down_to_holdem


def test_only_kinds_and_fields_that_there_are_have_words_and_none_of_them_is_a_card() -> None:
    known = kinds_of((*OWN_GROUPS, "floor"))
    of_games = {kind: note.words for kind in kinds_where(lambda about: True) if (note := note_on(kind))}
    assert len(of_games) > 100
    for kind, words in {**event_words._WORDS, **of_games}.items():
        fields = fields_of(known[kind])
        for _, name, _, _ in Formatter().parse(words) if isinstance(words, str) else ():
            assert name is None or "card" not in spell(fields[name])


def test_every_way_to_pay_has_a_word() -> None:
    """Whoever asks what a fee would come to is told in words, whatever it is paid with."""
    for method in Method:
        for event in (
            BoughtIn("2025-11-15", "p1001", 500, method, "", None, "staff:carl"),
            CashedOut("2025-11-15", "p1001", 500, method, None, "staff:carl"),
        ):
            assert "_" not in words_of(event)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (CardExposed(Card(7), "HLD 17.20"), "A hole card was exposed and is replaced."),
        (CardReplaced(3, Card(7), Card(8), "HLD 17.20"), "The exposed card at seat 3 is replaced."),
        (
            CardDrawn(2, 1, Card(7), Standing.OPEN, False, "PON 10.1"),
            "A card to box 2.",
        ),
    ],
)
def test_a_card_is_never_told(event: Any, words: str) -> None:
    assert words_of(event) == words


@pytest.mark.parametrize("game", ["ultimate", "canberra", "pontoon", "holdem"])
def test_whole_rounds_in_words(house: Floor, game: str) -> None:
    house_with_patrons(house)
    settings: dict[str, Any] = {"jackpot": JACKPOT} if game == "canberra" else {}
    table = open_table(house, game, **settings)
    if game == "holdem":
        sit_down_to_holdem(house, table)
    play_round(lambda: house, table, Random(5))
    faces = {face(Card(number)) for number in range(53)}
    for kind, version, body in Event.objects.order_by("seq").values_list("kind", "version", "body"):
        words = words_of(codec.decode(kind, version, body))
        assert words[-1] in ".!", words
        assert not faces & set(words.replace(",", " ").replace(".", " ").split()), words
        assert "{" not in words

"""What is asked: who may hold what, what lies on the board, and which cards are out of play, all of it checked."""

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.cards.card import Card, CardError, cards, face
from pitboss.cards.ranking import Ranking
from pitboss.games.holdem.settings import COMMUNAL_CARDS, HIGH, HoldemSettings, ranking_of
from pitboss.odds.equity.ranges import Hole, Range, range_of

Hand = str | Sequence[Card] | Range


@dataclass(frozen=True, slots=True)
class Question:
    """Ranges that hold only hands still possible beside the board, the dead cards and what others hold for certain."""

    ranges: tuple[Range, ...]
    board: Hole
    dead: Hole
    ranking: Ranking
    hole_cards: int

    @property
    def to_come(self) -> int:
        return COMMUNAL_CARDS - len(self.board)

    @property
    def is_of_single_hands(self) -> bool:
        return all(each.count == 1 for each in self.ranges)

    @property
    def unseen_cards(self) -> Hole:
        """The cards that may still come, as far as it is certain who holds what."""
        gone = {*self.board, *self.dead, *(card for each in self.ranges for card in each.cards)}
        return tuple(card for card in sorted(self.ranking.deck.cards) if card not in gone)


def question(
    hands: Sequence[Hand],
    board: str | Sequence[Card] = (),
    dead: str | Sequence[Card] = (),
    settings: HoldemSettings | None = None,
) -> Question:
    """A question that can be answered, or a CardError that names what is wrong with it in one sentence."""
    settings = settings or HoldemSettings()
    if settings.game != HIGH:
        raise CardError(
            "Equities are computed where the high hand wins, not in low and high/low split games (HLD 3.5)."
        )
    if settings.hole_cards not in (2, 4):
        raise CardError(f"Two hole cards are dealt, or four in Omaha, not {settings.hole_cards}.")
    ranking = ranking_of(settings)
    common, out = _read(board), _read(dead)
    ranges = tuple(_range(hand, ranking, settings.hole_cards) for hand in hands)
    asked = Question(ranges, common, out, ranking, settings.hole_cards)
    _check_cards(asked)
    _check_count(asked)
    return Question(_possible(asked), common, out, ranking, settings.hole_cards)


def _read(given: str | Sequence[Card]) -> Hole:
    return cards(given) if isinstance(given, str) else tuple(given)


def _range(hand: Hand, ranking: Ranking, hole_cards: int) -> Range:
    if isinstance(hand, Range):
        return hand
    text = hand if isinstance(hand, str) else " ".join(map(face, hand))
    return range_of(text, ranking.deck, hole_cards)


def _check_cards(asked: Question) -> None:
    """No card is there twice, and none is of another deck."""
    deck = asked.ranking.deck
    seen: set[Card] = set()
    for card in (*asked.board, *asked.dead, *(card for each in asked.ranges for card in each.cards)):
        if card not in deck:
            raise CardError(f"{face(card)} is not in the deck of {deck} ({deck.clause}).")
        if card in seen:
            raise CardError(f"{face(card)} is there twice.")
        seen.add(card)


def _check_count(asked: Question) -> None:
    """At least two hands, at most five communal cards, and cards enough for everybody."""
    if len(asked.ranges) < 2:
        raise CardError("Equity is between two hands or more; an unknown hand is written random.")
    if len(asked.board) > COMMUNAL_CARDS:
        raise CardError(f"A board has at most five cards, not {len(asked.board)}.")
    needed = asked.hole_cards * len(asked.ranges) + COMMUNAL_CARDS + len(asked.dead)
    if needed > len(asked.ranking.deck):
        users = f"{len(asked.ranges)} hands" + (f", {len(asked.dead)} dead" if asked.dead else "")
        raise CardError(f"{users} and a board need {needed} cards, and the deck has {len(asked.ranking.deck)}.")


def _possible(asked: Question) -> tuple[Range, ...]:
    """Every range without the hands that hold a card lying elsewhere for certain.

    A range that comes down to one hand makes its cards certain, so all are looked at again until nothing changes.
    """
    ranges = list(asked.ranges)
    before = None
    while before != ranges:
        before = list(ranges)
        for place, each in enumerate(ranges):
            certain = (other.cards for other in ranges[:place] + ranges[place + 1 :])
            ranges[place] = each.without({*asked.board, *asked.dead}.union(*certain))
            if each.hands and not ranges[place].hands:
                raise CardError(f"Nobody can hold {each.text}: its cards lie elsewhere.")
    return tuple(ranges)

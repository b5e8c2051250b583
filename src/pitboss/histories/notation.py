"""The actions of a hand as PHH writes them: `d dh p1 AcKd`, `d db 7h7s2c`, `p3 cbr 7000`, `p2 f # Antonius`."""

import re
from decimal import Decimal
from functools import lru_cache

from pitboss.cards.card import RANKS, SUITS, Card, card_at, face
from pitboss.histories.history import UNKNOWN, Action, Amount, Cards, Do

_CARDS: dict[str, Card | None] = {
    rank + suit: card_at(at, lane) for lane, suit in enumerate(SUITS) for at, rank in enumerate(RANKS)
}
_CARDS["??"] = UNKNOWN
_PLAYER = re.compile(r"p([1-9][0-9]?)")
_AMOUNT = re.compile(r"[0-9]{1,15}(\.[0-9]{1,15})?")
_OF_OTHER_GAMES = {"sd": "draw games", "pb": "stud games"}


class WrongAction(ValueError):
    """A fault in an action, worded as the end of a sentence that begins with it."""


@lru_cache(maxsize=4096)
def action(text: str) -> Action:
    """An action from its notation; what follows # is said about it."""
    notation, hash_sign, said = text.partition("#")
    done = _action_words(notation.split())
    return done._replace(comment=said.strip()) if hash_sign else done


def _action_words(words: list[str]) -> Action:
    match words:
        case []:
            return Action(Do.NOTHING)
        case ["d", "db", cards]:
            return Action(Do.DEAL_BOARD, cards=_cards(cards))
        case ["d", "dh", player, cards]:
            return Action(Do.DEAL_HOLE, _player(player), _cards(cards))
        case [player, "f"]:
            return Action(Do.FOLD, _player(player))
        case [player, "cc"]:
            return Action(Do.CHECK_CALL, _player(player))
        case [player, "cbr", to]:
            return Action(Do.BET_RAISE, _player(player), amount=_amount(to))
        case [player, "sm"]:
            return Action(Do.MUCK, _player(player))
        case [player, "sm", "-"]:
            return Action(Do.SHOW_DEALT, _player(player))
        case [player, "sm", cards]:
            return Action(Do.SHOW, _player(player), _cards(cards))
        case [_, ("sd" | "pb") as do, *_]:
            raise WrongAction(f"is for {_OF_OTHER_GAMES[do]}")
    raise WrongAction("is no action, like 'd dh p1 AcKd', 'd db 7h7s2c', 'p1 f', 'p1 cc', 'p1 cbr 700' or 'p1 sm AcKd'")


def _player(word: str) -> int:
    found = _PLAYER.fullmatch(word)
    if found is None:
        raise WrongAction(f"names no player: {_word_meant(word)} should be p1, p2 and so on")
    return int(found[1])


def _cards(word: str) -> Cards:
    faces = [word[at : at + 2] for at in range(0, len(word), 2)]
    for each in faces:
        if each not in _CARDS:
            raise WrongAction(f"has {_word_meant(each)} where a card should be, like As, Td, 7h or ??")
    return tuple(_CARDS[each] for each in faces)


def _amount(word: str) -> Amount:
    found = _AMOUNT.fullmatch(word)
    if found is None or not (amount := Decimal(word)):
        raise WrongAction(f"has {_word_meant(word)} where an amount above 0 should be, like 700 or 12.50")
    return amount if found[1] else int(word)


def _word_meant(word: str) -> str:
    return repr(word if len(word) < 40 else f"{word[:36]}...")


def notation(action: Action) -> str:
    """An action in the notation of the format."""
    done = " ".join(_words(action))
    if action.comment is None:
        return done
    return f"{done} # {action.comment}" if done else f"# {action.comment}"


def _words(action: Action) -> tuple[str, ...]:
    player = f"p{action.player}"
    match action.do:
        case Do.NOTHING:
            return ()
        case Do.DEAL_BOARD:
            return "d", "db", cards_text(action.cards)
        case Do.DEAL_HOLE:
            return "d", "dh", player, cards_text(action.cards)
        case Do.SHOW:
            return player, "sm", cards_text(action.cards)
        case Do.MUCK:
            return player, "sm"
        case Do.BET_RAISE:
            return player, "cbr", f"{action.amount:f}" if isinstance(action.amount, Decimal) else str(action.amount)
        case do:
            return player, do.value


def cards_text(cards: Cards) -> str:
    """Cards run together, unknown ones as question marks."""
    return "".join("??" if card is UNKNOWN else face(card) for card in cards)

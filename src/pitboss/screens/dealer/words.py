"""How a dealer's work is said: the steps of a round, places on the layout, wagers, and small numbers."""

from collections.abc import Mapping
from typing import NamedTuple

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# Wagers as they are called on the layout.
WAGERS: Mapping[str, str] = {"main": "Wager", "perfect_pairs": "Pairs", "super_bonus": "Super Bonus"}

# What the dealer does without entering a card, where the cards are cut as well.
CUTS: Mapping[str, str] = {
    "shuffle": "Shuffle and cut the cards",
    "new_shoe": "Shuffle, cut and load a new shoe",
    "shuffle_discards": "Shuffle and cut the discards",
    "plain_shoe": "Cut the rest for a plain shoe",
    "reshuffle": "Shuffle and cut the rest again",
}


class Called(NamedTuple):
    """A player's call as the dealer enters it: its key and its words."""

    key: str
    title: str


CALLS: Mapping[str, Called] = {
    "fold": Called("F", "Fold"),
    "check": Called("C", "Check"),
    "play": Called("", "Play"),
    "concede": Called("K", "Concede"),
    "claim_jackpot": Called("J", "Claim the jackpot"),
    "hit": Called("H", "Draw"),
    "double": Called("D", "Double"),
    "split": Called("P", "Split"),
    "surrender": Called("U", "Surrender"),
    "insure": Called("I", "Insurance"),
    "forfeit": Called("R", "Rescue"),
    "stand": Called("S", "Stand"),
    "call": Called("C", "Call"),
    "call_and_fold": Called("Y", "Call and fold"),
    "bet": Called("B", "Bet"),
    "raise": Called("R", "Raise to"),
    "tap_out": Called("T", "Tap out"),
    "over_blind": Called("O", "Over-blind"),
    "top_up": Called("A", "Add chips"),
    "muck": Called("M", "Muck"),
    "leave": Called("L", "Leave"),
    "sit_out": Called("O", "Sit out"),
    "sit_in": Called("I", "Sit in"),
    "post_blinds": Called("P", "Post blinds"),
    "wait_for_blind": Called("W", "Wait for the blind"),
}


def count_words(number: int, one: str = "card", many: str = "cards") -> str:
    """`one card`, `five cards`, `12 cards`"""
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {one if number == 1 else many}"


def wager_words(kind: str) -> str:
    return WAGERS.get(kind, kind.replace("_", " ").capitalize())


def list_words(words: list[str], last: str = "or") -> str:
    """`fold, check or play`"""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)

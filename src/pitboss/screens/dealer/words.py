"""How a dealer's work is said: the steps of a round, places on the layout, wagers, and small numbers."""

from collections.abc import Mapping
from typing import NamedTuple

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# Wagers as they are called on the layout.
WAGERS: Mapping[str, str] = {"main": "Wager", "perfect_pairs": "Pairs", "super_bonus": "Super Bonus"}

# What the dealer does without entering a card, by game and verb.
STEPS: Mapping[str, str] = {
    "ultimate.shuffle": "Shuffle the cards",
    "ultimate.show_flop": "Turn up the flop",
    "ultimate.show_turn_and_river": "Turn up turn and river",
    "ultimate.declare": "Turn up the dealer's two cards",
    "canberra.shuffle": "Shuffle the cards",
    "canberra.call_bet_or_fold": "Call “Bet or fold”",
    "canberra.reveal": "Turn up the dealer's hand",
    "canberra.declare_jackpot": "Settle the jackpot",
    "canberra.collect": "Collect the cards",
    "pontoon.new_shoe": "Shuffle and load a new shoe",
    "pontoon.shuffle_discards": "Shuffle the discards",
    "pontoon.plain_shoe": "Go on from a plain shoe",
    "pontoon.settle_pairs": "Settle Perfect Pairs",
    "pontoon.pay_pontoons": "Pay the Pontoons",
    "pontoon.begin_drawing": "Begin drawing",
    "pontoon.settle": "Settle from the right",
    "pontoon.collect": "Collect the cards",
    "pontoon.deal": "Deal the card put aside",
    "holdem.shuffle": "Shuffle the cards",
    "holdem.replace_card": "Replace the exposed card",
    "holdem.reshuffle": "Shuffle the rest again",
    "holdem.table_hands": "Turn up all hands",
    "holdem.fold_absent": "Fold the absent hand",
    "holdem.settle": "Showdown: award the pots",
}

# The same, where the cards are cut as well.
CUTS: Mapping[str, str] = {
    "shuffle": "Shuffle and cut the cards",
    "new_shoe": "Shuffle, cut and load a new shoe",
    "shuffle_discards": "Shuffle and cut the discards",
    "plain_shoe": "Cut the rest for a plain shoe",
    "reshuffle": "Shuffle and cut the rest again",
}

# What the dealer says aloud with a step.
SAYINGS: Mapping[str, str] = {
    "ultimate.show_flop": "Flop.",
    "ultimate.show_turn_and_river": "Turn and river.",
    "canberra.call_bet_or_fold": "Bet or fold.",
    "pontoon.begin_drawing": "Insurance and surrender are closed.",
    "holdem.table_hands": "All in: hands up, please.",
    "holdem.turn_up": "Show your hands, please.",
    "holdem.settle": "Show your hands, please.",
}


class Called(NamedTuple):
    """What players say, as the dealer enters it: its key and its words."""

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


def counted(number: int, one: str = "card", many: str = "cards") -> str:
    """`one card`, `five cards`, `12 cards`"""
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {one if number == 1 else many}"


def wager_words(kind: str) -> str:
    return WAGERS.get(kind, kind.replace("_", " ").capitalize())


def listed(words: list[str], last: str = "or") -> str:
    """`fold, check or play`"""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)

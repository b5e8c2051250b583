"""The person's choices at the table, by letters: what is offered, what was typed, and the command it stands for."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.cli.playing.holdem.words import amounts_words
from pitboss.cli.playing.prompts import amount
from pitboss.games.play import Cents, Choice, Command, dollars

KEYS = {
    "fold": "f",
    "check": "k",
    "stand": "s",
    "call": "c",
    "call_and_fold": "cf",
    "bet": "b",
    "raise": "r",
    "tap_out": "t",
}
# Those that come with a total.
SIZED = ("bet", "raise")
_WORDS = {do.replace("_", " "): do for do in KEYS} | {key: do for do, key in KEYS.items()}
_TYPED = re.compile(r"([a-z]+(?: [a-z]+)*?)(?: to)?\s*(\$?\s*[\d.,]+)?", re.ASCII)
# What each of them is, for whoever asks.
MEANINGS: Mapping[str, str] = {
    "fold": "f gives up the hand; what you have bet stays in the pot.",
    "check": "k passes without a bet; you stay in.",
    "stand": "s stays in without a raise: you have posted as much as there is to call.",
    "call": "c puts in as much as you owe to stay in.",
    "call_and_fold": "cf pays the call and gives up the hand.",
    "bet": "b and an amount opens the betting, such as b 20.",
    "raise": "r and an amount raises to that total in this betting round, what you have put in included, such as r 60.",
    "tap_out": "t puts in all your chips; you stay to the showdown, and can win from each as much as you put in.",
}
DICTIONARY: Mapping[str, str] = {
    "fold": "HLD D-Fold",
    "check": "HLD D-Check",
    "stand": "HLD 10.2 tail",
    "call": "HLD D-Call",
    "bet": "HLD D-Bet",
    "raise": "HLD D-Raise",
    "tap_out": "HLD D-Tap Out",
}


def clauses_of(choice: Choice) -> tuple[str, ...]:
    """Return the clauses by which a choice is defined and open now."""
    named = DICTIONARY.get(choice.do)
    return (choice.clause,) if named is None else (named, choice.clause)


class Typed(NamedTuple):
    """A typed choice that was understood: the action, and the amount if one was given."""

    do: str
    amount: Cents | None


def read(said: str) -> Typed | None:
    """`f`, `fold`, `r 60`, `r60`, `raise to $60`; None for anything else."""
    written = _TYPED.fullmatch(" ".join(said.casefold().split()))
    if written is None:
        return None
    word, number = written.groups()
    do = _WORDS.get(word)
    if do is None or number is None:
        return None if do is None else Typed(do, None)
    cents = amount(number)
    return None if cents is None or do not in (*SIZED, "call") else Typed(do, cents)


def labels(choices: Sequence[Choice]) -> list[str]:
    """Each choice with its letter and its amounts; to put in all one's chips is listed once."""
    offers = {choice.do: choice for choice in choices}
    all_in = offers["tap_out"].amounts[0] if "tap_out" in offers else None
    lines = []
    for choice in choices:
        key, name = KEYS[choice.do], choice.do.replace("_", " ")
        if choice.do == "call" and choice.amounts == (all_in,):
            lines.append(f"{key} call with your last {dollars(choice.amounts[0])} (tap out)")
        elif choice.do == "tap_out" and "call" in offers and offers["call"].amounts == (all_in,):
            continue
        elif choice.do in SIZED:
            to = "raise to" if choice.do == "raise" else name
            least, most = bounds(choice)
            lines.append(f"{key} {to} {amounts_words(least, most)}")
        else:
            lines.append(" ".join((key, name, *map(dollars, choice.amounts))))
    return lines


def bounds(choice: Choice) -> tuple[Cents, Cents]:
    """The least and the most that can be bet or raised to."""
    if choice.amounts:
        return choice.amounts[0], choice.amounts[-1]
    assert choice.least is not None
    return choice.least, choice.least if choice.most is None else choice.most


def asks_amount(choice: Choice) -> bool:
    """Whether an amount has to be named, because there are several."""
    if choice.do not in SIZED:
        return False
    least, most = bounds(choice)
    return least < most


def command_for(choice: Choice, stake: Cents | None) -> Command:
    """The command of a choice; without an amount it takes the only one there is."""
    if stake is None and choice.do in SIZED:
        stake = bounds(choice)[0]
    return Command(choice.by, choice.do, choice.seat, choice.player, amount=stake)

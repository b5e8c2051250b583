"""Between two rounds: chips added, rounds sat out, blinds posted to come back; what the person may do, by letters."""

import re
from collections.abc import Iterator, Sequence

from pitboss.cli.playing.holdem.typed_choices import Typed
from pitboss.cli.playing.holdem.words import amounts_words
from pitboss.cli.playing.prompts import amount
from pitboss.games.holdem.seats.entry import entry_dues, is_declared, must_leave
from pitboss.games.holdem.settings import HoldemSettings
from pitboss.games.holdem.state import AWAY, WAITING, Chair
from pitboss.games.play import Cents, Choice, dollars

KEYS = {"top_up": "a", "sit_out": "o", "sit_in": "i", "post_blinds": "p", "wait_for_blind": "w"}
_TYPED = re.compile(r"([aoipw])\s*(\S.*)?")


def read_choice(said: str) -> Typed | None:
    """`a 200`, `o`, `i`, `p`, `w`; None for anything else."""
    written = _TYPED.fullmatch(said.casefold())
    if written is None:
        return None
    key, number = written.groups()
    cents = None if number is None else amount(number)
    do = next(do for do, each in KEYS.items() if each == key)
    return None if (number is not None) != (do == "top_up") or (number and cents is None) else Typed(do, cents)


def choices_between(choices: Sequence[Choice], seat: int, chair: Chair, behind: Cents) -> dict[str, Choice]:
    """Return the choices that rules and money allow the person now; without chips only buying some."""
    here = KEYS if chair.stake else ("top_up",)
    mine = {choice.do: choice for choice in choices if choice.seat == seat and choice.do in here}
    adding = mine.pop("top_up", None)
    if adding is not None and adding.least is not None and adding.most is not None and adding.least <= behind:
        most = min(adding.most, behind - behind % adding.step)
        mine = {"top_up": adding._replace(most=most), **mine}
    return mine


def labels(mine: dict[str, Choice], chair: Chair, settings: HoldemSettings) -> Iterator[str]:
    """Yield what Enter and each letter do."""
    if chair.stake:
        yield "Enter let a round go by" if chair.standing == AWAY else "Enter next round"
    if "top_up" in mine:
        least, most = mine["top_up"].least or 0, mine["top_up"].most or 0
        yield f"a {_example(least, most)} add chips ({amounts_words(least, most)})"
    if "sit_out" in mine:
        yield "o sit out"
    if "sit_in" in mine:
        yield "i come back"
    if "post_blinds" in mine:
        posted = [
            f"{dollars(each)}{kind}"
            for each, kind in zip(entry_dues(settings, chair), ("", " dead"), strict=True)
            if each
        ]
        yield f"p post {' and '.join(posted)}"
    if "wait_for_blind" in mine:
        yield "w wait for the blind after all"
    yield "q leave"


def _example(least: Cents, most: Cents) -> str:
    """An amount as it can be typed: a round one, if there is one."""
    hundred = 10_000
    return dollars(hundred if least <= hundred <= most else most).removeprefix("$")


def notices(mine: dict[str, Choice], chair: Chair, settings: HoldemSettings) -> Iterator[str]:
    """Yield the notices for the person before the next round begins."""
    least = dollars(settings.min_table_stake)
    if chair.stake and chair.stake < settings.min_table_stake and not chair.declared:
        told = "you play on declared, and a declared player adds no chips until winnings reach the minimum"
        add = f"Add {dollars(mine['top_up'].least or 0)} or more now, or" if "top_up" in mine else "So"
        yield f"Your stake of {dollars(chair.stake)} is below the minimum of {least}. {add} {told}. (HLD 14.3[s3])"
    elif chair.stake and is_declared(settings, chair):
        yield "You are declared: no chips are added until winnings reach the minimum. (HLD 14.3[s4])"
    elif not chair.stake and "top_up" in mine:
        yield "You have lost your stake. You may buy chips again and play on. (HLD 14.3[s1])"
    if chair.standing == WAITING and chair.stake and not chair.posts:
        how = "you are dealt in when a blind comes to you, or at once by posting what was missed"
        yield f"You have missed blinds: {how}. (HLD 17.4[s1])"


DONE = {
    "sit_out": "You sit out; a blind that goes past you is missed, and posted when you come back. (HLD 17.4[s1])",
    "sit_in": "You are back at the table.",
    "post_blinds": "You post before the next round, and are dealt in.",
    "wait_for_blind": "You wait for the blind.",
}


def is_out(mine: dict[str, Choice], chair: Chair, settings: HoldemSettings, behind: Cents) -> str | None:
    """Return the reason the person cannot go on at this table, if there is one."""
    if must_leave(chair):
        return "A declared player who has lost the stake leaves the table. (HLD 14.3[s4])"
    if not chair.stake and "top_up" not in mine:
        least = dollars(settings.min_table_stake)
        return f"You have lost your stake, and {dollars(behind)} is less than the minimum of {least}. (HLD 14.3[s2])"
    return None

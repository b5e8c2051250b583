"""`pitboss replay`: hands written down elsewhere, played again through the rules, and every stack that differs."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pitboss.cli.options import AsJson, patient_bar, stop, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console

    from pitboss.histories.history import Amount, HandHistory
    from pitboss.histories.replay import Replayed

Paths = Annotated[
    list[Path],
    typer.Argument(metavar="FILE", help="Hands in PHH: .phh and .phhs files, or folders with such files in them."),
]
AsText = Annotated[bool, typer.Option("--text", help="Print each hand as text that a player can read.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="List the hands that come out equal as well.")]

SUFFIXES = (".phh", ".phhs")


class ReplayedHand(NamedTuple):
    """A hand that was played, or the sentence that says why it, or its file, could not be."""

    file: Path
    name: str
    replayed: "Replayed | None" = None
    fault: str | None = None
    text: str | None = None

    @property
    def verdict(self) -> str:
        """One word for what came out: equal, explained, different, uncompared, unfinished or broken."""
        done = self.replayed
        if done is None:
            return "broken"
        if done.differences:
            return "explained" if done.is_explained else "different"
        if done.unfinished:
            return "unfinished"
        return "uncompared" if done.history.finishing_stacks is None else "equal"


def replay(paths: Paths, text: AsText = False, verbose: Verbose = False, as_json: AsJson = False) -> None:
    """Play hands in PHH through the rules of hold'em, and compare the final stacks with those the files tell.

    Exits with status 1 if a hand differs without a reason or is broken, and with 2 if there is nothing to play.

    With --json: "hands", and how many of them are "equal", "explained" (a difference with its reason), "different",
    "uncompared" (the file tells no final stacks), "unfinished" and "broken"; and "results", each with "file", "hand"
    and "verdict"; one that is broken with its "fault", the others with "variant", "players", "stacks", "unfinished"
    (why, or null), "differences" and, with --text, "text". A difference has "player", "expected", "got" and "why".
    Amounts are strings, exact as the files have them.
    """
    files = _files(paths)
    hands = list(_play_hands(files, text=text))
    counts = {verdict: sum(hand.verdict == verdict for hand in hands) for verdict in _TOLD}
    if as_json:
        data = {"hands": len(hands), **counts, "results": [_data(hand) for hand in hands]}
        lines = json.dumps(data, indent=2, ensure_ascii=False).split("\n")
        typer.echo("\n".join(map(visible, lines)))
    else:
        _show(hands, verbose=verbose, text=text)
        typer.echo(_summary(len(hands), counts))
    if counts["different"] or counts["broken"]:
        raise typer.Exit(1)


def _files(paths: "Sequence[Path]") -> list[Path]:
    """The files to play, folders looked through, in the order of their names."""
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(each for each in path.rglob("*") if each.suffix in SUFFIXES and each.is_file())
            if not inside:
                stop(visible(f"There are no .phh or .phhs files in {path}."))
            found |= dict.fromkeys(inside)
        elif path.exists():
            found[path] = None
        else:
            stop(visible(f"There is no file or folder {path}."))
    return list(found)


def _play_hands(files: "Sequence[Path]", *, text: bool) -> "Iterator[ReplayedHand]":
    """The hands one by one, with a bar for a person who waits."""
    with patient_bar("replaying", len(files)) as (progress, task):
        for file in files:
            found = _in_file(file)
            for each in found:
                yield each if isinstance(each, ReplayedHand) else _hand(file, each, text=text)
                progress.advance(task, 1 / len(found))


def _in_file(file: Path) -> "Sequence[HandHistory | ReplayedHand]":
    """The hands of a file, or the sentence that says why it has none."""
    from pitboss.histories.history import BrokenHistory
    from pitboss.histories.phh import read_all

    try:
        return read_all(file.read_text(encoding="utf-8"), str(file))
    except UnicodeDecodeError:
        fault = f"{file}: the file is not UTF-8 text."
    except OSError as error:
        fault = f"{file}: {error.strerror}."
    except BrokenHistory as broken:
        fault = str(broken)
    return (ReplayedHand(file, str(file), fault=fault),)


def _hand(file: Path, history: "HandHistory", *, text: bool) -> ReplayedHand:
    from pitboss.histories import replay as histories
    from pitboss.histories.history import BrokenHistory

    try:
        replayed = histories.replay(history)
    except BrokenHistory as broken:
        return ReplayedHand(file, history.name, fault=str(broken))
    return ReplayedHand(file, history.name, replayed, text=histories.hand_text(history) if text else None)


def _show(hands: "Iterable[ReplayedHand]", *, verbose: bool, text: bool) -> None:
    from rich.console import Console

    # Without markup, because "[1]" belongs to the name of a clause.
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    for hand in hands:
        if hand.fault is not None:
            console.print(visible(hand.fault), style="bold")
            continue
        done = hand.replayed
        assert done is not None
        if text or verbose or done.differences or done.unfinished:
            stacks = ", ".join(f"p{player} {_amount_words(stack)}" for player, stack in enumerate(done.stacks, start=1))
            console.print(visible(f"{hand.name}: {stacks}"), style="bold" if hand.verdict == "different" else None)
            _show_hand(console, hand, done)


def _show_hand(console: "Console", hand: ReplayedHand, done: "Replayed") -> None:
    for line in (hand.text or "").splitlines():
        console.print(f"  {visible(line)}" if line else "")
    if done.unfinished:
        console.print(f"  {done.unfinished}")
    for row in done.differences:
        console.print(f"  p{row.player} has {_amount_words(row.got)} and in the file {_amount_words(row.expected)}.")
    for why in dict.fromkeys(row.why for row in done.differences):
        console.print(f"  {why or 'Nothing explains this.'}")


# What is said of each verdict, after the number of hands.
_TOLD = {
    "equal": "with final stacks as in the file",
    "explained": "with a difference that is explained",
    "uncompared": "without final stacks in the file",
    "unfinished": "not played to the end",
    "different": "DIFFERENT",
    "broken": "broken",
}


def _summary(hands: int, counts: dict[str, int]) -> str:
    parts = [f"{count:,} {_TOLD[verdict]}" for verdict, count in counts.items() if count]
    return f"{hands:,} {'hand' if hands == 1 else 'hands'}: {', '.join(parts)}"


def _amount_words(amount: "Amount") -> str:
    return f"{amount:,}" if isinstance(amount, int) else f"{amount:,f}"


def _exact(amount: "Amount") -> str:
    return str(amount) if isinstance(amount, int) else f"{amount:f}"


def _data(hand: ReplayedHand) -> dict[str, Any]:
    named = {"file": str(hand.file), "hand": hand.name, "verdict": hand.verdict}
    done = hand.replayed
    if done is None:
        return {**named, "fault": hand.fault}
    return {
        **named,
        "variant": done.history.variant,
        "players": list(done.history.more.get("players", ())),
        "stacks": list(map(_exact, done.stacks)),
        "unfinished": done.unfinished,
        "differences": [
            {"player": row.player, "expected": _exact(row.expected), "got": _exact(row.got), "why": row.why}
            for row in done.differences
        ],
        **({} if hand.text is None else {"text": hand.text}),
    }

"""The table drawn for a terminal: cards, chips, choices and results, in colour, in monochrome or in plain ASCII."""

from collections.abc import Iterable, Sequence
from textwrap import wrap

from rich.console import Console
from rich.control import Control
from rich.text import Text

from pitboss.cli.playing.games import Group, View, bands, own_wagers, spot_words, words
from pitboss.games.play import Cents, Stage, dollars
from pitboss.games.views import HIDDEN, WagerView

SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RED = "hd"
_CARD_WIDTH = 6
_GAP = 3
_LEAST_WIDTH = 20
UNBROKEN = "\N{NO-BREAK SPACE}"


class Screen:
    """Draws what one player may see."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.plain = not _can_show(console.encoding)

    def table(self, title: str, view: View, in_hand: Cents) -> None:
        """The felt from the dealer's side to the player's, with the chips on it."""
        self._new_page()
        stage = view.phase if view.stage is Stage.PLAYING else view.result
        heading = f"{title}, round {view.round}, {words(stage or view.stage)}"
        self.console.print(Text(heading, style="bold"))
        for band in bands(view):
            self._band(band)
        if view.stage is not Stage.OVER:
            self.console.print(self._chips(view, in_hand))

    def choices(self, labels: Sequence[str], *, due: bool) -> Text:
        """The question which of them it is to be, by number; the words of one choice stay on one line."""
        numbered = [Text(f"{number} {label}") for number, label in enumerate(labels, 1)]
        return self._pack_line("Your turn:" if due else "You may:", numbered).append("\nType a number")

    def results(self, view: View) -> None:
        """Every wager with what became of it, why, and by which clause."""
        rows = [row for row in own_wagers(view) if row.result is not None]
        spots = [f"{spot_words(view, row)} {dollars(row.stake)}" for row in rows]
        wide = max((len(left) for left in (*spots, *map(_result, rows))), default=0) + 2
        for spot, row in zip(spots, rows, strict=True):
            left = [(spot, ""), (_result(row), money_style(row.net or 0))]
            right = _reason(row, self.console.width - wide)
            for number in range(max(len(left), len(right))):
                start, style = left[number] if number < len(left) else ("", "")
                line = right[number] if number < len(right) else ""
                self.console.print(Text.assemble((start.ljust(wide), style), line))

    def _new_page(self) -> None:
        """In a terminal the felt is always in the same place; what was there before can still be scrolled to."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.print("\n" * (self.console.height - 1))
            self.console.control(Control.home())

    def _band(self, groups: Iterable[Group]) -> None:
        """Groups side by side as long as the screen is wide enough."""
        line: list[list[Text]] = []
        room = self.console.width
        for drawn in (lines for group in groups for lines in self._draw_group(group)):
            width = drawn[0].cell_len + _GAP
            if line and width - _GAP > room:
                self._print_beside(line)
                line, room = [], self.console.width
            line.append(drawn)
            room -= width
        if line:
            self._print_beside(line)

    def _print_beside(self, blocks: list[list[Text]]) -> None:
        for parts in zip(*blocks, strict=True):
            row = Text(" " * _GAP).join(parts)
            row.rstrip()
            self.console.print(row)

    def _draw_group(self, group: Group) -> Iterable[list[Text]]:
        """A label over its cards; more cards than the screen is wide go on below."""
        most = max(self.console.width // _CARD_WIDTH, 1)
        for start in range(0, max(len(group.cards), 1), most):
            cards = [self._card(card) for card in group.cards[start : start + most]]
            lines = [Text(group.label if not start else ""), *(Text.assemble(*row) for row in zip(*cards, strict=True))]
            lines += [Text() for _ in range(4 - len(lines))]
            width = max(line.cell_len for line in lines)
            for line in lines:
                line.pad_right(width - line.cell_len)
            yield lines

    def _card(self, card: str) -> tuple[Text, Text, Text]:
        """Suits have their sign, their colour and their letter, so that any one of them is enough."""
        top, side, corner = ("+----+", "|", "+") if self.plain else ("╭────╮", "│", "╰╯")
        if card == HIDDEN:
            back, bottom = ("####", top) if self.plain else ("░░░░", "╰────╯")
            return Text(top), Text(f"{side}{back}{side}"), Text(bottom)
        rank, suit = card[:-1].replace("T", "10"), card[-1]
        style = "bold red" if suit in _RED else "bold"
        if self.plain:
            return Text(top), Text.assemble(side, (f"{rank:>2}{suit} ", style), side), Text(top)
        face = Text.assemble(side, (f"{rank:>2}{SIGNS[suit]} ", style), side)
        return Text(top), face, Text.assemble(corner[0], "──", (suit, style), "─", corner[1])

    def _chips(self, view: View, in_hand: Cents) -> Text:
        """Each spot with its chips, or with what became of them."""
        parts = []
        for row in own_wagers(view):
            part = Text(f"{spot_words(view, row)} ")
            if row.result is not None:
                part.append(_result(row), style=money_style(row.net or 0))
            else:
                part.append(self._chip(row.stake), style="bold")
                if row.at_risk < row.stake:
                    part.append(f" ({dollars(row.at_risk)} of it live)")
            parts.append(part)
        return self._pack_line("Chips:", [*parts, Text(f"in hand {dollars(in_hand)}")])

    def _pack_line(self, head: str, parts: Iterable[Text]) -> Text:
        """Parts in lines as full as the screen allows; what belongs together is not broken."""
        packed, used = Text.assemble((head, "bold")), len(head)
        for number, part in enumerate(parts):
            gap = "   " if number else " "
            if used + len(gap) + part.cell_len > self.console.width:
                gap, used = "\n  ", -1
            packed.append(gap).append_text(part)
            used += len(gap) + part.cell_len
        return packed

    def _chip(self, stake: Cents) -> str:
        return f"({dollars(stake)})" if self.plain else f"● {dollars(stake)}"


def _result(row: WagerView) -> str:
    return f"{row.result} {signed_dollars(row.net or 0)}"


def _reason(row: WagerView, width: int) -> list[str]:
    """Return the reason for a wager's result in lines; the name of a clause is never broken."""
    clause = (row.clause or "").replace(" ", UNBROKEN)
    lines = wrap(f"{row.why} ({clause})", max(width, _LEAST_WIDTH), break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in lines]


def signed_dollars(net: Cents) -> str:
    """An amount won or lost: +$15, -$10, $0."""
    return f"+{dollars(net)}" if net > 0 else dollars(net)


def money_style(net: Cents) -> str:
    return "green" if net > 0 else "red" if net < 0 else ""


def _can_show(encoding: str) -> bool:
    try:
        "╭─╮│░●♠♥♦♣╰╯".encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True

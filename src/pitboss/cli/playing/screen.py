"""The table drawn for a terminal: cards, chips, choices and results, in colour, in monochrome or in plain ASCII."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.control import Control
from rich.table import Table
from rich.text import Text

from pitboss.cli.playing.games import Group, View, bands, own_wagers, spot_words, words
from pitboss.games.play import Cents, Stage, dollars
from pitboss.games.views import HIDDEN

_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RED = "hd"
_CARD_WIDTH = 6
_GAP = 3


class Screen:
    """Draws what one player may see."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.plain = not _can_show(console.encoding)

    def table(self, title: str, view: View, in_hand: Cents) -> None:
        """The felt from the dealer's side to the player's, with the chips on it."""
        self._new_page()
        stage = view["phase"] if view["stage"] is Stage.PLAYING and "phase" in view else view["stage"]
        heading = f"{title}, round {view['round']}, {words(stage)}"
        self.console.print(Text(heading, style="bold"))
        for band in bands(view):
            self._band(band)
        self.console.print(self._chips(view, in_hand))

    def choices(self, labels: Sequence[str]) -> None:
        line = Text("Your choice: ", style="bold")
        for number, label in enumerate(labels, 1):
            # Words of one choice stay on one line.
            line.append_text(Text(f"{number} {label}".replace(" ", "\N{NO-BREAK SPACE}")))
            line.append("   " if number < len(labels) else "")
        self.console.print(line)

    def results(self, view: View) -> None:
        """UTH 9.3(c): every wager with what became of it, why, and by which clause."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(ratio=1)
        for row in own_wagers(view):
            if "result" in row:
                left = Text(f"{spot_words(row)} {dollars(row['stake'])}\n")
                left.append(f"{row['result']} {signed(row['net'])}", style=_money_style(row["net"]))
                grid.add_row(left, f"{row['why']} ({row['clause']})")
        self.console.print(grid)

    def _new_page(self) -> None:
        """In a terminal the felt is always in the same place; what was there before can still be scrolled to."""
        if self.console.is_terminal:
            self.console.print("\n" * (self.console.height - 1))
            self.console.control(Control.home())

    def _band(self, groups: Iterable[Group]) -> None:
        """Groups side by side as long as the screen is wide enough."""
        line: list[list[Text]] = []
        room = self.console.width
        for drawn in (lines for group in groups for lines in self._drawn(group)):
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
            row = Text((" " * _GAP)).join(parts)
            row.rstrip()
            self.console.print(row)

    def _drawn(self, group: Group) -> Iterable[list[Text]]:
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
        face = Text.assemble(side, (f"{rank:>2}{_SIGNS[suit]} ", style), side)
        return Text(top), face, Text.assemble(corner[0], "──", (suit, style), "─", corner[1])

    def _chips(self, view: View, in_hand: Cents) -> Text:
        """Each spot with its chips, or with what became of them."""
        parts = []
        for row in own_wagers(view):
            part = Text(f"{spot_words(row)} ")
            if "result" in row:
                part.append(f"{row['result']} {signed(row['net'])}", style=_money_style(row["net"]))
            else:
                part.append(self._chip(row["stake"]), style="bold")
                if row["at_risk"] < row["stake"]:
                    part.append(f" ({dollars(row['at_risk'])} of it live)")
            parts.append(part)
        return Text.assemble("Chips: ", Text("   ").join(parts), f"   in hand {dollars(in_hand)}")

    def _chip(self, stake: Cents) -> str:
        return f"({dollars(stake)})" if self.plain else f"● {dollars(stake)}"


def signed(net: Cents) -> str:
    """An amount won or lost: +$15, -$10, $0."""
    return f"+{dollars(net)}" if net > 0 else dollars(net)


def _money_style(net: Cents) -> str:
    return "green" if net > 0 else "red" if net < 0 else ""


def _can_show(encoding: str) -> bool:
    try:
        "╭─╮│░●♠♥♦♣╰╯".encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True

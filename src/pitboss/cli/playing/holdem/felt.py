"""A hold'em table drawn for a terminal: every seat with its chips, the board, one's own cards, and the pots."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from rich.text import Text

from pitboss.cards.card import card
from pitboss.cards.hand import in_words
from pitboss.cards.ranking import Ranking
from pitboss.cli.playing.games import Group
from pitboss.cli.playing.holdem.words import ME, YOU, list_names, standing_words
from pitboss.cli.playing.screen import SIGNS, UNBROKEN, Screen
from pitboss.games.holdem.state import Round, hands_in
from pitboss.games.holdem.view import HoldemView
from pitboss.games.play import Cents, dollars

STREETS = {"hole": "before the flop", "flop": "flop", "turn": "turn", "river": "river"}
_LEAST_TO_RANK = 5
_RED_CARD = r"\b(10|[2-9AKQJ])[♥♦]"


class HoldemScreen(Screen):
    """Draws what the person at one seat may see."""

    def page(self, heading: str, log: Sequence[str]) -> None:
        """A new page, with what has happened since the last one."""
        self._new_page()
        self.console.print(Text(heading, style="bold"))
        self.lines(log)

    def lines(self, lines: Sequence[str], style: str = "") -> None:
        """Sentences, wrapped so that the name of a clause is never broken."""
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            whole = line.replace(" (HLD ", f" (HLD{UNBROKEN}")
            for part in wrap(whole, self.console.width, subsequent_indent=indent, break_on_hyphens=False):
                text = Text(part.replace(UNBROKEN, " "), style=style)
                text.highlight_regex(_RED_CARD, style="red")
                self.console.print(text)

    def seats(self, view: HoldemView, temperaments: Mapping[str, str]) -> None:
        """Print every seat with stake and bet, whose turn it is, and the button."""
        rows = [("seat", "player", "stake", "bet", "")]
        styles = ["dim"]
        for row in view.seats:
            mine = row.player == ME
            name = YOU if mine else f"{row.player}, {temperaments[row.player]}"
            bet = dollars(row.bet) if row.bet else ""
            rows.append((str(row.seat), name, dollars(row.stake), bet, standing_words(row)))
            styles.append("bold" if mine else "dim" if row.folded in (None, True) else "")
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        for style, (seat, name, stake, bet, stands) in zip(styles, rows, strict=True):
            mark = ">" if name == YOU else " "
            chips = f"{stake:>{widths[2]}}  {bet:>{widths[3]}}"
            self.console.print(
                Text(f"{mark} {seat:>{widths[0]}} {name:<{widths[1]}} {chips}  {stands}".rstrip(), style)
            )

    def middle(self, board: Sequence[str], own: Sequence[str], ranking: Ranking) -> None:
        """The board, and one's own cards with the class of hand they make."""
        groups = [Group("Board", tuple(board))] if board else []
        if own:
            groups.append(Group(_own_label(ranking, (*own, *board)), tuple(own)))
        self._band(groups)

    def pots(self, now: Round) -> None:
        """Print the pots, including bets that have not been collected."""
        self.console.print(self._pack_line("Pot:", [Text(part) for part in _pot_words(now)]))

    def offers(self, head: str, labels: Sequence[str]) -> Text:
        """The question what it is to be, by letter; the words of one choice stay on one line."""
        return self._pack_line(head, map(Text, labels)).append("\nType a letter")

    def cards(self, faces: Sequence[str]) -> str:
        """Cards within a sentence."""
        return " ".join(each if self.plain else f"{each[:-1].replace('T', '10')}{SIGNS[each[-1]]}" for each in faces)


def _own_label(ranking: Ranking, faces: Sequence[str]) -> str:
    """One's own cards, and what they make with the board."""
    if len(faces) < _LEAST_TO_RANK:
        return "Your cards"
    name, *_ = in_words(*ranking.unpack(ranking.strength(tuple(map(card, faces))))).split(",")
    return f"Your cards: {name}"


def _pot_words(now: Round) -> Iterator[str]:
    """The pots as they stand, and who is out of the side pots by having tapped out below them."""
    pots = tuple(pots_so_far(now))
    for number, (amount, hands) in enumerate(pots):
        if len(pots) == 1:
            yield dollars(amount)
        elif len(hands) == 1:
            yield f"uncalled {dollars(amount)}"
        else:
            without = [now.names[hand] for hand in hands_in(now) if hand not in hands]
            yield f"{'side' if number else 'main'} {dollars(amount)}" + (
                f" (without {list_names(without)})" if without else ""
            )


def pots_so_far(now: Round) -> Iterator[tuple[Cents, tuple[int, ...]]]:
    """The chips of a round that goes on, and the hands that can contest them; only a tap-out makes a side pot."""
    contesting = hands_in(now)
    levels = sorted({now.paid[hand] for hand in contesting if now.tapped >> hand & 1})
    below, dead = 0, sum(now.dead)
    for level in (*levels, max(now.paid, default=0)):
        amount = sum(min(paid, level) - min(paid, below) for paid in now.paid) + dead
        if amount:
            yield amount, tuple(hand for hand in contesting if now.paid[hand] + now.stacks[hand] > below)
        below, dead = max(level, below), 0

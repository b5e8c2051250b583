"""A hold'em table drawn for a terminal: every seat with its chips, the board, one's own cards, and the pots."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from rich.text import Text

from pitboss.cards.card import card
from pitboss.cli.playing.games import Group, View
from pitboss.cli.playing.holdem.words import ME, YOU, name_of, standing_words
from pitboss.cli.playing.screen import SIGNS, UNBROKEN, Screen
from pitboss.games.holdem.pots import layers
from pitboss.games.holdem.settings import ranking_of, settings_of
from pitboss.games.holdem.state import Holdem, hands_in, pot_now
from pitboss.games.play import dollars

_STREETS = {"hole": "before the flop", "flop": "the flop", "turn": "the turn", "river": "the river"}
_LEAST_TO_RANK = 5


class HoldemScreen(Screen):
    """Draws what the person at one seat may see."""

    def page(self, title: str, view: View, log: Sequence[str], moods: Mapping[str, str]) -> None:
        """A new page: what has happened since the last one, and then the table as it is."""
        self._new_page()
        self.console.print(Text(f"{title}, round {view['round']}, {_STREETS[view['street']]}", style="bold"))
        self.lines(log)
        self.console.print()
        self._seats(view, moods)

    def lines(self, lines: Sequence[str]) -> None:
        """Sentences, wrapped so that neither a clause nor a card is broken."""
        for line in lines:
            indent = len(line) - len(line.lstrip())
            kept = _unbroken(line)
            for part in wrap(kept, self.console.width, subsequent_indent=" " * (indent + 2), break_on_hyphens=False):
                self.console.print(part.replace(UNBROKEN, " "))

    def cards_and_pot(self, state: Holdem, own: Sequence[str]) -> None:
        """The board, one's own cards with the class of hand they make, and the chips in the middle."""
        now = state.play.round
        groups = [Group("Board", tuple(map(_face, now.board)))] if now.board else []
        if own:
            groups.append(Group(self._own_label(state, own), tuple(own)))
        self._band(groups)
        self.console.print(self._packed("Pot:", [Text(part) for part in self._pots(state)]))

    def cards(self, faces: Sequence[str]) -> str:
        """Cards within a sentence."""
        return " ".join(
            face if self.plain else f"{face[:-1].replace('T', '10')}{SIGNS[face[-1]]}" for face in faces
        )

    def _own_label(self, state: Holdem, own: Sequence[str]) -> str:
        now = state.play.round
        cards = (*map(card, own), *now.board)
        if len(cards) < _LEAST_TO_RANK:
            return "Your cards"
        return f"Your cards: {_class_of(state, cards)}"

    def _seats(self, view: View, moods: Mapping[str, str]) -> None:
        turn = view["turn"] and view["turn"]["seat"]
        head = f"  {'seat':4} {'player':<17} {'stake':>9} {'bet':>8}"
        self.console.print(Text(head, style="dim"))
        for row in view["seats"]:
            mine = row["player"] == ME
            name = YOU if mine else f"{row['player']}, {moods[row['player']]}"
            bet = dollars(row["bet"]) if row.get("bet") else ""
            words = standing_words(row, turn=row["seat"] == turn, running=True)
            mark = ">" if mine else " "
            line = f"{mark} {row['seat']:>4} {name:<17} {dollars(row['stake']):>9} {bet:>8}  {words}".rstrip()
            out = row.get("folded") or "cards" not in row
            self.console.print(Text(line, style="bold" if mine else "dim" if out else ""))

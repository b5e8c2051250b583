"""A hold'em table drawn for a terminal: every seat with its chips, the board, one's own cards, and the pots."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from rich.text import Text

from pitboss.cards.card import Card, face
from pitboss.cli.playing.games import Group, View, words
from pitboss.cli.playing.holdem.words import ME, YOU, listed, name_of, standing_words
from pitboss.cli.playing.screen import SIGNS, UNBROKEN, Screen
from pitboss.games.holdem.settings import ranking_of, settings_of
from pitboss.games.holdem.state import Holdem, Round, hands_in
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

    def lines(self, lines: Sequence[str]) -> None:
        """Sentences, wrapped so that neither a clause nor the words in front of one are broken apart."""
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            whole = line.replace(" (HLD ", f" (HLD{UNBROKEN}")
            for part in wrap(whole, self.console.width, subsequent_indent=indent, break_on_hyphens=False):
                text = Text(part.replace(UNBROKEN, " "))
                text.highlight_regex(_RED_CARD, style="red")
                self.console.print(text)

    def seats(self, view: View, temperaments: Mapping[str, str]) -> None:
        """Everybody with stake and bet, whose turn it is, and where the button lies."""
        turn = view["turn"] and view["turn"]["seat"]
        self.console.print(Text(f"  seat {'player':<17} {'stake':>9} {'bet':>9}", style="dim"))
        for row in view["seats"]:
            mine = row["player"] == ME
            name = YOU if mine else f"{row['player']}, {temperaments[row['player']]}"
            bet = dollars(row["bet"]) if row.get("bet") else ""
            stands = standing_words(row, turn=row["seat"] == turn)
            mark = ">" if mine else " "
            line = f"{mark} {row['seat']:>4} {name:<17} {dollars(row['stake']):>9} {bet:>9}  {stands}".rstrip()
            out = row.get("folded", True)
            self.console.print(Text(line, style="bold" if mine else "dim" if out else ""))

    def middle(self, state: Holdem, own: Sequence[Card]) -> None:
        """The board, one's own cards with the class of hand they make, and the pots."""
        now = state.play.round
        groups = [Group("Board", tuple(map(face, now.board)))] if now.board else []
        if own:
            groups.append(Group(_own_label(state, (*own, *now.board)), tuple(map(face, own))))
        self._band(groups)
        if now.settlement is None:
            self.console.print(self._packed("Pot:", [Text(part) for part in _pot_words(now)]))

    def cards(self, cards: Sequence[Card]) -> str:
        """Cards within a sentence."""
        faces = map(face, cards)
        return " ".join(each if self.plain else f"{each[:-1].replace('T', '10')}{SIGNS[each[-1]]}" for each in faces)


def _own_label(state: Holdem, cards: Sequence[Card]) -> str:
    """One's own cards, and what they make with the board."""
    if len(cards) < _LEAST_TO_RANK:
        return "Your cards"
    ranking = ranking_of(settings_of(state))
    category, _ = ranking.unpacked(ranking.strength(cards))
    return f"Your cards: {words(category.name.lower())}"


def _pot_words(now: Round) -> Iterator[str]:
    """HLD 14.2[s1]: the pots as they stand: side pots are for those who have not tapped out below them."""
    pots = tuple(pots_so_far(now))
    for number, (amount, hands) in enumerate(pots):
        if len(pots) == 1:
            yield dollars(amount)
            continue
        name = "side" if number else "main"
        without = [name_of(now.names[hand]) for hand in hands_in(now) if hand not in hands]
        yield f"{name} {dollars(amount)}" + (f" (without {listed(without)})" if without else "")


def pots_so_far(now: Round) -> Iterator[tuple[Cents, tuple[int, ...]]]:
    """The chips of a round that goes on, and the hands that contest them; only a tap-out makes a side pot."""
    contesting = hands_in(now)
    levels = sorted({now.paid[hand] for hand in contesting if now.tapped >> hand & 1})
    below, dead = 0, sum(now.dead)
    for level in (*levels, max(now.paid, default=0)):
        amount = sum(min(paid, level) - min(paid, below) for paid in now.paid) + dead
        if amount:
            yield amount, tuple(hand for hand in contesting if now.paid[hand] >= level or not now.tapped >> hand & 1)
        below, dead = max(level, below), 0

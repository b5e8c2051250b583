"""The printed charts of Canberra Poker, played: every hand by the mark that a person finds for it, and nothing else."""

from collections.abc import Sequence

from pitboss.cards.order import Category
from pitboss.odds.canberra.charts import BET, FIFTH, FOLD, ace_king_name, overview_name
from pitboss.odds.canberra.places import categories, deciding_ranks, least_in, least_pair
from pitboss.odds.worth import Chart

# Where part of the hands bet, from so many percent on all of them do.
MOST_BET = 50


def bets(charts: Sequence[Chart], place: int) -> tuple[int, ...]:
    """The ranks of the upcards against which a hand at this place bets."""
    is_ace_king = least_in() <= place < least_pair()
    name = ace_king_name(place) if is_ace_king else overview_name(Category(int(categories()[place])))
    [chart] = [each for each in charts if name in each.rows]
    row = chart.rows.index(name)
    said = (chart.texts or chart.cells)[row]
    fifth = deciding_ranks(place)[4] if is_ace_king else None
    return tuple(upcard for upcard, text in enumerate(said) if _bets(text, upcard == fifth))


def _bets(text: str, pairs_fifth: bool) -> bool:
    if text == FIFTH:
        return pairs_fifth
    return text == BET or (text != FOLD and int(text.removesuffix("%")) >= MOST_BET)

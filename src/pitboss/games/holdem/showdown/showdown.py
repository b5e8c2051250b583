"""The showdown: whose hand is shown, how strong it is for high and for low, and who takes which part of a pot."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from pitboss.cards.card import RANKS, UNSEEN, Card, rank_of
from pitboss.cards.order import Category
from pitboss.cards.ranking import Ranking
from pitboss.games.copies import new
from pitboss.games.holdem.fast.mutable_round import AnyRound
from pitboss.games.holdem.settings import HIGH, LOW, HoldemSettings, ranking_of
from pitboss.games.holdem.showdown.pots import Layer
from pitboss.games.holdem.state import NOBODY, RIVER, Award, HandShown
from pitboss.games.house.showdown import of_strength
from pitboss.games.play import Cents

SOLE = "sole"
_RANK_NAMES = {category: category.name.lower() for category in Category}


class Strength(NamedTuple):
    """A hand as a number for high and one for low, the greater the better; None where it does not count."""

    high: int | None
    low: int | None
    # The cards that are ranked for each: all of them, or in Omaha the five that play.
    high_cards: tuple[Card, ...]
    low_cards: tuple[Card, ...]


# A hand that was mucked and that nobody has seen: it wins nothing.
_UNSEEN_HAND = Strength(None, None, (), ())


def strengths(settings: HoldemSettings, now: AnyRound, hands: Sequence[int]) -> dict[int, Strength]:
    """HLD 9.1, HLD D-Hand, R-04: any five of the seven cards, the board alone included.

    HLD 3.5(b), HLD 3.5(c): high, low, or both. STAR 7.31: cards speak, whatever was said of them.
    """
    if now.mucked:
        read = [hand for hand in hands if not now.mucked >> hand & 1]
        return {**dict.fromkeys(hands, _UNSEEN_HAND), **_strengths(settings, now, read)}
    return _strengths(settings, now, hands)


def _strengths(settings: HoldemSettings, now: AnyRound, hands: Sequence[int]) -> dict[int, Strength]:
    ranking = ranking_of(settings)
    if settings.game == HIGH and settings.hole_cards == 2:
        board, strength = now.board, ranking.strength
        hole = now.hole
        return {hand: new(Strength, (strength(cards := hole[hand] + board), None, cards, ())) for hand in hands}
    return {hand: _strength(settings, ranking, now.hole[hand], now.board) for hand in hands}


def _strength(settings: HoldemSettings, ranking: Ranking, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Strength:
    if settings.hole_cards == 2:
        pools = [hole + board]
    else:
        # STAR 7.14, STAR 7.29: in Omaha exactly two of the four hole cards play.
        pools = [two + three for two in combinations(hole, 2) for three in combinations(board, 3)]
    high = low = None
    high_cards: tuple[Card, ...] = ()
    low_cards: tuple[Card, ...] = ()
    if settings.game != LOW:
        high_cards = max(pools, key=ranking.strength)
        high = ranking.strength(high_cards)
    if settings.game != HIGH:
        low_cards = max(pools, key=ranking.low_strength)
        if settings.low_qualifier is None or ranking.qualifying_low_hand(low_cards) is not None:
            low = ranking.low_strength(low_cards)
    return Strength(high, low, high_cards, low_cards)


def hand_shown(settings: HoldemSettings, seat: int, strength: Strength) -> HandShown:
    """HLD 13.1[s3]: a hand as the dealer announces it."""
    ranking = ranking_of(settings)
    rank, words = None, ""
    if strength.high is not None:
        _, category, words = of_strength(ranking, strength.high)
        rank = _RANK_NAMES[category]
    if strength.low is None:
        return new(HandShown, (seat, rank, None, words))
    hand = ranking.low_hand(strength.low_cards)
    low = tuple(
        RANKS[rank_of(hand.joker_as if hand.joker_as is not None and card == 52 else card)] for card in hand.cards
    )
    low_words = f"low {'-'.join(low)}"
    return HandShown(seat, rank, low, f"{words} and {low_words}" if words else low_words)


def first_to_show(now: AnyRound, hands: Sequence[int]) -> int:
    """HLD 13.1[s1], R-18: the last bettor who was called; if nobody was, the first hand clockwise of the button.

    Whoever raised and was not called has called the bet before.
    """
    bettor, over = now.aggressor, now.bet_over
    if now.street != RIVER or bettor not in hands or over is None:
        return hands[0]
    if any(hand != bettor and now.bets[hand] > over.call for hand in hands):
        return bettor
    return over.aggressor if over.aggressor in hands else hands[0]


def in_showing_order(now: AnyRound, hands: tuple[int, ...]) -> tuple[int, ...]:
    """HLD 13.1[s1]: clockwise from the hand that is shown first."""
    start = hands.index(first_to_show(now, hands))
    return hands[start:] + hands[:start]


def unread_hand(now: AnyRound, hands: tuple[int, ...]) -> int:
    """HLD 13.1[s1], HLD 13.1[s2]: at a live table the hand that is to be shown or mucked next, or nobody."""
    order = in_showing_order(now, hands) if any(UNSEEN in now.hole[hand] for hand in hands) else ()
    unread = (hand for hand in order if UNSEEN in now.hole[hand] and not now.mucked >> hand & 1)
    return next(unread, NOBODY)


def showing(
    now: AnyRound, hands: tuple[int, ...], pots: tuple[Layer, ...], strength: Mapping[int, Strength]
) -> tuple[int, ...]:
    """HLD 13.1[s1], HLD 13.1[s2]: the hands that are shown, in order: the first, and then each that is not beaten.

    A hand that wins no part of any pot against those already shown may be mucked unseen. Who wants to be seen is.
    """
    seen: list[int] = []
    for hand in in_showing_order(now, hands):
        if not seen or now.shown >> hand & 1 or _can_win(hand, seen, pots, strength):
            seen.append(hand)
    return tuple(seen)


def _can_win(hand: int, seen: list[int], pots: tuple[Layer, ...], strength: Mapping[int, Strength]) -> bool:
    """Whether a hand is equal to or better than all that have been shown, in some pot, for high or for low (R-18).

    A pot that nobody else is left to contest is won unseen.
    """
    mine = strength[hand]
    for pot in pots:
        if hand not in pot.hands or len(pot.hands) == 1:
            continue
        rivals = [strength[other] for other in seen if other in pot.hands]
        high, low = mine.high, mine.low
        if high is not None and not [rival for rival in rivals if rival.high is not None and rival.high > high]:
            return True
        if low is not None and not [rival for rival in rivals if rival.low is not None and rival.low > low]:
            return True
    return False


def awards(
    settings: HoldemSettings,
    now: AnyRound,
    pots: tuple[Layer, ...],
    by_pot: Sequence[Cents],
    strength: Mapping[int, Strength],
) -> tuple[Award, ...]:
    """HLD 13.2, HLD 14.2[s2]: every pot to its best hand, pot by pot, after commission."""
    made: list[Award] = []
    for number, (pot, charge) in enumerate(zip(pots, by_pot, strict=True)):
        amount = pot.amount - charge
        if len(pot.hands) == 1:
            made.append(Award(number, SOLE, now.seats[pot.hands[0]], amount, "HLD 14.2[s2]"))
            continue
        for side, part, winners, clause in _sides(settings, amount, pot.hands, strength):
            made.extend(_divide_pot(settings, now, number, side, part, winners, clause))
    return tuple(made)


def _sides(
    settings: HoldemSettings, amount: Cents, hands: tuple[int, ...], strength: Mapping[int, Strength]
) -> list[tuple[str, Cents, list[int], str]]:
    """The halves of a pot, or the whole of it, with the hands that win each.

    HLD D-High/Low Split, HLD 3.5(d), R-35: half each; where no low hand qualifies, the high hand takes all.
    """
    if settings.game == HIGH:
        return [(HIGH, amount, _best(hands, [strength[hand].high for hand in hands]), "HLD D-High Ball")]
    low = _best(hands, [strength[hand].low for hand in hands])
    if settings.game == LOW:
        return [(LOW, amount, low, "HLD D-Low Ball")]
    high = _best(hands, [strength[hand].high for hand in hands])
    if not low:
        return [(HIGH, amount, high, "HLD 3.5(d)")]
    half = amount // 2 // settings.chip_unit * settings.chip_unit
    if settings.hilo_odd_chip == "button" and min(low) < min(high):
        # in the other reading the odd chip goes to the winner nearest clockwise of the button, of either half.
        high_half, low_half = half, amount - half
    else:
        high_half, low_half = amount - half, half
    clause = "HLD D-High/Low Split"
    return [(HIGH, high_half, high, clause), (LOW, low_half, low, clause)]


def _best(hands: tuple[int, ...], strength: list[int | None]) -> list[int]:
    """The hands of the greatest strength; none where none has any."""
    best = max([each for each in strength if each is not None], default=None)
    return [hand for hand, each in zip(hands, strength, strict=True) if each is not None and each == best]


def _divide_pot(
    settings: HoldemSettings, now: AnyRound, number: int, side: str, amount: Cents, winners: list[int], clause: str
) -> list[Award]:
    """HLD 13.2[s1], HLD 13.2[s2], R-19, R-38: equal hands divide in the smallest chips.

    All that cannot be divided goes to the one winner nearest clockwise of the button.
    """
    if len(winners) == 1:
        return [new(Award, (number, side, now.seats[winners[0]], amount, clause))] if amount else []
    share = amount // len(winners) // settings.chip_unit * settings.chip_unit
    rest = amount - share * len(winners)
    rows = []
    for winner in winners:
        part = share + (rest if winner == winners[0] else 0)
        if part:
            odd = rest and winner == winners[0]
            rows.append(Award(number, side, now.seats[winner], part, "HLD 13.2[s2]" if odd else "HLD 13.2[s1]"))
    return rows

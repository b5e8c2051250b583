"""Describes the events of a hold'em table in the sentences that are said at it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pitboss.games.holdem.betting.betting import Bet, Folded
from pitboss.games.holdem.seats.posting import BLIND, DEAD_POST, POST, Posted
from pitboss.games.holdem.settings import SCALE_II, HoldemSettings
from pitboss.games.holdem.showdown.settlement import Settled
from pitboss.games.holdem.state import Award, Settlement
from pitboss.games.holdem.view import SeatView
from pitboss.games.play import Cents, Event, dollars

ME = "Player"
YOU = "You"
_BLINDS = {1: ("blind",), 2: ("small blind", "big blind"), 3: ("small blind", "big blind", "third blind")}
_POSTED = {POST: "to come in", DEAD_POST: "dead for a blind that was missed"}
# Somebody, or several, who have folded or checked.
_ALIKE = re.compile(r"(.+) (folds?|checks?)\.")
_DOES = {"check": "checks", "stand": "stands", "fold": "folds"}
_NO_COMMISSION = {
    "HLD 15.2(c)": "No commission: everybody who put chips in ties",
    "HLD 15.2(d)": "No commission: only blinds are in the pot",
}


def says(player: str, does: str) -> str:
    """A sentence about somebody, whose verb is given as it is for anybody else: `folds`, `raises to $20`."""
    if player != ME:
        return f"{player} {does}"
    verb, _, rest = does.partition(" ")
    return f"{YOU} {verb.removesuffix('s')} {rest}".rstrip().replace(" taps out", " tap out")


def list_names(players: Iterable[str]) -> str:
    """Several people within a sentence."""
    *others, last = (YOU.lower() if player == ME else player for player in players)
    return f"{', '.join(others)} and {last}" if others else last


def with_told(log: Sequence[str], event: Event, names: Mapping[int, str]) -> list[str]:
    """The log with what has just happened; who folds or checks after another joins that line."""
    lines = list(log)
    for line in describe_chips(event, names):
        before, after = (_ALIKE.fullmatch(each) for each in (lines[-1] if lines else "", line))
        if before and after and _once(before[2]) == _once(after[2]):
            lines[-1] = f"{before[1].replace(' and ', ', ')} and {after[1]} {_once(after[2])}."
        else:
            lines.append(line)
    return lines


def _once(verb: str) -> str:
    return verb.removesuffix("s")


def describe_chips(event: Event, names: Mapping[int, str]) -> Iterator[str]:
    """Yield a line for each movement of chips in an event."""
    if isinstance(event, Posted):
        yield from _describe_posts(event)
    elif isinstance(event, Bet):
        yield f"{says(event.player, _bet_words(event))}."
    elif isinstance(event, Folded):
        yield f"{says(names[event.seat], 'folds')}."


def _describe_posts(event: Posted) -> Iterator[str]:
    """Blinds, and what is posted to come in."""
    blinds = iter(_BLINDS[max(sum(kind == BLIND for _, _, kind, _ in event.rows), 1)])
    for _, player, kind, amount in event.rows:
        much = dollars(amount)
        what = f"the {next(blinds)}, {much}" if kind == BLIND else f"{much} {_POSTED[kind]}"
        yield f"{says(player, f'posts {what}')}."


def _bet_words(event: Bet) -> str:
    all_in = " and taps out" if event.tapped else ""
    if event.do in _DOES:
        return _DOES[event.do]
    amount = event.added if event.do == "call" else event.to
    verb = {"call": "calls", "bet": "bets"}.get(event.do, "raises to")
    return f"{verb} {dollars(amount)}{all_in}"


def hand_words(done: Settlement, seat: int) -> str:
    return next((hand.words for hand in done.hands if hand.seat == seat), "")


class Ending:
    """The end of a round in sentences: what goes back, who shows, who takes which pot, and what the house takes."""

    def __init__(self, event: Settled, names: Mapping[int, str], settings: HoldemSettings) -> None:
        self.done, self.names, self.settings = event.settlement, names, settings
        self.clause = event.clause

    def sentences(self, cards: Callable[[int], str]) -> Iterator[str]:
        """In the order of the rules; `cards` draws the hand of a seat that was shown."""
        yield from self._returned_lines()
        yield from self._showdown_lines(cards)
        for number in range(len(self.done.pots)):
            yield from self._pot(number)
        yield self._commission()

    def _returned_lines(self) -> Iterator[str]:
        for seat, amount in self.done.returned.items():
            yield f"{dollars(amount)} that nobody called goes back to {list_names([self.names[seat]])}. (HLD 15.2(b))"

    def _showdown_lines(self, cards: Callable[[int], str]) -> Iterator[str]:
        done = self.done
        for seat in done.shown:
            yield f"{says(self.names[seat], f'shows {cards(seat)}')}: {hand_words(done, seat)}."
        if done.mucked:
            who = list_names(self.names[seat] for seat in done.mucked)
            verb = "mucks" if len(done.mucked) == 1 and self.names[done.mucked[0]] != ME else "muck"
            yield f"{who[0].upper()}{who[1:]} {verb}: a beaten hand need not be shown. (HLD 13.1[s2])"

    def _pot(self, number: int) -> Iterator[str]:
        """One pot with its winners; what the house takes is out of it before it is divided."""
        done = self.done
        charge = done.charge.by_pot[number]
        awards = [award for award in done.awards if award.pot == number]
        less = f", less {dollars(charge)} commission" if charge else ""
        pot = done.pots[number]
        whose = f" between {list_names(self.names[seat] for seat in pot.eligible)}" if number else ""
        title = f"{_pot_name(number, len(done.pots))} of {dollars(pot.amount)}{whose}{less}"
        if len(awards) == 1:
            yield f"{title}: {self._award_words(awards[0])} ({awards[0].clause})"
            return
        yield f"{title}: equal hands divide it. (HLD 13.2[s1])"
        for award in awards:
            odd = ", with what cannot be divided, as the first clockwise of the button"
            more = f"{odd}. (HLD 13.2[s2])" if award.clause == "HLD 13.2[s2]" else "."
            yield f"  {says(self.names[award.seat], f'takes {dollars(award.amount)}')}{more}"

    def _award_words(self, award: Award) -> str:
        held = hand_words(self.done, award.seat)
        takes = says(self.names[award.seat], f"wins {dollars(award.amount)}")
        if not self.done.shown:
            return f"{takes}, as everybody else has folded."
        return f"{takes} with {held}." if award.side != "sole" else f"{takes}, as nobody else is left in it."

    def _commission(self) -> str:
        charge, rules = self.done.charge, self.settings.commission
        assert rules is not None
        rate, least = ("10%", "$9") if rules.scale == SCALE_II else ("5%", "$19")
        if charge.total:
            how = f"{rate} of all pots in whole dollars, at most {dollars(rules.cap)}"
            return f"Commission {dollars(charge.total)}: {how}. ({charge.clause})"
        why = _NO_COMMISSION.get(charge.clause, f"No commission: no pot is above {least}")
        return f"{why}. ({charge.clause})"


def _pot_name(number: int, count: int) -> str:
    if count == 1:
        return "Pot"
    return "Main pot" if not number else "Side pot" if count == 2 else f"Side pot {number}"


def standing_words(row: SeatView) -> str:
    """Describe the standing of a place at the table in a few words."""
    words = ["button"] if row.button else []
    if row.cards is None:
        words.append({"away": "sits out", "waiting": "waits for a blind"}.get(row.standing, "not dealt in"))
    elif row.folded:
        words.append("folded")
    elif row.tapped_out:
        words.append("tapped out")
    if row.declared:
        words.append("declared")
    return ", ".join(words)


def amounts_words(least: Cents, most: Cents) -> str:
    return dollars(least) if least == most else f"{dollars(least)}-{dollars(most)}"

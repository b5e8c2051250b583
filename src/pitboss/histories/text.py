"""A hand as a player can read it: seats and stakes, what was posted, dealt and done, the pots, and who won what."""

from collections.abc import Callable, Collection, Iterator, Mapping
from decimal import Decimal
from typing import Any

from pitboss.cards.card import Card, face, faces
from pitboss.games.holdem.betting.betting import Bet, Folded
from pitboss.games.holdem.betting.sizes import amount_words
from pitboss.games.holdem.dealing import BoardDealt, HandsTabled, HoleDealt
from pitboss.games.holdem.irregular.conduct import HandRevealed
from pitboss.games.holdem.irregular.irregularities import CardReplaced, HandDead, HandFouled
from pitboss.games.holdem.seats import posting
from pitboss.games.holdem.settings import ANTE, FIXED, HIGH, HILO, LOW, TOURNAMENT, HoldemSettings, settings_of
from pitboss.games.holdem.showdown.pots import pot_now
from pitboss.games.holdem.showdown.settlement import ChipsBack, Settled
from pitboss.games.holdem.state import STREETS, Award, Holdem, Play, Round
from pitboss.games.holdem.view import SeatView
from pitboss.games.play import Audience, Cents, Command, Event, Stage, Viewer
from pitboss.games.table import Table
from pitboss.games.views import HIDDEN
from pitboss.rulebook.refusal import Refusal

EVERYBODY = Viewer(Audience.SIGN)
AUDITOR = Viewer(Audience.AUDITOR)

_LIMITS = {
    "no_limit": "no limit",
    "half_pot": "half-pot limit",
    "full_pot": "pot limit",
    "straddle": "straddle limit",
    "fixed": "fixed limit",
}
_POSTED = {
    posting.ANTE_PAID: "pays the ante",
    posting.BIG_BLIND_ANTE: "pays the big blind ante",
    posting.POST: "posts to come in",
    posting.DEAD_POST: "posts dead",
}
_KINDS = {HIGH: "", LOW: "low ball", HILO: "high/low split"}
HOLE_CARDS = 2
# After the end of a round only this still belongs to it; the rest is about the next one.
_AFTER_THE_END = ("show", "shown_to_one")


def readable(table: Table[Play], viewer: Viewer = EVERYBODY, *, unit: int = 1, not_known: Collection[Card] = ()) -> str:
    """The round a table is at or has just finished, as text for one who looks at it.

    Hole cards are told as far as the view of the table tells them to that viewer: a player is shown the own cards and
    those that everybody saw, and only the auditor all of them, once the round is over. Amounts are told in units of so
    many chips; cards `not_known` are told to nobody.
    """
    return "\n".join(_HandText(table, viewer, unit, not_known).lines()) + "\n"


class _HandText:
    """Goes through the commands of a round once more and tells what each of them brought."""

    def __init__(self, table: Table[Play], viewer: Viewer, unit: int, not_known: Collection[Card]) -> None:
        self.table, self.unit = table, unit
        self.state: Holdem = table.round_began_with
        self.settings: HoldemSettings = settings_of(table.state)
        self.blinds: dict[int, str] = {}
        hidden = {face(card): HIDDEN for card in not_known}
        self.cards = {
            seat: " ".join(hidden.get(card, card) for card in cards)
            for seat, cards in seen_cards(table, viewer).items()
        }

    def lines(self) -> Iterator[str]:
        for command in self.table.commands:
            if self.state.felt.stage is Stage.OVER and command.do not in _AFTER_THE_END and command.do != "start_round":
                continue
            done = self.table.game.act(self.state, command)
            assert not isinstance(done, Refusal), f"{command.do} was accepted when it was played: {done}"
            after, events = done
            told = [line for event in events for line in self._tell(event, after)]
            yield from told or self._else(command, events)
            self.state = after
        yield from self._outcomes()

    def _tell(self, event: Event, after: Holdem) -> Iterator[str]:
        tell = _TELLS.get(type(event))
        return iter(()) if tell is None else tell(self, event, after)

    def _else(self, command: Command, events: tuple[Event, ...]) -> Iterator[str]:
        """Yield the line of a rare event: a ruling or a notice, in the words of the command, with its clause."""
        game = self.table.game
        if command.do in game.routines or not game.verbs[command.do].of_round or not events:
            return
        where = f" at seat {command.seat}" if command.seat is not None else ""
        why = f": {command.reason.replace('_', ' ')}" if command.reason else ""
        yield f"  The {command.by} rules{where}, {command.do.replace('_', ' ')}{why} ({events[0].clause})."

    def _name(self, seat: int, now: Round | None = None) -> str:
        now = now or self.state.play.round
        return now.names[now.seats.index(seat)]

    def _money(self, amount: Cents) -> str:
        """An amount in words; where a chip is a fraction of a unit, as a decimal number of units."""
        if self.unit == 1:
            return amount_words(self.settings, amount)
        whole, rest = divmod(Decimal(amount) / self.unit, 1)
        return f"{whole + rest:,f}" if rest else f"{whole:,f}"

    def _lined_up(self, event: posting.Positions, after: Holdem) -> Iterator[str]:
        """Who posts which blind; of one blind nobody asks whether it is the small or the big one."""
        line, alone = event.line, len(self.settings.blinds) == 1
        for seat, _ in line.blinds:
            what = "small blind" if seat == line.small else "big blind" if seat == line.big else "third blind"
            self.blinds[seat] = "the blind" if alone else f"the {what}"
        return iter(())

    def _tell_posted(self, event: posting.Posted, after: Holdem) -> Iterator[str]:
        """The head of the hand, and what everybody put in before the cards."""
        now, house = after.play.round, after.house
        yield f"{self._game()}. Round {house.round}, the button is at seat {now.button}."
        for seat, name, stack, paid, dead in zip(now.seats, now.names, now.stacks, now.paid, now.dead, strict=True):
            yield f"  Seat {seat}: {name}, {self._money(stack + paid + dead)}"
        yield from ("", "Before the deal")
        for seat, player, kind, amount in event.rows:
            what = f"posts {self.blinds[seat]}" if kind == posting.BLIND else _POSTED[kind]
            yield f"  {player} {what}, {self._money(amount)}."

    def _over_blind(self, event: posting.OverBlindPosted, after: Holdem) -> Iterator[str]:
        yield f"  {event.player} makes an over-blind of {self._money(event.to)}."

    def _hole(self, event: HoleDealt, after: Holdem) -> Iterator[str]:
        if after.felt.stage is not Stage.PLAYING:
            return
        yield from ("", "Hole cards")
        now = after.play.round
        for seat, name in zip(now.seats, now.names, strict=True):
            yield f"  {name}: {self.cards[seat]}"
        yield ""

    def _board(self, event: BoardDealt, after: Holdem) -> Iterator[str]:
        now = after.play.round
        yield from ("", f"{STREETS[now.street].capitalize()} {faces(now.board)}, pot {self._money(pot_now(now))}")

    def _tell_bet(self, event: Bet, after: Holdem) -> Iterator[str]:
        amount, to = self._money(event.added), self._money(event.to)
        done = {
            "check": "checks",
            "stand": "stands",
            "call": f"calls {amount}",
            "bet": f"bets {to}",
            "raise": f"raises to {to}",
        }[event.do]
        yield f"  {event.player} {done}{' and is tapped out' if event.tapped else ''}."

    def _tell_folded(self, event: Folded, after: Holdem) -> Iterator[str]:
        name = self._name(event.seat)
        yield f"  {name} folds." if event.why == "Folded." else f"  {name}: {event.why} ({event.clause})"

    def _dead(self, event: HandDead, after: Holdem) -> Iterator[str]:
        back = f" {self._money(event.returned)} comes back." if event.returned else ""
        yield f"  The hand of {event.player} goes to the discards and is dead ({event.clause}).{back}"

    def _tell_fouled(self, event: HandFouled, after: Holdem) -> Iterator[str]:
        yield f"  {self._name(event.seat)}: {event.why} ({event.clause})"

    def _tell_replaced(self, event: CardReplaced, after: Holdem) -> Iterator[str]:
        yield f"  The exposed {faces((event.old,))} of {self._name(event.seat)} is replaced ({event.clause})."

    def _tell_tabled(self, event: HandsTabled, after: Holdem) -> Iterator[str]:
        for seat in event.seats:
            yield f"  {self._name(seat)} turns up {self.cards[seat]} ({event.clause})."

    def _tell_revealed(self, event: HandRevealed, after: Holdem) -> Iterator[str]:
        """A hand that is shown; at the showdown it is told with its words instead."""
        done = self.table.state.play.round.settlement
        if self.state.felt.stage is Stage.OVER or done is None or event.seat not in done.shown:
            yield f"  {self._name(event.seat)} shows {self.cards[event.seat]} ({event.clause})."

    def _tell_settled(self, event: Settled, after: Holdem) -> Iterator[str]:
        """The showdown in its order, the pots with what the house takes of them, and each share with its clause."""
        done, now = event.settlement, after.play.round
        if done.hands or done.mucked:
            yield from ("", "Showdown")
        for hand in done.hands:
            yield f"  {self._name(hand.seat, now)} shows {self.cards[hand.seat]}: {hand.words}."
        for seat in done.mucked:
            yield f"  {self._name(seat, now)} mucks."
        yield from ("", "Pots")
        for seat, amount in done.returned.items():
            yield f"  {self._money(amount)} that nobody called goes back to {self._name(seat, now)}."
        for number, pot in enumerate(done.pots):
            name = "The pot" if len(done.pots) == 1 else "The main pot" if not number else f"Side pot {number}"
            yield f"  {name} of {self._money(pot.amount)}: {self._shares(done.awards, number, now)}"
        if self.settings.mode != TOURNAMENT:
            yield f"  Commission: {self._money(done.charge.total)} ({done.charge.clause})."

    def _shares(self, awards: tuple[Award, ...], pot: int, now: Round) -> str:
        shares = []
        for award in awards:
            if award.pot == pot:
                half = " for low" if award.side == LOW else ""
                shares.append(f"{self._name(award.seat, now)} wins {self._money(award.amount)}{half} ({award.clause})")
        return ", ".join(shares) + "." if shares else "nobody wins anything."

    def _back(self, event: ChipsBack, after: Holdem) -> Iterator[str]:
        yield from ("", f"{event.reason} ({event.clause})")
        for _, player, amount in event.chips:
            yield f"  {self._money(amount)} goes back to {player}."

    def _outcomes(self) -> Iterator[str]:
        """Yield the net result of each player, and the stake it left."""
        now = self.state.play.round
        if self.state.felt.stage is not Stage.OVER:
            return
        yield from ("", "Result")
        decided = {row.seat: row for row in self.table.outcomes}
        for seat, name, stack in zip(now.seats, now.names, now.stacks, strict=True):
            row = decided.get(seat)
            net = 0 if row is None else row.net
            # What was won of which pot has been told; why somebody lost has not.
            told = f" {row.why} ({row.clause})" if row is not None and net < 0 else ""
            yield f"  {name} {'+' if net > 0 else ''}{self._money(net)}, now {self._money(stack)}.{told}"

    def _game(self) -> str:
        """The game and its stakes in a line, as the sign tells them."""
        settings = self.settings
        name = "Omaha" if settings.hole_cards != HOLE_CARDS else "Hold'em"
        words = [
            f"{name}, {_LIMITS[settings.limit]}",
            f"{settings.deck} cards{' and a joker' if settings.joker else ''}",
        ]
        if settings.structure != ANTE:
            amounts = "/".join(map(self._money, settings.blinds))
            words.append(f"blinds {amounts}" if len(settings.blinds) > 1 else f"a blind of {amounts}")
        if settings.ante:
            words.append(f"ante {self._money(settings.ante)}")
        if settings.big_blind_ante:
            words.append(f"big blind ante {self._money(settings.big_blind_ante)}")
        if settings.limit == FIXED and isinstance(settings.min_bet, tuple):
            words.append(f"bets of {self._money(settings.min_bet[0])} and {self._money(settings.min_bet[-1])}")
        return ", ".join(filter(None, (*words, _KINDS[settings.game])))


_TELLS: Mapping[type, Callable[[_HandText, Any, Holdem], Iterator[str]]] = {
    posting.Positions: _HandText._lined_up,
    posting.Posted: _HandText._tell_posted,
    posting.OverBlindPosted: _HandText._over_blind,
    HoleDealt: _HandText._hole,
    BoardDealt: _HandText._board,
    Bet: _HandText._tell_bet,
    Folded: _HandText._tell_folded,
    HandDead: _HandText._dead,
    HandFouled: _HandText._tell_fouled,
    CardReplaced: _HandText._tell_replaced,
    HandsTabled: _HandText._tell_tabled,
    HandRevealed: _HandText._tell_revealed,
    Settled: _HandText._tell_settled,
    ChipsBack: _HandText._back,
}


def seen_cards(table: Table[Play], viewer: Viewer) -> dict[int, tuple[str, ...]]:
    """HLD 16.4[s1]: the hole cards by seat as the view of the table tells them to a viewer, unknown ones hidden."""
    seats: list[SeatView] = table.view(viewer).seats
    return {row.seat: tuple(row.cards) for row in seats if row.cards is not None}

"""A round in motion: the one place where decisions and streets change a round, and who is to act next.

A round is a value, and a copy of it for every decision is most of what a decision costs. `MutableRound` is the same
round in a form that changes in place: taken from a `Round` once, changed often, and made a `Round` again once.
A single command takes it and gives it back at once (`bet_applied`, `at_once`), so that there is one implementation; a
run of commands (`running`) keeps it as long as nobody looks at the states between. Only a single fold or check, which
changes next to nothing, is not worth the way (`at_once`).

Its fields have the names they have in a `Round`, so that rules which only read a round read either (`AnyRound`).
"""

from collections.abc import Sequence

from pitboss.cards.card import Card
from pitboss.games.copies import new
from pitboss.games.holdem.settings import TOURNAMENT, HoldemSettings, in_round
from pitboss.games.holdem.state import NOBODY, Betting, Clock, Early, Round, Settlement
from pitboss.games.play import Cents


class MutableRound:
    """A round that changes in place; amounts by hand are lists."""

    __slots__ = (*Round._fields, "settings")

    turn: int
    acted: int
    early: tuple[Early, ...]
    clock: Clock | None
    fold_order: tuple[int, ...]
    call: Cents
    short_open: bool
    aggressor: int
    bet_over: Betting | None
    board: tuple[Card, ...]
    burned: tuple[Card, ...]
    hole: tuple[tuple[Card, ...], ...]
    settlement: Settlement | None

    def __init__(self, now: Round, settings: HoldemSettings) -> None:
        self.settings = settings
        # All fields in their order, because to take a tuple apart is quicker than to ask it for its fields.
        # fmt: off
        (
            self.turn, self.acted, self.early, self.clock, self.short_push, self.folded, self.fold_order, self.tapped,
            stacks, bets, paid, self.call, self.increment, self.raises, self.short_open, self.aggressor, self.bet_over,
            self.street, self.board, self.burned, self.seats, self.names, self.button, self.forced, self.dead,
            self.level, self.hole, self.discarded, self.fouled, self.shown, self.exposed, self.last_blind,
            self.over_blind, self.absent, self.passive, self.burn_taken, self.skip_burn, self.top_card,
            self.to_replace, self.to_reshuffle, self.settlement, self.timed_out, self.mucked,
        ) = now
        # fmt: on
        self.stacks, self.bets, self.paid = [*stacks], [*bets], [*paid]

    def round(self) -> Round:
        """The round as it is now, as a value."""
        # fmt: off
        return new(Round, (
            self.turn, self.acted, self.early, self.clock, self.short_push, self.folded, self.fold_order, self.tapped,
            tuple(self.stacks), tuple(self.bets), tuple(self.paid), self.call, self.increment, self.raises,
            self.short_open, self.aggressor, self.bet_over, self.street, self.board, self.burned, self.seats,
            self.names, self.button, self.forced, self.dead, self.level, self.hole, self.discarded, self.fouled,
            self.shown, self.exposed, self.last_blind, self.over_blind, self.absent, self.passive, self.burn_taken,
            self.skip_burn, self.top_card, self.to_replace, self.to_reshuffle, self.settlement, self.timed_out,
            self.mucked,
        ))
        # fmt: on

    @property
    def is_ordinary(self) -> bool:
        """Whether nothing makes a decision in turn extraordinary; no ordinary command makes anything so."""
        return not (self.early or self.short_push or self.absent) and self.to_replace is None

    def deal(self, cards: tuple[Card, ...]) -> bool:
        """HLD 9.2, HLD D-Initial Deal: one at a time, clockwise from the button's left; whether all have theirs.

        HLD 9.3, HLD 10.1[s1]: then the betting begins, at the left of the last blind.
        """
        count = len(self.seats)
        in_all = count * self.settings.hole_cards
        if len(cards) == in_all:
            self.hole = tuple([cards[hand::count] for hand in range(count)])
        else:
            piles, first = [list(pile) for pile in self.hole], sum(map(len, self.hole))
            for place, card in enumerate(cards, start=first):
                piles[place % count].append(card)
            self.hole = tuple(map(tuple, piles))
            if first + len(cards) < in_all:
                self.turn = NOBODY
                return False
        self.turn = self._next_after(self._before_opener())
        return True

    def _before_opener(self) -> int:
        """HLD 10.1[s1], R-05: the last blind, left of which the betting opens; with antes the button.

        HLD 20.19, STAR 7.37: of two entrants the button opens, also where there is one blind or none.
        """
        return 0 if self.settings.mode == TOURNAMENT and len(self.seats) == 2 else self.last_blind

    def fold(self, hand: int) -> None:
        """Takes a hand out, whoever's turn it was; chips that go back were never in the pot."""
        bit = 1 << hand
        self.acted |= bit
        self.folded |= bit
        self.fold_order += (hand,)
        turn = self.turn
        if turn == hand:
            self.short_push, self.clock = 0, None
            self.turn = next_turn(self.folded, self.tapped, self.acted, self.bets, self.call, hand)
        elif turn != NOBODY:
            # Whoever is to act is looked for anew: a hand folded out of turn can leave nobody to bet against.
            self.turn = self._next_after(turn - 1)
            if self.turn != turn:
                self.clock = None
        if self.early:
            self._not_early(hand)

    def bet(self, hand: int, to: Cents, added: Cents, tapped: bool) -> None:
        """Checks, stands, calls, bets or raises to a total; the turn stays where it is."""
        bit = 1 << hand
        if self.early:
            self._not_early(hand)
        if to > self.call and added:
            self._open_or_raise(hand, to)
        else:
            self.acted |= bit
        if added:
            self.short_push = 0
            self.stacks[hand] -= added
            self.bets[hand] = to
            self.paid[hand] += added
            if tapped:
                self.tapped |= bit

    def _open_or_raise(self, hand: int, to: Cents) -> None:
        """Another amount to call.

        HLD 14.5: only a full bet or raise opens the betting again to those who have acted; a tap-out short of one does
        not count as a raise, and the least raise stays what it was.
        """
        call, increment, raises, acted, short_open = self.call, self.increment, self.raises, self.acted, self.short_open
        before = call, increment, raises, acted, self.aggressor, short_open, self.bets[hand]
        self.bet_over = new(Betting, before)
        self.call, self.aggressor = to, hand
        size = to - call
        if not call or short_open:
            least = in_round(self.settings.min_bet, self.street)
            full, self.increment = to >= least, max(least, size)
            self.short_open = not full
        else:
            full = size >= increment
            if full:
                self.increment, self.raises = size, raises + 1
        self.acted = 1 << hand if full else acted | 1 << hand

    def go_on(self) -> None:
        """Passes the turn on."""
        self.turn = next_turn(self.folded, self.tapped, self.acted, self.bets, self.call, self.turn)
        self.clock = None

    def _next_after(self, hand: int) -> int:
        return next_turn(self.folded, self.tapped, self.acted, self.bets, self.call, hand)

    def next_street(self, burned: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
        """HLD 9.5, HLD 12.1, HLD 10.1[s2]: a betting round after each street, opened by the first left of the button.

        HLD D-Communal Cards, HLD D-Flop: three cards face up, then one at a time, shared by all.
        """
        self.street += 1
        self.board += cards
        self.burned += burned
        self.acted, self.early, self.short_push = 0, (), 0
        self.bets = [0] * len(self.seats)
        self.call, self.increment, self.raises = 0, in_round(self.settings.min_bet, self.street), 0
        self.short_open, self.aggressor, self.bet_over = False, NOBODY, None
        self.turn, self.clock = self._next_after(NOBODY), None

    def give_out(self, done: Settlement) -> None:
        """Every chip of the round to its owner."""
        seats, stacks = self.seats, self.stacks
        for seat, amount in done.returned.items():
            stacks[seats.index(seat)] += amount
        for _, _, seat, amount, _ in done.awards:
            stacks[seats.index(seat)] += amount
        self.settlement = done

    def _not_early(self, hand: int) -> None:
        """What a hand has shown out of turn is done with."""
        self.early = tuple([each for each in self.early if each.hand != hand])


AnyRound = Round | MutableRound


def next_turn(folded: int, tapped: int, acted: int, bets: Sequence[Cents], call: Cents, after: int) -> int:
    """The next hand clockwise that must act, or nobody once the betting round is over.

    HLD 10.4, HLD 10.4(b), HLD 12.4, HLD 12.4(b): all who are in have put in equal amounts, those tapped out excepted
    (HLD 14.1[s2]). HLD 9.6: or nobody is left to bet against.
    """
    count, out = len(bets), folded | tapped
    able = count - out.bit_count()
    if able > 1:
        hand = after
        for _ in bets:
            hand += 1
            if hand == count:
                hand = 0
            if not out >> hand & 1 and (bets[hand] < call or not acted >> hand & 1):
                return hand
        return NOBODY
    if not able or count - folded.bit_count() < 2:
        return NOBODY
    alone = (~out & (1 << count) - 1).bit_length() - 1
    # Only what a hand that is still in has bet can be called.
    most = max([bet for hand, bet in enumerate(bets) if hand != alone and not folded >> hand & 1])
    return alone if bets[alone] < min(most, call) else NOBODY

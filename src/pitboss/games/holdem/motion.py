"""A round in motion: the one place where decisions and streets change a round, and who is to act next.

A round is a value, and a copy of it for every decision is most of what a decision costs. `Motion` is the same round in
a form that changes in place: taken from a `Round` once, changed as often as one likes, and made a `Round` again once.
A single command takes it and gives it back at once (`bet_applied`, `at_once`), so that there is one implementation; a
run of commands (`running`) keeps it as long as nobody looks at the states between.

Its fields have the names they have in a `Round`, so that rules which only read a round read either (`AnyRound`).
"""

from pitboss.cards.card import Card
from pitboss.games.copies import new
from pitboss.games.holdem.settings import HoldemSettings, in_round
from pitboss.games.holdem.state import NOBODY, Betting, Clock, Early, Round
from pitboss.games.play import Cents

# So many fields of a round stand first because decisions and streets change them.
_CHANGING = Round._fields.index("seats")


class Motion:
    """A round that changes in place. What is not among its fields is as it was in the round it `began` as."""

    __slots__ = (
        *Round._fields[:_CHANGING],
        *("seats", "names", "dead", "level", "last_blind", "absent", "passive"),
        *("burn_taken", "skip_burn", "top_card", "to_replace", "to_reshuffle"),
        *("began", "settings"),
    )

    turn: int
    acted: int
    early: tuple[Early, ...]
    clock: Clock | None
    short_push: Cents
    folded: int
    fold_order: tuple[int, ...]
    tapped: int
    stacks: list[Cents]
    bets: list[Cents]
    paid: list[Cents]
    call: Cents
    increment: Cents
    raises: int
    short_open: bool
    aggressor: int
    bet_over: Betting | None
    street: int
    board: tuple[Card, ...]
    burned: tuple[Card, ...]

    def __init__(self, now: Round, settings: HoldemSettings) -> None:
        self.began, self.settings = now, settings
        # All fields in their order, because to take a tuple apart is quicker than to ask it for its fields.
        # fmt: off
        (
            self.turn, self.acted, self.early, self.clock, self.short_push, self.folded, self.fold_order, self.tapped,
            stacks, bets, paid, self.call, self.increment, self.raises, self.short_open, self.aggressor, self.bet_over,
            self.street, self.board, self.burned, self.seats, self.names, _, _, self.dead, self.level, _, _, _, _, _,
            self.last_blind, _, self.absent, self.passive, self.burn_taken, self.skip_burn, self.top_card,
            self.to_replace, self.to_reshuffle, _,
        ) = now
        # fmt: on
        self.stacks, self.bets, self.paid = [*stacks], [*bets], [*paid]

    def round(self) -> Round:
        """The round as it is now, as a value."""
        # fmt: off
        changed = (
            self.turn, self.acted, self.early, self.clock, self.short_push, self.folded, self.fold_order, self.tapped,
            (*self.stacks,), (*self.bets,), (*self.paid,), self.call, self.increment, self.raises, self.short_open,
            self.aggressor, self.bet_over, self.street, self.board, self.burned,
        )
        # fmt: on
        return new(Round, changed + self.began[_CHANGING:])

    def fold(self, hand: int) -> None:
        """Takes a hand out, whoever's turn it was; chips that go back were never in the pot."""
        bit = 1 << hand
        self.acted |= bit
        self.folded |= bit
        self.fold_order += (hand,)
        turn = self.turn
        if turn == hand:
            self.short_push = 0
            self.go_on()
        elif turn != NOBODY:
            # Whoever is to act is looked for anew: a hand folded out of turn can leave nobody to bet against.
            clock, self.turn = self.clock, turn - 1
            self.go_on()
            self.clock = clock if self.turn == turn else None
        if self.early:
            self._not_early(hand)

    def bet(self, hand: int, to: Cents, added: Cents, *, tapped: bool) -> None:
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
        self.turn = next_turn(self, self.turn)
        self.clock = None

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
        self.turn = NOBODY
        self.go_on()

    def _not_early(self, hand: int) -> None:
        """What a hand has shown out of turn is done with."""
        self.early = tuple([each for each in self.early if each.hand != hand])


AnyRound = Round | Motion


def next_turn(now: AnyRound, after: int) -> int:
    """The next hand clockwise that must act, or nobody once the betting round is over.

    HLD 10.4, HLD 10.4(b), HLD 12.4, HLD 12.4(b): all who are in have put in equal amounts, those tapped out excepted
    (HLD 14.1[s2]). HLD 9.6: or nobody is left to bet against.
    """
    bets, call, acted, folded = now.bets, now.call, now.acted, now.folded
    count, out = len(bets), folded | now.tapped
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

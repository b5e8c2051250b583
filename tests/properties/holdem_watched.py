"""A hold'em table under watch: what must always hold is looked at after every command, by other means than the rules.

Chips are followed by the movements that the events tell of, cards by where they lie, and who may see which of them is
written down once more.
"""

from collections import Counter
from copy import copy, deepcopy
from functools import cache
from typing import Any

import msgspec

from pitboss.cards.card import Card
from pitboss.cards.deck import Deck
from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.betting.betting import Bet
from pitboss.games.holdem.dealing import BoardDealt
from pitboss.games.holdem.seats.room_events import COMMISSION, TOURNAMENT_CHIPS, stake_account
from pitboss.games.holdem.settings import in_round
from pitboss.games.holdem.showdown.settlement import Settled
from pitboss.games.holdem.state import PREFLOP, Play, Round, Settlement
from pitboss.games.house.faces import CardCorrected
from pitboss.games.money import FELT, moves
from pitboss.games.play import Audience, Command, Event, Events, Stage, State, Viewer
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.book import rulebook
from pitboss.rulebook.refusal import Refusal
from tests.properties.watched import cards_in

VIEWERS = (
    Viewer(Audience.DEALER),
    Viewer(Audience.SIGN),
    Viewer(Audience.AUDITOR),
    *(Viewer(Audience.SEAT, seat) for seat in range(1, 11)),
)
BETWEEN_ROUNDS = (Stage.IDLE, Stage.OVER)
KNOWN: set[str] = set()


def known(clause: str) -> bool:
    """Whether a clause stands in one of the two documents."""
    if clause not in KNOWN:
        assert clause.startswith(("HLD ", "STAR ")), clause
        rulebook().clauses(clause)
        KNOWN.add(clause)
    return True


class WatchedHoldem(Table[Play]):
    """Plays like any table; raises as soon as money, cards or secrets are not where they belong."""

    def __init__(self, settings: HoldemSettings, seed: int) -> None:
        super().__init__(GAME, settings, Shoe.seeded(seed))
        self.accounts: Counter[str] = Counter()
        self.looks = False
        self.rights = RaiseRights()

    def do(self, command: Command) -> Events | Refusal:
        before = self.state
        answer = super().do(command)
        if isinstance(answer, Refusal):
            assert self.state is before, "a refusal changes nothing"
            assert known(answer.clause)
            assert answer.reason.endswith("."), answer
            assert answer.reason[0].isupper() or answer.reason[0] in "$0123456789", answer
            return answer
        state = before
        for event in answer:
            assert known(event.clause)
            self.rights.watch(state, event)
            if isinstance(event, CardCorrected):
                self.was_misread(event.wrong, event.right)
            if isinstance(event, Settled):
                every_chip_finds_its_owner(state, event.settlement)
            for source, target, amount in moves(event, GAME.movers):
                assert amount > 0
                self.accounts[source] -= amount
                self.accounts[target] += amount
            state = GAME.apply(state, event)
        assert state == self.state
        self.money_is_where_it_belongs()
        self.cards_lie_in_one_place()
        if self.looks:
            self.nobody_sees_too_much()
        return answer

    def fork(self) -> "WatchedHoldem":
        """A table that has come as far as this one and goes its own way from here; nobody looks at it."""
        other = copy(self)
        other.accounts, other.commands, other.shoe = self.accounts.copy(), self.commands.copy(), copy(self.shoe)
        other.shoe.cards = self.shoe.cards.copy()
        other.looks, other.rights = False, deepcopy(self.rights)
        return other

    def was_misread(self, wrong: Card, right: Card) -> None:
        """It was the right card that came, so that the wrong one lies where the shoe was thought to have the other."""
        other = {wrong: right, right: wrong}
        self.shoe.cards = [other.get(card, card) for card in self.shoe.cards]

    def money_is_where_it_belongs(self) -> None:
        """Each stake, the pot and the commission are what has moved there, and nothing has come from nowhere."""
        state, now = self.state, self.state.play.round
        over = state.felt.stage in BETWEEN_ROUNDS
        assert sum(self.accounts.values()) == 0
        assert self.accounts[FELT] == (0 if over else sum(now.paid) + sum(now.dead))
        assert self.accounts[COMMISSION] >= 0
        stakes = {chair.player: chair.stake for chair in state.play.room.chairs.values()}
        if not over:
            stakes.update(zip(now.names, now.stacks, strict=True))
            assert min((*now.stacks, *now.bets, *now.paid, *now.dead), default=0) >= 0
        assert min(stakes.values(), default=0) >= 0
        held = {name: amount for name, amount in self.accounts.items() if name.startswith("stake ") and amount}
        assert held == {stake_account(name): stake for name, stake in stakes.items() if stake}
        if self.state.settings.mode == "tournament":  # type: ignore[attr-defined]
            assert -self.accounts[TOURNAMENT_CHIPS] == sum(stakes.values()) + self.accounts[FELT]

    def cards_lie_in_one_place(self) -> None:
        """Every card that left the shoe lies in a hand, on the board, among the burned or the discarded: once."""
        felt, now, deck = self.state.felt, self.state.play.round, all_cards(GAME.deck(self.state))
        lying = [card for hand in now.hole for card in hand]
        lying += now.board
        lying += now.burned
        lying += now.discarded
        dealt = set(felt.dealt)
        assert len(dealt) == len(felt.dealt)
        if felt.stage is not Stage.BETTING:
            assert len(lying) == len(dealt)
            assert dealt == set(lying)
        assert dealt <= deck
        if felt.stage in (Stage.DEALING, Stage.PLAYING):
            assert deck == {*self.shoe.cards, *lying}

    def nobody_sees_too_much(self) -> None:
        unseen = {*self.state.felt.dealt} - face_up(self.state)
        # Most viewers are given the very same view, which is then read once.
        told: dict[int, tuple[object, set[Card]]] = {}
        for viewer in VIEWERS if unseen else ():
            if hidden := unseen - own_cards(self.state, viewer):
                view = self.view(viewer)
                if id(view) not in told:
                    told[id(view)] = view, cards_in(msgspec.json.encode(view.as_json()))
                assert hidden.isdisjoint(told[id(view)][1]), viewer

    def plays_again_to_the_same(self) -> None:
        """The commands since the round began, given once more, lead to the state that the table is in."""
        state = self.round_began_with
        for command in self.commands:
            done = GAME.act(state, command)
            assert not isinstance(done, Refusal), (command, done)
            state = done[0]
        assert state == self.state

    def stakes_and_pot(self) -> dict[str, int]:
        """What everybody would have if the chips in the pot went back to who put them in."""
        now = self.state.play.round
        stakes = {chair.player: chair.stake for chair in self.state.play.room.chairs.values()}
        if self.state.felt.stage not in BETWEEN_ROUNDS:
            rows = zip(now.names, now.stacks, now.paid, now.dead, strict=True)
            stakes |= {name: stack + paid + dead for name, stack, paid, dead in rows}
        return stakes


@cache
def all_cards(deck: Deck) -> frozenset[Card]:
    return frozenset(deck.cards)


def every_chip_finds_its_owner(before: State[Any], done: Settlement) -> None:
    """HLD 14.2, HLD 15.2: pots with hands that can win them, and with what goes back they are all that was put in."""
    now: Round = before.play.round
    put_in = sum(now.paid) + sum(now.dead)
    assert sum(pot.amount for pot in done.pots) + sum(done.returned.values()) == put_in
    assert min(done.returned.values(), default=1) > 0
    charge, in_hand = done.charge, {now.seats[hand] for hand in range(len(now.seats)) if not now.folded >> hand & 1}
    assert charge.total == sum(charge.by_pot)
    assert len(charge.by_pot) == len(done.pots)
    assert known(charge.clause)
    for number, (pot, borne) in enumerate(zip(done.pots, charge.by_pot, strict=True)):
        given = [award for award in done.awards if award.pot == number]
        assert pot.eligible, "a pot without a hand that could win it"
        assert 0 <= borne <= pot.amount
        assert sum(award.amount for award in given) == pot.amount - borne
        assert {award.seat for award in given} <= set(pot.eligible)
        # HLD 17.9[s3]: where nobody holds the right number of cards, somebody who has folded wins.
        assert set(pot.eligible) <= in_hand or not in_hand
    only_the_unmatched_goes_back(before, done)
    the_charge_is_what_the_scale_says(before.settings, done)


def the_charge_is_what_the_scale_says(settings: Any, done: Settlement) -> None:
    """HLD 15.2(a): 5% of all pots once one is above $19, or 10% above $9, in whole dollars up to the cap."""
    charge, rules = done.charge, settings.commission
    percent, threshold = {"HLD 15.2(a)(i)": (5, 1900), "HLD 15.2(a)(ii)": (10, 900)}.get(charge.clause, (0, 0))
    bearing = [pot.amount > threshold for pot in done.pots]
    assert not any(borne for borne, bears in zip(charge.by_pot, bearing, strict=True) if not bears)
    if not percent or not any(bearing):
        assert charge.total == 0
        return
    assert rules.basis == "pot"
    due = min(rules.cap, sum(pot.amount for pot in done.pots) * percent // 10_000 * 100)
    # The main pot alone may not reach, where it bears the charge first.
    assert charge.total == due or (rules.allocation == "main_first" and charge.total < due)


def only_the_unmatched_goes_back(before: State[Any], done: Settlement) -> None:
    """HLD 15.2(b), R-12: of the largest bet what nobody else has put in as well; in the other reading also the rest."""
    now: Round = before.play.round
    for seat, amount in done.returned.items():
        hand = now.seats.index(seat)
        unmatched = now.paid[hand] - max(paid for other, paid in enumerate(now.paid) if other != hand)
        assert amount == unmatched or (before.settings.uncalled_bet == "all" and unmatched < amount)  # type: ignore[attr-defined]
    alone = now.paid.count(max(now.paid)) == 1 and not now.folded >> now.paid.index(max(now.paid)) & 1
    assert len(done.returned) == alone


class RaiseRights:
    """HLD 14.5: nobody raises twice on the same full bet. Kept from the events alone, one betting round at a time."""

    def __init__(self) -> None:
        self.begin(0, 0)

    def begin(self, call: int, full_raise: int) -> None:
        self.call, self.full_raise, self.is_short_open = call, full_raise, False
        self.acted: set[int] = set()
        self.totals: Counter[int] = Counter()

    def watch(self, before: State[Any], event: Event) -> None:
        now: Round = before.play.round
        settings = before.settings
        assert isinstance(settings, HoldemSettings)
        if type(event).__name__ in ("HoleDealt", "HandDead"):
            # The first betting round begins, or an irregularity has taken chips back.
            self.begin(now.call, max(in_round(settings.min_bet, PREFLOP), now.call))
            self.totals = Counter(dict(zip(now.seats, now.bets, strict=True)))
            self.watches = type(event).__name__ == "HoleDealt"
        elif isinstance(event, BoardDealt):
            self.begin(0, in_round(settings.min_bet, now.street + 1))
            self.watches = True
        elif isinstance(event, Bet) and self.watches:
            self.bet(settings, in_round(settings.min_bet, now.street), event)

    def bet(self, settings: HoldemSettings, minimum: int, event: Bet) -> None:
        owes, more = self.call - self.totals[event.seat], event.to - self.call
        if more > 0:
            reopened = settings.short_all_in_reopen == "cumulative" and owes >= self.full_raise
            assert event.seat not in self.acted or reopened, f"{event} has acted on this bet before"
            assert not self.is_short_open or settings.short_open_tap_out == "completable", event
            opening = not self.call or self.is_short_open
            full = event.to >= minimum if opening else more >= self.full_raise
            assert full or event.tapped, f"{event} is neither a full raise nor a tap-out"
            self.is_short_open = opening and not full
            if full:
                self.acted, self.full_raise = set(), max(self.full_raise, more)
            self.call = event.to
        self.acted.add(event.seat)
        self.totals[event.seat] = event.to


def face_up(state: State[Any]) -> set[Card]:
    """What everybody may see, written down once more from the rules: the board, and what has been shown."""
    now = state.play.round
    turned_up = () if now.settlement is None else now.settlement.shown
    shown = [hand for hand, seat in enumerate(now.seats) if now.shown >> hand & 1 or seat in turned_up]
    return {*now.board, *now.exposed, *(card for hand in shown for card in now.hole[hand])}


def own_cards(state: State[Any], viewer: Viewer) -> set[Card]:
    """Whose card is whose: a player's own, and for the auditor the whole deal once the round is over."""
    now = state.play.round
    if viewer.audience is Audience.AUDITOR and state.felt.stage is Stage.OVER:
        return {*state.felt.dealt}
    if viewer.audience is not Audience.SEAT or viewer.seat not in now.seats:
        return set()
    hand = now.seats.index(viewer.seat)
    chair = state.play.room.chairs.get(viewer.seat)
    return {*now.hole[hand]} if chair is None or chair.player == now.names[hand] else set()

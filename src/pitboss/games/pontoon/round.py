"""A round of Pontoon: boxes with up to four hands, the dealer's hand, and where the next card goes."""

from enum import StrEnum
from typing import NamedTuple

from pitboss.cards.card import ACE, Card, rank_of
from pitboss.games.copies import new, quick_to_copy
from pitboss.games.house.felt import APPLIERS as FELT_APPLIERS
from pitboss.games.house.felt import (
    BettingClosed,
    Dealt,
    Placed,
    RoundOver,
    RoundStarted,
    with_cards_dealt,
    with_outcomes,
    with_wagers,
)
from pitboss.games.play import DEALER, OVER, PLAYING, Appliers, Cents, Felt, Outcome, State, Wager
from pitboss.games.pontoon.hands import FACES, Total, is_pontoon, total
from pitboss.games.pontoon.layout import INSURANCE, MAIN, PERFECT_PAIRS


class Phase(StrEnum):
    """PON D-Initial deal, PON D-Subsequent deal, PON 18.15: the parts of a round, in this order (ruling P-21)."""

    INITIAL_DEAL = "initial_deal"
    PERFECT_PAIRS = "perfect_pairs"
    INTERIM = "interim"
    SURRENDER = "surrender"
    SUBSEQUENT_DEAL = "subsequent_deal"
    DEALER = "dealer"


INITIAL_DEAL, PAIRS, INTERIM, SURRENDER, SUBSEQUENT_DEAL, DEALERS_HAND = Phase


class Standing(StrEnum):
    """How a hand stands in its round."""

    OPEN = "open"
    STOOD = "stood"
    PAID = "paid"
    BUST = "bust"
    SURRENDERED = "surrendered"
    VOID = "void"


OPEN, STOOD, PAID, BUST, SURRENDERED, VOID = Standing


@quick_to_copy
class Hand(NamedTuple):
    """Cards that are played as one. `fixed` of them hold only aces of one; `wants` says that a card is due to it."""

    cards: tuple[Card, ...] = ()
    standing: Standing = OPEN
    doubled: bool = False
    fixed: int = 0
    split_ace: bool = False
    wants: bool = False
    bonus: bool = False

    @property
    def total(self) -> Total:
        return total(self.cards, self.fixed)


@quick_to_copy
class Box(NamedTuple):
    """PON D-Box: one hand or its splits, with each player's original wager at risk; `player` decides (PON 4.5[s2]).

    `splits` are the hands that were one before, two by two in the order of splitting and numbered as they now are;
    `surrendered` says that the box has been given up, whether or not that stands.
    """

    seat: int
    player: str
    stakes: tuple[tuple[str, Cents], ...]
    hands: tuple[Hand, ...] = (Hand(),)
    absent: bool = False
    bonus_lost: bool = False
    splits: tuple[tuple[int, int], ...] = ()
    surrendered: bool = False

    @property
    def is_split(self) -> bool:
        return len(self.hands) > 1

    @property
    def pairs(self) -> tuple[tuple[Card, Card], ...]:
        """The two cards of each split, the first two of the box before all others."""
        return tuple((self.hands[one - 1].cards[0], self.hands[two - 1].cards[0]) for one, two in self.splits)

    @property
    def first_two(self) -> tuple[Card, ...]:
        """PON 18.11: the two cards first dealt to the box, wherever splitting has brought them (ruling P-33)."""
        return self.pairs[0] if self.splits else self.hands[0].cards[:2]

    def original(self, player: str) -> Cents:
        """What of a player's original wager is at risk; nothing if the player is not on the box."""
        return next((amount for name, amount in self.stakes if name == player), 0)


@quick_to_copy
class Cards(NamedTuple):
    """The shoe, the rack and what lies between them: counted, but the order of what is in the shoe is not known.

    `cutting_card_after` so many cards the cutting card comes; `cutting_card_at` is the box it came out at, or DEALER.
    `aside` are cards drawn in error, which go out first; `reused` those of this round that went back into the shoe.
    """

    loaded: int = 0
    drawn: int = 0
    cutting_card_after: int | None = None
    cutting_card_at: int | None = None
    rack: tuple[Card, ...] = ()
    unseen: int = 0
    aside: tuple[Card, ...] = ()
    reused: tuple[Card, ...] = ()
    failed: bool = False

    @property
    def cards_left(self) -> int:
        """How many cards the shoe still holds."""
        return self.loaded - self.drawn


@quick_to_copy
class People(NamedTuple):
    """What the table remembers of its players from round to round, beside what every house game does.

    `rounds` of this shoe are over and `regulars` have wagered in all of them; `last_rounds` are still to come.
    """

    arrivals: tuple[str, ...] = ()
    rounds: int = 0
    regulars: frozenset[str] = frozenset()
    to_minimum: frozenset[str] = frozenset()
    restricted: frozenset[str] = frozenset()
    restricted_before: frozenset[str] = frozenset()
    last_rounds: int | None = None
    declined: tuple[str, ...] = ()
    cut_by: str | None = None
    cut_at: int | None = None


class PastRound(NamedTuple):
    """A round that is over, with what became of its wagers."""

    number: int
    rows: tuple[Outcome, ...]


class RoundBefore(NamedTuple):
    """The last round as it ended; `reused` are those of its cards that are in the shoe again."""

    felt: Felt
    phase: Phase
    boxes: tuple[Box, ...]
    dealer: tuple[Card, ...]
    control: tuple[tuple[int, str], ...]
    reused: tuple[Card, ...]


class Earlier(NamedTuple):
    """PON 15.5, PON 15.4: the rounds of the shoe in use and, until the next first card, the last as it lay (P-34)."""

    past: tuple[PastRound, ...] = ()
    before: RoundBefore | None = None


@quick_to_copy
class Round(NamedTuple):
    """The game's part of a table. `control` is what the dealer has entered.

    `cards`, `people` and what is known of `earlier` rounds outlive the round.
    """

    phase: Phase = INITIAL_DEAL
    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    cards: Cards = Cards()
    people: People = People()
    control: tuple[tuple[int, str], ...] = ()
    earlier: Earlier = Earlier()


Pontoon = State[Round]


class CardDrawn(NamedTuple):
    """A card after the initial deal, to a hand or to the dealer, and how the hand stands then."""

    seat: int
    hand: int
    card: Card
    standing: Standing
    bonus: bool
    clause: str


class PairsSettled(NamedTuple):
    """PON 18.13(a), PON 18.13(b): Perfect Pairs, the losers taken first, then the winners paid."""

    outcomes: tuple[Outcome, ...]
    clause: str


class PontoonsPaid(NamedTuple):
    """PON 8.1: the interim settlement, with the boxes whose cards are cleared."""

    seats: tuple[int, ...]
    outcomes: tuple[Outcome, ...]
    clause: str


class DrawingBegun(NamedTuple):
    """PON D-Subsequent deal: the time for insurance and surrender is over."""

    clause: str


def box_at(play: Round, seat: int | None) -> Box | None:
    for box in play.boxes:
        if box.seat == seat:
            return box
    return None


def turn(play: Round) -> tuple[Box, int] | None:
    """PON 10.1, PON 11.4: the hand being played, box by box clockwise and hand by hand; counted from 1."""
    for box in play.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if hand.standing is OPEN:
                return box, number
    return None


def due(state: Pontoon) -> tuple[int, ...]:
    """PON 10.1: the box whose hand must be decided on now; not while a card is due to it."""
    if state.felt.stage is not PLAYING or state.play.phase is not SUBSEQUENT_DEAL:
        return ()
    now = to_decide(state.play)
    return () if now is None else (now[0].seat,)


def to_decide(play: Round) -> tuple[Box, int] | None:
    """The hand whose player must decide, if it is a player's turn and no card is due first."""
    now = turn(play)
    return None if now is None or wants_card(now[0].hands[now[1] - 1]) else now


def wants_card(hand: Hand) -> bool:
    """PON 11.4: a hand that asked for a card, or a split one whose turn has come for its second (ruling P-15)."""
    return hand.wants or len(hand.cards) < 2


def main_wagers(state: Pontoon, seat: int, hand: int) -> tuple[Wager, ...]:
    """The undecided Pontoon wagers on one hand."""
    return tuple(
        [
            wager
            for wager in state.felt.wagers
            if wager.outcome is None and wager.hand == hand and wager.seat == seat and wager.kind == MAIN
        ]
    )


def is_open_hand(state: Pontoon) -> bool:
    """PON 13.1(b): whether a wager is left that the dealer's total decides: not paid, bust, rescued or surrendered."""
    play = state.play
    for wager in state.felt.wagers:
        if wager.outcome is None and wager.kind == MAIN:
            box = box_at(play, wager.seat)
            if box is None or box.hands[0].standing is not SURRENDERED:
                return True
    return False


def with_hand(play: Round, seat: int, number: int, hand: Hand) -> Round:
    """The round with one hand changed."""
    return new(Round, (play.phase, with_hand_of(play.boxes, seat, number, hand), *play[2:]))


def with_hand_of(boxes: tuple[Box, ...], seat: int, number: int, hand: Hand) -> tuple[Box, ...]:
    """The boxes with one hand changed."""
    after = []
    for box in boxes:
        if box.seat == seat:
            _, player, stakes, hands, absent, bonus_lost, splits, surrendered = box
            hands = (hand,) if len(hands) == 1 else (*hands[: number - 1], hand, *hands[number:])
            box = new(Box, (seat, player, stakes, hands, absent, bonus_lost, splits, surrendered))
        after.append(box)
    return tuple(after)


def surrender_is_offered(dealer: tuple[Card, ...]) -> bool:
    """PON D-Surrender, PON 9.1: the dealer's first card is a jack, queen, king or ace."""
    return rank_of(dealer[0]) == ACE or rank_of(dealer[0]) in FACES


def draw_cards(cards: Cards, places: tuple[int, ...], *, last_rounds: bool) -> Cards:
    """The shoe after cards left it for these places, those put aside by mistake first (PON 15.2).

    PON 5.4(b), PON 5.2(b), PON 5.2(c): it is kept where the cutting card came out. PON 5.5: in the last three rounds
    it is thrown out and changes nothing.
    """
    loaded, drawn, after, out_at, rack, unseen, aside, reused, failed = cards
    kept = min(len(aside), len(places)) if aside else 0
    count = len(places) - kept
    if after is not None and after < drawn + count:
        if not last_rounds:
            # Cards may have been burnt or put aside past it, and then the next place shows it.
            out_at = places[min(kept + max(after - drawn, 0), len(places) - 1)]
        after = None
    return new(Cards, (loaded, drawn + count, after, out_at, rack, unseen, aside[kept:], reused, failed))


def _apply_dealt(state: Pontoon, event: Dealt) -> Pontoon:
    """PON 6.1, PON 6.2(a), PON 6.2(b), PON 6.2(c): the initial deal, each card face up to the next place."""
    settings, house, felt, play = state
    phase, boxes, dealer, cards, people, control, earlier = play
    start = len(felt.dealt)
    places = felt.plan[start : start + len(event.cards)]
    given: dict[int, tuple[Card, ...]] = {}
    for place, card in zip(places, event.cards, strict=True):
        given[place] = (*given[place], card) if place in given else (card,)
    dealer += given.pop(DEALER, ())
    for box in boxes:
        if box.seat in given:
            first = box.hands[0]
            hand = new(Hand, (first.cards + given[box.seat], first.standing, False, 0, False, False, False))
            boxes = with_hand_of(boxes, box.seat, 1, hand)
    cards = draw_cards(cards, places, last_rounds=people.last_rounds is not None)
    dealt, stage = felt.dealt + event.cards, felt.stage
    if len(dealt) == len(felt.plan):
        stage = PLAYING
        phase = phase_after_deal(boxes, dealer, felt.wagers)
    play = new(Round, (phase, boxes, dealer, cards, people, control, earlier))
    return new(State, (settings, house, with_cards_dealt(felt, stage, dealt), play))


def phase_after_deal(boxes: tuple[Box, ...], dealer: tuple[Card, ...], wagers: tuple[Wager, ...]) -> Phase:
    """What comes next after the initial deal, by ruling P-21.

    PON 18.13, PON 18.15, PON 8.1, PON 9.1: Perfect Pairs first, then Pontoons, then the offer of surrender and with it
    the last chance to insure; where there is nothing of the kind, drawing begins.
    """
    for wager in wagers:
        if wager.kind == PERFECT_PAIRS and wager.outcome is None:
            return PAIRS
    playing = [box.hands[0] for box in boxes if box.hands[0].standing is OPEN]
    for hand in playing:
        if is_pontoon(hand.cards):
            return INTERIM
    return SURRENDER if playing and surrender_is_offered(dealer) else SUBSEQUENT_DEAL


def _with_outcomes(state: Pontoon, outcomes: tuple[Outcome, ...], play: Round) -> Pontoon:
    settings, house, felt, _ = state
    felt = with_wagers(felt, with_outcomes(felt.wagers, outcomes))
    return new(State, (settings, house, felt, play))


def _pairs_settled(state: Pontoon, event: PairsSettled) -> Pontoon:
    after = _with_outcomes(state, event.outcomes, state.play)
    return after._replace(
        play=after.play._replace(phase=phase_after_deal(after.play.boxes, after.play.dealer, after.felt.wagers))
    )


def _pontoons_paid(state: Pontoon, event: PontoonsPaid) -> Pontoon:
    play = state.play
    for seat in event.seats:
        box = box_at(play, seat)
        assert box is not None
        play = with_hand(play, seat, 1, box.hands[0]._replace(standing=PAID))
    after = _with_outcomes(state, event.outcomes, play)
    return after._replace(play=play._replace(phase=phase_after_deal(play.boxes, play.dealer, after.felt.wagers)))


def _card_drawn(state: Pontoon, event: CardDrawn) -> Pontoon:
    """PON 6.1: face up, to the hand that it is due to."""
    settings, house, felt, play = state
    seat, number, card, standing, bonus, _ = event
    phase, boxes, dealer, cards, people, control, earlier = play
    cards = draw_cards(cards, (seat,), last_rounds=people.last_rounds is not None)
    if seat == DEALER:
        phase, dealer = DEALERS_HAND, (*dealer, card)
    else:
        box = box_at(play, seat)
        assert box is not None
        held, _, doubled, fixed, split_ace, _, _ = box.hands[number - 1]
        wants = box.absent and standing is OPEN
        hand = new(Hand, ((*held, card), standing, doubled, fixed, split_ace, wants, bonus))
        boxes = with_hand_of(boxes, seat, number, hand)
    play = new(Round, (phase, boxes, dealer, cards, people, control, earlier))
    return new(State, (settings, house, with_cards_dealt(felt, felt.stage, (*felt.dealt, card)), play))


def _apply_placed(state: Pontoon, event: Placed) -> Pontoon:
    """A Pontoon wager is on hand 1; the order in which players come to the table is kept (PON 5.2(a))."""
    if event.wager == MAIN and event.hand is None:
        event = new(Placed, (*event[:5], 1))
    after: Pontoon = FELT_APPLIERS[Placed](state, event)
    people = after.play.people
    if event.player in people.arrivals:
        return after
    people = people._replace(arrivals=(*people.arrivals, event.player))
    return after._replace(play=after.play._replace(people=people))


def _betting_closed(state: Pontoon, event: BettingClosed) -> Pontoon:
    after: Pontoon = FELT_APPLIERS[BettingClosed](state, event)
    settings, house, felt, play = after
    boxes = tuple([_box(after, seat) for seat in sorted({*event.plan} - {DEALER})])
    phase, _, dealer, cards, people, control, earlier = play
    play = new(Round, (phase, boxes, dealer, cards, people, control, new(Earlier, (earlier.past, None))))
    return new(State, (settings, house, felt, play))


_NO_CARDS = Hand()


def _box(state: Pontoon, seat: int) -> Box:
    stakes = tuple([(wager.player, wager.at_risk) for wager in main_wagers(state, seat, 1)])
    player = controller(state, seat, tuple([player for player, _ in stakes]))
    return new(Box, (seat, player, stakes, (_NO_CARDS,), False, False, (), False))


def controller(state: Pontoon, seat: int, players: tuple[str, ...]) -> str:
    """PON 4.5[s2], PON 4.5(a), PON 4.5(b): who sits at the box, else whose wager lies nearest the dealer.

    That is the first wager placed, unless the dealer has entered another order (ruling P-31).
    """
    seated, control = state.house.seated, state.play.control
    if seated or control:
        for player in (seated.get(seat), dict(control).get(seat)):
            if player in players:
                return player
    return players[0] if players else ""


def _round_started(state: Pontoon, event: RoundStarted) -> Pontoon:
    after: Pontoon = FELT_APPLIERS[RoundStarted](state, event)
    phase, boxes, dealer, cards, people, control, earlier = state.play
    if state.felt.stage is OVER:
        before = new(RoundBefore, (state.felt, phase, boxes, dealer, control, cards.reused))
        earlier = new(Earlier, (earlier.past, before))
    if cards.reused:
        cards = cards._replace(reused=())
    settings, house, felt, _ = after
    return new(State, (settings, house, felt, new(Round, (INITIAL_DEAL, (), (), cards, people, (), earlier))))


def _round_over(state: Pontoon, event: RoundOver) -> Pontoon:
    """PON D-Round of play: every card is in the rack. PON 4.7(a), PON 4.7(b): who has wagered in all rounds so far."""
    settings, house, felt, _ = FELT_APPLIERS[RoundOver](state, event)
    phase, boxes, dealer, cards, people, control, earlier = state.play
    wagered = frozenset([wager.player for wager in felt.wagers if _was_live(wager)])
    regulars = wagered & people.regulars if people.rounds else wagered
    last = None if people.last_rounds is None else max(people.last_rounds - 1, 0)
    people = people._replace(rounds=people.rounds + 1, regulars=regulars, last_rounds=last)
    cards = cards._replace(rack=cards.rack + on_table(state))
    # With a device, and when a new shoe has begun, that is the last round alone.
    past = (*earlier.past, new(PastRound, (house.round, house.last_round)))[-max(people.rounds, 1) :]
    play = new(Round, (phase, boxes, dealer, cards, people, control, new(Earlier, (past, None))))
    return new(State, (settings, house, felt, play))


def on_table(state: Pontoon) -> tuple[Card, ...]:
    """The cards of the round that have not gone back into the shoe."""
    return without(state.felt.dealt, state.play.cards.reused)


def _was_live(wager: Wager) -> bool:
    """A Pontoon wager that was in the round; what went back before the first card was not."""
    return wager.kind == MAIN and wager.was_accepted


def without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that are left when these have gone, each as often as it is there."""
    if not gone:
        return cards
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def insurance_is_open(state: Pontoon) -> bool:
    return any(wager.kind == INSURANCE and wager.outcome is None for wager in state.felt.wagers)


def _drawing_begun(state: Pontoon, event: DrawingBegun) -> Pontoon:
    settings, house, felt, play = state
    return new(State, (settings, house, felt, new(Round, (SUBSEQUENT_DEAL, *play[1:]))))


APPLIERS: Appliers = {
    RoundStarted: _round_started,
    Placed: _apply_placed,
    BettingClosed: _betting_closed,
    Dealt: _apply_dealt,
    PairsSettled: _pairs_settled,
    PontoonsPaid: _pontoons_paid,
    DrawingBegun: _drawing_begun,
    CardDrawn: _card_drawn,
    RoundOver: _round_over,
}

"""Cards out of the shoe: the shuffle and the cut, two to each player one at a time, then flop, turn and river."""

from functools import cache
from typing import NamedTuple

from pitboss.cards.card import UNSEEN, Card, face
from pitboss.cards.deck import Deck
from pitboss.cards.shuffle import HOLDEM_CUT
from pitboss.games.copies import new
from pitboss.games.holdem.betting.betting import absent_hand
from pitboss.games.holdem.fast.mutable_round import MutableRound
from pitboss.games.holdem.irregular.irregularities import pending
from pitboss.games.holdem.settings import CLAUSES, STAR, deck_of, settings_of
from pitboss.games.holdem.showdown.settlement import all_in_face_down, may_settle, not_tabled
from pitboss.games.holdem.showdown.showdown import unread_hand
from pitboss.games.holdem.state import IN_PLAY, NOBODY, PREFLOP, RIVER, Holdem, Play, Round, hands_in, with_round
from pitboss.games.house.dealing import not_ready
from pitboss.games.house.felt import Shuffled
from pitboss.games.play import Appliers, Command, Decision, Felt, Role, RoutineStep, Stage, State, Verb
from pitboss.rulebook.refusal import Refusal

# Named once, because to name a member of an enumeration takes longer than to compare with it.
BETTING, DEALING = Stage.BETTING, Stage.DEALING


class HoleDealt(NamedTuple):
    """Hole cards, face down, to the hands that are next."""

    cards: tuple[Card, ...]
    clause: str


class BoardDealt(NamedTuple):
    """Communal cards face up, after the card that was burned for them."""

    burned: tuple[Card, ...]
    cards: tuple[Card, ...]
    clause: str


class HandsTabled(NamedTuple):
    """STAR 7.28: cards face up while there is no more betting to come."""

    seats: tuple[int, ...]
    clause: str


def shuffle(state: Holdem, command: Command) -> Decision:
    """HLD 7.1, HLD 7.2[s1], HLD 7.2[s2]: shuffled for every round, and cut once with two cards or more on each side.

    HLD 2.1[s2]: the one cutting card marks the place.
    """
    if state.felt.stage is not Stage.BETTING:
        return Refusal("HLD 7.1", "The cards are shuffled for a round before its first card.")
    if state.felt.shuffled:
        return Refusal("HLD 7.1", "The cards are shuffled already.")
    size, ends = len(deck_of(state)), HOLDEM_CUT.from_each_end
    if command.position is None or not ends <= command.position <= size - ends:
        said = "missing" if command.position is None else f"not at {command.position}"
        reason = f"The cut must lie between card {ends} and card {size - ends}; it is {said}."
        return Refusal(HOLDEM_CUT.clause, reason)
    return (Shuffled(HOLDEM_CUT.clause, command.position),)


def deal(state: Holdem, command: Command) -> Decision:
    """HLD 9.2, HLD 9.4, HLD 7.3: the cards that are due now, from the shoe, in the order they leave it."""
    stage, cards = state.felt.stage, command.cards
    if stage is IN_PLAY:
        return _deal_board(state, cards)
    if stage is not BETTING and stage is not DEALING:
        return Refusal("HLD 9.2", "No card is due now.")
    refusal = not_ready(CLAUSES, state) if stage is BETTING else None
    if refusal:
        return refusal
    if not state.felt.shuffled:
        return Refusal("HLD 7.1", "The cards have not been shuffled for this round.")
    due = hole_cards_due(state)
    if len(cards) > due:
        return Refusal("HLD 9.2", f"{due} hole cards are due, not {len(cards)}.")
    return _wrong_cards(state, cards) or (new(HoleDealt, (cards, "HLD 9.2")),)


def hole_cards_due(state: Holdem) -> int:
    now = state.play.round
    return settings_of(state).hole_cards * len(now.seats) - sum(map(len, now.hole))


def board_cards_due(state: Holdem) -> tuple[int, int]:
    """HLD 9.4, HLD 4.2(h): cards to burn and to deal for the next street; none where none is due."""
    now = state.play.round
    if now.street == RIVER:
        return 0, 0
    burn = settings_of(state).burn and not now.burn_taken and not now.skip_burn
    return int(burn), 3 if now.street == PREFLOP else 1


def _deal_board(state: Holdem, cards: tuple[Card, ...]) -> Decision:
    """HLD 9.4, HLD 9.6: once two or more are in and all bets are met; with nobody left to bet it is dealt on."""
    now = state.play.round
    if now.turn != NOBODY:
        return Refusal("HLD 9.4", f"The bets are not met: seat {now.seats[now.turn]} has yet to act.")
    burn, count = board_cards_due(state)
    if not count or may_settle(state):
        return Refusal("HLD 9.6", "No further card is due in this round.")
    face_down = not_tabled(state)
    if face_down:
        return face_down
    if len(cards) != burn + count:
        said = f"one to burn and {count} communal" if burn else f"{count} communal"
        return Refusal("HLD 9.4", f"The cards due are {said}, not {len(cards)}.")
    if now.to_reshuffle:
        return Refusal("HLD 17.17", "The rest of the shoe is shuffled and cut before the next card.")
    if now.top_card is not None and cards[0] == UNSEEN:
        cards = (now.top_card, *cards[1:])
    if UNSEEN in cards[burn:]:
        return Refusal("HLD 9.4", "Communal cards lie face up: each of them is entered.")
    if now.top_card is not None and cards[0] != now.top_card:
        return Refusal("HLD 17.19", f"The exposed {face(now.top_card)} keeps its place as the next card.")
    clause = "HLD 9.4" if burn or not settings_of(state).burn else "HLD 17.20[s2]" if now.skip_burn else "HLD 17.17"
    return _wrong_cards(state, cards) or (new(BoardDealt, (cards[:burn], cards[burn:], clause)),)


def _wrong_cards(state: Holdem, cards: tuple[Card, ...]) -> Refusal | None:
    """HLD 2.1[s1], HLD 2.2: one deck, so a card leaves the shoe once."""
    deck, out = deck_of(state), state.felt.dealt
    if are_left(deck, out, cards):
        return None
    for place, card in enumerate(cards):
        if card == UNSEEN:
            continue
        if card not in deck:
            return Refusal(deck.clause, f"{face(card)} is not in the deck of {deck}.")
        if card in out or card in cards[:place]:
            return Refusal("HLD 2.1[s1]", f"{face(card)} has left the shoe already.")
    return None


def are_left(deck: Deck, out: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
    """Whether all these cards are in the deck, and none of them has left the shoe."""
    return len({*cards, *out}) == len(cards) + len(out) and deck.holds_all(cards)


def _hole_dealt(state: Holdem, event: HoleDealt) -> Holdem:
    motion = MutableRound(state.play.round, settings_of(state))
    done = motion.deal(event.cards)
    return with_dealt(state, IN_PLAY if done else DEALING, event.cards, motion.round())


def with_dealt(state: Holdem, stage: Stage, cards: tuple[Card, ...], now: Round) -> Holdem:
    """The table once cards have left the shoe."""
    settings, house, felt, play = state
    felt = new(Felt, (stage, felt.wagers, felt.plan, felt.dealt + cards, *felt[4:]))
    return new(State, (settings, house, felt, new(Play, (play.room, now))))


def _board_dealt(state: Holdem, event: BoardDealt) -> Holdem:
    """The next street, with which whatever was to be put right before it has been."""
    now, burned, cards = state.play.round, event.burned, event.cards
    motion = MutableRound(now, settings_of(state))
    motion.next_street(burned, cards)
    after = motion.round()
    if now.passive or now.burn_taken or now.skip_burn or now.top_card is not None:
        after = after._replace(passive=0, burn_taken=False, skip_burn=False, top_card=None)
    return with_dealt(state, state.felt.stage, burned + cards, after)


def table_hands(state: Holdem, command: Command) -> Decision:
    """STAR 7.28, STAR 7.30: all-in and no more betting, so all cards are turned up, unless hand for hand they wait.

    Whatever is to be put right and whoever is absent and to be folded comes before.
    """
    step = routine(state)
    hands = all_in_face_down(state) if step is not None and step.do == "table_hands" else ()
    if not hands:
        return Refusal("STAR 7.28", "Hands are tabled once an entrant is all-in and all betting is complete.")
    seats = state.play.round.seats
    return (HandsTabled(tuple(seats[hand] for hand in hands), "STAR 7.28"),)


def _hands_tabled(state: Holdem, event: HandsTabled) -> Holdem:
    now = state.play.round
    bits = sum(1 << now.seats.index(seat) for seat in event.seats)
    return with_round(state, now._replace(shown=now.shown | bits))


def routine(state: Holdem) -> RoutineStep | None:
    """The dealer's next step when nobody's decision is awaited."""
    stage, now = state.felt.stage, state.play.round
    if stage is IN_PLAY:
        return _in_play(state, now)
    if stage is DEALING:
        return _hole_cards(hole_cards_due(state))
    if stage is not BETTING:
        return None
    if not state.felt.shuffled:
        return _shuffle(deck_of(state))
    return None if not_ready(CLAUSES, state) else _hole_cards(hole_cards_due(state))


def _in_play(state: Holdem, now: Round) -> RoutineStep | None:
    if now.shown:
        unread = next((hand for hand in hands_in(now) if now.shown >> hand & 1 and UNSEEN in now.hole[hand]), NOBODY)
        if unread != NOBODY:
            return _turn_up(now, unread, "HLD D-Hole Card")
    if now.turn != NOBODY and now.to_replace is None and not now.absent:
        return None
    put_right = pending(state)
    if put_right is not None:
        return put_right
    if now.absent:
        folding = absent_hand(state)
        if folding != NOBODY:
            return RoutineStep(
                "fold_absent", "STAR 7.15[s1]" if settings_of(state).procedures == STAR else "HLD 20.11[s2]"
            )
    if now.turn != NOBODY:
        return None
    if all_in_face_down(state):
        # STAR 7.30: hand for hand they wait.
        return None if state.play.room.hand_for_hand else RoutineStep("table_hands", "STAR 7.28")
    if may_settle(state):
        hands = hands_in(now)
        unread = unread_hand(now, hands) if len(hands) > 1 else NOBODY
        return SETTLE if unread == NOBODY else _turn_up(now, unread, "HLD 13.1[s1]")
    return NEXT_STREET[sum(board_cards_due(state))]


def _turn_up(now: Round, hand: int, clause: str) -> RoutineStep:
    """A hand at a live table that lies face up and has to be read, or is shown now."""
    return RoutineStep("turn_up", clause, to=now.seats[hand], faces=len(now.hole[hand]))


# Steps of every round, made once.
@cache
def _shuffle(deck: Deck) -> RoutineStep:
    ends = HOLDEM_CUT.from_each_end
    return RoutineStep("shuffle", "HLD 7.1", shuffles=deck.cards, cut=(ends, len(deck) - ends))


@cache
def _hole_cards(count: int) -> RoutineStep:
    return RoutineStep("deal", "HLD 9.2", count)


SETTLE = RoutineStep("settle", "HLD 13.1[s3]")
NEXT_STREET = {count: RoutineStep("deal", "HLD 9.4", count) for count in range(5)}
_DEALER = (Role.DEALER,)
VERBS = {
    "shuffle": Verb(shuffle, "HLD 7.1", _DEALER, (), ("position",)),
    "deal": Verb(deal, "HLD 9.2", _DEALER, ("cards",), face_down=True),
    "table_hands": Verb(table_hands, "STAR 7.28", _DEALER),
}
APPLIERS: Appliers = {HoleDealt: _hole_dealt, BoardDealt: _board_dealt, HandsTabled: _hands_tabled}

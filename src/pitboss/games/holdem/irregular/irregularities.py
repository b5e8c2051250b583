"""Cards that went wrong: misdeals, exposed cards, hands with the wrong number of cards (HLD 17)."""

from typing import NamedTuple

from pitboss.cards.card import UNSEEN, Card, face
from pitboss.cards.shuffle import HOLDEM_CUT
from pitboss.games.holdem.betting.betting import Bet, Folded, fold_applied
from pitboss.games.holdem.seats.posting import MISDEAL
from pitboss.games.holdem.settings import STAR, deck_of, settings_of
from pitboss.games.holdem.showdown.settlement import ChipsBack, chips_in, round_over
from pitboss.games.holdem.state import NOBODY, PREFLOP, Holdem, Play, Round, hands_in, put, with_round
from pitboss.games.house import felt
from pitboss.games.house.faces import lie_there
from pitboss.games.house.felt import Recorded, RoundOver
from pitboss.games.play import (
    RUNNING,
    Appliers,
    Cents,
    Command,
    Decision,
    Events,
    Role,
    RoutineStep,
    Stage,
    State,
    Verb,
)
from pitboss.rulebook.refusal import Refusal, one_of

# What may go wrong in the cut and the initial deal, and by which paragraph.
_GROUNDS = {
    "card_exposed_in_cut": "HLD 17.1(a)",
    "no_cut": "HLD 17.1(b)",
    "hole_card_out_of_turn": "HLD 17.1(c)",
    "player_missed": "HLD 17.1(d)",
    "extra_position_dealt": "HLD 17.1(d)",
    "player_has_excess_card": "HLD 17.1(e)",
}
_REBUILT_IF_UNSEEN = ("HLD 17.1(c)", "HLD 17.1(d)")
_OF_THE_CUT = ("HLD 17.1(a)", "HLD 17.1(b)")


class CardExposed(NamedTuple):
    """HLD 17.20[s1]: a hole card has been seen by everybody and will be replaced; whose, where nobody had read it."""

    card: Card
    clause: str
    seat: int | None = None


class CardReplaced(NamedTuple):
    """The first burn card takes the place of an exposed hole card, which is discarded."""

    seat: int
    old: Card
    new: Card
    clause: str


class CommunalExposed(NamedTuple):
    """HLD 17.17: communal cards shown too early go back into the shoe; a burn already taken stays burned."""

    burned: tuple[Card, ...]
    cards: tuple[Card, ...]
    clause: str


class Reshuffled(NamedTuple):
    """The cards left in the shoe have been mixed again and cut."""

    clause: str
    position: int


class TopCardExposed(NamedTuple):
    """HLD 17.19: the next card of the shoe is known, and keeps its place."""

    card: Card
    clause: str


class HandFouled(NamedTuple):
    """HLD 17.9[s1]: a hand with too few or too many cards is folded."""

    seat: int
    clause: str
    why: str


class HandDead(NamedTuple):
    """A hand in the discards takes no further part. STAR 7.43[s3]: a raise that nobody has called comes back."""

    seat: int
    player: str
    returned: int
    clause: str


def misdealt(state: Holdem, clause: str, reason: str) -> Events:
    """HLD 17.3[s1], HLD 17.3[s2], HLD 17.3[s3], HLD D-Misdeal: bets back, same button, new shuffle, no round."""
    return ChipsBack(chips_in(state.play.round), clause, reason), *round_over(state, MISDEAL, clause)


def has_bet(now: Round) -> bool:
    """HLD D-Bet: whether anybody has bet; blinds, antes and posts are no bets, and neither is a fold."""
    return any(paid > forced for paid, forced in zip(now.paid, now.forced, strict=True))


def first_betting_is_over(now: Round) -> bool:
    """HLD 17.2[s1]: from here on nothing is a misdeal any more."""
    return now.street > PREFLOP or (now.turn == NOBODY and bool(now.acted))


def deal_irregularity(state: Holdem, command: Command) -> Decision:
    """HLD 17.1, HLD 17.2: a misdeal, or put right, or too late, by what went wrong and when it was found.

    HLD 17.1(b): cards that were not cut are cut now, if nobody has bet yet. HLD 17.1(c), HLD 17.1(d): rebuilt where
    nobody looked. HLD 17.1(e), R-22: an excess card to a player is always a misdeal. HLD 17.2[s1], HLD 17.2[s2]: found
    after the first betting round the hand is played out, and a fouled hand gets nothing back.
    """
    clause = _GROUNDS.get(command.reason or "")
    if clause is None:
        return Refusal("HLD 17.1", f"An irregularity of the deal is one of these: {one_of(_GROUNDS)}.")
    stage, now = state.felt.stage, state.play.round
    if stage not in (Stage.BETTING, *RUNNING):
        return Refusal("HLD 17.14", "No deal is under way, and the decision on the last round stands.")
    if stage is Stage.BETTING and clause not in _OF_THE_CUT:
        return Refusal(clause, "No hole card has been dealt yet.")
    who = (command.by, command.seat, command.player, command.reason)
    if first_betting_is_over(now):
        return (Recorded("play_on", "HLD 17.2[s1]", *who),)
    if clause == "HLD 17.1(b)" and not has_bet(now):
        return (Recorded("cut_now", clause, *who),)
    if clause in _REBUILT_IF_UNSEEN:
        if command.looked_at is None:
            return Refusal(clause, "Say whether anybody looked at the cards concerned.")
        if not command.looked_at:
            return (Recorded("reconstruct", clause, *who),)
    return misdealt(state, clause, "The deal went wrong: it is a misdeal, and every bet goes back.")


def card_exposed(state: Holdem, command: Command) -> Decision:
    """HLD 17.20[s1], HLD 17.21, R-22: one hole card shown in the initial deal is replaced by the first burn card.

    Without burning, or with a second card, it is a misdeal. Hands that were folded for absent entrants end no deal.
    """
    now, settings = state.play.round, settings_of(state)
    hand = now.seats.index(command.seat) if command.seat in now.seats else NOBODY
    if state.felt.stage not in RUNNING or now.street > PREFLOP or now.acted & ~(now.absent & now.folded):
        return Refusal("HLD 17.20[s1]", "Only a hole card shown in the initial deal is replaced.")
    if set(command.cards) == {now.to_replace}:
        return Refusal("HLD 17.20[s1]", f"The exposed {face(command.cards[0])} is to be replaced already.")
    hole = () if hand == NOBODY else now.hole[hand]
    wrong = [card for card in command.cards if card not in hole]
    if wrong and not (hole and lie_there(command.cards, hole, state.felt.dealt)):
        return Refusal("HLD 17.20[s1]", f"Seat {command.seat} has not been dealt {face(wrong[0])}.")
    if not settings.burn:
        return misdealt(state, "HLD 17.21", "A hole card was shown and no cards are burned: it is a misdeal.")
    if len(set(command.cards)) > 1 or now.to_replace is not None or now.discarded:
        return misdealt(state, "HLD 17.20[s1]", "More than one hole card was shown: it is a misdeal.")
    return (CardExposed(command.cards[0], "HLD 17.20[s1]", command.seat if wrong else None),)


def replace_card(state: Holdem, command: Command) -> Decision:
    """HLD 17.20[s1], HLD 17.20[s2]: once everybody has cards, the first burn card; then no burn before the flop."""
    now = state.play.round
    old = now.to_replace
    if old is None or state.felt.stage is not Stage.PLAYING:
        return Refusal("HLD 17.20[s1]", "No exposed hole card is to be replaced now.")
    if len(command.cards) != 1:
        return Refusal("HLD 17.20[s1]", "One card replaces the exposed one.")
    new = command.cards[0]
    if new not in cards_left(state) and new != UNSEEN:
        return Refusal("HLD 2.1[s1]", f"{face(new)} cannot be in the shoe.")
    seat = next(seat for seat, cards in zip(now.seats, now.hole, strict=True) if old in cards)
    return (CardReplaced(seat, old, new, "HLD 17.20[s1]"),)


def communal_card_exposed(state: Holdem, command: Command) -> Decision:
    """HLD 17.17, R-23: shown before the betting ended: back into the shoe, mixed and cut; a burn taken stays burned.

    Where the burn had been taken, it is the first of the cards named.
    """
    now = state.play.round
    if now.turn == NOBODY or len(now.board) == 5:
        return Refusal("HLD 17.17", "A communal card goes back only if it was shown before the betting was complete.")
    burned, shown = (command.cards[:1], command.cards[1:]) if command.burn_taken else ((), command.cards)
    if command.burn_taken and (now.burn_taken or now.skip_burn or not settings_of(state).burn):
        return Refusal("HLD 17.17", "No burn was due before this card.")
    if not 1 <= len(shown) <= (3 if now.street == PREFLOP else 1):
        return Refusal("HLD 17.17", f"{len(shown)} cards cannot have been shown for the next street.")
    left = cards_left(state)
    for place, card in enumerate(command.cards):
        if card not in left or card in command.cards[:place]:
            return Refusal("HLD 2.1[s1]", f"{face(card)} cannot be in the shoe.")
    return (CommunalExposed(burned, shown, "HLD 17.17"),)


def reshuffle(state: Holdem, command: Command) -> Decision:
    """HLD 17.17, HLD 7.2[s2]: the cards left in the shoe are mixed again with what was shown, and cut."""
    if not _reshuffle_is_due(state):
        return Refusal("HLD 17.17", "The rest of the shoe is not to be shuffled now.")
    size, ends = _left_in_shoe(state), HOLDEM_CUT.from_each_end
    if command.position is None or not ends <= command.position <= size - ends:
        return Refusal(HOLDEM_CUT.clause, f"The cut must lie between card {ends} and card {size - ends}.")
    return (Reshuffled("HLD 17.17", command.position),)


def _reshuffle_is_due(state: Holdem) -> bool:
    """Once the betting is complete, if another card is to come."""
    now = state.play.round
    complete = now.turn == NOBODY and state.felt.stage is Stage.PLAYING
    return now.to_reshuffle and complete and len(hands_in(now)) > 1


def cards_left(state: Holdem) -> tuple[Card, ...]:
    """All cards of the deck that have not left the shoe, and those that went back."""
    out = set(state.felt.dealt)
    return tuple(card for card in deck_of(state).cards if card not in out)


def _left_in_shoe(state: Holdem) -> int:
    """How many cards those are; some that have left it may be known to nobody."""
    return len(cards_left(state)) - state.felt.dealt.count(UNSEEN)


def top_card_exposed(state: Holdem, command: Command) -> Decision:
    """HLD 17.19, R-23: shown after the betting ended it is used in the normal order, as the burn where one is due."""
    now = state.play.round
    between = state.felt.stage is Stage.PLAYING and now.turn == NOBODY and not pending(state)
    if not between or len(now.board) == 5 or len(hands_in(now)) < 2:
        return Refusal("HLD 17.19", "The top card keeps its place only between the betting and the next deal.")
    if len(command.cards) != 1 or command.cards[0] not in cards_left(state):
        return Refusal("HLD 17.19", "The top card is one card that has not left the shoe.")
    return (TopCardExposed(command.cards[0], "HLD 17.19"),)


def wrong_card_count(state: Holdem, command: Command) -> Decision:
    """HLD 17.9[s1], HLD 17.9[s2], HLD 17.9[s3]: folded, and what was bet stays in; the right hand wins unseen.

    HLD 17.2[s2]: whoever was fouled by the deal gets nothing back either.
    """
    now, right = state.play.round, settings_of(state).hole_cards
    if state.felt.stage is not Stage.PLAYING:
        return Refusal("HLD 17.9[s1]", "Cards are counted from the end of the deal to the showdown.")
    if command.held == right:
        return Refusal("HLD 17.9[s1]", f"{right} is the right number of cards.")
    for seat in command.seats:
        if seat not in now.seats or now.folded >> now.seats.index(seat) & 1:
            return Refusal("HLD 17.9[s1]", f"Seat {seat} holds no live hand.")
    hands = [now.seats.index(seat) for seat in command.seats]
    if not set(hands_in(now)) - set(hands) and all(now.fouled >> hand & 1 for hand in now.fold_order):
        return Refusal("HLD 19.3", "No hand would be left that could win: the operator may make the round void.")
    why = f"Held {command.held} card{'' if command.held == 1 else 's'} instead of {right}: the hand is folded."
    left = (event for hand in hands for event in left_in(now, hand, "HLD 17.9[s1]"))
    return *left, *(HandFouled(seat, "HLD 17.9[s1]", why) for seat in command.seats)


def left_in(now: Round, hand: int, clause: str) -> Events:
    """R-34: a hand that somebody else folds leaves in the pot what it had pushed towards the call as well.

    Only its own fold gives those chips back (HLD 17.8).
    """
    stays = now.short_push if hand == now.turn else 0
    return (part_of_call(now, hand, stays, clause),) if stays else ()


def part_of_call(now: Round, hand: int, amount: Cents, clause: str) -> Bet:
    """Chips that stay in the pot although they do not make up the call."""
    return Bet(now.seats[hand], now.names[hand], "call", now.bets[hand] + amount, amount, clause)


def hand_in_discards(state: Holdem, command: Command) -> Decision:
    """HLD 17.10, HLD 17.15, STAR 7.43[s2]: dead, without redress. STAR 7.43[s3]: an uncalled raise comes back.

    The call in it stays, and so does an opening bet, which is no raise.
    """
    now = state.play.round
    hand = live_hand(state, command.seat)
    if hand == NOBODY:
        return Refusal("HLD 17.10", f"Seat {command.seat} holds no live hand.")
    if len(now.seats) - now.folded.bit_count() < 2:
        return Refusal("HLD 10.4(a)", "The only hand left has won the pot.")
    seat, player = now.seats[hand], now.names[hand]
    if settings_of(state).procedures != STAR:
        return *left_in(now, hand, "HLD 17.10"), HandDead(seat, player, 0, "HLD 17.10")
    over = now.bet_over
    uncalled = 0
    if now.aggressor == hand and over is not None and over.call:
        others = (bet for other, bet in enumerate(now.bets) if other != hand)
        # A raise that came back after an all-in had called some of it leaves that bet over the raise before.
        uncalled = max(0, now.bets[hand] - max(over.call, *others))
    clause = "STAR 7.43[s3]" if uncalled else "STAR 7.43[s2]"
    return *left_in(now, hand, clause), HandDead(seat, player, uncalled, clause)


def live_hand(state: Holdem, seat: int | None) -> int:
    """The hand at a seat if it can still win, or nobody."""
    now = state.play.round
    if state.felt.stage is not Stage.PLAYING or seat not in now.seats:
        return NOBODY
    hand = now.seats.index(seat)
    return NOBODY if now.folded >> hand & 1 else hand


def pending(state: Holdem) -> RoutineStep | None:
    """What the dealer has to put right before the game goes on."""
    now = state.play.round
    if now.to_replace is not None:
        return RoutineStep("replace_card", "HLD 17.20[s1]", 1)
    if _reshuffle_is_due(state):
        cards, ends = cards_left(state), HOLDEM_CUT.from_each_end
        return RoutineStep("reshuffle", "HLD 17.17", shuffles=cards, cut=(ends, _left_in_shoe(state) - ends))
    return None


def _round_over(state: Holdem, event: RoundOver) -> Holdem:
    """HLD 17.3[s2]: a misdeal is no round, so that nobody has sat it out (HLD 19.6)."""
    after: Holdem = felt.APPLIERS[RoundOver](state, event)
    if event.result != MISDEAL:
        return after
    return after._replace(house=after.house._replace(idle_rounds=state.house.idle_rounds))


def _card_exposed(state: Holdem, event: CardExposed) -> Holdem:
    now = state.play.round
    if event.seat is not None:
        hand = now.seats.index(event.seat)
        cards, dealt = list(now.hole[hand]), list(state.felt.dealt)
        cards[cards.index(UNSEEN)] = event.card
        dealt[place_of(state, hand, dealt)] = event.card
        now = now._replace(hole=(*now.hole[:hand], tuple(cards), *now.hole[hand + 1 :]))
        state = state._replace(felt=state.felt._replace(dealt=tuple(dealt)))
    return with_round(state, now._replace(to_replace=event.card, exposed=(*now.exposed, event.card)))


def place_of(state: Holdem, hand: int, dealt: list[Card]) -> int:
    """The first unread card of a hand among all that have left the shoe: they come out one to each hand in turn."""
    count, cards = len(state.play.round.seats), settings_of(state).hole_cards
    own = (place for place in range(hand, count * cards, count) if dealt[place] == UNSEEN)
    # A card that replaced an exposed one came later.
    return next(own, len(dealt) - 1 - dealt[::-1].index(UNSEEN))


def _card_replaced(state: Holdem, event: CardReplaced) -> Holdem:
    now = state.play.round
    hand = now.seats.index(event.seat)
    kept = tuple(card for card in now.hole[hand] if card != event.old)
    hole = (*now.hole[:hand], (*kept, event.new), *now.hole[hand + 1 :])
    now = now._replace(hole=hole, to_replace=None, discarded=(*now.discarded, event.old), skip_burn=True)
    on_felt = state.felt._replace(dealt=(*state.felt.dealt, event.new))
    return State(state.settings, state.house, on_felt, Play(state.play.room, now))


def _communal_exposed(state: Holdem, event: CommunalExposed) -> Holdem:
    now = state.play.round
    now = now._replace(
        burned=now.burned + event.burned,
        burn_taken=now.burn_taken or bool(event.burned),
        to_reshuffle=True,
    )
    on_felt = state.felt._replace(dealt=state.felt.dealt + event.burned)
    return State(state.settings, state.house, on_felt, Play(state.play.room, now))


def _apply_fouled(state: Holdem, event: HandFouled) -> Holdem:
    now = state.play.round
    hand = now.seats.index(event.seat)
    now = fold_applied(now, Folded(event.seat, event.clause, event.why), settings_of(state))
    return with_round(state, now._replace(fouled=now.fouled | 1 << hand))


def _dead(state: Holdem, event: HandDead) -> Holdem:
    """The round without a hand that nobody folded: its player is not the last to fold (HLD 17.9[s3])."""
    now = state.play.round
    if event.returned:
        now = _taken_back(now, now.seats.index(event.seat), event.returned)
    gone = fold_applied(now, Folded(event.seat, event.clause, "The hand is dead."), settings_of(state))
    return with_round(state, gone._replace(fold_order=now.fold_order))


def _taken_back(now: Round, hand: int, amount: Cents) -> Round:
    """The betting as it was before a raise: who had acted then has acted, and it counts for no later raise.

    Chips pushed against the raise are no longer too few, so that their player acts anew.
    """
    over = now.bet_over
    assert over is not None
    return now._replace(
        stacks=put(now.stacks, hand, now.stacks[hand] + amount),
        bets=put(now.bets, hand, now.bets[hand] - amount),
        paid=put(now.paid, hand, now.paid[hand] - amount),
        call=now.call - amount,
        increment=over.increment,
        raises=over.raises,
        acted=over.acted | now.acted,
        aggressor=over.aggressor,
        short_open=over.short_open,
        short_push=0,
    )


_RULING = (Role.SUPERVISOR, Role.DEALER, Role.OPERATOR)
_DEALER = (Role.DEALER,)
VERBS = {
    "deal_irregularity": Verb(
        deal_irregularity, "HLD 17.1", _RULING, ("reason",), ("looked_at", "seat"), (Stage.BETTING, *RUNNING)
    ),
    "card_exposed": Verb(card_exposed, "HLD 17.20[s1]", _RULING, ("seat", "cards"), (), RUNNING),
    "replace_card": Verb(replace_card, "HLD 17.20[s1]", _DEALER, ("cards",), face_down=True),
    "communal_card_exposed": Verb(
        communal_card_exposed, "HLD 17.17", _RULING, ("cards",), ("burn_taken",), (Stage.PLAYING,)
    ),
    "reshuffle": Verb(reshuffle, "HLD 17.17", _DEALER, (), ("position",)),
    "top_card_exposed": Verb(top_card_exposed, "HLD 17.19", _RULING, ("cards",), (), (Stage.PLAYING,)),
    "wrong_card_count": Verb(wrong_card_count, "HLD 17.9[s1]", _RULING, ("seats", "held"), (), (Stage.PLAYING,)),
    "hand_in_discards": Verb(hand_in_discards, "HLD 17.10", _RULING, ("seat",), (), (Stage.PLAYING,)),
}
APPLIERS: Appliers = {
    RoundOver: _round_over,
    CardExposed: _card_exposed,
    CardReplaced: _card_replaced,
    CommunalExposed: _communal_exposed,
    Reshuffled: lambda state, event: with_round(state, state.play.round._replace(to_reshuffle=False)),
    TopCardExposed: lambda state, event: with_round(state, state.play.round._replace(top_card=event.card)),
    HandFouled: _apply_fouled,
    HandDead: _dead,
}

"""What players do with their hands: draw, stand, split, double, and rescue a double."""

from typing import Any, NamedTuple

from pitboss.cards.card import ACE, Card, rank_of
from pitboss.games.copies import new
from pitboss.games.house.felt import Decided, with_felt, with_wagers
from pitboss.games.play import OVER, PLAYING, Appliers, Cents, Command, Decision, State, Wager, dollars, house_settings
from pitboss.games.pontoon.hands import BEST, SEVEN, is_pontoon, is_splittable, is_suited_sevens
from pitboss.games.pontoon.layout import ALL_HELD_ONE, ALL_ONE, FIRST_TWO_ONE, MAIN, MOST_HANDS, settings_of
from pitboss.games.pontoon.round import (
    BUST,
    OPEN,
    PAID,
    STOOD,
    SUBSEQUENT_DEAL,
    SURRENDERED,
    VOID,
    Box,
    Hand,
    Pontoon,
    box_at,
    main_wagers,
    turn,
    wants_card,
    with_hand,
)
from pitboss.games.pontoon.settlement import rescue
from pitboss.rulebook.refusal import Refusal

MUST_DRAW_BELOW = 12


class Asked(NamedTuple):
    """PON 10.1(c): a card is due to this hand."""

    seat: int
    hand: int
    clause: str


class Stood(NamedTuple):
    """PON 10.1(d): the hand stays as it is."""

    seat: int
    hand: int
    clause: str


class Split(NamedTuple):
    """PON D-Split: the second card is a hand of its own, next after this one, with these wagers on it."""

    seat: int
    hand: int
    wagers: tuple[tuple[str, Cents], ...]
    bonus_lost: bool
    clause: str


class Doubled(NamedTuple):
    """PON D-Double/double down: what each player adds, how much of it is live, and how many cards' aces are now one."""

    seat: int
    hand: int
    wagers: tuple[tuple[str, Cents, Cents], ...]
    fixed: int
    clause: str


class Playing(NamedTuple):
    """A hand that somebody wants to do something with."""

    box: Box
    number: int
    hand: Hand


def dealt_box(state: Pontoon, command: Command, clause: str) -> Box | Refusal:
    if state.felt.stage is not PLAYING:
        said = "The round is over." if state.felt.stage is OVER else "The initial deal is not complete."
        return Refusal(clause, said)
    box = box_at(state.play, command.seat)
    return box or Refusal(clause, f"There is no hand at box {command.seat}.")


def _hand(state: Pontoon, command: Command, clause: str) -> Playing | Refusal:
    """PON 4.5[s2], PON 11.1, PON 12.2: the hand meant, given by the player who decides on it and nobody else."""
    box = dealt_box(state, command, clause)
    if isinstance(box, Refusal):
        return box
    if command.player not in (None, box.player):
        only = {"PON 10.1(a)": "PON 11.1", "PON 10.1(b)": "PON 12.2"}.get(clause, "PON 4.5[s2]")
        return Refusal(only, f"{box.player} decides on box {box.seat}, not {command.player}.")
    if not 1 <= command.hand <= len(box.hands):
        return Refusal(clause, f"Box {box.seat} has no hand {command.hand}.")
    hand = box.hands[command.hand - 1]
    return refusal_if_complete(hand, is_split=box.is_split) or Playing(box, command.hand, hand)


def refusal_if_complete(hand: Hand, *, is_split: bool = False) -> Refusal | None:
    """PON 9.2[s1], PON 10.2(a), PON 10.2(b), PON 11.5, PON 12.3[s2], PON 14.1(e): hands that are complete."""
    if hand.standing is OPEN:
        return Refusal("PON 10.2(a)", "A Pontoon takes no more cards: it is paid.") if is_pontoon(hand.cards) else None
    why = {
        PAID: (
            "PON 10.2(a)" if len(hand.cards) == 2 and not is_split else "PON 10.2(b)",
            "The hand has been paid and takes no more cards.",
        ),
        BUST: ("PON 14.1(e)", "The hand has more than 21 and is lost."),
        SURRENDERED: ("PON 9.2[s1]", "The hand has been surrendered and gets no more cards."),
        VOID: ("PON 17.2(a)", "The wagers on the hand have been declared void."),
        STOOD: ("PON 10.1", "The hand stands."),
    }
    if hand.doubled:
        why[STOOD] = ("PON D-Double/double down", "A doubled hand gets one card and is complete.")
    elif hand.split_ace:
        why[STOOD] = ("PON 11.5", "Split aces get one card each and are complete.")
    return Refusal(*why[hand.standing])


def _not_yet(state: Pontoon, playing: Playing) -> Refusal | None:
    """PON 10.1, PON 11.4: the subsequent deal must have begun, and the hand must be next."""
    if state.play.phase is not SUBSEQUENT_DEAL:
        return Refusal("PON 10.1", "The dealer has not begun the subsequent deal.")
    now = turn(state.play)
    assert now is not None
    box, number = now
    if box.seat != playing.box.seat:
        return Refusal("PON 10.1", f"Box {box.seat} plays before box {playing.box.seat}.")
    if number != playing.number:
        return Refusal("PON 11.4", f"Hand {number} is finished before hand {playing.number}.")
    if wants_card(playing.hand):
        return Refusal("PON 10.1", "A card is due to this hand first.")
    return None


def _playable(state: Pontoon, command: Command, clause: str) -> Playing | Refusal:
    """A hand that holds its first two cards; what is wrong with the wish itself is told before whose turn it is."""
    playing = _hand(state, command, clause)
    if isinstance(playing, Playing) and wants_card(playing.hand):
        return _not_yet(state, playing) or playing
    return playing


def hit(state: Pontoon, command: Command) -> Decision:
    """PON 10.1(c), PON 10.2: another card."""
    playing = _playable(state, command, "PON 10.1(c)")
    if isinstance(playing, Refusal):
        return playing
    return _not_yet(state, playing) or (Asked(playing.box.seat, playing.number, "PON 10.1(c)"),)


def stand(state: Pontoon, command: Command) -> Decision:
    """PON 10.1(d), PON 10.2(c): no more cards, but not on a hard total under 12 (P-17)."""
    playing = _playable(state, command, "PON 10.1(d)")
    if isinstance(playing, Refusal):
        return playing
    shown = playing.hand.total
    if not shown.soft and shown.points < MUST_DRAW_BELOW:
        return Refusal("PON 10.2(c)", f"A hand of {shown} must draw until it has 12 or more, unless it is doubled.")
    return _not_yet(state, playing) or (Stood(playing.box.seat, playing.number, "PON 10.1(d)"),)


def split(state: Pontoon, command: Command) -> Decision:
    """PON 10.1(a), PON 11.1, PON 11.2, PON 11.3, PON D-Split: two cards of equal value become two hands.

    The new wager is as much as the original one at risk. PON 11.2(a), PON 11.2(b): each other player on the hand splits
    too or stays on the first of the two, also when it is split again (P-16).
    """
    playing = _playable(state, command, "PON 10.1(a)")
    if isinstance(playing, Refusal):
        again = playing.clause == "PON 11.5"
        return Refusal("PON 11.3", "Aces are split once only, and these have been.") if again else playing
    box, number, hand = playing
    refusal = cannot_split(box, hand) or _cannot_join(state, playing, command)
    if refusal:
        return refusal
    original = box.original(box.player)
    if command.amount not in (None, original):
        return Refusal("PON D-Split", f"The wager on the new hand is as much as the original one, {dollars(original)}.")
    joining = {box.player, *command.joined_by}
    on_hand = {wager.player for wager in main_wagers(state, box.seat, number)}
    wagers = tuple((player, stake) for player, stake in box.stakes if player in joining & on_hand)
    lost = loses_bonus(state, hand.cards)
    return _not_yet(state, playing) or (Split(box.seat, number, wagers, lost, "PON 11.2"),)


def cannot_split(box: Box, hand: Hand) -> Refusal | None:
    """PON D-Split, PON 11.3: equal value, and four hands at most. Split aces are complete and never come here."""
    if not is_splittable(hand.cards):
        return Refusal("PON D-Split", "Only the first two cards of a hand are split, and they must be of equal value.")
    if len(box.hands) >= MOST_HANDS:
        return Refusal("PON 11.3", f"Box {box.seat} has {MOST_HANDS} hands, and more may not be formed.")
    return None


def _cannot_join(state: Pontoon, playing: Playing, command: Command) -> Refusal | None:
    """PON 11.2: only who has a wager on the hand can split it."""
    on_hand = {wager.player for wager in main_wagers(state, playing.box.seat, playing.number)}
    for player in command.joined_by:
        if player not in on_hand:
            return Refusal("PON 11.2", f"{player} has no wager on this hand to split.")
    return None


def loses_bonus(state: Pontoon, pair: tuple[Card, ...]) -> bool:
    """PON 11.10: to split suited sevens does; a table may read it as any sevens (P-07)."""
    if settings_of(state).super_bonus_after_mixed_split == "lost":
        return all(rank_of(card) == SEVEN for card in pair)
    return is_suited_sevens(pair)


def double(state: Pontoon, command: Command) -> Decision:
    """PON 10.1(b), PON 12.1, PON 12.2, PON 12.3[s1], PON 12.4: more money for exactly one more card.

    PON 12.1(a) on the first two cards, PON 12.1(b) on any total under 21, by its ordinary total (P-02). Each player
    adds up to the own original wager (P-18), and nobody without the player who decides.
    """
    playing = _playable(state, command, "PON 10.1(b)")
    if isinstance(playing, Refusal):
        return playing
    box, number, hand = playing
    if box.player not in command.amounts:
        return Refusal("PON 12.2", f"{box.player} decides on box {box.seat}: nobody doubles without {box.player}.")
    on_hand = {wager.player for wager in main_wagers(state, box.seat, number)}
    wagers = []
    for player, amount in command.amounts.items():
        if player not in on_hand:
            return Refusal("PON 12.3[s1]", f"{player} has no wager on this hand to double.")
        original = box.original(player)
        if amount > original and house_settings(state).entry_mode != "record":
            reason = f"{player} may double for up to the original wager of {dollars(original)}, not {dollars(amount)}."
            return Refusal("PON D-Double/double down", reason)
        if amount % house_settings(state).wager_step and house_settings(state).entry_mode != "record":
            step = dollars(house_settings(state).wager_step)
            return Refusal("PON 3.3", f"Doubles are made in multiples of {step}; {dollars(amount)} is none.")
        # At a live table that is recorded the chips lie as they do, and only so much of them counts.
        wagers.append((player, amount, min(amount, original)))
    fixed = _aces_fixed(settings_of(state).double_aces, hand)
    clause = "PON 12.4" if box.is_split else "PON 12.1(a)" if len(hand.cards) == 2 else "PON 12.1(b)"
    return _not_yet(state, playing) or (Doubled(box.seat, number, tuple(wagers), fixed, clause),)


def _aces_fixed(reading: str, hand: Hand) -> int:
    """PON 2.5(a): of how many cards the aces count one once the hand is doubled, by the reading of ruling P-02."""
    held = len(hand.cards)
    return {FIRST_TWO_ONE: 2, ALL_HELD_ONE: held, ALL_ONE: held + 1}.get(reading, 0)


def rescuable(state: Pontoon, box: Box, number: int) -> tuple[Wager, ...]:
    """PON 12.6: the doubled wagers that may be rescued: under 21 with the double card, before the dealer's next card.

    One of 21 has been paid and one of more is lost, so what is undecided is under 21. A player who did not double has
    nothing to withdraw (P-10).
    """
    hand = box.hands[number - 1]
    if not hand.doubled or hand.wants or len(state.play.dealer) > 1:
        return ()
    wagers = main_wagers(state, box.seat, number)
    return tuple(wager for wager in wagers if wager.at_risk > box.original(wager.player))


def forfeit(state: Pontoon, command: Command) -> Decision:
    """PON 12.6: a player gives up the original wager and withdraws the doubled part; each alone, and for good."""
    box = dealt_box(state, command, "PON 12.6")
    if isinstance(box, Refusal):
        return box
    player = command.player or box.player
    if not 1 <= command.hand <= len(box.hands):
        return Refusal("PON 12.6", f"Box {box.seat} has no hand {command.hand}.")
    hand = box.hands[command.hand - 1]
    for wager in rescuable(state, box, command.hand):
        if wager.player == player:
            return (Decided((rescue(wager, box.original(player)),), "PON 12.6"),)
    if not hand.doubled:
        reason = "Only a doubled hand can be given up in this way."
    elif hand.wants:
        reason = "The card of the double comes first."
    elif hand.total.points >= BEST:
        reason = f"The hand has {hand.total} and is settled already."
    elif len(state.play.dealer) > 1:
        reason = "The dealer has drawn a card: it is too late to withdraw the double."
    else:
        reason = f"{player} has no doubled wager on this hand to withdraw."
    return Refusal("PON 12.6", reason)


def _with_hand(state: Pontoon, seat: int, number: int, **changed: Any) -> Pontoon:
    """The table with one hand changed."""
    settings, house, felt, play = state
    box = box_at(play, seat)
    assert box is not None
    hand = box.hands[number - 1]._replace(**changed)
    return new(State, (settings, house, felt, with_hand(play, seat, number, hand)))


def _apply_split(state: Pontoon, event: Split) -> Pontoon:
    """PON 11.4: hands after the one that was split move up by one, and their wagers with them."""
    boxes = []
    for box in state.play.boxes:
        if box.seat == event.seat:
            first, second = box.hands[event.hand - 1].cards
            aces = rank_of(first) == ACE
            pair = (Hand((first,), split_ace=aces), Hand((second,), split_ace=aces))
            hands = (*box.hands[: event.hand - 1], *pair, *box.hands[event.hand :])
            before = ((one + (one > event.hand), two + (two > event.hand)) for one, two in box.splits)
            splits = (*before, (event.hand, event.hand + 1))
            box = box._replace(hands=hands, bonus_lost=box.bonus_lost or event.bonus_lost, splits=splits)
        boxes.append(box)
    wagers = tuple(
        wager._replace(hand=wager.hand + 1)
        if wager.seat == event.seat and wager.hand is not None and wager.hand > event.hand
        else wager
        for wager in state.felt.wagers
    )
    more = tuple(Wager(event.seat, player, MAIN, stake, stake, event.hand + 1) for player, stake in event.wagers)
    felt = state.felt._replace(wagers=wagers + more)
    return State(state.settings, state.house, felt, state.play._replace(boxes=tuple(boxes)))


def _apply_doubled(state: Pontoon, event: Doubled) -> Pontoon:
    added = {player: (amount, live) for player, amount, live in event.wagers}
    wagers = []
    for wager in state.felt.wagers:
        if (wager.seat, wager.hand, wager.kind) == (event.seat, event.hand, MAIN) and wager.player in added:
            amount, live = added[wager.player]
            wager = wager._replace(stake=wager.stake + amount, at_risk=wager.at_risk + live)
        wagers.append(wager)
    after = with_felt(state, with_wagers(state.felt, tuple(wagers)))
    return _with_hand(after, event.seat, event.hand, doubled=True, fixed=event.fixed, wants=True)


APPLIERS: Appliers = {
    Asked: lambda state, event: _with_hand(state, event.seat, event.hand, wants=True),
    Stood: lambda state, event: _with_hand(state, event.seat, event.hand, standing=STOOD),
    Split: _apply_split,
    Doubled: _apply_doubled,
}

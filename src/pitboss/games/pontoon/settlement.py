"""What becomes of each wager in Pontoon: Perfect Pairs, Pontoons, any 21, then the dealer's hand and the bonus."""

from collections.abc import Iterator, Mapping

from pitboss.cards.card import Card, face, rank_of
from pitboss.games.house.dealing import one_too_many
from pitboss.games.house.felt import Decided, RoundOver
from pitboss.games.pays import Odds, hand_back, lose, push, win
from pitboss.games.play import PLAYING, Cents, Command, Decision, Event, Outcome, Result, Wager, dollars
from pitboss.games.pontoon.dealer import draws
from pitboss.games.pontoon.hands import (
    BEST,
    SEVEN,
    Pair,
    Row,
    Total,
    is_pontoon,
    is_suited_sevens,
    pair_of,
    row_of_21,
    total,
)
from pitboss.games.pontoon.layout import (
    ALL_LIVE,
    DOUBLED_PAYS,
    DOWN_TO_CHIP,
    INSURANCE,
    MAIN,
    ORIGINAL_ONLY,
    PAIR_WINS,
    PERFECT_PAIRS,
    SUPER_BONUS,
    PontoonSettings,
    decks_of,
    settings_of,
)
from pitboss.games.pontoon.round import (
    DEALERS_HAND,
    INTERIM,
    OPEN,
    PAIRS,
    SUBSEQUENT_DEAL,
    SURRENDERED,
    Box,
    Hand,
    PairsSettled,
    Pontoon,
    PontoonsPaid,
    box_at,
    main_wagers,
    on_table,
    turn,
)
from pitboss.rulebook.refusal import Refusal

_ROUND_OVER = RoundOver("settled", "PON D-Round of play")


def paid_at(wager: Wager, odds: Odds, because: tuple[str, str], settings: PontoonSettings) -> Outcome:
    """A win at these odds; ruling P-26 on what is handed over where chips are too large for it."""
    clause, why = because
    won = win(wager, odds, clause, why)
    if settings.rounding == DOWN_TO_CHIP:
        won = won._replace(net=won.net - won.net % settings.smallest_float_chip)
    return won


def take(wager: Wager, amount: Cents, clause: str, why: str) -> Outcome:
    """So much of a wager is taken and the rest goes back."""
    return lose(wager, clause, why)._replace(net=-amount)


def settle_pair(wager: Wager, cards: tuple[Card, ...], pays: Mapping[Pair, Odds]) -> Outcome:
    """PON 18.11, PON 18.12, PON 18.14: the box's first two cards decide, and the best pair they are is paid.

    PON 18.11(a), PON 18.11(b), PON 18.11(c) win, PON 18.11(d) loses.
    """
    pair = pair_of(cards)
    first, second = face(cards[0]), face(cards[1])
    if pair is None:
        return lose(wager, "PON 18.11(d)", f"{first} and {second} are no pair, so Perfect Pairs loses.")
    return win(wager, pays[pair], PAIR_WINS[pair], f"{first} and {second} are a {pair}, so Perfect Pairs wins.")


def settle_pairs(state: Pontoon, command: Command) -> Decision:
    """PON 18.13, PON 18.13(a), PON 18.13(b): between the deals, losers taken first and winners paid then."""
    if state.felt.stage is not PLAYING or state.play.phase is not PAIRS:
        return Refusal("PON 18.13", "Perfect Pairs is settled once, after the initial deal and before anything else.")
    decided = [
        settle_pair(wager, box.hands[0].cards, settings_of(state).pairs_pay)
        for wager in state.felt.wagers
        if wager.kind == PERFECT_PAIRS and wager.outcome is None and (box := box_at(state.play, wager.seat))
    ]
    decided.sort(key=lambda outcome: outcome.result is Result.WIN)
    return (PairsSettled(tuple(decided), "PON 18.13"),)


def pay_pontoons(state: Pontoon, command: Command) -> Decision:
    """PON 8.1, PON 14.1(c), PON 10.2(a): every wager on a Pontoon is paid at once, whatever the dealer shows."""
    if state.felt.stage is not PLAYING or state.play.phase is not INTERIM:
        return Refusal("PON 8.1", "Pontoons are paid after the initial deal and Perfect Pairs, if there are any.")
    boxes = [box for box in state.play.boxes if is_open_pontoon(box)]
    why = ("PON 8.1", "Ace and ten-value on the first two cards are Pontoon, paid at once.")
    settings = settings_of(state)
    odds = settings.table_1[Row.PONTOON]
    outcomes = tuple(paid_at(wager, odds, why, settings) for box in boxes for wager in main_wagers(state, box.seat, 1))
    return (PontoonsPaid(tuple(box.seat for box in boxes), outcomes, "PON 8.1"),)


def is_open_pontoon(box: Box) -> bool:
    return box.hands[0].standing is OPEN and not box.is_split and is_pontoon(box.hands[0].cards)


def hand_outcomes(state: Pontoon, box: Box, number: int, hand: Hand) -> tuple[Outcome, ...]:
    """What a card decides at once, with `hand` as it is then: PON 10.2(b) pays any 21, and over 21 is lost (P-22)."""
    points = hand.total.points
    if points < BEST:
        return ()
    wagers = main_wagers(state, box.seat, number)
    if points == BEST:
        return tuple([_pay_21(state, box, hand, wager) for wager in wagers])
    clause = "PON 11.8" if box.is_split else "PON 14.1(e)"
    why = f"The hand has {points}, more than 21, and is lost whatever the dealer makes."
    return tuple([lose(wager, clause, why) for wager in wagers])


def _pay_21(state: Pontoon, box: Box, hand: Hand, wager: Wager) -> Outcome:
    """PON 10.2(b), PON 14.1(d), PON 14.2: any 21 is paid before another card, by Table 1 unless it was doubled.

    It keeps its payment against a Pontoon of the dealer (P-03). PON 12.7, PON 12.8: one to one for every wager on a
    doubled hand, or on the whole box where a table reads it so (P-06). PON 11.6, PON 11.7: a split hand has Table 1
    too, but ace and ten-value is only 21 (P-07).
    """
    settings = settings_of(state)
    if hand.doubled:
        clause = "PON 12.7" if wager.at_risk > box.original(wager.player) else "PON 12.8"
        return win(wager, DOUBLED_PAYS, clause, "The doubled hand makes 21 and is paid at once.")
    if settings.double_odds_scope == "box" and any(other.doubled for other in box.hands):
        return win(wager, DOUBLED_PAYS, "PON 12.8", "The hand makes 21 on a box that has been doubled on.")
    row = row_of_21(hand.cards)
    if box.is_split and len(hand.cards) == 2:
        return win(wager, settings.table_1[row], "PON 11.7", "Ace and ten-value after a split are 21, but no Pontoon.")
    if box.is_split and settings.split_bonus == "off":
        row = Row.OTHER
    odds = settings.table_1[row]
    clause = "PON 14.1(d)" if row is Row.OTHER else odds.clause
    return paid_at(wager, odds, (clause, f"{row}: the hand is paid at once."), settings)


def wins_bonus(state: Pontoon, box: Box, hand: Hand) -> bool:
    """PON 14.3 Table 2 bonus, PON 12.7, PON 11.10: suited 7-7-7, not doubled, with a seven as the dealer's first card.

    PON 12.7 means this table, whatever numbers it prints (P-05).
    Not on a box where suited sevens were split; whether splitting mixed ones loses it as well is a setting (P-07).
    """
    return (
        len(hand.cards) == 3
        and not hand.doubled
        and not box.bonus_lost
        and is_suited_sevens(hand.cards)
        and rank_of(state.play.dealer[0]) == SEVEN
    )


def lost_insurance(state: Pontoon, dealer: tuple[Card, ...]) -> tuple[Outcome, ...]:
    """PON 7.5, PON 7.5(a): taken as soon as the dealer's second card is no ten-value."""
    if len(dealer) != 2 or is_pontoon(dealer):
        return ()
    return tuple(_settle_insurance(wager, dealer, settings_of(state).insurance_pays) for wager in _insurance(state))


def _settle_insurance(wager: Wager, dealer: tuple[Card, ...], pays: Odds) -> Outcome:
    """PON 7.4, PON 7.5: two to one on the dealer's Pontoon, even if the hand is bust or has been paid (P-13)."""
    if is_pontoon(dealer):
        return win(wager, pays, "PON 7.4", "The dealer has Pontoon, so insurance wins.")
    return lose(wager, "PON 7.5(a)", "The dealer's second card makes no Pontoon, so insurance loses.")


def _insurance(state: Pontoon) -> Iterator[Wager]:
    return (wager for wager in state.felt.wagers if wager.kind == INSURANCE and wager.outcome is None)


def compare(wager: Wager, hand: Total, dealer: Total, pays: Odds) -> Outcome:
    """PON 14.1, PON 14.1(a), PON 14.1(b), PON 14.1(f), PON 14.1(h): a hand under 21 against the dealer's total.

    PON D-Stand off: with the same total the wager goes back.

    A 21 is never here: it was paid when it was made (P-04).
    """
    if dealer.points > BEST:
        why = f"The dealer has {dealer.points}, more than 21, and your {hand} wins."
        return win(wager, pays, "PON 14.1(a)", why)
    if hand.points > dealer.points:
        return win(wager, pays, "PON 14.1(b)", f"Your {hand} beats the dealer's {dealer}.")
    if hand.points < dealer.points:
        return lose(wager, "PON 14.1(f)", f"The dealer's {dealer} beats your {hand}.")
    why = f"You and the dealer both have {hand.points}: a stand off, and the wager goes back."
    return push(wager, "PON 14.1(h)", why)


def _compare(hand: Hand, wager: Wager, dealer: Total, pays: Odds) -> Outcome:
    """PON 12.7, PON 12.8: a doubled hand wins one to one, whatever else the table pays."""
    return compare(wager, hand.total, dealer, DOUBLED_PAYS if hand.doubled else pays)


def _settle_surrender(state: Pontoon, wager: Wager, *, pontoon: bool) -> Outcome:
    """PON 9.3, PON 9.4: the dealer's Pontoon annuls a surrender; without it half is taken and half goes back.

    Exactly half (P-11, P-26): a cent that cannot be halved is left to the player.
    """
    if pontoon:
        return lose(wager, "PON 9.3", "The dealer has Pontoon: the surrender is annulled and the wager is lost.")
    settings, half = settings_of(state), wager.at_risk // 2
    if settings.rounding == DOWN_TO_CHIP:
        back = half - half % settings.smallest_float_chip
        half = wager.at_risk - back
    return take(wager, half, "PON 9.4", f"The hand was surrendered: {dollars(half)} is taken and the rest goes back.")


def _settle_pontoon(state: Pontoon, box: Box, player: str, wagers: list[Wager]) -> Iterator[Outcome]:
    """PON 14.1(g), PON 11.9, PON 12.5: of all that a player has open on a box the dealer takes one original wager.

    Busted and rescued wagers are gone and 21s stay paid, so this is about the rest; the lowest hand shows what is taken
    (ruling P-09, with its other readings as settings).
    """
    reading, original = settings_of(state).dealer_pontoon_collects, box.original(player)
    left = original
    if reading == ORIGINAL_ONLY:
        left = max(original - sum(_losses(state, box.seat, player)), 0)
    for wager in wagers:
        amount = wager.at_risk if reading == ALL_LIVE else min(left, wager.at_risk)
        left -= amount
        if amount:
            clause = "PON 11.9" if box.is_split else "PON 12.5" if wager.at_risk > original else "PON 14.1(g)"
            rest = "" if amount == wager.at_risk else " No more than the original wager is taken."
            yield take(wager, amount, clause, f"The dealer has Pontoon and the hand has not.{rest}")
        else:
            why = "The dealer has Pontoon, but takes no more than the original wager: this one goes back."
            yield hand_back(wager, "PON 11.9", why)


def _losses(state: Pontoon, seat: int, player: str) -> Iterator[Cents]:
    for wager in state.felt.wagers:
        if (wager.seat, wager.player, wager.kind) == (seat, player, MAIN) and wager.outcome and wager.outcome.net < 0:
            yield -wager.outcome.net


def _settle_box(state: Pontoon, box: Box) -> Iterator[Outcome]:
    """Every open Pontoon wager of one box."""
    dealer = state.play.dealer
    pontoon, shown, pays = is_pontoon(dealer), total(dealer), settings_of(state).table_1[Row.OTHER]
    mine: dict[str, list[Wager]] = {}
    for wager in state.felt.wagers:
        if wager.seat == box.seat and wager.kind == MAIN and wager.outcome is None:
            mine.setdefault(wager.player, []).append(wager)
    for player, wagers in mine.items():
        wagers.sort(key=lambda wager: wager.hand or 0)
        if box.hands[0].standing is SURRENDERED:
            yield from (_settle_surrender(state, wager, pontoon=pontoon) for wager in wagers)
        elif pontoon:
            yield from _settle_pontoon(state, box, player, wagers)
        else:
            yield from (_compare(box.hands[(wager.hand or 1) - 1], wager, shown, pays) for wager in wagers)


def settle(state: Pontoon, command: Command) -> Decision:
    """PON 14.1, PON 7.5(b), PON 14.3: every open wager from the dealer's right (P-25), then insurance, then the bonus.

    The Super Bonus is paid while the cards still lie on the table.
    """
    refusal = not_finished(state) or any_fault(state)
    if refusal:
        return refusal
    boxes = reversed(state.play.boxes)
    events: list[Event] = []
    outcomes = tuple(outcome for box in boxes for outcome in _settle_box(state, box))
    if outcomes:
        events.append(Decided(outcomes, "PON 14.1"))
    insured = tuple(
        _settle_insurance(wager, state.play.dealer, settings_of(state).insurance_pays) for wager in _insurance(state)
    )
    if insured:
        events.append(Decided(insured, "PON 7.5(b)"))
    bonus = super_bonus(state)
    if bonus:
        events.append(Decided(bonus, "PON 14.3"))
    return tuple(events) or Refusal("PON 14.1", "Every wager of the round has been settled.")


def super_bonus(state: Pontoon) -> tuple[Outcome, ...]:
    """PON 14.3, PON 14.3 Table 2 bonus, PON 14.3 Table 2 others, by ruling P-08.

    Each wager on a winning hand has its bonus by its own size, and each other Pontoon wager of the round has $50,
    bust, surrendered and paid ones too.
    """
    boxes = state.play.boxes
    if not [hand for box in boxes for hand in box.hands if hand.bonus] or _bonus_is_paid(state):
        return ()
    outcomes, table_2 = [], settings_of(state).super_bonus
    for box in reversed(boxes):
        for player, original in box.stakes:
            winning = len(tuple(_winning_wagers(state, box, player)))
            if winning:
                won = winning * table_2.on(original)
                clause = "PON 14.3 Table 2 bonus"
                why = f"Suited 7-7-7 against a seven of the dealer wins the Super Bonus of {dollars(won)}."
            else:
                won, clause = table_2.others, "PON 14.3 Table 2 others"
                why = f"Somebody won the Super Bonus in this round, and every other wager is given {dollars(won)}."
            outcomes.append(Outcome(box.seat, player, SUPER_BONUS, 0, 0, Result.WIN, won, clause, why))
    return tuple(outcomes)


def _winning_wagers(state: Pontoon, box: Box, player: str) -> Iterator[Wager]:
    for wager in state.felt.wagers:
        if (wager.seat, wager.player, wager.kind) == (box.seat, player, MAIN) and box.hands[
            (wager.hand or 1) - 1
        ].bonus:
            yield wager


def _bonus_is_paid(state: Pontoon) -> bool:
    return any(wager.kind == SUPER_BONUS for wager in state.felt.wagers)


def is_settled(state: Pontoon) -> bool:
    """Whether nothing is left to pay, take or hand back."""
    return not [wager for wager in state.felt.wagers if wager.outcome is None] and not super_bonus(state)


def collect(state: Pontoon, command: Command) -> Decision:
    """PON D-Round of play: the round ends when all its cards are in the rack, and not before everything is paid."""
    # What was open when the dealer drew has been settled, and no round is settled with a foreign card in it.
    looked_at = state.play.phase is DEALERS_HAND
    refusal = not_finished(state) or (None if looked_at else any_fault(state))
    if refusal:
        return refusal
    if not is_settled(state):
        return Refusal("PON 14.3", "The cards stay on the table until every wager is settled.")
    return (_ROUND_OVER,)


def not_finished(state: Pontoon) -> Refusal | None:
    """Why it is too early, or too late, to settle."""
    if state.felt.stage is not PLAYING:
        return Refusal("PON 14.1", "No round is being played.")
    phase = state.play.phase
    if (phase is not DEALERS_HAND and phase is not SUBSEQUENT_DEAL) or turn(state.play) is not None:
        return Refusal("PON 14.1", "The players' hands come first.")
    return Refusal("PON 13.1", "The dealer's hand is not complete.") if draws(state) else None


def any_fault(state: Pontoon) -> Refusal | None:
    """PON 17.3: a card seen more often than the decks hold it; which one is foreign a supervisor must rule on."""
    cards, deck, dealt = state.play.cards, decks_of(state), state.felt.dealt
    if len(cards.rack) + len(dealt) <= deck.copies:
        return None
    if cards.reused:
        twice = one_too_many(deck, cards.rack + on_table(state))
    else:
        # All cards of this game lie face up, and bytes are quick to count.
        out = bytes(cards.rack + dealt)
        twice = next((card for card in set(dealt) if out.count(card) > deck.copies), None)
    if twice is None:
        return None
    return Refusal("PON 17.3", f"{face(twice)} has come out more often than it is in the shoe: a supervisor must rule.")


def rescue(wager: Wager, original: Cents) -> Outcome:
    """PON 12.6: the original wager is lost in full, the doubled part goes back, and that is final (ruling P-10)."""
    return take(wager, original, "PON 12.6", "You gave up the original wager and took the doubled part back.")


def outcome_events(outcomes: tuple[Outcome, ...], clause: str) -> tuple[Event, ...]:
    """The event of these results, where there are any."""
    return (Decided(outcomes, clause),) if outcomes else ()

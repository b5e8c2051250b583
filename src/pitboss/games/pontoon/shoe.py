"""The shoe of Pontoon: shuffle, cut and cutting card, a shoe that runs out, and the device that shuffles itself."""

from typing import NamedTuple

from pitboss.cards.card import Card
from pitboss.cards.shuffle import PONTOON_CUT
from pitboss.games.house.between_rounds import is_running
from pitboss.games.house.dealing import AUTOMATED, not_in_deck
from pitboss.games.house.events import APPLIERS as HOUSE_APPLIERS
from pitboss.games.house.events import CardsChanged
from pitboss.games.play import BETTING, DEALER, IDLE, OVER, Appliers, Command, Decision, Role, RoutineStep
from pitboss.games.pontoon.layout import MAIN, ONE_DECK, decks_of, settings_of
from pitboss.games.pontoon.round import BUST, PAID, VOID, Cards, Earlier, Hand, Pontoon, without
from pitboss.rulebook.refusal import Refusal

SUPERVISOR = "a supervisor"


class NewShoe(NamedTuple):
    """PON D-New shoe: all cards shuffled, cut and in the shoe; `burnt` cards left it unseen."""

    loaded: int
    position: int | None
    depth: int | None
    cut_by: str | None
    burnt: tuple[Card, ...]
    unseen: int
    clause: str


class ShoeRefilled(NamedTuple):
    """PON 15.6, PON 19.3(a)(iii): the round goes on from these cards, shuffled and cut again."""

    cards: tuple[Card, ...]
    unseen: int
    position: int
    cut_by: str
    plain: bool
    clause: str


class CutDeclined(NamedTuple):
    player: str
    clause: str


class CutOffered(NamedTuple):
    player: str
    clause: str


class CutMade(NamedTuple):
    """PON 5.3[s1]: where the cutting card was put in, and by whom."""

    by: str
    position: int
    clause: str


def new_shoe_due(state: Pontoon) -> str | None:
    """PON 5.4, PON 5.4(a), PON 5.4(b), PON 19.2: the clause by which all cards are shuffled before the next card.

    At the start, with new cards, after a round in which the cutting card came, and when it would be the first card of
    a round; the wagers may still be changed then (P-23). In the last three rounds it is thrown out instead (PON 5.5).
    A device shuffles between all rounds (PON 19.1); a plain shoe in its place goes by Rule 5 again (PON 19.3(b)[s2]).
    """
    cards = state.play.cards
    if not cards.loaded:
        return "PON 19.2" if state.house.shoe == AUTOMATED else "PON 5.1"
    if state.house.shoe == AUTOMATED:
        return None if state.felt.shuffled else "PON 19.1"
    if cards.cutting_card_at is not None:
        return "PON 5.4(b)"
    reached = cards.cutting_card_after is not None and cards.drawn >= cards.cutting_card_after
    return "PON 5.4(a)" if reached and state.play.people.last_rounds is None else None


def no_card_now(state: Pontoon, count: int) -> Refusal | None:
    """Why so many cards cannot leave the shoe now: PON 5.4 and PON 19.2, PON 19.3(a), PON 15.6."""
    cards = state.play.cards
    clause = new_shoe_due(state) if state.felt.stage is BETTING else None
    if clause is not None:
        return Refusal(clause, "A new shoe is due: the cards are shuffled before the first card of a round.")
    if cards.failed:
        return Refusal("PON 19.3(a)", "The shuffling shoe has failed: the round goes on from a plain shoe.")
    if count > cards.cards_left:
        return Refusal("PON 15.6", f"The shoe holds {cards.cards_left} cards and {count} are due.")
    return None


def cut_places(size: int) -> tuple[int, int]:
    """PON 5.3[s1]: one deck at least from either end, or as far in as a smaller stack allows."""
    ends = min(PONTOON_CUT.from_each_end, size // 2)
    return ends, size - ends


def shoe_step(state: Pontoon, cards_due: int) -> RoutineStep | None:
    """What must be done with the shoe before so many cards can be dealt, if anything must."""
    cards, stage = state.play.cards, state.felt.stage
    if stage is OVER or stage is IDLE:
        return None
    clause = new_shoe_due(state) if stage is BETTING else None
    if clause is not None:
        settings = settings_of(state)
        deck = decks_of(state).cards
        if state.house.shoe == AUTOMATED:
            return RoutineStep("new_shoe", clause, settings.burn_on_new_shoe, deck)
        depth = settings.cutting_card_depth
        depths = (ONE_DECK, len(deck) // 2) if depth is None else (depth, depth)
        return RoutineStep("new_shoe", clause, settings.burn_on_new_shoe, deck, _cut_range(state, len(deck)), depths)
    if cards_due and cards.failed:
        rest = left_in_device(state)
        return RoutineStep("plain_shoe", "PON 19.3(a)", 0, rest, _cut_range(state, len(rest)))
    if cards.loaded == cards.drawn and cards_due > len(cards.aside) and state.house.shoe != AUTOMATED:
        rack = discards(state)
        return (
            RoutineStep("shuffle_discards", "PON 15.6", 0, rack, _cut_range(state, len(rack) + cards.unseen))
            if rack
            else None
        )
    return None


def _cut_range(state: Pontoon, size: int) -> tuple[int, int]:
    at = state.play.people.cut_at
    return cut_places(size) if at is None else (at, at)


def discards(state: Pontoon) -> tuple[Card, ...]:
    """PON 15.6: what lies in the rack, the cleared hands of this round included; the cards on the table stay there."""
    cards = state.play.cards
    if state.felt.stage in (IDLE, BETTING, OVER):
        return cards.rack
    cleared = tuple(card for box in state.play.boxes for hand in box.hands if _is_cleared(hand) for card in hand.cards)
    return cards.rack + without(cleared, cards.reused)


def _is_cleared(hand: Hand) -> bool:
    """PON 10.2(b): a paid or lost hand leaves the table at once, but for one that waits for its Super Bonus."""
    return hand.standing in (PAID, BUST, VOID) and not hand.bonus


def left_in_device(state: Pontoon) -> tuple[Card, ...]:
    """PON 19.3(a)(i): all cards but those that have come out in this round."""
    cards = state.play.cards
    return without(decks_of(state).cards, state.felt.dealt + cards.rack + cards.aside)


def new_shoe(state: Pontoon, command: Command) -> Decision:
    """PON 5.1, PON 5.2, PON 5.3[s1], PON 5.3[s3], PON D-New shoe, PON 19.2: all decks shuffled, cut and loaded.

    PON 5.2 tail: a supervisor cuts when no player will. How many cards are burnt then is a setting (P-24).
    """
    if state.felt.stage is not BETTING:
        return Refusal("PON 5.4", "A new shoe comes before the first card of a round.")
    clause, deck, settings = new_shoe_due(state), decks_of(state), settings_of(state)
    if clause is None:
        return Refusal("PON 5.4", "No shuffle is due: the cutting card has not come.")
    if state.house.cards_to_check_by:
        who = " and ".join(sorted(state.house.cards_to_check_by))
        return Refusal("PON 2.4[s2]", f"The new cards have not been checked by the {who}.")
    refusal = not_in_deck(deck, command.cards) or _wrong_burn(settings.burn_on_new_shoe, command)
    if refusal:
        return refusal
    unseen = settings.burn_on_new_shoe - len(command.cards)
    if state.house.shoe == AUTOMATED:
        if command.position is not None or command.depth is not None:
            return Refusal("PON 19.1", "There is no cut and no cutting card with an automated shuffling shoe.")
        return (NewShoe(len(deck), None, None, None, command.cards, unseen, clause),)
    depth, half = command.depth or 0, len(deck) // 2
    if not ONE_DECK <= depth <= half:
        reason = f"The cutting card goes in with {ONE_DECK} to {half} cards behind it, not {depth}."
        return Refusal("PON 5.3[s3]", reason)
    made = _cut_made(state, command.position, len(deck))
    if isinstance(made, Refusal):
        return made
    return (NewShoe(len(deck), made.position, depth, made.by, command.cards, unseen, clause),)


def _wrong_burn(due: int, command: Command) -> Refusal | None:
    if len(command.cards) in (0, due):
        return None
    return Refusal("PON D-Burn", f"{due} cards are burnt when a shoe begins, not {len(command.cards)}.")


def _cut_made(state: Pontoon, position: int | None, size: int) -> CutMade | Refusal:
    """The cut that a player has made, or the one given now, by whoever is next in the order of the offer."""
    people = state.play.people
    if people.cut_at is not None and people.cut_by is not None:
        if position not in (None, people.cut_at):
            return Refusal("PON 5.3[s1]", f"{people.cut_by} has cut at card {people.cut_at}.")
        return CutMade(people.cut_by, people.cut_at, "PON 5.3[s1]")
    refusal = _wrong_place(position, size)
    return refusal or CutMade(next_to_cut(state) or SUPERVISOR, position or 0, "PON 5.3[s1]")


def _wrong_place(position: int | None, size: int) -> Refusal | None:
    least, most = cut_places(size)
    if position is not None and least <= position <= most:
        return None
    said = "missing" if position is None else f"not at {position}"
    return Refusal("PON 5.3[s1]", f"The cut must lie between card {least} and card {most}; it is {said}.")


def cut_order(state: Pontoon) -> tuple[str, ...]:
    """PON 5.2, PON 5.2(a), PON 5.2(b), PON 5.2(c), PON 5.2(d), PON 19.3(a)(ii): who is offered the cut, in order.

    At the start of the game the first to arrive; then the player on whose box the cutting card came, or the one at the
    dealer's far right if it came on the dealer's hand or the device has failed; after that clockwise.
    """
    there = dict(state.house.seated)
    for wager in state.felt.wagers:
        if wager.kind == MAIN:
            there.setdefault(wager.seat, wager.player)
    seats = sorted(there)
    if not seats:
        return ()
    cards, first = state.play.cards, seats[-1]
    if cards.failed:
        pass
    elif cards.cutting_card_at not in (None, DEALER):
        first = next((seat for seat in seats if seat >= (cards.cutting_card_at or 0)), seats[0])
    elif cards.cutting_card_at is None:
        first = _first_to_arrive(state, there) if not cards.loaded else seats[0]
    around = [seat for seat in seats if seat >= first] + [seat for seat in seats if seat < first]
    return tuple(dict.fromkeys(there[seat] for seat in around))


def _first_to_arrive(state: Pontoon, there: dict[int, str]) -> int:
    arrived = {player: number for number, player in enumerate(state.play.people.arrivals)}
    return min(there, key=lambda seat: (arrived.get(there[seat], len(arrived)), seat))


def next_to_cut(state: Pontoon) -> str | None:
    """PON 5.2(d): the first in the order who has not declined; nobody if all have."""
    return next((name for name in cut_order(state) if name not in state.play.people.declined), None)


def _cut_is_due(state: Pontoon) -> Refusal | None:
    if state.play.people.cut_at is not None:
        return Refusal("PON 5.2", f"{state.play.people.cut_by} has cut the cards.")
    due = shoe_step(state, 1)
    if due is None or due.cut is None:
        return Refusal("PON 5.2", "The cards are not to be cut now.")
    return None


def offer_cut(state: Pontoon, command: Command) -> Decision:
    """PON 5.2, PON 5.2(d): the dealer offers the cut, to the player who is next in the order and to no other."""
    player = next_to_cut(state)
    refusal = _cut_is_due(state)
    if refusal:
        return refusal
    if player is None:
        return Refusal("PON 5.2 tail", "No player wants to cut, so a supervisor cuts.")
    if command.player not in (None, player):
        return Refusal("PON 5.2", f"The cut is offered to {player} before {command.player}.")
    return (CutOffered(player, "PON 5.2"),)


def decline_cut(state: Pontoon, command: Command) -> Decision:
    """PON 5.2(d): the offer goes on clockwise."""
    player = next_to_cut(state)
    refusal = _cut_is_due(state)
    if refusal:
        return refusal
    if player is None or command.player not in (None, player):
        return Refusal("PON 5.2(d)", f"The cut is not offered to {command.player} now.")
    return (CutDeclined(player, "PON 5.2(d)"),)


def cut(state: Pontoon, command: Command) -> Decision:
    """PON 5.2, PON 5.2 tail, PON 5.3[s1]: the player it is offered to cuts, and a supervisor once all have declined."""
    refusal = _cut_is_due(state)
    if refusal:
        return refusal
    player, step = next_to_cut(state), shoe_step(state, 1)
    assert step is not None
    if command.by is Role.SUPERVISOR:
        if player is not None:
            return Refusal("PON 5.2 tail", f"A supervisor cuts when no player will; it is for {player} to answer.")
    elif command.player != player:
        return Refusal("PON 5.2", f"The cut is offered to {player or SUPERVISOR}, not to {command.player}.")
    refusal = _wrong_place(command.position, len(step.shuffles))
    return refusal or (CutMade(player or SUPERVISOR, command.position or 0, "PON 5.3[s1]"),)


def shuffle_discards(state: Pontoon, command: Command) -> Decision:
    """PON 15.6: the shoe has run out, so the rack is shuffled, cut and dealt on. Not with a device (PON 19.1)."""
    if state.house.shoe == AUTOMATED:
        return Refusal("PON 19.1", "With a shuffling shoe there are no discards to shuffle in a round.")
    step = shoe_step(state, 1)
    if step is None or step.do != "shuffle_discards":
        return Refusal("PON 15.6", "The discards are shuffled only when the shoe has run out.")
    unseen = state.play.cards.unseen
    made = _cut_made(state, command.position, len(step.shuffles) + unseen)
    if isinstance(made, Refusal):
        return made
    return (ShoeRefilled(step.shuffles, unseen, made.position, made.by, False, "PON 15.6"),)


def plain_shoe(state: Pontoon, command: Command) -> Decision:
    """PON 19.3(a), PON 19.3(a)(i), PON 19.3(a)(ii), PON 19.3(a)(iii): the round is finished from a plain shoe.

    What is left in the device is taken out, shuffled and cut.
    """
    if not is_running(state) or not state.play.cards.failed:
        return Refusal("PON 19.3(a)", "The shuffling shoe has not failed in this round.")
    rest = left_in_device(state)
    made = _cut_made(state, command.position, len(rest))
    if isinstance(made, Refusal):
        return made
    return (ShoeRefilled(rest, 0, made.position, made.by, True, "PON 19.3(a)(iii)"),)


def _without_cut(state: Pontoon, cards: Cards) -> Pontoon:
    people = state.play.people._replace(declined=(), cut_by=None, cut_at=None)
    return state._replace(play=state.play._replace(cards=cards, people=people))


def _new_shoe(state: Pontoon, event: NewShoe) -> Pontoon:
    """PON 4.7 tail, PON D-New shoe: who was held to the minimum as a latecomer is free again."""
    count = len(event.burnt) + event.unseen
    after = None if event.depth is None else event.loaded - event.depth
    cards = Cards(event.loaded, count, cutting_card_after=after, rack=event.burnt, unseen=event.unseen)
    state = _without_cut(state, cards)
    people = state.play.people._replace(rounds=0, regulars=frozenset(), to_minimum=frozenset())
    past, before = state.play.earlier
    if before is not None:
        # The cards of the last round are in the new shoe with all others.
        before = before._replace(reused=before.felt.dealt)
    earlier = Earlier(past[-1:], before)
    play = state.play._replace(people=people, earlier=earlier)
    return state._replace(felt=state.felt._replace(shuffled=True), play=play)


def _shoe_refilled(state: Pontoon, event: ShoeRefilled) -> Pontoon:
    """After the round all cards are shuffled, unless it is one of the last three, in which dealing goes on."""
    cards = state.play.cards
    if event.plain:
        return _without_cut(state, cards._replace(loaded=len(event.cards), drawn=0, failed=False))
    out_at = cards.cutting_card_at
    if out_at is None and state.play.people.last_rounds is None:
        out_at = DEALER
    reused = cards.reused + event.cards[len(cards.rack) :]
    loaded = len(event.cards) + event.unseen
    return _without_cut(state, Cards(loaded, cutting_card_at=out_at, aside=cards.aside, reused=reused))


def _cut_declined(state: Pontoon, event: CutDeclined) -> Pontoon:
    people = state.play.people
    people = people._replace(declined=(*people.declined, event.player))
    return state._replace(play=state.play._replace(people=people))


def _cut_was_made(state: Pontoon, event: CutMade) -> Pontoon:
    people = state.play.people._replace(cut_by=event.by, cut_at=event.position)
    return state._replace(play=state.play._replace(people=people))


def _cards_changed(state: Pontoon, event: CardsChanged) -> Pontoon:
    """PON 2.4[s1], PON 19.3(b)[s1]: with other cards a new shoe is due; a plain shoe goes by Rule 5 again."""
    after: Pontoon = HOUSE_APPLIERS[CardsChanged](state, event)
    return after._replace(play=after.play._replace(cards=Cards()))


APPLIERS: Appliers = {
    NewShoe: _new_shoe,
    ShoeRefilled: _shoe_refilled,
    CutOffered: lambda state, event: state,
    CutDeclined: _cut_declined,
    CutMade: _cut_was_made,
    CardsChanged: _cards_changed,
}

"""What is done at a hold'em table between the steps of a situation: the dealer's routine, and betting without effect.

All of it is done by commands, as anybody else at the table would.
"""

from copy import copy

from pitboss.cards.card import Card
from pitboss.games.holdem.dealing import board_cards_due, hole_cards_due
from pitboss.games.holdem.irregular.irregularities import cards_left
from pitboss.games.holdem.seats.posting import MISDEAL
from pitboss.games.holdem.state import NOBODY, STREETS, Play, with_room
from pitboss.games.play import Command, Events, Role, RoutineStep, Stage
from pitboss.games.table import NotRoutine, Table
from pitboss.rulebook.refusal import Refusal

HoldemTable = Table[Play]

FLOP_CARDS = 3
# What the dealer does at once and without being told: everything but dealing on and ending the round.
AT_ONCE = ("replace_card", "reshuffle", "table_hands", "fold_absent")
# The ways to stay in a hand, the cheapest first.
STAYS = ("check", "stand", "call", "bet", "raise", "tap_out")


def copy_of(table: HoldemTable) -> HoldemTable:
    """A table just like this one, at which something can be tried."""
    other = copy(table)
    other.shoe = copy(table.shoe)
    other.shoe.cards = list(table.shoe.cards)
    other.commands = list(table.commands)
    return other


def what_if(table: HoldemTable) -> HoldemTable:
    """A copy for a question, which may lead further than the cards of the case: others lie beneath them."""
    other = copy_of(table)
    other.shoe.cards = [*(card for card in cards_left(table.state) if card not in table.shoe.cards), *other.shoe.cards]
    return other


def between_rounds(table: HoldemTable) -> HoldemTable:
    """The same table before the round that is being played, or after the one that is over."""
    other = what_if(table)
    if table.state.felt.stage not in (Stage.IDLE, Stage.OVER):
        other.state = table.round_began_with
    return other


def in_other_chairs(table: HoldemTable, **room: object) -> HoldemTable:
    """The table between rounds with something else written down about the room."""
    other = between_rounds(table)
    other.state = with_room(other.state, other.state.play.room._replace(**room))  # type: ignore[arg-type]
    return other


def put_right(table: HoldemTable) -> None:
    """The dealer's routine as far as it is done at once."""
    while goes_on(table, AT_ONCE):
        pass


def goes_on(table: HoldemTable, only: tuple[str, ...] | None = None) -> bool:
    """One routine step of the dealer, unless a decision is awaited, or there is none, or none of these."""
    if table.state.felt.stage is Stage.BETTING or table.game.due(table.state):
        return False
    step = table.game.routine(table.state)
    if step is None or (only is not None and step.do not in only):
        return False
    try:
        table.take(step)
    except NotRoutine:
        return False
    return True


def finish(table: HoldemTable) -> None:
    """The dealer's routine until somebody must decide, or the round is over."""
    while goes_on(table):
        pass


def deal_hole_cards(table: HoldemTable) -> None:
    """All hole cards that are due."""
    step = table.shuffle_if_due()
    if step is not None and step.do == "deal" and table.state.felt.stage in (Stage.BETTING, Stage.DEALING):
        table.take(step)


def draw(table: HoldemTable, count: int) -> Events | Refusal:
    """So many cards are dealt; where that is refused they stay in the shoe."""
    before = list(table.shoe.cards)
    answer = table.do(Command(Role.DEALER, "deal", cards=table.shoe.draw(count)))
    if isinstance(answer, Refusal):
        table.shoe.cards = before
    return answer


def choose(table: HoldemTable, *wanted: str) -> Events:
    """The seat whose turn it is does the first of these that is offered, for the least amount."""
    offered = {choice.do: choice for choice in table.choices()}
    choice = next(offered[do] for do in wanted if do in offered)
    amount = choice.least if choice.least is not None else choice.amounts[0] if choice.amounts else None
    answer = table.do(Command(Role.PLAYER, choice.do, choice.seat, amount=amount))
    assert not isinstance(answer, Refusal), f"offered and refused: {answer}"
    return answer


def betting_done(table: HoldemTable) -> RoutineStep | None:
    """Everybody stays in for as little as can be until the betting round is over: what the dealer does next."""
    while True:
        step = table.game.routine(table.state)
        if table.game.due(table.state):
            choose(table, *STAYS)
        elif step is not None and table.state.play.round.turn != NOBODY:
            table.take(step)
        else:
            return step


def complete_betting(table: HoldemTable) -> None:
    """The same, and what is to be put right then is."""
    put_right(table)
    while table.game.due(table.state):
        choose(table, *STAYS)
        put_right(table)


def bring_to_street(table: HoldemTable, street: str) -> None:
    """Betting is completed and cards are dealt until this street is the next; not one card, if it is already."""
    while STREETS.index(street) > table.state.play.round.street + 1:
        complete_betting(table)
        if not goes_on(table):
            return


def play_out(table: HoldemTable) -> None:
    """Everybody stays in to the end of the round."""
    while True:
        complete_betting(table)
        if not goes_on(table):
            return


def next_cards(table: HoldemTable, count: int) -> tuple[Card, ...]:
    """The cards that will leave the shoe next; they stay in it."""
    return tuple(table.shoe.cards[::-1][:count])


def street_size(table: HoldemTable, street: str) -> int:
    """How many cards this street takes from the shoe, the one to burn included; of a deal that is not due, one."""
    if street == STREETS[0]:
        return max(hole_cards_due(table.state), 1)
    burn, _ = board_cards_due(table.state)
    return burn + (FLOP_CARDS if street == STREETS[1] else 1)


def next_street(table: HoldemTable) -> str | None:
    """The name of the deal that comes next, if one does; after a misdeal it is a new one."""
    felt = table.state.felt
    if felt.stage in (Stage.BETTING, Stage.DEALING) or felt.result == MISDEAL:
        return STREETS[0]
    place = table.state.play.round.street + 1
    return STREETS[place] if felt.stage is Stage.PLAYING and place < len(STREETS) else None

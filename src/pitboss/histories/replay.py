"""Hands played again by the rules: every card and every action of a history goes through the hold'em engine."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache
from itertools import chain, islice
from operator import itemgetter
from typing import NamedTuple, cast

from pitboss.cards.card import Card, face
from pitboss.cards.deck import holdem_deck
from pitboss.games.command import dealer_step, decision
from pitboss.games.copies import new
from pitboss.games.holdem import GAME
from pitboss.games.holdem.fast.mutable_round import AnyRound
from pitboss.games.holdem.fast.running import Run
from pitboss.games.holdem.settings import CASH, settings_of
from pitboss.games.holdem.showdown.settlement import is_decided
from pitboss.games.holdem.showdown.showdown import SOLE
from pitboss.games.holdem.state import NOBODY, PREFLOP, STREETS, Play, Settlement, hands_but
from pitboss.games.play import Command, Role, Viewer
from pitboss.games.table import StackedShoe, Table
from pitboss.histories.differences import Difference, differences
from pitboss.histories.history import UNKNOWN, Action, Amount, BrokenHistory, Cards, Do, HandHistory
from pitboss.histories.notation import cards_text, notation
from pitboss.histories.setup import CENTS, Start, chips, start
from pitboss.histories.stand_ins import losing_cards
from pitboss.histories.text import AUDITOR, readable
from pitboss.rulebook.refusal import Refusal

# Cards of the flop, the turn and the river, by how many lie on the board before.
_STREET_CARDS = {0: 3, 3: 1, 4: 1}
# Named once, because to name a member of an enumeration takes longer than to compare with it.
_FOLD, _CHECK_CALL, _BET_RAISE = Do.FOLD, Do.CHECK_CALL, Do.BET_RAISE
_DEAL_HOLE, _DEAL_BOARD, _NOTHING = Do.DEAL_HOLE, Do.DEAL_BOARD, Do.NOTHING
_SETTLE = dealer_step("settle")
_CARDS_OF = itemgetter(Action._fields.index("cards"))


class Replayed(NamedTuple):
    """The result of a replay: the stacks in the amounts of the file, and the chips in one of its units.

    `unfinished` says in a sentence why a hand has no end, if it has none, and `differences` where the stacks are not
    those that the file tells.
    """

    history: HandHistory
    stacks: tuple[Amount, ...]
    scale: int
    unfinished: str | None
    differences: tuple[Difference, ...]

    @property
    def is_explained(self) -> bool:
        """Whether every difference there is has its reason."""
        return all(each.why is not None for each in self.differences)


def replay(history: HandHistory) -> Replayed:
    """Plays a hand. A history that the rules refuse is a `BrokenHistory`, with the clause."""
    hand = _play_hand(history, _labels(len(history.antes)))
    scale, now = hand.begun.scale, hand.run.now
    stacks: tuple[Amount, ...] = tuple(now.stacks)
    if scale != 1:
        stacks = tuple([Decimal(stack) / scale for stack in stacks])
    found = () if hand.hidden else differences(history, now.settlement, stacks, scale)
    return new(Replayed, (history, stacks, scale, hand.unfinished, found))


def replayed_table(history: HandHistory) -> Table[Play]:
    """The table at which a hand has been played, with the names of its players, for whoever wants to look at it."""
    return _table(_play_hand(history, _names(history), shows=True))


def hand_text(history: HandHistory, viewer: Viewer = AUDITOR) -> str:
    """A hand as text, in the amounts of its file; cards that nobody wrote down stay hidden."""
    hand = _play_hand(history, _names(history), shows=True)
    scale = hand.begun.scale
    in_dollars = settings_of(hand.run.state).mode == CASH and scale == CENTS
    return readable(_table(hand), viewer, unit=1 if in_dollars else scale, not_known=hand.stand_ins)


def _table(hand: "_Hand") -> Table[Play]:
    begun = hand.begun
    table = Table(GAME, hand.run.state.settings, StackedShoe(()))
    table.state, table.round_began_with, table.commands = hand.run.state, begun.began, [*begun.commands, *hand.commands]
    return table


def _play_hand(history: HandHistory, names: tuple[str, ...], *, shows: bool = False) -> "_Hand":
    """The hand played to where it leads; who showed cards at the end shows them only where somebody will look."""
    hand = _Hand(history, start(history, names), shows=shows)
    hand.unfinished = hand.play()
    return hand


class _Hand:
    """A hand on its way through the engine."""

    # What most hands have nothing of is not made for each of them anew.
    hole: Sequence[Cards] = ()
    coming: Cards = ()
    # Why the hand has no end, if it has none, and whether only because cards were not written down.
    unfinished: str | None = None
    hidden = False
    stand_ins: frozenset[Card] = frozenset()
    mucked: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()

    def __init__(self, history: HandHistory, begun: Start, *, shows: bool) -> None:
        self.history, self.begun, self.run = history, begun, Run(begun.shuffled)
        # What was done at the table, where somebody will look.
        self.commands: list[Command] = []
        self.unseen = _unseen_cards(history, begun.settings.deck)
        self.shows = shows

    def play(self) -> str | None:
        """Plays all actions, and the end if they lead there; what is missing otherwise, in a sentence."""
        first, actions = self._deal_hole_cards(), self.history.actions
        run, scale, shows = self.run, self.begun.scale, self.shows
        for index, (do, player, _, amount, _) in enumerate(actions[first:], start=first):
            chipped = None
            if do is _FOLD:
                word = "fold"
            elif do is _CHECK_CALL:
                word = _staying(run.now, player)
            elif do is _BET_RAISE and amount is not None:
                word, chipped = "raise" if run.now.call else "bet", chips(amount, scale)
            else:
                self._not_a_decision(index, actions[index])
                continue
            done = run.decide(word, player, chipped)
            if type(done) is Refusal:
                raise self._refusal_fault(done, index)
            if shows:
                self.commands.append(decision(word, player, chipped))
        return self._end()

    def _not_a_decision(self, index: int, action: Action) -> None:
        do = action.do
        if do is _DEAL_BOARD:
            self._deal_board(index, action.cards)
        elif do is _DEAL_HOLE:
            raise self._fault_at(index, "comes after the first betting has begun.")
        elif do is Do.MUCK:
            self._muck(index, action.player)
        elif do is not _NOTHING:
            self._show(index, action)

    def _deal(self, cards: Cards, index: int) -> None:
        """Cards, all of them known by now."""
        known = cast(tuple[Card, ...], cards)
        done = self.run.deal(known)
        if isinstance(done, Refusal):
            raise self._refusal_fault(done, index)
        if self.shows:
            self.commands.append(dealer_step("deal", known))

    def _give(self, command: Command, index: int) -> None:
        """Any other command."""
        done = self.run.act(command)
        if isinstance(done, Refusal):
            raise self._refusal_fault(done, index)
        self.commands.append(command)

    def _refusal_fault(self, refusal: Refusal, index: int) -> BrokenHistory:
        return self._fault_at(index, f"is refused: {_refusal_words(refusal, self.begun.scale)}")

    def _fault_at(self, index: int, fault: str) -> BrokenHistory:
        return self.history.fault_at(f"{_action_words(self.history.actions[index])} {fault}", action=index)

    def _deal_hole_cards(self) -> int:
        """Deals all hole cards, those that nobody wrote down from the unseen ones; where the play then begins."""
        history, size = self.history, self.begun.settings.hole_cards
        hole: list[Cards] = [()] * len(history.antes)
        first, missing = len(history.actions), size * len(hole)
        for index, (do, player, cards, _, _) in enumerate(history.actions):
            if do is _DEAL_HOLE:
                held = hole[player - 1] = hole[player - 1] + cards
                missing -= len(cards)
                if len(held) > size:
                    raise self._fault_at(index, f"deals more than {size} hole cards.")
            elif do is not _NOTHING:
                first = index
                break
        one_by_one = () if missing else _one_by_one(hole)
        if missing or UNKNOWN in one_by_one:
            if missing and first == len(history.actions):
                # The history ends before everybody has cards.
                return first
            hole = [_complete_hole(history, player, cards, size) for player, cards in enumerate(hole, start=1)]
            one_by_one = _one_by_one([self._stood_in(player, hole) for player in range(1, len(hole) + 1)])
        self.hole = hole
        self._deal(one_by_one, 0)
        return first

    def _stood_in(self, player: int, hole: list[Cards]) -> Cards:
        """The cards of a player with one that nobody saw for each that nobody wrote down."""
        cards = hole[player - 1]
        if UNKNOWN not in cards:
            return cards
        if any(action.do is Do.MUCK and action.player == player for action in self.history.actions):
            unseen = list(self.unseen)
            chosen = losing_cards(self.history, self.begun.settings, player, hole, unseen)
            self.unseen = (card for card in unseen if card not in self.stand_ins)
        else:
            chosen = list(islice(self.unseen, cards.count(UNKNOWN)))
        self.stand_ins = self.stand_ins.union(chosen)
        return tuple([chosen.pop() if card is UNKNOWN else card for card in cards])

    def _deal_board(self, index: int, cards: Cards) -> None:
        """Communal cards, once all of a street are there, behind a burned card that nobody saw."""
        if UNKNOWN in cards:
            raise self._fault_at(index, "leaves a communal card unknown.")
        self.coming += cards
        due = _STREET_CARDS.get(len(self.run.now.board))
        if due is None or len(self.coming) > due:
            raise self._fault_at(index, "deals more communal cards than are due.")
        if len(self.coming) == due:
            self._deal((next(self.unseen), *self.coming), index)
            self.coming = ()

    def _show(self, index: int, action: Action) -> None:
        """A hand that is shown is the one that was dealt; cards that were unknown then are known from it."""
        if action.do is Do.SHOW and not _fits(action.cards, self.hole[action.player - 1]):
            raise self._fault_at(index, f"shows other cards than the {cards_text(self.hole[action.player - 1])} dealt.")
        self.shown += (action.player,)

    def _muck(self, index: int, player: int) -> None:
        """A hand that is not shown; that is known at the end, and who is alone in the pot need not show."""
        if self.run.now.turn != NOBODY:
            raise self._fault_at(index, "comes before the betting is over.")
        self.mucked += (player,)

    def _end(self) -> str | None:
        """Settles a hand that has come to its end."""
        now = self.run.now
        if not self.hole:
            return "The hole cards have not been dealt."
        if now.turn != NOBODY:
            return f"p{now.seats[now.turn]} has yet to act."
        if not is_decided(now):
            return f"The {STREETS[now.street + 1]} has not been dealt."
        hands = hands_but(now.folded, len(now.seats))
        if len(hands) > 1:
            for hand in hands:
                if UNKNOWN in self.hole[hand] and hand + 1 not in self.mucked:
                    self.hidden = True
                    return f"The cards of p{hand + 1} are needed for the showdown and are not known."
        else:
            # There is no showdown.
            self.shown = ()
        self._settle()
        return None

    def _settle(self) -> None:
        """The end; a hand that was mucked although it would win lies in the discards first, and is dead.

        A pot that nobody else contests is won without a hand.
        """
        last = len(self.history.actions) - 1
        while True:
            # Whether a mucked hand wins is known from the end, and a table is a value to which one can go back.
            before = self.run.state if self.mucked else None
            shown = self._show_hands() if self.shows else []
            refusal = self.run.settle()
            if refusal:
                raise self._refusal_fault(refusal, last)
            winners = () if before is None else _winners(self.run.now.settlement)
            wrongly = [player for player in self.mucked if player in winners]
            if before is None or not wrongly:
                self.commands += *shown, _SETTLE
                return
            self.run = Run(before)
            self._give(Command(Role.DEALER, "hand_in_discards", wrongly[0]), last)

    def _show_hands(self) -> list[Command]:
        """Hands that were shown though they need not be."""
        shows = [decision("show", player) for player in self.shown]
        return [each for each in shows if not isinstance(self.run.act(each), Refusal)]


def _staying(now: AnyRound, player: int) -> str:
    """The engine's word: to check, to stand and to call are one in the format."""
    call = now.call
    if call > now.bets[player - 1]:
        return "call"
    return "stand" if call and now.street == PREFLOP else "check"


def _winners(done: Settlement | None) -> set[int]:
    """Who has won a pot with a hand."""
    return {award.seat for award in done.awards if award.side != SOLE} if done else set()


def _one_by_one(hole: list[Cards]) -> Cards:
    """Hole cards in the order they leave the shoe."""
    return tuple(chain.from_iterable(zip(*hole, strict=True)))


def _unseen_cards(history: HandHistory, deck: int) -> Iterator[Card]:
    """The cards of the deck that the history does not tell of, to be burned or to stand in for unknown ones."""
    known = set[Card | None]().union(*map(_CARDS_OF, history.actions))
    for card in holdem_deck(deck).cards:
        if card not in known:
            yield card


def _complete_hole(history: HandHistory, player: int, cards: Cards, size: int) -> Cards:
    """The hole cards of a player with those that are known only because they were shown later."""
    cards += (UNKNOWN,) * (size - len(cards))
    for index, action in enumerate(history.actions):
        if action.do is Do.SHOW and action.player == player and _fits(action.cards, cards):
            known = [card for card in action.cards if card is not UNKNOWN and card not in cards]
            for card in known:
                _must_be_new(history, index, card)
            cards = tuple(known.pop(0) if card is UNKNOWN and known else card for card in cards)
    return cards


def _must_be_new(history: HandHistory, index: int, card: Card) -> None:
    """A card that comes to light at the showdown cannot be one that lies elsewhere."""
    shows = history.actions[index]
    for action in history.actions:
        if card in action.cards and (action.do is not Do.SHOW or action.player != shows.player):
            raise history.fault_at(
                f"{_action_words(shows)} shows {face(card)}, which was dealt elsewhere.", action=index
            )


def _fits(shown: Cards, dealt: Cards) -> bool:
    """Whether cards shown can be those that were dealt, as far as both are known."""
    known = [card for card in shown if card is not UNKNOWN]
    return len(shown) == len(dealt) and sum(card not in dealt for card in known) <= dealt.count(UNKNOWN)


def _action_words(action: Action) -> str:
    return f"'{notation(action._replace(comment=None))}'"


def _refusal_words(refusal: Refusal, scale: int) -> str:
    counted = "" if scale == 1 else f", counted in chips of {Decimal(1) / scale}"
    return f"{refusal.reason.rstrip('.')} ({refusal.clause}{counted})."


@cache
def _labels(players: int) -> tuple[str, ...]:
    return tuple(f"p{player}" for player in range(1, players + 1))


def _names(history: HandHistory) -> tuple[str, ...]:
    """The names of the players; who has none that a table could use is called by number."""
    given: tuple[str, ...] = history.more.get("players", ())
    labels = _labels(len(history.antes))
    fit = [name.isprintable() and bool(name.strip()) and given.count(name) == 1 for name in given]
    if not any(fit):
        return labels
    return tuple(
        name if fits and name not in labels else label for name, fits, label in zip(given, fit, labels, strict=True)
    )

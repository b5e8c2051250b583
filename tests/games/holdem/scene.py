"""A hold'em table for tests: stakes written down as facts, cards stacked, actions in a few words."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.cards.card import Card, card, cards
from pitboss.cards.deck import holdem_deck
from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.betting.betting import Bet, Folded
from pitboss.games.holdem.betting.sizes import Options, options
from pitboss.games.holdem.settings import BY_TIME
from pitboss.games.holdem.state import Chair, Play, Room, Round, Settlement, clockwise, with_room
from pitboss.games.play import Command, Events, Role, Stage
from pitboss.games.table import StackedShoe
from pitboss.rulebook.refusal import Refusal
from tests.games.house.scene import Remembering
from tests.refusals import refused

PLAYER, DEALER, SUPERVISOR, OPERATOR = Role.PLAYER, Role.DEALER, Role.SUPERVISOR, Role.OPERATOR


class Scene:
    """One round of hold'em: seats are numbered from 1, players are P1, P2 and so on.

    `act("1 raise 3000", "2 fold")` takes decisions that must be accepted; the dealer deals as soon as nobody has to
    decide, and settles unless `by_hand`. Cards that do not matter are taken from the rest of the deck. `chairs` says
    of single seats how their players stand to the round.
    """

    def __init__(
        self,
        stakes: Sequence[int] | Mapping[int, int] = (20000, 20000, 20000),
        *,
        hole: Mapping[int, str] | None = None,
        board: str = "",
        button: int = 1,
        by_hand: bool = False,
        room: Mapping[str, Any] | None = None,
        chairs: Mapping[int, Mapping[str, Any]] | None = None,
        **settings: Any,
    ) -> None:
        named = dict(stakes) if isinstance(stakes, Mapping) else dict(enumerate(stakes, start=1))
        if settings.get("mode") != "tournament":
            settings.setdefault("commission", BY_TIME)
        self.settings = HoldemSettings(**settings)
        stands = chairs or {}
        sitters = {seat: Chair(f"P{seat}", stake, **stands.get(seat, {})) for seat, stake in named.items()}
        order = [seat for seat in clockwise(self.settings.boxes, button) if seat in sitters]
        shoe = _stacked(self.settings, order, hole or {}, cards(board) if board else ())
        self.table: Remembering[Play] = Remembering(GAME, self.settings, StackedShoe(shoe))
        self.table.open()
        around: dict[str, Any] = {"chairs": Frozen(sitters), "button": button, **(room or {})}
        self.table.state = with_room(self.table.state, Room(**around))
        self.by_hand = by_hand

    def start(self) -> "Scene":
        """Blinds posted, cards shuffled, hole cards dealt."""
        self.table.new_round()
        return self.start_cards()

    def start_cards(self) -> "Scene":
        """Hole cards dealt, once the blinds are posted."""
        self.table.take(GAME.routine(self.table.state))  # type: ignore[arg-type]
        return self

    def act(self, *lines: str) -> "Scene":
        for line in lines:
            answer = self.table.do(_command(line))
            assert not isinstance(answer, Refusal), f"{line}: {answer}"
            self.go_on()
        return self

    def go_on(self) -> "Scene":
        """The dealer's routine, as far as nobody has to decide; with `by_hand` the settlement waits."""
        while True:
            step = GAME.routine(self.table.state)
            if step is None or (self.by_hand and step.do == "settle") or GAME.due(self.table.state):
                return self
            if self.table.state.felt.stage is Stage.BETTING:
                return self
            self.table.take(step)

    def check_down(self) -> "Scene":
        """Nobody bets any more, to the showdown."""
        while not self.is_over and self.turn is not None:
            self.act(f"{self.turn} check")
        return self

    def settle(self) -> "Scene":
        self.table.finish()
        return self

    def refused(self, line: str) -> Refusal:
        """What a decision is refused with; it changes nothing."""
        return self.refuses(_command(line))

    def refuses(self, command: Command) -> Refusal:
        before = self.table.state
        answer = refused(self.table.do(command))
        assert self.table.state is before
        return answer

    def ruled(self, do: str, by: Role = SUPERVISOR, **particulars: Any) -> Events:
        """A command of those who run the table, which must be accepted; nothing is dealt after it."""
        answer = self.table.do(Command(by, do, **particulars))
        assert not isinstance(answer, Refusal), answer
        return answer

    @property
    def now(self) -> Round:
        return self.table.state.play.round

    @property
    def money(self) -> Options:
        """What the hand whose turn it is may do with its chips."""
        return options(self.settings, self.now, self.now.turn)

    @property
    def turn(self) -> int | None:
        due = GAME.due(self.table.state)
        return due[0] if due else None

    @property
    def done(self) -> Settlement:
        assert self.now.settlement is not None
        return self.now.settlement

    @property
    def awards(self) -> list[tuple[str, int, int]]:
        """Side, seat and amount of all that was won."""
        return [award[1:4] for award in self.done.awards]

    @property
    def ranks(self) -> dict[int, str | None]:
        """The hands that were shown, for high."""
        return {hand.seat: hand.rank for hand in self.done.hands}

    @property
    def stakes(self) -> dict[int, int]:
        return {seat: chair.stake for seat, chair in self.table.state.play.room.chairs.items()}

    @property
    def offered(self) -> set[str]:
        return {choice.do for choice in self.table.choices()}

    @property
    def is_over(self) -> bool:
        return self.table.state.felt.stage is Stage.OVER


def all_in(hole: dict[int, str], board: str, **chosen: Any) -> Scene:
    """Everybody is in for 200 before the flop, and seat 1 has the button."""
    scene = Scene((20000,) * len(hole), hole=hole, board=board, **chosen).start()
    while not scene.is_over:
        scene.act(f"{scene.turn} tap_out")
    return scene


def _command(line: str) -> Command:
    seat, do, *amount = line.split()
    return Command(PLAYER, do, int(seat), f"P{seat}", amount=int(amount[0]) if amount else None)


def _stacked(
    settings: HoldemSettings, order: Sequence[int], hole: Mapping[int, str], board: tuple[Card, ...]
) -> list[Card]:
    """The shoe in the order of the deal, with other cards of the deck where a test names none."""
    named = {seat: [card(text) for text in held.split()] for seat, held in hole.items()}
    taken = {*board, *(each for held in named.values() for each in held)}
    deck = holdem_deck(settings.deck, joker=settings.joker)
    rest = iter([each for each in deck.cards[::-1] if each not in taken])
    hands = {seat: named.get(seat) or [next(rest) for _ in range(settings.hole_cards)] for seat in order}
    shoe = [hands[seat][place] for place in range(settings.hole_cards) for seat in order]
    streets = [board[:3], board[3:4], board[4:5]] if board else []
    for street in streets:
        shoe += ([next(rest)] if settings.burn else []) + list(street)
    return shoe + list(rest)


def last_event(scene: Scene) -> Any:
    return next(event for event in reversed(scene.table.events) if isinstance(event, Bet | Folded))


def turns(scene: Scene, *lines: str) -> list[int | None]:
    """Whose turn it is, before each of these decisions and after the last."""
    order = [scene.turn]
    for line in lines:
        scene.act(line)
        order.append(scene.turn)
    return order

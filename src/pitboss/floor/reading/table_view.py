"""Views of a table for one viewer: the visible cards and the choices available now, live or recalled."""

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from pitboss.cards.card import face
from pitboss.floor.kernel.game_roles import AT_A_TABLE, game_role, may_give, still_open
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tables import dealing
from pitboss.floor.tables.bots import bots_at
from pitboss.floor.tables.record import Call, TableRecord, seats_of
from pitboss.games.command import Command, dealer_step
from pitboss.games.command import Role as GameRole
from pitboss.games.play import RUNNING, Audience, Choice, Stage, State, Viewer
from pitboss.games.views import GameView, HouseView
from pitboss.rulebook.refusal import Refusal

_AUDIENCES = {
    Role.DEALER: Audience.DEALER,
    Role.SUPERVISOR: Audience.DEALER,
    Role.MANAGER: Audience.DEALER,
    Role.AUDITOR: Audience.AUDITOR,
}
_SECOND = 1_000_000
V_co = TypeVar("V_co", bound=GameView, covariant=True)


class ShoeView(Struct, frozen=True, gc=False):
    number: int
    commitment: str
    cards: int
    drawn: int


class ClockView(Struct, frozen=True, gc=False):
    """Until when the house waits, in microseconds since 1970: for more bets, each decision, and what is optional."""

    betting_ends: int | None = None
    decisions_end: dict[str, int] = {}
    choices_end: int | None = None


class RoutineView(Struct, frozen=True, gc=False):
    """What the dealer of a live table does next: how many cards to enter, and where they are cut."""

    do: str
    clause: str
    cards: int
    shuffles: int
    to: int | None
    cut: list[int] | None
    depth: list[int] | None
    faces: int


class PracticeView(Struct, frozen=True, gc=False):
    """What there is at practice tables only: the bots, and what somebody who is alone with them may do."""

    bots: list[str]
    may_take_back: bool
    may_ask_for_hand: bool
    may_be_asked_for: dict[str, int]
    asked_for: dict[str, list[str]] | None


class TableView(Struct, Generic[V_co], frozen=True, gc=False, kw_only=True):
    """A table as somebody may see it; `felt` is the round, as its game shows it to them."""

    felt: V_co
    table: str
    title: str
    game: str
    mode: str
    open: bool
    disabled: str | None
    call: Call | None
    shoe: ShoeView
    seated: dict[str, str]
    your_seats: list[int]
    clock: ClockView
    ready: list[str]
    waits_for: list[str]
    may_deal: bool
    routine: RoutineView | None
    choices: list[Choice]
    practice: PracticeView | None = None

    def as_json(self) -> dict[str, Any]:
        """The view in plain data, with what is on the felt beside what is around it."""
        around = {name: getattr(self, name) for name in self.__struct_fields__ if name != "felt"}
        around |= {
            "call": self.call and self.call._asdict(),
            "choices": [_choice_as_json(choice) for choice in self.choices],
            "shoe": to_builtins(self.shoe),
            "clock": to_builtins(self.clock),
            "routine": to_builtins(self.routine),
            "practice": to_builtins(self.practice),
        }
        if self.practice is None:
            del around["practice"]
        return self.felt.as_json() | around


def view_of(record: TableRecord, actor: Actor) -> TableView[Any]:
    """A table as somebody may see it: exactly this is on the screen, in the interfaces and in a recalled round."""
    state, waited = record.state, dealing.to_be_ready(record) if record.is_virtual else frozenset()
    seats = seats_of(record, actor.id) if actor.role is Role.PLAYER else ()
    return TableView(
        felt=_felt(record, actor, seats),
        table=record.id,
        title=record.title,
        game=record.game,
        mode=record.mode,
        open=state.house.is_open,
        disabled=record.disabled,
        call=record.call if actor.role in _AUDIENCES else None,
        shoe=ShoeView(record.shoe, record.commitment, record.shoe_cards, record.drawn),
        seated={str(seat): name for seat, name in sorted(state.house.seated.items())},
        your_seats=list(seats),
        clock=_clock(record),
        ready=sorted(record.ready),
        waits_for=sorted(waited - record.ready),
        may_deal=_may_deal(record, actor, waited),
        routine=_routine(record, actor),
        choices=list(choices_of(record, actor)),
        practice=_practice(record, actor) if record.is_practice else None,
    )


def _practice(record: TableRecord, actor: Actor) -> PracticeView:
    asked = record.asked if record.asked is not None and record.asked.player == actor.id else None
    alone = actor.role is Role.PLAYER and record.disabled is None and record.persons <= {actor.id}
    return PracticeView(
        bots=list(bots_at(record.state).values()),
        may_take_back=alone and actor.id in record.persons and bool(record.kept),
        may_ask_for_hand=alone and record.state.felt.stage not in RUNNING,
        may_be_asked_for=dict(record.kit.askable(record.state)),
        asked_for=asked and {place: [face(card) for card in cards] for place, cards in asked.places.items()},
    )


def viewers_of(record: TableRecord, actor: Actor) -> tuple[Viewer, ...]:
    """Return the viewers as which somebody may look: a player from each of their places, others by role."""
    if actor.role is Role.PLAYER:
        seats = seats_of(record, actor.id)
        return tuple(Viewer(Audience.SEAT, seat, actor.id) for seat in seats) or (Viewer(Audience.SIGN),)
    return (Viewer(_AUDIENCES.get(actor.role, Audience.SIGN)),)


def _felt(record: TableRecord, actor: Actor, seats: tuple[int, ...]) -> GameView:
    """The game's own view; who has several places sees the cards of all of them."""
    first, *others = [record.rules.view(record.state, viewer) for viewer in viewers_of(record, actor)]
    for seat, other in zip(seats[1:], others, strict=True):
        mine = {row.seat: row for row in other.places}
        rows = [mine[seat] if row.seat == seat else row for row in first.places]
        first = replace(first, **{first.place_field: rows})
        if isinstance(first, HouseView) and isinstance(other, HouseView):
            first = replace(first, advised=[*first.advised, *other.advised])
    return first


def _clock(record: TableRecord) -> ClockView:
    if record.is_unhurried:
        return ClockView()
    since, seconds = record.betting_since, record.betting_seconds
    waits = record.is_virtual and since is not None and seconds
    decides = record.seconds_to_decide * _SECOND
    return ClockView(
        (since or 0) + seconds * _SECOND if waits else None,
        {str(seat): began + decides for seat, began in record.awaited.items()},
        record.moment_since + decides if record.is_virtual and dealing.waited_for(record) else None,
    )


def _may_deal(record: TableRecord, actor: Actor, waited: frozenset[str]) -> bool:
    if not record.is_virtual or record.disabled is not None or not waited:
        return False
    if actor.role is Role.PLAYER:
        return actor.id in waited - record.ready
    runs_it = actor.role in (Role.DEALER, Role.SUPERVISOR, Role.MANAGER)
    return runs_it and not dealing.is_for_the_clock_alone(record)


def _routine(record: TableRecord, actor: Actor) -> RoutineView | None:
    step = record.rules.routine(record.state)
    if record.is_virtual or step is None or _AUDIENCES.get(actor.role) is not Audience.DEALER:
        return None
    cut, depth = step.cut and list(step.cut), step.depth and list(step.depth)
    return RoutineView(step.do, step.clause, step.cards, len(step.shuffles), step.to, cut, depth, step.faces)


def choices_of(record: TableRecord, actor: Actor) -> Iterator[Choice]:
    """Yield the choices available to somebody now, in the order of the rules, each once."""
    if actor.role not in AT_A_TABLE:
        return
    told: set[tuple[object, ...]] = set()
    # A verb is among the choices of many seats.
    given_as: dict[str, GameRole | None] = {}
    for choice in _seat_choices(record, actor, _all_choices(record, actor)):
        if choice.do not in given_as:
            given_as[choice.do] = _role_for(record, actor, choice.do)
        if choice.by is not given_as[choice.do]:
            continue
        if actor.role is Role.PLAYER and not _is_for(record.state, choice, actor.id):
            continue
        # Who enters what players say is told whose it is.
        choice = choice._replace(player=None) if actor.role is Role.PLAYER and choice.player else choice
        what = choice.do, choice.seat, choice.player, choice.hand
        if what not in told:
            told.add(what)
            yield choice


def _role_for(record: TableRecord, actor: Actor, do: str) -> GameRole | None:
    """Return the role in which somebody may give a verb at the table now; None where they may not."""
    is_there = may_give(actor.role, record.rules, do, record.mode) and still_open(record, actor, do)
    return game_role(actor.role, record.rules.verbs[do], record.mode) if is_there else None


def _all_choices(record: TableRecord, actor: Actor) -> Iterator[Choice]:
    """The rules' own list; where the next wager begins a new round by itself, with the places for it before."""
    game, state = record.rules, record.state
    if record.is_virtual and state.felt.stage in (Stage.IDLE, Stage.OVER):
        hours = state.settings.hours
        begins = dealer_step("start_round")._replace(minute=hours[0] if hours else 0)
        done = game.act(state, begins) if "place" in game.verbs else Refusal("", "")
        if not isinstance(done, Refusal):
            yield from _open_places(record, done[0], actor)
    if state.felt.stage is Stage.BETTING and "place" in game.verbs:
        yield from _open_places(record, state, actor)
        yield from (choice for choice in game.legal(state) if choice.do != "place")
    else:
        yield from game.legal(state)


def _open_places(record: TableRecord, state: State[Any], actor: Actor) -> Iterator[Choice]:
    """Yield the places where chips may be put now; the rules are asked place by place."""
    game, one_of_many = record.rules, actor.role is Role.PLAYER
    for choice in game.choices(state):
        if choice.do != "place":
            continue
        asked = Command(GameRole.PLAYER, "place", choice.seat, actor.id if one_of_many else "somebody")
        tried = ((kind, asked._replace(wagers={kind: _least(state, kind, choice)})) for kind in choice.kinds)
        taken = (kind for kind, each in tried if not isinstance(game.decide(state, each), Refusal))
        if any((wager.seat, wager.player) == (choice.seat, asked.player) for wager in state.felt.wagers):
            kinds = tuple(taken)
            yield from (choice._replace(kinds=kinds),) if kinds else ()
        elif any(taken):
            # With nothing there yet, what needs another wager beside it may come together with that one.
            yield choice


def _least(state: State[Any], kind: str, choice: Choice) -> int:
    """The least that goes on a spot; a jackpot wager has one price (CAN 10.1)."""
    jackpot = getattr(state.settings, kind, None) if kind == "jackpot" else None
    if jackpot is not None:
        return int(jackpot.wager)
    return choice.least or 1


def _seat_choices(record: TableRecord, actor: Actor, choices: Iterator[Choice]) -> Iterator[Choice]:
    """Coming and going of a player: from the place where they sit, if they may, and to one only where they do not."""
    sits = next((seat for seat, name in record.state.house.seated.items() if name == actor.id), None)
    for choice in choices:
        if actor.role is not Role.PLAYER or choice.do not in ("sit", "join", "leave") or choice.seat is not None:
            yield choice
        elif choice.do == "leave":
            if sits is not None and _may_leave(record, actor, sits):
                yield choice._replace(seat=sits)
        elif sits is None:
            yield choice


def _may_leave(record: TableRecord, actor: Actor, seat: int) -> bool:
    """In hold'em nobody stands up in the middle of a hand (HLD 4.4)."""
    asked = Command(GameRole.PLAYER, "leave", seat, actor.id)
    return not isinstance(record.rules.decide(record.state, asked), Refusal)


def _is_for(state: State[Any], choice: Choice, player: str) -> bool:
    """Whether a choice of players is one of this player's."""
    if choice.player is not None or choice.seat is None:
        return choice.player in (None, player)
    return state.house.seated.get(choice.seat, player) == player


def _choice_as_json(choice: Choice) -> dict[str, object]:
    """A choice with whatever of it says something."""
    told: dict[str, object] = {"do": choice.do, "clause": choice.clause}
    if choice.seat is not None:
        told["seat"] = choice.seat
    if choice.hand != 1:
        told["hand"] = choice.hand
    if choice.player is not None:
        told["player"] = choice.player
    if choice.amounts:
        told["amounts"] = list(choice.amounts)
    if choice.least is not None:
        told |= {"least": choice.least, "most": choice.most, "step": choice.step}
    return told | ({"kinds": list(choice.kinds)} if choice.kinds else {})

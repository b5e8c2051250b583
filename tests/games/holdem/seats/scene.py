"""A hold'em table between rounds, for tests: chairs as they stand, one command a line, and rounds that just go by."""

from typing import Any

from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME
from pitboss.games.holdem.seats.lineup import Lineup, lineup, room_after
from pitboss.games.holdem.settings import BY_TIME, HoldemSettings
from pitboss.games.holdem.state import AWAY, MISSED, MOVED, NEW, WAITING, Chair, Holdem, Play, Room, Round
from pitboss.games.play import Cents, Choice, Command, Events, Felt, House, Role, Stage, State
from pitboss.rulebook.book import rulebook
from pitboss.rulebook.refusal import Refusal
from tests.games.house.scene import book, with_cards
from tests.refusals import refused

PLAYER, DEALER, SUPERVISOR, OPERATOR = Role.PLAYER, Role.DEALER, Role.SUPERVISOR, Role.OPERATOR
NAMES = ("", "Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")
STAKE: Cents = 50_000


def cash(**choices: Any) -> HoldemSettings:
    """A cash table with six seats and blinds of 5 and 10."""
    return HoldemSettings(**{"boxes": 6, "commission": BY_TIME, **choices})


def tournament(**choices: Any) -> HoldemSettings:
    return HoldemSettings(**{"boxes": 6, "mode": "tournament", **choices})


def chair(seat: int, stake: Cents = STAKE, **about: Any) -> Chair:
    """The usual player of a seat."""
    return Chair(NAMES[seat], stake, **about)


def new(seat: int, **about: Any) -> Chair:
    return chair(seat, **{"standing": WAITING, "waits_as": NEW, **about})


def moved(seat: int, **about: Any) -> Chair:
    return chair(seat, standing=WAITING, waits_as=MOVED, **about)


def missed(seat: int, small: int = 1, big: int = 1, **about: Any) -> Chair:
    return chair(seat, standing=WAITING, waits_as=MISSED, missed_small=small, missed_big=big, **about)


def away(seat: int, **about: Any) -> Chair:
    return chair(seat, standing=AWAY, **about)


def room_of(*chairs: int | Chair, button: int | None = None, **about: Any) -> Room:
    """A room with these at their usual seats; the game has been going on, unless there is no button yet."""
    sitters = {NAMES.index(each.player): each for each in map(_as_chair, chairs)}
    usual = {"moves_on": button is not None, "revolution_complete": button is not None}
    return Room(chairs=Frozen(dict(sorted(sitters.items()))), button=button, **{**usual, **about})


def _as_chair(each: int | Chair) -> Chair:
    return chair(each) if isinstance(each, int) else each


def lined_up(settings: HoldemSettings, room: Room, minute: int | None = None, **about: Any) -> Lineup:
    line = lineup(settings, room, minute, **about)
    assert isinstance(line, Lineup), str(line)
    return line


def played(settings: HoldemSettings, room: Room, minute: int | None = None) -> tuple[Lineup, Room]:
    """A round that is lined up and concluded without changing a stake."""
    line = lined_up(settings, room, minute)
    return line, room_after(room, line)._replace(moves_on=True)


class Scene:
    """A table whose rounds go by without cards, and that remembers every event, so that the money can be followed."""

    def __init__(self, settings: HoldemSettings, room: Room | None = None) -> None:
        room = room or Room()
        seated = {seat: sitter.player for seat, sitter in room.chairs.items()}
        house = House(Frozen({}), "card", is_open=True, cards_to_check_by=frozenset(), seated=Frozen(seated))
        self.state: Holdem = State(settings, house, Felt(), Play(room, Round()))
        self.events: list[Any] = []

    def tell(self, by: Role, do: str, seat: int | None = None, **particulars: Any) -> Events:
        """A command that must be accepted."""
        done = GAME.act(self.state, Command(by, do, seat, **with_cards(particulars)))
        assert not isinstance(done, Refusal), f"{do}: {done}"
        self.state, events = done
        self.events.extend(events)
        assert all(rulebook().find_cited(event.clause) for event in events)
        assert {seat: sitter.player for seat, sitter in self.room.chairs.items()} == self.state.house.seated
        return events

    def refuses(self, clause: str, by: Role, do: str, seat: int | None = None, **particulars: Any) -> str:
        """A command that must be refused by this clause, in a sentence. Answers the sentence."""
        return refused(GAME.decide(self.state, Command(by, do, seat, **with_cards(particulars))), clause=clause).reason

    def join(self, seat: int, amount: Cents = STAKE, player: str | None = None) -> Events:
        return self.tell(PLAYER, "join", seat, player=player or NAMES[seat], amount=amount)

    def begin(self, minute: int | None = None) -> Lineup:
        """The next round up to its first card."""
        line = lined_up(self.settings, self.room, minute, excluded=self.state.house.shut_out)
        chairs = {**self.room.chairs, **line.chairs}
        now = Round(
            seats=line.seats,
            names=tuple(chairs[seat].player for seat in line.seats),
            button=line.button,
            stacks=tuple(chairs[seat].stake for seat in line.seats),
        )
        self.state = State(
            self.settings, self.state.house, Felt(stage=Stage.PLAYING), Play(room_after(self.room, line), now)
        )
        return line

    def fold(self, seat: int) -> None:
        now = self.state.play.round
        now = now._replace(folded=now.folded | 1 << now.seats.index(seat))
        self.state = self.state._replace(play=Play(self.room, now))

    def end(self, *, concluded: bool = True) -> None:
        """The round is over, won by somebody or void."""
        room = self.room._replace(moves_on=concluded)
        self.state = self.state._replace(felt=Felt(stage=Stage.OVER), play=Play(room, self.state.play.round))

    def set_stake(self, seat: int, stake: Cents, **about: Any) -> None:
        changed = self.room.chairs[seat]._replace(stake=stake, **about)
        chairs = Frozen({**self.room.chairs, seat: changed})
        self.state = self.state._replace(play=Play(self.room._replace(chairs=chairs), self.state.play.round))

    def with_house(self, **about: Any) -> "Scene":
        self.state = self.state._replace(house=self.state.house._replace(**about))
        return self

    @property
    def settings(self) -> HoldemSettings:
        settings = self.state.settings
        assert isinstance(settings, HoldemSettings)
        return settings

    @property
    def room(self) -> Room:
        return self.state.play.room

    def chair(self, seat: int) -> Chair:
        return self.room.chairs[seat]

    def choices(self, do: str | None = None) -> list[Choice]:
        return [choice for choice in GAME.choices(self.state) if do in (None, choice.do)]

    def accounts(self) -> dict[str, Cents]:
        """Every account that is not empty after all that has happened here."""
        return {account: amount for account, amount in book({}, self.events, GAME.movers).items() if amount}

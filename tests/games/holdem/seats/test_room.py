"""The room and the rounds together: what may be done when, and where the money is."""

from random import Random

import pytest

from pitboss.games.bots.random_player import command_of
from pitboss.games.holdem import GAME, Commission
from pitboss.games.holdem.seats.room import ROOM_VERBS
from pitboss.games.money import moves
from pitboss.games.play import Cents, Command, Stage
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.seats.scene import DEALER, NAMES, PLAYER, Scene, away, cash, missed, new, room_of


def test_nothing_in_the_room_decides_a_round() -> None:
    assert not [do for do, verb in ROOM_VERBS.items() if verb.of_round]
    assert set(ROOM_VERBS) <= set(GAME.verbs)


@pytest.mark.clause("HLD 8.2[s1]", "HLD 8.2[s2]", "HLD 8.2 tail")
def test_what_is_open_to_people_who_are_not_at_the_table() -> None:
    scene = Scene(cash(), room_of(1, 2, button=1))
    for _ in range(2):
        players = {choice.do for choice in GAME.legal(scene.state, PLAYER)}
        assert {"join", "leave", "join_waiting_list", "leave_waiting_list", "withdraw_seat_change"} <= players
        assert "remove_chips" not in players
        assert "draw_for_seat" in {choice.do for choice in GAME.legal(scene.state, DEALER)}
        scene.begin()
    assert "dismiss" not in {choice.do for choice in GAME.legal(scene.state, DEALER)}


@pytest.mark.clause("HLD 17.4[s1]", "HLD 17.11", "HLD 17.11(a)", "HLD 17.11(b)")
def test_what_is_open_to_those_who_wait_and_those_who_are_away() -> None:
    chairs = (1, new(2), 3, 4, 5, new(6), new(7, posts=True), missed(8), away(9))
    scene = Scene(cash(boxes=9), room_of(*chairs, button=1))
    about = ("sit_in", "sit_out", "post_blinds", "wait_for_blind")
    offered = {(choice.seat, choice.do, choice.clause) for choice in scene.choices() if choice.do in about}
    assert offered == {
        *((seat, "sit_out", "HLD 17.4[s1]") for seat in range(1, 9)),
        (6, "post_blinds", "HLD 17.11(b)"),
        (7, "wait_for_blind", "HLD 17.11(a)"),
        (8, "post_blinds", "HLD 17.4[s1]"),
        (9, "sit_in", "HLD 17.4[s1]"),
    }


@pytest.mark.clause("HLD 8.2[s1]", "HLD 8.2 tail")
def test_which_seats_are_offered() -> None:
    scene = Scene(cash(boxes=4), room_of(2, 3, changes=(("Cat", 1),)))
    seats = {(choice.player, choice.seat) for choice in scene.choices("change_seat")}
    assert seats == {("Bob", 4), ("Cat", 1), ("Cat", 4)}
    assert [choice.player for choice in scene.choices("request_seat_change")] == ["Bob"]
    assert [choice.player for choice in scene.choices("withdraw_seat_change")] == ["Cat"]


class _Evening:
    """An evening at a table: people come and go at random, rounds are played at random, and the money is followed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.boxes = self.random.choice((3, 6, 9))
        settings = cash(boxes=self.boxes, commission=Commission("pot", "ii", 1000))
        self.table = Table(GAME, settings, Shoe.seeded(seed)).open()
        self.balance: dict[str, Cents] = {}

    def do(self, command: Command) -> bool:
        answer = self.table.do(command)
        for event in () if isinstance(answer, Refusal) else answer:
            for move in moves(event, GAME.movers):
                self.balance[move.source] = self.balance.get(move.source, 0) - move.amount
                self.balance[move.target] = self.balance.get(move.target, 0) + move.amount
        return not isinstance(answer, Refusal)

    def comings_and_goings(self) -> None:
        for _ in range(self.random.randrange(6)):
            choices = [choice for choice in self.table.choices() if choice.do != "leave" or self.random.random() < 0.3]
            if choices and self.random.random() < 0.6:
                assert self.do(command_of(self.random.choice(choices), self.random))
            else:
                self.anything("join")

    def anything(self, *dos: str) -> None:
        """Somebody asks for something, which may well be refused."""
        seat = 1 + self.random.randrange(self.boxes)
        player = self.table.state.house.seated.get(seat) or self.random.choice(NAMES[1:])
        self.do(Command(PLAYER, self.random.choice(dos), seat, player=player, amount=20_000))

    def round(self) -> bool:
        if not self.do(Command(DEALER, "start_round")):
            return False
        table = self.table
        while table.state.felt.stage is not Stage.OVER:
            if self.random.random() < 0.1:
                self.anything("leave", "sit_out", "sit_in", "join", "top_up", "change_seat")
            choices, step = table.choices(), GAME.routine(table.state)
            if choices and (step is None or self.random.random() < 0.5):
                assert self.do(command_of(self.random.choice(choices), self.random))
            else:
                assert step is not None
                position, _ = table.shoe.load(step) if step.shuffles else (None, None)
                cards = table.shoe.draw(step.cards)
                assert self.do(Command(DEALER, step.do, cards=cards, position=position))
        return True


@pytest.mark.clause("HLD 4.4", "HLD 4.6", "HLD 8.4[s2]", "HLD D-Table Stake", "HLD D-Commission")
@pytest.mark.parametrize("seed", range(8))
def test_an_evening_at_a_table(seed: int) -> None:
    evening = _Evening(seed)
    rounds = 0
    for _ in range(60):
        evening.comings_and_goings()
        rounds += evening.round()
        room, house = evening.table.state.play.room, evening.table.state.house
        assert {seat: sitter.player for seat, sitter in room.chairs.items()} == house.seated
        on_table = {f"stake {sitter.player}": sitter.stake for sitter in room.chairs.values()}
        booked = {name: amount for name, amount in evening.balance.items() if name.startswith("stake") and amount}
        assert booked == {name: amount for name, amount in on_table.items() if amount}
        assert evening.balance.get("felt", 0) == 0
        assert sum(evening.balance.values()) == 0
    assert rounds > 5

"""A round of hold'em that was played and written down replays to the same outcome, whatever went wrong in it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.cards.card import Card
from pitboss.games.bots.random_player import command_of
from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME, Commission, HoldemSettings
from pitboss.games.holdem.betting.sizes import options
from pitboss.games.holdem.settings import BY_TIME
from pitboss.games.holdem.state import MISSED, MOVED, NEW, WAITING, Chair, Play, Room, with_room
from pitboss.games.play import Command, Role, Stage
from pitboss.games.table import Shoe, Table
from pitboss.games.writing.house_rounds import export_round
from pitboss.rulebook.refusal import Refusal
from tests.conformance.case_scene import replayed
from tests.known import known

HoldemTable = Table[Play]
SUPERVISOR, DEALER = Role.SUPERVISOR, Role.DEALER
MAIN_FIRST = Commission("pot", "ii", 1000, "main_first")


def settings_of(random: Random) -> HoldemSettings:
    """Any table that can be, of the usual kinds."""
    pick = random.choice
    while True:
        some: dict[str, Any] = {
            "boxes": pick((6, 10)),
            "deck": pick((52, 52, 40)),
            "joker": random.random() < 0.2,
            "game": pick(("high", "low", "hilo")),
            "low_ace": pick(("high", "low")),
            "limit": pick(("no_limit", "no_limit", "half_pot", "full_pot", "straddle", "fixed")),
            "opening_option": pick("ABC"),
            "burn": random.random() < 0.7,
            "tap_out_units": pick(("exact", "min_bet_units")),
            "short_all_in_reopen": pick(("single", "cumulative")),
            "short_open_tap_out": pick(("locked", "completable")),
            "hilo_odd_chip": pick(("high", "button")),
            "uncalled_bet": pick(("excess", "all")),
            "missed_sets": pick(("one", "all")),
            "missed_small_blind": pick(("dead", "live")),
            "over_blind_by": pick(("next", "last_blind")),
            "commission": pick((BY_TIME, Commission("pot", "i", 1500), Commission("pot", "ii", 1000, "main_first"))),
        }
        some |= pick(
            (
                {"over_blind": pick((None, 2000))},
                {"structure": "ante", "blinds": (), "ante": 500},
                {"blinds": (500, 1000, 2000), "min_bet": (2000, 2000, 4000, 4000)},
                {"blinds": (1000,)},
            )
        )
        if some["limit"] in ("straddle", "fixed"):
            some["max_raises"] = 3
        if random.random() < 0.3:
            some |= {"mode": "tournament", "commission": None, "procedures": pick(("HLD", "STAR"))}
            some |= {"big_blind_ante": pick((0, 1000))} if some.get("structure") != "ante" else {}
        settings = HoldemSettings(**some)
        if GAME.settings_error(settings) is None:
            return settings


def table_of(random: Random, settings: HoldemSettings) -> HoldemTable:
    """Two to six at the table, some of them short of chips, away in a tournament, or waiting to come in."""
    table: HoldemTable = Table(GAME, settings, Shoe.seeded(random.getrandbits(32))).open()
    seats = sorted(random.sample(range(1, settings.boxes + 1), random.randint(2, 6)))
    chairs = {seat: chair_of(random, settings, seat) for seat in seats}
    room = Room(
        Frozen(chairs),
        button=random.choice((None, *seats)),
        moves_on=random.random() < 0.5,
        revolution_complete=random.random() < 0.7,
    )
    table.state = with_room(table.state, room)
    return table


def chair_of(random: Random, settings: HoldemSettings, seat: int) -> Chair:
    chair = Chair(random.choice((f"P{seat}", f"Ann of {seat}")), random.choice((300, 1000, 2500, 7000, 50000)))
    if settings.mode == "tournament":
        return chair._replace(absent=random.random() < 0.2)
    if settings.structure == "ante" or random.random() < 0.75:
        return chair
    missed = chair._replace(missed_small=random.randint(0, 2), missed_big=random.randint(0, 2))
    why = random.choice((MISSED, MOVED, NEW))
    return missed._replace(standing=WAITING, waits_as=why, posts=random.random() < 0.7)


def out_of_turn(table: HoldemTable, random: Random, seat: int) -> Command:
    now = table.state.play.round
    sizes = options(table.state.settings, now, now.seats.index(seat))  # type: ignore[arg-type]
    do = random.choice(("bet", "raise", "raise", "call", "check", "fold"))
    amount = random.choice((sizes.min_to, sizes.max_to)) if do in ("bet", "raise") else None
    return Command(DEALER, "out_of_turn", seat, ruling=do, amount=amount or None)


def pushed(table: HoldemTable, random: Random, seat: int) -> Command:
    seat = next(iter(GAME.due(table.state)), seat)
    return Command(Role.PLAYER, "push", seat, amount=random.randint(1, 30) * 100)


def communal_card(table: HoldemTable, random: Random, _: int) -> Command:
    burn = random.random() < 0.5
    count = 1 + burn + 2 * (table.state.play.round.street == 0 and random.random() < 0.3)
    return Command(SUPERVISOR, "communal_card_exposed", cards=table.shoe.draw(count), burn_taken=burn)


def hole_card(table: HoldemTable, random: Random, seat: int) -> Command:
    now = table.state.play.round
    return Command(SUPERVISOR, "card_exposed", seat, cards=now.hole[now.seats.index(seat)][:1])


def irregularity(_: HoldemTable, random: Random, seat: int) -> Command:
    what = random.choice(("no_cut", "player_missed", "hole_card_out_of_turn", "player_has_excess_card"))
    return Command(SUPERVISOR, "deal_irregularity", seat, reason=what, looked_at=random.random() < 0.3)


def ruling(do: str, **particulars: Any) -> Callable[[HoldemTable, Random, int], Command]:
    return lambda _table, _random, seat: Command(SUPERVISOR, do, seat, **particulars)


MISHAPS: tuple[Callable[[HoldemTable, Random, int], Command], ...] = (
    out_of_turn,
    out_of_turn,
    pushed,
    communal_card,
    hole_card,
    irregularity,
    ruling("no_decision", seconds=40),
    ruling("supervisor_fold"),
    ruling("hand_in_discards"),
    ruling("call_clock"),
    ruling("skipped_hand", ruling="no_raise"),
    ruling("retract", ruling="bet", amount=5000, reason="dealer_direction"),
    lambda _table, _random, seat: Command(SUPERVISOR, "wrong_card_count", seats=(seat,), held=3),
    lambda table, _random, _seat: Command(SUPERVISOR, "top_card_exposed", cards=(table.shoe.cards[-1],)),
    lambda _table, random, _seat: Command(SUPERVISOR, "void_round", reason=random.choice(("disturbance", "fraud"))),
)


class Session:
    """Rounds at random, in which things may go wrong; what was accepted is counted."""

    def __init__(self, seed: int, mishaps: float) -> None:
        self.random = Random(seed)
        self.mishaps = mishaps
        self.table = table_of(self.random, settings_of(self.random))
        self.met: Counter[str] = Counter()

    def round(self) -> bool:
        """One round to its end, if there can be one."""
        table = self.table
        if isinstance(table.do(Command(DEALER, "start_round")), Refusal):
            return False
        table.shuffle_if_due()
        for choice in table.choices():
            self._do(Command(Role.PLAYER, choice.do, choice.seat, amount=choice.amounts[0]))
        self._mishap()
        while table.state.felt.stage in (Stage.BETTING, Stage.DEALING):
            step = known(GAME.routine(table.state))
            count = step.cards if self.random.random() < 0.8 else self.random.randint(1, step.cards)
            table.do(Command(DEALER, "deal", cards=table.shoe.draw(count)))
            self._mishap()
        while not table.is_over:
            self._goes_on()
            self._mishap()
        self.met[str(table.state.felt.result)] += 1
        return True

    def _goes_on(self) -> None:
        table, random = self.table, self.random
        if GAME.due(table.state):
            stays = [choice for choice in table.choices() if choice.do != "fold"]
            choice = random.choice(stays if stays and random.random() < 0.7 else table.choices())
            assert not isinstance(table.do(command_of(choice, random)), Refusal)
            return
        step = known(GAME.routine(table.state))
        table.take(step)

    def _mishap(self) -> None:
        table = self.table
        if table.is_over or self.random.random() >= self.mishaps:
            return
        before = list(table.shoe.cards)
        command = self.random.choice(MISHAPS)(table, self.random, self.random.choice(table.state.play.round.seats))
        self._do(command, before)

    def _do(self, command: Command, cards: list[Card] | None = None) -> None:
        if not isinstance(self.table.do(command), Refusal):
            self.met[command.do] += 1
        elif cards is not None:
            self.table.shoe.cards = cards


def test_rounds_replay_to_the_same_outcome(tmp_path: Path) -> None:
    met: Counter[str] = Counter()
    for seed in range(150):
        session = Session(seed, mishaps=(0.0, 0.1, 0.4)[seed % 3])
        for _ in range(3):
            if not session.round():
                break
            written = replayed(tmp_path, session.table)
            assert written["clauses"] == sorted(set(written["clauses"]))
        met += session.met
    assert met["settled"] > 200
    for what in ("void", "misdeal", "over_blind", "push", "out_of_turn", "card_exposed", "communal_card_exposed"):
        assert met[what], what
    assert {"top_card_exposed", "wrong_card_count", "hand_in_discards", "no_decision", "retract"} <= met.keys()


def plain_table(**settings: Any) -> HoldemTable:
    """Three at a table, the button at seat 3, and the hole cards dealt."""
    usual = replace(GAME.default_settings, **settings)
    table: HoldemTable = Table(GAME, usual, Shoe.seeded(7)).open()
    chairs = Frozen({seat: Chair(f"P{seat}", 20000) for seat in (1, 2, 3)})
    table.state = with_room(table.state, Room(chairs, button=3))
    return table.new_round()


def test_what_is_written_of_a_plain_round(tmp_path: Path) -> None:
    table = plain_table()
    table.deal()
    for do, seat in (("fold", 3), ("call", 1)):
        table.act(seat, do)
    table.act(2, "raise", amount=3000)
    table.act(1, "fold")
    written = replayed(tmp_path, table)
    assert written["table"] == {
        "button": 3,
        "commission": {
            "basis": "pot",
            "scale": "ii",
            "cap": 1000,
            "allocation": "proportional",
            "rate": 0,
            "minutes": 30,
        },
    }
    assert written["seats"] == [{"seat": seat, "stack": 20000} for seat in (1, 2, 3)]
    assert len(written["shoe"]) == 6
    assert written["script"] == [
        {"do": "fold", "seat": 3},
        {"do": "call", "seat": 1},
        {"seat": 2, "do": "raise", "to": 3000},
        {"do": "fold", "seat": 1},
    ]
    assert written["expect"]["stacks"] == {"1": 19000, "2": 20800, "3": 20000}


def test_what_comes_after_a_round_is_no_part_of_it(tmp_path: Path) -> None:
    table = plain_table()
    table.deal()
    table.act(3, "fold")
    table.act(1, "fold")
    before = export_round(table, "R-1", "A round")
    for command in (
        Command(Role.PLAYER, "top_up", 1, amount=5000),
        Command(SUPERVISOR, "shown_to_one", 2),
        Command(DEALER, "leave", 3),
    ):
        assert not isinstance(table.do(command), Refusal)
    assert replayed(tmp_path, table) == before


def test_a_round_that_is_not_over_is_written_as_far_as_it_is(tmp_path: Path) -> None:
    table = plain_table(burn=False)
    table.deal()
    table.act(3, "call")
    written = export_round(table, "R-1", "A round")
    assert written["expect"]["round"] == "unfinished (playing)"
    assert written["script"] == [{"do": "call", "seat": 3}]


@pytest.mark.parametrize("do", ["deal_irregularity", "void_round"])
def test_a_round_that_ends_before_its_first_card(tmp_path: Path, do: str) -> None:
    table = plain_table()
    reason = "card_exposed_in_cut" if do == "deal_irregularity" else "fraud"
    assert not isinstance(table.do(Command(SUPERVISOR, do, reason=reason)), Refusal)
    written = replayed(tmp_path, table)
    assert written["script"][0] == {"event": "deal", "street": "hole", "cards": 0}
    assert written["shoe"] == []


def test_a_dead_button_and_its_blinds(tmp_path: Path) -> None:
    table = plain_table(mode="tournament", commission=None, procedures="STAR")
    room = Room(table.round_began_with.play.room.chairs, button=8, small=9, big=1)
    table.state = with_room(table.round_began_with, room)
    table.new_round().deal()
    table.act(2, "fold")
    table.act(3, "fold")
    written = replayed(tmp_path, table)
    assert {name: written["table"][name] for name in ("button", "small_blind", "big_blind")} == {
        "button": 8,
        "small_blind": 9,
        "big_blind": 1,
    }
    # Nobody sits where the small blind would be, so the big blind wins nothing but itself.
    assert written["expect"]["returned"] == {"1": 1000}
    assert written["expect"]["stacks"] == {"1": 20000, "2": 20000, "3": 20000}

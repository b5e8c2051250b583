"""The simulated players: always legal, different from each other, and knowing nothing that their seat does not."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from pitboss.cards.card import Card, cards
from pitboss.cards.deck import holdem_deck
from pitboss.cards.ranking import holdem_ranking
from pitboss.games.bots.hand_worth import chance_to_improve, made_worth
from pitboss.games.bots.holdem import BOLD, CAUTIOUS, STEADY, TEMPERAMENTS, Temperament, decide, place_among_hands
from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME, Commission, HoldemSettings
from pitboss.games.holdem.state import PREFLOP, Chair, Holdem, Play, with_room, with_round
from pitboss.games.holdem.view import HoldemView, view
from pitboss.games.play import Audience, Command, Viewer
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.scene import Scene
from tests.known import known

every_temperament = pytest.mark.parametrize("temperament", TEMPERAMENTS, ids=lambda each: each.name)

WAGERS = ("bet", "raise", "tap_out")
FREE = {"check", "stand"}


class Counts(Counter[tuple[str, str]]):
    """How often each temperament did something, by its name."""

    def of_100(self, what: str, temperament: Temperament) -> int:
        return 100 * self[temperament.name, what] // self[temperament.name, "hands"]


def hands(count: int, players: int = 3, seed: int = 1, **settings: Any) -> Iterator[Table[Play]]:
    """Rounds of simulated players before their first decision, with stakes from a few chips to many blinds."""
    random = Random(seed)
    if settings.get("mode") != "tournament":
        settings.setdefault("commission", Commission("pot", "ii", 1000))
    table = Table(GAME, HoldemSettings(boxes=players, **settings), Shoe.seeded(seed)).open()
    for number in range(count):
        stakes = {
            seat: 100 * random.choice((random.randint(1, 60), random.randint(200, 2000))) for seat in seats(players)
        }
        chairs = {seat: Chair(f"P{seat}", stake) for seat, stake in stakes.items()}
        room = table.state.play.room._replace(chairs=Frozen(chairs), button=number % players + 1, moves_on=False)
        table.state = with_room(table.state, room)
        yield table.new_round().deal()
        charge = known(table.state.play.round.settlement)
        left = sum(chair.stake for chair in table.state.play.room.chairs.values())
        assert left + charge.charge.total == sum(stakes.values())


def seats(players: int) -> range:
    return range(1, players + 1)


def temperament_at(seat: int, number: int) -> Temperament:
    """Each sits at every seat in turn, so that nobody's place makes the difference."""
    return TEMPERAMENTS[(seat + number) % len(TEMPERAMENTS)]


def view_of(state: Holdem, seat: int) -> HoldemView:
    return view(state, Viewer(Audience.SEAT, seat, f"P{seat}"))


def play(table: Table[Play], number: int, random: Random) -> list[tuple[Temperament, int, Command]]:
    """A round to its end, and who did what on which street; nothing is refused, and no hand given up for nothing."""
    did = []
    while not table.is_over:
        due = GAME.due(table.state)
        if not due:
            step = known(GAME.routine(table.state))
            table.take(step)
            continue
        temperament, choices = temperament_at(due[0], number), table.choices()
        command = decide(view_of(table.state, due[0]), choices, temperament, random)
        did.append((temperament, table.state.play.round.street, command))
        assert command.do != "fold" or not FREE & {choice.do for choice in choices}
        answer = table.do(command)
        assert not isinstance(answer, Refusal), f"{command}: {answer}"
    return did


@cache
def many_hands() -> Counts:
    """20,000 rounds, and what each temperament did in them."""
    counts = Counts()
    random = Random(2)
    for number, table in enumerate(hands(20_000)):
        entered = set()
        for temperament, street, command in play(table, number, random):
            name = temperament.name
            if command.do in WAGERS:
                counts[name, "wagers"] += 1
                counts[name, f"wagers {'before' if street == PREFLOP else 'after'} flop"] += 1
            elif command.do == "call":
                counts[name, "calls"] += 1
            if street == PREFLOP and command.do in (*WAGERS, "call"):
                entered.add(name)
        counts.update((name, "enters") for name in entered)
        counts.update((each.name, "hands") for each in TEMPERAMENTS)
    return counts


def test_nothing_is_refused_in_20_000_hands_and_no_chip_is_lost() -> None:
    """Every command and every sum is looked at while they are played."""
    assert {many_hands()[each.name, "hands"] for each in TEMPERAMENTS} == {20_000}


def test_the_bold_play_more_hands_than_the_steady_and_those_more_than_the_cautious() -> None:
    cautious, steady, bold = (many_hands().of_100("enters", each) for each in (CAUTIOUS, STEADY, BOLD))
    assert cautious + 5 <= steady
    assert steady + 10 <= bold


@pytest.mark.parametrize("street", ["before flop", "after flop"])
def test_the_bold_bet_and_raise_more_than_the_steady_and_those_more_than_the_cautious(street: str) -> None:
    cautious, steady, bold = (many_hands()[each.name, f"wagers {street}"] for each in (CAUTIOUS, STEADY, BOLD))
    assert 3 * cautious < 2 * steady
    assert 3 * steady < 2 * bold


def test_the_cautious_call_rather_than_raise() -> None:
    counts = many_hands()
    assert counts["cautious", "calls"] > counts["cautious", "wagers"]
    for eager in (STEADY, BOLD):
        assert counts[eager.name, "wagers"] > counts[eager.name, "calls"]


BY_ROUND = (1000, 1000, 2000, 2000)
TABLES: Mapping[str, Mapping[str, Any]] = {
    "fixed limit": {"limit": "fixed", "min_bet": BY_ROUND, "max_bet": BY_ROUND, "max_raises": 3},
    "half pot": {"limit": "half_pot"},
    "full pot": {"limit": "full_pot"},
    "straddle": {"limit": "straddle", "max_raises": 3},
    "antes": {"structure": "ante", "blinds": (), "ante": 500},
    "call and fold": {"opening_option": "A", "blinds": (500, 1000, 2000), "min_bet": 2000},
    "raise or fold": {"opening_option": "C", "blinds": (1000,)},
    "tap-outs in whole bets": {"tap_out_units": "min_bet_units"},
    "short deck with a joker": {"deck": 32, "joker": True},
    "high and low": {"game": "hilo", "low_qualifier": 8, "low_ace": "low"},
    "Omaha": {"mode": "tournament", "procedures": "STAR", "hole_cards": 4, "limit": "full_pot", "big_blind_ante": 1000},
}


@pytest.mark.parametrize("settings", TABLES.values(), ids=TABLES.keys())
def test_they_can_sit_down_at_any_table(settings: Mapping[str, Any]) -> None:
    random = Random(3)
    for number, table in enumerate(hands(200, 5, seed=4, **settings)):
        play(table, number, random)


def test_hidden_cards_change_nothing() -> None:
    """Whatever the others hold and whatever is still in the shoe, the same seat does the same."""
    random, compared = Random(5), 0
    for number, table in enumerate(hands(150, 4, seed=6)):
        while not table.is_over:
            due = GAME.due(table.state)
            if due:
                command, other = (
                    decide(view_of(state, due[0]), GAME.choices(state), temperament_at(due[0], number), Random(number))
                    for state in (table.state, with_other_cards(table.state, due[0], random))
                )
                assert command == other
                compared += 1
                table.do(command)
            else:
                step = known(GAME.routine(table.state))
                table.take(step)
    assert compared > 500


def with_other_cards(state: Holdem, seat: int, random: Random) -> Holdem:
    """The table with other cards in the hands of everybody else."""
    now = state.play.round
    own = now.hole[now.seats.index(seat)]
    unseen = [card for card in holdem_deck().cards if card not in {*own, *now.board}]
    random.shuffle(unseen)
    hole = tuple(own if other == seat else (unseen.pop(), unseen.pop()) for other in now.seats)
    return with_round(state, now._replace(hole=hole))


@every_temperament
def test_the_same_random_numbers_give_the_same_decision(temperament: Temperament) -> None:
    table = next(hands(1, 4))
    (seat,) = GAME.due(table.state)
    view, choices = view_of(table.state, seat), table.choices()
    assert decide(view, choices, temperament, Random(1)) == decide(view, choices, temperament, Random(1))


@every_temperament
@pytest.mark.parametrize(("hole", "folds"), [("As Ad", False), ("7s 2d", True)])
def test_against_all_the_chips_the_best_hand_is_kept_and_the_worst_is_not(
    temperament: Temperament, hole: str, folds: bool
) -> None:
    scene = Scene((100000, 100000, 100000), hole={2: hole}).start().act("1 tap_out")
    for seed in range(50):
        command = decide(view_of(scene.table.state, 2), scene.table.choices(), temperament, Random(seed))
        assert (command.do == "fold") is folds


@every_temperament
def test_a_made_hand_is_not_laid_down_for_a_small_bet_nor_nothing_called_for_a_large_one(
    temperament: Temperament,
) -> None:
    board = "Ah 8d 3c"
    for hole, bet, gives_up in (("8s 8c", 1000, False), ("5s 4d", 60000, True)):
        scene = Scene((100000, 100000, 100000), hole={3: hole}, board=f"{board} Kd 9h").start()
        scene.act("1 fold", "2 call", "3 stand", f"2 bet {bet}")
        did = [
            decide(view_of(scene.table.state, 3), scene.table.choices(), temperament, Random(seed)).do
            for seed in range(100)
        ]
        # Now and then the bold raise with nothing.
        assert did.count("fold") >= 90 if gives_up else "fold" not in did


def test_a_bet_that_takes_most_of_the_stake_takes_all_of_it() -> None:
    scene = Scene((100000, 100000, 100000), hole={1: "As Ad"}).start()
    short = Scene((3000, 100000, 100000), hole={1: "As Ad"}).start()
    assert "tap_out" not in pushed(scene)
    assert pushed(short) == {"tap_out"}


def pushed(scene: Scene) -> set[str]:
    """What the bold do at seat 1 when they do more than call."""
    view, choices = view_of(scene.table.state, 1), scene.table.choices()
    did = {decide(view, choices, BOLD, Random(seed)).do for seed in range(50)}
    return did & set(WAGERS)


def test_starting_hands_in_their_order() -> None:
    places = [place_among_hands(cards(hand)) for hand in ("AsAd", "AsKs", "AsKd", "Qs7d", "7s2d")]
    assert places == sorted(places, reverse=True)
    assert places[0] == 99
    assert places[-1] < 5
    assert place_among_hands(cards("9s8s")) > place_among_hands(cards("9s8d"))


def test_places_are_shares_of_all_starting_hands() -> None:
    everybody = [place_among_hands(two) for two in combinations(holdem_deck().cards, 2)]
    for share in (10, 25, 50):
        better = sum(place >= 100 - share for place in everybody)
        assert abs(100 * better / len(everybody) - share) < 5


RANKING = holdem_ranking()


def worth(hole: str, board: str) -> int:
    return made_worth(RANKING, cards(hole), cards(board))


def test_the_better_hand_is_worth_more() -> None:
    board = "Kh 8d 3c"
    hands_up = ("7s 2d", "As Qd", "3s 2d", "8s 2d", "Ks 2d", "Ks Ad", "As Ac", "Ks 8c", "8s 8c")
    worths = [worth(hole, board) for hole in hands_up]
    assert worths == sorted(worths)
    assert len(set(worths)) == len(worths)


def test_what_lies_on_the_board_for_everybody_is_worth_little() -> None:
    assert worth("7s 2d", "Kh Kd 3c") == worth("7s 2d", "Kh Qd 3c")
    assert worth("3s 2d", "Kh Kd Qc Qs Ah") < worth("As 2d", "Kh Kd Qc Qs 5h")
    assert worth("3s 2d", "Th Jh Qc Kd As") < 50 < worth("As Ad", "Th Jh Qc Kd 2s")
    assert worth("Kc 2d", "Kh Kd 3c") > 80


def test_a_board_of_one_suit_makes_a_pair_worth_less() -> None:
    assert worth("Ks Ad", "Kh 8h 3h") < worth("Ks Ad", "Kh 8d 3c")
    assert worth("Ks Ad", "Kh 8h 3h 2h") < worth("Ks Ad", "Kh 8h 3h 2c")
    assert worth("Ks Ad", "Kh Qd Jc Th") > 85
    assert worth("Ks 2d", "Qd Jc Th 9h") > worth("As 2d", "Qd Jc Th 9h")


@pytest.mark.parametrize(
    ("hole", "board", "chance"),
    [
        ("Ah 5h", "Kh 8h 3c", 36),
        ("Ah 5h", "Kh 8h 3c 7d", 18),
        ("9s 8d", "7h 6c 2d", 32),
        ("9s 8d", "7h 5c 2d", 16),
        ("9h 8h", "7h 6h 2d", 68),
        ("As 2d", "4h 5c 9d", 16),
        ("Ks Qd", "7h 6c 2d", 0),
        ("Ks Qd", "9h 8h 7h 6h", 0),
        ("Ah 5h", "Kh 8h 3h", 0),
        ("Ah 5h", "Kh 8h 3c 2d 9s", 0),
    ],
)
def test_what_may_come(hole: str, board: str, chance: int) -> None:
    """Four hundredths for every card that helps with two to come, two with one; only where one's own cards play."""
    assert chance_to_improve(RANKING, cards(hole), cards(board)) == chance


def test_without_the_low_ace_no_small_straight_comes() -> None:
    ranking = holdem_ranking(ace_low_straights=False)
    assert chance_to_improve(ranking, cards("As 2d"), cards("4h 5c 9d")) == 0


def test_of_four_hole_cards_two_play() -> None:
    four: tuple[Card, ...] = cards("Ah Kd 7s 2c")
    assert made_worth(RANKING, four, cards("As Ks 4d")) == worth("Ah Kd", "As Ks 4d")

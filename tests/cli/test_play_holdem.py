"""`./pit play holdem`, as a person plays it: lines typed, lines read."""

import re
from functools import partial
from pathlib import Path
from random import Random

import pytest

from pitboss.cli.playing.holdem import between_rounds, typed_choices
from pitboss.cli.playing.holdem.company import Company
from pitboss.cli.playing.holdem.felt import pots_so_far
from pitboss.cli.playing.holdem.setup import LIMITS, TableRequest, settings_for
from pitboss.games.bots.holdem import TEMPERAMENTS
from pitboss.games.holdem import GAME
from pitboss.games.holdem.state import Play, with_chair, with_room
from pitboss.games.play import Stage
from pitboss.games.table import Shoe, Table
from pitboss.histories.history import UNKNOWN, Do
from pitboss.histories.phh import read_all
from pitboss.histories.replay import replay
from tests.cli import terminal
from tests.cli.terminal import Terminal
from tests.games.holdem.scene import Scene

CARD = re.compile(r"(?:10|[2-9AKQJ])[♠♥♦♣]")
WORDS = (
    "_ _ _ _ c c c c k k k f r b t s r_40 b_20 r_100 r60 a_100 a_1000 a_20.50 a o i p w ? ?_14.2 ?_nothing zzz "
    "r_0.001 99999 b_$30 raise_to_60 tap_out call check cf c_20 f_3 $"
)
said, told = partial(terminal.said, "holdem"), partial(terminal.told, "holdem")


def test_a_round_from_the_blinds_to_the_commission() -> None:
    text = said("--seed", "1", lines="_ c f q")
    pages = text.split("Poker Hold-em, ")
    assert pages[1].startswith(
        "round 1, before the flop\nAnna posts the small blind, $5.\nBruno posts the big blind, $10."
    )
    assert re.search(r"\n>    4 You +\$500\n", pages[1])
    assert re.search(r"\n     6 Elsa, steady +\$1,000 +button\n", pages[1])
    assert "Your turn: f fold   c call $10   r raise to $20-$500   t tap out $500\nType a letter: c\n" in pages[1]
    assert pages[2].startswith("round 1, flop\nYou call $10.\n")
    assert "\nPot: $35\nYour turn: f fold   k check   b bet $10-$490   t tap out $490\n" in pages[2]
    result = " ".join(pages[3].split())
    assert result.startswith("round 1, result You fold. Turn: ")
    assert "Pot of $35, less $3 commission: Bruno wins $32 with one pair, jacks" in result
    assert "Commission $3: 10% of all pots in whole dollars, at most $10. (HLD 15.2(a)(ii))" in result
    assert "Your hand: folded; what was bet stays in the pot. (HLD D-Fold)" in result
    assert "This round -$10; you have $490 on the table and $500 beside it." in result
    assert result.endswith("1 round played, net -$10. You leave with $990.")


@pytest.mark.parametrize("limit", LIMITS)
def test_the_same_seed_gives_the_same_session(limit: str) -> None:
    lines = "_ c c k f _ f _ r r_40 r_60 c k k k _ _ t _ _ k f"
    first, second, other = (said("--limit", limit, "--seed", seed, lines=lines) for seed in ("7", "7", "8"))
    assert first == second
    assert first.replace("seed 7", "seed 8") != other


def test_nothing_is_shown_before_its_time() -> None:
    """At the first decision two cards are on the screen, and on the flop five."""
    for seed in range(20):
        first = said("--seed", str(seed), lines="_").split("Your turn:")[0]
        assert len(CARD.findall(first)) == 2
        for page in said("--seed", str(seed), lines="_ c c c").split("Poker Hold-em, ")[1:]:
            if page.startswith("round 1, flop"):
                shown = page.split("Your turn:")[0]
                assert len(set(CARD.findall(shown))) == 5


@pytest.mark.parametrize("limit", LIMITS)
def test_whatever_is_typed_the_game_goes_on_and_no_dollar_is_lost(limit: str) -> None:
    for seed in range(8):
        random = Random(seed)
        players, money = str(random.randint(2, 10)), random.choice((100, 300, 1000))
        lines = " ".join(random.choices(WORDS.split(), k=250))
        asked = ("--limit", limit, "--players", players, "--bankroll", str(money), "--seed", str(seed))
        text = said(*asked, lines=lines)
        assert not re.search(r"(?<!This round)(?<!net) -\$", text)
        terminal.check_money(text, 100 * money)


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("players", ["2", "6", "10"])
def test_it_fits_the_screen(columns: int, players: str) -> None:
    lines = "? 500 ? c c ? k k k _ t _ a_100 _ t o _ _ i p _ c f"
    text = said("--seed", "3", "--players", players, lines=lines, columns=columns)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= columns


def test_side_pots_with_those_who_contest_them() -> None:
    text = told("--seed", "10", lines="_ t q")
    assert "Clara raises to $1,000 and taps out. Bruno calls $500 and taps out." in text
    assert "You muck: a beaten hand need not be shown. (HLD 13.1[s2])" in text
    assert "Main pot of $1,505, less $6 commission: Clara wins $1,499 with one pair, kings" in text
    assert "Side pot of $1,000 between Bruno and Clara, less $4 commission: Clara wins $996" in text
    assert "Your hand: beaten at the showdown by seat 3 (one pair, kings" in text
    assert "You have lost your stake. You may buy chips again and play on. (HLD 14.3[s1])" in text


def test_a_call_of_all_that_is_left_and_chips_that_nobody_can_call() -> None:
    text = told("--seed", "289", lines="_ c c c c q")
    assert "Pot: main $1,470 uncalled $100 Your turn: f fold c call with your last $235 (tap out)" in text
    assert "$100 that nobody called goes back to Clara. (HLD 15.2(b))" in text


def test_equal_hands_divide_a_pot() -> None:
    text = told("--seed", "24", lines="_ t _ t _ t _ t _ t q")
    assert "equal hands divide it. (HLD 13.2[s1])" in text
    assert "with what cannot be divided, as the first clockwise of the button. (HLD 13.2[s2]) You take $161." in text
    text = told("--seed", "10", "--players", "2", lines="_ s k k k _ c k k k _ s k k k _ c k k k q")
    assert "No commission: everybody who put chips in ties. (HLD 15.2(c))" in text


def test_pots_as_they_stand() -> None:
    """Only a tap-out makes a side pot; who has only not called yet contests everything."""
    scene = Scene((3000, 100000, 8000, 100000), hole={1: "As Ad"}, button=4).start()
    scene.act("3 raise 8000", "4 call")
    assert list(pots_so_far(scene.now)) == [(17500, (0, 1, 2, 3))]
    scene.act("1 call")
    assert list(pots_so_far(scene.now)) == [(10000, (0, 1, 2, 3)), (10000, (1, 2, 3))]
    scene.act("2 raise 20000", "4 fold")
    assert scene.table.state.felt.stage is Stage.OVER


def test_chips_are_added_between_rounds_within_the_bounds() -> None:
    text = told("--seed", "1", lines="500 f a_600 a_501 a_0 a a_10.50 a_100 a_400 q")
    assert "Now: Enter next round a 100 add chips ($1-$500) o sit out q leave Type a letter: a 600" in text
    assert "a 600 You have $500 beside the table. Now:" in text
    assert "a 10.50 The smallest chip in play is $1. (HLD 4.7) Now:" in text
    assert "Type a letter: a 'a' is not one of the choices." in text
    assert "a 100 You have $600 on the table and $400 beside it. Now:" in text
    assert "a 400 You have $1,000 on the table. Now: Enter next round o sit out q leave" in text
    assert text.endswith("You leave with $1,000.")


def test_below_the_minimum_one_adds_chips_or_is_declared() -> None:
    lines = "200 r_150 f q"
    text = told("--seed", "0", "--bankroll", "200", lines=lines)
    assert "is below the minimum of $100. So you play on declared" in text
    text = told("--seed", "0", "--bankroll", "300", lines=lines)
    assert re.search(r"is below the minimum of \$100\. Add \$\d+ or more now, or you play on declared", text)
    text = told("--seed", "58", "--bankroll", "200", lines="200 r_150 f _ t t _ t")
    assert "A declared player who has lost the stake leaves the table. (HLD 14.3[s4])" in text


def test_without_chips_and_money_the_game_is_over() -> None:
    text = told("--seed", "4", "--bankroll", "150", lines="100 t")
    assert "You have lost your stake, and $50 is less than the minimum of $100. (HLD 14.3[s2]) 1 round played" in text
    text = told("--seed", "4", "--bankroll", "250", lines="100 t _ o a_20 a_100 q")
    assert "Type a letter: You have no chips: add some, or leave. Now: a 100 add chips ($100-$150) q leave" in text
    assert "$0 and $20 make $20: the least that can be added is $100" in text
    assert text.endswith("1 round played, net -$100. You leave with $150.")


def test_sitting_out_and_coming_back() -> None:
    text = told("--seed", "24", lines="_ f o _ _ _ _ _ i o i p w p _ q")
    assert "You sit out; a blind that goes past you is missed, and posted when you come back. (HLD 17.4[s1])" in text
    assert "You were not in this round; you have $500 on the table" in text
    assert "Now: Enter let a round go by a 100 add chips ($1-$500) i come back q leave" in text
    assert "You have missed blinds: you are dealt in when a blind comes to you, or at once by posting" in text
    assert "p post $10 and $5 dead" in text
    assert "w wait for the blind after all" in text
    assert "You post $10 to come in. You post $5 dead for a blind that was missed." in text


def test_a_round_needs_two_players() -> None:
    text = told("--seed", "1", "--players", "2", lines="_ f o _ i _ q")
    assert "A round needs two players, and only Anna can be dealt in. (HLD 9.4)" in text
    assert "2 rounds played" in text


def company(seed: int) -> Company:
    """Six simulated players at a table of $1/$2."""
    table: Table[Play] = Table(GAME, settings_for(TableRequest(blinds="1/2")), Shoe.seeded(seed)).open()
    them = Company(table, own_seat=0, random=Random(seed))
    them.sit_down()
    return them


def test_an_evening_of_simulated_players_alone() -> None:
    """Every seat stays taken, and whatever they do with their chips has its clause."""
    them = company(1)
    heard: list[str] = []
    for _ in range(600):
        them.table.new_round().deal()
        while not them.table.is_over:
            them.act(GAME.due(them.table.state)[0])
            them.table.run()
        heard.extend(them.between_rounds())
        assert len(them.table.state.play.room.chairs) == 6
    assert heard
    assert all(re.search(r"\. \(HLD [\w.()\[\]]+\)$", line) for line in heard)


@pytest.mark.parametrize(
    ("stake", "declared", "said_of_it"),
    [
        (0, True, {"declared, has lost the last chips and leaves. (HLD 14.3[s4])"}),
        (0, False, {"has lost all chips and leaves. (HLD 4.6)", "adds $"}),
        (500, False, {"", "adds $"}),
        (500, True, {""}),
        (70000, False, {"has won enough and leaves with $700. (HLD 4.6)", ""}),
        (20000, False, {""}),
    ],
)
def test_who_buys_chips_who_goes_and_who_is_replaced(stake: int, declared: bool, said_of_it: set[str]) -> None:
    found = set()
    for seed in range(40):
        them = company(seed)
        room = them.table.state.play.room
        chair = room.chairs[1]._replace(stake=stake, declared=declared, standing="playing", waits_as=None)
        them.table.state = with_room(them.table.state, with_chair(room, 1, chair))
        heard = list(them.between_rounds())
        found |= {words for words in said_of_it if words and any(words in line for line in heard)} or {""}
        goes = any("leaves" in line for line in heard)
        assert any("takes seat 1 with $" in line for line in heard) is goes
        assert (them.table.state.play.room.chairs[1].player != chair.player) is goes
    assert found == said_of_it


def test_what_is_not_offered_is_refused_with_its_clause_and_asked_again() -> None:
    text = told("--seed", "1", lines="_ k b_20 s r_15 r_600 r_20.50 c c r_20 q")
    assert "There is no check in the first betting round. (HLD 11.1) Your turn:" in text
    assert "The betting has been opened: call, raise or fold. (HLD 10.3)" in text
    assert "Only who owes nothing more, such as the last blind, may stand. (HLD 10.2 tail)" in text
    assert "between $20 and $500, not to $15. (HLD 5.1[s2])" in text
    assert "The stake reaches to $500." in text
    assert "in multiples of $1." in text
    assert "There is nothing to call: check or bet. (HLD D-Call)" in text
    assert "There is no bet to raise: bet or check. (HLD 12.2)" in text


def test_nonsense_gets_one_sentence() -> None:
    long = "7" * 5000
    text = told("--seed", "1", lines=f"x 5000 50 500 {long} zzz _ f_20 r r {long} r _ c q")
    assert "Type an amount such as 10, $10 or 12.50. Your table stake" in text
    assert "You have $1,000. Your table stake" in text
    assert "At least $100 is put on the table to join, not $50. (HLD 4.3[s1])" in text
    assert f"'{'7' * 40}...' is not one of the choices. Your turn:" in text
    assert "'zzz' is not one of the choices." in text
    assert "Nothing was chosen." in text
    assert "'f 20' is not one of the choices." in text
    assert "Raise to how much, $20 to $500 (Enter to choose again): r Type an amount" in text


def test_the_rules_are_at_hand() -> None:
    text = told("--seed", "1", lines="? _ ? ?_14.2 ?_R-12 ?_HLD_99 f ? q")
    assert "HLD 4.3 [s1]: Start with at least the minimum stake on the table" in text
    assert "r and an amount raises to that total in this betting round" in text
    assert "HLD D-Tap Out: All remaining chips into the pot" in text
    assert "HLD 14.2 [s2]: " in text
    assert "R-12: " in text
    assert "There is no clause HLD 99" in text
    assert "HLD 17.4 [s1]: Missed blinds" in text


def test_no_prompt_recommends_anything() -> None:
    text = said("--seed", "2", lines="_ ? c ? k k k ? _ f q").casefold()
    assert not re.search(r"\bbest\b|should|odds of|chance of|recommend|advise", text)


@pytest.mark.parametrize("goodbye", ["q", "Q", "leave", ""])
def test_leaving_in_the_middle_of_a_round_gives_up_the_hand(goodbye: str) -> None:
    text = told("--seed", "1", lines=f"_ c {goodbye}")
    assert "You leave in the middle of a round: your hand is folded, and what you bet stays in the pot." in text
    assert text.endswith("1 round played, net -$10. You leave with $990.")


def test_leaving_before_the_first_round() -> None:
    assert said(lines="q").endswith("0 rounds played, net $0. You leave with $1,000.\n")


def test_so_many_hands_and_no_more() -> None:
    text = said("--seed", "1", "--hands", "2", lines="_ f _ f f f")
    assert "2 rounds played" in text
    assert "round 3" not in text


def test_limits_as_they_are_asked_for() -> None:
    fixed = told("--seed", "1", "--limit", "fixed", lines="_ r q")
    assert "Fixed limit: blinds $5/$10, bets of $10, from the turn $20, 3 raises, table stakes" in fixed
    assert "Your turn: f fold c call $10 r raise to $20 Type a letter: r" in fixed
    assert "You raise to $20." in fixed
    assert "r raise to $20-$45 Type" in told("--seed", "1", "--limit", "full_pot", lines="_")
    assert "r raise to $20-$27 Type" in told("--seed", "1", "--limit", "half_pot", lines="_")
    dear = told("--blinds", "25/50", "--money", "5000", lines="q")
    assert "table stakes $500 to $5,000, commission 5% of the pots, at most $50 a round." in dear
    assert "the third blind, $4." in said("--blinds", "1/2/4", "--players", "4", lines="_ f q")
    assert "posts the blind, $10." in said("--blinds", "10", lines="_ f q")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "1"], "--players is a whole number from 2 to 10, not '1'."),
        (["--players", "11"], "--players is a whole number from 2 to 10, not '11'."),
        (["--limit", "none"], "--limit is no_limit, full_pot, half_pot or fixed, not 'none'."),
        (["--blinds", "ten"], "--blinds are amounts such as 5/10, not 'ten'."),
        (["--blinds", "5/0"], "--blinds are amounts such as 5/10, not '5/0'."),
        (["--blinds", "10/5"], "Each blind must be above nothing and at least the one before it. (HLD 4.2(f))"),
        (["--blinds", "1/2/3/4"], "One, two or three players post blinds, not 4. (HLD 4.2(c))"),
        (["--players", "six"], "--players is a whole number from 2 to 10, not 'six'."),
        (["--hands", "0"], "--hands is a whole number from 1 to 1,000,000,000,000, not '0'."),
        (["--seed", "x"], "--seed is a whole number of at most 24 digits, not 'x'."),
        (["--money", "much"], "--bankroll is an amount such as 1000 or 250.50, not 'much'."),
        (["--money", "99"], "--bankroll must cover the minimum table stake, $100, and $99 does not."),
        (["--limit", "full_pot", "--record", "x.phh"], "--record writes PHH, and PHH has no hold'em with a pot limit."),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], sentence: str) -> None:
    done = terminal.pit_play("holdem", *arguments)
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"{sentence}\n")


@pytest.mark.parametrize("option", [["--players", "6"], ["--blinds", "5/10"], ["--limit", "fixed"], ["--hands", "3"]])
def test_options_of_this_game_are_not_for_the_house_games(option: list[str]) -> None:
    done = terminal.pit_play("pontoon", *option)
    sentence = f"{option[0]} is for holdem: at pontoon one person plays against the house.\n"
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", sentence)


@pytest.mark.parametrize(
    ("typed", "understood"),
    [
        ("f", ("fold", None)),
        ("FOLD", ("fold", None)),
        ("r 60", ("raise", 6000)),
        ("r60", ("raise", 6000)),
        ("raise to $1,250.50", ("raise", 125050)),
        ("b$20", ("bet", 2000)),
        ("t", ("tap_out", None)),
        ("tap out", ("tap_out", None)),
        ("c 10", ("call", 1000)),
        ("k 10", None),
        ("r -5", None),
        ("r 1e3", None),
        ("to 60", None),
        ("60", None),
        ("", None),
        ("r 12.345", None),
    ],
)
def test_choices_as_people_type_them(typed: str, understood: tuple[str, int | None] | None) -> None:
    assert typed_choices.read(typed) == understood


@pytest.mark.parametrize(
    ("typed", "understood"),
    [("a 200", ("top_up", 20000)), ("A$5", ("top_up", 500)), ("o", ("sit_out", None)), ("a", None), ("o 5", None)],
)
def test_requests_between_rounds_as_people_type_them(typed: str, understood: tuple[str, int | None] | None) -> None:
    assert between_rounds.read_choice(typed) == understood


def test_hands_are_written_down_as_phh_that_replays(tmp_path: Path) -> None:
    record = tmp_path / "evening.phh"
    said("--seed", "5", "--record", str(record), lines="_ c k c f _ r_30 c f _ t _ f _ c q")
    hands = read_all(record.read_text(), "evening.phh")
    assert len(hands) == 5
    for hand in hands:
        replayed = replay(hand)
        assert replayed.is_explained, replayed.differences
    dealt = [action for action in hands[0].actions if action.do is Do.DEAL_HOLE]
    unknown = [action.player for action in dealt if UNKNOWN in action.cards]
    assert unknown
    assert hands[0].more["players"].index("Player") + 1 not in unknown


def test_every_temperament_is_introduced() -> None:
    text = told(lines="q")
    assert all(f"{each.name}: {each.words}" in text for each in TEMPERAMENTS)


@pytest.mark.needs("tmux")
def test_a_round_in_a_terminal() -> None:
    window = Terminal("./pit", "play", "holdem", "--seed", "1")
    screen, press = window.screen, window.press
    screen("Your table stake")
    press("Enter")
    top, *_ = screen("t tap out $500").splitlines()
    assert top == "Poker Hold-em, round 1, before the flop"
    press("c", "Enter")
    shown = screen("k check")
    assert shown.splitlines()[0] == "Poker Hold-em, round 1, flop"
    assert "│ 2♥ ││ 5♥ │" in shown
    press("f", "Enter")
    assert "Bruno wins $32" in screen("This round -$10;")
    press("C-d")
    ending = screen("exit status")
    window.close()
    assert "1 round played, net -$10. You leave with $990.\nexit status 0" in ending


@pytest.mark.needs("tmux")
def test_a_side_pot_in_a_narrow_terminal() -> None:
    window = Terminal("env", "COLUMNS=60", "./pit", "play", "holdem", "--seed", "10")
    screen, press = window.screen, window.press
    screen("Your table stake")
    press("Enter")
    shown = screen("t tap out $500")
    assert max(map(len, shown.splitlines())) <= 60
    press("t", "Enter")
    shown = screen("Now: a 100 add chips")
    assert max(map(len, shown.splitlines())) <= 60
    assert "Side pot of $1,000 between Bruno and Clara" in shown
    press("C-c")
    ending = screen("exit status")
    window.close()
    assert "1 round played, net -$500. You leave with $500.\nexit status 0" in ending

"""The matters of the rulings wizard, and its answers where no worked case stands: each comes from the hold'em round."""

from typing import Any

import pytest

from pitboss.floor.rulings import answers as rules
from pitboss.floor.rulings import card_answers as cards
from pitboss.floor.rulings import desk as ruling_desk
from pitboss.floor.rulings import matters as ruling_matters
from pitboss.floor.rulings.answers import HLD, STAR
from pitboss.floor.rulings.questions import level_now
from pitboss.floor.tournaments.desk import COMMANDS
from pitboss.games.holdem.situations.scenes import ANY_LEVEL, Done, Level
from pitboss.rulebook.book import rulebook
from pitboss.tournaments.entries.penalties import BREACHES
from pitboss.tournaments.event.library import event
from pitboss.tournaments.event.state import Tournament
from tests.refusals import refused

EVENTS = ("saturday", "canberra_holdem", "ultimate_challenge", "pontoon_heats", "canberra_cup")
LEVEL = Level(400, 800, 800)


def early(document: str, street: str, facing: int, did: Done, *since: Done) -> rules.Ruling:
    return rules.out_of_turn(document, LEVEL, street, facing, 0, did, since)


@pytest.mark.parametrize("name", EVENTS)
def test_every_matter_rests_on_clauses_of_the_rulebook(name: str) -> None:
    state = Tournament(event(name))
    matters = ruling_matters.matters_of(state)
    assert len({matter.id for matter in matters}) == len(matters)
    assert len({matter.title for matter in matters}) == len(matters)
    assert matters[-1].id == ruling_matters.OTHER
    for matter in matters:
        assert matter.breach in ("", *BREACHES), matter.id
        for citation in ruling_matters.clauses_of(state, matter):
            assert rulebook().clauses(citation), citation
            assert ruling_matters.clause_words(citation).endswith(".")


def test_words_and_commands_are_those_of_the_desk() -> None:
    assert set(COMMANDS) >= ruling_desk.RULINGS
    assert list(ruling_desk.BREACH_WORDS) == list(BREACHES)


def test_before_the_start_the_level_is_the_first() -> None:
    state = Tournament(event("saturday"))
    first = state.conditions.levels[0]
    assert level_now(state, 0) == (first.small, first.big, first.ante)
    assert level_now(Tournament(event("pontoon_heats")), 0) == ANY_LEVEL


@pytest.mark.parametrize(
    ("ruling", "sentence", "clause"),
    [
        (early(STAR, "preflop", 800, Done("raise", 2000), Done("call")), "The raise to 2,000 stands.", "STAR 7.35[s2]"),
        (early(STAR, "preflop", 800, Done("check"), Done("call")), "The check stands.", "STAR 7.35[s2]"),
        (
            early(STAR, "preflop", 800, Done("check"), Done("fold"), Done("raise", 2000)),
            "Open to the player: call 2,000, raise to 3,200 or more or fold.",
            "STAR 7.35[s4]",
        ),
        (
            early(STAR, "preflop", 2000, Done("call"), Done("fold"), Done("raise", 4000)),
            "2,000 goes back. Open to the player: call 4,000, raise to 6,000 or more or fold.",
            "STAR 7.35[s4]",
        ),
        (early(STAR, "flop", 1600, Done("all_in", 5000), Done("call")), "The raise to 5,000 stands.", "STAR 7.35[s2]"),
        (early(STAR, "flop", 1600, Done("all_in", 1000), Done("fold")), "The call stands.", "STAR 7.35[s2]"),
        (early(STAR, "flop", 1600, Done("fold")), "The fold stands: the hand is dead.", "STAR 7.35[s5]"),
        (early(HLD, "flop", 1600, Done("fold")), "The fold stands: the hand is dead.", "HLD 17.10"),
        (
            early(HLD, "flop", 1600, Done("call"), Done("raise", 4000)),
            "1,600 goes back. Open to the player: call 4,000, raise to 6,400 or more or fold. "
            "A fold leaves 1,600 in the pot.",
            "HLD 17.6(c)",
        ),
        (rules.chips_in(HLD, 1600, [5000], ""), "Raise to 5,000.", "HLD 12.3(b)"),
        (rules.chips_in(STAR, 1600, [1000], "", stack=1000), "Call of 1,000.", "HLD 14.1[s1]"),
        (
            rules.chips_in(STAR, 1600, [1000], ""),
            "Short by 600: the player makes it up to 1,600, or folds and takes the chips back.",
            "HLD 17.8[s1]",
        ),
        (
            rules.raise_to(HLD, 800, 0, 1200, level=LEVEL),
            "A raise to 1,200 is too small: it is a call of 800.",
            "HLD 5.1[s2]",
        ),
        (
            rules.all_in(STAR, 800, 0, 500, LEVEL),
            "All-in for 500, a call for less. The others call 800. The next player may raise to 1,600 or more.",
            "HLD 14.1[s1]",
        ),
        (
            rules.all_in(STAR, 800, 0, 2000, LEVEL),
            "All-in to 2,000. The others call 2,000. The next player may raise to 3,200 or more. "
            "Who has acted before may raise again.",
            "HLD 14.1[s1]",
        ),
        (cards.absent_at_deal(STAR, "in_the_deal"), "The entrant plays the hand.", "STAR 7.13"),
        (cards.absent_at_deal(HLD, "after_the_deal"), "The entrant plays the hand.", "HLD 20.11[s1]"),
        (
            cards.absent_at_deal(HLD, ""),
            "The hand is folded; blinds and antes stay in the pot.",
            "HLD 20.11[s2]",
        ),
        (
            cards.mucked_hand(HLD, 500, 1500, called=False),
            "The hand is dead, without redress. 1,500 stays in the pot.",
            "HLD 17.10",
        ),
        (
            cards.deal_went_wrong(STAR, "player_missed", "before_any_bet", looked_at=True),
            "Misdeal: bets go back, the button stays, and it is dealt again.",
            "HLD 17.1(d)",
        ),
        (
            cards.deal_went_wrong(STAR, "player_missed", "after_first_betting_round", looked_at=True),
            "It is too late for a misdeal: the hand is played out.",
            "HLD 17.2[s1]",
        ),
        (cards.disputed_round(STAR, next_card_out=False), "The decision may be reviewed.", "HLD 17.14"),
        (cards.exposed_hand(STAR), "The hand stays live; a penalty is possible.", "STAR 7.40"),
        (
            rules.skipped_hand(STAR, ["check", "bet"], "dead"),
            "Substantial action: what was done out of turn binds, and the skipped hand is dead.",
            "STAR 7.36[s2]",
        ),
    ],
)
def test_an_answer(ruling: rules.Ruling, sentence: str, clause: str) -> None:
    assert ruling.sentence == sentence
    assert ruling.clauses[0] == clause


def test_while_the_player_due_has_not_acted_both_ways_are_told() -> None:
    pending = early(STAR, "flop", 1600, Done("raise", 4000))
    unchanged = early(STAR, "flop", 1600, Done("raise", 4000), Done("call"))
    changed = early(STAR, "flop", 1600, Done("raise", 4000), Done("raise", 3200))
    assert pending.found == (unchanged.found, changed.found)
    assert pending.clauses == ("STAR 7.35[s1]", "STAR 7.35[s2]", "STAR 7.35[s4]")


@pytest.mark.parametrize(
    ("matter", "given", "field", "words"),
    [
        ("out-of-turn", {"did": "raise"}, "to", "Write the total of the raise."),
        ("out-of-turn", {"did": "sneeze"}, "did", "There is no such action."),
        ("out-of-turn", {}, "did", "Say what was done out of turn."),
        ("oversized-chip", {"facing": 100}, "chips", "Write the chips by their values"),
        ("oversized-chip", {"chips": [500], "said": "call"}, "said", "There is nothing to call."),
        ("short-blind", {"small": 1, "big": 2}, "stack", "Write the chips that the big blind has."),
        ("short-blind", {"stack": -5}, "stack", "Write a number of chips."),
        ("all-in", {"facing": 100}, "total", "Write the whole stake"),
        ("skipped", {}, "action1", "Say what was done past the skipped player"),
        ("face-up", {"table": 9}, "table", "Choose a table of the event."),
        ("deal", {"irregularity": "rain"}, "irregularity", "Choose what went wrong"),
        ("clock", {"asked_by": "elsewhere"}, "", "Only an entrant at the seat may ask for the clock."),
        ("raise", {"facing": 100, "big": 800, "wanted": 200}, "", "Here a bet is to a total between 800"),
    ],
)
def test_what_cannot_have_been_so_is_said(matter: str, given: dict[str, Any], field: str, words: str) -> None:
    state = Tournament(event("saturday"))
    found = ruling_matters.matter_of(state, matter)
    assert found is not None
    answer = refused(ruling_matters.answer(state, 0, found, given), field=field)
    assert answer.reason.startswith(words)

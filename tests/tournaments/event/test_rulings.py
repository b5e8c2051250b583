"""What the director rules and announces: kept with its clause, told, and nothing else changes."""

from datetime import date

import pytest

from pitboss.tournaments.event.contract import Role
from pitboss.tournaments.event.events import Ruled
from pitboss.tournaments.event.rulings import LONGEST_MESSAGE, RecordRuling, ShowMessage
from pitboss.tournaments.event.state import Person, Stage, Tournament
from pitboss.tournaments.event.story import tell_story
from tests.tournaments.clock.scene import in_hand, playing
from tests.tournaments.scene import NOON, after, done, planned, refuses


def ruling(what: str = "The raise stands.", ground: str = "STAR 7.35", player: str = "") -> RecordRuling:
    return RecordRuling(at=NOON, what=what, ground=ground, player=player)


class TestRulings:
    @pytest.mark.clause("STAR 6.18")
    def test_it_is_kept_with_its_clause_and_changes_nothing_else(self) -> None:
        state = playing()
        ruled, events = done(state, ruling(player="A"))
        assert events[-1] == Ruled("The raise stands.", "A", "STAR 7.35")
        assert ruled == state._replace(now=NOON)
        (line,) = tell_story(ruled, events, NOON)
        assert (line.text, line.clause) == ("A: The raise stands.", "STAR 7.35")

    def test_in_the_middle_of_a_hand_and_at_every_stage(self) -> None:
        done(in_hand(playing(), 1), ruling(player="A"))
        for stage in Stage:
            done(playing()._replace(stage=stage), ruling())

    @pytest.mark.parametrize(
        ("typed", "cited"),
        [
            ("star 7.35", "STAR 7.35"),
            ("  Star   7.39[S2] ", "STAR 7.39[s2]"),
            ("STAR d-penalties", "STAR D-Penalties"),
            ("HLD 20.20[s2]", "HLD 20.20[s2]"),
        ],
    )
    def test_the_clause_is_written_as_the_rules_write_it(self, typed: str, cited: str) -> None:
        assert done(playing(), ruling(ground=typed))[1][-1].clause == cited

    @pytest.mark.parametrize("ground", ["", "STAR", "7.35", "STAR 99.1", "TDA 12", "because", "T-02"])
    def test_without_a_clause_of_the_rules_it_is_none(self, ground: str) -> None:
        refuses(playing(), ruling(ground=ground), word="no_ground", clause="STAR 6.18")

    def test_without_words_or_of_a_stranger_it_is_none(self) -> None:
        assert refuses(playing(), ruling("")).word == "no_words"
        assert refuses(playing(), ruling(player="Z")).word == "not_in_the_event"

    def test_only_the_director_rules(self) -> None:
        for role in (Role.DESK, Role.DEALER, Role.OPERATOR):
            assert refuses(playing(), RecordRuling(at=NOON, by=role, what="x", ground="STAR 7.35")).word == "role"


class TestMessages:
    def test_the_screens_tell_the_last_one(self) -> None:
        state, events = done(playing(), ShowMessage(at=NOON, text="Dinner at eight."))
        assert state.message == "Dinner at eight."
        assert [line.text for line in tell_story(state, events, NOON)] == ["The screens tell: Dinner at eight."]
        state = after(state, ShowMessage(at=NOON, text="Dinner at nine."))
        assert state.message == "Dinner at nine."

    def test_without_words_nothing_is_told_any_more(self) -> None:
        state, events = done(after(playing(), ShowMessage(at=NOON, text="Dinner.")), ShowMessage(at=NOON))
        assert state.message == ""
        assert [line.text for line in tell_story(state, events, NOON)] == ["The message is taken off the screens."]

    def test_the_same_again_is_refused(self) -> None:
        assert refuses(playing(), ShowMessage(at=NOON)).word == "shown_already"
        state = after(playing(), ShowMessage(at=NOON, text="Dinner."))
        assert refuses(state, ShowMessage(at=NOON, text="Dinner.")).word == "shown_already"

    def test_it_is_as_long_as_can_be_read_across_a_room(self) -> None:
        after(playing(), ShowMessage(at=NOON, text="x" * LONGEST_MESSAGE))
        assert refuses(playing(), ShowMessage(at=NOON, text="x" * (LONGEST_MESSAGE + 1))).word == "too_long"

    @pytest.mark.parametrize("state", [planned(), planned("pontoon_heats"), planned("ultimate_challenge")])
    def test_in_any_event_before_entries_too(self, state: Tournament) -> None:
        """The clause is that of the event's own document."""
        _, events = done(state, ShowMessage(at=NOON, text="Soon."))
        assert events[-1].clause == state.clause("procedures")


def test_nobody_need_be_known_by_more_than_the_name() -> None:
    """Somebody who has only been looked up has not entered."""
    state = playing()._replace(people={"Q": Person("Q", born=date(1980, 1, 1))})
    assert refuses(state, ruling(player="Q")).word == "not_in_the_event"

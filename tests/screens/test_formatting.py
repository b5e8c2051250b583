"""How things are said on the pages: people by their names where a sentence has their numbers."""

import pytest

from pitboss.floor.kernel.floor import Done
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.patrons import AddPatron
from pitboss.screens.common.formatting import with_names
from pitboss.screens.common.templating import environment
from tests.floor import house_scene
from tests.floor.tables.table_floor_scene import MANAGER
from tests.screens.api_scene import Api

pytestmark = pytest.mark.parametrize("house", [house_scene.SQLITE], indirect=True)


def test_people_are_told_by_their_names(api: Api) -> None:
    added = [
        api.floor.execute(MANAGER, AddPatron(name=name, date_of_birth="1980-01-01"))
        for name in ("Alice Reed", "Ben O'Hollow")
    ]
    alice, ben = (done.answer["patron"] for done in added if isinstance(done, Done))
    assert with_names(f"{alice} is out; {ben}'s seat is {alice}'s.") == (
        "Alice Reed is out; Ben O'Hollow's seat is Alice Reed's."
    )


def test_whoever_looks_is_told_of_people_by_their_names(api: Api) -> None:
    """In whole sentences, whatever part of the house has written them; players know each other by first names."""
    added = api.floor.execute(MANAGER, AddPatron(name="Alice Reed", date_of_birth="1980-01-01"))
    assert isinstance(added, Done)
    drawn = environment().from_string("{{ said }}|{{ number }}")
    sentence = f"{added.answer['patron']} is out, says staff:maria."
    for role, told in ((Role.DEALER, "Alice Reed is out, says Maria."), (Role.PLAYER, "Alice is out, says Maria.")):
        actor = Actor("patron:p1", role)
        number = added.answer["patron"]
        assert drawn.render(said=sentence, number=number, actor=actor) == f"{told}|{number}"


def test_nothing_else_is_taken_for_a_person(api: Api) -> None:
    for sentence in (
        "p9999 is nobody.",
        "Table 1001 seat 6 to p100.",
        "step1001 and p1001x, STAR 7.35",
        "p" + "9" * 400,
        "",
    ):
        assert with_names(sentence) == sentence

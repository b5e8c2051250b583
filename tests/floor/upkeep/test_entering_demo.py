"""One click in as anybody, while the demo house runs and never after."""

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import SETTING_UP, BeginDemo
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.people import sessions
from pitboss.floor.people.sessions import EndDemo, EnterDemo
from pitboss.floor.upkeep.demo import open_demo_house
from tests.floor.house_scene import Clock
from tests.refusals import refused

MARIA = Actor("staff:maria", Role.MANAGER)


def entered(house: Floor, name: str, role: Role) -> Done | No:
    return house.execute(VISITOR, EnterDemo(name=name, role=role))


def test_in_the_demo_house_anybody_enters_as_anybody(house: Floor, clock: Clock) -> None:
    open_demo_house(house)
    for name, role in (("p1001", Role.PLAYER), ("susan", Role.SUPERVISOR)):
        done = entered(house, name, role)
        assert isinstance(done, Done), done
        assert sessions.who_is(house, done.secret["token"]) == Actor(done.answer["person"], role)


def test_only_as_people_there_are_and_in_roles_they_have(house: Floor, clock: Clock) -> None:
    open_demo_house(house)
    for name, role, field in (
        ("nobody", Role.PLAYER, "name"),
        ("susan", Role.MANAGER, "role"),
        ("..", Role.DEALER, "name"),
    ):
        refused(entered(house, name, role), field=field)


def test_when_the_demo_has_ended_nobody_enters_and_it_never_begins_again(house: Floor, clock: Clock) -> None:
    open_demo_house(house)
    assert isinstance(house.execute(MARIA, EndDemo()), Done)
    for answer in (
        entered(house, "p1001", Role.PLAYER),
        house.execute(SETTING_UP, BeginDemo()),
        house.execute(MARIA, BeginDemo()),
        house.execute(MARIA, EndDemo()),
    ):
        assert "demo" in refused(answer).reason
    assert open_demo_house(house) == ()


def test_a_house_that_was_never_a_demo_asks_for_passwords(house: Floor, clock: Clock) -> None:
    refused(entered(house, "p1001", Role.PLAYER), word="no_demo")

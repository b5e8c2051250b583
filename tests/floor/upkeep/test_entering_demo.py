"""One click in as anybody, while the demo house runs and never after."""

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import SETTING_UP, BeginDemo
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.people import sessions
from pitboss.floor.people.devices import AddDevice
from pitboss.floor.people.sessions import EndDemo, EnterDemo, SignIn
from pitboss.floor.upkeep.demo import open_demo_house
from tests.floor.answers import give
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


def test_when_the_demo_has_ended_every_session_and_every_device_has(house: Floor, clock: Clock) -> None:
    """Also those that another process has in memory: nobody knows who came in while anybody could."""
    lines = open_demo_house(house)
    other = Floor(clock)
    tokens = []
    for name, role in (
        ("p1001", Role.PLAYER),
        ("p1002", Role.PLAYER),
        ("susan", Role.SUPERVISOR),
        ("maria", Role.MANAGER),
    ):
        done = entered(other, name, role)
        assert isinstance(done, Done), done
        tokens.append(done.secret["token"])
    password = next(line.split()[-1] for line in lines if line.split()[0] == "susan")
    sign_in = SignIn(name="susan", password=password)
    tokens.append(give(house, VISITOR, sign_in).secret["token"])
    tokens.append(give(house, MARIA, AddDevice(id="wall", name="Wall", role=Role.DISPLAY)).secret["token"])
    give(house, MARIA, AddDevice(id="bot-1", name="Bot", role=Role.PLAYER, patron="p1001"))
    assert all(sessions.who_is(each, token) for each in (house, other) for token in tokens)
    give(house, MARIA, EndDemo())
    assert not any(sessions.who_is(each, token) for each in (house, other) for token in tokens)
    assert house.record("device:bot-1").is_revoked
    # The printed passwords hold, without being changed first.
    assert sessions.who_is(other, give(house, VISITOR, sign_in).secret["token"])


def test_a_house_that_was_never_a_demo_asks_for_passwords(house: Floor, clock: Clock) -> None:
    refused(entered(house, "p1001", Role.PLAYER), word="no_demo")

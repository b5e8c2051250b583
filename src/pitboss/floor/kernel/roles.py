"""Who acts on the floor, and in which role."""

from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """What somebody is here as. A person with several roles acts in one of them at a time."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    CASHIER = "cashier"
    DIRECTOR = "director"
    AUDITOR = "auditor"
    MANAGER = "manager"
    # A display at a table or on a wall, which only looks.
    DISPLAY = "display"
    # The house itself: the virtual croupier and its clock.
    CROUPIER = "croupier"
    # Nobody has signed in yet.
    VISITOR = "visitor"


STAFF = (Role.DEALER, Role.SUPERVISOR, Role.CASHIER, Role.DIRECTOR, Role.AUDITOR, Role.MANAGER)
PEOPLE = (Role.PLAYER, *STAFF)


class Actor(NamedTuple):
    """Somebody, in the role they act in. `person` is the stream of the person: `patron:p1`, `staff:maria`.

    `device` is the stream of the device that acts for a patron; where a device acts for nobody, it is the person.
    `beside` is the person on whose screen they sign with their own password: the floor sees to it that these are two.
    """

    person: str
    role: Role
    device: str = ""
    beside: str = ""

    @property
    def id(self) -> str:
        """`p1` of `patron:p1`: a player's name at the tables."""
        return self.person.partition(":")[2]

    @property
    def through(self) -> str:
        """The stream of the device that somebody acts through; nothing where a person acts."""
        return self.device or (self.person if self.person.startswith("device:") else "")


CROUPIER = Actor("house:croupier", Role.CROUPIER)
VISITOR = Actor("visitor:", Role.VISITOR)


class Visitor(Actor):
    """The visitor who comes from one place: `source` is a number of it that only this house can make."""

    source: str


def visitor_from(source: str) -> Visitor:
    visitor = Visitor(*VISITOR)
    visitor.source = source
    return visitor

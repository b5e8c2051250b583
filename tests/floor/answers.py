"""What the house answers to commands of tests: done, or refused and nothing has changed."""

from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.people.security import DOORS
from pitboss.journal import store
from pitboss.ledger import books
from tests.refusals import refused


def done(answer: Done | No) -> Done:
    """The command was carried out."""
    assert isinstance(answer, Done), answer
    return answer


def give(house: Floor, actor: Actor, command: Command, key: str | None = None) -> Done:
    """A command that must be carried out."""
    return done(house.execute(actor, command, key))


def refuses(house: Floor, actor: Actor, command: Command, **expected: object) -> No:
    """A command that must be refused with these particulars; no money moves, and security alone is told."""
    before = _recorded(), books.balances()
    answer = refused(house.execute(actor, command), **expected)
    assert (_recorded(), books.balances()) == before
    return answer


def _recorded() -> int:
    """How many events there are beside those that tell security who was turned away."""
    return store.last_seq() - sum(head.position for head in store.heads([DOORS]).values())

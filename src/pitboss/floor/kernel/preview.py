"""Previews of commands: works out what a command would do if it were given now. Nothing is recorded.

The command is decided by the same verb as if it were given. What would come to pass is told up to the first card that
nobody has seen yet: what a hidden card decides is told to no one beforehand, neither in words nor in money.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pitboss.floor.kernel.contract import Command, Fact, No, Now, Yes, event_told
from pitboss.floor.kernel.floor import Floor, not_for
from pitboss.floor.kernel.registry import FAMILIES, VERBS
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.reading.event_words import words_of
from pitboss.floor.tables.record import CardsDrawn, TableRecord
from pitboss.floor.tournaments.commands import Desk, Redo, Undo
from pitboss.games.command import Cents
from pitboss.games.money import Move
from pitboss.games.state import Outcome
from pitboss.journal import codec, store
from pitboss.journal.moment import one_moment
from pitboss.kits.events import note_on
from pitboss.ledger import books


class PreviewStep(NamedTuple):
    """One thing that would happen, on which stream, by which clause, in a sentence."""

    stream: str
    kind: str
    clause: str
    words: str


class Preview(NamedTuple):
    """The effects that a command would have.

    `moves` is the money, account by account, and `nets` what each player would have more or less of it; `outcomes` are
    the wagers that would be decided or void. With `goes_on` there is more to come that depends on unseen cards.
    """

    steps: tuple[PreviewStep, ...]
    moves: tuple[Move, ...]
    nets: Mapping[str, Cents]
    outcomes: tuple[Outcome, ...]
    goes_on: bool


def preview(floor: Floor, actor: Actor, command: Command) -> Preview | No:
    """Return the effects a command would have if it were given now, or the reason it would be refused."""
    with one_moment():
        now, decision = _looked_ahead(floor, actor, command)
        return decision if isinstance(decision, No) else preview_facts(now, decision.facts)


def answer_of(floor: Floor, actor: Actor, command: Desk | Undo | Redo) -> Mapping[str, Any] | No:
    """Return the answer that a command of a tournament desk would get if it were given now.

    No shoe is looked into there, so that no hidden card is told; what is drawn by a command would be drawn anew.
    """
    with one_moment():
        _, decision = _looked_ahead(floor, actor, command)
        return decision if isinstance(decision, No) else decision.answer


def _looked_ahead(floor: Floor, actor: Actor, command: Command) -> tuple[Now, Yes | No]:
    verb = VERBS[type(command)]
    if no := not_for(floor, actor, command):
        return floor.now(), no
    now = floor.now(verb.beforehand(floor, actor, command) if verb.beforehand else None)
    decision = verb.decide(now, actor, command)
    return now, decision.but or decision if isinstance(decision, Yes) else decision


def preview_facts(now: Now, facts: Iterable[Fact]) -> Preview | No:
    """Return the effects of these facts on the house as it is `now`; no hidden card is disclosed."""
    records: dict[str, Any] = {}
    steps: list[PreviewStep] = []
    moves: list[Move] = []
    goes_on = False
    for stream, event in facts:
        if _rests_on_unseen(event):
            goes_on = True
            break
        family = FAMILIES[store.family_of(stream)]
        before = records[stream] if stream in records else now.record(stream)
        _, records[stream], moved = family.change(before, event, now.at)
        moves += moved
        of_kind = event_told(event)
        steps.append(PreviewStep(stream, of_kind["kind"], of_kind.get("clause", ""), words_of(event)))
    short = _short_of(now, moves)
    if short is not None:
        return No(f"There is not enough in the account {short}.", word="not_enough", field="amount")
    outcomes = tuple(
        outcome for stream, record in records.items() for outcome in _newly_decided(now.record(stream), record)
    )
    return Preview(tuple(steps), tuple(moves), _nets(moves), outcomes, goes_on)


def _rests_on_unseen(event: Any) -> bool:
    """Whether cards decide that nobody has seen, or that only some have: those of the shoe, the dealer, or others.

    A shuffle alone tells nothing.
    """
    known = note_on(codec.kind_name(event))
    unseen = known.unseen if known else isinstance(event, CardsDrawn)
    return unseen(event) if callable(unseen) else unseen


def _short_of(now: Now, moves: Iterable[Move]) -> str | None:
    """The first account that would have to pay what it does not have."""
    left: dict[str, Cents] = {}
    for source, target, cents in moves:
        for account, change in ((source, -cents), (target, cents)):
            left[account] = (left[account] if account in left else now.balance(account)) + change
        if left[source] < 0 and not books.may_owe(source):
            return source
    return None


def _nets(moves: Iterable[Move]) -> dict[str, Cents]:
    """Return the gain of each player, account and chips together; chips at a hold'em table remain the player's."""
    nets: dict[str, Cents] = {}
    for source, target, cents in moves:
        for account, change in ((source, -cents), (target, cents)):
            kind, _, rest = account.removeprefix(books.PRACTICE_PREFIX).partition(":")
            if kind in ("patron", "stake"):
                player = rest.rpartition(":")[2]
                nets[player] = nets.get(player, 0) + change
    return {player: cents for player, cents in sorted(nets.items()) if cents}


def _newly_decided(before: Any, after: Any) -> Iterable[Outcome]:
    """The wagers on a felt whose results are other than they were."""
    if not isinstance(after, TableRecord):
        return
    known = {wager.outcome for wager in before.state.felt.wagers} if isinstance(before, TableRecord) else set()
    for wager in after.state.felt.wagers:
        if wager.outcome is not None and wager.outcome not in known:
            yield wager.outcome

"""Answers to a director's questions at the tables, by the hold'em round itself, each with its clause.

Nothing here knows a rule: `games.holdem.situations` puts the question to the round. Where a question cannot stand so,
the round itself says why.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from pitboss.games.holdem.situations import betting
from pitboss.games.holdem.situations.betting import Early
from pitboss.games.holdem.situations.scenes import ANY_LEVEL, BEFORE_FLOP, DEEP, Done, Level

HLD, STAR = "HLD", "STAR"
# What was done by the players in turn, before or after somebody acted too early.
NOT_YET = ""


class Ruling(NamedTuple):
    """An answer: what follows in a sentence, the clauses that say so, the first as its ground, and what was found."""

    sentence: str
    clauses: tuple[str, ...]
    found: Any = None


class NotAnswered(Exception):
    """The situation cannot be as it was told; one sentence, by a clause, about a field where it is one."""

    def __init__(self, reason: str, clause: str = "", field: str = "") -> None:
        super().__init__(reason)
        self.reason, self.clause, self.field = reason, clause, field


# Acting out of turn, and those who were skipped.


def out_of_turn(
    document: str, level: Level, street: str, facing: int, raised_by: int, early: Done, since: Iterable[Done]
) -> Ruling:
    """Rule on an action out of turn: after those who were skipped have acted, or while they have not."""
    owed = max(facing, level.big) if street == BEFORE_FLOP else facing
    lets_be = Done("call" if owed else "check")

    def after(*done: Done) -> Ruling:
        return _after_skipped(early, betting.out_of_turn(document, level, street, facing, raised_by, early, done))

    acted = [each for each in since if each.do != NOT_YET]
    if acted or early.do == "fold":
        return after(*(acted or [lets_be]))
    # Both ways it can go: the player due lets the action be, or raises.
    raised = owed + max(raised_by or owed, level.big)
    as_it_is, changed = after(lets_be), after(Done("raise" if owed else "bet", raised))
    more = f"a raise to {raised:,}" if owed else f"a bet of {raised:,}"
    sentence = (
        f"Action goes back to the player due. After a {lets_be.do}: {_lower(as_it_is.sentence)} "
        f"After {more}: {_lower(changed.sentence)}"
    )
    first = ("STAR 7.35[s1]",) if document == STAR else ()
    clauses = tuple(dict.fromkeys((*first, *as_it_is.clauses, *changed.clauses)))
    return Ruling(sentence, clauses, (as_it_is.found, changed.found))


def _after_skipped(early: Done, found: Early | None) -> Ruling:
    if found is None:
        raise NotAnswered("The round is over before the turn of that player comes.", field="then1")
    if found.stands is not None:
        dead = ": the hand is dead" if found.stands.do == "fold" else ""
        return Ruling(f"The {_action_words(*found.stands)} stands{dead}.", (found.clause,), found)
    # What a check shows was in front of the player before.
    back = f"{found.returned:,} goes back. " if found.returned and early.do != "check" else ""
    kept = f" A fold leaves {found.left_by_fold:,} in the pot." if found.left_by_fold else ""
    return Ruling(f"{back}Open to the player: {_open_to(found)}.{kept}", (found.clause,), found)


def skipped_hand(document: str, actions: Iterable[str], ruling: str = "") -> Ruling:
    """Whether there has been substantial action past somebody, and what the floor may rule then."""
    substantial = betting.is_substantial_action(each for each in actions if each)
    if not substantial:
        sentence = "No substantial action: it goes back to the skipped player, who has all options."
        return Ruling(sentence, ("STAR D-Substantial Action", "STAR 7.36[s2]"), substantial)
    rulings = {"dead": "the skipped hand is dead", "no_raise": "the skipped player may call or fold, and not raise"}
    ruled = rulings.get(ruling, "the floor rules the skipped hand dead, or limits it to a call or a fold")
    sentence = f"Substantial action: what was done out of turn binds, and {ruled}."
    return Ruling(sentence, ("STAR 7.36[s2]", "STAR 7.36[s3]", "STAR D-Substantial Action"), substantial)


# Chips and amounts.


def chips_in(
    document: str,
    facing: int,
    chips: list[int],
    said: str,
    least_raise: int = 0,
    stack: int = 0,
    level: Level = ANY_LEVEL,
) -> Ruling:
    """Rule on chips put in: silently, with `raise` or `call`, or after a wrong count was given."""
    if not chips or any(chip <= 0 for chip in chips):
        raise NotAnswered("Write the chips by their values, such as 5000, or 500 500.", field="chips")
    if said == "call" and not facing:
        raise NotAnswered("There is nothing to call.", field="said")
    found = betting.chips_in(document, facing, chips, said or None, least_raise, stack or DEEP, level)
    action, amount, clause = found
    if action == "short":
        less = facing - amount
        sentence = f"Short by {less:,}: the player makes it up to {facing:,}, or folds and takes the chips back."
        return Ruling(sentence, (clause,), found)
    due = amount - sum(chips)
    rest = f", {-due:,} back" if due < 0 else f", {due:,} more to put in" if due > 0 else ""
    words = {"call": f"Call of {amount:,}", "raise_to": f"Raise to {amount:,}", "bet": f"Bet of {amount:,}"}
    return Ruling(f"{words.get(action, _action_words(action, amount).capitalize())}{rest}.", (clause,), found)


def raise_to(
    document: str, facing: int, raised_by: int, wanted: int, stack: int = 0, level: Level = ANY_LEVEL
) -> Ruling:
    """Whether a raise may be to so much, how much is the least, and what one that is too small comes to."""
    found = betting.raise_to(document, facing, raised_by, wanted, stack or DEEP, level)
    wager, least, clause, refusal, made = found
    if made is not None:
        words = f"a raise to {made.amount:,}" if made.action == "raise_to" else f"a {made.action} of {made.amount:,}"
        return Ruling(f"A raise to {wanted:,} is too small: it is {words}.", (clause, made.clause), found)
    if refusal is not None:
        sentence = f"Not so: {refusal.reason}"
    elif wanted:
        sentence = f"The {wager} {_to(wager, wanted)} stands; the least is {_to(wager, least)}."
    else:
        sentence = f"The least {wager} is {_to(wager, least)}."
    return Ruling(sentence, (clause,), found)


def all_in(document: str, facing: int, raised_by: int, total: int, level: Level = ANY_LEVEL) -> Ruling:
    """Rule on an all-in: its kind, the amount to call, and whether those who have acted may raise again."""
    if total <= 0:
        raise NotAnswered("Write the whole stake that goes in.", field="total")
    found = betting.all_in(document, facing, raised_by, total, level)
    sentence = f"{_all_in_words(facing, total)} The others call {found.call:,}."
    if found.least_raise is not None:
        sentence += f" The next player may raise to {found.least_raise:,} or more."
    if found.closed is not None:
        sentence += " Who has acted before may call or fold, and not raise."
    elif total > facing:
        sentence += " Who has acted before may raise again."
    clauses = (found.clause, *((found.closed.clause,) if found.closed else ()))
    return Ruling(sentence, tuple(dict.fromkeys(clauses)), found)


def _all_in_words(facing: int, total: int) -> str:
    if total < facing:
        return f"All-in for {total:,}, a call for less."
    if total == facing:
        return f"All-in for {total:,}, a call."
    return f"All-in to {total:,}." if facing else f"All-in for {total:,}, a bet."


_SHORT_BLIND = {STAR: ("STAR 7.27[s2]", "STAR 7.27[s1]"), HLD: ("HLD 8.5",)}


def short_blind(document: str, level: Level, stack: int) -> Ruling:
    """Rule on a short stack in the big blind: what it posts, and what the others have to call."""
    if stack <= 0:
        raise NotAnswered("Write the chips that the big blind has.", field="stack")
    found = betting.big_blind(document, level, stack)
    left = f"{found.left:,} left" if found.left else "all-in"
    sentence = f"Posts {found.blind:,} as big blind and {found.ante:,} as ante: {left}."
    return Ruling(f"{sentence} The others call {found.call:,}.", _SHORT_BLIND[document], found)


# Words.


def _open_to(found: Early) -> str:
    """Everything that the player whose turn it is may do, as a dealer says it."""
    words = []
    for choice in sorted(found.choices, key=lambda each: each.do == "fold"):
        if choice.do == "call":
            words.append(f"call {found.call:,}")
        elif choice.do in ("bet", "raise"):
            words.append(f"{choice.do} {_to(choice.do, choice.least)} or more")
        elif choice.do in ("check", "stand", "fold"):
            words.append("check" if choice.do == "stand" else choice.do)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _action_words(do: str, to: int | None = None) -> str:
    if do == "bet":
        return f"bet of {to:,}"
    if do == "raise":
        return f"raise to {to:,}"
    return {"stand": "check", "call_and_fold": "call and fold"}.get(do, do)


def _to(wager: str, amount: int | None) -> str:
    return f"{'to ' if wager == 'raise' else ''}{amount or 0:,}"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]

"""What a director is asked at the tables, answered by the hold'em round itself.

Nothing here knows a rule. A table is brought to where the question stands, the command that it is about is given there,
and its answer is told in a sentence with the clause that the round named. Where a question cannot stand so, the round
itself says why.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pitboss.conformance.holdem.moves import put_right
from pitboss.conformance.holdem.setup import HoldemTable
from pitboss.conformance.tournament import procedures
from pitboss.conformance.tournament.procedures import DEEP, act_at, given_to
from pitboss.conformance.tournament.scene import Scene
from pitboss.games.holdem.betting.betting import Folded
from pitboss.games.holdem.betting.early import early_of
from pitboss.games.holdem.betting.out_of_turn import out_of_turn_ruling
from pitboss.games.play import Command, Role
from pitboss.rulebook.refusal import Refusal

HLD, STAR = "HLD", "STAR"
PREFLOP, AFTER_FLOP = "preflop", "flop"
# What was done by the players in turn, before or after somebody acted too early.
NOT_YET = ""


class Ruling(NamedTuple):
    """An answer: what follows in a sentence, the clauses that say so, the first as its ground, and the bare facts."""

    sentence: str
    clauses: tuple[str, ...]
    facts: Mapping[str, Any]


class Level(NamedTuple):
    """The amounts of the level that is played."""

    small: int = 1
    big: int = 1
    ante: int = 0

    @property
    def settings(self) -> dict[str, Any]:
        return {"blinds": [self.small, self.big], "min_bet": self.big}


# Amounts so small that every bet is allowed.
ANY_LEVEL = Level()


class Done(NamedTuple):
    """What somebody did: `to` is the total of a bet, a raise or an all-in."""

    do: str
    to: int = 0


class NotAnswered(Exception):
    """The situation cannot be as it was told; one sentence, by a clause, about a field where it is one."""

    def __init__(self, reason: str, clause: str = "", field: str = "") -> None:
        super().__init__(reason)
        self.reason, self.clause, self.field = reason, clause, field


# Acting out of turn, and those who were skipped.


def out_of_turn(
    document: str, level: Level, street: str, facing: int, raised_by: int, early: Done, since: Iterable[Done]
) -> Ruling:
    """What an action before its turn comes to: once those who were skipped have acted, or as long as they have not."""
    acted = [each for each in since if each.do != NOT_YET]
    told = (document, level, street, facing, raised_by, early)
    if acted:
        return _after_skipped(*told, acted)
    if early.do == "fold":
        return _after_skipped(*told, [Done("call" if _amount_to_call(level, street, facing) else "check")])
    return _before_skipped(*told)


def _before_skipped(document: str, level: Level, street: str, facing: int, by: int, early: Done) -> Ruling:
    """Both ways it can go, each asked: the player due lets the action be, or raises."""
    told = (document, level, street, facing, by, early)
    owed = _amount_to_call(level, street, facing)
    as_it_is = _after_skipped(*told, [Done("call" if owed else "check")])
    raised = owed + max(by or owed, level.big)
    changed = _after_skipped(*told, [Done("raise" if owed else "bet", raised)])
    more = f"a raise to {raised:,}" if owed else f"a bet of {raised:,}"
    sentence = (
        f"Action goes back to the player due. After a {'call' if owed else 'check'}: {_lower(as_it_is.sentence)} "
        f"After {more}: {_lower(changed.sentence)}"
    )
    first = ("STAR 7.35[s1]",) if document == STAR else ()
    clauses = tuple(dict.fromkeys((*first, *as_it_is.clauses, *changed.clauses)))
    return Ruling(sentence, clauses, {"unchanged": as_it_is.facts, "changed": changed.facts})


def _after_skipped(
    document: str, level: Level, street: str, facing: int, by: int, early: Done, since: list[Done]
) -> Ruling:
    table, seat = _shown_early(document, level, street, facing, by, early, since)
    shown = _as_the_round_has_it(table, seat, street, early)
    facts = procedures.early_settled(table, shown)
    if shown["do"] == "fold":
        return Ruling("The fold stands: the hand is dead.", (_fold_clause(document),), facts)
    clause = out_of_turn_ruling(table.state) or ""
    if facts["binding"]:
        stands: Mapping[str, Any] = facts["stands"]  # type: ignore[assignment]
        return Ruling(f"The {_action_words(stands['do'], stands.get('to'))} stands.", (clause,), facts)
    # What a check shows was in front of the player before.
    back = f"{facts['returned']:,} goes back. " if facts["returned"] and early.do != "check" else ""
    left = facts["if_fold_left_in_pot"]
    kept = f" A fold leaves {left:,} in the pot." if left else ""
    return Ruling(f"{back}Open to the player: {_open_to(table)}.{kept}", (clause,), facts)


def _as_the_round_has_it(table: HoldemTable, seat: int, street: str, early: Done) -> dict[str, Any]:
    """An action by the name it has in the round: before the flop one stands, and an all-in is a call or a raise."""
    if early.do == "all_in":
        now = table.state.play.round
        kept = early_of(now, now.seats.index(seat))
        return {"seat": seat, "do": early.do} if kept is None else {"seat": seat, "do": kept.do, "to": kept.to}
    do = "stand" if early.do == "check" and street == PREFLOP else early.do
    return _action(seat, Done(do, early.to))


def _shown_early(
    document: str, level: Level, street: str, facing: int, by: int, early: Done, since: list[Done]
) -> tuple[HoldemTable, int]:
    """The table when the turn of whoever acted too early has come, and that seat.

    After the flop seat 1 has bet or checked, the skipped sit after it and the early one last. Before the flop the
    blinds are at 1 and 2; somebody has raised from seat 3 where more is faced than the big blind. Who checks too early
    there is the big blind.
    """
    told = {"ruleset": document}
    skipped = len(since)
    if street == PREFLOP and early.do == "check":
        seats = tuple(range(1, max(3, skipped + 1) + 1))
        order, seat = [*seats[2:], 1][-skipped:], 2
        before = [each for each in [*seats[2:], 1] if each not in order]
    elif street == PREFLOP:
        opener = (3,) if facing > level.big else ()
        first = 3 + len(opener)
        order, seat = list(range(first, first + skipped)), first + skipped
        seats, before = tuple(range(1, seat + 1)), list(opener)
    else:
        order, seat = list(range(2, skipped + 2)), skipped + 2
        seats, before = tuple(range(1, seat + 1)), [1]
    stacks = {seat: early.to} if early.do == "all_in" else {}
    table = procedures.on_street(told, seats, street, stacks, **level.settings)
    for each in before:
        act_at(table, _action(each, _opening(level, street, facing)))
    if by:
        procedures.raised_by(table, by)
    do = "tap_out" if early.do == "all_in" else early.do
    act_at(table, {**_action(seat, Done(do, early.to)), "out_of_turn": True})
    for each, done in zip(order, since, strict=True):
        act_at(table, _action(each, done))
        put_right(table)
    return table, seat


def _opening(level: Level, street: str, facing: int) -> Done:
    """What was done before, so that so much is faced."""
    if street == PREFLOP:
        return Done("raise", facing) if facing > level.big else Done("fold")
    return Done("bet", facing) if facing else Done("check")


def _action(seat: int, done: Done) -> dict[str, Any]:
    said: dict[str, Any] = {"seat": seat, "do": done.do}
    return {**said, "to": done.to} if done.do in ("bet", "raise") else said


def _amount_to_call(level: Level, street: str, facing: int) -> int:
    return max(facing, level.big) if street == PREFLOP else facing


def _fold_clause(document: str) -> str:
    """A fold out of turn binds; the round names the clause when it is shown."""
    table = procedures.on_street({"ruleset": document}, (1, 2, 3), AFTER_FLOP)
    events = given_to(table, Command(Role.DEALER, "out_of_turn", 3, ruling="fold"))
    return next(event.clause for event in events if isinstance(event, Folded))


def skipped_hand(document: str, actions: Iterable[str], ruling: str = "") -> Ruling:
    """Whether there has been substantial action past somebody, and what the floor may rule then."""
    done = [each for each in actions if each]
    facts = procedures.substantial_action(Scene({"ruleset": document, "actions": done}))
    if not facts["substantial"]:
        sentence = "No substantial action: it goes back to the skipped player, who has all options."
        return Ruling(sentence, ("STAR D-Substantial Action", "STAR 7.36[s2]"), facts)
    rulings = {"dead": "the skipped hand is dead", "no_raise": "the skipped player may call or fold, and not raise"}
    ruled = rulings.get(ruling, "the floor rules the skipped hand dead, or limits it to a call or a fold")
    sentence = f"Substantial action: what was done out of turn binds, and {ruled}."
    return Ruling(sentence, ("STAR 7.36[s2]", "STAR 7.36[s3]", "STAR D-Substantial Action"), facts)


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
    """What chips put in amount to: with nothing said, with `raise` or `call`, or after a wrong count was given."""
    if not chips or any(chip <= 0 for chip in chips):
        raise NotAnswered("Write the chips by their values, such as 5000, or 500 500.", field="chips")
    least = least_raise or facing + max(facing, level.big)
    table = procedures.facing_bet({"ruleset": document}, facing, least - facing, stack or DEEP, **level.settings)
    (seat,) = table.game.due(table.state)
    if said == "call" and not facing:
        raise NotAnswered("There is nothing to call.", field="said")
    facts = procedures.chips_read(table, seat, chips, said or None)
    total, amount, clause = sum(chips), int(str(facts["amount"])), str(facts["clause"])
    if facts["action"] == "short":
        less = facing - total
        sentence = f"Short by {less:,}: the player makes it up to {facing:,}, or folds and takes the chips back."
    else:
        due = amount - total
        rest = f", {-due:,} back" if due < 0 else f", {due:,} more to put in" if due > 0 else ""
        words = {"call": f"Call of {amount:,}", "raise_to": f"Raise to {amount:,}", "bet": f"Bet of {amount:,}"}
        sentence = f"{words.get(str(facts['action']), _action_words(str(facts['action']), amount).capitalize())}{rest}."
    return Ruling(sentence, (clause,), facts)


def raise_to(
    document: str, facing: int, raised_by: int, wanted: int, stack: int = 0, level: Level = ANY_LEVEL
) -> Ruling:
    """Whether a raise may be to so much, how much is the least, and what one that is too small comes to."""
    increment = raised_by or max(facing, level.big)
    table = procedures.facing_bet({"ruleset": document}, facing, increment, stack or DEEP, **level.settings)
    (seat,) = table.game.due(table.state)
    wager = "raise" if facing else "bet"
    offered = {choice.do: choice for choice in table.choices()}
    least = offered[wager].least if wager in offered else None
    answer = table.do(Command(Role.PLAYER, wager, seat, amount=wanted)) if wanted else None
    facts = {"least": least, "allowed": answer is not None and not isinstance(answer, Refusal)}
    if answer is None:
        return Ruling(f"The least {wager} is {_to(wager, least)}.", (offered[wager].clause,), facts)
    if not isinstance(answer, Refusal):
        sentence = f"The {wager} {_to(wager, wanted)} stands; the least is {_to(wager, least)}."
        return Ruling(sentence, (answer[0].clause,), facts)
    if not facing:
        return Ruling(f"Not so: {answer.reason}", (answer.clause,), facts)
    made = procedures.chips_read(table, seat, [wanted], "raise")
    amount = int(str(made["amount"]))
    words = f"a raise to {amount:,}" if made["action"] == "raise_to" else f"a {made['action']} of {amount:,}"
    sentence = f"A raise to {wanted:,} is too small: it is {words}."
    return Ruling(sentence, (answer.clause, str(made["clause"])), {**facts, **made})


def all_in(document: str, facing: int, raised_by: int, total: int, level: Level = ANY_LEVEL) -> Ruling:
    """What an all-in is, what the others have to call then, and whether who has acted may raise again."""
    if total <= 0:
        raise NotAnswered("Write the whole stake that goes in.", field="total")
    table = procedures.on_street({"ruleset": document}, (1, 2, 3), AFTER_FLOP, {2: total}, **level.settings)
    if facing:
        act_at(table, {"seat": 1, "do": "bet", "to": facing})
        procedures.raised_by(table, raised_by or max(facing, level.big))
    else:
        act_at(table, {"seat": 1, "do": "check"})
    events = given_to(table, Command(Role.PLAYER, "tap_out", 2))
    now = table.state.play.round
    least = _least_raise(table)
    clauses = [events[0].clause]
    facts: dict[str, Any] = {"call": now.call, "least_raise_to": least, "reopens": True}
    sentence = f"{_all_in_words(facing, total)} The others call {now.call:,}."
    if least is not None:
        sentence += f" The next player may raise to {least:,} or more."
    if total > facing:
        given_to(table, Command(Role.PLAYER, "call", 3))
        again = table.do(Command(Role.PLAYER, "raise", 1, amount=now.call + now.increment))
        facts["reopens"] = not isinstance(again, Refusal)
        if isinstance(again, Refusal):
            clauses.append(again.clause)
            sentence += " Who has acted before may call or fold, and not raise."
        else:
            sentence += " Who has acted before may raise again."
    return Ruling(sentence, tuple(dict.fromkeys(clauses)), facts)


_SHORT_BLIND = {STAR: ("STAR 7.27[s2]", "STAR 7.27[s1]"), HLD: ("HLD 8.5",)}


def _all_in_words(facing: int, total: int) -> str:
    if total < facing:
        return f"All-in for {total:,}, a call for less."
    if total == facing:
        return f"All-in for {total:,}, a call."
    return f"All-in to {total:,}." if facing else f"All-in for {total:,}, a bet."


def short_blind(document: str, level: Level, stack: int) -> Ruling:
    """What a short stack posts as big blind and ante, and what the others have to call."""
    if stack <= 0:
        raise NotAnswered("Write the chips that the big blind has.", field="stack")
    told = {"ruleset": document, "sb": level.small, "bb": level.big, "bba": level.ante, "stack": stack}
    facts = procedures.post_big_blind(Scene(told))
    left = "all-in" if facts["all_in"] else f"{facts['stack_after']:,} left"
    call = facts["amount_others_must_call"]
    sentence = f"Posts {facts['bb_posted']:,} as big blind and {facts['ante_posted']:,} as ante: {left}."
    return Ruling(f"{sentence} The others call {call:,}.", _SHORT_BLIND[document], facts)


# Words.


def _open_to(table: HoldemTable) -> str:
    """Everything that the player whose turn it is may do, as a dealer says it."""
    now, words = table.state.play.round, []
    for choice in sorted(table.choices(), key=lambda each: each.do == "fold"):
        if choice.do == "call":
            words.append(f"call {now.call:,}")
        elif choice.do in ("bet", "raise"):
            words.append(f"{choice.do} {_to(choice.do, choice.least)} or more")
        elif choice.do in ("check", "stand", "fold"):
            words.append("check" if choice.do == "stand" else choice.do)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _least_raise(table: HoldemTable) -> int | None:
    return next((choice.least for choice in table.choices() if choice.do in ("bet", "raise")), None)


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

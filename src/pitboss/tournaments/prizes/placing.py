"""Eliminations: who is out, in which order, what the director must rule on, and when the event is over."""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.clock.clock import reading
from pitboss.tournaments.entries.rebuys import rebuy_open
from pitboss.tournaments.event import events as common
from pitboss.tournaments.event.conditions import Chips
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Events, Role, Verb, Verbs, with_events
from pitboss.tournaments.event.events import ChipsRemoved, ClockTurned, Exited, StageChanged
from pitboss.tournaments.event.rulesets import BY_CONTRIBUTION, BY_TABLE
from pitboss.tournaments.event.state import (
    Bust,
    Exit,
    Moment,
    Player,
    Running,
    Stage,
    Status,
    Tie,
    Tournament,
    Turn,
    in_hand,
    seat_of,
    with_entrant,
    with_table,
)
from pitboss.tournaments.hands.hand_for_hand import tables_in_round
from pitboss.tournaments.prizes.prizes import paid_places
from pitboss.tournaments.prizes.same_round import DRAW, TIERED, NeedsRuling, Tiers, tiers
from pitboss.tournaments.prizes.standings import awaiting_place, entry_number, next_tier, players_left

# The clause for a place of one's own among several who are out, and for a shared one.
_ALONE = {BY_TABLE: "STAR 7.18(b)", BY_CONTRIBUTION: "HLD 20.20[s2]"}
_SHARING = {BY_TABLE: "STAR 7.18(a)", BY_CONTRIBUTION: "HLD 20.20[s3]"}


class BustRow(NamedTuple):
    """Somebody who is out at a table that is not dealt by this program; chips as far as they are known."""

    player: Player
    stack_before: Chips | None = None
    contributed: Chips | None = None


class BustOut(Command):
    """A player has lost the last chips at a table that is not dealt by this program, or declines a re-buy."""

    player: Player
    stack_before: Chips | None = None
    contributed: Chips | None = None


class BustRound(Command):
    """T-03: the director says that these were out in one round, at whatever tables; also those who wait for it."""

    busts: tuple[BustRow, ...] = ()


class RuleOnTie(Command):
    """T-02: the director chooses a reading; of a draw of cards, the players in order from the best."""

    option: str
    order: tuple[Player, ...] = ()


class EndEvent(Command):
    """STAR 1-a: one is left, and nobody will come back although entries are still taken."""


class ChipsLoose(NamedTuple):
    """The chips of somebody who is out lie at the table; who has won them is not known."""

    player: Player
    table: int
    chips: Chips
    clause: str


class BustsWait(NamedTuple):
    """STAR 7.18: players who are out wait for their places until the round is over at every table."""

    busts: tuple[Bust, ...]
    clause: str


class RoundClosed(NamedTuple):
    """The round is over at every table: nobody waits any more."""

    clause: str


class TieOpened(NamedTuple):
    """T-02: places the director must rule on; rounds behind it are placed after it."""

    busts: tuple[Bust, ...]
    options: tuple[str, ...]
    behind: tuple[tuple[Bust, ...], ...]
    clause: str


class RoundsWait(NamedTuple):
    """Later rounds wait until the director has ruled."""

    rounds: tuple[tuple[Bust, ...], ...]
    clause: str


class TieRuled(NamedTuple):
    """STAR 6.18: the director has ruled on the places of a round."""

    option: str
    clause: str


def place_busts(state: Tournament, busts: tuple[Bust, ...], at: Moment, *, at_once: bool = False) -> Events:
    """STAR 7.21[s1], STAR 7.2 s34, UTH 16.7: who has lost all chips is out and leaves the table, with a place.

    Hand for hand they wait until the hand is over at every table: a table with a bust counts as done, for any other
    `state` must say so; without busts this places those who wait. T-03: otherwise players at different tables, or of
    different moments, are placed by time, and so `at_once` are those of a hand dealt before hand for hand began. Who
    may still buy chips again stays seated.
    """
    out = tuple(each for each in busts if not rebuy_open(state, each.player))
    known = {each.player for each in state.pending}
    new = tuple(each for each in out if each.player not in known)
    if at_once:
        return _exits_at_once(state, new, at)
    if state.clock.hand_for_hand and not _round_over(state, new):
        return (BustsWait(new, state.clause("same_round")),) if new else ()
    waiting = (*state.pending, *new)
    return _in_rounds(state, (waiting,) if state.clock.hand_for_hand else _by_time(state, waiting), at)


def _exits_at_once(state: Tournament, busts: tuple[Bust, ...], at: Moment) -> Events:
    """T-03: places by time; whoever waits for the end of a synchronised round goes on waiting."""
    rounds = _by_time(state, busts)
    if not rounds:
        return ()
    if state.tie is not None:
        return (RoundsWait(rounds, state.clause("same_round")),)
    return _exits(state, rounds, at)


def _round_over(state: Tournament, busts: tuple[Bust, ...]) -> bool:
    """STAR 7.19: whether the synchronised hand is over everywhere, the tables of these busts taken for granted."""
    here = {each.table for each in busts}
    return all(each.done and each.hand is None for each in tables_in_round(state) if each.number not in here)


def _by_time(state: Tournament, busts: tuple[Bust, ...]) -> tuple[tuple[Bust, ...], ...]:
    """T-03: the rounds of play that tables not hand for hand have: those of one table at one moment, in order of time.

    Where the setting says so, whoever is out in the same second is out in the same round at any table.
    """
    apart = state.conditions.readings.cross_table_needs_h4h
    rounds: dict[tuple[Moment, int | None], tuple[Bust, ...]] = {}
    for each in sorted(busts, key=lambda bust: bust.at):
        key = each.at, each.table if apart else None
        rounds[key] = (*rounds.get(key, ()), each)
    return tuple(rounds.values())


def _in_rounds(state: Tournament, rounds: tuple[tuple[Bust, ...], ...], at: Moment) -> Events:
    rounds = tuple(filter(None, rounds))
    if not rounds:
        return ()
    closed = (RoundClosed(state.clause("same_round")),) if state.pending else ()
    if state.tie is not None:
        return *closed, RoundsWait(rounds, state.clause("same_round"))
    return *closed, *_exits(state, rounds, at)


def _exits(state: Tournament, rounds: tuple[tuple[Bust, ...], ...], at: Moment) -> Events:
    """The places of one round after the other, up to the first that the director must rule on."""
    found: list[Exited | TieOpened] = []
    tier, left = next_tier(state), players_left(state)
    for number, busts in enumerate(rounds):
        ranked = _rank_busts(state, busts, left)
        if isinstance(ranked, NeedsRuling):
            found.append(TieOpened(busts, ranked.options, rounds[number + 1 :], state.clause("same_round")))
            break
        found += _exit_events(state, ranked, tier, at)
        tier, left = tier + len(ranked), left - len(busts)
    return tuple(found)


def _rank_busts(state: Tournament, busts: tuple[Bust, ...], left: int) -> Tiers | NeedsRuling:
    """STAR 7.18: the rule is about places that win something; where none does, nobody need be asked."""
    at_stake = left - len(busts) < paid_places(state)
    mixed_tie = state.conditions.readings.mixed_tie if at_stake else TIERED
    sessions = state.conditions.sessions
    equal = sessions.equal if sessions is not None and at_stake else "split"
    return tiers(busts, state.rules.same_round, mixed_tie, equal)


def _exit_events(state: Tournament, ranked: Tiers, first: int, at: Moment) -> tuple[Exited, ...]:
    """The worst first: later tiers stand above."""
    several = sum(map(len, ranked)) > 1
    found = []
    for tier, sharing in enumerate(reversed(ranked), start=first):
        clause = _clause(state, sharing) if several else state.clause("out")
        found += [Exited(_exit(state, each, tier, at, clause), clause) for each in sharing]
    return tuple(found)


def _clause(state: Tournament, sharing: tuple[Bust, ...]) -> str:
    by_rule = _ALONE if len(sharing) == 1 else _SHARING
    return by_rule.get(state.rules.same_round, state.clause("same_round"))


def _exit(state: Tournament, bust: Bust, tier: int, at: Moment, clause: str) -> Exit:
    number = entry_number(state, bust.player)
    return Exit(bust.player, tier, at, bust.table, bust.seat, bust.stack_before, bust.contributed, number, clause)


def bust_out(state: Tournament, command: BustOut) -> Decision:
    """STAR D-Eliminated Entrant: somebody has lost the last chips all-in; they lie loose at the table."""
    row = BustRow(command.player, command.stack_before, command.contributed)
    refusal = _not_out(state, (row,))
    if refusal:
        return refusal
    busts, loose = _collect_busts(state, (row,), command.at)
    lying = with_events(state, loose, _ALL)
    if rebuy_open(state, command.player):
        # The director's word that no chips will be bought again.
        return _with_finish(state, (*loose, *_in_rounds(lying, (busts,), command.at)), command.at)
    return _with_finish(state, (*loose, *place_busts(lying, busts, command.at)), command.at)


def bust_round(state: Tournament, command: BustRound) -> Decision:
    """STAR 7.18, T-03: these were out in the same round, and those who wait for its end with them."""
    if not command.busts and not state.pending:
        return Refusal(state.clause("same_round"), "Nobody is out in this round.", "nobody")
    refusal = _not_out(state, command.busts)
    if refusal:
        return refusal
    busts, loose = _collect_busts(state, command.busts, command.at)
    together = (*state.pending, *busts)
    return _with_finish(
        state, (*loose, *_in_rounds(with_events(state, loose, _ALL), (together,), command.at)), command.at
    )


def _not_out(state: Tournament, rows: Sequence[BustRow]) -> Refusal | None:
    """Why players cannot be out: no seat, in the middle of a hand, named twice, or nobody could have their chips."""
    names = [row.player for row in rows]
    waiting = awaiting_place(state)
    for row in rows:
        entrant = state.entrants.get(row.player)
        seat = seat_of(state, row.player)
        if entrant is None or entrant.status is not Status.SEATED or seat is None:
            return Refusal(state.clause("out"), f"{row.player} has no seat in the event.", "not_seated")
        if names.count(row.player) > 1 or row.player in waiting:
            return Refusal(state.clause("out"), f"{row.player} is out already.", "already_out")
        if in_hand(state, row.player):
            return Refusal(state.clause("out"), f"{row.player} is in a hand that is not over.", "mid_hand")
    return _nobody_won(state, set(names), {*names, *waiting})


def _nobody_won(state: Tournament, now: set[Player], gone: set[Player]) -> Refusal | None:
    """STAR D-Eliminated Entrant: chips are lost to somebody at the table, but in a house game to the house."""
    if state.conditions.sessions is not None:
        return None
    for table in state.tables.values():
        sitting = set(table.seats.values())
        if sitting & now and not sitting - gone:
            why = f"Somebody at table {table.number} must have won the chips."
            return Refusal(state.clause("out"), why, "nobody_left")
    return None


def _collect_busts(state: Tournament, rows: Sequence[BustRow], at: Moment) -> tuple[tuple[Bust, ...], Events]:
    """The busts, and the chips they leave on the table, or to the house where they play against it.

    Without a count the records say what the stack was.
    """
    busts: list[Bust] = []
    lost: list[ChipsLoose | ChipsRemoved] = []
    clause = state.clause("out")
    for row in rows:
        table, seat = seat_of(state, row.player) or (None, None)
        stack = state.entrants[row.player].stack
        before = stack if row.stack_before is None else row.stack_before
        busts.append(Bust(row.player, table, seat, before, before if row.contributed is None else row.contributed, at))
        if stack and state.conditions.sessions is not None:
            lost.append(ChipsRemoved(row.player, stack, "lost to the house", clause))
        elif stack and table is not None:
            lost.append(ChipsLoose(row.player, table, stack, clause))
    return tuple(busts), tuple(lost)


def rule_on_tie(state: Tournament, command: RuleOnTie) -> Decision:
    """STAR 6.18: the director rules on places where the document says two things, or tells how a draw went."""
    tie = state.tie
    if tie is None:
        return Refusal(state.clause("same_round"), "There is nothing to rule on.", "no_tie")
    if command.option not in tie.options:
        said = " or ".join(tie.options)
        return Refusal(state.clause("same_round"), f"The ruling can be {said}.", "no_such_option")
    ranked: Tiers | NeedsRuling
    if command.option == DRAW:
        if sorted(command.order) != sorted(each.player for each in tie.busts):
            return Refusal(state.clause("same_round"), "The draw must put each of these players once.", "not_the_draw")
        by_name = {each.player: each for each in tie.busts}
        ranked = tuple((by_name[player],) for player in command.order)
    else:
        ranked = tiers(tie.busts, state.rules.same_round, command.option)
    assert not isinstance(ranked, NeedsRuling)
    first: Events = (
        TieRuled(command.option, state.clause("procedures")),
        *_exit_events(state, ranked, next_tier(state), command.at),
    )
    behind = _exits(with_events(state, first, _ALL), tie.behind, command.at)
    return _with_finish(state, (*first, *behind), command.at)


def end_event(state: Tournament, command: EndEvent) -> Decision:
    """STAR 1-a: the director ends the event when one is left, although somebody could still enter."""
    left = players_left(state)
    if left > 1 or state.tie is not None or state.pending:
        return Refusal(state.clause("finish"), f"{left} players are still in the event.", "players_left")
    return _over(state, command.at, "the director has ended the event")


def finish_events(state: Tournament, at: Moment) -> Events:
    """STAR 1-a: with one left, nobody waiting and entries closed the event is over and the clock stops.

    A house-game tournament is over when its last session is, whoever has chips.
    """
    from pitboss.tournaments.entries.entries import registration_open

    if state.stage is not Stage.RUNNING or state.conditions.sessions is not None:
        return ()
    if players_left(state) > 1 or state.tie is not None or state.pending or registration_open(state, at):
        return ()
    return _over(state, at, "one player is left")


def _over(state: Tournament, at: Moment, why: str) -> Events:
    clause = state.clause("finish")
    shown = reading(state, at)
    turn = Turn(at, shown.gone if shown else 0, Running.STOPPED)
    return ClockTurned(turn, False, why, clause), StageChanged(Stage.OVER, at, why, clause)


def full_chop_events(state: Tournament, at: Moment) -> Events:
    """STAR 1-a: when everything is divided by agreement there is nothing left to play for."""
    return _over(state, at, "the remaining prizes are divided")


def bubble(state: Tournament) -> int | None:
    """STAR D-Bubble: the place just before the paid ones: with twelve paid it is the 13th."""
    paid = paid_places(state)
    return paid + 1 if paid else None


def bubble_burst(state: Tournament) -> bool:
    """STAR D-Bubble: whether everybody who is left is in the money."""
    return 0 < players_left(state) <= paid_places(state)


def _with_finish(state: Tournament, found: Events, at: Moment) -> Events:
    return *found, *finish_events(with_events(state, found, _ALL), at)


def _chips_loose(state: Tournament, event: ChipsLoose) -> Tournament:
    entrant = state.entrants[event.player]
    table = state.tables[event.table]
    state = with_entrant(state, entrant._replace(stack=entrant.stack - event.chips))
    return with_table(state, table._replace(loose=table.loose + event.chips))


def _rounds_wait(state: Tournament, event: RoundsWait) -> Tournament:
    assert state.tie is not None
    return state._replace(tie=state.tie._replace(behind=(*state.tie.behind, *event.rounds)))


APPLIERS: Appliers = {
    ChipsLoose: _chips_loose,
    BustsWait: lambda state, event: state._replace(pending=(*state.pending, *event.busts)),
    RoundClosed: lambda state, event: state._replace(pending=()),
    TieOpened: lambda state, event: state._replace(tie=Tie(event.busts, event.options, event.behind)),
    RoundsWait: _rounds_wait,
    TieRuled: lambda state, event: state._replace(tie=None),
}
_ALL: Appliers = {**common.APPLIERS, **APPLIERS}

_PLAYING = (Stage.RUNNING,)
VERBS: Verbs = {
    BustOut: Verb(bust_out, (Role.DIRECTOR, Role.DEALER), _PLAYING, "out"),
    BustRound: Verb(bust_round, (Role.DIRECTOR,), _PLAYING, "same_round"),
    RuleOnTie: Verb(rule_on_tie, (Role.DIRECTOR,), _PLAYING, "same_round"),
    EndEvent: Verb(end_event, (Role.DIRECTOR,), _PLAYING, "finish"),
}

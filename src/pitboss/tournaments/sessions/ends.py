"""The end of a session: extra rounds and draws for equal chips, who goes on, the repechage, and the places."""

from typing import NamedTuple, cast

from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.contract import Command, Decision, Event, Events
from pitboss.tournaments.event.events import ChipsRemoved, ClockTurned, Exited, SeatLeft, StageChanged, StatusChanged
from pitboss.tournaments.event.state import (
    Exit,
    Moment,
    Player,
    Running,
    Stage,
    Status,
    Tournament,
    Turn,
    in_play,
    seat_of,
)
from pitboss.tournaments.prizes.standings import entry_number, next_tier
from pitboss.tournaments.sessions.events import (
    CardsDrawn,
    ExtraRound,
    SessionEnded,
    after,
    equal_rule,
    goes_on,
    is_done,
    passed_over,
    rounds_due,
)
from pitboss.tournaments.sessions.house_tables import least_chips, sessions_of
from pitboss.tournaments.sessions.result import DRAW, ROUNDS, Mark, Marks, at_line, best, card_draw, equals, tiers_of

Groups = tuple[tuple[Player, ...], ...]


class EndSession(Command):
    """All rounds of the session are played: who goes on, who plays on with equal chips, or the places."""

    seed: int


class RepechageDraw(Command):
    """Who of those that did not go on gets a seat in the next session after all; equal chips by a draw of cards."""

    seed: int


def end_session(state: Tournament, command: EndSession) -> Decision:
    """PON 20.21, CAN 17.22: equal chips at the end are played off until a result is achieved.

    UTH 16.3(a)(iii)(E)(III): there the conditions say whether equal players share, draw cards, or play on. Who is equal
    and has too few chips to play on draws for a seat in the next session, and shares a prize.
    """
    refusal = _not_finished(state)
    if refusal:
        return refusal
    marks = _marks(state)
    level = _equal(state, marks)
    able = tuple(group for group in level if _can_play_on(state, group))
    if equal_rule(state) == ROUNDS and able:
        players = tuple(player for group in able for player in group)
        return (ExtraRound(players, Frozen(marks), state.clause("equal")),)
    drawn = _draw(state, level if _is_drawn(state) else (), command.seed)
    for each in drawn:
        marks.update({player: (*marks[player], -place) for place, player in enumerate(each.order)})
    over = _final(state, marks, command.at) if state.session.final else _heat(state, marks, command.at)
    return (*drawn, *over)


class TableStanding(NamedTuple):
    """Who would come out of a session that ended now: at a table, or of everybody in the final.

    `tiers` are all players from the most chips down, those who are equal together. In a heat `advance` go on; `equal`
    are the groups whose order counts and is open, and `settled_by` is how it would be decided: by extra rounds, by a
    draw of cards, or not at all, where equal players share.
    """

    table: int | None
    tiers: Groups
    advance: tuple[Player, ...]
    equal: Groups
    settled_by: str


def standing(state: Tournament) -> tuple[TableStanding, ...]:
    """PON 20.19, PON 20.21, CAN 17.20, CAN 17.22, UTH 16.20: the session as it stands, by the same marks as at its end.

    A round that is being played counts from its end on.
    """
    if not state.session.playing:
        return ()
    marks = _marks(state)
    if state.session.final:
        return (_standing(state, None, marks, equals(marks)),)
    found = []
    for (number, table), chips in zip(sorted(state.tables.items()), _by_table(state, marks), strict=True):
        level = at_line(chips, goes_on(state))
        there = {player: marks[player] for player in table.seats.values() if player in marks}
        found.append(_standing(state, number, there, (level,) if level else (), best(chips, goes_on(state))))
    return tuple(found)


def _standing(
    state: Tournament, table: int | None, marks: Marks, equal: Groups, advance: tuple[Player, ...] = ()
) -> TableStanding:
    plays_on = equal_rule(state) == ROUNDS and any(_can_play_on(state, group) for group in equal)
    otherwise = DRAW if _is_drawn(state) else ""
    tiers, level = _by_seat(state, tiers_of(marks)[::-1]), _by_seat(state, equal)
    return TableStanding(table, tiers, advance, level, ROUNDS if plays_on else otherwise)


def _by_seat(state: Tournament, groups: Groups) -> Groups:
    """Those of a group in the order in which they sit."""
    return tuple(tuple(sorted(group, key=lambda player: seat_of(state, player) or (0, 0))) for group in groups)


def _not_finished(state: Tournament) -> Refusal | None:
    clause = state.clause("places")
    if not state.session.playing:
        return Refusal(clause, "No session is being played.", "no_session")
    if state.tie is not None or state.pending:
        return Refusal(clause, "The director has to rule on places first.", "ruling")
    for number, table in sorted(state.tables.items()):
        if table.hand is not None:
            return Refusal(clause, f"A round is being played at table {number}.", "mid_hand")
        if not is_done(state, table):
            left = rounds_due(state) - table.rounds
            return Refusal(clause, f"Table {number} has {left} rounds to play.", "rounds_left")
    return None


def _marks(state: Tournament) -> dict[Player, Mark]:
    """What everybody has at the end of the rounds, and after each extra round those who played it."""
    seated = {p: e.stack for p, e in state.entrants.items() if e.status is Status.SEATED}
    if not state.session.playing_off:
        return {player: (stack,) for player, stack in seated.items()}
    before = {player: mark for player, mark in state.session.marks.items() if player in seated}
    return {p: (*mark, seated[p]) if p in state.session.playing_off else mark for p, mark in before.items()}


def _equal(state: Tournament, marks: Marks) -> Groups:
    """PON 20.21, CAN 17.22: equal at the line of a table, or anywhere in the final."""
    if state.session.final:
        return equals(marks)
    groups = (at_line(there, goes_on(state)) for there in _by_table(state, marks))
    return tuple(group for group in groups if group)


def _by_table(state: Tournament, marks: Marks) -> tuple[Marks, ...]:
    """The marks of each table; nobody goes on without chips."""
    return tuple(
        {player: marks[player] for player in table.seats.values() if marks.get(player, (0,))[0]}
        for _, table in sorted(state.tables.items())
    )


def _can_play_on(state: Tournament, group: tuple[Player, ...]) -> bool:
    """Those who are equal have the same stack: it covers the least wagers of a round, or it does not."""
    return all(state.entrants[player].stack >= least_chips(state.conditions) for player in group)


def _is_drawn(state: Tournament) -> bool:
    """A seat in the next session cannot be shared; a prize can, unless the conditions want a draw."""
    return not state.session.final or equal_rule(state) == DRAW


def _draw(state: Tournament, groups: Groups, seed: int) -> tuple[CardsDrawn, ...]:
    results = [card_draw(group, seed + number) for number, group in enumerate(groups)]
    clause = state.clause("equal")
    return tuple(CardsDrawn(each.order, each.cards, seed + number, clause) for number, each in enumerate(results))


def _heat(state: Tournament, marks: Marks, at: Moment) -> Events:
    """UTH D-Session(a), UTH 16.3(a)(iii)(D), UTH 16.3(a)(viii): the best of each table go on."""
    clause = state.clause("places")
    advance = tuple(player for there in _by_table(state, marks) for player in best(there, goes_on(state)))
    events: list[Event] = []
    for player in marks:
        status = Status.ADVANCED if player in advance else Status.NOT_ADVANCED
        events.append(StatusChanged(player, status, at, clause))
        events.append(SeatLeft(player, *cast(tuple[int, int], seat_of(state, player)), clause))
    events.append(SessionEnded(state.session.number, advance, Frozen(marks), clause))
    now = after(state, tuple(events))
    others = passed_over(now)
    if sessions_of(state.conditions).repechage and others:
        return tuple(events)
    gone = _leaving(now, {player: marks[player][:1] for player in others}, at)
    return (*events, *gone, *_over(after(now, gone), at))


def repechage_draw(state: Tournament, command: RepechageDraw) -> Decision:
    """UTH 16.3(a)(iii)(F): those with most chips of all who did not go on get the seats of the repechage.

    Nobody goes on without chips.
    """
    others, clause = passed_over(state), state.clause("places")
    if state.session.playing or not others:
        return Refusal(clause, "There is no repechage to draw.", "no_repechage")
    marks: dict[Player, Mark] = {player: state.session.marks[player][:1] for player in others}
    seats = sessions_of(state.conditions).repechage
    chosen_from = {player: mark for player, mark in marks.items() if mark[0]}
    level = at_line(chosen_from, seats)
    drawn = _draw(state, (level,) if level else (), command.seed)
    for each in drawn:
        chosen_from.update({player: (*marks[player], -place) for place, player in enumerate(each.order)})
    lucky = best(chosen_from, seats)
    back = tuple(StatusChanged(player, Status.ADVANCED, command.at, clause) for player in lucky)
    now = after(state, back)
    gone = _leaving(now, {player: marks[player] for player in others if player not in lucky}, command.at)
    return (*drawn, *back, *gone, *_over(after(now, gone), command.at))


def _final(state: Tournament, marks: Marks, at: Moment) -> Events:
    """UTH D-Session(b), UTH 16.3(a)(iii)(E)(II), UTH 16.20, PON 20.19, CAN 17.20: the places by chips.

    Those who are still equal share their places.
    """
    tiers = tiers_of(marks)
    below = {player: marks[player] for tier in tiers[:-1] for player in tier}
    gone = _leaving(state, below, at)
    ended = SessionEnded(state.session.number, (), Frozen(marks), state.clause("places"))
    return (*gone, ended, *_over(after(state, (*gone, ended)), at, final=True))


def _leaving(state: Tournament, marks: Marks, at: Moment) -> Events:
    """Players who are out at the end of a session: the more chips the higher the place, equal ones share it."""
    clause, first = state.clause("places"), next_tier(state)
    events: list[Event] = []
    for tier, group in enumerate(tiers_of(marks), start=first):
        for player in group:
            stack = state.entrants[player].stack
            table, seat = seat_of(state, player) or (None, None)
            if stack:
                events.append(ChipsRemoved(player, stack, "the session is over", clause))
            number = entry_number(state, player)
            events.append(Exited(Exit(player, tier, at, table, seat, stack, stack, number, clause), clause))
    return tuple(events)


def _over(state: Tournament, at: Moment, *, final: bool = False) -> Events:
    """The event is over with its last session, or when nobody is left to play against."""
    if not final and len(in_play(state)) > 1:
        return ()
    why, clause = "the last session is over", state.clause("places")
    turns = state.clock.turns
    stopped = (ClockTurned(Turn(at, turns[-1].gone, Running.STOPPED), False, why, clause),) if turns else ()
    return (*stopped, StageChanged(Stage.OVER, at, why, clause))

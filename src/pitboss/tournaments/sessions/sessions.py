"""Sessions of house-game tournaments: the ballot, rounds, heats, extra rounds, repechage and the final.

UTH D-Session, PON D-Session, CAN D-Session: a session is so many rounds at each table. UTH D-Session(a): at its end the
best go on to the next; UTH D-Session(b): or the places are decided. The structure is data: `Conditions.sessions`.
"""

from collections.abc import Mapping

from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import HOUSE_GAMES, Chips, Level
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Event, Events, Role, Verb, Verbs, too_much
from pitboss.tournaments.event.events import ChipsIssued, ChipsRemoved, Ruled, SeatLeft
from pitboss.tournaments.event.state import (
    Bust,
    Hand,
    Moment,
    Player,
    Stage,
    Status,
    Table,
    Tournament,
    in_play,
    seat_of,
)
from pitboss.tournaments.prizes import placing
from pitboss.tournaments.seating import tables
from pitboss.tournaments.seating.ballot import ballot, surplus_tables
from pitboss.tournaments.sessions import events as session_events
from pitboss.tournaments.sessions.ends import EndSession, RepechageDraw, end_session, repechage_draw
from pitboss.tournaments.sessions.events import (
    LOST_TO_BANK,
    HouseRoundEnded,
    HouseRoundStarted,
    SessionBegun,
    after,
    is_done,
    is_final,
    passed_over,
    playing_at,
)
from pitboss.tournaments.sessions.house_tables import (
    least_chips,
    most_after,
    next_marker,
    round_start,
    sessions_of,
    wager_order,
)

_WITHOUT_LEVEL = Level(0, 0, 0, 0)
_ANEW = "a new stack for the session"
# In no game a round takes more than so many wagers of the highest limit, splits, doubles and side wagers included.
_MOST_WAGERS = 10


class BeginSession(Command):
    """The next session begins: seats by ballot, from recorded entropy."""

    seed: int


class StartHouseRound(Command):
    """A round begins at a table; who cannot wager the minimum is out before it."""

    table: int


class HouseRoundOver(Command):
    """A round is over: the chips of everybody who was in it.

    `round` is the round that is meant: told twice, from two screens, it does not end the next one. `counted_again`:
    a stack that more than doubled, or that lost more than a round usually takes, was counted a second time.
    """

    table: int
    stacks: Mapping[Player, Chips]
    round: int | None = None
    counted_again: bool = False


class StopHouseRound(Command):
    """A round is given up without a result, and is dealt again."""

    table: int
    reason: str


def begin_session(state: Tournament, command: BeginSession) -> Decision:
    """PON 20.7, CAN 17.7[s1]: seats by ballot before each session; UTH 16.8: before the player's first one.

    Seats that were drawn since the last session, or before the start, are kept. UTH 16.3(a)(iii)(A), UTH
    16.3(a)(iii)(B)[s1]: as many tables as hold everybody, and where one does the session is the final. UTH
    16.3(a)(iii)(B)[s2]: in a sit-and-go too a session begins when the director says so, with seats by ballot.
    """
    clause, number = state.clause("ballot"), state.session.number + 1
    refusal = _not_of_sessions(state) or _not_next(state, number)
    if refusal:
        return refusal
    players = in_play(state)
    if len(players) < 2:
        return Refusal(clause, "A session needs two players at least.", "too_few")
    begun = SessionBegun(number, is_final(state, number), command.seed, clause)
    if all(state.entrants[player].status is Status.SEATED for player in players):
        return (*_new_stacks(state, players), begun)
    return (*_ballot(state, players, command), begun)


def _not_of_sessions(state: Tournament) -> Refusal | None:
    if state.conditions.game in HOUSE_GAMES and state.conditions.sessions is not None:
        return None
    return Refusal(state.clause("procedures"), "This event is not played in sessions against the house.", "no_sessions")


def _not_next(state: Tournament, number: int) -> Refusal | None:
    clause = state.clause("ballot")
    if state.session.playing:
        return Refusal(clause, f"Session {state.session.number} is being played.", "playing")
    if passed_over(state):
        return Refusal(clause, "The repechage is to be drawn first.", "repechage")
    if state.session.final:
        return Refusal(clause, f"Session {state.session.number} was the last one.", "no_more_sessions")
    if state.alternates or state.reentries:
        # Who never had a seat must not come into a later session past those who have qualified for it.
        return Refusal(clause, "Somebody still waits for a seat.", "queue")
    return None


def _new_stacks(state: Tournament, players: tuple[Player, ...]) -> Events:
    """UTH 16.3(a)(iii)(D): who goes on keeps the chips or starts anew, as the conditions say."""
    clause, found = state.clause("ballot"), list[Event]()
    for player in players if _begins_anew(state) else ():
        found.append(ChipsRemoved(player, state.entrants[player].stack, _ANEW, clause))
        found.append(ChipsIssued(player, state.conditions.stack, clause))
    return tuple(found)


def _begins_anew(state: Tournament) -> bool:
    """The stacks of the first session were issued with the seats."""
    return state.session.number > 0 and not sessions_of(state.conditions).keeps_chips


def _ballot(state: Tournament, players: tuple[Player, ...], command: BeginSession) -> Events:
    """PON 20.7, CAN 17.7[s1]: everybody gives up the seat, and the whole field is drawn at no more tables than needed.

    UTH 16.3(a)(iii)(D): the ballot gives a new stack to whoever has no chips.
    """
    clause, found = state.clause("ballot"), list[Event]()
    for player in players:
        place, stack = seat_of(state, player), state.entrants[player].stack
        found += [SeatLeft(player, *place, clause)] if place else []
        found += [ChipsRemoved(player, stack, _ANEW, clause)] if stack and _begins_anew(state) else []
    now = after(state, tuple(found))
    closed = surplus_tables(now, len(players))
    return (*found, *closed, *ballot(after(now, closed), players, command.seed, command.at))


def start_house_round(state: Tournament, command: StartHouseRound) -> Decision:
    """PON 20.14[s2], CAN 17.14[s2], UTH 16.15[s2]: who cannot wager the minimum is out before the round begins.

    UTH 16.3(a)(iii)(E)(I): what eliminates a player is this, and having no chips at all.
    """
    table = _table_playing(state, command.table)
    if isinstance(table, Refusal):
        return table
    clause = state.clause("minimum")
    if table.hand is not None:
        return Refusal(clause, f"A round is being played at table {table.number}.", "mid_hand")
    if table.held:
        return Refusal(clause, f"The director has table {table.number} wait.", "held")
    if is_done(state, table):
        return Refusal(state.clause("equal"), f"Table {table.number} has played its rounds.", "rounds_played")
    players = playing_at(state, table)
    stacks = {player: state.entrants[player].stack for player in players.values()}
    short = round_start(stacks, least_chips(state.conditions))
    buying = next((player for player in short if not stacks[player]), None)
    if buying is not None:
        reason = f"{buying} has no chips, and buys some or is out before the round."
        return Refusal(state.clause("out"), reason, "rebuy_open")
    out = _out(state, table, short, command.at)
    now = after(state, out)
    left = playing_at(now, now.tables[table.number])
    if is_done(now, now.tables[table.number]) or not all(now.entrants[player].stack for player in left.values()):
        # Nobody is left to play against, or somebody who has given up the last chips may still buy some.
        return out
    marker = wager_order(left, table.marker or 1)[0]
    hand = Hand(
        table.rounds + 1,
        0,
        _WITHOUT_LEVEL,
        command.at,
        Frozen({player: state.entrants[player].stack for player in left.values()}),
    )
    return (*out, HouseRoundStarted(table.number, marker, hand, state.clause("marker")))


def _table_playing(state: Tournament, number: int) -> Table | Refusal:
    if not state.session.playing:
        return Refusal(state.clause("ballot"), "No session is being played.", "no_session")
    return tables.table_at(state, number)


def _out(state: Tournament, table: Table, players: tuple[Player, ...], at: Moment) -> Events:
    """UTH 16.7, PON 20.22, CAN 17.23: players of one round at one table who are out, with their places."""
    seats = {player: seat for seat, player in table.seats.items()}
    taken: list[Event] = []
    busts = []
    for player in players:
        stack = state.entrants[player].stack
        before = stack if table.hand is None else table.hand.stacks[player]
        if stack:
            taken.append(ChipsRemoved(player, stack, "cannot wager the minimum", state.clause("cannot_cover")))
        busts.append(Bust(player, table.number, seats[player], before, before, at))
    return (*taken, *placing.place_busts(after(state, tuple(taken)), tuple(busts), at))


def house_round_over(state: Tournament, command: HouseRoundOver) -> Decision:
    """UTH 16.14, PON 20.13, CAN 17.13: stacks change by what the bank of the game has paid and taken, and only so.

    UTH 16.7: who has no chips left and may not buy any is out. PON D-Starting Marker[s2], CAN D-Starting Marker[s2]:
    the marker moves to the next player clockwise.
    """
    table = _round_at(state, command.table)
    if isinstance(table, Refusal):
        return table
    assert table.hand is not None
    if command.round not in (None, table.hand.number):
        reason = f"Table {table.number} plays round {table.hand.number}, and round {command.round} is over."
        return Refusal(state.clause("marker"), reason, "other_round")
    refusal = _not_of_the_round(state, table.hand, command.stacks) or _unlikely(state, table.hand, command)
    if refusal:
        return refusal
    changed = _bank(state, command.stacks)
    now = after(state, changed)
    if not state.session.playing_off:
        none_left = tuple(player for player, chips in command.stacks.items() if not chips)
        out = _out(now, table, none_left, command.at)
        changed, now = (*changed, *out), after(now, out)
    marker = next_marker(now.tables[table.number].seats, table.marker or 0)
    return (*changed, HouseRoundEnded(table.number, marker, True, state.clause("marker")))


def _not_of_the_round(state: Tournament, hand: Hand, stacks: Mapping[Player, Chips]) -> Refusal | None:
    """UTH 16.14, PON 20.13, CAN 17.13: chips are told of everybody who plays the round, and of nobody else."""
    clause = state.clause("chips")
    missing = next((player for player in hand.stacks if player not in stacks), None)
    if missing is not None or len(stacks) != len(hand.stacks):
        reason = "The chips of everybody in the round must be told, and of nobody else."
        return Refusal(clause, reason, "players", field="" if missing is None else f"stacks.{missing}")
    much = next((player for player, chips in stacks.items() if too_much(chips)), None)
    if much is None:
        return None
    return Refusal(clause, "So many chips there cannot be.", "too_much", field=f"stacks.{much}")


def _unlikely(state: Tournament, hand: Hand, command: HouseRoundOver) -> Refusal | None:
    """UTH 16.14, PON 20.13, CAN 17.13: no stack grows beyond what the bank pays; a large change is counted twice."""
    clause, stake = state.clause("chips"), _MOST_WAGERS * sessions_of(state.conditions).most_wager
    for player, chips in command.stacks.items():
        before, where = hand.stacks[player], f"stacks.{player}"
        most = most_after(state.conditions, before)
        if most is not None and chips > most:
            reason = f"{player} had {before:,}: a round can make {most:,} of it at most, not {chips:,}."
            return Refusal(clause, reason, "impossible", field=where)
        if not command.counted_again and (chips > 2 * before or before - chips > stake):
            reason = f"{player} had {before:,} and is to have {chips:,}: count the stack again, and say that it was."
            return Refusal(clause, reason, "count_again", field=where)
    return None


def _round_at(state: Tournament, number: int) -> Table | Refusal:
    table = _table_playing(state, number)
    if isinstance(table, Refusal) or table.hand is not None:
        return table
    return Refusal(state.clause("marker"), f"No round is being played at table {number}.", "no_round")


def _bank(state: Tournament, stacks: Mapping[Player, Chips]) -> Events:
    """The bank of a house game issues what it pays and removes what it takes."""
    clause, found = state.clause("chips"), list[Event]()
    for player, chips in stacks.items():
        won = chips - state.entrants[player].stack
        if won > 0:
            found.append(ChipsIssued(player, won, clause))
        elif won < 0:
            found.append(ChipsRemoved(player, -won, LOST_TO_BANK, clause))
    return tuple(found)


def stop_house_round(state: Tournament, command: StopHouseRound) -> Decision:
    """A round without a result counts for nothing: stacks and marker stay as they are."""
    table = _round_at(state, command.table)
    if isinstance(table, Refusal):
        return table
    assert table.hand is not None
    clause = state.clause("procedures")
    what = f"Round {table.hand.number} at table {table.number} is given up and dealt again. {command.reason}".strip()
    return Ruled(what, None, clause), HouseRoundEnded(table.number, table.marker, False, clause)


_TABLE = (Role.DIRECTOR, Role.DEALER)
_RUNNING = (Stage.RUNNING,)
VERBS: Verbs = {
    BeginSession: Verb(begin_session, stages=_RUNNING, subject="ballot"),
    StartHouseRound: Verb(start_house_round, _TABLE, _RUNNING, "pace"),
    HouseRoundOver: Verb(house_round_over, _TABLE, _RUNNING, "pace"),
    StopHouseRound: Verb(stop_house_round, _TABLE, _RUNNING, "pace"),
    EndSession: Verb(end_session, stages=_RUNNING, subject="places"),
    RepechageDraw: Verb(repechage_draw, stages=_RUNNING, subject="places"),
}
APPLIERS: Appliers = {**session_events.APPLIERS}

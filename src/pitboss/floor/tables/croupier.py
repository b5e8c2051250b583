"""The house's clock at virtual tables: no more bets, no decision in time, the next hand, and people who have gone.

`due` looks at a table and a moment and says what the house does now, if anything. Several processes may all do it: each
such command has a key made of what it rests on, so that it happens once.
"""

from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import premises_of
from pitboss.floor.kernel.roles import CROUPIER
from pitboss.floor.tables import dealing
from pitboss.floor.tables.play import Deal, Depart, Play
from pitboss.floor.tables.record import TableRecord, at_table
from pitboss.games.command import dealer_step
from pitboss.games.frozen import Frozen
from pitboss.games.play import Stage
from pitboss.journal import store
from pitboss.rulebook.refusal import Refusal

# Between two hands of hold'em, so that people can see who has won and stand up.
SECONDS_BETWEEN_HANDS = 5
_SECOND = 1_000_000


def due(record: TableRecord, at: int, *, not_before: int = 0) -> Command | None:
    """Return the command that is due at a table because of the time, if there is one.

    Time before `not_before` does not count: nobody could do anything then. Who practises alone is never hurried.
    """
    gone = record.present - at_table(record)
    if gone:
        return Depart(table=record.id, player=min(gone))
    if not record.is_virtual or record.disabled is not None or record.is_unhurried:
        return None
    record = _from_then_on(record, not_before)
    return _decision_due(record, at) or (Deal(table=record.id) if _goes_on(record, at) else None)


def _from_then_on(record: TableRecord, moment: int) -> TableRecord:
    since = record.betting_since
    return record._replace(
        awaited=Frozen({seat: max(began, moment) for seat, began in record.awaited.items()}),
        betting_since=None if since is None else max(since, moment),
        moment_since=max(record.moment_since, moment),
    )


def _decision_due(record: TableRecord, at: int) -> Play | None:
    """A seat whose time is up. In hold'em the clock is called first, and then the player has forty seconds."""
    room = record.room
    seconds, do = (record.seconds_to_decide, "no_decision") if room is None else room.time_is_up(record.state)
    for seat, since in sorted(record.awaited.items()):
        if at - since >= seconds * _SECOND:
            return Play(table=record.id, do=do, seat=seat)
    return None


def _goes_on(record: TableRecord, at: int) -> bool:
    """Whether the croupier has waited long enough for those who need not do anything."""
    state, game = record.state, record.rules
    stage = state.felt.stage
    waited = at - record.moment_since
    if record.room and stage in (Stage.IDLE, Stage.OVER):
        return waited >= SECONDS_BETWEEN_HANDS * _SECOND and _next_hand(record)
    if stage is Stage.BETTING and record.betting_since is not None:
        if dealing.to_be_ready(record) <= record.ready:
            # Whoever was still waited for has gone.
            return True
        seconds, waited = record.betting_seconds, at - record.betting_since
        return seconds > 0 and waited >= seconds * _SECOND and game.routine(state) is not None
    return bool(dealing.waited_for(record)) and waited >= record.seconds_to_decide * _SECOND


def _next_hand(record: TableRecord) -> bool:
    if record.is_practice and not dealing.to_be_ready(record):
        # The bots do not play among themselves.
        return False
    hours = record.state.settings.hours
    begins = dealer_step("start_round")._replace(minute=hours[0] if hours else 0)
    return not isinstance(record.rules.decide(record.state, begins), Refusal)


def tick(floor: Floor, began: int = 0) -> list[Done | No]:
    """Everything that is due at the tables of the house, one command for each of them; how each was answered.

    `began` is when this process began to look: after an interruption everybody has the whole time again.
    """
    answers = []
    floor.note_jump()
    house = premises_of(floor)
    if house.disabled is not None:
        return []
    record: TableRecord
    for record in floor.records("table").values():
        at = floor.clock()
        command = due(record, at, not_before=max(began, house.resumed_at, floor.clock.even_since))
        begins = isinstance(command, Deal) and record.state.felt.stage in (Stage.IDLE, Stage.OVER)
        if command is not None and (house.is_open or not begins):
            answers.append(floor.execute(CROUPIER, command, _key(record, command)))
    return answers


def _key(record: TableRecord, command: Command) -> str:
    """The same for everybody who finds the same thing due at the same table, and for nobody else ever."""
    what = [record.id, type(command).__name__, record.state.house.round, record.moment_since, record.betting_since]
    if isinstance(command, Play):
        what += [command.do, command.seat, record.awaited[command.seat or 0]]
    if isinstance(command, Depart):
        what += [command.player, store.heads([f"table:{record.id}"])[f"table:{record.id}"].position]
    return " ".join(map(str, what))

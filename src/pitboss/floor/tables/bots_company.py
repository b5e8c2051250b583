"""The bots of a practice table as a company: they sit down, keep practice money in their purses, and go again.

They are there for a person: when nobody is at the table any more they leave it.
"""

from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.contract import Now
from pitboss.floor.tables import bots, dealing
from pitboss.floor.tables.dealing import Proceedings
from pitboss.floor.tables.practice_record import is_bot
from pitboss.floor.tables.record import PracticeToppedUp, TableRecord
from pitboss.games.command import Command, Role
from pitboss.games.play import RUNNING, Stage

# Practice money for whoever has less than a wager takes.
PRACTICE_MONEY = 500_000


def look_after(now: Now, doing: Proceedings) -> None:
    """Bring bots to a practice table with the first person, and send them away after the last."""
    if not doing.record.persons:
        send_away(doing)
    elif doing.record.bots and not doing.before.persons:
        seat(doing, doing.record.bots)
    fill_purses(now, doing)


def free_seats(record: TableRecord) -> tuple[int, ...]:
    """Return the seats without a player, chips or cards."""
    state, room = record.state, record.room
    taken = {*state.house.seated, *(wager.seat for wager in state.felt.wagers)}
    if room is not None:
        taken |= {*room.chairs(state), *(seat for seat, _ in room.hands(state))}
    return tuple(seat for seat in range(1, state.settings.boxes + 1) if seat not in taken)


def seat(doing: Proceedings, number: int) -> None:
    """Seat so many bots at the far end, as far as there are seats and bots; they play at once."""
    there = set(bots.bots_at(doing.state).values())
    free = zip((name for name in bots.NAMES if name not in there), reversed(free_seats(doing.record)), strict=False)
    for name, place in list(free)[:number]:
        command = Command(Role.PLAYER, "sit", place, name)
        room = doing.record.room
        if room is not None:
            command = command._replace(do="join", amount=room.bot_stake(doing.state))
        doing.give(command)
    dealing.let_bots_play(doing)


def send_away(doing: Proceedings) -> None:
    """Send all bots away with the chips they have put down; during a round they stay until it is over."""
    if may_go(doing.record):
        dealing.let_bots_play(doing)
        for place, name in bots.bots_at(doing.state).items():
            doing.give(Command(Role.PLAYER, "leave", place, name))


def may_go(record: TableRecord) -> bool:
    """Whether bots have no cards to play."""
    stage = record.state.felt.stage
    return stage not in RUNNING and (record.room is None or stage is not Stage.BETTING)


def fill_purses(now: Now, doing: Proceedings) -> None:
    """A bot that has spent more than half of its practice money gets new."""
    spent: dict[str, int] = {}
    for name, cents in dealing.account_payments(doing.record, (event for _, event in doing.facts)):
        if is_bot(name):
            spent[name] = spent.get(name, 0) + cents
    for name, cents in sorted(spent.items()):
        has = practice_money(now, name)
        if has - cents < PRACTICE_MONEY // 2:
            doing.tell(PracticeToppedUp(name, PRACTICE_MONEY + cents - has))


def practice_money(now: Now, name: str) -> int:
    return now.balance(accounts.practice(accounts.patron(name)))


def top_up(now: Now, doing: Proceedings, name: str, cents: int) -> None:
    """Practice money for somebody who has too little for what they pay now."""
    has = practice_money(now, name)
    if has < cents and has < PRACTICE_MONEY:
        doing.tell(PracticeToppedUp(name, PRACTICE_MONEY - has))

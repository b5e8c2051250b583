"""The bridge to the hold'em round as it is: a tournament table becomes a hold'em table, and its hand comes back.

STAR 7.1: the rules of the game hold at a tournament table except where the tournament's own replace them. Both stand in
the hold'em round; the settings made here say which of them are in force.
"""

from collections.abc import Mapping
from functools import cache

from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.settings import FULL_POT, HLD, STAR, TOURNAMENT
from pitboss.games.holdem.state import PLAYING, WAITING, Chair, Holdem, Play, Room
from pitboss.games.play import Command as HandCommand
from pitboss.games.play import Felt, House, Role, Stage, State
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.chips.colour_up import lowest_in_play
from pitboss.tournaments.event.conditions import OMAHA, Chips, Level, Readings
from pitboss.tournaments.event.contract import Role as DeskRole
from pitboss.tournaments.event.state import Moment, Player, Table, Tournament
from pitboss.tournaments.hands.hands import HandOver

# STAR 7.2 s3, STAR 7.2 s18, STAR 7.2 s25, STAR 7.2 s32, STAR 7.2 s33, STAR 7.2 s34, STAR 7.2 s44: the sections of the
# base rules that are replaced, and by which rules of the tournament.
REPLACED: Mapping[str, tuple[str, ...]] = {
    "STAR 7.2 s3": ("STAR 7.33", "STAR 7.34"),
    "STAR 7.2 s18": ("STAR 7.5", "STAR 7.6", "STAR 7.7", "STAR 7.22", "STAR 7.23", "STAR 7.24"),
    "STAR 7.2 s25": ("STAR 7.14",),
    "STAR 7.2 s32": ("STAR 7.27",),
    "STAR 7.2 s33": ("STAR 7.38",),
    "STAR 7.2 s34": ("STAR 7.21",),
    "STAR 7.2 s44": ("STAR 7.35", "STAR 7.36"),
}


def replaced_by(section: int) -> tuple[str, ...]:
    """STAR 7.2: the rules of the tournament that stand in the place of a section of the base rules; none: it holds."""
    return REPLACED.get(f"STAR 7.2 s{section}", ())


def settings_at(state: Tournament, table: int, level: Level) -> HoldemSettings:
    """STAR 7.1: a table of the event at a level, with the rules of the tournament where they replace those of the game.

    STAR 7.2 s3, STAR 7.34(a), STAR 7.2 s44: how one calls, and what becomes of an action out of turn, by the procedures
    of the event's document (T-15), with the worked cases STAR 7.35 example 1 and STAR 7.35 example 2. STAR 7.2 s33: no
    commission (STAR 7.38). STAR 7.2 s25, STAR 7.14[s1]: small blind, big blind and ante are those of the level, written
    down and not computed; STAR D-Big Blind Ante: the big blind posts one ante for all, never reduced (T-27), or STAR
    D-Ante: everybody posts one, where the conditions have it so. STAR D-All-In[s2]: whatever is bet stays within the
    limit of the structure: none (STAR 1-d), or the pot in Omaha (STAR 7.14[s4]).
    """
    conditions = state.conditions
    return _settings(
        state.tables[table].size,
        STAR if state.rules.prefix == STAR else HLD,
        level,
        FULL_POT if conditions.game == OMAHA else conditions.limit,
        lowest_in_play(state),
        conditions.readings,
        omaha=conditions.game == OMAHA,
        by_all=conditions.ante_by_all,
    )


@cache
def _settings(
    size: int,
    procedures: str,
    level: Level,
    limit: str,
    unit: Chips,
    readings: Readings,
    *,
    omaha: bool,
    by_all: bool,
) -> HoldemSettings:
    return HoldemSettings(
        boxes=size,
        mode=TOURNAMENT,
        procedures=procedures,
        hole_cards=4 if omaha else 2,
        blinds=(level.small, level.big),
        ante=level.ante if by_all else 0,
        big_blind_ante=0 if by_all else level.ante,
        limit=limit,
        min_bet=level.big,
        chip_unit=unit,
        commission=None,
        sa_check_fold=readings.sa_check_fold,
        ante_first=readings.bba_order == "ante_first",
    )


def table_state(state: Tournament, number: int) -> Holdem:
    """A table of the event whose hand has begun, as a hold'em table that is ready for `start_round`.

    STAR 7.13, STAR 7.39[s4], HLD 20.11[s1]: who is absent or serves a penalty is dealt in, posts and is folded.
    STAR 7.23[s2]: who has arrived since the last hand there waits in a seat between button and small blind.
    STAR D-Heads Up, HLD 20.19: where two are left the button posts first. STAR 7.2 s32: a stack that does not reach to
    the blind is all-in with what there is (STAR 7.27). STAR 7.30: hand for hand, called all-ins stay face down.
    """
    table = state.tables[number]
    assert table.hand is not None, "a hold'em table is made for a hand that has begun"
    room = Room(
        chairs=Frozen(dict(_chairs(state, table))),
        button=table.button,
        moves_on=table.concluded,
        hand_for_hand=state.clock.hand_for_hand,
    )
    if state.conditions.readings.button_rule == "dead":
        # T-30: the blinds of the last hand lead; without them the button goes from player to player.
        room = room._replace(small=table.small, big=table.big)
    settings = settings_at(state, number, table.hand.blinds)
    return State(settings, _open_house()._replace(round=table.hands), Felt(), Play(room))


def _chairs(state: Tournament, table: Table) -> list[tuple[int, Chair]]:
    """The players who were at the table at the cut, by seat."""
    assert table.hand is not None
    chairs = []
    for seat in sorted(table.seats):
        player = table.seats[seat]
        stack = table.hand.stacks.get(player, 0)
        if stack:
            entrant = state.entrants[player]
            absent = entrant.absent or entrant.penalty is not None
            standing = WAITING if seat in table.arrived else PLAYING
            chairs.append((seat, Chair(player, stack, standing, absent=absent)))
    return chairs


@cache
def _open_house() -> House:
    """A table that is open with its cards checked, made once: it is the same at every table of every event."""
    state = GAME.opened(HoldemSettings(mode=TOURNAMENT))
    for command in (
        HandCommand(Role.OPERATOR, "open_table"),
        HandCommand(Role.DEALER, "check_cards", cards=GAME.deck(state).cards),
    ):
        done = GAME.act(state, command)
        assert not isinstance(done, Refusal)
        state = done[0]
    return state.house


def hand_over_command(state: Tournament, number: int, played: Holdem, at: Moment) -> HandOver:
    """What the dealer reports of a hand that is over: the stacks, what each put in, and where button and blinds were.

    STAR D-All-In[s1], STAR D-All-In[s3]: who was all-in has what was won in the pots contributed to, and what came back
    because nobody could match it; the hold'em round has given it out.
    """
    room, now = played.play.room, played.play.round
    assert played.felt.stage is Stage.OVER, "the hand is not over"
    returned = {} if now.settlement is None else now.settlement.returned
    put_in = zip(now.seats, now.names, now.paid, now.dead, strict=True)
    contributed: dict[Player, Chips] = {
        name: paid + dead - returned.get(seat, 0) for seat, name, paid, dead in put_in if paid + dead
    }
    return HandOver(
        at=at,
        by=DeskRole.DEALER,
        table=number,
        stacks=Frozen({chair.player: chair.stake for chair in room.chairs.values()}),
        contributed=Frozen(contributed),
        button=room.button,
        small=room.small,
        big=room.big,
        waiting=frozenset(seat for seat, chair in room.chairs.items() if chair.standing == WAITING),
        concluded=room.moves_on,
    )

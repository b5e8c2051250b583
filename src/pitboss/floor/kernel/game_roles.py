"""Who may do what at a table: the floor's roles as the games know them, and what a table takes at the moment.

One table of roles and verbs serves the commands, the screens and the tests.
"""

from collections.abc import Mapping
from typing import Any

from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.kernel.virtual_verbs import CANNOT_HAPPEN, HOUSEKEEPING, OF_DEALERS
from pitboss.floor.tables.record import LIVE, MONEY, TableRecord
from pitboss.games.command import Role as GameRole
from pitboss.games.play import Game
from pitboss.games.play import Verb as GameVerb
from pitboss.kits import game_named, games

# Who somebody is at a table, in the games' own words.
AT_A_TABLE: Mapping[Role, tuple[GameRole, ...]] = {
    Role.PLAYER: (GameRole.PLAYER,),
    Role.DEALER: (GameRole.DEALER,),
    Role.SUPERVISOR: (GameRole.SUPERVISOR, GameRole.DEALER),
    Role.MANAGER: (GameRole.OPERATOR, GameRole.SUPERVISOR),
    Role.CROUPIER: (GameRole.DEALER, GameRole.SUPERVISOR),
}
# At a live table the dealer also enters what the players say and put down.
_ENTER_FOR_PLAYERS = (Role.DEALER, Role.SUPERVISOR)
# What the house's clock does by itself, where nobody has to confirm it.
CLOCK_VERBS = ("no_decision", "call_clock")
# What is left to do at a table that is disabled, beside the rulings of those who run it.
_STILL_OPEN = ("leave", "take_back", "close_table")
# What they do besides ruling: it waits until the table goes on, and nobody's time runs out meanwhile.
_NO_RULINGS = (
    *("open_table", "check_cards", "change_cards", "replace_shoe", "announce_limits", "place_marker", "lift_marker"),
    *("announce_last_rounds", "announce_settings", "draw_for_seat", "cut", "call_clock", "no_decision"),
)


_BY_THE_CROUPIER = "The virtual croupier handles the cards and the rounds of this table."


def game_role(role: Role, verb: GameVerb, mode: str = MONEY) -> GameRole | None:
    """Return the role in which somebody gives a verb of a game; None where the rules do not let them."""
    roles = AT_A_TABLE.get(role, ())
    if mode == LIVE and role in _ENTER_FOR_PLAYERS:
        roles = (*roles, GameRole.PLAYER)
    return next((each for each in roles if each in verb.roles), None)


def is_theirs(role: Role, game: Game[Any], do: str, mode: str = MONEY) -> bool:
    """Whether a verb is for somebody at a table of a mode: by the rules, and at virtual tables for money by the house.

    The house's clock does nothing but call time, and there a dealer rules on nothing.
    """
    if role is Role.CROUPIER and do not in CLOCK_VERBS:
        return False
    if mode == MONEY and role is Role.DEALER and do not in (*OF_DEALERS, *CANNOT_HAPPEN):
        return False
    return game_role(role, game.verbs[do], mode) is not None


def why_not_there(role: Role, game: Game[Any], do: str, mode: str = MONEY) -> str | None:
    """The reason why a verb is no command for anybody of the staff at tables of a mode; None where it is one.

    At a virtual table the cards are the croupier's: nobody else deals, burns or names one, or begins a round. At one
    for money there is no command for what cannot happen to a virtual shoe.
    """
    if mode == LIVE or role in (Role.PLAYER, Role.CROUPIER):
        return None
    if mode == MONEY and do in CANNOT_HAPPEN:
        return CANNOT_HAPPEN[do]
    verb = game.verbs[do]
    handles = do == "start_round" or do in game.routines or "cards" in (*verb.needs, *verb.takes)
    return _BY_THE_CROUPIER if handles else None


def may_give(role: Role, game: Game[Any], do: str, mode: str = MONEY) -> bool:
    """Whether somebody may give a verb at tables of a mode at all, alone or with a second person."""
    return is_theirs(role, game, do, mode) and why_not_there(role, game, do, mode) is None


def takes_two(role: Role, do: str, mode: str = MONEY) -> bool:
    """Whether a verb that somebody may give is a ruling that takes a second person: at virtual tables for money."""
    return mode == MONEY and role in (Role.SUPERVISOR, Role.MANAGER) and do not in HOUSEKEEPING


def game_permissions(mode: str = MONEY) -> dict[tuple[Role, str], bool]:
    """Whether each role may give each verb of each game, such as `ultimate.fold`, at tables of a mode."""
    return {
        (role, f"{name}.{do}"): may_give(role, game_named(name), do, mode)
        for name in games()
        for do in game_named(name).verbs
        for role in Role
    }


def is_open_while_disabled(record: TableRecord, actor: Actor, do: str) -> bool:
    """Rulings, voids and leaving: those are always open."""
    if do in _STILL_OPEN:
        return True
    rules = set(record.rules.verbs[do].roles) - {GameRole.PLAYER, GameRole.DEALER}
    return bool(rules) and actor.role in (Role.SUPERVISOR, Role.MANAGER) and do not in _NO_RULINGS


def still_open(record: TableRecord, actor: Actor, do: str) -> bool:
    """Whether somebody may give a verb although the table may be disabled."""
    return record.disabled is None or is_open_while_disabled(record, actor, do)

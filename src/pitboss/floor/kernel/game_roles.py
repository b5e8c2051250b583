"""Who may do what at a table: the floor's roles as the games know them, and what a table takes at the moment.

One table of roles and verbs serves the commands, the screens and the tests.
"""

from collections.abc import Mapping

from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tables.record import LIVE, MONEY, TableRecord
from pitboss.games.command import Role as GameRole
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


def game_role(role: Role, verb: GameVerb, mode: str = MONEY) -> GameRole | None:
    """Return the role in which somebody gives a verb of a game; None where they may not."""
    roles = AT_A_TABLE.get(role, ())
    if mode == LIVE and role in _ENTER_FOR_PLAYERS:
        roles = (*roles, GameRole.PLAYER)
    return next((each for each in roles if each in verb.roles), None)


def game_permissions(mode: str = MONEY) -> dict[tuple[Role, str], bool]:
    """Whether each role may give each verb of each game, such as `ultimate.fold`, at tables of a mode."""
    return {
        (role, f"{name}.{do}"): game_role(role, verb, mode) is not None
        and (role is not Role.CROUPIER or do in CLOCK_VERBS)
        for name in games()
        for do, verb in game_named(name).verbs.items()
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


def in_hands_of_the_croupier(record: TableRecord, do: str) -> bool:
    """At a virtual table the cards are the croupier's: nobody else deals, burns or names one, or begins a round."""
    verb = record.rules.verbs[do]
    handles = do == "start_round" or do in record.rules.routines or "cards" in (*verb.needs, *verb.takes)
    return record.is_virtual and handles

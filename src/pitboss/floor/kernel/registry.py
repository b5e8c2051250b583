"""All commands and all families of streams of the floor, gathered."""

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from pitboss.floor.cage import counter as cage
from pitboss.floor.kernel import approvals, house_settings, premises
from pitboss.floor.kernel.contract import Command, Family, Verbs, name_of
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people import devices, notice, patrons, security, sessions, staff, training
from pitboss.floor.tables import play, practice, stake_limits
from pitboss.floor.tables import setup as tables
from pitboss.floor.tournaments import commands as tournaments
from pitboss.floor.tournaments import structure_shelf
from pitboss.journal import codec

_MODULES: tuple[ModuleType, ...] = (
    premises,
    house_settings,
    patrons,
    staff,
    devices,
    sessions,
    notice,
    security,
    cage,
    structure_shelf,
    tournaments,
    tables,
    play,
    practice,
    stake_limits,
    training,
)

_OWN: Verbs = {kind: verb for module in _MODULES for kind, verb in module.VERBS.items()}
VERBS: Verbs = {**_OWN, **approvals.verbs_beside(_OWN)}
FAMILIES: Mapping[str, Family] = {
    name: family for module in (*_MODULES, approvals) for name, family in getattr(module, "FAMILIES", {}).items()
}
COMMANDS: Mapping[str, type[Command]] = {name_of(kind): kind for kind in VERBS}
# The house does some things by itself: nobody can ask for them.
GIVEN = {name: kind for name, kind in COMMANDS.items() if VERBS[kind].roles != (Role.CROUPIER,)}

# The stored shape of every event of the floor, as `./pit docs` keeps it.
SHAPES = Path(__file__).parents[1] / "shapes.json"

codec.register("floor", [kind for family in FAMILIES.values() for kind in family.kinds])

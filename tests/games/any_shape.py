"""Commands of any shape at all: verbs, known or not, with particulars that are mostly nonsense."""

from typing import Any

from hypothesis import strategies as st

from pitboss.games.play import Command, Limit, Role
from pitboss.games.table import Table

PLAIN = [None, True, 0, 1, 2, -1, 2.5, 1000, 10**30, "", "  ", "a\nb", "Ann", "P1", "fold", "raise", "no_cut", b"x"]
NESTED = [[], [1], {}, {"ante": 1}, {"5": 1}, {"deck": 36}, {1: 2}, {"ante": 2.5}, (), (1,), (99,), ("x",), ([],)]
LIMITS = [{"x": 2.5}, {"x": Limit(1, 2)}, {"ante": Limit(1, 2)}, {"ante": (1, 2)}]
JUNK: st.SearchStrategy[Any] = st.sampled_from(PLAIN) | st.sampled_from([*NESTED, *LIMITS, object(), 10**5000])


def commands_of_any_shape(tables: list[Table[Any]]) -> st.SearchStrategy[tuple[Table[Any], Command]]:
    """A command at one of the tables, by somebody who may give it if there is such a verb."""
    games = {table.game.name: table.game for table in tables}
    verbs = {name: st.sampled_from(list(game.verbs)) | JUNK for name, game in games.items()}
    roles = {verb.roles: st.sampled_from(verb.roles) for game in games.values() for verb in game.verbs.values()}
    anybody, table = st.sampled_from(tuple(Role)), st.sampled_from(tables)
    particulars = st.dictionaries(st.sampled_from(Command._fields[2:]), JUNK, max_size=6)

    @st.composite
    def told(draw: st.DrawFn) -> tuple[Table[Any], Command]:
        at = draw(table)
        do = draw(verbs[at.game.name])
        known = at.game.verbs.get(do) if isinstance(do, str) else None
        return at, Command(draw(roles[known.roles] if known else anybody), do, **draw(particulars))

    return told()

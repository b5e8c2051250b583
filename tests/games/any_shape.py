"""Commands of any shape at all: verbs, known or not, with particulars that are mostly nonsense."""

from typing import Any

from hypothesis import strategies as st

from pitboss.games.play import Command, Role
from pitboss.games.table import Table


def commands_of_any_shape(
    tables: list[Table[Any]], junk: st.SearchStrategy[Any]
) -> st.SearchStrategy[tuple[Table[Any], Command]]:
    """A command at one of the tables, by somebody who may give it if there is such a verb."""
    games = {table.game.name: table.game for table in tables}
    verbs = {name: st.sampled_from(list(game.verbs)) | junk for name, game in games.items()}
    roles = {verb.roles: st.sampled_from(verb.roles) for game in games.values() for verb in game.verbs.values()}
    anybody, table = st.sampled_from(tuple(Role)), st.sampled_from(tables)
    particulars = st.dictionaries(st.sampled_from(Command._fields[2:]), junk, max_size=6)

    @st.composite
    def told(draw: st.DrawFn) -> tuple[Table[Any], Command]:
        at = draw(table)
        do = draw(verbs[at.game.name])
        known = at.game.verbs.get(do) if isinstance(do, str) else None
        return at, Command(draw(roles[known.roles] if known else anybody), do, **draw(particulars))

    return told()

"""What the types of the commands cannot tell a program: the words for `do`, what belongs to each of them at the
tournament desk, and examples of the commands that most programs begin with."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pitboss.floor.tournaments import desk as tournament_desk
from pitboss.kits import game_named, games

# A part of the document, as OpenAPI and JSON Schema write it.
Schema = dict[str, Any]
EXAMPLES: Mapping[str, Mapping[str, Schema]] = {
    "sign_in": {"a player": {"name": "p1001", "password": "6cp9-kjmh-y4vg-wk3w", "role": "player"}},
    "play": {
        "a wager at Ultimate": {"table": "uth-1", "do": "place", "seat": 1, "wagers": {"ante": 1000, "blind": 1000}},
        "a decision at Ultimate": {"table": "uth-1", "do": "play", "seat": 1, "amount": 4000},
        "a decision at Pontoon": {"table": "pon-1", "do": "stand", "seat": 1},
        "a seat at hold'em": {"table": "hld-1", "do": "join", "seat": 3, "amount": 20000},
        "cards that a dealer has dealt": {"table": "uth-2", "do": "deal", "cards": ["As", "Ah", "Kd"]},
    },
    "deal": {"ready for the cards": {"table": "uth-1"}},
    "buy_in": {"cash": {"patron": "p1001", "amount": 50000, "method": "cash"}},
    "add_device": {
        "a card reader": {"id": "reader-1", "name": "Card reader at table 2", "role": "dealer", "tables": ["uth-2"]},
        "a bot": {"id": "bot-1", "name": "Bot", "role": "player", "patron": "p1004"},
    },
    "desk": {"an entry": {"tournament": "saturday", "do": "register", "given": {"person": "p1004"}}},
}
# In front of a command of the desk, whose name may be that of a command of the house too.
_DESK = "Desk"


def with_words(schemas: Schema, ref: str) -> Schema:
    """The schemas of the commands, where `do` has its words and the desk its particulars."""
    verbs = sorted({do for game in games() for do in game_named(game).verbs})
    play = _with(schemas["Play"], do=_words(verbs, "A verb of the table's game. /api/permissions has those of each."))
    particulars = _particulars(ref)
    desk = _with(
        schemas[_DESK],
        do=_words(sorted(tournament_desk.COMMANDS), "A command of the desk."),
        given={
            "description": "The particulars of that command.",
            "anyOf": [{"$ref": ref.format(name=name)} for name in particulars],
            "default": {},
        },
    )
    return {**schemas, **particulars, "Play": play, _DESK: desk}


def _words(all_of_them: Sequence[str], meaning: str) -> Schema:
    return {"type": "string", "enum": list(all_of_them), "description": meaning}


def _with(schema: Schema, **fields: Schema) -> Schema:
    return {**schema, "properties": {**schema["properties"], **fields}}


def _particulars(ref: str) -> Schema:
    """Return the schema of each desk command by name, with its description and the roles that may give it."""
    kinds = tournament_desk.COMMANDS
    forms = [tournament_desk.particulars_of(kind) for kind in kinds.values()]
    _, found = msgspec.json.schema_components(forms, ref_template=ref.replace("{name}", f"{_DESK}{{name}}"))
    for do, kind in kinds.items():
        about = {"title": f"{_DESK}: {do}", "description": inspect.getdoc(kind) or ""}
        found[kind.__name__] |= {**about, "x-roles": list(tournament_desk.roles_for(do))}
    return {f"{_DESK}{name}": schema for name, schema in found.items()}

"""What the commands' own types cannot say to a program: which words there are for `do`, what belongs to each at the
tournament desk, and an example of the commands that most programs begin with."""

from typing import Any

import msgspec

from pitboss.floor import tournament_desk
from pitboss.floor.permissions import permissions
from pitboss.floor.table_record import GAMES
from pitboss.games.catalogue import game_named

EXAMPLES: dict[str, dict[str, Any]] = {
    "sign_in": {"A player": {"name": "p1001", "password": "6cp9-kjmh-y4vg-wk3w", "role": "player"}},
    "play": {
        "A wager at Ultimate": {"table": "uth-1", "do": "place", "seat": 1, "wagers": {"ante": 1000, "blind": 1000}},
        "A decision at Ultimate": {"table": "uth-1", "do": "play", "seat": 1, "amount": 4000},
        "A decision at Pontoon": {"table": "pon-1", "do": "hit", "seat": 1},
        "A seat at hold'em": {"table": "hld-1", "do": "join", "seat": 3, "amount": 20000},
        "Cards that a dealer has dealt": {"table": "uth-2", "do": "deal", "cards": ["As", "Ah", "Kd"]},
    },
    "deal": {"Ready for the cards": {"table": "uth-1"}},
    "buy_in": {"Cash": {"patron": "p1001", "amount": 50000, "method": "cash"}},
    "add_device": {
        "A card reader": {"id": "reader-1", "name": "Card reader at table 2", "role": "dealer"},
        "A bot": {"id": "bot-1", "name": "Bot", "role": "player", "patron": "p1004"},
    },
    "desk": {"An entry": {"tournament": "saturday", "do": "register", "given": {"person": "p1004"}}},
}
PARTICULARS = "At the desk: "


def with_words(schemas: dict[str, Any], ref: str) -> dict[str, Any]:
    """The schemas of the commands, with the words for `do` and the particulars of the desk."""
    told = {**schemas, **_particulars(ref)}
    verbs = sorted({do for game in GAMES for do in game_named(game).verbs})
    told["Play"] = _with(told["Play"], do=_words(verbs, "A verb of the table's game; /api/permissions has those of each."))
    commands = sorted(tournament_desk.COMMANDS)
    given = {"anyOf": [{"$ref": ref.format(name=_name_of(do))} for do in commands]}
    told["Desk"] = _with(told["Desk"], do=_words(commands, "A command of the desk."), given=given)
    return told

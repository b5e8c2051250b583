"""The kit of Pontoon."""

from pitboss.cards.card import card
from pitboss.games.pontoon import GAME
from pitboss.games.pontoon.hands import VALUES, total
from pitboss.games.pontoon.round import CardDrawn
from pitboss.games.pontoon.shoe import NewShoe
from pitboss.kits.bot import View, by_plan, face_up
from pitboss.kits.events.pontoon import EVENTS
from pitboss.kits.kit import BetSpot, Kit

# Up cards from which on the dealer seldom busts.
_STRONG = 7


def _plan(view: View, row: View, hand: int) -> tuple[str, ...]:
    """Stand from 17 or soft 18, and from 14 where the dealer's card is low; otherwise one more card."""
    points, soft = total(face_up(row["hands"][hand - 1]["cards"]))
    up = VALUES[card(view["dealer"][0])]
    enough = 18 if soft else 17 if up == 1 or up >= _STRONG else 14
    return ("stand",) if points >= enough else ("hit",)


KIT = Kit(
    game=GAME,
    no_aids="PON 17.5(b)",
    no_advice="PON 17.5(a)",
    spots=(
        BetSpot("main", ("PON 4.1", "PON 4.2")),
        BetSpot("perfect_pairs", ("PON 18.8", "PON 18.10"), optional=True),
    ),
    usual_wagers={"main": 1000},
    is_dealt_face_up=True,
    has_maximum_payout=False,
    bot=by_plan(_plan),
    # The cards after these depend on what everybody decides.
    askable=lambda state: {"hand": 2, "dealer": 1},
    discards=lambda state: state.play.cards.rack,
    leaves_shoe={NewShoe: lambda event: event.burnt, CardDrawn: lambda event: (event.card,)},
    past_rounds=lambda state: ((past.number, past.rows) for past in reversed(state.play.earlier.past)),
    breaches={
        "influence": "influenced a player",
        "side_bet": "made a side bet",
        "procedure": "did not keep to the procedure",
        "advantage": "sought an unfair advantage",
    },
    events=EVENTS,
    may_pass=True,
    odds="pitboss.odds.pontoon",
    what_if="pitboss.screens.maths.rule_forms.pontoon:groups",
    felt="pitboss.screens.common.felts.pontoon:FELT",
    console="pitboss.screens.dealer.consoles.pontoon:CONSOLE",
)

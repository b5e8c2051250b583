"""The kit of Ultimate Texas Hold-em."""

from pitboss.cards.card import Card, rank_of
from pitboss.cards.order import Category
from pitboss.cards.ranking import ULTIMATE
from pitboss.games.bots.holdem import place_among_hands
from pitboss.games.ultimate import GAME
from pitboss.games.ultimate.view import UltimateView
from pitboss.games.views import PlaceView
from pitboss.kits.bot import by_plan, face_up
from pitboss.kits.events.ultimate import EVENTS
from pitboss.kits.kit import BetSpot, Kit
from pitboss.kits.returns import CAP, MAIN, TRIPS, Returns

# Of 100 starting hands so many are not raised by a bot.
_NOT_RAISED = 62


def _plan(view: UltimateView, row: PlaceView, _: int) -> tuple[str, ...]:
    """Four times the ante with a good hand, less with a pair of one's own or better; otherwise wait, and then fold."""
    hole, board = face_up(row.cards or ()), face_up(view.communal)
    good = _helps(hole, board) if board else place_among_hands(hole) >= _NOT_RAISED
    return ("play",) if good else ("check", "fold")


def _helps(hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Whether a card of one's own makes a pair, or all together make a straight or better."""
    ranks = [rank_of(each) for each in hole + board]
    if any(ranks.count(rank_of(each)) > 1 for each in hole):
        return True
    made = ULTIMATE.hand(hole + board).category
    return made >= Category.STRAIGHT and (len(board) < 5 or made > ULTIMATE.hand(board).category)


KIT = Kit(
    game=GAME,
    no_aids="UTH 15.1[s1]",
    no_advice="UTH 15.1[s1]",
    spots=(
        BetSpot("ante", ("UTH D-Ante", "UTH D-Blind"), equal=("blind",)),
        BetSpot("trips", ("UTH 4.3", "UTH D-Trips[2]"), optional=True),
    ),
    usual_wagers={"ante": 1000, "blind": 1000, "trips": 500},
    bot=by_plan(_plan),
    askable=lambda state: {"hand": 2, "dealer": 2, "board": 5},
    breaches={
        "cards": "touched or showed cards",
        "exchange": "exchanged cards",
        "information": "told of a hand",
        "talk": "talked during the betting",
        "device": "used a device",
        "influence": "influenced a player",
        "side_bet": "made a side bet",
    },
    events=EVENTS,
    returns=Returns(
        groups={"ante": MAIN, "blind": MAIN, "play": MAIN, "trips": TRIPS},
        first="ante",
        # U-A2: who folds loses trips.
        sheets={MAIN: "main", TRIPS: "trips_lost_on_fold"},
        rests_on={
            MAIN: (*CAP, "cap_includes_trips", "blind_pays"),
            TRIPS: (*CAP, "cap_includes_trips", "blind_pays", "trips_pays"),
        },
        assumes=(
            "The edge of ante, blind and play together is a part of the ante, not of all that is staked.",
            "Trips counts with what the folds of best play forfeit of it (U-A2).",
            "Where the maximum payout cuts a blind, the house wins a little more than its edge.",
        ),
    ),
    odds="pitboss.odds.ultimate",
    training="pitboss.odds.training.ultimate:TRAINING",
    drills={
        "all": "Every hand",
        "line": "Hands near the line",
        "flop": "Twice the ante or check",
        "river": "Play or fold on the river",
    },
    what_if="pitboss.screens.maths.rule_forms.ultimate:groups",
    felt="pitboss.screens.common.felts.ultimate:FELT",
    console="pitboss.screens.dealer.consoles.ultimate:CONSOLE",
)

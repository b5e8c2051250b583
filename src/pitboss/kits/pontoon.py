"""The kit of Pontoon."""

from typing import Any

from pitboss.cards.card import card
from pitboss.games.command import Cents
from pitboss.games.pontoon import GAME
from pitboss.games.pontoon.hands import VALUES, total
from pitboss.games.pontoon.layout import PontoonSettings
from pitboss.games.pontoon.round import CardDrawn
from pitboss.games.pontoon.shoe import NewShoe
from pitboss.games.pontoon.view import PontoonView
from pitboss.games.views import PlaceView
from pitboss.kits.bot import by_plan, face_up
from pitboss.kits.events.pontoon import EVENTS
from pitboss.kits.kit import BetSpot, Kit
from pitboss.kits.returns import INSURANCE, MAIN, PAIRS, SUPER_BONUS, Returns, RoundNotes

# The settings that what the main wager is worth depends on.
_PLAY = ("decks", "double_aces", "double_odds_scope", "split_bonus", "dealer_pontoon_collects", "rounding", "table_1")
# Up cards from which on the dealer seldom busts.
_STRONG = 7


def _plan(view: PontoonView, row: PlaceView, hand: int) -> tuple[str, ...]:
    """Stand from 17 or soft 18, and from 14 where the dealer's card is low; otherwise one more card."""
    points, soft = total(face_up(row.hands[hand - 1].cards or ()))
    up = VALUES[card(view.dealer[0])]
    enough = 18 if soft else 17 if up == 1 or up >= _STRONG else 14
    return ("stand",) if points >= enough else ("hit",)


def _note_double(round_notes: RoundNotes, event: Any, _: int) -> None:
    round_notes.raise_wagers(event.seat, ((player, live) for player, _, live in event.wagers))


def _note_split(round_notes: RoundNotes, event: Any, _: int) -> None:
    round_notes.raise_wagers(event.seat, event.wagers)


def _cost_of_bonus(settings: PontoonSettings, base: Cents, others: int) -> Cents:
    """One Super Bonus costs what its wager wins, and something for every other wager of the round."""
    return settings.super_bonus.on(base) + settings.super_bonus.others * others


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
    waits_for_nobody=("settle_pairs", "pay_pontoons"),
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
    returns=Returns(
        groups={"main": MAIN, "perfect_pairs": PAIRS, "insurance": INSURANCE, "super_bonus": SUPER_BONUS},
        sheets={name: name for name in (MAIN, PAIRS, INSURANCE, SUPER_BONUS)},
        rests_on={
            MAIN: _PLAY,
            PAIRS: ("decks", "pairs_pay"),
            INSURANCE: ("decks", "insurance_pays"),
            SUPER_BONUS: (*_PLAY, "super_bonus_after_mixed_split"),
        },
        notes={"Doubled": _note_double, "Split": _note_split},
        final_with="NewShoe",
        bonus=_cost_of_bonus,
        assumes=(
            "The edge is a part of the Pontoon wager before splits and doubles; its variance was simulated.",
            "The Super Bonus has no wager of its own: it costs its chance times all that is paid with one.",
            "Perfect Pairs and insurance are reckoned from full decks.",
        ),
    ),
    may_pass=True,
    odds="pitboss.odds.pontoon",
    training="pitboss.odds.training.pontoon:TRAINING",
    drills={"all": "Every hand", "soft": "Soft hands", "pairs": "Pairs", "stiff": "Stiff totals, 12 to 17"},
    what_if="pitboss.screens.maths.rule_forms.pontoon:groups",
    felt="pitboss.screens.common.felts.pontoon:FELT",
    console="pitboss.screens.dealer.consoles.pontoon:CONSOLE",
)

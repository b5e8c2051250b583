"""The kit of Canberra Poker."""

from typing import Any

from pitboss.cards.card import ACE, RANKS, rank_of
from pitboss.cards.order import Category
from pitboss.cards.ranking import CANBERRA
from pitboss.games.canberra import GAME
from pitboss.games.money import BANK
from pitboss.games.views import PlaceView
from pitboss.kits.bot import View, by_plan, face_up
from pitboss.kits.events.canberra import EVENTS
from pitboss.kits.kit import BetSpot, Kit
from pitboss.kits.returns import CAP, JACKPOT, MAIN, Returns, RoundNotes

_KING = RANKS.index("K")
_JACKPOT = (
    "CAN 4.1(b)", "CAN 10.1", "CAN 11.1(a)", "CAN 11.1(b)", "CAN 11.1(c)", "CAN 11.1(d)", "CAN 11.1(e)",
)  # fmt: skip


def _plan(_: View, row: PlaceView, __: int) -> tuple[str, ...]:
    """A pair or better, or ace and king, is bet on."""
    hand = face_up(row.cards or ())
    high = {ACE, _KING} <= {rank_of(each) for each in hand}
    return ("bet",) if high or CANBERRA.hand(hand).category > Category.HIGH_CARD else ("fold",)


def _note_pools(round_notes: RoundNotes, event: Any, _: int) -> None:
    """Note the amounts that the bank had to add to the pools, less those that came back."""
    round_notes.from_bank += sum(cents for source, _, cents in event.moves if source == BANK)
    round_notes.from_bank -= sum(cents for _, target, cents in event.moves if target == BANK)


KIT = Kit(
    game=GAME,
    no_aids="CAN 16.1",
    no_advice="CAN 16.1",
    spots=(BetSpot("ante", ("CAN D-Ante",)), BetSpot("jackpot", _JACKPOT, optional=True, fixed=True)),
    practice_settings={"jackpot": {"pool": 2_500_000, "reserve": 500_000}},
    usual_wagers={"ante": 1000},
    bot=by_plan(_plan),
    askable=lambda state: {"hand": 5, "dealer": 5},
    breaches={
        "cards": "touched or showed cards",
        "exchange": "exchanged cards",
        "information": "told of a hand",
        "device": "used a device",
        "harassment": "harassed somebody",
        "influence": "influenced a player",
        "side_bet": "made a side bet",
    },
    events=EVENTS,
    returns=Returns(
        groups={"ante": MAIN, "bet": MAIN, "jackpot": JACKPOT},
        first="ante",
        sheets={MAIN: "main"},
        rests_on={MAIN: (*CAP, "bet_pays")},
        notes={"JackpotSettled": _note_pools, "JackpotUndone": _note_pools},
        assumes=(
            "The edge of ante and bet together is a part of the ante.",
            "A jackpot wager goes to the pools and is paid out of them: the house loses only what it had to add, and "
            "there is no theoretical win.",
        ),
    ),
    odds="pitboss.odds.canberra",
    training="pitboss.odds.training.canberra:TRAINING",
    drills={"all": "Every hand", "ace-king": "Ace-king calls"},
    what_if="pitboss.screens.maths.rule_forms.canberra:groups",
    felt="pitboss.screens.common.felts.canberra:FELT",
    console="pitboss.screens.dealer.consoles.canberra:CONSOLE",
)

"""Rounds of Ultimate Texas Hold-em written down."""

from pitboss.cards.ranking import ULTIMATE
from pitboss.games.ultimate.round import Ultimate
from pitboss.games.ultimate.settlement import dealer_hand, qualifies
from pitboss.games.writing.house_outcomes import anybody_continues, order_of, poker_hands, rank_facts
from pitboss.games.writing.steps import Json, faces_of
from pitboss.games.writing.way import Writing


def _outcome(state: Ultimate) -> Json:
    play = state.play
    compared = play.phase in ("declared", "settling") and anybody_continues(state)
    dealer: Json = {"cards": faces_of(play.dealer)}
    if compared:
        dealer |= rank_facts(ULTIMATE, play.communal + play.dealer)
        dealer["qualifies"] = qualifies(dealer_hand(state))
    hands = poker_hands(state, ULTIMATE, play.communal if compared else None)
    return {"dealer": dealer, "hands": hands, **order_of(state)}


WRITING = Writing(
    silent={"wager_step": 1, "boxes": 22},
    wagers=("ante", "blind", "trips", "play"),
    outcome=_outcome,
    is_face_down=True,
)

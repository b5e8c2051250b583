"""Rounds of Canberra Poker written down."""

from collections.abc import Iterator
from typing import Any

from pitboss.cards.card import face
from pitboss.cards.ranking import CANBERRA
from pitboss.games.canberra.jackpot import Meter
from pitboss.games.canberra.round import Canberra
from pitboss.games.canberra.settlement import dealer_hand as canberra_dealer
from pitboss.games.canberra.settlement import takes_part
from pitboss.games.writing.house_outcomes import anybody_continues, order_of, poker_hands, rank_facts
from pitboss.games.writing.steps import Json, faces_of
from pitboss.games.writing.way import Writing


def _outcome(state: Canberra) -> Json:
    play = state.play
    compared = play.phase == "revealed" and anybody_continues(state)
    dealer: Json = {}
    if play.up is not None and play.up < len(play.dealer):
        dealer["up"] = face(play.dealer[play.up])
    dealer["cards"] = faces_of(play.dealer)
    if compared:
        dealer["qualifies"] = takes_part(canberra_dealer(state))
        dealer |= rank_facts(CANBERRA, play.dealer)
    hands = poker_hands(state, CANBERRA, () if compared else None)
    outcome: Json = {"dealer": dealer, "hands": hands, **order_of(state)}
    return outcome if play.jackpot is None else outcome | {"jackpot": _jackpot(play.jackpot)}


def _jackpot(meter: Meter) -> Json:
    return {
        "pool_after_wagers": meter.pool_after_wagers,
        "payouts": [{"seat": row.seat, "rank": row.rank, "amount": row.amount} for row in meter.payouts],
        "pool_end": meter.pool,
        "reserve_end": meter.reserve,
        "from_house": meter.from_house,
    }


def _equipment(_game: Any, state: Canberra, _deal: Any) -> Iterator[Json]:
    """The jackpot equipment is out of order, or was in this round and works again."""
    jackpot = state.play.jackpot
    if jackpot is None or (jackpot.working and not jackpot.failed):
        return
    yield {"event": "jackpot_down"}
    if jackpot.working:
        yield {"event": "jackpot_up"}
    yield {"event": "supervisor_continues"}


WRITING = Writing(
    silent={"wager_step": 1, "boxes": 9},
    wagers=("ante", "bet", "jackpot"),
    outcome=_outcome,
    conditions=_equipment,
    is_face_down=True,
)

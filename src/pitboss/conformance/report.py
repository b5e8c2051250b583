"""A round as it came out, in the words of a case's `expect`."""

from collections.abc import Iterable
from typing import Any

from pitboss.cards.card import Card, face
from pitboss.cards.ranking import ULTIMATE, Ranking
from pitboss.games.felt import net_by_player, outcomes_of
from pitboss.games.play import Outcome, Result, Stage, State
from pitboss.games.table import Table
from pitboss.games.ultimate.round import Phase as UltimatePhase
from pitboss.games.ultimate.round import Standing as UltimateStanding
from pitboss.games.ultimate.settlement import dealer_hand, qualifies

AnyState = State[Any]


def report(table: Table[Any]) -> dict[str, object]:
    """Everything a case can ask of a round of a house game."""
    state = table.state
    outcomes = outcomes_of(state)
    common: dict[str, object] = {
        "round": state.felt.result or f"unfinished ({state.felt.stage})",
        "wagers": [wager_row(outcome) for outcome in outcomes],
        "net": net_by_player(outcomes),
        "advised": [
            {"seat": advice.seat, "player": advice.player, "advice": advice.advice} for advice in state.felt.advised
        ],
        "previous_net": _previous_net(state, outcomes),
    }
    return common | _OF_GAME[table.game.name](state)


def wager_row(outcome: Outcome) -> dict[str, object]:
    """A wager row; what is at risk stands only where a limit makes less than the stake live."""
    row: dict[str, object] = {"seat": outcome.seat, "player": outcome.player}
    if outcome.hand is not None:
        row["hand"] = outcome.hand
    row |= {"wager": outcome.wager, "stake": outcome.stake, "result": outcome.result.value, "net": outcome.net}
    if outcome.at_risk < outcome.stake and outcome.result in (Result.WIN, Result.LOSE, Result.PUSH):
        row["at_risk"] = outcome.at_risk
    return row | {"clause": outcome.clause, "why": outcome.why}


def _previous_net(state: AnyState, outcomes: Iterable[Outcome]) -> dict[str, int]:
    """The results of earlier rounds: those of all rounds without this one, once this one is over."""
    results = dict(state.house.results)
    if state.felt.stage is Stage.OVER:
        for player, net in net_by_player(outcomes).items():
            results[player] = results.get(player, 0) - net
    return results


def _faces(cards: Iterable[Card]) -> list[str]:
    return [face(card) for card in cards]


def _ranked(ranking: Ranking, cards: tuple[Card, ...], *, best: bool) -> dict[str, object]:
    hand = ranking.hand(cards)
    row: dict[str, object] = {"rank": hand.category.name.lower()}
    return row | {"best": _faces(hand.cards)} if best else row


def _ultimate(state: AnyState) -> dict[str, object]:
    play = state.play
    compared = state.felt.result != "void" and play.phase in (UltimatePhase.DECLARED, UltimatePhase.SETTLING)
    dealer: dict[str, object] = {"cards": _faces(play.dealer)}
    if compared:
        dealer |= _ranked(ULTIMATE, play.communal + play.dealer, best=True)
        dealer["qualifies"] = qualifies(dealer_hand(state))
    standings = {
        UltimateStanding.FOLDED: "folded",
        UltimateStanding.CONCEDED: "conceded",
        UltimateStanding.VOID: "void",
    }
    boxes = {box.seat: box for box in play.boxes}
    hands = []
    for seat in _seats(state):
        box = boxes.get(seat)
        if box is None or state.felt.result == "void":
            hands.append({"seat": seat, "status": _status(state, seat)})
        elif box.standing in standings:
            hands.append({"seat": seat, "status": standings[box.standing]})
        else:
            row = {"seat": seat, "cards": _faces(box.cards)}
            hands.append(row | _ranked(ULTIMATE, play.communal + box.cards, best=True) if compared else row)
    return {"dealer": dealer, "hands": hands, "order": list(play.order)}


def _seats(state: AnyState) -> list[int]:
    return sorted({wager.seat for wager in state.felt.wagers})


def _status(state: AnyState, seat: int) -> str:
    """Of a seat without a hand to show: its wagers went back unaccepted, or they are void."""
    results = {wager.outcome.result for wager in state.felt.wagers if wager.seat == seat and wager.outcome}
    return "returned" if results == {Result.RETURNED} else "void"


_OF_GAME = {"ultimate": _ultimate}

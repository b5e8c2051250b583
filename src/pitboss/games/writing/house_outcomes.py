"""A round as it came out, in the words of a case's `expect`."""

from collections.abc import Iterable
from typing import Any

from pitboss.cards.card import Card
from pitboss.cards.ranking import Ranking
from pitboss.games.house.felt import net_by_player, outcomes_of
from pitboss.games.play import Outcome, Result, Stage, State
from pitboss.games.table import Table
from pitboss.games.writing.steps import Json, faces_of

AnyState = State[Any]


def report(table: Table[Any]) -> Json:
    """Everything a case can ask of a round."""
    state, writing = table.state, table.game.writing
    if writing.report is not None:
        return writing.report(state)
    outcomes = outcomes_of(state)
    common: Json = {
        "round": state.felt.result or f"unfinished ({state.felt.stage})",
        "wagers": [wager_row(outcome) for outcome in outcomes],
        "net": net_by_player(outcomes),
        "advised": [
            {"seat": advice.seat, "player": advice.player, "advice": advice.advice} for advice in state.felt.advised
        ],
        "previous_net": _previous_net(state, outcomes),
    }
    return common | writing.outcome(state)


def open_seats(state: AnyState) -> set[int]:
    """Boxes that have not been settled yet. A jackpot wager waits for the others, whatever becomes of its box."""
    return {wager.seat for wager in state.felt.wagers if wager.outcome is None and wager.kind != "jackpot"}


def wager_row(outcome: Outcome) -> Json:
    """A wager row; what is at risk stands only where a limit makes less than the stake live."""
    row: Json = {"seat": outcome.seat, "player": outcome.player}
    if outcome.hand is not None:
        row["hand"] = outcome.hand
    row |= {"wager": outcome.wager, "stake": outcome.stake, "result": outcome.result.value, "net": outcome.net}
    if outcome.at_risk < outcome.stake and outcome.result in (Result.WIN, Result.LOSE, Result.PUSH):
        row["at_risk"] = outcome.at_risk
    return row | {"clause": outcome.clause, "why": outcome.why}


def _previous_net(state: AnyState, outcomes: Iterable[Outcome]) -> dict[str, int]:
    """The results of earlier rounds, of those who wagered: without those of this one, once it is over."""
    here = {wager.player for wager in state.felt.wagers}
    results = {player: net for player, net in state.house.results.items() if player in here}
    if state.felt.stage is Stage.OVER:
        for player, net in net_by_player(outcomes).items():
            results[player] = results.get(player, 0) - net
    return results


def rank_facts(ranking: Ranking, cards: tuple[Card, ...]) -> Json:
    """What the cards make; where they are more than five, also which of them play."""
    hand = ranking.hand(cards)
    row: Json = {"rank": hand.category.name.lower()}
    return row | {"best": faces_of(hand.cards)} if len(cards) > len(hand.cards) else row


def anybody_continues(state: AnyState) -> bool:
    """Whether there is a hand for the dealer to be compared with."""
    continuing = any(box.standing in ("in_play", "settled") for box in state.play.boxes)
    return continuing and state.felt.result != "void"


def order_of(state: AnyState) -> Json:
    """In which order hands were settled; in a void round none was."""
    return {"order": list(state.play.order)} if state.felt.result == "settled" else {}


def poker_hands(state: AnyState, ranking: Ranking, board: tuple[Card, ...] | None) -> list[Json]:
    """One row for each box with wagers: a continuing hand with what it makes, any other with what became of it."""
    boxes = {box.seat: box for box in state.play.boxes}
    rows: list[Json] = []
    dealt_to_sitting = {box.seat for box in boxes.values() if box.seat in state.house.seated}
    for seat in sorted({wager.seat for wager in state.felt.wagers} | dealt_to_sitting):
        box = boxes.get(seat)
        if box is None or state.felt.result == "void":
            rows.append({"seat": seat, "status": _status(state, seat)})
        elif box.standing in ("folded", "conceded", "void"):
            rows.append({"seat": seat, "status": box.standing.value})
        else:
            ranked = {} if board is None else rank_facts(ranking, board + box.cards)
            rows.append({"seat": seat, "cards": faces_of(box.cards), **ranked})
    return rows


def _status(state: AnyState, seat: int) -> str:
    """Of a seat without a hand to show: its wagers went back unaccepted, or they are void."""
    results = {wager.outcome.result for wager in state.felt.wagers if wager.seat == seat and wager.outcome}
    return "returned" if results == {Result.RETURNED} else "void"

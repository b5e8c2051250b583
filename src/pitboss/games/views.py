"""What anybody may see of a table, whatever the game: the sign, the wagers, the results."""

from collections.abc import Mapping

from pitboss.games.house.felt import AnyState
from pitboss.games.play import Audience, Limit, Outcome, Viewer, Wager, house_settings

HIDDEN = "??"


def common_view(state: AnyState, viewer: Viewer) -> dict[str, object]:
    """The sign with its limits and markers, every stake and every result: all of it public."""
    house, felt, settings = state.house, state.felt, house_settings(state)
    advised = [advice for advice in felt.advised if _may_know(viewer, advice.seat)]
    return {
        "round": house.round,
        "stage": felt.stage,
        "sign": {
            "limits": _limits(house.limits),
            "multiples": settings.wager_step,
            "max_payout": settings.max_payout,
            "markers": dict(house.markers),
            "shoe": house.shoe,
            "seconds_to_decide": settings.decision_seconds,
            "absence_is_confirmed": settings.absence_is_confirmed,
            "coming_limits": _limits(house.coming_limits or {}),
        },
        "wagers": [wager_row(wager) for wager in felt.wagers],
        "result": felt.result,
        "clause": felt.clause,
        "advised": [{"seat": row.seat, "player": row.player, "advice": row.advice} for row in advised],
    }


def owns(state: AnyState, viewer: Viewer, seat: int, player: str) -> bool:
    """Whether a hand is the viewer's own: whoever sits down at somebody else's cards does not see them."""
    if viewer.audience is not Audience.SEAT or viewer.seat != seat:
        return False
    return (viewer.player or state.house.seated.get(seat, player)) == player


def _limits(limits: Mapping[str, Limit]) -> dict[str, dict[str, int]]:
    return {kind: {"min": limit.least, "max": limit.most} for kind, limit in limits.items()}


def _may_know(viewer: Viewer, seat: int) -> bool:
    """Advice is for its player and for those who run the game."""
    return viewer.audience in (Audience.DEALER, Audience.AUDITOR) or viewer.seat == seat


def wager_row(wager: Wager) -> dict[str, object]:
    """One wager as it lies, with its result once it has one."""
    row: dict[str, object] = {
        "seat": wager.seat,
        "player": wager.player,
        "wager": wager.kind,
        "stake": wager.stake,
        "at_risk": wager.at_risk,
    }
    if wager.hand is not None:
        row["hand"] = wager.hand
    if wager.outcome is not None:
        row |= outcome_row(wager.outcome)
    return row


def outcome_row(outcome: Outcome) -> dict[str, object]:
    """What became of a wager, with the clause and the reason."""
    row: dict[str, object] = {
        "seat": outcome.seat,
        "player": outcome.player,
        "wager": outcome.wager,
        "stake": outcome.stake,
        "at_risk": outcome.at_risk,
        "result": outcome.result.value,
        "net": outcome.net,
        "clause": outcome.clause,
        "why": outcome.why,
    }
    if outcome.hand is not None:
        row["hand"] = outcome.hand
    return row

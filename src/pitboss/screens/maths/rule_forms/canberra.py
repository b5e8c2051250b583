"""The rules of Canberra Poker that can be changed to see what they are worth."""

from typing import Any

from pitboss.games.canberra.layout import JackpotSettings
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.screens.maths.what_if import (
    MONEY,
    PERCENT,
    Group,
    RuleField,
    pay_fields,
    row_words,
    stake_field,
    written_dollars,
)


def groups(rules: CanberraRules) -> tuple[Group, ...]:
    """All that can be changed in the game."""
    settings, jackpot = rules.settings, JackpotSettings()
    most = RuleField(
        "max_payout", "Maximum payout", MONEY, written_dollars(settings.max_payout), "CAN 8.2", is_open=True
    )
    meter = (
        RuleField("jackpot.pool", "On the meter", MONEY, written_dollars(jackpot.pool), "CAN 10.6[s1]", is_open=True),
        RuleField(
            "jackpot.wager", "Jackpot wager", MONEY, written_dollars(jackpot.wager), "CAN 10.6[s2]", is_open=True
        ),
        RuleField(
            "jackpot.to_pool_pct", "Part that goes to the pool", PERCENT, str(jackpot.to_pool_pct), "C-A5", is_open=True
        ),
    )
    prizes = tuple(
        RuleField(f"prizes.{_row_name(row)}", row_words(row, None), MONEY, written_dollars(prize.least), prize.clause)
        for row, prize in settings.prizes.items()
    )
    return (
        Group("Bet pays", pay_fields("bet_pays", settings.bet_pays)),
        Group("Table", (stake_field(rules, "Ante", "CAN 3.1"), most)),
        Group("Jackpot", meter),
        Group("Jackpot prizes, at least", prizes),
    )


def _row_name(row: Any) -> str:
    return str(row.name.lower())

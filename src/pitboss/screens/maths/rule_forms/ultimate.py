"""The rules of Ultimate Texas Hold-em that can be changed to see what they are worth."""

from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.screens.maths.what_if import (
    MONEY,
    WORDS,
    YES_NO,
    Group,
    RuleField,
    pay_fields,
    stake_field,
    written_dollars,
)


def groups(rules: UltimateRules) -> tuple[Group, ...]:
    """All that can be changed in the game."""
    settings = rules.settings
    most = RuleField(
        "max_payout", "Maximum payout", MONEY, written_dollars(settings.max_payout), "UTH 10.1 note **", is_open=True
    )
    covers = RuleField("cap_includes_trips", "It covers trips too", WORDS, "no", "U-A10", is_open=True, words=YES_NO)
    fold = RuleField("trips_lost_on_fold", "A fold loses trips", WORDS, "yes", "U-A2", words=YES_NO)
    return (
        Group("Blind pays", pay_fields("blind_pays", settings.blind_pays)),
        Group("Trips pays", pay_fields("trips_pays", settings.trips_pays)),
        Group("Table", (stake_field(rules, "Ante", "UTH 5.1"), most, covers)),
        Group("For study", (fold,), "No table of the approved rules may choose this."),
    )

"""Settings of a table that cannot be, told before the table opens."""

from collections.abc import Mapping
from dataclasses import fields

from pitboss.games.command import is_limit, is_whole
from pitboss.games.frozen import Frozen
from pitboss.games.house.dealing import AUTOMATED, CARD_SHOE
from pitboss.games.house.limits import DAY, STAY, limit_error
from pitboss.games.pays import SCOPES
from pitboss.games.play import CommonClauses, HouseSettings
from pitboss.rulebook.refusal import Refusal, in_words, one_of

DIRECT, RECORD = "direct", "record"


def common_error(settings: HouseSettings, clauses: CommonClauses, most_boxes: int) -> Refusal | None:
    """What is wrong with the settings that every house game has."""
    if not 1 <= settings.boxes <= most_boxes:
        return Refusal(clauses.deck, f"A table has 1 to {most_boxes} boxes, not {settings.boxes}.")
    if settings.wager_step < 1:
        return Refusal(clauses.multiples, f"Multiples must be at least one cent, not {settings.wager_step}.")
    if settings.max_payout < 1:
        return Refusal(clauses.limits, "The maximum payout must be above $0.")
    if settings.decision_seconds < 1:
        return Refusal(clauses.procedures, "A player has at least one second to decide.")
    hours = settings.hours
    if hours is not None and not (all(0 <= minute <= 24 * 60 for minute in hours) and hours[0] != hours[1]):
        return Refusal(clauses.hours, "The hours of gaming run from one minute of the day to another one.")
    readings = {
        "shoe": (settings.shoe, (CARD_SHOE, AUTOMATED), clauses.replace_shoe),
        "max_payout_scope": (settings.max_payout_scope, SCOPES, clauses.limits),
        "entry_mode": (settings.entry_mode, (DIRECT, RECORD), clauses.procedures),
        "advice_holds_for": (settings.advice_holds_for, (STAY, DAY), clauses.below_minimum),
    }
    return limit_error(settings.limits, clauses.limits) or unknown_reading(readings)


def misshapen(
    settings: HouseSettings, usual: HouseSettings, clauses: CommonClauses, *, after_the_deal: tuple[str, ...] = ()
) -> Refusal | None:
    """A setting of another kind than its usual value, or a sign without the limits of every spot.

    The sign may also limit spots that are wagered on after the deal.
    """
    for each in fields(settings):
        value, kind = getattr(settings, each.name), type(getattr(usual, each.name))
        if each.name not in ("limits", "hours") and kind is not type(None) and type(value) is not kind:
            return Refusal(
                clauses.procedures, f"The setting {in_words(each.name)} must be {_KINDS.get(kind, 'as it usually is')}."
            )
    limits, spots = settings.limits, (*usual.limits, *after_the_deal)
    if not isinstance(limits, Mapping) or not all(map(is_limit, limits.values())):
        return Refusal(clauses.limits, "The limits must be a least and a most amount for each spot.")
    if not set(usual.limits) <= set(limits) <= set(spots):
        return Refusal(
            clauses.limits,
            f"The sign has limits for {', '.join(map(in_words, usual.limits))}, and for no unknown spot.",
        )
    hours = settings.hours
    if hours is not None and not (type(hours) is tuple and len(hours) == 2 and all(map(is_whole, hours))):
        return Refusal(clauses.hours, "The hours of gaming are two minutes of the day.")
    return None


_KINDS = {int: "a whole number", str: "a word", bool: "true or false", Frozen: "a frozen table"}


def unknown_reading(readings: Mapping[str, tuple[str, tuple[str, ...], str]]) -> Refusal | None:
    """A setting, what it was set to, what it may be, and the clause it reads."""
    for name, (chosen, known, clause) in readings.items():
        if chosen not in known:
            return Refusal(clause, f"The setting {in_words(name)} is {one_of(known)}, not {in_words(chosen)!r}.")
    return None

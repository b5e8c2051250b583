"""The table of a house-game tournament: the game's settings by the conditions, with chips for money, and its order."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from pitboss.games.canberra.layout import PRIZES, CanberraSettings, JackpotSettings
from pitboss.games.command import Limit
from pitboss.games.frozen import Frozen
from pitboss.games.pays import Odds
from pitboss.games.play import Settings
from pitboss.games.pontoon.layout import TABLE_2, PontoonSettings, SuperBonus
from pitboss.games.ultimate.layout import UltimateSettings
from pitboss.kits import game_named
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import CANBERRA, HOUSE_GAMES, PONTOON, ULTIMATE, Chips, Conditions, Sessions
from pitboss.tournaments.event.rulesets import RULESETS
from pitboss.tournaments.event.state import Player

# The wagers that a player needs to take part, and those that may lie beside them.
OPENING: Mapping[str, tuple[str, ...]] = {ULTIMATE: ("ante", "blind"), PONTOON: ("main",), CANBERRA: ("ante",)}
SIDE: Mapping[str, tuple[str, ...]] = {ULTIMATE: ("trips",), PONTOON: ("perfect_pairs",), CANBERRA: ("jackpot",)}
# Where the game pays 3 to 2 or takes half, wagers must be even to come out in whole chips.
_HALVES = (ULTIMATE, PONTOON)
# Fixed amounts of a game are so many dollars: in a tournament as many chips.
_CENTS = 100
_MOST_TO_ONE = 500


# PON 20.5: the rules of the game that conditions may change.
_MAY_CHANGE = (
    *("decks", "shoe", "burn_on_new_shoe", "double_aces", "double_odds_scope", "split_bonus"),
    *("super_bonus_after_mixed_split", "dealer_pontoon_collects"),
)


class OutOfOrder(NamedTuple):
    """What follows from wagering out of order for the n-th time."""

    wager_stands: bool
    warned: bool
    may_void: bool


def wager_order(seats: Iterable[int], marker: int) -> tuple[int, ...]:
    """PON D-Starting Marker[s1], CAN D-Starting Marker[s1], UTH 16.16[s2], PON 20.15[s2], CAN 17.15[s2].

    The seat with the starting marker wagers first and the others follow clockwise: from 3 of five, 3, 4, 5, 1, 2. Where
    the marker lies at an empty seat, the next player clockwise is first.
    """
    clockwise = sorted(seats)
    return (*(seat for seat in clockwise if seat >= marker), *(seat for seat in clockwise if seat < marker))


def next_marker(seats: Iterable[int], marker: int) -> int:
    """PON D-Starting Marker[s2], CAN D-Starting Marker[s2]: after a round the marker moves to the next player."""
    order = wager_order(seats, marker + 1)
    return order[0] if order else marker


def round_start(stacks: Mapping[Player, Chips], minimum: Chips) -> tuple[Player, ...]:
    """UTH 16.15[s2], PON 20.14[s2], CAN 17.14[s2]: who cannot wager the minimum is out before the round."""
    return tuple(player for player, chips in stacks.items() if chips < minimum)


def out_of_order(times: int) -> OutOfOrder:
    """UTH 16.16[s4], PON 20.15[s4], CAN 17.15[s4]: it stands with a warning; on repetition it may be void."""
    return OutOfOrder(wager_stands=True, warned=True, may_void=times > 1)


def sessions_of(conditions: Conditions) -> Sessions:
    """UTH 16.3(a)(iii)(C): the conditions of play of a house game that the rules leave open; every event has some."""
    return conditions.sessions or Sessions()


def least_chips(conditions: Conditions) -> Chips:
    """UTH 16.15[s2], PON 20.14[s2], CAN 17.14[s2]: what the least wagers of a round take, ante and blind in UTH."""
    return sessions_of(conditions).least_wager * len(OPENING[conditions.game])


def table_settings(conditions: Conditions) -> Settings:
    """The settings of the game's table: limits and multiples of the conditions, side wagers where they have them."""
    sessions = sessions_of(conditions)
    usual, side = Limit(sessions.least_wager, sessions.most_wager), Limit(sessions.wager_step, sessions.most_wager)
    step, most = sessions.wager_step, _MOST_TO_ONE * sessions.most_wager
    boxes = conditions.seats
    if conditions.game == ULTIMATE:
        limits = Frozen({"ante": usual, "blind": usual, "trips": side})
        return UltimateSettings(boxes=boxes, limits=limits, wager_step=step, max_payout=most)
    if conditions.game == PONTOON:
        changed = changed_rules(conditions)
        settings = PontoonSettings(
            boxes=boxes,
            limits=Frozen({"main": usual, "perfect_pairs": side}),
            wager_step=step,
            smallest_float_chip=step,
            wagers_per_box=1,
            perfect_pairs=sessions.side_wagers,
            super_bonus=_super_bonus(sessions),
        )
        return settings if isinstance(changed, Refusal) else replace(settings, **changed)
    return CanberraSettings(
        boxes=boxes,
        limits=Frozen({"ante": usual}),
        wager_step=step,
        max_payout=most,
        jackpot=JackpotSettings(wager=step) if sessions.side_wagers else None,
        prizes=Frozen({row: prize._replace(least=prize.least // _CENTS) for row, prize in PRIZES.items()}),
    )


def changed_rules(conditions: Conditions) -> dict[str, Any] | Refusal:
    """PON 20.5: what approved conditions change of the rules of the game, for as long as the tournament lasts.

    Only what a Pontoon table can be set to at all, and not what Rule 20 itself says after that clause. UTH 16.3(b),
    CAN 17.3(b): elsewhere the rules beat the conditions.
    """
    told = sessions_of(conditions).game_rules.replace(",", " ").split()
    if told and RULESETS[conditions.ruleset].rules_beat_conditions:
        clause = {"UTH": "UTH 16.3(b)", "CAN": "CAN 17.3(b)"}.get(conditions.ruleset, "STAR 7.1")
        return Refusal(clause, "Conditions change no rule of this game: the rules prevail.", "game_rules")
    usual, changed = PontoonSettings(), {}
    for each in told:
        name, _, value = each.partition("=")
        if name not in _MAY_CHANGE:
            may = ", ".join(name.replace("_", " ") for name in _MAY_CHANGE)
            return Refusal("PON 20.5", f"Conditions may change {may}, and not {each!r}.", "game_rules")
        is_number = isinstance(getattr(usual, name), int)
        if is_number and not (value.isascii() and value.isdigit()):
            return Refusal("PON 20.5", f"{name.replace('_', ' ').capitalize()} is a whole number.", "game_rules")
        changed[name] = int(value) if is_number else value
    return changed


def most_after(conditions: Conditions, stack: Chips) -> Chips | None:
    """UTH 16.14, PON 20.13, CAN 17.13: no round makes more than this of a stack, by the best odds on all of it.

    None where a jackpot is open, which grows with every wager.
    """
    sessions, settings = sessions_of(conditions), table_settings(conditions)
    side = min(sessions.most_wager, stack) if sessions.side_wagers else 0
    # Ante, blind and the least further wager, or ante and bet, are three times an ante at least.
    ante = min(sessions.most_wager, stack // 3)
    if isinstance(settings, UltimateSettings):
        return stack + _best(settings.blind_pays, ante) + _best(settings.trips_pays, side) + ante + 4 * ante
    if isinstance(settings, PontoonSettings):
        bonus = settings.super_bonus
        extra = max(bonus.below, bonus.from_threshold, bonus.others)
        return stack + _best(settings.table_1, stack) + _best(settings.pairs_pay, side) + extra
    assert isinstance(settings, CanberraSettings)
    return None if settings.jackpot is not None else stack + ante + _best(settings.bet_pays, 2 * ante)


def _best(pays: Mapping[Any, Odds], wager: Chips) -> Chips:
    return max(odds.on(wager) for odds in pays.values())


def _super_bonus(sessions: Sessions) -> SuperBonus:
    """P-27: off, unless the conditions provide it; then as many chips as the table says dollars."""
    each = (TABLE_2.below, TABLE_2.from_threshold, TABLE_2.threshold, TABLE_2.others)
    return SuperBonus(*(amount // _CENTS if sessions.super_bonus else 0 for amount in each))


def limits_problem(conditions: Conditions) -> Refusal | None:
    """UTH 16.3(a)(vii), PON 20.4(g), CAN 17.3(a)(ix): what is wrong with the limits of a house-game tournament.

    PON 20.15[s1], CAN 17.15[s1]: the starting marker cannot be left out there.
    """
    rules, sessions = RULESETS[conditions.ruleset], conditions.sessions
    if conditions.game not in HOUSE_GAMES or "limits" not in rules.clauses:
        return Refusal(rules.clause("procedures"), f"{conditions.game} is not played against the house.", "game")
    clause = rules.clause("limits")
    if sessions is None:
        return Refusal(clause, "The conditions have no sessions.", "no_sessions")
    step = sessions.wager_step
    if not 0 < sessions.least_wager <= sessions.most_wager:
        return Refusal(clause, "The limits run from a least wager above nothing to a most one.", "limits")
    if step < 1 or sessions.least_wager % step or sessions.most_wager % step:
        return Refusal(clause, f"The limits must be multiples of {step}.", "limits")
    if conditions.game in _HALVES and step % 2:
        reason = f"Wagers in multiples of {step} do not always pay 3 to 2 in whole chips: the multiple must be even."
        return Refusal(clause, reason, "odd_step")
    if conditions.stack < least_chips(conditions):
        return Refusal(clause, "The starting stack does not cover the least wagers of one round.", "stack")
    if rules.marker_required and not sessions.marker:
        return Refusal(rules.clause("marker"), "A starting marker must be used.", "no_marker")
    changed = changed_rules(conditions)
    if isinstance(changed, Refusal):
        return changed
    return game_named(conditions.game).settings_error(table_settings(conditions))

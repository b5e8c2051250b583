"""What a hand may do by its place in the betting: as the opener of the first betting round, after it, and later."""

from collections.abc import Mapping

from pitboss.games.holdem.fast.mutable_round import AnyRound
from pitboss.games.holdem.settings import ANTE, HoldemSettings
from pitboss.games.holdem.state import PREFLOP
from pitboss.rulebook.refusal import Refusal

# What the opener of the first betting round may do, by the table's choice.
_OPENING: dict[str, dict[str, str]] = {
    "A": {"call": "HLD 10.2(a)(i)", "raise": "HLD 10.2(a)(ii)", "call_and_fold": "HLD 10.2(a)(iii)"},
    "B": {"call": "HLD 10.2(b)(i)", "raise": "HLD 10.2(b)(ii)", "fold": "HLD 10.2(b)(iii)"},
    "C": {"raise": "HLD 10.2(c)(i)", "fold": "HLD 10.2(c)(ii)"},
    ANTE: {"bet": "HLD 10.2(d)(i)"},
}
_FIRST_ROUND = {"call": "HLD 10.3(a)", "raise": "HLD 10.3(b)", "fold": "HLD 10.3(c)"}
_LATER = {
    "bet": "HLD 12.2(a)",
    "call": "HLD 12.3(a)",
    "raise": "HLD 12.3(b)",
    "check": "HLD 12.3(c)",
    "fold": "HLD 12.3(d)",
}
_LATER_OPENING = {**_LATER, "check": "HLD 12.2(b)", "fold": "HLD 12.2(c)"}
_OPTION_CLAUSES = {"A": "HLD 10.2(a)", "B": "HLD 10.2(b)", "C": "HLD 10.2(c)", ANTE: "HLD 10.2(d)"}


def is_opener(now: AnyRound) -> bool:
    """HLD 10.2: whether the hand whose turn it is opens the first betting round; folds out of turn open nothing.

    HLD 10.2(d): where there is no blind, the opening is for the next in turn until somebody has bet (R-05).
    """
    if now.street != PREFLOP:
        return False
    acted, call = now.acted, now.call
    if not acted or not call:
        return True
    if acted & ~now.folded or call > now.level:
        return False
    count, first = len(now.seats), now.last_blind + 1
    while first % count != now.turn and (now.tapped & ~now.folded) >> first % count & 1:
        first += 1
    return first % count == now.turn


def clauses_now(settings: HoldemSettings, now: AnyRound) -> Mapping[str, str]:
    """What the hand whose turn it is may do by its place in the betting, whatever the amounts, and by which clause."""
    if now.street != PREFLOP:
        return _LATER if now.acted else _LATER_OPENING
    acted, call = now.acted, now.call
    if acted and call and (call > now.level or acted & ~now.folded):
        # Somebody has called or raised, and there is no opener any more.
        return _FIRST_ROUND
    option = opening_option(settings, now)
    return _FIRST_ROUND if option is None else _OPENING[option]


def opening_option(settings: HoldemSettings, now: AnyRound) -> str | None:
    """HLD 10.2: the betting option that binds the hand whose turn it is, if it is the opener.

    Blind C asks for a raise; where all others are tapped out there is nobody to raise (HLD 9.6), and a call will do.
    """
    if not is_opener(now):
        return None
    if settings.structure == ANTE:
        return ANTE
    option = settings.opening_option
    if option != "C":
        return option
    alone = now.folded | now.tapped | 1 << now.turn == (1 << len(now.seats)) - 1
    return None if alone else option


def opener_may_not(settings: HoldemSettings, now: AnyRound, do: str) -> Refusal | None:
    """HLD 10.2: what the opening player cannot do under the betting option of the table."""
    option = opening_option(settings, now)
    if option is None or do in _OPENING[option]:
        return None
    allowed = " or ".join(_OPENING[option]).replace("_", " ")
    return Refusal(_OPTION_CLAUSES[option], f"The opening player must {allowed} here.")

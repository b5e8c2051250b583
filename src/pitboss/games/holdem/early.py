"""Out of turn: what an action shown too early binds its player to, once the skipped hands have acted.

Two rules, by the procedures of the table: HLD 17.6 in cash games, and the back-up rule of STAR 7.35 where a tournament
has it. The chips of such an action are not in the pot until the turn comes.
"""

from pitboss.games.holdem.settings import STAR, HoldemSettings
from pitboss.games.holdem.sizes import amount_words, wrong_size
from pitboss.games.holdem.state import Early, Round
from pitboss.games.play import Cents
from pitboss.rulebook.refusal import Refusal

MUST_CHECK, MAY_CALL, ALL_OPTIONS, STANDS = "HLD 17.6(a)", "HLD 17.6(b)", "HLD 17.6(c)", "HLD 17.6(d)"
BACKED_UP, ACTION_CHANGED = "STAR 7.35[s2]", "STAR 7.35[s4]"
_WAGERS = ("bet", "raise")


def early_of(now: Round, hand: int) -> Early | None:
    """What a hand has shown out of turn, if its turn has come with it."""
    return next((early for early in now.early if early.hand == hand), None)


def ruling_on(settings: HoldemSettings, now: Round, early: Early) -> str:
    """The paragraph that holds for an action out of turn now that its turn has come.

    HLD 17.6(a), HLD 17.6(b), HLD 17.6(c), HLD 17.6(d), R-20: totals of the betting round are compared, a call counts
    as a wager, the largest skipped wager decides; where one skipped hand checked and another folded, it is a check.
    STAR 7.35[s2], STAR 7.35[s3], STAR 7.35[s4]: it binds unless a skipped hand bet or raised.
    """
    if settings.procedures == STAR:
        return ACTION_CHANGED if now.call > early.before else BACKED_UP
    stayed = [
        now.bets[hand] for hand in range(len(now.seats)) if early.skipped >> hand & 1 and not now.folded >> hand & 1
    ]
    if not stayed:
        return STANDS
    if not max(stayed):
        return MUST_CHECK
    if early.do == "check":
        return ALL_OPTIONS if now.call > early.before else MUST_CHECK
    return MAY_CALL if max(stayed) <= early.to else ALL_OPTIONS


def binding(settings: HoldemSettings, now: Round, hand: int) -> Early | None:
    """The action out of turn that its hand now has to take, where it must be exactly that one and still can be."""
    early = early_of(now, hand)
    if early is None or ruling_on(settings, now, early) not in (STANDS, BACKED_UP):
        return None
    if early.do in _WAGERS and wrong_size(settings, now, hand, early.do, early.to):
        return None
    if early.do == "call" and now.call <= now.bets[hand]:
        return None
    return early


def bound_to(settings: HoldemSettings, now: Round, do: str, to: Cents) -> Refusal | None:
    """Why the hand whose turn it is may not do this, after it has acted out of turn."""
    early = early_of(now, now.turn)
    if early is None:
        return None
    ruling = ruling_on(settings, now, early)
    if ruling == MUST_CHECK:
        if do == "check" or now.call > now.bets[early.hand]:
            return None
        return Refusal(ruling, "The skipped player checked, so who bet out of turn must check.")
    if ruling in (ALL_OPTIONS, ACTION_CHANGED):
        return None
    held_to = binding(settings, now, early.hand)
    if held_to is None:
        if do in _WAGERS:
            return Refusal(ruling, "Who acted out of turn may call or fold here, but not raise.")
        return None
    if do == held_to.do and (do not in _WAGERS or to == held_to.to):
        return None
    shown = f"{held_to.do} to {amount_words(settings, held_to.to)}" if held_to.do in _WAGERS else held_to.do
    return Refusal(ruling, f"The action out of turn stands: {shown}.")


def stays_on_fold(settings: HoldemSettings, now: Round, hand: int) -> Cents:
    """HLD 17.6(c): what a hand that now folds leaves in the pot of the wager it showed out of turn."""
    early = early_of(now, hand)
    if early is None or early.do == "check" or ruling_on(settings, now, early) != ALL_OPTIONS:
        return 0
    return max(0, min(early.to - now.bets[hand], now.stacks[hand]))

"""Out of turn: what an action shown too early binds its player to, once the skipped hands have acted.

Two rules, by the procedures of the table: HLD 17.6 in cash games, and the back-up rule of STAR 7.35 where a tournament
has it. The chips of such an action are not in the pot until the turn comes.
"""

from pitboss.games.holdem.betting.sizes import amount_words, wrong_size
from pitboss.games.holdem.settings import STAR, HoldemSettings
from pitboss.games.holdem.state import PREFLOP, Early, Round
from pitboss.games.play import Cents
from pitboss.rulebook.refusal import Refusal

MUST_CHECK, MAY_CALL, ALL_OPTIONS, STANDS = "HLD 17.6(a)", "HLD 17.6(b)", "HLD 17.6(c)", "HLD 17.6(d)"
BACKED_UP, ACTION_CHANGED = "STAR 7.35[s2]", "STAR 7.35[s4]"
WAGERS = ("bet", "raise")
# To stand is what a check is before the flop.
PASSES = ("check", "stand")


def early_of(now: Round, hand: int) -> Early | None:
    """What a hand has shown out of turn, if its turn has come with it."""
    return next((early for early in now.early if early.hand == hand), None)


def ruling_on(settings: HoldemSettings, now: Round, early: Early) -> str:
    """The paragraph that holds for an action out of turn now that its turn has come.

    HLD 17.6(a), HLD 17.6(b), HLD 17.6(c), HLD 17.6(d), R-20: totals of the betting round are compared, a call counts as
    a wager, the largest skipped wager decides, also if its hand has been folded since; where one skipped hand checked
    and another folded, it is a check. A check out of turn binds unless there is a bet.
    STAR 7.35[s2], STAR 7.35[s3], STAR 7.35[s4]: it binds unless the amount to call is another one.
    """
    if settings.procedures == STAR:
        return BACKED_UP if now.call == early.before else ACTION_CHANGED
    raised = now.call > early.before
    wagered = [
        now.bets[hand] for hand in range(len(now.seats)) if early.skipped >> hand & 1 and not now.folded >> hand & 1
    ]
    most = max((*wagered, now.call) if raised else wagered, default=None)
    if most is None:
        return STANDS
    if not most or (early.do in PASSES and not raised):
        return MUST_CHECK
    return ALL_OPTIONS if most > early.to else MAY_CALL


def binding(settings: HoldemSettings, now: Round, hand: int) -> Early | None:
    """The action out of turn that its hand now has to take, where it must be exactly that one.

    A raise that nobody is left to call, or that has no such size any more, still holds its player to the call in it.
    """
    early = early_of(now, hand)
    if early is None or ruling_on(settings, now, early) not in (STANDS, BACKED_UP):
        return None
    do = "raise" if now.call else "bet"
    if early.do in WAGERS and wrong_size(settings, now, hand, do, early.to) is None:
        return early._replace(do=do)
    if now.call > now.bets[hand]:
        return early._replace(do="call")
    if now.street == PREFLOP and not now.call:
        # Nobody can pass the opening of an ante game, so that nothing is left to hold the player to.
        return None
    return early._replace(do="stand" if now.street == PREFLOP else "check")


def bound_to(settings: HoldemSettings, now: Round, do: str, to: Cents) -> Refusal | None:
    """Why the hand whose turn it is may not do this, after it has acted out of turn."""
    if not now.early:
        return None
    early = early_of(now, now.turn)
    if early is None:
        return None
    ruling = ruling_on(settings, now, early)
    if ruling == MUST_CHECK:
        if do in PASSES:
            return None
        return Refusal(ruling, "No skipped player has bet more, so who acted out of turn must check.")
    if ruling == MAY_CALL and do in WAGERS:
        return Refusal(ruling, "Who acted out of turn may call or fold here, but not raise.")
    held_to = binding(settings, now, early.hand)
    if held_to is None or (do == held_to.do and (do not in WAGERS or to == held_to.to)):
        return None
    shown = f"{held_to.do} to {amount_words(settings, held_to.to)}" if held_to.do in WAGERS else held_to.do
    return Refusal(ruling, f"The action out of turn stands: {shown}.")


def stays_on_fold(settings: HoldemSettings, now: Round, hand: int) -> Cents:
    """HLD 17.6(c): what a hand that now folds leaves in the pot of the wager it showed out of turn."""
    early = early_of(now, hand)
    if early is None or ruling_on(settings, now, early) != ALL_OPTIONS:
        return 0
    return min(early.to - now.bets[hand], now.stacks[hand])


def is_substantial(actions: tuple[str, ...], *, check_fold: bool = False) -> bool:
    """STAR D-Substantial Action, T-14: two actions in turn of which one puts chips in, or any three.

    `check_fold`: the reading by which a check and a fold are two such actions as well.
    """
    with_chips = any(do in ("call", *WAGERS) for do in actions)
    both = check_fold and "fold" in actions and any(do in ("check", "stand") for do in actions)
    return len(actions) > 2 or (len(actions) == 2 and (with_chips or both))

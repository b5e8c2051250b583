"""Wagers before the first card, and what the sign at the table makes of them when betting closes."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from pitboss.games.copies import new
from pitboss.games.house.felt import AnyState, BettingClosed, Placed, TakenBack
from pitboss.games.pays import not_accepted, void
from pitboss.games.play import (
    BETTING,
    RUNNING,
    Advice,
    Cents,
    Choice,
    Command,
    CommonClauses,
    Decision,
    Limit,
    Outcome,
    Result,
    Role,
    Stage,
    Verb,
    Wager,
    dollars,
    house_settings,
)
from pitboss.rulebook.refusal import Refusal

BELOW_MINIMUM = "below_minimum"
STAY, DAY = "stay", "day"


@dataclass(frozen=True, slots=True)
class Companion:
    """A wager that cannot stand alone: what must lie beside it, and what becomes of it otherwise."""

    needs: tuple[str, ...]
    clause: str
    result: Result = Result.RETURNED


@dataclass(frozen=True, slots=True)
class Layout:
    """The spots of a box: which wagers may be put down before the deal, and which of them bring cards.

    `fits` holds the game's own rules on placing: it sees the wagers of one player at one box as they would be.
    """

    clauses: CommonClauses
    kinds: tuple[str, ...]
    brings_cards: tuple[str, ...]
    companions: Mapping[str, Companion]
    fits: Callable[[AnyState, int, str, Mapping[str, Cents]], Refusal | None]
    unlimited: tuple[str, ...] = ()
    # The clause on a second wager where one lies, if the document has one.
    taken: str | None = None
    limits_box_total: Callable[[AnyState], bool] = lambda state: False
    only_minimum: Callable[[AnyState, str], str | None] = lambda state, player: None
    # Whether markers and the total of a box bear on a spot.
    is_on_box: Callable[[AnyState, str], bool] = lambda state, kind: True


def betting_verbs(layout: Layout) -> dict[str, Verb]:
    """Putting chips down, adding to them and taking them back, each before the first card only."""
    clauses, player = layout.clauses, (Role.PLAYER,)
    needs = ("seat", "wagers")
    return {
        "place": Verb(partial(_place, layout), clauses.place, player, needs, ("player",)),
        "increase": Verb(partial(_increase, layout), clauses.lock, player, needs, ("player",), (Stage.BETTING,)),
        "take_back": Verb(partial(_take_back, layout), clauses.lock, player, needs, ("player",), (Stage.BETTING,)),
    }


def betting_choices(state: AnyState, layout: Layout) -> tuple[Choice, ...]:
    """While betting is open any box may be wagered on, in the multiples displayed; not at a table that has closed."""
    if state.felt.stage is not BETTING or not state.house.is_open:
        return ()
    step = house_settings(state).wager_step
    return tuple(
        Choice(Role.PLAYER, "place", layout.clauses.place, seat, least=step, step=step, kinds=layout.kinds)
        for seat in range(1, state.settings.boxes + 1)
    )


def _place(layout: Layout, state: AnyState, command: Command) -> Decision:
    """Chips on spots that are empty so far."""
    return _not_now(layout, state) or _put_down(layout, state, command, more=False)


def _increase(layout: Layout, state: AnyState, command: Command) -> Decision:
    """More chips on spots where some lie."""
    return _not_now(layout, state) or _put_down(layout, state, command, more=True)


def _put_down(layout: Layout, state: AnyState, command: Command, *, more: bool) -> Decision:
    seat = command.seat or 0
    player = command.player or _only_player(state, seat)
    refusal = _wrong_spot(layout, state, player, command.wagers)
    if refusal:
        return refusal
    after = stakes_of(state.felt.wagers, seat, player)
    for kind, amount in command.wagers.items():
        if (kind in after) is not more:
            there = f"no {kind} of {player} to add to" if more else f"already {dollars(after[kind])} of {player}"
            clause = layout.clauses.spot if more else layout.taken or layout.clauses.spot
            return Refusal(clause, f"There is {there} on the {kind} spot of box {seat}.")
        after[kind] = after.get(kind, 0) + amount
    clause = layout.clauses.spot
    return layout.fits(state, seat, player, after) or tuple(
        [new(Placed, (seat, player, kind, amount, clause, None)) for kind, amount in command.wagers.items()]
    )


def _take_back(layout: Layout, state: AnyState, command: Command) -> Decision:
    """Chips back from a spot, all or some of them."""
    refusal = _not_now(layout, state, taking_back=True)
    if refusal:
        return refusal
    seat = command.seat or 0
    player = command.player or _only_player(state, seat)
    after = stakes_of(state.felt.wagers, seat, player)
    if not after:
        return Refusal(layout.clauses.spot, f"There is no wager{f' of {player}' if player else ''} at box {seat}.")
    for kind, amount in command.wagers.items():
        if amount > after.get(kind, 0):
            lies = f"{player} has {dollars(after.get(kind, 0))} on the {kind} spot of box {seat}"
            return Refusal(layout.clauses.spot, f"{lies}, not {dollars(amount)}.")
        after[kind] -= amount
    left = {kind: stake for kind, stake in after.items() if stake}
    taken = Counter(command.wagers) + Counter(_goes_along(layout, left))
    events = tuple(TakenBack(seat, player, kind, amount, layout.clauses.spot) for kind, amount in taken.items())
    return _odd_amount(layout, state, left) or (layout.fits(state, seat, player, left) if left else None) or events


def _goes_along(layout: Layout, left: dict[str, Cents]) -> dict[str, Cents]:
    """UTH 4.3: a side wager whose companion has been taken back does not stay behind, it goes back with it."""
    alone = {
        kind: left[kind]
        for kind, companion in layout.companions.items()
        if kind in left and kind not in layout.brings_cards and not all(need in left for need in companion.needs)
    }
    for kind in alone:
        del left[kind]
    return alone


def stakes_of(wagers: Iterable[Wager], seat: int, player: str) -> dict[str, Cents]:
    """What one player has on the spots of one box."""
    return {wager.kind: wager.stake for wager in wagers if wager.seat == seat and wager.player == player}


def _only_player(state: AnyState, seat: int) -> str:
    """Whose chips a command without a name moves: those already there, or whoever sits at the box."""
    for wager in state.felt.wagers:
        if wager.seat == seat:
            return wager.player
    return state.house.seated.get(seat, "")


def _not_now(layout: Layout, state: AnyState, *, taking_back: bool = False) -> Refusal | None:
    stage = state.felt.stage
    if stage is BETTING:
        if state.house.is_open or taking_back:
            return None
        return Refusal(layout.clauses.closure, "The table has closed: wagers may be taken back, and none are placed.")
    if stage in RUNNING:
        said = "The first card of the round is out: no wager is placed, changed or taken back now."
        return Refusal(layout.clauses.lock, said)
    return Refusal(layout.clauses.place, "Betting is not open.")


def _wrong_spot(layout: Layout, state: AnyState, player: str, wagers: Mapping[str, Cents]) -> Refusal | None:
    clauses = layout.clauses
    if not player:
        return Refusal(clauses.spot, "A wager needs a player.")
    if player in state.house.shut_out:
        return Refusal(clauses.shut_out, f"{player} has been excluded from the game.")
    for kind in wagers:
        if kind not in layout.kinds:
            spots = ", ".join(layout.kinds)
            return Refusal(clauses.spot, f"There is no spot for {kind!r} before the deal: the spots are {spots}.")
    return _odd_amount(layout, state, wagers)


def _odd_amount(layout: Layout, state: AnyState, wagers: Mapping[str, Cents]) -> Refusal | None:
    """UTH 5.3: an amount off the multiples displayed."""
    step = house_settings(state).wager_step
    for amount in wagers.values():
        if amount % step:
            reason = f"Wagers are made in multiples of {dollars(step)}; {dollars(amount)} is none."
            return Refusal(layout.clauses.multiples, reason)
    return None


def wagers_and_sign(state: AnyState) -> tuple[object, ...]:
    """What closing the betting rests on in any game; what a layout looks at beside it, the game adds."""
    house = state.house
    return state.felt.wagers, house.limits, house.markers, house.warned, house.shoe, state.settings


def close_betting(layout: Layout, state: AnyState, dealt_to: tuple[int, ...]) -> BettingClosed:
    """What goes back and what is live, box by box. A box that gets cards keeps its chips, rightly or not."""
    going: dict[int, Outcome] = {}
    short = _short_wagers(layout, state, going)
    _send_back_lone(layout, state.felt.wagers, dealt_to, going)
    advised: dict[str, Advice] = {}
    for index, advice in short:
        # A short wager that goes back all the same is not the one that is let pass.
        if index not in going:
            advised.setdefault(advice.player, advice)
    returned, told, clauses = tuple(going.values()), tuple(advised.values()), layout.clauses
    live = _live(layout, state, going)
    return new(BettingClosed, (returned, live, told, (), clauses.no_more_bets, clauses.above_maximum))


def _send_back_lone(
    layout: Layout, wagers: tuple[Wager, ...], keep: tuple[int, ...], going: dict[int, Outcome]
) -> None:
    """Adds to what goes back the wagers without their companions."""
    there = {wager[:3] for index, wager in enumerate(wagers) if index not in going}
    found = True
    while found:
        # What goes back may take away what another wager leaned on, so look again until nothing more goes.
        found = False
        for index, wager in enumerate(wagers):
            seat, player, kind = spot = wager[:3]
            companion = layout.companions.get(kind)
            if companion is None or index in going or seat in keep:
                continue
            for need in companion.needs:
                if (seat, player, need) not in there:
                    going[index] = _alone(wager, companion)
                    there.discard(spot)
                    found = True
                    break


def _alone(wager: Wager, companion: Companion) -> Outcome:
    needs = " and ".join(companion.needs)
    why = f"A {wager.kind.replace('_', ' ')} wager cannot stand without {needs}, so it goes back."
    return (void if companion.result is Result.VOID else not_accepted)(wager, companion.clause, why)


def _short_wagers(layout: Layout, state: AnyState, going: dict[int, Outcome]) -> list[tuple[int, Advice]]:
    """Below the minimum, ruling U-A4: once per player live and with advice, afterwards returned before the deal."""
    advised: list[tuple[int, Advice]] = []
    clause, limits = layout.clauses.below_minimum, state.house.limits
    for index, wager in enumerate(state.felt.wagers):
        limit = limits.get(wager.kind)
        if limit is None or wager.stake >= limit.least or wager.kind in layout.unlimited:
            continue
        if wager.player in state.house.warned:
            why = f"The minimum is {dollars(limit.least)} and {wager.player} has been told before: the wager goes back."
            going[index] = not_accepted(wager, clause, why)
        else:
            advised.append((index, Advice(wager.seat, wager.player, BELOW_MINIMUM, clause)))
    return advised


def most_on(layout: Layout, state: AnyState, wager: Wager) -> Cents:
    """The most that is live on a spot: the sign's maximum, or the higher one that a marker names."""
    house = state.house
    limit = house.limits.get(wager.kind)
    if limit is None or wager.kind in layout.unlimited:
        return wager.stake
    if layout.only_minimum(state, wager.player):
        return limit.least
    lifted = house.markers.get(wager.seat, 0)
    return lifted if lifted > limit.most and layout.is_on_box(state, wager.kind) else limit.most


def to_the_sign(state: AnyState, kind: str, at_risk: Cents) -> Cents:
    """U-A23, C-A34: a wager made after the deal follows the ante, unless the sign has a maximum for its spot."""
    limit = state.house.limits.get(kind)
    return at_risk if limit is None else min(at_risk, limit.most)


def _live(layout: Layout, state: AnyState, going: Mapping[int, Outcome]) -> tuple[tuple[int, Cents], ...]:
    """Above the maximum: live to the maximum. Where it binds the whole box, the last chips placed are cut first.

    Those of which less than all is live, by their place among the wagers.
    """
    cut: list[tuple[int, Cents]] = []
    on_spot: dict[tuple[int, str], Cents] = {}
    total = layout.limits_box_total(state)
    for index, wager in enumerate(state.felt.wagers):
        if index in going:
            continue
        most = most_on(layout, state, wager)
        if total and layout.is_on_box(state, wager.kind):
            spot = (wager.seat, wager.kind)
            before = on_spot.get(spot, 0)
            most = max(most - before, 0)
            on_spot[spot] = before + min(wager.stake, most)
        if most < wager.stake:
            cut.append((index, most))
    return tuple(cut)


def seats_with_cards(layout: Layout, wagers: Iterable[Wager]) -> tuple[int, ...]:
    """The boxes that hold every wager that brings cards, clockwise."""
    spots = {(wager.seat, wager.kind) for wager in wagers if wager.outcome is None}
    seats = {seat for seat, _ in spots}
    for kind in layout.brings_cards:
        seats = {seat for seat in seats if (seat, kind) in spots}
    return tuple(sorted(seats))


def limit_error(limits: Mapping[str, Limit], clause: str) -> Refusal | None:
    """What is wrong with the figures on a sign."""
    for kind, limit in limits.items():
        if not 0 < limit.least <= limit.most:
            least, most = dollars(limit.least), dollars(limit.most)
            return Refusal(clause, f"The limits of {kind} must run from above $0 upwards, not from {least} to {most}.")
    return None

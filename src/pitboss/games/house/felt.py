"""The wagers on the felt, in words all house games share: put down, raised, taken back, decided, void."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pitboss.cards.card import Card
from pitboss.games.copies import new, quick_to_copy
from pitboss.games.frozen import Frozen
from pitboss.games.pays import void
from pitboss.games.play import (
    BETTING,
    DEALING,
    OVER,
    Advice,
    Appliers,
    Cents,
    Felt,
    House,
    Outcome,
    Role,
    Stage,
    State,
    Wager,
)

AnyState = State[Any]
# As a round begins; made once, because every round begins so.
_EMPTY = Felt(stage=BETTING)


class RoundStarted(NamedTuple):
    """Betting is open for a new round; limits that were announced take effect."""

    number: int
    clause: str


class Shuffled(NamedTuple):
    """The cards are in the shoe, cut where a cut is due."""

    clause: str
    position: int | None = None


@quick_to_copy
class Placed(NamedTuple):
    """Chips put down on a spot, or added to those that lie there."""

    seat: int
    player: str
    wager: str
    amount: Cents
    clause: str
    hand: int | None = None


class TakenBack(NamedTuple):
    """Chips taken back from a spot before the first card."""

    seat: int
    player: str
    wager: str
    amount: Cents
    clause: str


@quick_to_copy
class BettingClosed(NamedTuple):
    """No more bets: what goes back unaccepted, what of each wager is live, and who must be told something."""

    returned: tuple[Outcome, ...]
    live: tuple[tuple[int, Cents], ...]
    advised: tuple[Advice, ...]
    plan: tuple[int, ...]
    clause: str
    limited_by: str | None = None


class Dealt(NamedTuple):
    """Cards out of the shoe, to the places next in the plan."""

    cards: tuple[Card, ...]
    clause: str


class Advised(NamedTuple):
    """A player is told something."""

    advice: Advice
    clause: str


class Decided(NamedTuple):
    """Wagers are paid, taken or handed back."""

    outcomes: tuple[Outcome, ...]
    clause: str


class WagersVoided(NamedTuple):
    """Some wagers without result: their stakes go back and what was paid on them is undone. `undone` as they were."""

    undone: tuple[Wager, ...]
    clause: str
    reason: str


class RoundVoided(NamedTuple):
    """Nobody wins: stakes go back and payments already made are undone. `undone` is the felt as it was."""

    clause: str
    reason: str
    undone: tuple[Wager, ...]


class RoundOver(NamedTuple):
    """The round has ended, settled or void."""

    result: str
    clause: str


class Recorded(NamedTuple):
    """Something that changes no money and no card, kept for the record: who, what and why."""

    what: str
    clause: str
    by: Role
    seat: int | None = None
    player: str | None = None
    reason: str | None = None


def wager_at(wagers: Iterable[Wager], seat: int, kind: str) -> Wager | None:
    """The wager on a spot that takes one."""
    for wager in wagers:
        if wager.seat == seat and wager.kind == kind:
            return wager
    return None


def open_wagers(wagers: Iterable[Wager], seat: int) -> tuple[Wager, ...]:
    """The undecided wagers of a box."""
    return tuple([wager for wager in wagers if wager.seat == seat and wager.outcome is None])


def net_by_player(outcomes: Iterable[Outcome]) -> dict[str, Cents]:
    """What each player won or lost over these wagers."""
    net: dict[str, Cents] = {}
    for outcome in outcomes:
        net[outcome.player] = net.get(outcome.player, 0) + outcome.net
    return net


def outcomes_of(state: AnyState) -> tuple[Outcome, ...]:
    """Every decided wager of the round, in the order the wagers were put down."""
    return tuple([wager.outcome for wager in state.felt.wagers if wager.outcome is not None])


def with_outcomes(wagers: tuple[Wager, ...], outcomes: tuple[Outcome, ...]) -> tuple[Wager, ...]:
    """The wagers with these results on them; a result without a wager, such as a bonus, is a row of its own."""
    left = {(*outcome[:3], outcome.hand): outcome for outcome in outcomes}
    after = []
    for wager in wagers:
        seat, player, kind, stake, at_risk, hand, _, limited_by = wager
        decided = left.pop((seat, player, kind, hand), None)
        if decided is not None:
            wager = new(Wager, (seat, player, kind, stake, at_risk, hand, decided, limited_by))
        after.append(wager)
    if left:
        after += [
            Wager(row.seat, row.player, row.wager, row.stake, row.at_risk, row.hand, row) for row in left.values()
        ]
    return tuple(after)


def with_live(wagers: tuple[Wager, ...], spot: tuple[int, str], at_risk: Cents, clause: str) -> tuple[Wager, ...]:
    """The wagers with so much live on one spot, and the clause that says so where it is less than the stake."""
    return tuple(
        wager._replace(at_risk=at_risk, limited_by=clause if at_risk < wager.stake else None)
        if (wager.seat, wager.kind) == spot
        else wager
        for wager in wagers
    )


def voided_wagers(wagers: tuple[Wager, ...], clause: str, why: str) -> tuple[Wager, ...]:
    """Every wager of the round without result, those already decided included; what never was accepted stays returned.

    A bonus has no stake to give back: it is simply undone.
    """
    return tuple(
        wager._replace(outcome=void(wager, clause, why)) if wager.was_accepted else wager
        for wager in wagers
        if wager.stake
    )


def with_felt(state: AnyState, felt: Felt) -> AnyState:
    """The state with another felt; written out, because a round does this at every step."""
    settings, house, _, play = state
    return new(State, (settings, house, felt, play))


def with_wagers(felt: Felt, wagers: tuple[Wager, ...]) -> Felt:
    """The felt with other wagers on it; written out, because a round does this at every step."""
    stage, _, plan, dealt, advised, shuffled, result, clause = felt
    return new(Felt, (stage, wagers, plan, dealt, advised, shuffled, result, clause))


def with_cards_dealt(felt: Felt, stage: Stage, dealt: tuple[Card, ...]) -> Felt:
    """The felt with these cards out of the shoe; written out, because a round does this at every step."""
    _, wagers, plan, _, advised, shuffled, result, clause = felt
    return new(Felt, (stage, wagers, plan, dealt, advised, shuffled, result, clause))


def _apply_placed(state: AnyState, event: Placed) -> AnyState:
    seat, player, kind, amount, _, hand = event
    felt = state.felt
    wagers = felt.wagers
    for index, wager in enumerate(wagers):
        if wager.kind == kind and wager.seat == seat and wager.player == player and wager.hand == hand:
            more = wager._replace(stake=wager.stake + amount, at_risk=wager.at_risk + amount)
            return with_felt(state, with_wagers(felt, (*wagers[:index], more, *wagers[index + 1 :])))
    placed = new(Wager, (seat, player, kind, amount, amount, hand, None, None))
    return with_felt(state, with_wagers(felt, (*wagers, placed)))


def _taken_back(state: AnyState, event: TakenBack) -> AnyState:
    wagers = []
    for wager in state.felt.wagers:
        if (wager.seat, wager.player, wager.kind) == event[:3]:
            wager = wager._replace(stake=wager.stake - event.amount, at_risk=wager.at_risk - event.amount)
        if wager.stake:
            wagers.append(wager)
    return state._replace(felt=state.felt._replace(wagers=tuple(wagers)))


def _betting_closed(state: AnyState, event: BettingClosed) -> AnyState:
    settings, house, felt, play = state
    _, wagers, _, dealt, advised, shuffled, result, clause = felt
    if event.live:
        changed = list(wagers)
        for index, at_risk in event.live:
            changed[index] = changed[index]._replace(at_risk=at_risk, limited_by=event.limited_by)
        wagers = tuple(changed)
    if event.returned:
        wagers = with_outcomes(wagers, event.returned)
    if event.advised:
        house = house._replace(warned=house.warned | {advice.player for advice in event.advised})
    advised += event.advised
    felt = new(Felt, (DEALING, wagers, event.plan, dealt, advised, shuffled, result, clause))
    return new(State, (settings, house, felt, play))


def _apply_advised(state: AnyState, event: Advised) -> AnyState:
    house = state.house._replace(warned=state.house.warned | {event.advice.player})
    return state._replace(house=house, felt=state.felt._replace(advised=(*state.felt.advised, event.advice)))


def _apply_decided(state: AnyState, event: Decided) -> AnyState:
    felt = state.felt
    return with_felt(state, with_wagers(felt, with_outcomes(felt.wagers, event.outcomes)))


def _wagers_voided(state: AnyState, event: WagersVoided) -> AnyState:
    outcomes = tuple(void(wager, event.clause, event.reason) for wager in event.undone)
    return state._replace(felt=state.felt._replace(wagers=with_outcomes(state.felt.wagers, outcomes)))


def _round_voided(state: AnyState, event: RoundVoided) -> AnyState:
    wagers = voided_wagers(state.felt.wagers, event.clause, event.reason)
    return state._replace(felt=state.felt._replace(wagers=wagers, clause=event.clause))


def round_over(state: AnyState, event: RoundOver) -> AnyState:
    settings, _, felt, play = state
    house = house_after(state, outcomes_of(state))
    _, wagers, _, dealt, advised, shuffled, _, clause = felt
    for _, player, kind, stake, _, _, outcome, _ in wagers:
        assert outcome is not None, f"The {kind} of {player} is left on the felt."
        assert outcome.stake == stake, f"The {kind} of {player} is not what was put down."
    felt = new(Felt, (OVER, wagers, (), dealt, advised, shuffled, event.result, clause))
    return new(State, (settings, house, felt, play))


def house_after(state: AnyState, outcomes: tuple[Outcome, ...]) -> House:
    """What a round leaves behind: what everybody has won or lost, and who has sat idle."""
    house = state.house
    results = {**house.results}
    for outcome in outcomes:
        player = outcome.player
        results[player] = results.get(player, 0) + outcome.net
    # It stands last in the house.
    left = _idle_rounds(state, outcomes), Frozen(results), outcomes
    return new(House, house[:-3] + left)


def _idle_rounds(state: AnyState, outcomes: tuple[Outcome, ...]) -> Mapping[str, int]:
    """UTH 15.7, CAN 16.7, PON 17.6: for how many rounds in a row each seated player has not wagered.

    Only rounds in which all the other seats were in use count.
    """
    house = state.house
    if not house.seated:
        return house.idle_rounds
    if len(house.seated) < state.settings.boxes:
        return Frozen({})
    wagered = {outcome.player for outcome in outcomes}
    idle = {
        player: 0 if player in wagered else house.idle_rounds.get(player, 0) + 1 for player in house.seated.values()
    }
    return Frozen(idle)


def _round_started(state: AnyState, event: RoundStarted) -> AnyState:
    settings, house, _, play = state
    if house.coming_limits is not None:
        house = house._replace(limits=house.coming_limits, coming_limits=None)
    # The number of the round stands third in the house.
    house = new(House, (*house[:2], event.number, *house[3:]))
    return new(State, (settings, house, _EMPTY, play))


def _apply_shuffled(state: AnyState, event: Shuffled) -> AnyState:
    stage, wagers, plan, dealt, advised, _, result, clause = state.felt
    return with_felt(state, new(Felt, (stage, wagers, plan, dealt, advised, True, result, clause)))


# What every house game applies in the same way; a game adds its own.
APPLIERS: Appliers = {
    RoundStarted: _round_started,
    Shuffled: _apply_shuffled,
    Placed: _apply_placed,
    TakenBack: _taken_back,
    BettingClosed: _betting_closed,
    Advised: _apply_advised,
    Decided: _apply_decided,
    WagersVoided: _wagers_voided,
    RoundVoided: _round_voided,
    RoundOver: round_over,
    Recorded: lambda state, event: state,
}

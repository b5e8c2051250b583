"""A round of Ultimate Texas Hold-em: the deal, three betting rounds, the dealer's declaration."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from pitboss.cards.card import UNSEEN, Card
from pitboss.cards.deck import ULTIMATE_DECK
from pitboss.games.copies import quick_to_copy
from pitboss.games.house.boxes import Standing, box_at, boxes_in
from pitboss.games.house.dealing import next_cards, one_too_many
from pitboss.games.house.faces import TurnedUp, apply_turned_up, turned_up
from pitboss.games.house.felt import APPLIERS as FELT_APPLIERS
from pitboss.games.house.felt import Dealt, RoundOver, RoundStarted, open_wagers, wager_at, with_outcomes
from pitboss.games.house.limits import to_the_sign
from pitboss.games.pays import lose
from pitboss.games.play import (
    COMMUNAL,
    DEALER,
    Appliers,
    Cents,
    Choice,
    Command,
    Decision,
    Events,
    Outcome,
    Role,
    RoutineStep,
    Stage,
    State,
    Wager,
    dollars,
    house_settings,
)
from pitboss.games.ultimate.layout import ANTE, BLIND, DEAL, PLAY
from pitboss.rulebook.refusal import Refusal


class Phase(StrEnum):
    """UTH D-Before the Flop, UTH D-After the Flop, UTH D-On the River: the stages of betting, then the dealer's."""

    BEFORE_FLOP = "before_flop"
    AFTER_FLOP = "after_flop"
    RIVER = "river"
    DECLARED = "declared"
    SETTLING = "settling"


@quick_to_copy
class Box(NamedTuple):
    """UTH D-Box: a position that was dealt to. Without ante and blind it holds cards by mistake."""

    seat: int
    player: str
    entitled: bool
    cards: tuple[Card, ...] = ()
    standing: Standing = Standing.DECIDING
    acted: bool = False
    played_at: Phase | None = None


@quick_to_copy
class Round(NamedTuple):
    """The game's part of a round: `shown` of the communal cards face up, `seen` are cards shown by accident.

    `turned` are the boxes whose hands a dealer has turned up and read before settling them.
    """

    phase: Phase = Phase.BEFORE_FLOP
    boxes: tuple[Box, ...] = ()
    communal: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    shown: int = 0
    seen: frozenset[tuple[int, Card]] = frozenset()
    shown_early: bool = False
    order: tuple[int, ...] = ()
    turned: frozenset[int] = frozenset()


Ultimate = State[Round]


class BettingStage(NamedTuple):
    """One chance to decide: the multiples of the ante that may be played, and the clauses of its options."""

    multiples: tuple[int, ...]
    clause: str
    fold: str
    check: str | None
    size: str
    words: str


STAGES = {
    Phase.BEFORE_FLOP: BettingStage((3, 4), "UTH 8.1", "UTH 8.1(a)", "UTH 8.1(b)", "UTH 8.1(c)(ii)", "3 or 4 times"),
    Phase.AFTER_FLOP: BettingStage((2,), "UTH 8.3", "UTH 8.3(a)", "UTH 8.3(b)", "UTH 8.3(c)(ii)", "twice"),
    Phase.RIVER: BettingStage((1,), "UTH 8.5", "UTH 8.5(a)", None, "UTH 8.5(b)(ii)", "equal to"),
}


class Checked(NamedTuple):
    seat: int
    clause: str


class Played(NamedTuple):
    """UTH D-Play Wager: the wager that continues; `at_risk` is the multiple of the ante as the maximum limits it."""

    seat: int
    player: str
    amount: Cents
    at_risk: Cents
    clause: str


class Folded(NamedTuple):
    """UTH D-Fold, UTH 8.6[s2]: the hand is out for good and all its wagers are lost."""

    seat: int
    standing: Standing
    outcomes: tuple[Outcome, ...]
    clause: str


class CommunalShown(NamedTuple):
    """UTH D-Flop, UTH D-Turn, UTH D-River: so many of the five lie face up, and betting goes on in this phase."""

    shown: int
    phase: Phase
    clause: str


class DealerDeclared(NamedTuple):
    """UTH 8.8(a), UTH 8.8(b), UTH 8.8(c): the dealer's two cards are up and the best hand is declared."""

    cards: tuple[Card, ...]
    clause: str


def due(state: Ultimate) -> tuple[int, ...]:
    """Whose decision is awaited: clockwise from the dealer's left, one after another (ruling U-A7)."""
    if state.felt.stage is not Stage.PLAYING or state.play.phase not in STAGES:
        return ()
    for box in state.play.boxes:
        if box.entitled and not box.acted and box.standing is Standing.DECIDING:
            return (box.seat,)
    return ()


def routine(state: Ultimate) -> RoutineStep | None:
    """What the dealer does next when no decision is awaited."""
    felt, play = state.felt, state.play
    if felt.stage in (Stage.BETTING, Stage.DEALING):
        return next_cards(DEAL, state)
    if felt.stage is not Stage.PLAYING or due(state):
        return None
    if play.phase is Phase.BEFORE_FLOP:
        return RoutineStep("show_flop", "UTH 8.2", faces=3 if UNSEEN in play.communal[:3] else 0)
    if play.phase is Phase.AFTER_FLOP:
        return RoutineStep("show_turn_and_river", "UTH 8.4", faces=2 if UNSEEN in play.communal[3:] else 0)
    if play.phase is Phase.RIVER:
        return RoutineStep("declare", "UTH 8.8", faces=2 if UNSEEN in play.dealer else 0)
    box = boxes_in(play, Standing.IN_PLAY)[-1]
    if UNSEEN in box.cards:
        return RoutineStep("turn_up", "UTH 9.3(a)", to=box.seat, faces=2)
    return RoutineStep("settle", "UTH 9.3")


def play_amounts(state: Ultimate, box: Box) -> tuple[Cents, ...]:
    """The play wagers open to a hand: multiples of the ante as it was placed."""
    ante = wager_at(state.felt.wagers, box.seat, ANTE)
    return tuple(multiple * ante.stake for multiple in STAGES[state.play.phase].multiples) if ante else ()


def player_choices(state: Ultimate) -> tuple[Choice, ...]:
    """UTH 8.1, UTH 8.3, UTH 8.5, UTH 9.1[s1]: fold, check where it is open, or play; and conceding at the end."""
    play = state.play
    for seat in due(state):
        box = box_at(play, seat)
        assert box is not None
        stage = STAGES[play.phase]
        fold = Choice(Role.PLAYER, "fold", stage.fold, seat, box.player)
        check = (Choice(Role.PLAYER, "check", stage.check, seat, box.player),) if stage.check else ()
        amounts = play_amounts(state, box)
        return (fold, *check, Choice(Role.PLAYER, "play", stage.size, seat, box.player, amounts=amounts))
    if state.felt.stage is Stage.PLAYING and play.phase is Phase.DECLARED:
        return tuple(
            Choice(Role.PLAYER, "concede", "UTH 9.1[s1]", box.seat, box.player)
            for box in boxes_in(play, Standing.IN_PLAY)
        )
    return ()


def may_decide(state: Ultimate, command: Command) -> Box | Refusal:
    """The hand whose turn it is, or why this one has nothing to decide."""
    play, felt = state.play, state.felt
    if felt.stage is not Stage.PLAYING:
        said = "The round is over." if felt.stage is Stage.OVER else "The cards have not all been dealt."
        return Refusal("UTH 8.1", said)
    stage = STAGES.get(play.phase) or STAGES[Phase.RIVER]
    box = box_at(play, command.seat)
    if box is None or not box.entitled:
        return Refusal(stage.clause, f"There is no hand with ante and blind at box {command.seat}.")
    if command.player is not None and command.player != box.player:
        return Refusal(stage.clause, f"The hand at box {box.seat} is played by {box.player}.")
    if box.standing is Standing.FOLDED:
        return Refusal("UTH 8.6[s2]", f"The hand at box {box.seat} has been folded and cannot come back.")
    if box.standing is Standing.VOID:
        return Refusal("UTH D-Void", f"The hand at box {box.seat} is void.")
    if box.standing is not Standing.DECIDING:
        # Rule 8.3 closes the round to those who played before the flop, Rule 8.5 to the others.
        before_flop = box.played_at is Phase.BEFORE_FLOP and play.phase in (Phase.BEFORE_FLOP, Phase.AFTER_FLOP)
        clause = "UTH 8.3" if before_flop else "UTH 8.5"
        return Refusal(clause, f"Box {box.seat} has made its wagers for this round.")
    if box.acted:
        clause = "UTH 13.5" if play.shown_early else stage.clause
        return Refusal(clause, f"Box {box.seat} has decided in this betting round and waits for the next.")
    turn = due(state)
    if turn != (box.seat,):
        reason = f"Box {turn[0]} decides before box {box.seat} (ruling U-A7)." if turn else "The betting is complete."
        return Refusal(stage.clause, reason)
    return box


def check(state: Ultimate, command: Command) -> Decision:
    """UTH D-Check, UTH 8.1(b), UTH 8.3(b): stay in without betting, on the first two chances only."""
    box = may_decide(state, command)
    if isinstance(box, Refusal):
        return box
    clause = STAGES[state.play.phase].check
    if clause is None:
        return Refusal("UTH 8.5", "On the river a hand plays or folds; it cannot check a third time.")
    return (Checked(box.seat, clause),)


def play_wager(state: Ultimate, command: Command) -> Decision:
    """UTH 8.1(c), UTH 8.3(c), UTH 8.5(b): the play wager, sized by the stage and the ante.

    Its size is checked against the ante as placed; live is the same multiple of the ante at risk (U-A12). Where a live
    table is recorded, the amount is taken as it lies and ruled on while settling (U-A11).
    """
    box = may_decide(state, command)
    if isinstance(box, Refusal):
        return box
    stage = STAGES[state.play.phase]
    ante = wager_at(state.felt.wagers, box.seat, ANTE)
    assert ante is not None
    amount = command.amount or 0
    if amount in play_amounts(state, box):
        at_risk = amount // ante.stake * ante.at_risk
    elif house_settings(state).entry_mode == "record":
        at_risk = amount
    else:
        reason = f"Play must be {stage.words} the ante of {dollars(ante.stake)}, not {dollars(amount)}."
        return Refusal(stage.size, reason)
    return (Played(box.seat, box.player, amount, to_the_sign(state, PLAY, at_risk), stage.size),)


def fold(state: Ultimate, command: Command) -> Decision:
    """UTH 8.1(a), UTH 8.3(a), UTH 8.5(a): give up the hand, and with it every wager (ruling U-A2)."""
    box = may_decide(state, command)
    if isinstance(box, Refusal):
        return box
    return give_up(state, box, Standing.FOLDED, STAGES[state.play.phase].fold)


def give_up(state: Ultimate, box: Box, standing: Standing, clause: str, because: str = "") -> Events:
    """The wagers of a hand that is given up are taken at once; the last one ends the round (ruling U-A16)."""
    rests_on = clause if clause.startswith(("UTH 9", "UTH 13")) else "UTH D-Fold"
    how = "conceded" if standing is Standing.CONCEDED else "folded"
    why = f"{because or 'The hand was ' + how}, and with it every wager is lost."
    lost = tuple(lose(wager, rests_on, why) for wager in open_wagers(state.felt.wagers, box.seat))
    event = Folded(box.seat, standing, lost, clause)
    others = boxes_in(state.play, Standing.DECIDING, Standing.IN_PLAY)
    if others == (box,) and not any_fault(_apply_folded(state, event)):
        return event, RoundOver("settled", "UTH D-Round of Play")
    return (event,)


def show_flop(state: Ultimate, command: Command) -> Decision:
    """UTH 8.2: when every hand has had its chance."""
    return _show(state, command, Phase.BEFORE_FLOP, CommunalShown(3, Phase.AFTER_FLOP, "UTH 8.2"))


def show_turn_and_river(state: Ultimate, command: Command) -> Decision:
    """UTH 8.4: the last two communal cards together."""
    return _show(state, command, Phase.AFTER_FLOP, CommunalShown(5, Phase.RIVER, "UTH 8.4"))


def _show(state: Ultimate, command: Command, during: Phase, event: CommunalShown) -> Decision:
    if state.felt.stage is not Stage.PLAYING or state.play.phase is not during:
        return Refusal(event.clause, "These communal cards are not to be shown now.")
    waiting = due(state)
    if waiting:
        return Refusal(event.clause, f"Box {waiting[0]} has not decided yet.")
    turns = slice(state.play.shown, event.shown)
    read = turned_up(state, COMMUNAL, turns, command, ULTIMATE_DECK, event.clause)
    return read if isinstance(read, Refusal) else (*read, event)


def declare(state: Ultimate, command: Command) -> Decision:
    """UTH 8.8: when all have bet or folded and five cards are up; not while something is wrong with the deal."""
    if state.felt.stage is not Stage.PLAYING or state.play.phase is not Phase.RIVER or due(state):
        return Refusal("UTH 8.8", "The dealer declares when every hand has played or folded and five cards are up.")
    fault = any_fault(state)
    if fault:
        return fault
    read = turned_up(state, DEALER, slice(0, None), command, ULTIMATE_DECK, "UTH 8.8")
    if isinstance(read, Refusal):
        return read
    return (*read, DealerDeclared(command.cards if read else state.play.dealer, "UTH 8.8"))


def turn_up(state: Ultimate, command: Command) -> Decision:
    """UTH 9.3(a): a continuing hand at a live table, turned up and read before it is settled."""
    box = box_at(state.play, command.seat)
    if state.felt.stage is not Stage.PLAYING or state.play.phase not in (Phase.DECLARED, Phase.SETTLING):
        return Refusal("UTH 9.3(a)", "Hands are turned up after the dealer has declared.")
    if box is None or not box.entitled or box.standing is not Standing.IN_PLAY or UNSEEN not in box.cards:
        return Refusal("UTH 9.3(a)", f"There is no continuing hand to turn up at box {command.seat}.")
    return turned_up(state, box.seat, slice(0, None), command, ULTIMATE_DECK, "UTH 9.3(a)")


def any_fault(state: Ultimate) -> Refusal | None:
    """What a supervisor must rule on before a round can be settled: a hand too many, one missing, a foreign card.

    UTH 13.1 for a box with wagers and no cards, UTH 13.6 for one with cards and no wagers (ruling U-A13), UTH 13.7; and
    UTH D-Blind where a live table has an ante and a blind of different amounts (ruling U-A14).
    """
    unequal = _unequal_blind(state)
    if unequal:
        return unequal
    for box in state.play.boxes:
        if not box.entitled and box.standing is Standing.DECIDING:
            return Refusal("UTH 13.6", f"Box {box.seat} holds cards without ante and blind: a supervisor must rule.")
    seats = {box.seat for box in state.play.boxes}
    for wager in state.felt.wagers:
        if wager.outcome is None and wager.seat not in seats:
            return Refusal("UTH 13.1", f"Box {wager.seat} has wagered and holds no cards: a supervisor must rule.")
    return card_out_twice(state)


def card_out_twice(state: Ultimate) -> Refusal | None:
    """UTH 13.7: nothing is settled on a card that has come out twice."""
    if one_too_many(ULTIMATE_DECK, state.felt.dealt) is None:
        return None
    return Refusal("UTH 13.7", "A card has come out twice: a supervisor must rule.")


def _unequal_blind(state: Ultimate) -> Refusal | None:
    for box in boxes_in(state.play, Standing.DECIDING, Standing.IN_PLAY):
        ante, blind = (wager_at(state.felt.wagers, box.seat, kind) for kind in (ANTE, BLIND))
        if ante is not None and blind is not None and ante.stake != blind.stake:
            amounts = f"an ante of {dollars(ante.stake)} and a blind of {dollars(blind.stake)}"
            return Refusal("UTH D-Blind", f"Box {box.seat} has {amounts}: a supervisor must rule.")
    return None


def _apply_dealt(state: Ultimate, event: Dealt) -> Ultimate:
    """UTH D-Hole Cards, UTH D-Communal Cards: each card to the next place of the plan."""
    felt, play = state.felt, state.play
    start = len(felt.dealt)
    boxes = {box.seat: box for box in play.boxes or _boxes(felt.plan, felt.wagers)}
    communal, dealer = play.communal, play.dealer
    for place, card in zip(felt.plan[start:], event.cards, strict=False):
        if place == COMMUNAL:
            communal += (card,)
        elif place == DEALER:
            dealer += (card,)
        else:
            box = boxes[place]
            boxes[place] = box._replace(cards=(*box.cards, card))
    play = play._replace(boxes=tuple(boxes.values()), communal=communal, dealer=dealer)
    dealt = felt.dealt + event.cards
    stage = Stage.PLAYING if len(dealt) == len(felt.plan) else Stage.DEALING
    return State(state.settings, state.house, felt._replace(dealt=dealt, stage=stage), play)


def _boxes(plan: tuple[int, ...], wagers: tuple[Wager, ...]) -> Iterable[Box]:
    """The boxes of a deal, clockwise, with those who own their wagers."""
    for seat in sorted({place for place in plan if place > 0}):
        there = [wager for wager in wagers if wager.seat == seat and wager.outcome is None]
        kinds = {wager.kind for wager in there}
        yield Box(seat, there[0].player if there else "", entitled={ANTE, BLIND} <= kinds)


def with_box(play: Round, seat: int, standing: Standing, *, played_at: Phase | None = None) -> Round:
    """The round with one hand standing otherwise, its decision made."""
    return play._replace(
        boxes=tuple(
            box._replace(standing=standing, acted=True, played_at=played_at or box.played_at)
            if box.seat == seat
            else box
            for box in play.boxes
        )
    )


def _apply_played(state: Ultimate, event: Played) -> Ultimate:
    limited_by = "UTH 5.5" if event.at_risk < event.amount else None
    wager = Wager(event.seat, event.player, PLAY, event.amount, event.at_risk, limited_by=limited_by)
    play = with_box(state.play, event.seat, Standing.IN_PLAY, played_at=state.play.phase)
    return State(state.settings, state.house, state.felt._replace(wagers=(*state.felt.wagers, wager)), play)


def _apply_folded(state: Ultimate, event: Folded) -> Ultimate:
    felt = state.felt._replace(wagers=with_outcomes(state.felt.wagers, event.outcomes))
    return State(state.settings, state.house, felt, with_box(state.play, event.seat, event.standing))


def _communal_shown(state: Ultimate, event: CommunalShown) -> Ultimate:
    boxes = tuple(box._replace(acted=False) if box.standing is Standing.DECIDING else box for box in state.play.boxes)
    play = state.play._replace(shown=event.shown, phase=event.phase, boxes=boxes, shown_early=False)
    return state._replace(play=play)


def _round_started(state: Ultimate, event: RoundStarted) -> Ultimate:
    after: Ultimate = FELT_APPLIERS[RoundStarted](state, event)
    return after._replace(play=Round())


APPLIERS: Appliers = {
    RoundStarted: _round_started,
    Dealt: _apply_dealt,
    Checked: lambda state, event: state._replace(play=with_box(state.play, event.seat, Standing.DECIDING)),
    Played: _apply_played,
    Folded: _apply_folded,
    CommunalShown: _communal_shown,
    DealerDeclared: lambda state, event: state._replace(play=state.play._replace(phase=Phase.DECLARED)),
    TurnedUp: apply_turned_up,
}

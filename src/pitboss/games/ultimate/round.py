"""A round of Ultimate Texas Hold-em: the deal, three betting rounds, the dealer's declaration."""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from pitboss.cards.card import UNSEEN, Card
from pitboss.cards.deck import ULTIMATE_DECK
from pitboss.games.copies import new, quick_to_copy
from pitboss.games.house.boxes import CONCEDED, DECIDING, FOLDED, IN_PLAY, Standing, box_at, boxes_in
from pitboss.games.house.dealing import next_cards, one_too_many
from pitboss.games.house.faces import TurnedUp, apply_turned_up, turned_up
from pitboss.games.house.felt import APPLIERS as FELT_APPLIERS
from pitboss.games.house.felt import (
    Dealt,
    RoundOver,
    RoundStarted,
    open_wagers,
    wager_at,
    with_cards_dealt,
    with_outcomes,
    with_wagers,
)
from pitboss.games.house.limits import to_the_sign
from pitboss.games.pays import lose
from pitboss.games.play import (
    BETTING,
    COMMUNAL,
    DEALER,
    DEALING,
    OVER,
    PLAYING,
    Appliers,
    Cents,
    Choice,
    Command,
    Decision,
    Events,
    Outcome,
    Role,
    RoutineStep,
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


BEFORE_FLOP, AFTER_FLOP, RIVER, DECLARED, SETTLING = Phase


@quick_to_copy
class Box(NamedTuple):
    """UTH D-Box: a position that was dealt to. Without ante and blind it holds cards by mistake."""

    seat: int
    player: str
    entitled: bool
    cards: tuple[Card, ...] = ()
    standing: Standing = DECIDING
    acted: bool = False
    played_at: Phase | None = None


@quick_to_copy
class Round(NamedTuple):
    """The game's part of a round: `shown` of the communal cards face up, `seen` are cards shown by accident.

    `turned` are the boxes whose hands a dealer has turned up and read before settling them.
    """

    phase: Phase = BEFORE_FLOP
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
    BEFORE_FLOP: BettingStage((3, 4), "UTH 8.1", "UTH 8.1(a)", "UTH 8.1(b)", "UTH 8.1(c)(ii)", "3 or 4 times"),
    AFTER_FLOP: BettingStage((2,), "UTH 8.3", "UTH 8.3(a)", "UTH 8.3(b)", "UTH 8.3(c)(ii)", "twice"),
    RIVER: BettingStage((1,), "UTH 8.5", "UTH 8.5(a)", None, "UTH 8.5(b)(ii)", "equal to"),
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


_CONTINUING = (DECIDING, IN_PLAY)
ROUND_OVER = RoundOver("settled", "UTH D-Round of Play")
_FLOP, _TURN_AND_RIVER = CommunalShown(3, AFTER_FLOP, "UTH 8.2"), CommunalShown(5, RIVER, "UTH 8.4")
_SHOW_FLOP = RoutineStep("show_flop", "UTH 8.2")
_SHOW_TURN_AND_RIVER = RoutineStep("show_turn_and_river", "UTH 8.4")
_DECLARE = RoutineStep("declare", "UTH 8.8")
_SETTLE = RoutineStep("settle", "UTH 9.3")


def _next_to_decide(state: Ultimate) -> Box | None:
    """The hand whose turn it is: clockwise from the dealer's left, one after another (ruling U-A7)."""
    play = state.play
    if state.felt.stage is PLAYING and play.phase in STAGES:
        for box in play.boxes:
            if not box.acted and box.standing is DECIDING and box.entitled:
                return box
    return None


def due(state: Ultimate) -> tuple[int, ...]:
    """Whose decision is awaited."""
    box = _next_to_decide(state)
    return () if box is None else (box.seat,)


def routine(state: Ultimate) -> RoutineStep | None:
    """What the dealer does next when no decision is awaited."""
    stage, play = state.felt.stage, state.play
    if stage is not PLAYING:
        return next_cards(DEAL, state) if stage is BETTING or stage is DEALING else None
    if _next_to_decide(state) is not None:
        return None
    if play.phase is BEFORE_FLOP:
        return _SHOW_FLOP._replace(faces=3) if UNSEEN in play.communal[:3] else _SHOW_FLOP
    if play.phase is AFTER_FLOP:
        return _SHOW_TURN_AND_RIVER._replace(faces=2) if UNSEEN in play.communal[3:] else _SHOW_TURN_AND_RIVER
    if play.phase is RIVER:
        return _DECLARE._replace(faces=2) if UNSEEN in play.dealer else _DECLARE
    box = boxes_in(play, IN_PLAY)[-1]
    if UNSEEN in box.cards:
        return RoutineStep("turn_up", "UTH 9.3(a)", to=box.seat, faces=2)
    return _SETTLE


def play_amounts(phase: Phase, ante: Cents) -> tuple[Cents, ...]:
    """The play wagers open to a hand: multiples of the ante as it was placed."""
    return tuple([multiple * ante for multiple in STAGES[phase].multiples])


def player_choices(state: Ultimate) -> tuple[Choice, ...]:
    """UTH 8.1, UTH 8.3, UTH 8.5, UTH 9.1[s1]: fold, check where it is open, or play; and conceding at the end."""
    play = state.play
    box = _next_to_decide(state)
    if box is not None:
        ante = wager_at(state.felt.wagers, box.seat, ANTE)
        return _decisions(play.phase, box.seat, box.player, ante.stake if ante else 0)
    if state.felt.stage is PLAYING and play.phase is DECLARED:
        return tuple([_conceding(box.seat, box.player) for box in boxes_in(play, IN_PLAY)])
    return ()


# Offered again in round after round, whatever the cards.
@lru_cache(maxsize=1 << 10)
def _decisions(phase: Phase, seat: int, player: str, ante: Cents) -> tuple[Choice, ...]:
    stage = STAGES[phase]
    fold = Choice(Role.PLAYER, "fold", stage.fold, seat, player)
    check = (Choice(Role.PLAYER, "check", stage.check, seat, player),) if stage.check else ()
    amounts = play_amounts(phase, ante) if ante else ()
    return (fold, *check, Choice(Role.PLAYER, "play", stage.size, seat, player, amounts=amounts))


@lru_cache(maxsize=1 << 10)
def _conceding(seat: int, player: str) -> Choice:
    return Choice(Role.PLAYER, "concede", "UTH 9.1[s1]", seat, player)


def may_decide(state: Ultimate, command: Command) -> Box | Refusal:
    """The hand whose turn it is, or why this one has nothing to decide."""
    box = _next_to_decide(state)
    if box is not None and box.seat == command.seat and (command.player is None or command.player == box.player):
        return box
    return _why_not(state, command, box)


def _why_not(state: Ultimate, command: Command, turn: Box | None) -> Refusal:
    """Why a hand has nothing to decide while it is the turn of another, or of none."""
    play, felt = state.play, state.felt
    if felt.stage is not PLAYING:
        said = "The round is over." if felt.stage is OVER else "The cards have not all been dealt."
        return Refusal("UTH 8.1", said)
    stage = STAGES.get(play.phase) or STAGES[RIVER]
    box = box_at(play, command.seat)
    if box is None or not box.entitled:
        return Refusal(stage.clause, f"There is no hand with ante and blind at box {command.seat}.")
    if command.player is not None and command.player != box.player:
        return Refusal(stage.clause, f"The hand at box {box.seat} is played by {box.player}.")
    if box.standing is FOLDED:
        return Refusal("UTH 8.6[s2]", f"The hand at box {box.seat} has been folded and cannot come back.")
    if box.standing is Standing.VOID:
        return Refusal("UTH D-Void", f"The hand at box {box.seat} is void.")
    if box.standing is not DECIDING:
        # Rule 8.3 closes the round to those who played before the flop, Rule 8.5 to the others.
        before_flop = box.played_at is BEFORE_FLOP and play.phase in (BEFORE_FLOP, AFTER_FLOP)
        clause = "UTH 8.3" if before_flop else "UTH 8.5"
        return Refusal(clause, f"Box {box.seat} has made its wagers for this round.")
    if box.acted:
        clause = "UTH 13.5" if play.shown_early else stage.clause
        return Refusal(clause, f"Box {box.seat} has decided in this betting round and waits for the next.")
    reason = f"Box {turn.seat} decides before box {box.seat} (ruling U-A7)." if turn else "The betting is complete."
    return Refusal(stage.clause, reason)


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
    if amount in play_amounts(state.play.phase, ante.stake):
        at_risk = amount // ante.stake * ante.at_risk
    elif house_settings(state).entry_mode == "record":
        at_risk = amount
    else:
        reason = f"Play must be {stage.words} the ante of {dollars(ante.stake)}, not {dollars(amount)}."
        return Refusal(stage.size, reason)
    return (new(Played, (box.seat, box.player, amount, to_the_sign(state, PLAY, at_risk), stage.size)),)


def fold(state: Ultimate, command: Command) -> Decision:
    """UTH 8.1(a), UTH 8.3(a), UTH 8.5(a): give up the hand, and with it every wager (ruling U-A2)."""
    box = may_decide(state, command)
    if isinstance(box, Refusal):
        return box
    return give_up(state, box, FOLDED, STAGES[state.play.phase].fold)


def give_up(state: Ultimate, box: Box, standing: Standing, clause: str, because: str = "") -> Events:
    """The wagers of a hand that is given up are taken at once; the last one ends the round (ruling U-A16)."""
    rests_on = clause if clause.startswith(("UTH 9", "UTH 13")) else "UTH D-Fold"
    how = "conceded" if standing is CONCEDED else "folded"
    why = f"{because or 'The hand was ' + how}, and with it every wager is lost."
    lost = tuple([lose(wager, rests_on, why) for wager in open_wagers(state.felt.wagers, box.seat)])
    event = new(Folded, (box.seat, standing, lost, clause))
    others = boxes_in(state.play, *_CONTINUING)
    if others == (box,) and not any_fault(state, but=box.seat):
        return event, ROUND_OVER
    return (event,)


def show_flop(state: Ultimate, command: Command) -> Decision:
    """UTH 8.2: when every hand has had its chance."""
    return _show(state, command, BEFORE_FLOP, _FLOP)


def show_turn_and_river(state: Ultimate, command: Command) -> Decision:
    """UTH 8.4: the last two communal cards together."""
    return _show(state, command, AFTER_FLOP, _TURN_AND_RIVER)


def _show(state: Ultimate, command: Command, during: Phase, event: CommunalShown) -> Decision:
    if state.felt.stage is not PLAYING or state.play.phase is not during:
        return Refusal(event.clause, "These communal cards are not to be shown now.")
    waiting = _next_to_decide(state)
    if waiting is not None:
        return Refusal(event.clause, f"Box {waiting.seat} has not decided yet.")
    turns = slice(state.play.shown, event.shown)
    read = turned_up(state, COMMUNAL, turns, command, ULTIMATE_DECK, event.clause)
    return read if isinstance(read, Refusal) else (*read, event)


def declare(state: Ultimate, command: Command) -> Decision:
    """UTH 8.8: when all have bet or folded and five cards are up; not while something is wrong with the deal."""
    if state.felt.stage is not PLAYING or state.play.phase is not RIVER or _next_to_decide(state):
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
    if state.felt.stage is not PLAYING or state.play.phase not in (DECLARED, SETTLING):
        return Refusal("UTH 9.3(a)", "Hands are turned up after the dealer has declared.")
    if box is None or not box.entitled or box.standing is not IN_PLAY or UNSEEN not in box.cards:
        return Refusal("UTH 9.3(a)", f"There is no continuing hand to turn up at box {command.seat}.")
    return turned_up(state, box.seat, slice(0, None), command, ULTIMATE_DECK, "UTH 9.3(a)")


def any_fault(state: Ultimate, but: int | None = None) -> Refusal | None:
    """What a supervisor must rule on before a round can be settled: a hand too many, one missing, a foreign card.

    UTH 13.1 for a box with wagers and no cards, UTH 13.6 for one with cards and no wagers (ruling U-A13), UTH 13.7; and
    UTH D-Blind where a live table has an ante and a blind of different amounts (ruling U-A14). `but` is a box whose
    hand is being given up, which nothing is settled for.
    """
    boxes, wagers = state.play.boxes, state.felt.wagers
    unequal = _unequal_blind(boxes, wagers, but)
    if unequal:
        return unequal
    for box in boxes:
        if not box.entitled and box.standing is DECIDING:
            return Refusal("UTH 13.6", f"Box {box.seat} holds cards without ante and blind: a supervisor must rule.")
    seats = {box.seat for box in boxes}
    for wager in wagers:
        if wager.outcome is None and wager.seat not in seats:
            return Refusal("UTH 13.1", f"Box {wager.seat} has wagered and holds no cards: a supervisor must rule.")
    return card_out_twice(state)


def card_out_twice(state: Ultimate) -> Refusal | None:
    """UTH 13.7: nothing is settled on a card that has come out twice."""
    if one_too_many(ULTIMATE_DECK, state.felt.dealt) is None:
        return None
    return Refusal("UTH 13.7", "A card has come out twice: a supervisor must rule.")


def _unequal_blind(boxes: Iterable[Box], wagers: tuple[Wager, ...], but: int | None) -> Refusal | None:
    for box in boxes:
        if box.standing not in _CONTINUING or not box.entitled or box.seat == but:
            continue
        ante, blind = wager_at(wagers, box.seat, ANTE), wager_at(wagers, box.seat, BLIND)
        if ante is not None and blind is not None and ante.stake != blind.stake:
            amounts = f"an ante of {dollars(ante.stake)} and a blind of {dollars(blind.stake)}"
            return Refusal("UTH D-Blind", f"Box {box.seat} has {amounts}: a supervisor must rule.")
    return None


def _apply_dealt(state: Ultimate, event: Dealt) -> Ultimate:
    """UTH D-Hole Cards, UTH D-Communal Cards: each card to the next place of the plan."""
    settings, house, felt, play = state
    plan, dealt = felt.plan, felt.dealt
    given: dict[int, tuple[Card, ...]] = {}
    for place, card in zip(plan[len(dealt) :] if dealt else plan, event.cards, strict=False):
        given[place] = (*given[place], card) if place in given else (card,)
    phase, boxes, communal, dealer, shown, seen, shown_early, order, turned = play
    boxes = tuple(
        [
            new(Box, (seat, player, entitled, cards + given.get(seat, ()), standing, acted, played_at))
            for seat, player, entitled, cards, standing, acted, played_at in boxes or _boxes(plan, felt.wagers)
        ]
    )
    communal += given.get(COMMUNAL, ())
    dealer += given.get(DEALER, ())
    play = new(Round, (phase, boxes, communal, dealer, shown, seen, shown_early, order, turned))
    dealt += event.cards
    felt = with_cards_dealt(felt, PLAYING if len(dealt) == len(plan) else DEALING, dealt)
    return new(State, (settings, house, felt, play))


def _boxes(plan: tuple[int, ...], wagers: tuple[Wager, ...]) -> list[Box]:
    """The boxes of a deal, clockwise, with those who own their wagers."""
    boxes = []
    for seat in sorted({*plan} - {COMMUNAL, DEALER}):
        there = open_wagers(wagers, seat)
        kinds = [wager.kind for wager in there]
        boxes.append(Box(seat, there[0].player if there else "", ANTE in kinds and BLIND in kinds))
    return boxes


def with_box(play: Round, seat: int, standing: Standing, *, played_at: Phase | None = None) -> Round:
    """The round with one hand standing otherwise, its decision made."""
    boxes = []
    for box in play.boxes:
        if box.seat == seat:
            _, player, entitled, cards, _, _, before = box
            box = new(Box, (seat, player, entitled, cards, standing, True, played_at or before))
        boxes.append(box)
    return new(Round, (play.phase, tuple(boxes), *play[2:]))


def _apply_checked(state: Ultimate, event: Checked) -> Ultimate:
    settings, house, felt, play = state
    return new(State, (settings, house, felt, with_box(play, event.seat, DECIDING)))


def _apply_played(state: Ultimate, event: Played) -> Ultimate:
    seat, player, amount, at_risk, _ = event
    settings, house, felt, play = state
    limited_by = "UTH 5.5" if at_risk < amount else None
    wager = new(Wager, (seat, player, PLAY, amount, at_risk, None, None, limited_by))
    felt = with_wagers(felt, (*felt.wagers, wager))
    return new(State, (settings, house, felt, with_box(play, seat, IN_PLAY, played_at=play.phase)))


def _apply_folded(state: Ultimate, event: Folded) -> Ultimate:
    settings, house, felt, play = state
    felt = with_wagers(felt, with_outcomes(felt.wagers, event.outcomes))
    return new(State, (settings, house, felt, with_box(play, event.seat, event.standing)))


def _communal_shown(state: Ultimate, event: CommunalShown) -> Ultimate:
    """Whoever has not bet has another chance."""
    settings, house, felt, play = state
    boxes = tuple([box._replace(acted=False) if box.standing is DECIDING else box for box in play.boxes])
    _, _, communal, dealer, _, seen, _, order, turned = play
    play = new(Round, (event.phase, boxes, communal, dealer, event.shown, seen, False, order, turned))
    return new(State, (settings, house, felt, play))


def _apply_declared(state: Ultimate, event: DealerDeclared) -> Ultimate:
    settings, house, felt, play = state
    return new(State, (settings, house, felt, new(Round, (DECLARED, *play[1:]))))


def _round_started(state: Ultimate, event: RoundStarted) -> Ultimate:
    settings, house, felt, _ = FELT_APPLIERS[RoundStarted](state, event)
    return new(State, (settings, house, felt, _NEW))


_NEW = Round()
APPLIERS: Appliers = {
    RoundStarted: _round_started,
    Dealt: _apply_dealt,
    Checked: _apply_checked,
    Played: _apply_played,
    Folded: _apply_folded,
    CommunalShown: _communal_shown,
    DealerDeclared: _apply_declared,
    TurnedUp: apply_turned_up,
}

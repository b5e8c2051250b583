"""Between rounds, and above them: opening, limits, markers, cards and shoes, seats, rulings of the operator.

Every house game has these commands; only the numbers of the clauses differ, and a game hands them in.
"""

from collections.abc import Callable
from functools import partial

from pitboss.cards.deck import Deck, check_cards
from pitboss.games.copies import new
from pitboss.games.frozen import Frozen
from pitboss.games.house.dealing import AUTOMATED, CARD_SHOE, cards_not_ready
from pitboss.games.house.events import (
    CardsChanged,
    CardsChecked,
    LimitsAnnounced,
    MarkerPlaced,
    Seated,
    ShoeReplaced,
    ShutOut,
    TableClosed,
    TableOpened,
)
from pitboss.games.house.felt import AnyState, Recorded, RoundOver, RoundStarted, RoundVoided, TakenBack, WagersVoided
from pitboss.games.house.limits import limit_error
from pitboss.games.play import (
    BETWEEN,
    IDLE,
    OVER,
    RUNNING,
    Command,
    CommonClauses,
    Decision,
    Events,
    Role,
    Stage,
    Verb,
    dollars,
)
from pitboss.rulebook.refusal import Refusal

DeckInUse = Callable[[AnyState], Deck]

MOST_IDLE_ROUNDS = 3
MINUTES_IN_A_DAY = 24 * 60


def house_verbs(clauses: CommonClauses, deck: DeckInUse) -> dict[str, Verb]:
    """The commands of the people who run the table, with the document's clauses."""
    c = clauses

    def verb(
        decide: Callable[..., Decision],
        clause: str,
        *roles: Role,
        needs: tuple[str, ...] = (),
        stages: tuple[Stage, ...] | None = None,
    ) -> Verb:
        return Verb(partial(decide, clauses), clause, roles, needs, stages=stages, of_round=decide is _void_wagers)

    operator, supervisor, dealer = Role.OPERATOR, Role.SUPERVISOR, Role.DEALER
    return {
        "open_table": verb(_open_table, c.hours, operator, supervisor),
        "close_table": verb(_close_table, c.closure, operator, supervisor, needs=("reason",)),
        "check_cards": Verb(
            partial(_check_cards, c, deck),
            c.card_check,
            (dealer, supervisor),
            ("cards",),
            stages=BETWEEN,
            of_round=False,
        ),
        "count_cards": verb(_count_cards, c.count_cards, supervisor),
        "change_cards": verb(_change_cards, c.change_cards, operator, supervisor, stages=BETWEEN),
        "replace_shoe": verb(_replace_shoe, c.replace_shoe, operator, supervisor, needs=("shoe",), stages=BETWEEN),
        "announce_limits": verb(_announce_limits, c.limits, operator, supervisor, needs=("limits",)),
        "place_marker": verb(_place_marker, c.marker, supervisor, operator, needs=("seat", "amount"), stages=BETWEEN),
        "lift_marker": verb(_lift_marker, c.marker, supervisor, operator, needs=("seat",), stages=BETWEEN),
        "start_round": verb(_start_round, c.place, dealer, stages=(Stage.IDLE, Stage.OVER)),
        "sit": verb(_sit, c.spot, Role.PLAYER, dealer, needs=("seat", "player"), stages=tuple(Stage)),
        "leave": verb(_leave, c.spot, Role.PLAYER, dealer, needs=("seat",), stages=tuple(Stage)),
        "vacate_seat": verb(_vacate_seat, c.idle_seat, supervisor, operator, needs=("seat",)),
        "exclude_player": verb(_exclude, c.shut_out, operator, supervisor, needs=("player", "reason")),
        "readmit_player": verb(_readmit, c.shut_out, operator, supervisor, needs=("player",)),
        "void_wagers": verb(
            _void_wagers, c.void_wagers, operator, supervisor, needs=("player", "reason"), stages=RUNNING
        ),
        "record_dispute": verb(_record_dispute, c.dispute, operator, supervisor, needs=("reason", "ruling")),
    }


def void_events(state: AnyState, clause: str, reason: str) -> Events:
    """The round ends without a result: the dictionaries' Void, every stake back and every payment undone."""
    return RoundVoided(clause, reason, state.felt.wagers), RoundOver("void", clause)


def is_running(state: AnyState) -> bool:
    """From the first card to the end of the round."""
    return state.felt.stage in RUNNING


def not_running(clauses: CommonClauses, state: AnyState) -> Refusal | None:
    """Only a round that has begun and not ended can still be void."""
    if is_running(state):
        return None
    if state.felt.stage is Stage.OVER:
        return Refusal(clauses.round_of_play, "The round has ended, and its results stand.")
    return Refusal(clauses.round_of_play, "No card of a round has been dealt.")


def void_verb(clauses: CommonClauses) -> Verb:
    """The operator's power to end a round without a result."""
    roles = (Role.OPERATOR, Role.SUPERVISOR)
    return Verb(partial(void_round, clauses), clauses.impractical, roles, (), ("reason", "clause"), RUNNING)


def void_round(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    """A disturbance, fraud, or a game that cannot go on: void, until the round has ended."""
    grounds = {
        "disturbance": (clauses.disturbance, "The game was disturbed, so the operator has made the round void."),
        "fraud": (clauses.impractical, "Fraud has touched the round, so the operator has made it void."),
        "impractical": (clauses.impractical, "The game could not go on, so the operator has made the round void."),
    }
    named = (name for name, (clause, _) in grounds.items() if clause == command.clause)
    reason = command.reason or next(named, "nothing")
    ground = grounds.get(reason)
    if ground is None:
        return Refusal(clauses.impractical, f"A round is void for {' or '.join(grounds)}, not for {reason}.")
    clause, why = ground
    if command.clause not in (None, clause, clauses.impractical):
        return Refusal(clause, f"A round is void for {reason} by {clause}, not by {command.clause}.")
    # Whatever disturbs a game may also make it impractical to go on.
    clause = command.clause or clause
    too_late = not_running(clauses, state)
    return Refusal(clause, too_late.reason) if too_late else void_events(state, clause, why)


def _between_rounds(clauses: CommonClauses, state: AnyState, what: str, clause: str) -> Refusal | None:
    if is_running(state):
        return Refusal(clause, f"{what} between rounds only; this round has begun.")
    return None


def _open_table(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    if state.house.is_open:
        return Refusal(clauses.hours, "The table is open already.")
    opened = TableOpened(clauses.hours)
    if not state.house.closing_check_is_due:
        return (opened,)
    missed = "the cards were not checked when the table closed"
    return Recorded("closing_check_missed", clauses.card_check, command.by, reason=missed), opened


def _close_table(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    """Early closing on notice; a round that has begun is played to its end."""
    if not state.house.is_open:
        return Refusal(clauses.closure, "The table is closed already.")
    return (TableClosed(clauses.closure, command.reason or ""),)


def _check_cards(clauses: CommonClauses, deck: DeckInUse, state: AnyState, command: Command) -> Decision:
    """One by one, before gaming starts and at its end; replacement cards by supervisor and dealer both."""
    refusal = _between_rounds(clauses, state, "The cards are checked", clauses.card_check)
    if refusal:
        return refusal
    found = check_cards(command.cards, deck(state))
    if not found.is_complete:
        return Refusal(clauses.deck, f"The cards are not right: {found}")
    return (CardsChecked(command.by, clauses.card_check),)


def _count_cards(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    """At any time the supervisor may have the cards counted."""
    return (Recorded("count_cards", clauses.count_cards, command.by, reason=command.reason),)


def _change_cards(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    refusal = _between_rounds(clauses, state, "Cards are changed", clauses.change_cards)
    return refusal or (CardsChanged(clauses.replacement_check),)


def _replace_shoe(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    """UTH D-Automated shuffling shoe, UTH D-Card Shoe, UTH 2.2(a), UTH 2.2(b), PON D-Shoe, CAN D-Shoe: another shoe.

    After the round, by either kind of shoe, and always with new cards.
    """
    if command.shoe not in (CARD_SHOE, AUTOMATED):
        return Refusal(clauses.replace_shoe, f"A shoe is {CARD_SHOE} or {AUTOMATED}, not {command.shoe!r}.")
    refusal = _between_rounds(clauses, state, "The shoe is replaced", clauses.replace_shoe)
    return refusal or (
        ShoeReplaced(command.shoe, clauses.replace_shoe),
        CardsChanged(clauses.replacement_check),
    )


def _announce_limits(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    """Notice comes first; the round being bet on or played keeps its limits."""
    limits = command.limits or {}
    unknown = next((kind for kind in limits if kind not in state.house.limits), None)
    if unknown is not None:
        return Refusal(clauses.limits, f"The sign has no limits for {unknown!r}.")
    coming = state.house.coming_limits or state.house.limits
    return limit_error(limits, clauses.limits) or (LimitsAnnounced(Frozen({**coming, **limits}), clauses.limits),)


def _place_marker(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    """A higher maximum for one box, named by the marker beside it."""
    seat, amount = command.seat or 0, command.amount or 0
    highest = max((limit.most for limit in state.house.limits.values()), default=0)
    if amount <= highest:
        reason = f"A marker names more than the maximum of {dollars(highest)}, not {dollars(amount)}."
        return Refusal(clauses.marker, reason)
    refusal = _between_rounds(clauses, state, "A marker is placed", clauses.marker)
    return refusal or (MarkerPlaced(seat, amount, clauses.marker),)


def _lift_marker(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    seat = command.seat or 0
    if seat not in state.house.markers:
        return Refusal(clauses.marker, f"There is no marker at box {seat}.")
    refusal = _between_rounds(clauses, state, "A marker is lifted", clauses.marker)
    return refusal or (MarkerPlaced(seat, 0, clauses.marker),)


def _start_round(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    """Opens the betting, once everything that must come before a round has been done."""
    house, hours = state.house, state.settings.hours
    stage = state.felt.stage
    if stage is not OVER and stage is not IDLE:
        return Refusal(clauses.place, "A round is being bet on or played.")
    if not house.is_open:
        return Refusal(clauses.hours, "The table is not open.")
    if hours is not None and not _within(hours, command.minute):
        return Refusal(clauses.hours, "No round is started outside the hours of gaming.")
    return cards_not_ready(clauses, state) or (new(RoundStarted, (house.round + 1, clauses.place)),)


def _within(hours: tuple[int, int], minute: int | None) -> bool:
    """Whether a minute of the day lies in the hours of gaming, which may run past midnight."""
    if minute is None or not 0 <= minute < MINUTES_IN_A_DAY:
        return False
    opens, closes = hours
    return opens <= minute < closes if opens < closes else minute >= opens or minute < closes


def _sit(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    seat, player = command.seat or 0, command.player or ""
    taken = state.house.seated.get(seat)
    if taken is not None:
        return Refusal(clauses.spot, f"Box {seat} is taken by {taken}.")
    if player in state.house.seated.values():
        return Refusal(clauses.spot, f"{player} sits at another box.")
    if player in state.house.shut_out:
        return Refusal(clauses.shut_out, f"{player} has been excluded from the game.")
    if is_running(state) and any(wager.seat == seat and wager.player != player for wager in state.felt.wagers):
        # Whoever sits at a box sees its cards.
        return Refusal(clauses.spot, f"The hand at box {seat} belongs to somebody else until the round is over.")
    return (Seated(seat, player, clauses.spot),)


def _leave(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    seat = command.seat or 0
    if seat not in state.house.seated:
        return Refusal(clauses.spot, f"Nobody sits at box {seat}.")
    if command.player not in (None, state.house.seated[seat]):
        return Refusal(clauses.spot, f"{state.house.seated[seat]} sits at box {seat}, not {command.player}.")
    return (Seated(seat, None, clauses.spot),)


def _vacate_seat(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    """Three rounds without a wager while every other seat is taken: the seat may be given to somebody else."""
    seat, house = command.seat or 0, state.house
    player = house.seated.get(seat)
    if player is None:
        return Refusal(clauses.idle_seat, f"Nobody sits at box {seat}.")
    if len(house.seated) < state.settings.boxes:
        return Refusal(clauses.idle_seat, "A seat is given up only while all the others are taken.")
    idle = house.idle_rounds.get(player, 0)
    if idle < MOST_IDLE_ROUNDS:
        return Refusal(clauses.idle_seat, f"{player} has sat out {idle} rounds in a row, not {MOST_IDLE_ROUNDS}.")
    return (Seated(seat, None, clauses.idle_seat),)


def _exclude(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    """A rule-breaker may be shut out of the game; the wagers of this round are a ruling of their own."""
    player = command.player or ""
    if player in state.house.shut_out:
        return Refusal(clauses.shut_out, f"{player} is excluded already.")
    # Who is shut out before the first card is not dealt in: the chips go back.
    chips = state.felt.wagers if state.felt.stage is Stage.BETTING else ()
    mine = [wager for wager in chips if wager.player == player]
    back = (TakenBack(wager.seat, player, wager.kind, wager.stake, clauses.shut_out) for wager in mine)
    return (*back, ShutOut(player, True, clauses.shut_out))


def _readmit(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    player = command.player or ""
    if player not in state.house.shut_out:
        return Refusal(clauses.shut_out, f"{player} is not excluded.")
    return (ShutOut(player, False, clauses.shut_out),)


def _void_wagers(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    """A rule-breaker's wagers may be declared void: handed back, never forfeited."""
    refusal = not_running(clauses, state)
    return refusal or void_wagers_of(state, command.player or "", clauses.void_wagers)


def void_wagers_of(state: AnyState, player: str, clause: str) -> Decision:
    """All wagers of one player in the round go back, whatever had become of them."""
    # What has gone back already is no longer on the felt.
    mine = tuple(wager for wager in state.felt.wagers if wager.player == player and wager.stake and wager.was_accepted)
    if not mine:
        return Refusal(clause, f"{player} has no wager in this round.")
    why = "The supervisor has declared the wagers of this player void: they go back."
    return (WagersVoided(mine, clause, why),)


def _record_dispute(clauses: CommonClauses, state: AnyState, command: Command) -> Decision:
    """The operator's decision is final; the regulator may review it on request."""
    said = f"{command.reason}: {command.ruling}"
    return (Recorded("dispute", clauses.dispute, command.by, command.seat, command.player, said),)

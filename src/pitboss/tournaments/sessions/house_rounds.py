"""A round of a house game at a tournament table: the game as it is, with tournament chips for money.

UTH 16.1, PON 20.1, CAN 17.1: the rules of the game apply, and those of the tournament beside them. The wrapper sees to
the order of wagering, to the minimum that everybody risks, and that nobody wagers more chips than the stack holds.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.games.command import Command, Role, shape_fault
from pitboss.games.frozen import Frozen
from pitboss.games.house.felt import TakenBack
from pitboss.games.house.limits import stakes_of
from pitboss.games.money import FELT, moves
from pitboss.games.money import player as account_of
from pitboss.games.play import Choice, Decision, Event, Events, Stage, State
from pitboss.kits import game_named
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import Chips, Conditions
from pitboss.tournaments.event.rulesets import RULESETS
from pitboss.tournaments.event.state import Player
from pitboss.tournaments.sessions import house_tables
from pitboss.tournaments.sessions.house_wagers import (
    HouseRound,
    OutOfOrderVoided,
    WagerOutOfOrder,
    WagerRequested,
    chips_in_hand,
    in_turn,
    is_complete,
    wagers_open,
)

_WAGERING = ("place", "increase", "take_back")
_DIRECTOR = (Role.SUPERVISOR, Role.OPERATOR)


def begin(
    conditions: Conditions,
    table: State[Any],
    seats: Mapping[int, Player],
    stacks: Mapping[Player, Chips],
    marker: int | None = None,
    warned: frozenset[Player] = frozenset(),
) -> HouseRound | Refusal:
    """Opens the betting of a round at a table of the game, for these players with these stacks.

    PON 20.15[s1], CAN 17.15[s1]: with the starting marker; UTH 16.16[s1] leaves it to the conditions.
    """
    rules, sessions = RULESETS[conditions.ruleset], house_tables.sessions_of(conditions)
    short = house_tables.round_start(
        {player: stacks[player] for player in seats.values()}, house_tables.least_chips(conditions)
    )
    if short:
        reason = f"{short[0]} cannot wager the minimum of {sessions.least_wager:,} and is out before the round."
        return Refusal(rules.clause("cannot_cover"), reason, "cannot_cover")
    if marker is None and (sessions.marker or rules.marker_required):
        return Refusal(rules.clause("marker"), "A starting marker shows who wagers first.", "no_marker")
    game = game_named(conditions.game)
    started = game.act(table, Command(Role.DEALER, "start_round"))
    if isinstance(started, Refusal):
        return started
    order = house_tables.wager_order(seats, marker or 1)
    return HouseRound(started[0], conditions, Frozen(seats), Frozen(stacks), order, warned=warned)


def decide(round_: HouseRound, command: Command) -> Decision:
    """The events that follow from a command at the table, or why there are none: the tournament's rules, the game's."""
    own = _OWN.get(command.do) if type(command.do) is str else None
    wrong = shape_fault(command)
    if wrong:
        return Refusal(round_.rules.clause("procedures"), wrong, "misshapen")
    if own is not None:
        return own(round_, command)
    command = _with_player(round_, command)
    refusal = _refuse_wager(round_, command)
    answer = refusal or round_.game.decide(round_.state, command)
    if isinstance(answer, Refusal):
        return answer
    refusal = _against(round_, command, answer)
    if refusal:
        return refusal
    return (*answer, *_advice_events(round_, command))


def apply(round_: HouseRound, event: Event) -> HouseRound:
    """The round after an event; no rule is asked again."""
    if isinstance(event, WagerRequested):
        return round_._replace(asked=event.asked)
    if isinstance(event, WagerOutOfOrder):
        player = frozenset((event.player,))
        repeated = round_.repeated | player if event.may_void else round_.repeated
        return round_._replace(early=round_.early | {event.seat}, warned=round_.warned | player, repeated=repeated)
    if isinstance(event, OutOfOrderVoided):
        player = frozenset((event.player,))
        return round_._replace(sitting_out=round_.sitting_out | player, repeated=round_.repeated - player)
    return round_._replace(state=round_.game.apply(round_.state, event))


def act(round_: HouseRound, command: Command) -> tuple[HouseRound, Events] | Refusal:
    """Decides a command and applies what follows."""
    events = decide(round_, command)
    if isinstance(events, Refusal):
        return events
    for event in events:
        round_ = apply(round_, event)
    return round_, events


def choices(round_: HouseRound) -> tuple[Choice, ...]:
    """What players may do now, without what their chips cannot cover; nothing is said about what is wise.

    CAN 17.17: the prompt lists what is allowed in the order of the rules, whatever the cards are.
    """
    if round_.state.felt.stage is Stage.BETTING:
        return tuple(wagers_open(round_))
    offered = (_covered_choice(round_, choice) for choice in round_.game.choices(round_.state))
    return tuple(choice for choice in offered if choice is not None)


def _covered_choice(round_: HouseRound, choice: Choice) -> Choice | None:
    """A choice of the game with the amounts that the player's chips cover; None where they cover nothing of it."""
    chips = chips_in_hand(round_, choice.player or "")
    if choice.amounts:
        amounts = tuple(amount for amount in choice.amounts if amount <= chips)
        return choice._replace(amounts=amounts) if amounts else None
    if choice.least is None:
        return choice
    most = chips // choice.step * choice.step
    most = most if choice.most is None else min(choice.most, most)
    return choice._replace(most=most) if most >= choice.least else None


def _with_player(round_: HouseRound, command: Command) -> Command:
    """A wager without a name is that of whoever sits at the box."""
    if command.do in _WAGERING and command.player is None and type(command.seat) is int:
        return command._replace(player=round_.seats.get(command.seat))
    return command


def _refuse_wager(round_: HouseRound, command: Command) -> Refusal | None:
    """UTH 16.3(a)(vii), PON 20.4(h), CAN 17.3(a)(vii): side wagers only where the conditions have them.

    UTH 16.9[s3], PON 20.7, CAN 17.7[s2]: and nobody wagers but at the seat assigned.
    """
    if command.do not in _WAGERING:
        return None
    rules, side = round_.rules, house_tables.SIDE[round_.conditions.game]
    if not round_.sessions.side_wagers and any(kind in side for kind in command.wagers):
        reason = f"The conditions of the tournament have no {side[0].replace('_', ' ')} wagers."
        return Refusal(rules.clause("side_wagers"), reason, "no_side_wagers")
    if command.player is None or round_.seats.get(command.seat or 0) != command.player:
        reason = f"{command.player or 'Nobody'} does not sit at seat {command.seat}: players keep the seats assigned."
        return Refusal(rules.clause("moves"), reason, "not_your_seat")
    return None


def _against(round_: HouseRound, command: Command, events: Events) -> Refusal | None:
    """What the tournament has against something that the game allows."""
    refusal = _beyond_stack(round_, events)
    if refusal:
        return refusal
    if command.do in _WAGERING:
        return _not_in_turn(round_, command) or _off_limits(round_, command, events)
    if command.do == "deal" and round_.state.felt.stage is Stage.BETTING:
        return _not_all_wagered(round_)
    return None


def _beyond_stack(round_: HouseRound, events: Events) -> Refusal | None:
    """UTH 16.14, PON 20.13, CAN 17.13: chips come from the own stack and from nowhere else, later wagers included."""
    puts_down: dict[str, Chips] = {}
    for event in events:
        for move in moves(event, round_.game.movers):
            if move.target == FELT:
                puts_down[move.source] = puts_down.get(move.source, 0) + move.amount
    for player in round_.seats.values():
        amount, chips = puts_down.get(account_of(player), 0), chips_in_hand(round_, player)
        if amount > chips:
            reason = f"{player} has {chips:,} chips left and cannot put down {amount:,}."
            return Refusal(round_.rules.clause("chips"), reason, "not_enough_chips")
    return None


def _not_in_turn(round_: HouseRound, command: Command) -> Refusal | None:
    """UTH 16.16[s3], PON 20.15[s3], CAN 17.15[s3]: after the turn a wager may not be changed; before it, only placed.

    UTH 16.17, PON 20.16, CAN 17.16: the turn is over when the dealer has asked the next player. A wager out of order
    stands, so that it is not changed either.
    """
    seat = command.seat or 0
    if not in_turn(round_) or seat == round_.turn:
        return None
    player = round_.seats[seat]
    past = round_.order.index(seat) < round_.asked
    stands = seat in round_.early and (command.do != "place" or is_complete(round_, seat))
    if past or stands or player in round_.sitting_out:
        reason = f"The turn of {player} to wager is over, and the wager may not be changed."
        return Refusal(round_.rules.clause("fixed"), reason, "fixed")
    if command.do != "place":
        return Refusal(round_.rules.clause("order"), f"{player} has not been asked to wager yet.", "not_asked")
    return None


def _off_limits(round_: HouseRound, command: Command, events: Events) -> Refusal | None:
    """UTH 16.15[s1], PON 20.14[s1], CAN 17.14[s1]: at least the minimum, without the leniency of the game.

    UTH 16.3(a)(vii), PON 20.4(g), CAN 17.3(a)(ix): and no more than the limits of the conditions.
    """
    sessions, after = round_.sessions, round_.state
    for event in events:
        after = round_.game.apply(after, event)
    opening = house_tables.OPENING[round_.conditions.game]
    for kind, stake in stakes_of(after.felt.wagers, command.seat or 0, command.player or "").items():
        if kind in opening and stake < sessions.least_wager:
            reason = f"Every player risks at least the minimum of {sessions.least_wager:,} in each round."
            return Refusal(round_.rules.clause("minimum"), reason, "below_minimum")
        if stake > sessions.most_wager:
            reason = f"The table limit is {sessions.most_wager:,}, and {stake:,} is more."
            return Refusal(round_.rules.clause("limits"), reason, "above_maximum")
    return None


def _not_all_wagered(round_: HouseRound) -> Refusal | None:
    """UTH 16.15[s1], PON 20.14[s1], CAN 17.14[s1]: everybody wagers in each round before the first card."""
    for seat in round_.order:
        player = round_.seats[seat]
        if player not in round_.sitting_out and not is_complete(round_, seat):
            return _incomplete(round_, seat)
    return None


def _incomplete(round_: HouseRound, seat: int) -> Refusal:
    reason = f"{round_.seats[seat]} has not wagered the minimum yet."
    return Refusal(round_.rules.clause("minimum"), reason, "no_wager")


def _advice_events(round_: HouseRound, command: Command) -> Events:
    """UTH 16.16[s4], PON 20.15[s4], CAN 17.15[s4]: a wager before its turn stands, and its player is advised."""
    seat = command.seat or 0
    if command.do != "place" or not in_turn(round_) or seat == round_.turn or seat in round_.early:
        return ()
    player = round_.seats[seat]
    follows = house_tables.out_of_order(2 if player in round_.warned else 1)
    return (WagerOutOfOrder(seat, player, follows.may_void, round_.rules.clause("out_of_order")),)


def _request(round_: HouseRound, command: Command) -> Decision:
    """UTH 16.17, PON 20.16, CAN 17.16: the dealer asks the next player, which ends the turn of the one before."""
    clause = round_.rules.clause("turn")
    if command.by is not Role.DEALER:
        return Refusal(clause, "The dealer asks the players to wager.", "role")
    if round_.state.felt.stage is not Stage.BETTING:
        return Refusal(clause, "Wagers are not being placed now.", "not_betting")
    if not in_turn(round_):
        return Refusal(clause, "No starting marker is used: all wager before the first card.", "no_marker")
    turn = round_.turn
    if turn is not None and round_.seats[turn] not in round_.sitting_out and not is_complete(round_, turn):
        return _incomplete(round_, turn)
    for place, seat in enumerate(round_.order[round_.asked :], start=round_.asked + 1):
        waits = round_.seats[seat] not in round_.sitting_out
        if waits and not (seat in round_.early and is_complete(round_, seat)):
            return (WagerRequested(seat, place, clause),)
    return Refusal(clause, "Everybody has been asked to wager.", "all_asked")


def _void_wager(round_: HouseRound, command: Command) -> Decision:
    """UTH 16.16[s4], PON 20.15[s4], CAN 17.15[s4]: a repeated wager out of order may be declared void."""
    clause, player = round_.rules.clause("out_of_order"), round_.seats.get(command.seat or 0)
    if command.by not in _DIRECTOR:
        return Refusal(clause, "Only the director declares a wager void.", "role")
    if player is None or player not in round_.repeated:
        reason = f"The wager at seat {command.seat} stands: a first one out of order has only a warning."
        return Refusal(clause, reason, "stands")
    voided = OutOfOrderVoided(command.seat or 0, player, clause)
    if round_.state.felt.stage is not Stage.BETTING:
        given = Command(Role.SUPERVISOR, "void_wagers", player=player, reason="wagered out of order again")
        answer = round_.game.decide(round_.state, given)
        return answer if isinstance(answer, Refusal) else (*answer, voided)
    mine = stakes_of(round_.state.felt.wagers, command.seat or 0, player)
    back = (TakenBack(command.seat or 0, player, kind, stake, clause) for kind, stake in mine.items())
    return (*back, voided)


def _seek_advice(round_: HouseRound, command: Command) -> Decision:
    """CAN 17.17: nobody seeks advice from other players or from persons outside the tournament."""
    return Refusal(round_.rules.clause("advice"), "Players do not seek advice on how to play.", "advice")


_OWN: Mapping[str, Callable[[HouseRound, Command], Decision]] = {
    "request": _request,
    "void_wager": _void_wager,
    "seek_advice": _seek_advice,
}

"""Hands at the tables of an event: begun at the desk, dealt by the hold'em round, and reported to the desk again."""

from pitboss.conformance.format.document import MalformedCase
from pitboss.conformance.tournament.clock import blinds_data, clock_data
from pitboss.conformance.tournament.scene import Answer, Scene
from pitboss.conformance.tournament.setup import DEEP, arrange, deep, with_arrivals
from pitboss.games.holdem import GAME
from pitboss.games.holdem.seats.posting import BIG_BLIND_ANTE, BLIND, Posted
from pitboss.games.holdem.situations.moves import HoldemTable, choose, complete_betting, goes_on
from pitboss.games.play import Command, Events, Role
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.clock.clock import BREAK, reading
from pitboss.tournaments.entries.penalties import Penalise
from pitboss.tournaments.event.state import Hand, Moment, with_table
from pitboss.tournaments.hands.hand_for_hand import CallAllIn, FinishAction, may_table_cards
from pitboss.tournaments.hands.hands import StartHand
from pitboss.tournaments.hands.table_play import hand_over_command, table_state
from pitboss.tournaments.prizes.placing import BustOut

# How long a hand takes where a case does not say: it does not matter.
_HAND_SECONDS = 60
# Ways to end a hand soon.
_GIVES_UP = ("fold", "call_and_fold", "check", "stand")


def _begin_hand(scene: Scene, number: int, at: Moment) -> tuple[Hand, HoldemTable, Events]:
    """A hand begun at a table of the event: the desk's own record of it, the round, and what it began with."""
    scene.do(StartHand(at=at, table=number))
    hand = scene.state.tables[number].hand
    assert hand is not None
    start = table_state(scene.state, number)
    table = Table(GAME, start.settings, Shoe.seeded(1))
    table.state = start
    events = table.do(Command(Role.DEALER, "start_round"))
    assert not isinstance(events, Refusal), str(events)
    return hand, table, events


def _over(scene: Scene, number: int, table: HoldemTable, at: Moment) -> None:
    """Fold every hand, and report how the hand ended."""
    _fold_everybody(table)
    _report_hand(scene, number, table, at)


def _fold_everybody(table: HoldemTable) -> None:
    """Fold every hand; a player who is all-in by the blinds cannot fold."""
    table.deal()
    while table.game.due(table.state):
        choose(table, *_GIVES_UP)
        table.run()
    table.finish()


def _report_hand(scene: Scene, number: int, table: HoldemTable, at: Moment) -> None:
    """Report the end of a hand; hand for hand, the cards of an all-in are turned up first."""
    if not table.is_over:
        _give(table, Command(Role.SUPERVISOR, "hand_for_hand", ruling="off"))
        table.finish()
    scene.do(hand_over_command(scene.state, number, table.state, at))


def _give(table: HoldemTable, command: Command) -> None:
    done = table.do(command)
    assert not isinstance(done, Refusal), str(done)


def _level_data(hand: Hand) -> Answer:
    return {"level": hand.level, **blinds_data(hand.blinds)}


def start_deal(scene: Scene) -> Answer:
    scene.begin(deep)
    hand, table, _ = _begin_hand(scene, 1, scene.at("cut_t_s"))
    _over(scene, 1, table, scene.at("hand_ends_t_s"))
    return _level_data(hand)


def _play_goes_on(scene: Scene) -> Moment:
    """Now, or when the break is over that is on."""
    shown = reading(scene.state, scene.now)
    pause = shown.remaining if shown is not None and shown.kind == BREAK else None
    return scene.now + (pause or 0)


def h4h_deal(scene: Scene) -> Answer:
    """The synchronised hand begins at every table."""
    scene.begin(deep)
    began = _play_goes_on(scene)
    dealt = [_begin_hand(scene, number, began) for number in sorted(scene.state.tables)]
    return {"dealt_at": _level_data(dealt[0][0])}


def h4h_hand(scene: Scene) -> Answer:
    """One synchronised hand at every table; the slowest takes as long as the case says."""
    scene.begin(deep)
    began = _play_goes_on(scene)
    dealt = {number: _begin_hand(scene, number, began) for number in sorted(scene.state.tables)}
    ends = began + scene.particulars["real_s"]
    for number, (_, table, _) in dealt.items():
        _fold_everybody(table)
        scene.do(FinishAction(at=ends, table=number) if table.is_over else CallAllIn(at=ends, table=number))
    for number, (_, table, _) in dealt.items():
        _report_hand(scene, number, table, ends)
    first, _, _ = next(iter(dealt.values()))
    return {"dealt_at": _level_data(first), "clock_after": clock_data(scene, scene.now)}


def all_in_and_called(scene: Scene) -> Answer:
    scene.do(CallAllIn(at=scene.now, table=scene.particulars["table"]))
    return {}


def action_complete(scene: Scene) -> Answer:
    scene.do(FinishAction(at=scene.now, table=scene.particulars["table"]))
    return {}


def reveal(scene: Scene) -> Answer:
    return {"may_table_cards": may_table_cards(scene.state, scene.particulars["table"])}


def start_hand(scene: Scene) -> Answer:
    """The next hand of the one table of the case; who arrives sits down before the first."""
    if not scene.has_begun:
        scene.state = with_arrivals(scene.particulars)
    _, table, events = _begin_hand(scene, 1, scene.now)
    now, seats = table.state.play.round, scene.state.tables[1].seats
    posted = {str(seat): 0 for seat in seats}
    for row in next(event for event in events if isinstance(event, Posted)).rows:
        posted[str(row[0])] += row[3]
    room = table.state.play.room
    answer: Answer = {
        "button": now.button,
        "sb": room.small,
        "bb": room.big,
        "bb_player": seats.get(room.big or 0),
        "dealt": sorted(now.seats),
        "not_dealt": sorted(set(seats) - set(now.seats)),
        "posted": posted,
    }
    _over(scene, 1, table, scene.now + _HAND_SECONDS)
    return answer


def bust_then_next(scene: Scene) -> Answer:
    """Return everybody's position in the hand after a player has gone out."""
    told = scene.particulars
    names, last = told["clockwise"], told["last_hand"]
    seat = {name: number for number, name in enumerate(names, start=1)}
    if not {*last.values(), told["bust"]} <= seat.keys():
        raise MalformedCase("clockwise: somebody of the last hand is not at the table.")
    scene.state = deep({**told, "players": names})
    table = scene.state.tables[1]._replace(
        button=seat[last["button"]], small=seat[last["sb"]], big=seat[last["bb"]], hands=1
    )
    scene.state = with_table(scene.state, table)
    scene.do(BustOut(at=scene.now, player=told["bust"]))
    _, hand, _ = _begin_hand(scene, 1, scene.now)
    room = hand.state.play.room
    name = dict(enumerate(names, start=1))
    hand.deal()
    before = hand.game.due(hand.state)
    complete_betting(hand)
    goes_on(hand)
    after = hand.game.due(hand.state)
    return {
        "button": name.get(room.button or 0),
        "sb": name.get(room.small or 0),
        "bb": name.get(room.big or 0),
        "first_preflop": name[before[0]],
        "first_postflop": name[after[0]],
    }


def _penalise(scene: Scene) -> str:
    """The entrant who serves the penalty of the case, given before its first hand."""
    told = scene.particulars["penalised"]
    name: str = told["player"]
    if not scene.has_begun:
        names = [f"P{number}" for number in range(1, scene.particulars["table_players"] + 1)]
        others = [each for each in names if each != name][: scene.particulars["table_players"] - 1]
        stacks = {name: told["stack"], **dict.fromkeys(others, DEEP)}
        scene.state = arrange({**scene.particulars, "players": [name, *others], "stacks": stacks})
        scene.do(Penalise(at=scene.now, player=name, orbits=told["orbits"]))
    return name


def play_hands(scene: Scene) -> Answer:
    """Hands with the penalised player away, all at the level of the case."""
    name = _penalise(scene)
    dead = 0
    posted = {"sb": 0, "bb": 0, "bba": 0}
    for _ in range(scene.particulars["count"]):
        if not scene.state.entrants[name].stack:
            break
        # The hands of the case take no time: the level stays what it is.
        _, table, events = _begin_hand(scene, 1, scene.now)
        away = next(chair for chair in table.state.play.room.chairs.values() if chair.player == name).absent
        dead += away
        _count_posts(posted, name, table, events)
        _over(scene, 1, table, scene.now)
    return {"hands_dead": dead, "posted": posted, "stack_after": scene.state.entrants[name].stack}


def _count_posts(posted: dict[str, int], name: str, table: HoldemTable, events: Events) -> None:
    """Count how often a player has posted each of small blind, big blind and ante."""
    room = table.state.play.room
    for seat, player, kind, _ in next(event for event in events if isinstance(event, Posted)).rows:
        if player == name:
            posted["sb"] += kind == BLIND and seat == room.small
            posted["bb"] += kind == BLIND and seat == room.big
            posted["bba"] += kind == BIG_BLIND_ANTE


def penalty(scene: Scene) -> Answer:
    name = _penalise(scene)
    entrant = scene.state.entrants[name]
    left = entrant.penalty.hands if entrant.penalty else 0
    return {"remaining_hands": left, "may_return": not left}

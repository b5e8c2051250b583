"""The clock, hand for hand, absence and time at the tables in a tournament case."""

from pitboss.conformance.format.document import MalformedCase
from pitboss.conformance.tournament.scene import Answer, Scene
from pitboss.conformance.tournament.setup import arrange, deep
from pitboss.games.holdem.situations.scenes import Refused
from pitboss.tournaments.clock.clock import ClockReading, reading, segments_of
from pitboss.tournaments.clock.desk import BeginHandForHand, hand_for_hand_advice
from pitboss.tournaments.clock.suspension import Resume, Suspend
from pitboss.tournaments.entries.absence import Arrive, MarkAbsent, MarkPresent, RemoveAbsent, missed_by_orbit
from pitboss.tournaments.entries.time_limits import RemoveForTime, gaming_seconds, structure_ends, twelve_hours
from pitboss.tournaments.event.conditions import Level
from pitboss.tournaments.event.state import Moment, Status, Tournament, chips_in_play, with_entrant
from pitboss.tournaments.prizes.prizes import paid_places


def blinds_data(level: Level | None) -> Answer:
    return {} if level is None else {"sb": level.small, "bb": level.big, "bba": level.ante}


def reading_data(now: ClockReading | None) -> Answer:
    """Return the reading of the clock in the words of a case."""
    if now is None:
        return {}
    data: Answer = {"kind": now.kind, "paused": not now.runs}
    if now.kind == "level":
        data |= {"level": now.level, **blinds_data(now.blinds)}
    if now.remaining is not None:
        data["remaining_s"] = now.remaining
    return data | ({"overrun": True} if now.overrun else {})


def clock_data(scene: Scene, at: Moment) -> Answer:
    return reading_data(reading(scene.state, at))


def clock_at(scene: Scene) -> Answer:
    return clock_data(scene, scene.at())


def h4h_begin(scene: Scene) -> Answer:
    scene.begin(deep)
    now = reading(scene.state, scene.now)
    scene.clock_began = None if now is None else now.gone
    scene.do(BeginHandForHand(at=scene.now))
    return clock_data(scene, scene.now)


def hand_for_hand(scene: Scene) -> Answer:
    """Whether hand for hand is advised now, and why."""
    paid = scene.particulars.get("places_paid", paid_places(scene.state))
    reasons = hand_for_hand_advice(scene.state, paid)
    return {"recommended": bool(reasons), "reason": reasons[0] if reasons else None}


def forecast(scene: Scene) -> Answer:
    """Return the end that the schedule alone predicts."""
    limit = twelve_hours(scene.state, scene.at())
    return {"structure_ends_t_s": structure_ends(scene.state), "exceeds_12h": limit.exceeds}


def suspend(scene: Scene) -> Answer:
    scene.do(Suspend(at=scene.at("t_s"), reason="twelve hours"))
    return clock_data(scene, scene.now)


def resume(scene: Scene) -> Answer:
    """The event goes on: where everybody sits, with what, and what the clock shows."""
    before = scene.state
    scene.do(Resume(at=scene.at()))
    after = scene.state
    told = scene.given.get("seats")
    names = list(told) if isinstance(told, dict) else []
    return {
        "seats": {
            names[number - 1] if names else f"T{number}": {str(seat): name for seat, name in table.seats.items()}
            for number, table in after.tables.items()
        },
        "stacks": {name: entrant.stack for name, entrant in after.entrants.items()},
        "clock": clock_data(scene, scene.now),
        "redraw": after.tables != before.tables,
    }


def tpm(scene: Scene) -> Answer:
    """Time at play in the last day, and what follows where it is too much."""
    name, at = scene.particulars["player"], scene.at()
    if name not in scene.state.entrants:
        stacks = scene.given.get("stacks")
        known = stacks if isinstance(stacks, dict) else {}
        scene.state = arrange({**scene.particulars, "stacks": {**known, name: scene.state.conditions.stack}})
    played = gaming_seconds(scene.state, name, at)
    answer: Answer = {"gaming_s": played}
    before = chips_in_play(scene.state)
    try:
        scene.do(RemoveForTime(at=at, player=name))
    except Refused:
        return answer | {"exceeded": False}
    back = sum(entry.refunded for entry in scene.state.entries if entry.player == name)
    removed = before - chips_in_play(scene.state)
    return answer | {"exceeded": True, "action": "eliminate", "chips_removed": removed, "refund_cents": back}


def blinded_off(scene: Scene, level: int) -> Tournament:
    """The event with an absent player whose stack has been blinded off to the end of a level; others have won it."""
    told = scene.particulars
    name, other = told["player"], "P2"
    if not scene.has_begun:
        scene.state = arrange({**scene.given, "players": [name, other, "P3", "P4"]})
        missing = scene.state.entrants[name]._replace(has_played=False)
        scene.state = with_entrant(scene.state, missing)
        scene.do(MarkAbsent(at=scene.now, player=name))
    state = scene.state
    cost = _cost_of_orbits(scene, range(1, level + 1))
    for each, stack in ((name, state.conditions.stack - cost), (other, state.conditions.stack + cost)):
        state = with_entrant(state, state.entrants[each]._replace(stack=stack))
    return state


def _cost_of_orbits(scene: Scene, levels: range) -> int:
    """Return the cost of the case's orbits for the seat in these levels."""
    orbits, ladder = scene.particulars["orbits_dealt_at_the_seat"], scene.state.conditions.levels
    if levels.stop - 1 > len(ladder):
        raise MalformedCase(f"end_of_level: the structure has no level {levels.stop - 1}.")
    return sum(orbits.get(str(level), 0) * missed_by_orbit(ladder[level - 1]) for level in levels)


def stack(scene: Scene) -> Answer:
    state = blinded_off(scene, scene.particulars["end_of_level"])
    return {"stack": state.entrants[scene.particulars["player"]].stack}


def _last_level(scene: Scene, at: Moment) -> int:
    """The last level that has ended at a moment."""
    gone = at - (scene.state.conditions.start or 0)
    return max(
        (each.level for each in segments_of(scene.state) if each.kind == "level" and each.ends <= gone), default=0
    )


def remove_absent(scene: Scene) -> Answer:
    told = scene.particulars
    name = told["player"]
    scene.begin(lambda _: blinded_off(scene, 0))
    at = scene.at()
    scene.state = blinded_off(scene, _last_level(scene, at))
    before = scene.state.entrants[name].stack
    try:
        scene.do(RemoveAbsent(at=at, player=name))
    except Refused:
        return {"allowed": False}
    return {"allowed": True, "chips_out_of_play": before}


def arrive(scene: Scene) -> Answer:
    """Back at the table: what the seat would have posted since the stake was taken away is kept."""
    told = scene.particulars
    name = told["player"]
    scene.begin(lambda _: blinded_off(scene, 0))
    at = scene.at()
    entrant = scene.state.entrants[name]
    if entrant.status is not Status.FORFEITED:
        # The stake has never left the seat: it is there, less what was posted.
        scene.state = blinded_off(scene, _last_level(scene, at))
        scene.do(MarkPresent(at=at, player=name))
        return {"deducted": 0, "stack": scene.state.entrants[name].stack}
    removed_in = _last_level(scene, scene.now)
    missed = _cost_of_orbits(scene, range(removed_in + 1, _last_level(scene, at) + 1))
    scene.state = with_entrant(scene.state, entrant._replace(missed=missed))
    scene.do(Arrive(at=at, player=name))
    return {"deducted": missed, "stack": scene.state.entrants[name].stack}

"""Questions of a case about a hand at a tournament table, put to the round as situations."""

from pitboss.conformance.format.document import MalformedCase
from pitboss.conformance.tournament.scene import Answer, Scene
from pitboss.games.holdem.settings import STAR
from pitboss.games.holdem.situations import betting, cards
from pitboss.games.holdem.situations.betting import BigBlind, ChipsRead, Early
from pitboss.games.holdem.situations.cards import ClockRun
from pitboss.games.holdem.situations.scenes import Done, Level, act, on_street


def out_of_turn(scene: Scene) -> Answer:
    """Return the choices left to somebody who acted too early, when the turn has come."""
    given, actions = scene.particulars, scene.particulars["actions"]
    if not all(isinstance(each, dict) for each in actions):
        raise MalformedCase("actions: must say who does what.")
    early = next((each for each in actions if each.get("out_of_turn")), None)
    if early is None:
        raise MalformedCase("actions: nobody acts out of turn.")
    seats = given.get("seats") or sorted({each["seat"] for each in actions})
    level = Level(given["sb"], given["bb"]) if "bb" in given else Level()
    table = on_street(given.get("ruleset", STAR), seats, given.get("street", "flop"), level)
    for each in actions:
        act(table, each["seat"], Done(each["do"], each.get("to")), out_of_turn=bool(each.get("out_of_turn")))
    found = betting.early_settled(table, early["seat"], Done(early["do"], early.get("to")))
    if found is None:
        raise MalformedCase("actions: the turn of the seat that acted out of turn has not come.")
    return answer_words(found)


def substantial_action(scene: Scene) -> Answer:
    said = [action["do"] if isinstance(action, dict) else action for action in scene.particulars["actions"]]
    return answer_words(betting.is_substantial_action(said))


def call_clock(scene: Scene) -> Answer:
    """The clock on a player who has a bet in the pot or none, and faces one or none."""
    given = scene.particulars
    run = cards.call_clock(
        given.get("ruleset", STAR),
        facing=given.get("facing_bet", True),
        in_pot=given.get("bet_in_pot", 0),
        by_seated=given.get("caller_at_seat", True),
        acted_at=given.get("acts_at_s"),
    )
    return answer_words(run)


def chips_in(scene: Scene) -> Answer:
    """Chips put in without words, or with one, against a bet of some size."""
    given = scene.particulars
    facing = given["facing"]
    least = given.get("min_raise_to", 2 * facing)
    return answer_words(betting.chips_in(given.get("ruleset", STAR), facing, given["chips"], given["declared"], least))


def post_big_blind(scene: Scene) -> Answer:
    """Return what a short stack posts as big blind and ante, and what the others have to call."""
    given = scene.particulars
    level = Level(given["sb"], given["bb"], given["bba"])
    return answer_words(betting.big_blind(given.get("ruleset", STAR), level, given["stack"]))


def answer_words(found: Early | ClockRun | ChipsRead | BigBlind | bool) -> Answer:
    """Return the result of a situation in the words of a case."""
    if isinstance(found, bool):
        return {"substantial": found}
    if isinstance(found, ChipsRead):
        return found._asdict()
    if isinstance(found, BigBlind):
        posted: Answer = {"bb_posted": found.blind, "ante_posted": found.ante, "stack_after": found.left}
        return posted | {"all_in": not found.left, "amount_others_must_call": found.call}
    if isinstance(found, ClockRun):
        run: Answer = {"accepted": True, "expires_s": found.seconds, "result": found.result}
        run |= {"countdown_starts_s": found.seconds - found.aloud} if found.aloud else {}
        return run if found.left_in_pot is None else run | {"left_in_pot": found.left_in_pot}
    if found.stands is not None:
        do, to = found.stands
        return {"binding": True, "stands": {"do": do, **({"to": to} if to else {})}}
    offered = {choice.do: choice for choice in found.choices}
    options: Answer = {"call": found.call, "fold": "fold" in offered, "raise": "raise" in offered}
    options |= {"min_raise_to": offered["raise"].least} if "raise" in offered else {}
    left = {"if_fold_left_in_pot": found.left_by_fold}
    return {"binding": False, "returned": found.returned, "options": options, **left}

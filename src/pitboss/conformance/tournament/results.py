"""Places, prizes, deals and chips in a tournament case, and the tables of house games."""

from collections.abc import Mapping
from typing import Any

from pitboss.cards.card import Card, card
from pitboss.conformance.format.document import MalformedCase
from pitboss.conformance.tournament.scene import Answer, Scene
from pitboss.conformance.tournament.setup import Told, by_player, conditions_of, scale_of
from pitboss.games.holdem.situations.scenes import Refused
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.chips.colour_up import colour_up_schedule
from pitboss.tournaments.chips.counting import late_removed_chips as exchanged
from pitboss.tournaments.chips.counting import ledger_of
from pitboss.tournaments.chips.counting import reconcile as reconciled
from pitboss.tournaments.chips.races import OddChips, race, race_change, race_count
from pitboss.tournaments.event.rulesets import RULESETS
from pitboss.tournaments.event.state import Bust, Chipbook, Tournament
from pitboss.tournaments.event.validator import validate_scale as checked
from pitboss.tournaments.prizes.deals import DEALS, no_chop
from pitboss.tournaments.prizes.deals import icm as chip_model
from pitboss.tournaments.prizes.deals import payouts as in_cents
from pitboss.tournaments.prizes.prizes import prize_list
from pitboss.tournaments.prizes.same_round import NeedsRuling, round_result
from pitboss.tournaments.prizes.scales import shares_for
from pitboss.tournaments.sessions import house_tables
from pitboss.tournaments.sessions.result import session_end as end_of_session

# How a case calls the ways to divide the prizes.
_METHODS = {"guarantee_lowest_then_by_chips": "chip_chop"}


def bust_round(scene: Scene) -> Answer:
    """Return the exits of one round, by the document of the event, with the prizes of the case."""
    told = scene.particulars
    rules = RULESETS[told.get("ruleset", "STAR")]
    busts = tuple(
        Bust(
            row["player"],
            row.get("table"),
            row.get("seat"),
            row.get("stack_before", row.get("contributed", 0)),
            row.get("contributed", row.get("stack_before", 0)),
            0,
        )
        for row in told["busts"]
    )
    prizes = _by_place(told.get("prizes_cents", {}))
    mixed = told.get("mixed_tie", conditions_of(told).readings.mixed_tie)
    order = tuple(bust.player for bust in busts)
    paid = told.get("places_paid")
    result = round_result(busts, told["players_left"], prizes, rules.same_round, mixed, order, places_paid=paid)
    if isinstance(result, NeedsRuling):
        return {"needs_ruling": True, "options": list(result.options)}
    scene.tell(players_left=result.players_left)
    return {
        "places": {player: list(places) for player, places in result.places.items()},
        "payout_cents": dict(result.payout_cents),
        "players_left": result.players_left,
        "bubble_burst": result.bubble_burst,
    }


def _by_place(prizes: Any) -> dict[int, int]:
    """Prizes by place, or in order from the first."""
    if isinstance(prizes, list):
        return dict(enumerate(prizes, start=1))
    return {int(place): cents for place, cents in prizes.items()}


def _in_order(told: Mapping[str, Any], key: str) -> list[int]:
    """Figures one after the other, as they stand."""
    said = told[key]
    return list(said.values()) if isinstance(said, dict) else list(said)


def icm(scene: Scene) -> Answer:
    told = scene.particulars
    stacks, prizes = _in_order(told, "stacks"), _in_order(told, "prizes_cents")
    shares = in_cents(chip_model(stacks, prizes), prizes)
    return {"equity_cents": list(shares), "sum_cents": sum(shares)}


def chip_chop(scene: Scene) -> Answer:
    told = scene.particulars
    method = _METHODS.get(told["method"], told["method"])
    if method not in DEALS:
        raise MalformedCase(f"method: there is no deal {told['method']!r}; there are {', '.join((*_METHODS, *DEALS))}.")
    stacks, prizes = _in_order(told, "stacks"), _in_order(told, "prizes_cents")
    return {"amounts_cents": list(in_cents(DEALS[method](stacks, prizes), prizes))}


def chop(scene: Scene) -> Answer:
    """Whether the players who are left may divide what is left so."""
    told = scene.particulars
    left = told["players_left"]
    refusal = no_chop(
        left, told["agree"], told.get("places_paid", left), told.get("remaining_cents"), told.get("amounts_cents")
    )
    if refusal:
        raise Refused(refusal)
    return {"accepted": True}


def _chipbook(scene: Scene) -> Chipbook:
    """The book of the chips after what the case says has changed them."""
    told = scene.particulars
    issued = told["entries"] * conditions_of(told).stack
    changes = [Told(change, "events[]") for change in told.get("events", ())]
    removed = sum(change.get("removed", 0) for change in changes)
    raced = sum(_race_answer(change) for change in changes if change["kind"] == "race")
    given = sum(change.get("given", 0) for change in changes)
    return Chipbook(issued, removed, raced + given)


def _race_answer(told: Mapping[str, Any]) -> int:
    _whole_chips(told)
    return race_change(told["old"], told["new"], told["odd_total"])


def _whole_chips(told: Mapping[str, Any]) -> None:
    if told["odd_total"] % told["old"]:
        raise MalformedCase(f"odd_total: chips of {told['old']} cannot be worth {told['odd_total']}.")


def ledger(scene: Scene) -> Answer:
    return ledger_of(_chipbook(scene), scene.particulars["players_left"])._asdict()


def reconcile(scene: Scene) -> Answer:
    state = Tournament(conditions_of(scene.particulars), chips=_chipbook(scene))
    return reconciled(state, scene.particulars["counted"])._asdict()


def session_end(scene: Scene) -> Answer:
    told = scene.particulars
    try:
        found = end_of_session(by_player(told), told["advance"], told.get("extra_rounds", ()))
    except KeyError as missing:
        raise MalformedCase(f"extra_rounds: says nothing of {missing.args[0]}.") from None
    return {"extra_rounds_played": found.extra_rounds_played, "advance": list(found.advance)}


def chip_race_count(scene: Scene) -> Answer:
    told = scene.particulars
    _whole_chips(told)
    return {"new_chips": race_count(told["old"], told["new"], told["odd_total"])}


def chip_race(scene: Scene) -> Answer:
    """A race with the cards of the case."""
    told = scene.particulars
    old, new = told["old"], told["new"]
    by_seat = {int(seat): count for seat, count in told["odd_chips_by_seat"].items()}
    stacks = {int(seat): stack for seat, stack in told.get("stacks_before", {}).items()}
    odd = OddChips(old, new, by_seat, stacks, told.get("lowest_in_play"), conditions_of(told).readings.race_tie)
    result = race(odd, _cards_by_seat(told["cards"]), _cards_by_seat(told.get("extra_cards", {})))
    if isinstance(result, Refusal):
        raise Refused(result)
    return {
        "new_chips": result.new_chips,
        "deal_order": list(result.deal_order),
        "cards_per_seat": {str(seat): len(cards) for seat, cards in result.cards.items()},
        "winners": list(result.winners),
        "tie_break_seats": sorted(result.extra),
        "stacks_after": {str(seat): stack for seat, stack in result.stacks_after.items()},
        "rescued": list(result.rescued),
        "eliminated": list(result.eliminated),
        "table_chip_change": result.table_chip_change,
    }


def _cards_by_seat(by_seat: Mapping[str, Any]) -> dict[int, tuple[Card, ...]]:
    return {int(seat): tuple(map(card, cards)) for seat, cards in by_seat.items()}


def late_removed_chips(scene: Scene) -> Answer:
    told = scene.particulars
    return exchanged(told["denomination"], told["count"], told["lowest_in_play"])._asdict()


def colour_up_advice(scene: Scene) -> Answer:
    rows = colour_up_schedule(conditions_of(scene.particulars))
    return {
        "last_level_needing": {str(row.denomination): row.last_level_needing for row in rows},
        "next_break_after": {str(row.denomination): row.next_break_after for row in rows},
    }


def payouts(scene: Scene) -> Answer:
    """The prizes of a field by the scale of the case; tickets are bought out of the pool first."""
    told = scene.particulars
    entries = told["entries"]
    total = entries * conditions_of(told).to_pool
    tickets = told.get("tickets", {"places": [], "value_cents": 0})
    values = dict.fromkeys(tickets["places"], tickets["value_cents"])
    cash = prize_list(total, shares_for(scale_of(told["scale"]), entries), tickets=values)
    return {
        "pool_cents": total,
        "cash_cents": list(cash),
        "total_value_cents": sum(cash) + sum(values.values()),
    }


def validate_scale(scene: Scene) -> Answer:
    found = checked(scale_of(scene.particulars["scale"]))
    sums = [_plain(part) for part in found.sum_pct]
    return {
        "valid": found.valid,
        "uncovered_entries": [{"from": least, "to": most} for least, most in found.uncovered],
        "sum_pct": sums[0] if len(set(sums)) == 1 else sums,
    }


def _plain(part: Any) -> object:
    """A percentage as a case writes it."""
    return int(part) if part == int(part) else float(part)


def round_start(scene: Scene) -> Answer:
    told = scene.particulars
    return {"eliminated": list(house_tables.round_start(by_player(told), told["table_minimum"]))}


def wager_order(scene: Scene) -> Answer:
    told = scene.particulars
    return {"order": list(house_tables.wager_order(told["seats"], told["starting_marker"]))}


def wager_out_of_order(scene: Scene) -> Answer:
    return house_tables.out_of_order(scene.particulars["times"])._asdict()

"""The words of a tournament case: what may stand in `given`, and the arguments of each question and act."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import cache
from typing import Any

from pitboss.conformance.format.vocabulary import (
    ACard,
    Cents,
    Clause,
    Count,
    Result,
    Seat,
    Word,
    one_of,
    step_of,
    unknown,
    value_words,
)
from pitboss.games.shape_check import Misfit, checked_type, fit, named_type, readable_type, record_type
from pitboss.tournaments.event.rulesets import RULESETS

STRUCTURES = ("monday_triple_shot", "midweek_jam", "friday_freezeout", "saturday_special")


def _two(inner: Any) -> Any:
    """A list of two of these."""

    def faults(value: Any) -> Iterator[Misfit]:
        found = fit(value, list[inner])
        if not isinstance(value, list) or len(value) != 2:
            yield Misfit((), f"must be a list of two, not {value_words(value)}.")
        elif value[0] == value[1]:
            yield Misfit((), f"must be a list of two different ones, not {value_words(value)}.")
        elif isinstance(found, Misfit):
            yield found

    return checked_type(faults)


LocalTime: Any = readable_type(
    "a local time such as 2025-06-11T12:00:00", lambda value: datetime.fromisoformat(str(value))
)
Day: Any = readable_type("a day such as 2025-06-14", lambda value: date.fromisoformat(str(value)))
Number: Any = named_type("a number", int | float)
# A whole number above nothing.
Some: Any = named_type("a whole number", int, ge=1)
Place: Any = Count | Word
Where: Any = Seat | Word
Structure: Any = one_of(*STRUCTURES)
Arrival: Any = record_type({"player": Word, "seat": Seat}, ("player", "seat"))
Positions: Any = record_type({"button": Where, "sb": Where, "bb": Where}, ("button", "sb", "bb"))
Chips: Any = dict[str, Count]
CardsBySeat = dict[str, list[ACard]]
Pair: Any = _two(Place)
Period: Any = _two(LocalTime)
Occupied: Any = record_type({"occupied": list[Seat], "last": Positions, "next": Positions, "players": Count})
Band: Any = record_type({"min": Count, "max": Count | None, "pct": list[Number]}, ("min", "max", "pct"))
Bust: Any = record_type(
    {"player": Word, "table": Place, "stack_before": Count, "contributed": Count, "seat": Seat}, ("player",)
)
Action: Any = record_type({"seat": Seat, "do": Word, "to": Count, "out_of_turn": bool}, ("seat", "do"))
Change: Any = record_type(
    {"kind": Word, "removed": Count, "given": Count, "odd_total": Count, "old": Some, "new": Some}, ("kind",)
)

GIVEN: Mapping[str, Any] = {
    "ruleset": one_of(*RULESETS),
    "structure": Structure | list[Structure],
    "clock": record_type({"level": Count, "remaining_s": Count}, ("level", "remaining_s")),
    "now_t_s": Count,
    "start": LocalTime,
    "start_date": Day,
    "level": Count,
    "street": one_of("preflop", "flop", "turn", "river"),
    "tables": Count | list[Place] | dict[str, Count | Occupied],
    "table": record_type(
        {
            "players": Count,
            "occupied": list[Seat],
            "next": Positions,
            "last": Positions,
            "arrivals": list[Arrival],
        }
    )
    | Count,
    "arrivals": list[Arrival],
    "seats_per_table": Seat,
    "final_table_size": Seat,
    "break_order": list[Count],
    "max_difference": Count,
    "connected": list[Pair],
    "players": list[Word],
    "players_left": Count,
    "places_paid": Count,
    "prizes_cents": dict[str, Cents] | list[Cents],
    "hand_for_hand": bool,
    "seated": Count,
    "alternates": list[Word],
    "stacks": Chips | list[Count],
    "entries_used": dict[str, Some],
    "chips_in_play": Count,
    "prize_pool_cents": Cents,
    "unique_entrants": Count,
    "reentries": Chips,
    "of_which_entries_paid_by_operator": Count,
    "added_value_cents": Cents,
    "entries": Count,
    "entrants": Count,
    "entry_fee_cents": Cents,
    "commission_per_entry_cents": Cents,
    "no_show": Word,
    "reserve": Word,
    "old": Some,
    "new": Some,
    "odd_chips_by_seat": Chips,
    "stacks_before": Chips,
    "lowest_in_play": Some,
    "removed_denominations": list[Some],
    "denominations": list[Some],
    "player": Word,
    "orbits_dealt_at_the_seat": Chips,
    "penalised": record_type({"player": Word, "stack": Some, "orbits": Some}, ("player", "stack", "orbits")),
    "table_players": Count,
    "sb": Count,
    "bb": Count,
    "bba": Count,
    "to_call": Count,
    "min_raise_to": Count,
    "clockwise": list[Word],
    "last_hand": Positions,
    "table_minimum": Count,
    "starting_marker": Seat,
    "seats": list[Seat] | dict[str, dict[str, Word]],
    "events": list[Change],
    "scale": list[Band],
    "tickets": record_type({"places": list[Count], "value_cents": Cents}, ("places", "value_cents")),
    "prior_gaming": dict[str, list[Period]],
    "mixed_tie": one_of("ask", "tiered", "share_all"),
}

# What a step can say beside the particulars of the situation, which it may also say otherwise than `given` does.
_OF_STEPS: Mapping[str, Any] = {
    **GIVEN,
    "t_s": Count,
    "at": LocalTime,
    "cut_t_s": Count,
    "shuffle_t_s": Count,
    "hand_ends_t_s": Count,
    "real_s": Count,
    "player_entries": Count,
    "born": Day,
    "member": bool,
    "excluded": bool,
    "withdrawal_of_licence": Word | None,
    "tpoe_active": bool,
    "to_already_entered": bool,
    "director_discretion": bool,
    "has_played": bool,
    "stack": Some,
    "reserve_pays": bool,
    "draws": Count,
    "watch": dict,
    "seat": Seat,
    "end_of_level": Count,
    "busts": list[Bust],
    "method": Word,
    "agree": Count,
    "remaining_cents": Cents,
    "amounts_cents": list[Cents],
    "counted": Result,
    "advance": Count,
    "extra_rounds": list[Chips],
    "odd_total": Count,
    "cards": CardsBySeat,
    "extra_cards": CardsBySeat,
    "denomination": Some,
    "count": Count,
    "bust": Word,
    "actions": list[Word | Action],
    "facing_bet": bool,
    "acts_at_s": Number | None,
    "bet_in_pot": Count,
    "caller_at_seat": bool,
    "facing": Count,
    "chips": list[Count],
    "declared": Word | None,
    "times": Count,
    "set": dict[str, Count | bool | Word],
    "table": Place | GIVEN["table"],
    "tables": list[Place] | GIVEN["tables"],
}

# Each question and act with the arguments that it cannot do without; any of them can be asked or done.
STEPS: Mapping[str, tuple[str, ...]] = {
    "clock_at": ("t_s",),
    "start_deal": ("cut_t_s", "hand_ends_t_s"),
    "h4h_begin": (),
    "h4h_hand": ("real_s",),
    "h4h_deal": (),
    "all_in_and_called": ("table",),
    "action_complete": ("table",),
    "reveal": ("table",),
    "hand_for_hand": (),
    "forecast": ("t_s",),
    "suspend": (),
    "resume": (),
    "set_conditions": ("set",),
    "register": (),
    "reenter": ("t_s",),
    "queue": (),
    "transfer_entry": ("to_already_entered",),
    "cancel_entry": ("at",),
    "issue_tpoe": ("player", "at", "has_played"),
    "tpm": ("player", "at"),
    "forfeit_offer": (),
    "forfeit": ("player",),
    "prize_pool": (),
    "payouts": ("entries",),
    "validate_scale": ("scale",),
    "start_check": ("entrants",),
    "cancel_tournament": ("entrants",),
    "start_without": ("reserve_pays",),
    "draw_seats": ("entrants",),
    "draw_many": ("entrants", "draws", "watch"),
    "balance_advice": ("tables",),
    "break_advice": (),
    "break_table": ("table",),
    "break_many": ("table", "draws"),
    "redraw_final": (),
    "redraw_many": ("draws", "watch"),
    "start_hand": (),
    "bust": (),
    "stack": ("end_of_level",),
    "remove_absent": ("t_s",),
    "arrive": ("t_s",),
    "bust_round": ("busts",),
    "icm": ("stacks", "prizes_cents"),
    "chip_chop": ("stacks", "prizes_cents", "method"),
    "chop": ("players_left", "agree"),
    "ledger": (),
    "reconcile": ("counted",),
    "session_end": ("stacks", "advance"),
    "chip_race_count": ("odd_total",),
    "chip_race": ("cards",),
    "late_removed_chips": ("denomination", "count"),
    "colour_up_advice": ("structure",),
    "post_big_blind": ("stack",),
    "bust_then_next": ("bust",),
    "play_hands": ("count",),
    "penalty": (),
    "out_of_turn": ("actions",),
    "substantial_action": ("actions",),
    "call_clock": (),
    "chips_in": ("facing", "chips", "declared"),
    "round_start": ("stacks",),
    "wager_order": (),
    "wager_out_of_order": ("times",),
}

Given = record_type(GIVEN)


def _content(form: str, written: Mapping[str, Any]) -> Any:
    """A question or an act of the desk; a question has a label for its answer."""
    name = written[form]
    names = STEPS if form in ("ask", "do") else {}
    if not isinstance(name, str) or name not in names:
        return unknown("tournament", form, name, list(names))
    return _step(form, name)


@cache
def _step(form: str, name: str) -> Any:
    fields = {**_OF_STEPS, form: Any, "ref": Word, "refused": Clause}
    return record_type(fields, (*STEPS[name], *(("ref",) if form == "ask" else ())))


Step = step_of(_content)

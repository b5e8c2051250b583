"""The words of a tournament case: what may stand in `given`, and the arguments of each question and act."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime

from pitboss.conformance.format.vocabulary import (
    Check,
    Fault,
    a_card,
    any_object,
    anything,
    cents,
    clause,
    count,
    flag,
    is_number,
    list_of,
    mapping_of,
    one_of,
    record,
    result,
    seat,
    step_of,
    unknown,
    value_words,
    word,
)
from pitboss.tournaments.event.rulesets import RULESETS

STRUCTURES = ("monday_triple_shot", "midweek_jam", "friday_freezeout", "saturday_special")


def _local_time(value: object, path: str) -> Iterator[Fault]:
    try:
        datetime.fromisoformat(str(value))
    except ValueError:
        yield Fault(path, f"must be a local time such as 2025-06-11T12:00:00, not {value_words(value)}.")


def _day(value: object, path: str) -> Iterator[Fault]:
    try:
        date.fromisoformat(str(value))
    except ValueError:
        yield Fault(path, f"must be a day such as 2025-06-14, not {value_words(value)}.")


def _either(*checks: Check) -> Check:
    """One of several shapes; where none fits, the first says what is wrong."""

    def check(value: object, path: str) -> Iterator[Fault]:
        faults = [list(each(value, path)) for each in checks]
        if all(faults):
            yield from faults[0]

    return check


def _number(value: object, path: str) -> Iterator[Fault]:
    if not is_number(value):
        yield Fault(path, f"must be a number, not {value_words(value)}.")


def nothing(value: object, path: str) -> Iterator[Fault]:
    if value is not None:
        yield Fault(path, f"must be null, not {value_words(value)}.")


def _some(value: object, path: str) -> Iterator[Fault]:
    """A whole number above nothing."""
    faults = list(count(value, path))
    yield from faults
    if not faults and not value:
        yield Fault(path, "must be above 0.")


def _two(inner: Check) -> Check:
    """A list of two of these."""

    def check(value: object, path: str) -> Iterator[Fault]:
        if not isinstance(value, list) or len(value) != 2:
            yield Fault(path, f"must be a list of two, not {value_words(value)}.")
        elif value[0] == value[1]:
            yield Fault(path, f"must be a list of two different ones, not {value_words(value)}.")
        else:
            yield from list_of(inner)(value, path)

    return check


_place = _either(count, word)
_where = _either(seat, word)
_structure = one_of(*STRUCTURES)
_arrivals = list_of(record({"player": word, "seat": seat}, ("player", "seat")))
_positions = record({"button": _where, "sb": _where, "bb": _where}, ("button", "sb", "bb"))
_chips = mapping_of(count)
_cards = mapping_of(list_of(a_card))
_pairs = list_of(_two(_place))
_occupied = record({"occupied": list_of(seat), "last": _positions, "next": _positions, "players": count})
_periods = mapping_of(list_of(_two(_local_time)))
_band = record({"min": count, "max": _either(count, nothing), "pct": list_of(_number)}, ("min", "max", "pct"))
_bust = record(
    {"player": word, "table": _place, "stack_before": count, "contributed": count, "seat": seat}, ("player",)
)
_action = record({"seat": seat, "do": word, "to": count, "out_of_turn": flag}, ("seat", "do"))
_change = record(
    {"kind": word, "removed": count, "given": count, "odd_total": count, "old": _some, "new": _some}, ("kind",)
)

GIVEN: Mapping[str, Check] = {
    "ruleset": one_of(*RULESETS),
    "structure": _either(_structure, list_of(_structure)),
    "clock": record({"level": count, "remaining_s": count}, ("level", "remaining_s")),
    "now_t_s": count,
    "start": _local_time,
    "start_date": _day,
    "level": count,
    "street": one_of("preflop", "flop", "turn", "river"),
    "tables": _either(count, list_of(_place), mapping_of(_either(count, _occupied))),
    "table": _either(
        record(
            {
                "players": count,
                "occupied": list_of(seat),
                "next": _positions,
                "last": _positions,
                "arrivals": _arrivals,
            }
        ),
        count,
    ),
    "arrivals": _arrivals,
    "seats_per_table": seat,
    "final_table_size": seat,
    "break_order": list_of(count),
    "max_difference": count,
    "connected": _pairs,
    "players": list_of(word),
    "players_left": count,
    "places_paid": count,
    "prizes_cents": _either(mapping_of(cents), list_of(cents)),
    "hand_for_hand": flag,
    "seated": count,
    "alternates": list_of(word),
    "stacks": _either(_chips, list_of(count)),
    "entries_used": mapping_of(_some),
    "chips_in_play": count,
    "prize_pool_cents": cents,
    "unique_entrants": count,
    "reentries": _chips,
    "of_which_entries_paid_by_operator": count,
    "added_value_cents": cents,
    "entries": count,
    "entrants": count,
    "entry_fee_cents": cents,
    "commission_per_entry_cents": cents,
    "no_show": word,
    "reserve": word,
    "old": _some,
    "new": _some,
    "odd_chips_by_seat": _chips,
    "stacks_before": _chips,
    "lowest_in_play": _some,
    "removed_denominations": list_of(_some),
    "denominations": list_of(_some),
    "player": word,
    "orbits_dealt_at_the_seat": _chips,
    "penalised": record({"player": word, "stack": _some, "orbits": _some}, ("player", "stack", "orbits")),
    "table_players": count,
    "sb": count,
    "bb": count,
    "bba": count,
    "to_call": count,
    "min_raise_to": count,
    "clockwise": list_of(word),
    "last_hand": _positions,
    "table_minimum": count,
    "starting_marker": seat,
    "seats": _either(list_of(seat), mapping_of(mapping_of(word))),
    "events": list_of(_change),
    "scale": list_of(_band),
    "tickets": record({"places": list_of(count), "value_cents": cents}, ("places", "value_cents")),
    "prior_gaming": _periods,
    "mixed_tie": one_of("ask", "tiered", "share_all"),
}

# What a step can say beside the particulars of the situation, which it may also say otherwise than `given` does.
_OF_STEPS: Mapping[str, Check] = {
    **GIVEN,
    "t_s": count,
    "at": _local_time,
    "cut_t_s": count,
    "shuffle_t_s": count,
    "hand_ends_t_s": count,
    "real_s": count,
    "player_entries": count,
    "born": _day,
    "member": flag,
    "excluded": flag,
    "withdrawal_of_licence": _either(word, nothing),
    "tpoe_active": flag,
    "to_already_entered": flag,
    "director_discretion": flag,
    "has_played": flag,
    "stack": _some,
    "reserve_pays": flag,
    "draws": count,
    "watch": any_object,
    "seat": seat,
    "end_of_level": count,
    "busts": list_of(_bust),
    "method": word,
    "agree": count,
    "remaining_cents": cents,
    "amounts_cents": list_of(cents),
    "counted": result,
    "advance": count,
    "extra_rounds": list_of(_chips),
    "odd_total": count,
    "cards": _cards,
    "extra_cards": _cards,
    "denomination": _some,
    "count": count,
    "bust": word,
    "actions": list_of(_either(word, _action)),
    "facing_bet": flag,
    "acts_at_s": _either(_number, nothing),
    "bet_in_pot": count,
    "caller_at_seat": flag,
    "facing": count,
    "chips": list_of(count),
    "declared": _either(word, nothing),
    "times": count,
    "set": mapping_of(_either(count, flag, word)),
    "table": _either(_place, GIVEN["table"]),
    "tables": _either(list_of(_place), GIVEN["tables"]),
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

given: Check = record(GIVEN)


def _content(form: str, step_given: Mapping[str, object], path: str) -> Iterator[Fault]:
    """A question or an act of the desk; a question has a label for its answer."""
    name = step_given[form]
    names = STEPS if form in ("ask", "do") else {}
    if not isinstance(name, str) or name not in names:
        yield Fault(f"{path}.{form}", unknown("tournament", form, name, list(names)))
        return
    required = (*names[name], *(("ref",) if form == "ask" else ()))
    fields = {**_OF_STEPS, form: anything, "ref": word, "refused": clause}
    yield from record(fields, required)(step_given, path)


step: Check = step_of(_content)

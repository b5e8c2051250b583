"""What the staff can do at a virtual table for money: what cannot happen there, and what takes no ruling.

Everything else that the games let a supervisor or an operator say is a ruling: there it is never the dealer's, and it
takes a second person. Players' own choices and the house's clock are not meant here.
"""

from collections.abc import Iterator, Mapping

_SEEN = "No card of a virtual shoe is seen before the croupier shows it to those whose it is."
_DEALT = "The virtual croupier deals every card to its place, and none is missing or too many."
_SHOE = "A virtual shoe is no device: it does not fail, and nobody cuts, counts or replaces it by hand."
_JACKPOT = "The jackpot of a virtual table has no sensors and no equipment that could fail."
_WAGERS = "A virtual table takes no wager and no chips otherwise than the rules want them."
_TURN = "A virtual table takes an action from the player whose turn it is, and from nobody else."
_TIME = "At a virtual table the house's own clock says when the time is up."
_CLAIMS = "A virtual croupier collects the cards when the time to claim is over, and not before."


def _table() -> Iterator[tuple[str, str]]:
    for reason, verbs in {
        _SEEN: "card_exposed dealer_card_exposed communal_card_exposed top_card_exposed shown_to_one disclose",
        _DEALT: "correct_card declare_misdeal wrong_card_count hand_dealt_without_wager foreign_card_found card_missing"
        " hand_in_discards deal_irregularity face_up_card_in_shoe card_burnt_in_error card_drawn_in_error"
        " dealer_drew_too_many misplaced_card dealt_past_cutting_card void_past_round",
        _SHOE: "shoe_malfunction replace_shoe count_cards offer_cut cut",
        _JACKPOT: "jackpot_unlit jackpot_down",
        _WAGERS: "noncompliant_wager_noticed enter_control push",
        _TURN: "out_of_turn retract skipped_hand",
        _TIME: "no_decision call_clock",
        _CLAIMS: "cards_collected_unclaimed",
    }.items():
        yield from ((verb, reason) for verb in verbs.split())


# By verb: why it is no command for the staff of a virtual table for money.
CANNOT_HAPPEN: Mapping[str, str] = dict(_table())
# What dealers do there: people come and go. No hand and no wager depends on it.
OF_DEALERS = frozenset(
    (
        *("sit", "leave", "sit_out", "dismiss", "join_waiting_list", "leave_waiting_list", "withdraw_seat_change"),
        *("mark_absent", "mark_present"),
    )
)
# What supervisors and managers do there alone: it sets up the rounds to come, and takes nothing from anybody.
HOUSEKEEPING = frozenset(
    (
        *OF_DEALERS,
        *("open_table", "close_table", "announce_limits", "announce_last_rounds", "announce_settings"),
        *("place_marker", "lift_marker", "change_cards", "order_shuffle", "vacate_seat", "pay_time"),
        # A jackpot that was down when the table became a virtual one, and the game that waits for an approval.
        *("jackpot_up", "supervisor_continues"),
        # Entrants of a tournament come to the table and go as its director says.
        *("seat_entrant", "remove_entrant", "hand_for_hand"),
    )
)

"""What cannot be taken back and is asked about first, by the command or the verb of a table or the desk."""

IRREVERSIBLE = frozenset(
    (
        # The house and its people.
        *("end_demo", "disable_house", "disable_table", "close_day", "void_voucher", "revoke_device", "exclude"),
        *("reset_password", "reset_second_factor", "end_sessions", "suspend_staff", "drop_structure"),
        # A table.
        *("void_round", "void_wagers"),
        # An event.
        *("disqualify", "remove_for_time", "remove_for_harm", "block_entry", "issue_prevention", "mark_no_show"),
        *("suspend", "resume", "cancel_event", "drop_queue", "remove_absent", "free_seat"),
    )
)
# Offered in states of an event that it takes a whole evening to come to.
RARE = frozenset(("free_seat", "drop_queue"))

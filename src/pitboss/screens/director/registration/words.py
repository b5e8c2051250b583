"""How the registration desk says things: ways to pay, kinds of entries, how somebody stands."""

from collections.abc import Mapping

METHODS: Mapping[str, str] = {
    "cash": "cash",
    "account": "account",
    # So were fees out of the account recorded before.
    "chips": "account",
    "eft": "electronic transfer",
    "debit_card": "debit card",
    "chip_purchase_voucher": "chip purchase voucher",
    "promotional": "operator, for promotion",
}
STATUSES: Mapping[str, str] = {
    "registered": "registered",
    "unpaid": "fee owed",
    "seated": "seated",
    "alternate": "waits",
    "waiting_reentry": "waits",
    "out": "out",
    "advanced": "goes on",
    "not_advanced": "did not go on",
    "disqualified": "disqualified",
    "removed": "removed",
    "forfeited": "forfeited",
    "deregistered": "cancelled",
    # Of an entry that is not the one somebody is in the event with.
    "over": "out before",
    "undone": "refunded",
    "bought": "bought",
}
# A way to pay: what its button says, and its key.
WAYS: Mapping[str, tuple[str, str]] = {
    "account": ("From the account", "F"),
    "cash": ("Cash", "C"),
    "debit_card": ("Debit card", "D"),
    "eft": ("Transfer", "T"),
    "voucher": ("Voucher", "V"),
    "operator": ("Operator pays", "O"),
    "later": ("Pays later", "L"),
}
WAY_HINTS: Mapping[str, str] = {
    "operator": "for promotion",
    "later": "no seat until it is paid",
}
# What a fee is taken for: a heading, and what the person gets for it.
MATTERS: Mapping[str, tuple[str, str]] = {
    "register": ("Take the entry", ""),
    "pay_fee": ("Take the fee that is owed", "There is no seat until it is paid."),
    "reenter": ("Re-entry", "Full price, a full starting stack, and a seat once one is open."),
    "forfeit_and_reenter": (
        "Give up the stack and re-enter",
        "The chips are out at once; the new entry waits for a seat.",
    ),
    "rebuy": ("Re-buy", "Chips for somebody who has none."),
    "add_on": ("Add-on", "More chips, once."),
}
# Which entries a list shows.
SHOWS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "all": ("All entries", ()),
    "in": ("In the event", ("registered", "seated", "alternate", "waiting_reentry", "unpaid", "advanced")),
    "waits": ("Waiting for a seat", ("alternate", "waiting_reentry")),
    "unpaid": ("Fee owed", ("unpaid",)),
    "out": ("Out", ("out", "not_advanced", "disqualified", "removed", "forfeited")),
    "back": ("Cancelled or refunded", ("deregistered", "undone")),
}
WORDS: Mapping[str, object] = {
    "method_words": METHODS,
    "status_words": STATUSES,
    "way_words": WAYS,
    "way_hints": WAY_HINTS,
    "matter_words": MATTERS,
    "shows": SHOWS,
}

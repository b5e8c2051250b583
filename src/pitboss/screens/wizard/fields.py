"""The particulars of a matter: a field for each that its verb needs or takes, asked in a sentence."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.cards.card import faces
from pitboss.floor.tables.record import TableRecord, at_table
from pitboss.games.command import dollars
from pitboss.games.house.felt import net_by_player
from pitboss.games.state import Outcome, Result
from pitboss.screens.common.formatting import name_of

Options = tuple[tuple[str, str], ...]

_VOID: Options = (
    *(("disturbance", "the game was disturbed"), ("fraud", "fraud")),
    ("impractical", "the game cannot go on"),
)
# Where the rules take one of a few words: by verb and particular.
_CHOICES: Mapping[tuple[str, str], Options] = {
    ("void_round", "reason"): _VOID,
    ("collusion_ruling", "ruling"): (
        ("exclude_player", "the player is out of the round"),
        ("void_round", "the round is void"),
    ),
    ("hand_in_discards", "ruling"): (("void_hand", "the hand is void"), ("void_round", "the round is void")),
    ("skipped_hand", "ruling"): (("dead", "the hand is dead"), ("no_raise", "it may call and not raise")),
    ("out_of_turn", "ruling"): (
        *(("fold", "folded"), ("check", "checked"), ("stand", "stood"), ("call", "called"), ("bet", "bet")),
        *(("raise", "raised"), ("tap_out", "tapped out")),
    ),
    ("retract", "reason"): (("dealer_direction", "the dealer had directed it"),),
    ("disclose", "reason"): (("folded_hand", "of a folded hand"), ("live_hand", "of a live hand")),
    ("push", "reason"): (
        *(("", "nothing was said"), ("raise", "“raise”, without an amount")),
        ("asked_for_count", "a count was asked for"),
    ),
    ("deal_irregularity", "reason"): (
        *(("card_exposed_in_cut", "a card was exposed in the cut"), ("no_cut", "the cards were not cut")),
        *(("hole_card_out_of_turn", "a card went out of turn"), ("player_missed", "a player was missed")),
        ("extra_position_dealt", "an empty place was dealt to"),
        ("player_has_excess_card", "a player has a card too many"),
    ),
    ("replace_shoe", "shoe"): (("card", "a card shoe"), ("automated", "an automated shuffling shoe")),
}
_YES_OR_NO: Options = (("true", "yes"), ("false", "no"))
# How each particular is asked for: the question, how it is written, and a hint.
_ASKED: Mapping[str, tuple[str, str, str]] = {
    "seat": ("At which place?", "whole", ""),
    "seats": ("At which places?", "wholes", "Numbers, such as 2 4."),
    "player": ("Which player?", "text", ""),
    "hand": ("Which hand of the box?", "whole", "1 unless it was split."),
    "cards": ("Which cards?", "cards", "Rank then suit, such as Ah 9h."),
    "held": ("How many cards were there?", "whole", ""),
    "amount": ("How much?", "money", "In dollars, such as 25."),
    "reason": ("Why, or what happened?", "text", "One sentence; it stays in the record."),
    "ruling": ("What is ruled?", "text", ""),
    "handled_by": ("Which boxes have touched their cards?", "wholes", "Numbers; empty if nobody has."),
    "rebuilt": ("Could the hand be put together again?", "json", ""),
    "looked_at": ("Has anybody looked at the cards?", "json", ""),
    "burn_taken": ("Was the burn card taken before it?", "json", ""),
    "position": ("At which card?", "whole", ""),
    "shoe": ("Which shoe?", "text", ""),
    "round": ("Which round?", "whole", ""),
}
# The same, where one verb means something of its own.
_ASKED_BY: Mapping[tuple[str, str], tuple[str, str, str]] = {
    ("correct_card", "cards"): (
        *("Which card was entered, and which one is it?", "cards"),
        "The wrong card, then the right one, such as 9d 9h.",
    ),
    ("misplaced_card", "cards"): (
        *("Which card, or which two that change places?", "cards"),
        "First the one that lies wrong, such as 9h Kd.",
    ),
    ("misplaced_card", "seat"): ("At which box does it lie?", "whole", ""),
    ("misplaced_card", "seats"): ("At which box does it belong?", "wholes", "Its number; empty for the dealer's hand."),
    ("misplaced_card", "held"): ("In which hand of that box?", "whole", "1 unless it was split."),
}
_UNSAID = {("misplaced_card", "seat"): "the dealer's hand", ("void_past_round", "round"): "the last one that is over"}
_BOOLEANS = ("rebuilt", "looked_at", "burn_taken")


class WizardField(NamedTuple):
    """A particular on the form; `kind` is how it is written (see `screens.forms`)."""

    name: str
    label: str
    kind: str
    hint: str = ""
    options: Options = ()
    value: str = ""
    is_needed: bool = True


def fields_for(record: TableRecord, do: str) -> list[WizardField]:
    """Return the fields of a verb: the required ones, then the optional ones."""
    verb = record.rules.verbs[do]
    needed = [_field(record, do, name, is_needed=True) for name in verb.needs if name in _ASKED]
    may_be = [_field(record, do, name, is_needed=False) for name in verb.takes if name in _ASKED]
    return [*needed, *may_be]


def _field(record: TableRecord, do: str, name: str, *, is_needed: bool) -> WizardField:
    label, kind, hint = _ASKED_BY.get((do, name), _ASKED[name])
    options = tuple(_options(record, do, name))
    if not is_needed and options and options[0][0]:
        options = (("", _UNSAID.get((do, name), "not said")), *options)
    value = faces(record.rules.deck(record.state).cards) if do == "check_cards" and name == "cards" else ""
    return WizardField(name, label, kind, "" if options else hint, options, value, is_needed)


def _options(record: TableRecord, do: str, name: str) -> Iterator[tuple[str, str]]:
    if name == "seat":
        seated = _people_by_seat(record)
        for seat in range(1, record.state.settings.boxes + 1):
            yield str(seat), f"{record.rules.place.capitalize()} {seat}{_name_suffix(seated.get(seat))}"
    elif name == "player":
        people = at_table(record) if do != "readmit_player" else record.state.house.shut_out
        yield from ((player, name_of(f"patron:{player}")) for player in sorted(people))
    elif name == "round":
        for number, rows in record.kit.past_rounds(record.state):
            yield str(number), f"Round {number}, {_became(rows)}"
    elif name in _BOOLEANS:
        yield from _YES_OR_NO
    elif (do, name) == ("note_breach", "reason"):
        yield from record.kit.breaches.items()
    else:
        yield from _CHOICES.get((do, name), ())


def _became(rows: tuple[Outcome, ...]) -> str:
    """Describe the results of a round in a few words."""
    if all(row.result in (Result.VOID, Result.RETURNED) for row in rows):
        return "void"
    told = (
        f"{name_of(f'patron:{name}')} {'won' if net > 0 else 'lost'} {dollars(abs(net))}"
        if net
        else f"{name_of(f'patron:{name}')} even"
        for name, net in net_by_player(rows).items()
    )
    return ", ".join(told)


def _people_by_seat(record: TableRecord) -> dict[int, str]:
    state = record.state
    found = {wager.seat: wager.player for wager in state.felt.wagers}
    return found | dict(state.house.seated)


def _name_suffix(player: str | None) -> str:
    return f", {name_of(f'patron:{player}')}" if player else ""

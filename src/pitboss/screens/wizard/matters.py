"""Irregularities and rulings at a table in plain words, with the particulars each needs."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.floor.kernel.game_roles import game_role, may_give, still_open, takes_two
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tables.record import TableRecord
from pitboss.games.command import Role as GameRole
from pitboss.games.house.faces import hands_settled

CARDS, WAGERS, PLAYERS, DEVICES = "Cards", "Round and wagers", "Players", "Shoe and equipment"
GROUPS = (CARDS, WAGERS, PLAYERS, DEVICES)

# Each verb of the games that the wizard knows: its group and what has happened, or is ruled, in words.
_WORDS: Mapping[str, tuple[str, str]] = {
    "correct_card": (CARDS, "A card was entered wrongly"),
    "declare_misdeal": (WAGERS, "Misdeal, in the supervisor's opinion"),
    "card_exposed": (CARDS, "A player's card was exposed"),
    "dealer_card_exposed": (CARDS, "A card of the dealer was exposed"),
    "communal_card_exposed": (CARDS, "A communal card was exposed too early"),
    "top_card_exposed": (CARDS, "The top card of the deck was exposed"),
    "wrong_card_count": (CARDS, "A hand has too many or too few cards"),
    "hand_dealt_without_wager": (CARDS, "Cards were dealt to a box without a wager"),
    "foreign_card_found": (CARDS, "A foreign card was found"),
    "card_missing": (CARDS, "A card is missing"),
    "hand_in_discards": (CARDS, "A hand got into the discards"),
    "deal_irregularity": (CARDS, "Something went wrong in the cut or the deal"),
    "face_up_card_in_shoe": (CARDS, "A card lay face up in the shoe"),
    "card_burnt_in_error": (CARDS, "A card was burnt by mistake"),
    "card_drawn_in_error": (CARDS, "A card was drawn by mistake"),
    "dealer_drew_too_many": (CARDS, "The dealer drew too many cards"),
    "misplaced_card": (CARDS, "A card was given to the wrong hand"),
    "dealt_past_cutting_card": (CARDS, "The cutting card was dealt past"),
    "shown_to_one": (CARDS, "A hand was shown to one player only"),
    "disclose": (CARDS, "A player was told of a hand"),
    "check_cards": (CARDS, "The cards have been checked and are all there"),
    "count_cards": (CARDS, "The cards are to be counted"),
    "change_cards": (CARDS, "Other cards come to the table"),
    "order_shuffle": (CARDS, "The cards are to be shuffled again"),
    "void_round": (WAGERS, "The round is void"),
    "void_past_round": (WAGERS, "An earlier round is void"),
    "void_hand": (WAGERS, "One hand is void"),
    "void_wagers": (WAGERS, "A player's wagers are void"),
    "void_jackpot_wagers": (WAGERS, "The jackpot wagers are void"),
    "noncompliant_wager_noticed": (WAGERS, "A wager is not as the rules want it"),
    "cards_collected_unclaimed": (WAGERS, "Cards were collected before the jackpot was claimed"),
    "record_dispute": (WAGERS, "A dispute, and how it was decided"),
    "review_previous_round": (WAGERS, "The hand before is reviewed"),
    "unlisted_irregularity": (WAGERS, "Something that the rules do not list"),
    "no_decision": (PLAYERS, "A player has not decided in time"),
    "call_clock": (PLAYERS, "The clock is called on a player"),
    "out_of_turn": (PLAYERS, "A player acted out of turn"),
    "retract": (PLAYERS, "An action made on wrong advice is taken back"),
    "skipped_hand": (PLAYERS, "A hand was skipped"),
    "push": (PLAYERS, "Chips were pushed in without a word"),
    "supervisor_fold": (PLAYERS, "A hand is folded by the supervisor"),
    "collusion_ruling": (PLAYERS, "Players worked together"),
    "note_breach": (PLAYERS, "A player broke a rule of conduct"),
    "exclude_player": (PLAYERS, "A player is excluded from the game"),
    "readmit_player": (PLAYERS, "An excluded player may play again"),
    "vacate_seat": (PLAYERS, "An idle seat is given up"),
    "require_minimum": (PLAYERS, "A latecomer is held to the minimum"),
    "restrict_player": (PLAYERS, "A player is restricted"),
    "lift_restriction": (PLAYERS, "A restriction is lifted"),
    "release_box": (PLAYERS, "A reserved box is released"),
    "enter_control": (PLAYERS, "Another player's wager lies nearest the dealer"),
    "mark_absent": (PLAYERS, "An entrant is absent"),
    "mark_present": (PLAYERS, "An entrant is back"),
    "shoe_malfunction": (DEVICES, "The shuffling shoe has failed"),
    "replace_shoe": (DEVICES, "The shoe is replaced"),
    "jackpot_unlit": (DEVICES, "A jackpot sensor did not light"),
    "jackpot_down": (DEVICES, "The jackpot equipment has failed"),
    "jackpot_up": (DEVICES, "The jackpot equipment works again"),
    "supervisor_continues": (DEVICES, "The supervisor lets the game go on"),
    "cut": (DEVICES, "A supervisor cuts the cards"),
}


class WizardMatter(NamedTuple):
    """Something the wizard can be told. `signed_by` has to sign for it where the person's own role is not enough.

    With `takes_two` it is done when a second person has agreed, and waits for them until then.
    """

    do: str
    group: str
    words: str
    clause: str
    signed_by: Role | None = None
    takes_two: bool = False


def matters_at(record: TableRecord, actor: Actor) -> list[WizardMatter]:
    """Everything that has its place at this stage of the table, for this person or with a supervisor beside them."""
    return [matter for do in _WORDS if (matter := matter_at(record, actor, do)) is not None]


def matter_at(record: TableRecord, actor: Actor, do: str) -> WizardMatter | None:
    """One of them; None where there is no such thing here, or not now."""
    verb, told = record.rules.verbs.get(do), _WORDS.get(do)
    if verb is None or told is None:
        return None
    if verb.stages is not None and record.state.felt.stage not in verb.stages:
        return None
    for role in (actor.role, Role.SUPERVISOR):
        as_role = game_role(role, verb, record.mode)
        if do == "correct_card" and as_role is GameRole.DEALER and hands_settled(record.state):
            continue
        is_there = as_role not in (None, GameRole.PLAYER) and may_give(role, record.rules, do, record.mode)
        if is_there and still_open(record, Actor(actor.person, role), do):
            signed_by = None if role is actor.role else role
            return WizardMatter(do, *told, verb.clause, signed_by, takes_two(role, do, record.mode))
    return None


def known_matter(record: TableRecord, do: str) -> WizardMatter | None:
    """A matter of this game, whether or not it has its place now."""
    verb, told = record.rules.verbs.get(do), _WORDS.get(do)
    return None if verb is None or told is None else WizardMatter(do, *told, verb.clause)


def by_group(matters: list[WizardMatter]) -> Iterator[tuple[str, list[WizardMatter]]]:
    for group in GROUPS:
        of_group = [matter for matter in matters if matter.group == group]
        if of_group:
            yield group, of_group

"""Commands in words, for whoever is asked to agree to one: what, whom, how much and why, and never a card."""

import pytest

from pitboss.floor.cage.counter import BuyIn, CashOut
from pitboss.floor.cage.events import Method
from pitboss.floor.kernel.command_words import command_words
from pitboss.floor.kernel.contract import Command, name_of, particulars_of
from pitboss.floor.kernel.premises import CloseHouse, SetHouse
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.credentials import ResetPassword
from pitboss.floor.people.devices import AddDevice
from pitboss.floor.people.staff import ChangeRoles
from pitboss.floor.tables.play import Play
from pitboss.floor.tournaments.commands import Desk

WORDS = (
    (ChangeRoles(staff="nora", roles=(Role.DEALER,)), "Let staff:nora act as dealer, and as nothing else."),
    (ResetPassword(person="staff:nora"), "Give staff:nora a new password."),
    (AddDevice(id="r-1", name="Reader", role=Role.DEALER), "Let the device Reader in as dealer."),
    (AddDevice(id="b-1", name="Bot", role=Role.PLAYER, patron="p1001"), "Let the device Bot in as player for p1001."),
    (BuyIn(patron="p1001", amount=2_500_000), "Let p1001 buy in for $25,000 by cash."),
    (CashOut(patron="p1001", amount=None, method=Method.EFT), "Pay p1001 everything by electronic transfer."),
    (SetHouse(large_cash=2_000_000), "Set the house: large cash $20,000."),
    (
        Play(table="uth-1", do="void_wagers", player="p1001", seat=2, reason="marked_cards"),
        "Void wagers at table uth-1: seat 2, p1001. Reason: marked cards.",
    ),
    (
        Play(table="uth-2", do="correct_card", seat=2, cards=("Ah",), wagers={"ante": 1000, "blind": 500}),
        "Correct card at table uth-2: seat 2, wagers ante $10, blind $5.",
    ),
    (
        Desk(tournament="saturday", do="register", given={"person": "p1001"}, paid_by="cash"),
        "Register in saturday: p1001, paid by cash.",
    ),
    # What has no words of its own is told by its name.
    (CloseHouse(reason="a fire"), "Close house. Reason: a fire."),
)


@pytest.mark.parametrize(("command", "words"), WORDS, ids=[name_of(type(command)) for command, _ in WORDS])
def test_a_command_is_told_with_its_particulars(command: Command, words: str) -> None:
    assert command_words(name_of(type(command)), particulars_of(command)) == words

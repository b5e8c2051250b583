"""The kit of Poker Hold-em."""

from collections.abc import Sequence
from random import Random
from typing import Any

from pitboss.games.bots import holdem as bots
from pitboss.games.command import Command
from pitboss.games.holdem import GAME
from pitboss.games.holdem.dealing import BoardDealt, HoleDealt
from pitboss.games.holdem.irregular.conduct import BREACHES
from pitboss.games.holdem.irregular.irregularities import CardReplaced
from pitboss.games.holdem.settings import settings_of
from pitboss.games.holdem.view import HoldemView
from pitboss.games.play import Choice
from pitboss.kits.card_room import CardRoom
from pitboss.kits.events.holdem import EVENTS
from pitboss.kits.kit import Kit
from pitboss.kits.returns import POT, Returns, RoundNotes


def _bot(view: HoldemView, choices: Sequence[Choice], number: int, random: Random) -> Command:
    return bots.decide(view, choices, bots.TEMPERAMENTS[number % len(bots.TEMPERAMENTS)], random)


def _note_time(round_notes: RoundNotes, event: Any, at: int) -> None:
    round_notes.time.append((at, event.amount))


def _note_commission(round_notes: RoundNotes, event: Any, _: int) -> None:
    round_notes.commission = event.settlement.charge.total


KIT = Kit(
    game=GAME,
    no_aids="HLD 19.5(b)",
    no_advice="HLD 19.5(a)",
    card_room=CardRoom(),
    bot=_bot,
    askable=lambda state: {"hand": settings_of(state).hole_cards, "board": 5},
    leaves_shoe={
        HoleDealt: lambda event: event.cards,
        BoardDealt: lambda event: event.burned + event.cards,
        CardReplaced: lambda event: (event.new,),
    },
    breaches={word: word.replace("_", " ") for word in BREACHES},
    events=EVENTS,
    returns=Returns(
        groups={"pot": POT},
        notes={"TimePaid": _note_time, "Settled": _note_commission},
        assumes=(
            "Players win from each other: the house has the commission that is due, and there is nothing to vary.",
        ),
    ),
    terminal="pitboss.cli.play:at_a_cash_table",
    case_player="pitboss.conformance.holdem.player:play",
    case_fields="pitboss.conformance.holdem.vocabulary:case_fields",
    felt="pitboss.screens.common.felts.holdem:FELT",
    console="pitboss.screens.dealer.consoles.holdem:CONSOLE",
)

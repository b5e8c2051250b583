"""What a person does at a practice table who is alone there, by dice: plays, takes back, asks for hands, has bots."""

from random import Random

from pitboss.cards.card import face
from pitboss.floor.kernel.contract import Command
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.tables.practice import AskForHand, SeatBots, SendBotsAway, TakeBack
from pitboss.floor.tables.record import TableRecord
from tests.properties.floor_machine import PLAYERS, SUPERVISORS
from tests.properties.floor_tables import next_of


def practising(record: TableRecord, dice: Random) -> tuple[Actor, Command]:
    """The next thing that the person does who is there, or somebody who comes."""
    there = [actor for actor in PLAYERS if actor.id in record.persons]
    actor = dice.choice(there or PLAYERS)
    if dice.random() < 0.6:
        return next_of(record, (actor,), dice)
    table = record.id
    wishes: list[Command] = [TakeBack(table=table), TakeBack(table=table), SendBotsAway(table=table)]
    wishes += [SeatBots(table=table, number=dice.randint(0, 3)), asked(record, dice)]
    wish = dice.choice(wishes)
    by_staff = isinstance(wish, SeatBots | SendBotsAway) and dice.random() < 0.2
    return dice.choice(SUPERVISORS) if by_staff else actor, wish


def asked(record: TableRecord, dice: Random) -> AskForHand:
    """Some cards of the deck at some places; seldom too many, or nothing."""
    deck = [face(card) for card in record.rules.deck(record.state).cards]
    given = {}
    for place in ("hand", "dealer", "board"):
        most = record.kit.askable(record.state).get(place, 0) + (dice.random() < 0.05)
        if dice.random() < 0.7:
            given[place] = tuple(dice.sample(deck, dice.randint(0, most)))
    return AskForHand(table=record.id, **given)

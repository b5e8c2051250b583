"""A person at a practice table of any game, alone or with bots: rounds, decisions, and what must hold after them."""

from collections.abc import Callable
from typing import Any

from pitboss.cards.card import face
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.reading.recall import rounds, view_of
from pitboss.floor.reading.round_export import round_written, table_played
from pitboss.floor.tables.play import Deal
from pitboss.floor.tables.practice import SeatBots
from pitboss.floor.tables.record import from_text, to_text
from pitboss.floor.upkeep.verify import verify
from pitboss.games.holdem.settings import settings_of
from pitboss.games.play import RUNNING, Stage
from tests.floor.tables.table_floor_scene import (
    AUDITOR,
    P1,
    books_are_right,
    done,
    give,
    house_with_patrons,
    open_table,
    record_of,
    say,
    wager,
)

GAMES = ("ultimate", "canberra", "pontoon", "holdem")
Watch = Callable[[Floor], None]
# What keeps a hand in without much money; the first that is offered is done.
_LIKES = ("check", "stand", "call", "play", "bet", "hit")


def practise(floor: Floor, game: str, bots: int = 0, **settings: Any) -> str:
    """P1 at a practice table with so many bots, before a round; at the house's games with a seat and no wager yet."""
    if floor.record("house:house") is None:
        house_with_patrons(floor, cents=0)
    table = open_table(floor, game, f"{game}-p", mode="practice", **settings)
    come(floor, table)
    if bots:
        give(floor, P1, SeatBots(table=table, number=bots))
    return table


def come(floor: Floor, table: str, actor: Actor = P1, seat: int = 1) -> None:
    if record_of(floor, table).game == "holdem":
        done(say(floor, actor, table, "join", seat=seat, amount=_stake(floor, table)))
    else:
        done(say(floor, actor, table, "sit", seat=seat))


def _stake(floor: Floor, table: str) -> int:
    return min(50_000, settings_of(record_of(floor, table).state).max_buy_in)


def begin(floor: Floor, table: str, actor: Actor = P1) -> Done:
    """The next round up to the person's first decision, if there is one for them."""
    record = record_of(floor, table)
    if record.game == "holdem":
        chair = next(each for each in record.state.play.room.chairs.values() if each.player == actor.id)
        if chair.stake < settings_of(record.state).min_table_stake:
            seat = view_of(record, actor).as_json()["your_seats"][0]
            done(say(floor, actor, table, "top_up", seat=seat, amount=_stake(floor, table) - chair.stake))
    else:
        seat = view_of(record, actor).as_json()["your_seats"][0]
        done(wager(floor, table, actor, seat))
    return give(floor, actor, Deal(table=table))


def stage_of(floor: Floor, table: str) -> Stage:
    stage: Stage = record_of(floor, table).state.felt.stage
    return stage


def decide(floor: Floor, table: str, actor: Actor = P1, *likes: str) -> Done:
    """One decision of the person in the round that runs, or letting the croupier go on."""
    view = view_of(record_of(floor, table), actor).as_json()
    offered = {each["do"]: each for each in view["choices"] if each.get("seat") in view["your_seats"]}
    do = next((each for each in (*likes, *_LIKES) if each in offered), None)
    if do is None:
        assert view["may_deal"], view
        return give(floor, actor, Deal(table=table))
    choice = offered[do]
    amount = choice["amounts"][0] if "amounts" in choice else choice.get("least")
    given = {"amount": amount} if amount is not None else {}
    return done(say(floor, actor, table, do, seat=choice["seat"], hand=choice.get("hand", 1), **given))


def finish(floor: Floor, table: str, actor: Actor = P1, watch: Watch = lambda _: None) -> None:
    """The person's decisions to the end of the round."""
    while stage_of(floor, table) in RUNNING:
        decide(floor, table, actor)
        watch(floor)


def play(floor: Floor, table: str, actor: Actor = P1, watch: Watch = lambda _: None) -> None:
    begin(floor, table, actor)
    watch(floor)
    finish(floor, table, actor, watch)


def bots_of(floor: Floor, table: str) -> list[str]:
    bots: list[str] = view_of(record_of(floor, table), P1).as_json()["practice"]["bots"]
    return bots


def faces(cards: Any) -> list[str]:
    return [face(card) for card in cards]


def hand_of(floor: Floor, table: str, player: str = P1.id) -> list[str]:
    """The cards of somebody's first hand."""
    play = record_of(floor, table).state.play
    if hasattr(play, "round"):
        return faces(dict(zip(play.round.names, play.round.hole, strict=True))[player])
    box = next(each for each in play.boxes if each.player == player)
    return faces(box.hands[0].cards if hasattr(box, "hands") else box.cards)


def all_is_well(floor: Floor, table: str) -> None:
    """Books, verification, snapshots, and every round of the table can be written down."""
    books_are_right(floor, table)
    report = verify()
    assert report.is_good, report.faults
    record = record_of(floor, table)
    assert from_text(to_text(record)) == record
    for past in rounds(table):
        again = table_played(table, past.number)
        if past.number < record.state.house.round or record.state.felt.stage is Stage.OVER:
            assert not isinstance(round_written(table, past.number, AUDITOR), str)
            assert again.is_over
        else:
            assert again.state == record.state


def practice_money(table: str, balances: dict[str, int]) -> dict[str, int]:
    """The accounts of a practice table and of the persons at it."""
    names = (f"{kind}:{table}" for kind in ("felt", "float", "jackpot", "reserve", "commission"))
    kept = {f"practice/{name}" for name in names}
    return {
        name: cents
        for name, cents in balances.items()
        if cents and (name in kept or name.startswith(f"practice/stake:{table}:") or name == f"practice/patron:{P1.id}")
    }

"""The frame around every player's felt: the sign, the choices, the chips, the clock, the results."""

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from pitboss.floor.kernel.floor import Known
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.reading import table_view
from pitboss.floor.reading.table_view import TableView
from pitboss.floor.tables.record import TableRecord
from pitboss.floor.tables.stake_record import open_limit
from pitboss.games.play import HouseSettings
from pitboss.games.views import WagerView
from pitboss.screens.common.drawing.chips import Chip, denominations
from pitboss.screens.common.felts import ChipSpot, felt_of, plain_spot
from pitboss.screens.common.felts.buttons import Button, buttons_of
from pitboss.screens.common.felts.spoken import parts_of, said_politely
from pitboss.screens.common.formatting import round_money
from pitboss.screens.common.pages import Context, Visit, as_one_of_role


def as_onlooker(actor: Actor, record: TableRecord) -> Actor:
    """As whom a table is shown to somebody: players of whom it knows nothing see the same, and so does each role."""
    is_known = actor.role is Role.PLAYER and actor.id in _known_at(record)
    return actor if is_known else as_one_of_role(actor, record)


# Of each table what was looked at last, and everybody who is named there in any sense.
_known: dict[str, tuple[TableRecord, frozenset[str]]] = {}


def _known_at(record: TableRecord) -> frozenset[str]:
    found = _known.get(record.id)
    if found is None or found[0] is not record:
        # Tables before a decision that may be taken back tell of nobody else.
        found = _known[record.id] = record, frozenset(_texts_in(record._replace(kept=())))
    return found[1]


def _texts_in(value: object) -> set[str]:
    texts, left = set(), [value]
    while left:
        each = left.pop()
        if isinstance(each, str):
            texts.add(each)
        elif isinstance(each, tuple | frozenset):
            left.extend(each)
        elif isinstance(each, Mapping):
            left += [*each, *each.values()]
    return texts


def shown_live(visit: Visit, known: Known) -> Context:
    """A table now, with everything that the person who looks may do."""
    record: TableRecord = known.record
    shown = shown_of(record, visit.actor, known.position)
    limit = open_limit(record.stake_limits, visit.actor.id, visit.floor.clock())
    return shown | {"stake_limit": limit, "position": known.position, "is_live": True}


def shown_of(record: TableRecord, actor: Actor, position: int) -> Context:
    """A table at one moment as somebody sees it: live, or recalled with the same drawing."""
    view, felt = table_view.view_of(record, actor), felt_of(record.game)
    player = actor.id if actor.role is Role.PLAYER else ""
    drawn = felt.drawn(view, record.state.settings, player)
    rows = [row for row in view.felt.wagers if row.player == player and row.result is not None]
    spoken = parts_of(view, player)
    # What the staff may do is done at the pages of the staff.
    own = view.choices if player else []
    return {
        "view": view,
        "felt": drawn,
        "table": record.id,
        "game": record.game,
        "drawn_as": felt.name,
        "scripts": felt.scripts,
        "rules_title": record.rules.title,
        "me": player,
        "sign": sign_of(record),
        "buttons": _with_keys(buttons_of(view, felt.words, player), view) if player else [],
        "waits_until": waits_until(view, actor),
        "decision_seconds": record.seconds_to_decide,
        "betting": betting_of(record, view, player, cast("list[int] | None", drawn.get("bet_seats"))),
        "may_sit": [choice for choice in own if choice.do in ("sit", "join")],
        "may_leave": next((choice for choice in own if choice.do == "leave"), None),
        "settled": rows,
        "staked": sum(row.stake for row in rows),
        "net": sum(row.net or 0 for row in rows),
        "heard": {
            "cards": record.drawn,
            "chips": sum(row.stake for row in view.felt.wagers),
            "turn": int(any(choice.do in felt.words for choice in view.choices)),
        },
        "log": felt.log(record.id, position),
        "say": said_politely(spoken),
        "spoken": spoken,
        "open_seats": [n for n in range(1, record.state.settings.boxes + 1) if str(n) not in view.seated],
    }


def _with_keys(buttons: list[Button], view: TableView[Any]) -> list[Button]:
    """A play wager is pressed with its multiple of the ante."""
    antes = {row.seat: row.stake for row in view.felt.wagers if row.wager == "ante"}
    found = []
    for button in buttons:
        ante = antes.get(button.values.get("seat:whole"))
        if button.values["do"] == "play" and button.amount and ante:
            times = button.amount // ante
            button = button._replace(title=f"Play {times}×", key=str(times), follows=f"{times} times the ante")
        found.append(button)
    return found


def sign_of(record: TableRecord) -> list[tuple[str, str]]:
    """The limits sign: what is wagered here, in which steps, and the most that is paid."""
    settings, limits = record.state.settings, record.state.house.limits
    own = felt_of(record.game).sign
    if own is not None:
        return own(settings)
    assert isinstance(settings, HouseSettings)
    told = [
        (kind.replace("_", " ").capitalize(), f"{round_money(limit.least)}–{round_money(limit.most)}")
        for kind, limit in limits.items()
    ]
    told.append(("Steps of", round_money(settings.wager_step)))
    if record.kit.has_maximum_payout:
        told.append(("Most paid", round_money(settings.max_payout)))
    return told


def waits_until(view: TableView[Any], actor: Actor) -> int | None:
    """Until when somebody has time: for their own decision first, else for what they may still do, or for wagers."""
    clock, ends = view.clock, view.clock.decisions_end
    own = [ends[str(seat)] for seat in view.your_seats if str(seat) in ends]
    optional = clock.choices_end if actor.id in view.waits_for else None
    return min(own) if own else optional or clock.betting_ends


class TakenBack(NamedTuple):
    seat: int
    cents: int
    values: Mapping[str, object]


class Betting(NamedTuple):
    """Where chips may go now: the boxes, the spots, the chips that are of use, and what may be taken back again."""

    seats: list[int]
    spots: list[ChipSpot]
    chips: list[Chip]
    back: list[TakenBack]


def betting_of(
    record: TableRecord, view: TableView[Any], player: str, may_bet_at: list[int] | None = None
) -> Betting | None:
    """Where chips may go; where a felt says nothing else, somebody who has a box wagers at that one."""
    places = [choice for choice in view.choices if choice.do in ("place", "increase")]
    if not places:
        return None
    limits = record.state.house.limits
    least = min((limit.least for limit in limits.values()), default=100)
    most = max((limit.most for limit in limits.values()), default=least)
    seats = [choice.seat for choice in places if choice.do == "place" and choice.seat is not None]
    usual = [seat for seat in view.your_seats if seat in seats] or seats or view.your_seats
    is_open = view.felt.stage == "betting"
    mine = [row for row in view.felt.wagers if row.player == player] if is_open else []
    kinds = {kind for choice in places for kind in choice.kinds} | {row.wager for row in mine}
    return Betting(
        seats=usual if may_bet_at is None else may_bet_at,
        spots=[spot for spot in felt_of(record.game).spots or map(plain_spot, limits) if spot.kind in kinds],
        chips=list(denominations(least // 2, most)),
        back=[_taken_back(record.id, seat, mine) for seat in sorted({row.seat for row in mine})],
    )


def _taken_back(table: str, seat: int, rows: list[WagerView]) -> TakenBack:
    """Everything that a player has on a box before the first card, to be taken back with one command."""
    wagers = {f"wagers.{row.wager}:whole": row.stake for row in rows if row.seat == seat}
    values = {"table": table, "do": "take_back", "seat:whole": seat, **wagers}
    return TakenBack(seat, sum(wagers.values()), values)

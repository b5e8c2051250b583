"""Translates what a dealer types into a command, depending on the next step."""

import re
from typing import Any, NamedTuple

from pitboss.cards.card import UNSEEN, face
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.credentials import person_of
from pitboss.floor.tables.play import Deal, Play
from pitboss.floor.tables.record import TableRecord
from pitboss.games.play import Stage
from pitboss.screens.common.formatting import money
from pitboss.screens.common.forms import NotSo, cards_from, cents_from, whole_from, wholes_from
from pitboss.screens.dealer.calls import Call
from pitboss.screens.dealer.consoles import View
from pitboss.screens.dealer.next_steps import Kind, Next, next_of

# What was typed, as refusals name it: they stand under the entry line.
FIELD = "entry"
_PERSON = re.compile(r"[pm][a-z0-9-]*\d", re.IGNORECASE)
# Said with nothing more, these are for as much as is allowed.
_FOR_THE_MOST = ("double", "insure")


class Entered(NamedTuple):
    """A typed entry: its text, its box, and the step that was on the screen."""

    text: str
    box: int | None
    token: str
    closed: str


def command_of(record: TableRecord, view: View, actor: Actor, entered: Entered) -> Command | No:
    """The one command that an entry stands for, or what is wrong with it."""
    following = next_of(record, view, actor, entered.closed)
    if following.token != entered.token:
        return No("The table has gone on meanwhile: look again.", word="gone_on")
    try:
        return _command_meant(record, following, entered._replace(text=entered.text.strip()))
    except NotSo as fault:
        return wrong(FIELD, str(fault))


def _command_meant(record: TableRecord, following: Next, entered: Entered) -> Command | No:
    text = entered.text
    if not text:
        return _nothing_typed(record, following)
    if following.kind is Kind.CARDS:
        cards = (*_face_down(following.down), *cards_from(_as_cards(text)))
        seat = following.seat if following.do == "turn_up" else None
        return Play(table=record.id, do=following.do, seat=seat, cards=cards)
    if _PERSON.match(text):
        return _for_somebody(record, entered)
    if following.kind is Kind.WAGERS or (
        following.kind is Kind.NUMBERS and text.startswith("$") and record.kit.card_room is None
    ):
        return _wagers(record, entered.box, None, text)
    if following.kind is Kind.NUMBERS:
        return _dealt_so_far(record, following, text) if following.down else _cut_command(record, following, text)
    if following.calls:
        return _call_command(record, following, entered)
    return wrong(FIELD, "Nothing is typed now.")


def _nothing_typed(record: TableRecord, following: Next) -> Command | No:
    if not following.goes or following.closes:
        return wrong(FIELD, "Something must be typed first.")
    if following.do == "croupier":
        return Deal(table=record.id)
    if following.down:
        return Play(table=record.id, do=following.do, cards=_face_down(following.down))
    if following.do == "turn_up":
        # In hold'em a hand that is not shown.
        now = record.state.play.round
        player = now.names[now.seats.index(following.seat)]
        return Play(table=record.id, do="muck", seat=following.seat, player=player)
    if following.do == "check_cards":
        faces = tuple(map(face, record.rules.deck(record.state).cards))
        return Play(table=record.id, do="check_cards", cards=faces)
    return Play(table=record.id, do=following.do)


def _face_down(count: int) -> tuple[str, ...]:
    return (face(UNSEEN),) * count


def _dealt_so_far(record: TableRecord, following: Next, text: str) -> Command | No:
    """So many of the cards that are dealt face down lie there, when something has gone wrong on the way."""
    count = whole_from(text)
    if not 1 <= count <= following.down:
        return wrong(FIELD, f"Type how many lie there, 1 to {following.down}.")
    return Play(table=record.id, do=following.do, cards=_face_down(count))


def _as_cards(text: str) -> str:
    """A dealer's keys as cards are written: ten is T, 1 or 10, the joker is a star."""
    return text.replace("10", "T").replace("1", "T").replace("*", "JK ")


def _cut_command(record: TableRecord, following: Next, text: str) -> Command | No:
    step = record.rules.routine(record.state)
    numbers = wholes_from(text)
    if not numbers:
        return wrong(FIELD, "Write a whole number.")
    position, *more = numbers
    fixed = step.depth[0] if step and step.depth and step.depth[0] == step.depth[1] else None
    return Play(table=record.id, do=following.do, position=position, depth=more[0] if more else fixed)


def _for_somebody(record: TableRecord, entered: Entered) -> Command | No:
    """A player by number or membership: sits down, puts chips down, or buys in to a game of hold'em."""
    name, _, rest = entered.text.partition(" ")
    player = _player(name)
    if player is None:
        return wrong(FIELD, f"There is no player {name}.")
    if entered.box is None:
        return wrong(FIELD, "Choose a box with the arrows first.")
    if record.kit.card_room is not None:
        if not rest.strip():
            return wrong(FIELD, f"Say with how much: {name} 200.")
        return Play(table=record.id, do="join", seat=entered.box, player=player, amount=cents_from(rest))
    if rest.strip():
        return _wagers(record, entered.box, player, rest)
    return Play(table=record.id, do="sit", seat=entered.box, player=player)


def _player(name: str) -> str | None:
    """The number of a patron, from the number or the membership."""
    found = person_of(name.lower(), Role.PLAYER) or person_of(name.upper(), Role.PLAYER)
    return found.partition(":")[2] if found else None


def _wagers(record: TableRecord, box: int | None, player: str | None, text: str) -> Command | No:
    """Amounts spot by spot; with + they are added to what lies there, with - taken back."""
    if box is None:
        return wrong(FIELD, "Choose a box with the arrows first.")
    who = player or _there(record, box)
    if who is None:
        reason = f"Nobody is at {record.rules.place} {box}: type the player's number first, such as p1001 25."
        return No(reason, clause=record.rules.clauses.spot, field=FIELD, word="nobody")
    text = text.strip()
    do = {"+": "increase", "-": "take_back", "\N{MINUS SIGN}": "take_back"}.get(text[:1], "place")
    amounts = [cents_from(word) for word in (text if do == "place" else text[1:]).split()]
    spots = tuple(spot.kinds for spot in record.kit.spots)
    if len(amounts) > len(spots):
        return wrong(FIELD, f"There are {len(spots)} amounts at most.")
    wagers = {kind: cents for kinds, cents in zip(spots, amounts, strict=False) for kind in kinds if cents}
    return Play(table=record.id, do=do, seat=box, player=who, wagers=wagers)


def _there(record: TableRecord, box: int) -> str | None:
    """Whose chips an amount without a name is: who sits there, else who has wagered there."""
    state = record.state
    of_wagers = (wager.player for wager in state.felt.wagers if wager.seat == box and state.felt.stage is Stage.BETTING)
    return state.house.seated.get(box) or next(of_wagers, None)


def _call_command(record: TableRecord, following: Next, entered: Entered) -> Command | No:
    """A player's word by its key, with whatever is said with it."""
    key, rest = entered.text[0].upper(), entered.text[1:].split()
    place = record.rules.place.capitalize()
    theirs = [call for call in following.calls if call.seat == entered.box]
    if not theirs:
        return wrong(FIELD, f"{place} {entered.box} has nothing to say now.")
    fitting = [call for call in theirs if call.key == key]
    people = [_player(word) for word in rest if _PERSON.match(word)]
    if None in people:
        return wrong(FIELD, "There is no player with that number.")
    named = [call for call in fitting if call.player in people] or fitting
    if not named:
        known = ", ".join(f"{call.key} {call.title.lower()}" for call in theirs)
        return wrong(FIELD, f"{place} {entered.box} may say: {known}.")
    amounts = [cents_from(word) for word in rest if not _PERSON.match(word)]
    return _said_command(record, named[0], amounts, [each for each in people if each])


def _said_command(record: TableRecord, call: Call, amounts: list[int], people: list[str]) -> Command | No:
    amount = call.amount
    if call.least is not None:
        if not amounts and call.do not in _FOR_THE_MOST:
            until = f" to {money(call.most)}" if call.most else ""
            return wrong(FIELD, f"Say how much, from {money(call.least)}{until}.")
        amount = amounts[0] if amounts else call.most
    given: dict[str, Any] = {"seat": call.seat, "hand": call.hand, "player": call.player}
    if call.do == "double":
        # Others on the box double with the player who decides, each for an amount of their own.
        others = [name for name in people if name != call.player]
        given["amounts"] = {call.player: amount, **dict(zip(others, amounts[1:], strict=False))}
    elif call.do == "split":
        given["joined_by"] = tuple(people)
    elif amount is not None:
        given["amount"] = amount
    return Play(table=record.id, do=call.do, **given)


def taken_back(record: TableRecord) -> Command | No:
    """The wagers entered last, while they may still be taken back; nothing else that is recorded is ever undone."""
    wagers = record.state.felt.wagers
    if record.is_virtual or record.state.felt.stage is not Stage.BETTING or not wagers:
        reason = "What is recorded stays. A card is corrected by F7, another mistake by a ruling: F4."
        return No(reason, clause=record.rules.clauses.procedures, word="recorded")
    last = wagers[-1]
    theirs = {wager.kind: wager.stake for wager in wagers if (wager.seat, wager.player) == (last.seat, last.player)}
    return Play(table=record.id, do="take_back", seat=last.seat, player=last.player, wagers=theirs)

"""The language of the templates: Jinja2 with what pages say and draw."""

import hashlib
import json
import secrets
from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, pass_context
from jinja2.runtime import Context, Macro
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape

from pitboss.cards.card import face
from pitboss.floor.kernel.roles import STAFF
from pitboss.rulebook.book import as_read
from pitboss.screens.common import formatting, process, static_files
from pitboss.screens.common.drawing.chips import stack
from pitboss.screens.common.look import SETTINGS
from pitboss.tournaments.entries.time_limits import hours_told

KEY_OF_THE_PAGE = "~new key~"
# Of what is drawn alike again and again so much is kept: cards, chips, clauses, buttons.
MOST_KEPT = 10_000


def environment(**options: Any) -> Environment:
    made = Environment(**options, trim_blocks=True, lstrip_blocks=True, finalize=_with_names)
    made.globals.update(
        static=static_files.address,
        card=card,
        chips=stack,
        clause=clause,
        new_key=new_key,
        gives=gives,
        once=once,
        part=part,
        look_settings=SETTINGS,
        zip=zip,
    )
    made.filters.update(
        money=formatting.money,
        round_money=formatting.round_money,
        signed_money=formatting.signed_money,
        number=formatting.number,
        percent=formatting.percent,
        in_words=formatting.card_in_words,
        all_in_words=formatting.cards_in_words,
        in_signs=formatting.card_in_signs,
        clock_time=formatting.clock_time,
        day_and_time=formatting.day_and_time,
        duration=formatting.duration,
        cited=as_read,
        hours=hours_told,
        name=formatting.name_of,
        first_name=formatting.first_name,
        face=face,
        combine=lambda one, other: {**one, **other},
        words=lambda text: str(text).replace("_", " "),
    )
    return made


@pass_context
def _with_names(context: Context, value: Any) -> Any:
    """Replace ids by names in sentences; an id by itself is shown, sent and linked to as it is."""
    if type(value) is not str or " " not in value:
        return value
    actor = context.get("actor")
    return formatting.with_names(value, for_staff=actor is not None and actor.role in STAFF)


def new_key() -> str:
    """A key for a form. In what the live stream tells, the page puts a new one in its place whenever it shows it."""
    return KEY_OF_THE_PAGE if process.is_following() else secrets.token_hex(8)


def gives(address: str, values: Mapping[str, Any], moment: object = "") -> Markup:
    """Return the attributes of a button that gives one command, however often it is pressed.

    Its key is made of all of it: to whom it goes, the table, event or person it is about, what is asked, and the moment
    that it was drawn from, which is the position of the stream. Buttons that differ in anything never share a key.
    """
    return _gives(address, json.dumps(values), str(moment))


@lru_cache(MOST_KEPT)
def _gives(address: str, text: str, moment: str) -> Markup:
    values = json.loads(text)
    key = hashlib.sha256(f"{address}\n{json.dumps(values, sort_keys=True)}\n{moment}".encode()).hexdigest()[:32]
    given = htmlsafe_json_dumps({**values, "key": key})
    return Markup("hx-post=\"{}\" hx-vals='{}'").format(address, given)


def once(macro: Macro, *given: Hashable) -> Markup:
    """Return what a macro draws of values that decide all of it, drawn when it is first asked for."""
    key = macro.name, *given
    if key not in _drawn_once:
        if len(_drawn_once) >= MOST_KEPT:
            _drawn_once.clear()
        _drawn_once[key] = Markup(macro(*given))
    return _drawn_once[key]


_drawn_once: dict[tuple[Hashable, ...], Markup] = {}


def part(address: str, *fetched_on: str) -> Markup:
    """Return the attributes of a part of a page: drawn from this address, by the live stream whenever it changes.

    It is fetched when the connection is back after it was lost, and on these events of the page.
    """
    events = ", ".join(f"{event} from:body" for event in ("reconnected", *fetched_on))
    return Markup(
        'data-part hx-get="{}" hx-trigger="{}" hx-swap="morph:innerHTML" hx-sync="this:queue last" hx-disinherit="*"'
    ).format(address, events)


@lru_cache(MOST_KEPT)
def clause(citation: str) -> Markup:
    """The clause tag: a link to the rule, which opens beside whatever is on the screen."""
    if not citation:
        return Markup()
    address = f"/rules/{citation.replace(' ', '/', 1)}"
    return Markup(
        '<a class="clause" href="{0}" hx-get="{0}?beside" hx-target="#rule" hx-swap="innerHTML" '
        'aria-label="Rule {1}">{1}</a>'
    ).format(address, as_read(citation))


@lru_cache(MOST_KEPT)
def card(face: str, *, key: str = "", size: str = "", used: str = "", back: str = "blue", turn: int = 0) -> Markup:
    """A card by its face, `??` with its back up. `key` is its place, so that a card on the felt stays the same element.

    `used` is whose five it belongs to, `mine` or `theirs`; `turn` is its place in the deal, by which it comes later.
    """
    is_down = face == "??"
    words = "" if face == "" else formatting.card_in_words(face)
    symbol = f"back-{back}" if is_down else face
    classes = escape(
        " ".join(filter(None, ["card", f"card-{size}" if size else "", "down" if is_down else "up", used]))
    )
    # A card that is turned over is a new element, so that it flips.
    named = f' id="{escape(key)}-{symbol}"' if key else ""
    if face == "":
        return Markup(f'<span class="{classes} place" aria-hidden="true"></span>')
    return Markup(
        f'<svg class="{classes}"{named} style="--turn:{turn}" viewBox="0 0 100 140" role="img" aria-label="{words}">'
        f'<use href="{static_files.address("cards.svg")}#{symbol}"></use></svg>'
    )

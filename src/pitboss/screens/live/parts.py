"""Parts of pages in the live stream: drawn once for everybody who is shown the same, and told by the lines that differ.

A page names its parts by the addresses that it could also fetch them from. What is drawn here is what would be fetched
there, but for the keys of its forms and the moment it was drawn: those the page puts in by itself.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec
from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, resolve

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor
from pitboss.screens.common import look, process
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.authentication import not_at_address
from pitboss.screens.common.pages import Page, Visit

# More than any page has.
MOST_PARTS = 12
# So many times as long as a drawing took whoever it was made for waits for their next one.
RESTS = 4


class PartRequest(HttpRequest):
    """A page asks for a part of itself, as if it fetched it."""

    def __init__(self, path: str, query: str, kept_look: str) -> None:
        super().__init__()
        self.method, self.path, self.path_info = "GET", path, path
        self.META = {"HTTP_HX_REQUEST": "true"}
        self.COOKIES = {look.COOKIE: kept_look}
        self.GET = QueryDict(query)


class Part(NamedTuple):
    """A part of a page in somebody's browser."""

    address: str
    page: Page
    path: Mapping[str, object]
    request: PartRequest

    def key(self, actor: Actor, record: object) -> "DrawingKey":
        """Whoever has the same one is shown the same."""
        return DrawingKey(self.address, self.request.COOKIES[look.COOKIE], self.page.shown_as(actor, record))

    def draw(self, floor: Floor, shown_as: Actor) -> "Drawing":
        """The part as it would be fetched by somebody; nothing is known here but as whom it is shown."""
        began = time.monotonic()
        with process.following(floor):
            response = self.page.response(Visit(self.request, floor, shown_as), **self.path)
        return Drawing(self.address, response.content.decode(), time.monotonic() - began)


class DrawingKey(NamedTuple):
    address: str
    kept_look: str
    shown_as: Actor


def parts_at(floor: Floor, actor: Actor, addresses: Sequence[str], kept_look: str) -> tuple[Part, ...] | No:
    """The parts that somebody asks to be told of, if all of them are for them."""
    if len(addresses) > MOST_PARTS:
        return wrong("part", f"A page has {MOST_PARTS} parts at most.")
    found = []
    for address in addresses:
        path, _, query = address.partition("?")
        try:
            match = resolve(path)
        except Resolver404:
            return not_found("such part")
        if not isinstance(match.func, Page):
            return not_found("such part")
        if not match.func.is_for(actor):
            return No("This part is for others.", word="role", field="part", status=403)
        if no := not_at_address(floor, actor, match.kwargs):
            return no
        found.append(Part(address, match.func, match.kwargs, PartRequest(path, query, kept_look)))
    return tuple(found)


class Drawing:
    """A part as it was drawn once, in lines; `seconds` is how long that took."""

    def __init__(self, address: str, text: str, seconds: float = 0.0) -> None:
        self.address, self._lines, self.seconds = address, text.split("\n"), seconds
        self._places: dict[str, int] = {}
        self._whole = b""
        # As many as there are screens that are late by different steps; those that nobody has any more are forgotten.
        self._since: WeakKeyDictionary[Drawing, bytes] = WeakKeyDictionary()

    def message(self, before: "Drawing | None") -> bytes:
        """The drawing for somebody who has another one of the same part, or none; empty where nothing differs."""
        if before is None:
            self._whole = self._whole or msgspec.json.encode({"part": self.address, "text": "\n".join(self._lines)})
            return self._whole
        if before is self:
            return b""
        if before not in self._since:
            self._since[before] = self._message_since(before)
        return self._since[before]

    def _message_since(self, before: "Drawing") -> bytes:
        if before._lines == self._lines:
            return b""
        return msgspec.json.encode(
            {"part": self.address, "lines": lines_since(before.places, before._lines, self._lines)}
        )

    @property
    def places(self) -> Mapping[str, int]:
        """A place of each line."""
        self._places = self._places or {line: place for place, line in enumerate(self._lines)}
        return self._places


class Lane:
    """The way of one person's drawings: one at a time, and after each a rest of so many times as long as it took.

    However many screens somebody opens, and whatever they show, others have the rest of the processor.
    """

    def __init__(self) -> None:
        self._lock, self._free_at = asyncio.Lock(), 0.0

    async def __aenter__(self) -> "Lane":
        await self._lock.acquire()
        try:
            await asyncio.sleep(max(0.0, self._free_at - time.monotonic()))
        except asyncio.CancelledError:
            self._lock.release()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()

    def rest_after(self, drawn: Iterable[Drawing]) -> None:
        self._free_at = time.monotonic() + RESTS * sum(each.seconds for each in drawn)


Made = dict[DrawingKey, "asyncio.Future[Mapping[DrawingKey, Drawing]]"]


class Drawings:
    """What has been drawn of the last step of a stream, or is being drawn, for all its screens."""

    def __init__(
        self, draw: Callable[[Mapping[DrawingKey, Part]], "asyncio.Future[Mapping[DrawingKey, Drawing]]"]
    ) -> None:
        self._draw, self._seq = draw, 0
        self._made: Made = {}

    async def of(self, seq: int, wanted: Mapping[DrawingKey, Part], lane: Lane) -> list[Drawing]:
        """Parts as they are at this step or a later one, each drawn once for everybody to whom it is shown alike."""
        made = self._made_at(seq)
        if wanted.keys() - made.keys():
            async with lane:
                # Others may have begun with it in the meantime.
                made = self._made_at(seq)
                if missing := {key: part for key, part in wanted.items() if key not in made}:
                    begun = self._begin(made, missing)
                    lane.rest_after((await asyncio.shield(begun)).values())
        # Where somebody who waits for one leaves, it is made for the others all the same.
        return [(await asyncio.shield(made[key]))[key] for key in wanted]

    def _made_at(self, seq: int) -> Made:
        """What was drawn of steps before is forgotten."""
        if seq > self._seq:
            self._seq, self._made = seq, {}
        return self._made

    def _begin(self, made: Made, missing: Mapping[DrawingKey, Part]) -> "asyncio.Future[Mapping[DrawingKey, Drawing]]":
        begun = self._draw(missing)
        made.update(dict.fromkeys(missing, begun))

        def forget_failed(ended: "asyncio.Future[Mapping[DrawingKey, Drawing]]") -> None:
            if ended.cancelled() or ended.exception():
                for key in missing:
                    del made[key]

        begun.add_done_callback(forget_failed)
        return begun


def lines_since(places: Mapping[str, int], before: Sequence[str], now: Sequence[str]) -> list[str | list[int]]:
    """Return how lines are made of others: each a new line, or from which line on how many are as they were."""
    told: list[str | list[int]] = []
    run, following = [0, 0], 0
    for line in now:
        is_next = following < len(before) and before[following] == line
        place = following if is_next else places.get(line)
        if place is None:
            told.append(line)
            following += 1
        elif is_next and told and told[-1] is run:
            run[1] += 1
            following += 1
        else:
            run = [place, 1]
            told.append(run)
            following = place + 1
    return told

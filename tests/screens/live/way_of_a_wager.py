"""Follows a play wager through the running program, from the click on its button to the page of somebody else.

`./pit docs` writes what it finds into docs/architecture.md.
"""

import html
import json
import re
import tempfile
import threading
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple
from unittest import mock

import httpx

import pitboss
from pitboss.screens.common import process, templating
from pitboss.screens.common.drawing import chips
from pitboss.screens.live.hub import Alarm
from pitboss.server import connections, gate
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.screens import api_scene
from tests.screens.live.live_scene import PATIENCE_SECONDS, PageScreen, served

_PACKAGE = f"{Path(pitboss.__file__).parent}/"
_TABLE, _PURSE = "/tables/ultimate-1/felt", "/tables/ultimate-1/purse"
# The ticker of the croupier looks at the tables meanwhile; it has nothing to do with the wager.
_NOT_ON_THE_WAY = ("ticker",)
# A connection comes to rest after its answer: that of the request before may do so only now. A screen pauses after it
# was told something, which may be over by now or not.
_AFTER_THE_ANSWER = ("Connection.on_response_complete", "Screen._pause")
_DRAWS = "screens.live.parts"
CLICKED, TOLD, DRAWN = "The click", "The other screen is told", "The other screen is drawn"
TRIPS = (CLICKED, TOLD, DRAWN)


class Call(NamedTuple):
    """A function of the program that was called, and the package of whoever called it."""

    trip: str
    module: str
    function: str
    caller: str
    # Where the function begins in its module.
    line: int

    @property
    def package(self) -> str:
        return self.module.partition(".")[0]


class Tracer:
    """Notes every call of a function of the program, in all threads that begin while it is there."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.trip = ""

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        module = _module_of(frame)
        thread = threading.current_thread().name
        if not self.trip or event != "call" or module is None or thread in _NOT_ON_THE_WAY:
            return
        if frame.f_code.co_qualname in _AFTER_THE_ANSWER:
            return
        callers = _modules_above(frame)
        above, code = (callers[0] if callers else "").partition(".")[0], frame.f_code
        self.calls.append(Call(self._trip_of(module, callers), module, code.co_qualname, above, code.co_firstlineno))

    def _trip_of(self, module: str, callers: list[str]) -> str:
        """The hub and the streams tell of it; what a stream has drawn, and all that follows from that, is drawn."""
        if _DRAWS in (module, *callers):
            return DRAWN
        is_telling = threading.current_thread().name == "journal-tail" or module.startswith("screens.live")
        return TOLD if is_telling else self.trip


def _module_of(frame: FrameType) -> str | None:
    """`floor.tables.play`; None for what is not of the program, such as a template, which is no module."""
    name = frame.f_code.co_filename
    return name[len(_PACKAGE) : -3].replace("/", ".") if name.startswith(_PACKAGE) and name.endswith(".py") else None


def _modules_above(frame: FrameType) -> list[str]:
    """The modules of the program that a call has come through, the last of them first."""
    found, caller = [], frame.f_back
    while caller is not None:
        module = _module_of(caller)
        found += [module] if module else []
        caller = caller.f_back
    return found


def follow_a_wager() -> list[Call]:
    """Two people at a table of Ultimate have their cards; one clicks on Play, the other looks on."""
    tracer = Tracer()
    # What others have drawn before in this process is drawn again.
    for kept in (templating.card, templating.clause, templating._gives, chips.stack):
        kept.cache_clear()
    templating._drawn_once.clear()
    with tempfile.TemporaryDirectory() as folder, house_scene.sqlite_house(Path(folder)) as floor:
        api_scene.furnished(floor)
        tokens = [api_scene.session_of(floor, actor) for actor in (scene.P1, scene.P2)]
        for seat, actor in enumerate((scene.P1, scene.P2), 1):
            wagers = {"ante": 1000, "blind": 1000}
            scene.done(scene.say(floor, actor, "ultimate-1", "place", seat=seat, wagers=wagers))
        scene.deal(floor, "ultimate-1", scene.P1, scene.P2)
        threading.setprofile(tracer)
        with (
            mock.patch.object(process, "floor", return_value=floor),
            mock.patch.object(gate, "THREADS", 1),
            # Nor is anybody looked for who has held a connection for too long.
            mock.patch.object(connections, "SWEEP_SECONDS", 3600.0),
            # Nobody looks meanwhile whether another process has recorded something, as happens once a second.
            mock.patch.object(Alarm.wait, "__defaults__", (30.0,)),
            served(floor) as address,
        ):
            _click(address, tokens, tracer)
        threading.setprofile(None)
    return tracer.calls


def _click(address: str, tokens: list[str], tracer: Tracer) -> None:
    own, token = tokens
    player = httpx.Client(
        base_url=address,
        headers={"Cookie": f"pitboss={own}", "X-Requested-With": "pitboss", "HX-Request": "true"},
        timeout=PATIENCE_SECONDS,
    )
    with player, PageScreen(address, "/live/tables/ultimate-1", [_TABLE, _PURSE], token) as screen:
        # Whatever is worked out once in the life of a process has been.
        screen.next()
        button = _play_button(player.get(_TABLE).text)
        _check(player, "/act/play")
        tracer.trip = CLICKED
        answer = player.post("/act/play", data=button)
        assert answer.status_code == 204, answer.text
        seq = screen.next()["id"]
        tracer.trip = ""
    assert json.loads(answer.headers["HX-Trigger"])["done"]["seq"] == seq
    assert "$40" in screen.shown[_TABLE]


def _check(player: httpx.Client, address: str) -> None:
    """A command that is refused, so that reading one is nothing new either."""
    refused = player.post(address, data={"table": "ultimate-1", "do": "place", "seat:whole": "1"})
    assert refused.status_code == 422


def _play_button(page: str) -> Any:
    """What the button with the largest play wager sends."""
    given = [json.loads(html.unescape(each)) for each in re.findall(r"hx-post=\"/act/play\" hx-vals='([^']*)'", page)]
    return [each for each in given if each["do"] == "play"][-1]


def modules_of(calls: list[Call]) -> list[str]:
    return list(dict.fromkeys(call.module for call in calls))


def callers_of(calls: list[Call], trip: str) -> dict[str, list[str]]:
    """From which packages each package is entered on a trip."""
    found: dict[str, dict[str, None]] = {}
    for call in calls:
        if call.trip == trip and call.caller not in ("", call.package):
            found.setdefault(call.package, {})[call.caller] = None
    return {package: list(callers) for package, callers in found.items()}


def document(calls: list[Call]) -> str:
    """Module by module in the order they are entered, with their functions in the order they stand there.

    In which order they are called is not always the same: a request comes in one piece or in several.
    """
    lines = []
    for trip in TRIPS:
        functions: dict[str, dict[str, int]] = {}
        for call in calls:
            if call.trip == trip:
                named = functions.setdefault(call.module, {})
                if "<" not in call.function:
                    named[call.function] = call.line
        lines += [f"{trip}: {len(functions)} modules", *map(_line, functions, functions.values())]
    return "\n".join(lines) + "\n"


def _line(module: str, functions: dict[str, int]) -> str:
    return f"  {module:<28} {', '.join(sorted(functions, key=functions.__getitem__))}".rstrip()

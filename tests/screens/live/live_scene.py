"""A house behind a real server in this process, and screens that read its live streams."""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self

import httpx

from pitboss.floor.kernel.floor import Floor
from pitboss.server.asgi import HouseProcess
from pitboss.server.gate import proxies_from
from pitboss.server.limits import Limits
from pitboss.server.run import Server, bind_socket

PATIENCE_SECONDS = 30


@contextmanager
def served(floor: Floor, limits: Limits | None = None, proxies: Sequence[str] = ()) -> Iterator[str]:
    """The address of a house that is served until the end of the block."""
    server = Server(HouseProcess(floor, limits, proxies_from(proxies)))
    with bind_socket("127.0.0.1", 0) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            yield address
        finally:
            server.should_exit = True
            thread.join(PATIENCE_SECONDS)
            assert not thread.is_alive()


class Screen:
    """One reader of a stream."""

    def __init__(self, address: str, path: str, token: str = "", **headers: str) -> None:
        self.comments: list[str] = []
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        # To read the certificates of others takes longer than a stream.
        self._client = httpx.Client(base_url=address, timeout=PATIENCE_SECONDS, verify=False)
        self._answer = self._client.send(self._client.build_request("GET", path, headers=sent), stream=True)
        self._lines = self._answer.iter_lines()
        self.status = self._answer.status_code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._answer.close()
        self._client.close()

    def refusal(self) -> dict[str, str]:
        found: dict[str, str] = json.loads(self._answer.read())["refused"]
        return found

    def listening(self) -> None:
        """Until the house has said that it listens."""
        assert next(self._lines).startswith(": the house is listening")

    def messages(self) -> Iterator[dict[str, Any]]:
        """Each message as its id and its data, until the stream ends."""
        fields: dict[str, str] = {}
        for line in self._lines:
            name, _, value = line.partition(": ")
            if line.startswith(":"):
                self.comments.append(value)
            elif line:
                fields[name] = value
            elif fields:
                assert fields["event"] in ("view", "step", "parts")
                yield {"id": int(fields["id"]), **json.loads(fields["data"])}
                fields = {}

    def next(self) -> dict[str, Any]:
        return next(self.messages())

    def rest(self) -> list[dict[str, Any]]:
        """All that comes until the stream ends."""
        return list(self.messages())


class PageScreen(Screen):
    """A page in a browser: what its parts show, put together from what the stream tells of them."""

    def __init__(self, address: str, stream: str, parts: Sequence[str], token: str = "", **headers: str) -> None:
        asked = str(httpx.QueryParams([("part", part) for part in parts]))
        super().__init__(address, f"{stream}?{asked}", token, **headers)
        self.shown: dict[str, str] = {}

    def messages(self) -> Iterator[dict[str, Any]]:
        for message in super().messages():
            for change in message["parts"]:
                self._show(**change)
            yield message

    def show_up_to(self, seq: int) -> None:
        """Until everything up to a `seq` is on the page."""
        while self.next()["id"] < seq:
            pass

    def _show(self, part: str, text: str | None = None, lines: Sequence[str | list[int]] = ()) -> None:
        if text is None:
            before, now = self.shown[part].split("\n"), list[str]()
            for each in lines:
                now += [each] if isinstance(each, str) else before[each[0] : sum(each)]
            text = "\n".join(now)
        self.shown[part] = text

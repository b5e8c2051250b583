"""`pitboss serve` as a process of its own: started on a free port, asked, and stopped."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from copy import copy
from pathlib import Path
from typing import Any, Self, TextIO

import httpx

from tests import session

PATIENCE_SECONDS = 60
ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("PITBOSS_", "DATABASE_"))}


class Zygote:
    """Starts servers in a tenth of the time: they are forked from a process that has everything imported."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._clock = folder, ""
        words = [sys.executable, "-m", "tests.browser.serve_zygote", str(folder / "own")]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
        environment = {**ENVIRONMENT, session.FOLDER: os.environ[session.FOLDER]}
        self._process = subprocess.Popen(words, cwd=ROOT, env=environment, **pipes)

    def by_clock(self, file: Path) -> Self:
        """The same, for servers that find the time in a file."""
        found = copy(self)
        found._clock = str(file)
        return found

    def start(self, data: Path, words: list[str]) -> "Forked":
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pipe = self._folder / f"{os.urandom(8).hex()}.pipe"
        os.mkfifo(pipe)
        asked = {"stdout": str(pipe), "data": str(data.resolve()), "words": words, "clock": self._clock}
        self._process.stdin.write(f"{json.dumps(asked)}\n")
        return Forked(pipe, int(self._process.stdout.readline()))

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE_SECONDS)
        self._process.stdout.close()


class Forked:
    """A server that a zygote has forked, to be handled like a process of one's own."""

    def __init__(self, pipe: Path, number: int) -> None:
        self.pid, self._ended = number, pipe.with_suffix(".ended")
        self.stdout: TextIO | None = pipe.open()
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None and self._ended.exists():
            self.returncode = int(self._ended.read_text())
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float = PATIENCE_SECONDS) -> tuple[str, None]:
        """What it says until it has ended."""
        if self.stdout is None:
            return "", None
        with self.stdout as heard:
            said = heard.read()
        self.stdout = None
        last = time.monotonic() + timeout
        while self.poll() is None:
            assert time.monotonic() < last, "it did not end"
            time.sleep(0.002)
        return said, None


class Served:
    """A house that is served until the end of the block, by a process of its own or by one of a zygote's."""

    def __init__(self, data: Path, *options: str, url: str = "", zygote: Zygote | None = None) -> None:
        self.log = data.with_name(f"{data.name}-{os.urandom(4).hex()}.log")
        words = ["serve", "--port", "0", "--data", str(data), "--log", str(self.log), *options]
        self._process: Any = zygote.start(data, words) if zygote and not url else self._started(words, url)
        self.said: list[str] = []
        self.address = self._until_address()
        # To read the certificates of others takes longer than most answers.
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE_SECONDS, verify=False)

    @staticmethod
    def _started(words: list[str], url: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "pitboss", *words],
            env={**ENVIRONMENT, **({"DATABASE_URL": url} if url else {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def _until_address(self) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.said.append(line.rstrip("\n"))
            if found := re.search(r"http://[^/\s]+", line):
                return found[0]
        raise AssertionError(f"it did not start: {self.said}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Its exit status and its last words."""
        self._process.send_signal(number)
        said, _ = self._process.communicate(timeout=PATIENCE_SECONDS)
        return self._process.returncode, said

    def passwords(self) -> dict[str, tuple[str, str]]:
        """Role and password of everybody whom the first start told of."""
        rows = (re.fullmatch(r"  (\S+) +(\S+) +(\S+)", line) for line in self.said)
        return {row[1]: (row[2], row[3]) for row in rows if row}

    def sign_in(self, name: str, role: str, password: str) -> str:
        given = {"name": name, "password": password, "role": role}
        return str(self.give("sign_in", given)["secret"]["token"])

    def give(self, command: str, given: dict[str, Any], token: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.client.post(f"/api/commands/{command}", json=given, headers=headers)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

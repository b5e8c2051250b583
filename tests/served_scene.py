"""`pitboss serve` as a process of its own: started on a free port, asked, and stopped."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

import httpx

PATIENCE_SECONDS = 60
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("PITBOSS_", "DATABASE_"))}


class Served:
    """A house that is served until the end of the block."""

    def __init__(self, data: Path, *options: str, url: str = "") -> None:
        self.log = data.with_name(f"{data.name}-{os.urandom(4).hex()}.log")
        words = [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--data", str(data), "--log", str(self.log)]
        self._process = subprocess.Popen(
            [*words, *options],
            env={**ENVIRONMENT, **({"DATABASE_URL": url} if url else {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said: list[str] = []
        self.address = self._until_address()
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE_SECONDS)

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

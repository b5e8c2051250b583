"""One line in the log for each request: who asked for what and what became of it, and nothing of what was said."""

import logging
import secrets
import time

from pitboss.floor.kernel.roles import Actor

LOG = logging.getLogger("pitboss.requests")
_LONGEST_PATH = 200


class Request:
    """A request from its beginning to its line in the log."""

    def __init__(self, method: str, path: str) -> None:
        self.number, self._begun = secrets.token_hex(8), time.perf_counter()
        self._method, self._path = method, path[:_LONGEST_PATH]
        self.actor: Actor | None = None
        self.command = ""

    def log_answer(self, status: int) -> None:
        told = {
            **self._about(),
            "actor": self.actor.person if self.actor else "",
            "role": self.actor.role if self.actor else "",
            "command": self.command,
            "status": status,
            "ms": round((time.perf_counter() - self._begun) * 1000, 1),
        }
        LOG.info("request", extra={"told": told})

    def log_fault(self, why: str, fault: Exception) -> None:
        LOG.error(why, extra={"told": self._about()}, exc_info=fault)

    def _about(self) -> dict[str, object]:
        return {"request": self.number, "method": self._method, "path": self._path}

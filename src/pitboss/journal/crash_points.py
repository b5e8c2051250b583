"""Named points on the way of a command through the house, where tests end the process to see that nothing is lost.

PITBOSS_DIE_AT="committed:3" makes the process kill itself the third time it comes to the point `committed`.
"""

import os
import signal

# In the order a command comes to them.
POINTS = ("begun", "decided", "appended", "posted", "before_commit", "committed", "published", "answered")

_name, _, _count = os.environ.get("PITBOSS_DIE_AT", "").partition(":")
_left = {_name: int(_count or 1)} if _name in POINTS else {}


def pass_point(point: str) -> None:
    """A command has come to this point."""
    if point in _left:
        _left[point] -= 1
        if not _left[point]:
            os.kill(os.getpid(), signal.SIGKILL)


def die_at(point: str, count: int = 1) -> None:
    """The same as the variable of the environment, for a process that is already running."""
    _left.clear()
    _left[point] = count

"""A process that has everything imported and forks a server whenever it is told to: a start in hundredths of a second.

`python zygote.py FOLDER [DATABASE_URL]` prints its port. A line `start` on its standard input forks a server and
prints its process number; `start committed 3` makes that server kill itself the third time a command comes to the point
`committed`. When a server has ended the zygote prints `ended`. The socket is the zygote's own: clients that connect
while no server runs wait for the next one.
"""

import gc
import os
import sys
from importlib import import_module
from pathlib import Path

from pitboss.server import setup


def main() -> None:
    data, url = Path(sys.argv[1]), (sys.argv[2:] or [""])[0]
    setup.set_up(data, url)
    # After Django is set up, and before the first fork.
    from pitboss.journal import store
    from pitboss.server.asgi import application
    from pitboss.server.run import bind_socket, serve

    make_ready()
    listening = bind_socket("127.0.0.1", 0)
    print(listening.getsockname()[1], flush=True)
    for line in sys.stdin:
        _, *where = line.split()
        child = os.fork()
        if child == 0:
            if where:
                store.die_at(where[0], int(where[1]))
            serve(application(), listening)
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("ended", flush=True)


def make_ready() -> None:
    """What a server would import and make by itself with its first requests, and would throw away soon after."""
    from django.db import connection
    from django.urls import get_resolver

    from pitboss.floor.people import hashing
    from pitboss.journal.hooks import hooks_of
    from pitboss.journal.kinds import OWN_GROUPS, kinds_of

    uvicorn = ("loops.asyncio", "protocols.http.httptools_impl", "lifespan.on")
    for name in ("anyio._backends._asyncio", "encodings.unicode_escape", *(f"uvicorn.{part}" for part in uvicorn)):
        import_module(name)
    assert get_resolver().url_patterns
    # The driver of the database; nothing is connected.
    assert connection.ops.compiler("SQLCompiler")
    for event in kinds_of((*OWN_GROUPS, "floor")).values():
        # How it is read is made once for each kind, when the first one comes.
        hooks_of(event)
    # What a guess at a password costs is no question here, and each server makes a hash when it starts.
    hashing.COST = hashing.Cost(rounds=1, memory_kib=8, lanes=1)
    # A server looks through all that is in use when it starts: this is done once for all of them.
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    main()

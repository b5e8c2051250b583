"""`pitboss`, and `./pit` in a checkout."""

import os
import sys

INTERRUPTED = 130
# For threads that are at work when somebody stops the program.
PATIENCE_SECONDS = 1.0


def main() -> None:
    """Runs a command. Everything is imported here, so that Ctrl-C in the first moment is told like any other."""
    try:
        from pitboss.cli.app import run

        status = run()
    except (KeyboardInterrupt, RuntimeError) as error:
        # Python 3.11 wraps a Ctrl-C that comes while a class is being made, as in an import.
        if isinstance(error, RuntimeError) and not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        sys.stderr.write("Stopped.\n")
        status = INTERRUPTED
    _leave(status)


def _leave(status: int) -> None:
    """Ends the program. Another Ctrl-C changes nothing then, and a stopped program does not wait for compiled code."""
    import signal
    from threading import current_thread
    from threading import enumerate as threads
    from time import monotonic

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if status == INTERRUPTED:
        others = [each for each in threads() if each is not current_thread() and not each.daemon]
        deadline = monotonic() + PATIENCE_SECONDS
        for each in others:
            each.join(max(0.0, deadline - monotonic()))
        if any(each.is_alive() for each in others):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    sys.exit(status)

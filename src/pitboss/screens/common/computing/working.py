"""`python -m ...computing.working`: reads questions, answers them, and ends when nobody is left to ask.

Quick questions do not wait for long ones, nor long ones for those of visitors: each kind has a thread of its own, and
compiled code runs beside other code.
"""

import os
import pickle
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, BinaryIO

from pitboss.screens.common.computing import jobs

# People at the tables come first.
NICENESS = 10


def main() -> None:
    os.nice(NICENESS)
    questions, answers = sys.stdin.buffer, _own_output()
    quick, long, of_visitors = ThreadPoolExecutor(1), ThreadPoolExecutor(1), ThreadPoolExecutor(1)
    lock = Lock()
    while True:
        try:
            number, job, about, is_visitors = pickle.load(questions)
        except EOFError:
            # Whatever is still being computed is for nobody.
            os._exit(0)
        thread = of_visitors if is_visitors else long if job in jobs.LONG else quick
        thread.submit(_answer, number, job, about, answers, lock)


def _own_output() -> BinaryIO:
    """Answers only: whatever else is printed goes where errors go."""
    kept = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return kept


def _answer(number: int, job: Callable[..., Any], about: tuple[Any, ...], answers: BinaryIO, lock: Lock) -> None:
    """Write the result of a job, or the traceback of its failure, for the log."""
    try:
        told = pickle.dumps((number, job(*about), ""))
    except Exception:
        told = pickle.dumps((number, None, traceback.format_exc()))
    with lock:
        answers.write(told)
        answers.flush()


if __name__ == "__main__":
    main()

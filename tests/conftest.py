"""Leaves out, by name, the tests whose system parts are missing; in CI nothing may be left out.

Keeps one PostgreSQL for all tests that ask for it, and a folder for what else they share.
"""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

# The first of it sets Django up, before a test imports anything of the floor.
import tests.floor.house_scene  # noqa: F401
from tests import postgres_server, session, side_by_side, system_parts
from tests.postgres_server import PostgresServer

# The same commit gets the same verdict in CI; at a desk every run looks at other hands and other rounds.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

# These take longest, so they begin first: otherwise one core would work on one of them while the others have finished.
LONGEST = (
    # Most of these is waiting for servers to start and to be killed, for databases and for clocks.
    "crash/test_killed.py",
    # Compiles what most of the maths needs, where that has not been done before.
    "odds/simulation/test_kernel_and_engine.py",
    # Have no use for compiled code. While they run the rest is compiled, so that hardly anything is compiled twice.
    "properties/test_house_games.py",
    "browser/director/test_big_screen.py",
    "crash/test_failing_database.py",
    "cli/test_bench.py",
    "cli/test_serve.py",
    "properties/test_floor.py",
    "properties/test_holdem.py",
    "odds/par/test_committed.py",
    "odds/equity/test_equities.py",
    "odds/ultimate/test_live.py",
    "odds/ultimate/test_solver.py",
    "odds/pontoon/test_solver_splits.py",
    # Browsers wait for a good part of their time, so they run beside what does not.
    "browser/director/test_saturday.py",
    "browser/test_widths.py",
    "browser/director/test_rulings.py",
    "browser/director/test_structures.py",
    "screens/test_mischief.py",
    "browser/director/test_sessions.py",
    "screens/director/test_desk.py",
    "screens/director/test_registration.py",
    # From here on by length.
    "games/bots/test_holdem.py",
    "games/holdem/betting/test_tap_outs.py",
    "games/holdem/betting/test_pokerkit.py",
    "screens/live/test_privacy_live.py",
    "cards/test_counts.py",
    "cli/test_tournament.py",
    "floor/upkeep/test_tampering.py",
    "journal/test_codec.py",
    "tournaments/bots/test_simulation.py",
    "tournaments/sessions/test_house_simulation.py",
    "cards/test_agreement.py",
    "cards/test_batch.py",
    "cards/test_shuffle.py",
    "games/pontoon/test_soak.py",
    "cli/test_simulate.py",
)
TESTS = Path(__file__).parent
assert not (moved := [file for file in LONGEST if not (TESTS / file).is_file()]), moved

MATHS = "tests/odds/"
LEFT_OUT = pytest.StashKey[dict[str, list[str]]]()
POSTGRES = pytest.StashKey[PostgresServer]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out what takes long or needs another program")
    parser.addoption("--processes", type=int, default=1, help="run the tests in so many processes")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[POSTGRES] = postgres_server.offer_to_session()
    session.begin()


def pytest_unconfigure(config: pytest.Config) -> None:
    if POSTGRES in config.stash:
        config.stash[POSTGRES].stop()
        session.end()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What takes longest is not even imported for a quick answer."""
    return (config.getoption("quick") and turn(collection_path) < len(LONGEST)) or None


@pytest.fixture(scope="session")
def postgres() -> PostgresServer:
    """The server that all tests share; each makes databases of its own. For tests that need "postgresql"."""
    return postgres_server.server()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("quick"):
        items[:] = [item for item in items if not item.get_closest_marker("needs")]
    absent = system_parts.missing()
    left_out: dict[str, list[str]] = {}
    for item in items:
        needed = [name for mark in item.iter_markers("needs") for name in mark.args]
        unknown = [name for name in needed if name not in system_parts.PARTS]
        if unknown:
            raise pytest.UsageError(f"{item.nodeid} needs {unknown[0]}, which tests/system_parts.py does not know.")
        if any(name in absent for name in needed):
            left_out[item.nodeid] = [name for name in needed if name in absent]
    config.stash[LEFT_OUT] = left_out
    if left_out and os.environ.get("CI"):
        parts = sorted({part for parts in left_out.values() for part in parts})
        raise pytest.UsageError(f"{', '.join(parts)} missing: in CI no test is left out, and {len(left_out)} would be.")
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left_out])
    items[:] = sorted((item for item in items if item.nodeid not in left_out), key=lambda item: turn(item.path))


def pytest_collection_finish() -> None:
    """All that is imported and collected stays to the end: looking for garbage in it again and again takes a third of
    the time of a test that makes many objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """What the tests have left is looked through for garbage once: pytest does it twice more, and Python in the end."""
    gc.collect()
    gc.freeze()


def turn(path: Path) -> int:
    """When the tests of a file come: the longest first, then all others in the order they were found in."""
    file = path.as_posix().removeprefix(f"{TESTS.as_posix()}/")
    return LONGEST.index(file) if file in LONGEST else len(LONGEST)


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """A file at a time in each process, and all of the maths in one: what one of its tests has solved serves others."""
    processes = session.config.getoption("processes")
    if processes == 1 or session.testsfailed or session.config.option.collectonly:
        return None
    side_by_side.run(
        session, processes, lambda item: MATHS if item.nodeid.startswith(MATHS) else item.nodeid.partition("::")[0]
    )
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    left_out = config.stash.get(LEFT_OUT, {})
    if not left_out:
        return
    terminalreporter.section("left out")
    for name, parts in left_out.items():
        terminalreporter.line(f"{name} needs {', '.join(parts)}")
    command = system_parts.install_command(system_parts.missing())
    terminalreporter.line(f"Install what is missing, as root: {command}")

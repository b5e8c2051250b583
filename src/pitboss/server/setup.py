"""Sets Django up on a house: its folder and, where there is one, its PostgreSQL database."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import Error as DatabaseError
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader

from pitboss import __version__
from pitboss.journal.process_lock import hold_process_lock
from pitboss.server.logs import first_words


class CannotBeSetUp(Exception):
    """One sentence that says why."""


def set_up(data: Path, url: str = "") -> None:
    """Points this process at a house; once a process, before anything of the floor is imported."""
    if not __debug__:
        raise CannotBeSetUp("The house does not run under python -O, which takes away what guards its money.")
    os.environ["PITBOSS_DATA"] = str(data)
    os.environ["DATABASE_URL"] = url
    os.environ["DJANGO_SETTINGS_MODULE"] = "pitboss.server.settings"
    with _errors_as_sentences(data):
        # Shoes and credentials are nobody else's business.
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        django.setup()


def bring_up_to_date() -> None:
    """Makes the tables of the database, or changes them to what this version needs."""
    with set_up_alone():
        pass


@contextmanager
def set_up_alone() -> Iterator[None]:
    """The database is up to date, and no other process sets the same house up until this is over."""
    with _errors_as_sentences(Path(os.environ["PITBOSS_DATA"])), hold_process_lock():
        keep_to_owner()
        loader = MigrationLoader(connection)
        if set(loader.applied_migrations or ()) - set(loader.disk_migrations or ()):
            raise CannotBeSetUp("This house was last run by a newer version of Pitboss: use that one or a newer.")
        call_command("migrate", verbosity=0, interactive=False)
        yield


def note_start() -> None:
    """Lets security know that the house is served from now on, and by which version."""
    from pitboss.floor.kernel.roles import CROUPIER
    from pitboss.floor.people.security import NoteStart
    from pitboss.screens.common import process

    process.floor().execute(CROUPIER, NoteStart(version=__version__))
    connections.close_all()


def keep_to_owner() -> None:
    """The file of the house is for its owner only, whatever folder it is in; SQLite's others are made like it.

    To be called before the first connection, which would make a new file for everybody.
    """
    if connection.vendor != "sqlite":
        return
    file = Path(connection.settings_dict["NAME"])
    file.touch(mode=0o600)
    for each in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        # Whoever is let in although the file is another's has been let in by its owner.
        with suppress(FileNotFoundError, PermissionError):
            each.chmod(0o600)


@contextmanager
def _errors_as_sentences(data: Path) -> Iterator[None]:
    """Turn any fault of the house's folder into an error of one sentence."""
    try:
        yield
    except BrokenPipeError:
        # Whoever was told about it has gone: nothing is wrong with the place.
        raise
    except OSError as fault:
        raise CannotBeSetUp(f"The house cannot be kept in {data}: {fault.strerror}.") from fault
    except ImproperlyConfigured as fault:
        raise CannotBeSetUp(" ".join(str(fault).split())) from fault
    except DatabaseError as fault:
        raise CannotBeSetUp(f"The database cannot be used: {first_words(fault) or type(fault).__name__}.") from fault

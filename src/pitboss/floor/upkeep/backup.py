"""The whole house in one file, made while it is running, and put back into an empty one, on either engine.

The file is a zip archive: every table as JSON lines, and a manifest with the SHA-256 of each and with the anchor of the
journal. It holds the shuffled shoes and the credentials, so it is for its owner's eyes only.
"""

import errno
import hashlib
import io
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import BooleanField, Field, IntegerField, Model

from pitboss import __version__
from pitboss.floor.kernel.house_clock import wall_clock
from pitboss.floor.upkeep.checks import Anchor
from pitboss.floor.upkeep.verify import Report, anchor_from, verify
from pitboss.journal import store
from pitboss.journal.copying import columns_of, is_empty, load, make_room, rows_of
from pitboss.journal.guards import applied_migrations, known_migrations, models
from pitboss.journal.moment import one_moment

NOT_EMPTY = "This house is not empty: a backup is restored into a new one only."
TOO_LARGE = "The backup would unpack to more than any backup of a house does: it is not restored."
MANIFEST = "manifest.json"
FORMAT = 1
# Told how many rows have been copied, and how many there are.
Watcher = Callable[[int, int], None]
_TOLD_EVERY = 500
_MOST_MANIFEST_BYTES = 1_000_000
# A backup unpacks to about five times its size, and its snapshots to twenty times theirs. Small ones may be anything.
_MOST_TIMES, _SMALL_BYTES = 50, 16_000_000
# No row of a house is so long, and no house has so many tables.
_MOST_LINE_BYTES, _MOST_FILES = 16_000_000, 100
# What reading a file that is no archive of ours, or a damaged one, may raise.
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError),
    *(ValueError, LookupError, TypeError, AttributeError),
)


class CannotRestore(Exception):
    """Why an archive cannot be put into this house, in one sentence."""


class Backup(NamedTuple):
    """An archive that has been made: how many rows it holds, and how far the journal had got."""

    rows: int
    anchor: Anchor


def backup(target: Path, watcher: Watcher | None = None) -> Backup:
    """Copies the house as of one moment. The file appears whole, or not at all; nobody else may read it."""
    if target.exists():
        raise FileExistsError(f"{target} is there already.")
    with _appearing(target) as file, one_moment():
        count = _Count(sum(model._default_manager.count() for model in models()), watcher)
        anchor = Anchor(*store.chain_head())
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            tables = {model._meta.db_table: _write_table(archive, model, count) for model in models()}
            manifest = {
                "format": FORMAT,
                "pitboss": __version__,
                "engine": connection.vendor,
                "made_at": wall_clock(),
                "anchor": str(anchor),
                "migrations": applied_migrations(),
                "tables": tables,
            }
            archive.writestr(MANIFEST, json.dumps(manifest, indent=2))
    return Backup(sum(each["rows"] for each in tables.values()), anchor)


@contextmanager
def _appearing(target: Path) -> Iterator[IO[bytes]]:
    """A file for its owner's eyes only, that has its name once it is whole and on the disk."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(name).rename(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


class _Count:
    """Counts rows, and tells of it now and then."""

    def __init__(self, most: int, watcher: Watcher | None) -> None:
        self._done, self._most, self._watcher = 0, most, watcher

    def of(self, rows: Iterable[Any]) -> Iterator[Any]:
        for row in rows:
            self._done += 1
            if self._watcher and self._done % _TOLD_EVERY == 0:
                self._watcher(self._done, self._most)
            yield row


def _member(model: type[Model]) -> str:
    return f"{model._meta.db_table}.jsonl"


def _write_table(archive: zipfile.ZipFile, model: type[Model], count: _Count) -> dict[str, Any]:
    digest, rows = hashlib.sha256(), 0
    with archive.open(_member(model), "w", force_zip64=True) as member, closing(rows_of(model)) as kept:
        for row in count.of(kept):
            line = json.dumps(row, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            member.write(line)
            rows += 1
    return {"columns": columns_of(model), "rows": rows, "sha256": digest.hexdigest()}


class Archive:
    """An archive that somebody has given: looked at before anything is done with it."""

    def __init__(self, source: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(source)
            self._bound = max(_SMALL_BYTES, _MOST_TIMES * source.stat().st_size)
            self._check_sizes(source.stat().st_size)
            self.manifest = self._read_manifest()
            self._check_members()
        except CannotRestore:
            raise
        except (*_BROKEN, OSError) as error:
            # The directory of a damaged archive may point to where no file has anything; other faults are the disk's.
            if isinstance(error, OSError) and error.errno != errno.EINVAL:
                raise
            raise CannotRestore(f"{source} is not a backup of a house, or it is damaged.") from error

    def _check_sizes(self, packed: int) -> None:
        """What the archive says that it holds, before any of it is unpacked."""
        members = self._zip.infolist()
        unpacked, lies = sum(each.file_size for each in members), sum(each.compress_size for each in members)
        ways = {each.compress_type for each in members} - {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
        # Members that lie on one another would be unpacked from the same bytes again and again.
        if len(members) > _MOST_FILES or ways or unpacked > self._bound or lies > packed:
            raise CannotRestore(TOO_LARGE)

    def _lines(self, model: type[Model]) -> Iterator[bytes]:
        """The lines of a table, no further than the archive may unpack to."""
        left = self._bound
        with self._zip.open(_member(model)) as member, io.BufferedReader(member) as lines:
            while line := lines.readline(_MOST_LINE_BYTES + 1):
                left -= len(line)
                if left < 0 or len(line) > _MOST_LINE_BYTES:
                    raise CannotRestore(TOO_LARGE)
                yield line

    def _read_manifest(self) -> dict[str, Any]:
        if self._zip.getinfo(MANIFEST).file_size > _MOST_MANIFEST_BYTES:
            raise ValueError("no manifest is so long")
        manifest: dict[str, Any] = json.loads(self._zip.read(MANIFEST))
        if type(manifest["format"]) is not int or not isinstance(manifest["migrations"], list):
            raise ValueError("no such manifest is written here")
        unknown = set(manifest["migrations"]) - set(known_migrations())
        if manifest["format"] > FORMAT or unknown:
            version = str(manifest["pitboss"])[:40]
            raise CannotRestore(f"The backup was made by a newer version, {version!r}: restore it with that one.")
        if set(known_migrations()) - set(manifest["migrations"]):
            version = str(manifest["pitboss"])[:40]
            raise CannotRestore(
                f"The backup was made by an older version, {version!r}: restore it with that one, and then serve it"
                " with this one."
            )
        return manifest

    def _check_members(self) -> None:
        tables = {model._meta.db_table: model for model in models()}
        if self.manifest["tables"].keys() != tables.keys():
            raise ValueError("its tables are not those of a house")
        if sorted(self._zip.namelist()) != sorted([MANIFEST, *map(_member, tables.values())]):
            raise ValueError("its files are not those of a house, each once")
        self.rows = sum(int(each["rows"]) for each in self.manifest["tables"].values())
        anchor = anchor_from(self.manifest["anchor"])
        if anchor is None:
            raise ValueError("it has no anchor")
        self.anchor = anchor
        for name, model in tables.items():
            said, digest, rows = self.manifest["tables"][name], hashlib.sha256(), 0
            if said["columns"] != list(columns_of(model)):
                raise ValueError("its columns are not those of a house")
            for line in self._lines(model):
                digest.update(line)
                rows += 1
            if (digest.hexdigest(), rows) != (said["sha256"], said["rows"]):
                raise CannotRestore(f"The backup is damaged: {_member(model)} is not what its manifest says.")

    def rows_of(self, model: type[Model]) -> Iterator[list[Any]]:
        """The rows of a table, each value of the type its column has."""
        fits = [_fits(field) for field in model._meta.concrete_fields]
        for line in self._lines(model):
            row = json.loads(line)
            if type(row) is not list or len(row) != len(fits) or not all(map(_call, fits, row)):
                raise CannotRestore(f"The backup holds something in {_member(model)} that is no row of it.")
            yield row


def _call(fits: Callable[[Any], bool], value: Any) -> bool:
    return fits(value)


def _fits(field: "Field[Any, Any]") -> Callable[[Any], bool]:
    target = getattr(field, "target_field", field)
    kind = bool if isinstance(target, BooleanField) else int if isinstance(target, IntegerField) else str
    return lambda value: type(value) is kind or (value is None and field.null)


def restore(source: Path | Archive, watcher: Watcher | None = None) -> Report:
    """Puts an archive into this house, which must be empty; unless all of it is good, nothing stays."""
    archive = source if isinstance(source, Archive) else Archive(source)
    count = _Count(archive.rows, watcher)
    try:
        with transaction.atomic(durable=True):
            if not is_empty():
                raise CannotRestore(NOT_EMPTY)
            make_room()
            for model in models():
                load(model, count.of(archive.rows_of(model)))
            # The constraints that are looked at when a transaction ends are looked at before the rest is.
            connection.check_constraints()
            report = verify(archive.anchor)
            if not report.is_good:
                raise CannotRestore(f"The backup is not a whole house: {(report.faults or ('',))[0]}")
            return report
    except (IntegrityError, DataError, ValueError, OverflowError) as error:
        raise CannotRestore("The backup holds something that the database does not take.") from error

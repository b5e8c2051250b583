"""The tree shows the house: no folder fills up, tests stand where what they test stands, and what is of others is
exactly what docs/dependencies.md names, as it was published."""

import hashlib
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_FILES = 20
# What is given by people or read from files: it is checked where it comes in, and has a type from there on.
MOST_OPEN_MAPPINGS = 61
# Of the whole house: in a browser, when it is killed, and whatever anybody does in it.
OF_ALL = ("browser", "crash", "properties")


def test_no_folder_has_more_files_than_can_be_taken_in_at_a_glance() -> None:
    files = [file for top in ("src", "tests") for file in (ROOT / top).rglob("*") if file.is_file()]
    folders = Counter(file.parent for file in files if file.parent.name != "__pycache__")
    assert len(folders) > 100
    assert {folder: count for folder, count in folders.items() if count > MOST_FILES} == {}


def test_tests_stand_where_what_they_test_stands() -> None:
    rooms = {file.parent.relative_to(ROOT / "tests") for file in (ROOT / "tests").rglob("test_*.py")}
    homes = {room for room in rooms if not room.parts or room.parts[0] not in OF_ALL}
    assert {room for room in homes if not (ROOT / "src" / "pitboss" / room).is_dir()} == set()


def test_what_is_shown_has_types_and_open_mappings_stay_few() -> None:
    files = [file for top in ("floor", "screens") for file in (ROOT / "src" / "pitboss" / top).rglob("*.py")]
    untyped = sum(len(re.findall(r"(?:dict|Mapping)\[str, Any\]", file.read_text())) for file in files)
    assert untyped <= MOST_OPEN_MAPPINGS


def test_what_is_vendored_is_what_the_document_names() -> None:
    document = (ROOT / "docs" / "dependencies.md").read_text()
    told = dict(re.findall(r"^\| `(\S+)` \|.*\| `([0-9a-f]{64})` \|$", document, re.MULTILINE))
    kept = [*ROOT.glob("src/pitboss/*/static/vendor/*"), *ROOT.glob("tests/browser/*.js")]
    assert {str(file.relative_to(ROOT)): hashlib.sha256(file.read_bytes()).hexdigest() for file in kept} == told

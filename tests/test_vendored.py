"""The files of others that are kept here are exactly those that docs/dependencies.md names, as they were published."""

import hashlib
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOLD = (ROOT / "docs" / "dependencies.md").read_text()


def test_what_is_vendored_is_what_the_document_names() -> None:
    told = dict(re.findall(r"^\| `(\S+)` \|.*\| `([0-9a-f]{64})` \|$", TOLD, re.MULTILINE))
    kept = [*ROOT.glob("src/pitboss/*/static/vendor/*"), *ROOT.glob("tests/browser/*.js")]
    assert {str(file.relative_to(ROOT)): hashlib.sha256(file.read_bytes()).hexdigest() for file in kept} == told

"""Static files of the pages: styles, scripts and drawings, addressed by a digest of their content."""

import mimetypes
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.http import HttpRequest, HttpResponse

from pitboss.screens.common.answers import not_found, refusal_answer, wrong_method
from pitboss.screens.common.drawing import cards

FOLDER = Path(__file__).parents[1] / "static"
_A_YEAR = "public, max-age=31536000, immutable"


@cache
def _files() -> dict[str, bytes]:
    kept = {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in FOLDER.rglob("*") if path.is_file()}
    return kept | {"cards.svg": cards.sheet().encode()}


@cache
def address(name: str) -> str:
    """Return the address of a file: browsers keep it until its content changes."""
    return f"/static/{sha256(_files()[name]).hexdigest()[:12]}/{name}"


def serve(request: HttpRequest, digest: str, name: str) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return wrong_method("GET", "HEAD")
    found = _files().get(name)
    if found is None:
        return refusal_answer(not_found("such file"))
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    text = f"{kind}; charset=utf-8" if kind.startswith("text/") or kind == "image/svg+xml" else kind
    is_current = address(name).split("/")[2] == digest
    return HttpResponse(found, text, headers={"Cache-Control": _A_YEAR if is_current else "no-store"})

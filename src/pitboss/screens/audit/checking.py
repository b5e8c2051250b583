"""The button that checks the whole house: the chain, the books, every round replayed, shoes and credentials."""

import json
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import No
from pitboss.screens.audit.journal import AUDITORS
from pitboss.screens.common.acting import answer_refusal, poster
from pitboss.screens.common.pages import draw

# A house of years is read through in minutes.
LONGEST_SECONDS = 600


def check(request: HttpRequest) -> HttpResponse:
    """Checks in a process of its own, so that nobody at a table waits for it."""
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return visit
    if visit.actor.role not in AUDITORS:
        return answer_refusal(visit, No("The checks are for the auditor.", word="role", status=403))
    return draw(visit, "audit/checked.html", report=_report(), at=visit.floor.clock())


def _report() -> dict[str, Any] | None:
    """Return the findings of `verify`; None where it could not finish."""
    command = [sys.executable, "-m", "pitboss", "verify", "--data", str(settings.DATA), "--json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_SECONDS, check=False)
        found: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, OSError, ValueError):
        return None
    return found

"""Django's settings. Where the house is kept comes from the environment.

PITBOSS_DATA is the folder of the house (its SQLite file, its secret, its logs); DATABASE_URL, where it is set, names a
PostgreSQL database to use instead of the file. PITBOSS_HOST is the address that the house was told to listen at.
"""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from pitboss import screens

DATA = Path(os.environ.get("PITBOSS_DATA", "house")).resolve()
DATABASE_URL = os.environ.get("DATABASE_URL", "")


def database(url: str, data: Path) -> dict[str, object]:
    """The database by its address, or the file in the folder of the house."""
    if not url:
        # FULL: a commit that was answered is on the disk, also when the power fails in the next moment.
        pragmas = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;"
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(data / "house.sqlite3"),
            "CONN_MAX_AGE": None,
            "OPTIONS": {"transaction_mode": "IMMEDIATE", "init_command": pragmas, "timeout": 20},
        }
    try:
        parts = urlsplit(url)
        port = str(parts.port or "")
    except ValueError as fault:
        raise ImproperlyConfigured(f"DATABASE_URL is no address: {fault}.") from fault
    if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise ImproperlyConfigured("DATABASE_URL must look like postgresql://user:password@host:port/name.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": port,
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
    }


def secret_key(data: Path) -> str:
    """The secret that cookies are signed with: made once, kept with the house, readable by its owner only."""
    given = os.environ.get("PITBOSS_SECRET", "")
    if given:
        return given
    kept = data / "secret"
    if not kept.exists():
        data.mkdir(parents=True, exist_ok=True)
        # Another process may make one in the same moment: the first to be there counts, whole.
        made = data / f"secret-{secrets.token_hex(8)}"
        descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        with suppress(FileExistsError):
            os.link(made, kept)
        made.unlink()
    return kept.read_text()


DATABASES = {"default": database(DATABASE_URL, DATA)}
SECRET_KEY = secret_key(DATA)
DEBUG = False
# A proxy may give the house any name. A demo house answers under few: `EveryRequest` looks at each request.
ALLOWED_HOSTS = ["*"]
LISTENS_AT = os.environ.get("PITBOSS_HOST", "")
INSTALLED_APPS = ["pitboss.ledger", "pitboss.journal", "pitboss.floor"]
MIDDLEWARE = ["pitboss.screens.common.middleware.EveryRequest"]
ROOT_URLCONF = "pitboss.server.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [Path(screens.__file__).parent / "templates"],
        "OPTIONS": {"environment": "pitboss.screens.common.templating.environment"},
    }
]
# The proxies before the house that are believed when they say where somebody comes from, by address or network.
PROXIES = os.environ.get("PITBOSS_PROXIES", "").split()
# The API takes an address as it is written, with no slash added.
APPEND_SLASH = False
USE_TZ = True
TIME_ZONE = "UTC"
LOGGING_CONFIG = None

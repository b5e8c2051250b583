"""Django's settings. Where the house is kept comes from the environment.

PITBOSS_DATA is the folder of the house (its SQLite file, its secret, its seal, its logs); DATABASE_URL, where it is
set, names a PostgreSQL database to use instead of the file. PITBOSS_HOST is the address that the house was told to
listen at.
"""

import os
import secrets
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from pitboss import screens
from pitboss.floor.upkeep.owner_files import made_once

DATA = Path(os.environ.get("PITBOSS_DATA", "house")).resolve()


def setting_named(name: str) -> str:
    """A variable of the environment; nothing where it is not set."""
    text = os.environ.get(name, "")
    # Bytes that are no text come as halves of characters, which nothing can be made of.
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ImproperlyConfigured(f"{name} in the environment is no text.")
    return text


def database(url: str, data: Path) -> dict[str, object]:
    """The database by its address, or the file in the folder of the house."""
    if not url:
        # FULL: a commit that was answered is on the disk, also when the power fails in the next moment.
        # What a savepoint has to undo is never written to another file.
        pragmas = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON; "
        pragmas += "PRAGMA temp_store=MEMORY;"
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
    return setting_named("PITBOSS_SECRET") or made_once(data / "secret", lambda: secrets.token_urlsafe(50))


DATABASES = {"default": database(setting_named("DATABASE_URL"), DATA)}
SECRET_KEY = secret_key(DATA)
# What shoes are sealed with at rest, outside the database and its backups: the variable counts before the file.
SEAL_KEY = setting_named("PITBOSS_SEAL_KEY")
SEAL_FILE = DATA / "seal"
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

"""Sets Django up on a house: its folder and, where there is one, its PostgreSQL database."""

import os
from pathlib import Path

import django
from django.core.management import call_command


def set_up(data: Path, url: str = "") -> None:
    """Points this process at a house; once a process, before anything of the floor is imported."""
    os.environ["PITBOSS_DATA"] = str(data)
    os.environ["DATABASE_URL"] = url
    os.environ["DJANGO_SETTINGS_MODULE"] = "pitboss.server.settings"
    data.mkdir(parents=True, exist_ok=True)
    django.setup()


def bring_up_to_date() -> None:
    """Makes the tables of the database, or changes them to what this version needs."""
    call_command("migrate", verbosity=0, interactive=False)

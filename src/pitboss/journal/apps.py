"""The journal, as Django knows it."""

from django.apps import AppConfig


class JournalConfig(AppConfig):
    name = "pitboss.journal"
    label = "journal"
    default_auto_field = "django.db.models.BigAutoField"

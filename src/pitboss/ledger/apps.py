"""The ledger, as Django knows it."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "pitboss.ledger"
    label = "ledger"
    default_auto_field = "django.db.models.BigAutoField"

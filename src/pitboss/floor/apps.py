"""The floor, as Django knows it."""

from django.apps import AppConfig


class FloorConfig(AppConfig):
    name = "pitboss.floor"
    label = "floor"
    default_auto_field = "django.db.models.BigAutoField"

"""Addresses of this part of a tournament."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []

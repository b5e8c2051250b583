"""`/director/<tournament>/conditions/...`"""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []

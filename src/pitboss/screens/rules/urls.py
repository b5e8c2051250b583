"""The addresses of the rulebook."""

from django.urls import path

from pitboss.screens.rules import views

urlpatterns = [path("<str:document>/<path:cited>", views.clause)]

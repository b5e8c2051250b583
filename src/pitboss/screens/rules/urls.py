"""The addresses of the rulebook."""

from django.urls import path

from pitboss.screens.rules import views

urlpatterns = [
    path("", views.index),
    path("<str:document>", views.document),
    path("<str:document>/traces", views.traces),
    path("<str:document>/<path:cited>", views.clause),
]

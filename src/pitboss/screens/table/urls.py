"""The addresses of a player's table."""

from django.urls import path

from pitboss.screens.table import views

urlpatterns = [
    path("<str:table>", views.table),
    path("<str:table>/felt", views.felt),
    path("<str:table>/wagers", views.put_down),
]

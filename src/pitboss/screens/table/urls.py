"""The addresses of a player's table."""

from django.urls import path

from pitboss.screens.table import past, views

urlpatterns = [
    path("<str:table>", views.table),
    path("<str:table>/felt", views.table, {"template": "table/now.html"}),
    path("<str:table>/wagers", views.put_down),
    path("<str:table>/rounds", past.rounds),
    path("<str:table>/rounds/<str:number>", past.again),
    path("<str:table>/rounds/<str:number>/file", past.taken_away),
]

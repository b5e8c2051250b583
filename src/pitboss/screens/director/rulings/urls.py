"""Addresses of this part of a tournament."""

from django.urls import path

from pitboss.screens.director.rulings import people, stopping, wizard

urlpatterns = [
    path("", wizard.index),
    path("recent", wizard.recent),
    path("matter/<str:matter>", wizard.matter_form),
    path("answer/<str:matter>", wizard.answer),
    path("penalties/", people.penalties),
    path("penalties/now", people.penalties_now),
    path("penalties/whom", people.whom),
    path("penalties/person", people.person),
    path("penalties/person/now", people.person_now),
    path("clock/", people.player_clock),
    path("absent/", people.absent),
    path("absent/now", people.absent, {"template": "absent_now.html"}),
    path("stop/", stopping.stop),
    path("stop/now", stopping.stop, {"template": "stop_now.html"}),
    path("stop/stacks/<int:table>", stopping.stacks),
    path("return-sheet/", stopping.return_sheet),
]

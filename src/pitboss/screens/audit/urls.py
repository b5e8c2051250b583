"""The addresses of the audit."""

from django.urls import path

from pitboss.screens.audit import checking, journal, recalled, winnings

urlpatterns = [
    path("", journal.journal),
    path("rows", journal.rows),
    path("check", checking.check),
    path("rounds", recalled.choose),
    path("recall/<str:table>/<str:number>", recalled.recall_round),
    path("returns", winnings.winnings),
]

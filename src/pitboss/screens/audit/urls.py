"""The addresses of the audit."""

from django.urls import path

from pitboss.screens.audit import checking, journal, recall_pages, winnings

urlpatterns = [
    path("", journal.journal),
    path("rows", journal.journal, {"template": "audit/rows.html"}),
    path("check", checking.check),
    path("rounds", recall_pages.choose),
    path("recall/<str:table>/<str:number>", recall_pages.recall_round),
    path("returns", winnings.winnings),
]

"""Addresses of what comes after a tournament."""

from django.urls import path

from pitboss.screens.director.afterwards import books, log, results

urlpatterns = [
    path("", books.reconciliation),
    path("now", books.reconciliation, {"template": "director/afterwards/books_now.html"}),
    path("results", results.page),
    path("results/preview", results.preview),
    path("results/print", results.paper),
    path("results.csv", results.file),
    path("log", log.document),
    path("log.csv", log.table),
    path("log.txt", log.text),
]

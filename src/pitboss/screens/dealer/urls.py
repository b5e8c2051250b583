"""The addresses of the dealer's console."""

from django.urls import path

from pitboss.screens.dealer import views

urlpatterns = [
    path("", views.tables),
    path("<str:table>", views.console),
    path("<str:table>/now", views.console, {"template": "dealer/now.html"}),
    path("<str:table>/enter", views.enter),
    path("<str:table>/take-back", views.take_back),
]

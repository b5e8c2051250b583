"""Addresses of the desk."""

from django.urls import URLPattern, path

from pitboss.screens.director.desk import views

urlpatterns: list[URLPattern] = [
    path("", views.desk),
    path("room", views.desk, {"template": "director/desk/room.html"}),
]

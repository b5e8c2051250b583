"""The addresses of the irregularity wizard."""

from django.urls import path

from pitboss.screens.wizard import views

urlpatterns = [
    path("<str:table>", views.matters),
    path("<str:table>/<str:do>", views.particulars),
    path("<str:table>/<str:do>/follows", views.follows),
    path("<str:table>/<str:do>/confirm", views.confirm),
]

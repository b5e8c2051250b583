"""The addresses of the maths."""

from django.urls import path

from pitboss.screens.maths import views

urlpatterns = [
    path("", views.index),
    path("sheet.css", views.style),
    path("sheets/<str:game>.json", views.data),
    path("sheets/<str:game>", views.sheet),
    path("charts/<str:game>", views.charts),
    path("what-if/<str:game>", views.question),
    path("what-if/<str:game>/answer", views.answer),
    path("tables/<str:table>/worth", views.worth),
]

"""`/screen/...`"""

from django.urls import path

from pitboss.screens.big_screen import views

urlpatterns = [
    path("", views.screens),
    path("time", views.time_of_the_house),
    path("<str:tournament>", views.screen),
    path("<str:tournament>/now", views.screen, {"template": "big_screen/now.html"}),
]

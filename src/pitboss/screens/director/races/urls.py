"""`/director/<t>/races/...`"""

from django.urls import path

from pitboss.screens.director.races import views

urlpatterns = [path("", views.races), path("now", views.races, {"template": "director/races/now.html"})]

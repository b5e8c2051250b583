"""`/director/<t>/sessions/...`"""

from django.urls import path

from pitboss.screens.director.sessions import views

urlpatterns = [path("", views.sessions), path("now", views.sessions, {"template": "director/sessions/now.html"})]

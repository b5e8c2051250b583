"""`/director/<tournament>/conditions/...`"""

from django.urls import path

from pitboss.screens.director.structures import conditions

urlpatterns = [
    path("", conditions.conditions),
    path("now", conditions.now),
    path("paper", conditions.paper),
    path("delay", conditions.delay),
]

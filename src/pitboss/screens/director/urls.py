"""`/director/...`"""

from django.urls import include, path

from pitboss.screens.director import frame, home

urlpatterns = [
    path("", home.tournaments),
    path("now", home.tournaments_now),
    path("would", frame.would),
    path("structures/", include("pitboss.screens.director.structures.urls")),
    path("<str:tournament>/strip", frame.strip),
    path("<str:tournament>/", include("pitboss.screens.director.desk.urls")),
    path("<str:tournament>/rulings/", include("pitboss.screens.director.rulings.urls")),
    path("<str:tournament>/entries/", include("pitboss.screens.director.registration.urls")),
    path("<str:tournament>/conditions/", include("pitboss.screens.director.structures.conditions_urls")),
    path("<str:tournament>/prizes/", include("pitboss.screens.director.prizes.urls")),
    path("<str:tournament>/sessions/", include("pitboss.screens.director.sessions.urls")),
    path("<str:tournament>/races/", include("pitboss.screens.director.races.urls")),
    path("<str:tournament>/afterwards/", include("pitboss.screens.director.afterwards.urls")),
]

"""`GET /director/`: the tournaments of the house."""

from django.http import HttpResponse

from pitboss.screens.director.frame import DESK, tournaments_of
from pitboss.screens.pages import Visit, draw, page


@page(*DESK)
def tournaments(visit: Visit) -> HttpResponse:
    return draw(visit, "director/home.html", tournaments=tournaments_of(visit))

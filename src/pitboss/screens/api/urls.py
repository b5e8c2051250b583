"""The addresses of the JSON API."""

import re

from django.urls import path

from pitboss.screens.api import commands, house, openapi, people, tables
from pitboss.screens.api.reads import ANYBODY, Read, ReadRequest, view_for


def document(_asked: ReadRequest) -> object:
    """This interface, as OpenAPI 3.1."""
    return openapi.document(READS)


READS = (
    *house.READS,
    *tables.READS,
    *people.READS,
    Read(path="/api/openapi.json", roles=ANYBODY, answer=document),
)
urlpatterns = [
    path("commands/<str:name>", commands.give),
    *(path(re.sub(r"{(\w+)}", r"<str:\1>", read.path.removeprefix("/api/")), view_for(read)) for read in READS),
]

"""`/director/structures/...`"""

from django.urls import path

from pitboss.screens.director.structures import editor

urlpatterns = [
    path("", editor.shelf),
    path("now", editor.shelf, {"template": "director/structures/shelf_now.html"}),
    path("edit", editor.edit),
    path("check", editor.check),
    path("fields", editor.fields),
    path("read", editor.read_text),
    path("more", editor.more),
    path("keep", editor.keep),
    path("amend", editor.amend),
    path("forecast", editor.forecast),
]

"""`GET /health`: whether the house runs and its database answers, for whoever watches over the machine."""

from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse

from pitboss.journal import store
from pitboss.screens.common.answers import json_answer, wrong_method


def health(request: HttpRequest) -> HttpResponse:
    if request.method != "GET":
        return wrong_method("GET")
    try:
        seq = store.last_seq()
    except DatabaseError:
        return json_answer({"status": "database not answering", "database": connection.vendor}, 503)
    return json_answer({"status": "ok", "seq": seq, "database": connection.vendor})

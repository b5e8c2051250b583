"""A dealer at a console without a browser: what the page says is next, and what is typed there."""

import html
import re
from functools import partial
from typing import NamedTuple

from django.http import HttpResponse

from pitboss.floor.kernel.roles import Actor
from pitboss.games.play import Stage
from tests.floor.tables import table_floor_scene as scene
from tests.screens.api_scene import Api, text_of

_NEXT = re.compile(r'id="next-words"[^>]*>([^<]*)<')
_FIELD = r'name="{}" id="[^"]*" value="([^"]*)"'
_MOMENT = re.compile(r'data-moment="([^"]*)"')


class Screen(NamedTuple):
    """What a console shows, as far as a test looks at it."""

    words: str
    kind: str
    token: str
    moment: str
    text: str


class Console:
    """Somebody at the console of a table."""

    def __init__(self, api: Api, table: str, actor: Actor = scene.DEALER) -> None:
        self.api, self.table, self.actor, self._closed = api, table, actor, ""

    def look(self) -> Screen:
        query = f"?closed={self._closed}" if self._closed else ""
        answer = self.api.get(f"/dealer/{self.table}/now{query}", self.actor)
        text = answer.content.decode()
        assert answer.status_code == 200, text
        return Screen(
            words=html.unescape(_first(_NEXT.pattern, text)),
            kind=_first(r'data-kind="([^"]*)"', text),
            token=_first(_FIELD.format("token"), text),
            moment=_first(_MOMENT.pattern, text),
            text=text,
        )

    def close(self, at: str | None = None) -> Screen:
        """Space while wagers or calls are open and cards are due: from now on cards are typed."""
        self._closed = self.look().moment if at is None else at
        return self.look()

    def correct(self) -> Screen:
        """F7: a card that was entered wrongly, and the right one."""
        return self.close("correct")

    def post(self, text: str = "", box: int | None = None, **posted: str) -> HttpResponse:
        sent = {"text": text, "box": "" if box is None else str(box), "closed": self._closed}
        sent |= {"token": self.look().token} | posted
        return self._sent("enter", sent)

    def take_back(self) -> HttpResponse:
        return self._sent("take-back", {})

    def type(self, text: str = "", box: int | None = None) -> None:
        """An entry that is taken."""
        answer = self.post(text, box)
        assert answer.status_code == 204, answer.content.decode()

    def refused(self, text: str = "", box: int | None = None, **posted: str) -> str:
        """What is said of an entry that is not taken."""
        return sentence(self.post(text, box, **posted))

    def _sent(self, where: str, posted: dict[str, str]) -> HttpResponse:
        return self.api.form(f"/dealer/{self.table}/{where}", posted, self.actor)

    @property
    def is_over(self) -> bool:
        return scene.record_of(self.api.floor, self.table).state.felt.stage is Stage.OVER


# The words of a refusal, and its clause behind them.
sentence = partial(text_of, status=422)


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found, pattern
    return found[1]

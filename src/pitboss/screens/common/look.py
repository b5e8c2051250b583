"""How somebody wants the pages to look and sound: kept in a cookie of their browser, read when a page is drawn."""

from typing import NamedTuple

from django.http import HttpRequest

COOKIE = "look"


class Setting(NamedTuple):
    """Something that can be chosen: the words it can be, the first of which is usual, and what they mean."""

    name: str
    title: str
    words: tuple[tuple[str, str], ...]


SETTINGS = (
    Setting("theme", "Colours", (("usual", "As the page is meant"), ("dark", "Dark"), ("light", "Light"))),
    Setting("contrast", "Contrast", (("usual", "Usual"), ("high", "High"))),
    Setting("deck", "Suits", (("four", "Four colours"), ("two", "Two colours"))),
    Setting("corner", "Card index", (("usual", "Usual"), ("large", "Large"))),
    Setting("mode", "Table", (("drawn", "Drawn felt"), ("text", "Text, for screen readers"))),
    Setting("sound", "Sounds", (("usual", "As the page is meant"), ("on", "On"), ("off", "Off"))),
)


class Look(NamedTuple):
    theme: str = "usual"
    contrast: str = "usual"
    deck: str = "four"
    corner: str = "usual"
    mode: str = "drawn"
    sound: str = "usual"

    def classes(self, theme: str) -> str:
        """The classes of a page that is meant to be dark or light."""
        shown = theme if self.theme == "usual" else self.theme
        return f"{shown} contrast-{self.contrast} deck-{self.deck} corner-{self.corner} mode-{self.mode}"


def look_of(request: HttpRequest) -> Look:
    """Read the settings from the browser's cookie, such as `theme=dark&deck=two`; anything unknown is the default."""
    kept = dict(part.split("=", 1) for part in request.COOKIES.get(COOKIE, "").split("&") if "=" in part)
    known = {each.name: {word for word, _ in each.words} for each in SETTINGS}
    return Look(**{name: word for name, word in kept.items() if word in known.get(name, ())})

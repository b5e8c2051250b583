"""The PAR sheets of the approved rules as pages of the house: nothing is computed to show them."""

import re
from functools import cache
from html import unescape
from importlib.resources import files

from markupsafe import Markup

from pitboss.screens.common.computing.figures import stored_sheet
from pitboss.screens.common.templating import clause

_MAIN = re.compile(r"<main>(.*)</main>", re.DOTALL)
_BRAND = re.compile(r'<div class="brand">.*?</div>', re.DOTALL)
_TAG = re.compile(r'<span class="tag"[^>]*>([^<]*)</span>')
_SECTION = re.compile(r"<section id=.*?</section>", re.DOTALL)
_CHART = '<table class="chart'
# Of the sheet's own style what is about the whole page, and what cannot stand inside another rule.
_OF_THE_PAGE = re.compile(r"^(:root|\*|html|body|main) \{[^}]*\}\n", re.MULTILINE)
_ON_ITS_OWN = re.compile(r"^@(?:property|keyframes) [^{]*\{(?:[^{}]|\{[^}]*\})*\}\n", re.MULTILINE)


@cache
def body(game: str) -> Markup:
    """The sheet as it stands inside a page of the house: without its own mark, and with clauses that open."""
    whole = _MAIN.search(stored_sheet(game, "html"))
    assert whole is not None, "a sheet has its main part"
    return Markup(_TAG.sub(_opens, _BRAND.sub("", whole[1])))


def _opens(tag: re.Match[str]) -> str:
    """A clause as a link to it; a ruling keeps its words as a title."""
    return clause(unescape(tag[1])) if " " in tag[1] else tag[0]


@cache
def charts(game: str) -> Markup:
    """The charts of best play, out of the same sheet."""
    return Markup("\n".join(each for each in _SECTION.findall(body(game)) if _CHART in each))


@cache
def style() -> str:
    """The style of the sheets, for whatever stands inside `.par`."""
    text = files("pitboss.odds.par.output").joinpath("sheet.css").read_text(encoding="utf-8")
    alone = "".join(_ON_ITS_OWN.findall(text))
    return f"{alone}.par {{\n{_ON_ITS_OWN.sub('', _OF_THE_PAGE.sub('', text))}}}\n"

"""The PAR sheets of the approved rules as pages of the house: nothing is computed to show them."""

import re
from functools import cache
from importlib.resources import files

from markupsafe import Markup

from pitboss.screens.maths.figures import kept
from pitboss.screens.templating import clause

_MAIN = re.compile(r"<main>(.*)</main>", re.DOTALL)
_BRAND = re.compile(r'<div class="brand">.*?</div>', re.DOTALL)
_TAG = re.compile(r'<span class="tag"[^>]*>([^<]*)</span>')
# Of the sheet's own style what is about the whole page, and what cannot stand inside another rule.
_OF_THE_PAGE = re.compile(r"^(:root|\*|html|body|main) \{[^}]*\}\n", re.MULTILINE)
_ON_ITS_OWN = re.compile(r"^@(?:property|keyframes) [^{]*\{(?:[^{}]|\{[^}]*\})*\}\n", re.MULTILINE)


@cache
def body(game: str) -> Markup:
    """The sheet as it stands inside a page of the house: without its own mark, and with clauses that open."""
    whole = _MAIN.search(kept(game, "html"))
    assert whole is not None, "a sheet has its main part"
    return Markup(_TAG.sub(lambda tag: clause(tag[1]), _BRAND.sub("", whole[1])))


@cache
def style() -> str:
    """The style of the sheets, for whatever stands inside `.par`."""
    text = files("pitboss.odds.par").joinpath("sheet.css").read_text(encoding="utf-8")
    alone = "".join(_ON_ITS_OWN.findall(text))
    return f"{alone}.par {{\n{_ON_ITS_OWN.sub('', _OF_THE_PAGE.sub('', text))}}}\n"

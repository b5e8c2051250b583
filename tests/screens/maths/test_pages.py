"""The pages of the maths: for anybody, without numba in the house, and worth of choices for players who practise."""

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import unquote

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor
from pitboss.odds.rules import GAMES
from pitboss.rulebook.book import rulebook
from pitboss.screens.maths import sheets, what_if
from tests.floor import house_scene
from tests.floor.tables import table_floor_scene as scene
from tests.floor.tables.table_floor_scene import P1, P2, bet_and_deal, done, open_table, say
from tests.screens import api_scene
from tests.screens.api_scene import source_of
from tests.screens.maths.scene import PATIENCE_SECONDS

pytestmark = [house_scene.ON_SQLITE, pytest.mark.usefixtures("house")]
PAGES = ("/maths/", *(f"/maths/{part}/{game}" for game in GAMES for part in ("sheets", "charts", "what-if")))
PART = {"HX-Request": "true"}


def answered(api: api_scene.Api, address: str, by: Actor | None = None, *, until: str) -> str:
    """A part of a page, asked for again until it says this."""
    last = monotonic() + PATIENCE_SECONDS
    while monotonic() < last:
        found = api.get(address, by, **PART)
        assert found.status_code == 200, source_of(found)
        if until in source_of(found):
            return source_of(found)
        sleep(0.05)
    raise AssertionError(f"{address} never said {until!r}")


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.clause("UTH 15.1[s2]")
def test_anybody_may_read_the_maths(api: api_scene.Api, address: str) -> None:
    for by in (None, P1, scene.MANAGER):
        page = api.get(address, by)
        assert page.status_code == 200
        assert source_of(page).startswith("<!doctype html>")


def test_what_there_is_not_is_said(api: api_scene.Api) -> None:
    for address in ("sheets/holdem", "sheets/holdem.json", "charts/x", "what-if/x", "what-if/x/answer"):
        assert api.get(f"/maths/{address}").status_code == 404


def test_pontoon_is_told_with_its_bonus_and_without(api: api_scene.Api) -> None:
    """The part of the wager alone is not what a player gets back, and no decimal is promised as a fraction."""
    page = source_of(api.get("/maths/"))
    assert re.search(r"House edge, per wager: with it, both together</dt><dd>0.283%", page)
    for name in ("Without the Super Bonus", "With it, the wager&#39;s part", "With it, both together"):
        assert name in page
    assert "exact ones as fractions" in page


def test_the_sheets_are_data_too(api: api_scene.Api) -> None:
    told = json.loads(source_of(api.get("/maths/sheets/ultimate.json")))
    assert told["wagers"]["main"]["house_edge"] == {"numerator": 50643648973, "denominator": 2317817502000}


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_a_sheet_opens(game: str) -> None:
    links = re.findall(r'class="clause" href="/rules/([^"]*)"', sheets.body(game))
    assert len(links) > 5
    for link in links:
        assert rulebook().find_cited(unquote(unescape(link)).replace("/", " ", 1))


def test_the_charts_of_a_game_stand_on_a_page_of_their_own() -> None:
    titles = re.findall(r"<h2>(.*?)</h2>", sheets.charts("pontoon"))
    assert titles[0] == "Hard totals"
    assert len(titles) == 8


def test_the_style_of_the_sheets_reaches_nothing_else() -> None:
    style = sheets.style()
    inside = style.partition(".par {")[2]
    assert "table.data" in inside
    assert "@keyframes" not in inside
    assert not re.search(r"^(html|body|:root)\b", style, re.MULTILINE)


def test_a_question_is_answered_with_what_differs(api: api_scene.Api) -> None:
    first = api.get("/maths/what-if/ultimate?blind_pays.flush=2:1&stake=10.00", None, **PART)
    assert first["HX-Push-Url"] == "/maths/what-if/ultimate?blind_pays.flush=2:1"
    told = answered(api, "/maths/what-if/ultimate/answer?blind_pays.flush=2:1", until="House edge then")
    assert "0.899%" in told
    assert "2.185%" in told
    assert "This leaves the approved document" in told
    assert "UTH 10.1 blind flush" in told
    whole = source_of(api.get("/maths/what-if/ultimate?blind_pays.flush=2:1"))
    assert "House edge then" in whole
    assert 'value="2:1"' in whole


def test_a_question_within_the_document_says_so(api: api_scene.Api) -> None:
    told = answered(api, "/maths/what-if/canberra/answer?jackpot.pool=250000", until="House edge then")
    assert "This stays inside the approved document" in told
    assert "The strategy charts are the same in every cell." in told


def test_what_is_wrong_is_said_beside_its_field(api: api_scene.Api) -> None:
    for headers in ({}, PART):
        page = api.get("/maths/what-if/ultimate?blind_pays.flush=x&stake=7", None, **headers)
        assert page.status_code == 422
        assert 'id="wrong-blind_pays-flush" role="alert">&#39;x&#39; is not odds' in source_of(page)
        assert 'id="wrong-stake" role="alert">This is $10.00 to $500.00' in source_of(page)
        assert source_of(page).count('aria-invalid="true"') == 2
        assert source_of(page).count("autofocus") == 1


def test_a_rule_that_nobody_knows_changes_nothing(api: api_scene.Api) -> None:
    page = api.get("/maths/what-if/ultimate?colour=blue")
    assert page.status_code == 200
    assert "These are the approved rules" in source_of(page)


def test_a_player_who_practises_is_told_what_each_choice_is_worth(
    api: api_scene.Api, house: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.stack(monkeypatch, "2c 7d 9h Jc 3s As Ad Kd Kh")
    table = open_table(house, "ultimate", "practice-1", mode="practice")
    address = f"/maths/tables/{table}/worth"
    assert "Nothing for you to decide now." in source_of(api.get(address, P1, **PART))
    bet_and_deal(house, table, P1)
    told = answered(api, address, P1, until='class="tag">best<')
    assert re.search(r'Play 4× \$40\.00 <span class="tag">best</span></th><td class="figure">\+\$\d+\.\d\d<', told)
    assert "no decision yet" in told
    assert "hx-trigger" not in told
    assert "Nothing for you to decide now." in source_of(api.get(address, P2, **PART))
    done(say(house, P1, table, "fold", seat=1))
    assert "<strong>0</strong> of 1 decision best" in answered(api, address, P1, until="given away")


@pytest.mark.clause("UTH 15.1[s1]")
def test_at_a_table_for_money_nothing_of_it_is_told(api: api_scene.Api, house: Floor) -> None:
    table = open_table(house, "ultimate", "money-1")
    bet_and_deal(house, table, P1)
    answer = api.get(f"/maths/tables/{table}/worth", P1, **PART)
    assert answer.status_code == 403
    assert "What a choice is worth is told at practice tables only." in source_of(answer)
    assert "UTH 15.1[s1]" in source_of(answer)
    assert api.get(f"/maths/tables/{table}/worth", scene.DEALER).status_code == 403
    assert api.get("/maths/tables/nowhere/worth", P1).status_code == 404


def test_the_house_draws_all_of_it_without_numba(tmp_path: Path) -> None:
    script = f"""
import sys
sys.path[:] = {sys.path!r}
from pathlib import Path
from tests.floor import house_scene
from django.test import Client
import pitboss.server.asgi
from pitboss.screens.common import process
with house_scene.sqlite_house(Path({str(tmp_path)!r})) as floor:
    process.floor = lambda: floor
    for address in ({", ".join(map(repr, (*PAGES, "/")))}):
        assert Client().get(address).status_code == 200, address
assert "numba" not in sys.modules
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert ran.returncode == 0, ran.stderr


def test_fields_have_names_that_make_good_ids() -> None:
    for game in GAMES:
        names = [field.name.replace(".", "-") for group in what_if.groups(game) for field in group.fields]
        assert len(set(names)) == len(names)

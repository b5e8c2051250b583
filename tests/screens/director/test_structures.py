"""Structures and conditions as pages of a real house: whom they let in, what they find wrong, and what comes of it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import unescape
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from django.http import HttpResponse, QueryDict

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Role
from pitboss.floor.tournaments import record as tournaments
from pitboss.floor.tournaments.structure_shelf import stream_of
from pitboss.floor.tournaments.structure_text import text_of
from pitboss.floor.tournaments.structures import LONGEST
from pitboss.journal import store
from pitboss.screens.common.computing.worker import worker
from pitboss.screens.director.structures import form as forms
from pitboss.screens.director.structures import spec
from pitboss.screens.director.structures.form import (
    ROWS,
    FormFaults,
    StructureForm,
    conditions_of,
    form_from,
    form_of,
    suit,
)
from pitboss.tournaments.chips.colour_up import chip_set_needed
from pitboss.tournaments.clock.clock import schedule
from pitboss.tournaments.event.conditions import Band, Break, Conditions, Level, Readings, Scale
from pitboss.tournaments.event.library import event, names
from pitboss.tournaments.event.validator import problems
from pitboss.tournaments.prizes.prizes import pool_of, prospects
from tests.floor import house_scene
from tests.floor.people.people_scene import kinds_after
from tests.screens.api_scene import P1, PEOPLE, Api, furnished
from tests.screens.director.event_scene import Event, local_start, to_floor
from tests.screens.maths.scene import PATIENCE_SECONDS

DIRECTOR, MANAGER, CASHIER = PEOPLE[Role.DIRECTOR], PEOPLE[Role.MANAGER], PEOPLE[Role.CASHIER]
SATURDAY = event("saturday")
OF_DIRECTORS = (
    *("/director/", "/director/now", "/director/structures/", "/director/structures/now"),
    *(f"/director/structures/edit?of={name}" for name in names()),
)
POSTED = ("check", "fields", "read", "more", "keep", "amend", "forecast")


@pytest.fixture
def house(tmp_path: Path, clock: house_scene.Clock) -> Iterator[Floor]:
    """An open house with people and a table; nothing here depends on its database."""
    with house_scene.sqlite_house(tmp_path, clock, furnished) as floor:
        yield floor


def text_of_page(answer: HttpResponse) -> str:
    return " ".join(unescape(answer.content.decode()).split())


def posted(written: StructureForm) -> dict[str, Any]:
    """What a browser sends of a form that shows all its fields."""
    sent: dict[str, Any] = {**written.plain, **dict.fromkeys(written.ticked, "on")}
    for name, columns in ROWS.items():
        for at, column in enumerate(columns):
            sent[f"{name}.{column}"] = [row[at] for row in written.rows[name]]
    return sent


def sent(conditions: Conditions, **more: Any) -> dict[str, Any]:
    return {**posted(form_of(conditions)), **more}


def as_query(fields: Mapping[str, Any]) -> QueryDict:
    query = QueryDict(mutable=True)
    for name, value in fields.items():
        query.setlist(name, value if isinstance(value, list) else [value])
    return query


def found(answer: HttpResponse) -> list[tuple[str, str]]:
    """The problems of a check, each with the place it stands at."""
    rows = re.findall(r'<li class="wrong" data-for="([^"]*)">(.*?)</li>', answer.content.decode(), re.S)
    return [(place, " ".join(unescape(re.sub(r"<[^>]*>", " ", words)).split())) for place, words in rows]


class TestForm:
    @pytest.mark.parametrize("name", names())
    def test_a_form_is_read_as_the_conditions_it_shows(self, name: str) -> None:
        shown = form_of(event(name))
        assert conditions_of(form_from(as_query(posted(shown)))) == event(name)

    def test_odd_conditions_come_back_as_they_were(self) -> None:
        odd = replace(
            SATURDAY,
            start=1_800_000_000,
            reentries=None,
            levels=(Level(100, 200, 200, 95), Level(200, 300, 300, 1200)),
            breaks=(Break(1, 90), Break(1, 60), Break(40, 60)),
            scale=Scale("own", "of our own", (Band(1, 9, (6650, 3350)), Band(10, None, (10_000,)))),
            readings=Readings(race_tie="suit", suspend_alarm=39_900),
        )
        assert conditions_of(form_from(as_query(sent(odd)))) == odd

    def test_lists_of_numbers_are_read_as_people_write_them(self) -> None:
        for text in ("100, 500, 1,000, 25,000", "100,500,1000,25000", "100 500 1000 25,000", "100; 500; 1000; 25000"):
            read = conditions_of(form_from(as_query(sent(SATURDAY, denominations=text))))
            assert isinstance(read, Conditions)
            assert read.denominations == (100, 500, 1000, 25_000)

    def test_every_reading_stands_in_the_editor_with_its_ruling(self) -> None:
        assert {each.field.name for each in spec.READINGS} == set(Readings.__dataclass_fields__)
        for each in spec.READINGS:
            assert bool(each.ruling_words[0]) == each.ruling.startswith("T-"), each
            assert each.ruling_words[1], each

    def test_every_condition_has_its_field(self) -> None:
        single = {field.name for section in spec.SECTIONS if not section.table for field in section.fields}
        others = {"levels", "breaks", "tickets", "items", "sessions", "rebuys", "readings"}
        assert single | others == set(Conditions.__dataclass_fields__)

    def test_another_document_brings_its_game_its_items_and_its_sessions(self) -> None:
        written = form_of(replace(SATURDAY, ruleset="CAN"))
        changed = suit(written)
        assert (changed.plain["game"], "sessions" in changed.ticked) == ("canberra", True)
        assert changed.rows[forms.WORDS][0][0] == "17.3(a)(i)"

    def test_a_scale_of_ones_own_begins_with_the_one_that_was_chosen(self) -> None:
        written = form_of(SATURDAY)
        own = suit(written._replace(plain={**written.plain, "scale": spec.OWN_SCALE}))
        read = conditions_of(own)
        assert isinstance(read, Conditions)
        assert read.scale is not None
        assert SATURDAY.scale is not None
        assert (read.scale.name, read.scale.bands) == ("own", SATURDAY.scale.bands)

    @pytest.mark.parametrize(
        "nonsense", ["x" * 3000, "-", "1e9", "٣", "<b>", "NaN", "1.5.0", "'; drop", "20:99", "\x00"]
    )
    def test_nonsense_in_any_field_is_a_sentence_at_its_place(self, nonsense: str) -> None:
        for section in spec.SECTIONS:
            for each in section.fields:
                if each.kind not in ("yes", "words"):
                    place = forms.place_of(section, each)
                    whole = sent(event("ultimate"), **{place: nonsense})
                    read = conditions_of(form_from(as_query(whole)))
                    assert isinstance(read, FormFaults), place
                    assert [*read.sentences] == [place]
        levels = sent(SATURDAY)
        for column in ROWS[forms.LEVELS]:
            row = {**levels, f"levels.{column}": [*levels[f"levels.{column}"][:-1], nonsense]}
            read = conditions_of(form_from(as_query(row)))
            assert isinstance(read, FormFaults), column
            assert [*read.sentences] == ["breaks.26" if column == "pause" else f"levels.26.{column}"]


class TestPages:
    def test_they_are_for_those_who_run_tournaments(self, api: Api) -> None:
        for address in OF_DIRECTORS:
            assert api.get(address, DIRECTOR).status_code == 200, address
            assert api.get(address, MANAGER).status_code == 200, address
            assert api.get(address, P1).status_code == 403, address
        assert api.get("/director/", CASHIER).status_code == 200
        assert "New tournament" not in text_of_page(api.get("/director/", CASHIER))
        assert api.get("/director/structures/", CASHIER).status_code == 403

    @pytest.mark.parametrize("address", POSTED)
    def test_nobody_else_posts_to_the_editor(self, api: Api, address: str) -> None:
        api.token(CASHIER), api.token(DIRECTOR)
        before = store.last_seq()
        asked = f"/director/structures/{address}"
        answer = api.form(asked, sent(SATURDAY, name="own", text=text_of(SATURDAY)), CASHIER)
        assert "for the director and the manager" in text_of_page(answer)
        assert api.get(asked, DIRECTOR).status_code == 405
        assert store.last_seq() == before

    @pytest.mark.parametrize("query", ["of=none", "of=../x", "tournament=none", "tournament=<b>"])
    def test_what_is_not_there_is_said_so(self, api: Api, query: str) -> None:
        assert api.get(f"/director/structures/edit?{query}", DIRECTOR).status_code == 404


class TestCheck:
    def check(self, api: Api, conditions: Conditions, **more: Any) -> HttpResponse:
        return api.form("/director/structures/check", sent(conditions, **more), DIRECTOR, HX_Request="true")

    def test_the_figures_are_those_of_the_engine(self, api: Api) -> None:
        page = text_of_page(self.check(api, SATURDAY, entries="87", begins="18:30"))
        assert "Nothing is wrong" in page
        assert f"${pool_of(SATURDAY, 87) // 100:,}.00" in page
        for each in prospects(SATURDAY, 87):
            assert f"${each.cents // 100:,}.{each.cents % 100:02}" in page
        for count in chip_set_needed(SATURDAY, 87):
            assert f"<strong>{count.total:,}</strong>" in page
        assert "<td>18:30</td><td>1</td>" in page
        ends = schedule(SATURDAY.levels, SATURDAY.breaks)[-1].ends
        assert f"+1 {(18 * 3600 + 1800 + ends) // 3600 % 24:02}:" in page
        assert "Break, 30 min; race off" not in page

    def test_each_problem_stands_at_its_place_with_its_clause(self, api: Api) -> None:
        levels = list(SATURDAY.levels)
        levels[8] = levels[8]._replace(big=500)
        wrong = replace(
            SATURDAY,
            levels=tuple(levels),
            breaks=(Break(6, 0), Break(40, 60)),
            commission=100,
            readings=Readings(bba_order="ante_first"),
            scale=Scale("own", "own", (Band(1, None, (5000,)),)),
        )
        told = found(self.check(api, wrong))
        assert [words for _, words in told] == [f"{each.reason} {each.clause}" for each in problems(wrong)]
        places = {"levels.9", "breaks.6", "breaks.40", "commission", "readings.bba_order", "scale.1"}
        assert places == {place for place, _ in told}

    @pytest.mark.clause("STAR 6.13[s2]", "STAR 6.21(b)", "STAR 7.12[s2]")
    def test_figures_that_the_document_fixes_are_shown_with_their_clause_and_cannot_be_changed(self, api: Api) -> None:
        page = api.form("/director/structures/fields", sent(SATURDAY), DIRECTOR).content.decode()
        for place, clause in (("cancel_below", "STAR 6.21(b)"), ("readings.tpm_most", "STAR 6.13[s2]")):
            (field,) = re.findall(rf'<div class="field" data-place="{place}">.*?</div>', page, re.S)
            assert "readonly" in field
            assert "Fixed by the document" in field
            assert clause in field
        old = replace(SATURDAY, cancel_below=6, readings=Readings(tpm_most=8 * 3600))
        told = dict(found(self.check(api, old)))
        assert set(told) == {"cancel_below", "readings.tpm_most"}
        page = api.form("/director/structures/read", {"text": text_of(old)}, DIRECTOR).content.decode()
        for place in told:
            (field,) = re.findall(rf'<div class="field" data-place="{place}">.*?</div>', page, re.S)
            assert "readonly" not in field

    def test_figures_of_another_document_come_with_it(self) -> None:
        free = suit(form_of(replace(event("canberra_holdem"), cancel_below=20, least_entrants=6)))
        assert (free.plain["cancel_below"], free.plain["least_entrants"]) == ("20", "6")
        star = suit(free._replace(plain={**free.plain, "ruleset": "STAR"}))
        assert (star.plain["cancel_below"], star.plain["least_entrants"]) == ("10", "2")
        cup = form_of(event("canberra_cup"))
        moved = suit(cup._replace(ticked=cup.ticked | {"readings.moves_within_session"}))
        assert "readings.moves_within_session" not in moved.ticked

    def test_what_the_document_still_wants_told_is_listed(self, api: Api) -> None:
        items = {number: words for number, words in event("canberra_cup").items.items() if number != "17.3(a)(vi)"}
        page = text_of_page(self.check(api, replace(event("canberra_cup"), items=items)))
        assert "Restrictions on player groups." in page
        assert "CAN 17.3(a)(vi)" in page

    def test_what_cannot_be_read_is_told_and_the_text_stays(self, api: Api) -> None:
        answer = self.check(api, SATURDAY, stack="plenty", entries="many", begins="noon")
        assert {place for place, _ in found(answer)} == {"stack", "entries", "begins"}
        assert "<textarea" not in answer.content.decode()

    def test_the_text_follows_the_fields_and_the_fields_the_text(self, api: Api) -> None:
        deep = replace(SATURDAY, title='Deep & "wide" <b>', stack=50_000)
        checked = self.check(api, deep).content.decode()
        written = re.search(r"<textarea[^>]*>(.*?)</textarea>", checked, re.S)
        assert written is not None
        assert unescape(written[1]) == text_of(deep)
        drawn = api.form("/director/structures/read", {"text": text_of(deep)}, DIRECTOR)
        assert 'value="50,000"' in drawn.content.decode()
        assert "<b>" not in drawn.content.decode()

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "nothing",
            "a = [",
            "a = " + "[" * 9000,
            "#" * LONGEST + " = ",
            "[levels]\nx = 1",
            "title = 1",
            "\x00 = 1",
        ],
    )
    def test_a_text_that_is_no_structure_is_refused_beside_it(self, api: Api, text: str) -> None:
        answer = api.form("/director/structures/read", {"text": text}, DIRECTOR)
        assert (answer.status_code, answer["HX-Retarget"]) == (422, "#toml-said")
        assert answer.content.decode().count("refusal") == 1

    def test_the_ladder_goes_on_as_it_would(self, api: Api) -> None:
        answer = api.form("/director/structures/more", sent(SATURDAY, more="2"), DIRECTOR)
        page = answer.content.decode()
        assert "Big blind of level 28" in page
        assert "Big blind of level 29" not in page
        for nonsense in ("0", "21", "x", "٣"):
            refused = api.form("/director/structures/more", sent(SATURDAY, more=nonsense), DIRECTOR)
            assert (refused.status_code, refused["HX-Retarget"]) == (422, "#more-said")


class TestKeeping:
    def test_what_is_written_is_saved_once_however_often_it_is_pressed(self, api: Api, house: Floor) -> None:
        api.token(DIRECTOR)
        before = store.last_seq()
        for _ in range(2):
            answer = api.form("/director/structures/keep", sent(SATURDAY, name="own", key="k1"), DIRECTOR)
            assert "Saved as own." in text_of_page(answer)
        assert house.record(stream_of("own")).text == text_of(SATURDAY)
        assert kinds_after(before) == ["StructureSaved"]
        assert "own" in text_of_page(api.get("/director/structures/", DIRECTOR))
        assert "(own)" in text_of_page(api.get("/director/", DIRECTOR))

    def test_an_unfinished_structure_is_not_offered_for_events(self, api: Api) -> None:
        answer = api.form("/director/structures/keep", sent(replace(SATURDAY, levels=()), name="own"), DIRECTOR)
        assert "to mend before an event" in text_of_page(answer)
        assert "to mend" in text_of_page(api.get("/director/structures/", DIRECTOR))
        assert "(own)" not in text_of_page(api.get("/director/", DIRECTOR))

    @pytest.mark.parametrize(("name", "fields"), [("Bad Name", {}), ("own", {"stack": "x"})])
    def test_what_cannot_be_saved_changes_nothing(self, api: Api, name: str, fields: dict[str, str]) -> None:
        api.token(DIRECTOR)
        before = store.last_seq()
        answer = api.form("/director/structures/keep", sent(SATURDAY, name=name, **fields), DIRECTOR)
        assert answer.status_code == 422
        assert store.last_seq() == before


def forecast_of(api: Api, conditions: Conditions, **asked: str) -> str:
    """A forecast, asked for again until it has come to its end."""
    for _ in range(int(PATIENCE_SECONDS * 4)):
        answer = api.form("/director/structures/forecast", sent(conditions, **asked), DIRECTOR)
        page = text_of_page(answer)
        if "Playing:" not in page:
            return page
        sleep(0.05)
    raise AssertionError("the forecast never came to its end")


def test_a_forecast_is_played_in_the_process_of_the_maths(api: Api) -> None:
    quick = replace(SATURDAY, levels=tuple(each._replace(seconds=120) for each in SATURDAY.levels), stack=2500)
    page = forecast_of(api, quick, entries="4", begins="18:00")
    assert "40 events with 4 entries" in page
    assert "Median" in page
    assert worker().pid is not None


def test_a_forecast_of_what_has_no_end_or_is_wrong_says_so(api: Api) -> None:
    endless = replace(SATURDAY, levels=SATURDAY.levels[:7], breaks=(), stack=10_000_000)
    assert "add levels first" in forecast_of(api, endless, entries="20")
    assert "for 2 to 200 entries" in forecast_of(api, SATURDAY, entries="300")
    assert "Mend what is marked" in forecast_of(api, replace(SATURDAY, stack=0))


class TestConditions:
    def planned(self, house: Floor, clock: house_scene.Clock, structure: str) -> Event:
        start = local_start(clock.now + 40 * 24 * 3600 * 1_000_000)
        to_floor(house)("director", "add_tournament", {"tournament": "t1", "structure": structure, "start": start})
        return Event(to_floor(house), "t1")

    def test_what_each_document_wants_comes_before_entries(
        self, api: Api, house: Floor, clock: house_scene.Clock
    ) -> None:
        held = self.planned(house, clock, "pontoon_heats")
        page = text_of_page(api.get("/director/t1/conditions/", DIRECTOR))
        assert "The conditions of entry and play have not been approved." in page
        assert "Reference of the approval" in page
        held.do("record_approval", reference="GRC 17")
        page = text_of_page(api.get("/director/t1/conditions/now", DIRECTOR))
        assert "reference GRC 17" in page
        assert "everything before it is done" in page

    def test_missing_items_are_listed_with_their_clauses(
        self, api: Api, house: Floor, clock: house_scene.Clock
    ) -> None:
        told = event("ultimate")
        items = {number: words for number, words in told.items.items() if number != "16.3(a)(x)"}
        text = text_of(replace(told, items=items))
        self.planned(house, clock, text)
        page = text_of_page(api.get("/director/t1/conditions/", DIRECTOR))
        assert "To be told: how the prize pool is distributed." in page
        assert "UTH 16.3(a)(x)" in page

    def test_patrons_read_conditions_once_they_are_published_and_not_after_an_amendment(
        self, api: Api, house: Floor, clock: house_scene.Clock
    ) -> None:
        held = self.planned(house, clock, "ultimate_challenge")
        public = "/tournaments/t1/conditions"
        assert api.get(public).status_code == 404
        held.do("publish_conditions")
        assert "Heats of 20 rounds" in text_of_page(api.get(public))
        assert public in text_of_page(api.get("/"))
        fields = sent(event("ultimate"), tournament="t1", reason="a mistake", after="1")
        assert "amended" in text_of_page(api.form("/director/structures/amend", fields, DIRECTOR))
        assert api.get(public).status_code == 404
        assert api.get("/tournaments/none/conditions").status_code == 404

    def test_an_amendment_after_somebody_else_was_at_the_desk_is_refused(
        self, api: Api, house: Floor, clock: house_scene.Clock
    ) -> None:
        held = self.planned(house, clock, "saturday_special")
        held.do("name_director", name="Derek Vale")
        fields = sent(replace(SATURDAY, stack=30_000), tournament="t1", reason="more play", after="0")
        assert "look again" in text_of_page(api.form("/director/structures/amend", fields, DIRECTOR))
        again = api.form("/director/structures/amend", {**fields, "after": "1"}, DIRECTOR)
        assert "The conditions are amended." in text_of_page(again)
        state = house.record(tournaments.stream_of("t1")).state
        assert (state.conditions.stack, state.conditions.start is None) == (30_000, False)

    def test_the_start_is_delayed_by_the_clock_on_the_wall(
        self, api: Api, house: Floor, clock: house_scene.Clock
    ) -> None:
        self.planned(house, clock, "saturday_special")
        later = local_start(clock.now + 41 * 24 * 3600 * 1_000_000)
        address = "/director/t1/conditions/delay"
        for start in ("soon", "2026-13-01T12:00"):
            refused = api.form(address, {"starts_at": start, "reason": "storm"}, DIRECTOR)
            assert refused.status_code == 422
        assert api.form(address, {"starts_at": later, "reason": "storm"}, CASHIER).status_code == 422
        answer = api.form(address, {"starts_at": later, "reason": "storm", "key": "k"}, DIRECTOR)
        assert answer.status_code == 200, text_of_page(answer)
        assert later.replace("T", " ")[-5:] in text_of_page(api.get("/director/t1/conditions/paper", DIRECTOR))

    def test_the_list_tells_of_each_event_by_the_clock_on_the_wall(
        self, api: Api, house: Floor, clock: house_scene.Clock
    ) -> None:
        self.planned(house, clock, "saturday_special")
        page = text_of_page(api.get("/director/", DIRECTOR))
        assert local_start(clock.now)[-5:] in page
        assert "planned" in page
        lobby = text_of_page(api.get("/lobby/offers"))
        assert local_start(clock.now)[-5:] in lobby


def test_the_answer_to_nobody_is_no(api: Api) -> None:
    answer = api.form("/director/structures/check", {})
    assert answer.status_code in (401, 422)
    assert not isinstance(answer, No)

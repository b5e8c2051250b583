"""Whatever goes wrong on a page is found, so that a test of a page that passes says something."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browser_scene import Visitors, no_serious_violations

pytestmark = pytest.mark.needs("chromium")


def test_a_person_of_the_demo_house_is_signed_in(onlookers: Visitors) -> None:
    for first_name, told in {"alice": "Alice Reed", "maria": "manager"}.items():
        page = onlookers.person(first_name)
        page.goto("/api/me")
        expect(page.locator("body")).to_contain_text(told)


def test_errors_of_a_page_are_faults(onlookers: Visitors) -> None:
    page = onlookers.visitor()
    page.goto("/")
    with page.expect_console_message():
        page.evaluate("console.error('not well')")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('broken') })")
    with page.expect_console_message():
        page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'window.x = 1'}))")
    with page.expect_response("**/nowhere"):
        page.evaluate("void fetch('/nowhere')")
    console, broken, script, nowhere = onlookers.take_faults()
    assert (console, broken) == ("console: not well", "page: broken")
    assert "Content Security Policy" in script
    assert nowhere == f"GET {page.url}nowhere: 404"


def test_an_answer_that_a_test_provokes_is_none(onlookers: Visitors) -> None:
    onlookers.provoke(404)
    onlookers.visitor().goto("/nowhere")
    assert onlookers.take_faults() == []


def test_what_keeps_people_out_is_told_with_its_place(onlookers: Visitors) -> None:
    page: Page = onlookers.visitor()
    page.goto("/")
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    told = r"critical: Buttons must have discernible text \(button-name\)\n  #content > button"
    with pytest.raises(AssertionError, match=told):
        no_serious_violations(page)

"""The first page of the house."""

import pytest
from playwright.sync_api import expect

from browser_scene import Visitors, no_serious_violations

pytestmark = pytest.mark.needs("chromium")


def test_a_visitor_sees_the_house(onlookers: Visitors) -> None:
    page = onlookers.visitor()
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    no_serious_violations(page)

"""Players kept apart on the organiser's desk: a wish by touch, what a draft says about it, and taking it back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from evening import served_here
from organiser import NAMES, begin, night, sheet_of, to
from playwright.sync_api import Page, expect
from screens import SIZES, Opened

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[str]:
    with served_here(tmp_path) as address:
        yield address


def name_club(page: Page) -> None:
    """The club gets a name and a badge in the list of events, and visitors see both."""
    page.locator("[data-club] summary").tap()
    page.locator("input[name=club]").fill("Riverside Gamers")
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    page.locator("input[name=badge]").set_input_files({"name": "b.svg", "mimeType": "image/svg+xml", "buffer": svg})
    expect(page.locator(".club-badge")).to_have_attribute("src", re.compile("^data:image/svg"))
    page.locator("[data-save-club]").tap()
    expect(page.locator("[data-club] summary")).to_have_text("The club: Riverside Gamers")
    text = page.evaluate("fetch('/club/site/index.html').then(answer => answer.text())")
    assert "<h1>Riverside Gamers</h1>" in text
    assert "data:image/svg+xml;base64," in text


def test_a_wish_by_touch_holds_for_the_draft_and_is_taken_back(opened: Opened, venue: str) -> None:
    page = opened(venue, SIZES["phone"])
    name_club(page)
    begin(page, NAMES[:2])
    sheet_of(page, "[data-apart]")
    save = page.locator("dialog [data-yes]")
    page.locator("[data-keep-apart=ann]").tap()
    expect(save).to_be_disabled()
    page.locator("[data-keep-apart=bob]").tap()
    page.locator("dialog [data-reason]").first.tap()
    save.tap()
    expect(page.locator("[data-wish='ann bob']")).to_contain_text("Ann Archer and Bob Brook are kept apart")
    assert night(page)["apart"][0]["reason"] == "siblings"
    page.get_by_role("button", name="Close", exact=True).last.tap()
    to(page, "round")
    expect(page.locator("[data-refused]")).to_contain_text("House Wish (P9)")
    expect(page.locator("[data-remedy='1']")).to_contain_text("Ignore the wish")
    to(page, "entrants")
    sheet_of(page, "[data-apart]")
    page.locator("[data-wish='ann bob']").tap()
    expect(page.locator("[data-wish]")).to_have_count(0)
    page.locator("[data-keep-apart=ann]").tap()
    page.locator("[data-keep-apart=bob]").tap()
    page.locator("[data-soft]").tap()
    page.locator("[data-first-round]").tap()
    page.locator("dialog [data-yes]").tap()
    expect(page.locator("[data-wish='ann bob']")).to_contain_text("in round 1 where possible")
    page.get_by_role("button", name="Close", exact=True).last.tap()
    to(page, "round")
    page.locator("[data-draft]").tap()
    expect(page.locator(".broken")).to_contain_text("meet, but must be kept apart, against House Wish (P9)")

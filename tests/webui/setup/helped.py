"""What `?` says on a step of the set-up."""

from playwright.sync_api import Page, expect


def says_what_can_be_done(page: Page, *titles: str) -> None:
    """The step has its own answers, before those of the whole set-up: these words are in their titles."""
    page.locator("[data-help]").focus()
    page.keyboard.press("Enter")
    found = page.locator("[data-help-sheet=setup] dt")
    expect(found.first).to_contain_text("This step")
    told = found.all_inner_texts()
    general = told.index("The next step")
    for title in titles:
        assert any(title in each for each in told[1:general]), title
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)

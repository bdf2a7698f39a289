"""A replay as a folder in a real browser, opened from a disk and from a web host that knows nothing of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from made_languages import shipped
from playwright.sync_api import Browser, Page, expect
from screens import BOTH_SIZES, SIDEWAYS, SIZES, TOO_SMALL, Axe, Opened
from serving import served
from shelf import OVER, Shelf, shelf, shown

from tablecam.game.replay.battle_report import assign_codes
from tablecam.game.replay.recorded_game import WHOLE
from tablecam.storage.own_folder import write_own_folder
from webui.replay import folder as replay_folder
from webui.replay.folder import MARKER, PublishedReplay, folder_files

pytestmark = [pytest.mark.browser, pytest.mark.long]

# as in a frame of another site, or where cookies are refused
NO_STORAGE = """
for (const kind of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, kind, { get() { throw new DOMException('denied', 'SecurityError'); } });
}
"""
PLACES = """
() => Object.fromEntries([...document.querySelectorAll('.model')].map(each => [each.dataset.model, [
  each.getAttribute('transform'), each.getAttribute('class'), each.querySelector('g').getAttribute('transform'),
]]))
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return shelf(tmp_path_factory.mktemp("shelf"), turns=2, count=0)


@pytest.fixture(scope="module")
def address(kept: Shelf) -> Iterator[str]:
    with shown(kept) as address:
        yield address


@pytest.fixture(scope="module")
def folder(kept: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game that is over, in several files and in two languages."""
    languages = shipped(tmp_path_factory.mktemp("languages"))
    with pytest.MonkeyPatch.context() as patched, kept.archive.reading(OVER) as past:
        patched.setattr(replay_folder, "LINES_PER_FILE", 60)
        game = PublishedReplay(past, past.view_as(WHOLE), assign_codes(past.phrases.people(past.state), past.seats), "")
        parts, pages = folder_files(game, lambda _done, _of: None, installed=languages)
    # a name with what an address must escape
    path = tmp_path_factory.mktemp("published") / "Friday’s game #1"
    write_own_folder(path, MARKER, parts, pages)
    return path


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[str]:
    """The folder on a web host."""
    with served(Flask("host", static_folder=str(folder), static_url_path="")) as address:
        yield address


def readable(kept: Shelf) -> list[int]:
    """The lines that a reader can go to."""
    with kept.archive.reading(OVER) as past:
        return [line["n"] for line in past.view_as(WHOLE).lines if line["kind"] != "ask"]


def go_to(page: Page, line: int) -> None:
    page.evaluate(f"() => {{ location.hash = '#line={line}' }}")


def looks(kept: Shelf) -> list[int]:
    """The lines that tell what a model sees of several others."""
    with kept.archive.reading(OVER) as past:
        lines = past.view_as(WHOLE).lines
    return [line["n"] for line in lines if line["kind"] == "answer" and line["text"].count(" % of ") > 1]


def fits(page: Page, axe: Axe) -> None:
    assert page.evaluate(TOO_SMALL) == []
    assert not page.evaluate(SIDEWAYS)
    assert axe(page) == []


def test_an_address_in_the_middle_opens_there_and_shows_what_the_server_shows(
    opened: Opened, kept: Shelf, folder: Path, address: str
) -> None:
    line = looks(kept)[0]
    page = opened(f"{(folder / 'index.html').as_uri()}#line={line}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    beside = opened(f"{address}/replay/{OVER}?line={line}")
    for reader in (page, beside):
        expect(reader.locator(".wedge")).to_have_count(1)
    assert page.evaluate(PLACES) == beside.evaluate(PLACES)
    assert len(page.evaluate(PLACES)) == 12
    for part in (".then-line .lead", ".sentence", ".log-lines", ".scrub input"):
        assert page.locator(part).inner_text() == beside.locator(part).inner_text()
    # another of the models that the line looks at
    for reader in (page, beside):
        reader.locator("[data-look]").nth(1).tap()
        expect(reader.locator("[data-look]").nth(1)).to_have_attribute("aria-pressed", "true")
    assert page.locator(".sentence").inner_text() == beside.locator(".sentence").inner_text()
    assert page.evaluate(PLACES) == beside.evaluate(PLACES)
    # line by line, by the end of one file of data, and each line names itself in the address
    first, *later = readable(kept)[57:63]
    go_to(page, first)
    beside.goto(f"{address}/replay/{OVER}?line={first}")
    for here in later:
        for reader in (page, beside):
            reader.locator("[data-step='1']").tap()
            expect(reader.locator(".then-line")).to_have_attribute("data-moment", str(here))
            expect(reader.locator(f"[data-line='{here}'] .log-line")).to_have_attribute("aria-pressed", "true")
        assert page.locator(".scrub input").input_value() == beside.locator(".scrub input").input_value()
        assert page.url.endswith(f"#line={here}")
        assert beside.url.endswith(f"?line={here}")
        texts = ".then-line > :not(nav)"
        assert page.locator(texts).all_inner_texts() == beside.locator(texts).all_inner_texts()
        assert page.evaluate(PLACES) == beside.evaluate(PLACES)
    assert all(url.startswith((folder.as_uri(), "data:")) for url in asked)
    assert len([url for url in asked if url.endswith(".js")]) > 2


@pytest.mark.parametrize("size", BOTH_SIZES)
def test_a_pasted_address_the_result_the_help_and_the_other_language(
    size: str, opened: Opened, kept: Shelf, host: str, axe: Axe
) -> None:
    first, *_between, last = looks(kept)
    page = opened(f"{host}/index.html", SIZES[size])
    # it opens where models stand
    expect(page.locator(".model")).to_have_count(12)
    page.evaluate(f"location.hash = '#line={last}'")
    expect(page.locator(f"[data-line='{last}'] .log-line")).to_have_attribute("aria-pressed", "true")
    fits(page, axe)
    page.locator("[data-help]").tap()
    expect(page.locator("[data-help-sheet] dt")).not_to_have_count(0)
    page.keyboard.press("Escape")
    page.locator("[data-outcome]").tap()
    expect(page.locator("[data-chart]")).not_to_have_count(0)
    for picture in page.locator(".chart img").all():
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 720
    expect(page.locator("[data-film], [data-share]")).to_have_count(0)
    fits(page, axe)
    with page.context.expect_page() as report:
        page.locator("a[data-report]").tap()
    expect(report.value.locator("h1")).to_have_text("Harbour <Watch> against Kin & Co")
    page.locator(".other-language").tap()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(f"[data-line='{last}'] .log-line")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-outcome]")).to_have_text("Ergebnis und Würfel")
    assert page.title() == "Harbour <Watch> gegen Kin & Co"
    fits(page, axe)
    page.evaluate(f"location.hash = '#line={first}'")
    expect(page.locator(f"[data-line='{first}'] .log-line")).to_have_attribute("aria-pressed", "true")


def test_a_file_that_is_missing_is_named_and_the_rest_goes_on(
    opened: Opened, kept: Shelf, folder: Path, tmp_path: Path
) -> None:
    (part,) = folder.glob("files-*/en/2.js")
    away = part.rename(tmp_path / "2.js")
    try:
        page = opened((folder / "index.html").as_uri())
        expect(page.locator(".model")).to_have_count(12)
        go_to(page, readable(kept)[70])
        expect(page.get_by_role("alert")).to_contain_text("/en/2.js")
        go_to(page, readable(kept)[40])
        expect(page.get_by_role("alert")).to_have_count(0)
    finally:
        away.rename(part)
    # it is there again: the next try finds it
    go_to(page, readable(kept)[70])
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".log-line[aria-pressed=true]")).to_have_count(1)


def test_a_browser_that_stores_nothing_shows_it_too(chromium: Browser, folder: Path) -> None:
    context = chromium.new_context(color_scheme="light")
    context.add_init_script(NO_STORAGE)
    page = context.new_page()
    page.goto((folder / "index.html").as_uri())
    expect(page.locator(".model")).to_have_count(12)
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.locator("[data-open-appearance]").click()
    page.locator("[data-appears=dark]").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    context.close()

"""The battle report in a real browser: what somebody typed never runs, even if it were not escaped."""

from pathlib import Path

import pytest
from flask import Flask, Response
from markupsafe import escape
from playwright.sync_api import Browser
from screens import Opened
from serving import served
from shelf import Shelf, shelf

from tablecam.base.templates import get_environment
from tablecam.game.replay.battle_report import report
from tablecam.game.replay.recorded_game import WHOLE
from tablecam.game.replay.report_theme import POLICY

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OVER = 2
RUN = "document.documentElement.dataset.owned = 'yes'"
NAME = f'</h1><script>{RUN}</script><svg onload="{RUN}"></svg>'
NOTE = f'<img src="x" onerror="{RUN}"><a href="javascript:void({RUN})">note</a><style>body {{ display: none }}</style>'
SETTLED = "() => new Promise((done) => setTimeout(done, 200))"
META = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return shelf(tmp_path_factory.mktemp("shelf"), turns=2, count=0)


def told(kept: Shelf) -> str:
    """The report of the game that is over, with a player and a note that were meant to do harm."""
    with kept.archive.reading(OVER) as past:
        tags = past.log.header.tags
        before = dict(tags)
        tags |= {"Red": NAME, "Note": NOTE}
        text = report(past.view_as(WHOLE), "")
        tags |= before
        del tags["Note"]
    return text


def leave_unescaped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A template is compiled with the escaping of its environment, so it is compiled again."""
    environment = get_environment()
    monkeypatch.setattr(environment, "autoescape", False)
    monkeypatch.setattr(environment, "cache", {})


def what_ran(browser: Browser, address: str) -> tuple[str | None, str]:
    """What a script in the page has left there, and how wide the page's own style lets it be."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    page.evaluate(SETTLED)
    for link in page.get_by_text("note", exact=True).all():
        link.dispatch_event("click")
    found = page.evaluate("[document.documentElement.dataset.owned, getComputedStyle(document.body)['max-width']]")
    context.close()
    return found[0], found[1]


def test_what_was_typed_never_runs_in_the_file_even_if_it_were_markup(
    kept: Shelf, chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    escaped = told(kept)
    leave_unescaped(monkeypatch)
    markup = told(kept)
    assert META.replace(POLICY, escape(POLICY)) in escaped
    assert NAME in markup
    for name, text in (("escaped", escaped), ("markup", markup), ("bare", markup.replace(META, ""))):
        (tmp_path / f"{name}.html").write_text(text, encoding="utf-8")
    ran = {name: what_ran(chromium, (tmp_path / f"{name}.html").as_uri()) for name in ("escaped", "markup", "bare")}
    # its own style applies; without the policy the same file does harm
    assert ran == {"escaped": (None, "832px"), "markup": (None, "832px"), "bare": ("yes", "832px")}


def test_the_policy_of_the_answer_holds_by_itself(
    kept: Shelf, chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_unescaped(monkeypatch)
    bare, app = told(kept).replace(META, ""), Flask("report")
    with_header = {"Content-Security-Policy": POLICY}
    app.add_url_rule("/with", "with", lambda: Response(bare, mimetype="text/html", headers=with_header))
    app.add_url_rule("/without", "without", lambda: Response(bare, mimetype="text/html"))
    with served(app) as address:
        assert what_ran(chromium, f"{address}/with") == (None, "832px")
        assert what_ran(chromium, f"{address}/without")[0] == "yes"


def test_a_report_as_it_is_breaks_none_of_its_own_rules(kept: Shelf, opened: Opened, tmp_path: Path) -> None:
    with kept.archive.reading(OVER) as past:
        (tmp_path / "report.html").write_text(report(past.view_as(WHOLE), ""), encoding="utf-8")
    page = opened((tmp_path / "report.html").as_uri())
    assert page.locator("h1").evaluate("each => getComputedStyle(each).fontSize") == "32px"
    assert page.locator("figure svg").count() >= 1

"""The club's pages in a browser: for visitors on the server, opened from disk, and what a player says on the phone."""

from functools import partial
from pathlib import Path

import pytest
from evening import Evening
from evenings_for_everybody import TODAY, whole_year
from fingers import keep
from playwright.sync_api import expect
from screens import SIDEWAYS, SIZES, Axe, Opened

from tablecam.club.event.entrant_acts import announce
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.league.stored_league import StoredLeague
from tablecam.club.season.state import SHOWABLE
from tablecam.club.site.publish_club import publish_club, site_of
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.line_store import LeagueStore, TournamentStore

# the number of the evening to come, after eight of the season and the tracked one
COMING = 10

pytestmark = [pytest.mark.browser, pytest.mark.long]


@pytest.fixture
def pictures(pytestconfig: pytest.Config) -> Path | None:
    """Where pictures of the pages are kept, if somebody wants them."""
    wanted = pytestconfig.getoption("--pictures")
    return Path(wanted) if wanted else None


def test_a_visitor_reads_the_club_without_a_code_and_comes_to_the_sign_up(
    opened: Opened, tmp_path: Path, pictures: Path | None
) -> None:
    engine = whole_year(tmp_path, 8)
    evening = Evening(tmp_path, 5)
    league = StoredLeague(LeagueStore(engine), 1)
    for person in ("p1", "p2", "p3", "p4", "p5"):
        league.act("TO", lambda now, person=person: now.show(person, SHOWABLE))
    coming = StoredEvent.open(TournamentStore(engine), COMING)
    coming.act("TO", partial(announce, day="2035-06-02", place="Town Hall"))
    with evening.served() as address:
        for size, scheme in (("landscape", "light"), ("phone", "dark")):
            page = opened(f"{address}/club", SIZES[size], scheme)
            expect(page).to_have_url(f"{address}/club/site/index.html")
            expect(page.get_by_role("heading", name="Next evening: June night")).to_be_visible()
            assert not page.evaluate(SIDEWAYS)
            keep(page, pictures if size == "landscape" else None, "visitors")
            page.get_by_role("link", name="Tracked evening").first.click()
            expect(page.get_by_role("heading", level=1)).to_have_text("Tracked evening")
            assert not page.evaluate(SIDEWAYS)
            page.get_by_role("link", name="Records").click()
            expect(page.locator("figure svg").first).to_be_visible()
            assert not page.evaluate(SIDEWAYS)
            keep(page, pictures if size == "landscape" else None, "records")
            page.get_by_role("link", name="de", exact=True).click()
            expect(page.locator("html")).to_have_attribute("lang", "de")
            page.get_by_role("link", name="Club", exact=True).click()
            expect(page.get_by_role("heading", name="Vergangene Abende")).to_be_visible()
            page.get_by_role("link", name="Anmelden").click()
            expect(page).to_have_url(f"{address}/signup/{COMING}")
            expect(page.locator("input[name=name]")).to_be_visible()
            keep(page, pictures if size == "phone" else None, "sign-up")


def test_the_folder_opens_from_disk_in_both_themes_without_a_barrier(opened: Opened, axe: Axe, tmp_path: Path) -> None:
    engine = whole_year(tmp_path)
    publish_club(site_of(engine, BOOKS, "en", TODAY, None), tmp_path / "site")
    for size, scheme in (("landscape", "dark"), ("phone", "light")):
        page = opened((tmp_path / "site" / "index.html").as_uri(), SIZES[size], scheme)
        assert not page.evaluate(SIDEWAYS)
        assert axe(page) == []
        page.get_by_role("link", name="Guest 2").first.click()
        expect(page.locator("svg").first).to_be_visible()
        page.go_back()
        page.get_by_role("link", name="Records").click()
        assert axe(page) == []
        # no column of a table waits for a swipe
        assert page.evaluate(
            "[...document.querySelectorAll('.scroll')].every(one => one.scrollWidth <= one.clientWidth)"
        )
        page.get_by_role("link", name="Club", exact=True).click()
        expect(page.get_by_role("heading", name="Next evening: June night")).to_be_visible()


def test_a_player_says_on_the_phone_what_may_be_told(opened: Opened, tmp_path: Path) -> None:
    evening = Evening(tmp_path, 2, host="127.0.0.1")
    evening.draw()
    with evening.served() as address:
        desk = opened(f"{address}/club/1/clock", SIZES["landscape"])
        desk.locator("[data-announce]").tap()
        desk.locator("input[name=day]").fill("2030-05-15")
        desk.locator("input[name=place]").fill("Town Hall")
        desk.locator("dialog [data-yes]").tap()
        expect(desk.locator("dialog")).to_have_count(0)
        expect(desk.locator("[data-announce]")).to_contain_text("Town Hall")
        phone = opened(f"{address}/card/{evening.code('p1')}", SIZES["phone"])
        phone.get_by_text("On the club’s pages", exact=True).tap()
        phone.locator("[data-publicity] [data-show-name]").tap()
        expect(phone.locator("[data-publicity] [data-show-name]")).to_have_attribute("aria-pressed", "true")
        assert not phone.evaluate(SIDEWAYS)
        desk.goto(f"{address}/club/1/entrants")
        desk.locator("[data-player=p1]").tap()
        expect(desk.locator("[data-player-publicity] [data-show-name]")).to_have_attribute("aria-pressed", "true")
        desk.locator("[data-player-publicity] [data-show-name]").tap()
        expect(phone.locator("[data-publicity] [data-show-name]")).to_have_attribute("aria-pressed", "false")
    assert evening.club.state.publicity.place == "Town Hall"

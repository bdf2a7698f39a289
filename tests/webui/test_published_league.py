"""The published folder of a league, opened from disk: it fits phone and desktop, and nothing in it is refused."""

from pathlib import Path

import pytest
from season_by_script import season

from tablecam.club.league.publish import publish_league
from tablecam.club.season.state import SHOWABLE

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_pages_open_from_disk_on_phone_and_desktop_in_both_languages(opened, tmp_path: Path) -> None:
    league, _made = season(tmp_path)
    league.act("TO", lambda now: now.show("p1", SHOWABLE).give_name("p1", "Ann " + "Archibald-" * 4))
    publish_league(league.league(), tmp_path / "site", "en")
    for size in ((390, 844), (1280, 800)):
        page = opened((tmp_path / "site" / "index.html").as_uri(), size)
        for follow in ("Ann Archibald", "Ratings", "de"):
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            page.get_by_role("link", name=follow).first.click()
        assert page.locator("html").get_attribute("lang") == "de"
        assert page.get_by_role("heading", level=1).inner_text() == "Wertungen"
        assert page.locator("figure svg").count() == 1

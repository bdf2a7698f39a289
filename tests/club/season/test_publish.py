"""A league as static files: what each person lets be published and no more, in every language, without a script."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from season_by_script import season

from tablecam.base.errors import BadFile
from tablecam.base.languages import available
from tablecam.club.league.publish import publish_league
from tablecam.club.league.stored_league import StoredLeague
from tablecam.club.season.season_table import season_table
from tablecam.club.season.state import NAME, PAGE, RATING

pytestmark = pytest.mark.slow


@pytest.fixture
def league(tmp_path: Path) -> StoredLeague:
    league, _made = season(tmp_path)
    for name, shown in (("Ann Archer", (NAME, PAGE, RATING)), ("Bob Brook", (NAME,)), ("Cat Crane", (PAGE,))):
        league.act("TO", lambda now, name=name, shown=shown: now.show(now.find(name), shown))
    return league


@pytest.fixture
def site(league: StoredLeague, tmp_path: Path) -> Path:
    publish_league(league.league(), tmp_path / "site", "en")
    return tmp_path / "site"


class Read(HTMLParser):
    """What a page links to, and which elements it has."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.elements: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]


def texts(site: Path) -> Iterator[tuple[Path, str]]:
    for path in site.rglob("*"):
        if path.is_file():
            yield path, path.read_text(encoding="utf-8")


def test_nobody_is_named_who_has_not_said_so(site: Path) -> None:
    for path, text in texts(site):
        named = set(re.findall(r"Ann Archer|Bob Brook|Cat Crane|Dan Drake|Eve East|Nell North", text))
        assert named <= {"Ann Archer", "Bob Brook"}, path
    assert "Bob Brook" in (site / "index.html").read_text(encoding="utf-8")


def test_only_who_lets_it_be_has_a_page_and_a_rating(league: StoredLeague, site: Path) -> None:
    ann, cat = (league.league().find(name) for name in ("Ann Archer", "Cat Crane"))
    assert {path.name for path in (site / "people").iterdir()} == {f"{ann}.html", f"{cat}.html"}
    told = json.loads((site / "league.json").read_text(encoding="utf-8"))
    assert {row["person"] for row in told["games"]} == {ann, cat}
    assert {row["person"] for row in told["ratings"]} == {ann}
    assert "svg" in Read(site / "people" / f"{ann}.html").elements
    assert "svg" not in Read(site / "people" / f"{cat}.html").elements


def test_what_is_taken_back_is_gone_the_next_time(league: StoredLeague, site: Path) -> None:
    ann = league.league().find("Ann Archer")
    league.act("TO", lambda now: now.show(ann, ()))
    publish_league(league.league(), site, "en")
    assert not (site / "people" / f"{ann}.html").exists()
    assert not (site / "de" / "people" / f"{ann}.html").exists()
    assert [path for path, text in texts(site) if "Ann Archer" in text] == []


def test_every_page_is_whole_without_a_script_and_every_link_leads_somewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) == len(available()) * 5
    for page in pages:
        read = Read(page)
        assert "script" not in read.elements
        assert "Content-Security-Policy" in page.read_text(encoding="utf-8")
        for link in read.links:
            assert link.startswith("data:") or (page.parent / link).is_file(), (page, link)


def test_each_language_has_its_own_pages_with_its_own_signs(site: Path) -> None:
    english, german = ((site / below / "ratings.html").read_text(encoding="utf-8") for below in ("", "de"))
    assert '<html lang="en">' in english
    assert '<html lang="de">' in german
    assert re.search(r"\d\.\d ± \d+\.\d", english)
    assert re.search(r"\d,\d ± \d+,\d", german)
    assert "Wertungen" in german


def test_the_table_of_the_page_is_that_of_the_league(league: StoredLeague, site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    found = re.findall(
        r'<tr><td class="number">(\d+)</td><td class="person">.*?</td><td class="number">(\d+)</td>', page
    )
    rows = [row for rows in season_table(league.state, league.state.season).values() for row in rows]
    assert found == [(str(row.rank), str(row.points)) for row in rows]


def test_a_folder_with_something_else_in_it_is_left_alone(league: StoredLeague, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "holiday.txt").write_text("the sea", encoding="utf-8")
    with pytest.raises(BadFile, match="has something else in it"):
        publish_league(league.league(), tmp_path / "other", "en")
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["holiday.txt"]


def test_another_language_may_come_first_and_a_name_is_text(league: StoredLeague, tmp_path: Path) -> None:
    league.act("TO", lambda now: now.give_name(now.find("Ann Archer"), "<script>alert(1)</script>"))
    publish_league(league.league(), tmp_path / "german", "de")
    page = tmp_path / "german" / "index.html"
    assert '<html lang="de">' in page.read_text(encoding="utf-8")
    assert "script" not in Read(page).elements
    assert (tmp_path / "german" / "en" / "index.html").is_file()


def test_a_season_that_is_over_keeps_its_page(league: StoredLeague, site: Path) -> None:
    rules = league.state.season.rules
    tables = season_table(league.state, league.state.season)
    assert [len(rows) for rows in tables.values()] == [0, 14]
    league.act("TO", lambda now: now.begin_season(rules))
    publish_league(league.league(), site, "en")
    assert "Evening 8" in (site / "season-1.html").read_text(encoding="utf-8")
    assert "Evening 8" not in (site / "index.html").read_text(encoding="utf-8")
    assert "season-1.html" in Read(site / "index.html").links

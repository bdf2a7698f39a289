"""The club's pages as a folder: what each player lets be told and no more, in every language, without a script."""

import json
from dataclasses import replace
from datetime import date
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

import pytest
import vobject
from evenings_for_everybody import TODAY, coming_evening, tracked_evening, tracked_game, whole_year
from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import Calendar
from sqlalchemy import Engine

from tablecam.base.errors import BadFile
from tablecam.base.languages import available
from tablecam.club.event.entrant_acts import announce, release, show_name
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.export import as_json
from tablecam.club.event.hall_event import Bound
from tablecam.club.league.stored_league import StoredLeague
from tablecam.club.league.umpired_friendlies import taking
from tablecam.club.season.state import NAME, PAGE
from tablecam.club.site.club_site import LivePages, ReleasedReplays, public_evening
from tablecam.club.site.publish_club import publish_club, site_of, span
from tablecam.club.tournament.going_public import ReleasedGame
from tablecam.club.tournament.schedule import PlannedRound, Schedule, times
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.state import TournamentGame
from tablecam.game.replay.archive import Archive
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import LeagueStore, TournamentStore

pytestmark = pytest.mark.slow


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return whole_year(tmp_path)


def published(engine: Engine, folder: Path, live: LivePages | None = None) -> Path:
    publish_club(site_of(engine, BOOKS, "en", TODAY, live), folder)
    return folder


class Page(HTMLParser):
    """What a page links to, and which elements it has."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.elements: set[str] = set()
        self.text = path.read_text(encoding="utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]


def whole_text(site: Path) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in site.rglob("*") if path.is_file())


def event(engine: Engine, title: str) -> StoredEvent:
    store = TournamentStore(engine)
    found = (StoredEvent.open(store, listed.id) for listed in store.list_logs())
    return next(club for club in found if club.state.title == title)


def league_of(engine: Engine) -> StoredLeague:
    return StoredLeague(LeagueStore(engine), 1)


def test_every_page_is_whole_without_a_script_and_every_link_leads_somewhere(engine: Engine, tmp_path: Path) -> None:
    site = published(engine, tmp_path / "site")
    pages = list(site.rglob("*.html"))
    # home, three evenings, a replay, and of the league: standings, ratings, records
    assert len(pages) == len(available()) * 8
    for path in pages:
        page = Page(path)
        assert "script" not in page.elements
        assert "Content-Security-Policy" in page.text
        for link in page.links:
            own = link.startswith(("data:", "#"))
            assert own or (path.parent / link.partition("#")[0]).is_file(), (path, link)


def test_nobody_has_a_name_who_has_not_said_so(engine: Engine, tmp_path: Path) -> None:
    site = published(engine, tmp_path / "site")
    text = whole_text(site)
    assert "Ann Archer" in (site / "evening-3.html").read_text(encoding="utf-8")
    assert "Ann Archer" not in (site / "evening-1.html").read_text(encoding="utf-8")
    for name in ("Bob Brook", "Zed Zane", "Hidden Hal", '"zed"', '"hid"'):
        assert name not in text
    assert "Guest 2" in (site / "evening-3.html").read_text(encoding="utf-8")
    assert "Gast 2" in (site / "de" / "evening-3.html").read_text(encoding="utf-8")


def test_a_person_of_the_league_is_named_on_every_evening_and_nowhere_once_forgotten(
    engine: Engine, tmp_path: Path
) -> None:
    league = league_of(engine)
    ann = league.league().find("Ann Archer")
    league.act("TO", lambda now: now.show(ann, (NAME, PAGE)))
    site = published(engine, tmp_path / "site")
    there = [number for number in (1, 2) if "ann" in event(engine, f"Evening {number}").state.event.entrants]
    assert there
    for number in there:
        page = Page(site / f"evening-{number}.html")
        assert "Ann Archer" in page.text
        assert f"league/people/{ann}.html" in page.links
    league.act("TO", taking(event(engine, "Tracked evening").lines))
    league.act("TO", lambda now: now.forget(ann))
    # even where she has said so on the evening itself
    assert "Ann Archer" not in whole_text(published(engine, tmp_path / "site"))
    assert not (site / "league" / "people" / f"{ann}.html").exists()


def test_a_replay_is_there_once_both_have_released_it_and_gone_when_one_takes_it_back(
    engine: Engine, tmp_path: Path
) -> None:
    site = published(engine, tmp_path / "site")
    assert "game-1.html" in Page(site / "index.html").links
    assert "game-1.html" in Page(site / "evening-3.html").links
    assert "svg" in Page(site / "game-1.html").elements
    told = json.loads((site / "club.json").read_text(encoding="utf-8"))
    (own,) = (each for each in told["evenings"] if each["title"] == "Tracked evening")
    assert [row["replay"] for row in own["games"]] == [1, 1]
    event(engine, "Tracked evening").act("zed", partial(release, player="zed", number=1, released=False))
    published(engine, tmp_path / "site")
    assert not (site / "game-1.html").exists()
    assert "game-1.html" not in whole_text(site)


def test_a_game_of_that_number_in_another_database_is_not_taken_for_it(engine: Engine, tmp_path: Path) -> None:
    club = event(engine, "Tracked evening")
    other = tmp_path / "other"
    other.mkdir()
    elsewhere = open_database(str(other / "games.db"))
    taken = StoredEvent.take_in(TournamentStore(elsewhere), as_json(club.lines, club.state))
    assert taken.state.publicity == club.state.publicity
    site = published(elsewhere, other / "site")
    assert not list(site.rglob("game-*.html"))
    # now there is a game of that number, of other people
    assert tracked_game(elsewhere, other, Bound(1, 1, {"red": "kim", "blue": "lee"})) == 1
    assert not list(published(elsewhere, other / "site").rglob("game-*.html"))


@pytest.mark.parametrize(
    ("losses", "day_after", "is_here"),
    [((1, 2), "", True), ((3, 5), "", False), ((1, 2), " later", False)],
    ids=["as the card says", "other losses", "another day"],
)
def test_a_game_that_names_no_pairing_is_that_of_its_day_with_the_losses_of_the_card(
    tmp_path: Path, losses: tuple[int, int], day_after: str, is_here: bool
) -> None:
    engine = open_database(str(tmp_path / "games.db"))
    evening = public_evening(tracked_evening(engine, tmp_path), None)
    game = tracked_game(engine, tmp_path)
    day = Archive(GameStore(engine), BOOKS).begun(game)[:10] + day_after
    paired = TournamentGame(1, 1, ("zed", "ann"), (Side("zed", losses[0]), Side("ann", losses[1])))
    played = replace(evening.state.event, games=(paired,))
    evening = replace(evening, day=day, state=replace(evening.state, event=played))
    released_game = ReleasedGame(game, 1, ("zed", "ann"))
    assert ReleasedReplays(engine, BOOKS).are_here(evening, released_game) == is_here


def test_sign_up_is_linked_where_a_server_is_named_and_open(engine: Engine, tmp_path: Path) -> None:
    assert "/signup/" not in whole_text(published(engine, tmp_path / "disk"))
    site = published(engine, tmp_path / "site", LivePages("https://club.example"))
    home = Page(site / "index.html")
    assert "https://club.example/signup/4" in home.links
    assert "1 of 16 taken" in home.text
    assert "21:30" in home.text


def test_a_folder_with_something_else_in_it_is_left_alone(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(BadFile):
        published(engine, tmp_path / "other")
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["letter.txt"]


def test_two_readers_find_the_same_evenings_in_the_calendar(engine: Engine, tmp_path: Path) -> None:
    content = (published(engine, tmp_path / "site") / "club.ics").read_bytes()
    ours = {str(each["SUMMARY"]): each for each in Calendar.from_ical(content).walk("VEVENT")}
    theirs = {each.summary.value: each for each in vobject.readOne(content.decode()).vevent_list}
    assert set(ours) == set(theirs) == {"Evening 1", "Evening 2", "Tracked evening", "June night"}
    for title, entry in ours.items():
        assert entry["DTSTART"].dt == theirs[title].dtstart.value
        assert entry["DTEND"].dt == theirs[title].dtend.value
        assert str(entry["UID"]) == theirs[title].uid.value
    coming = ours["June night"]
    # past midnight, and by the clock on the wall
    assert [coming[at].dt.isoformat() for at in ("DTSTART", "DTEND")] == ["2026-06-02T21:30:00", "2026-06-03T00:25:00"]
    assert str(coming["LOCATION"]) == theirs["June night"].location.value == "Town Hall; back door"
    assert "round 2 from 23:05 to 00:25" in str(coming["DESCRIPTION"])
    assert ours["Tracked evening"]["DTSTART"].dt == date(2026, 5, 29)
    assert len({str(entry["UID"]) for entry in ours.values()}) == 4


@given(
    hour=st.integers(0, 23),
    minute=st.integers(0, 59),
    rounds=st.lists(st.tuples(st.integers(1, 300), st.integers(0, 240)), min_size=1, max_size=6),
)
def test_an_evening_ends_when_its_last_round_does(hour: int, minute: int, rounds: list[tuple[int, int]]) -> None:
    schedule = Schedule(f"{hour:02}:{minute:02}", tuple(PlannedRound(*each) for each in rounds))
    begins, ends = span("2026-05-15", schedule)
    assert f"{begins:%H:%M}" == times(schedule)[0].starts
    assert f"{ends:%H:%M}" == times(schedule)[-1].ends
    assert begins < ends


@settings(max_examples=15, deadline=None)
@given(
    names=st.sets(st.sampled_from(("ann", "zed"))), releases=st.lists(st.sampled_from(("ann", "zed", "-ann", "-zed")))
)
def test_whatever_players_say_the_folder_tells_only_what_they_said_last(
    tmp_path_factory: pytest.TempPathFactory, names: set[str], releases: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("said")
    engine = open_database(str(folder / "games.db"))
    club = tracked_evening(engine, folder)
    for player in ("ann", "zed"):
        club.act(player, partial(show_name, player=player, shown=player in names))
    said = set[str]()
    for each in releases:
        player, releasing = each.removeprefix("-"), not each.startswith("-")
        club.act(player, partial(release, player=player, number=1, released=releasing))
        said = said | {player} if releasing else said - {player}
    site = published(engine, folder / "site")
    text = (site / "index.html").read_text(encoding="utf-8") + (site / "evening-1.html").read_text(encoding="utf-8")
    assert ("Ann Archer" in text, "Zed Zane" in text) == ("ann" in names, "zed" in names)
    assert (site / "game-1.html").exists() == (said == {"ann", "zed"})


def test_an_evening_whose_day_is_over_is_not_the_next_one(tmp_path: Path) -> None:
    engine = open_database(str(tmp_path / "games.db"))
    club = coming_evening(engine)
    assert "June night" in (published(engine, tmp_path / "site") / "index.html").read_text(encoding="utf-8")
    club.act("TO", partial(announce, day="2026-05-30", place=""))
    home = (published(engine, tmp_path / "site") / "index.html").read_text(encoding="utf-8")
    assert "No evening is announced yet." in home

"""The club's pages on the server: visitors need no code, and are told what players have said and no more."""

from pathlib import Path

import pytest
from evening import OURS, Asking, Evening
from evenings_for_everybody import OLD, coming_evening, tracked_evening, whole_year
from fake_table import roster
from icalendar import Calendar

from tablecam.club.event.commands import CLUB_ACTS
from tablecam.club.event.registry import EventRegistry
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore
from webui import create_app
from webui.entrance.access import COOKIE, alone
from webui.server.dependencies import Dependencies

SITE = "/club/site"


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path, 5)


def test_a_visitor_gets_the_club_and_the_organiser_the_events(evening: Evening) -> None:
    visitor = evening.app.test_client()
    answer = visitor.get("/club")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{SITE}/index.html")
    german = visitor.get("/club", headers={"Accept-Language": "de"})
    assert german.headers["Location"] == f"{SITE}/de/index.html"
    organiser = evening.app.test_client()
    organiser.set_cookie(COOKIE, evening.access.token("umpire"))
    # the page of the application; what visitors see is open to the organiser as well
    assert organiser.get("/club").status_code in (200, 503)
    assert "Friday at the Anvil" in organiser.get(f"{SITE}/index.html").text


def test_nobody_is_named_before_the_player_says_so_on_the_phone(evening: Evening) -> None:
    evening.draw()
    evening.settle()
    visitor = evening.app.test_client()
    page = visitor.get(f"{SITE}/evening-1.html")
    assert page.status_code == 200
    assert "Ann Archer" not in page.text
    assert "Guest 1" in page.text
    assert "secret of" not in page.text
    phone = evening.phone("p1")
    assert phone.card["publicity"] == {"shown": False, "hall": False, "number": 1, "games": []}
    phone.post("/api/card/publicity", shown=True)
    assert phone.get("/api/card")["card"]["publicity"]["shown"] is True
    assert "Ann Archer" in visitor.get(f"{SITE}/evening-1.html").text
    phone.post("/api/card/publicity", shown=False)
    assert "Ann Archer" not in visitor.get(f"{SITE}/evening-1.html").text
    assert "Ann Archer" not in visitor.get(f"{SITE}/club.json").text


def test_an_open_round_is_told_on_the_projector_and_not_here(evening: Evening) -> None:
    evening.draw()
    visitor = evening.app.test_client()
    home = visitor.get(f"{SITE}/index.html").text
    assert "In progress: Friday at the Anvil" in home
    assert 'href="/projector/1"' in home
    assert visitor.get(f"{SITE}/evening-1.html").status_code == 404


def test_a_stranger_chooses_for_nobody(evening: Evening) -> None:
    visitor = evening.app.test_client()
    body = {"shown": True, "id": "0" * 24}
    assert visitor.post("/api/card/publicity", json=body, headers=OURS).status_code == 403
    acting = {"command": "show_name", "player": "p1", "shown": True, "id": "1" * 24}
    assert visitor.post("/api/club/1/act", json=acting, headers=OURS).status_code == 403
    assert evening.club.state.publicity.shown == frozenset()


@pytest.mark.parametrize(
    "path", ["none.html", "../../../etc/passwd", "league/index.html", "de/none.html", "evening-9.html"]
)
def test_a_page_that_is_not_there_is_refused(evening: Evening, path: str) -> None:
    assert evening.app.test_client().get(f"{SITE}/{path}").status_code == 404


def test_the_calendar_is_in_the_language_of_the_device(tmp_path: Path) -> None:
    engine = open_database(str(tmp_path / "games.db"))
    coming_evening(engine)
    club = EventRegistry(TournamentStore(engine))
    app = create_app(Dependencies(None, roster, access=alone(("red", "blue")), club=club))
    answer = app.test_client().get("/club.ics")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    (entry,) = Calendar.from_ical(answer.data).walk("VEVENT")
    assert "round 1 from 21:30 to 22:50" in str(entry["DESCRIPTION"])
    (german,) = Calendar.from_ical(app.test_client().get("/club.ics", headers={"Accept-Language": "de"}).data).walk(
        "VEVENT"
    )
    assert german["UID"] == entry["UID"]
    assert german["DESCRIPTION"] != entry["DESCRIPTION"]
    # a reader that has it already is sent nothing
    again = app.test_client().get("/club.ics", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.slow
def test_the_whole_site_is_served_with_a_policy_that_lets_no_script_run(tmp_path: Path) -> None:
    engine = whole_year(tmp_path)
    club = EventRegistry(TournamentStore(engine))
    app = create_app(Dependencies(None, roster, access=alone(("red", "blue")), club=club))
    visitor = app.test_client()
    for path in ("index.html", "de/index.html", "evening-3.html", "game-1.html", "league/index.html",
                 "league/de/records.html", "league/ratings.html"):  # fmt: skip
        answer = visitor.get(f"{SITE}/{path}")
        assert answer.status_code == 200, path
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src" not in policy
        assert "frame-ancestors 'none'" in policy
    assert visitor.get(f"{SITE}/league/league.json").json["tablecam"] == "league"
    assert visitor.get(f"{SITE}/league/games.csv").headers["Content-Type"].startswith("text/csv")


@pytest.mark.slow
def test_a_player_releases_a_replay_on_the_phone_and_the_desk_does_it_for_the_other(tmp_path: Path) -> None:
    assert OLD.is_file()
    evening = Evening(tmp_path, 2)
    tracked = tracked_evening(evening.house.store.engine, tmp_path)
    organiser, visitor = evening.browser("table"), evening.app.test_client()
    said = organiser.get(f"/api/club/{tracked.id}")["publicity"]["games"]
    assert said == [{"game": 1, "round": 1, "pair": said[0]["pair"], "over": True, "released": []}]
    organiser.post(f"/api/club/{tracked.id}/act", command="release", player="ann", round=1, released=True)
    assert visitor.get(f"{SITE}/game-1.html").status_code == 404
    organiser.post(f"/api/club/{tracked.id}/act", command="release", player="zed", round=1, released=True)
    assert visitor.get(f"{SITE}/game-1.html").status_code == 200
    organiser.post(f"/api/club/{tracked.id}/act", command="release", player="zed", round=1, released=False)
    assert visitor.get(f"{SITE}/game-1.html").status_code == 404


def test_a_cancelled_evening_is_cancelled_on_the_page_and_in_the_calendar(evening: Evening) -> None:
    evening.club.act("TO", lambda event: CLUB_ACTS["announce"].does(event, "2099-05-15"))
    visitor = evening.app.test_client()
    (entry,) = Calendar.from_ical(visitor.get("/club.ics").data).events
    assert "STATUS" not in entry
    evening.club.act("TO", lambda event: CLUB_ACTS["cancel"].does(event, True, "the hall is closed"))
    (entry,) = Calendar.from_ical(visitor.get("/club.ics").data).events
    assert entry["STATUS"] == "CANCELLED"
    assert "Cancelled: the hall is closed" in visitor.get(f"{SITE}/index.html").text
    evening.club.act("TO", lambda event: CLUB_ACTS["cancel"].does(event, False))
    assert "Cancelled" not in visitor.get(f"{SITE}/index.html").text


def test_a_renamed_event_has_its_new_name_in_the_list_and_an_archived_one_is_last(evening: Evening) -> None:
    client = evening.app.test_client()
    client.set_cookie(COOKIE, evening.access.token("umpire"))
    organiser = Asking(client)
    newer = organiser.post("/api/club/new", title="Sunday")["event"]

    def list_titles() -> list[str]:
        return [event["title"] for event in client.get("/api/club").get_json()["events"]]

    organiser.post(f"/api/club/{newer}/act", command="rename_event", title="Sunday Afternoon")
    assert list_titles() == ["Sunday Afternoon", "Friday at the Anvil"]
    organiser.post(f"/api/club/{newer}/act", command="archive", archived=True)
    assert list_titles() == ["Friday at the Anvil", "Sunday Afternoon"]

"""Names without consent: no address of the server, no topic of the broker and no published file has one."""

import re
from pathlib import Path

import pytest
from evening import Evening
from werkzeug.routing import Rule

from tablecam.club.event.hall_event import event_told
from tablecam.club.site.publish_club import publish_club, site_of
from tablecam.rules.books.catalogue import BOOKS

PLAYERS = ("Ann Archer", "Cat Crane", "Dan Drake", "Eve East")
SHOWN = "Dan Drake"
# values for the parts of an address; anything else gets a 1
PARTS = {"path": ("index.html", "evening-1.html", "club.json", "standings.csv", "games.csv", "de/evening-1.html")}


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """A round is over, one is being played, a vote has a winner, and one player has agreed to the name."""
    evening = Evening(tmp_path, 5)
    evening.draw()
    evening.settle()
    desk = evening.browser("umpire")
    for command in (
        {"command": "vote", "prize": "Best painted", "open": True},
        {"command": "vote_at_desk", "prize": "Best painted", "voter": "p3", "player": "p1"},
        {"command": "vote", "prize": "Best painted"},
        {"command": "show_name", "player": "p4", "shown": True},
    ):
        desk.post("/api/club/1/act", **command)
    evening.draw()
    return evening


def addresses(rule: Rule) -> list[str]:
    """The addresses of a rule, with a number or each of a few values for its part."""
    parts = re.findall(r"<(?:[^:>]+:)?([^>]+)>", rule.rule)
    values = next((PARTS[part] for part in parts if part in PARTS), ("1",))
    return [re.sub(r"<[^>]+>", value, rule.rule) for value in values]


def found_names(text: str) -> list[str]:
    """The names of players who have not agreed, in full or in part, and their IDs."""
    words = [word for name in PLAYERS if name != SHOWN for word in (name, *name.split())]
    ids = [f'"p{number}"' for number in (1, 2, 3, 5)]
    return [word for word in (*words, *ids, "Brook") if word in text]


def test_a_stranger_reads_no_name_without_consent_at_any_address(evening: Evening) -> None:
    stranger, walked = evening.browser().client, 0
    for rule in evening.app.url_map.iter_rules():
        for address in addresses(rule) if "GET" in (rule.methods or ()) else ():
            for path in (address, f"{address}?view=public&since=&names=all&as=spectator"):
                with stranger.get(path, buffered=False) as answer:
                    is_stream = "event-stream" in answer.headers.get("Content-Type", "")
                    body = b"".join(next(answer.response) for _ in range(2)) if is_stream else answer.data
                walked += answer.status_code == 200
                assert found_names(body.decode(errors="replace")) == [], path
    assert walked > 20
    public = stranger.get("/api/club/1/public").get_json()
    assert sorted(player["name"] for player in public["players"].values()) == [
        SHOWN, "Guest 1", "Guest 2", "Guest 3", "Guest 5",
    ]  # fmt: skip
    assert public["prizes"] == [{"prize": "Best painted", "open": False, "winners": ["Guest 1"]}]


def test_the_broker_is_told_no_name_without_consent(evening: Evening) -> None:
    told = event_told(evening.house, "mill")
    assert told
    assert SHOWN in str(told)
    assert found_names(str(told).replace("'", '"')) == []


def test_published_files_have_no_name_without_consent(evening: Evening, tmp_path: Path) -> None:
    site = site_of(evening.house.store.engine, BOOKS, "en", "2026-05-15", None)
    files = publish_club(site, tmp_path / "site")
    texts = {name: (tmp_path / "site" / name).read_text(encoding="utf-8") for name in files}
    assert any(SHOWN in text for text in texts.values())
    assert {name: found_names(text) for name, text in texts.items() if found_names(text)} == {}


def test_the_desk_shows_all_names_in_the_hall_and_hides_them_again(evening: Evening) -> None:
    desk, stranger = evening.browser("umpire"), evening.browser()
    desk.post("/api/club/1/act", command="hall_names", shown=True)
    assert "Ann Archer" in str(stranger.get("/api/club/1/public"))
    assert "Ann Archer" in str(event_told(evening.house, "mill"))
    # the pages that the whole world reads show them all the same to nobody
    assert "Ann Archer" not in stranger.client.get("/club/site/evening-1.html").text
    desk.post("/api/club/1/act", command="hall_names", shown=False)
    assert "Ann Archer" not in str(stranger.get("/api/club/1/public"))


def test_somebody_who_has_signed_up_alone_reads_no_other_name(tmp_path: Path) -> None:
    evening = Evening(tmp_path, 5)
    evening.browser("umpire").post("/api/club/1/act", command="sign_up", open=True)
    guest = evening.browser()
    guest.post("/api/signup/1", name="Zoe Zane", models=9)
    assert "Zoe Zane" in str(guest.card)
    assert found_names(str(guest.card).replace("'", '"')) == []
    # who has been drawn knows whom they meet
    evening.draw()
    assert "Ann Archer" in str(guest.card)


def test_the_table_of_the_event_seats_players_by_their_names(evening: Evening) -> None:
    told = evening.browser("table").get("/api/club/1/public?names=all")
    assert "Ann Archer" in str(told)

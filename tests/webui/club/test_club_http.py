"""A club event over HTTP: what the organiser's page asks, does and is refused."""

import base64
import json
from pathlib import Path

import pytest
from club_desk import IDS, OURS, Desk, Json, begun, entered
from evening import Asking
from fake_table import roster

from tablecam.club.event.registry import EventRegistry
from tablecam.doors.hub.bus import BrokerAddress
from tablecam.doors.hub.settings import DeskLink
from tablecam.rules.books.urban_war.force_files import STARTERS
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore
from webui import create_app
from webui.club import cards
from webui.entrance.access import COOKIE, alone
from webui.server.dependencies import Dependencies


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return begun(tmp_path)


@pytest.fixture
def five(desk: Desk) -> Desk:
    return entered(desk)


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A desk with five players, for tests in which everything is refused."""
    return entered(begun(tmp_path_factory.mktemp("refusing")))


def test_an_evening_from_the_first_entry_to_the_table(five: Desk) -> None:
    five.act("draft")
    draft = five.night()["draft"]
    assert (draft["number"], len(draft["pairs"]), len(draft["byes"]), draft["breaches"]) == (1, 2, 1, [])
    five.act("publish", sequence=five.night()["sequence"])
    five.act("start")
    for game in five.night()["games"]:
        one, other = game["players"]
        five.act("report", sides=[{"player": one["id"], "lost": 1}, {"player": other["id"], "lost": 7}])
    night = five.night()
    assert [line["rank"] for line in night["standings"]] == [1, 1, 1, 4, 4] or night["standings"][0]["points"] == 24
    assert night["games"][0]["players"][1]["level"] == "severe"
    assert night["clock"]["started"] is not None
    assert night["undo"]["sentence"].startswith("round 1 is reported")


def test_an_id_is_made_of_the_name_and_nobody_has_it_twice(desk: Desk) -> None:
    for name in ("Jörg Maier", "Jorg Other", "李"):
        desk.act("enter", name=name, models=5)
    assert [each["id"] for each in desk.night()["entrants"]] == ["jorg", "jorg2", "player"]


def test_a_force_that_is_pasted_with_a_starter_teams_cards_stands_as_a_list(desk: Desk) -> None:
    text = (STARTERS / "harbour_watch.toml").read_text()
    desk.act("enter", name="Ann", files={"team.toml": text})
    (ann,) = desk.night()["entrants"]
    assert (ann["models"], ann["force"]["name"], ann["faction"]) == (6, "Harbour Watch", ann["force"]["faction"])
    assert sum(line["points"] for line in ann["force"]["lines"]) == ann["force"]["points"] <= 300


def test_a_force_over_the_points_is_refused_with_the_sum(desk: Desk) -> None:
    said = desk.says("enter", name="Ann", lines=[{"name": "Tank", "points": 301}])
    assert "costs 301 points, 1 over the 300" in said


def test_a_broken_file_is_refused_by_its_name_and_line_and_not_by_where_it_lay(desk: Desk) -> None:
    said = desk.says("enter", 400, name="Ann", files={"team.toml": 'name = "X"\ncards = []\nmodels = 3\n'})
    assert said.startswith("Team.toml, line")
    assert "/tmp" not in said


@pytest.mark.parametrize("cards_file", ["../../etc/passwd", "/etc/passwd_cards.toml", "..\\x_cards.toml"])
def test_a_force_names_no_cards_elsewhere(refusing: Desk, cards_file: str) -> None:
    text = f"name = 'X'\ncards = ['{cards_file}']\nmodels = []\n"
    assert "rename them" in refusing.says("enter", 400, name="Ann", files={"team.toml": text})


def test_a_list_is_locked_once_its_player_is_paired(five: Desk) -> None:
    five.act("draft")
    five.act("publish")
    assert "locked" in five.says("list", player="ann", faction="of Ann Archer", lines=[{"name": "One", "points": 9}])
    five.act("list", player="ann", faction="of Ann Archer", lines=[{"name": "One", "points": 9}], reason="a slip")
    assert five.night()["entrants"][0]["models"] == 1


def test_two_players_swapped_keep_the_tables_and_every_broken_clause_is_named(five: Desk) -> None:
    five.act("draft")
    before = five.night()["draft"]
    bye, (one, _) = before["byes"][0]["id"], (each["id"] for each in before["pairs"][0]["players"])
    assert "reason" in five.says("swap", one=one, other=bye)
    five.act("swap", one=one, other=bye, reason="he comes at eight")
    draft = five.night()["draft"]
    assert (draft["edited"], draft["byes"][0]["id"], draft["reason"]) == (True, one, "he comes at eight")
    assert [pair["table"] for pair in draft["pairs"]] == [pair["table"] for pair in before["pairs"]]
    # the reason stays with the draft
    five.act("move", table=1, to=4)
    assert {pair["table"] for pair in five.night()["draft"]["pairs"]} == {2, 4}


def test_what_cannot_be_paired_any_more_offers_its_remedies(desk: Desk) -> None:
    for name in ("Ann", "Bob"):
        desk.act("enter", name=name, models=9)
    desk.act("rounds", rounds=2, reason="for two")
    desk.act("draft")
    desk.act("publish")
    desk.act("report", sides=[{"player": "ann", "lost": 1}, {"player": "bob", "lost": 2}])
    coming = desk.night()["next"]
    assert "no round without a rematch" in coming["says"]
    assert "remedies" not in coming["says"]
    assert coming["code"] == "only-rematches-left"
    refused = desk.post("/1/act", 409, command="draft")["error"]
    assert [each["number"] for each in refused["remedies"]] == [1, 2, 3, 4]
    assert refused["remedies"][3]["text"] == "end the event here"
    assert [each["ends"] for each in coming["remedies"]] == [False, False, False, True]
    desk.act("remedy", number=1, reason="they want to")
    assert "meets" in desk.night()["draft"]["breaches"][0]
    desk.act("drop_draft")
    desk.act("end", reason="late")
    assert desk.night()["over"]


def test_too_few_tables_are_refused_before_anything_is_drawn(five: Desk) -> None:
    five.act("tables", tables=[1])
    assert "2 pairs need 2 tables, but there are 1" in five.says("draft")
    coming = five.night()["next"]
    assert "2 pairs need 2 tables" in coming["says"]
    assert (coming["code"], five.post("/1/act", 409, command="draft")["error"]["code"]) == ("too-few-tables",) * 2


def test_undo_takes_back_what_was_shown_and_nothing_else(five: Desk) -> None:
    shown = five.night()["undo"]["line"]
    five.act("enter", name="Fay", models=7)
    assert "cannot be taken back now" in five.post("/1/undo", 409, line=shown)["error"]["says"]
    five.post("/1/undo", line=five.night()["undo"]["line"])
    assert five.night()["redo"]["sentence"].startswith("takes back")
    assert len(five.night()["entrants"]) == 5
    five.post("/1/redo", line=five.night()["redo"]["line"])
    assert len(five.night()["entrants"]) == 6
    assert "since" in five.post("/1/redo", 409, line=3)["error"]["says"]


def test_who_publishes_what_he_has_not_seen_is_stopped(five: Desk) -> None:
    five.act("draft")
    seen = five.night()["sequence"]
    one, other = (each["id"] for each in five.night()["draft"]["pairs"][0]["players"])
    five.act("swap", one=one, other=other, reason="somebody else")
    assert "somebody else has changed" in five.says("publish", sequence=seen).lower()


@pytest.mark.parametrize(
    ("command", "said", "words"),
    [
        ("dance", {}, "there is no command 'dance'"),
        ("enter", {}, "the key name is missing"),
        ("enter", {"name": "A" * 300}, "at most 200 letters"),
        ("report", {"sides": [{"player": "ann"}]}, "both players"),
        ("report", {"sides": [{"player": "ann", "lost": -1}, {"player": "bob"}]}, "lost must be a whole number"),
        ("by_hand", {"pairs": [["ann"]]}, "must be pairs"),
        ("tables", {"tables": [1, "2"]}, "must be a list of whole numbers"),
        ("tables", {"tables": [1], "pinned": {"ann": "x"}}, "whole number"),
        ("list", {"player": "ann"}, "must hold the force"),
        ("extend", {"seconds": "long"}, "must be a number"),
    ],
)  # fmt: skip
def test_a_deed_says_what_is_wrong_with_what_was_said(refusing: Desk, command: str, said: Json, words: str) -> None:
    assert words in refusing.says(command, 400, **said).replace("There", "there")


def test_only_the_organiser_reads_or_does_anything_here(five: Desk) -> None:
    for role in ("red", "blue", "spectator"):
        client = five.of(role)
        for path in ("/1", "/1/export/json", "/1/export/pairings.csv", "/1/events?view=desk"):
            assert client.get(f"/api/club{path}").status_code == 403
        assert client.get("/api/club").json["organises"] is False
        for path in ("/new", "/import", "/1/act", "/1/undo", "/1/redo", "/x/act"):
            body = {"id": f"{next(IDS):024x}", "command": "draft"}
            assert client.post(f"/api/club{path}", json=body, headers=OURS).status_code == 403
        assert client.get("/api/club/wall").status_code == 403
    assert five.of("umpire").get("/api/club/1").status_code == 200


def test_the_desk_leads_to_the_walls_of_its_hall(tmp_path: Path) -> None:
    link = DeskLink("mill", BrokerAddress.from_url("mqtts://mill-desk:a%2Fb@hub.example"), "https://club.example/wall")
    house, access = EventRegistry(TournamentStore(open_database(str(tmp_path / "games.db")))), alone(("red", "blue"))
    for desk, told in ((link, "https://club.example/wall?hall=mill#key=a/b"), (None, "")):
        client = create_app(Dependencies(None, roster, access=access, club=house, desk=desk)).test_client()
        client.set_cookie(COOKIE, access.token("table"))
        assert client.get("/api/club/wall").json == {"wall": told}


@pytest.mark.parametrize("number", ["0", "99", "x", "9" * 30, "-1"])
def test_an_event_that_there_is_not_is_said(refusing: Desk, number: str) -> None:
    answer = refusing.client.get(f"/api/club/{number}")
    assert answer.status_code == 400
    assert answer.json is not None
    # 99 is none of those that there are; the others are no numbers
    assert any(words in answer.json["error"]["says"] for words in ("event", "tournament", "has that number"))


def test_an_export_goes_on_elsewhere_under_a_number_of_its_own(five: Desk, tmp_path: Path) -> None:
    text = five.client.get("/api/club/1/export/json").text
    (tmp_path / "other").mkdir()
    other = Desk(tmp_path / "other")
    assert other.post("/import", text=text) == {"event": 1}
    assert [each["id"] for each in other.night()["entrants"]] == ["ann", "bob", "cat", "dan", "eve"]
    edited = json.loads(text)
    edited["log"][1]["by"] = "somebody"
    assert "is not what was exported" in other.post("/import", 400, text=json.dumps(edited))["error"]["says"]
    assert other.post("/import", 400, text=3)["error"]["says"].startswith("This is no export")


def test_the_tables_of_the_event_come_as_csv_with_its_byes(five: Desk) -> None:
    five.act("draft")
    five.act("publish")
    answer = five.client.get("/api/club/1/export/pairings.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="event-1-pairings.csv"'
    assert answer.text.count("bye") == 1
    assert "points" in five.client.get("/api/club/1/export/standings.csv").text


def test_a_card_has_a_code_of_its_own_that_opens_no_other(five: Desk) -> None:
    codes = {each["id"]: each["code"] for each in five.night()["entrants"]}
    assert len(set(codes.values())) == 5
    with five.app.test_request_context():
        club = five.house.stored_event("1")
        assert cards.player_of(club, f" {codes['bob'].lower()[:4]}-{codes['bob'][4:]}") == "bob"
        assert cards.player_of(club, "22222222") is None
        assert cards.player_of(club, "é") is None


def test_without_a_camera_the_first_page_is_the_club_night(desk: Desk) -> None:
    answer = desk.client.get("/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/club")
    assert desk.client.get("/api/events").status_code == 404


def test_the_log_is_read_whole_and_a_seed_that_is_given_draws_again(desk: Desk) -> None:
    drawn = []
    for number in (2, 3):
        desk.post("/new", title="Saturday", seed=7)
        for name in ("Ann", "Bob", "Cat", "Dan", "Eve"):
            desk.post(f"/{number}/act", command="enter", name=name, models=9)
        desk.post(f"/{number}/act", command="draft")
        told = desk.client.get(f"/api/club/{number}").json
        assert told is not None
        drawn.append(told["draft"])
        log = desk.client.get(f"/api/club/{number}/log").json
        assert log is not None
        assert [act["line"] for act in log["audit"]] == list(range(told["sequence"], 0, -1))
    assert drawn[0] == drawn[1]


def test_a_card_is_filled_only_from_a_game_that_is_kept(five: Desk) -> None:
    five.act("draft")
    five.act("publish")
    player = five.night()["games"][0]["players"][0]["id"]
    assert "othing here has that number" in five.says("fill", 400, player=player, game=9, side="red")
    told = five.client.get("/api/club/1/games").json
    assert told == {"games": []}


def test_a_force_file_is_read_by_the_rulebook_of_the_event(tmp_path: Path) -> None:
    desk, text = Desk(tmp_path), 'title = "Rust Row"\n[models]\nanvil = "picker"\nbolt = "roller"\n'
    desk.post("/new", title="Harvest", book="brass-orchard")
    desk.act("enter", name="Ann", faction="rust", files={"team.toml": text})
    desk.act("enter_all", lines=["Bob,,copper_row"])
    desk.act("sign_up", open=True)
    phone = Asking(desk.app.test_client())
    phone.post("/api/signup/1", name="Cat", faction="hedge", files={"team.toml": text})
    entrants = {each["id"]: each for each in desk.night()["entrants"]}
    assert [(each["models"], each["faction"]) for each in entrants.values()] == [(2, "rust"), (5, ""), (2, "hedge")]
    assert entrants["ann"]["force"]["lines"] == entrants["cat"]["force"]["lines"]
    (tmp_path / "other").mkdir()
    other = Desk(tmp_path / "other")
    other.post("/new", title="Siege", book="urr")
    assert other.act("enter", 400, name="Ann", files={"team.toml": text})["error"]["says"].startswith("Team.toml")


def test_the_desk_sets_the_name_and_the_badge_of_the_club_and_nobody_else(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    svg = b"<svg xmlns='http://www.w3.org/2000/svg'/>"
    sent = {"name": " Riverside  Gamers", "badge": base64.b64encode(svg).decode()}
    assert "error" in Desk(tmp_path, "spectator").post("/identity", 403, **sent)
    assert desk.client.get("/api/club").json["club"] == {"name": "", "badge": ""}
    kept = {"name": "Riverside Gamers", "badge": f"data:image/svg+xml;base64,{sent['badge']}"}
    assert desk.post("/identity", **sent) == {"club": kept}
    assert desk.client.get("/api/club").json["club"] == kept
    assert desk.post("/identity", badge="")["club"] == {"name": "Riverside Gamers", "badge": ""}
    said = desk.post("/identity", 400, badge=base64.b64encode(b"MZ").decode())["error"]["says"]
    assert said == "The file is no picture for a badge: give a PNG, JPEG or SVG file."
    desk.post("/identity", 400, badge="no base64")

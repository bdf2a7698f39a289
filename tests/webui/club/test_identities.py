"""Whose card a phone has: the key of an entry ends with it, and nobody follows somebody else under the same number."""

import itertools
import json
from pathlib import Path

import pytest
from evening import Asking, Evening, report_of

from tablecam.club.tournament.sign_up_list import CardKeyed, SignUpSet
from tablecam.club.tournament.signing_up import sign_up_set
from webui.club import cards
from webui.entrance.rate_limit import Allowance


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path, 4)
    opened = SignUpSet(open=True, check_in=True)
    evening.club.act("TO", lambda event: event.sign(lambda state: sign_up_set(state, opened)))
    return evening


def act(desk: Asking, command: str, status: int = 200, **said: object) -> None:
    desk.post("/api/club/1/act", status, command=command, **said)


def sign(phone: Asking, name: str) -> str:
    code = phone.post("/api/signup/1", name=name, models=9)["own"]["code"]
    assert isinstance(code, str)
    return code


def test_a_stranger_does_not_become_the_player_who_is_entered_after_them(evening: Evening) -> None:
    desk, stranger, fay = evening.browser("umpire"), evening.browser(), evening.browser()
    strange_code = sign(stranger, "Fay Ford")
    act(desk, "drop", player="fay")
    code = sign(fay, "Fay Ford")
    assert fay.card["player"] == "fay2"
    assert code != strange_code
    assert "no longer entered" in stranger.get("/api/card", 403)["error"]["says"]
    assert "No card has that code" in evening.browser().says("/api/card/open", 403, card=strange_code)
    assert "signed nobody up" in stranger.says("/api/card/presence", 403, presence="here")


def test_an_entry_that_was_taken_back_opens_nothing_and_its_number_goes_to_nobody(evening: Evening) -> None:
    desk = evening.browser("umpire")
    act(desk, "enter", name="Fay Ford", models=9)
    phone, undo = evening.phone("fay"), desk.get("/api/club/1")["undo"]["line"]
    desk.post("/api/club/1/undo", line=undo)
    assert "no longer entered" in phone.get("/api/card", 403)["error"]["says"]
    act(desk, "enter", name="Fay Ford", models=9)
    entrants = desk.get("/api/club/1")["entrants"]
    assert [entrant["id"] for entrant in entrants if entrant["name"] == "Fay Ford"] == ["fay2"]
    assert "no longer entered" in phone.get("/api/card", 403)["error"]["says"]
    act(desk, "enter", 409, name="Fay Ford", player="fay", models=9)


def test_a_new_code_ends_the_card_on_every_phone_and_undo_does_not_bring_the_old_one_back(evening: Evening) -> None:
    desk, phone, old = evening.browser("umpire"), evening.phone("p1"), evening.code("p1")
    act(desk, "new_code", player="p1")
    assert evening.code("p1") != old
    assert "has a new code" in phone.get("/api/card", 403)["error"]["says"]
    assert evening.phone("p1").card["player"] == "p1"
    act(desk, "marks", player="p1", paid=True)
    for _ in range(2):
        desk.post("/api/club/1/undo", line=desk.get("/api/club/1")["undo"]["line"])
    assert "has a new code" in phone.get("/api/card", 403)["error"]["says"]


def test_the_stream_of_a_card_ends_with_its_code(evening: Evening) -> None:
    phone = evening.phone("p1")
    with phone.client.get("/api/club/1/events?view=card", buffered=False) as stream:
        parts = iter(stream.response)
        assert b"event: club" in next(part for part in map(bytes, parts) if b"event" in part)
        act(evening.browser("umpire"), "new_code", player="p1")
        # what was under way still comes, and nothing after it
        assert len(list(itertools.islice(parts, 5))) < 5
    phone.get("/api/club/1/events?view=card", 403)


def test_who_is_back_has_a_new_code(evening: Evening) -> None:
    desk, phone, old = evening.browser("umpire"), evening.phone("p1"), evening.code("p1")
    act(desk, "drop", player="p1")
    phone.get("/api/card", 403)
    act(desk, "reinstate", player="p1")
    assert evening.code("p1") != old
    phone.get("/api/card", 403)


def test_a_drop_that_is_taken_back_leaves_the_card_as_it_was(evening: Evening) -> None:
    desk, phone = evening.browser("umpire"), evening.phone("p1")
    act(desk, "drop", player="p1")
    desk.post("/api/club/1/undo", line=desk.get("/api/club/1")["undo"]["line"])
    assert phone.card["player"] == "p1"


def test_a_card_printed_by_an_earlier_version_is_good_until_it_gets_a_key(tmp_path: Path) -> None:
    evening = Evening(tmp_path, 4)
    lines = [json.loads(text) for text in evening.club.lines]
    kept = [{**line, "did": [act for act in line["did"] if act["name"] != "CardKeyed"]} for line in lines]
    evening.house.store.append(None, 0, "", [json.dumps(line) for line in kept])
    evening.club = evening.house.stored_event("2")
    client = evening.app.test_client()
    with evening.app.test_request_context():
        client.set_cookie(cards.COOKIE, cards.sign_token(cards.CardToken(2, "p1")))
    assert Asking(client).card["player"] == evening.phone("p1").card["player"] == "p1"
    evening.club.act("TO", lambda event: event.after(CardKeyed(player="p1")))
    assert "new code" in Asking(client).get("/api/card", 403)["error"]["says"]


def test_a_card_posts_so_much_and_then_one_in_five_seconds(evening: Evening) -> None:
    clock = [0.0]
    evening.app.extensions[cards.ALLOWANCE] = Allowance(cards.AT_ONCE, cards.EACH_S, lambda: clock[0])
    phone, other = evening.phone("p1"), evening.phone("p2")
    for number in range(20):
        phone.post("/api/card/presence", presence=("here", "late")[number % 2])
    assert "wait 5 s" in phone.says("/api/card/publicity", 429, shown=True)
    assert "wait 5 s" in phone.says("/api/signup/1/leave", 429)
    other.post("/api/card/presence", presence="here")
    clock[0] = 5.0
    phone.post("/api/card/presence", presence="here")
    phone.says("/api/card/presence", 429, presence="late")


def test_three_guests_who_flood_the_event_keep_no_act_of_the_desk_out(evening: Evening) -> None:
    evening.app.extensions[cards.ALLOWANCE] = Allowance(100_000, 0.001)
    desk, guests = evening.browser("umpire"), [evening.browser() for _ in range(3)]
    for guest, name in zip(guests, ("Fay", "Gil", "Hal"), strict=True):
        sign(guest, name)
    for number in range(8):
        # the desk sees the event, and acts when the guests have written on it in between
        seen = desk.get("/api/club/1")["sequence"]
        for guest in guests:
            guest.post("/api/card/presence", presence=("late", "here")[number % 2])
            guest.post("/api/card/publicity", shown=number % 2 == 0)
        act(desk, "marks", sequence=seen, player=f"p{number % 4 + 1}", paid=number % 2 == 0)
    act(desk, "draft")
    seen = desk.get("/api/club/1")["sequence"]
    for guest in guests:
        guest.post("/api/card/publicity", shown=False)
    act(desk, "publish", sequence=seen)
    assert evening.club.state.event.number == 1


def test_the_desk_takes_back_its_own_act_and_no_report_of_a_phone(evening: Evening) -> None:
    desk = evening.browser("umpire")
    act(desk, "draft")
    act(desk, "publish")
    game = evening.club.state.event.games[0]
    phone = evening.phone(game.pair[0])
    phone.post("/api/card/report", **report_of(phone.card, own=2, theirs=3))
    # the round stands while a report on it does
    told = desk.get("/api/club/1")
    assert told["undo"] is None
    line = next(entry["line"] for entry in told["audit"] if entry["sentence"].startswith("publishes"))
    refused = desk.says("/api/club/1/undo", 409, line=line)
    assert "players have reported since" in refused
    act(desk, "rounds", rounds=3, reason="short night")
    desk.post("/api/club/1/undo", line=desk.get("/api/club/1")["undo"]["line"])
    assert evening.club.state.card(game).report_of(game.pair[0])


def test_a_name_that_its_player_has_withdrawn_stays_withdrawn_whatever_the_desk_takes_back(evening: Evening) -> None:
    desk, phone = evening.browser("umpire"), evening.phone("p1")
    act(desk, "show_name", player="p1", shown=True)
    act(desk, "announce", day="2026-05-15", place="Hall")
    phone.post("/api/card/publicity", shown=False)
    undo = desk.get("/api/club/1")["undo"]
    assert "2026-05-15" in undo["sentence"]
    desk.post("/api/club/1/undo", line=undo["line"])
    assert "p1" not in evening.club.state.publicity.shown


def test_a_player_called_as_the_desk_is_no_desk(evening: Evening) -> None:
    desk, phone = evening.browser("umpire"), evening.browser()
    sign(phone, "Umpire")
    sign(evening.browser(), "Table")
    before = desk.get("/api/club/1")["undo"]
    phone.post("/api/signup/1/leave")
    assert desk.get("/api/club/1")["undo"] == before
    act(desk, "marks", player="p1", paid=True)
    assert "has paid" in desk.get("/api/club/1")["undo"]["sentence"]

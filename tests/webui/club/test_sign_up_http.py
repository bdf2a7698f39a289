"""Sign-up over http: who gets the card, what is refused, how much an address may post, and check-in by phone."""

from pathlib import Path
from typing import Any

import pytest
from evening import Asking, Evening

from tablecam.club.tournament.sign_up_list import SignUpSet
from tablecam.club.tournament.signing_up import sign_up_set
from webui.club import cards, sign_up
from webui.entrance.rate_limit import Allowance
from webui.server.crowds import make_seat_test

LINES = [{"name": "Captain", "points": 60}, {"name": "Constable", "points": 160, "models": 8}]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path, 4)
    evening.club.act("TO", lambda event: event.sign(lambda state: sign_up_set(state, settings(5))))
    return evening


def settings(places: int = 0, check_in: bool = True, approval: bool = False) -> SignUpSet:
    return SignUpSet(open=True, places=places, check_in=check_in, approval=approval)


def sign(browser: Asking, name: str, **said: Any) -> Any:
    return browser.post("/api/signup/1", name=name, **({"models": 9} | said))["own"]


def test_who_signs_up_has_the_card_and_who_comes_later_waits(evening: Evening) -> None:
    fay, gil = evening.browser(), evening.browser()
    own = sign(fay, "Fay Ford", faction="Triads", lines=LINES)
    assert (own["stands"], own["models"], own["force"]["points"]) == ("in", 9, 220)
    assert fay.card["player"] == "fay"
    assert evening.browser().post("/api/card/open", card=own["code"])["card"]["player"] == "fay"
    assert sign(gil, "Gil")["place"] == 1
    told = evening.browser().get("/api/signup/1")
    assert told["own"] is None
    assert told["sign_up"] == {"open": True, "places": 5, "taken": 5, "waiting": 1, "check_in": True, "approval": False}
    assert "secret of p1" not in str(told), "nobody else's list"
    fay.post("/api/signup/1/leave")
    assert gil.get("/api/signup/1")["own"]["stands"] == "in"
    assert gil.card["player"] == "gil"


def test_with_approval_everybody_waits_until_the_desk_gives_them_a_place(evening: Evening) -> None:
    desk, fay, gil = evening.browser("umpire"), evening.browser(), evening.browser()
    desk.post("/api/club/1/act", command="sign_up", open=True, approval=True)
    assert [sign(phone, name)["stands"] for phone, name in ((fay, "Fay"), (gil, "Gil"))] == ["waiting", "waiting"]
    desk.post("/api/club/1/act", command="admit", player="gil")
    assert gil.card["player"] == "gil"
    # a place that becomes free is given by nobody but the desk
    desk.post("/api/club/1/act", command="drop", player="p1")
    assert fay.get("/api/signup/1")["own"]["stands"] == "waiting"
    assert [row["id"] for row in desk.get("/api/club/1")["sign_up"]["queue"]] == ["fay"]


def test_every_fault_is_told_and_nothing_is_kept(evening: Evening) -> None:
    phone, before = evening.browser(), evening.club.sequence
    costly = [{"name": "Hulk", "points": 400}, {"name": "Imp", "points": 5, "models": 201}]
    says = phone.says("/api/signup/1", 409, name="ann archer", lines=costly)
    for fault in ("add a letter to your name", "105 over the 300", "202"):
        assert fault in says
    assert phone.card is None
    many = [{"name": f"Model {number}", "points": 1} for number in range(61)]
    assert "at most 60 lines" in phone.says("/api/signup/1", 400, name="Eve", lines=many)
    assert "at most 60 lines" in phone.says("/api/signup/1", 400, name="Eve", lines=[{"name": "x" * 201, "points": 1}])
    assert "kB" in phone.says("/api/signup/1", 413, name="Eve", files={"a.toml": "x" * sign_up.MOST_BYTES})
    assert "one file of a force" in phone.says("/api/signup/1", 400, name="Eve", files={"a_cards.toml": ""})
    phone.says("/api/signup/77", 400, name="Eve", models=9)
    assert evening.club.sequence == before


def test_only_the_phone_that_signed_up_changes_the_entry(evening: Evening) -> None:
    phone = evening.browser()
    sign(phone, "Fay")
    assert phone.post("/api/signup/1/list", lines=LINES)["own"]["force"]["models"] == 9
    for path in ("list", "leave"):
        assert "signed nobody up" in evening.browser().says(f"/api/signup/1/{path}", 403, lines=LINES)
    evening.draw()
    assert "has been locked since round 1" in phone.says("/api/signup/1/list", 409, lines=LINES)
    assert "tell the organiser" in phone.says("/api/signup/1/leave", 409)
    assert "round 1 is drawn" in evening.browser().says("/api/signup/1", 409, name="Gil", models=9)


def test_an_address_posts_so_many_at_once_and_then_waits() -> None:
    now = [0.0]
    allowance = Allowance(3, 4.0, lambda: now[0])
    assert [allowance.wait_s("10.0.0.1") for _ in range(4)] == [0.0, 0.0, 0.0, 4.0]
    assert allowance.wait_s("10.9.0.2") == 0.0
    now[0] = 4.0
    assert [allowance.wait_s("10.0.0.1") for _ in range(2)] == [0.0, 4.0]


def test_too_many_sign_ups_of_one_address_are_refused_with_the_seconds(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Allowance, "wait_s", lambda _self, _address: 3.2)
    assert "wait 4 s" in evening.browser().says("/api/signup/1", 429, name="Eve", models=9)


def test_a_phone_checks_its_player_in_and_the_desk_sees_it(evening: Evening) -> None:
    desk, phone = evening.browser("umpire"), evening.phone("p1")
    assert phone.post("/api/card/presence", presence="late")["card"]["arrival"]["presence"] == "late"
    told = desk.get("/api/club/1")
    assert told["entrants"][0]["presence"] == "late"
    assert told["sign_up"]["unchecked"] == ["Bob <b>Brook</b> (p2)", "Cat Crane (p3)", "Dan Drake (p4)"]
    phone.post("/api/card/presence", presence="here")
    assert "here or late" in phone.says("/api/card/presence", 409, presence="absent")
    assert "signed nobody up" in evening.browser().says("/api/card/presence", 403, presence="here")
    desk.post("/api/club/1/act", command="marks", player="p1", paid=True, list_approved=True)
    assert phone.card["arrival"] == {"presence": "here", "paid": True, "list_approved": True}


def test_check_in_by_phone_is_the_organisers_choice(evening: Evening) -> None:
    evening.club.act("TO", lambda event: event.sign(lambda state: sign_up_set(state, settings(check_in=False))))
    assert "at the desk" in evening.phone("p1").says("/api/card/presence", 409, presence="here")
    evening.browser("umpire").post("/api/club/1/act", command="presence", player="p1", presence="here")


def test_who_has_signed_up_alone_is_a_guest_of_the_server_until_round_1_has_them(evening: Evening) -> None:
    fay = evening.browser()
    sign(fay, "Fay")
    has_seat = make_seat_test(evening.app)
    with evening.app.test_request_context():
        own, entered = (f"{cards.COOKIE}={cards.make_token(evening.club, player)}" for player in ("fay", "p1"))
    host = "192.0.2.2"
    assert (has_seat(own, host), has_seat(entered, host)) == (False, True)
    evening.draw()
    assert has_seat(own, host)


def test_undo_of_the_desk_takes_back_no_sign_up_and_no_arrival(evening: Evening) -> None:
    before = evening.club.undoable
    sign(evening.browser(), "Fay")
    evening.phone("p1").post("/api/card/presence", presence="here")
    assert before is not None
    assert evening.club.undoable == before
    evening.club.undo("TO")
    assert evening.club.state.event.presence == {"p1": "here"}
    assert "fay" in evening.club.state.event.entrants

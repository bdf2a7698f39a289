"""What everybody is shown, and what a phone may do with a player's card."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from evening import Asking, Evening, report_of

from tablecam.club.event.event_store import StoredEvent
from webui.club import cards
from webui.entrance.rate_limit import FREE


def drawn(folder: Path) -> Evening:
    evening = Evening(folder)
    evening.draw()
    return evening


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return drawn(tmp_path)


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """For tests in which everything is refused."""
    return drawn(tmp_path_factory.mktemp("refusing"))


def pair(evening: Evening) -> tuple[str, str]:
    return evening.club.state.event.games[0].pair


@pytest.mark.slow
def test_the_hall_needs_no_login(evening: Evening) -> None:
    told = evening.browser().get("/api/club/1/public")
    assert [each["table"] for each in told["pairings"]] == [1, 2, 3, 4]
    assert len(told["byes"]) == 1


def test_nothing_hidden_is_sent_to_whoever_only_looks_on(evening: Evening) -> None:
    one, other = pair(evening)
    phone = evening.phone(one)
    phone.post("/api/card/report", **report_of(phone.card, 2, 7))
    codes = [evening.code(player).split(".")[1] for player in evening.club.state.event.entrants]
    hidden = ["secret of", "list of", "seed", "stack", *codes]
    said = json.dumps(evening.browser().get("/api/club/1/public"))
    assert not [word for word in hidden if word in said]
    with evening.app.test_client().get("/api/club/1/events?view=public", buffered=False) as stream:
        first = next(part for part in stream.response if b"event: club" in bytes(part)).decode()
    assert not [word for word in hidden if word in first]
    assert "Guest" in first
    assert f'"{other}"' not in first


@pytest.mark.slow
def test_the_stream_of_a_night_is_filled_up_where_a_proxy_gathers_it(evening: Evening) -> None:
    with evening.app.test_client().get("/api/club/1/events?view=public&pad=8192", buffered=False) as stream:
        parts = [bytes(next(stream.response)).decode() for _ in range(3)]
    assert ["event: club" in part for part in parts] == [False, True, False]
    assert all(part.endswith(f"\n:{'.' * 8192}\n\n") for part in parts)


@pytest.mark.parametrize("role", ["red", "blue", "spectator"])
def test_codes_and_lists_are_printed_for_the_organiser_alone(evening: Evening, role: str) -> None:
    evening.browser(role).get("/api/club/1/paper", 403)
    cards_ = evening.browser("umpire").get("/api/club/1/paper")["cards"]
    assert f"1.{cards_[0]['code']}" == evening.code(cards_[0]["player"])


@pytest.mark.slow
def test_no_two_cards_have_one_code_and_another_key_makes_others(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    codes = [
        {evening.code(player) for player in evening.club.state.event.entrants}
        for evening in (Evening(tmp_path / "a"), Evening(tmp_path / "b"))
    ]
    assert [len(each) for each in codes] == [9, 9]
    assert codes[0].isdisjoint(codes[1])


@pytest.mark.parametrize("typed", ["{}", " {} ", "{lower}", "{spaced}"])
def test_a_card_opens_however_its_code_is_typed(evening: Evening, typed: str) -> None:
    one, _ = pair(evening)
    code = evening.code(one)
    said = typed.format(code, lower=code.lower(), spaced=f"{code[:6]} {code[6:]}")
    phone = evening.browser()
    assert phone.post("/api/card/open", card=said)["card"]["player"] == one
    assert phone.card["player"] == one


@pytest.mark.parametrize("typed", ["", "1", "x.CCCCCCCC", "1.", 3, None, "0.CCCCCCCC", "1." + "C" * 99])
def test_what_is_no_code_is_said_to_be_none(refusing: Evening, typed: object) -> None:
    assert "Enter the code on your score card" in refusing.browser().says("/api/card/open", 400, card=typed)


def test_a_wrong_code_opens_nothing_and_an_event_that_is_not_there_sounds_the_same(evening: Evening) -> None:
    phone = evening.browser()
    assert phone.says("/api/card/open", 403, card="1.CCCCCCCC") == phone.says("/api/card/open", 403, card="77.CCCCCCCC")
    assert phone.card is None


@pytest.mark.slow
def test_who_tries_too_many_codes_waits_even_with_a_right_one(evening: Evening) -> None:
    phone, one = evening.browser(), pair(evening)[0]
    for _ in range(FREE):
        phone.says("/api/card/open", 403, card="1.CCCCCCCC")
    assert "wait" in phone.says("/api/card/open", 429, card=evening.code(one))


@pytest.mark.slow
def test_who_tries_too_many_codes_behind_a_proxy_keeps_nobody_else_out(evening: Evening) -> None:
    evening.app.extensions["access"] = replace(evening.access, address="https://table.local")
    phone, one = evening.browser(), pair(evening)[0]
    phone.client.environ_base["HTTP_X_FORWARDED_FOR"] = "10.0.0.66"
    for _ in range(FREE):
        phone.says("/api/card/open", 403, card="1.CCCCCCCC")
    phone.says("/api/card/open", 429, card=evening.code(one))
    phone.client.environ_base["HTTP_X_FORWARDED_FOR"] = "10.0.0.8"
    phone.post("/api/card/open", card=evening.code(one))


def test_a_forged_token_is_nobodys(evening: Evening) -> None:
    client = evening.app.test_client()
    client.set_cookie(cards.COOKIE, "WzEsICJwMSJd.forged")
    phone = Asking(client)
    assert phone.card is None
    phone.says("/api/card/report", 403, round=1)


def test_without_a_card_nothing_is_reported(evening: Evening) -> None:
    for role in ("table", "umpire", "red", "spectator"):
        assert "score card" in evening.browser(role).says("/api/card/report", 403, round=1, opponent="p1")


def test_a_card_is_given_back(evening: Evening) -> None:
    phone = evening.phone(pair(evening)[0])
    phone.post("/api/card/leave")
    assert phone.card is None


def test_two_phones_that_agree_close_the_game(evening: Evening) -> None:
    one, other = (evening.phone(player) for player in pair(evening))
    one.post("/api/card/report", **report_of(one.card, own=2, theirs=7))
    stands = other.card["game"]["stands"]
    said = {"round": 1, "opponent": pair(evening)[0], **stands}
    closed = other.post("/api/card/confirm", **said)["card"]["game"]["result"]
    assert (closed["own"]["lost"], closed["theirs"]["lost"]) == (7, 2)
    assert one.card["game"]["result"]["own"] == closed["theirs"]
    assert evening.club.audit[-1].by == pair(evening)[1]


def test_a_mismatch_closes_nothing_and_both_read_why(evening: Evening) -> None:
    one, other = (evening.phone(player) for player in pair(evening))
    one.post("/api/card/report", **report_of(one.card, own=2, theirs=7))
    other.post("/api/card/report", **report_of(other.card, own=6, theirs=2))
    assert len(evening.club.state.disputed) == 1
    assert one.card["game"]["disputes"] == other.card["game"]["disputes"]
    assert "lost 7" in one.card["game"]["disputes"][0]


def test_nobody_reports_twice_nor_for_another(evening: Evening) -> None:
    one, other = pair(evening)
    phone = evening.phone(one)
    said = report_of(phone.card, own=2, theirs=7)
    phone.post("/api/card/report", **said)
    assert "already" in phone.says("/api/card/report", 409, **said)
    third = evening.phone(evening.club.state.event.games[1].pair[0])
    assert "does not meet" in third.says("/api/card/report", 409, **said)
    # what a body says about who reports counts for nothing
    third.says("/api/card/report", 409, **said, player=other, by=other)
    assert [each.by for each in evening.club.state.card(evening.club.state.event.games[0]).reports] == [one]


def test_a_report_is_taken_back_and_entered_otherwise(evening: Evening) -> None:
    one, other = (evening.phone(player) for player in pair(evening))
    said = report_of(one.card, own=2, theirs=7)
    one.post("/api/card/report", **said)
    game = {"round": said["round"], "opponent": said["opponent"]}
    assert one.post("/api/card/withdraw", **game)["card"]["game"]["said"] is None
    assert other.card["game"]["stands"] is None
    one.post("/api/card/report", **report_of(one.card, own=3, theirs=7))
    other.post("/api/card/report", **report_of(other.card, own=6, theirs=3))
    assert "is waiting for the organiser" in one.says("/api/card/withdraw", 409, **game)


def test_losses_over_the_force_are_refused_with_who_and_the_clause(evening: Evening) -> None:
    phone = evening.phone(pair(evening)[0])
    said = phone.says("/api/card/report", 409, **report_of(phone.card, own=0, theirs=99))
    assert "cannot have lost 99" in said
    assert "UW-TG" in said


def test_a_report_of_the_round_before_is_refused(evening: Evening) -> None:
    phone = evening.phone(pair(evening)[0])
    late = report_of(phone.card, own=2, theirs=7)
    evening.settle()
    evening.draw()
    assert "concerns round 1" in phone.says("/api/card/report", 409, **late)


def test_a_player_whose_entry_was_taken_back_has_no_card(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    phone = evening.phone("p9")
    for _ in range(2):
        evening.club.undo("TO")
    assert "no longer entered" in phone.get("/api/card", 403)["error"]["says"]


def test_a_card_of_an_event_that_is_gone_is_said_to_be_none(evening: Evening) -> None:
    client = evening.app.test_client()
    with evening.app.test_request_context():
        token = cards.make_token(StoredEvent.begin(evening.house.store, "Gone", seed=1, by="TO"), "p1")
        evening.house.delete(2)
        client.set_cookie(cards.COOKIE, token)
    assert "has that number" in Asking(client).get("/api/card", 400)["error"]["says"]


def test_the_code_for_paper_is_black_on_white(evening: Evening) -> None:
    drawn = evening.browser().client.get("/api/qr.svg?path=/card/1.CCCCCCCC&ink=black").text
    assert "#e9e6dc" not in drawn


def test_a_judge_is_called_from_a_phone_until_the_organiser_goes_there(evening: Evening) -> None:
    one, other = pair(evening)
    phone, desk = evening.phone(one), evening.browser("umpire")
    game = {"round": 1, "opponent": other}
    assert phone.post("/api/card/judge", **game)["card"]["game"]["judge_called"]
    assert evening.phone(other).card["game"]["judge_called"]
    table = phone.card["game"]["table"]
    shown = [(call["table"], call["name"]) for call in desk.get("/api/club/1")["calls"]]
    assert shown == [(table, evening.club.state.names[one])]
    assert "has asked for a judge already" in phone.says("/api/card/judge", 409, **game)
    # undo takes back the last act of the event, and no call
    undoable = evening.club.undoable
    assert undoable
    assert "judge" not in undoable.sentence
    desk.post("/api/club/1/act", command="take_call", table=table)
    assert not phone.card["game"]["judge_called"]
    phone.post("/api/card/judge", **game)
    assert not phone.post("/api/card/judge", **game, wanted=False)["card"]["game"]["judge_called"]
    assert desk.get("/api/club/1")["calls"] == []

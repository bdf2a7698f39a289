import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from deeds import bare_app, new_id, says, send
from flask import Response, abort, jsonify, request

from webui.access import COOKIE, alone
from webui.entrance import idempotency
from webui.entrance.idempotency import Answer, Deeds


class Counting:
    """A deed that tells how often it was done; `then` may fail."""

    def __init__(self, then=lambda: None) -> None:
        self.times, self.then = 0, then

    def __call__(self):
        self.times += 1
        self.then()
        return jsonify(times=self.times)


def answer(body: bytes = b"x") -> Answer:
    return Answer(200, (), body)


def test_the_same_deed_twice_is_done_once_and_answered_twice() -> None:
    deed = Counting()
    client = bare_app(alone(), deed).test_client()
    body = {"id": new_id(), "x": 1}
    first, second = send(client, "/api/deed", body), send(client, "/api/deed", body)
    assert first.json == second.json == {"times": 1}
    assert second.headers.getlist("Content-Type") == ["application/json"]
    assert deed.times == 1


def test_another_id_is_another_deed() -> None:
    deed = Counting()
    client = bare_app(alone(), deed).test_client()
    assert [send(client, "/api/deed").json for _ in range(2)] == [{"times": 1}, {"times": 2}]


def test_an_id_used_for_another_deed_is_refused_and_nothing_is_done() -> None:
    deed = Counting()
    client = bare_app(alone(), deed).test_client()
    id = new_id()
    send(client, "/api/deed", {"id": id, "x": 1})
    for path, body in (("/api/deed", {"x": 2}), ("/api/deed?y=1", {"x": 1}), ("/api/leave", {"x": 1})):
        response = send(client, path, {"id": id, **body})
        assert response.status_code == 409
        assert "another deed" in says(response)
    assert deed.times == 1


def test_an_id_is_one_devices_own() -> None:
    deed, access = Counting(), alone()
    app = bare_app(access, deed)
    id = new_id()
    for token in (access.token("red"), access.token("red"), access.token("blue")):
        client = app.test_client()
        client.set_cookie(COOKIE, token)
        send(client, "/api/deed", {"id": id})
    assert deed.times == 3


def test_a_refusal_is_remembered_too() -> None:
    deed = Counting(lambda: abort(409, "The state moved on."))
    client = bare_app(alone(), deed).test_client()
    id = new_id()
    assert [send(client, "/api/deed", {"id": id}).status_code for _ in range(2)] == [409, 409]
    assert deed.times == 1


@pytest.mark.parametrize("status", [403, 429, 500, 503])
def test_what_may_pass_is_tried_again(status: int) -> None:
    deed = Counting(lambda: abort(status, "Not now."))
    client = bare_app(alone(), deed).test_client()
    id = new_id()
    assert send(client, "/api/deed", {"id": id}).status_code == status
    deed.then = lambda: None
    assert send(client, "/api/deed", {"id": id}).json == {"times": 2}


def test_a_fault_of_ours_leaves_the_deed_to_be_tried_again() -> None:
    deed = Counting(lambda: 1 / 0)
    app = bare_app(alone(), deed)
    id = new_id()
    assert send(app.test_client(), "/api/deed", {"id": id}).status_code == 500
    app.testing = True  # now a fault comes through, and no answer is made
    with pytest.raises(ZeroDivisionError):
        send(app.test_client(), "/api/deed", {"id": id})
    deed.then = lambda: None
    assert send(app.test_client(), "/api/deed", {"id": id}).json == {"times": 3}


def test_an_answer_that_cannot_be_kept_is_no_answer_that_others_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unreadable(Response):
        def get_data(self, as_text: bool = False):
            raise OSError("the file is gone")

    answers = [Unreadable("lost"), Response("there")]
    client = bare_app(alone(), lambda: answers.pop(0)).test_client()
    # who waits gives up at once: a deed that is never over would be a refusal here
    monkeypatch.setattr(idempotency, "PATIENCE_S", 0.0)
    body = {"id": new_id()}
    with suppress(OSError):
        send(client, "/api/deed", body)
    assert send(client, "/api/deed", body).get_data() == b"there"


def test_of_two_at_the_same_moment_the_second_waits_for_the_first() -> None:
    inside, go_on = threading.Event(), threading.Event()

    def slowly() -> None:
        inside.set()
        go_on.wait(10)

    deed = Counting(slowly)
    app = bare_app(alone(), deed)
    body = {"id": new_id()}
    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(send, app.test_client(), "/api/deed", body)
        assert inside.wait(10)
        others = [pool.submit(send, app.test_client(), "/api/deed", body) for _ in range(3)]
        assert not any(other.done() for other in others)
        go_on.set()
        answers = [each.result(10).json for each in (first, *others)]
    assert answers == [{"times": 1}] * 4


def test_when_the_first_fails_one_of_those_who_wait_does_it() -> None:
    deeds = Deeds()
    key = ("device", "id")
    assert deeds.begin(key, b"a") is None
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(deeds.begin, key, b"a")
        deeds.end(key, None)
        assert second.result(10) is None
    deeds.end(key, answer())
    assert deeds.begin(key, b"a") == answer()


def test_the_oldest_answers_are_let_go_beyond_so_many() -> None:
    deeds = Deeds(most=3)
    for number in range(5):
        deeds.begin(("d", str(number)), b"")
        deeds.end(("d", str(number)), answer())
    assert deeds.begin(("d", "4"), b"") == answer()
    assert deeds.begin(("d", "0"), b"") is None


def test_the_oldest_answers_are_let_go_beyond_so_many_bytes() -> None:
    deeds = Deeds(most_bytes=100)
    for number in range(4):
        deeds.begin(("d", str(number)), b"")
        deeds.end(("d", str(number)), answer(b"x" * 40))
    assert deeds.begin(("d", "3"), b"") is not None
    assert deeds.begin(("d", "1"), b"") is None


def test_a_deed_under_way_is_never_let_go() -> None:
    deeds = Deeds(most=1)
    deeds.begin(("d", "slow"), b"")
    for number in range(3):
        deeds.begin(("d", str(number)), b"")
        deeds.end(("d", str(number)), answer())
    deeds.end(("d", "slow"), answer())


def test_the_deed_sees_its_body_after_the_guard_has_read_it() -> None:
    client = bare_app(alone(), lambda: jsonify(text=request.get_json()["text"])).test_client()
    assert send(client, "/api/deed", {"text": "<b>Ann</b>"}).json == {"text": "<b>Ann</b>"}

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from entrance_client import bare_app, new_id, says, send
from flask import Response, abort, jsonify, request

from webui.entrance import entrance
from webui.entrance.access import COOKIE, alone
from webui.entrance.entrance import Idempotency, StoredResponse


class Counting:
    """A command that tells how often it was done; `then` may fail."""

    def __init__(self, then=lambda: None) -> None:
        self.times, self.then = 0, then

    def __call__(self):
        self.times += 1
        self.then()
        return jsonify(times=self.times)


def answer(body: bytes = b"x") -> StoredResponse:
    return StoredResponse(200, (), body)


def test_the_same_deed_twice_is_done_once_and_answered_twice() -> None:
    command = Counting()
    client = bare_app(alone(("red", "blue")), command).test_client()
    body = {"id": new_id(), "x": 1}
    first, second = send(client, "/api/command", body), send(client, "/api/command", body)
    assert first.json == second.json == {"times": 1}
    assert second.headers.getlist("Content-Type") == ["application/json"]
    assert command.times == 1


def test_another_id_is_another_deed() -> None:
    command = Counting()
    client = bare_app(alone(("red", "blue")), command).test_client()
    assert [send(client, "/api/command").json for _ in range(2)] == [{"times": 1}, {"times": 2}]


def test_an_id_used_for_another_deed_is_refused_and_nothing_is_done() -> None:
    command = Counting()
    client = bare_app(alone(("red", "blue")), command).test_client()
    id = new_id()
    send(client, "/api/command", {"id": id, "x": 1})
    for path, body in (("/api/command", {"x": 2}), ("/api/command?y=1", {"x": 1}), ("/api/leave", {"x": 1})):
        response = send(client, path, {"id": id, **body})
        assert response.status_code == 409
        assert "another command" in says(response)
    assert command.times == 1


def test_an_id_is_one_devices_own() -> None:
    command, access = Counting(), alone(("red", "blue"))
    app = bare_app(access, command)
    id = new_id()
    for token in (access.token("red"), access.token("red"), access.token("blue")):
        client = app.test_client()
        client.set_cookie(COOKIE, token)
        send(client, "/api/command", {"id": id})
    assert command.times == 3


def test_a_refusal_is_remembered_too() -> None:
    command = Counting(lambda: abort(409, "The state moved on."))
    client = bare_app(alone(("red", "blue")), command).test_client()
    id = new_id()
    assert [send(client, "/api/command", {"id": id}).status_code for _ in range(2)] == [409, 409]
    assert command.times == 1


@pytest.mark.parametrize("status", [403, 429, 500, 503])
def test_what_may_pass_is_tried_again(status: int) -> None:
    command = Counting(lambda: abort(status, "Not now."))
    client = bare_app(alone(("red", "blue")), command).test_client()
    id = new_id()
    assert send(client, "/api/command", {"id": id}).status_code == status
    command.then = lambda: None
    assert send(client, "/api/command", {"id": id}).json == {"times": 2}


def test_a_fault_of_ours_leaves_the_deed_to_be_tried_again() -> None:
    command = Counting(lambda: 1 / 0)
    app = bare_app(alone(("red", "blue")), command)
    id = new_id()
    assert send(app.test_client(), "/api/command", {"id": id}).status_code == 500
    app.testing = True  # now a fault comes through, and no answer is made
    with pytest.raises(ZeroDivisionError):
        send(app.test_client(), "/api/command", {"id": id})
    command.then = lambda: None
    assert send(app.test_client(), "/api/command", {"id": id}).json == {"times": 3}


def test_an_answer_that_cannot_be_kept_is_no_answer_that_others_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unreadable(Response):
        def get_data(self, as_text: bool = False):
            raise OSError("the file is gone")

    answers = [Unreadable("lost"), Response("there")]
    client = bare_app(alone(("red", "blue")), lambda: answers.pop(0)).test_client()
    # who waits gives up at once: a command that is never over would be a refusal here
    monkeypatch.setattr(entrance, "PATIENCE_S", 0.0)
    body = {"id": new_id()}
    with suppress(OSError):
        send(client, "/api/command", body)
    assert send(client, "/api/command", body).get_data() == b"there"


def test_of_two_at_the_same_moment_the_second_waits_for_the_first() -> None:
    inside, go_on = threading.Event(), threading.Event()

    def slowly() -> None:
        inside.set()
        go_on.wait(10)

    command = Counting(slowly)
    app = bare_app(alone(("red", "blue")), command)
    body = {"id": new_id()}
    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(send, app.test_client(), "/api/command", body)
        assert inside.wait(10)
        others = [pool.submit(send, app.test_client(), "/api/command", body) for _ in range(3)]
        assert not any(other.done() for other in others)
        go_on.set()
        answers = [each.result(10).json for each in (first, *others)]
    assert answers == [{"times": 1}] * 4


def test_when_the_first_fails_one_of_those_who_wait_does_it() -> None:
    commands = Idempotency()
    key = ("device", "id")
    assert commands.begin(key, b"a") is None
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(commands.begin, key, b"a")
        commands.end(key, None)
        assert second.result(10) is None
    commands.end(key, answer())
    assert commands.begin(key, b"a") == answer()


def test_the_oldest_answers_are_let_go_beyond_so_many() -> None:
    commands = Idempotency(most=3)
    for number in range(5):
        commands.begin(("d", str(number)), b"")
        commands.end(("d", str(number)), answer())
    assert commands.begin(("d", "4"), b"") == answer()
    assert commands.begin(("d", "0"), b"") is None


def test_the_oldest_answers_are_let_go_beyond_so_many_bytes() -> None:
    commands = Idempotency(most_bytes=100)
    for number in range(4):
        commands.begin(("d", str(number)), b"")
        commands.end(("d", str(number)), answer(b"x" * 40))
    assert commands.begin(("d", "3"), b"") is not None
    assert commands.begin(("d", "1"), b"") is None


def test_a_deed_under_way_is_never_let_go() -> None:
    commands = Idempotency(most=1)
    commands.begin(("d", "slow"), b"")
    for number in range(3):
        commands.begin(("d", str(number)), b"")
        commands.end(("d", str(number)), answer())
    commands.end(("d", "slow"), answer())


def test_the_deed_sees_its_body_after_the_guard_has_read_it() -> None:
    client = bare_app(alone(("red", "blue")), lambda: jsonify(text=request.get_json()["text"])).test_client()
    assert send(client, "/api/command", {"text": "<b>Ann</b>"}).json == {"text": "<b>Ann</b>"}

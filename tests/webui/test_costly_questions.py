"""Costly questions: worked out once for all who ask the same, for guests one after the other and not without end."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from fake_table import ShownLive, position, roster
from serving import served

from tablecam.table.snapshot import Snapshot
from webui import create_app
from webui.entrance.access import COOKIE, Access, alone
from webui.server.answer_cache import STEP, AnswerCache
from webui.server.crowds import AT_ONCE, EACH_S, CostlyQuestions
from webui.server.dependencies import Dependencies
from webui.table import ranges

# far longer than any machine takes
PATIENCE_S = 60.0


def moved(by: float) -> Snapshot:
    """Ann elsewhere by so many inches."""
    table = position()
    ann, *others = table.models
    return replace(table, models=(replace(ann, x_in=ann.x_in + by), *others))


def test_the_same_question_is_worked_out_once_while_nothing_changes() -> None:
    cache, worked = AnswerCache(), []

    def ask(snapshot: Snapshot, state: str, question: str) -> Any:
        return cache.answer(snapshot, state, question, lambda: worked.append(question) or len(worked))

    assert [ask(position(), "state 1", "reach") for _ in range(3)] == [1, 1, 1]
    assert ask(position(), "state 1", "way") == 2
    assert ask(moved(STEP / 10), "state 1", "reach") == 1
    assert ask(moved(10 * STEP), "state 1", "reach") == 3
    assert ask(moved(10 * STEP), "state 2", "reach") == 4


def test_who_asks_what_is_being_worked_out_waits_for_it() -> None:
    cache, begun, go_on, worked = AnswerCache(), threading.Event(), threading.Event(), []

    def work_out() -> str:
        worked.append(1)
        begun.set()
        assert go_on.wait(PATIENCE_S)
        return "far"

    with ThreadPoolExecutor(4) as threads:
        first = threads.submit(cache.answer, position(), 1, "reach", work_out)
        assert begun.wait(PATIENCE_S)
        others = [threads.submit(cache.answer, position(), 1, "reach", work_out) for _ in range(3)]
        go_on.set()
        assert [each.result(PATIENCE_S) for each in (first, *others)] == ["far"] * 4
    assert len(worked) == 1


def test_what_was_refused_to_one_is_worked_out_for_the_next() -> None:
    cache = AnswerCache()

    def refuse() -> str:
        raise ValueError("too soon")

    with pytest.raises(ValueError, match="too soon"):
        cache.answer(position(), 1, "reach", refuse)
    assert cache.answer(position(), 1, "reach", lambda: "far") == "far"


def test_an_address_asks_a_few_at_once_and_then_a_few_a_second() -> None:
    now = [0.0]
    questions = CostlyQuestions(lambda: now[0])
    assert [questions.admit("a") for _ in range(AT_ONCE + 2)] == [True] * AT_ONCE + [False, False]
    assert questions.admit("b")
    now[0] += 1.01 / EACH_S
    assert [questions.admit("a") for _ in range(2)] == [True, False]


@pytest.fixture
def access() -> Access:
    return replace(alone(("red", "blue")), host="0.0.0.0")


@pytest.fixture
def address(live: ShownLive, access: Access) -> Iterator[str]:
    with served(create_app(Dependencies(live, roster, access=access))) as address:
        yield address


def ask(address: str, inches: float, cookie: str = "") -> int:
    """The status of the answer."""
    asked = Request(f"{address}/api/reach?model=ann&inches={inches}", headers={"Cookie": cookie} if cookie else {})
    try:
        with urlopen(asked, timeout=PATIENCE_S) as answer:
            assert json.load(answer)["inches"] == inches
            return int(answer.status)
    except HTTPError as refused:
        return refused.code


@pytest.mark.slow
def test_guests_ask_one_after_the_other_and_a_player_at_once(monkeypatch: Any, address: str, access: Access) -> None:
    at_once, most, go_on = [0], [0], threading.Event()

    def slow(*_: object) -> Any:
        at_once[0] += 1
        most[0] = max(most[0], at_once[0])
        assert go_on.wait(PATIENCE_S)
        at_once[0] -= 1
        raise ValueError

    monkeypatch.setattr(ranges, "compute_reach_region", slow)
    with ThreadPoolExecutor(8) as guests:
        answers = [guests.submit(ask, address, 1.0 + number / 8) for number in range(8)]
        while not at_once[0]:
            pass
        # whoever else asks anything else is answered meanwhile
        with urlopen(f"{address}/api/me", timeout=PATIENCE_S) as answer:
            assert answer.status == 200
        monkeypatch.undo()
        assert ask(address, 4.0, f"{COOKIE}={access.token('red')}") == 200
        go_on.set()
        assert [each.result(PATIENCE_S) for each in answers].count(500) == 1
    assert most == [1]


@pytest.mark.slow
def test_a_guest_who_asks_without_end_is_told_to_wait_and_a_player_is_not(address: str, access: Access) -> None:
    different = [1.0 + number / 64 for number in range(4 * AT_ONCE)]
    with ThreadPoolExecutor(8) as guests:
        statuses = list(guests.map(lambda inches: ask(address, inches), different))
    assert set(statuses) == {200, 429}
    # what is known costs nothing
    known = different[statuses.index(200)]
    assert {ask(address, known) for _ in range(3 * AT_ONCE)} == {200}
    cookie = f"{COOKIE}={access.token('red')}"
    assert {ask(address, inches, cookie) for inches in different} == {200}

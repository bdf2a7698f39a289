"""Advice on open questions: worked out when models rest, once for all, and never in the way of an answer."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hosting import STANDING, Table, choose, keys, orders, watched

from tablecam.base.i18n import Message
from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.live.lifecycle import AdviceWorker
from tablecam.rules.books.book import ModelNames
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.books.views import AdviceRow, AdviceView
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.snapshot import Snapshot


class Adviser:
    """Advises on hidden orders, one row a model: where it stands. meanwhile: is done in the middle of the work."""

    def __init__(self) -> None:
        self.worked_out: list[str] = []
        self.meanwhile: Callable[[], None] = lambda: None

    def __call__(self, snapshot: Snapshot, state: Any, ask: Mapping[str, Any], names: ModelNames) -> AdviceView | None:
        if ask["kind"] != "Assign":
            return None
        take_breath()
        self.meanwhile()
        take_breath()
        self.worked_out.append(ask["seat"])
        rows = [
            AdviceRow(model, "target", model, text=Message("{model} at {x}", model=names(model), x=place.x_in))
            for model in ask["items"]
            for place in [snapshot.model(model)]
        ]
        return AdviceView(ask["items"][0], rows=tuple(rows))


class Evening:
    """A game over a table, and the worker, who looks when a test tells it to."""

    def __init__(self, folder: Path) -> None:
        self.table, self.adviser = Table(), Adviser()
        book = replace(BOOKS.usual, question_advice=self.adviser)
        setups = GameSetups(BOOKS.with_book(book))
        self.host = GameHost(GameStore(open_database(str(folder / "games.db"))), setups, dict)
        self.worker = AdviceWorker(self.table)
        self.host.begin(STANDING)

    def look(self) -> None:
        self.worker.look(self.host, self.table.view)

    def asked(self, role: str) -> dict[str, Any]:
        found: dict[str, Any] = next(asked for asked in keys(self.host, role) if asked["kind"] == "Assign")
        return found

    def text(self, role: str) -> str:
        text: str = self.asked(role)["advice"]["rows"][0]["text"]
        return text


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_advice_comes_with_the_question_to_whoever_sees_it(evening: Evening) -> None:
    assert evening.asked("red")["advice"] is None
    evening.look()
    assert evening.text("red") == "Brandt at 6.0"
    assert evening.text("blue") == "Mother at 6.0"
    assert evening.asked("red")["advising"] == ""
    # who is not asked sees neither question nor advice
    told = evening.host.view_for("spectator")["game"]["questions"]
    assert "at 6.0" not in str(told)
    assert "Mother at" not in str(evening.host.view_for("red"))


def test_advice_is_worked_out_once_for_all_and_again_only_where_something_stands_elsewhere(evening: Evening) -> None:
    evening.look()
    worked_out, number = len(evening.adviser.worked_out), evening.host.number
    evening.look()
    # as much as readings wander
    evening.table.put("brandt", x_in=6.01)
    evening.look()
    assert (len(evening.adviser.worked_out), evening.host.number) == (worked_out, number)
    evening.table.put("brandt", x_in=7.0)
    evening.look()
    assert evening.text("red") == "Brandt at 7.0"


def test_a_moving_model_is_waited_for_and_the_page_is_told_so(evening: Evening) -> None:
    evening.table.put("ida", state="moving")
    evening.look()
    assert (evening.asked("red")["advice"], evening.asked("red")["advising"]) == (None, "moving")
    number = evening.host.number
    evening.table.put("ida", x_in=11.0)
    evening.look()
    assert evening.host.number == number
    evening.table.put("ida", state="settled")
    evening.look()
    assert (evening.text("red"), evening.asked("red")["advising"]) == ("Brandt at 6.0", "")


def test_a_page_is_told_while_it_is_worked_out(evening: Evening) -> None:
    told: list[str] = []
    evening.adviser.meanwhile = lambda: told.append(evening.asked("red")["advising"])
    evening.look()
    assert told[0] == "due"


def test_a_question_that_needs_no_advice_is_never_waited_for(evening: Evening) -> None:
    orders(evening.host)
    number = evening.host.number
    evening.look()
    assert all(asked["advising"] == "" and asked["advice"] is None for asked in keys(evening.host, "red"))
    assert evening.host.number == number


def test_advice_on_a_question_that_was_answered_meanwhile_is_dropped(evening: Evening) -> None:
    evening.adviser.meanwhile = lambda: orders(evening.host)
    evening.look()
    assert evening.adviser.worked_out == []
    with evening.host.reading() as open_game:
        assert open_game
        assert open_game.advice == {}


def test_a_fault_of_a_book_leaves_the_question_without_advice(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    def fails() -> None:
        raise ZeroDivisionError

    evening.adviser.meanwhile = fails
    evening.look()
    evening.look()
    assert (evening.asked("red")["advice"], evening.asked("red")["advising"]) == (None, "")
    # told once, not at every picture
    assert len(caplog.records) == 1


def test_work_in_the_background_rests_while_a_command_is_carried_out(evening: Evening) -> None:
    steps: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    def meanwhile() -> None:
        begun.set()
        go_on.wait(5)

    def answers() -> None:
        begun.wait(5)
        with evening.host.first:
            go_on.set()
            # the worker comes to its next breath, and rests there
            threading.Event().wait(0.05)
            steps.append(f"answered before {len(evening.adviser.worked_out)}")

    evening.adviser.meanwhile = meanwhile
    player = threading.Thread(target=answers)
    player.start()
    evening.look()
    player.join()
    assert steps == ["answered before 0"]


def test_texts_are_put_into_the_language_of_each_reader(evening: Evening) -> None:
    evening.look()
    with evening.host.reading() as open_game:
        assert open_game
        texts = [row.text for view in open_game.advice.values() if view for row in view.rows]
    assert all(isinstance(text, Message) for text in texts)


def test_the_thread_follows_the_table_and_ends(evening: Evening) -> None:
    evening.host.changed = evening.table.wake
    evening.worker.follow(evening.host)
    number = evening.host.number
    for _look in range(40):
        if evening.asked("red")["advice"]:
            break
        number = evening.host.wait(number, 0.25)
    assert evening.text("red") == "Brandt at 6.0"
    evening.worker.stop()
    assert not any(thread.name == "adviser" for thread in threading.enumerate())


@pytest.mark.slow
def test_what_a_model_that_is_carried_may_still_do_is_known_from_where_it_set_out(tmp_path) -> None:
    host, table, follower = watched(tmp_path)
    orders(host)
    choose(host, "red", [9], source="dice pad")
    choose(host, "blue", [3], source="dice pad")
    choose(host, "red", "first")
    host.do(commands.name, "red", {"model": "brandt"})
    worker = AdviceWorker(table)

    def region() -> object:
        follower.look(host, table.view)
        worker.look(host, table.view)
        questions = host.view_for("spectator")["game"]["questions"]
        advice = next((each["advice"] for each in questions if each["kind"] == "Move"), None)
        return advice["regions"] if advice else None

    follower.look(host, table.view)
    choose(host, "red", "move+shoot")
    table.put("brandt", y_in=14.0, state="moving")
    carried = region()
    assert carried is not None
    table.put("brandt", y_in=15.0, state="settled")
    assert region() == carried
    host.do(commands.undo, "table", {"line": host.view_for("table")["game"]["last"]["line"]})
    table.put("brandt", y_in=12.0)
    choose(host, "red", "move+shoot")
    assert region() == carried

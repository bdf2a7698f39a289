"""What is made in the background: in order, once, with progress, and broken off when nobody wants it."""

import threading
from collections.abc import Callable
from pathlib import Path

from webui.replay.making_queue import AT_MOST, MakingQueue, Progress

ENDED = {"done", "failed", "cancelled"}


def awaited(queue: MakingQueue, key: str) -> str:
    ended = threading.Event()
    while (state := queue.standing(key)["state"]) not in ENDED:
        ended.wait(0.002)
    return str(state)


def writing(text: str) -> Callable[[Path, Progress], None]:
    def make(path: Path, progress: Progress) -> None:
        progress(1, 2)
        path.write_text(text)

    return make


def test_a_file_is_made_once_and_is_there_with_its_progress() -> None:
    queue = MakingQueue()
    assert queue.standing("a") == {"state": "none"}
    assert queue.file("a") is None
    queue.start("a", writing("one"))
    assert awaited(queue, "a") == "done"
    queue.start("a", writing("two"))
    assert queue.standing("a") == {"state": "done", "done": 1, "of": 2}
    path = queue.file("a")
    assert path is not None
    assert path.read_text() == "one"


def test_what_nobody_wants_any_more_stops_and_the_next_is_made() -> None:
    queue, begun, gone_on, reached = MakingQueue(), threading.Event(), threading.Event(), []

    def slow(path: Path, progress: Progress) -> None:
        begun.set()
        gone_on.wait(10)
        progress(1, 9)
        reached.append(path)

    queue.start("slow", slow)
    queue.start("next", writing("next"))
    begun.wait(10)
    assert queue.standing("slow")["state"] == "making"
    assert queue.standing("next")["state"] == "waiting"
    assert queue.cancel("slow")["state"] == "cancelled"
    gone_on.set()
    assert awaited(queue, "next") == "done"
    assert reached == []
    # it can be asked for again
    queue.start("slow", writing("again"))
    assert awaited(queue, "slow") == "done"


def test_a_failure_is_told_and_stops_nothing() -> None:
    def broken(_path: Path, _progress: Progress) -> None:
        raise OSError("no room")

    queue = MakingQueue()
    queue.start("broken", broken)
    queue.start("good", writing("good"))
    assert awaited(queue, "broken") == "failed"
    assert awaited(queue, "good") == "done"
    assert queue.file("broken") is None


def test_old_files_go_when_there_are_many() -> None:
    queue, paths = MakingQueue(), []
    for number in range(AT_MOST + 3):
        queue.start(str(number), writing("x"))
        assert awaited(queue, str(number)) == "done"
        paths.append(queue.file(str(number)))
    assert queue.standing("0") == {"state": "none"}
    assert [path is not None and path.exists() for path in paths] == [False] * 3 + [True] * AT_MOST

"""Answers to costly questions, computed once for all who ask the same about the same position. Any thread may ask."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any

from tablecam.table.snapshot import Snapshot

# readings of a model at rest wander by less; inches and radians
STEP = 0.02
# a model, a few distances and places of each: more than a room asks before something moves
MOST = 64

Places = tuple[tuple[object, ...], ...]


def round_places(snapshot: Snapshot) -> Places:
    """The places of all models, to the step below which the page does not ask again."""
    return tuple(
        (
            standing.model.id,
            *(round(value / STEP) for value in (standing.x_in, standing.y_in, standing.z_in, standing.heading_rad)),
            standing.stands_on, standing.state,
        )
        for standing in snapshot.models
    )  # fmt: skip


class AnswerCache:
    """The answers about the newest position. A request for an answer that is being computed waits for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ground: Any = None
        self._state: object = None
        self._places: Places = ()
        self._answers: OrderedDict[Hashable, Future[Any]] = OrderedDict()

    def answer(self, snapshot: Snapshot, state: object, question: Hashable, work_out: Callable[[], Any]) -> Any:
        """The answer to a question about a position and a state of the game; a state is replaced, never changed."""
        places = round_places(snapshot)
        with self._lock:
            if state is not self._state or snapshot.terrain != self._ground or places != self._places:
                self._state, self._ground, self._places = state, snapshot.terrain, places
                self._answers = OrderedDict()
            answers = self._answers
            answer = answers.get(question)
            if is_new := answer is None:
                answer = answers[question] = Future()
                if len(answers) > MOST:
                    answers.popitem(last=False)
        if is_new:
            self._compute_answer(answers, question, answer, work_out)
        elif answer.exception() is not None:
            # a question that was refused to another client may be answered here
            return work_out()
        return answer.result()

    def _compute_answer(
        self,
        answers: OrderedDict[Hashable, Future[Any]],
        question: Hashable,
        answer: Future[Any],
        work_out: Callable[[], Any],
    ) -> None:
        try:
            answer.set_result(work_out())
        except BaseException as refused:  # noqa: BLE001 it is raised where the answer is read
            with self._lock:
                answers.pop(question, None)
            answer.set_exception(refused)

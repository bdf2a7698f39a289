"""Answers to costly questions, computed once for all, and packed with gzip for clients that take it."""

import gzip
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any

from flask import Response, request

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


# Answers and streams packed with gzip for clients that take it.
#
# A stream is packed event by event, each on its own and ending on a whole byte, so that an event is packed once for
# all clients that get it, and each browser can read it at once.

# the ten bytes that begin a stream of gzip: without name, time or system
STREAM_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
# below it, packing saves no packet of the network
LEAST_BYTES = 1024
LEVEL = 6


def takes_packed() -> bool:
    """Whether the client of the present request takes gzip."""
    return request.accept_encodings["gzip"] > 0


def mark_packed(response: Response) -> None:
    """Says in the response's head that its body is packed, or may be for another client."""
    response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")


def pack(response: Response) -> Response:
    """The response, packed where the client takes it and it is long enough. For `after_request`."""
    if response.is_streamed or response.direct_passthrough or "Content-Encoding" in response.headers:
        return response
    body = response.get_data()
    if len(body) < LEAST_BYTES:
        return response
    response.vary.add("Accept-Encoding")
    if takes_packed():
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
        mark_packed(response)
    return response


def pack_piece(data: bytes) -> bytes:
    """A piece of a stream after STREAM_HEAD, packed on its own."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)

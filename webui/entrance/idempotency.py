"""A command is done once, however often it is sent: who sends its id again gets the first answer again."""

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from flask import Flask, Response, abort, g, request

from webui import access
from webui.entrance.guard import READING

# A tablet that was away for a whole game sends some dozens.
MOST = 4096
MOST_BYTES = 16 * 1024 * 1024
PATIENCE_S = 30.0
# asked again, these may go another way: the role, the wait, or the fault may be over
PASSING = {403, 429}

Key = tuple[str, str]


@dataclass(frozen=True)
class StoredResponse:
    """What was answered, as it can be sent again."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


@dataclass
class StoredCommand:
    """What was asked for under an id. answer: None while it is being done."""

    asked: bytes
    answer: StoredResponse | None = None
    over: threading.Event = field(default_factory=threading.Event)


class Idempotency:
    """The answers of the newest commands; older ones are let go beyond so many, or so many bytes."""

    def __init__(self, most: int = MOST, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._lock = threading.Lock()
        self._deeds: OrderedDict[Key, StoredCommand] = OrderedDict()
        self._bytes = 0

    def begin(self, key: Key, asked: bytes) -> StoredResponse | None:
        """The answer that was given before; None where the command is now the caller's to do, and to end.

        A command that is being done is waited for; TimeoutError after half a minute. KeyError where the id was used for
        something else.
        """
        while True:
            with self._lock:
                command = self._deeds.get(key)
                if command is None:
                    self._deeds[key] = StoredCommand(asked)
                    return None
            if command.asked != asked:
                raise KeyError(key)
            if not command.over.wait(PATIENCE_S):
                raise TimeoutError
            if command.answer is not None:
                return command.answer

    def end(self, key: Key, answer: StoredResponse | None) -> None:
        """Keeps the answer of a command begun; None forgets the command, so that it can be tried again."""
        with self._lock:
            command = self._deeds[key]
            if answer is None:
                del self._deeds[key]
            else:
                command.answer = answer
                self._bytes += len(answer.body)
            self._let_go()
            command.over.set()

    def _let_go(self) -> None:
        for key, command in list(self._deeds.items()):
            if len(self._deeds) <= self._most and self._bytes <= self._most_bytes:
                return
            if command.answer is not None:
                del self._deeds[key]
                self._bytes -= len(command.answer.body)


def install(app: Flask) -> None:
    """Lets every command of the app be done once; the guard has looked at its id before."""
    commands = Idempotency()

    @app.before_request
    def again() -> Response | None:
        if request.method in READING:
            return None
        key = _key()
        try:
            answer = commands.begin(key, _asked())
        except KeyError:
            abort(409, "This id was used for another command: load the page anew.")
        except TimeoutError:
            abort(503, "The same command is still being done: wait, and look at the table before you try again.")
        if answer is None:
            g.command = key
            return None
        return Response(answer.body, answer.status, list(answer.headers))

    @app.after_request
    def keep(response: Response) -> Response:
        if key := g.get("command"):
            passing = response.status_code >= 500 or response.status_code in PASSING
            commands.end(key, None if passing else _answer(response))
            # only now: a command whose answer cannot be read is given up below, or whoever sends it again would wait
            g.pop("command")
        return response

    @app.teardown_request
    def give_up(_fault: BaseException | None) -> None:
        # only where not even an answer came to be
        if key := g.pop("command", None):
            commands.end(key, None)


def _key() -> Key:
    return access.seat().device or f"at {request.remote_addr}", request.get_json()["id"]


def _asked() -> bytes:
    return hashlib.sha256(f"{request.method} {request.full_path}\n".encode() + request.get_data()).digest()


def _answer(response: Response) -> StoredResponse:
    return StoredResponse(response.status_code, tuple(response.headers.items()), response.get_data())

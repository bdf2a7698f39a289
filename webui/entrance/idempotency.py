"""Every command runs once, however often it is sent: a repeated id gets the first answer again."""

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from flask import Flask, Response, abort, g, request

from tablecam.base.i18n import gettext as _
from webui.entrance import access
from webui.entrance.guard import READING

# a tablet that was offline for a whole game sends some dozens
MOST = 4096
MOST_BYTES = 16 * 1024 * 1024
PATIENCE_S = 30.0
# a repeated request may get another answer: the role may have changed, the wait may be over
PASSING = {403, 429}

Key = tuple[str, str]


@dataclass(frozen=True)
class StoredResponse:
    """An answer that can be sent again."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


@dataclass
class StoredCommand:
    """The request of an id, as a digest. answer: None while the command runs."""

    asked: bytes
    answer: StoredResponse | None = None
    over: threading.Event = field(default_factory=threading.Event)


class Idempotency:
    """The answers of the latest commands, bounded by their number and their bytes."""

    def __init__(self, most: int = MOST, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._lock = threading.Lock()
        self._commands: OrderedDict[Key, StoredCommand] = OrderedDict()
        self._bytes = 0

    def begin(self, key: Key, asked: bytes) -> StoredResponse | None:
        """The earlier answer; None where the caller has to run the command and then call `end`.

        Waits for a command that is running; TimeoutError after half a minute. KeyError where the id was used for
        another request.
        """
        while True:
            with self._lock:
                command = self._commands.get(key)
                if command is None:
                    self._commands[key] = StoredCommand(asked)
                    return None
            if command.asked != asked:
                raise KeyError(key)
            if not command.over.wait(PATIENCE_S):
                raise TimeoutError
            if command.answer is not None:
                return command.answer

    def end(self, key: Key, answer: StoredResponse | None) -> None:
        """Stores the answer of a command; None forgets the command, so that it can be tried again."""
        with self._lock:
            command = self._commands[key]
            if answer is None:
                del self._commands[key]
            else:
                command.answer = answer
                self._bytes += len(answer.body)
            self._evict_old()
            command.over.set()

    def _evict_old(self) -> None:
        for key, command in list(self._commands.items()):
            if len(self._commands) <= self._most and self._bytes <= self._most_bytes:
                return
            if command.answer is not None:
                del self._commands[key]
                self._bytes -= len(command.answer.body)


def install(app: Flask) -> None:
    """Runs every command of the app once; the guard has checked its id before."""
    commands = Idempotency()

    @app.before_request
    def answer_again() -> Response | None:
        if request.method in READING:
            return None
        key = _make_key()
        try:
            answer = commands.begin(key, _digest_request())
        except KeyError:
            abort(409, _("This id was used for another command: reload the page."))
        except TimeoutError:
            abort(503, _("The same command is still running: wait, and look at the table before you try again."))
        if answer is None:
            g.command = key
            return None
        return Response(answer.body, answer.status, list(answer.headers))

    @app.after_request
    def keep_answer(response: Response) -> Response:
        if key := g.get("command"):
            passing = response.status_code >= 500 or response.status_code in PASSING
            commands.end(key, None if passing else _store_response(response))
            # last of all: `give_up` below drops a command whose answer cannot be read, or a repeated request would wait
            g.pop("command")
        return response

    @app.teardown_request
    def give_up(_fault: BaseException | None) -> None:
        # only where there was no answer at all
        if key := g.pop("command", None):
            commands.end(key, None)


def _make_key() -> Key:
    return access.seat().device or f"at {request.remote_addr}", request.get_json()["id"]  # no text


def _digest_request() -> bytes:
    return hashlib.sha256(f"{request.method} {request.full_path}\n".encode() + request.get_data()).digest()


def _store_response(response: Response) -> StoredResponse:
    return StoredResponse(response.status_code, tuple(response.headers.items()), response.get_data())

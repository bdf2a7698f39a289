"""Installs the entrance in an app: the guard, idempotent commands, presence and the join pages."""

import hashlib
import math
import re
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import segno
from flask import Blueprint, Flask, Response, abort, g, jsonify, request

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from webui.entrance import access, guard
from webui.entrance.access import Access, Seat, only
from webui.entrance.devices import AWAY, LEFT
from webui.entrance.guard import READING
from webui.entrance.rate_limit import RateLimit, address_of_asker
from webui.entrance.strict_json import StrictJSON
from webui.server import hosts
from webui.server.hosts import host_name, is_this_machine
from webui.server.stream import HAND_OVER, HandOver


def install(app: Flask, access: Access, clock: Callable[[], float] = time.monotonic) -> None:
    """Sends every request through the entrance. clock: for the seconds between wrong codes."""
    app.extensions["access"] = access
    app.json = StrictJSON(app)
    app.before_request(hosts.guard(access.address))
    app.before_request(guard.check)
    install_idempotency(app)
    devices = Presence()
    install_presence(app, devices)
    install_device_pages(app, access)
    app.register_blueprint(build_join_blueprint(RateLimit(clock), devices))


# a stream is a sign of life each second
HERE_S = 5.0
MAY_SEND_AWAY = ("table", "umpire")  # no text


def build_devices_blueprint() -> Blueprint:
    """Serves /api/devices and /api/devices/away."""
    pages = Blueprint("devices", __name__)

    @pages.get("/api/devices")
    def list_devices() -> Response:
        only(*MAY_SEND_AWAY)
        return jsonify(devices=_describe_devices())

    @pages.post("/api/devices/away")
    def end_device() -> Response:
        only(*MAY_SEND_AWAY)
        device = request.get_json().get("device")
        if device == access.seat().device:
            abort(409, _("This is the device in your hand: leave its seat on the page Join instead."))
        if not isinstance(device, str) or not access.current().devices.end(device, AWAY):
            abort(404, _("That device has left already: look at the list again."))
        return jsonify(devices=_describe_devices())

    return pages


def install_device_pages(app: Flask, seats: Access) -> None:
    """Serves the pages, and ends the streams of a device with its token."""
    app.register_blueprint(build_devices_blueprint())

    @app.after_request
    def end_with_token(response: Response) -> Response:
        if response.mimetype != "text/event-stream" or not access.seat().device:
            return response
        seat = access.seat()
        hand_over: HandOver | None = request.environ.get(HAND_OVER)
        if hand_over is not None and hand_over.follower is not None:
            hand_over.counts = lambda: seats.counts(seat)
        else:
            response.response = until_ended(iter(response.response), seats, seat)
        return response


def until_ended(lines: Iterator[Any], seats: Access, seat: Seat) -> Iterator[Any]:
    """The stream, for as long as the token of its seat counts: later lines are for other devices."""
    try:
        for line in lines:
            if not seats.counts(seat):
                return
            yield line
    finally:
        if isinstance(lines, Generator):
            lines.close()


def _describe_devices() -> list[dict[str, object]]:
    """The devices, the most recently seen first. early: it joined with a version that did not note when."""
    time_s, own_device = time.time(), access.seat().device
    return [
        {
            "device": name,
            "role": device.role,
            "called": str(access.role_name(device.role)),
            "since": round(device.since),
            "early": device.early,
            "seen_s": max(0, round(time_s - device.seen)),
            "here": time_s - device.seen < HERE_S,
            "own": name == own_device,
        }
        for name, device in access.current().devices.list_devices().items()
    ]


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


def install_idempotency(app: Flask) -> None:
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


class Presence:
    """Open streams by role and device; a device with two tabs is one device."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._streams: Counter[tuple[str, str]] = Counter()

    def add_stream(self, role: str, device: str) -> None:
        """Counts a stream that a device has opened."""
        with self._lock:
            self._streams[role, device] += 1

    def remove_stream(self, role: str, device: str) -> None:
        """Counts a stream that a device has closed."""
        with self._lock:
            self._streams[role, device] -= 1
            self._streams += Counter()  # drops the zeros

    def count_devices(self) -> dict[str, int]:
        """The number of devices that each role has now."""
        with self._lock:
            device_counts = Counter(role for role, _device in self._streams)
        return {role: device_counts[role] for role in access.current().roles}


def install_presence(app: Flask, presence: Presence) -> None:
    """Counts the devices that follow a stream of the app, for as long as it is open."""

    @app.after_request
    def count_stream(response: Response) -> Response:
        if response.mimetype == "text/event-stream":
            sender = access.seat()
            seat = sender.role, sender.device or str(request.remote_addr)
            presence.add_stream(*seat)
            hand_over: HandOver | None = request.environ.get(HAND_OVER)
            if hand_over is not None and hand_over.follower is not None:
                # the response ends here, but not the stream
                hand_over.ended = lambda: presence.remove_stream(*seat)
            else:
                response.call_on_close(lambda: presence.remove_stream(*seat))
        return response


PATH = re.compile(r"/[\w/.~?=&-]{0,200}", re.ASCII)
WRONG = Message("That code is not right: look at the table’s screen, under Join, and enter it again.")
LONGEST = 64
NOT_OPEN = Message("The server listens to this machine only: start it with --host 0.0.0.0, and other devices can join.")


def build_join_blueprint(tries: RateLimit, presence: Presence) -> Blueprint:
    """Serves /api/me, /api/join, /api/leave and /api/qr.svg?path=/join/CODE (&ink=black: for paper)."""
    pages = Blueprint("entrance", __name__)

    @pages.get("/api/me")
    def describe_device() -> Response:
        may = access.rights(access.who())
        return jsonify(
            role=access.who(),
            called=str(access.role_name(access.who())),
            may=may,
            seats=_describe_seats(),
            codes=_describe_codes(presence.count_devices()) if "codes" in may else [],
            addresses=_list_addresses(),
            joined=presence.count_devices(),
            ended=access.explain_end(),
        )

    @pages.post("/api/join")
    def join_table() -> Response:
        role = _open_role(request.get_json().get("code"), address_of_asker(), tries)
        response = jsonify(role=role, called=str(access.role_name(role)))
        # a device that has joined already keeps its name
        if access.seat().role != role or not access.seat().device:
            access.give(response, role)
            access.current().devices.end(access.seat().device, LEFT)
        return response

    @pages.post("/api/leave")
    def leave_seat() -> Response:
        access.current().devices.end(access.seat().device, LEFT)
        role = access.current().seat(None, request.host).role
        response = jsonify(role=role, called=str(access.role_name(role)))
        access.forget(response)
        return response

    @pages.get("/api/qr.svg")
    def get_qr() -> Response:
        path = request.args.get("path", "/join")
        if not PATH.fullmatch(path):
            abort(400, _("Name a page of this server: /api/qr.svg?path=/join."))
        page_url = next(iter(_list_addresses()), None) or abort(404, str(NOT_OPEN))
        inks = {"dark": "black", "light": "white"} if request.args.get("ink") == "black" else {}
        return Response(draw_qr_code(page_url + path, **inks), mimetype="image/svg+xml")

    return pages


def draw_qr_code(text: str, dark: str = "#0e1216", light: str = "#e9e6dc") -> bytes:
    """A QR code as SVG, dark on light for every camera, and not too bright for a dim room."""
    out = BytesIO()
    segno.make_qr(text, error="m").save(out, kind="svg", border=4, dark=dark, light=light, xmldecl=False, omitsize=True)
    return out.getvalue()


def _open_role(code: object, address: str, tries: RateLimit) -> str:
    """The role that the code opens. Refuses a wrong code, and any code after too many wrong ones."""
    if not isinstance(code, str) or not 0 < len(code.strip()) <= LONGEST:
        abort(400, _("Enter the code on the table’s screen, under Join."))
    if wait := tries.wait_s(address):
        abort(429, _("Too many wrong codes: wait {seconds} s, then try again.", seconds=math.ceil(wait)))
    role = access.current().role(code)
    if role is None:
        tries.wrong(address)
        abort(403, str(WRONG))
    return role


def _list_addresses() -> list[str]:
    """The URLs of the page for other devices."""
    urls = access.current().addresses(int(request.environ["SERVER_PORT"]))
    if urls or access.current().alone or is_this_machine(host_name(request.host)):
        return urls
    return [f"{request.scheme}://{request.host}"]


def _describe_codes(joined: Mapping[str, int]) -> list[dict[str, object]]:
    """The join codes in order, the seats' first, with the number of devices that joined with each."""
    codes = access.current().codes
    names = {seat: access.name_seat(seat) for seat in access.current().seats}
    names |= {"umpire": _("Umpire"), "table": _("This table, second screen")}
    return [
        {"role": role, "name": name, "code": codes[role], "joined": joined.get(role, 0)} for role, name in names.items()
    ]


def _describe_seats() -> list[dict[str, object]]:
    """The seats that the table has now, in order, as pages draw them."""
    return [
        {"id": seat, "name": access.name_seat(seat), "number": number}
        for number, seat in enumerate(access.current().seats)
    ]

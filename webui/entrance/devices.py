"""The devices that have joined: a token counts for as long as its device is in this list.

The list lies beside the keys, so that whoever has left, or was sent away, stays out after a restart of the program, and
a copy of their cookie with them. Several servers may share it.
"""

import json
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.storage.text_file import write_bytes

# a league's season: so long is a token good for
KEPT_S = 90 * 24 * 3600
# of each role; more than a club has, and a bound for who joins again and again
MOST_EACH = 64
MOST_ENDED = 256
# when a device was last seen is written so often at most
WRITTEN_S = 60.0
PATIENCE_S = 5.0
# how a seat has ended; the words are in the file
LEFT, AWAY, EXPIRED, UNKNOWN = "left", "sent away", "expired", "unknown"  # no text
ENDED = {
    LEFT: Message("This device has left its seat, or taken another one: join again to play on."),
    AWAY: Message("The table has sent this device away: join again with the code on the table’s screen to play on."),
    EXPIRED: Message("This device joined more than 90 days ago: join again with the code on the table’s screen."),
    UNKNOWN: Message("The table does not know this device any more: join again with the code on the table’s screen."),
}


class NotKept(BadFile):
    """The list cannot be written; the message names its file, which pages do not."""

    on_page = Message("the table cannot store who has joined: the terminal of the program says why")


@dataclass(frozen=True)
class JoinedDevice:
    """A device that has joined. since, seen: seconds since 1970.

    early: whether it joined with a version whose tokens did not say when; since is when it was first seen then.
    """

    role: str
    since: float
    seen: float
    early: bool = False


@dataclass(frozen=True)
class Ended:
    """A device whose token counts no more. why: a key of ENDED."""

    why: str
    at: float
    early: bool = False


class Devices:
    """Every device by its name. path: the file; None for a list that ends with the program. Any thread may ask."""

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self._path, self._clock = path, clock
        self._lock = threading.RLock()
        self._devices: dict[str, JoinedDevice] = {}
        self._ended: dict[str, Ended] = {}
        # from when on tokens say when they were given
        self._first = clock()
        self._stamp: tuple[int, ...] = ()
        self._written = clock()
        if path is not None:
            self._change(lambda: None)

    def admit(self, role: str) -> tuple[str, int]:
        """A new device of a role: its name, and when it joined. NotKept where the list cannot be written."""
        name, now = secrets.token_hex(8), self._clock()
        self._change(lambda: self._take_in(name, JoinedDevice(role, now, now)))
        return name, int(now)

    def fault(self, name: str, role: str, issued: float | None) -> str:
        """Why a signed token counts no more, as a key of ENDED; empty where it counts, and then its device was seen.

        issued: when it was given; None for a token of an earlier version. Those count for 90 days from when this
        version first ran, unless their device has left.
        """
        with self._lock:
            self._look()
            now = self._clock()
            if name in self._ended:
                return self._ended[name].why
            if (self._first if issued is None else issued) + KEPT_S < now:
                return EXPIRED
            device = self._devices.get(name)
            if device is None and issued is None:
                self._take_in(name, device := JoinedDevice(role, now, now, early=True))
            if device is None or device.role != role:
                return UNKNOWN
            self._devices[name] = replace(device, seen=now)
            if now - self._written >= WRITTEN_S or now < self._written:
                # a disk that is full must not keep out who has joined
                with suppress(BadFile):
                    self._change(lambda: None)
            return ""

    def end(self, name: str, why: str) -> bool:
        """A token counts no more; whether it counted. NotKept where that cannot be stored: it holds till a restart."""
        device = self._devices.get(name)
        if device is None:
            return False
        self._change(lambda: self._put_out(name, why))
        return True

    def listed(self) -> dict[str, JoinedDevice]:
        """The devices that have joined, the one that was seen last first."""
        with self._lock:
            self._look()
            return dict(sorted(self._devices.items(), key=lambda named: -named[1].seen))

    # changes, with the lock held

    def _take_in(self, name: str, device: JoinedDevice) -> None:
        self._devices[name] = device
        same = [other for other, its in self._devices.items() if its.role == device.role]
        while len(same) > MOST_EACH:
            longest = min(same, key=lambda other: self._devices[other].seen)
            self._put_out(longest, UNKNOWN)
            same.remove(longest)

    def _put_out(self, name: str, why: str) -> None:
        device = self._devices.pop(name, None)
        if device is not None:
            self._ended[name] = Ended(why, self._clock(), device.early)

    def _prune(self) -> None:
        """Forgets whose tokens are too old anyway; the reasons of the others only up to a bound."""
        old = self._clock() - KEPT_S
        self._devices = {name: device for name, device in self._devices.items() if device.since > old}
        # nobody else keeps an early token out; there are no new ones
        late = sorted((name for name, ended in self._ended.items() if not ended.early), key=lambda n: self._ended[n].at)
        for name in late[: max(0, len(late) - MOST_ENDED)]:
            del self._ended[name]

    # the file

    def _change(self, change: Callable[[], None]) -> None:
        """A change on top of what other servers have written, and written itself."""
        with self._lock:
            try:
                with FileLock(f"{self._path}.lock", timeout=PATIENCE_S) if self._path else nullcontext():
                    self._refresh()
                    change()
                    self._prune()
                    self._write()
            except (OSError, Timeout, BadFile) as fault:
                # what cannot be stored holds at least until the program ends
                change()
                raise NotKept(f"who has joined cannot be stored: {fault}") from fault  # no text: a fault of a file

    def _write(self) -> None:
        self._written = self._clock()
        if self._path is None:
            return
        data = {
            "first": self._first,
            "devices": {name: asdict(device) for name, device in self._devices.items()},
            "ended": {name: asdict(ended) for name, ended in self._ended.items()},
        }
        write_bytes(self._path, json.dumps(data, indent=1).encode(), private=True)
        self._stamp = self._stamped()

    def _look(self) -> None:
        """Takes in what another server has written since; a file that cannot be read puts nobody out."""
        with suppress(BadFile):
            self._refresh()

    def _refresh(self) -> None:
        """Takes in what another server has written since. NotKept where that cannot be read."""
        stamp = self._stamped()
        if stamp == self._stamp or self._path is None:
            return
        if not stamp:
            # deleted by hand while the program runs: what is known stays, and is written with the next change
            return
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
            self._merge(data)
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as broken:
            fault = "cannot be read as the devices of a table: delete it, and all devices have to join again"  # no text
            raise NotKept(f"{self._path} {fault}") from broken
        self._stamp = stamp

    def _merge(self, data: dict[str, Any]) -> None:
        first = float(data["first"])
        ended = {str(name): Ended(**its) for name, its in data["ended"].items()}
        devices = {str(name): JoinedDevice(**its) for name, its in data["devices"].items()}
        # who was put out here stays out, also where that could not be stored
        self._first, self._ended = first, self._ended | ended
        known, self._devices = self._devices, {}
        for name, device in devices.items():
            if name not in self._ended:
                seen = max(device.seen, known[name].seen) if name in known else device.seen
                self._devices[name] = replace(device, seen=seen)

    def _stamped(self) -> tuple[int, ...]:
        try:
            found = self._path.stat() if self._path else None
        except OSError:
            found = None
        return (found.st_ino, found.st_mtime_ns, found.st_size) if found else ()

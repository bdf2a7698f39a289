"""The devices that have joined: a token counts for as long as its device is in this list.

The list lies beside the keys, so that a device that has left, or was sent away, stays out after a restart of the
program, and a copy of its cookie too. Several servers may share it.
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

# a league's season: a token is good for this long
KEPT_S = 90 * 24 * 3600
# of each role; more than a club has, and a bound for a device that joins again and again
MOST_EACH = 64
MOST_ENDED = 256
# the time when a device was last seen is written at most this often
WRITTEN_S = 60.0
PATIENCE_S = 5.0
# how often a thread reads the list for the event loop
REFRESH_S = 0.5
# how a seat has ended; the words are in the file
LEFT, AWAY, EXPIRED, UNKNOWN = "left", "sent away", "expired", "unknown"  # no text
ENDED = {
    LEFT: Message("This device has left its seat, or taken another one: join again to play on."),
    AWAY: Message("The table has disconnected this device: join again with the code on the table’s screen to play on."),
    EXPIRED: Message("This device joined more than 90 days ago: join again with the code on the table’s screen."),
    UNKNOWN: Message("The table does not know this device any more: join again with the code on the table’s screen."),
}


class UnwritableDevices(BadFile):
    """The list cannot be written; the message names its file, which pages do not."""

    on_page = Message("the table cannot store which devices have joined: see the program's terminal for the reason")


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
class EndedDevice:
    """A device whose token no longer counts. why: a key of ENDED."""

    why: str
    at: float
    early: bool = False


class Devices:
    """Every device by its name. path: the file; None for a list that ends with the program. Any thread may ask."""

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self._path, self._clock = path, clock
        self._lock = threading.RLock()
        self._devices: dict[str, JoinedDevice] = {}
        self._ended: dict[str, EndedDevice] = {}
        # since then, tokens say when they were given
        self._first_run_s = clock()
        self._stamp: tuple[int, ...] = ()
        self._written_s = clock()
        self._refreshed_s = time.monotonic()
        if path is not None:
            self._make_change(lambda: None)

    def admit(self, role: str) -> tuple[str, int]:
        """A new device of a role: its name, and when it joined. NotKept where the list cannot be written."""
        name, time_s = secrets.token_hex(8), self._clock()
        self._make_change(lambda: self._add_device(name, JoinedDevice(role, time_s, time_s)))
        return name, int(time_s)

    def fault(self, name: str, role: str, issued: float | None) -> str:
        """The reason why a signed token no longer counts, as a key of ENDED; empty where it counts, and then its device
        was seen.

        issued: when it was given; None for a token of an earlier version. Those count for 90 days from when this
        version first ran, unless their device has left.
        """
        with self._lock:
            self._read_quietly()
            time_s = self._clock()
            if fault := self.known_fault(name, role, issued, refresh=False):
                return fault
            if name not in self._devices:
                self._add_device(name, JoinedDevice(role, time_s, time_s, early=True))
            self._devices[name] = replace(self._devices[name], seen=time_s)
            due = time_s - self._written_s >= WRITTEN_S or time_s < self._written_s
        if due:
            # neither a full disk nor another server that writes keeps out devices that have joined
            with suppress(BadFile):
                self._make_change(lambda: None, patience_s=0)
        return ""

    def known_fault(self, name: str, role: str, issued: float | None, refresh: bool = True) -> str:
        """The same as far as memory knows: waits for no file and no lock, so that the event loop may ask.

        refresh: whether another thread soon reads what other servers have written.
        """
        if refresh:
            self._refresh_soon()
        if ended := self._ended.get(name):
            return ended.why
        if (self._first_run_s if issued is None else issued) + KEPT_S < self._clock():
            return EXPIRED
        device = self._devices.get(name)
        if device is None:
            return "" if issued is None else UNKNOWN
        return "" if device.role == role else UNKNOWN

    def _refresh_soon(self) -> None:
        """Reads the file in a thread of its own, at most once in a while."""
        time_s = time.monotonic()
        if self._path is not None and time_s - self._refreshed_s >= REFRESH_S:
            self._refreshed_s = time_s
            threading.Thread(target=self._refresh, name="devices", daemon=True).start()

    def _refresh(self) -> None:
        with self._lock:
            self._read_quietly()

    def end(self, name: str, why: str) -> bool:
        """Ends a token; says whether it counted. NotKept where that cannot be stored: then it holds till a restart."""
        device = self._devices.get(name)
        if device is None:
            return False
        self._make_change(lambda: self._end_device(name, why))
        return True

    def list_devices(self) -> dict[str, JoinedDevice]:
        """The devices that have joined, the most recently seen first."""
        with self._lock:
            self._read_quietly()
            return dict(sorted(self._devices.items(), key=lambda named: -named[1].seen))

    # changes, with the lock held

    def _add_device(self, name: str, device: JoinedDevice) -> None:
        self._devices[name] = device
        names_of_role = [name_of_role for name_of_role, its in self._devices.items() if its.role == device.role]
        while len(names_of_role) > MOST_EACH:
            longest = min(names_of_role, key=lambda other: self._devices[other].seen)
            self._end_device(longest, UNKNOWN)
            names_of_role.remove(longest)

    def _end_device(self, name: str, why: str) -> None:
        device = self._devices.pop(name, None)
        if device is not None:
            self._ended[name] = EndedDevice(why, self._clock(), device.early)

    def _prune_old(self) -> None:
        """Forgets tokens that are too old anyway; keeps the reasons of the rest only up to a bound."""
        old = self._clock() - KEPT_S
        self._devices = {name: device for name, device in self._devices.items() if device.since > old}
        # only this list keeps early tokens out, and there are no new ones
        late = sorted((name for name, ended in self._ended.items() if not ended.early), key=lambda n: self._ended[n].at)
        for name in late[: max(0, len(late) - MOST_ENDED)]:
            del self._ended[name]

    # the file

    def _make_change(self, change: Callable[[], None], patience_s: float = PATIENCE_S) -> None:
        """Makes a change on top of what other servers have written, and writes it.

        patience_s: the longest wait for another server that writes; nobody else waits with it.
        """
        try:
            with FileLock(f"{self._path}.lock", timeout=patience_s) if self._path else nullcontext(), self._lock:
                self._read_changes()
                change()
                self._prune_old()
                self._write_file()
        except (OSError, Timeout, BadFile) as fault:
            # a change that cannot be stored holds at least until the program ends
            with self._lock:
                change()
            # no text: a fault of a file
            raise UnwritableDevices(f"the list of joined devices cannot be stored: {fault}") from fault

    def _write_file(self) -> None:
        self._written_s = self._clock()
        if self._path is None:
            return
        data = {
            "first": self._first_run_s,
            "devices": {name: asdict(device) for name, device in self._devices.items()},
            "ended": {name: asdict(ended) for name, ended in self._ended.items()},
        }
        write_bytes(self._path, json.dumps(data, indent=1).encode(), private=True)
        self._stamp = self._read_stamp()

    def _read_quietly(self) -> None:
        """Reads what another server has written since; a file that cannot be read puts nobody out."""
        with suppress(BadFile):
            self._read_changes()

    def _read_changes(self) -> None:
        """Reads what another server has written since. NotKept where that cannot be read."""
        stamp = self._read_stamp()
        if stamp == self._stamp or self._path is None:
            return
        if not stamp:
            # deleted by hand while the program runs: the list in memory stays, and is written with the next change
            return
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
            self._merge_file(data)
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as broken:
            fault = "cannot be read as the devices of a table: delete it, and all devices have to join again"  # no text
            raise UnwritableDevices(f"{self._path} {fault}") from broken
        self._stamp = stamp

    def _merge_file(self, data: dict[str, Any]) -> None:
        first_run_s = float(data["first"])
        ended = {str(name): EndedDevice(**its) for name, its in data["ended"].items()}
        devices = {str(name): JoinedDevice(**its) for name, its in data["devices"].items()}
        # a device that was put out here stays out, even where that could not be stored
        self._first_run_s, self._ended = first_run_s, self._ended | ended
        earlier = self._devices
        # replaced at once, for those who look without waiting
        self._devices = {
            name: replace(device, seen=max(device.seen, earlier[name].seen)) if name in earlier else device
            for name, device in devices.items()
            if name not in self._ended
        }

    def _read_stamp(self) -> tuple[int, ...]:
        try:
            stat = self._path.stat() if self._path else None
        except OSError:
            stat = None
        return (stat.st_ino, stat.st_mtime_ns, stat.st_size) if stat else ()

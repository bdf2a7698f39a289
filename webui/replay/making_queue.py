"""What takes long to make is made one after the other in the background, with progress and a way to break off.

queue.start("film of 7", make)        make(path, progress) writes a file
queue.standing("film of 7")           {"state": "making", "done": 12, "of": 90}
queue.file("film of 7")               where it is done
"""

import logging
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
Make = Callable[[Path, Progress], None]
# so many are kept, made or not; what was asked for longest ago goes first
AT_MOST = 6
RUNS = ("waiting", "making")  # no text: codes


class BrokenOffError(Exception):
    """Somebody no longer wants it."""


@dataclass
class MakingJob:
    """One thing that is made. state: waiting, making, done, failed or cancelled."""

    make: Make
    state: str = "waiting"  # no text: a code
    done: int = 0
    of: int = 0
    path: Path | None = None
    unwanted: threading.Event = field(default_factory=threading.Event)

    def progress(self, done: int, of: int) -> None:
        """Notes how far it is; BrokenOffError where nobody wants it any more."""
        if self.unwanted.is_set():
            raise BrokenOffError
        self.done, self.of = done, of


class MakingQueue:
    """Everything that is made for the pages, by its key. Any thread may ask; its own thread ends when nothing waits."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, MakingJob] = OrderedDict()
        self._thread: threading.Thread | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._made = 0

    def start(self, key: str, make: Make) -> dict[str, Any]:
        """Has it made, unless it is there or on its way."""
        with self._lock:
            job = self._jobs.get(key)
            if job is None or job.state in ("failed", "cancelled"):
                self._jobs[key] = MakingJob(make)
                self._jobs.move_to_end(key)
                self._forget_old()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="making", daemon=True)  # no text
                self._thread.start()
        return self.standing(key)

    def standing(self, key: str) -> dict[str, Any]:
        """How far it is; {"state": "none"} where nobody has asked for it."""
        with self._lock:
            job = self._jobs.get(key)
            return {"state": job.state, "done": job.done, "of": job.of} if job else {"state": "none"}

    def cancel(self, key: str) -> dict[str, Any]:
        """Breaks it off; what is made already stays."""
        with self._lock:
            job = self._jobs.get(key)
            if job and job.state in RUNS:
                job.unwanted.set()
                job.state = "cancelled"
        return self.standing(key)

    def file(self, key: str) -> Path | None:
        """The file, once it is made."""
        with self._lock:
            job = self._jobs.get(key)
            return job.path if job and job.state == "done" else None

    def _forget_old(self) -> None:
        idle = [key for key, job in self._jobs.items() if job.state not in RUNS]
        for key in idle[: max(0, len(self._jobs) - AT_MOST)]:
            path = self._jobs.pop(key).path
            if path:
                path.unlink(missing_ok=True)

    def _next(self) -> tuple[MakingJob, Path] | None:
        """What is made next and where to; None ends the thread."""
        with self._lock:
            job = next((job for job in self._jobs.values() if job.state == "waiting"), None)
            if job is None:
                self._thread = None
                return None
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="tablecam-")
            self._made += 1
            job.state = "making"
            return job, Path(self._folder.name) / str(self._made)

    def _run(self) -> None:
        while found := self._next():
            job, path = found
            state = self._result(job, path)
            with self._lock:
                if job.state == "making":
                    job.state, job.path = state, path
                else:
                    path.unlink(missing_ok=True)

    def _result(self, job: MakingJob, path: Path) -> str:
        try:
            job.make(path, job.progress)
        except BrokenOffError:
            return "cancelled"  # no text
        except Exception:
            # whatever it was, the queue goes on, and the page says that it failed
            log.exception("what was to be made in the background was not")
            return "failed"  # no text
        return "done"  # no text

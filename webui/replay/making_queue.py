"""Makes files that take long, one after the other in the background, with progress and a way to cancel.

queue.start("film of 7", make)        make(path, progress) writes a file
queue.standing("film of 7")           {"state": "making", "done": 12, "of": 90}
queue.file("film of 7")               its path, once it is ready
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
# this many jobs are kept, done or not; the oldest request goes first
AT_MOST = 6
RUNS = ("waiting", "making")  # no text: codes


class BrokenOffError(Exception):
    """Nobody wants the file any more."""


@dataclass
class MakingJob:
    """A file that is made. state: waiting, making, done, failed or cancelled."""

    make: Make
    state: str = "waiting"  # no text: a code
    done: int = 0
    of: int = 0
    path: Path | None = None
    unwanted: threading.Event = field(default_factory=threading.Event)

    def progress(self, done: int, of: int) -> None:
        """Notes the progress; BrokenOffError where nobody wants the file any more."""
        if self.unwanted.is_set():
            raise BrokenOffError
        self.done, self.of = done, of


class MakingQueue:
    """All files that are made for the pages, by key. Any thread may ask; its own thread ends when nothing waits."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, MakingJob] = OrderedDict()
        self._thread: threading.Thread | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._files_made = 0

    def start(self, key: str, make: Make) -> dict[str, Any]:
        """Starts making the file, unless it is ready or on its way."""
        with self._lock:
            job = self._jobs.get(key)
            if job is None or job.state in ("failed", "cancelled"):
                self._jobs[key] = MakingJob(make)
                self._jobs.move_to_end(key)
                self._forget_old()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run_jobs, name="making", daemon=True)  # no text
                self._thread.start()
        return self.standing(key)

    def standing(self, key: str) -> dict[str, Any]:
        """The progress; {"state": "none"} where nobody has asked for the file."""
        with self._lock:
            job = self._jobs.get(key)
            return {"state": job.state, "done": job.done, "of": job.of} if job else {"state": "none"}

    def cancel(self, key: str) -> dict[str, Any]:
        """Stops making the file; a file that is ready stays."""
        with self._lock:
            job = self._jobs.get(key)
            if job and job.state in RUNS:
                job.unwanted.set()
                job.state = "cancelled"
        return self.standing(key)

    def file(self, key: str) -> Path | None:
        """The file, once it is ready."""
        with self._lock:
            job = self._jobs.get(key)
            return job.path if job and job.state == "done" else None

    def forget(self, beginning: str) -> None:
        """Cancels and deletes the files whose keys begin like that."""
        with self._lock:
            for key in [key for key in self._jobs if key.startswith(beginning)]:
                job = self._jobs.pop(key)
                job.unwanted.set()
                job.state = "cancelled"
                if job.path:
                    job.path.unlink(missing_ok=True)

    def _forget_old(self) -> None:
        idle = [key for key, job in self._jobs.items() if job.state not in RUNS]
        for key in idle[: max(0, len(self._jobs) - AT_MOST)]:
            path = self._jobs.pop(key).path
            if path:
                path.unlink(missing_ok=True)

    def _take_next_job(self) -> tuple[MakingJob, Path] | None:
        """The next job and the path of its file; None ends the thread."""
        with self._lock:
            job = next((job for job in self._jobs.values() if job.state == "waiting"), None)
            if job is None:
                self._thread = None
                return None
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="tablecam-")
            self._files_made += 1
            job.state = "making"
            return job, Path(self._folder.name) / str(self._files_made)

    def _run_jobs(self) -> None:
        while next_job := self._take_next_job():
            job, path = next_job
            state = self._make_file(job, path)
            with self._lock:
                if job.state == "making":
                    job.state, job.path = state, path
                else:
                    path.unlink(missing_ok=True)

    def _make_file(self, job: MakingJob, path: Path) -> str:
        try:
            job.make(path, job.progress)
        except BrokenOffError:
            return "cancelled"  # no text
        except Exception:
            # whatever the fault, the queue goes on, and the page says that it failed
            log.exception("what was to be made in the background was not")
            return "failed"  # no text
        return "done"  # no text

"""A real `tablecam demo` that can be killed and started again where it was, and the hands at its table."""

import itertools
import json
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

ROOT = Path(__file__).resolve().parents[3]
HERE = "127.0.0.1"
# how long anything may take that comes sooner or later: a machine that is busy takes long, one that hangs takes longer
LONG_S = 180
Json = dict[str, Any]


class Demo:
    """folder: where the table, its games and its keys are kept; the port is the same at every start."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.options, self.port = folder, options, free_port()
        self.codes: dict[str, str] = {}
        self.owner = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Returns when the page is served."""
        kept = ["--table", str(self.folder), *self.options]
        where = ["--host", "0.0.0.0", "--port", str(self.port), "--no-browser"]
        command = [sys.executable, "-m", "tablecam", "demo", *kept, *where]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("The table is at"):
                self.owner = line.split()[4].rpartition("/")[2]
            if line.startswith("Codes to join with"):
                said = line.partition(":")[2].partition(";")[0]
                self.codes = dict(each.split() for each in said.split(","))
                return
        raise AssertionError(f"the demo ended: {self._process.wait()}")

    def kill(self) -> None:
        """Ends it as a power cut would."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(timeout=LONG_S)

    def stop(self) -> None:
        """Ends it, if it still runs."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(timeout=LONG_S)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


class Hands:
    """Whoever moves models over the drawn table, and looks at where they stand: joined as the umpire."""

    def __init__(self, demo: Demo) -> None:
        self._at = f"http://{HERE}:{demo.port}"
        self._open = build_opener(HTTPCookieProcessor())
        self._ids = itertools.count(secrets.randbits(60))
        self._post("/api/join", {"code": demo.codes["umpire"]})

    def do(self, what: str, **how: object) -> Json:
        """Directs the stage; TableRefused with its sentence. See webui/demo_control.py."""
        return self._post("/api/stage", {"do": what, **how})

    def look(self) -> Json:
        """The table as it truly is."""
        return self._asked(Request(f"{self._at}/api/stage"))

    def truth(self) -> dict[str, Json]:
        """Who stands on the table, by id."""
        return {model["id"]: model for model in self.look()["models"] if model["there"]}

    def rested(self, cue: Json) -> None:
        """Returns when what a command began is over, by the clock of the pictures."""

        def over() -> bool:
            # asked again when it should be: a server that is asked all the while has less time for its pictures
            left: float = cue["over_s"] - self.look()["time_s"]
            time.sleep(max(0.0, left))
            return left <= 0

        until(over, "the hand is still over the table")

    def advice(self, model: str) -> Json:
        """What a model of the game could do: its charges, and whom it could shoot at."""
        return self._asked(Request(f"{self._at}/api/advice?{urlencode({'model': model})}"))

    def way(self, model: str, x_in: float, y_in: float) -> Json | None:
        """The way of a model to a place, round whatever stands there; None where there is none, or no room."""
        there = {"model": model, "x_in": round(x_in, 2), "y_in": round(y_in, 2)}
        try:
            told = self._asked(Request(f"{self._at}/api/whatif?{urlencode(there)}"))
        except TableRefused:  # it is not seen just now
            return None
        way: Json | None = told["way"] if told["fits"] else None
        return way

    def _post(self, path: str, said: Json) -> Json:
        data = json.dumps({"id": f"{next(self._ids):024x}", **said}).encode()
        headers = {"Content-Type": "application/json", "X-Tablecam": "page"}
        return self._asked(Request(f"{self._at}{path}", data, headers))

    def _asked(self, request: Request) -> Json:
        try:
            with self._open.open(request, timeout=LONG_S) as answer:
                told: Json = json.load(answer)
                return told
        except HTTPError as refused:
            raise TableRefused(json.load(refused)["error"]["says"]) from refused


class TableRefused(Exception):
    """The stage's own sentence."""


def until(so: Callable[[], object], otherwise: str) -> None:
    """Returns when it is so; AssertionError with `otherwise` when it does not become so."""
    end = time.monotonic() + LONG_S
    while True:
        try:
            if so():
                return
        except (OSError, HTTPException):
            pass
        assert time.monotonic() < end, otherwise
        time.sleep(0.05)

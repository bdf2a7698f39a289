"""`tablecam tournament serve` as a program that is killed and started again where it was, and who talks to it."""

import itertools
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tablecam.base.errors import TablecamError
from webui.entrance.access import COOKIE, Access
from webui.entrance.devices import Devices
from webui.entrance.keys import devices_beside, load_keys

HERE = "127.0.0.1"
IDS = itertools.count()
Json = Any


class Served:
    """folder: where the database and the keys are kept; the port is the same at every start.

    host: with 0.0.0.0 browsers join in roles; on this machine alone everybody is the organiser. db: a file or a URL.
    """

    def __init__(self, folder: Path, host: str = "0.0.0.0", db: str = "games.db") -> None:
        self.folder = folder
        self.host = host
        self.db = db
        with socket.socket() as probe:
            probe.bind((HERE, 0))
            self.port = int(probe.getsockname()[1])
        self.start()

    @property
    def address(self) -> str:
        return f"http://{HERE}:{self.port}"

    def start(self) -> None:
        """Returns when it is served."""
        command = [sys.executable, "-m", "tablecam", "tournament", "serve", "--no-browser", "--host", self.host]
        options = ["--port", str(self.port), "--db", self.db, "--seconds", "900"]
        # the keys of a database on a server lie in the user's data folder
        own = {**os.environ, "XDG_DATA_HOME": str(self.folder)}
        self._process = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, text=True, cwd=self.folder, env=own
        )
        assert self._process.stdout is not None
        assert "is at" in self._process.stdout.readline()

    def kill(self) -> None:
        """Ends it as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(timeout=120)

    def end(self) -> None:
        """Ends it, if it still runs."""
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait(timeout=120)

    def organiser(self) -> "Asking":
        """Whoever has opened the address that the terminal prints."""
        if "://" in self.db:
            (kept,) = self.folder.glob("tablecam/*.keys")
        else:
            # made here where everybody is the organiser and the server needs none
            kept = self.folder / f"{self.db}.keys"
        access = Access(load_keys(kept), devices=Devices(devices_beside(kept)))
        return Asking(self.address, {COOKIE: access.token("table")})


class Refusal(TablecamError):
    """What the server would not do."""


class Asking:
    """A browser without a screen."""

    def __init__(self, address: str, cookies: dict[str, str] | None = None) -> None:
        self.address, self.cookies = address, dict(cookies or {})

    def get(self, path: str) -> Json:
        return self._answered(Request(self.address + path))

    def post(self, path: str, **said: Any) -> Json:
        body = json.dumps(said | {"id": f"{next(IDS):024x}"}).encode()
        headers = {"Content-Type": "application/json", "X-Tablecam": "page"}
        return self._answered(Request(self.address + path, body, headers))

    def act(self, command: str, **said: Any) -> None:
        """Something that the organiser does to the first night."""
        self.post("/api/club/1/act", command=command, **said)

    def draw(self) -> None:
        """The next round, published, and its clock started."""
        for command in ("draft", "publish", "start"):
            self.act(command)

    def code(self, player: str) -> str:
        """What is printed on a player's card."""
        return next(f"1.{each['code']}" for each in self.get("/api/club/1/paper")["cards"] if each["player"] == player)

    def phone(self, player: str) -> "Asking":
        """A player's phone, which has scanned the card that the organiser printed."""
        phone = Asking(self.address)
        phone.post("/api/card/open", card=self.code(player))
        return phone

    @property
    def card(self) -> Json:
        return self.get("/api/card")["card"]

    def report(self, own: int, theirs: int) -> None:
        """What both have lost, as this player has it."""
        game = self.card["game"]
        said = {"round": game["round"], "opponent": game["opponent"]}
        self.post("/api/card/report", **said, own={"lost": own}, theirs={"lost": theirs})

    def agree(self) -> None:
        """What stands on the card is right."""
        game = self.card["game"]
        self.post("/api/card/confirm", round=game["round"], opponent=game["opponent"], **game["stands"])

    def _answered(self, request: Request) -> Json:
        request.add_header("Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        try:
            with urlopen(request, timeout=120) as answer:
                for header in answer.headers.get_all("Set-Cookie") or []:
                    name, _, value = header.partition(";")[0].partition("=")
                    self.cookies[name] = value
                return json.load(answer)
        except HTTPError as refused:
            raise Refusal(f"{request.full_url}: {refused.read().decode()}") from refused

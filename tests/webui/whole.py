"""The page with all its parts: a part added to `Dependencies` is added here too, and its POSTs are tried."""

import json
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fake_table import ShownLive, camera, picture, position, roster
from flask import Flask

from tablecam.base.errors import CameraUnavailable
from tablecam.club.event.registry import EventRegistry
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.commands.drawn_table import make_company
from tablecam.doors.hub.bus import BrokerAddress
from tablecam.doors.hub.courier import Courier
from tablecam.doors.hub.outbox import GameOutbox
from tablecam.doors.hub.settings import DeskLink
from tablecam.doors.hub.topics import Place
from tablecam.game.hosting.database_watch import Custody
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive
from tablecam.live.frame_recorder import FrameRecorder
from tablecam.live.live_loop import PublishedFrame
from tablecam.live.portraits import PortraitKeeper
from tablecam.live.projector import ProjectorKeeper
from tablecam.live.tray_keeper import TrayKeeper
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.sensing.camera.synthetic.camera import write_table_folder
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.setup.dice_tray import TrayCamera
from tablecam.setup.table_books import TableBooks
from tablecam.setup.table_cameras import Cameras
from tablecam.setup.table_setup import TableSetup
from tablecam.storage.database import open_database
from tablecam.storage.frame_ring import FrameRing
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import TournamentStore
from tablecam.storage.portraits import PortraitFolder
from webui import create_app
from webui.club import cards
from webui.entrance.access import Access, alone
from webui.server.dependencies import Dependencies

# streams, pictures and what is read off a disk for a long list, none of which a command changes; and the devices, which
# every request changes: when they were last seen
NOT_LOOKED_AT = ("/api/events", "/api/v1/live", "/api/games", "/api/devices", ".jpg", ".svg")
# grow with time, or with every try
RESTLESS = {"number", "time_s", "time", "joined", "frames_per_s", "reading_ms", "age_s"}
FORCES = {"forces": {"red": "harbour-watch", "blue": "tunnel-kin"}}


@dataclass
class Whole:
    """An app with all its parts. floors: what was said of them."""

    app: Flask
    parts: Dependencies
    access: Access
    floors: list[tuple[str, str | None]] = field(default_factory=list)

    def state(self) -> dict[str, Any]:
        """All that the table's own screen can be told without naming anything, and what is on disk."""
        client = self.app.test_client()
        told = {path: still(client.get(path).json) for path in (*self.lookable(), "/api/club/1")}
        return told | {"floors": list(self.floors), "kept": self._kept()}

    def fingerprint(self) -> str:
        """The state as text."""
        return json.dumps(self.state(), sort_keys=True)

    def card_of(self, player: str) -> str:
        """What makes a browser the phone of a player of the first club night."""
        assert self.parts.club is not None
        with self.app.test_request_context():
            return cards.make_token(self.parts.club.stored_event("1"), player)

    def keep_playing(self) -> bool:
        """Another game, where the last one was closed or is over. Whether there is one."""
        assert self.parts.host is not None
        game = self.parts.host.view_for("table")["game"]
        if game is None or game["over"]:
            self.parts.host.begin(FORCES | {"instead": True})
            return True
        return False

    def questions(self) -> list[str]:
        """The keys of what is asked now."""
        assert self.parts.host is not None
        game = self.parts.host.view_for("table")["game"]
        return [question["key"] for question in game["questions"]] if game else []

    def lookable(self) -> list[str]:
        """The addresses under /api that can be asked without an argument."""
        rules = (rule for rule in self.app.url_map.iter_rules() if "GET" in (rule.methods or ()) and not rule.arguments)
        paths = {rule.rule for rule in rules if rule.rule.startswith("/api/")}
        return sorted(path for path in paths if not path.endswith(NOT_LOOKED_AT))

    def _kept(self) -> list[str]:
        assert self.parts.host is not None
        return [repr(game) for game in self.parts.host.list_games()]


class NoCamera:
    """A camera that is plugged in and sends nothing, so that what is told of its pictures stands still."""

    name, trouble, over = "no camera", None, None

    def look(self, after: int = -1, timeout: float = 1.0) -> None:
        """No picture, at once or later."""
        threading.Event().wait(timeout)

    def change(self, source: object) -> None:
        raise CameraUnavailable("there is no other camera here: plug one in")


def still(told: Any) -> Any:
    """The same without what changes by itself."""
    if isinstance(told, dict):
        return {key: still(value) for key, value in told.items() if key not in RESTLESS}
    return [still(each) for each in told] if isinstance(told, list) else told


def club_room(folder: Path) -> EventRegistry:
    """An evening whose first round is played."""
    house = EventRegistry(TournamentStore(open_database(str(folder / "games.db"))), folder / "snapshots")
    club = house.begin("Friday", "organiser")
    for number, name in enumerate(("ann", "bob", "cat", "dan", "eve")):
        club.act("organiser", lambda night, name=name, models=8 + number: night.enter(Entrant(name, name, "", models)))
    club.act("organiser", lambda night: night.set_tables(range(1, 5)))
    club.act("organiser", ClubEvent.draft)
    club.act("organiser", ClubEvent.publish)
    return house


def whole(folder: Path) -> Whole:
    """Everything, over the table that stands still; a game has begun. folder: an empty one."""
    live = ShownLive()
    live.show(PublishedFrame(1, position(), camera(), picture(), frames_per_s=24.0, reading_s=0.031))
    stage = Stage(two_forces(640, 360, company=make_company(BOOKS.usual)), hands=False)
    stage.film(1.0)
    host = GameHost(GameStore(open_database(str(folder / "games.db"))), GameSetups(BOOKS), dict)
    host.begin(FORCES)
    access, floors = alone(("red", "blue")), []
    write_table_folder(stage.scene, folder / "table")
    unplugged = Cameras(listed=tuple, by_address=NoCamera().change)
    club, table_books = club_room(folder), TableBooks(folder / "table", BOOKS)
    parts = Dependencies(
        live,
        roster,
        access=access,
        stage=stage,
        host=host,
        archive=Archive(host.store, BOOKS),
        club=club,
        custody=Custody((host, club)),
        desk=DeskLink("hall", BrokerAddress("127.0.0.1", 1, "hall-desk", "key"), "http://127.0.0.1/wall"),
        courier=Courier(
            Place("hall", "one"), BrokerAddress("127.0.0.1", 1), GameOutbox(host.store, BOOKS.rulebook, print)
        ),
        setup=TableSetup(folder / "table", NoCamera(), lambda: None, BOOKS.usual, unplugged),
        stand_on=lambda model, surface: floors.append((model, surface)),
        books=table_books.catalogue,
        table_books=table_books,
        portraits=PortraitKeeper(live, PortraitFolder(folder / "table")),
        projector=ProjectorKeeper(live),
        recorder=FrameRecorder(live, host, FrameRing(folder / "frames")),
        tray=TrayKeeper(NoCamera(), host, lambda _view, _field: ()),
        tray_camera=TrayCamera(folder / "table"),
        throw=lambda: lambda _kind, _faces, _side: None,
    )
    return Whole(create_app(parts), parts, access, floors)

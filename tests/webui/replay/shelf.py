"""Games on a shelf for the page: one that is over, played on a drawn table, and the one in progress."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from fake_table import camera
from filmed_game import draw_plain
from hosting import Table, answers, watched
from serving import served
from table_game import played

from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive
from tablecam.live.frame_recorder import FrameRecorder
from tablecam.live.game_observer import GameObserver
from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.crops import Crops
from tablecam.storage.frame_ring import FrameRing, KeptFrame
from tablecam.storage.small_images import encode_jpeg
from tablecam.table.miniature import Roster
from webui import create_app
from webui.entrance.access import Access
from webui.server.dependencies import Dependencies

IN_PROGRESS, OVER = 1, 2


@dataclass
class Shelf:
    """host: of the game in progress; table: where its models stand."""

    host: GameHost
    table: Table
    follower: GameObserver
    archive: Archive
    crops: Crops
    recorder: FrameRecorder

    def parts(self, access: Access | None = None) -> Dependencies:
        roster = Roster(tuple(placed.model for placed in self.table.placed.values()))
        return Dependencies(
            self.table, lambda: roster, host=self.host, access=access, archive=self.archive, recorder=self.recorder
        )

    def film_frames(self, game: int) -> None:
        """Frames of a camera are kept of a game, one for every other line of its log."""
        with self.archive.reading(game) as recorded:
            lines = range(1, recorded.log.last + 1, 2)
        begun_ms = round(1000 * self.archive.begun_s(game))
        for line in lines:
            jpeg = encode_jpeg(draw_plain(line), 960)
            self.recorder.ring.add(KeptFrame(game, begun_ms + 500 * line, line), jpeg)

    def pictured(self, game: int, line: int, *models: str) -> None:
        """Pictures of the models are kept beside a line of the log."""
        snapshot = self.table.view.snapshot
        grey = np.full((1080, 1920, 3), 90, np.uint8)
        self.crops.keep(game, line, PublishedFrame(1, snapshot, camera(), Frame(grey, 1.0)), models)
        self.crops.close()


def shelf(folder: Path, turns: int = 3, count: int = 60) -> Shelf:
    """turns: of the game that is over; count: how many answers have been given in the other."""
    crops = Crops(folder / "crops")
    host, table, follower = watched(folder)
    played(host.store, {"tags": {"Red": "Harbour <Watch>", "Blue": "Kin & Co"}}, seed=6, turns=turns)
    answers(host, 4, count)
    recorder = FrameRecorder(table, host, FrameRing(folder / "frames", least_free_bytes=0))
    return Shelf(host, table, follower, Archive(host.store, BOOKS, dict, crops), crops, recorder)


@contextmanager
def shown(one: Shelf, access: Access | None = None) -> Iterator[str]:
    """The address of its page."""
    with served(create_app(one.parts(access))) as address:
        try:
            yield address
        finally:
            one.table.stop()

"""The set-up of one table: its folder, its cameras and the steps."""

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

from hardware.catalogue import TAG_SIZES_MM
from tablecam.base.errors import BadFile, BadPicture
from tablecam.base.i18n import Message
from tablecam.rules.books.book import Book
from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.camera_step import lens_misfit
from tablecam.setup.cameras import Cameras
from tablecam.setup.certified_camera import PlacedPicture
from tablecam.setup.chosen_size import ChosenSize
from tablecam.setup.finding import Text
from tablecam.setup.gauge_step import GaugeStep, sight_of_all
from tablecam.setup.glued_tags import GluedTags
from tablecam.setup.known_places import known
from tablecam.setup.lens_step import LensStep
from tablecam.setup.named_tags import NamedTags
from tablecam.setup.one_camera import OneCamera
from tablecam.setup.place_step import PlaceStep, lens_for, registered, searched
from tablecam.setup.print_size import PrintSize
from tablecam.setup.printed_sheets import PrintedSheets, SheetRecord
from tablecam.setup.progress import Now, StepState, progress
from tablecam.setup.roster_step import RosterStep
from tablecam.setup.scale_step import ScaleStep
from tablecam.setup.setup_state import DONE, SetupState
from tablecam.setup.sheets import SheetsWanted, offers
from tablecam.setup.table_cameras import TableCameras
from tablecam.setup.table_certificate import TableCertificate, certify, keep
from tablecam.setup.terrain_memory import TerrainMemory
from tablecam.setup.terrain_parts import parts_of
from tablecam.setup.terrain_step import TerrainStep
from tablecam.setup.terrain_watch import EVERY_S, PushedTerrain, StillTable, TerrainWatch
from tablecam.setup.unassigned_tags import UnassignedTags
from tablecam.setup.watcher import WatchedResult

# key of setup.json: whether terrain was proposed from the picture
PROPOSED = "proposed"


class TableSetup(AbstractContextManager["TableSetup"]):
    """The steps of one folder.

    reload: reads the folder's files again and places the camera again; called whenever a file or the camera has
    changed. book: the rulebook whose forces and terrain the steps offer. glued: tags that models are known to wear, as
    those of a drawn table.
    """

    def __init__(
        self,
        folder: Path,
        camera: HotSwap,
        reload: Callable[[], None],
        book: Book,
        cameras: Cameras | None = None,
        glued: Mapping[str, int] | None = None,
    ) -> None:
        self.folder = folder
        self.book = book
        self.camera = camera
        self.cameras = cameras or Cameras()
        self.state = SetupState(folder)
        self.size = ChosenSize(self.state)
        self.over = TableCameras(folder, camera, self.cameras, reload)
        self.gauge = GaugeStep(folder, self.state, lambda: self.scale.certificate is not None)
        self.scale = ScaleStep(folder, self.state, self._apply_new_scale, self.gauge.by_rule)
        self.print_size = PrintSize(folder, reload)
        self.glue = GluedTags(folder, reload)
        self.terrain = TerrainStep(folder, reload, book.material_names)
        self.pushed = PushedTerrain(TerrainMemory(folder, self.state))
        self.roster = RosterStep(folder, self.state, reload, book)
        self.named = NamedTags(folder, self.state, self.roster, glued or {})
        self.sheets = PrintedSheets(self.state)
        self.unassigned = UnassignedTags()
        self._reload = reload

    @property
    def first(self) -> OneCamera:
        """The camera whose picture the pages show, and which lays out the table."""
        return self.over.of(0)

    @property
    def lens(self) -> LensStep:
        """The lens of the first camera."""
        return self.first.lens

    @property
    def place(self) -> PlaceStep:
        """The place of the first camera, and the table."""
        return self.first.place

    @property
    def frame(self) -> Frame | None:
        """The newest frame of the first camera."""
        return self.first.frame

    @property
    def size_in(self) -> tuple[float, float]:
        """Width and depth of the playing area: from table.toml or, before it exists, as chosen."""
        table = known(self.folder).table
        return self.size.inches if table is None else (table.width_in, table.depth_in)

    def see_gauge(self) -> WatchedResult:
        """The newest sight of the gauge card by all cameras of the table. Keeps frames being checked for it."""
        cameras = [camera for camera in self.over.kept if camera.number == 0 or not camera.lost]
        results = {
            camera.number: camera.watch("gauge", partial(self.gauge.look, camera=camera.number)) for camera in cameras
        }
        if results[0].trouble or results[0].result is None:
            return results[0]
        sights = [result.result for result in results.values() if result.result is not None]
        troubles = [
            Message("camera {number}: {problem}", number=number + 1, problem=result.trouble)
            for number, result in results.items()
            if result.trouble
        ]
        return WatchedResult(sight_of_all(sights), troubles[0] if troubles else "")

    def see_scale(self) -> WatchedResult:
        """The newest result of the step "scale", by the first camera alone. Keeps frames being checked for it."""
        return self.first.watch("scale", self.scale.look)

    @property
    def terrain_unchecked(self) -> bool:
        """Whether outlines were proposed from the picture, and no player has confirmed since that none is missing."""
        return bool(self.state.part(PROPOSED)) and self.state.marks().get("terrain") != DONE

    def note_proposed(self) -> None:
        """Notes that outlines were proposed, so that the players must check for missing pieces."""
        self.state.keep(PROPOSED, {"outlines": True})
        self.state.mark("terrain", None)

    def have_sheets(self, sheets: Collection[str], tag_mm: float, named: bool) -> None:
        """Notes that the players have these sheets. named: the sheets show the models' names and fix their numbers."""
        named = named and bool(self.named.cards())
        if named and "models" in sheets:
            self.named.number(tag_mm)
        for sheet in sheets:
            self.sheets.keep(sheet, SheetRecord(named=named))

    def sheets_wanted(self) -> SheetsWanted:
        """Reports the needs that sheets can meet."""
        cards = self.named.cards()
        try:
            tagged_ids = {model.id for model in self.roster.models}
        except BadFile:  # the step "models" reports it
            tagged_ids = set()
        lacking = sum(card.id not in tagged_ids for card in cards)
        return SheetsWanted(len(cards), lacking, bool(self.gauge.verdict.readings), self.sheets.records)

    def choose(self, source: str, size: str = "", number: int = 0) -> None:
        """Reads from this source from now on. Raises CameraUnavailable; then the previous source continues."""
        self.over.change(number, source, size)
        if number == 0:
            self.state.keep("camera", {"source": source, "size": size})

    def steps(self, placed: bool, trouble: str) -> tuple[StepState, ...]:
        """Returns the state of each step. placed: whether the camera's place is known. trouble: the live table's
        trouble.
        """
        frame, folder = self.frame, known(self.folder)
        size = frame.size if frame is not None else None
        misfit = lens_misfit(folder, size) if size is not None else None
        wanted = self.sheets_wanted()
        # whether a sheet is needed does not depend on the size of its tags
        sheets = offers(self.folder, TAG_SIZES_MM[-1], wanted)
        certificate = self.scale.certificate
        situation = Now(
            None if self.lost else size,
            self.lost or trouble,
            placed,
            misfit,
            self.lens.begun,
            unopened=sum(sheet.missing and not sheet.opened for sheet in sheets),
            untagged=wanted.without_tag,
            stale=self.gauge.stale,
            scale=certificate.says if certificate is not None else "",
            rescale=self.scale.stale,
            unchecked=self.terrain_unchecked,
        )
        return progress(folder, self.state.marks(), situation, self.gauge.verdict.finding)

    def certify(self) -> TableCertificate:
        """Makes the table's certificate from the card's readings so far. Raises BadPicture, BadFile."""
        verdict = self.gauge.verdict
        pictures = [self._place_camera(camera) for camera in self.over.kept]
        certificate = certify(self.folder, pictures, verdict.readings, verdict.true_in, self.scale.certificate)
        keep(self.folder, certificate)
        return certificate

    @property
    def lost(self) -> Text:
        """The reason why the first camera gives no pictures now, as a sentence; "" while it gives some."""
        return self.first.lost

    def terrain_watch(self, still: Callable[[], StillTable | None], every_s: float = EVERY_S) -> TerrainWatch:
        """Watches the terrain without tags inside a `with` block. still: the table's picture while it is at rest."""
        return TerrainWatch(self.pushed, still, lambda: parts_of(self.terrain.fixed()), every_s)

    def close(self) -> None:
        """Stops checking frames; the cameras stay open because they belong to the caller."""
        self.over.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _place_camera(self, camera: OneCamera) -> PlacedPicture:
        """Returns the camera's newest picture and its place in it. Raises BadPicture."""
        frame, files = camera.frame, known(self.folder, camera.number)
        if camera.number > 0 and (frame is None or camera.lost):
            raise BadPicture(
                Message("Camera {number} gives no pictures: plug it in, or remove it.", number=camera.number + 1)
            )
        if frame is None or files.table is None:
            raise BadPicture(Message("The table cannot be seen: set it up first, and see that the camera is on."))
        return PlacedPicture(frame, registered(files.table, frame, searched(frame, ()), lens_for(files, frame)))

    def _apply_new_scale(self) -> None:
        """Drops the gauge card's readings of a table of another scale."""
        if self.gauge.stale:
            self.gauge.forget()
        self._reload()

"""The set-up of one table: its folder, its camera, and the steps."""

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

# of setup.json: whether terrain was proposed from the picture
PROPOSED = "proposed"


class TableSetup(AbstractContextManager["TableSetup"]):
    """The steps of one folder.

    reload: has the folder's files read again, and the camera placed again; called whenever a file is new or the camera
    is another one. book: the rulebook whose forces and terrain the steps offer. glued: tags that models are known to
    wear, as those of a drawn table.
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
        self.scale = ScaleStep(folder, self.state, self._rescaled, self.gauge.by_rule)
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
        """Width and depth of the playing area: of table.toml or, before there is one, as chosen."""
        table = known(self.folder).table
        return self.size.inches if table is None else (table.width_in, table.depth_in)

    def see_gauge(self) -> WatchedResult:
        """The newest sight of the gauge card, by all cameras of the table. Frames keep being checked for it."""
        there = [one for one in self.over.kept if one.number == 0 or not one.lost]
        seen = {one.number: one.watch("gauge", partial(self.gauge.look, camera=one.number)) for one in there}
        if seen[0].trouble or seen[0].result is None:
            return seen[0]
        found = [one.result for one in seen.values() if one.result is not None]
        troubles = [
            Message("camera {number}: {problem}", number=number + 1, problem=one.trouble)
            for number, one in seen.items()
            if one.trouble
        ]
        return WatchedResult(sight_of_all(found), troubles[0] if troubles else "")

    def see_scale(self) -> WatchedResult:
        """The newest result of the step "scale", of the first camera alone. Frames keep being checked for it."""
        return self.first.watch("scale", self.scale.look)

    @property
    def terrain_unchecked(self) -> bool:
        """Whether outlines were proposed from the picture, and nobody has said since that no piece is missing."""
        return bool(self.state.part(PROPOSED)) and self.state.marks().get("terrain") != DONE

    def note_proposed(self) -> None:
        """Outlines were proposed: whether pieces are missing is to be looked at."""
        self.state.keep(PROPOSED, {"outlines": True})
        self.state.mark("terrain", None)

    def have_sheets(self, sheets: Collection[str], tag_mm: float, named: bool) -> None:
        """The players have these sheets. named: with the models' names, which thereby have the sheet's numbers."""
        named = named and bool(self.named.cards())
        if named and "models" in sheets:
            self.named.number(tag_mm)
        for sheet in sheets:
            self.sheets.keep(sheet, SheetRecord(named=named))

    def sheets_wanted(self) -> SheetsWanted:
        """What sheets are wanted for."""
        cards = self.named.cards()
        try:
            worn = {model.id for model in self.roster.models}
        except BadFile:  # the step "models" reports it
            worn = set()
        lacking = sum(card.id not in worn for card in cards)
        return SheetsWanted(len(cards), lacking, bool(self.gauge.verdict.readings), self.sheets.records)

    def choose(self, source: str, size: str = "", number: int = 0) -> None:
        """Reads this source from now on. Raises CameraUnavailable; then the one before goes on."""
        self.over.change(number, source, size)
        if number == 0:
            self.state.keep("camera", {"source": source, "size": size})

    def steps(self, placed: bool, trouble: str) -> tuple[StepState, ...]:
        """The state of each step. placed: whether the camera's place is known; trouble: that of the live table."""
        frame, folder = self.frame, known(self.folder)
        size = frame.size if frame is not None else None
        misfit = lens_misfit(folder, size) if size is not None else None
        wanted = self.sheets_wanted()
        # whether a sheet is needed does not depend on the size of its tags
        sheets = offers(self.folder, TAG_SIZES_MM[-1], wanted)
        certificate = self.scale.certificate
        now = Now(
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
        return progress(folder, self.state.marks(), now, self.gauge.verdict.finding)

    def certify(self) -> TableCertificate:
        """Makes the certificate of the table by the card's readings so far. Raises BadPicture, BadFile."""
        verdict = self.gauge.verdict
        pictures = [self._placed(camera) for camera in self.over.kept]
        made = certify(self.folder, pictures, verdict.readings, verdict.true_in, self.scale.certificate)
        keep(self.folder, made)
        return made

    @property
    def lost(self) -> Text:
        """Why the first camera gives no pictures now, as a sentence; nothing while it gives some."""
        return self.first.lost

    def terrain_watch(self, still: Callable[[], StillTable | None], every_s: float = EVERY_S) -> TerrainWatch:
        """Watches the terrain without tags inside a `with` block. still: the table's picture while it is at rest."""
        return TerrainWatch(self.pushed, still, lambda: parts_of(self.terrain.fixed()), every_s)

    def close(self) -> None:
        """Ends the checking of frames; the cameras stay open, since they belong to the caller."""
        self.over.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _placed(self, camera: OneCamera) -> PlacedPicture:
        """The camera's newest picture, and its place in it. Raises BadPicture."""
        frame, files = camera.frame, known(self.folder, camera.number)
        if camera.number > 0 and (frame is None or camera.lost):
            raise BadPicture(
                Message("Camera {number} gives no pictures: plug it in, or remove it.", number=camera.number + 1)
            )
        if frame is None or files.table is None:
            raise BadPicture(Message("The table cannot be seen: set it up first, and see that the camera is on."))
        return PlacedPicture(frame, registered(files.table, frame, searched(frame, ()), lens_for(files, frame)))

    def _rescaled(self) -> None:
        """Readings of the gauge card were made on a table of another scale."""
        if self.gauge.stale:
            self.gauge.forget()
        self._reload()

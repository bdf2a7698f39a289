"""The set-up of one table: its folder, its cameras and the steps."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path

from hardware.catalogue import TAG_SIZES_MM
from hardware.tag_art import overall_mm
from tablecam.base.errors import BadFile, BadPicture
from tablecam.base.i18n import Message
from tablecam.rules.books.book import Book
from tablecam.rules.books.game_setups import usual_forces
from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.tracking.print_scale import PrintShare
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.camera_step import lens_misfit
from tablecam.setup.certified_camera import PlacedPicture
from tablecam.setup.finding import SetupRefusal, Text
from tablecam.setup.gauge_step import GaugeStep, sight_of_all
from tablecam.setup.lens_step import LensStep
from tablecam.setup.mapped_terrain import TerrainMemory, collect_parts
from tablecam.setup.place_step import PlaceStep, lens_for, register_camera, search_tags
from tablecam.setup.progress import Now, StepState, progress
from tablecam.setup.roster_step import GluedTags, RosterCard, RosterStep, base_name
from tablecam.setup.scale_step import ScaleStep
from tablecam.setup.setup_files import DONE, ChosenSize, SetupState, load_files
from tablecam.setup.sheets import PrintedSheets, SheetRecord, SheetsWanted, free_tags, offers
from tablecam.setup.table_cameras import Cameras, OneCamera, TableCameras, WatchedResult
from tablecam.setup.table_certificate import TableCertificate, certify, keep
from tablecam.setup.terrain_step import TerrainStep
from tablecam.setup.terrain_watch import EVERY_S, PushedTerrain, StillTable, TerrainWatch
from tablecam.setup.unassigned_tags import UnassignedTags
from tablecam.storage.table_folder import TABLE
from tablecam.storage.table_toml import write_table
from tablecam.table.miniature import Miniature

# key of setup.json: the sheet's numbers of models that have not been seen with them yet
PART = "printed"
SAME_MM = 0.05


class NamedTags:
    """Gives the models of the chosen forces their numbers when the sheet is made.

    glued: the numbers that models are known to wear already, as those of a drawn table. Other models get the number
    that they have on a sheet of this table, or else a free one.
    """

    def __init__(self, folder: Path, state: SetupState, roster: RosterStep, glued: Mapping[str, int]) -> None:
        self._folder = folder
        self._state = state
        self._sheets = PrintedSheets(state)
        self._roster = roster
        self._glued = glued

    @property
    def printed(self) -> dict[str, int]:
        """The numbers from the sheet that have not been seen yet, by model."""
        return {model: tag for model, tag in self._state.part(PART).items() if isinstance(tag, int)}

    def cards(self) -> tuple[RosterCard, ...]:
        """Returns the models of the chosen forces, in the order of their lists."""
        return self._roster.cards(usual_forces(self._roster.book, self._folder))

    def number(self, tag_mm: float) -> tuple[tuple[int, str], ...]:
        """Returns numbers and names for a sheet of that size; numbers models without a tag. Raises BadFile and
        SetupRefusal.

        A model whose printed tag has not been seen yet may still get another size; one that wears a tag keeps it.
        """
        cards, worn = self.cards(), {model.id: model for model in self._roster.models}
        unseen = self.printed
        cards_to_number = [
            card for card in cards if card.id not in worn or _is_other_size(worn[card.id], unseen, tag_mm)
        ]
        if cards_to_number:
            numbers = self._choose_numbers(cards_to_number, worn)
            self._roster.assign_all([(card, numbers[card.id]) for card in cards_to_number], tag_mm)
            self._state.keep(PART, unseen | numbers)
            self._sheets.keep_numbers(numbers)
        return tuple(
            (model.tag, f"{model.name} · {base_name(model.base)}")
            for card in cards
            for model in self._roster.models
            if model.id == card.id and abs(overall_mm(model.tag_size_mm) - tag_mm) < SAME_MM
        )

    def note_seen(self, there: Collection[str]) -> None:
        """Gives models their printed tags for good once they were seen with them."""
        unseen = self.printed
        if not unseen.keys().isdisjoint(there):
            self._state.keep(PART, {model: tag for model, tag in unseen.items() if model not in there})

    def take_back(self) -> None:
        """Takes the numbers from models that were never seen with their printed tags."""
        unseen = self.printed
        for model in self._roster.models:
            if unseen.get(model.id) == model.tag:
                self._roster.remove_tag(model.id)
        self._state.keep(PART, {})
        self._sheets.drop_numbers(unseen)

    def _choose_numbers(self, cards: Collection[RosterCard], worn: Mapping[str, Miniature]) -> dict[str, int]:
        """Chooses the number of each card: its present one, that of a sheet, the glued one, or else the
        next free one.
        """
        current = {card.id: worn[card.id].tag for card in cards if card.id in worn}
        free = set(free_tags(self._folder, load_files(self._folder)))
        glued = {card.id: self._glued[card.id] for card in cards if self._glued.get(card.id) in free}
        printed = {card.id: tag for card in cards if (tag := self._sheets.numbers.get(card.id)) in free}
        chosen = glued | printed | current
        on_sheets = set(self._sheets.numbers.values())
        free_numbers = iter(sorted(free - set(chosen.values()), key=lambda tag: (tag in on_sheets, tag)))
        return {card.id: chosen[card.id] if card.id in chosen else _take_next(free_numbers) for card in cards}


def _take_next(free: Iterator[int]) -> int:
    for tag in free:
        return tag
    raise SetupRefusal(Message("no free tag is left for another model: remove the tags of models that do not play"))


def _is_other_size(model: Miniature, unseen: Mapping[str, int], tag_mm: float) -> bool:
    return unseen.get(model.id) == model.tag and abs(overall_mm(model.tag_size_mm) - tag_mm) >= SAME_MM


# greatest change of a share that is measured again
SAME = 0.003


class PrintSize:
    """Writes the size into the table's file. saved: called after the file has changed."""

    def __init__(self, folder: Path, saved: Callable[[], None]) -> None:
        self._folder = folder
        self._on_saved = saved

    def use(self, shown: float, now: PrintShare | None) -> None:
        """Counts the tags as printed at this share of their present size.

        shown: as the page showed it. now: as the tags show it. Raises SetupRefusal if the two differ, or without a
        table.
        """
        if now is None or not now.printed or abs(now.share - shown) > SAME:
            raise SetupRefusal(Message("the tags no longer measure {share}: check again", share=f"{shown:.1%}"))
        table = load_files(self._folder).table
        if table is None:
            raise SetupRefusal(Message("there is no table yet: set it up first"))
        write_table(self._folder / TABLE, replace(table, print_scale=round(table.print_scale * now.share, 4)))
        self._on_saved()


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
        return self.over.get_camera(0)

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
        table = load_files(self.folder).table
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
        frame, folder = self.frame, load_files(self.folder)
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
        certificate = certify(
            self.folder, pictures, verdict.readings, verdict.true_in, self.scale.certificate, ruled=self.gauge.ruled
        )
        keep(self.folder, certificate)
        return certificate

    @property
    def lost(self) -> Text:
        """The reason why the first camera gives no pictures now, as a sentence; "" while it gives some."""
        return self.first.lost

    def terrain_watch(self, still: Callable[[], StillTable | None], every_s: float = EVERY_S) -> TerrainWatch:
        """Watches the terrain without tags inside a `with` block. still: the table's picture while it is at rest."""
        return TerrainWatch(self.pushed, still, lambda: collect_parts(self.terrain.load_features()), every_s)

    def close(self) -> None:
        """Stops checking frames; the cameras stay open because they belong to the caller."""
        self.over.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _place_camera(self, camera: OneCamera) -> PlacedPicture:
        """Returns the camera's newest picture and its place in it. Raises BadPicture."""
        frame, files = camera.frame, load_files(self.folder, camera.number)
        if camera.number > 0 and (frame is None or camera.lost):
            raise BadPicture(
                Message("Camera {number} gives no image: plug it in, or remove it.", number=camera.number + 1)
            )
        if frame is None or files.table is None:
            raise BadPicture(
                Message("The camera does not see the table: set it up first, and check that the camera is on.")
            )
        return PlacedPicture(frame, register_camera(files.table, frame, search_tags(frame, ()), lens_for(files, frame)))

    def _apply_new_scale(self) -> None:
        """Drops the gauge card's readings of a table of another scale."""
        if self.gauge.stale:
            self.gauge.forget()
        self._reload()

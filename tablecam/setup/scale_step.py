"""The true scale: a length that no printer made, found in the picture and confirmed by a tap, corrects the table."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from calibration.registration import Registration
from hardware.gauge import LEFT_TAG, RIGHT_TAG
from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message
from tablecam.base.units import to_inches
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.bank_card import THICK_IN, BankCard, find_cards
from tablecam.setup.known_places import TableFiles, known, made_on
from tablecam.setup.mat_edge import MatEdge, dragged_mat, find_mat
from tablecam.setup.place_step import lens_for, registered, searched
from tablecam.setup.print_faults import (
    GAUGE,
    MODELS,
    REFERENCE,
    SheetPrint,
    print_faults,
    printed_edges_in,
    sheet_print,
    tag_shares,
)
from tablecam.setup.refusal import SetupRefusal
from tablecam.setup.setup_state import SetupState
from tablecam.setup.table_size import size_text
from tablecam.setup.true_scale import (
    CARD,
    LEAST,
    MAT,
    MOST,
    Certificate,
    ScaleReading,
    contradiction,
    read_certificate,
    scaled,
)
from tablecam.storage.table_folder import TABLE
from tablecam.storage.table_toml import write_table
from tablecam.table.geometry.projection import Camera
from tablecam.table.table import Table

PART = "scale"
# a look takes a second where tags take a tenth
LOOK_EVERY = 2
# straight pieces of a side of the mat, which the lens bends
PIECES = 12


@dataclass(frozen=True)
class ScaleOffer:
    """A length that was found. outline_px: around it in the picture. corners_px: those that can be dragged, (4, 2)."""

    reading: ScaleReading
    outline_px: np.ndarray | None
    corners_px: np.ndarray | None
    says: Message


@dataclass(frozen=True)
class ScaleSeen:
    """A frame's offers. missing: sentences for what was not found. faults: contradictions. prints: faults of sheets."""

    size: tuple[int, int]
    offers: tuple[ScaleOffer, ...]
    missing: tuple[Message, ...]
    faults: tuple[Message, ...]
    prints: tuple[Message, ...]


class ScaleStep:
    """Finds true lengths in frames. Only one thread calls `look`; any thread may call the rest.

    saved: called when table.toml is new. rule: the scale by a ruler and the share of the gauge card's print, if read.
    """

    def __init__(
        self,
        folder: Path,
        state: SetupState,
        saved: Callable[[], None],
        rule: Callable[[], tuple[ScaleReading | None, float | None]],
    ) -> None:
        self._folder = folder
        self._state = state
        self._saved = saved
        self._rule = rule
        self._lock = threading.Lock()
        self._dragged: np.ndarray | None = None
        self._last: ScaleSeen | None = None
        self._looks, self._changes = 0, 0

    @property
    def certificate(self) -> Certificate | None:
        """What lengths rest on; None where that is the printed tags alone, or the table is new since."""
        return None if self.stale else read_certificate(self._state.part(PART))

    @property
    def stale(self) -> bool:
        """Whether there is a certificate of another table, or through another lens."""
        part = self._state.part(PART)
        return read_certificate(part) is not None and part.get("made_on") != made_on(self._folder)

    @property
    def latest(self) -> ScaleSeen | None:
        """The newest look at the table as it is now; None until there is one."""
        with self._lock:
            return self._last

    def look(self, frame: Frame) -> ScaleSeen:
        """The lengths in this frame, or in one shortly before. Raises BadPicture where table or lens is not known."""
        self._looks += 1
        with self._lock:
            last, changes = self._last, self._changes
        if last is not None and self._looks % LOOK_EVERY:
            return last
        seen = self._looked(frame)
        with self._lock:
            # what was seen of a table that is another one by now counts for nothing
            if changes == self._changes:
                self._last = seen
        return seen

    def _looked(self, frame: Frame) -> ScaleSeen:
        folder = known(self._folder)
        lens, table = lens_for(folder, frame), folder.table
        if table is None:
            raise BadPicture(Message("the table is not known yet: do the step before this one first"))
        found = searched(frame, {tag.id for tag in table.reference_tags})
        registration = registered(table, frame, found, lens)
        camera = registration.camera
        mat = find_mat(frame, camera, table) if self._dragged is None else dragged_mat(camera, self._dragged)
        cards = find_cards(frame, camera, (table.width_in, table.depth_in))
        offers = (*_mat_offer(mat, camera, table), *_card_offer(cards, camera), *self._ruled())
        certificate = self.certificate
        sheets = self._sheets(folder, frame, found, registration, certificate)
        prints = tuple(print_faults(sheets, certificate is not None))
        return ScaleSeen(frame.size, offers, _missing(mat, cards), _contradictions(offers, certificate), prints)

    def drag(self, corners_px: Sequence[tuple[float, float]] | None) -> None:
        """The mat's corners are there, in the camera's pixels; None to find them again. Raises SetupRefusal."""
        corners = None if corners_px is None else np.array(corners_px, float)
        if corners is not None and (corners.shape != (4, 2) or not np.isfinite(corners).all()):
            raise SetupRefusal(Message("the mat has four corners in the picture: drag them again"))
        self._dragged = corners
        self._forget()

    def use(self, source: str) -> Certificate:
        """Corrects the table by this length, as last seen. Raises SetupRefusal where it is not in sight."""
        with self._lock:
            offers = self._last.offers if self._last is not None else ()
        readings = [offer.reading for offer in offers if offer.reading.source == source]
        table = known(self._folder).table
        if not readings or table is None:
            raise SetupRefusal(Message("that length is not in sight any more: wait a moment, or lay it down again"))
        (reading,) = readings
        if not LEAST <= reading.factor <= MOST:
            raise SetupRefusal(
                Message(
                    "ten inches would read {length} in: no printer does that. Choose the table’s size again",
                    length=f"{reading.believed_in:.2f}",
                )
            )
        before = self.certificate
        applied = reading.factor * (before.applied if before is not None else 1.0)
        self._keep(scaled(table, reading.factor), Certificate(source, reading.sigma, applied))
        return Certificate(source, reading.sigma, applied)

    def drop(self) -> None:
        """The table rests on the printed tags again."""
        before, table = self.certificate, known(self._folder).table
        if before is None or table is None:
            self._state.keep(PART, {})
            return
        self._keep(scaled(table, 1 / before.applied), None)

    def _keep(self, table: Table, certificate: Certificate | None) -> None:
        write_table(self._folder / TABLE, replace(table, scale_sigma=certificate.sigma if certificate else 0.0))
        self._forget()
        part = {} if certificate is None else certificate.as_part() | {"made_on": made_on(self._folder)}
        self._state.keep(PART, part)
        self._saved()

    def _forget(self) -> None:
        """What was seen so far is out of date."""
        with self._lock:
            self._last = None
            self._changes += 1

    def _ruled(self) -> list[ScaleOffer]:
        reading = self._rule()[0]
        if reading is None:
            return []
        says = Message(
            "By the gauge card’s length that your ruler shows, ten inches read {length} in.",
            length=f"{reading.believed_in:.2f}",
        )
        return [ScaleOffer(reading, None, None, says)]

    def _sheets(
        self,
        folder: TableFiles,
        frame: Frame,
        found: Sequence[Detection],
        registration: Registration,
        certificate: Certificate | None,
    ) -> list[SheetPrint]:
        if folder.table is None:
            return []
        own = [one for one in found if one.tag not in (LEFT_TAG, RIGHT_TAG)]
        edges = printed_edges_in(folder.table, certificate.applied if certificate is not None else 1.0)
        models = folder.roster.models if folder.roster is not None else ()
        reference = sheet_print(REFERENCE, tag_shares(frame.grey, registration, own, edges))
        worn = tag_shares(frame.grey, registration, own, {one.tag: to_inches(one.tag_size_mm) for one in models})
        gauge = self._rule()[1]
        card = None if gauge is None else SheetPrint(GAUGE, gauge, {})
        return [sheet for sheet in (reference, card, sheet_print(MODELS, worn)) if sheet is not None]


def _contradictions(offers: Sequence[ScaleOffer], certificate: Certificate | None) -> tuple[Message, ...]:
    """Where the offers contradict what lengths rest on, or each other as long as they rest on nothing."""
    pairs = [(offers[one].reading, other.reading) for other_at, other in enumerate(offers) for one in range(other_at)]
    if certificate is not None:
        pairs = [(certificate.reading, offer.reading) for offer in offers if offer.reading.source != certificate.source]
    found = (contradiction(one, other) for one, other in pairs)
    return tuple(says for says in found if says is not None)


def _mat_offer(mat: MatEdge | None, camera: Camera, table: Table) -> list[ScaleOffer]:
    if mat is None:
        return []
    true_in = table.width_in, table.depth_in
    factor, sigma = mat.scale(true_in)
    ends = [mat.corners_in, np.roll(mat.corners_in, -1, axis=0)]
    pieces = np.linspace(0, 1, PIECES, endpoint=False)[None, :, None]
    around = (ends[0][:, None] * (1 - pieces) + ends[1][:, None] * pieces).reshape(-1, 2)
    says = Message(
        "Do these lines run along your mat’s edge? It is {size} in; by the printed tags it would be {believed} in.",
        size=size_text(true_in),
        believed=f"{mat.size_in[0]:.2f} x {mat.size_in[1]:.2f}",
    )
    return [
        ScaleOffer(
            ScaleReading(MAT, factor, sigma), _projected(camera, around), _projected(camera, mat.corners_in), says
        )
    ]


def _card_offer(cards: Sequence[BankCard], camera: Camera) -> list[ScaleOffer]:
    if len(cards) != 1:
        return []
    (card,) = cards
    says = Message(
        "Is this a bank card? It is 85.60 mm long; by the printed tags it would be {believed} mm.",
        believed=f"{25.4 * card.size_in[0]:.1f}",
    )
    outline = _projected(camera, card.corners_in, THICK_IN)
    return [ScaleOffer(ScaleReading(CARD, *card.scale), outline, None, says)]


def _projected(camera: Camera, points_in: np.ndarray, z_in: float = 0.0) -> np.ndarray:
    return camera.project(np.column_stack([points_in, np.full(len(points_in), z_in)]))


def _missing(mat: MatEdge | None, cards: Sequence[BankCard]) -> tuple[Message, ...]:
    says = []
    if mat is None:
        says.append(Message("No edge of a mat of the table’s size is seen: clear its sides, or lay down a bank card."))
    if len(cards) > 1:
        says.append(Message("Several things have the size of a bank card: leave only one of them on the table."))
    return tuple(says)

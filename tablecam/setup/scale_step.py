"""The step "scale": corrects the table by an unprinted length, found in the picture and confirmed by a tap."""

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
# a look takes a second, the tags a tenth of that
LOOK_EVERY = 2
# straight pieces of a side of the mat, which the lens bends
PIECES = 12


@dataclass(frozen=True)
class ScaleOffer:
    """A length found in the picture. outline_px: its outline. corners_px: the corners that can be dragged, (4, 2)."""

    reading: ScaleReading
    outline_px: np.ndarray | None
    corners_px: np.ndarray | None
    says: Message


@dataclass(frozen=True)
class ScaleSeen:
    """A frame's offers. missing: sentences on lengths not found. faults: contradictions. prints: faults of sheets."""

    size: tuple[int, int]
    offers: tuple[ScaleOffer, ...]
    missing: tuple[Message, ...]
    faults: tuple[Message, ...]
    prints: tuple[Message, ...]


class ScaleStep:
    """Finds true lengths in frames. Only one thread calls `look`; any thread may call the other methods.

    saved: called after table.toml has changed. rule: returns the scale by a ruler and the print share of the gauge
    card, if read.
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
        self._on_saved = saved
        self._rule = rule
        self._lock = threading.Lock()
        self._dragged_px: np.ndarray | None = None
        self._latest_sight: ScaleSeen | None = None
        self._look_count, self._change_count = 0, 0

    @property
    def certificate(self) -> Certificate | None:
        """The source of the table's lengths; None if it is the printed tags alone, or if the table has changed."""
        return None if self.stale else read_certificate(self._state.part(PART))

    @property
    def stale(self) -> bool:
        """Whether the certificate belongs to another table or lens."""
        record = self._state.part(PART)
        return read_certificate(record) is not None and record.get("made_on") != made_on(self._folder)

    @property
    def latest(self) -> ScaleSeen | None:
        """The newest look at the table as it is now; None until there is one."""
        with self._lock:
            return self._latest_sight

    def look(self, frame: Frame) -> ScaleSeen:
        """Finds the lengths in this frame, or in one shortly before. Raises BadPicture if table or lens is unknown."""
        self._look_count += 1
        with self._lock:
            latest, changes = self._latest_sight, self._change_count
        if latest is not None and self._look_count % LOOK_EVERY:
            return latest
        sight = self._search_frame(frame)
        with self._lock:
            # drop the result if the table has changed meanwhile
            if changes == self._change_count:
                self._latest_sight = sight
        return sight

    def _search_frame(self, frame: Frame) -> ScaleSeen:
        folder = known(self._folder)
        lens, table = lens_for(folder, frame), folder.table
        if table is None:
            raise BadPicture(Message("the table is not known yet: do the step before this one first"))
        detections = searched(frame, {tag.id for tag in table.reference_tags})
        registration = registered(table, frame, detections, lens)
        camera = registration.camera
        mat = find_mat(frame, camera, table) if self._dragged_px is None else dragged_mat(camera, self._dragged_px)
        cards = find_cards(frame, camera, (table.width_in, table.depth_in))
        offers = (*_offer_mat(mat, camera, table), *_offer_card(cards, camera), *self._offer_rule())
        certificate = self.certificate
        sheets = self._measure_sheets(folder, frame, detections, registration, certificate)
        prints = tuple(print_faults(sheets, certificate is not None))
        return ScaleSeen(
            frame.size, offers, _describe_missing(mat, cards), _find_contradictions(offers, certificate), prints
        )

    def drag(self, corners_px: Sequence[tuple[float, float]] | None) -> None:
        """Sets the mat's corners, in the camera's pixels; None to find them again. Raises SetupRefusal."""
        corners = None if corners_px is None else np.array(corners_px, float)
        if corners is not None and (corners.shape != (4, 2) or not np.isfinite(corners).all()):
            raise SetupRefusal(Message("the mat has four corners in the picture: drag them again"))
        self._dragged_px = corners
        self._forget_look()

    def use(self, source: str) -> Certificate:
        """Corrects the table by this length, as last seen. Raises SetupRefusal if it is not in sight."""
        with self._lock:
            offers = self._latest_sight.offers if self._latest_sight is not None else ()
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
        previous = self.certificate
        applied = reading.factor * (previous.applied if previous is not None else 1.0)
        self._save_table(scaled(table, reading.factor), Certificate(source, reading.sigma, applied))
        return Certificate(source, reading.sigma, applied)

    def drop(self) -> None:
        """Rests the table on the printed tags again."""
        certificate, table = self.certificate, known(self._folder).table
        if certificate is None or table is None:
            self._state.keep(PART, {})
            return
        self._save_table(scaled(table, 1 / certificate.applied), None)

    def _save_table(self, table: Table, certificate: Certificate | None) -> None:
        write_table(self._folder / TABLE, replace(table, scale_sigma=certificate.sigma if certificate else 0.0))
        self._forget_look()
        record = {} if certificate is None else certificate.as_part() | {"made_on": made_on(self._folder)}
        self._state.keep(PART, record)
        self._on_saved()

    def _forget_look(self) -> None:
        """Forgets the last look, which is out of date."""
        with self._lock:
            self._latest_sight = None
            self._change_count += 1

    def _offer_rule(self) -> list[ScaleOffer]:
        reading = self._rule()[0]
        if reading is None:
            return []
        says = Message(
            "By the gauge card’s length that your ruler shows, ten inches read {length} in.",
            length=f"{reading.believed_in:.2f}",
        )
        return [ScaleOffer(reading, None, None, says)]

    def _measure_sheets(
        self,
        folder: TableFiles,
        frame: Frame,
        found: Sequence[Detection],
        registration: Registration,
        certificate: Certificate | None,
    ) -> list[SheetPrint]:
        if folder.table is None:
            return []
        table_tags = [detection for detection in found if detection.tag not in (LEFT_TAG, RIGHT_TAG)]
        edges = printed_edges_in(folder.table, certificate.applied if certificate is not None else 1.0)
        models = folder.roster.models if folder.roster is not None else ()
        reference = sheet_print(REFERENCE, tag_shares(frame.grey, registration, table_tags, edges))
        worn = tag_shares(
            frame.grey, registration, table_tags, {model.tag: to_inches(model.tag_size_mm) for model in models}
        )
        gauge = self._rule()[1]
        card = None if gauge is None else SheetPrint(GAUGE, gauge, {})
        return [sheet for sheet in (reference, card, sheet_print(MODELS, worn)) if sheet is not None]


def _find_contradictions(offers: Sequence[ScaleOffer], certificate: Certificate | None) -> tuple[Message, ...]:
    """Finds offers that contradict the certificate or, without one, each other."""
    pairs = [
        (offers[first_index].reading, second.reading)
        for second_index, second in enumerate(offers)
        for first_index in range(second_index)
    ]
    if certificate is not None:
        pairs = [(certificate.reading, offer.reading) for offer in offers if offer.reading.source != certificate.source]
    contradictions = (contradiction(first, second) for first, second in pairs)
    return tuple(says for says in contradictions if says is not None)


def _offer_mat(mat: MatEdge | None, camera: Camera, table: Table) -> list[ScaleOffer]:
    if mat is None:
        return []
    true_in = table.width_in, table.depth_in
    factor, sigma = mat.scale(true_in)
    corner_pairs = [mat.corners_in, np.roll(mat.corners_in, -1, axis=0)]
    pieces = np.linspace(0, 1, PIECES, endpoint=False)[None, :, None]
    outline_in = (corner_pairs[0][:, None] * (1 - pieces) + corner_pairs[1][:, None] * pieces).reshape(-1, 2)
    says = Message(
        "Do these lines run along your mat’s edge? It is {size} in; by the printed tags it would be {believed} in.",
        size=size_text(true_in),
        believed=f"{mat.size_in[0]:.2f} x {mat.size_in[1]:.2f}",
    )
    return [
        ScaleOffer(
            ScaleReading(MAT, factor, sigma),
            _project_points(camera, outline_in),
            _project_points(camera, mat.corners_in),
            says,
        )
    ]


def _offer_card(cards: Sequence[BankCard], camera: Camera) -> list[ScaleOffer]:
    if len(cards) != 1:
        return []
    (card,) = cards
    says = Message(
        "Is this a bank card? It is 85.60 mm long; by the printed tags it would be {believed} mm.",
        believed=f"{25.4 * card.size_in[0]:.1f}",
    )
    outline = _project_points(camera, card.corners_in, THICK_IN)
    return [ScaleOffer(ScaleReading(CARD, *card.scale), outline, None, says)]


def _project_points(camera: Camera, points_in: np.ndarray, z_in: float = 0.0) -> np.ndarray:
    return camera.project(np.column_stack([points_in, np.full(len(points_in), z_in)]))


def _describe_missing(mat: MatEdge | None, cards: Sequence[BankCard]) -> tuple[Message, ...]:
    says = []
    if mat is None:
        says.append(Message("No edge of a mat of the table’s size is seen: clear its sides, or lay down a bank card."))
    if len(cards) > 1:
        says.append(Message("Several things have the size of a bank card: leave only one of them on the table."))
    return tuple(says)

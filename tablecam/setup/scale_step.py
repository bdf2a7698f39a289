"""The step "scale": corrects the table by an unprinted length, found in the picture and confirmed by a tap."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import cv2
import numpy as np

from calibration.registration import Registration
from hardware.gauge import TAG_MARKS_IN
from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message
from tablecam.base.units import to_inches
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.layout import size_text
from tablecam.setup.picture_lengths import THICK_IN, BankCard, StraightEdge, Strip, find_cards, straight_edges
from tablecam.setup.place_step import lens_for, register_camera, search_tags
from tablecam.setup.setup_files import SetupState, TableFiles, digest_table, load_files
from tablecam.setup.true_scale import (
    CARD,
    GAUGE,
    LEAST,
    MAT,
    MODELS,
    MOST,
    REFERENCE,
    Certificate,
    ScaleReading,
    SheetPrint,
    compute_true_edges,
    contradiction,
    print_faults,
    read_certificate,
    scale_tags,
    sheet_print,
    tag_shares,
)
from tablecam.storage.table_folder import TABLE
from tablecam.storage.table_toml import write_table
from tablecam.table.geometry.projection import Camera
from tablecam.table.table import Table

# limits of a print's scale, and so of the table that rests on it
SMALLEST, LARGEST = 0.92, 1.06
# greatest difference of the scales by width and depth of one mat
SAME_SCALE = 0.006
# mats are cut to about a sixteenth of an inch
CUT_SIGMA_IN = 0.06
# uncertainty of a corner that a finger has dragged
DRAGGED_SIGMA_IN = 0.06
# reach around a reference tag's centre, in edges of its black square: its white ring and some paper
TAG_REACH = 0.85


@dataclass(frozen=True)
class MatEdge:
    """The four corners of the mat on the table at its believed scale, (4, 2), the origin's first, then anticlockwise.

    sigma_in: of the distance of two sides, both dimensions alike.
    """

    corners_in: np.ndarray
    sigma_in: float

    @property
    def size_in(self) -> tuple[float, float]:
        """Its width and depth, at the table's believed scale."""
        sides = np.linalg.norm(np.roll(self.corners_in, -1, axis=0) - self.corners_in, axis=1)
        return float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2

    def scale(self, true_in: tuple[float, float]) -> tuple[float, float]:
        """Computes the true inches to one believed inch, and its one sigma as a share, for a mat of that size."""
        believed = self.size_in
        sigma = float(np.hypot(self.sigma_in, CUT_SIGMA_IN))
        weights = np.array(true_in) ** 2
        factor = float((np.array(true_in) / believed * weights).sum() / weights.sum())
        return factor, sigma / float(np.sqrt(weights.sum()))

    def disagreement(self, true_in: tuple[float, float]) -> float:
        """Compares the scales by width and by depth: they differ much for another size, or for another thing's edge."""
        width, depth = self.size_in
        return abs(true_in[0] / width / (true_in[1] / depth) - 1)


def find_mat(frame: Frame, camera: Camera, table: Table) -> MatEdge | None:
    """Finds the mat of the table's size; None if no four edges belong to one, so that nothing is guessed."""
    hidden = [_outline_reference(tag.center_in, tag.size_in) for tag in table.reference_tags]
    sides = [straight_edges(frame, camera, strip, hidden) for strip in _make_strips(table)]
    return _choose_best(sides, (table.width_in, table.depth_in))


def place_mat(camera: Camera, corners_px: np.ndarray) -> MatEdge:
    """Places the mat's corners where a player dragged them, (4, 2) in the camera's pixels."""
    return MatEdge(camera.back_project(corners_px), DRAGGED_SIGMA_IN)


def _outline_reference(center: tuple[float, float], size_in: float) -> np.ndarray:
    reach_in = size_in * TAG_REACH
    return np.array(center) + np.array(
        [[-reach_in, -reach_in], [reach_in, -reach_in], [reach_in, reach_in], [-reach_in, reach_in]]
    )


def _make_strips(table: Table) -> list[Strip]:
    """Returns a strip around each side of the playing area, anticlockwise from the origin: outside is to the right."""
    width, depth = table.width_in, table.depth_in
    corners = np.array([[0.0, 0.0], [width, 0.0], [width, depth], [0.0, depth]])
    strips = []
    for number, across in enumerate((depth, width, depth, width)):
        start, stop = corners[number], corners[(number + 1) % 4]
        inside, outside = across / 2 * (1 - 1 / LARGEST), across / 2 * (1 / SMALLEST - 1)
        strips.append(Strip(start, stop, inside + 0.3, outside + 0.3))
    return strips


def _choose_best(sides: Sequence[Sequence[StraightEdge]], true_in: tuple[float, float]) -> MatEdge | None:
    """Chooses the four lines that make a rectangle of the mat's shape, with the clearest step in colour."""
    best, best_clarity = None, 0.0
    for four in product(*sides):
        corners = _intersect_lines(four)
        if corners is None:
            continue
        mat = MatEdge(corners, float(np.sqrt(2 * np.mean([edge.sigma_in**2 for edge in four]))))
        factor, _sigma = mat.scale(true_in)
        if not SMALLEST <= factor <= LARGEST or mat.disagreement(true_in) > SAME_SCALE:
            continue
        clarity = float(np.prod([edge.step * edge.support for edge in four]))
        if clarity > best_clarity:
            best, best_clarity = mat, clarity
    return best


def _intersect_lines(four: Sequence[StraightEdge]) -> np.ndarray | None:
    """Intersects each line with the one before it; None if they are no rectangle."""
    corners = []
    for number, edge in enumerate(four):
        previous = four[number - 1]
        first, second = previous.end - previous.start, edge.end - edge.start
        turn = first[0] * second[1] - first[1] * second[0]
        if turn < np.cos(np.radians(1.5)) * np.linalg.norm(first) * np.linalg.norm(second) * 0.999:
            return None
        gap = edge.start - previous.start
        corners.append(previous.start + first * (gap[0] * second[1] - gap[1] * second[0]) / turn)
    corners_in = np.array(corners)
    return corners_in if cv2.isContourConvex(corners_in.astype(np.float32)) else None


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
        return read_certificate(record) is not None and record.get("made_on") != digest_table(self._folder)

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
        folder = load_files(self._folder)
        lens, table = lens_for(folder, frame), folder.table
        if table is None:
            raise BadPicture(Message("the table is not known yet: complete the previous step first"))
        detections = search_tags(frame, {tag.id for tag in table.reference_tags})
        registration = register_camera(table, frame, detections, lens)
        camera = registration.camera
        mat = find_mat(frame, camera, table) if self._dragged_px is None else place_mat(camera, self._dragged_px)
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
            raise SetupRefusal(Message("the mat must have four corners in the image: drag them again"))
        self._dragged_px = corners
        self._forget_look()

    def use(self, source: str) -> Certificate:
        """Corrects the table by this length, as last seen. Raises SetupRefusal if it is not in sight."""
        with self._lock:
            offers = self._latest_sight.offers if self._latest_sight is not None else ()
        readings = [offer.reading for offer in offers if offer.reading.source == source]
        table = load_files(self._folder).table
        if not readings or table is None:
            raise SetupRefusal(Message("that length is not in sight any more: wait a moment, or lay it down again"))
        (reading,) = readings
        if not LEAST <= reading.factor <= MOST:
            raise SetupRefusal(
                Message(
                    "ten inches would measure {length} in: no printer is that far off. Choose the table’s size again",
                    length=f"{reading.believed_in:.2f}",
                )
            )
        previous = self.certificate
        applied = reading.factor * (previous.applied if previous is not None else 1.0)
        self._save_table(scale_tags(table, reading.factor), Certificate(source, reading.sigma, applied))
        return Certificate(source, reading.sigma, applied)

    def drop(self) -> None:
        """Rests the table on the printed tags again."""
        certificate, table = self.certificate, load_files(self._folder).table
        if certificate is None or table is None:
            self._state.keep(PART, {})
            return
        self._save_table(scale_tags(table, 1 / certificate.applied), None)

    def _save_table(self, table: Table, certificate: Certificate | None) -> None:
        write_table(self._folder / TABLE, replace(table, scale_sigma=certificate.sigma if certificate else 0.0))
        self._forget_look()
        record = {} if certificate is None else certificate.as_part() | {"made_on": digest_table(self._folder)}
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
            "By your ruler’s length for the gauge card, the camera measures ten inches as {length} in.",
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
        table_tags = [detection for detection in found if detection.tag not in TAG_MARKS_IN]
        edges = compute_true_edges(folder.table, certificate.applied if certificate is not None else 1.0)
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
        "Do these lines run along your mat’s edge? The edge measures {size} in; according to the printed tags "
        "it would be {believed} in.",
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
        "Is this a bank card? A bank card is 85.60 mm long; according to the printed tags it would be {believed} mm.",
        believed=f"{25.4 * card.size_in[0]:.1f}",
    )
    outline = _project_points(camera, card.corners_in, THICK_IN)
    return [ScaleOffer(ScaleReading(CARD, *card.scale), outline, None, says)]


def _project_points(camera: Camera, points_in: np.ndarray, z_in: float = 0.0) -> np.ndarray:
    return camera.project(np.column_stack([points_in, np.full(len(points_in), z_in)]))


def _describe_missing(mat: MatEdge | None, cards: Sequence[BankCard]) -> tuple[Message, ...]:
    says = []
    if mat is None:
        says.append(
            Message(
                "The camera sees no mat edge of the table’s size: clear the sides of the mat, or lay down a bank card."
            )
        )
    if len(cards) > 1:
        says.append(Message("Several things are the size of a bank card: leave only one of them on the table."))
    return tuple(says)

"""The certificate of a table: the measured quality of its lengths on one page, green or with a remedy.

It rests on the gauge card, read in seven places and three directions, on the size of the tags in the picture, and on
the light. It is kept in `certificate.json` with the poses of the table's cameras: once a camera has moved, it no longer
holds.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from tablecam.base.errors import BadFile, BadPicture
from tablecam.base.i18n import Counted, Message
from tablecam.base.units import to_inches, to_mm
from tablecam.sensing.tracking.fusion import Fusion
from tablecam.sensing.tracking.observation import WHOLE, Observation, observe
from tablecam.sensing.tracking.sag import LEAST_TAGS, MeasuredDepth
from tablecam.sensing.tracking.settings import ONE_PICTURE
from tablecam.sensing.tracking.tracker import Tracker
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.sensing.vision.full_search import fit_detection
from tablecam.setup.camera_step import compute_resolutions, overall_mm
from tablecam.setup.certified_camera import CertifiedCamera, PlacedPicture, read_camera_part
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding, combine_findings, find_worst, join_sentences
from tablecam.setup.gauge_step import GaugeReading, as_rows, judge_readings, read_rows, select_one_per_place
from tablecam.setup.length_errors import TURN_THE_CARD, estimate_errors, judge_lengths
from tablecam.setup.setup_files import TableFiles, digest_cameras, load_files
from tablecam.setup.true_scale import Certificate, read_certificate
from tablecam.storage.text_file import parse_json, read_text, write_text
from tablecam.table.geometry.projection import Camera
from tablecam.table.table import Table
from tablecam.table.terrain import Terrain

# 3 mm: a smaller certain sag needs no remedy, and a reading that could miss more has measured nothing. A table that
# sags by more than the second value needs support.
FLAT_IN, DEEP_IN = 0.12, 0.32


def measure_shape(files: TableFiles, pictures: Sequence[PlacedPicture]) -> MeasuredDepth | None:
    """Measures the table's shape by the models in the cameras' pictures; None if they are too few."""
    table, roster = files.table, files.roster
    if table is None or roster is None:
        return None
    edges = {tag: to_inches(model.tag_size_mm) * table.print_scale for tag, model in roster.by_tag.items()}
    by_camera = {number: _observe_tags(picture, edges) for number, picture in enumerate(pictures)}
    observations = by_camera[0]
    if len(by_camera) > 1:
        observations = Fusion(pictures[0].registration.camera.pose.position_in).fuse_cameras(by_camera)
    tracker = Tracker(roster, files.terrain or Terrain(), table, ONE_PICTURE)
    tracker.update(observations, pictures[0].frame.time)
    return tracker.measured_depth


def _observe_tags(picture: PlacedPicture, edges: Mapping[int, float]) -> list[Observation]:
    """Observes the tags of these edges, in inches, in one picture."""
    grey, registration = picture.frame.grey, picture.registration
    detections = [detection for detection in TagDetector().detect(grey, Search(1.0, 1.0, 5)) if detection.tag in edges]
    fits = [
        fit_detection(grey, registration.camera, detection, edges[detection.tag], registration.optics)
        for detection in detections
    ]
    return [
        replace(observe(fit, registration.camera, edges[fit.tag], registration.field_sigma_in), seen=WHOLE)
        for fit in fits
        if fit is not None
    ]


def shape_finding(shape: MeasuredDepth | None) -> Finding:
    """Judges the shape."""
    if shape is None:
        return Finding(
            UNKNOWN,
            Message("Not measured: this needs {least} models spread across the table.", least=LEAST_TAGS),
        )
    most_in = abs(shape.depth_in) + 2 * shape.sigma_in
    if shape.flat and most_in > FLAT_IN:
        says = Message(
            "Not measured to 3 mm: {tags} models show no sag, but a sag of up to {most} mm could go unnoticed. "
            "More models across the table would settle it.",
            tags=shape.tags,
            most=f"{to_mm(most_in):.1f}",
        )
        return Finding(UNKNOWN, says, shape.depth_in)
    figures: dict[str, str | int] = {"sigma": f"{to_mm(2 * shape.sigma_in):.1f}", "tags": shape.tags}
    if shape.flat:
        flat = Message("Flat to {sigma} mm in the middle, as measured with {tags} models.", **figures)
        return Finding(GOOD, flat, shape.depth_in)
    figures["depth"] = f"{to_mm(abs(shape.depth_in)):.1f}"
    says = (
        Message(
            "Its middle lies {depth} mm low (± {sigma} mm, measured with {tags} models). Ranges are corrected for it.",
            **figures,
        )
        if shape.depth_in > 0
        else Message(
            "Its middle lies {depth} mm high (± {sigma} mm, measured with {tags} models). Ranges are corrected for it.",
            **figures,
        )
    )
    if most_in <= FLAT_IN:
        return Finding(GOOD, says, shape.depth_in)
    remedy = Message("Support the table, or lay the mat on a board.")
    return Finding(FAIR if abs(shape.depth_in) <= DEEP_IN else BAD, join_sentences(says, remedy), shape.depth_in)


def as_plain(shape: MeasuredDepth | None) -> Any:
    """Converts the shape for a JSON file."""
    return None if shape is None else vars(shape)


def read_shape(plain: Mapping[str, Any] | None) -> MeasuredDepth | None:
    """Reads a shape that `as_plain` wrote. Raises KeyError, TypeError and ValueError."""
    if plain is None:
        return None
    depth_in, sigma_in = float(plain["depth_in"]), float(plain["sigma_in"])
    return MeasuredDepth(int(plain["tags"]), depth_in, sigma_in, bool(plain["flat"]))


NAME = "certificate.json"
# as VDI/VDE 2634 part 1 has seven positions of its length standard; certificates made before rest on five
PLACES, PLACES_BEFORE = 7, 5
# share of the table's diagonal: places on one side say little about the other
LEAST_SPREAD = 0.4
# least share of readings within two of their stated sigmas; greatest ratios of the errors to the stated ones
LEAST_WITHIN, AS_STATED, NEARLY = 0.8, 1.5, 2.5
# greatest move of the table's corners in a camera's view before the camera counts as moved
MOVED_IN = 0.25


@dataclass(frozen=True)
class CertificateLine:
    """One examined property, with the verdict on it."""

    title: Message
    finding: Finding


@dataclass(frozen=True)
class TableCertificate:
    """The measurements as plain figures.

    made: the day. readings: of the gauge card. true_in: its length. scale: the source of lengths besides prints.
    cell_px: pixels to a cell of the smallest tag, at the table's middle and the worst corner, for the camera that has
    most of them. cameras: by their numbers from 0. made_on: the table and the lenses. shape: of the table, by the
    models on it. ruled: whether a steel rule measured the card. places: the number of places that it rests on.
    """

    made: str
    readings: tuple[GaugeReading, ...]
    true_in: float
    scale: Certificate | None
    cell_px: tuple[float, float]
    tag_mm: float
    print_scale: float
    cameras: tuple[CertifiedCamera, ...]
    size_in: tuple[float, float]
    made_on: str
    shape: MeasuredDepth | None = None
    ruled: bool = False
    places: int = PLACES

    @property
    def verdict(self) -> str:
        """The worst verdict of its lines. A shape that was not measured is no fault: the table may be bare."""
        judged_shape = (self._shape_finding.verdict,) if self.shape_known else ()
        verdicts = (line.finding.verdict for line in self.lines if line.finding != self._shape_finding)
        return find_worst({*verdicts, *judged_shape})

    @property
    def shape_known(self) -> bool:
        """Whether the table's shape was measured well enough to be judged."""
        return self._shape_finding.verdict != UNKNOWN

    @property
    def lines(self) -> tuple[CertificateLine, ...]:
        """All examined properties."""
        return (
            CertificateLine(Message("Ranges"), self._judge_ranges()),
            CertificateLine(Message("Stated uncertainty"), self._judge_uncertainty()),
            *(self._list_length_lines() if self.places == PLACES else ()),
            CertificateLine(Message("Pixels of the tags"), self._judge_cells()),
            CertificateLine(Message("Light"), self._judge_cameras(CertifiedCamera.light_finding)),
            CertificateLine(Message("Scale of the prints"), self._judge_scale()),
            CertificateLine(Message("Shape of the table"), self._shape_finding),
            CertificateLine(Message("Camera and lens"), self._judge_cameras(CertifiedCamera.place_finding)),
        )

    @property
    def missing_places(self) -> int:
        """The number of places where the card has yet to be read."""
        return max(0, self.places - len(select_one_per_place(self.readings)))

    @property
    def _shape_finding(self) -> Finding:
        return shape_finding(self.shape)

    def _judge_ranges(self) -> Finding:
        if self.missing_places:
            return Finding(UNKNOWN, still_wanted(self.missing_places))
        if _compute_spread_in(self.readings) < LEAST_SPREAD * math.hypot(*self.size_in):
            return Finding(FAIR, Message("The places lie close together: lay the card near the corners too."))
        blind = sorted(set(range(len(self.cameras))) - {reading.camera for reading in self.readings})
        if blind:
            says = Message(
                "Camera {number} has not read the card: lay the card where that camera sees it.", number=blind[0] + 1
            )
            return Finding(UNKNOWN, says)
        return judge_readings(self.readings, self.true_in, self.scale is not None)

    def _judge_uncertainty(self) -> Finding:
        if self.missing_places:
            return Finding(UNKNOWN, Message("{n} readings are needed to judge it.", n=self.places))
        # with a true scale, an error that all readings share is the card's own print
        true_in = (
            float(np.mean([reading.measured_in for reading in self.readings]))
            if self.scale is not None
            else self.true_in
        )
        ratios = np.array([(reading.measured_in - true_in) / max(reading.sigma_in, 1e-4) for reading in self.readings])
        within, ratio = float((np.abs(ratios) <= 2).mean()), float(np.sqrt((ratios**2).mean()))
        says = Message(

            "{share} of the readings lie within twice their stated uncertainty; the errors are {ratio} times "
            "as large as stated."
        ,
            share=f"{within:.0%}", ratio=f"{ratio:.1f}",
        )  # fmt: skip
        if within >= LEAST_WITHIN and ratio <= AS_STATED:
            return Finding(GOOD, says, ratio)
        remedy = Message("Measure the card with a steel rule, then calibrate the lens again.")
        return Finding(FAIR if ratio <= NEARLY else BAD, join_sentences(says, remedy), ratio)

    def _list_length_lines(self) -> Iterator[CertificateLine]:
        titles = (Message("Directions and places"), Message("Expanded uncertainty"), Message("Decision at 12 in"))
        errors = estimate_errors(self.readings, self.true_in)
        says = still_wanted(self.missing_places) if self.missing_places else TURN_THE_CARD
        findings = (
            (Finding(UNKNOWN, says),) * len(titles)
            if self.missing_places or errors is None
            else judge_lengths(errors, self.scale, self.ruled)
        )
        yield from (CertificateLine(title, finding) for title, finding in zip(titles, findings, strict=True))

    def _judge_cells(self) -> Finding:
        (worst,) = compute_resolutions(
            self.cell_px[1] * 10 / self.tag_mm, (self.tag_mm,), max(camera.width_px for camera in self.cameras)
        )
        middle = Message("{px} px a cell in the middle.", px=f"{self.cell_px[0]:.1f}")
        corner = join_sentences(Message("In the worst corner:"), worst.finding.says)
        return Finding(worst.finding.verdict, join_sentences(middle, corner), worst.px)

    def _judge_scale(self) -> Finding:
        applied = None
        if abs(self.print_scale - 1) > 1e-6:
            applied = Message(
                "The models’ tags count as printed at a scale of {share}.", share=f"{self.print_scale:.1%}"
            )
        if self.scale is not None:
            return Finding(GOOD, join_sentences(self.scale.says, applied))
        printed = Message(
            "Lengths depend only on printed tags and the printed card: confirm the mat’s edge, a bank card or "
            "a ruler in the “Check” step of the set-up."
        )
        return Finding(FAIR, join_sentences(printed, applied))

    def _judge_cameras(self, look: Callable[[CertifiedCamera], Finding]) -> Finding:
        return combine_findings({number: look(camera) for number, camera in enumerate(self.cameras)})


def still_wanted(places: int) -> Message:
    """Says in how many places the card has yet to be laid."""
    return Counted(
        "Lay the gauge card in {n} more place.", "Lay the gauge card in {n} more places, all over the table.", places
    )


def certify(
    folder: Path,
    pictures: Sequence[PlacedPicture],
    readings: Sequence[GaugeReading],
    true_in: float,
    scale: Certificate | None = None,
    *,
    ruled: bool = False,
) -> TableCertificate:
    """Makes the certificate of a table from the readings of the gauge card and one picture of the table by each camera.

    scale: the source of lengths, if that is more than prints. ruled: whether a steel rule measured the card. Raises
    BadPicture if the table is not set up.
    """
    files = load_files(folder)
    if files.table is None or files.lens is None:
        raise BadPicture(Message("the table is not set up yet: set up its lens and its table first"))
    edges = [model.tag_size_mm for model in files.roster.models] if files.roster is not None else []
    tag_mm = overall_mm(min(edges) if edges else min(files.edges_mm.values()))
    return TableCertificate(
        made=date.today().isoformat(),  # noqa: DTZ011 - the local day
        readings=tuple(readings),
        true_in=true_in,
        scale=scale,
        cell_px=_measure_cells_px(pictures, files.table, tag_mm),
        tag_mm=tag_mm,
        print_scale=files.table.print_scale,
        cameras=tuple(CertifiedCamera.from_picture(picture) for picture in pictures),
        size_in=(files.table.width_in, files.table.depth_in),
        made_on=digest_cameras(folder),
        shape=measure_shape(files, pictures),
        ruled=ruled,
    )


def keep(folder: Path, certificate: TableCertificate) -> None:
    """Writes certificate.json into the table folder. Raises BadFile if it cannot be written."""
    plain = dict(vars(certificate)) | {
        "readings": as_rows(certificate.readings),
        "cameras": [camera.as_plain() for camera in certificate.cameras],
        "scale": None if certificate.scale is None else certificate.scale.as_part(),
        "shape": as_plain(certificate.shape),
    }
    write_text(folder / NAME, json.dumps(plain, indent=1) + "\n")


def load_certificate(folder: Path) -> TableCertificate | None:
    """Loads the certificate in the table folder; None if there is none or it cannot be read."""
    path = folder / NAME
    if not path.exists():
        return None
    try:
        plain = parse_json(path, read_text(path, "the certificate"))  # no text
        return _from_plain(plain) if isinstance(plain, Mapping) else None
    except (BadFile, KeyError, TypeError, ValueError):
        return None


def stale(certificate: TableCertificate, folder: Path, cameras: Mapping[int, Camera]) -> Message | None:
    """Says why the certificate no longer holds; None while it does. cameras: in their current places, where known."""
    if certificate.made_on != digest_cameras(folder):
        return Message("The table or a lens has changed since {date}: make a new certificate.", date=certificate.made)
    unseen = sorted(number for number in cameras if number >= len(certificate.cameras))
    if unseen:
        return Message(
            "Camera {number} is not in the certificate of {date}: make a new one with all cameras.",
            number=unseen[0] + 1,
            date=certificate.made,
        )
    for number, certified in enumerate(certificate.cameras):
        camera = cameras.get(number)
        if camera is not None and certified.compute_largest_move(camera, certificate.size_in) > MOVED_IN:
            if len(certificate.cameras) == 1:
                return Message(
                    "The camera has moved since the certificate of {date}: make a new one.",
                    date=certificate.made,
                )
            return Message(
                "Camera {number} has moved since the certificate of {date}: make a new one.",
                date=certificate.made,
                number=number + 1,
            )
    return None


def _measure_cells_px(pictures: Sequence[PlacedPicture], table: Table, tag_mm: float) -> tuple[float, float]:
    """Computes the pixels to one of ten cells of a tag in the table's middle, and in the corner that has fewest."""
    width, depth = table.width_in, table.depth_in
    places = [(width / 2, depth / 2), (1, 1), (width - 1, 1), (width - 1, depth - 1), (1, depth - 1)]
    px = [_find_best_resolution(pictures, place_in) / to_mm(1.0) * tag_mm / 10 for place_in in places]
    return px[0], min(px[1:])


def _find_best_resolution(pictures: Sequence[PlacedPicture], at_in: tuple[float, float]) -> float:
    """Returns the pixels to an inch there of the best camera that sees the place, or of the best one if none does."""
    by_camera = [_measure_resolution(picture, *at_in) for picture in pictures]
    return max([px for px, is_visible in by_camera if is_visible] or [px for px, _is_visible in by_camera])


def _measure_resolution(picture: PlacedPicture, x: float, y: float) -> tuple[float, bool]:
    """Computes the pixels to an inch there, in the shorter direction, and whether the place is in the picture."""
    px = picture.registration.camera.project(np.array([[x, y, 0.0], [x + 0.5, y, 0.0], [x, y + 0.5, 0.0]]))
    is_visible = bool((px[0] >= 0).all() and (px[0] < picture.frame.size).all())
    return float(2 * min(np.linalg.norm(px[1] - px[0]), np.linalg.norm(px[2] - px[0]))), is_visible


def _compute_spread_in(readings: Sequence[GaugeReading]) -> float:
    return max(math.dist(first.at_in, second.at_in) for first in readings for second in readings)


def _from_plain(plain: Mapping[str, Any]) -> TableCertificate:
    # a file made under one camera has the camera's fields at its top level
    cameras = tuple(map(read_camera_part, plain.get("cameras") or [plain]))
    return TableCertificate(
        made=str(plain["made"]),
        readings=read_rows(plain["readings"]),
        true_in=float(plain["true_in"]),
        scale=None if plain["scale"] is None else read_certificate(plain["scale"]),
        cell_px=(float(plain["cell_px"][0]), float(plain["cell_px"][1])),
        tag_mm=float(plain["tag_mm"]),
        print_scale=float(plain["print_scale"]),
        cameras=cameras,
        size_in=(float(plain["size_in"][0]), float(plain["size_in"][1])),
        made_on=str(plain["made_on"]),
        shape=read_shape(plain.get("shape")),
        ruled=plain.get("ruled") is True,
        places=int(plain.get("places", PLACES_BEFORE)),
    )

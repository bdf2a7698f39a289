"""The certificate of a table: what its lengths are worth, measured, on one page, green or with what to do.

It rests on the gauge card, read in five places, on the size of the tags in the picture, and on the light. It is kept in
`certificate.json` with the camera's pose: a camera that hangs elsewhere since then has no certificate.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from calibration.registration import Registration
from tablecam.camera.exposure import BRIGHT, DARK, TagLight, tag_light
from tablecam.errors import BadFile, BadPicture
from tablecam.geometry.projection import Camera, Pose
from tablecam.i18n import Counted, Message
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding, in_a_row
from tablecam.setup.gauge_step import GaugeReading, judged
from tablecam.setup.known_places import known, made_on
from tablecam.setup.table_shape import as_plain, read_shape, seen_shape, shape_finding
from tablecam.setup.tag_resolution import cells_of, overall_mm
from tablecam.setup.true_scale import Certificate, read_certificate
from tablecam.storage.text_file import parse_json, read_text, write_text
from tablecam.table.table import Table
from tablecam.tracking.sag import MeasuredDepth
from tablecam.units import to_mm
from tablecam.vision.frame import Frame

NAME = "certificate.json"
PLACES = 5
# of the table's diagonal: places on one side say little about the other
LEAST_SPREAD = 0.4
# of the readings, within two of their stated sigmas; and how much larger errors may be than stated, all together
LEAST_WITHIN, AS_STATED, NEARLY = 0.8, 1.5, 2.5
# a camera that sees the table's corners so far from where it saw them then hangs elsewhere
MOVED_IN = 0.25
LEAST_CONTRAST = 60
WORST = (BAD, UNKNOWN, FAIR, GOOD)


@dataclass(frozen=True)
class CertificateLine:
    """One thing that was looked at, with the verdict on it."""

    title: Message
    finding: Finding


@dataclass(frozen=True)
class TableCertificate:
    """What was measured, as plain figures.

    made: the day. readings: of the gauge card. true_in: its length. scale: what lengths rest on besides prints.
    cell_px: pixels to a cell of the smallest tag, at the table's middle and the worst corner. width_px: of the picture.
    field_sigma_in: how well the reference tags give places. camera: the lens file's name for it. pose: rotation and
    translation of the camera, 12 numbers. made_on: the table and the lens. shape: of the table, by the models on it.
    """

    made: str
    readings: tuple[GaugeReading, ...]
    true_in: float
    scale: Certificate | None
    cell_px: tuple[float, float]
    tag_mm: float
    width_px: int
    light: TagLight | None
    field_sigma_in: float
    camera: str
    focal_sigma: float
    print_scale: float
    pose: tuple[float, ...]
    size_in: tuple[float, float]
    made_on: str
    shape: MeasuredDepth | None = None

    @property
    def verdict(self) -> str:
        """The worst of its lines. A shape that was not measured is no fault: the table may be bare."""
        judged_shape = (self._shape.verdict,) if self.shape_known else ()
        others = (line.finding.verdict for line in self.lines if line.finding != self._shape)
        verdicts = {*others, *judged_shape}
        return next(verdict for verdict in WORST if verdict in verdicts)

    @property
    def shape_known(self) -> bool:
        """Whether the table's shape was measured well enough to be judged."""
        return self._shape.verdict != UNKNOWN

    @property
    def lines(self) -> tuple[CertificateLine, ...]:
        """Everything that was looked at."""
        return (
            CertificateLine(Message("Ranges"), self._ranges()),
            CertificateLine(Message("Stated uncertainty"), self._stated()),
            CertificateLine(Message("Pixels of the tags"), self._cells()),
            CertificateLine(Message("Light"), _light(self.light)),
            CertificateLine(Message("Scale of the prints"), self._scale()),
            CertificateLine(Message("Shape of the table"), self._shape),
            CertificateLine(Message("Camera and lens"), self._camera()),
        )

    @property
    def missing_places(self) -> int:
        """How many places the card is still to be read in."""
        return max(0, PLACES - len(self.readings))

    @property
    def _shape(self) -> Finding:
        return shape_finding(self.shape)

    def _ranges(self) -> Finding:
        if self.missing_places:
            return Finding(UNKNOWN, still_wanted(self.missing_places))
        if _spread_in(self.readings) < LEAST_SPREAD * math.hypot(*self.size_in):
            return Finding(FAIR, Message("The five places lie close together: lay the card near the corners too."))
        return judged(self.readings, self.true_in, self.scale is not None)

    def _stated(self) -> Finding:
        if self.missing_places:
            return Finding(UNKNOWN, Message("Five readings are needed to judge it."))
        # with a scale that is true, what all readings share is the card's own print
        true_in = float(np.mean([one.measured_in for one in self.readings])) if self.scale is not None else self.true_in
        off = np.array([(one.measured_in - true_in) / max(one.sigma_in, 1e-4) for one in self.readings])
        within, ratio = float((np.abs(off) <= 2).mean()), float(np.sqrt((off**2).mean()))
        says = Message(
            "{share} of the readings lie within twice their stated uncertainty; the errors are {ratio} times as large "
            "as it.",
            share=f"{within:.0%}", ratio=f"{ratio:.1f}",
        )  # fmt: skip
        if within >= LEAST_WITHIN and ratio <= AS_STATED:
            return Finding(GOOD, says, ratio)
        remedy = Message("Measure the card with a steel rule, then calibrate the lens again.")
        return Finding(FAIR if ratio <= NEARLY else BAD, in_a_row(says, remedy), ratio)

    def _cells(self) -> Finding:
        (worst,) = cells_of(self.cell_px[1] * 10 / self.tag_mm, (self.tag_mm,), self.width_px)
        middle = Message("{px} px a cell in the middle.", px=f"{self.cell_px[0]:.1f}")
        corner = in_a_row(Message("In the worst corner:"), worst.finding.says)
        return Finding(worst.finding.verdict, in_a_row(middle, corner), worst.px)

    def _scale(self) -> Finding:
        applied = None
        if abs(self.print_scale - 1) > 1e-6:
            applied = Message(
                "The models’ tags count as printed at {share} of their size.", share=f"{self.print_scale:.1%}"
            )
        if self.scale is not None:
            return Finding(GOOD, in_a_row(self.scale.says, applied))
        printed = Message(
            "Lengths rest on printed tags and the printed card alone: confirm the mat’s edge, a bank card or a ruler "
            "in the step “Check” of the set-up."
        )
        return Finding(FAIR, in_a_row(printed, applied))

    def _camera(self) -> Finding:
        says = Message(
            "{camera}, {width} px wide, focal length to {focal}; the reference tags give places to {field} in.",
            camera=self.camera,
            width=self.width_px,
            focal=f"{self.focal_sigma:.2%}",
            field=f"{self.field_sigma_in:.3f}",
        )
        if self.field_sigma_in <= 0.02:
            return Finding(GOOD, says, self.field_sigma_in)
        remedy = Message("Clear more of the reference tags, or measure their places again.")
        return Finding(FAIR if self.field_sigma_in <= 0.04 else BAD, in_a_row(says, remedy), self.field_sigma_in)


def still_wanted(places: int) -> Message:
    """How many places the card is still to be laid in, as a sentence."""
    return Counted(
        "Lay the gauge card in {n} more place.", "Lay the gauge card in {n} more places, all over the table.", places
    )


def certify(
    folder: Path,
    frame: Frame,
    registration: Registration,
    readings: Sequence[GaugeReading],
    true_in: float,
    scale: Certificate | None = None,
) -> TableCertificate:
    """The certificate of a table by the readings of the gauge card and one frame of the table.

    scale: what lengths rest on, where that is more than prints. Raises BadPicture where the table is not known.
    """
    files = known(folder)
    if files.table is None or files.lens is None:
        raise BadPicture(Message("the table is not set up yet: make its lens and its table first"))
    edges = [model.tag_size_mm for model in files.roster.models] if files.roster is not None else []
    tag_mm = overall_mm(min(edges) if edges else min(files.edges_mm.values()))
    camera = registration.camera
    return TableCertificate(
        made=date.today().isoformat(),  # noqa: DTZ011 - the local day
        readings=tuple(readings),
        true_in=true_in,
        scale=scale,
        cell_px=_cells_px(camera, files.table, tag_mm),
        tag_mm=tag_mm,
        width_px=frame.size[0],
        light=tag_light(frame.grey),
        field_sigma_in=registration.field_sigma_in,
        camera=camera.intrinsics.name,
        focal_sigma=camera.intrinsics.focal_sigma,
        print_scale=files.table.print_scale,
        pose=(*camera.pose.rotation.ravel().tolist(), *np.ravel(camera.pose.translation).tolist()),
        size_in=(files.table.width_in, files.table.depth_in),
        made_on=made_on(folder),
        shape=seen_shape(files, frame, registration),
    )


def keep(folder: Path, certificate: TableCertificate) -> None:
    """Writes certificate.json into the table folder. Raises BadFile where it cannot be written."""
    light = certificate.light
    plain = dict(vars(certificate)) | {
        "readings": [[*one.at_in, one.turn_deg, one.measured_in, one.sigma_in] for one in certificate.readings],
        "light": None if light is None else [light.white, light.black, light.burnt],
        "scale": None if certificate.scale is None else certificate.scale.as_part(),
        "shape": as_plain(certificate.shape),
    }
    write_text(folder / NAME, json.dumps(plain, indent=1) + "\n")


def kept(folder: Path) -> TableCertificate | None:
    """The certificate in the table folder; None where there is none, or none that can be read."""
    path = folder / NAME
    if not path.exists():
        return None
    try:
        plain = parse_json(path, read_text(path, "the certificate"))  # no text
        return _from_plain(plain) if isinstance(plain, Mapping) else None
    except (BadFile, KeyError, TypeError, ValueError):
        return None


def stale(certificate: TableCertificate, folder: Path, camera: Camera | None) -> Message | None:
    """Why the certificate holds no more, as a sentence; None while it does. camera: as it hangs now, where known."""
    if certificate.made_on != made_on(folder):
        return Message("The table or the lens is new since {date}: make a new certificate.", date=certificate.made)
    if camera is None:
        return None
    moved_in = _moved_in(certificate, camera)
    if moved_in <= MOVED_IN:
        return None
    return Message(
        "The certificate of {date} is older than the place of the camera, which has moved: make a new one.",
        date=certificate.made,
    )


def _moved_in(certificate: TableCertificate, camera: Camera) -> float:
    """How far apart the camera puts the table's corners by its pose then and now, at most, inches."""
    numbers = np.array(certificate.pose)
    before = Camera(camera.intrinsics, Pose(numbers[:9].reshape(3, 3), numbers[9:]))
    width, depth = certificate.size_in
    corners = np.array([[0, 0, 0], [width, 0, 0], [width, depth, 0], [0, depth, 0]], float)
    by_now = camera.back_project(before.project(corners))
    return float(np.linalg.norm(by_now - corners[:, :2], axis=1).max())


def _cells_px(camera: Camera, table: Table, tag_mm: float) -> tuple[float, float]:
    """Pixels to one of ten cells of a tag lying in the table's middle, and in the corner that has fewest."""
    width, depth = table.width_in, table.depth_in
    places = [(width / 2, depth / 2), (1, 1), (width - 1, 1), (width - 1, depth - 1), (1, depth - 1)]
    px = [_px_per_in(camera, x, y) / to_mm(1.0) * tag_mm / 10 for x, y in places]
    return px[0], min(px[1:])


def _px_per_in(camera: Camera, x: float, y: float) -> float:
    """Pixels to an inch on the table there, in the direction in which it is shorter."""
    px = camera.project(np.array([[x, y, 0.0], [x + 0.5, y, 0.0], [x, y + 0.5, 0.0]]))
    return float(2 * min(np.linalg.norm(px[1] - px[0]), np.linalg.norm(px[2] - px[0])))


def _spread_in(readings: Sequence[GaugeReading]) -> float:
    return max(math.dist(a.at_in, b.at_in) for a in readings for b in readings)


def _light(light: TagLight | None) -> Finding:
    if light is None:
        return Finding(UNKNOWN, Message("No tag was in sight to judge the light by."))
    levels = {"white": f"{light.white:.0f}", "black": f"{light.black:.0f}"}
    says = Message("The tags’ white has {white} of 255 levels, their black {black}.", **levels)
    if light.burnt > 0.2 or light.contrast < LEAST_CONTRAST:
        return Finding(BAD, in_a_row(says, Message("Change the light: the tags are burnt, or have no contrast.")))
    if not DARK * 0.6 <= light.white <= BRIGHT + 20:
        return Finding(FAIR, in_a_row(says, Message("More even light or another exposure would read better.")))
    return Finding(GOOD, says)


def _from_plain(plain: Mapping[str, Any]) -> TableCertificate:
    readings = tuple(
        GaugeReading((float(x), float(y)), float(turn), float(measured), float(sigma))
        for x, y, turn, measured, sigma in plain["readings"]
    )
    light = plain["light"]
    pose = tuple(float(number) for number in plain["pose"])
    if len(pose) != 12 or not np.isfinite(pose).all():
        raise ValueError("no pose")
    values = dict(plain) | {
        "readings": readings,
        "light": None if light is None else TagLight(*(float(level) for level in light)),
        "scale": None if plain["scale"] is None else read_certificate(plain["scale"]),
        "pose": pose,
        "shape": read_shape(plain.get("shape")),
        "cell_px": (float(plain["cell_px"][0]), float(plain["cell_px"][1])),
        "size_in": (float(plain["size_in"][0]), float(plain["size_in"][1])),
    }
    return TableCertificate(**values)

"""Measures the table's shape in one picture by all the models on it together, for the certificate."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tablecam.base.i18n import Message
from tablecam.base.units import to_inches, to_mm
from tablecam.sensing.tracking.fusing import Fusion
from tablecam.sensing.tracking.observation import WHOLE, Observation
from tablecam.sensing.tracking.observe import observe
from tablecam.sensing.tracking.sag import LEAST_TAGS, MeasuredDepth
from tablecam.sensing.tracking.settings import ONE_PICTURE
from tablecam.sensing.tracking.tracker import Tracker
from tablecam.sensing.vision.apriltag import Search, TagDetector
from tablecam.sensing.vision.full_search import fit_detection
from tablecam.setup.certified_camera import PlacedPicture
from tablecam.setup.finding import BAD, FAIR, GOOD, UNKNOWN, Finding, in_a_row
from tablecam.setup.known_places import TableFiles
from tablecam.table.terrain import Terrain

# 3 mm: a smaller certain sag needs no remedy, and a reading that could miss more has measured nothing. A table that
# sags by more than the second value needs support.
FLAT_IN, DEEP_IN = 0.12, 0.32


def seen_shape(files: TableFiles, pictures: Sequence[PlacedPicture]) -> MeasuredDepth | None:
    """Measures the table's shape by the models in the cameras' pictures; None if they are too few."""
    table, roster = files.table, files.roster
    if table is None or roster is None:
        return None
    edges = {tag: to_inches(model.tag_size_mm) * table.print_scale for tag, model in roster.by_tag.items()}
    by_camera = {number: _observe_tags(picture, edges) for number, picture in enumerate(pictures)}
    observations = by_camera[0]
    if len(by_camera) > 1:
        observations = Fusion(pictures[0].registration.camera.pose.position_in).of(by_camera)
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
            Message("Not measured: it takes {least} models that stand all over the table.", least=LEAST_TAGS),
        )
    most_in = abs(shape.depth_in) + 2 * shape.sigma_in
    if shape.flat and most_in > FLAT_IN:
        says = Message(
            "Not measured to 3 mm: {tags} models show no sag, but one of up to {most} mm could go unseen. More models "
            "all over the table would tell.",
            tags=shape.tags,
            most=f"{to_mm(most_in):.1f}",
        )
        return Finding(UNKNOWN, says, shape.depth_in)
    figures: dict[str, str | int] = {"sigma": f"{to_mm(2 * shape.sigma_in):.1f}", "tags": shape.tags}
    if shape.flat:
        flat = Message("Flat, as far as {tags} models show: to {sigma} mm in its middle.", **figures)
        return Finding(GOOD, flat, shape.depth_in)
    figures["depth"] = f"{to_mm(abs(shape.depth_in)):.1f}"
    says = (
        Message(
            "Its middle lies {depth} mm low, give or take {sigma} mm, by {tags} models; ranges reckon with it.",
            **figures,
        )
        if shape.depth_in > 0
        else Message(
            "Its middle lies {depth} mm high, give or take {sigma} mm, by {tags} models; ranges reckon with it.",
            **figures,
        )
    )
    if most_in <= FLAT_IN:
        return Finding(GOOD, says, shape.depth_in)
    remedy = Message("Support the table, or lay the mat on a board.")
    return Finding(FAIR if abs(shape.depth_in) <= DEEP_IN else BAD, in_a_row(says, remedy), shape.depth_in)


def as_plain(shape: MeasuredDepth | None) -> Any:
    """Converts the shape for a JSON file."""
    return None if shape is None else vars(shape)


def read_shape(plain: Mapping[str, Any] | None) -> MeasuredDepth | None:
    """Reads a shape that `as_plain` wrote. Raises KeyError, TypeError and ValueError."""
    if plain is None:
        return None
    depth_in, sigma_in = float(plain["depth_in"]), float(plain["sigma_in"])
    return MeasuredDepth(int(plain["tags"]), depth_in, sigma_in, bool(plain["flat"]))

"""`tablecam measure`: what stands where in photographs, and how far each model is from each."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from calibration.registration import Registration
from tablecam.base.errors import BadFile, BadPicture, TablecamError
from tablecam.commands.games import books
from tablecam.commands.options import as_json, table_folder
from tablecam.live.pipeline import FrameResult, measure_photo
from tablecam.sensing.camera.recorded import Photos, load_image
from tablecam.sensing.camera.source import Source, frames, open_source
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.shared_moment import SharedMoment
from tablecam.storage.position import read_position
from tablecam.storage.table_folder import MOST_CAMERAS, TableFolder, read_folder
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.ranges import Range, all_ranges
from tablecam.table.measure.sight import all_sight
from tablecam.table.measure.sighting import Sighting
from tablecam.table.measure.why import percent
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

PLACES = 5

# What is said of a contact, by its verdict.
CONTACT = {
    Verdict.YES.value: "  in contact",
    Verdict.TOO_CLOSE.value: "  in contact, or not: too close to call",
    Verdict.NO.value: "",
}


@click.command()
@click.argument("photos", nargs=-1, type=click.Path(path_type=Path))
@table_folder
@click.option("--position", type=click.Path(path_type=Path), help="A written position instead of photographs.")
@click.option(
    "--print-scale",
    type=click.FloatRange(min=0.5, max=2.0),
    help="The size at which the models' tags were printed, of that in models.toml.",
)
@click.option(
    "--together",
    is_flag=True,
    help="PHOTOS are of one moment, from several places, and give one answer. They have the lenses of camera.yaml, "
    "camera-2.yaml and so on in their order, or all that of camera.yaml if there is no other.",
)
@as_json
def measure(
    photos: tuple[Path, ...],
    table: Path,
    position: Path | None,
    print_scale: float | None,
    together: bool,
    json_: bool,
) -> None:
    """Measures PHOTOS (pictures, folders of them, or videos) of the table described in DIR.

    A picture that cannot be measured is told on stderr; the others are measured all the same, and the status is 1.
    """
    if bool(photos) == (position is not None):
        raise click.UsageError("give photographs, or --position FILE")
    if position is not None:
        folder = read_folder(table, camera_needed=False, models_needed=False, materials=books().materials)
        _print(describe_position(str(position), read_position(position, folder), folder), json_)
        return
    folder = read_folder(table, materials=books().materials)
    if print_scale is not None:
        folder = replace(folder, table=replace(folder.table, print_scale=print_scale))
    if together:
        name, reading = _read_together(photos, folder)
        _print(_with_cameras(describe_position(name, reading.snapshot, folder), reading), json_)
        return
    refusals: list[str] = []
    for photo in photos:
        for name, reading in _readings(photo, folder, refusals):
            _print(_with_camera(describe_position(name, reading.snapshot, folder), reading), json_)
    if refusals:
        raise click.exceptions.Exit(1)


def describe_position(name: str, snapshot: Snapshot, folder: TableFolder) -> dict[str, Any]:
    """The object that `measure --json` prints for one position, without the camera."""
    standing, enough = {placed.model.id for placed in snapshot.models}, _enough()
    return {
        "photo": name,
        "camera": None,
        "models": [_model(placed) for placed in snapshot.models],
        "pairs": [_pair(pair) for pair in all_ranges(snapshot)],
        "sight": [_sight(sighting, enough) for sighting in all_sight(snapshot, _blocking(snapshot))],
        "unknown_tags": list(snapshot.unknown_tags),
        "missing_models": [model.id for model in folder.roster.models if model.id not in standing],
        "problems": [str(problem) for problem in (*snapshot.problems, *snapshot.faults())],
    }


def _enough() -> float | None:
    """The share that must show by the usual rulebook; None where it does not say."""
    reading = books().usual.sight_reading
    return reading.limits().enough if reading else None


def _blocking(snapshot: Snapshot) -> np.ndarray | None:
    """Which models block sight, by the usual rulebook; None, all of them, where it does not say."""
    reading = books().usual.sight_reading
    return reading.blocking(snapshot) if reading else None


def _readings(photo: Path, folder: TableFolder, refusals: list[str]) -> Iterator[tuple[str, FrameResult]]:
    """What each picture shows, under its name; why one shows nothing is told at once and noted."""

    def refuse(sentence: str) -> None:
        refusals.append(sentence)
        click.echo(f"tablecam: {sentence}", err=True)

    try:
        source = _recording(str(photo))
    except TablecamError as refused:
        refuse(str(refused))
        return
    with source:
        for frame in frames(source, refuse):
            name = _name(photo, source, frame)
            try:
                yield name, measure_photo(folder, frame)
            except BadPicture as refused:
                refuse(f"{name}: {refused}")


def _read_together(photos: tuple[Path, ...], folder: TableFolder) -> tuple[str, FrameResult]:
    """What the pictures of one moment show, and their names. Raises BadPicture for one that cannot be measured."""
    if len(photos) > MOST_CAMERAS:
        raise click.UsageError(f"give at most {MOST_CAMERAS} pictures of one moment")
    if 1 < len(folder.lenses) < len(photos):
        raise BadPicture(
            f"there are {len(photos)} pictures and {len(folder.lenses)} lenses in {folder.path}: "
            f"give one picture a camera, or keep only camera.yaml if one camera took them all"
        )
    pictures = {number: load_image(photo) for number, photo in enumerate(photos)}
    return " + ".join(str(photo) for photo in photos), measure_photo(folder, SharedMoment(pictures))


def _recording(text: str) -> Source:
    """The recording that a person means; a live camera, which never ends, is refused."""
    source = open_source(text)
    if source.live:
        source.close()
        raise BadFile(
            f"{text}: this is a live camera, of which there is no end: give pictures, or use `tablecam track`"
        )
    return source


def _name(photo: Path, source: Source, frame: Frame) -> str:
    """A picture's own file; for a video, which frame of it."""
    if isinstance(source, Photos):
        return str(source.paths[frame.number])
    return f"{photo}, frame {frame.number}"


def _with_camera(answer: dict[str, Any], reading: FrameResult) -> dict[str, Any]:
    assert reading.registration is not None
    return answer | {"camera": _camera(reading.registration)}


def _with_cameras(answer: dict[str, Any], reading: FrameResult) -> dict[str, Any]:
    """With the places of all cameras besides."""
    return _with_camera(answer, reading) | {"cameras": [_camera(place) for place in reading.places.values()]}


def _camera(registration: Registration) -> dict[str, Any]:
    position = [round(float(value), PLACES) for value in registration.camera.pose.position_in]
    return {"position_in": position, "reprojection_rms_px": round(registration.rms_px, PLACES)}


def _model(placed: Placed) -> dict[str, Any]:
    return {
        "id": placed.model.id,
        "tag": placed.model.tag,
        "x_in": round(placed.x_in, PLACES),
        "y_in": round(placed.y_in, PLACES),
        "z_in": round(placed.z_in, PLACES),
        "heading_rad": round(placed.heading_rad, PLACES),
        "sigma_in": round(placed.sigma_in, PLACES),
        "stands_on": placed.stands_on,
    }


def _pair(pair: Range) -> dict[str, Any]:
    return {
        "a": pair.a,
        "b": pair.b,
        "range_in": round(pair.range_in, PLACES),
        "horizontal_in": round(pair.horizontal_in, PLACES),
        "sigma_in": round(pair.sigma_in, PLACES),
        "contact": pair.contact,
        "contact_verdict": pair.contact_verdict.value,
    }


def _sight(sighting: Sighting, enough: float | None) -> dict[str, Any]:
    """enough: the share that the verdict is about; null in both where nothing says how much is enough."""
    return {
        "viewer": sighting.viewer,
        "target": sighting.target,
        "visible": round(sighting.visible, PLACES),
        "visible_past_terrain": round(sighting.visible_past_terrain, PLACES),
        "obstructions": [
            {
                "name": one.name,
                "kind": one.kind,
                "material": one.material,
                "distance_in": round(one.distance_in, PLACES),
                "hidden": round(one.hidden, PLACES),
            }
            for one in sighting.obstructions
        ],
        "sigma": round(sighting.sigma, PLACES),
        "enough": enough,
        "verdict": None if enough is None else sighting.verdict(enough).value,
    }


def _print(answer: dict[str, Any], json_: bool) -> None:
    click.echo(json.dumps(answer) if json_ else "\n".join(_lines(answer)))


def _plus_minus(sigma: float) -> str:
    """Twice the sigma of a share, where it shows in whole per cent."""
    return f" ± {round(200 * sigma)} %" if round(200 * sigma) else ""


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    """The answer as a person reads it."""
    yield f"{answer['photo']}: {len(answer['models'])} models"
    for model in answer["models"]:
        yield (
            f"  {model['id']:<12} tag {model['tag']:<4} at {model['x_in']:6.2f}, {model['y_in']:6.2f} in, "
            f"on {model['stands_on']} ({model['z_in']:.2f} in up), give or take {model['sigma_in']:.3f}"
        )
    for pair in sorted(answer["pairs"], key=lambda range_: range_["range_in"]):
        touching = CONTACT[pair["contact_verdict"]]
        yield f"  {pair['a']:>12} - {pair['b']:<12} {pair['range_in']:6.2f} in ± {2 * pair['sigma_in']:.2f}{touching}"
    for sight in answer["sight"]:
        unsure = sight["verdict"] == Verdict.TOO_CLOSE.value
        if sight["obstructions"] or unsure:
            hiding = ", ".join(
                f"{obstruction['name']} {percent(obstruction['hidden'])}" for obstruction in sight["obstructions"]
            )
            close = f"; too close to call whether that is {percent(sight['enough'])}" if unsure else ""
            share = f"{percent(sight['visible'])}{_plus_minus(sight['sigma'])}"
            yield f"  {sight['viewer']:>12} sees {share} of {sight['target']}; hidden by {hiding or 'nothing'}{close}"
    if answer["missing_models"]:
        yield "  not seen: " + ", ".join(answer["missing_models"])
    if answer["unknown_tags"]:
        yield "  tags of no model: " + ", ".join(str(tag) for tag in answer["unknown_tags"])
    for problem in answer["problems"]:
        yield f"  note: {problem}"

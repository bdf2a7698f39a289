"""`tablecam measure` and `tablecam glue`: places, distances and glued tags from photographs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablecam.base.errors import BadFile, BadPicture, TablecamError
from tablecam.commands.options import as_json, book_option, books, table_folder
from tablecam.table.measure.facts import Verdict

if TYPE_CHECKING:
    import numpy as np

    from calibration.registration import Registration
    from tablecam.live.pipeline import FrameResult
    from tablecam.sensing.camera.source import Source
    from tablecam.sensing.tracking.glue import GlueFinding
    from tablecam.sensing.vision.frame import Frame
    from tablecam.storage.table_folder import TableFolder
    from tablecam.table.measure.ranges import Range
    from tablecam.table.measure.sighting import Sighting
    from tablecam.table.miniature import Placed, Roster
    from tablecam.table.snapshot import Snapshot

PLACES = 5
PICTURES = (".jpg", ".jpeg", ".png")

# The text on a contact, by its verdict.
CONTACT = {
    Verdict.YES.value: "  in contact",
    Verdict.TOO_CLOSE.value: "  in contact, or not: too close to call",
    Verdict.NO.value: "",
}


@click.command()
@click.argument("photos", nargs=-1, type=click.Path(path_type=Path))
@table_folder
@book_option
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
@click.option(
    "--picture",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the table from straight above, every surface at its true place: FILE ends in .jpg or .png.",
)
@as_json
def measure(
    photos: tuple[Path, ...],
    table: Path,
    position: Path | None,
    print_scale: float | None,
    json_: bool,
    **wanted: Any,
) -> None:
    """Measures PHOTOS (pictures, folders of them, or videos) of the table described in DIR.

    A picture that cannot be measured is reported on stderr. The other pictures are measured, and the status is 1.
    """
    from tablecam.storage.position import read_position
    from tablecam.storage.table_folder import read_folder

    together, picture = bool(wanted["together"]), wanted["picture"]
    if bool(photos) == (position is not None):
        raise click.UsageError("give photographs, or --position FILE")
    _check_picture(picture, photos, together)
    if position is not None:
        folder = read_folder(table, camera_needed=False, models_needed=False, materials=books().materials)
        _print_answer(describe_position(str(position), read_position(position, folder), folder), json_)
        return
    folder = read_folder(table, materials=books().materials)
    if print_scale is not None:
        folder = replace(folder, table=replace(folder.table, print_scale=print_scale))
    if together:
        name, frame, reading = _read_together(photos, folder)
        _write_picture(picture, frame, reading)
        _print_answer(_add_cameras(describe_position(name, reading.snapshot, folder), reading), json_)
        return
    refusals: list[str] = []
    for photo in photos:
        for name, frame, reading in _read_photo(photo, folder, refusals):
            _write_picture(picture, frame, reading)
            _print_answer(_add_camera(describe_position(name, reading.snapshot, folder), reading), json_)
    if refusals:
        raise click.exceptions.Exit(1)


def _check_picture(picture: Path | None, photos: tuple[Path, ...], together: bool) -> None:
    """Refuse an ending that no picture has, and several photographs for one picture."""
    if picture is None:
        return
    if picture.suffix.lower() not in PICTURES:
        raise click.UsageError(f"{picture}: a picture of the table is written as .jpg or .png")
    if not photos or (len(photos) > 1 and not together):
        raise click.UsageError("--picture shows one moment: give one photograph, or several with --together")


def _write_picture(picture: Path | None, frame: Frame, reading: FrameResult) -> None:
    """Write the table from straight above, if it is wanted; of a video, the last one stays."""
    import cv2

    from tablecam.live.live_loop import PublishedFrame
    from tablecam.live.orthophoto import TablePhotographer
    from tablecam.storage.text_file import write_bytes

    if picture is None:
        return
    view = PublishedFrame(snapshot=reading.snapshot, camera=reading.camera, frame=frame, cameras=reading.cameras)
    image = TablePhotographer().photograph(view)
    if image is not None:
        write_bytes(picture, cv2.imencode(picture.suffix.lower(), image)[1].tobytes())


def describe_position(name: str, snapshot: Snapshot, folder: TableFolder) -> dict[str, Any]:
    """The object that `measure --json` prints for one position, without the camera."""
    from tablecam.table.measure.ranges import all_ranges
    from tablecam.table.measure.sight import all_sight

    present, enough = {placement.model.id for placement in snapshot.models}, _get_required_share()
    return {
        "photo": name,
        "camera": None,
        "models": [_model_to_json(placement) for placement in snapshot.models],
        "pairs": [_pair_to_json(pair) for pair in all_ranges(snapshot)],
        "sight": [_sight_to_json(sighting, enough) for sighting in all_sight(snapshot, _blocking_models(snapshot))],
        "unknown_tags": list(snapshot.unknown_tags),
        "missing_models": [model.id for model in folder.roster.models if model.id not in present],
        "problems": [str(problem) for problem in (*snapshot.problems, *snapshot.faults())],
    }


def _get_required_share() -> float | None:
    """The share that must be visible by the usual rulebook; None where it sets none."""
    reading = books().usual.sight_reading
    return reading.limits().enough if reading else None


def _blocking_models(snapshot: Snapshot) -> np.ndarray | None:
    """The models that block sight by the usual rulebook; None, all of them, where it sets none."""
    reading = books().usual.sight_reading
    return reading.blocking(snapshot) if reading else None


def _read_photo(photo: Path, folder: TableFolder, refusals: list[str]) -> Iterator[tuple[str, Frame, FrameResult]]:
    """The result of each image, with its name and itself; an image without a result is reported at once and noted."""
    from tablecam.live.pipeline import measure_photo
    from tablecam.sensing.camera.source import frames

    def refuse(sentence: str) -> None:
        refusals.append(sentence)
        click.echo(f"tablecam: {sentence}", err=True)

    try:
        source = _open_recording(str(photo))
    except TablecamError as error:
        refuse(str(error))
        return
    with source:
        for frame in frames(source, refuse):
            name = _name_picture(photo, source, frame)
            try:
                yield name, frame, measure_photo(folder, frame)
            except BadPicture as error:
                refuse(f"{name}: {error}")


def _read_together(photos: tuple[Path, ...], folder: TableFolder) -> tuple[str, Frame, FrameResult]:
    """The result of the images of one moment, with their names and the images. Raises BadPicture for one without."""
    from tablecam.live.pipeline import measure_photo
    from tablecam.sensing.camera.recording import load_image
    from tablecam.sensing.vision.frame import SharedMoment
    from tablecam.storage.table_folder import MOST_CAMERAS

    if len(photos) > MOST_CAMERAS:
        raise click.UsageError(f"give at most {MOST_CAMERAS} pictures of one moment")
    if 1 < len(folder.lenses) < len(photos):
        raise BadPicture(
            f"there are {len(photos)} pictures and {len(folder.lenses)} lenses in {folder.path}: "
            f"give one picture a camera, or keep only camera.yaml if one camera took them all"
        )
    moment = SharedMoment({number: load_image(photo) for number, photo in enumerate(photos)})
    return " + ".join(str(photo) for photo in photos), moment, measure_photo(folder, moment)


def _open_recording(text: str) -> Source:
    """The recording that a text names; BadFile for a live camera, which never ends."""
    from tablecam.sensing.camera.source import open_source

    source = open_source(text)
    if source.live:
        source.close()
        raise BadFile(
            f"{text}: this is a live camera, of which there is no end: give pictures, or use `tablecam track`"
        )
    return source


def _name_picture(photo: Path, source: Source, frame: Frame) -> str:
    """The file of an image; for a video, the number of the frame."""
    from tablecam.sensing.camera.recording import Photos

    if isinstance(source, Photos):
        return str(source.paths[frame.number])
    return f"{photo}, frame {frame.number}"


def _add_camera(answer: dict[str, Any], reading: FrameResult) -> dict[str, Any]:
    assert reading.registration is not None
    return answer | {"camera": _camera_to_json(reading.registration)}


def _add_cameras(answer: dict[str, Any], reading: FrameResult) -> dict[str, Any]:
    """The answer with the places of all cameras."""
    return _add_camera(answer, reading) | {"cameras": [_camera_to_json(place) for place in reading.places.values()]}


def _camera_to_json(registration: Registration) -> dict[str, Any]:
    position = [round(float(value), PLACES) for value in registration.camera.pose.position_in]
    return {"position_in": position, "reprojection_rms_px": round(registration.rms_px, PLACES)}


def _model_to_json(placed: Placed) -> dict[str, Any]:
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


def _pair_to_json(pair: Range) -> dict[str, Any]:
    return {
        "a": pair.a,
        "b": pair.b,
        "range_in": round(pair.range_in, PLACES),
        "horizontal_in": round(pair.horizontal_in, PLACES),
        "sigma_in": round(pair.sigma_in, PLACES),
        "contact": pair.is_touching,
        "contact_verdict": pair.contact.value,
    }


def _sight_to_json(sighting: Sighting, enough: float | None) -> dict[str, Any]:
    """A sighting as JSON. enough: the share of the verdict; both are null where the rulebook sets none."""
    return {
        "viewer": sighting.viewer,
        "target": sighting.target,
        "visible": round(sighting.visible, PLACES),
        "visible_past_terrain": round(sighting.visible_past_terrain, PLACES),
        "obstructions": [
            {
                "name": obstruction.name,
                "kind": obstruction.kind,
                "material": obstruction.material,
                "distance_in": round(obstruction.distance_in, PLACES),
                "hidden": round(obstruction.hidden, PLACES),
            }
            for obstruction in sighting.obstructions
        ],
        "sigma": round(sighting.sigma, PLACES),
        "enough": enough,
        "verdict": None if enough is None else sighting.verdict(enough).value,
    }


def _print_answer(answer: dict[str, Any], json_: bool) -> None:
    click.echo(json.dumps(answer) if json_ else "\n".join(_describe_answer(answer)))


def _format_uncertainty(sigma: float) -> str:
    """Twice the sigma of a share, where it is visible in whole per cent."""
    return f" ± {round(200 * sigma)} %" if round(200 * sigma) else ""


def _describe_answer(answer: dict[str, Any]) -> Iterator[str]:
    """The answer in lines for a reader."""
    from tablecam.table.measure.why import percent

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
        is_unsure = sight["verdict"] == Verdict.TOO_CLOSE.value
        if sight["obstructions"] or is_unsure:
            hiding = ", ".join(
                f"{obstruction['name']} {percent(obstruction['hidden'])}" for obstruction in sight["obstructions"]
            )
            close = f"; too close to call whether that is {percent(sight['enough'])}" if is_unsure else ""
            share = f"{percent(sight['visible'])}{_format_uncertainty(sight['sigma'])}"
            yield f"  {sight['viewer']:>12} sees {share} of {sight['target']}; hidden by {hiding or 'nothing'}{close}"
    if answer["missing_models"]:
        yield "  not seen: " + ", ".join(answer["missing_models"])
    if answer["unknown_tags"]:
        yield "  tags of no model: " + ", ".join(str(tag) for tag in answer["unknown_tags"])
    for problem in answer["problems"]:
        yield f"  note: {problem}"


@click.command()
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@table_folder
@book_option
@click.option("--model", "model_id", required=True, help="The id in models.toml of the model that was turned.")
@click.option("--write", is_flag=True, help="Write the result into models.toml.")
def glue(photos: tuple[Path, ...], table: Path, model_id: str, write: bool) -> None:
    """Finds where a model's tag is glued, from PHOTOS of it at one place with different headings.

    Turn it against a stop, so that its base stays where it is: the tag of a model that is glued right circles about it.
    """
    from tablecam.setup.roster_step import write_glue
    from tablecam.storage.table_folder import MODELS, read_folder

    folder = read_folder(table, materials=books().materials)
    model = folder.roster.by_id.get(model_id)
    if model is None:
        raise click.UsageError(f"there is no model '{model_id}' in {table / MODELS}: give the id of one that is")
    if model.second_tag is not None:
        raise click.UsageError(f"{model.name} wears two tags, which tell together: only a single tag can be measured")
    finding = _find_glue([_place_model(folder, photo, model_id) for photo in photos])
    click.echo(finding.says(model.name))
    if write:
        write_glue(table, model_id, finding)
        click.echo(f"{table / MODELS} says so now.")


def _place_model(folder: TableFolder, photo: Path, model_id: str) -> Placed:
    """The model's place in a photograph, computed as if its tag were glued without error."""
    from tablecam.live.pipeline import measure_photo
    from tablecam.sensing.camera.recording import load_image
    from tablecam.sensing.vision.frame import Frame

    exact = replace(
        folder, table=replace(folder.table, assembly_sigma_mm=0.0), roster=_clear_assembly_sigmas(folder.roster)
    )
    snapshot = measure_photo(exact, Frame(load_image(photo).image, 0.0)).snapshot
    for placement in snapshot.models:
        if placement.model.id == model_id:
            return placement
    raise BadPicture(f"{photo} does not show {model_id}: give pictures in which its tag is in the open")


def _clear_assembly_sigmas(roster: Roster) -> Roster:
    from tablecam.table.miniature import Roster

    return Roster(tuple(replace(model, assembly_sigma_mm=None) for model in roster.models))


def _find_glue(turned: list[Placed]) -> GlueFinding:
    from tablecam.sensing.tracking.glue import LEAST_HEADINGS, find_tag_offset

    fit = find_tag_offset(turned)
    if fit is None:
        raise BadPicture(
            f"the model has to be seen with {LEAST_HEADINGS} headings at least, 30 degrees apart: turn it further on "
            "the spot and take another picture"
        )
    if not fit.turned_on_the_spot:
        raise BadPicture(
            f"the base shifted by about {fit.shifted_mm:.1f} mm between the pictures: turn the model against a stop, "
            "so that it stays where it is"
        )
    return fit

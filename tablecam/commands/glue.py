"""`tablecam glue`: where on its tray a model's tag is really glued, from photographs of it turned on the spot."""

from dataclasses import replace
from pathlib import Path

import click

from tablecam.base.errors import BadPicture
from tablecam.commands.games import books
from tablecam.commands.options import table_folder
from tablecam.live.pipeline import measure_photo
from tablecam.sensing.camera.recording import load_image
from tablecam.sensing.tracking.glue import LEAST_HEADINGS, GlueFinding, find_tag_offset
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.glued_tags import write_glue
from tablecam.storage.table_folder import MODELS, TableFolder, read_folder
from tablecam.table.miniature import Placed
from tablecam.table.roster import Roster


@click.command()
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@table_folder
@click.option("--model", "model_id", required=True, help="The id in models.toml of the model that was turned.")
@click.option("--write", is_flag=True, help="Write the result into models.toml.")
def glue(photos: tuple[Path, ...], table: Path, model_id: str, write: bool) -> None:
    """Finds where a model's tag is glued, from PHOTOS of it at one place with different headings.

    Turn it against a stop, so that its base stays where it is: the tag of a model that is glued right circles about it.
    """
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
    exact = replace(
        folder, table=replace(folder.table, assembly_sigma_mm=0.0), roster=_clear_assembly_sigmas(folder.roster)
    )
    snapshot = measure_photo(exact, Frame(load_image(photo).image, 0.0)).snapshot
    for placement in snapshot.models:
        if placement.model.id == model_id:
            return placement
    raise BadPicture(f"{photo} does not show {model_id}: give pictures in which its tag is in the open")


def _clear_assembly_sigmas(roster: Roster) -> Roster:
    return Roster(tuple(replace(model, assembly_sigma_mm=None) for model in roster.models))


def _find_glue(turned: list[Placed]) -> GlueFinding:
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

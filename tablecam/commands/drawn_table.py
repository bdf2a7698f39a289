"""The drawn table of the demonstration, for a rulebook, and the options that change it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from tablecam.commands.options import books

if TYPE_CHECKING:
    from tablecam.rules.books.book import Book
    from tablecam.rules.books.demo_table import DemoModel, DemoTable
    from tablecam.sensing.camera.synthetic.demo import Company, Line
    from tablecam.sensing.camera.synthetic.scene import Scene
    from tablecam.sensing.camera.synthetic.stage import Stage


def make_company(book: Book) -> Company:
    """The sides of a rulebook with their models' cards; light parts have the material that is drawn as woven."""
    from tablecam.sensing.camera.synthetic.demo import Company
    from tablecam.table.terrain import SOLID

    light = next((material.id for material in book.materials if material.pattern == "weave"), SOLID)
    return Company(book.seats, book.demo().profiles, light)


def make_scene(book: Book, width: int, height: int) -> Scene:
    """The book's own table under a camera of that image size; two forces on the usual table where it has none."""
    from tablecam.sensing.camera.synthetic.demo import two_forces

    scene, table = two_forces(width, height, company=make_company(book)), book.demo().table
    return _replace_table(scene, table, book.seats) if table else scene


def _replace_table(scene: Scene, table: DemoTable, seats: tuple[str, ...]) -> Scene:
    """The scene with another table under the same camera. The tags keep their size."""
    from tablecam.sensing.camera.synthetic.demo import Company, miniature
    from tablecam.sensing.camera.synthetic.scene import Spot
    from tablecam.table.miniature import Roster

    tag_mm = scene.roster.models[0].tag_size_mm
    tops = {feature.name: feature.z_top_in for feature in table.terrain.features}
    company = Company(seats, {model.id: model.profile for model in table.models if model.profile})
    roster = Roster(
        tuple(
            miniature(number, _to_line(model, seats.index(model.seat)), tag_mm, company)
            for number, model in enumerate(table.models)
        )
    )
    spots = {
        model.id: Spot(model.x_in, model.y_in, tops.get(model.on, 0.0), math.radians(model.heading_deg))
        for model in table.models
    }
    return replace(
        scene,
        table=replace(scene.table, grid=table.grid),
        roster=roster,
        spots=spots,
        terrain=table.terrain,
        mat=table.mat,
        paint={**scene.paint, **table.paint},
    )


def _to_line(model: DemoModel, side: int) -> Line:
    """A model as a line of the drawn table's cast."""
    return (
        model.id, model.name, side, model.base, model.height_in, model.x_in, model.y_in, model.heading_deg, model.on,
    )  # fmt: skip


@dataclass(frozen=True)
class Drawing:
    """A drawn table. picture: a name of `SIZES`. size_in: width and depth of the table; None for the rulebook's own.

    models: their first places; None for all over the table, and hands that move them.
    """

    picture: str
    size_in: tuple[float, float] | None
    models: str | None

    def stage(self, otherwise: str | None = None) -> Stage:
        """The stage of the demo. otherwise: the default for `models`. TablecamError where the models do not fit."""
        from tablecam.sensing.camera.source import SIZES
        from tablecam.sensing.camera.synthetic.demo import resize_scene
        from tablecam.sensing.camera.synthetic.places import Rehearsal, place_in_strips
        from tablecam.sensing.camera.synthetic.stage import Stage

        scene, models = make_scene(books().usual, *SIZES[self.picture]), self.models or otherwise
        if self.size_in is not None:
            scene = resize_scene(scene, self.size_in)
        spots = scene.spots
        if models == "deployed":
            spots = place_in_strips(scene, "near", Rehearsal(scene))
        elif models == "boxed":
            spots = {}
        return Stage(replace(scene, spots=spots), hands=models is None)


def table_sides(_context: click.Context, _option: click.Parameter, words: str | None) -> tuple[float, float] | None:
    """Width and depth in inches from "72x48". Raises click.BadParameter for anything else."""
    from tablecam.sensing.camera.source import SIZES
    from tablecam.setup.setup_files import LARGEST_IN, SMALLEST_IN

    if words is None:
        return None
    if words.lower() in SIZES:
        raise click.BadParameter(f"{words} is a size of the camera's picture: write --picture {words.lower()}")
    width, by, depth = words.lower().partition("x")
    try:
        sides = float(width), float(depth if by else "nan")
    except ValueError:
        sides = (0.0, 0.0)
    if not all(SMALLEST_IN <= side <= LARGEST_IN for side in sides):
        bounds = f"{SMALLEST_IN:g} to {LARGEST_IN:g}"
        raise click.BadParameter(f"{words} is no table: write its width and depth in inches, {bounds} each, like 72x48")
    return sides


def drawing_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that draws its table; they arrive as one argument, `drawing`."""
    options = (
        click.option(
            "--picture",
            type=click.Choice(["4k", "1080p"]),
            default="1080p",
            show_default=True,
            help="Size of the camera's picture.",
        ),
        click.option(
            "--size",
            "size_in",
            callback=table_sides,
            metavar="WIDTHxDEPTH",
            help="Width and depth of the table in inches, such as 72x48.  [default: 48x48, or the rulebook's own]",
        ),
        click.option(
            "--models",
            type=click.Choice(["scattered", "deployed", "boxed"]),
            help="The models at first: all over the table, in their deployment strips, or off it.  [default: "
            "scattered, and hands move them until you do]",
        ),
    )

    @wraps(command)
    def with_drawing(*, picture: str, size_in: tuple[float, float] | None, models: str | None, **others: Any) -> None:
        command(drawing=Drawing(picture, size_in, models), **others)

    for option in reversed(options):
        option(with_drawing)
    return with_drawing

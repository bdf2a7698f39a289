"""The options of a drawn table: its image, its size, and the first places of its models."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

import click

from tablecam.commands.drawn_table import make_scene
from tablecam.commands.games import books
from tablecam.sensing.camera.source import SIZES
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.setup.chosen_size import LARGEST_IN, SMALLEST_IN


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
        from tablecam.sensing.camera.synthetic.places import place_in_strips
        from tablecam.sensing.camera.synthetic.sightly import Rehearsal
        from tablecam.sensing.camera.synthetic.table_sizes import resize_scene

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

"""The drawn table of the demonstration, for a rulebook."""

import math
from dataclasses import replace

from tablecam.rules.books.book import Book
from tablecam.rules.books.demo_table import DemoModel, DemoTable
from tablecam.sensing.camera.synthetic.demo import Company, Line, miniature, two_forces
from tablecam.sensing.camera.synthetic.scene import Scene, Spot
from tablecam.table.roster import Roster
from tablecam.table.terrain import SOLID


def make_company(book: Book) -> Company:
    """The sides of a rulebook with their models' cards; light parts have the material that is drawn as woven."""
    light = next((material.id for material in book.materials if material.pattern == "weave"), SOLID)
    return Company(book.seats, book.demo().profiles, light)


def make_scene(book: Book, width: int, height: int) -> Scene:
    """The book's own table under a camera of that image size; two forces on the usual table where it has none."""
    scene, table = two_forces(width, height, company=make_company(book)), book.demo().table
    return _replace_table(scene, table, book.seats) if table else scene


def _replace_table(scene: Scene, table: DemoTable, seats: tuple[str, ...]) -> Scene:
    """The scene with another table under the same camera. The tags keep their size."""
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

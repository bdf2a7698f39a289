"""`tablecam terrain`: checks the terrain of a table, imports maps of other programs, and exports Universal VTT."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablecam.base.errors import BadFile
from tablecam.commands.options import book_option, books
from tablecam.storage.foreign_geojson import PIXELS, UNITS
from tablecam.storage.uvtt import PORTALS
from tablecam.table.terrain import SOLID

if TYPE_CHECKING:
    from tablecam.storage.foreign_geojson import MapFrame

PIECES = "pieces.toml"

folder = click.argument("table", metavar="DIR", type=click.Path(path_type=Path))
positive = click.FloatRange(min=0, min_open=True)


def _check_material(_context: click.Context, _option: click.Parameter, material: str) -> str:
    """The material, if a rulebook has it; click.BadParameter otherwise."""
    materials = books().materials
    if materials and material not in materials:
        raise click.BadParameter(f"'{material}' is not one of {', '.join(materials)}.")
    return material


@click.group()
@book_option
def terrain() -> None:
    """Checks the terrain of a table, imports Universal VTT and GeoJSON, and exports a Universal VTT map."""


@terrain.command()
@folder
def check(table: Path) -> None:
    """Lists every fault of the terrain in DIR, with what to do; exit status 1 if there is a fault.

    A warning names something odd that changes no ruling.
    """
    from tablecam.storage.models_toml import read_pieces
    from tablecam.storage.table_folder import TERRAIN
    from tablecam.storage.terrain_check import terrain_faults, terrain_warnings
    from tablecam.storage.terrain_geojson import read_terrain

    path = table / TERRAIN
    size = _read_size(table)
    faults = terrain_faults(path, size, books().materials) if path.exists() else ()
    pieces = read_pieces(table / PIECES, books().materials)
    for fault in faults:
        click.echo(fault)
    for warning in terrain_warnings(path, books().materials) if path.exists() else ():
        click.echo(f"warning: {warning}")
    if faults:
        raise BadFile(f"{path} has {len(faults)} fault{'s' * (len(faults) > 1)}; mend what is listed above")
    features = len(read_terrain(path).features) if path.exists() else 0
    click.echo(f"{table}: {features} features and {len(pieces)} pieces with tags, no faults")


@terrain.command("import")
@click.argument("source", metavar="MAP", type=click.Path(path_type=Path))
@click.option("--out", required=True, metavar="FILE", type=click.Path(path_type=Path), help="The terrain to write.")
@click.option(
    "--height", required=True, type=positive, help="Height of the walls in inches; a flat map has no heights."
)
@click.option("--grid", default=1.0, show_default=True, type=positive, help="Inches a grid square, of a VTT map.")
@click.option("--units", type=click.Choice(UNITS), help="The unit of a GeoJSON; asked for if it is left out.")
@click.option("--scale", type=positive, help="56 for a GeoJSON at 1:56; with px, the pixels of an inch.")
@click.option("--down", is_flag=True, help="The y of a GeoJSON runs down, as in a picture.")
@click.option("--table", metavar="DIR", type=click.Path(path_type=Path), help="Takes only what is on this table.")
@click.option("--thickness", default=0.1, show_default=True, type=positive, help="Inches of a wall's thickness.")
@click.option("--material", default=SOLID, show_default=True, callback=_check_material, help="What walls are made of.")
@click.option(
    "--portals", default="drawn", show_default=True, type=click.Choice(PORTALS), help="The doors that are shut."
)
def import_(source: Path, out: Path, height: float, thickness: float, material: str, **options: Any) -> None:
    """Makes terrain from MAP: a Universal VTT file (.uvtt, .dd2vtt, .df2vtt), or any GeoJSON (.geojson, .json)."""
    from tablecam.storage.foreign_geojson import MapFrame, read_foreign_geojson
    from tablecam.storage.terrain_geojson import write_terrain
    from tablecam.storage.uvtt import Walls, read_uvtt

    if source.suffix.lower() in (".geojson", ".json"):
        frame = _ask_frame(source, MapFrame("in", 1.0, height, thickness_in=thickness, material=material), options)
        imported = read_foreign_geojson(source, frame)
        for loss in imported.losses:
            click.echo(f"note: {loss}")
        terrain = imported.terrain
    else:
        walls = Walls(height, options["grid"], thickness, material, options["portals"])
        terrain = read_uvtt(source, walls)
    write_terrain(out, terrain)
    click.echo(f"{out}: {len(terrain.features)} features")


def _ask_frame(source: Path, frame: MapFrame, options: Mapping[str, Any]) -> MapFrame:
    """The frame with the unit and the scale, which are asked for where nobody gave them."""
    unit = options["units"] or click.prompt(f"Unit of the numbers in {source.name}", type=click.Choice(UNITS))
    question = "Pixels of an inch" if unit == PIXELS else "Scale: 1 to"
    scale = options["scale"] or click.prompt(question, type=positive)
    size_in = _read_size(options["table"]) if options["table"] else None
    return replace(frame, unit=unit, scale=scale, down=options["down"], size_in=size_in)


@terrain.command()
@folder
@click.argument("out", metavar="MAP", type=click.Path(path_type=Path))
@click.option("--grid", default=1.0, show_default=True, type=positive, help="Inches a grid square.")
@click.option("--pixels", default=70, show_default=True, type=click.IntRange(1, 200), help="Pixels a grid square.")
@click.option(
    "--at", "at_in", default=1.0, show_default=True, help="The height in inches at which terrain counts as a wall."
)
def export(table: Path, out: Path, grid: float, pixels: int, at_in: float) -> None:
    """Writes the terrain of DIR as MAP, a Universal VTT file."""
    from tablecam.storage.table_folder import TABLE, TERRAIN
    from tablecam.storage.terrain_geojson import read_terrain
    from tablecam.storage.uvtt import write_uvtt

    size = _read_size(table)
    if size is None:
        raise BadFile(f"{table / TABLE} is missing; a map needs the size of the table")
    write_uvtt(out, read_terrain(table / TERRAIN), size, grid, pixels, at_in)
    click.echo(f"{out}: a map of {size[0] / grid:g} x {size[1] / grid:g} squares")


def _read_size(table: Path) -> tuple[float, float] | None:
    """Width and depth of the table; None where its folder does not set them."""
    from tablecam.storage.table_folder import TABLE, TERRAIN
    from tablecam.storage.table_toml import read_table

    if not table.is_dir():
        raise BadFile(f"{table} is not a folder; a table folder holds {TABLE} and {TERRAIN}")
    if not (table / TABLE).exists():
        return None
    settings = read_table(table / TABLE)
    return settings.width_in, settings.depth_in

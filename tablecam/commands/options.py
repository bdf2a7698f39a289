"""Options that several commands share."""

from pathlib import Path

import click

table_folder = click.option(
    "--table",
    "table",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The table folder: camera.yaml, table.toml, models.toml, terrain.geojson.",
)
as_json = click.option("--json", "json_", is_flag=True, help="One JSON object a line.")

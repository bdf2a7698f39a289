"""`make bench`: the figures of docs/figures.md, each beside a named peer measured in the same run."""

import importlib
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from tablecam.base.errors import BadFile, TablecamError
from tools.bench.figure import BenchResult, in_words, machine, not_reached

# beside the repository, where the project keeps pictures that are not its own
USUAL_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
USUAL_MINUTES = 1.0


@click.command(name="bench")
@click.argument("parts", nargs=-1, metavar="[PART]...")
@click.option("--json", "json_", is_flag=True, help="One JSON object instead of text.")
@click.option("--data", type=click.Path(path_type=Path), help="The folder of pictures with known truth.")
@click.option("--scene", "scenes", multiple=True, help="One scene of `speed`, by its name; may be given again.")
@click.option("--minutes", default=USUAL_MINUTES, show_default=True, help="How long `demo` is watched.")
def bench(parts: tuple[str, ...], json_: bool, data: Path | None, scenes: tuple[str, ...], minutes: float) -> None:
    """Measures every part, or only the PARTs named.

    accuracy, room, cameras, orthophoto, speed, fit, photos, calibration, ranges, sight, umpire, strength, advice,
    tournament, tablet, crowd, demo, soak, hub.
    """
    if data is not None and not data.is_dir():
        raise BadFile(f"{data} is no folder: name the one that holds the pictures, or leave --data out")
    known = _parts(data or USUAL_DATA, scenes, minutes)
    for part in parts:
        if part not in known:
            raise click.UsageError(f"there is no part {part}: choose from {', '.join(known)}")
    facts = machine()
    if not json_:
        click.echo(in_words(facts))
    results = []
    for part in parts or known:
        results.append(known[part]())
        if not json_:
            click.echo("\n" + results[-1].text())
    if json_:
        click.echo(json.dumps({"machine": facts, "parts": [result.to_json() for result in results]}, indent=1))
    else:
        click.echo(f"\n{_summary(results)}")


def _parts(data: Path, scenes: tuple[str, ...], minutes: float) -> dict[str, Callable[[], BenchResult]]:
    """The parts in the order in which they run; each is loaded only when it does."""
    modules: dict[str, tuple[str, tuple[Any, ...]]] = {
        "accuracy": ("accuracy", (data,)),
        "room": ("accuracy", (data,)),
        "cameras": ("accuracy", ()),
        "orthophoto": ("orthophoto", ()),
        "speed": ("speed", (scenes,)),
        "fit": ("speed", ()),
        "photos": ("speed", (data,)),
        "calibration": ("calibration", (data,)),
        "ranges": ("sight", ()),
        "sight": ("sight", ()),
        "umpire": ("umpire", ()),
        "strength": ("strength", ()),
        "advice": ("umpire", ()),
        "tournament": ("tournament", ()),
        "tablet": ("tablet", ()),
        "crowd": ("crowd", ()),
        "demo": ("demo", (60 * minutes,)),
        "soak": ("crowd", ()),
        "hub": ("hub", ()),
    }
    return {part: partial(_measure, module, part, *arguments) for part, (module, arguments) in modules.items()}


def _measure(module: str, part: str, *arguments: Any) -> BenchResult:
    """Call the function named like the part, in its module beside this one."""
    measure: Callable[..., BenchResult] = getattr(importlib.import_module(f"tools.bench.{module}"), part)
    return measure(*arguments)


def _summary(results: list[BenchResult]) -> str:
    aimed = sum(figure.target is not None for result in results for figure in result.figures)
    missed = not_reached(results)
    return f"{aimed - missed} of {aimed} targets reached"


if __name__ == "__main__":
    try:
        bench.main(prog_name="bench")
    except TablecamError as refusal:
        click.echo(f"bench: {refusal}", err=True)
        sys.exit(1)

"""`make bench`: the figures of docs/figures.md, each beside a named peer measured in the same run."""

import importlib
import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import click

from tablecam.base.errors import BadFile, TablecamError
from tools.bench.figure import BenchResult, in_words, machine, not_reached

# beside the repository, where the project keeps pictures that are not its own
USUAL_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
USUAL_MINUTES = 1.0
USUAL_SEEDS = "0:60"
USUAL_GAMES = 20


@click.command(name="bench")
@click.argument("parts", nargs=-1, metavar="[PART]...")
@click.option("--json", "json_", is_flag=True, help="One JSON object instead of text.")
@click.option("--data", type=click.Path(path_type=Path), help="The folder of pictures with known truth.")
@click.option("--scene", "scenes", multiple=True, help="One scene of `speed`, by its name; may be given again.")
@click.option("--minutes", default=USUAL_MINUTES, show_default=True, help="How long `demo` is watched.")
@click.option("--seeds", default=USUAL_SEEDS, show_default=True, help="The random scenes of `scenes`, FIRST:END.")
@click.option("--size", type=click.Choice(["1080p", "4k"]), default="1080p", show_default=True, help="Of `scenes`.")
@click.option("--tuning", is_flag=True, help="The scenes of `scenes` to tune with, not those held out.")
@click.option("--games", default=USUAL_GAMES, show_default=True, help="How many games a pairing `strength` plays.")
def bench(parts: tuple[str, ...], json_: bool, data: Path | None, **options: Any) -> None:
    """Measures every part, or only the PARTs named.

    accuracy, room, scenes, real, cameras, orthophoto, beam, speed, fit, photos, calibration, ranges, sight, umpire,
    strength, advice, tournament, tablet, crowd, demo, soak, hub, dice.
    """
    if data is not None and not data.is_dir():
        raise BadFile(f"{data} is no folder: name the one that holds the pictures, or leave --data out")
    known = _parts(data or USUAL_DATA, options)
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


def _parts(data: Path, options: Mapping[str, Any]) -> dict[str, Callable[[], BenchResult]]:
    """The parts in the order in which they run; each is loaded only when it does."""
    modules: dict[str, tuple[str, tuple[Any, ...]]] = {
        "accuracy": ("accuracy", (data,)),
        "room": ("accuracy", (data,)),
        "scenes": ("scenes", (_read_seeds(options["seeds"]), options["size"], options["tuning"])),
        "real": ("real", (data,)),
        "cameras": ("accuracy", ()),
        "orthophoto": ("orthophoto", ()),
        "beam": ("beam", ()),
        "speed": ("speed", (options["scenes"],)),
        "fit": ("speed", ()),
        "photos": ("speed", (data,)),
        "calibration": ("calibration", (data,)),
        "ranges": ("sight", ()),
        "sight": ("sight", ()),
        "umpire": ("umpire", ()),
        "strength": ("strength", (options["games"],)),
        "advice": ("umpire", ()),
        "tournament": ("tournament", ()),
        "tablet": ("tablet", ()),
        "crowd": ("crowd", ()),
        "demo": ("demo", (60 * options["minutes"],)),
        "soak": ("crowd", ()),
        "hub": ("hub", ()),
        "dice": ("dice", (data,)),
    }
    return {part: partial(_measure, module, part, *arguments) for part, (module, arguments) in modules.items()}


def _read_seeds(text: str) -> range:
    """The seeds from FIRST up to END, END left out."""
    first, colon, end = text.partition(":")
    if not (colon and first.isdigit() and end.isdigit()):
        raise click.UsageError(f"--seeds {text} is no range of seeds: give it as FIRST:END, such as {USUAL_SEEDS}")
    return range(int(first), int(end))


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

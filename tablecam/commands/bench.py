"""`tablecam bench`: the figures of docs/figures.md, each beside a named peer measured in the same run."""

import importlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from tablecam.bench.figure import BenchResult, not_reached
from tablecam.bench.machine import in_words, machine
from tablecam.errors import BadFile

# beside the repository, where the project keeps pictures that are not its own
USUAL_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
USUAL_MINUTES = 1.0


@click.command()
@click.argument("parts", nargs=-1, metavar="[PART]...")
@click.option("--json", "json_", is_flag=True, help="One JSON object instead of text.")
@click.option("--data", type=click.Path(path_type=Path), help="The folder of pictures with known truth.")
@click.option("--scene", "scenes", multiple=True, help="One scene of `speed`, by its name; may be given again.")
@click.option("--minutes", default=USUAL_MINUTES, show_default=True, help="How long `demo` is watched.")
def bench(parts: tuple[str, ...], json_: bool, data: Path | None, scenes: tuple[str, ...], minutes: float) -> None:
    """Measures every part, or only the PARTs named.

    accuracy, room, cameras, speed, fit, photos, calibration, ranges, sight, umpire, advice, tournament, tablet, crowd,
    demo, soak, hub.
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
    given: dict[str, tuple[Any, ...]] = {
        "accuracy": (data,),
        "room": (data,),
        "cameras": (),
        "speed": (scenes,),
        "fit": (),
        "photos": (data,),
        "calibration": (data,),
        "ranges": (),
        "sight": (),
        "umpire": (),
        "advice": (),
        "tournament": (),
        "tablet": (),
        "crowd": (),
        "demo": (60 * minutes,),
        "soak": (),
        "hub": (),
    }
    return {name: partial(_part, name, *wanted) for name, wanted in given.items()}


def _part(name: str, *given: Any) -> BenchResult:
    """What `tablecam/bench/<name>.py` measures."""
    part: Callable[..., BenchResult] = getattr(importlib.import_module(f"tablecam.bench.{name}"), name)
    return part(*given)


def _summary(results: list[BenchResult]) -> str:
    aimed = sum(figure.target is not None for result in results for figure in result.figures)
    missed = not_reached(results)
    return f"{aimed - missed} of {aimed} targets reached"

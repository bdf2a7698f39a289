"""`tablecam bench`: the figures of the README, each beside a named peer measured in the same run."""

import json
from collections.abc import Callable
from pathlib import Path

import click

from tablecam.bench.figure import Result, not_reached
from tablecam.bench.machine import in_words, machine
from tablecam.errors import BadFile

# beside the repository, where the project keeps pictures that are not its own
USUAL_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
USUAL_MINUTES = 1.0


@click.command()
@click.argument("parts", nargs=-1, metavar="[PART]...")
@click.option("--json", "json_", is_flag=True, help="One JSON object instead of text.")
@click.option("--data", type=click.Path(path_type=Path), help="The folder of pictures with known truth.")
@click.option("--minutes", default=USUAL_MINUTES, show_default=True, help="How long `demo` is watched.")
def bench(parts: tuple[str, ...], json_: bool, data: Path | None, minutes: float) -> None:
    """Measures accuracy, speed, fit, photos, calibration, demo, ranges, sight and umpire, or only the PARTs named."""
    if data is not None and not data.is_dir():
        raise BadFile(f"{data} is no folder: name the one that holds the pictures, or leave --data out")
    known = _parts(data or USUAL_DATA, minutes)
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
        click.echo(json.dumps({"machine": facts, "parts": [each.to_json() for each in results]}, indent=1))
    else:
        click.echo(f"\n{_summary(results)}")


def _parts(data: Path, minutes: float) -> dict[str, Callable[[], Result]]:
    """The parts in the order in which they run; each is loaded only when it does."""

    def accuracy() -> Result:
        from tablecam.bench.accuracy import accuracy as part

        return part(data)

    def speed() -> Result:
        from tablecam.bench.speed import speed as part

        return part()

    def fit() -> Result:
        from tablecam.bench.fit import fit as part

        return part()

    def photos() -> Result:
        from tablecam.bench.photos import photos as part

        return part(data)

    def calibration() -> Result:
        from tablecam.bench.calibration import calibration as part

        return part(data)

    def ranges() -> Result:
        from tablecam.bench.ranges import ranges as part

        return part()

    def sight() -> Result:
        from tablecam.bench.sight import sight as part

        return part()

    def umpire() -> Result:
        from tablecam.bench.umpire import umpire as part

        return part()

    def demo() -> Result:
        from tablecam.bench.demo import demo as part

        return part(60 * minutes)

    return {each.__name__: each for each in (accuracy, speed, fit, photos, calibration, ranges, sight, umpire, demo)}


def _summary(results: list[Result]) -> str:
    aimed = sum(figure.target is not None for result in results for figure in result.figures)
    missed = not_reached(results)
    return f"{aimed - missed} of {aimed} targets reached"

"""Several cameras over one table: what they find together that one does not, how well, and what that costs."""

import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tablecam.bench.figure import BenchResult, Figure, Target
from tablecam.bench.film import JPEG, NOISE, FilmFrame, crowd, film
from tablecam.bench.room import RoomScore
from tablecam.bench.tables import SIZES, known_table
from tablecam.bench.timing import Time, cheaper, timed
from tablecam.camera.synthetic.angles import seen_from
from tablecam.camera.synthetic.camera import write_table_folder
from tablecam.camera.synthetic.demo import demo_scene
from tablecam.camera.synthetic.hand import Hand
from tablecam.camera.synthetic.render import Renderer
from tablecam.camera.synthetic.scene import Scene
from tablecam.pipeline import Pipeline
from tablecam.storage.table_folder import TableFolder, read_folder
from tablecam.vision.frame import Frame
from tablecam.vision.shared_moment import SharedMoment

NUMBERS = (1, 2, 3)
# an arm that reaches over the table from its near side, as high as over a building; the cameras hang side by side
ARM = Hand(24.0, 36.0, 8.0, math.pi / 2)
# the pipeline's moments before the clock starts
WARM = 15
# each camera looks so much later than the one before it, as cameras that run freely do
LATER_S = 0.01
# of the models, an arm hides some from one camera
FOUND = {1: None, 2: Target(at_least=0.9), 3: Target(at_least=0.95)}
# a camera more may cost what the first does, and a quarter of that for what they tell together
MOST_EACH = 1.25


def cameras(size: str = "4k", models: int = 28, crowded: int = 40, moments: int = 30) -> BenchResult:
    """What one, two and three cameras make of the same drawn tables: of pictures, and of a film of so many moments.

    models: on the table of the pictures; crowded: on that of the film, two of which move.
    """
    figures: list[Figure] = []
    for what, hands in (("bare table", ()), ("an arm across the table", (ARM,))):
        with tempfile.TemporaryDirectory() as folder:
            figures += _found(what, read_together(demo_scene(*SIZES[size], models=models), hands, Path(folder)))
    with tempfile.TemporaryDirectory() as folder:
        figures += _costs(crowd("street", SIZES[size], crowded), moments, Path(folder))
    return BenchResult("cameras", f"one table under several cameras, drawn, {size}", tuple(figures))


def read_together(
    clean: Scene, hands: Sequence[Hand], path: Path, numbers: Sequence[int] = NUMBERS
) -> dict[int, RoomScore]:
    """What so many cameras make together of one picture each. path: an empty folder."""
    scene = replace(clean, sensor=replace(clean.sensor, noise=NOISE, jpeg=JPEG, gamma=2.2))
    folder = _folder(scene, path)
    pictures = [Frame(Renderer(seen_from(scene, one)).picture(None, hands), 0.0) for one in range(max(numbers))]
    tables = {number: known_table("together", scene, folder, _together(pictures[:number])) for number in numbers}
    return {number: RoomScore.read(table) for number, table in tables.items()}


def _found(what: str, scores: Mapping[int, RoomScore]) -> Iterator[Figure]:
    for number, found in scores.items():
        named = f"{_named(number)}, {what}"
        yield Figure(f"{named}: ranges within two stated sigmas", found.coverage, "", (), Target(at_least=0.9),
                     note=found.note(scores[1]))  # fmt: skip
        yield Figure(f"{named}: models found", found.score.share, "", (), FOUND[number])


def _costs(scene: Scene, moments: int, path: Path) -> Iterator[Figure]:
    """The pipeline's cost for each moment with two moving models, against that with one camera."""
    folder = _folder(scene, path)
    films = [film(seen_from(scene, number), WARM + moments) for number in range(max(NUMBERS))]
    pipelines = {number: Pipeline(folder) for number in NUMBERS}
    times: dict[int, list[Time]] = {number: [] for number in NUMBERS}
    for row, seen in enumerate(zip(*films, strict=True)):
        pictures = [_frame(each, LATER_S * one) for one, each in enumerate(seen)]
        for number, pipeline in pipelines.items():
            _, spent = timed(pipeline.process, _together(pictures[:number]))
            if row >= WARM:
                times[number].append(spent)
    for number in NUMBERS[1:]:
        cost = cheaper(times[1], times[number])
        yield Figure(f"{_named(number)}: the pipeline's cost of a moment against one", cost.median, "x", (),
                     Target(at_most=MOST_EACH * number), moments, cost.quartiles)  # fmt: skip


def _folder(scene: Scene, path: Path) -> TableFolder:
    """The folder of a scene under all cameras; its trays are exact."""
    write_table_folder(scene, path, max(NUMBERS))
    read = read_folder(path)
    return replace(read, table=replace(read.table, assembly_sigma_mm=0.0))


def _frame(seen: FilmFrame, later_s: float) -> Frame:
    return Frame(seen.grey, seen.time + later_s, seen.number)


def _together(pictures: list[Frame]) -> Frame:
    return pictures[0] if len(pictures) == 1 else SharedMoment(dict(enumerate(pictures)), pictures[0].number)


def _named(number: int) -> str:
    return "one camera" if number == 1 else f"{number} cameras"

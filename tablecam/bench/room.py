"""A real room: what each fault of it does to recall, ranges and their stated uncertainty, and what is said."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tablecam.bench.accuracy import Score
from tablecam.bench.faults import CLEAN, FAULTS, Fault
from tablecam.bench.figure import BenchResult, Figure, Target
from tablecam.bench.h264 import there_is_an_encoder
from tablecam.bench.tables import (
    SHORT_WAVE_IN,
    KnownTable,
    draw_aslant,
    draw_leaning,
    draw_sagging,
    draw_tables,
    draw_waves,
    rendered,
)
from tablecam.errors import BadPicture
from tablecam.measure.ranges import all_ranges
from tablecam.pipeline import measure_photo

# what a picture cannot be given afterwards is drawn: name -> the tables of a size
DRAWN: Mapping[str, Callable[[str], list[KnownTable]]] = {
    "drawn, clean": draw_tables,
    "drawn, leaning by 3 degrees": lambda size: draw_leaning(size, 3.0),
    "drawn, leaning by 8 degrees": lambda size: draw_leaning(size, 8.0),
    "drawn, mat sags by 3 mm": lambda size: draw_sagging(size, 3.0),
    "drawn, mat sags by 8 mm": lambda size: draw_sagging(size, 8.0),
    "drawn, mat in waves of 2 mm": lambda size: draw_waves(size, 2.0),
    "drawn, mat in waves of 5 mm": lambda size: draw_waves(size, 5.0),
    "drawn, mat in short waves of 2 mm": lambda size: draw_waves(size, 2.0, length_in=SHORT_WAVE_IN),
    "drawn, camera tilted by 20 degrees": lambda size: draw_aslant(size, 20.0),
    "drawn, camera tilted by 28 degrees": lambda size: draw_aslant(size, 28.0),
    "drawn, camera tilted by 35 degrees": lambda size: draw_aslant(size, 35.0),
}
CLEAN_COVERAGE, LEAST_COVERAGE = Target(0.93, 0.98), Target(at_least=0.90)


@dataclass
class RoomScore:
    """The score of one fault over several tables. sigmas_in: of the ranges. said: sentences, each once."""

    score: Score = field(default_factory=Score)
    sigmas_in: list[float] = field(default_factory=list)
    undecided: int = 0
    refused: int = 0
    said: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, fault: Fault, tables: Sequence[KnownTable]) -> "RoomScore":
        """Reads each table with the fault."""
        room = cls()
        for table in tables:
            room._read(fault.on(table))
        return room

    @classmethod
    def read(cls, table: KnownTable) -> "RoomScore":
        """Reads one table as it is."""
        room = cls()
        room._read(table)
        return room

    def _read(self, table: KnownTable) -> None:
        try:
            snapshot = measure_photo(table.folder, table.frame).snapshot
        except BadPicture as refused:
            self.refused += 1
            self.score.models += len(table.places)
            self.said.append(str(refused))
            return
        self.score.count(table, snapshot)
        self.undecided += sum(placed.stands_on == "undecided" for placed in snapshot.models)
        self.sigmas_in += [measured.sigma_in for measured in all_ranges(snapshot)]
        self.said += [str(problem) for problem in snapshot.problems]

    @property
    def p95_in(self) -> float:
        """95 of 100 ranges are nearer to the truth."""
        return float(np.quantile(self.score.ranges_in, 0.95)) if self.score.ranges_in else float("nan")

    @property
    def coverage(self) -> float:
        """The share of the ranges that lie within two stated sigmas of the truth."""
        return float(np.mean(self.score.inside)) if self.score.inside else float("nan")

    @property
    def sigma_in(self) -> float:
        """The median of the stated sigmas."""
        return float(np.median(self.sigmas_in)) if self.sigmas_in else float("nan")

    def note(self, clean: "RoomScore") -> str:
        """What a row tells besides coverage."""
        score = self.score
        told = f"recall {score.share:.2f}, p95 {self.p95_in:.3f} in, stated {self.sigma_in / clean.sigma_in:.1f}x clean"
        told += f", {score.phantom} phantoms, {score.wrong_floor} wrong floors, {self.undecided} undecided"
        return told + (f"; says: {' / '.join(dict.fromkeys(self.said))}" if self.said else "")


def room(
    data: Path,
    sizes: Sequence[str] = ("4k", "1080p"),
    faults: Sequence[Fault] = FAULTS,
    drawn: Sequence[str] = tuple(DRAWN),
) -> BenchResult:
    """Every fault on the rendered tables at each size, or on drawn ones if there are none, and what has to be drawn.

    The first of `faults` and of `drawn` is no fault, and the others are compared with it.
    """
    here = (data / "rendered").is_dir()
    figures: list[Figure] = []
    for size in sizes:
        figures += _with_faults(size, rendered(data, size) if here else draw_tables(size), faults)
        figures += _drawn(size, drawn)
    skipped = "" if here else f"there is no {data / 'rendered'}, so tables drawn by tablecam itself were read instead"
    if not there_is_an_encoder():
        skipped = "; ".join(filter(None, (skipped, "PyAV is not installed, so nothing was filmed in H.264")))
    title = "ranges within two stated sigmas of the truth, with one fault at a time"
    return BenchResult("room", title, tuple(figures), skipped)


def _with_faults(size: str, tables: Sequence[KnownTable], faults: Sequence[Fault]) -> Iterator[Figure]:
    clean = None
    for fault in faults:
        found = RoomScore.of(fault, tables)
        clean = clean or found
        yield _figure(f"{size}, {fault.name}", found, clean, CLEAN_COVERAGE if found is clean else LEAST_COVERAGE)


def _drawn(size: str, names: Sequence[str]) -> Iterator[Figure]:
    clean = None
    for name in names:
        found = RoomScore.of(CLEAN, DRAWN[name](size))
        clean = clean or found
        # drawn pictures are better than any camera's, so what is stated for a camera covers them all
        yield _figure(f"{size}, {name}", found, clean, LEAST_COVERAGE)


def _figure(what: str, found: RoomScore, clean: RoomScore, target: Target) -> Figure:
    return Figure(what, found.coverage, "", (), target, note=found.note(clean))

"""The reader of dice: rolls that are drawn, and photographs, of dice that took no part in its training."""

import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tools.bench.figure import BenchResult, Figure, Target
from tools.dice.judge import ASKED, MISSED, RIGHT, WRONG, Tally, judge_labelled, judge_rolls

SEED, ROLLS = 7, 200
LEAST_RIGHT, MOST_WRONG = 0.995, 0.0005
LEAST_PIPS, LEAST_TENS, MOST_WRONG_IN_PHOTOGRAPHS = 0.98, 0.95, 0.005
MOST_S = 1.0
# a face whose share of right readings is further from that of its kind, in standard errors, is read unfairly
MOST_ERRORS = 3.0


def dice(data: Path, rolls: int = ROLLS) -> BenchResult:
    """How drawn rolls and the labelled dice of photographs are read."""
    drawn = judge_rolls(SEED, rolls)
    figures = list(_describe_rolls(drawn))
    folder = data / "dice"
    skipped = "" if folder.is_dir() else f"the photographs: {folder} is no folder"
    if not skipped:
        figures += _describe_photographs(judge_labelled(folder, "held out"))
    return BenchResult("dice", "dice in a tray: right, asked about, wrong without asking", tuple(figures), skipped)


def _describe_rolls(tally: Tally) -> Iterator[Figure]:
    counts = add_outcomes(tally, "")
    note = _describe_rest(counts)
    yield Figure(
        "drawn rolls: dice read right", get_share(counts, RIGHT), "", (), Target(at_least=LEAST_RIGHT), note=note
    )
    yield Figure("drawn rolls: wrong without asking", get_share(counts, WRONG), "", (), Target(at_most=MOST_WRONG))
    for shape in sorted(tally.outcomes):
        kind = add_outcomes(tally, shape)
        yield Figure(f"drawn rolls: {shape} read right", get_share(kind, RIGHT), note=_describe_rest(kind))
    unfair = list_unfair_faces(tally)
    yield Figure("drawn rolls: faces read unfairly", len(unfair), "", (), Target(at_most=0), note=", ".join(unfair))
    longest = max(tally.seconds, default=math.nan)
    yield Figure(
        "drawn rolls: to read one", float(np.median(tally.seconds)), " s of a core", (), Target(at_most=MOST_S),
        len(tally.seconds), note=f"longest {longest:.2f}",
    )  # fmt: skip


def _describe_photographs(tally: Tally) -> Iterator[Figure]:
    for shape, what, least in (("pips", "pips", LEAST_PIPS), ("d10", "ten-sided dice", LEAST_TENS)):
        kind = add_outcomes(tally, shape)
        note = _describe_rest(kind)
        yield Figure(
            f"photographs: {what} read right", get_share(kind, RIGHT), "", (), Target(at_least=least), note=note
        )
    counts = add_outcomes(tally, "")
    most = Target(at_most=MOST_WRONG_IN_PHOTOGRAPHS)
    yield Figure("photographs: wrong without asking", get_share(counts, WRONG), "", (), most,
                 note=f"of {counts.total()} dice")  # fmt: skip


def add_outcomes(tally: Tally, shape: str) -> Counter[str]:
    """The outcomes of all shapes whose name begins so, together."""
    return sum((counts for name, counts in tally.outcomes.items() if name.startswith(shape)), Counter())


def get_share(counts: Counter[str], outcome: str) -> float:
    """The share of an outcome; NaN of no dice."""
    return counts[outcome] / counts.total() if counts else math.nan


def list_unfair_faces(tally: Tally) -> list[str]:
    """The faces that are read right more or less often than their kind, by more than the sample explains."""
    rights, totals = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    for (shape, face, read), count in tally.pairs.items():
        totals[shape, face] += count
        rights[shape, face] += count * (read.partition(" ")[2] == str(face))
    return [f"{shape} {face}" for shape, face in sorted(totals) if _is_unfair(shape, face, rights, totals)]


def _is_unfair(shape: str, face: int, rights: Counter[tuple[str, int]], totals: Counter[tuple[str, int]]) -> bool:
    """Compare a face with all others of its kind, by their pooled share."""
    right, total = rights[shape, face], totals[shape, face]
    others = [key for key in totals if key[0] == shape and key[1] != face]
    other_right, other_total = sum(rights[key] for key in others), sum(totals[key] for key in others)
    if not other_total:
        return False
    pooled = (right + other_right) / (total + other_total)
    error = math.sqrt(pooled * (1 - pooled) * (1 / total + 1 / other_total))
    return abs(right / total - other_right / other_total) > MOST_ERRORS * error


def _describe_rest(counts: Counter[str]) -> str:
    return f"of {counts.total()}; asked about {counts[ASKED]}, wrong {counts[WRONG]}, not seen {counts[MISSED]}"

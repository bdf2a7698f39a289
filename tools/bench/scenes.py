"""Random tables with faults (`fault_scenes`): ranges against their stated sigmas, and whether the cause is named."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tools.bench.accuracy import RoomScore
from tools.bench.causes import CAMERA_MOVED, UNKNOWN, list_false, name_causes
from tools.bench.fault_moves import MOVED_IN, compute_moves
from tools.bench.fault_scenes import CAUSES, SMEAR, FaultScene, draw_held_out_scene, draw_scene, is_held_out
from tools.bench.figure import BenchResult, Figure, Target

# fifteen tables
USUAL_SEEDS = range(60)
COVERAGE = {0: Target(0.93, 0.975), 1: Target(at_least=0.90), 2: Target(at_least=0.88)}
MOST_ERROR_IN = {"4k": 0.0075, "1080p": 0.0085}
GROUPS = {0: "clean", 1: "one fault", 2: "several faults"}
NONE, LEAST_NAMED, MOST_FALSE = Target(at_most=0), Target(at_least=0.9), Target(at_most=0.01)


@dataclass(frozen=True)
class SceneScore:
    """One scene as tablecam read it. moves: cause -> the most that it moves a range, in inches."""

    name: str
    causes: tuple[str, ...]
    moves: Mapping[str, float]
    room: RoomScore

    @property
    def said(self) -> list[str]:
        """The sentences, each once."""
        return list(dict.fromkeys(self.room.said))

    @property
    def named(self) -> frozenset[str]:
        """All causes that the sentences name."""
        return frozenset[str]().union(*map(name_causes, self.said))

    @property
    def false(self) -> list[str]:
        """The sentences that name no cause of the scene."""
        return list_false(self.said, self.causes)

    @property
    def due(self) -> list[str]:
        """The causes that have to be named."""
        return [cause for cause in self.causes if self.moves[cause] > MOVED_IN]

    @property
    def group(self) -> int:
        """0 for a clean scene, 1 for one fault, 2 for several."""
        return min(len(self.causes), 2)

    def describe(self) -> str:
        """The faults of the scene and the sentences about it, for a note."""
        moves = ", ".join(f"{cause} moves {most_in:.3f} in" for cause, most_in in self.moves.items())
        score, said = self.room.score, " / ".join(self.said)
        found = f"recall {score.share:.2f}, p95 {self.room.p95_in:.3f} in, sigma {self.room.sigma_in:.4f} in"
        return "; ".join(part for part in (found, moves, f"says: {said}" if said else "says nothing") if part)


def read_scene(scene: FaultScene) -> SceneScore:
    """Draw a scene, read it with tablecam, and compare."""
    return SceneScore(scene.name, scene.causes, compute_moves(scene), RoomScore.read(scene.photograph()))


def scenes(seeds: Sequence[int] = USUAL_SEEDS, size: str = "1080p", tuning: bool = False) -> BenchResult:
    """The random scenes of these seeds: those that are held out, or with `tuning` the others."""
    draw = draw_scene if tuning else draw_held_out_scene
    scores = [read_scene(draw(seed, size)) for seed in seeds if is_held_out(seed) != tuning]
    which = "to tune with" if tuning else "held out"
    title = f"random faults on drawn tables, {size}, {len(scores)} scenes, {which}"
    return BenchResult("scenes", title, (*list_figures(scores, size), *_list_rows(scores)))


def list_figures(scores: Sequence[SceneScore], size: str) -> Iterator[Figure]:
    """Yield the figures of all scenes together."""
    for number, group in GROUPS.items():
        part = [score for score in scores if score.group == number]
        if part:
            yield from _list_group(group, part, COVERAGE[number], MOST_ERROR_IN[size] if number == 0 else None)
    yield from _list_causes([score for score in scores if score.group == 1])
    yield from _list_sentences(scores)
    yield Figure("phantoms", _count(scores, "phantom"), "", (), NONE)
    yield Figure("wrong floors", _count(scores, "wrong_floor"), "", (), NONE)
    yield Figure("scenes refused", float(sum(score.room.refused for score in scores)))


def _list_causes(single: Sequence[SceneScore]) -> Iterator[Figure]:
    """Yield the coverage under each fault alone."""
    for cause in CAUSES:
        part = [score for score in single if score.causes == (cause,)]
        if inside := [is_inside for score in part for is_inside in score.room.score.inside]:
            note = f"{len(part)} scenes, p95 {_find_p95(part):.3f} in"
            yield Figure(f"{cause} alone: within 2 sigma", float(np.mean(inside)), "", (), COVERAGE[1], note=note)


def _find_p95(part: Sequence[SceneScore]) -> float:
    errors = [error for score in part for error in score.room.score.ranges_in]
    return float(np.quantile(errors, 0.95)) if errors else float("nan")


def _list_group(group: str, part: Sequence[SceneScore], target: Target, most_in: float | None) -> Iterator[Figure]:
    inside = [is_inside for score in part for is_inside in score.room.score.inside]
    found, models = sum(score.room.score.found for score in part), sum(score.room.score.models for score in part)
    worst = min((score.room.coverage for score in part if score.room.score.inside), default=float("nan"))
    coverage = float(np.mean(inside)) if inside else float("nan")
    note = f"{len(part)} scenes, the worst {worst:.2f}"
    yield Figure(f"{group}: ranges within 2 sigma", coverage, "", (), target, note=note)
    yield Figure(
        f"{group}: range, 95 %", _find_p95(part), " in", (), None if most_in is None else Target(at_most=most_in)
    )
    yield Figure(f"{group}: models found", found / models, note=f"{found} of {models}")


def _list_sentences(scores: Sequence[SceneScore]) -> Iterator[Figure]:
    due = [(cause, cause in score.named) for score in scores for cause in score.due]
    yield _share("right cause named", [is_named for _, is_named in due], LEAST_NAMED)
    for cause in CAUSES:
        if rows := [is_named for due_cause, is_named in due if due_cause == cause]:
            yield _share(f"named: {cause}", rows)
    # a denoiser takes tags away, and moves no range
    if rows := [SMEAR in score.named for score in scores if SMEAR in score.causes]:
        yield _share(f"named: {SMEAR}", rows)
    clean = [bool(score.false) for score in scores if not score.causes]
    if clean:
        yield _share("clean scenes with a false sentence", clean, MOST_FALSE)
    spoilt = [bool(score.false) for score in scores if score.causes]
    if spoilt:
        yield _share("scenes with faults with a false sentence", spoilt)
    for cause in (CAMERA_MOVED, UNKNOWN):
        count = sum(cause in score.named for score in scores)
        yield Figure(f"scenes that name: {cause}", float(count), "", (), NONE)


def _share(what: str, rows: Sequence[bool], target: Target | None = None) -> Figure:
    value = float(np.mean(rows)) if rows else float("nan")
    return Figure(what, value, "", (), target if rows else None, note=f"{sum(rows)} of {len(rows)}")


def _count(scores: Sequence[SceneScore], what: str) -> float:
    return float(sum(getattr(score.room.score, what) for score in scores))


def _list_rows(scores: Sequence[SceneScore]) -> Iterator[Figure]:
    for score in scores:
        yield Figure(f"{score.name}: within 2 sigma", score.room.coverage, note=score.describe())

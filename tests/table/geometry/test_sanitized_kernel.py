"""The kernel under a C compiler's sanitizers: no address outside its rows, nothing undefined, and the same numbers."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tablecam.table.geometry.sightlines import (
    REAL,
    TRUTH,
    WHOLE,
    EarlierShares,
    Hiders,
    Views,
    compute_hidden_pair_shares,
    compute_hidden_shares,
    limits,
    shares,
)
from tablecam.table.measure.sighting import figures, scene, views
from tests.table.geometry.test_shadow_kernel import crossing_slats, hiders, looks
from tests.table.measure.test_sight_table import random_table

pytestmark = pytest.mark.long

KERNEL = Path(__file__).parents[3] / "tablecam" / "table" / "geometry" / "kernel"
# no fused multiplication, which would round otherwise than the compiled kernel; no call for a square root
FLAGS = ("-O1", "-g", "-ffreestanding", "-fno-math-errno", "-ffp-contract=off", "-Wno-attributes")
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler, made = shutil.which("cc"), tmp_path_factory.mktemp("sanitized") / "kernel"
    if compiler is None:
        pytest.skip("no C compiler on this machine")
    sources = [path for path in sorted(KERNEL.glob("*.c")) if path.name != "memory.c"]
    harness = Path(__file__).with_name("sanitized_kernel.c")
    command = [compiler, *FLAGS, *SANITIZERS, f"-I{KERNEL}", "-o", made, harness, *sources]
    compiled = subprocess.run(command, capture_output=True, text=True, check=False)
    if "asan" in compiled.stderr or "ubsan" in compiled.stderr:
        pytest.skip("the C compiler of this machine has no sanitizers")
    assert compiled.returncode == 0, compiled.stderr
    return made


def run(program: Path, folder: Path, seen: Views, what: Hiders, later: np.ndarray, ends: np.ndarray) -> bytes:
    """What the program writes of a job; ends: (2, n), the viewers and the targets."""
    terrain = what.terrain
    sizes = [len(seen), what.features, what.models.shape[1], len(terrain.owner), terrain.corners.shape[1]]
    rows = [
        (np.array([*sizes, *what.blocks.shape]), WHOLE), (terrain.cylinder, REAL), (terrain.corners, REAL),
        (terrain.to_unit, REAL), (terrain.count, WHOLE), (terrain.circle, TRUTH), (terrain.owner, WHOLE),
        (what.blocks, TRUTH), (seen.table, REAL), (what.models, REAL), (later, REAL), (ends, WHOLE),
    ]  # fmt: skip
    job = folder / "job"
    job.write_bytes(b"".join(np.ascontiguousarray(values, kind).tobytes() for values, kind in rows))
    # what the kernel grows is its own to the end
    run = subprocess.run([program, job], capture_output=True, env={"ASAN_OPTIONS": "detect_leaks=0"}, check=False)
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout


def expect(seen: Views, what: Hiders, later: np.ndarray, ends: np.ndarray) -> bytes:
    """The same from the compiled kernel."""
    full = shares(seen, what, *ends)
    rows = [
        full.hidden, full.hidden_by_terrain, np.array(len(full.view), WHOLE), full.view, full.owner, full.alone,
        compute_hidden_shares(seen, what, *ends), limits(seen.pick(np.array([0])), what, *ends[:, 0]),
    ]  # fmt: skip
    if what.models.shape[1]:
        before = compute_hidden_pair_shares(what, *ends)
        after = compute_hidden_pair_shares(what._replace(models=later), *ends, EarlierShares(before, what))
        for found in (before, after):
            rows += [found.share, found.shut, np.array(found.computed, WHOLE)]
    return b"".join(values.tobytes() for values in rows)


@pytest.mark.parametrize("seed", range(3))
def test_models_of_all_shapes_are_seen_without_a_fault_and_to_the_same_bit(program, tmp_path, seed):
    snapshot = random_table(seed)
    moved = tuple(
        replace(each, x_in=each.x_in + 2) if number < 3 else each for number, each in enumerate(snapshot.models)
    )
    what, later = scene(snapshot).hiders, figures(moved)
    ends = np.array((~np.eye(len(snapshot.models), dtype=bool)).nonzero())
    seen = views(what.models[:, ends[0]], what.models[:, ends[1]])
    assert run(program, tmp_path, seen, what, later, ends) == expect(seen, what, later, ends)


def test_many_slats_are_laid_together_without_a_fault_and_to_the_same_bit(program, tmp_path):
    seen, what, nobody = looks(3), hiders(crossing_slats(300)), np.full((2, 3), -1)
    assert run(program, tmp_path, seen, what, what.models, nobody) == expect(seen, what, what.models, nobody)

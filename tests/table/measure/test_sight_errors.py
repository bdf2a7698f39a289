"""Sigma and verdict of a table's rows: the same as of one sighting, in a batch."""

from dataclasses import replace

import numpy as np
import pytest

from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.sight import Eye, all_sight, sighting, sightings
from tablecam.table.miniature import Ellipse, Rectangle
from tablecam.table.notation import parse
from tools.bench.sight_peers import sight_scene

# right at the edge of a wall, a quarter of bob shows
EDGE = """
model ann red 25.4mm at 10,10 sigma 0.05
model bob blue 25.4mm at 20,10 sigma 0.05
model cat blue 25.4mm at 10,20 sigma 0.05
terrain wall solid 0 to 9 at 15,9.875 15.1,9.875 15.1,12 15,12
"""


def unsure_scene():
    """A crowded table, with ovals, rectangles and errors of all kinds."""
    scene = sight_scene(14, 12)
    bases = (None, Ellipse(60, 35), Rectangle(50, 25))
    error = ((1e-3, 2e-4, 0.0), (2e-4, 2e-3, 1e-4), (0.0, 1e-4, 4e-3))
    models = [
        replace(
            placed,
            model=replace(placed.model, base=bases[number % 3] or placed.model.base),
            covariance=error if number % 4 else ((0.0,) * 3,) * 3,
            sigma_z_in=0.1 * (number % 5 == 0),
        )
        for number, placed in enumerate(scene.models)
    ]
    return replace(scene, models=tuple(models))


def test_a_row_carries_sigma_and_verdict_as_a_sighting_does() -> None:
    snapshot = parse(EDGE)
    table = all_sight(snapshot)
    rows = list(table)
    assert [(row.viewer, row.target) for row in rows] == [(row.viewer, row.target) for row in table.without_error()]
    assert rows == [sighting(snapshot, row.viewer, row.target) for row in rows]
    first, plain = table.row(0), table.without_error([0])[0]
    assert first == rows[0] == table.get_sighting(first.viewer, first.target)
    assert first.sigma > 0 == plain.sigma
    assert first.verdict(first.visible - 0.01) is Verdict.TOO_CLOSE
    assert plain.verdict(first.visible - 0.01) is Verdict.YES


def test_only_the_rows_that_are_asked_for_are_computed() -> None:
    snapshot = parse(EDGE)
    table = all_sight(snapshot)
    third = table.without_error([2])[0]
    assert table.rows([2]) == [sighting(snapshot, third.viewer, third.target)]
    assert table.rows([]) == []


@pytest.mark.parametrize("eye", list(Eye))
@pytest.mark.parametrize("error", [True, False])
def test_several_sightings_at_once_are_those_of_each_pair(eye: Eye, error: bool) -> None:
    snapshot, pairs = parse(EDGE), [("ann", "bob"), ("bob", "ann"), ("cat", "bob")]
    blocks = np.array([True, False, True])
    singles = [sighting(snapshot, *pair, blocks, eye, error) for pair in pairs]
    assert sightings(snapshot, pairs, blocks, eye, error) == singles
    assert sightings(snapshot, [], blocks, eye, error) == []
    with pytest.raises(ValueError, match="not ann twice"):
        sightings(snapshot, [*pairs, ("ann", "ann")], blocks, eye, error)


@pytest.mark.slow
def test_a_batch_of_many_pairs_has_the_numbers_of_each_pair_alone() -> None:
    snapshot = unsure_scene()
    blocks = np.random.default_rng(3).random((14, 1, 14)) < 0.7
    table = all_sight(snapshot, blocks)
    for row, plain in zip(table, table.without_error(), strict=True):
        assert row == sighting(snapshot, row.viewer, row.target, blocks)
        assert replace(row, sigma=0.0, within_error=()) == plain

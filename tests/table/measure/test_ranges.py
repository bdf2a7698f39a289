"""Ranges between base edges: against exact truth, and their sigmas against chance itself."""

import json
import math

import numpy as np
import pytest

from tablecam.storage.table_folder import read_roster
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.ranges import all_ranges, measure_range, measure_ranges
from tablecam.table.miniature import Base, Circle, Ellipse, Miniature, Placed, Rectangle
from tablecam.table.snapshot import Snapshot

MM = 1 / 25.4


def stand(id: str, x: float, y: float, base: Base | None = None, **pose) -> Placed:
    """A model on a one-inch round base unless told otherwise."""
    model = Miniature(id, id, "red", 1, 16.0, (0.0, -26.5), 1.2, base or Circle(25.4), 1.25)
    return Placed(model, x, y, pose.pop("z_in", 0.0), pose.pop("heading_rad", 0.0), **pose)


def pair(a: Placed, b: Placed, **about):
    return measure_range(Snapshot(0.0, (a, b), **about), a.model.id, b.model.id)


def spread(x: float, y: float = 0.0, turn: float = 0.0):
    """A covariance of independent one-sigma errors."""
    return ((x * x, 0.0, 0.0), (0.0, y * y, 0.0), (0.0, 0.0, turn * turn))


def test_a_range_runs_from_edge_to_edge():
    found = pair(stand("ann", 10, 10), stand("bob", 16, 10))
    assert (found.a, found.b) == ("ann", "bob")
    assert found.range_in == found.horizontal_in == pytest.approx(5)
    assert found.nearest == (pytest.approx((10.5, 10)), pytest.approx((15.5, 10)))


def test_a_rise_lengthens_the_line_but_not_the_plan():
    found = pair(stand("ann", 10, 10), stand("bob", 15, 10, z_in=3.0))
    assert (found.horizontal_in, found.range_in, found.rise_in) == pytest.approx((4, 5, 3))


def test_one_model_above_another_is_as_far_as_it_is_high():
    found = pair(stand("ann", 10, 10), stand("bob", 10.2, 10, z_in=3.0))
    assert (found.horizontal_in, found.range_in) == pytest.approx((0, 3))
    assert found.contact is Verdict.NO
    assert not found.is_touching


def test_bases_that_seem_to_overlap_are_no_distance_apart():
    found = pair(stand("ann", 10, 10), stand("bob", 10.99, 10))
    assert (found.range_in, found.gap_in) == (0.0, pytest.approx(-0.01))


def test_every_shape_is_measured_to_its_own_edge():
    oval = stand("oval", 0, 0, Ellipse(101.6, 50.8))
    crate = stand("crate", 0, 10, Rectangle(50.8, 101.6))
    assert pair(oval, stand("ann", 0, 4)).range_in == pytest.approx(2.5)
    assert pair(oval, stand("ann", 4, 0)).range_in == pytest.approx(1.5)
    assert pair(oval, crate).range_in == pytest.approx(7)
    assert pair(crate, stand("ann", 4, 15)).range_in == pytest.approx(math.hypot(3, 3) - 0.5)


@pytest.mark.parametrize("frame", ["f00", "f01"])
def test_ranges_from_true_places_are_the_true_ranges(shared_data, frame):
    folder = shared_data / "rendered" / frame
    truth = json.loads((folder / "truth_4k.json").read_text())
    roster = read_roster(folder / "table" / "models.toml")
    models = tuple(
        Placed(roster.by_id[m["name"]], *m["base_centre_in"], math.radians(m["facing_deg"])) for m in truth["models"]
    )
    found = {frozenset((r.a, r.b)): r for r in all_ranges(Snapshot(0.0, models))}
    assert len(found) == len(truth["pairs"]) == 378
    for pair in truth["pairs"]:
        ours = found[frozenset((pair["a"], pair["b"]))]
        # the truth is written to five decimals, of places written to six
        assert ours.horizontal_in == pytest.approx(max(pair["edge_in"], 0), abs=1.2e-5)
        assert ours.range_in == pytest.approx(math.hypot(max(pair["edge_in"], 0), pair["dz_in"]), abs=1.2e-5)
        assert ours.is_touching == pair["contact"]


@pytest.mark.slow
def test_all_pairs_are_those_measured_one_by_one():
    rng = np.random.default_rng(3)
    bases = (Circle(32), Ellipse(60, 35), Rectangle(50, 25))
    models = tuple(
        stand(f"m{i}", *rng.uniform(0, 20, 2), bases[i % 3], z_in=float(i % 2), covariance=spread(0.01, 0.02, 0.03))
        for i in range(9)
    )
    snapshot = Snapshot(0.0, models, scale_sigma=1e-3)
    together = all_ranges(snapshot)
    assert len(together) == 36
    for found in together:
        alone = measure_range(snapshot, found.a, found.b)
        assert (found.range_in, found.sigma_in) == pytest.approx((alone.range_in, alone.sigma_in), abs=1e-9)
    assert [(r.a, r.b) for r in measure_ranges(snapshot, "m4")] == [("m4", f"m{i}") for i in (0, 1, 2, 3, 5, 6, 7, 8)]


def test_an_empty_table_has_no_ranges():
    assert all_ranges(Snapshot(0.0, ())) == ()
    assert all_ranges(Snapshot(0.0, (stand("ann", 1, 1),))) == ()


def test_an_absent_model_is_a_key_error_and_one_model_twice_is_misuse():
    snapshot = Snapshot(0.0, (stand("ann", 1, 1),))
    with pytest.raises(KeyError):
        measure_range(snapshot, "ann", "bob")
    with pytest.raises(ValueError, match="two models"):
        measure_range(snapshot, "ann", "ann")


def test_only_errors_along_the_line_count():
    across = pair(stand("ann", 0, 0, covariance=spread(0, 0.1)), stand("bob", 9, 0))
    along = pair(stand("ann", 0, 0, covariance=spread(0.03)), stand("bob", 9, 0, covariance=spread(0.04)))
    assert across.sigma_in == pytest.approx(0, abs=1e-9)
    assert along.sigma_in == pytest.approx(0.05)


def test_a_turn_matters_to_an_oval_seen_aslant_and_never_to_a_circle():
    turned = spread(0, 0, 0.02)
    assert pair(stand("ann", 0, 0, covariance=turned), stand("bob", 5, 5)).sigma_in == pytest.approx(0, abs=1e-9)
    oval = stand("oval", 0, 0, Ellipse(101.6, 50.8), covariance=turned)
    assert pair(oval, stand("bob", 5, 5)).sigma_in > 0.01
    assert pair(oval, stand("bob", 9, 0)).sigma_in == pytest.approx(0, abs=1e-8)


def test_what_all_distances_share_grows_with_the_distance():
    assert pair(stand("ann", 0, 0), stand("bob", 20, 0), scale_sigma=1e-3).sigma_in == pytest.approx(0.02)
    assert pair(stand("ann", 0, 0), stand("bob", 0, 40), scale_sigma=1e-3).sigma_in == pytest.approx(0.04)


def test_an_undecided_floor_is_a_doubt_even_though_its_slope_is_zero():
    found = pair(stand("ann", 0, 0), stand("bob", 5, 0, sigma_z_in=3.0))
    assert found.range_in == pytest.approx(4)
    assert found.sigma_in == pytest.approx(1.0)


def test_the_sigma_in_contact_is_that_of_the_gap():
    touching = pair(stand("ann", 0, 0, covariance=spread(0.005)), stand("bob", 0.995, 0))
    assert (touching.range_in, touching.sigma_in) == (0.0, pytest.approx(0.005))


@pytest.mark.slow
@pytest.mark.parametrize("bases", [(Circle(32), Circle(25)), (Ellipse(105, 70), Circle(32)), (Ellipse(75, 42),) * 2])
def test_the_sigma_is_the_scatter_of_the_range_when_poses_scatter(bases):
    rng = np.random.default_rng(11)
    covariance = np.array([[4e-4, 1e-4, 5e-5], [1e-4, 2e-4, 2e-5], [5e-5, 2e-5, 3e-4]])
    a = stand("ann", 3, 4, bases[0], heading_rad=0.7, covariance=covariance.tolist())
    b = stand("bob", 9, 7, bases[1], heading_rad=2.1, z_in=1.5, covariance=(2 * covariance).tolist())
    tries = []
    for _ in range(400):
        poses = rng.multivariate_normal([3, 4, 0.7], covariance), rng.multivariate_normal([9, 7, 2.1], 2 * covariance)
        moved = (
            stand(each.model.id, x, y, each.model.base, z_in=each.z_in, heading_rad=turn)
            for each, (x, y, turn) in zip((a, b), poses, strict=True)
        )
        tries.append(pair(*moved).range_in)
    # 400 draws tell a standard deviation to 3.5 per cent
    assert pair(a, b).sigma_in == pytest.approx(np.std(tries), rel=0.11)


def test_near_a_limit_the_range_says_so():
    found = pair(stand("ann", 0, 0, covariance=spread(0.01)), stand("bob", 13.01, 0))
    assert found.verdict(12) is Verdict.TOO_CLOSE
    assert found.verdict(12.05) is Verdict.YES
    assert found.more_than(11.9) is Verdict.YES

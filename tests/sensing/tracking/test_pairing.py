"""Two tags on one tray: either is enough, both are better, and they contradict each other honestly."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tablecam.sensing.camera.synthetic.scene import Spot, TagPlace, model_tags
from tablecam.sensing.tracking.footing import place
from tablecam.sensing.tracking.observation import PARTLY, Observation
from tablecam.sensing.tracking.pairing import PairedTags, as_first
from tablecam.sensing.tracking.settings import TrackerSettings
from tablecam.sensing.tracking.tracker import Tracker
from tablecam.table.elevation import ElevationResult
from tablecam.table.miniature import Circle, Miniature, Roster
from tablecam.table.table import Table
from tablecam.table.terrain import Terrain

pytestmark = pytest.mark.slow

EYE = np.array([24.0, 24.0, 60.0])
SIGMAS = np.array([0.002, 0.002, 0.003, 0.002, 0.0026, 0.0026])
MODEL = Miniature("ann", "Ann", "red", 21, 16.0, (0.0, -26.5), 1.2, Circle(32.0), 1.25, second_tag=22)
ASIDE = replace(MODEL, tag_offset_mm=(-12.0, -26.5), second_offset_mm=(14.0, -20.0))
GROUND = ElevationResult(0.0, "table")
GLUE_MM = 0.3


def read(tag: TagPlace, noise: np.ndarray | None = None) -> Observation:
    """The reading of a tag: its corners as seen on z = 0, and the parallelogram that suits them best."""
    corners = tag.square()
    ground = EYE[:2] + (corners[:, :2] - EYE[:2]) * (EYE[2] / (EYE[2] - corners[:, 2]))[:, None]
    seen = ground @ [1, 1j]
    level = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j]) * tag.size_in / 2 * -1j
    turned, bent = np.linalg.lstsq(np.column_stack([level, level.conj()]), seen - seen.mean(), rcond=None)[0]
    size = (abs(turned) ** 2 - abs(bent) ** 2) / abs(turned)
    shear = bent / turned.conjugate()
    state = np.array([seen.mean().real, seen.mean().imag, np.angle(turned), size, shear.real, shear.imag])
    state = state + (noise if noise is not None else np.zeros(6)) * SIGMAS
    x, y, angle, scale, real, imaginary = (float(number) for number in state)
    return Observation(tag.tag, x, y, angle, scale, np.diag(SIGMAS**2), EYE, shear=complex(real, imaginary))


def pair_of(spot: Spot, model: Miniature = MODEL, random: np.random.Generator | None = None) -> dict[int, Observation]:
    noises = random.normal(size=(2, 6)) if random is not None else (None, None)
    return {tag.tag: read(tag, noise) for tag, noise in zip(model_tags(model, spot), noises, strict=True)}


def fused(readings: dict[int, Observation], model: Miniature = MODEL, glue_mm: float = GLUE_MM) -> Observation:
    (one,) = PairedTags(Roster((model,)), glue_mm).join_pairs(readings).values()
    assert one.tag == model.tag
    return one


@pytest.mark.parametrize("model", [MODEL, ASIDE], ids=["opposite", "aside"])
@pytest.mark.parametrize("z_in", [0.0, 3.0])
@pytest.mark.parametrize("lean_deg", [0.0, 5.0])
def test_either_tag_alone_puts_the_model_where_it_stands(model, z_in, lean_deg) -> None:
    spot = Spot(9.0, 37.0, z_in, 1.2, math.radians(lean_deg), 2.0)
    first, second = (read(tag) for tag in model_tags(model, spot))
    same = as_first(second, model)
    assert same.tag == first.tag
    # perspective within one tray is left out: with a lean it is a few thousandths of an inch
    allowed = 0.008 if lean_deg else 1e-6
    assert math.hypot(same.x_in - first.x_in, same.y_in - first.y_in) < allowed
    if not lean_deg:
        placed = place(same, model, ElevationResult(z_in, "roof"))
        assert (placed.x_in, placed.y_in) == pytest.approx((9.0, 37.0), abs=1e-6)


def test_the_uncertainty_of_the_second_tag_alone_is_that_of_its_readings() -> None:
    random, spot = np.random.default_rng(3), Spot(30.0, 12.0, 0.0, 0.7)
    offs, claimed = [], None
    for _ in range(600):
        there = place(fused({22: pair_of(spot, random=random)[22]}), MODEL, GROUND)
        offs.append((there.x_in - 30.0, there.y_in - 12.0))
        claimed = np.array(there.covariance)[:2, :2]
    np.testing.assert_allclose(np.sqrt(np.diag(np.cov(np.array(offs).T))), np.sqrt(np.diag(claimed)), rtol=0.12)


def test_both_are_better_than_one_and_claim_what_they_are() -> None:
    random, spot = np.random.default_rng(4), Spot(30.0, 12.0, 0.0, 0.7)
    both, alone, within = [], [], []
    for _ in range(500):
        readings = pair_of(spot, random=random)
        there = place(fused(readings, glue_mm=0.0), MODEL, GROUND)
        off = np.array([there.x_in - 30.0, there.y_in - 12.0])
        both.append(off)
        within.append(off @ np.linalg.solve(np.array(there.covariance)[:2, :2], off) < 5.99)
        one = place(readings[21], MODEL, GROUND)
        alone.append((one.x_in - 30.0, one.y_in - 12.0))
    assert np.std(both) < 0.75 * np.std(alone)
    assert 0.92 < np.mean(within) <= 1.0


def test_two_glued_tags_know_a_model_better_than_one() -> None:
    readings = pair_of(Spot(30.0, 12.0, 0.0, 0.7))
    both = place(fused(readings), MODEL, GROUND, GLUE_MM)
    one = place(fused({21: readings[21]}), MODEL, GROUND, GLUE_MM)
    assert 0.8 * one.sigma_in < both.sigma_in < 0.92 * one.sigma_in


def test_tags_glued_in_wrong_places_are_told_and_the_uncertainty_covers_it() -> None:
    spot, wrong_mm = Spot(30.0, 12.0, 0.0, 0.7), 2.5
    glued = replace(MODEL, second_offset_mm=(wrong_mm, 26.5))
    pairs = PairedTags(Roster((MODEL,)), GLUE_MM)
    for _ in range(4):
        (one,) = pairs.join_pairs(pair_of(spot, glued)).values()
    (problem,) = pairs.problems
    assert "two tags of Ann (21 and 22) disagree by 0.10 in" in str(problem)
    there = place(one, MODEL, GROUND, GLUE_MM)
    off = math.hypot(there.x_in - 30.0, there.y_in - 12.0)
    assert 0.02 < off < 2 * there.sigma_in < 4 * off
    # however long one looks
    tracker = following()
    snapshots = [shown(tracker, pair_of(spot, glued), 0.1 * number) for number in range(60)]
    (model,) = snapshots[-1].models
    assert model.sigma_in > 0.8 * there.sigma_in
    assert any("two tags of Ann" in str(problem) for problem in snapshots[-1].problems)


def test_usual_gluing_is_no_contradiction() -> None:
    random, spot, told = np.random.default_rng(8), Spot(30.0, 12.0, 0.0, 0.7), 0
    for _ in range(200):
        x_mm, y_mm = random.normal(0, GLUE_MM, 2)
        pairs = PairedTags(Roster((MODEL,)), GLUE_MM)
        for _ in range(4):
            pairs.join_pairs(pair_of(spot, replace(MODEL, second_offset_mm=(x_mm, 26.5 + y_mm)), random))
        told += len(pairs.problems)
    assert told <= 1


def test_tags_that_cannot_be_on_one_tray_leave_the_first() -> None:
    readings = pair_of(Spot(30.0, 12.0)) | {22: pair_of(Spot(20.0, 12.0))[22]}
    there = place(fused(readings), MODEL, GROUND, GLUE_MM)
    assert (there.x_in, there.y_in) == pytest.approx((30.0, 12.0), abs=1e-6)
    assert there.sigma_in > 5


def following() -> Tracker:
    table = Table(48.0, 48.0, "tag36h11", (), assembly_sigma_mm=GLUE_MM)
    return Tracker(Roster((MODEL,)), Terrain(), table, TrackerSettings())


def shown(tracker: Tracker, readings: dict[int, Observation], time: float, hidden: frozenset[int] = frozenset()):
    tracker.update(tuple(readings.values()), time, hidden)
    return tracker.snapshot()


def test_a_hand_over_one_of_them_hides_nothing() -> None:
    tracker, spot, random = following(), Spot(30.0, 12.0, 0.0, 0.7), np.random.default_rng(1)
    for number in range(20):
        shown(tracker, pair_of(spot, random=random), 0.1 * number)
    for number in range(20, 120):
        left = {22: pair_of(spot, random=random)[22]}
        (model,) = shown(tracker, left, 0.1 * number, frozenset({21})).models
        assert model.state == "settled"
        assert math.hypot(model.x_in - 30.0, model.y_in - 12.0) < 0.01
    (model,) = shown(tracker, {}, 12.1, frozenset({21, 22})).models
    assert model.state == "occluded"


def test_one_that_is_read_in_part_waits_behind_one_that_is_read_whole() -> None:
    readings = pair_of(Spot(30.0, 12.0))
    partly = replace(readings[21], seen=PARTLY, x_in=readings[21].x_in + 0.3)
    there = place(fused({21: partly, 22: readings[22]}), MODEL, GROUND)
    assert (there.x_in, there.y_in) == pytest.approx((30.0, 12.0), abs=1e-6)


def test_a_second_tag_that_lies_about_twice_is_told_by_its_number() -> None:
    tracker = following()
    there, elsewhere = pair_of(Spot(30.0, 12.0)), pair_of(Spot(10.0, 12.0))[22]
    for number in range(12):
        tracker.update((*there.values(), elsewhere), 0.1 * number)
    assert any("tag 22 is visible twice" in str(problem) for problem in tracker.snapshot().problems)

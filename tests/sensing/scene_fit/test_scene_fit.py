"""Scenes drawn by another geometry than the fit's: what is wrong is named, and lengths are as sure as they claim."""

import numpy as np
import pytest
from scene_simulator import Fault, _read, _square, _turn_to, draw_scene
from scipy.stats import multivariate_normal

from tablecam.sensing.scene_fit.evidence import NOISES, ReducedScene, leave_each_out
from tablecam.sensing.scene_fit.fit import fit_scene
from tablecam.sensing.scene_fit.hypotheses import Hypothesis
from tablecam.sensing.scene_fit.scene import COMMON, Unknowns, evaluate_bowl, evaluate_surface, linearise_scene
from tablecam.sensing.scene_fit.tag_view import CAMERA_CHANGES, draw_points, linearise, read_points, view_tags


def sag(depth_mm):
    return lambda x, y: -depth_mm / 25.4 * (1 - ((x - 24) / 24) ** 2) * (1 - ((y - 24) / 24) ** 2)


def twist(rise_mm):
    return lambda x, y: rise_mm / 25.4 * (x - 24) * (y - 24) / 576


def waves(height_mm, length_in):
    across, along = 2 * np.pi / length_in, 2 * np.pi / length_in / 1.3
    return lambda x, y: height_mm / 25.4 * np.sin(across * x + 0.4) * np.cos(along * y + 1)


def test_a_square_in_space_is_seen_as_geometry_has_it() -> None:
    readings, _ = draw_scene(0, Fault())
    lean = np.array([0.06, -0.11])
    angle = np.hypot(*lean)
    normal = np.array([*(lean / angle * np.sin(angle)), np.cos(angle)])
    corners = (_square([0, 0, 0.7], 0.02, 0.01 + 0.02j, Fault()) @ _turn_to(normal).T) + [37.0, 9.0, 0.5]
    expected = np.array(_read(readings.camera, corners, 1.01))
    expected[3] /= 0.02
    change = np.zeros(CAMERA_CHANGES)
    change[6] = 0.01
    tag = np.array([[37.0, 9.0, 0.7, 0.5, *lean, 0.0, 0.01, 0.02]])
    assert view_tags(readings.camera, change, tag, np.array([0.01]))[0] == pytest.approx(expected, abs=2e-5)


def test_a_camera_that_moved_is_its_own_derivative() -> None:
    readings, _ = draw_scene(1, Fault())
    tags = np.array([[37.0, 9.0, 0.7, 0.5, 0.02, 0.01, 0.0, 0.0, 0.0]])
    half = np.array([0.3])
    step = np.array([0.02, -0.01, 0.03, 2e-4, -1e-4, 3e-4, 0.002, 0.001])
    before, slopes, _ = linearise(readings.camera, np.zeros(CAMERA_CHANGES), tags, half)
    after = view_tags(readings.camera, step, tags, half)
    assert after[0] - before[0] == pytest.approx(slopes[0] @ step, abs=1e-4)


def test_the_slopes_of_the_surface_are_those_of_its_heights() -> None:
    for evaluate in (evaluate_surface, lambda at, size: evaluate_bowl(at, size)[..., None]):
        at, size, step = np.array([[11.0, 30.0], [40.0, 5.0]]), (48.0, 44.0), 1e-5
        for axis in range(2):
            move = np.eye(2)[axis] * step
            rise = evaluate(at + move, size)[:, 0] - evaluate(at - move, size)[:, 0]
            assert evaluate(at, size)[:, 1 + axis] == pytest.approx(rise / (2 * step), abs=1e-7)


def test_evidence_is_the_density_of_the_readings() -> None:
    readings, _ = draw_scene(2, Fault(model_size=1.002), models=3)
    scene = linearise_scene(readings, Unknowns.level(readings))
    hypothesis = Hypothesis.clean(readings, 0.001)
    own, common = np.minimum(hypothesis.own_sigmas, 0.01), np.minimum(hypothesis.common, 0.01)
    row = 5
    reduced = ReducedScene.from_scene(scene, own, np.array([row]))
    count = len(own) * 6
    covariance = np.zeros((count, count))
    for tag in range(len(own)):
        part = scene.by_own[tag] * own[tag]
        rows = slice(6 * tag, 6 * tag + 6)
        covariance[rows, rows] = scene.covariances[tag] * NOISES[row] ** 2 + part @ part.T
    shared = (scene.by_common * common).reshape(count, -1)
    density = multivariate_normal.logpdf(scene.residuals.ravel(), cov=covariance + shared @ shared.T)
    evidence = reduced.compute_evidence(common[None])[0, 0] - reduced.log_noise[0]
    assert evidence - count * np.log(2 * np.pi) / 2 == pytest.approx(density, rel=1e-6)


def test_a_tag_left_out_is_foretold_by_the_others() -> None:
    readings, _ = draw_scene(3, Fault(model_size=1.01), models=4)
    scene = linearise_scene(readings, Unknowns.level(readings))
    hypothesis = Hypothesis.clean(readings, 0.001)
    sigmas = hypothesis.own_sigmas
    reduced = ReducedScene.from_scene(scene, sigmas, np.array([3]))
    residuals, doubts = leave_each_out(scene, reduced, hypothesis.common, 0)
    # a tag with no knowledge in it is left out
    blind = scene.covariances.copy()
    blind[9] = np.eye(6) * 1e8
    others = ReducedScene.from_scene(
        type(scene)(scene.residuals, scene.by_common, scene.by_own, blind), sigmas, np.array([3])
    )
    common, covariance = others.estimate_common(hypothesis.common, 0)
    assert residuals[9] == pytest.approx(scene.residuals[9] - scene.by_common[9] @ common, abs=1e-6)
    expected = scene.by_common[9] @ covariance @ scene.by_common[9].T
    assert doubts[9] == pytest.approx(expected, rel=1e-3, abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_wrong_with_a_clean_table(seed: int) -> None:
    fit = fit_scene(draw_scene(seed, Fault())[0])
    assert fit.named_causes == ()
    assert fit.open_common[COMMON["stretch"]] < 0.0005


@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        (Fault(surface=sag(8)), "table_uneven"),
        (Fault(surface=twist(6)), "table_uneven"),
        (Fault(surface=waves(5, 16)), "mat_in_waves"),
        (Fault(model_size=0.97), "model_print"),
        (Fault(moved={2: (0.2, 0.0)}), "reference_moved"),
        (Fault(droop_deg=dict.fromkeys(range(28), 5.0)), "droops"),
        (Fault(lean_deg=dict.fromkeys(range(28), 8.0)), "leans"),
    ],
    ids=["sag", "twist", "waves", "print", "moved", "droop", "lean"],
)
def test_the_cause_is_named(fault: Fault, cause: str) -> None:
    readings, _ = draw_scene(7, fault)
    fit = fit_scene(readings)
    assert fit.named_causes == (cause,)
    assert fit.list_tags("reference_moved") == tuple(fault.moved)


def test_stretched_references_leave_the_lengths_in_doubt() -> None:
    fit = fit_scene(draw_scene(7, Fault(stretch=1.005))[0])
    assert "reference_moved" not in fit.named_causes
    assert fit.open_common[COMMON["stretch"]] == pytest.approx(0.005, abs=0.002)


def test_the_search_goes_on_from_the_last_fit() -> None:
    readings, _ = draw_scene(7, Fault(surface=sag(8)))
    fit = fit_scene(readings)
    assert fit_scene(readings, before=fit).named_causes == fit.named_causes
    mended, _ = draw_scene(7, Fault())
    assert fit_scene(mended, before=fit).named_causes == ()


def test_the_points_of_a_tag_give_its_figures() -> None:
    figures = np.array([[3.0, 40.0, -2.0, 1.02, 0.01, -0.02], [20.0, 5.0, 1.0, 0.97, 0.0, 0.03]])
    half = np.array([0.3, 0.5])
    assert read_points(draw_points(figures, half), half) == pytest.approx(figures, abs=1e-12)

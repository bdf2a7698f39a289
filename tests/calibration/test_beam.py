"""The projector's map from the table to its image, fitted to dots on mat and roofs."""

import numpy as np
import pytest
from drawn_projectors import SIZE, hang_projector

from calibration.beam import Beam, build_beam, fit_beam
from tablecam.base.errors import TablecamError

ROOFS = ((8.0, 30.0, 3.0), (34.0, 14.0, 4.0), (36.0, 34.0, 1.5))


def scatter_dots(truth: Beam, mat: int, roofs: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Draw dots by chance on the mat and on three roofs: their pixels, a third of a pixel off, and their places."""
    random = np.random.default_rng(seed)
    ground = np.column_stack([random.uniform(2, 46, (mat, 2)), np.zeros(mat)])
    tops = np.array([ROOFS[dot % 3] for dot in range(roofs)]).reshape(-1, 3)
    tops[:, :2] += random.uniform(-2, 2, (roofs, 2))
    points = np.concatenate([ground, tops])
    return truth.project(points) + random.normal(0, 0.3, (len(points), 2)), points


def measure_error(truth: Beam, beam: Beam, z_in: float) -> float:
    """Return the distance within which 95 % of the light at a height lies from where it is aimed, in inches."""
    x, y = np.meshgrid(np.linspace(0, 48, 9), np.linspace(0, 48, 9))
    places = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, z_in)])
    return float(np.quantile(np.linalg.norm(truth.cast(beam.project(places), z_in) - places[:, :2], axis=1), 0.95))


@pytest.mark.parametrize(
    ("height_in", "shift", "throw", "turn_deg"),
    [(75, 0.5, 0.8, 1.0), (50, -0.5, 0.625, 0.0), (95, 0.0, 1.8, -20.0), (60, 0.5, 0.6, 178.0), (85, -0.3, 1.3, 90.0)],
)
def test_light_hits_mat_and_roofs_where_it_is_aimed(height_in, shift, throw, turn_deg) -> None:
    truth = build_beam(hang_projector(height_in, shift, throw, turn_deg))
    beam = fit_beam(SIZE, *scatter_dots(truth, 120, 12))
    assert beam.knows_heights
    assert measure_error(truth, beam, 0.0) < 0.02
    assert measure_error(truth, beam, 4.0) < 0.06


def test_dots_on_what_the_map_lacks_are_left_out() -> None:
    truth = build_beam(hang_projector())
    dots_px, points_in = scatter_dots(truth, 120, 12)
    dots_px[::10] += 40.0
    beam = fit_beam(SIZE, dots_px, points_in)
    assert beam.dots <= 119
    assert measure_error(truth, beam, 0.0) < 0.02
    assert measure_error(truth, beam, 4.0) < 0.06


def test_a_bare_mat_says_nothing_of_heights() -> None:
    truth = build_beam(hang_projector())
    beam = fit_beam(SIZE, *scatter_dots(truth, 120, 0))
    assert not beam.knows_heights
    assert measure_error(truth, beam, 0.0) < 0.02
    assert beam.error_in < 0.05


def test_roof_dots_in_one_place_do_not_say_how_light_slants() -> None:
    truth = build_beam(hang_projector())
    dots_px, points_in = scatter_dots(truth, 120, 30)
    is_near = (points_in[:, 2] == 0) | (np.linalg.norm(points_in - ROOFS[0], axis=1) < 0.8)
    assert not fit_beam(SIZE, dots_px[is_near], points_in[is_near]).knows_heights


def test_too_few_dots_are_refused_with_their_number() -> None:
    truth = build_beam(hang_projector())
    with pytest.raises(TablecamError, match="12 dots"):
        fit_beam(SIZE, *scatter_dots(truth, 12, 4))


def test_the_lens_is_where_it_hangs() -> None:
    projector = hang_projector()
    assert build_beam(projector).eye_in == pytest.approx(projector.pose.position_in)


def test_a_stored_beam_is_the_same() -> None:
    beam = fit_beam(SIZE, *scatter_dots(build_beam(hang_projector()), 60, 9))
    again = Beam.from_json(beam.to_json())
    assert again.project(np.array([12.0, 40.0, 2.0])) == pytest.approx(
        beam.project(np.array([12.0, 40.0, 2.0])), abs=1e-3
    )
    with pytest.raises(ValueError, match="3 x 4"):
        Beam.from_json(beam.to_json() | {"matrix": [[1, 0], [0, 1]]})

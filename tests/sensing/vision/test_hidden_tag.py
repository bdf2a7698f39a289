"""A tag partly hidden is verified where it stood; what hides it is never taken for it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.fit import FormerLook, fit_tag
from tablecam.sensing.vision.full_search import corner_fits, is_credible, is_itself
from tablecam.sensing.vision.patch import TagPose

NOISE = 3.0


@pytest.fixture(scope="module")
def stood(studio):
    """A tag, its picture without noise, the cells its pixels lie in, the camera, and the fit while it was open."""
    one, camera, ideal = studio.tag()
    fit = fit_tag(
        studio.noisy(ideal, NOISE, 99), camera, one.tag, one.edge_in, TagPose(one.x_in, one.y_in, one.heading_rad)
    )
    rows, columns = np.mgrid[: ideal.shape[0], : ideal.shape[1]]
    cells = one.cells(camera.back_project(np.stack([columns, rows], axis=-1).astype(float)))
    return one, ideal, cells, camera, fit


def visible_share(grey: np.ndarray, camera, edge_in: float, fit) -> float:
    look = FormerLook.from_fit(grey, camera, edge_in, fit)
    return look.visible_share(grey) if look is not None else 0.0


def share(stood, picture: np.ndarray, studio, seed: int = 0) -> float:
    one, _, _, camera, fit = stood
    return visible_share(studio.noisy(picture, NOISE, seed), camera, one.edge_in, fit)


def test_a_tag_that_resembles_another_one_more_is_not_believed(studio, stood) -> None:
    one, ideal, _, camera, fit = stood
    seen = (studio.noisy(ideal, NOISE, 0), camera, one.edge_in)
    for tag, is_believed in ((one.tag, True), (one.tag + 1, False)):
        claimed = replace(fit, tag=tag)
        assert is_itself(*seen, claimed) == is_believed
        assert is_credible(*seen, claimed, fit.optics) == is_believed


@pytest.mark.slow
def test_an_open_tag_shows_wholly(studio, stood) -> None:
    assert min(share(stood, stood[1], studio, seed) for seed in range(20)) == 1.0


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(grey=st.floats(0, 255), seed=st.integers(0, 99))
def test_a_hand_of_any_grey_over_all_of_it_shows_nothing(studio, stood, grey: float, seed: int) -> None:
    assert share(stood, np.full_like(stood[1], grey), studio, seed) <= 1 / 9


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    grey=st.floats(0, 255),
    slope=st.tuples(st.floats(-4, 4), st.floats(-4, 4)),
    edge=st.floats(-5, 5),
    other=st.floats(0, 255),
    seed=st.integers(0, 99),
)
def test_a_shaded_hand_with_a_sleeve_shows_next_to_nothing(studio, stood, grey, slope, edge, other, seed) -> None:
    _, ideal, cells, _, _ = stood
    rows, columns = np.mgrid[: ideal.shape[0], : ideal.shape[1]]
    hand = grey + slope[0] * (columns - 32) + slope[1] * (rows - 32)
    sleeve = np.where(cells[..., 0] < edge, hand, other)
    assert share(stood, np.clip(sleeve, 0, 255), studio, seed) <= 3 / 9


@pytest.mark.parametrize("dim", [1.0, 0.85, 0.7, 0.55, 0.45])
def test_a_tag_in_the_shadow_of_a_hand_still_shows(studio, stood, dim: float) -> None:
    assert share(stood, stood[1] * dim, studio) == 1.0


@pytest.mark.parametrize("dim", [0.5, 0.8])
def test_the_edge_of_a_shadow_hides_a_row_of_blocks_at_most(studio, stood, dim: float) -> None:
    _, ideal, cells, _, _ = stood
    for edge in (-3.0, 0.0, 2.0):
        assert share(stood, np.where(cells[..., 0] < edge, ideal * dim, ideal), studio) >= 6 / 9


@pytest.mark.parametrize("hidden", [0.2, 0.4, 0.6, 0.8])
@pytest.mark.parametrize("grey", [15.0, 120.0, 205.0])
def test_the_share_follows_what_is_hidden(studio, stood, hidden: float, grey: float) -> None:
    _, ideal, cells, _, _ = stood
    seen = share(stood, np.where(cells[..., 1] < -4.55 + 9.1 * hidden, grey, ideal), studio)
    # in whole rows of blocks: a row that is cut counts, or does not
    assert 1 - hidden - 1 / 3 - 1e-9 <= seen <= 1 - hidden + 1 / 3


def test_a_tag_taken_away_does_not_show(studio, stood) -> None:
    random = np.random.default_rng(0)
    for seed in range(40):
        size = int(random.integers(2, 12))
        mat = np.kron(random.uniform(20, 230, (64 // size + 1,) * 2), np.ones((size, size)))[:64, :64]
        assert share(stood, mat, studio, seed) <= 3 / 9


@pytest.mark.slow
def test_another_tag_in_its_place_does_not_show(studio, stood) -> None:
    one, _, _, camera, _ = stood
    for other in range(20, 60, 4):
        drawn = studio.drawn(other, one.x_in, one.y_in, one.heading_rad)
        assert share(stood, studio.picture(camera, [drawn], fine=4), studio) <= 4 / 9


def test_a_tag_that_moved_by_a_cell_does_not_show_where_it_was(studio, stood) -> None:
    one, _, _, camera, _ = stood
    moved = studio.drawn(one.tag, one.x_in + one.edge_in / 8, one.y_in, one.heading_rad)
    assert share(stood, studio.picture(camera, [moved], fine=4), studio) <= 3 / 9


def test_outside_the_picture_nothing_shows(studio, stood) -> None:
    one, ideal, _, camera, fit = stood
    grey = studio.noisy(ideal, NOISE, 0)
    assert visible_share(grey, camera.crop(500, 0), one.edge_in, fit) == 0.0


def test_a_tag_known_by_its_corners_alone_that_is_covered_at_once_shows_nothing(studio, stood) -> None:
    one, ideal, _, camera, _ = stood
    seen = Detection(one.tag, camera.project(one.corners()))
    (fit,) = corner_fits(camera, [seen], {one.tag: one.edge_in})
    covered = studio.noisy(np.full_like(ideal, 120.0), NOISE, 1)
    assert visible_share(covered, camera, one.edge_in, fit) == 0.0

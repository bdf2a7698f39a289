"""A table seen aslant, from above: its squares are squares, its tags are found, and no others."""

import numpy as np
import pytest

from tablecam.base.units import to_inches
from tablecam.live.pipeline import measure_photo
from tablecam.sensing.camera.synthetic.scene import lens, overhead
from tablecam.sensing.vision.family import Optics
from tablecam.sensing.vision.full_search import look, top_views
from tablecam.table.geometry.projection import Camera
from tools.bench.tables import draw_aslant

SHAPE = (720, 1280)
STRAIGHT, ASLANT = (Camera(lens(1280, 720), overhead(tilt_deg=tilt)) for tilt in (3.0, 30.0))
SQUARE = np.array([[20.0, 30.0], [22.0, 30.0], [22.0, 32.0], [20.0, 32.0]])


def drawn(camera: Camera) -> np.ndarray:
    """A picture, brighter to the table's right."""
    rows, columns = np.mgrid[: SHAPE[0], : SHAPE[1]]
    places = camera.back_project(np.column_stack([columns.ravel(), rows.ravel()]))
    return np.clip(places[:, 0] * 4 + 20, 0, 255).reshape(SHAPE).astype(np.uint8)


def test_a_camera_that_looks_straight_down_needs_no_view_from_above() -> None:
    assert top_views(np.zeros(SHAPE, np.uint8), STRAIGHT) == []


def test_a_square_on_the_table_is_a_square_from_above_and_comes_back_to_its_pixels() -> None:
    px = ASLANT.project(np.column_stack([SQUARE, np.zeros(4)]))
    diagonals = np.linalg.norm(px[:2] - px[2:], axis=1)
    assert diagonals.max() > 1.1 * diagonals.min()
    for view in top_views(drawn(ASLANT), ASLANT):
        above = view.onto(px)
        assert np.linalg.norm(above[:2] - above[2:], axis=1) == pytest.approx([2 * 2**0.5 * view.px_per_in] * 2)
        assert np.linalg.norm(above - np.roll(above, 1, axis=0), axis=1) == pytest.approx([2 * view.px_per_in] * 4)
        assert view.back(above) == pytest.approx(px, abs=1e-6)


def test_each_view_shows_the_table_to_scale_with_y_up() -> None:
    views = top_views(drawn(ASLANT), ASLANT)
    assert len(views) > 1
    for view in views:
        row = view.grey[view.grey.shape[0] // 2].astype(float)
        inside = (row > 30) & (row < 240)
        if inside.sum() > 50:
            slope = np.polyfit(np.nonzero(inside)[0], row[inside], 1)[0]
            assert slope == pytest.approx(4 / view.px_per_in, rel=0.1)
        assert (
            view.onto(ASLANT.project(np.array([[24.0, 25.0, 0.0]])))[0, 1]
            < (view.onto(ASLANT.project(np.array([[24.0, 24.0, 0.0]])))[0, 1])
        )


def test_what_is_enlarged_is_as_much_softer() -> None:
    soft = [view.optics(Optics(0.5)).blur_px for view in top_views(drawn(ASLANT), ASLANT)]
    assert min(soft) > 0.5


@pytest.mark.long
def test_models_under_a_tilted_camera_are_found_and_no_others() -> None:
    known = draw_aslant("1080p", 25.0, 6)[1]
    read = measure_photo(known.folder, known.frame)
    placed = {each.model.id: each for each in read.snapshot.models}
    assert placed.keys() == known.places.keys()
    assert all(
        (each.x_in, each.y_in) == pytest.approx(known.places[name][:2], abs=0.03) for name, each in placed.items()
    )
    assert read.camera is not None
    worn = {model.tag for model in known.folder.roster.models} | {tag.id for tag in known.folder.table.reference_tags}
    absent = {tag: to_inches(19.2) for tag in range(70) if tag not in worn}
    assert look(known.frame.grey, read.camera, absent, [], area=(0, 0, 1920, 1080)).fits == ()

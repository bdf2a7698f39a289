"""The small map from pixels to the table around one place."""

import numpy as np
import pytest

from tablecam.sensing.vision.patch import chart
from tablecam.table.geometry.projection import Camera


@pytest.mark.parametrize("model", ["plumb_bob", "equidistant"])
@pytest.mark.parametrize("place", [(24.0, 24.0), (1.0, 1.0), (47.0, 3.0), (-2.0, 49.0)])
def test_the_chart_agrees_with_the_lens_to_a_thousandth_of_a_pixel(studio, model: str, place) -> None:
    camera = Camera(studio.lens(model), studio.above())
    local = chart(camera, *place, 0.6)
    low, high = local.outline_px.min(axis=0), local.outline_px.max(axis=0)
    columns, rows = np.linspace(low[0], high[0], 14), np.linspace(low[1], high[1], 15)
    places = local.to_table(columns, rows).T
    within = np.abs(places - place).max(axis=1) < 0.6
    grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)[within]
    px = camera.project(np.column_stack([places[within], np.zeros(len(grid))]))
    assert len(grid) > 100
    assert np.linalg.norm(px - grid, axis=1).max() < 1e-3


def test_its_scale_is_that_of_the_picture_there(studio) -> None:
    camera = studio.camera()
    local = chart(camera, 30.0, 10.0, 0.5)
    square = np.array([[0, 0, 0], [0.1, 0, 0], [0.1, 0.1, 0], [0, 0.1, 0]]) + np.array([29.95, 9.95, 0])
    px = camera.project(square)
    (ax, ay), (bx, by) = px[2] - px[0], px[3] - px[1]
    area = abs(ax * by - ay * bx) / 2
    assert local.px_per_in == pytest.approx(np.sqrt(area) / 0.1, rel=1e-3)

"""The orthophoto part of the bench: tags are where they are seen on their surfaces, and one plane is not enough."""

import pytest

from tablecam.sensing.camera.synthetic.demo import demo_scene
from tools.bench.orthophoto import look_at, measure_errors
from tools.bench.tables import SIZES

pytestmark = pytest.mark.long


def test_tags_on_mat_and_roofs_are_where_they_belong_and_one_plane_misplaces_roofs() -> None:
    errors = measure_errors(look_at(demo_scene(*SIZES["1080p"], models=28)))
    assert len(errors.mat) > 5
    assert len(errors.roofs) > 2
    assert max(errors.mat) < 0.15
    assert max(errors.roofs) < 0.3 < max(errors.flat_roofs)

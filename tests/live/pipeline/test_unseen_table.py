"""The light goes out, or something lies over the camera: nothing is lost, and within half a second it is said why."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tablecam.live.pipeline import Pipeline
from tablecam.sensing.vision.frame import Frame
from tablecam.table.snapshot import Snapshot

pytestmark = pytest.mark.slow

FPS = 15.0
TWENTY_SECONDS, HALF_A_SECOND = 300, 8
DARK, COVERED, NO_REFERENCE = "too dark", "covers the camera", "no reference tag is visible"


class Filmed:
    """A table at rest that is filmed, with whatever is done to the pictures."""

    def __init__(self, stage) -> None:
        self.pipeline, self.frames, self.changes = Pipeline(stage.folder), 0, []

    def film(self, picture: np.ndarray, count: int) -> list[Snapshot]:
        snapshots = []
        for _ in range(count):
            read = self.pipeline.process(Frame(picture, self.frames / FPS, self.frames))
            self.frames += 1
            self.changes += read.changes
            snapshots.append(read.snapshot)
        return snapshots


def out(picture: np.ndarray) -> np.ndarray:
    """What a sensor sees in the dark: its own noise."""
    return np.random.default_rng(5).integers(0, 9, picture.shape, np.uint8)


def dimmed(picture: np.ndarray) -> np.ndarray:
    return (picture * 0.03).astype(np.uint8)


def capped(picture: np.ndarray) -> np.ndarray:
    return np.full_like(picture, 118)


def under_a_cloth(picture: np.ndarray) -> np.ndarray:
    """Stripes, so that the picture shows something, and nothing of the table."""
    cloth = np.full_like(picture, 90)
    cloth[:, (np.arange(picture.shape[1]) // 24) % 2 == 0] = 170
    return cloth


@pytest.mark.parametrize(
    ("seen", "says"),
    [
        (out, DARK),
        pytest.param(dimmed, DARK, marks=pytest.mark.long),
        (capped, COVERED),
        pytest.param(under_a_cloth, NO_REFERENCE, marks=pytest.mark.long),
    ],
)
def test_a_table_that_cannot_be_seen_is_told_and_nothing_is_lost(
    stage, seen: Callable[[np.ndarray], np.ndarray], says: str
) -> None:
    filmed, picture = Filmed(stage), stage.renderer.picture()
    before = filmed.film(picture, 20)[-1]
    filmed.changes.clear()
    unseen = filmed.film(seen(picture), TWENTY_SECONDS)
    for snapshot in unseen[HALF_A_SECOND:]:
        assert snapshot.pose_untrusted
        assert says in str(snapshot.problems[0])
    assert [(model.model.id, model.x_in, model.state) for model in unseen[-1].models] == [
        (model.model.id, model.x_in, model.state) for model in before.models
    ]
    after = filmed.film(picture, 20)[-1]
    assert (after.pose_untrusted, after.problems) == (False, before.problems)
    assert {model.state for model in after.models} == {"settled"}
    assert "lost" not in [change.event for change in filmed.changes]


def test_a_model_that_is_moved_in_the_dark_is_found_once_there_is_light(stage) -> None:
    filmed, picture = Filmed(stage), stage.renderer.picture()
    filmed.film(picture, 20)
    moved = min(stage.scene.spots)
    spot = stage.scene.spots[moved]
    to = replace(spot, x_in=spot.x_in + 1.5)
    later = stage.renderer.picture(spots=stage.scene.spots | {moved: to})
    filmed.film(out(picture), 60)
    after = filmed.film(later, 45)[-1]
    found = next(model for model in after.models if model.model.id == moved)
    assert found.state == "settled"
    assert abs(found.x_in - to.x_in) < 0.05
    stage.renderer.picture(spots=stage.scene.spots)


def test_a_table_that_is_dark_from_the_start_is_told_so(stage) -> None:
    filmed, picture = Filmed(stage), stage.renderer.picture()
    dark = filmed.film(out(picture), 10)[-1]
    assert dark.pose_untrusted
    assert DARK in str(dark.problems[0])
    assert not dark.models
    assert not filmed.film(picture, 20)[-1].pose_untrusted

"""Terrain that wears a tag, from the picture to the snapshot: it stands where its tag lies, and is no model."""

from dataclasses import replace

import numpy as np
import pytest
from shapely import box

from tablecam.live.pipeline import Pipeline, measure_photo
from tablecam.sensing.camera.synthetic.scene import Spot
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.table_folder import TableFolder
from tablecam.table.miniature import Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Piece

FPS = 15.0
HERE, THERE = Spot(22.6, 11.0, 0.0, 0.4), Spot(20.0, 40.0, 0.0, 1.0)


def folder_with_a_hill(folder: TableFolder) -> TableFolder:
    """The tag of lund is worn by a hill instead, which is four inches square and two high."""
    worn = folder.roster.by_id["lund"]
    top = replace(folder.terrain.features[0], name="top", z_bottom_in=0.0, z_top_in=2.0, standable=True)
    top = replace(top, polygon=box(-2, -2, 2, 2), material="solid", piece=None)
    hill = Piece("mound", worn.tag, worn.tag_size_mm, (top,), worn.tag_offset_mm, worn.tag_height_mm)
    models = tuple(model for model in folder.roster.models if model.id != "lund")
    return replace(folder, roster=Roster(models), pieces=(hill,))


def middle(snapshot: Snapshot) -> np.ndarray:
    (hill,) = [feature for feature in snapshot.terrain.features if feature.piece == "mound"]
    return np.array([hill.polygon.centroid.x, hill.polygon.centroid.y])


@pytest.mark.slow
def test_one_picture_shows_where_a_piece_stands_and_who_stands_on_it(stage) -> None:
    on_top = Spot(23.0, 11.4, 2.0, 1.0)
    picture = stage.renderer.picture(stage.scene.spots | {"lund": HERE, "moss": on_top})
    snapshot = measure_photo(folder_with_a_hill(stage.folder), Frame(picture, 0.0)).snapshot
    assert middle(snapshot) == pytest.approx([HERE.x_in, HERE.y_in], abs=0.02)
    assert "lund" not in {model.model.id for model in snapshot.models}
    assert "mound" not in {model.model.id for model in snapshot.models}
    assert (snapshot.model("moss").stands_on, snapshot.model("moss").z_in) == ("mound top", 2.0)
    assert snapshot.unknown_tags == ()


@pytest.mark.slow
def test_a_piece_put_elsewhere_is_terrain_there_a_little_later(stage) -> None:
    pipeline = Pipeline(folder_with_a_hill(stage.folder))
    number = 0

    def show(spot: Spot, frames: int) -> Snapshot:
        nonlocal number
        for _ in range(frames):
            picture = stage.renderer.picture(stage.scene.spots | {"lund": spot})
            reading = pipeline.process(Frame(picture, number / FPS, number))
            number += 1
        return reading.snapshot

    first = show(HERE, 25)
    assert middle(first) == pytest.approx([HERE.x_in, HERE.y_in], abs=0.03)
    assert len(first.models) == 7
    # nothing moved in any picture: the whole table is gone over for the tag, a piece at a time
    later = show(THERE, 8 * int(FPS))
    assert middle(later) == pytest.approx([THERE.x_in, THERE.y_in], abs=0.03)
    assert len(later.models) == 7

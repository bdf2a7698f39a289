"""On whole rendered tables no tag is seen that is not there, whichever are asked for."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablecam.base.units import to_inches
from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Spot
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.sensing.vision.family import COUNT
from tablecam.sensing.vision.full_search import look
from tablecam.sensing.vision.watch import OUT_OF_SIGHT, TagWatch
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose


@pytest.mark.long
@pytest.mark.parametrize("resolution", ["4k", "1080p"])
@pytest.mark.parametrize("frame", ["f00", "f01"])
def test_none_of_the_tags_that_are_not_on_the_table_is_seen(shared_data: Path, frame: str, resolution: str) -> None:
    folder = shared_data / "rendered" / frame
    truth = json.loads((folder / f"truth_{resolution}.json").read_text())
    grey = cv2.imread(str(folder / f"frame_{resolution}.jpg"), cv2.IMREAD_GRAYSCALE)
    lens = Intrinsics(*truth["image_size"], np.array(truth["camera"]["K"]), np.array(truth["camera"]["dist"]))
    camera = Camera(lens, Pose(np.array(truth["camera"]["R"]), np.array(truth["camera"]["tvec_in"])))
    there = {tag["id"] for tag in truth["tags"]}
    # of the tags that are not there, every second: the others are asked for at the other size
    asked = range(["4k", "1080p"].index(resolution), COUNT, 2)
    absent = {tag: to_inches(18.0) for tag in asked if tag not in there}
    found = TagDetector().detect(grey, Search(1.0, 1.0, 5))
    # as in a photograph: what was read is not looked at again
    seen = look(grey, camera, absent, found, area=(0, 0, grey.shape[1], grey.shape[0]))
    assert [fit.tag for fit in seen.fits] == []
    assert {each.tag for each in seen.unknown} <= there


@pytest.mark.slow
@pytest.mark.parametrize("x_in", [3, 16, 17, 18, 45])
def test_the_wood_of_the_tables_edge_is_no_tag_that_was_carried_over_it(x_in: int) -> None:
    scene = two_forces(1920, 1080, company=make_company(BOOKS.usual))
    renderer, model = Renderer(scene), scene.roster.by_id["vik"]
    carried, gone = (
        cv2.cvtColor(renderer.picture(spots, (), scene.camera), cv2.COLOR_BGR2GRAY)
        for spots in ({"vik": Spot(x_in, -3.3, 0.0, 0.0)}, {})
    )
    reference = frozenset(tag.id for tag in scene.table.reference_tags)
    watch = TagWatch({model.tag: to_inches(model.tag_size_mm)}, reference, (48.0, 48.0))
    (first,), (then,) = (watch.read(grey, scene.camera).sights for grey in (carried, gone))
    assert first.fit.pose.y_in == pytest.approx(-3.3, abs=0.1)
    assert then.shown in OUT_OF_SIGHT

"""The drawings of a sighting are sound SVG, and what they show is where it is."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from tablecam.table.measure import svg
from tablecam.table.measure.sight_drawing import OPEN, SHUT, eye_svg, wedge
from tablecam.table.measure.why import why
from tablecam.table.notation import parse

PAIR = 'model ann red 25.4mm at 10,10 name "Ann <&>"\nmodel bob blue oval 60x35mm at 20,10 facing 40deg name Bob\n'
WALL = "terrain wall solid 0 to 9 at 15,5 15.5,5 15.5,10 15,10\n"
RUIN = "terrain ruin flimsy 0 to 3 at 8,8 12,8 12,12 8,12 hole 8.2,8.2 11.8,8.2 11.8,11.8 8.2,11.8\n"
ROOF = "terrain roof solid 0 to 4 standable at 8,8 12,8 12,12 8,12\n"
SCENES = {
    "open": PAIR,
    "wall": PAIR + WALL,
    "ruin around the viewer": PAIR + RUIN,
    "from a roof": PAIR.replace("at 10,10", "at 10,10 z 4") + ROOF,
    "crowd": PAIR + "model cid blue 32mm at 15,10.2\nmodel dan red 32mm at 11.4,9.8\n",
    "behind": PAIR + "terrain back solid 0 to 3 at 2,2 9,2 9,18 2,18\nmodel eve blue rect 50x25mm at 5,10\n",
}


def elements(drawing: str) -> list[ET.Element]:
    return list(ET.fromstring(drawing).iter())


@pytest.mark.parametrize("scene", SCENES)
def test_every_kind_of_scene_is_drawn_with_finite_numbers(scene):
    snapshot = parse(SCENES[scene])
    drawing = eye_svg(snapshot, why(snapshot, "ann", "bob"))
    assert len(elements(drawing)) > 4
    assert not re.search(r"nan|inf\b", drawing)


def test_the_clear_part_of_the_eyes_view_has_the_share_and_the_side_that_show():
    snapshot = parse(SCENES["wall"])
    found = why(snapshot, "ann", "bob")
    paths = [each for each in elements(eye_svg(snapshot, found)) if each.tag.endswith("path")]
    (clear,) = [each for each in paths if each.attrib["fill"] == svg.GOOD]
    corners = np.array([tuple(map(float, pair.split())) for pair in re.findall(r"[-\d.]+ [-\d.]+", clear.attrib["d"])])
    width, height = np.ptp(corners, axis=0)
    assert width * height / float(found.view.area[0]) == pytest.approx(0.5, abs=1e-3)
    # the wall stands on the viewer's right: what shows is on the left of the picture
    assert corners[:, 0].max() == pytest.approx(0, abs=1e-3)


def test_the_wedge_opens_on_the_side_that_shows_and_reaches_the_targets_width():
    shut, open_ = wedge(why(parse(SCENES["wall"]), "ann", "bob"))
    assert (shut.shows, open_.shows) == (SHUT, OPEN)
    assert shut.corners[0] == open_.corners[0] == (10, 10)
    assert shut.corners[2] == open_.corners[1] == pytest.approx((20, 10))


def test_names_are_written_as_they_are():
    snapshot = parse(SCENES["open"])
    (title,) = [
        each.text for each in elements(eye_svg(snapshot, why(snapshot, "ann", "bob"))) if each.tag.endswith("title")
    ]
    assert title.startswith("Ann <&> sees")


def test_a_model_that_does_not_block_is_only_outlined():
    snapshot = parse(PAIR + "model cid red 32mm at 12,10 tall 3\n")
    found = why(snapshot, "ann", "bob", np.array(False))
    assert found.sighting.visible == 1
    assert 'fill-opacity="0.06"' in eye_svg(snapshot, found)

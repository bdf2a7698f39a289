"""The first look: tags that the detector cannot read are found by their rings; nothing is found that is not there."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablecam.base.units import to_inches
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.sensing.vision.family import COUNT, Optics
from tablecam.sensing.vision.full_search import look
from tablecam.sensing.vision.ring_search import find_rings
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose

CROPS = Path(__file__).resolve().parents[2] / "golden" / "vision"
PHOTO = Search(1.0, 1.0, 5)
# nobody can read these: print that is as bright as paper, and one that is half hidden as well
HOPELESS = {"burnt out", "half hidden, in glare"}


@dataclass(frozen=True)
class Crop:
    """A small part of a rendered picture, and what is true in it."""

    about: dict
    grey: np.ndarray
    camera: Camera

    @property
    def tag(self) -> int:
        return self.about["tag"]

    @property
    def edge_in(self) -> float:
        return to_inches(self.about["edge_mm"])

    @property
    def area(self) -> tuple[int, int, int, int]:
        return 0, 0, self.grey.shape[1], self.grey.shape[0]


def crop(about: dict) -> Crop:
    lens = Intrinsics(*about["size_px"], np.array(about["matrix"]), np.array(about["distortion"]))
    pose = Pose(np.array(about["rotation"]), np.array(about["translation_in"]))
    grey = cv2.imread(str(CROPS / about["file"]), cv2.IMREAD_GRAYSCALE)
    return Crop(about, grey, Camera(lens, pose).crop(*about["corner_px"]))


def crops() -> list[Crop]:
    return [crop(about) for about in json.loads((CROPS / "tags.json").read_text())]


def of_each(parts: list[Crop]) -> pytest.MarkDecorator:
    """The first four belong to the quick round."""
    ids = [part.about["file"] for part in parts]
    rest = (pytest.param(part, marks=pytest.mark.slow) for part in parts[4:])
    return pytest.mark.parametrize("part", [*parts[:4], *rest], ids=ids)


ALL = of_each(crops())
READABLE = of_each([part for part in crops() if part.about["what"] not in HOPELESS])


@ALL
def test_the_detector_alone_does_not_read_it(part: Crop) -> None:
    """Else the crop proves nothing about the second look."""
    assert part.tag not in {each.tag for each in TagDetector().detect(part.grey, PHOTO)}


@READABLE
def test_glare_a_gun_or_smallness_does_not_hide_a_tag_from_the_second_look(part: Crop) -> None:
    seen = look(part.grey, part.camera, {part.tag: part.edge_in}, [], area=part.area)
    assert [fit.tag for fit in seen.fits] == [part.tag]
    pose = seen.fits[0].pose
    # half a pixel at most, and half a pixel across the tag's side
    pixel_in = 1 / seen.fits[0].px_per_in
    assert np.hypot(pose.x_in - part.about["place_in"][0], pose.y_in - part.about["place_in"][1]) < 0.5 * pixel_in
    turn = np.angle(np.exp(1j * (pose.heading_rad - part.about["heading_rad"])))
    assert abs(turn) < 0.5 * pixel_in / part.edge_in
    assert pose.scale == pytest.approx(part.about["scale"], abs=0.03)


@pytest.mark.parametrize("search", ["alone", "among sixty"])
def test_many_tags_in_play_do_not_hide_the_one_that_is_there(search: str) -> None:
    part = next(each for each in crops() if each.about["file"].startswith("331"))
    tags = [part.tag] if search == "alone" else [part.tag, *(tag for tag in range(60) if tag != part.tag)]
    seen = look(part.grey, part.camera, dict.fromkeys(tags, part.edge_in), [], area=part.area)
    assert part.tag in [fit.tag for fit in seen.fits]


@ALL
def test_no_tag_is_seen_that_is_not_there_whatever_is_in_play(part: Crop) -> None:
    there = {part.tag, *part.about["beside"]}
    absent = {tag: part.edge_in for tag in range(0, COUNT, 5) if tag not in there}
    assert [fit.tag for fit in look(part.grey, part.camera, absent, [], area=part.area).fits] == []


def test_without_an_area_there_is_no_second_look() -> None:
    part = next(each for each in crops() if each.about["file"].startswith("331"))
    assert look(part.grey, part.camera, {part.tag: part.edge_in}, []).fits == ()


@pytest.mark.parametrize("beyond", [20, 255], ids=["on black", "touching white"])
def test_rings_are_found_whatever_lies_inside_and_beyond_them(beyond: int) -> None:
    """White 235, black 205, as under glare: the thirty levels between them are all that shows a tag."""
    image, cell_px, turn = np.full((140, 140), beyond, np.uint8), 3.0, 0.4
    image[:, :70] = 255
    for half, level in [(5, 235), (4, 205), (3, beyond)]:
        corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) * cell_px
        right, down = np.array([np.cos(turn), -np.sin(turn)]), np.array([np.sin(turn), np.cos(turn)])
        outline = (70 + corners[:, :1] * right + corners[:, 1:] * down) * 16
        cv2.fillConvexPoly(image, np.rint(outline).astype(np.int32), level, cv2.LINE_AA, 4)
    noisy = np.clip(image + np.random.default_rng(3).normal(0, 2, image.shape), 0, 255).astype(np.uint8)
    x, y, angle, cell = find_rings(noisy, (2.8, 3.3), np.empty((0, 2)))[0]
    assert np.hypot(x - 70, y - 70) < cell_px / 2
    assert angle == pytest.approx(turn, abs=0.1)
    assert cell == pytest.approx(cell_px, rel=0.08)


def test_the_rings_of_a_known_tag_are_not_found_again(studio) -> None:
    _, grey, found = table(studio, [studio.drawn(4, 20, 20, 0.3)])
    cells = (2.5, 4.0)
    x, y = find_rings(grey, cells, np.empty((0, 2)))[0, :2]
    assert np.hypot(x - found[0].center_px[0], y - found[0].center_px[1]) < 3
    again = find_rings(grey, cells, found[0].center_px[None])
    assert not len(again) or np.linalg.norm(again[:, :2] - found[0].center_px, axis=1).min() > 6


def table(studio, tags, size: int = 220, blur_px: float = 0.7, noise: float = 4.0):
    """A small picture with several tags around (20, 20)."""
    camera = studio.at(studio.camera(), 20.0, 20.0, size)
    grey = studio.noisy(studio.picture(camera, tags, blur_px, fine=4), noise, 5)
    return camera, grey, TagDetector().detect(grey, PHOTO)


@pytest.mark.slow
def test_a_tag_in_two_places_is_told_and_placed_nowhere(studio) -> None:
    camera, grey, found = table(
        studio, [studio.drawn(4, 19, 19, 0.3), studio.drawn(4, 21, 21, 2.0), studio.drawn(9, 21, 19, 1.0)]
    )
    seen = look(grey, camera, {4: studio.edge_in, 9: studio.edge_in}, found)
    assert seen.twice == (4,)
    assert [fit.tag for fit in seen.fits] == [9]


@pytest.mark.slow
def test_a_tag_of_nobody_is_told_as_unknown_and_not_fitted(studio) -> None:
    camera, grey, found = table(studio, [studio.drawn(4, 19, 19, 0.3), studio.drawn(500, 21, 21, 2.0)])
    seen = look(grey, camera, {4: studio.edge_in}, found)
    assert [fit.tag for fit in seen.fits] == [4]
    assert [each.tag for each in seen.unknown] == [500]


@pytest.mark.slow
def test_a_detection_whose_bitmap_is_not_there_is_no_tag(studio) -> None:
    """A lucky read of two wrong bits, say: the corners lie on another tag."""
    camera, grey, found = table(studio, [studio.drawn(4, 19, 19, 0.3)])
    lie = type(found[0])(77, found[0].corners_px, 2, 20.0)
    assert look(grey, camera, {77: studio.edge_in}, [lie]).fits == ()


@pytest.mark.slow
def test_a_copy_of_another_size_shows_by_its_scale(studio) -> None:
    """So that a decoy, or a wrong tag_size_mm, can be told from a model at any height that a table has."""
    camera, grey, found = table(studio, [studio.drawn(4, 20, 20, 0.3, studio.edge_in * 0.7)])
    assert [each.tag for each in found] == [4]
    scales = [fit.pose.scale for fit in look(grey, camera, {4: studio.edge_in}, found).fits]
    assert all(scale < 0.75 for scale in scales)


@pytest.mark.slow
def test_a_soft_picture_that_stops_the_detector_is_still_read(studio) -> None:
    tags = [studio.drawn(tag, x, y, tag / 10) for tag, x, y in [(3, 18.6, 18.6), (14, 21.2, 18.8), (25, 20, 21.3)]]
    camera, grey, found = table(studio, tags, blur_px=2.1)
    assert len(found) < 3
    # how soft it is, the reference tags have told
    seen = look(grey, camera, {tag.tag: tag.edge_in for tag in tags}, found, Optics(2.0, 1.0), (0, 0, 220, 220))
    where = {fit.tag: (fit.pose.x_in, fit.pose.y_in) for fit in seen.fits}
    assert where.keys() == {3, 14, 25}
    for tag in tags:
        assert np.hypot(where[tag.tag][0] - tag.x_in, where[tag.tag][1] - tag.y_in) < 0.01

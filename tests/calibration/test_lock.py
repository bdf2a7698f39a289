"""The watch over the camera's place: what is a nudge, what is not, and how it is locked again."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.lock import CameraLock, Locked
from tablecam.sensing.camera.synthetic.demo import demo_table
from tablecam.sensing.camera.synthetic.scene import lens, overhead, reference_tags
from tablecam.table.geometry.projection import Camera, Pose
from tools.bench.ideal_tags import ideal_picture, noisy

FPS = 15
SLOW = pytest.mark.slow
TABLE = demo_table()
HOME = Camera(lens(1280, 720), overhead())
PLACES = np.array([[x, y, 0.0] for x in (0, 24, 48) for y in (0, 24, 48)])


def shifted(x_in: float, y_in: float = 0.0, z_in: float = 0.0, turn_deg: float = 0.0) -> Camera:
    """The camera after a push: moved by inches and turned about its own axis."""
    angle = np.radians(turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1.0]])
    rotation = turn @ HOME.pose.rotation
    eye = HOME.pose.position_in + np.array([x_in, y_in, z_in])
    return replace(HOME, pose=Pose(rotation, -rotation @ eye))


def moved_tag(id: int, x_in: float):
    tags = [
        replace(tag, center_in=(tag.center_in[0] + x_in, tag.center_in[1])) if tag.id == id else tag
        for tag in TABLE.reference_tags
    ]
    return replace(TABLE, reference_tags=tuple(tags))


class Film:
    """A table before a camera, frame by frame, with fresh noise in each."""

    def __init__(self) -> None:
        self.lock = CameraLock(HOME.intrinsics, TABLE.reference_tags)
        self.number = 0
        self.see(HOME)

    def see(self, camera: Camera, table=TABLE) -> None:
        """From now on this is what there is to see."""
        self.ideal = ideal_picture(camera, reference_tags(table), 0.6, fineness=4)

    def hand_over(self, *ids: int, grey: float = 150.0) -> None:
        """Something lies over these tags from now on."""
        for tag in TABLE.reference_tags:
            if tag.id in ids:
                x, y = (int(v) for v in HOME.project(np.array([*tag.center_in, 0.0])))
                self.ideal[max(y - 20, 0) : y + 20, max(x - 18, 0) : x + 18] = grey

    def frames(self, count: int) -> list[Locked]:
        shown = []
        for _ in range(count):
            shown.append(self.lock.watch(noisy(self.ideal, 3.0, self.number), self.number / FPS))
            self.number += 1
        return shown


@pytest.fixture
def film() -> Film:
    """A camera that is locked already."""
    film = Film()
    film.frames(3)
    return film


def error_in(locked: Locked, camera: Camera) -> float:
    back = locked.registration.camera.back_project(camera.project(PLACES))
    return float(np.linalg.norm(back - PLACES[:, :2], axis=1).max())


def test_the_first_frame_locks_and_serves_at_once() -> None:
    first, second = Film().frames(2)
    assert first.trusted
    assert first.locked_again
    assert not first.nudged
    assert error_in(first, HOME) < 0.005
    assert second.trusted
    assert not second.locked_again


@SLOW
def test_a_camera_at_rest_is_never_said_to_move(film) -> None:
    seen = film.frames(45)
    assert all(each.trusted and not each.nudged and each.trouble is None for each in seen)


@SLOW
@pytest.mark.parametrize("camera", [shifted(0.3 / 25.4), shifted(-0.2 / 25.4, 0.23 / 25.4)])
def test_a_nudge_of_a_third_of_a_millimetre_is_noticed_within_two_seconds(film, camera: Camera) -> None:
    assert not any(each.nudged for each in film.frames(3 * FPS))
    film.see(camera)
    seen = film.frames(2 * FPS)
    assert [each.nudged for each in seen].count(True) == 1
    assert seen[-1].trusted
    assert error_in(seen[-1], camera) < 0.006


@pytest.mark.slow
@pytest.mark.parametrize(
    "camera",
    [
        pytest.param(shifted(0.05), id="0.05 in"),
        pytest.param(shifted(3.0, 2.0), id="3 in"),
        pytest.param(shifted(-0.035, 0.035), id="askew", marks=SLOW),
        pytest.param(shifted(0.5), id="0.5 in", marks=SLOW),
        pytest.param(shifted(0, 0, 0.4), id="sunk", marks=SLOW),
        pytest.param(shifted(0, turn_deg=0.3), id="turned a little", marks=SLOW),
        pytest.param(shifted(0.2, turn_deg=5.0), id="turned", marks=SLOW),
        pytest.param(shifted(-8.0, 3.0), id="far", marks=SLOW),
    ],
)
def test_a_nudge_is_noticed_within_a_second_and_locked_again_in_the_next(film, camera: Camera) -> None:
    film.see(camera)
    seen = film.frames(2 * FPS)
    noticed = [number for number, each in enumerate(seen) if each.nudged]
    assert len(noticed) == 1
    assert noticed[0] < FPS
    again = [number for number, each in enumerate(seen) if each.locked_again]
    assert len(again) == 1
    assert noticed[0] < again[0] < noticed[0] + FPS
    assert not any(each.trusted for each in seen[noticed[0] : again[0]])
    assert all(each.trusted for each in seen[again[0] :])
    assert error_in(seen[-1], camera) < 0.005


@SLOW
def test_while_the_camera_swings_nothing_is_trusted(film) -> None:
    for step in range(12):
        film.see(shifted(0.3 * np.sin(step), 0.2 * np.cos(step)))
        (seen,) = film.frames(1)
        assert not seen.trusted
    film.see(HOME)
    assert film.frames(6)[-1].trusted


@SLOW
def test_a_slow_drift_never_takes_the_readings_far_along(film) -> None:
    worst = 0.0
    for step in range(30):
        camera = shifted(0.008 * step)
        film.see(camera)
        (seen,) = film.frames(1)
        if seen.trusted:
            worst = max(worst, error_in(seen, camera))
    assert worst < 0.06
    film.see(shifted(0.24))
    assert film.frames(10)[-1].trusted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ids", "grey"),
    [
        ((43, 44), 150.0),
        pytest.param((40, 41, 42), 30.0, marks=SLOW),
        pytest.param((40, 41, 42), 150.0, marks=SLOW),
    ],
)
def test_a_hand_over_reference_tags_is_no_nudge(film, ids: tuple[int, ...], grey: float) -> None:
    film.hand_over(*ids, grey=grey)
    assert all(each.trusted and not each.nudged for each in film.frames(12))
    film.see(HOME)
    assert all(each.trusted and not each.nudged for each in film.frames(5))


def test_a_nudge_under_a_hand_is_noticed_all_the_same(film) -> None:
    film.see(shifted(0.15))
    film.hand_over(40, 41, 47)
    assert any(each.nudged for each in film.frames(FPS))


@SLOW
def test_a_reference_tag_that_is_pushed_alone_is_no_nudge_and_is_named(film) -> None:
    film.see(HOME, moved_tag(43, 0.08))
    seen = film.frames(3 * FPS)
    assert all(each.trusted and not each.nudged for each in seen)
    assert seen[-1].registration.outliers == (43,)
    assert seen[-1].registration.off_in[43] == pytest.approx(0.08, abs=0.03)
    assert error_in(seen[-1], HOME) < 0.005


@SLOW
@pytest.mark.parametrize("x_in", [0.3, 2.0])
def test_one_that_is_pushed_far_is_no_nudge_either_and_is_named(film, x_in: float) -> None:
    film.see(HOME, moved_tag(43, x_in))
    seen = film.frames(4 * FPS)
    assert all(each.trusted and not each.nudged for each in seen)
    assert seen[-1].registration.outliers == (43,)
    assert seen[-1].registration.off_in[43] == pytest.approx(x_in, abs=0.05)


@SLOW
def test_a_pushed_tag_does_not_hide_a_later_nudge(film) -> None:
    film.see(HOME, moved_tag(43, 0.3))
    film.frames(2 * FPS)
    camera = shifted(0.2)
    film.see(camera, moved_tag(43, 0.3))
    seen = film.frames(2 * FPS)
    assert sum(each.nudged for each in seen) == 1
    assert seen[-1].trusted
    assert 43 in seen[-1].registration.outliers
    assert error_in(seen[-1], camera) < 0.005


@SLOW
@pytest.mark.parametrize("light", [0.6, 1.2])
def test_another_light_is_no_nudge(film, light: float) -> None:
    film.ideal = np.minimum(film.ideal * light, 250)
    assert all(each.trusted and not each.nudged for each in film.frames(12))


@SLOW
def test_a_shadow_that_passes_over_the_table_is_no_nudge(film) -> None:
    bright = film.ideal
    for step in range(12):
        edge = 107 * step
        shade = np.ones_like(bright)
        shade[:, max(edge - 330, 0) : edge] = 0.6
        film.ideal = bright * shade
        assert all(each.trusted and not each.nudged for each in film.frames(2))


@pytest.mark.slow
def test_without_reference_tags_the_trouble_is_told_until_they_are_there() -> None:
    film = Film()
    film.ideal[:] = 110
    for each in film.frames(3):
        assert not each.trusted
        assert each.registration is None
        assert "reference tags" in str(each.trouble)
    film.see(HOME)
    first = film.frames(1)[0]
    assert first.trusted
    assert first.locked_again


@SLOW
def test_after_a_nudge_with_the_tags_covered_it_waits_and_then_locks(film) -> None:
    camera = shifted(0.5)
    film.see(camera)
    assert any(each.nudged for each in film.frames(3))
    film.ideal[:] = 110
    dark = film.frames(5)
    assert not any(each.trusted for each in dark)
    assert dark[-1].trouble is not None
    assert dark[-1].registration is not None
    film.see(camera)
    seen = film.frames(6)
    assert seen[-1].trusted
    assert sum(each.locked_again for each in seen) == 1
    assert error_in(seen[-1], camera) < 0.005


@SLOW
def test_a_light_that_goes_out_is_no_nudge(film) -> None:
    film.ideal[:] = 20
    seen = film.frames(5)
    assert not any(each.nudged for each in seen)

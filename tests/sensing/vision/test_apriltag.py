"""The guard around the detector: every trap that its package is known to have."""

import ctypes
import subprocess
import sys
import threading

import numpy as np
import pupil_apriltags
import pytest

from tablecam.sensing.vision import detection
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.sensing.vision.family import bitmap

ROOT = detection.__file__.rsplit("/tablecam/", 1)[0]


def upright(tag: int, cell: int = 6, around: int = 24) -> np.ndarray:
    """A tag as its authors print it, not turned; its white ring begins `around` pixels from the edge."""
    drawn = np.kron(bitmap(tag) * 160 + 40, np.ones((cell, cell), np.uint8))
    return np.pad(drawn.astype(np.uint8), around, constant_values=120)


def run(program: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
        env={"PATH": "/usr/bin:/bin", "PYTHONFAULTHANDLER": "1", **env},
    )


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [[0, 0], [0, 0]],
        np.zeros((40, 40), np.float32),
        np.zeros((40, 40), np.uint16),
        np.zeros((40, 40), bool),
        np.zeros((40, 40, 3), np.uint8),
        np.zeros(1600, np.uint8),
        np.zeros((), np.uint8),
    ],
    ids=["None", "a list", "floats", "16 bit", "bool", "colour", "a row", "a number"],
)
def test_what_is_no_grey_picture_is_refused_in_words(wrong) -> None:
    with pytest.raises(ValueError, match="grey picture"):
        TagDetector().detect(wrong)


@pytest.mark.parametrize("decimate", [0.0, -1.0, 0.5])
def test_a_decimation_that_would_kill_the_process_is_refused(decimate: float) -> None:
    with pytest.raises(ValueError, match="decimate"):
        TagDetector().detect(upright(1), Search(decimate=decimate))


@pytest.mark.parametrize("shape", [(0, 0), (0, 50), (50, 0), (1, 1), (1, 900), (900, 1), (4, 4), (7, 400), (400, 7)])
def test_a_picture_too_small_for_a_tag_has_none(shape: tuple[int, int]) -> None:
    assert TagDetector().detect(np.full(shape, 90, np.uint8)) == []


def test_pictures_of_every_small_size_are_survived() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (64, 64)).astype(np.uint8)
    for decimate in (1.0, 1.5, 2.0, 3.0):
        for rows in (8, 9, 11, 16, 23, 24, 33, 64):
            for columns in (8, 10, 15, 24, 31, 64):
                found = TagDetector().detect(noise[:rows, :columns], Search(decimate, 1.0, 5))
                assert all(0 <= each.tag < 587 for each in found)


@pytest.mark.parametrize("cut", [np.s_[:, ::-1], np.s_[::-1], np.s_[::2, ::2]], ids=["mirrored", "flipped", "thinned"])
def test_a_view_into_a_larger_array_reads_as_its_own_copy(cut) -> None:
    view = np.pad(upright(5, cell=12), 7, constant_values=120)[cut]
    from_view, from_copy = TagDetector().detect(view), TagDetector().detect(np.array(view))
    assert [each.tag for each in from_view] == [each.tag for each in from_copy]
    for one, other in zip(from_view, from_copy, strict=True):
        np.testing.assert_array_equal(one.corners_px, other.corners_px)


def test_corners_are_in_opencvs_pixels_and_begin_at_the_bottom_left_of_the_upright_tag() -> None:
    cell, around = 8, 30
    found = TagDetector().detect(upright(123, cell, around))
    # the black square begins after `around` + one cell of whole pixels: its edge lies half a pixel before that centre
    low, high = around + cell - 0.5, around + 9 * cell - 0.5
    assert [each.tag for each in found] == [123]
    expected = [[low, high], [high, high], [high, low], [low, low]]
    np.testing.assert_allclose(found[0].corners_px, expected, atol=0.25)


@pytest.mark.parametrize("turns", range(4))
def test_the_first_corner_turns_with_the_tag(turns: int) -> None:
    straight = TagDetector().detect(upright(77))[0].corners_px
    turned = TagDetector().detect(np.rot90(upright(77), turns))[0].corners_px
    middle = (len(upright(77)) - 1) / 2
    rotation = np.linalg.matrix_power(np.array([[0.0, 1.0], [-1.0, 0.0]]), turns)
    np.testing.assert_allclose(turned - middle, (straight - middle) @ rotation.T, atol=0.3)


def test_sharpening_decimation_and_contrast_really_reach_the_c_library() -> None:
    TagDetector().detect(upright(1), Search(2.0, 0.75, 40))
    # read back through the package's own idea of the struct, and past its end by hand
    held = detection._get_c_detector().tag_detector_ptr
    assert held.contents.decode_sharpening == 0.75
    assert held.contents.quad_decimate == 2.0
    after_debug = ctypes.cast(held, ctypes.POINTER(ctypes.c_int))
    assert after_debug[12] == 40


@pytest.mark.slow
def test_sharpening_reads_a_tag_too_soft_for_the_package_alone(studio) -> None:
    _, _, ideal = studio.tag(blur_px=1.8)
    pictures = [studio.noisy(ideal, 3.0, seed) for seed in range(12)]
    sharp = sum(bool(TagDetector().detect(each, Search(1.0, 1.0, 5))) for each in pictures)
    plain = sum(bool(TagDetector().detect(each, Search(1.0, 0.0, 5))) for each in pictures)
    assert sharp > plain


def test_a_plain_patch_below_the_contrast_asked_for_is_no_quad() -> None:
    faint = (upright(9).astype(float) - 120) * 0.2 + 120
    assert [each.tag for each in TagDetector().detect(faint.astype(np.uint8), Search(1.0, 0.25, 5))] == [9]
    assert TagDetector().detect(faint.astype(np.uint8), Search(1.0, 0.25, 70)) == []


def test_an_inverted_tag_is_none() -> None:
    assert TagDetector().detect(255 - upright(3)) == []


def test_many_threads_may_use_many_detectors_at_once() -> None:
    wrong: list[object] = []

    def work(tag: int) -> None:
        detector, picture = TagDetector(), upright(tag)
        for _ in range(8):
            found = [each.tag for each in detector.detect(picture, Search(1.0 + tag % 2, 0.25, 5))]
            if found != [tag]:
                wrong.append((tag, found))

    threads = [threading.Thread(target=work, args=(tag,)) for tag in range(12)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert wrong == []


@pytest.mark.slow
def test_the_detector_of_the_process_is_made_once_even_by_threads_that_come_first_together() -> None:
    program = """
import threading, pupil_apriltags
from tablecam.sensing.vision import detection
made, init = [], pupil_apriltags.Detector.__init__
def counted(self, **how):
    made.append(1)
    init(self, **how)
pupil_apriltags.Detector.__init__ = counted
import numpy as np
ready = threading.Barrier(8)
def work():
    ready.wait()
    detection.TagDetector().detect(np.zeros((64, 64), np.uint8))
threads = [threading.Thread(target=work) for _ in range(8)]
[t.start() for t in threads]
[t.join() for t in threads]
for _ in range(50):
    detection.TagDetector()
print(len(made))
"""
    done = run(program)
    assert (done.returncode, done.stdout.strip()) == (0, "1"), done.stderr


def test_the_c_detector_is_never_freed(monkeypatch) -> None:
    freed = []
    monkeypatch.setattr(pupil_apriltags.Detector, "__del__", freed.append)
    TagDetector().detect(upright(1))
    detection._Kept.__del__(detection._get_c_detector())
    assert freed == []
    assert [each.tag for each in TagDetector().detect(upright(1))] == [1]


@pytest.mark.slow
def test_the_c_library_starts_no_threads_of_its_own() -> None:
    program = """
import os, numpy as np
from tablecam.sensing.vision.detection import TagDetector
before = len(os.listdir("/proc/self/task"))
for size in (40, 200, 600):
    TagDetector().detect(np.random.default_rng(0).integers(0, 256, (size, size)).astype(np.uint8))
print(len(os.listdir("/proc/self/task")) - before)
"""
    done = run(program)
    assert (done.returncode, done.stdout.strip()) == (0, "0"), done.stderr


LIFE_AND_DEATH = """
import threading, numpy as np
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.sensing.vision.family import bitmap
tag = np.pad(np.kron(bitmap(1) * 255, np.ones((7, 7))).astype(np.uint8), 20, constant_values=128)
for decimate in (1.0, 2.0):
    assert [d.tag for d in TagDetector().detect(tag, Search(decimate))] == [1]
# one that is still busy when the process ends
threading.Thread(target=lambda: [TagDetector().detect(tag) for _ in range(10**6)], daemon=True).start()
print("done", flush=True)
"""


@pytest.mark.slow
def test_a_process_that_has_looked_for_tags_ends_in_peace() -> None:
    for fill in (1, 85, 170):
        done = run(LIFE_AND_DEATH, MALLOC_PERTURB_=str(fill))
        assert (done.returncode, done.stdout.strip()) == (0, "done"), done.stderr


@pytest.mark.long
def test_many_processes_that_have_looked_for_tags_all_end_in_peace() -> None:
    ends = [run(LIFE_AND_DEATH, MALLOC_PERTURB_=str(fill * 8 + 1)).returncode for fill in range(30)]
    assert ends == [0] * 30


def test_a_thorough_search_follows_where_the_quick_one_misses_a_tag_that_is_needed() -> None:
    bright, dim = upright(3), (upright(8).astype(float) * 0.2 + 96).astype(np.uint8)
    searches = (Search(least_contrast=40), Search(least_contrast=5))
    image = np.hstack([bright, dim])
    read = [TagDetector().detect_needed(image, searches, needed) for needed in ({3}, {3, 8}, {3, 99})]
    assert [{tag.tag for tag in tags} for tags in read] == [{3}, {3, 8}, {3, 8}]

"""What is said of a picture in which a camera has smoothed its noise away, or burnt print out."""

from types import MappingProxyType

import numpy as np
import pytest

from tablecam.live.camera_view import burnt, detect_smoothing
from tablecam.live.pipeline import measure_photo
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.vision.frame import Frame
from tools.bench.faults import noisy, overexposed, smeared
from tools.bench.tables import KnownTable, folder_of, rendered


@pytest.fixture(scope="module")
def textured() -> KnownTable:
    """A mat with grain of a few levels, and black and white print on it."""
    random = np.random.default_rng(2)
    picture = np.clip(random.normal(90, 3, (180, 320, 1)), 0, 255).astype(np.uint8).repeat(3, axis=2)
    picture[60:110, 100:160], picture[60:110, 160:220] = 230, 20
    nothing = MappingProxyType({})
    return KnownTable("textured", folder_of(demo_scene(320, 180, models=1)), Frame(picture, 0.0), nothing, nothing)


def test_a_denoiser_that_hides_many_models_is_told_with_what_to_do(textured) -> None:
    random = np.random.default_rng(3)
    flat = smeared(24)(textured, random).frame.grey
    assert str(detect_smoothing(flat, 12, 20)) == (
        "12 of 20 models are not visible, and the image lacks fine detail, as if the camera smooths its "
        "noise away: give it more light, or lower its noise reduction"
    )
    # a few may be in their box
    assert detect_smoothing(flat, 2, 20) is None
    assert detect_smoothing(noisy(8.0)(textured, random).frame.grey, 12, 20) is None


def test_too_much_light_that_hides_models_is_told_with_what_to_do(textured) -> None:
    random = np.random.default_rng(3)
    white = overexposed(1.0)(textured, random).frame.grey
    share = (white[30:150, 64:256] >= 250).mean()
    assert str(burnt(white, 5, 20)) == (
        f"5 of 20 models are not visible, and {share:.1%} of the image is overexposed: "
        "expose less, or turn the lamp away"
    )
    assert burnt(white, 1, 20) is None
    # white print that is not burnt hides nothing
    assert burnt(textured.frame.grey, 12, 20) is None


def test_a_photograph_with_two_stops_too_much_light_tells_that_models_are_burnt_out(shared_data) -> None:
    table = rendered(shared_data, "1080p")[0]
    white = overexposed(2.0)(table, np.random.default_rng(3))
    said = [str(each) for each in measure_photo(white.folder, white.frame).snapshot.problems]
    assert any("of the image is overexposed: expose less" in each for each in said), said

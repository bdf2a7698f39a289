"""The size at which all tags together were printed."""

from dataclasses import replace

import numpy as np
import pytest

from tablecam.sensing.tracking.print_scale import WornTag, print_share
from tablecam.sensing.tracking.settings import ONE_PICTURE
from tablecam.sensing.tracking.tracker import Tracker
from tablecam.table.miniature import Roster
from tablecam.table.terrain import Terrain

EYE_IN = 58.0
SIGMA = 0.002


def worn(share: float, floors: tuple[float, ...] = (0.0,), stands_on: int = 0, off: float = 0.0) -> WornTag:
    """A tag of that print on one of some floors, in inches, read with an error."""
    apparent = share * EYE_IN / (EYE_IN - floors[stands_on]) + off
    return WornTag(tuple(apparent * (1 - floor / EYE_IN) for floor in floors), SIGMA)


def crowd(share: float, count: int, seed: int = 1) -> list[WornTag]:
    """So many tags, some of them on roofs, read with noise."""
    random = np.random.default_rng(seed)
    return [
        worn(share, (0.0, 1.5, 3.0) if number % 3 == 0 else (0.0,), (number // 3) % 3 if number % 3 == 0 else 0,
             random.normal(0, SIGMA))
        for number in range(count)
    ]  # fmt: skip


@pytest.mark.parametrize("share", [0.95, 0.97, 1.03, 1.05])
@pytest.mark.parametrize("count", [3, 28])
def test_a_common_size_is_a_print(share, count) -> None:
    found = print_share(crowd(share, count))
    assert found.share == pytest.approx(share, abs=0.003)
    assert found.printed


def test_true_prints_on_several_floors_are_nothing_to_tell() -> None:
    for seed in range(20):
        assert print_share(crowd(1.0, 28, seed)) is None


def test_too_few_tags_or_tags_that_do_not_agree_say_nothing() -> None:
    assert print_share(crowd(1.03, 2)) is None
    leaning = [worn(1 + off) for off in (0.0, 0.02, -0.03, 0.05, -0.015, 0.035, -0.05)]
    assert print_share(leaning) is None
    assert print_share([WornTag((), SIGMA)] * 5) is None


def test_one_model_on_a_book_is_no_print() -> None:
    assert print_share([*crowd(1.0, 8), worn(1.035)]) is None


def test_half_a_per_cent_that_leans_may_explain_is_not_told(props) -> None:
    models = [props.miniature(f"m{number}", 40 + number) for number in range(16)]
    told = []
    for sheared in (0.0, 0.012):
        tracker = Tracker(Roster(tuple(models)), Terrain(), props.table, ONE_PICTURE)
        readings = []
        for number, model in enumerate(models):
            flat = props.seen(
                model, 5 + 11 * (number % 4), 5 + 11 * (number // 4), spread=props.covariance(0.002, 0.12)
            )
            known = np.diag([*np.diag(flat.covariance), 0.004**2, 0.004**2])
            known[:4, :4] = flat.covariance
            turned = sheared * np.exp(1j * number)
            readings.append(replace(flat, scale=flat.scale * 1.005, covariance=known, shear=complex(turned)))
        tracker.update(readings, 0.0)
        told.append(tracker.print_share() is not None)
    assert told == [True, False]


def test_a_size_that_blur_may_explain_is_reckoned_with_and_blamed_on_no_print() -> None:
    random = np.random.default_rng(2)
    for blur_cells, share in ((0.45, 1.005), (0.63, 1.014), (0.73, 1.021)):
        tags = [replace(worn(share, off=random.normal(0, SIGMA)), blur_cells=blur_cells) for _ in range(24)]
        found = print_share(tags)
        assert found.share == pytest.approx(share, abs=0.001)
        assert not found.printed
    far = print_share([replace(worn(1.03), blur_cells=0.63)] * 24)
    assert far.printed


@pytest.mark.parametrize("share", [0.97, 1.03])
def test_tags_of_another_size_leave_all_models_on_their_floors(props, share) -> None:
    scene = props.scene(settings=ONE_PICTURE)
    spread = props.covariance(0.002, 0.12)
    places = [(8.0, 8.0, 0.0), (14.0, 30.0, 0.0), (24.0, 12.0, 0.0), (32.0, 33.0, 3.0), (36.0, 35.0, 3.0)]
    models = [props.miniature(f"m{number}", 40 + number) for number in range(len(places))]
    tracker = Tracker(Roster(tuple(models)), scene.terrain, props.table, ONE_PICTURE)
    seen = [props.seen(model, *place, spread=spread) for model, place in zip(models, places, strict=True)]
    tracker.update([replace(reading, scale=reading.scale * share) for reading in seen], 0.0)
    stood = tracker.snapshot().models
    assert [placed.z_in for placed in stood] == [z for _, _, z in places]
    assert "undecided" not in {placed.stands_on for placed in stood}
    for placed, (x, y, _) in zip(stood, places, strict=True):
        assert (placed.x_in, placed.y_in) == pytest.approx((x, y), abs=0.01)

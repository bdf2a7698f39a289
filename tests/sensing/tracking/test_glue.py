"""Where a tag is glued, from a model that was turned on the spot."""

import math

import numpy as np
import pytest

from tablecam.sensing.tracking.footing import place
from tablecam.sensing.tracking.glue import find_tag_offset
from tablecam.table.elevation import ElevationResult
from tablecam.table.miniature import Placed

QUARTERS = (10.0, 100.0, 190.0, 280.0)
GLUED_MM = (0.4, -26.2)
OFF_IN = np.array([0.4, 0.3]) / 25.4
SIGMA_IN = 0.002


def turned(props, headings_deg=QUARTERS, shifted_in: float = 0.0, seed: int = 2) -> list[Placed]:
    """A model at one place with these headings, whose tag is glued 0.4 mm to the right and 0.3 to the front."""
    random = np.random.default_rng(seed)
    glued, assumed = props.miniature("ann", 21, GLUED_MM), props.miniature("ann", 21)
    readings = [
        props.seen(
            glued, *(np.array([12.0, 30.0]) + random.normal(0, shifted_in, 2)), heading_rad=math.radians(heading),
            noise=random.normal(size=4), spread=props.covariance(SIGMA_IN, 0.15),
        )
        for heading in headings_deg
    ]  # fmt: skip
    return [place(reading, assumed, ElevationResult(0.0, "table")) for reading in readings]


def test_a_tag_glued_aside_is_found_within_its_uncertainty(props) -> None:
    covered = []
    for seed in range(30):
        found = find_tag_offset(turned(props, seed=seed))
        assert found.turned_on_the_spot
        assert found.headings == 4
        assert found.sigma_mm < 0.2
        off = np.array(found.offset_mm) - GLUED_MM
        covered += list(np.abs(off) < 2 * found.sigma_mm)
        assert np.array(found.by_mm) == pytest.approx([0.4, 0.3], abs=0.3)
    assert np.mean(covered) > 0.85


def test_what_is_found_is_what_the_model_says_from_then_on(props) -> None:
    found = find_tag_offset(turned(props))
    model = found.apply_offset(props.ann)
    assert (model.tag_offset_mm, model.assembly_sigma_mm) == (found.offset_mm, found.sigma_mm)
    reading = props.seen(model, 10, 10)
    measured = place(reading, model, ElevationResult(0.0, "table"), assembly_sigma_mm=0.3)
    usual = place(reading, props.ann, ElevationResult(0.0, "table"), assembly_sigma_mm=0.3)
    assert measured.sigma_in < usual.sigma_in


@pytest.mark.parametrize("headings_deg", [(0.0, 180.0), (0.0, 10.0, 20.0, 25.0), (350.0, 5.0, 180.0)])
def test_headings_that_are_too_much_alike_tell_nothing(props, headings_deg) -> None:
    assert find_tag_offset(turned(props, headings_deg)) is None
    assert find_tag_offset([]) is None


def test_three_headings_are_enough(props) -> None:
    assert (
        find_tag_offset(turned(props, (0.0, 35.0, 70.0))).sigma_mm
        > find_tag_offset(turned(props, (0.0, 120.0, 240.0))).sigma_mm
    )


def test_a_model_that_was_carried_about_was_not_turned_on_the_spot(props) -> None:
    assert not find_tag_offset(turned(props, shifted_in=0.3)).turned_on_the_spot
    slipped = find_tag_offset(turned(props, shifted_in=0.03))
    assert slipped.sigma_mm > 1.5 * find_tag_offset(turned(props)).sigma_mm

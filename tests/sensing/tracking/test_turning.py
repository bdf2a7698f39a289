"""What shows while a model is turned on the spot, from snapshot to snapshot."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tablecam.sensing.tracking.footing import place
from tablecam.sensing.tracking.glue import MOST_HEADINGS, Turning
from tablecam.table.elevation import ElevationResult
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Terrain

ASSEMBLY_MM = 0.3
GLUED_MM = (0.7, -26.1)


def stand(props, heading_deg: float, at=(12.0, 30.0), noise=(0.0,) * 4) -> Placed:
    """Ann as she is told to stand, whose tag is glued 0.7 mm to the right and 0.4 to the front."""
    reading = props.seen(
        props.miniature("ann", 21, GLUED_MM), *at, heading_rad=math.radians(heading_deg),
        noise=np.array(noise), spread=props.covariance(0.002, 0.15),
    )  # fmt: skip
    return place(reading, props.miniature("ann", 21), ElevationResult(0.0, "table"), ASSEMBLY_MM)


def told(turning: Turning, *stands: Placed):
    for placed in stands:
        turned = turning.note(Snapshot(0.0, (placed,), Terrain(())))
    return turned


def test_three_headings_tell_where_the_tag_is_and_that_it_is_worth_a_word(props) -> None:
    turning, random = Turning(ASSEMBLY_MM), np.random.default_rng(4)
    assert told(turning, stand(props, 10.0)) == {}
    second = told(turning, stand(props, 130.0, noise=random.normal(size=4)))
    assert (second["ann"].headings, second["ann"].found, second["ann"].told) == (2, None, False)
    third = told(turning, stand(props, 250.0, noise=random.normal(size=4)))["ann"]
    assert third.told
    assert third.found.offset_mm == pytest.approx(GLUED_MM, abs=3 * third.found.sigma_mm)
    # what one frame was told stays as it was
    assert second["ann"].found is None


def test_a_tag_that_is_glued_right_is_known_and_not_worth_a_word(props) -> None:
    right = replace(props.ann, tag_offset_mm=GLUED_MM)
    stands = [replace(stand(props, heading), model=right) for heading in (0.0, 120.0, 240.0)]
    # told about a model of whom the offset is known: her places circle no more
    stands = [replace(one, x_in=12.0, y_in=30.0) for one in stands]
    turned = told(Turning(ASSEMBLY_MM), *stands)["ann"]
    assert turned.found is not None
    assert not turned.told


def test_while_it_moves_or_is_covered_nothing_is_learned_of_it(props) -> None:
    turning = Turning(ASSEMBLY_MM)
    headings = [stand(props, heading) for heading in (0.0, 120.0, 240.0)]
    for state in ("moving", "occluded", "lost"):
        assert told(turning, *(replace(one, state=state) for one in headings)) == {}
    assert told(turning, *(replace(one, stands_on="undecided") for one in headings)) == {}


def test_a_model_that_walks_on_begins_anew(props) -> None:
    turning = Turning(ASSEMBLY_MM)
    here = [stand(props, heading) for heading in (0.0, 120.0, 240.0)]
    assert told(turning, *here)["ann"].found is not None
    assert told(turning, stand(props, 0.0, at=(14.0, 30.0))) == {}


def test_a_base_that_slips_while_it_is_turned_is_followed_to_where_it_stays(props) -> None:
    turning = Turning(ASSEMBLY_MM)
    headings = (0.0, 90.0, 180.0, 270.0)
    slipped = [stand(props, heading, at=(12.0 + 0.2 * (heading >= 90.0), 30.0)) for heading in headings]
    turned = told(turning, *slipped)["ann"]
    assert turned.headings == 3
    assert turned.found.offset_mm == pytest.approx(GLUED_MM, abs=0.1)


def test_no_more_headings_are_kept_than_are_needed(props) -> None:
    turned = told(Turning(ASSEMBLY_MM), *(stand(props, 50.0 * number) for number in range(2 * MOST_HEADINGS)))
    assert turned["ann"].headings == MOST_HEADINGS

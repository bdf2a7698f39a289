"""What the shapes of all tags together say: a mat in waves, or a picture that spoils shapes."""

import numpy as np
import pytest

from tablecam.sensing.tracking.lean import USUAL_MIX
from tablecam.sensing.tracking.relief import cannot_tell_leans, does_not_lie_flat, shapes_are_spoilt

# as tags whose edges are smeared one way
SHAKEN = np.array([0.38, 0.20, 0.04, 0.02, 0.36])


def test_a_picture_spoils_shapes_where_few_of_the_many_that_may_lean_surely_do() -> None:
    assert shapes_are_spoilt(SHAKEN, 26, 2)
    assert not shapes_are_spoilt(SHAKEN, 26, 9)
    assert not shapes_are_spoilt(USUAL_MIX, 26, 0)
    assert not shapes_are_spoilt(SHAKEN, 3, 0)


@pytest.mark.parametrize(("sentence", "fault"), [(does_not_lie_flat(), "mat"), (cannot_tell_leans(), "shaken")])
def test_both_are_said_with_what_to_do(sentence, fault) -> None:
    assert fault in str(sentence)
    assert ": " in str(sentence)

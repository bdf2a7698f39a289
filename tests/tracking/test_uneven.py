"""What the shapes of all tags together say: a mat in waves, or a picture that spoils shapes."""

import numpy as np
import pytest

from tablecam.tracking.lean import USUAL_MIX
from tablecam.tracking.uneven import cannot_tell_leans, does_not_lie_flat, ground_sigma_in, shapes_are_spoilt

# rolled: as models on waves of 5 mm; shaken: as tags whose edges are smeared one way
ROLLED = np.array([0.38, 0.23, 0.33, 0.06, 0.0])
# as models that all lean by 3 degrees
LEANING = np.array([0.14, 0.07, 0.02, 0.77, 0.0])
SHAKEN = np.array([0.38, 0.20, 0.04, 0.02, 0.36])


def test_many_models_that_stand_a_little_aslant_put_the_ground_in_doubt() -> None:
    sigma_in = ground_sigma_in(ROLLED, 28)
    # waves of 5 mm from trough to crest: a millimetre or two
    assert 1.0 < sigma_in * 25.4 < 2.5
    assert ground_sigma_in(USUAL_MIX, 28) == 0
    assert ground_sigma_in(SHAKEN, 28) == 0
    assert ground_sigma_in(LEANING, 28) == 0
    assert ground_sigma_in(ROLLED, 4) == 0


def test_a_picture_spoils_shapes_where_few_of_the_many_that_may_lean_surely_do() -> None:
    assert shapes_are_spoilt(SHAKEN, 26, 2)
    assert not shapes_are_spoilt(SHAKEN, 26, 9)
    assert not shapes_are_spoilt(USUAL_MIX, 26, 0)
    assert not shapes_are_spoilt(SHAKEN, 3, 0)


@pytest.mark.parametrize(("sentence", "fault"), [(does_not_lie_flat(), "mat"), (cannot_tell_leans(), "shaken")])
def test_both_are_said_with_what_to_do(sentence, fault) -> None:
    assert fault in str(sentence)
    assert ": " in str(sentence)

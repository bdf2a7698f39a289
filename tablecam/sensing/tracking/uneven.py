"""What the shapes of all tags together say, besides which of the models lean.

Many that may lean by much while few surely do show a picture that spoils shapes.
"""

import numpy as np

from tablecam.base.i18n import Message
from tablecam.sensing.tracking.lean import LARGE
from tablecam.sensing.tracking.sag import LEAST_TAGS

# the share of models that may lean by much from which on a picture is in doubt
MANY = 0.2
# of the models that lean by much, so many are usually sure to
SURELY = 0.5


def does_not_lie_flat() -> Message:
    """What to do about it."""
    return Message(
        "many models stand aslant by a degree or two, as on a mat in waves, and places are less sure for it: lay the "
        "mat flat, or check that the models’ trays are"
    )


def shapes_are_spoilt(mix: np.ndarray, models: int, sure: int) -> bool:
    """Whether tags look as if many models leaned by much, and too few of them surely do. sure: how many."""
    large = float(mix[LARGE + 1 :].sum())
    return models >= LEAST_TAGS and large > MANY and sure < SURELY * large * models


def cannot_tell_leans() -> Message:
    """What to do about a picture that spoils shapes."""
    return Message(
        "the tags look uneven, as in a picture that is shaken or out of focus, so leans cannot be told: hold the "
        "camera still, focus it, or give it more light"
    )

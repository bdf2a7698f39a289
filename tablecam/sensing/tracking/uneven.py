"""Evidence of the shapes of all tags together, besides the models that lean.

If many models may lean by much while few surely do, the image distorts shapes.
"""

import numpy as np

from tablecam.base.i18n import Message
from tablecam.sensing.tracking.lean import LARGE
from tablecam.sensing.tracking.sag import LEAST_TAGS

# from this share of models that may lean by much on, an image is in doubt
MANY = 0.2
# the share of the models leaning by much that are usually sure to lean
SURELY = 0.5


def does_not_lie_flat() -> Message:
    """Return the advice to the players on a mat that does not lie flat."""
    return Message(
        "many models are tilted by a degree or two, as on a wavy mat, so positions are less accurate: lay the "
        "mat flat, or check that the models’ trays are flat"
    )


def shapes_are_spoilt(mix: np.ndarray, models: int, sure: int) -> bool:
    """Report whether many tags look tilted by much, and too few of them surely are. sure: how many."""
    large_share = float(mix[LARGE + 1 :].sum())
    return models >= LEAST_TAGS and large_share > MANY and sure < SURELY * large_share * models


def cannot_tell_leans() -> Message:
    """Return the advice on an image that distorts shapes."""
    return Message(
        "the tags look uneven, as in a shaken or unfocused image, so tilts cannot be measured: keep the camera "
        "still, focus it, or give it more light"
    )

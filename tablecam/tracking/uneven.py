"""What the shapes of all tags together say, besides which of the models lean.

Many models that stand a little aslant show a mat that does not lie flat. Its waves are too many to be measured one by
one, so they are told, and the height of the ground is in doubt by what waves of such slopes come to. Many that may lean
by much while few surely do show a picture that spoils shapes.
"""

import math

import numpy as np

from tablecam.i18n import Message
from tablecam.tracking.lean import LARGE, SIZES_RAD
from tablecam.tracking.sag import LEAST_TAGS

# the sizes of lean that a mat gives its models: a degree or two
OF_A_MAT = slice(LARGE - 1, LARGE + 1)
# glue, trays, noise and blur make up to three tenths of the models of one table seem so; waves of 5 mm, more
MANY_ASLANT = 0.32
# waves have slopes of all sizes, and their tops and troughs are nearly level; models that lean on their own are not
SLIGHTLY = 0.15
# the share of models that may lean by much from which on a picture is in doubt
MANY = 0.2
# a mat that was rolled up has waves of about 16 in: this times their slope is their height, both one sigma
HEIGHT_BY_SLOPE_IN = 3.0
# of the models that lean by much, so many are usually sure to
SURELY = 0.5


def ground_sigma_in(mix: np.ndarray, models: int) -> float:
    """One sigma of the height of the ground under a model, in inches, on a table where so many lean as `mix` says.

    0 where they stand as on a flat mat, or are too few to tell.
    """
    aslant = mix[OF_A_MAT]
    if models < LEAST_TAGS or aslant.sum() < MANY_ASLANT or aslant[0] < SLIGHTLY:
        return 0.0
    return HEIGHT_BY_SLOPE_IN * math.sqrt(float(aslant @ SIZES_RAD[OF_A_MAT] ** 2 / aslant.sum()))


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

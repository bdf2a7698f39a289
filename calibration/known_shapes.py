"""Measures a picture's effect on the size and shape of tags, by those of known size and shape: the reference tags.

A camera that moves during the exposure smears all tags one way, which looks as if all of them were tilted. Halos, glare
and a denoiser move all edges outwards or inwards, which looks as if all tags lay higher or lower: small ones by more.
"""

from collections.abc import Sequence

import numpy as np

from tablecam.sensing.vision.family import BLACK_CELLS
from tablecam.sensing.vision.fit import fit_tag
from tablecam.sensing.vision.patch import TagPose
from tablecam.sensing.vision.picture_effect import NO_EFFECT, PictureEffect
from tablecam.sensing.vision.template import Optics
from tablecam.table.geometry.projection import Camera
from tablecam.table.table import ReferenceTag

# fewer tags do not represent all of them
LEAST_TAGS = 3
# a fit that agrees less is of a tag that is hidden or in glare
LEAST_AGREEMENT = 0.9
# still pictures show the reference tags less out of square than this; shaken ones, more
SHAKEN_SHAPE = 0.0015
# usual effect of print and light on the size of all reference tags in a good picture
USUAL_SIZE = 0.001
# greatest effect of a camera on the edges of tags as large as these: beyond it, their sizes or places in the file are
# wrong
MOST_SIZE = 0.004


def picture_effect(grey: np.ndarray, camera: Camera, optics: Optics, tags: Sequence[ReferenceTag]) -> PictureEffect:
    """Measures the effect of a picture, (rows, columns) of uint8, on these tags, which lie where the
    table's file says.
    """
    starts = [TagPose(*tag.center_in, np.radians(tag.rotation_deg + 90)) for tag in tags]
    fits = [fit_tag(grey, camera, tag.id, tag.size_in, start, optics) for tag, start in zip(tags, starts, strict=True)]
    good = [(tag, fit) for tag, fit in zip(tags, fits, strict=True) if fit is not None]
    good = [(tag, fit) for tag, fit in good if fit.agreement >= LEAST_AGREEMENT]
    if len(good) < LEAST_TAGS:
        return NO_EFFECT
    cells = [tag.size_in * fit.px_per_in / BLACK_CELLS for tag, fit in good]
    smear = complex(np.mean([fit.pose.shear for _, fit in good]))
    size = abs(float(np.mean([fit.pose.scale - 1 for _, fit in good])))
    return PictureEffect(
        float(np.mean(cells)),
        smear if abs(smear) > SHAKEN_SHAPE else 0.0,
        float(np.sqrt(max(size**2 - USUAL_SIZE**2, 0.0))) if size < MOST_SIZE else 0.0,
    )

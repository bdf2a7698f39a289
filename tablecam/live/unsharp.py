"""Whether an image is sharp and fine enough for the models' tags, and not burnt out."""

from collections.abc import Collection

import cv2
import numpy as np

from calibration.registration import Registration
from tablecam.base.i18n import Message
from tablecam.sensing.vision.family import BLACK_CELLS
from tablecam.sensing.vision.light import BURNT

# One sigma of blur in cells of a tag: beyond it tags are missed, even if the image is sharpened. Images in
# focus have 0.06 to 0.15.
MOST_CELLS = 0.45
# A denoiser flattens small differences of any size. Of the levels between dark and bright, details of a pixel or
# three have 0.002 to 0.003 in the median then; 0.006 and more in images that are blurred, dark or have halos.
FINER, COARSER, LEAST_DETAIL = 1.5, 3.0, 0.0033
# the share of models that have to be missing before an image without detail counts as hiding them
MANY_MISSING = 0.25
# good images have a seventh of it, and images with one stop too much light two thirds
MOST_BURNT = 0.01
# glare hides tags one by one
SOME_MISSING = 0.1
SHAKEN = Message(
    "the camera moved while it took the image, so positions are less accurate and tilts cannot be measured: "
    "keep it still, on a stand, or give it more light"
)


def unsharp(registration: Registration, edges_in: Collection[float], size_in: tuple[float, float]) -> Message | None:
    """Advice on an image in which the smallest tags in play blur away; None if it is sharp enough.

    edges_in: of the black squares of all tags in play. size_in: of the table.
    """
    if not edges_in:
        return None
    x, y = size_in[0] / 2, size_in[1] / 2
    ends = registration.camera.project(np.array([[x, y, 0.0], [x + 1.0, y, 0.0]]))
    cell_px = min(edges_in) / BLACK_CELLS * float(np.linalg.norm(ends[1] - ends[0]))
    blur_px = registration.optics.blur_px
    if blur_px <= MOST_CELLS * cell_px:
        return None
    return Message(
        "the image is blurred by {blur} pixels, and a cell of the models’ tags has only {cell}, so some tags "
        "cannot be read: focus the camera, keep it still, or give it more light and less noise reduction",
        blur=f"{blur_px:.1f}",
        cell=f"{cell_px:.1f}",
    )


def detect_smoothing(grey: np.ndarray, missing: int, models: int) -> Message | None:
    """Advice on an image, (rows, columns) of uint8, of a camera that smooths fine print away; else None.

    missing: models that are not seen, of `models` in play.
    """
    if missing < MANY_MISSING * models:
        return None
    middle = _crop_middle(grey).astype(np.float32)
    detail = cv2.GaussianBlur(middle, (0, 0), FINER) - cv2.GaussianBlur(middle, (0, 0), COARSER)
    darkest, brightest = np.percentile(middle, (1, 99))
    if np.median(np.abs(detail)) >= LEAST_DETAIL * (brightest - darkest):
        return None
    return Message(
        "{missing} of {models} models are not visible, and the image lacks fine detail, as if the camera "
        "smooths its noise away: give it more light, or lower its noise reduction",
        missing=missing,
        models=models,
    )


def burnt(grey: np.ndarray, missing: int, models: int) -> Message | None:
    """Advice on an image, (rows, columns) of uint8, in which models may be lost in white; else None.

    missing: models that are not seen, of `models` in play.
    """
    if missing < SOME_MISSING * models:
        return None
    share = float((_crop_middle(grey) >= BURNT).mean())
    if share < MOST_BURNT:
        return None
    return Message(
        "{missing} of {models} models are not visible, and {share} of the image is overexposed: expose less, "
        "or turn the lamp away",
        missing=missing,
        models=models,
        share=f"{share:.1%}",
    )


def _crop_middle(grey: np.ndarray) -> np.ndarray:
    # the table is in the middle, and the room around it may be bare or bright
    height, width = grey.shape
    return grey[height // 6 : -height // 6, width // 5 : -width // 5]

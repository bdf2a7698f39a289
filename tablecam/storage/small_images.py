"""Images made small for keeping: shrunk, compressed, and compared with the one before."""

import cv2
import numpy as np

QUALITY = 80
SUFFIX = ".jpg"
# two images are compared at this width; a model that has moved an inch changes a pixel by more grey levels
COMPARED_PX, CHANGED_LEVELS = 96, 12


def shrink_image(image: np.ndarray, widest_px: int) -> np.ndarray:
    """The image, no wider and no higher than that."""
    shrink = widest_px / max(image.shape[:2])
    if shrink >= 1:
        return image
    wide, high = (max(1, round(length * shrink)) for length in (image.shape[1], image.shape[0]))
    return cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA)


def encode_jpeg(image: np.ndarray, widest_px: int) -> bytes:
    """The image as a JPEG, no wider and no higher than that."""
    return cv2.imencode(SUFFIX, shrink_image(image, widest_px), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def sketch_image(image: np.ndarray) -> np.ndarray:
    """A small grey copy of a colour image, (rows, columns) uint8, to compare others with."""
    return cv2.cvtColor(shrink_image(image, COMPARED_PX), cv2.COLOR_BGR2GRAY)


def has_changed(sketch: np.ndarray, other: np.ndarray) -> bool:
    """Whether two sketches show different things."""
    return sketch.shape != other.shape or int(cv2.absdiff(sketch, other).max()) >= CHANGED_LEVELS

"""Images of tags with known truth: nothing but the ideal bitmap, the pixel, the lens and white noise."""

from collections.abc import Iterable

import numpy as np

from tablecam.sensing.camera.synthetic.scene import TagPlace
from tablecam.sensing.camera.synthetic.tag import tag_patch
from tablecam.table.geometry.projection import Camera

BLACK, WHITE, GROUND = 40.0, 200.0, 120.0
# samples along a pixel: the image is then true to 3e-4 of the contrast
FINENESS = 16


def ideal_picture(camera: Camera, places: Iterable[TagPlace], blur_px: float, fineness: int = FINENESS) -> np.ndarray:
    """Draw tags with their white rings on flat grey, (h, w) float32 grey levels, neither rounded nor noisy.

    Every pixel is the bitmap convolved with the pixel's box and a Gaussian of sigma `blur_px`; no gamma, no vignetting.
    Tags must lie completely inside the image and apart from each other.
    """
    image = np.full((camera.intrinsics.height, camera.intrinsics.width), GROUND, np.float32)
    for place in places:
        patch = tag_patch(camera, place, blur_px, fineness)
        height, width = patch.cover.shape
        region = image[patch.top : patch.top + height, patch.left : patch.left + width]
        region += (BLACK - GROUND) * patch.cover + (WHITE - BLACK) * patch.white
    return image


def noisy(picture: np.ndarray, sigma: float, seed: int) -> np.ndarray:
    """Add white noise of `sigma` grey levels to the image, (h, w) uint8; rounding adds a variance of 1/12."""
    noise = np.random.default_rng(seed).standard_normal(picture.shape, np.float32)
    return np.clip(np.rint(picture + np.float32(sigma) * noise), 0, 255).astype(np.uint8)

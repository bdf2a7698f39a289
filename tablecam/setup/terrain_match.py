"""Finds a known thing in a newer picture: at its place, elsewhere, or undecided.

The comparison uses the direction of brightness gradients, which light, shade and exposure hardly change, over the
thing's tops as far as both pictures show them. A thing is elsewhere only if almost all of it is found there, nothing of
it is left at its place, and no other place fits.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.setup.terrain_picture import PX_PER_IN, PlaneView
from tablecam.table.displacement import Displacement

# greatest distance and turn in the search for a thing
REACH_IN = 3.0
TURNS_DEG = range(-24, 25, 3)
# weaker steps than this, in grey levels a pixel, are mostly noise
FAINT = 5.0
# least agreement of a picture of a thing with itself: 1 is everything, 0 is chance
AT_HOME = 0.6
LEFT, CLEARER, UNIQUE = 0.55, 0.4, 0.1
# least agreement of a find; it is higher for a thing with few edges, in square inches, which may resemble another thing
FOUND, FOUND_OF_LITTLE, LITTLE_IN2 = 0.6, 0.8, 3.0
# no decision, because too little is visible
HIDDEN = -1.0
# least share of a thing's known area that must be visible
LEAST_SEEN = 0.6
# allowance at its place for a camera whose own place is slightly uncertain
HOME_IN, HOME_DEG = 0.19, 3
# two finds that are further apart are distinct
APART_IN = 0.45
# greatest error of a find in a picture of half the size
CLOSE_PX = 3
# a thing with fewer edges, in square inches, is not searched for
LEAST_EDGES_IN2 = 0.8


@dataclass(frozen=True)
class Match:
    """The place where a thing fits best, and its agreement there."""

    at: Displacement
    agreement: float


def edges_in2(thing: PlaneView) -> float:
    """Measures the clear edges by which a thing can be recognised, in square inches."""
    return float(((_compute_gradients(thing.grey) ** 2).sum(axis=-1) * thing.seen).sum()) / PX_PER_IN**2


def at_home(thing: PlaneView, now: PlaneView) -> float:
    """Measures the agreement of a thing with its old place, -1 to 1; HIDDEN if too little is visible. Both views show
    one square.
    """
    margin = int(HOME_IN * PX_PER_IN)
    inner = slice(margin, -margin)
    agreement = _compute_agreement(
        _compute_gradients(now.grey),
        now.seen,
        _compute_gradients(thing.grey)[inner, inner],
        thing.seen[inner, inner].copy(),
    )
    return float(agreement.max())


def elsewhere(thing: PlaneView, around: PlaneView, home: float) -> Displacement | None:
    """Finds the place where a thing certainly stands, in a square larger by REACH_IN on each side; None if it is
    uncertain.

    home: the result of `at_home`, below AT_HOME.
    """
    enough = FOUND if edges_in2(thing) >= LITTLE_IN2 else FOUND_OF_LITTLE
    if not HIDDEN < home <= LEFT:
        return None
    best, second = (_refine_place(thing, around, near) for near in _find_candidates(thing, around))
    clear = best.agreement >= max(enough, home + CLEARER, second.agreement + UNIQUE)
    inside = max(abs(best.at.x_in), abs(best.at.y_in)) < REACH_IN - 0.1 and abs(best.at.turn_deg) < max(TURNS_DEG)
    return best.at if clear and inside else None


def _find_candidates(thing: PlaneView, around: PlaneView) -> tuple[Displacement, Displacement]:
    """Finds the two likeliest places, some distance apart, in pictures of half the size."""
    small, per_in = _halve_view(around), PX_PER_IN / 2
    gradients = _compute_gradients(small.grey)
    rotated = [_halve_view(_rotate_view(thing, turn)) for turn in TURNS_DEG]
    scores = np.stack(
        [_compute_agreement(gradients, small.seen, _compute_gradients(view.grey), view.seen) for view in rotated]
    )
    middle = (scores.shape[1] - 1) / 2
    down, right = np.mgrid[: scores.shape[1], : scores.shape[2]]
    places = []
    for _ in range(2):
        turn_index, row, column = (int(index) for index in np.unravel_index(scores.argmax(), scores.shape))
        places.append(Displacement((column - middle) / per_in, (middle - row) / per_in, float(TURNS_DEG[turn_index])))
        scores[:, np.hypot(down - row, right - column) <= APART_IN * per_in] = HIDDEN
    return places[0], places[1]


def _refine_place(thing: PlaneView, around: PlaneView, near: Displacement) -> Match:
    """Refines the place of a thing that stands about there, to a fraction of a pixel and half a degree."""
    size, margin = thing.grey.shape[0], CLOSE_PX
    middle = (around.grey.shape[0] - size) // 2
    left_px, top_px = round(near.x_in * PX_PER_IN) + middle - margin, middle - round(near.y_in * PX_PER_IN) - margin
    rows, columns = (slice(max(low, 0), low + size + 2 * margin) for low in (top_px, left_px))
    gradients, visible = _compute_gradients(around.grey[rows, columns]), around.seen[rows, columns]
    best = Match(near, HIDDEN)
    for step in range(-4, 5):
        turn = near.turn_deg + step / 2
        rotated = _rotate_view(thing, turn)
        scores = _compute_agreement(gradients, visible, _compute_gradients(rotated.grey), rotated.seen)
        row, column = (int(index) for index in np.unravel_index(scores.argmax(), scores.shape))
        if scores[row, column] > best.agreement:
            right = columns.start + column + _find_peak(scores[row], column) - middle
            up = middle - rows.start - row - _find_peak(scores[:, column], row)
            best = Match(Displacement(right / PX_PER_IN, up / PX_PER_IN, turn), float(scores[row, column]))
    return best


def _halve_view(view: PlaneView) -> PlaneView:
    grey, visible = (
        cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for image in (view.grey, view.seen)
    )
    return PlaneView(grey, visible)


def _find_peak(values: np.ndarray, at: int) -> float:
    """Finds the offset of a parabola's top through three values from the middle one, -0.5 to 0.5."""
    if not 0 < at < len(values) - 1:
        return 0.0
    previous, middle, following = (float(value) for value in values[at - 1 : at + 2])
    bend = previous - 2 * middle + following
    return 0.0 if bend >= 0 else float(np.clip((previous - following) / (2 * bend), -0.5, 0.5))


def _compute_gradients(grey: np.ndarray) -> np.ndarray:
    """Computes the steps of brightness, (n, n, 2): of length 1 where they are clear, and shorter where
    they are faint.
    """
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.0)
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, *axis, ksize=3, scale=0.25) for axis in ((1, 0), (0, 1)))
    length = np.sqrt(across**2 + down**2 + FAINT**2)
    return np.stack([across / length, down / length], axis=-1)


def _compute_agreement(gradients: np.ndarray, seen: np.ndarray, thing: np.ndarray, shape: np.ndarray) -> np.ndarray:
    """Scores a thing at each place of a picture, over the area that both show; HIDDEN where that is too little."""
    masked = thing * shape[..., None]
    strength = (gradients**2).sum(axis=-1) * seen
    product = cv2.matchTemplate(gradients * seen[..., None], masked, cv2.TM_CCORR)
    picture_energy = cv2.matchTemplate(strength, shape, cv2.TM_CCORR)
    thing_energy = cv2.matchTemplate(seen, (masked**2).sum(axis=-1), cv2.TM_CCORR)
    share = cv2.matchTemplate(seen, shape, cv2.TM_CCORR) / max(float(shape.sum()), 1e-6)
    agreement = product / np.sqrt(np.maximum(picture_energy, 1e-3) * np.maximum(thing_energy, 1e-3))
    return np.where(share >= LEAST_SEEN, agreement, np.float32(HIDDEN))


def _rotate_view(thing: PlaneView, turn_deg: float) -> PlaneView:
    size = thing.grey.shape[0]
    turn = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), float(turn_deg), 1)
    grey = cv2.warpAffine(thing.grey, turn, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return PlaneView(grey, cv2.warpAffine(thing.seen, turn, (size, size), flags=cv2.INTER_LINEAR))

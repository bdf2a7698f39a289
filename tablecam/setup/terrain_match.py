"""Where a thing that was seen once is in a newer picture: at its place, elsewhere, or nobody can say.

Compared is the direction of brightness gradients, which light, shade and exposure hardly change, over what both
pictures show of the thing's tops. A thing is elsewhere only if almost all of it is found there, nothing of it is left
at its place, and it is found nowhere else.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.setup.terrain_picture import PX_PER_IN, PlaneView
from tablecam.table.displacement import Displacement

# how far away, and by how much turned, a thing is looked for
REACH_IN = 3.0
TURNS_DEG = range(-24, 25, 3)
# steps that are weaker than this, grey levels a pixel, are mostly noise
FAINT = 5.0
# a picture of a thing agrees with itself by so much: 1 is everything, 0 is chance
AT_HOME = 0.6
LEFT, CLEARER, UNIQUE = 0.55, 0.4, 0.1
# so much of a thing is found, and more of one that has few edges, in square inches, and may resemble something else
FOUND, FOUND_OF_LITTLE, LITTLE_IN2 = 0.6, 0.8, 3.0
# what nobody can say, because too little is seen there
HIDDEN = -1.0
# of what was seen of a thing, so much must be seen now
LEAST_SEEN = 0.6
# the thing at its place, seen by a camera whose place is not known to a hair
HOME_IN, HOME_DEG = 0.19, 3
# two finds that are further apart are two
APART_IN = 0.45
# what was found in a picture of half the size is off by no more than this
CLOSE_PX = 3
# a thing with less to see is not looked for: its edges, in square inches
LEAST_EDGES_IN2 = 0.8


@dataclass(frozen=True)
class Match:
    """The place where a thing fits best, and how well."""

    at: Displacement
    agreement: float


def edges_in2(thing: PlaneView) -> float:
    """How much there is to be recognised, in square inches of clear edges."""
    return float(((_gradients(thing.grey) ** 2).sum(axis=-1) * thing.seen).sum()) / PX_PER_IN**2


def at_home(thing: PlaneView, now: PlaneView) -> float:
    """How much of a thing is where it was, -1 to 1; HIDDEN where too little is seen. Both views of one square."""
    margin = int(HOME_IN * PX_PER_IN)
    inner = slice(margin, -margin)
    found = _agreement(
        _gradients(now.grey), now.seen, _gradients(thing.grey)[inner, inner], thing.seen[inner, inner].copy()
    )
    return float(found.max())


def elsewhere(thing: PlaneView, around: PlaneView, home: float) -> Displacement | None:
    """Where a thing certainly stands, in a square that is larger by REACH_IN on each side; None where it may not.

    home: what `at_home` says, which is less than AT_HOME.
    """
    enough = FOUND if edges_in2(thing) >= LITTLE_IN2 else FOUND_OF_LITTLE
    if not HIDDEN < home <= LEFT:
        return None
    best, other = (_refined(thing, around, near) for near in _candidates(thing, around))
    clear = best.agreement >= max(enough, home + CLEARER, other.agreement + UNIQUE)
    inside = max(abs(best.at.x_in), abs(best.at.y_in)) < REACH_IN - 0.1 and abs(best.at.turn_deg) < max(TURNS_DEG)
    return best.at if clear and inside else None


def _candidates(thing: PlaneView, around: PlaneView) -> tuple[Displacement, Displacement]:
    """The two places that are the likeliest, some way apart, by pictures of half the size."""
    small, per_in = _halved(around), PX_PER_IN / 2
    gradients = _gradients(small.grey)
    turned = [_halved(_turned(thing, turn)) for turn in TURNS_DEG]
    found = np.stack([_agreement(gradients, small.seen, _gradients(one.grey), one.seen) for one in turned])
    middle = (found.shape[1] - 1) / 2
    down, right = np.mgrid[: found.shape[1], : found.shape[2]]
    places = []
    for _ in range(2):
        which, row, column = (int(index) for index in np.unravel_index(found.argmax(), found.shape))
        places.append(Displacement((column - middle) / per_in, (middle - row) / per_in, float(TURNS_DEG[which])))
        found[:, np.hypot(down - row, right - column) <= APART_IN * per_in] = HIDDEN
    return places[0], places[1]


def _refined(thing: PlaneView, around: PlaneView, near: Displacement) -> Match:
    """The place of a thing that stands about there, to a fraction of a pixel and half a degree."""
    size, margin = thing.grey.shape[0], CLOSE_PX
    middle = (around.grey.shape[0] - size) // 2
    left, top = round(near.x_in * PX_PER_IN) + middle - margin, middle - round(near.y_in * PX_PER_IN) - margin
    rows, columns = (slice(max(low, 0), low + size + 2 * margin) for low in (top, left))
    gradients, seen = _gradients(around.grey[rows, columns]), around.seen[rows, columns]
    best = Match(near, HIDDEN)
    for step in range(-4, 5):
        turn = near.turn_deg + step / 2
        one = _turned(thing, turn)
        found = _agreement(gradients, seen, _gradients(one.grey), one.seen)
        row, column = (int(index) for index in np.unravel_index(found.argmax(), found.shape))
        if found[row, column] > best.agreement:
            right = columns.start + column + _peak(found[row], column) - middle
            up = middle - rows.start - row - _peak(found[:, column], row)
            best = Match(Displacement(right / PX_PER_IN, up / PX_PER_IN, turn), float(found[row, column]))
    return best


def _halved(view: PlaneView) -> PlaneView:
    grey, seen = (
        cv2.resize(part, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for part in (view.grey, view.seen)
    )
    return PlaneView(grey, seen)


def _peak(values: np.ndarray, at: int) -> float:
    """How far the top of a parabola through three values is from the middle one, -0.5 to 0.5."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, there, after = (float(value) for value in values[at - 1 : at + 2])
    bend = before - 2 * there + after
    return 0.0 if bend >= 0 else float(np.clip((before - after) / (2 * bend), -0.5, 0.5))


def _gradients(grey: np.ndarray) -> np.ndarray:
    """The steps of brightness, (n, n, 2): of length 1 where they are clear, and shorter where they are faint."""
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.0)
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, *axis, ksize=3, scale=0.25) for axis in ((1, 0), (0, 1)))
    length = np.sqrt(across**2 + down**2 + FAINT**2)
    return np.stack([across / length, down / length], axis=-1)


def _agreement(gradients: np.ndarray, seen: np.ndarray, thing: np.ndarray, shape: np.ndarray) -> np.ndarray:
    """How well a thing agrees with each place of a picture, over what both show; HIDDEN where that is too little."""
    masked = thing * shape[..., None]
    strength = (gradients**2).sum(axis=-1) * seen
    both = cv2.matchTemplate(gradients * seen[..., None], masked, cv2.TM_CCORR)
    there = cv2.matchTemplate(strength, shape, cv2.TM_CCORR)
    own = cv2.matchTemplate(seen, (masked**2).sum(axis=-1), cv2.TM_CCORR)
    share = cv2.matchTemplate(seen, shape, cv2.TM_CCORR) / max(float(shape.sum()), 1e-6)
    agreement = both / np.sqrt(np.maximum(there, 1e-3) * np.maximum(own, 1e-3))
    return np.where(share >= LEAST_SEEN, agreement, np.float32(HIDDEN))


def _turned(thing: PlaneView, turn_deg: float) -> PlaneView:
    size = thing.grey.shape[0]
    turn = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), float(turn_deg), 1)
    grey = cv2.warpAffine(thing.grey, turn, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return PlaneView(grey, cv2.warpAffine(thing.seen, turn, (size, size), flags=cv2.INTER_LINEAR))

"""The point of a base from which most is visible: a search, because the best view may lie just past any corner."""

from collections.abc import Callable

import numpy as np

from tablecam.table.geometry.base_distances import CORNERED, COS, HALF_X, HALF_Y, SIN

# Rings of points over a base: shares of its reach, and the number of points on each. Neighbours are at most a sixth of
# a base's width apart.
RINGS = ((0.0, 1), (0.35, 8), (0.7, 16), (1.0, 24))

# Then eight points around the best one, ever closer: the last step is a thousandth of a base.
STEPS = (0.12, 0.06, 0.03, 0.015, 0.0075, 0.003, 0.001)
AROUND = np.array([(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy], float).T

Visible = Callable[[np.ndarray, np.ndarray], np.ndarray]


def best_eyes(viewers: np.ndarray, visible: Visible) -> np.ndarray:
    """(2, n): the places in plan over the viewers' bases, figures (9, n), from which the most is visible.

    visible: a function that gives the shares (k,) visible to viewers of the numbers (k,) from places (2, k). The result
    sees at least as much as the centre; a gap narrower than a hundredth of the base may be missed.
    """
    count = viewers.shape[1]
    turns = [np.arange(many) * (2 * np.pi / many) for _, many in RINGS]
    discs = [share * np.stack([np.cos(turn), np.sin(turn)]) for (share, _), turn in zip(RINGS, turns, strict=True)]
    offsets = np.repeat(np.concatenate(discs, axis=1)[:, None], count, axis=1)
    best, best_shares = _choose_best(viewers, offsets, visible, np.zeros((2, count)), np.full(count, -1.0))
    for step in STEPS:
        best, best_shares = _choose_best(viewers, best[:, :, None] + step * AROUND[:, None], visible, best, best_shares)
    return _place_offsets(viewers, best[:, :, None])[:, :, 0]


def _choose_best(
    viewers: np.ndarray, offsets: np.ndarray, visible: Visible, best: np.ndarray, seen: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The best of the offsets (2, n, k) and the previous best, and its share; a tie keeps the previous one."""
    offsets = _clip_to_base(offsets)
    count, tries = offsets.shape[1:]
    places = _place_offsets(viewers, offsets).reshape(2, -1)
    shares = visible(np.repeat(np.arange(count), tries), places).reshape(count, tries)
    chosen, row = shares.argmax(axis=1), np.arange(count)
    better = shares[row, chosen] > seen
    return np.where(better, offsets[:, row, chosen], best), np.where(better, shares[row, chosen], seen)


def _clip_to_base(offsets: np.ndarray) -> np.ndarray:
    """Offsets in the unit disc; points outside are drawn back to its rim."""
    size = np.sqrt(offsets[0] ** 2 + offsets[1] ** 2)
    return offsets / np.maximum(size, 1.0)


def _place_offsets(viewers: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """(2, n, k) in plan, from offsets in the unit disc; for a rectangle the disc is stretched into the corners."""
    size = np.sqrt(offsets[0] ** 2 + offsets[1] ** 2)
    largest = np.maximum(np.maximum(np.abs(offsets[0]), np.abs(offsets[1])), 1e-12)
    stretch = np.where(viewers[CORNERED, :, None] > 0, size / largest, 1.0)
    side, front = offsets[0] * stretch * viewers[HALF_X, :, None], offsets[1] * stretch * viewers[HALF_Y, :, None]
    sin, cos = viewers[SIN, :, None], viewers[COS, :, None]
    return np.stack([viewers[0, :, None] + side * sin + front * cos, viewers[1, :, None] - side * cos + front * sin])

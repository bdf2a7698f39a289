"""Finds the outlines of dice on a matte tray by their difference from the tray's own colour.

The colour of the tray is estimated locally, from medians of a small copy of the image, so that a lamp at one side does
not look like dice. Shadows are darker than the tray but have its hue: darkness counts less than brightness and hue.
"""

from collections.abc import Iterator

import cv2
import numpy as np

# the longest side of the copy in which the tray's colour is estimated, and the window of its median
COPY_PX, MEDIAN_PX = 96, 41
# weights of darker, brighter and of another hue
DARKER, BRIGHTER, HUE = 0.45, 0.9, 1.0
# the least difference from the tray, and in units of its own noise
LEAST_DIFFERENCE, NOISES = 15.0, 6.0
# of the tray's lightness in the deepest shadow, and how far its hue may be off there
DEEPEST_SHADE, SAME_HUE = 0.42, 6.0
# parts of a blob beside its shadow, and all of them together, as shares of its area
LEAST_PART, LEAST_LEFT = 0.04, 0.45
# a part that is this large and not longer than this is a die, smaller or longer ones are faces of one
LEAST_DIE, LONGEST = 0.25, 1.7
# the smallest and the largest die, as shares of the shorter side of the image
SMALLEST, LARGEST = 0.022, 0.62
LEAST_PX = 14
# blobs above this multiple of the usual area, or with a hollow outline, are split
USUAL_AREAS, SOLID = 1.6, 0.9
# two dice that touch have two centres, each at least this share of the larger radius deep
CENTRE_DEPTH = 0.72


def find_outlines(image_bgr: np.ndarray, field: np.ndarray | None = None) -> tuple[np.ndarray, ...]:
    """Return the convex outline of each die, (n, 2) pixels, in reading order.

    `field` is the polygon of the tray, (m, 2) pixels; without it the whole image is the tray.
    """
    mask, shadow = _mark_dice(image_bgr, _draw_field(image_bgr.shape[:2], field))
    found = [blob for blob in _find_blobs(mask) if _is_of_die_size(blob, image_bgr.shape)]
    blobs = [part for blob in found for part in _trim_shadow(blob, shadow)]
    parts = [part for blob in blobs for part in _split(blob, _usual_area(blobs))]
    hulls = [cv2.convexHull(part)[:, 0, :] for part in parts if _is_of_die_size(part, image_bgr.shape)]
    return tuple(sorted(hulls, key=lambda hull: (hull[:, 1].min(), hull[:, 0].min())))


def crosses_border(outline: np.ndarray, field: np.ndarray) -> bool:
    """Return True if a part of the outline lies on or outside the border of the field."""
    polygon = np.asarray(field, np.float32).reshape(-1, 1, 2)
    return any(cv2.pointPolygonTest(polygon, (float(x), float(y)), True) < 1.5 for x, y in outline)


def _draw_field(shape: tuple[int, ...], field: np.ndarray | None) -> np.ndarray:
    if field is None:
        return np.full(shape, 255, np.uint8)
    mask = np.zeros(shape, np.uint8)
    return cv2.fillPoly(mask, [np.round(field).astype(np.int32)], 255)


def _mark_dice(image_bgr: np.ndarray, inside: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the mask of what differs from the tray, and the mask of what could be tray in shadow."""
    lab = cv2.cvtColor(image_bgr.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    tray = _estimate_tray(lab, inside)
    difference = cv2.GaussianBlur(_differ(lab, tray), (0, 0), 1.0)
    values = difference[inside > 0]
    noise = float(np.median(values)) if values.size else 0.0
    marked = ((difference > max(LEAST_DIFFERENCE, NOISES * noise)) & (inside > 0)).astype(np.uint8)
    return cv2.morphologyEx(marked, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), _mark_shadow(lab, tray)


def _mark_shadow(lab: np.ndarray, tray: np.ndarray) -> np.ndarray:
    shade = lab[..., :1] / np.maximum(tray[..., :1], 1)
    hue = np.linalg.norm(cv2.GaussianBlur(lab[..., 1:] - shade * tray[..., 1:], (0, 0), 1.0), axis=2)
    dimmed = (shade[..., 0] > DEEPEST_SHADE) & (shade[..., 0] < 1)
    return (dimmed & (hue < SAME_HUE)).astype(np.uint8)


def _trim_shadow(blob: np.ndarray, shadow: np.ndarray) -> list[np.ndarray]:
    """Return the parts of a blob that cannot be tray in shadow, or the blob itself if they are too small."""
    parts = _find_lit_parts(blob, shadow)
    dice = [part for part in parts if _is_compact(part) and cv2.contourArea(part) > LEAST_DIE * cv2.contourArea(blob)]
    if len(dice) > 1 or len(parts) == 1:
        whole = dice if len(dice) > 1 else parts
    else:
        # faces of one die
        whole = [cv2.convexHull(np.vstack(parts))] if parts else []
    return whole if sum(map(cv2.contourArea, whole)) > LEAST_LEFT * cv2.contourArea(blob) else [blob]


def _find_lit_parts(blob: np.ndarray, shadow: np.ndarray) -> list[np.ndarray]:
    left, top, width, height = cv2.boundingRect(blob)
    corner = np.array((left, top))
    inside = cv2.drawContours(np.zeros((height, width), np.uint8), [blob - corner], -1, 1, cv2.FILLED)
    lit = inside & (1 - shadow[top : top + height, left : left + width])
    parts = _find_blobs(cv2.morphologyEx(lit, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
    least = LEAST_PART * cv2.contourArea(blob)
    return [part + corner for part in parts if cv2.contourArea(part) > least]


def _is_compact(part: np.ndarray) -> bool:
    width, height = cv2.minAreaRect(part)[1]
    return max(width, height) < LONGEST * min(width, height)


def _estimate_tray(lab: np.ndarray, inside: np.ndarray) -> np.ndarray:
    scale = COPY_PX / max(lab.shape[:2])
    copy = cv2.resize(lab, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    valid = cv2.resize(inside, copy.shape[1::-1], interpolation=cv2.INTER_AREA) > 250
    middle = np.median(copy[valid], axis=0) if valid.any() else np.median(copy.reshape(-1, 3), axis=0)
    copy[~valid] = middle
    smooth = [_smooth(copy[..., channel]) for channel in range(3)]
    return cv2.resize(cv2.merge(smooth), lab.shape[1::-1], interpolation=cv2.INTER_LINEAR)


def _smooth(channel: np.ndarray) -> np.ndarray:
    # medianBlur of a large window takes bytes only; half a level of L is finer than the light's own steps
    low, high = float(channel.min()), float(max(channel.max(), channel.min() + 1))
    levels = np.round((channel - low) * 255 / (high - low)).astype(np.uint8)
    median = cv2.medianBlur(levels, MEDIAN_PX).astype(np.float32)
    return cv2.GaussianBlur(median, (0, 0), 3) * (high - low) / 255 + low


def _differ(lab: np.ndarray, tray: np.ndarray) -> np.ndarray:
    lightness, green_red, blue_yellow = cv2.split(lab - tray)
    light = np.where(lightness < 0, DARKER, BRIGHTER) * lightness
    return np.sqrt(light**2 + HUE * (green_red**2 + blue_yellow**2)).astype(np.float32)


def _find_blobs(mask: np.ndarray) -> list[np.ndarray]:
    return list(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0])


def _is_of_die_size(contour: np.ndarray, shape: tuple[int, ...]) -> bool:
    (width, height), shorter = cv2.minAreaRect(contour)[1], min(shape[:2])
    least = max(LEAST_PX, SMALLEST * shorter)
    return min(width, height) >= least and max(width, height) <= LARGEST * shorter


def _usual_area(blobs: list[np.ndarray]) -> float:
    return float(np.median([cv2.contourArea(blob) for blob in blobs])) if blobs else 0.0


def _split(blob: np.ndarray, usual_area: float) -> Iterator[np.ndarray]:
    """Yield the dice of a blob: the blob itself, or its parts if it is too large or hollow for one die."""
    area, hull_area = cv2.contourArea(blob), cv2.contourArea(cv2.convexHull(blob))
    if area <= USUAL_AREAS * usual_area and area >= SOLID * hull_area:
        yield blob
        return
    parts = _part_by_depth(blob)
    yield from parts if len(parts) > 1 else [blob]


def _part_by_depth(blob: np.ndarray) -> list[np.ndarray]:
    left, top, width, height = cv2.boundingRect(blob)
    corner = np.array((left - 1, top - 1))
    filled = np.zeros((height + 2, width + 2), np.uint8)
    cv2.drawContours(filled, [blob - corner], -1, 255, cv2.FILLED)
    depth = cv2.distanceTransform(filled, cv2.DIST_L2, 5)
    for level in np.linspace(CENTRE_DEPTH, 0.9, 4):
        count, labels = cv2.connectedComponents((depth > level * depth.max()).astype(np.uint8))
        if count > 2:
            return [part + corner for part in _grow(labels, filled)]
    return []


def _grow(labels: np.ndarray, filled: np.ndarray) -> list[np.ndarray]:
    """Return the contour of each labelled centre, grown over the blob to the nearest pixels."""
    markers = labels.astype(np.int32) + 1
    markers[(labels == 0) & (filled > 0)] = 0
    depth = cv2.distanceTransform(filled, cv2.DIST_L2, 5)
    relief = cv2.cvtColor((255 - 255 * depth / depth.max()).astype(np.uint8), cv2.COLOR_GRAY2BGR)
    cv2.watershed(relief, markers)
    regions = [(markers == label).astype(np.uint8) for label in range(2, labels.max() + 2)]
    return [max(blobs, key=cv2.contourArea) for region in regions if (blobs := _find_blobs(region))]

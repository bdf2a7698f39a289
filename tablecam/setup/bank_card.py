"""Finds a bank card in the picture: ISO 7810 makes all of them 85.60 x 53.98 mm (ID-1), to an eighth of
a millimetre.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.rectification import MARGIN_IN, PX_PER_IN, rectify_frame
from tablecam.setup.straight_edges import StraightEdge, Strip, straight_edges
from tablecam.table.geometry.projection import Camera

WIDTH_IN, DEPTH_IN, THICK_IN = to_inches(85.60), to_inches(53.98), to_inches(0.76)
# the standard's tolerance, one sigma of each side
MADE_SIGMA_IN = to_inches(0.06)
CORNER_IN = to_inches(3.18)
# tolerance of candidates in the picture from above, against the true size; share of their rectangle that they fill
ROUGHLY, FILLED = 0.10, 0.9
# greatest difference of the scales by both sides of a card
SAME_SCALE = 0.015
# greatest distance of the true edge from a candidate's outline
REACH_IN = 0.22
LEVELS = 14
MOST_CANDIDATES = 12


@dataclass(frozen=True)
class BankCard:
    """corners_in: of the card at the height of its top, on the table at its believed scale, (4, 2).

    size_in: its long and its short side there. sigma_in: of each.
    """

    corners_in: np.ndarray
    size_in: tuple[float, float]
    sigma_in: float

    @property
    def scale(self) -> tuple[float, float]:
        """True inches to one believed inch, and its one sigma as a share."""
        total = WIDTH_IN + DEPTH_IN
        sigma = float(np.hypot(self.sigma_in, MADE_SIGMA_IN)) * np.sqrt(2) / total
        return total / sum(self.size_in), float(sigma)


def find_cards(frame: Frame, camera: Camera, size_in: tuple[float, float]) -> list[BankCard]:
    """Finds all things on the table with the shape and about the size of a bank card; a player lays down one."""
    above = rectify_frame(frame, camera, size_in, THICK_IN)
    cards: list[BankCard] = []
    for corners in _find_candidates(above, size_in):
        if any(_is_covered(card.corners_in, corners.mean(axis=0)) for card in cards):
            continue
        card = _measure_card(frame, camera, corners)
        if card is not None:
            cards.append(card)
    return cards


def _find_candidates(above: np.ndarray, size_in: tuple[float, float]) -> Iterator[np.ndarray]:
    """Yields rectangles of about the right size, the longest side first, (4, 2) on the table; each thing
    once or twice.
    """
    lab = cv2.cvtColor(cv2.medianBlur(above, 5), cv2.COLOR_BGR2LAB)
    middles: list[tuple[float, float]] = []
    for channel in cv2.split(lab):
        lowest, highest = (float(level) for level in np.percentile(channel, (0.02, 99.98)))
        for level in np.unique(np.linspace(lowest, highest, LEVELS + 2).astype(int)[1:-1]):
            mask = (channel > level).astype(np.uint8)
            for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
                box = _fit_card_box(contour)
                if box is None or any(abs(box[0][0] - x) + abs(box[0][1] - y) < 4 for x, y in middles):
                    continue
                middles.append(box[0])
                if len(middles) > MOST_CANDIDATES:
                    return
                yield _to_inches(cv2.boxPoints(box), size_in)


def _fit_card_box(contour: np.ndarray) -> tuple[tuple[float, float], tuple[float, float], float] | None:
    """Returns the rectangle around a contour if it has a card's size and shape; None otherwise."""
    shortest = 2 * (WIDTH_IN + DEPTH_IN) * PX_PER_IN * (1 - 2 * ROUGHLY)
    if not shortest * 0.7 < len(contour) < shortest * 3:
        return None
    box = cv2.minAreaRect(contour)
    long, short = max(box[1]), min(box[1])
    fits = abs(long / PX_PER_IN / WIDTH_IN - 1) < ROUGHLY and abs(short / PX_PER_IN / DEPTH_IN - 1) < ROUGHLY
    if not fits or cv2.contourArea(contour) < FILLED * long * short:
        return None
    return (float(box[0][0]), float(box[0][1])), (float(box[1][0]), float(box[1][1])), float(box[2])


def _to_inches(px: np.ndarray, size_in: tuple[float, float]) -> np.ndarray:
    x = (px[:, 0] + 0.5) / PX_PER_IN - MARGIN_IN
    y = size_in[1] + MARGIN_IN - (px[:, 1] + 0.5) / PX_PER_IN
    corners = np.column_stack([x, y])
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return corners if sides[0] > sides[1] else np.roll(corners, -1, axis=0)


def _measure_card(frame: Frame, camera: Camera, corners: np.ndarray) -> BankCard | None:
    """Measures the card's edges to a part of a pixel; None if they are no card's."""
    edges = [_find_edge(frame, camera, corners[side], corners[(side + 1) % 4]) for side in range(4)]
    found_edges = [edge for edge in edges if edge is not None]
    if len(found_edges) < len(edges):
        return None
    corners_in = np.array([_intersect_edges(found_edges[side - 1], found_edges[side]) for side in range(4)])
    sides = np.linalg.norm(np.roll(corners_in, -1, axis=0) - corners_in, axis=1)
    size = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    sigma = float(np.sqrt(2 * np.mean([edge.sigma_in**2 for edge in found_edges])))
    skewed = max(abs(sides[0] - sides[2]), abs(sides[1] - sides[3])) > 0.05
    if skewed or abs(size[0] / size[1] / (WIDTH_IN / DEPTH_IN) - 1) > SAME_SCALE:
        return None
    return BankCard(corners_in, size, sigma)


def _find_edge(frame: Frame, camera: Camera, start: np.ndarray, end: np.ndarray) -> StraightEdge | None:
    """Finds the straight part of one side, between its round corners."""
    inset = (end - start) / np.linalg.norm(end - start) * 1.3 * CORNER_IN
    strip = Strip(start + inset, end - inset, REACH_IN, REACH_IN, THICK_IN, 0.09)
    edges = straight_edges(frame, camera, strip)
    return edges[0] if edges else None


def _intersect_edges(before: StraightEdge, edge: StraightEdge) -> np.ndarray:
    first, second = before.end - before.start, edge.end - edge.start
    turn = first[0] * second[1] - first[1] * second[0]
    gap = edge.start - before.start
    place: np.ndarray = before.start + first * (gap[0] * second[1] - gap[1] * second[0]) / turn
    return place


def _is_covered(corners: np.ndarray, place: np.ndarray) -> bool:
    return cv2.pointPolygonTest(corners.astype(np.float32), (float(place[0]), float(place[1])), False) >= 0

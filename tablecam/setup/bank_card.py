"""A bank card in the picture: ISO 7810 makes all of them 85.60 x 53.98 mm (ID-1), to an eighth of a millimetre."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.rectified import MARGIN_IN, PX_PER_IN, rectified
from tablecam.setup.straight_edges import StraightEdge, Strip, straight_edges
from tablecam.table.geometry.projection import Camera

WIDTH_IN, DEPTH_IN, THICK_IN = to_inches(85.60), to_inches(53.98), to_inches(0.76)
# the standard's tolerance, one sigma of each side
MADE_SIGMA_IN = to_inches(0.06)
CORNER_IN = to_inches(3.18)
# candidates in the picture from above, against the true size, and how well they fill their rectangle
ROUGHLY, FILLED = 0.10, 0.9
# both sides of a card give the same scale, to so much
SAME_SCALE = 0.015
# how far from a candidate's outline its true edge may be
REACH_IN = 0.22
LEVELS = 14
MOST_CANDIDATES = 12


@dataclass(frozen=True)
class BankCard:
    """corners_in: of the card at the height of its top, on the table as it is believed, (4, 2).

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
    """All things on the table that have the shape and about the size of a bank card; a player lays down one."""
    above = rectified(frame, camera, size_in, THICK_IN)
    found: list[BankCard] = []
    for corners in _candidates(above, size_in):
        if any(_covers(card.corners_in, corners.mean(axis=0)) for card in found):
            continue
        card = _measured(frame, camera, corners)
        if card is not None:
            found.append(card)
    return found


def _candidates(above: np.ndarray, size_in: tuple[float, float]) -> Iterator[np.ndarray]:
    """Rectangles of about the right size, the longest side first, (4, 2) on the table; each thing once or twice."""
    lab = cv2.cvtColor(cv2.medianBlur(above, 5), cv2.COLOR_BGR2LAB)
    middles: list[tuple[float, float]] = []
    for channel in cv2.split(lab):
        lowest, highest = (float(level) for level in np.percentile(channel, (0.02, 99.98)))
        for level in np.unique(np.linspace(lowest, highest, LEVELS + 2).astype(int)[1:-1]):
            mask = (channel > level).astype(np.uint8)
            for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
                box = _card_like(contour)
                if box is None or any(abs(box[0][0] - x) + abs(box[0][1] - y) < 4 for x, y in middles):
                    continue
                middles.append(box[0])
                if len(middles) > MOST_CANDIDATES:
                    return
                yield _on_table(cv2.boxPoints(box), size_in)


def _card_like(contour: np.ndarray) -> tuple[tuple[float, float], tuple[float, float], float] | None:
    """The rectangle around a contour that has a card's size and shape; None around another."""
    least = 2 * (WIDTH_IN + DEPTH_IN) * PX_PER_IN * (1 - 2 * ROUGHLY)
    if not least * 0.7 < len(contour) < least * 3:
        return None
    box = cv2.minAreaRect(contour)
    long, short = max(box[1]), min(box[1])
    fits = abs(long / PX_PER_IN / WIDTH_IN - 1) < ROUGHLY and abs(short / PX_PER_IN / DEPTH_IN - 1) < ROUGHLY
    if not fits or cv2.contourArea(contour) < FILLED * long * short:
        return None
    return (float(box[0][0]), float(box[0][1])), (float(box[1][0]), float(box[1][1])), float(box[2])


def _on_table(px: np.ndarray, size_in: tuple[float, float]) -> np.ndarray:
    x = (px[:, 0] + 0.5) / PX_PER_IN - MARGIN_IN
    y = size_in[1] + MARGIN_IN - (px[:, 1] + 0.5) / PX_PER_IN
    corners = np.column_stack([x, y])
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return corners if sides[0] > sides[1] else np.roll(corners, -1, axis=0)


def _measured(frame: Frame, camera: Camera, corners: np.ndarray) -> BankCard | None:
    """The card with its edges found to a part of a pixel; None where they are no card's."""
    edges = [_edge(frame, camera, corners[at], corners[(at + 1) % 4]) for at in range(4)]
    known = [edge for edge in edges if edge is not None]
    if len(known) < len(edges):
        return None
    meeting = np.array([_meeting(known[at - 1], known[at]) for at in range(4)])
    sides = np.linalg.norm(np.roll(meeting, -1, axis=0) - meeting, axis=1)
    size = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    sigma = float(np.sqrt(2 * np.mean([edge.sigma_in**2 for edge in known])))
    skewed = max(abs(sides[0] - sides[2]), abs(sides[1] - sides[3])) > 0.05
    if skewed or abs(size[0] / size[1] / (WIDTH_IN / DEPTH_IN) - 1) > SAME_SCALE:
        return None
    return BankCard(meeting, size, sigma)


def _edge(frame: Frame, camera: Camera, start: np.ndarray, end: np.ndarray) -> StraightEdge | None:
    """The straight part of one side, between its round corners."""
    along = (end - start) / np.linalg.norm(end - start) * 1.3 * CORNER_IN
    strip = Strip(start + along, end - along, REACH_IN, REACH_IN, THICK_IN, 0.09)
    found = straight_edges(frame, camera, strip)
    return found[0] if found else None


def _meeting(before: StraightEdge, edge: StraightEdge) -> np.ndarray:
    a, b = before.end - before.start, edge.end - edge.start
    turn = a[0] * b[1] - a[1] * b[0]
    apart = edge.start - before.start
    place: np.ndarray = before.start + a * (apart[0] * b[1] - apart[1] * b[0]) / turn
    return place


def _covers(corners: np.ndarray, place: np.ndarray) -> bool:
    return cv2.pointPolygonTest(corners.astype(np.float32), (float(place[0]), float(place[1])), False) >= 0

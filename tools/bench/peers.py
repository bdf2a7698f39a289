"""The peers as usually used: bare pupil-apriltags and cv2.aruco, in their own process.

A destroyed pupil-apriltags detector corrupts the heap, and a second one in our process would share our caches. So the
peers live in a process that keeps its detectors and ends with `os._exit`.
"""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from tablecam.sensing.vision.detection import Detection
from tools.bench.figure import Time, timed

PUPIL, PUPIL_DEFAULT, ARUCO = "pupil decimate 1", "pupil default (decimate 2)", "cv2.aruco"
NAMES = (PUPIL, PUPIL_DEFAULT, ARUCO)
HALF_PIXEL = 0.5
# OpenCV draws and reads the family turned by 180 degrees: its corners in the order of a Detection
ARUCO_ORDER = [1, 0, 3, 2]

Look = Callable[[np.ndarray], Any]


@dataclass(frozen=True)
class Found:
    """The detections of a peer in one picture, and their time."""

    detections: tuple[Detection, ...]
    time: Time

    @property
    def ids(self) -> list[int]:
        """The numbers found, repeated as often as found."""
        return [detection.tag for detection in self.detections]


class Peers(AbstractContextManager["Peers"]):
    """The process of the peers, which ends with the block."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._line, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other,), daemon=True)
        self._process.start()
        other.close()

    def detect(self, name: str, grey: np.ndarray) -> Found:
        """The tags that a peer finds in a (rows, columns) uint8 picture; pixels and corners as in Detection."""
        self._line.send((name, grey))
        found: Found = self._line.recv()
        return found

    def __exit__(self, *_: object) -> None:
        # if the process has died, that was reported already
        with suppress(OSError):
            self._line.send(None)
        self._process.join()


def _serve(line: Connection) -> None:
    looks = _looks()
    while (asked := line.recv()) is not None:
        name, grey = asked
        look, detections = looks[name]
        # the copy from the pipe is done, and its pages are warm for every peer alike
        grey = np.ascontiguousarray(grey)
        raw, spent = timed(look, grey)
        line.send(Found(detections(raw), spent))
    os._exit(0)


def _looks() -> dict[str, tuple[Look, Callable[[Any], tuple[Detection, ...]]]]:
    import cv2
    import pupil_apriltags

    exact = pupil_apriltags.Detector(families="tag36h11", quad_decimate=1.0)
    default = pupil_apriltags.Detector(families="tag36h11")
    aruco = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11))
    return {
        PUPIL: (exact.detect, _of_pupil),
        PUPIL_DEFAULT: (default.detect, _of_pupil),
        ARUCO: (aruco.detectMarkers, _of_aruco),
    }


def _of_pupil(raw: Any) -> tuple[Detection, ...]:
    return tuple(
        Detection(
            int(detection.tag_id),
            detection.corners - HALF_PIXEL,
            int(detection.hamming),
            float(detection.decision_margin),
        )
        for detection in raw
    )


def _of_aruco(raw: Any) -> tuple[Detection, ...]:
    corners, ids, _ = raw
    numbers = [] if ids is None else np.ravel(ids).tolist()
    return tuple(
        Detection(number, np.asarray(quad, float).reshape(4, 2)[ARUCO_ORDER])
        for number, quad in zip(numbers, corners, strict=True)
    )

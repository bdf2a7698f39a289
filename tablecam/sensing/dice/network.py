"""The network that names the upper face of a die, run by OpenCV; `tools/dice/train.py` trains it."""

from functools import cache
from importlib.resources import files
from threading import Lock

import cv2
import numpy as np

from tablecam.sensing.dice.crops import make_views

WEIGHTS = "weights/faces.onnx"


class FaceNetwork:
    """The loaded network; threads may share it, one at a time."""

    def __init__(self, weights: bytes) -> None:
        self._network = cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
        self._lock = Lock()

    def compute_probabilities(self, squares: list[np.ndarray]) -> np.ndarray:
        """Return the probabilities, (squares, classes), that the views of each square give together."""
        return np.array([_compute_softmax(self._run(make_views(square)).mean(axis=0)) for square in squares])

    def _run(self, views: np.ndarray) -> np.ndarray:
        with self._lock:
            self._network.setInput(views)
            return np.array(self._network.forward())


@cache
def load_network() -> FaceNetwork:
    """Return the network that comes with tablecam."""
    return FaceNetwork(files("tablecam.sensing.dice").joinpath(WEIGHTS).read_bytes())


def _compute_softmax(logits: np.ndarray) -> np.ndarray:
    powers: np.ndarray = np.exp(logits - logits.max())
    return powers / powers.sum()

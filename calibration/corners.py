"""The corners of the table's own tags."""

import numpy as np

from tablecam.table.table import ReferenceTag


def reference_corners_in(tag: ReferenceTag) -> np.ndarray:
    """Returns the corners of the tag's black square on the table, (4, 3): bottom-left, bottom-right, top-right,
    top-left.
    """
    turn = np.radians(tag.rotation_deg)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * tag.size_in / 2
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.column_stack([square @ rotation.T + tag.center_in, np.zeros(4)])

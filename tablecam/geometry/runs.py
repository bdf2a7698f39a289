"""Runs of equal keys in sorted rows."""

import numpy as np


def begins(*keys: np.ndarray) -> np.ndarray:
    """(n,): whether a row differs from the one before it in any of the keys (n,); the first one does."""
    new = np.ones(len(keys[0]), bool)
    if len(new):
        new[1:] = keys[0][1:] != keys[0][:-1]
        for key in keys[1:]:
            new[1:] |= key[1:] != key[:-1]
    return new

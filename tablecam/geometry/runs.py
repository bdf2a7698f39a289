"""Rows in order, and runs of equal keys in sorted rows."""

import numpy as np

# So few rows are sorted by both keys at once.
FEW = 500


def begins(*keys: np.ndarray) -> np.ndarray:
    """(n,): whether a row differs from the one before it in any of the keys (n,); the first one does."""
    new = np.empty(len(keys[0]), bool)
    new[:1], later = True, new[1:]
    np.not_equal(keys[0][1:], keys[0][:-1], out=later)
    for key in keys[1:]:
        later |= key[1:] != key[:-1]
    return new


def in_groups(value: np.ndarray, group: np.ndarray) -> np.ndarray:
    """(n,): the rows by group, a number from 0, and within a group by value; equal rows in any order."""
    if len(value) < FEW:
        return np.lexsort((value, group))
    order = value.argsort()
    group = group[order]
    return order[in_runs(group, int(group.max()) + 1)]


def in_runs(group: np.ndarray, groups: int) -> np.ndarray:
    """(n,): the rows by group, of so many; those of a group stay in their order."""
    # numpy sorts numbers of two bytes in one pass
    return (group.astype(np.uint16) if groups <= 2**16 else group).argsort(kind="stable")

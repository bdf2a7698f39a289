"""Rows in order of two keys."""

import numpy as np
import pytest

from tablecam.geometry.runs import FEW, begins, in_groups, in_runs


@pytest.mark.parametrize("groups", [3, 70_000])
@pytest.mark.parametrize("rows", [0, 5, FEW + 200, 4 * FEW])
def test_rows_come_by_group_and_within_it_by_value(rows, groups):
    rng = np.random.default_rng(rows)
    value, group = rng.normal(size=rows), rng.integers(0, groups, rows)
    assert in_groups(value, group).tolist() == np.lexsort((value, group)).tolist()
    assert in_runs(group, groups).tolist() == group.argsort(kind="stable").tolist()


def test_a_run_begins_where_a_key_changes():
    assert begins(np.array([0, 0, 1, 1]), np.array([0, 0, 0, 2])).tolist() == [True, False, True, True]

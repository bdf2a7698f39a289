"""Where runs of equal rows begin."""

import numpy as np

from tablecam.table.geometry.distances import begins


def test_a_run_begins_where_a_key_changes():
    assert begins(np.array([0, 0, 1, 1]), np.array([0, 0, 0, 2])).tolist() == [True, False, True, True]

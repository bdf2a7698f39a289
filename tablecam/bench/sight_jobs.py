"""What a live table asks of sight, as jobs to be timed: all of it, and what follows from one move.

A job includes which models block by the rules. What hides a pair, how far off that is, and the error of its sighting
are not among them: a live table computes those for one selected model at a time. `sight_page` measures that, with a
job.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tablecam.bench.timing import Time, timed
from tablecam.measure.near_friends import forget_answers
from tablecam.measure.sight import all_sight
from tablecam.measure.sight_table import SightTable
from tablecam.rulebooks.catalogue import BOOKS
from tablecam.table.snapshot import Snapshot


def blocking(snapshot: Snapshot) -> np.ndarray:
    """Which models block by the usual rulebook."""
    reading = BOOKS.usual.sight_reading
    assert reading
    return reading.blocking(snapshot)


def full_job(snapshot: Snapshot) -> SightTable:
    """All of it, with nothing known of an earlier position."""
    forget_answers()
    return all_sight(snapshot, blocking(snapshot))


def update_job(table: SightTable, snapshot: Snapshot) -> SightTable:
    """The same after a move, given the table before."""
    return table.update(snapshot, blocking(snapshot))


def by_turns(calls: Sequence[Callable[[], Any]], repetitions: int) -> list[list[Time]]:
    """The times of each call, which take turns: what else the machine does meets all of them alike."""
    for call in calls:
        # the first call includes one-time costs
        call()
    rounds = [[timed(call)[1] for call in calls] for _ in range(repetitions)]
    return [list(times) for times in zip(*rounds, strict=True)]

"""Thousands of simulated evenings: no law is broken in any. `evenings.py` plays a hundred thousand, and others."""

import logging
from collections.abc import Iterator

import pytest
from shrink import describe
from simulated_evening import find_failures

SHARE = 1000


@pytest.fixture(autouse=True)
def silent() -> Iterator[None]:
    """Faults of the disk are logged, as they should be, and here they are many."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.long
@pytest.mark.parametrize("first", range(SHARE, 4 * SHARE, SHARE))
def test_no_law_is_broken_in_a_thousand_evenings(first: int) -> None:
    failed = [*find_failures(range(first, first + SHARE))]
    assert not failed, describe(failed[0])

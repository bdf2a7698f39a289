"""The compiled kernel: that of its sources, in several threads, and with more than its memory holds at first."""

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from shapely import box

from tablecam.geometry.prism import Prism, parts_of
from tablecam.geometry.shadow_kernel import COMPILED, ShadowKernel
from tablecam.geometry.sightlines import Hiders, Shares, hidden_shares, shares
from tablecam.geometry.views import Views, lines_of_view

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import kernel

# small posts in rows, each of which hides a little of what stands behind
POSTS = [Prism(box(x, y, x + 0.02, y + 0.02), 0, 0.3 + 0.01 * x) for x in range(2, 9) for y in np.arange(-2, 2, 0.11)]


def looks(count: int) -> Views:
    eyes = np.stack([np.zeros(count), np.linspace(-1, 1, count), np.full(count, 0.9)])
    targets = np.stack([np.full(count, 10.0), np.linspace(1, -1, count)])
    fixed = np.array([0.8, 0.0, 1.2])[:, None].repeat(count, axis=1)
    return Views(np.vstack([eyes, fixed, lines_of_view(eyes, targets)]))


def hiders(posts: Sequence[Prism]) -> Hiders:
    return Hiders(parts_of(posts), len(posts), np.empty((9, 0)), np.ones((1, 1, 1), bool))


def found(count: int) -> Shares:
    nobody = np.full(count, -1)
    return shares(looks(count), hiders(POSTS), nobody, nobody)


def test_the_compiled_kernel_is_that_of_its_sources():
    # installing compiles it, which `make check` and `make test` do again after a change of a source
    assert kernel.COMPILED == COMPILED
    assert not kernel.is_stale()


def test_threads_do_not_disturb_one_another():
    alone = [found(count).alone.tolist() for count in (5, 40, 200)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda count: found(count).alone.tolist(), (5, 40, 200) * 4))
    assert together == alone * 4


def test_what_needs_more_memory_gives_what_each_view_gives_alone():
    many = found(3000)
    assert len(many.view) > 30000
    nobody, whole = np.array([-1]), looks(3000)
    for row in (0, 1234, 2999):
        alone = shares(whole.pick(np.array([row])), hiders(POSTS), nobody, nobody)
        assert alone.hidden[0] == many.hidden[row]
        assert alone.alone.tolist() == many.alone[many.view == row].tolist()


def test_nothing_to_see_is_no_fault():
    nothing, none = hiders([]), np.empty(0, int)
    assert hidden_shares(looks(0), nothing, none, none).tolist() == []
    assert shares(looks(0), nothing, none, none).view.tolist() == []


def test_what_lies_in_its_memory_is_what_was_put_there_last():
    one, values = ShadowKernel(), np.arange(5.0)
    for put in (values, values + 1, np.arange(900_000.0), values):
        one.put(0, put, np.dtype(float))
        assert one.slot(0, put.shape, np.dtype(float)).tolist() == put.tolist()

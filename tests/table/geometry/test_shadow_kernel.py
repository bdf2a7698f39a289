"""The compiled kernel: that of its sources, in several threads, and with more than its memory holds at first."""

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity, box
from wasmtime import Config, Engine, Module, Store

from tablecam.table.geometry import sightlines
from tablecam.table.geometry.footprint import Prism, collect_parts
from tablecam.table.geometry.sightlines import (
    COMPILED,
    Hiders,
    ShadowKernel,
    Shares,
    Views,
    compute_hidden_shares,
    lines_of_view,
    outlines,
    shares,
    target_outline,
)

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))
import kernel

# small posts in rows, each of which hides a little of what stands behind
POSTS = [Prism(box(x, y, x + 0.02, y + 0.02), 0, 0.3 + 0.01 * x) for x in range(2, 9) for y in np.arange(-2, 2, 0.11)]


def looks(count: int) -> Views:
    eyes = np.stack([np.zeros(count), np.linspace(-1, 1, count), np.full(count, 0.9)])
    targets = np.stack([np.full(count, 10.0), np.linspace(1, -1, count)])
    fixed = np.array([0.8, 0.0, 1.2])[:, None].repeat(count, axis=1)
    return Views(np.vstack([eyes, fixed, lines_of_view(eyes, targets)]))


def hiders(posts: Sequence[Prism]) -> Hiders:
    return Hiders(collect_parts(posts), len(posts), np.empty((9, 0)), np.ones((1, 1, 1), bool))


def found(count: int) -> Shares:
    nobody = np.full(count, -1)
    return shares(looks(count), hiders(POSTS), nobody, nobody)


def test_the_compiled_kernel_is_that_of_its_sources():
    # installing compiles it, which `make check` and `make test` do again after a change of a source
    assert kernel.COMPILED == COMPILED
    assert not kernel.is_stale()


def test_a_kernel_whose_job_is_laid_out_otherwise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ShadowKernel()
    shorter = np.dtype([("span", "2f8"), ("mean", "f8")])
    for name, value in (("PARTS_WORDS", 6), ("FIGURES", 10), ("LIMIT", shorter)):
        with monkeypatch.context() as patch:
            patch.setattr(sightlines, name, value)
            with pytest.raises(ImportError, match="of another version: install tablecam again"):
                ShadowKernel()


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
    assert compute_hidden_shares(looks(0), nothing, none, none).tolist() == []
    assert shares(looks(0), nothing, none, none).view.tolist() == []


def test_what_lies_in_its_memory_is_what_was_put_there_last():
    one, values = ShadowKernel(), np.arange(5.0)
    for put in (values, values + 1, np.arange(900_000.0), values):
        one.put(0, put, np.dtype(float))
        assert one.slot(0, put.shape, np.dtype(float)).tolist() == put.tolist()


@st.composite
def slats(draw: st.DrawFn) -> list[Prism]:
    """Thin slats at any turn, on the ground or in the air, more than the kernel takes at one go."""
    chance = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    count, long_in = draw(st.integers(20, 160)), draw(st.sampled_from([0.05, 0.4, 3.0]))
    lifted = draw(st.sampled_from([0.0, 0.5, 1.0]))
    placed = []
    for x in chance.uniform(0.5, 9.5, count):
        y, turn = chance.uniform(-0.08, 0.08) * x, chance.uniform(0, 180)
        bottom = chance.uniform(0.05, 1.1) if chance.random() < lifted else 0.0
        plan = affinity.rotate(box(x - 0.01, y - long_in / 2, x + 0.01, y + long_in / 2), turn)
        placed.append(Prism(plan, bottom, bottom + chance.uniform(0.005, 0.3)))
    return placed


@pytest.mark.slow
@given(slats())
@settings(max_examples=40)
def test_what_many_slats_hide_is_the_area_of_their_shadows_laid_together(placed: list[Prism]) -> None:
    view, nobody = looks(1), np.array([-1])
    seen = shares(view, hiders(placed), nobody, nobody)
    # shapely knows nothing of cuts and sweeps; straight walls have straight outlines
    together = shapely.union_all(list(outlines(view, hiders(placed), -1, -1).values()))
    assert seen.hidden[0] == pytest.approx(together.area / target_outline(view).area, abs=1e-7)


def crossing_slats(count: int) -> list[Prism]:
    """Slats at all turns, of which each crosses one in twenty: a cut at every crossing would make the steps cubic."""
    chance = np.random.default_rng(5)
    places = chance.uniform([0.5, -0.8], [9.5, 0.8], (count, 2))
    turns, tops = chance.uniform(0, 180, count), chance.uniform(0.1, 0.85, count)
    return [
        Prism(affinity.rotate(box(x - 0.01, y * x / 10 - 0.4, x + 0.01, y * x / 10 + 0.4), turn), 0, top)
        for (x, y), turn, top in zip(places, turns, tops, strict=True)
    ]


def test_two_thousand_slats_in_one_view_hide_the_area_of_their_shadows_laid_together() -> None:
    placed, view, nobody = crossing_slats(2000), looks(1), np.array([-1])
    together = shapely.union_all(list(outlines(view, hiders(placed), -1, -1).values()))
    seen = shares(view, hiders(placed), nobody, nobody)
    assert seen.hidden[0] == pytest.approx(together.area / target_outline(view).area, abs=1e-7)


def test_four_times_as_many_slats_in_one_view_take_about_four_times_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config()
    config.consume_fuel = True
    engine, stores = Engine(config), []

    def counting_store(engine: Engine) -> Store:
        stores.append(Store(engine))
        stores[-1].set_fuel(2**62)
        return stores[-1]

    module = Module.from_file(engine, str(COMPILED))
    monkeypatch.setattr(sightlines, "_load_module", lambda: (engine, module))
    monkeypatch.setattr(sightlines, "Store", counting_store)

    def count_steps(count: int) -> int:
        monkeypatch.setattr(sightlines, "_threads", SimpleNamespace(kernel=None))
        shares(looks(1), hiders(crossing_slats(count)), np.array([-1]), np.array([-1]))
        return 2**62 - stores[-1].get_fuel()

    # n log n would give 4.7; a square 16, and a cube 64
    assert count_steps(2000) < 8 * count_steps(500)

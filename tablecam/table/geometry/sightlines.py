"""The share of upright targets that is visible past prisms: exact, for many views at once.

The compiled kernel computes each view in the same order of operations whichever others are computed with it, so that
one view alone, all views, or those that a move touches give bit-identical numbers.
"""

import threading
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry
from wasmtime import Engine, Func, Instance, Memory, Module, Store

from tablecam.table.geometry.footprint import ConvexParts

# An eye straight above or below a target's axis has no horizontal line of view; +x is used instead.
STRAIGHT_ABOVE_IN = 1e-6

# A margin far above the rounding error of single precision, on a table of up to a thousand inches.
COARSE_IN = 1e-3


@dataclass(frozen=True)
class Views:
    """Views from eyes of upright targets, one column per view, in table inches.

    table: (9, n): the eye's x, y, z; half the target's width, the heights of its bottom and its top; the horizontal
    line of view as a unit vector's x and y; the distance of the target's axis along it.
    """

    table: np.ndarray

    def __len__(self) -> int:
        return self.table.shape[1]

    @property
    def eye(self) -> np.ndarray:
        """(3, n): the eye's x, y, z."""
        return self.table[:3]

    @property
    def half_width(self) -> np.ndarray:
        """(n,): half the target's width."""
        return self.table[3]

    @property
    def bottom(self) -> np.ndarray:
        """(n,): the height of the target's bottom above the eye: mostly negative."""
        return self.table[4] - self.table[2]

    @property
    def top(self) -> np.ndarray:
        """(n,): the height of the target's top above the eye."""
        return self.table[5] - self.table[2]

    @property
    def along(self) -> np.ndarray:
        """(2, n): the unit vector from the eye towards the target's axis in plan."""
        return self.table[6:8]

    @property
    def length(self) -> np.ndarray:
        """(n,): the distance from the eye to the target's axis in plan."""
        return self.table[8]

    @property
    def aim(self) -> np.ndarray:
        """(3, n): the middle of the target: x and y of its axis, and the height halfway up."""
        return np.vstack([self.eye[:2] + self.along * self.length, (self.table[4] + self.table[5]) / 2])

    @property
    def area(self) -> np.ndarray:
        """(n,): the areas of the targets, in square inches."""
        return 2 * self.half_width * (self.table[5] - self.table[4])

    def pick(self, columns: np.ndarray) -> "Views":
        """Some of the views."""
        return Views(self.table.take(columns, axis=1))

    def turn_offsets(self, plan: np.ndarray) -> np.ndarray:
        """(2, ..., n): offsets from the eye in plan (2, ..., n), as distances ahead and to the left."""
        offsets, across = self.along[0] * plan, self.along[1] * plan
        offsets[0] += across[1]
        offsets[1] -= across[0]
        return offsets


def find_reaching_cylinders(views: Views, cylinders: np.ndarray) -> np.ndarray:
    """(views, m): whether upright cylinders reach into the triangles from eyes to targets in plan.

    cylinders: (3 or more, m), x, y, radius. Too many by `COARSE_IN`, never too few.
    """
    places = np.ones((4, cylinders.shape[1]), np.float32)
    places[:3] = cylinders[:3]
    outside: np.ndarray = (_triangle_sides(views) @ places).max(axis=0)
    return outside < 0


def _triangle_sides(views: Views) -> np.ndarray:
    """(3, n, 4): the right, the left and the far side of the triangle from each eye to its target in plan.

    Four factors, of an upright cylinder's x, y and radius and of 1: their sum is negative where the cylinder reaches
    over that side, or touches it as nearly as `COARSE_IN`.
    """
    along, slope = views.along, views.half_width / views.length
    widened = np.sqrt(1 + slope * slope)
    lean, across = slope / widened * along, np.array([-along[1], along[0]]) / widened
    outward = np.array([across - lean, -across - lean, along])
    sides = np.empty((3, len(slope), 4), np.float32)
    sides[:, :, :2], sides[:, :, 2] = outward.transpose(0, 2, 1), -1.0
    offset = outward[:, 0] * views.table[0] + outward[:, 1] * views.table[1] + COARSE_IN
    offset[2] += views.length
    np.negative(offset, out=sides[:, :, 3], casting="same_kind")
    return sides


def lines_of_view(eye: np.ndarray, axis: np.ndarray) -> np.ndarray:
    """(3, n): the unit vector and the length in plan from eyes (2 or 3, n) to the axes (2, n) of targets."""
    offset = axis[:2] - eye[:2]
    squares = offset * offset
    length = np.sqrt(squares[0] + squares[1])
    lines = np.empty((3, len(length)))
    np.maximum(length, STRAIGHT_ABOVE_IN, out=lines[2])
    np.divide(offset, lines[2], out=lines[:2])
    above = (length < STRAIGHT_ABOVE_IN).nonzero()[0]
    if len(above):
        lines[0, above], lines[1, above] = 1.0, 0.0
    return lines


# The compiled kernel of sight, `kernel/*.c`, with its Python interface: one kernel per thread, with its own memory.
#
# It is WebAssembly; wasmtime compiles it to the processor's own instructions when it is loaded: in milliseconds, on
# every system, and with the same results to the last bit on each.

REAL, WHOLE, TRUTH = np.dtype(float), np.dtype(np.int32), np.dtype(bool)

COMPILED = Path(__file__).parent / "kernel" / "shadow.wasm"

# A limit, as `Limit` in shadow.h.
LIMIT = np.dtype(
    {
        "names": ["span", "mean", "curve", "shadow", "upper", "inside", "circle"],
        "formats": ["2f8", "f8", "6f8", "i4", "i4", "i4", "i4"],
    }
)


class Word(IntEnum):
    """The words of `Job` in job.h, in their order."""

    VIEWS = 0
    FEATURES = 1
    MODELS = 2
    KNOWN = 3
    OTHERS_BLOCK = 4
    COMPUTED = 5
    TERRAIN = 6
    BLOCKS = 13
    BLOCKED = 17
    TABLE = 21
    FIGURES = 22
    FIGURES_BEFORE = 23
    VIEWER = 24
    TARGET = 25
    OWNER = 26
    HIDDEN = 27
    SHUT = 28
    PAST_TERRAIN = 29
    FOUND = 30
    FOUND_VIEW = 31
    FOUND_OWNER = 32
    FOUND_SHARE = 33
    SHIFTS = 34
    FIRST_SHIFT = 35
    SHIFTED = 36
    SHIFT = 37
    END = 38


# The fields of `Parts` and of `Blocks` in a job, whole words from its words TERRAIN and BLOCKS on.
PARTS_WORDS, BLOCKS_WORDS = 7, 4

# How many figures a model has.
FIGURES = 9


def _list_layout() -> list[int]:
    """The kernel's own `layout`, if its memory is laid out as this module expects."""
    words = [WHOLE.itemsize * word for words in (Word, range(PARTS_WORDS), range(BLOCKS_WORDS)) for word in words]
    assert LIMIT.fields is not None
    return [*words, *(field[1] for field in LIMIT.fields.values()), LIMIT.itemsize, FIGURES, -1]


class ShadowKernel:
    """The kernel and its memory. Not for several threads at once.

    An array is copied into the memory only if it is another object than the last time, so arrays must not change.
    """

    def __init__(self) -> None:
        engine, module = _load_module()
        self._store = Store(engine)
        exports = Instance(self._store, module, []).exports(self._store)
        self._calls = {name: export for name, export in exports.items() if isinstance(export, Func)}
        memory = exports["memory"]
        assert isinstance(memory, Memory)
        self._memory = memory
        self._job = self._calls["job"](self._store)
        self._addresses: dict[int, tuple[int, int]] = {}
        self._forget_memory()
        self._check_layout()

    def _check_layout(self) -> None:
        """Refuses a kernel that was compiled from sources of another version."""
        expected, layout = _list_layout(), self._calls.get("layout")
        if not layout or self._view_memory(layout(self._store), (len(expected),), WHOLE).tolist() != expected:
            raise ImportError(f"{COMPILED} is of another version: install tablecam again, which compiles it")

    def _forget_memory(self) -> None:
        """Renews all views of the memory: after it has grown it may lie elsewhere."""
        self._bytes = np.ctypeslib.as_array(self._memory.get_buffer_ptr(self._store))
        self._slots: dict[int, np.ndarray] = {}
        self._known: dict[int, np.ndarray] = {}
        self.words = self._view_memory(self._job, (Word.END,), np.dtype(np.int32))

    def _view_memory(self, address: int, shape: tuple[int, ...], kind: np.dtype[Any]) -> np.ndarray:
        size = int(np.prod(shape)) * kind.itemsize
        return self._bytes[address : address + size].view(kind).reshape(shape)

    def slot(self, word: int, shape: tuple[int, ...], kind: np.dtype[Any]) -> np.ndarray:
        """The place in the kernel's memory that a word of its job points to, with this shape."""
        slot = self._slots.get(word)
        if slot is None or slot.shape != shape:
            slot = self._slots[word] = self._new_slot(word, shape, kind)
            self._known.pop(word, None)
        return slot

    def _new_slot(self, word: int, shape: tuple[int, ...], kind: np.dtype[Any]) -> np.ndarray:
        needed = int(np.prod(shape)) * kind.itemsize
        address, room = self._addresses.get(word, (0, -1))
        if needed > room:
            room = 2 * needed
            address = self._calls["reserve"](self._store, room)
            self._addresses[word] = address, room
            self._forget_memory()
        self.words[word] = address
        return self._view_memory(address, shape, kind)

    def put(self, word: int, values: np.ndarray, kind: np.dtype[Any]) -> None:
        """Copies an array into the slot of a word, unless it is there already."""
        if self._known.get(word) is not values:
            self.slot(word, values.shape, kind)[...] = values
            self._known[word] = values

    def call(self, name: str) -> Any:
        """Calls one of the kernel's functions without arguments, and returns its result."""
        result = self._calls[name](self._store)
        if self._memory.data_len(self._store) != len(self._bytes):
            self._forget_memory()
        return result

    def read_result(self, word: int, kind: np.dtype[Any]) -> np.ndarray:
        """A copy of one of the kernel's result rows."""
        return self._view_memory(int(self.words[word]), (int(self.words[Word.FOUND]),), kind).copy()

    def limits(self) -> np.ndarray:
        """A copy of the limits of the first view's shadows, as `LIMIT`."""
        count = self.call("outline")
        return self._view_memory(self.call("limits"), (count,), LIMIT).copy()


@cache
def _load_module() -> tuple[Engine, Module]:
    if not COMPILED.is_file():
        raise FileNotFoundError(f"{COMPILED} is missing: install tablecam again, which compiles it (pip install .)")
    engine = Engine()
    return engine, Module.from_file(engine, str(COMPILED))


class _Threads(threading.local):
    kernel: ShadowKernel | None = None


_threads = _Threads()


def shadow_kernel() -> ShadowKernel:
    """The kernel of the calling thread."""
    kernel = _threads.kernel
    if kernel is None:
        kernel = _threads.kernel = ShadowKernel()
    return kernel


@dataclass(frozen=True)
class Shares:
    """The hidden shares of the targets.

    hidden, hidden_by_terrain: (views,), by everything, and by the terrain alone. view, owner, alone:
    (k,), for each prism that hides part of a view by itself: the view, the prism, and the share; by view, then prism.
    """

    hidden: np.ndarray
    hidden_by_terrain: np.ndarray
    view: np.ndarray
    owner: np.ndarray
    alone: np.ndarray


class Hiders(NamedTuple):
    """Everything that may hide something.

    terrain: its parts; features: the number of prisms that they make up. models: (9, n), their figures; they are
    numbered after the features. blocks: which models block, booleans (viewer, target, model); an axis that makes no
    difference has length 1.
    """

    terrain: ConvexParts
    features: int
    models: np.ndarray
    blocks: np.ndarray

    def owner(self, part: int) -> int:
        """The prism that a part belongs to; the models' parts, one each, come after those of the terrain."""
        model = part - len(self.terrain)
        return int(self.terrain.owner[part]) if model < 0 else self.features + model


class HiderShifts(NamedTuple):
    """Hiders that stand elsewhere in some views.

    view: (k,), rising. owner: (k,), prisms of the terrain, then models. offset: (3, k), how far in x, y and z.
    """

    view: np.ndarray
    owner: np.ndarray
    offset: np.ndarray


class HiddenShares(NamedTuple):
    """The share of each target that everything together hides, (views,), and whether the terrain alone hides all of it.

    computed: the number of views that had to be computed.
    """

    share: np.ndarray
    shut: np.ndarray
    computed: int


class EarlierShares(NamedTuple):
    """The result before some models moved, and the hiders of that time."""

    hidden: HiddenShares
    hiders: Hiders


def shares(
    views: Views, hiders: Hiders, viewer: np.ndarray, target: np.ndarray, shifts: HiderShifts | None = None
) -> Shares:
    """The shares in full, of each view between two models (views,); -1 for an end that is none of the hiders."""
    kernel, count = _fill_kernel(views, hiders, viewer, target, shifts), len(views)
    for word in (Word.HIDDEN, Word.PAST_TERRAIN):
        kernel.slot(word, (count,), REAL)
    kernel.call("details")
    hidden, past_terrain = kernel.slot(Word.HIDDEN, (count,), REAL), kernel.slot(Word.PAST_TERRAIN, (count,), REAL)
    hiding_pairs = (kernel.read_result(Word.FOUND_VIEW, WHOLE), kernel.read_result(Word.FOUND_OWNER, WHOLE))
    return Shares(hidden.copy(), past_terrain.copy(), *hiding_pairs, kernel.read_result(Word.FOUND_SHARE, REAL))


def compute_hidden_shares(
    views: Views, hiders: Hiders, viewer: np.ndarray, target: np.ndarray, shifts: HiderShifts | None = None
) -> np.ndarray:
    """(views,): the shares that everything together hides, and nothing else; arguments as for `shares`."""
    kernel, count = _fill_kernel(views, hiders, viewer, target, shifts), len(views)
    kernel.slot(Word.HIDDEN, (count,), REAL)
    kernel.call("hidden")
    return kernel.slot(Word.HIDDEN, (count,), REAL).copy()


def compute_hidden_pair_shares(
    hiders: Hiders, viewer: np.ndarray, target: np.ndarray, before: EarlierShares | None = None
) -> HiddenShares:
    """The hidden shares of models that see models, by their numbers (views,), the rows of each viewer together.

    before: the result before some models moved; the terrain must be the same. The share of a pair that did not move
    changes only if a moved model hid something, or hides something now, or if a model starts or stops blocking. Where
    the terrain alone hides everything, that stays so.
    """
    kernel, shape = shadow_kernel(), viewer.shape
    _put_pairs(kernel, hiders, viewer, target)
    kernel.words[Word.KNOWN] = before is not None
    if before:
        _put_blocks(kernel, Word.BLOCKED, before.hiders.blocks)
        kernel.words[Word.OTHERS_BLOCK] = before.hiders.blocks is not hiders.blocks
        kernel.put(Word.FIGURES_BEFORE, before.hiders.models, REAL)
        kernel.slot(Word.HIDDEN, shape, REAL)[:] = before.hidden.share
        kernel.slot(Word.SHUT, shape, TRUTH)[:] = before.hidden.shut
    else:
        kernel.slot(Word.HIDDEN, shape, REAL)
        kernel.slot(Word.SHUT, shape, TRUTH)
    kernel.call("update")
    hidden, shut = kernel.slot(Word.HIDDEN, shape, REAL), kernel.slot(Word.SHUT, shape, TRUTH)
    return HiddenShares(hidden.copy(), shut.copy(), int(kernel.words[Word.COMPUTED]))


def _fill_kernel(
    views: Views, hiders: Hiders, viewer: np.ndarray, target: np.ndarray, shifts: HiderShifts | None = None
) -> ShadowKernel:
    """The kernel with all its arguments in its memory."""
    kernel = shadow_kernel()
    _put_pairs(kernel, hiders, viewer, target)
    kernel.put(Word.TABLE, views.table, REAL)
    kernel.words[Word.SHIFTS] = 0 if shifts is None else len(shifts.owner)
    if shifts is not None:
        kernel.put(Word.FIRST_SHIFT, np.searchsorted(shifts.view, np.arange(len(views) + 1)), WHOLE)
        kernel.put(Word.SHIFTED, shifts.owner, WHOLE)
        kernel.put(Word.SHIFT, shifts.offset, REAL)
    return kernel


def _put_pairs(kernel: ShadowKernel, hiders: Hiders, viewer: np.ndarray, target: np.ndarray) -> None:
    terrain, word = hiders.terrain, Word.TERRAIN
    kernel.put(word + 2, terrain.cylinder, REAL)
    kernel.put(word + 3, terrain.corners, REAL)
    kernel.put(word + 4, terrain.to_unit, REAL)
    kernel.put(word + 5, terrain.count, WHOLE)
    kernel.put(word + 6, terrain.circle, TRUTH)
    kernel.words[word : word + 2] = len(terrain.owner), terrain.corners.shape[1]
    kernel.put(Word.OWNER, terrain.owner, WHOLE)
    kernel.put(Word.FIGURES, hiders.models, REAL)
    _put_blocks(kernel, Word.BLOCKS, hiders.blocks)
    kernel.put(Word.VIEWER, viewer, WHOLE)
    kernel.put(Word.TARGET, target, WHOLE)
    kernel.words[: Word.KNOWN] = len(viewer), hiders.features, hiders.models.shape[1]


def _put_blocks(kernel: ShadowKernel, word: int, blocks: np.ndarray) -> None:
    kernel.put(word + 3, blocks, TRUTH)
    kernel.words[word : word + 3] = blocks.shape


def limits(views: Views, hiders: Hiders, viewer: int, target: int) -> np.ndarray:
    """The limits of all shadows in the one view, as `shadow_kernel.LIMIT`; `shadow` is the number of a part."""
    return _fill_kernel(views, hiders, np.array([viewer]), np.array([target])).limits()


# The number of points that a conic is drawn through.
POINTS = 17


def outlines(view: Views, hiders: Hiders, viewer: int, target: int) -> dict[int, BaseGeometry]:
    """The outline that each prism hides of the one view's target, by the prism's number; arguments as for `limits`."""
    rows = limits(view, hiders, viewer, target)
    pieces_by_owner: dict[int, list[Polygon]] = {}
    for shadow in np.unique(rows["shadow"]).tolist():
        outline = _outline_shadow(rows[rows["shadow"] == shadow])
        if outline.area > 0:
            pieces_by_owner.setdefault(hiders.owner(shadow), []).append(outline)
    return {owner: shapely.union_all(pieces) for owner, pieces in pieces_by_owner.items()}


def target_outline(view: Views) -> Polygon:
    """The one view's target, in the same coordinates."""
    half_width, bottom, top = (float(column[0]) for column in (view.half_width, view.bottom, view.top))
    return shapely.box(-half_width, bottom, half_width, top)


def _outline_shadow(rows: np.ndarray) -> BaseGeometry:
    above, under = (_trace_side(rows[rows["upper"] == upper]) for upper in (True, False))
    if len(above) < 2 or len(under) < 2:
        return Polygon()
    return shapely.make_valid(Polygon([*above, *under[::-1]]))


def _trace_side(rows: np.ndarray) -> list[tuple[float, float]]:
    """The points of one side of a shadow, by rising u."""
    points: list[tuple[float, float]] = []
    for row in rows[np.argsort(rows["span"][:, 0], kind="stable")]:
        (low, high), (p, r, g, a, b, c) = row["span"], row["curve"]
        u = np.linspace(low, high, POINTS if g else 2)
        z = p + r * u + g * np.sqrt(np.maximum(a + (b + c * u) * u, 0))
        points += zip(u.tolist(), z.tolist(), strict=True)
    return points

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
from wasmtime import Engine, Func, Instance, Memory, Module, Store

from tablecam.table.geometry.prism import ConvexParts
from tablecam.table.geometry.views import Views

# The compiled kernel of sight, `kernel/*.c`, with its Python interface: one kernel per thread, with its own memory.
#
# It is WebAssembly; wasmtime compiles it to the processor's own instructions when it is loaded: in milliseconds, on
# every system, and with the same results to the last bit on each.

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
    END = 34


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


REAL, WHOLE, TRUTH = np.dtype(float), np.dtype(np.int32), np.dtype(bool)


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


def shares(views: Views, hiders: Hiders, viewer: np.ndarray, target: np.ndarray) -> Shares:
    """The shares in full, of each view between two models (views,); -1 for an end that is none of the hiders."""
    kernel, count = _fill_kernel(views, hiders, viewer, target), len(views)
    for word in (Word.HIDDEN, Word.PAST_TERRAIN):
        kernel.slot(word, (count,), REAL)
    kernel.call("details")
    hidden, past_terrain = kernel.slot(Word.HIDDEN, (count,), REAL), kernel.slot(Word.PAST_TERRAIN, (count,), REAL)
    hiding_pairs = (kernel.read_result(Word.FOUND_VIEW, WHOLE), kernel.read_result(Word.FOUND_OWNER, WHOLE))
    return Shares(hidden.copy(), past_terrain.copy(), *hiding_pairs, kernel.read_result(Word.FOUND_SHARE, REAL))


def compute_hidden_shares(views: Views, hiders: Hiders, viewer: np.ndarray, target: np.ndarray) -> np.ndarray:
    """(views,): the shares that everything together hides, and nothing else; arguments as for `shares`."""
    kernel, count = _fill_kernel(views, hiders, viewer, target), len(views)
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


def _fill_kernel(views: Views, hiders: Hiders, viewer: np.ndarray, target: np.ndarray) -> ShadowKernel:
    """The kernel with all its arguments in its memory."""
    kernel = shadow_kernel()
    _put_pairs(kernel, hiders, viewer, target)
    kernel.put(Word.TABLE, views.table, REAL)
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

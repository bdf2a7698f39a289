"""The compiled kernel of sight, `kernel/*.c`, with its Python interface: one kernel per thread, with its own memory.

It is WebAssembly; wasmtime compiles it to the processor's own instructions when it is loaded: in milliseconds, on
every system, and with the same results to the last bit on each.
"""

import threading
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from wasmtime import Engine, Func, Instance, Memory, Module, Store

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

    def found(self, word: int, kind: np.dtype[Any]) -> np.ndarray:
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

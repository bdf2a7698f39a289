"""Rests in the middle of long work, so that whoever is waiting is served first.

for target in targets:
    take_breath()                # does nothing, unless somebody has asked for rests
    rows.append(row_of(target))

with breathing(rest):            # in the thread that does the work: `rest` is called at every breath
    view = book.question_advice(snapshot, state, ask, names)
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


def _no_rest() -> None:
    """Work that nobody has to wait for goes on."""


_rest: ContextVar[Callable[[], None]] = ContextVar("rest", default=_no_rest)


_quiet: ContextVar[bool] = ContextVar("quiet", default=False)


def take_breath(quietly: bool = False) -> None:
    """Rests as long as the thread that does the work has been told to. What it raises ends the work.

    quietly: nobody waits for the work, so that screens need not be told that it is under way.
    """
    before = _quiet.set(quietly)
    try:
        _rest.get()()
    finally:
        _quiet.reset(before)


def is_quiet() -> bool:
    """Whether the breath that is being taken is a quiet one."""
    return _quiet.get()


@contextmanager
def breathing(rest: Callable[[], None]) -> Iterator[None]:
    """Calls `rest` at every breath inside the block, in this thread."""
    before = _rest.set(rest)
    try:
        yield
    finally:
        _rest.reset(before)

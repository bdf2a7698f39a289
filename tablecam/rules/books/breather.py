"""Pauses in the middle of long work, so that waiting requests are served first.

for target in targets:
    take_breath()                # does nothing outside `breathing`
    rows.append(row_of(target))

with breathing(rest):            # in the thread that does the work: `rest` is called at every breath
    view = book.question_advice(snapshot, state, ask, names)
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


def _no_rest() -> None:
    """Do nothing: the default, for work that nobody has to wait for."""


_rest: ContextVar[Callable[[], None]] = ContextVar("rest", default=_no_rest)


_quiet: ContextVar[bool] = ContextVar("quiet", default=False)


def take_breath(quietly: bool = False) -> None:
    """Call the `rest` of the surrounding `breathing` block, if any. An exception from it ends the work.

    quietly: nobody waits for the work, so screens need not show that it is in progress.
    """
    token = _quiet.set(quietly)
    try:
        _rest.get()()
    finally:
        _quiet.reset(token)


def is_quiet() -> bool:
    """Whether the current breath is a quiet one."""
    return _quiet.get()


@contextmanager
def breathing(rest: Callable[[], None]) -> Iterator[None]:
    """Call `rest` at every breath inside the block, in this thread."""
    token = _rest.set(rest)
    try:
        yield
    finally:
        _rest.reset(token)

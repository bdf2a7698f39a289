"""Every fault of a file at once, so that all can be corrected before the next try."""

from collections.abc import Callable, Iterable, Sequence
from typing import ParamSpec, TypeVar

from tablecam.base.errors import BadFile

P = ParamSpec("P")
T = TypeVar("T")


class Faulty(BadFile):
    """A file with faults, each a sentence with its line; the message has the first."""

    def __init__(self, what: str, faults: Sequence[str]) -> None:
        more = len(faults) - 1
        super().__init__(faults[0] + (f" (and {more} more fault{'s' * (more > 1)} in {what})" if more else ""))
        self.what = what
        self.faults = tuple(faults)


class Faults:
    """Gathers the faults of reading; an unreadable value is None and reading goes on."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def try_read(self, read: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        """Calls `read` and returns its result, or None if it raises a BadFile."""
        try:
            return read(*given, **named)
        except Faulty as many:
            self.found += many.faults
        except BadFile as fault:
            self.found.append(str(fault))
        return None

    def add(self, faults: Iterable[BadFile]) -> None:
        """Adds faults that were found in another way."""
        self.found += map(str, faults)

    def refuse(self, what: str) -> None:
        """Raises Faulty if there is any fault. what: the file."""
        if self.found:
            raise Faulty(what, self.found)

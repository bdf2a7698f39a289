"""Copies of frozen records with other values, several times as fast as `dataclasses.replace`."""

from typing import Any, TypeVar

R = TypeVar("R")


def copy_with(record: R, **values: Any) -> R:
    """A copy of a frozen dataclass with other values of some fields; TypeError for a field that it lacks.

    No `__init__` runs, so the record has neither slots, `__post_init__` nor cached properties.
    """
    before = record.__dict__
    fields = {**before, **values}
    if len(fields) != len(before):
        raise TypeError(f"{type(record).__name__} lacks one of the fields {', '.join(values)}")
    copy: R = object.__new__(type(record))
    # a whole dict: fields are read from one that grew in the copy half as fast
    object.__setattr__(copy, "__dict__", fields)
    return copy

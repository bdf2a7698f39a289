"""What has changed between two views of an event, as plain data: small, where the whole view is not.

    changes = view_changes(before, after)
    with_changes(before, changes) == after

A change is one of these; a path has keys of objects and places in lists.

    ["set", path, value]                     the value is new there
    ["gone", path]                           the object has no such key any more
    ["cut", path, place, number, values]     in the list these values replace so many, from that place on

They are made one after the other: a path is one of the view as the changes before it have left it.
"""

import json
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from tablecam.rules.plain import Json

Path = tuple[str | int, ...]


def view_changes(before: Json, after: Json) -> list[Json]:
    """The changes from one view to a later one; empty where they are equal."""
    return list(_changes(before, after, ()))


def with_changes(view: Json, changes: Sequence[Json]) -> Json:
    """The view after its changes; the given one stays as it is. The page does the same in TypeScript."""
    for change in changes:
        assert isinstance(change, list)
        assert isinstance(change[1], list)
        view = _with_change(view, change[1], change)
    return view


def _changes(before: Json, after: Json, path: Path) -> Iterator[Json]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _of_object(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_list(before, after, path)
    else:
        yield ["set", list(path), after]


def _of_object(before: dict[str, Json], after: dict[str, Json], path: Path) -> Iterator[Json]:
    for key in before.keys() - after.keys():
        yield ["gone", [*path, key]]
    for key, value in after.items():
        if key in before:
            yield from _changes(before[key], value, (*path, key))
        else:
            yield ["set", [*path, key], value]


def _of_list(before: list[Json], after: list[Json], path: Path) -> Iterator[Json]:
    """From the end on, so that places before a cut are still those of the list as it was."""
    old, new = ([json.dumps(value) for value in values] for values in (before, after))
    for what, at, end, start, stop in reversed(SequenceMatcher(None, old, new, autojunk=False).get_opcodes()):
        if what == "replace" and end - at == stop - start:
            for number in range(end - at):
                yield from _changes(before[at + number], after[start + number], (*path, at + number))
        elif what != "equal":
            yield ["cut", list(path), at, end - at, after[start:stop]]


def _with_change(view: Json, path: list[Json], change: list[Json]) -> Json:
    if not path:
        return _changed_here(view, change)
    step, rest = path[0], path[1:]
    if isinstance(view, list):
        assert isinstance(step, int)
        return [*view[:step], _with_change(view[step], rest, change), *view[step + 1 :]]
    assert isinstance(view, dict)
    if not rest and change[0] == "gone":
        return {key: value for key, value in view.items() if key != step}
    return {**view, str(step): _with_change(view.get(str(step)), rest, change)}


def _changed_here(view: Json, change: list[Json]) -> Json:
    if change[0] == "set":
        return change[2]
    at, number, values = change[2:]
    assert isinstance(view, list)
    assert isinstance(at, int)
    assert isinstance(number, int)
    assert isinstance(values, list)
    return [*view[:at], *values, *view[at + number :]]

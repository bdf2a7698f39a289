"""The changes between two views of an event, as plain data: small, where the whole view is not.

    changes = view_changes(before, after)
    with_changes(before, changes) == after

A change is one of these; a path has keys of objects and places in lists.

    ["set", path, value]                     the value is new there
    ["gone", path]                           the object has no such key any more
    ["cut", path, place, number, values]     in the list these values replace this many, from that place on

They are made one after the other: a path is one of the view as the changes before it have left it.
"""

import json
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from tablecam.rules.plain import Json

Path = tuple[str | int, ...]


def view_changes(before: Json, after: Json) -> list[Json]:
    """The changes from one view to a later one; empty where they are equal."""
    return list(_find_changes(before, after, ()))


def with_changes(view: Json, changes: Sequence[Json]) -> Json:
    """The view after its changes; the given one stays as it is. The page does the same in TypeScript."""
    for change in changes:
        assert isinstance(change, list)
        assert isinstance(change[1], list)
        view = _apply_change(view, change[1], change)
    return view


def _find_changes(before: Json, after: Json, path: Path) -> Iterator[Json]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _find_object_changes(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _find_list_changes(before, after, path)
    else:
        yield ["set", list(path), after]


def _find_object_changes(before: dict[str, Json], after: dict[str, Json], path: Path) -> Iterator[Json]:
    for key in before.keys() - after.keys():
        yield ["gone", [*path, key]]
    for key, value in after.items():
        if key in before:
            yield from _find_changes(before[key], value, (*path, key))
        else:
            yield ["set", [*path, key], value]


def _find_list_changes(before: list[Json], after: list[Json], path: Path) -> Iterator[Json]:
    """Goes from the end to the start, so that places before a cut are still those of the list as it was."""
    old, new = ([json.dumps(value) for value in values] for values in (before, after))
    for opcode, from_place, to_place, start, stop in reversed(
        SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    ):
        if opcode == "replace" and to_place - from_place == stop - start:
            for number in range(to_place - from_place):
                yield from _find_changes(
                    before[from_place + number], after[start + number], (*path, from_place + number)
                )
        elif opcode != "equal":
            yield ["cut", list(path), from_place, to_place - from_place, after[start:stop]]


def _apply_change(view: Json, path: list[Json], change: list[Json]) -> Json:
    if not path:
        return _replace_value(view, change)
    step, remaining = path[0], path[1:]
    if isinstance(view, list):
        assert isinstance(step, int)
        return [*view[:step], _apply_change(view[step], remaining, change), *view[step + 1 :]]
    assert isinstance(view, dict)
    if not remaining and change[0] == "gone":
        return {key: value for key, value in view.items() if key != step}
    return {**view, str(step): _apply_change(view.get(str(step)), remaining, change)}


def _replace_value(view: Json, change: list[Json]) -> Json:
    if change[0] == "set":
        return change[2]
    place, number, values = change[2:]
    assert isinstance(view, list)
    assert isinstance(place, int)
    assert isinstance(number, int)
    assert isinstance(values, list)
    return [*view[:place], *values, *view[place + number :]]

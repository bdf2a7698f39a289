"""The page's half of a stream of changes: the view that a page has, after the changes that it was sent."""

from collections.abc import Sequence

from tablecam.rules.plain import Json


def with_changes(view: Json, changes: Sequence[Json]) -> Json:
    """The view after its changes; the given one stays as it is. The page does the same in TypeScript."""
    for change in changes:
        assert isinstance(change, list)
        assert isinstance(change[1], list)
        view = _apply_change(view, change[1], change)
    return view


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

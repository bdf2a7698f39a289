"""Why one model sees of another what it sees: in words, and as regions of the target that can be drawn."""

import math
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tablecam.geometry.shadow_outlines import outlines, target_outline
from tablecam.geometry.sightlines import candidates
from tablecam.geometry.views import Views
from tablecam.measure.sight import Eye, sighting
from tablecam.measure.sight_table import SightScene, scene
from tablecam.measure.sighting import Obstruction, Sighting
from tablecam.measure.stances import views
from tablecam.table.snapshot import Snapshot

# A window of less than this part of the target is a crack: it counts, but is no use to speak of.
CRACK = 0.002


@dataclass(frozen=True)
class Window:
    """A part of the target that shows, with no break in it.

    share: of the target. place: where on it, such as "upper right", as the viewer sees it;
    empty where it is nearly all. left_rad, right_rad: the
    bearings, anticlockwise from the line of view, that hold it; low_rad, high_rad: the heights above the horizon.
    """

    share: float
    place: str
    left_rad: float
    right_rad: float
    low_rad: float
    high_rad: float


@dataclass(frozen=True)
class Why:
    """A sighting and its reasons.

    hidden: what each obstruction hides by itself, in the order of the sighting's, and clear: what shows, on the
    target's plane: u to the left of its axis, z up from the eye's height. view: the one look. near: obstructions no
    further than `near_in` from the viewer's base edge, where a rulebook treats them apart. ignored: names of models
    in the way that the rulebook lets be.
    """

    sighting: Sighting
    view: Views
    hidden: tuple[tuple[Obstruction, BaseGeometry], ...]
    clear: BaseGeometry
    windows: tuple[Window, ...]
    near: tuple[Obstruction, ...]
    ignored: tuple[str, ...]
    sentences: tuple[str, ...]
    near_in: float | None = None


def why(
    snapshot: Snapshot,
    viewer: str,
    target: str,
    blocks: np.ndarray | None = None,
    eye: Eye = Eye.CENTRE,
    near_in: float | None = None,
) -> Why:
    """The reasons of one sighting, with its error; arguments and what raises as for `measure.sight.sighting`.

    near_in: obstructions no further than that from the viewer's base edge are named; None: none are.
    """
    found = sighting(snapshot, viewer, target, blocks, eye)
    ids = [placed.model.id for placed in snapshot.models]
    pair = ids.index(viewer), ids.index(target)
    now = scene(snapshot, blocks)
    view = _view(now, pair, found.eye)
    shapes = _shapes(now, view, pair)
    hidden = tuple((each, shapes[_key(each)]) for each in found.obstructions if _key(each) in shapes)
    clear = shapely.difference(target_outline(view), shapely.union_all([shape for _, shape in hidden]))
    windows = _windows(view, clear)
    near = tuple(each for each in found.obstructions if near_in is not None and each.distance_in <= near_in)
    ignored = () if blocks is None else _ignored(scene(snapshot), view, pair, found)
    names = {placed.model.id: placed.model.name for placed in snapshot.models}
    sentences = tuple(_sentences(found, windows, near, [names[each] for each in ignored], names))
    return Why(found, view, hidden, clear, windows, near, ignored, sentences, near_in)


def _view(now: SightScene, pair: tuple[int, int], eye: tuple[float, float, float]) -> Views:
    viewer, target = (now.models[:, [number]] for number in pair)
    return views(viewer, target, np.array(eye[:2])[:, None])


def _shapes(now: SightScene, view: Views, pair: tuple[int, int]) -> dict[tuple[str, int], BaseGeometry]:
    """What each obstruction hides, by its kind and number."""
    asked = now.may_block(np.array([pair[0]]), np.array([pair[1]]))
    _, part = candidates(view, now.parts.cylinder, asked)
    features = now.features
    found = outlines(view, now.parts, part)
    return {("terrain", n) if n < features else ("model", n - features): shape for n, shape in found.items()}


def _key(obstruction: Obstruction) -> tuple[str, int]:
    return obstruction.kind, obstruction.number


def _ignored(every: SightScene, view: Views, pair: tuple[int, int], found: Sighting) -> tuple[str, ...]:
    """The models that would hide something if all blocked, and hide nothing."""
    blocking = {each.number for each in found.obstructions if each.kind == "model"}
    numbers = [number for kind, number in _shapes(every, view, pair) if kind == "model" and number not in blocking]
    return tuple(every.snapshot.models[number].model.id for number in numbers)


def _windows(view: Views, clear: BaseGeometry) -> tuple[Window, ...]:
    """The parts of what shows, the largest first."""
    whole = target_outline(view)
    parts = [part for part in getattr(clear, "geoms", [clear]) if part.area > CRACK * whole.area]
    return tuple(_window(view, whole, part) for part in sorted(parts, key=lambda part: -part.area))


def _window(view: Views, whole: BaseGeometry, part: BaseGeometry) -> Window:
    length = float(view.length[0])
    u, z = (np.array(each) for each in part.exterior.coords.xy)
    bearing, height = np.arctan2(u, length), np.arctan2(z, np.hypot(length, u))
    ends = (float(bearing.max()), float(bearing.min()), float(height.min()), float(height.max()))
    return Window(part.area / whole.area, _place(whole, part), *ends)


def _place(whole: BaseGeometry, part: BaseGeometry) -> str:
    """Where a part lies on the target, by thirds of its middle: "upper right", "left", "middle"."""
    left, bottom, right, top = whole.bounds
    # u runs to the viewer's left
    across = (part.centroid.x - left) / (right - left)
    up = (part.centroid.y - bottom) / (top - bottom)
    if part.area > 0.9 * whole.area:
        return ""
    rows = "lower" if up < 0.4 else "upper" if up > 0.6 else ""
    columns = "right" if across < 0.4 else "left" if across > 0.6 else ""
    return " ".join(filter(None, (rows, columns))) or "middle"


def _sentences(
    found: Sighting,
    windows: tuple[Window, ...],
    near: tuple[Obstruction, ...],
    ignored: list[str],
    names: dict[str, str],
) -> list[str]:
    viewer, target = names[found.viewer], names[found.target]
    least, most = (percent(share) for share in found.spread)
    said = [_what_shows(found, viewer, target, names)]
    if windows and found.visible < 1:
        said.append(_where(windows))
    said += [f"{_name(each, names)} is {each.distance_in:.2f} in from the base of {viewer}." for each in near]
    if ignored:
        said.append(f"{_listed(ignored)} in the way, but {'does' if len(ignored) == 1 else 'do'} not block.")
    if least != most:
        said.append(f"Within the error of both places that is between {least} and {most}.")
    return said


def _what_shows(found: Sighting, viewer: str, target: str, names: dict[str, str]) -> str:
    if not found.obstructions:
        return f"{viewer} sees all of {target}: nothing hides any of it."
    hiding = [f"{_name(each, names)} hides {percent(each.hidden)}" for each in found.obstructions]
    shows = "nothing" if found.visible == 0 else percent(found.visible)
    together = " between them" if len(hiding) > 1 and found.visible == 0 and found.obstructions[0].hidden < 1 else ""
    return f"{viewer} sees {shows} of {target}: {_joined(hiding)}{together}."


def _where(windows: tuple[Window, ...]) -> str:
    if len(windows) == 1:
        width = math.degrees(windows[0].left_rad - windows[0].right_rad)
        part = f"What shows is the {windows[0].place} part of it" if windows[0].place else "Nearly all of it shows"
        return f"{part}, {width:.1f} degrees wide."
    places = [f"the {window.place} ({percent(window.share)})" for window in windows]
    return f"What shows lies apart: {_joined(places)}."


def _name(each: Obstruction, names: dict[str, str]) -> str:
    return names[each.name] if each.kind == "model" else each.name


def _listed(names: list[str]) -> str:
    return f"{_joined(names)} {'stands' if len(names) == 1 else 'stand'}"


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def percent(share: float) -> str:
    """A share as a person says it; what is not quite nothing or everything never rounds to it."""
    if share == 1:
        return "all of it"
    if 0 < share < 0.01:
        return "less than 1 %"
    if 0.99 < share < 1:
        return "more than 99 %"
    return f"{100 * share:.0f} %"
